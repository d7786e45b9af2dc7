//! Threads as Markdown: the metadata of a thread, its title, and a heading for each post.

use crate::content::{front_matter, title};
use crate::folder::write_pages;
use crate::output::ThreadArgs;
use crate::writer::unwritten;
use katagami::content::markup::{Inline, Omit, PageMarkup, Part, RepeatedImages, markdown};
use katagami::content::{Metadata, described};
use katagami::document::Document;
use katagami::error::Result;
use katagami::forum::{self, Post};
use katagami::page::Tree;
use rayon::prelude::*;
use std::io::Write;

/// A thread: a page, or several that continue each other.
pub(super) struct Thread<'a> {
    document: &'a Document,
    metadata: Metadata,
    posts: Vec<(&'a Document, Post)>,
}

/// A thread for each page that has posts, or one for all.
pub(super) fn threads(documents: &[Document], pages: Vec<Vec<Post>>, are_one: bool) -> Vec<Thread<'_>> {
    let about = described(documents).into_iter().map(|(_, metadata)| metadata);
    let posts: Vec<Vec<(&Document, Post)>> = if are_one {
        let turns = forum::join(pages).into_iter();
        vec![turns.map(|turn| (&documents[turn.page], turn.post)).collect()]
    } else {
        let of_page =
            |(document, posts): (_, Vec<Post>)| posts.into_iter().map(|post| (document, post)).collect();
        documents.iter().zip(pages).map(of_page).collect()
    };
    let threads = documents.iter().zip(about).zip(posts);
    let threads = threads.map(|((document, metadata), posts)| Thread { document, metadata, posts });
    threads.filter(|thread| !thread.posts.is_empty()).collect()
}

/// Writes the threads one after another, or a file for each.
pub(super) fn write(
    threads: &[Thread<'_>],
    omitted: Omit,
    output: &ThreadArgs,
    out: &mut dyn Write,
) -> Result<()> {
    let documents: Vec<&Document> = threads.iter().map(|thread| thread.document).collect();
    let all: Vec<&Document> =
        threads.iter().flat_map(|thread| thread.posts.iter().map(|(page, _)| *page)).collect();
    let images = RepeatedImages::of(&all);
    let written: Vec<String> = threads.par_iter().map(|thread| thread.written(omitted, &images)).collect();
    if let Some(folder) = output.folder() {
        output.note_files(threads.len());
        return write_pages(folder, "md", &documents, |number, out| {
            out.write_all(written[number].as_bytes()).map_err(unwritten)
        });
    }
    output.write(out, |out| out.write_all(written.join("\n").as_bytes()).map_err(unwritten))
}

impl Thread<'_> {
    fn written(&self, omitted: Omit, images: &RepeatedImages) -> String {
        let mut parts = vec![Part::Heading(1, vec![Inline::Text(title(&self.metadata, self.document))])];
        // The posts of a page are one after another.
        for posts in self.posts.chunk_by(|one, next| std::ptr::eq(one.0, next.0)) {
            let document = posts[0].0;
            let tree = Tree::whole(document.text());
            let page = PageMarkup::of(document, &tree, images);
            for (_, post) in posts {
                let signed: Vec<&str> =
                    [&post.author, &post.date].into_iter().flatten().map(String::as_str).collect();
                let signed = if signed.is_empty() { "\u{2014}".to_owned() } else { signed.join(", ") };
                let level = u8::try_from(post.depth.saturating_add(2).min(6)).expect("at most six");
                parts.push(Part::Heading(level, vec![Inline::Text(signed)]));
                parts.extend(page.parts(&[post.body], None));
            }
        }
        format!("{}{}", front_matter(self.document, &self.metadata), markdown(&omitted.of(parts)))
    }
}

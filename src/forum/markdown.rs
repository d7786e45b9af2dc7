//! Threads as Markdown: a title, and a heading for each post, deeper for replies.
//!
//! In: pages and their posts. Out: a [`MarkdownThread`] for each page that has posts, or one for all. Linear in the pages.
//!
//! ```text
//! # Rain
//!
//! ## Ann, 1 May 2020
//!
//! The river rose all night.
//! ```

use super::{Post, join};
use crate::content::markup::{Inline, Omit, PageMarkup, Part, RepeatedImages, markdown};
use crate::content::{Metadata, described};
use crate::document::Document;
use crate::page::Tree;
use rayon::prelude::*;

/// A thread, which is a page, or several that continue each other.
#[derive(Clone, Debug)]
pub struct MarkdownThread<'a> {
    /// Its first page.
    pub document: &'a Document,
    /// What is known of that.
    pub metadata: Metadata,
    /// The title and the posts.
    pub markdown: String,
}

/// Writes a thread for each page that has posts, or one for all if they `are_one`.
#[must_use]
pub fn markdown_threads(
    documents: &[Document],
    pages: Vec<Vec<Post>>,
    are_one: bool,
    omitted: Omit,
) -> Vec<MarkdownThread<'_>> {
    let posts: Vec<Vec<(&Document, Post)>> = if are_one {
        vec![join(pages).into_iter().map(|turn| (&documents[turn.page], turn.post)).collect()]
    } else {
        let of_page =
            |(document, posts): (_, Vec<Post>)| posts.into_iter().map(|post| (document, post)).collect();
        documents.iter().zip(pages).map(of_page).collect()
    };
    let all: Vec<&Document> =
        posts.iter().flat_map(|of_thread| of_thread.iter().map(|(page, _)| *page)).collect();
    let images = RepeatedImages::of(&all);
    let about: Vec<Metadata> = described(documents).into_iter().map(|(_, metadata)| metadata).collect();
    let threads: Vec<_> = documents.iter().zip(about).zip(posts).collect();
    let threads = threads.into_par_iter().filter(|(_, posts)| !posts.is_empty());
    let threads = threads.map(|((document, metadata), posts)| {
        let title = metadata.title.as_ref().map_or(document.name(), |title| &title.text);
        let markdown = markdown(&omitted.of(parts(title, &posts, &images)));
        MarkdownThread { document, metadata, markdown }
    });
    threads.collect()
}

fn parts(title: &str, posts: &[(&Document, Post)], images: &RepeatedImages) -> Vec<Part> {
    let mut parts = vec![Part::Heading(1, vec![Inline::Text(title.to_owned())])];
    // The posts of a page are one after another.
    for posts in posts.chunk_by(|one, next| std::ptr::eq(one.0, next.0)) {
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
    parts
}

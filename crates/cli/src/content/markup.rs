//! Articles as Markdown, HTML and TEI.

use super::Found;
use crate::folder::write_pages;
use crate::output::{ArticleArgs, ArticleFormat, FRONT_MATTER};
use crate::writer::{self, unwritten, write_rows};
use clap::Args;
use katagami::content::markup::{
    Omit, PageMarkup, Part, RepeatedImages, front_matter, html, markdown, tei, tei_corpus,
};
use katagami::content::{Text, paragraphs, shown_tree};
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::page::Tree;
use katagami::token::Span;
use rayon::prelude::*;
use serde::Serialize;
use std::io;
use std::path::Path;

/// The parts of a page that are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Extent {
    Article,
    /// The article, and the comments as quotations.
    WithComments,
}

/// Whether each page begins with its metadata.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct FrontMatter {
    /// In Markdown, begin each page with its metadata: source, title, author, date as ISO 8601 ...: YAML between two lines of ---
    #[arg(id = FRONT_MATTER, long, conflicts_with_all = ["explain", "truth", "filter"])]
    is_wanted: bool,
}

impl FrontMatter {
    /// Whether it is wanted; an error if the chosen format has none.
    pub(crate) fn wanted(self, output: &ArticleArgs) -> Result<bool> {
        if self.is_wanted && output.format() != ArticleFormat::Md {
            let why =
                "--front-matter works only with --format md, or with a file name that ends in .md".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        Ok(self.is_wanted)
    }
}

/// How articles are written as markup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Style {
    pub(crate) extent: Extent,
    /// Whether each begins with its metadata.
    pub(crate) has_front: bool,
    pub(crate) omitted: Omit,
}

/// Writes the articles, each below a comment with its path if there are several, or below its front matter; TEI has a place for both.
pub(crate) fn write_markup(
    found: &[Found<'_>],
    style: Style,
    format: ArticleFormat,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let documents: Vec<&Document> = found.iter().map(|page| page.document).collect();
    let images = RepeatedImages::of(&documents);
    if format == ArticleFormat::Tei {
        if let [page] = found {
            return out.write_all(page.tei(style, &images).as_bytes());
        }
        let parts: Vec<Vec<Part>> = found.par_iter().map(|page| page.parts(style, &images)).collect();
        let articles = found.iter().zip(parts);
        let articles = articles.map(|(page, parts)| (parts, &page.metadata, page.document.address_or_name()));
        return out.write_all(tei_corpus(&articles.collect::<Vec<_>>()).as_bytes());
    }
    let write = writer(format);
    let written: Vec<String> = found.par_iter().map(|page| write(&page.parts(style, &images))).collect();
    for (number, (page, written)) in found.iter().zip(written).enumerate() {
        if style.has_front {
            let space = if number > 0 { "\n" } else { "" };
            write!(out, "{space}{}", front_matter(page.document, &page.metadata))?;
        } else if found.len() > 1 {
            let space = if number > 0 { "\n" } else { "" };
            // Two hyphens may not occur within a comment.
            writeln!(
                out,
                "{space}<!-- {} -->\n",
                page.document.name().replace("--", "- -").replace('>', "&gt;")
            )?;
        }
        out.write_all(written.as_bytes())?;
    }
    Ok(())
}

/// Writes a file for each article; `row` gives the row of a page for JSON.
pub(crate) fn write_folder<'a, R: Serialize>(
    found: &'a [Found<'_>],
    style: Style,
    (folder, output): (&Path, &ArticleArgs),
    row: impl Fn(&'a Found<'_>) -> R,
    text: impl Fn(&Found<'_>) -> String,
) -> Result<()> {
    let ending = output.ending()?;
    let documents: Vec<&Document> = found.iter().map(|page| page.document).collect();
    let images = RepeatedImages::of(&documents);
    output.note_files(documents.len());
    write_pages(folder, ending, &documents, |number, out| {
        let page = &found[number];
        match output.format() {
            ArticleFormat::Text => writeln!(out, "{}", text(page)).map_err(unwritten),
            ArticleFormat::Tei => out.write_all(page.tei(style, &images).as_bytes()).map_err(unwritten),
            ArticleFormat::Md | ArticleFormat::Html => {
                let front =
                    if style.has_front { front_matter(page.document, &page.metadata) } else { String::new() };
                let written = writer(output.format())(&page.parts(style, &images));
                write!(out, "{front}{written}").map_err(unwritten)
            }
            _ => write_rows(writer::Format::JsonLines, [row(page)], out),
        }
    })
}

fn writer(format: ArticleFormat) -> Write {
    if format == ArticleFormat::Md { markdown } else { html }
}

/// Writes parts of one page in the wanted format.
pub(crate) struct PageWriter<'a>(Option<(PageMarkup<'a>, Write, Omit)>);

/// Writes parts as Markdown or HTML.
type Write = fn(&[Part]) -> String;

impl<'a> PageWriter<'a> {
    /// The writer of a page, which leaves out these images; it writes plain text unless the format keeps markup.
    pub(crate) fn new(
        document: &'a Document,
        tree: &'a Tree<'a>,
        (format, omitted): (ArticleFormat, Omit),
        images: &'a RepeatedImages,
    ) -> Self {
        let page = || PageMarkup::of(document, tree, images);
        PageWriter(format.is_markup().then(|| (page(), writer(format), omitted)))
    }

    /// An article, with a heading above it if there is markup.
    pub(crate) fn article(&self, text: &[Text], headline: Option<Span>, title: Option<&str>) -> String {
        self.written(text, |page| page.article(text, headline, title))
    }

    /// The text of a comment.
    pub(crate) fn comment(&self, text: &[Text]) -> String {
        let spans: Vec<Span> = text.iter().map(|text| text.span).collect();
        self.written(text, |page| page.parts(&spans, None))
    }

    fn written(&self, text: &[Text], parts: impl FnOnce(&PageMarkup<'_>) -> Vec<Part>) -> String {
        match &self.0 {
            Some((page, write, omitted)) => write(&omitted.of(parts(page))).trim_end().to_owned(),
            None => paragraphs(text),
        }
    }
}

impl Found<'_> {
    /// The article as a document of its own.
    fn tei(&self, style: Style, images: &RepeatedImages) -> String {
        tei(&self.parts(style, images), &self.metadata, self.document.address_or_name())
    }

    /// The article with its title.
    fn parts(&self, style: Style, images: &RepeatedImages) -> Vec<Part> {
        let source = self.document.text();
        let tree = if self.is_shown_alone { shown_tree(source) } else { Tree::whole(source) };
        let page = PageMarkup::of(self.document, &tree, images);
        let title = self.metadata.title.as_ref().map(|title| &*title.text);
        let mut parts = page.article(&self.text, self.headline, title);
        for comment in self.comments.iter().filter(|_| style.extent == Extent::WithComments) {
            parts.push(page.quotation(comment));
        }
        style.omitted.of(parts)
    }
}

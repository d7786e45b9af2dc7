//! Pages as documents of markup: what `format` and the options beside it say of their texts.

use crate::ask::word;
use crate::errors::setting;
use crate::table::{Kind, Table, TableBuilder};
use katagami::content::markup::{Omit, PageMarkup, Part, RepeatedImages, front_matter, html, markdown, tei};
use katagami::content::{Content, Metadata, paragraphs, shown_tree};
use katagami::document::Document;
use pyo3::prelude::*;
use rayon::prelude::*;

/// Writes the parts of a text in one form, with what is known of its page and the name of it.
type Writer = fn(&[Part], &Metadata, &str) -> String;

/// The forms of texts by their names; only the first have a form for threads.
const FORMS: [(&str, Form); 5] = [
    ("text", Form { write: None, is_markdown: false }),
    ("markdown", MARKDOWN),
    ("md", MARKDOWN),
    ("html", Form { write: Some(|parts, _, _| html(parts)), is_markdown: false }),
    ("tei", Form { write: Some(tei), is_markdown: false }),
];

const MARKDOWN: Form = Form { write: Some(|parts, _, _| markdown(parts)), is_markdown: true };

/// A form of texts.
#[derive(Clone, Copy)]
struct Form {
    /// None writes text without markup.
    write: Option<Writer>,
    is_markdown: bool,
}

/// What callers say of the texts of pages.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    pub(crate) format: &'a str,
    pub(crate) front_matter: bool,
    pub(crate) omitted: Omit,
}

/// How the texts of pages are written.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    form: Form,
    has_front: bool,
    pub(crate) omitted: Omit,
}

impl Style {
    /// The style of articles.
    pub(crate) fn of_articles(py: Python<'_>, wanted: Wanted<'_>) -> PyResult<Self> {
        Style::one_of(py, &FORMS, wanted)
    }

    /// The style of threads, which are text or Markdown.
    pub(crate) fn of_threads(py: Python<'_>, wanted: Wanted<'_>) -> PyResult<Self> {
        Style::one_of(py, &FORMS[..3], wanted)
    }

    fn one_of(py: Python<'_>, forms: &[(&str, Form)], wanted: Wanted<'_>) -> PyResult<Self> {
        let Wanted { format, front_matter, omitted } = wanted;
        let form = word(py, "format", format, forms)?;
        if form.write.is_none() && omitted != Omit::default() {
            let why = "no_links, no_images and no_tables work only with format markdown, html or tei";
            return Err(setting(py, why));
        }
        if front_matter && !form.is_markdown {
            return Err(setting(py, "front_matter works only with format markdown"));
        }
        Ok(Style { form, has_front: front_matter, omitted })
    }

    /// Whether the texts are documents with markup.
    pub(crate) fn is_markup(self) -> bool {
        self.form.write.is_some()
    }

    /// The articles of pages; in markup, with their comments as quotations, if these are wanted.
    pub(crate) fn articles(
        self,
        pages: &[(&Document, &(Metadata, Content))],
        has_comments: bool,
    ) -> Vec<String> {
        let Some(write) = self.form.write else {
            return pages.par_iter().map(|(_, (_, content))| paragraphs(&content.text)).collect();
        };
        let images = RepeatedImages::of(&pages.iter().map(|page| page.0).collect::<Vec<_>>());
        let written = pages.par_iter().map(|&(document, (known, content))| {
            let tree = shown_tree(document.text());
            let page = PageMarkup::of(document, &tree, &images);
            let title = known.title.as_ref().map(|title| &*title.text);
            let headline = content.headline.as_ref().map(|headline| headline.span);
            let mut parts = page.article(&content.text, headline, title);
            let comments = content.comments.iter().filter(|_| has_comments);
            parts.extend(comments.map(|comment| page.quotation(comment)));
            self.headed(document, known, &write(&self.omitted.of(parts), known, document.address_or_name()))
        });
        written.collect()
    }

    /// A document below what is known of its page, if that is wanted.
    pub(crate) fn headed(self, document: &Document, known: &Metadata, written: &str) -> String {
        let front = if self.has_front { front_matter(document, known) } else { String::new() };
        format!("{front}{}", written.trim_end())
    }
}

/// A table of pages in the making: what is known of each, and its text.
pub(crate) struct PageTable {
    table: TableBuilder,
    has_origins: bool,
}

impl PageTable {
    /// A table that also says where the author and the date are from, or does not.
    pub(crate) fn new(has_origins: bool) -> Self {
        let origins = Metadata::ORIGINS.into_iter().filter(|_| has_origins);
        let columns = ["path", "url"].into_iter().chain(Metadata::NAMES).chain(origins).chain(["text"]);
        PageTable { table: TableBuilder::new(columns.map(|name| (name, Kind::Text))), has_origins }
    }

    pub(crate) fn add(&mut self, document: &Document, known: &Metadata, text: &str) {
        let mut cells = self.table.row();
        cells.text(document.name()).text(document.address());
        for value in known.values() {
            cells.text(value);
        }
        for source in known.origins().into_iter().filter(|_| self.has_origins) {
            cells.text(source.map(|source| source.to_string()).as_deref());
        }
        cells.text(text);
    }

    pub(crate) fn finish(self) -> Table {
        self.table.finish()
    }
}

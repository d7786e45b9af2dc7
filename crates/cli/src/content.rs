//! `katagami content`: the main text of pages.

mod about;
mod explain;
mod filter;
mod found;
mod markup;
mod run;
mod score;
mod truth;

pub(super) use self::about::{About, sources};
pub(super) use self::explain::{BlockRow, block_rows};
pub(super) use self::found::{Found, Wanted, ours, published_blog};
pub(super) use self::markup::{Extent, PageWriter};
pub(super) use self::run::{ArticleOptions, Articles};
pub(super) use self::truth::FORM;

use self::found::published;
use super::args::{InputArgs, Method, share};
use super::output::with_front_matter;
use super::verb::{Frame, Outcome, Verb};
use clap::Args;
use katagami::content::markup::Omit;
use katagami::content::{Content, Lean, Metadata, TextKind, paragraphs};
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::Shape;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::Write;

/// The main text of each page, such as an article or a post, without menus, teasers, advertisements and comments. A thread gives
/// all its posts.
///
/// Text that other pages of the site have as well is template, so give several pages of a site; for a single page the element with
/// most text is taken. Pages of several sites may be mixed.
///
/// A folder (-o articles/) gets one file per page, named after the address or path of the page. In rows `date` is the date as written,
/// `iso_date` its ISO form.
///
/// Example: katagami content site/ --format md -o articles/
#[derive(Args, Debug)]
#[command(name = "content", after_long_help = FORM, mut_arg("format", with_front_matter))]
pub(super) struct ContentArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: elements of the template whose content varies between pages. Paper: blocks that no other page has
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Cosine of two blocks above which they are equal for the published method [default: 0.9]
    #[arg(long, value_name = "COSINE", value_parser = share)]
    threshold: Option<f64>,
    #[command(flatten)]
    options: ArticleOptions,
}

/// What becomes of texts that may be content or not.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Leaning {
    /// Rather leave out what may be content or not
    #[arg(long, conflicts_with = "method")]
    precision: bool,
    /// Rather keep what may be content or not
    #[arg(long, conflicts_with_all = ["method", "precision"])]
    recall: bool,
}

impl Leaning {
    pub(super) fn lean(self) -> Lean {
        match (self.precision, self.recall) {
            (true, _) => Lean::Precision,
            (_, true) => Lean::Recall,
            _ => Lean::Even,
        }
    }
}

/// The parts that are left out of articles.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LeftOut {
    /// Leave out captions: the text in HTML figures
    #[arg(long, conflicts_with_all = ["method", "explain", "truth"])]
    no_captions: bool,
    /// Leave out lines about the article, such as date and author, next to its headline or after its end
    #[arg(long, conflicts_with_all = ["method", "explain", "truth"])]
    no_dates: bool,
}

/// The markup that is left out of articles and posts.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct LeftOutMarkup {
    /// In Markdown, HTML and TEI, leave out links, but not their text
    #[arg(long)]
    no_links: bool,
    /// In Markdown, HTML and TEI, leave out images
    #[arg(long)]
    no_images: bool,
    /// In Markdown, HTML and TEI, leave out tables, with their text
    #[arg(long)]
    no_tables: bool,
}

impl LeftOutMarkup {
    /// What is left out; an error if the format has no markup.
    pub(super) fn omitted(self, is_markup: bool) -> Result<Omit> {
        let omitted = Omit { links: self.no_links, images: self.no_images, tables: self.no_tables };
        if omitted != Omit::default() && !is_markup {
            let why =
                "--no-links, --no-images and --no-tables work only with --format md, html or tei".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        Ok(omitted)
    }
}

impl LeftOut {
    pub(super) fn out_of(self, content: Content) -> Content {
        let kinds = [(self.no_captions, TextKind::Caption), (self.no_dates, TextKind::Line)];
        let left_out = kinds.into_iter().filter_map(|(is_out, kind)| is_out.then_some(kind));
        left_out.fold(content, Content::without)
    }
}

/// The content of a page, as programs read it.
#[derive(Serialize)]
struct ContentRow<'a> {
    path: &'a str,
    url: Option<&'a str>,
    #[serde(flatten)]
    about: About<'a>,
    #[serde(flatten)]
    origins: Map<String, Value>,
    text: String,
    /// The source of each part of the metadata.
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<BlockRow<'a>>>,
}

impl Verb for ContentArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.options.output.place()).or("no main text found on any page")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--threshold", self.threshold.is_some())?;
        self.options.run(self, &self.input, out)
    }
}

impl Articles for ContentArgs {
    const EXTENT: Extent = Extent::Article;

    fn find<'a>(&self, documents: &'a [Document], wanted: Wanted) -> Vec<Found<'a>> {
        match self.method {
            Method::Ours => self.input.doing("looking for content", || {
                let select = |content: Content| self.options.left.out_of(content.with_posts());
                ours(documents, (wanted, self.options.leaning.lean()), select)
            }),
            Method::Paper => {
                self.input.doing("comparing blocks", || published(documents, self.threshold, wanted.blocks))
            }
        }
    }

    fn row(&self, page: &Found<'_>) -> impl Serialize {
        ContentRow {
            path: page.document.name(),
            url: page.document.address(),
            about: About::new(&page.metadata),
            origins: self.options.origins(&page.metadata),
            text: paragraphs(&page.text),
            sources: self.options.explain.then(|| sources(&page.metadata)),
            blocks: self.options.explain.then(|| block_rows(page)),
        }
    }

    fn table_rows(&self, page: &Found<'_>) -> impl Iterator<Item = impl Serialize> {
        std::iter::once(self.row(page))
    }

    fn columns(&self) -> Vec<(&'static str, Shape)> {
        let origins = Metadata::ORIGINS.into_iter().filter(|_| self.options.all_fields);
        let names = ["path", "url"].into_iter().chain(Metadata::NAMES).chain(origins).chain(["text"]);
        names.map(|name| (name, Shape::One)).collect()
    }

    fn added(writer: &PageWriter<'_>, title: Option<&str>, content: Content) -> Vec<(&'static str, Value)> {
        let content = content.with_posts();
        let text = writer.article(&content.text, content.headline.map(|headline| headline.span), title);
        vec![("text", text.into())]
    }
}

//! `katagami content`: the main text of pages.

mod about;
mod explain;
mod filter;
mod found;
mod markup;
mod score;
mod truth;

pub(super) use self::about::{About, describe_metadata, members, origins, sources};
pub(super) use self::explain::{BlockRow, block_rows, describe_blocks, refuse};
pub(super) use self::filter::Filter;
pub(super) use self::found::{Found, Wanted, ours, published_blog};
pub(super) use self::markup::{Extent, FrontMatter, PageWriter, Style, write_folder, write_markup};
pub(super) use self::score::write_blog_scores;
pub(super) use self::truth::{FORM, Truth};

use self::found::published;
use self::score::write_scores;
use super::args::{InputArgs, Method, share};
use super::output::{ArticleArgs, ArticleFormat, ProgramFormat, with_front_matter};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_plain, write_rows};
use clap::Args;
use katagami::content::markup::Omit;
use katagami::content::{Content, Lean, Metadata, TextKind, paragraphs};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::Shape;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::PathBuf;

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
    /// Show for each block its bytes, its element path, whether it is content, and why
    #[arg(long, conflicts_with = "truth")]
    explain: bool,
    /// Compare the blocks with the known blocks of content in FILE, and print precision, recall, F and perfect matching
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Read JSON Lines of {"url", "html"} (files, or - for standard input) and write the same objects with "text" and the metadata
    /// of the page ("title", "author", "date" ...) added; all other members are kept. --format md or html gives the text with its
    /// markup. Reads the input twice, first to learn from at most 4,096 pages, 1,024 of a kind: memory does not grow with the input,
    /// but text that only pages beyond these share is taken for content. Existing metadata is kept, an existing "text" is replaced
    #[arg(long, conflicts_with_all = ["method", "explain", "truth"])]
    filter: bool,
    /// Also say where the author and the date are from: shown to readers, or stated in which vocabulary
    #[arg(long, conflicts_with_all = ["filter", "truth"])]
    all_fields: bool,
    #[command(flatten)]
    leaning: Leaning,
    #[command(flatten)]
    left: LeftOut,
    #[command(flatten)]
    markup: LeftOutMarkup,
    #[command(flatten)]
    front: FrontMatter,
    #[command(flatten)]
    output: ArticleArgs,
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

/// The columns of a table of these.
fn columns(all_fields: bool) -> Vec<(&'static str, Shape)> {
    let origins = Metadata::ORIGINS.into_iter().filter(|_| all_fields);
    let names = ["path", "url"].into_iter().chain(Metadata::NAMES).chain(origins).chain(["text"]);
    names.map(|name| (name, Shape::One)).collect()
}

impl Verb for ContentArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or("no main text found on any page")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--threshold", self.threshold.is_some())?;
        let omitted = self.markup.omitted(self.output.format().is_markup())?;
        if self.filter {
            let added = |writer: &PageWriter<'_>, metadata: &Metadata, content| {
                added(writer, metadata, self.left.out_of(content))
            };
            let lean = self.leaning.lean();
            return Filter { added, kept: &Metadata::NAMES, omitted, lean }.run(
                &self.input,
                &self.output,
                out,
            );
        }
        refuse(self.explain, self.truth.is_some(), self.output.format())?;
        let has_front = self.front.wanted(&self.output)?;
        let style = Style { extent: Extent::Article, has_front, omitted };
        let truth = self.truth.as_deref().map(Truth::read).transpose()?;
        let corpus = self.input.corpus()?;
        let documents = corpus.documents();
        let wanted = Wanted::new(self.explain, truth.is_some(), has_front, self.output.format());
        let found = match self.method {
            Method::Ours => self.input.doing("looking for content", || {
                ours(documents, (wanted, self.leaning.lean()), |content| {
                    self.left.out_of(content.with_posts())
                })
            }),
            Method::Paper => {
                self.input.doing("comparing blocks", || published(documents, self.threshold, wanted.blocks))
            }
        };
        self.input.print_alone(found.iter().filter(|page| page.is_alone).count());
        if let Some(folder) = self.output.folder().filter(|_| truth.is_none()) {
            let to = (folder, &self.output);
            write_folder(&found, style, to, |page| self.row(page), |page| paragraphs(&page.text))?;
            return Ok(outcome(&found));
        }
        if !self.input.is_quiet() {
            self.output.advise(found.len());
        }
        if let (None, Some(table)) = (&truth, self.output.format().table()) {
            self.output.write(out, |out| {
                write_plain(
                    table,
                    &columns(self.all_fields),
                    found.iter().map(|page| Ok(self.row(page))),
                    out,
                )
            })?;
            return Ok(outcome(&found));
        }
        self.output.write(out, |out| match (truth, self.output.format().rows()) {
            (Some(truth), format) => write_scores(&truth, &found, format, out),
            (None, Some(format)) => write_rows(format, found.iter().map(|page| self.row(page)), out),
            (None, None) if self.output.format() == ArticleFormat::Text => {
                found.iter().try_for_each(|page| self.describe(page, out)).map_err(unwritten)
            }
            (None, None) => write_markup(&found, style, self.output.format(), out).map_err(unwritten),
        })?;
        Ok(outcome(&found))
    }
}

impl ContentArgs {
    fn row<'a>(&self, page: &'a Found<'_>) -> ContentRow<'a> {
        ContentRow {
            path: page.document.name(),
            url: page.document.address(),
            about: About::new(&page.metadata),
            origins: if self.all_fields { origins(&page.metadata) } else { Map::new() },
            text: paragraphs(&page.text),
            sources: self.explain.then(|| sources(&page.metadata)),
            blocks: self.explain.then(|| block_rows(page)),
        }
    }

    fn describe(&self, page: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", page.document.name())?;
        if self.explain {
            describe_metadata(&page.metadata, out)?;
            return describe_blocks(page, self.output.place().width(), out);
        }
        describe_text(page, out)?;
        writeln!(out)
    }
}

fn outcome(found: &[Found<'_>]) -> Outcome {
    if found.iter().all(|page| page.text.is_empty()) { Outcome::Nothing } else { Outcome::Found }
}

/// The text of a page for people.
pub(super) fn describe_text(page: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
    for line in paragraphs(&page.text).lines() {
        if line.is_empty() { writeln!(out)? } else { writeln!(out, "    {line}")? }
    }
    Ok(())
}

/// The members that are added to the object of a page.
fn added(writer: &PageWriter<'_>, metadata: &Metadata, content: Content) -> Vec<(&'static str, Value)> {
    let content = content.with_posts();
    let [title, ..] = metadata.values();
    let text = writer.article(&content.text, content.headline.map(|headline| headline.span), title);
    members(metadata).chain([("text", text.into())]).collect()
}

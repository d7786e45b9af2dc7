//! `katagami blog`: posts, and the comments below them.

use super::args::{InputArgs, Method};
use super::content::{
    About, BlockRow, Extent, FORM, Filter, Found, FrontMatter, Leaning, LeftOut, LeftOutMarkup, PageWriter,
    Style, Truth, Wanted, block_rows, describe_blocks, describe_metadata, describe_text, members, origins,
    ours, published_blog, refuse, sources, write_blog_scores, write_folder, write_markup,
};
use super::foreign::{EveryPage, tell};
use super::output::{ArticleArgs, ArticleFormat, ProgramFormat, no_flat, with_front_matter};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_plain, write_rows};
use clap::Args;
use katagami::ask::PageKind;
use katagami::content::{Comment, Content, Metadata, paragraphs};
use katagami::error::Result;
use katagami::kind::{BLOG, foreign_pages};
use katagami::report::Shape;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::PathBuf;

/// The post of each page of a blog and each comment below it, with author and date if they are on a line of the comment.
///
/// A reply that is nested in the comment it replies to is a comment with a depth of 1 or more.
///
/// Give several pages of one blog: comments are found by the structure that they repeat on these pages, whether few or all pages
/// have comments.
///
/// A table (csv), and jsonl with --flat, has a row for each post and each comment: the post is number 0, comments are numbered from 1.
/// `date` is the date as written, `iso_date` its ISO form.
/// Other JSON has an object for each page.
///
/// Example: katagami blog my-blog/ --format jsonl
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Args, Debug)]
#[command(name = "blog", after_long_help = FORM, mut_arg("format", with_front_matter))]
pub(super) struct BlogArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: comments are repeated records with dates. Paper: comments are content that is not in the same place on every page
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Leave out the last step of the published method: blocks with the block identifier of a content block become content too
    #[arg(long)]
    no_extension: bool,
    /// Show for each block its bytes, its element path, whether it belongs to the post or to a comment, and why
    #[arg(long, conflicts_with = "truth")]
    explain: bool,
    /// Compare the blocks with the known blocks of posts and comments in FILE, and print precision, recall, F and accuracy
    #[arg(long, value_name = "FILE")]
    truth: Option<PathBuf>,
    /// Read JSON Lines of {"url", "html"} (files, or - for standard input) and write the same objects with "post",
    /// "comments", "signed" and the metadata of the page ("title", "author" ...) added; all other members are kept. Reads the input
    /// twice, first to learn from at most 4,096 pages, 1,024 of a kind: memory does not grow with the input
    #[arg(long, conflicts_with_all = ["method", "explain", "truth"])]
    filter: bool,
    /// In JSON Lines, one line per post and per comment, instead of one line per page with all of these
    #[arg(long, conflicts_with_all = ["filter", "explain", "truth"])]
    flat: bool,
    /// Also say where the author and the date of the post are from: shown to readers, or stated in which vocabulary
    #[arg(long, conflicts_with_all = ["filter", "truth"])]
    all_fields: bool,
    #[command(flatten)]
    every: EveryPage,
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

/// A page of a blog, as programs read it.
#[derive(Serialize)]
struct BlogRow<'a> {
    path: &'a str,
    url: Option<&'a str>,
    /// The kind of a page that is left out for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out_as: Option<&'static str>,
    #[serde(flatten)]
    about: About<'a>,
    #[serde(flatten)]
    origins: Map<String, Value>,
    post: String,
    comments: Vec<String>,
    /// Author, date and text of each comment; the published method finds none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signed: Vec<Signature<'a>>,
    /// The source of each part of the metadata.
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Vec<BlockRow<'a>>>,
}

#[derive(Serialize)]
struct Signature<'a> {
    author: Option<&'a str>,
    date: Option<&'a str>,
    /// The date as year, month and day, if all three are known.
    iso_date: Option<&'a str>,
    /// The number of comments that it is nested in.
    depth: u32,
    /// The comment without the lines that hold author and date, and without those that most comments have.
    text: String,
}

/// A post or a comment, as a row of a table.
#[derive(Serialize)]
struct PartRow<'a> {
    path: &'a str,
    url: Option<&'a str>,
    /// 0 for the post, comments are numbered from 1.
    comment: usize,
    /// The number of comments that it is nested in.
    depth: u32,
    author: Option<&'a str>,
    date: Option<&'a str>,
    text: String,
    /// The other metadata of the page, only in the row of the post.
    #[serde(flatten)]
    about: About<'a>,
    #[serde(flatten)]
    origins: Map<String, Value>,
}

/// The metadata that is before the text in a [`PartRow`].
const SIGNED: &[&str] = &["author", "date"];

/// The columns of a table of these.
fn columns(all_fields: bool) -> Vec<(&'static str, Shape)> {
    let numbers = [("comment", Shape::Integer), ("depth", Shape::Integer)];
    let others = Metadata::NAMES.into_iter().filter(|name| !SIGNED.contains(name));
    let others = others.chain(Metadata::ORIGINS.into_iter().filter(|_| all_fields));
    let texts = SIGNED.iter().copied().chain(["text"]).chain(others).map(|name| (name, Shape::One));
    [("path", Shape::One), ("url", Shape::One)].into_iter().chain(numbers).chain(texts).collect()
}

impl Verb for BlogArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or("no main text found on any page")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--no-extension", self.no_extension)?;
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
        if self.flat && self.output.format() != ArticleFormat::Jsonl {
            return Err(no_flat());
        }
        let has_front = self.front.wanted(&self.output)?;
        let style = Style { extent: Extent::WithComments, has_front, omitted };
        let truth = self.truth.as_deref().map(Truth::read).transpose()?;
        let corpus = self.input.corpus()?;
        let documents = corpus.documents();
        let wanted = Wanted::new(self.explain, truth.is_some(), has_front, self.output.format());
        let mut found = match self.method {
            Method::Ours => self.input.doing("looking for posts", || {
                ours(documents, (wanted, self.leaning.lean()), |content| self.left.out_of(content))
            }),
            Method::Paper => self
                .input
                .doing("comparing blocks", || published_blog(documents, !self.no_extension, wanted.blocks)),
        };
        if self.method == Method::Ours && truth.is_none() && !self.every.every_page {
            let foreign = self.input.doing("looking at pages", || foreign_pages(documents, BLOG));
            tell(&self.input, &foreign);
            found.iter_mut().zip(foreign).for_each(|(page, kind)| page.leave_out(kind));
        }
        let is_rows = self.output.folder().is_none() && self.output.format().rows().is_some();
        if !is_rows {
            found.retain(|page| page.left_out.is_none());
        }
        self.input.print_alone(found.iter().filter(|page| page.is_alone).count());
        if let Some(folder) = self.output.folder().filter(|_| truth.is_none()) {
            let to = (folder, &self.output);
            write_folder(&found, style, to, |page| self.row(page), with_comments)?;
            return Ok(outcome(&found));
        }
        if !self.input.is_quiet() {
            self.output.advise(found.len());
        }
        if let (None, Some(table)) = (&truth, self.output.format().table()) {
            self.output.write(out, |out| {
                let rows = found.iter().flat_map(|page| self.part_rows(page)).map(Ok);
                write_plain(table, &columns(self.all_fields), rows, out)
            })?;
            return Ok(outcome(&found));
        }
        self.output.write(out, |out| match (truth, self.output.format().rows()) {
            (Some(truth), format) => write_blog_scores(&truth, &found, format, out),
            (None, Some(format)) if self.flat => {
                write_rows(format, found.iter().flat_map(|page| self.part_rows(page)), out)
            }
            (None, Some(format)) => write_rows(format, found.iter().map(|page| self.row(page)), out),
            (None, None) if self.output.format() == ArticleFormat::Text => {
                found.iter().try_for_each(|page| self.describe(page, out)).map_err(unwritten)
            }
            (None, None) => write_markup(&found, style, self.output.format(), out).map_err(unwritten),
        })?;
        Ok(outcome(&found))
    }
}

impl BlogArgs {
    fn row<'a>(&self, page: &'a Found<'_>) -> BlogRow<'a> {
        let comments = page.comments.iter();
        let signed = comments.clone().map(signature);
        BlogRow {
            path: page.document.name(),
            url: page.document.address(),
            left_out_as: page.left_out.map(PageKind::name),
            about: About::new(&page.metadata),
            origins: self.origins(&page.metadata),
            post: paragraphs(&page.text),
            signed: if self.method == Method::Ours { signed.collect() } else { Vec::new() },
            comments: comments.map(|comment| paragraphs(&comment.text)).collect(),
            sources: self.explain.then(|| sources(&page.metadata)),
            blocks: self.explain.then(|| block_rows(page)),
        }
    }

    /// The post of a page if it has one, then its comments.
    fn part_rows<'a>(&self, page: &'a Found<'_>) -> impl Iterator<Item = PartRow<'a>> + use<'a> {
        let unknown = self.origins(&Metadata::default());
        let row = move |(comment, depth), (author, date), about: About<'a>, text: String| PartRow {
            path: page.document.name(),
            url: page.document.address(),
            comment,
            depth,
            author,
            date,
            text,
            about: about.without(SIGNED),
            origins: unknown.clone(),
        };
        let about = About::new(&page.metadata);
        let post = row((0, 0), (about.get("author"), about.get("date")), about, paragraphs(&page.text));
        let post = PartRow { origins: self.origins(&page.metadata), ..post };
        let comments = page.comments.iter().zip(1..).map(move |(comment, number)| {
            let Signature { author, date, iso_date, depth, text } = signature(comment);
            row((number, depth), (author, date), About::only("iso_date", iso_date), text)
        });
        Some(post).filter(|post| !post.text.is_empty()).into_iter().chain(comments)
    }

    fn origins(&self, metadata: &Metadata) -> Map<String, Value> {
        if self.all_fields { origins(metadata) } else { Map::new() }
    }

    fn describe(&self, page: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", page.document.name())?;
        if self.explain {
            describe_metadata(&page.metadata, out)?;
            return describe_blocks(page, self.output.place().width(), out);
        }
        describe_text(page, out)?;
        for comment in &page.comments {
            let indent = "    ".repeat(comment.depth as usize);
            let lines = comment.text.iter().flat_map(|text| text.text.lines());
            let lines: Vec<&str> = lines.collect();
            writeln!(out, "\n{indent}  > {}", lines.join(&format!("\n{indent}    ")))?;
        }
        writeln!(out)
    }
}

/// A post as text, with its comments as quotations.
fn with_comments(page: &Found<'_>) -> String {
    let quoted = |comment: &Comment| format!("> {}", paragraphs(&comment.text).replace('\n', "\n> "));
    let parts = std::iter::once(paragraphs(&page.text)).chain(page.comments.iter().map(quoted));
    parts.collect::<Vec<_>>().join("\n\n")
}

fn outcome(found: &[Found<'_>]) -> Outcome {
    let nothing = |page: &Found<'_>| page.text.is_empty() && page.comments.is_empty();
    if found.iter().all(nothing) { Outcome::Nothing } else { Outcome::Found }
}

/// The author, date and text of a comment.
fn signature(comment: &Comment) -> Signature<'_> {
    let (author, date) = (comment.author.as_deref(), comment.date.as_deref());
    Signature {
        author,
        date,
        iso_date: comment.iso_date.as_deref(),
        depth: comment.depth,
        text: comment.said(),
    }
}

/// The members that are added to the object of a page.
fn added(writer: &PageWriter<'_>, metadata: &Metadata, content: Content) -> Vec<(&'static str, Value)> {
    let comments = content.comments.iter().map(|comment| writer.comment(&comment.text).into());
    let comments: Vec<Value> = comments.collect();
    let [title, ..] = metadata.values();
    let post = writer.article(&content.text, content.headline.map(|headline| headline.span), title);
    let sign = |comment: &Comment| json!(signature(comment));
    let signed: Vec<Value> = content.comments.iter().map(sign).collect();
    let added = [("post", post.into()), ("comments", comments.into()), ("signed", signed.into())];
    members(metadata).chain(added).collect()
}

//! `katagami blog`: posts, and the comments below them.

use super::args::{InputArgs, Method};
use super::content::{
    About, ArticleOptions, Articles, BlockRow, Extent, FORM, Found, PageWriter, Wanted, block_rows, ours,
    published_blog, sources,
};
use super::foreign::{EveryPage, tell};
use super::output::{ArticleFormat, no_flat, with_front_matter};
use super::verb::{Frame, Outcome, Verb};
use clap::Args;
use katagami::ask::PageKind;
use katagami::content::{Comment, Content, Metadata, paragraphs};
use katagami::document::Document;
use katagami::error::Result;
use katagami::kind::{BLOG, foreign_pages};
use katagami::report::Shape;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::Write;

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
    /// In JSON Lines, one line per post and per comment, instead of one line per page with all of these
    #[arg(long, conflicts_with_all = ["filter", "explain", "truth"])]
    flat: bool,
    #[command(flatten)]
    every: EveryPage,
    #[command(flatten)]
    options: ArticleOptions,
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

impl Verb for BlogArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.options.output.place()).or("no main text found on any page")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--no-extension", self.no_extension)?;
        if self.flat && self.options.output.format() != ArticleFormat::Jsonl {
            return Err(no_flat());
        }
        self.options.run(self, &self.input, out)
    }
}

impl Articles for BlogArgs {
    const EXTENT: Extent = Extent::WithComments;

    fn is_flat(&self) -> bool {
        self.flat
    }

    fn find<'a>(&self, documents: &'a [Document], wanted: Wanted) -> Vec<Found<'a>> {
        let options = &self.options;
        let mut found = match self.method {
            Method::Ours => self.input.doing("looking for posts", || {
                ours(documents, (wanted, options.leaning.lean()), |content| options.left.out_of(content))
            }),
            Method::Paper => self
                .input
                .doing("comparing blocks", || published_blog(documents, !self.no_extension, wanted.blocks)),
        };
        if self.method == Method::Ours && options.truth.is_none() && !self.every.every_page {
            let foreign = self.input.doing("looking at pages", || foreign_pages(documents, BLOG));
            tell(&self.input, &foreign);
            found.iter_mut().zip(foreign).for_each(|(page, kind)| page.leave_out(kind));
        }
        found
    }

    fn row(&self, page: &Found<'_>) -> impl Serialize {
        let comments = page.comments.iter();
        let signed = comments.clone().map(signature);
        BlogRow {
            path: page.document.name(),
            url: page.document.address(),
            left_out_as: page.left_out.map(PageKind::name),
            about: About::new(&page.metadata),
            origins: self.options.origins(&page.metadata),
            post: paragraphs(&page.text),
            signed: if self.method == Method::Ours { signed.collect() } else { Vec::new() },
            comments: comments.map(|comment| paragraphs(&comment.text)).collect(),
            sources: self.options.explain.then(|| sources(&page.metadata)),
            blocks: self.options.explain.then(|| block_rows(page)),
        }
    }

    /// The post of a page if it has one, then its comments.
    fn table_rows<'a>(&self, page: &'a Found<'_>) -> impl Iterator<Item = impl Serialize> {
        let unknown = self.options.origins(&Metadata::default());
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
        let post = PartRow { origins: self.options.origins(&page.metadata), ..post };
        let comments = page.comments.iter().zip(1..).map(move |(comment, number)| {
            let Signature { author, date, iso_date, depth, text } = signature(comment);
            row((number, depth), (author, date), About::only("iso_date", iso_date), text)
        });
        Some(post).filter(|post| !post.text.is_empty()).into_iter().chain(comments)
    }

    fn columns(&self) -> Vec<(&'static str, Shape)> {
        let numbers = [("comment", Shape::Integer), ("depth", Shape::Integer)];
        let others = Metadata::NAMES.into_iter().filter(|name| !SIGNED.contains(name));
        let others = others.chain(Metadata::ORIGINS.into_iter().filter(|_| self.options.all_fields));
        let texts = SIGNED.iter().copied().chain(["text"]).chain(others).map(|name| (name, Shape::One));
        [("path", Shape::One), ("url", Shape::One)].into_iter().chain(numbers).chain(texts).collect()
    }

    fn added(writer: &PageWriter<'_>, title: Option<&str>, content: Content) -> Vec<(&'static str, Value)> {
        let comments = content.comments.iter().map(|comment| writer.comment(&comment.text).into());
        let comments: Vec<Value> = comments.collect();
        let post = writer.article(&content.text, content.headline.map(|headline| headline.span), title);
        let sign = |comment: &Comment| json!(signature(comment));
        let signed: Vec<Value> = content.comments.iter().map(sign).collect();
        vec![("post", post.into()), ("comments", comments.into()), ("signed", signed.into())]
    }
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

//! `katagami blog`: posts apart from the comments below them.

use super::Outcome;
use super::args::{InputArgs, Method};
use super::content::text;
use super::filter::Filter;
use super::output::OutputArgs;
use crate::content::{self, Comment, Content, paper_blog};
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::page::{Tree, block_text};
use crate::report::{self, unwritten, write_rows};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;

/// The post of each page of a blog, and the comments below it one by one, with author and date where lines tell them.
///
/// Give several pages of one blog: comments are found by their repeated form over all of them, whether all pages have
/// some or few.
///
/// Example: katagami blog my-blog/ --format jsonl
#[derive(Args, Debug)]
#[command(name = "blog")]
pub(super) struct BlogArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: comments are repeated records with dates. Paper: content that is not in the same place on every page
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Read JSON Lines of {"url", "html"} (files, or - for standard input) and write the same objects with "post",
    /// "comments" and "signed" added, whatever else they have. Two passes, the first to learn from at most 4,096 pages,
    /// 1,024 of a kind: memory does not grow with the input
    #[arg(long, conflicts_with_all = ["format", "method"])]
    filter: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A page of a blog, as programs read it.
#[derive(Serialize)]
struct BlogRow<'a> {
    path: &'a str,
    post: String,
    comments: Vec<String>,
    /// Author and date of each comment; the published method tells none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    signed: Vec<Signature>,
}

#[derive(Serialize)]
struct Signature {
    author: Option<String>,
    date: Option<String>,
}

impl BlogArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        if self.filter {
            return Filter { members, kept: &[] }.run(&self.input, &self.output, out);
        }
        if matches!(self.output.format.rows(), Some(report::Format::Csv)) {
            let why = "--format csv: a page has a list of comments; take json or jsonl".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        let corpus = self.input.corpus()?;
        let rows = match self.method {
            Method::Ours => self.input.doing("looking for posts", || ours(corpus.documents())),
            Method::Paper => self.input.doing("comparing blocks", || published(corpus.documents())),
        };
        self.output.write(out, |out| match self.output.format.rows() {
            Some(format) => write_rows(format, &rows, out),
            None => rows.iter().try_for_each(|row| row.describe(out)).map_err(unwritten),
        })?;
        let nothing = |row: &BlogRow<'_>| row.post.is_empty() && row.comments.is_empty();
        Ok(if rows.iter().all(nothing) { Outcome::Nothing } else { Outcome::Found })
    }
}

/// What is added to a page in JSON.
fn members(content: Content) -> Vec<(&'static str, Value)> {
    let comments: Vec<Value> = content.comments.iter().map(|comment| text(&comment.text).into()).collect();
    let sign = |comment: Comment| json!({ "author": comment.author, "date": comment.date });
    let signed: Vec<Value> = content.comments.into_iter().map(sign).collect();
    vec![("post", text(&content.text).into()), ("comments", comments.into()), ("signed", signed.into())]
}

fn ours(documents: &[Document]) -> Vec<BlogRow<'_>> {
    let contents = content::contents(documents);
    let rows = documents.iter().zip(contents).map(|(document, content)| {
        let comments = content.comments.iter().map(|comment| text(&comment.text)).collect();
        let sign = |comment: Comment| Signature { author: comment.author, date: comment.date };
        let signed = content.comments.into_iter().map(sign).collect();
        BlogRow { path: document.name(), post: text(&content.text), comments, signed }
    });
    rows.collect()
}

fn published(documents: &[Document]) -> Vec<BlogRow<'_>> {
    let trees: Vec<Tree> = documents.par_iter().map(|document| Tree::whole(document.text())).collect();
    let pages = paper_blog::pages(documents, &trees);
    let rows = documents.iter().zip(&trees).zip(pages).map(|((document, tree), page)| {
        let texts = |part: paper_blog::Part| {
            let of_part = page.blocks.blocks.iter().zip(&page.parts).filter(|(_, of)| **of == Some(part));
            let texts: Vec<String> =
                of_part.map(|(block, _)| block_text(tree, document.text(), block)).collect();
            texts.join("\n")
        };
        let comments = Some(texts(paper_blog::Part::Comment)).filter(|comments| !comments.is_empty());
        BlogRow {
            path: document.name(),
            post: texts(paper_blog::Part::Post),
            comments: comments.into_iter().collect(),
            signed: Vec::new(),
        }
    });
    rows.collect()
}

impl BlogRow<'_> {
    fn describe(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}\n", self.path)?;
        for line in self.post.lines() {
            writeln!(out, "    {line}")?;
        }
        for comment in &self.comments {
            writeln!(out, "\n  > {}", comment.replace('\n', "\n    "))?;
        }
        writeln!(out)
    }
}

//! `katagami content`: the main text of pages.

use super::Outcome;
use super::args::{InputArgs, Method};
use super::filter::Filter;
use super::output::OutputArgs;
use crate::content::{self, Content, paper};
use crate::document::Document;
use crate::error::Result;
use crate::page::{Tree, block_text};
use crate::report::{unwritten, write_rows};
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::io::Write;

/// The main text of each page: articles, posts; without menus, teasers, advertisements and comments.
///
/// What other pages of the site have too is template, so give several of them; with a single page the place with most
/// text is taken. Pages of several sites may be mixed.
///
/// Example: katagami content site/ -o texts.jsonl --format jsonl
#[derive(Args, Debug)]
#[command(name = "content")]
pub(super) struct ContentArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: places of the template and what varies in them. Paper: blocks that no other page has
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Read JSON Lines of {"url", "html"} (files, or - for standard input) and write the same objects with "text" and
    /// "title" added, whatever else they have. Two passes, the first to learn from at most 4,096 pages, 1,024 of a kind:
    /// memory does not grow with the input, and a text that only pages beyond these share is taken for content. A "title"
    /// that is there stays, a "text" is replaced
    #[arg(long, conflicts_with_all = ["format", "method"])]
    filter: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// The content of a page, as programs read it.
#[derive(Serialize)]
struct ContentRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    text: String,
}

impl ContentArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        if self.filter {
            return Filter { members, kept: &["title"] }.run(&self.input, &self.output, out);
        }
        let corpus = self.input.corpus()?;
        let rows = match self.method {
            Method::Ours => self.input.doing("looking for content", || ours(corpus.documents())),
            Method::Paper => self.input.doing("comparing blocks", || published(corpus.documents())),
        };
        self.output.write(out, |out| match self.output.format.rows() {
            Some(format) => write_rows(format, &rows, out),
            None => rows.iter().try_for_each(|row| row.describe(out)).map_err(unwritten),
        })?;
        Ok(if rows.iter().all(|row| row.text.is_empty()) { Outcome::Nothing } else { Outcome::Found })
    }
}

/// What is added to a page in JSON.
fn members(content: Content) -> Vec<(&'static str, Value)> {
    let title = content.headline.map(|headline| ("title", headline.text.into()));
    title.into_iter().chain([("text", text(&content.text).into())]).collect()
}

fn ours(documents: &[Document]) -> Vec<ContentRow<'_>> {
    let contents = content::contents(documents);
    let rows = documents.iter().zip(contents).map(|(document, content)| {
        let title = content.headline.map(|headline| headline.text);
        ContentRow { path: document.name(), title, text: text(&content.text) }
    });
    rows.collect()
}

/// Blocks as paragraphs.
pub(super) fn text(blocks: &[content::Text]) -> String {
    blocks.iter().map(|block| block.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn published(documents: &[Document]) -> Vec<ContentRow<'_>> {
    let trees: Vec<Tree> = documents.par_iter().map(|document| Tree::whole(document.text())).collect();
    let pages = paper::pages(documents, &trees);
    let rows = documents.iter().zip(&trees).zip(pages).map(|((document, tree), page)| {
        let content = page.blocks.blocks.iter().zip(&page.content).filter(|(_, content)| **content);
        let texts: Vec<String> = content.map(|(block, _)| block_text(tree, document.text(), block)).collect();
        ContentRow { path: document.name(), title: None, text: texts.join("\n") }
    });
    rows.collect()
}

impl ContentRow<'_> {
    fn describe(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}\n", self.path)?;
        for line in self.text.lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)
    }
}

//! `katagami forum`: threads cut into posts.

use super::Outcome;
use super::args::InputArgs;
use super::output::OutputArgs;
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::forum::{self, Post, Ranked};
use crate::group::Border;
use crate::report::{self, unwritten, write_rows};
use clap::Args;
use serde::Serialize;
use std::io::Write;

/// The posts of each thread page, with author and date where the structure tells them: forums, boards, questions with
/// answers, comments.
///
/// Give several pages of one site, of the same thread or of others; what they share is no post. One page alone works as
/// well, if it has two posts or more.
///
/// Example: katagami forum my-forum/ --format jsonl
#[derive(Args, Debug)]
#[command(name = "forum")]
pub(super) struct ForumArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Say which elements are the posts, and what came next
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: OutputArgs,
}

/// A page of a thread, as programs read it.
#[derive(Serialize)]
struct ThreadRow<'a> {
    path: &'a str,
    posts: Vec<PostRow>,
    /// The same for all pages of the set.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<&'a [Candidate]>,
}

#[derive(Serialize)]
struct PostRow {
    text: String,
    author: Option<String>,
    date: Option<String>,
    /// How many posts it is nested in.
    depth: u32,
    /// The bytes of the page from which it was cut.
    start: u32,
    end: u32,
}

/// What may be the posts.
#[derive(Serialize)]
struct Candidate {
    way: String,
    border: &'static str,
    records: usize,
    score: f64,
    coverage: f64,
    template: f64,
    effective: f64,
}

/// How many candidates are told.
const TOLD: usize = 5;

impl ForumArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        if matches!(self.output.format.rows(), Some(report::Format::Csv)) {
            let why = "--format csv: a page has a list of posts; take json or jsonl".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        let corpus = self.input.corpus()?;
        let found = self.input.doing("looking for posts", || forum::threads(corpus.documents()));
        let candidates: Vec<Candidate> =
            found.candidates.into_iter().take(TOLD).map(Candidate::from).collect();
        let told = self.explain.then_some(&*candidates);
        let row = |(document, posts): (&'_ Document, Vec<Post>)| (document.name().to_owned(), posts);
        let pages: Vec<(String, Vec<Post>)> = corpus.documents().iter().zip(found.pages).map(row).collect();
        let nothing = pages.iter().all(|(_, posts)| posts.is_empty());
        let rows: Vec<ThreadRow<'_>> = pages
            .iter()
            .map(|(path, posts)| ThreadRow {
                path,
                posts: posts.iter().map(PostRow::from).collect(),
                candidates: told,
            })
            .collect();
        self.output.write(out, |out| match self.output.format.rows() {
            Some(format) => write_rows(format, &rows, out),
            None => describe(&rows, told, out).map_err(unwritten),
        })?;
        Ok(if nothing { Outcome::Nothing } else { Outcome::Found })
    }
}

impl From<&Post> for PostRow {
    fn from(post: &Post) -> Self {
        PostRow {
            text: post.text.clone(),
            author: post.author.clone(),
            date: post.date.clone(),
            depth: post.depth,
            start: post.span.start,
            end: post.span.end,
        }
    }
}

impl From<Ranked> for Candidate {
    fn from(ranked: Ranked) -> Self {
        let Ranked { way, border, records, score, coverage, template, effective } = ranked;
        let border = match border {
            Border::Element => "element",
            Border::Run => "run",
        };
        Candidate { way, border, records, score, coverage, template, effective }
    }
}

fn describe(rows: &[ThreadRow<'_>], told: Option<&[Candidate]>, out: &mut dyn Write) -> std::io::Result<()> {
    for candidate in told.into_iter().flatten() {
        let Candidate { way, border, records, score, coverage, template, effective } = candidate;
        writeln!(out, "{score:.3}  {way}")?;
        writeln!(
            out,
            "       {records} records ({border}), {effective:.1} a page by their length; {:.0} % of what was written; template {template:.1}\n",
            100.0 * coverage
        )?;
    }
    for row in rows {
        writeln!(out, "{}\n", row.path)?;
        for (number, post) in (1..).zip(&row.posts) {
            let indent = "    ".repeat(post.depth as usize);
            let signature: Vec<&str> =
                [&post.author, &post.date].into_iter().flatten().map(String::as_str).collect();
            writeln!(out, "  {indent}{number}. {}", signature.join(", "))?;
            for line in post.text.lines() {
                writeln!(out, "    {indent}{line}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

//! `katagami overview`, or a path without a verb: what pages are, and what to ask of them.

use super::Outcome;
use super::args::InputArgs;
use super::output::OutputArgs;
use crate::ask::{Overview, PageKind, overview};
use crate::document::Document;
use crate::error::Result;
use crate::report::{unwritten, write_rows};
use clap::Args;
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

/// What pages are: how many lists, threads, articles and pages of one thing, by template, and the command for each.
///
/// `katagami FOLDER` is short for this. Twenty pages of each template are looked at.
///
/// Example: katagami overview data/shop
#[derive(Args, Debug)]
pub(super) struct OverviewArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) output: OutputArgs,
}

/// Pages of one template, as programs read it.
#[derive(Serialize)]
struct OverviewRow<'a> {
    /// How many pages.
    pages: usize,
    kind: &'static str,
    /// The mean number of records, posts or words on a page.
    mean: f64,
    comments: bool,
    /// The first of the pages.
    path: &'a str,
    command: String,
}

impl OverviewArgs {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let corpus = self.input.corpus()?;
        let templates = self.input.doing("looking at pages", || overview(&corpus));
        let pages = corpus.documents();
        let typed: Vec<String> =
            self.input.arguments().iter().map(|input| quoted(&input.to_string_lossy())).collect();
        let typed = typed.join(" ");
        let rows: Vec<OverviewRow> = templates.iter().map(|template| row(template, pages, &typed)).collect();
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, &rows, out),
            None => describe(&rows, pages.len(), out).map_err(unwritten),
        })?;
        Ok(if rows.is_empty() { Outcome::Nothing } else { Outcome::Found })
    }
}

fn row<'a>(template: &Overview, pages: &'a [Document], typed: &str) -> OverviewRow<'a> {
    let own = own_folder(template, pages).map(quoted);
    OverviewRow {
        pages: template.pages.len(),
        kind: template.kind.name(),
        mean: (template.mean * 10.0).round() / 10.0,
        comments: template.has_comments,
        path: pages[template.pages[0]].name(),
        command: command(template, own.as_deref().unwrap_or(typed)),
    }
}

/// What to ask of the pages.
fn command(template: &Overview, input: &str) -> String {
    match template.kind {
        PageKind::List => format!("katagami records {input}"),
        PageKind::Thread => format!("katagami forum {input}"),
        PageKind::Article if template.has_comments => format!("katagami blog {input}"),
        PageKind::Detail if template.pages.len() > 1 => {
            format!("katagami learn {input} -o wrapper.json && katagami extract -w wrapper.json {input}")
        }
        PageKind::Article | PageKind::Detail => format!("katagami content {input}"),
    }
}

/// The folder that all pages of a template stand in, if no others do.
fn own_folder<'a>(template: &Overview, pages: &'a [Document]) -> Option<&'a str> {
    let folder =
        |page: &'a Document| Path::new(page.name()).parent()?.to_str().filter(|name| !name.is_empty());
    let own = folder(&pages[template.pages[0]])?;
    let within = pages.iter().filter(|page| Path::new(page.name()).starts_with(own)).count();
    let is_own = template.pages.iter().all(|&page| folder(&pages[page]) == Some(own));
    (is_own && within == template.pages.len()).then_some(own)
}

/// A path as a shell reads it.
fn quoted(path: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "/._-+@,:=%".contains(char);
    if !path.is_empty() && path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

fn describe(rows: &[OverviewRow], pages: usize, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} of {}", counted(pages, "page"), counted(rows.len(), "template"))?;
    for row in rows {
        let comments = if row.comments && row.kind != "thread" { ", with comments" } else { "" };
        let what = match row.kind {
            "list" => format!("{} of about {} records", counted(row.pages, "list"), row.mean.round()),
            "thread" => format!("{} of about {} posts", counted(row.pages, "thread"), row.mean.round()),
            "article" => {
                format!("{} of about {} words{comments}", counted(row.pages, "article"), row.mean.round())
            }
            _ => format!("{} of one thing each{comments}", counted(row.pages, "page")),
        };
        writeln!(out, "\n{what}, such as {}\n    {}", row.path, row.command)?;
    }
    Ok(())
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

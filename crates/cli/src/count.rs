//! `katagami count`: how many records a page has.

use super::args::{InputArgs, Method, SymbolArgs, Url, urls};
use super::output::{OutputArgs, ProgramFormat};
use super::records::NO_LIST;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_rows};
use clap::Args;
use katagami::ask::Lists;
use katagami::document::{Corpus, Document};
use katagami::error::{Error, ErrorKind, Result};
use katagami::page::Tree;
use katagami::record::paper;
use katagami::repeat::{List, Ranked, Selection};
use katagami::report::{LeftOutRow, left_out};
use katagami::token::Resolution;
use rayon::prelude::*;
use serde::Serialize;
use std::io::Write;

/// The number of records on each page, such as the hits of a search or the products of a shop.
///
/// One page is enough; more pages of the site make the result more reliable, since text that they share is not part of a list.
///
/// Example: katagami count data/results/a-edges-10
#[derive(Args, Debug)]
pub(super) struct Count {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: similar elements whose columns explain most of the page. Paper: the largest F(f) with f >= 3 for strings of 1 to 10 tags
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Show which elements are the records, the second best group, and which elements were left out and why
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    symbols: SymbolArgs,
    #[command(flatten)]
    output: OutputArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

/// The count of a page, as programs read it.
#[derive(Serialize)]
struct CountRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Url<'a>>,
    count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<Explanation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Explanation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<Explanation>,
}

/// An explanation for a page: null if there is none, so that all rows have the same columns.
#[derive(Serialize)]
struct Explanation(Option<String>);

impl Verb for Count {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or(NO_LIST)
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        if let (Method::Ours, Some(option)) = (self.method, self.symbols.given()) {
            let why =
                format!("{option} is about the symbols of the published method; give --method paper as well");
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        let corpus = match self.method {
            Method::Ours => self.input.corpus()?,
            Method::Paper => self.symbols.corpus(&self.input)?,
        };
        let rows = match self.method {
            Method::Ours => self.input.doing("counting", || self.ours(&corpus))?,
            Method::Paper => self.input.doing("counting", || self.published(&corpus))?,
        };
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, &rows, out),
            None => rows.iter().try_for_each(|row| row.describe(out)).map_err(unwritten),
        })?;
        Ok(if rows.iter().all(|row| row.count == 0) { Outcome::Nothing } else { Outcome::Found })
    }
}

impl Count {
    fn ours<'a>(&self, corpus: &'a Corpus) -> Result<Vec<CountRow<'a>>> {
        let selection = Selection::new().every_page();
        let selection = if self.explain { selection.with_next() } else { selection };
        let lists = Lists::select(corpus, &selection)?;
        let url = urls(corpus.documents());
        let pages = corpus.documents().iter().zip(lists.pages());
        Ok(pages.map(|(document, (tree, list))| self.row(document, url(document), tree, list)).collect())
    }

    fn row<'a>(
        &self,
        document: &'a Document,
        url: Option<Url<'a>>,
        tree: &Tree,
        list: Option<&List>,
    ) -> CountRow<'a> {
        let count =
            list.map_or(0, |list| u32::try_from(list.records.len()).expect("fewer records than elements"));
        let explained =
            |of: &dyn Fn(&List) -> Option<String>| self.explain.then(|| Explanation(list.and_then(of)));
        CountRow {
            path: document.name(),
            url,
            count,
            group: explained(&|list| Some(describe(tree, &list.chosen))),
            next: explained(&|list| list.next.as_ref().map(|next| describe(tree, &next.ranked))),
            left_out: explained(&|list| {
                let reasons = left_out(tree, &list.chosen, &list.records);
                let reasons: Vec<String> = reasons.iter().map(LeftOutRow::describe).collect();
                (!reasons.is_empty()).then(|| reasons.join("\n"))
            }),
        }
    }

    fn published<'a>(&self, corpus: &'a Corpus) -> Result<Vec<CountRow<'a>>> {
        let reader = self.symbols.reader(Resolution::Tag);
        let url = urls(corpus.documents());
        let count = |document: &'a Document| {
            let count = paper::count(document, reader)?;
            let (path, url) = (document.name(), url(document));
            Ok(CountRow { path, url, count, group: None, next: None, left_out: None })
        };
        corpus.documents().par_iter().map(count).collect()
    }
}

impl CountRow<'_> {
    fn describe(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{:>6}  {}", self.count, self.path)?;
        for (what, explained) in [("group", &self.group), ("next", &self.next), ("left out", &self.left_out)]
        {
            for line in explained.iter().filter_map(|text| text.0.as_ref()).flat_map(|lines| lines.lines()) {
                writeln!(out, "        {what}: {line}")?;
            }
        }
        Ok(())
    }
}

/// A group for people: `10 x li.result alike by class, on 3 pages, probability 0.98`.
fn describe(tree: &Tree, group: &Ranked) -> String {
    let records = &group.candidate.records;
    let alike = group.candidate.resolution();
    let label = tree.label(records[0].head);
    let pages = super::args::pages(group.documents as usize);
    format!("{} x {label} alike by {alike}, on {pages}, probability {:.2}", records.len(), group.probability)
}

//! `katagami records`: the records of list pages with their fields.

use super::Outcome;
use super::args::InputArgs;
use super::output::OutputArgs;
use crate::document::{Corpus, Document};
use crate::error::Result;
use crate::group::{self, List, Steps};
use crate::page::{self, Tree};
use crate::record::{self, Field, Listed, Table};
use crate::report::{Format, unwritten, write_rows};
use crate::token::Span;
use clap::Args;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::io::Write;

/// The records of each page, with their fields in columns that all pages share: hits of a search, products of a shop.
///
/// One page is enough; more pages of the site make it surer, for what they share is not their list.
/// There is no published method to choose: it ends with the number of records, see `katagami count --method paper`.
///
/// Example: katagami records data/results/a-edges-10
#[derive(Args, Debug)]
pub(super) struct Records {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// The records of a page, as programs read them.
#[derive(Serialize)]
struct PageRow<'a> {
    path: &'a str,
    count: usize,
    records: Vec<RecordRow<'a>>,
}

#[derive(Serialize)]
struct RecordRow<'a> {
    text: String,
    #[serde(serialize_with = "as_map")]
    fields: Vec<(&'a str, String)>,
}

fn as_map<S: Serializer>(fields: &[(&str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

impl Records {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let corpus = self.input.corpus()?;
        let found = self.input.doing("looking for records", || Found::new(&corpus));
        let rows = (0..corpus.len()).map(|page| found.page(page));
        self.output.write(out, |out| match self.output.format.rows() {
            Some(Format::Csv) => Ok(()),
            Some(format) => write_rows(format, rows, out),
            None => rows.into_iter().try_for_each(|row| row.describe(out)).map_err(unwritten),
        })?;
        let empty = found.tables.is_empty();
        Ok(if empty { Outcome::Nothing } else { Outcome::Found })
    }
}

struct Found<'a> {
    documents: &'a [Document],
    trees: Vec<Tree>,
    lists: Vec<Option<List>>,
    tables: Vec<Table>,
    /// For every page with a list its table and its place in it.
    places: Vec<Option<(usize, usize)>>,
}

impl<'a> Found<'a> {
    fn new(corpus: &'a Corpus) -> Self {
        let documents = corpus.documents();
        let trees: Vec<Tree> = documents.par_iter().map(|document| Tree::new(document.text())).collect();
        let lists = group::lists(&trees);
        let steps: Vec<Option<Steps>> = lists
            .iter()
            .zip(&trees)
            .map(|(list, tree)| list.as_ref().map(|list| list.chosen.candidate.steps(tree)))
            .collect();
        let listed: Vec<(usize, Listed<'_>)> = (0..trees.len())
            .filter_map(|page| {
                let (list, steps) = (lists[page].as_ref()?, steps[page].as_ref()?);
                Some((page, Listed { tree: &trees[page], records: &list.records, steps }))
            })
            .collect();
        let tables = record::tables(&listed.iter().map(|(_, list)| *list).collect::<Vec<_>>());
        let mut places = vec![None; trees.len()];
        for (number, table) in tables.iter().enumerate() {
            for (place, &list) in table.lists.iter().enumerate() {
                places[listed[list].0] = Some((number, place));
            }
        }
        Found { documents, trees, lists, tables, places }
    }

    fn page(&self, page: usize) -> PageRow<'_> {
        let (document, tree) = (&self.documents[page], &self.trees[page]);
        let text = |span| page::text(tree, document.text(), span);
        let mut records = Vec::new();
        if let (Some((table, place)), Some(list)) = (self.places[page], &self.lists[page]) {
            let table = &self.tables[table];
            let field =
                |field: &Field| (table.columns.columns()[field.column].name.as_str(), text(field.span));
            for (record, fields) in list.records.iter().zip(&table.fields[place]) {
                let fields = fields.iter().map(field).collect();
                records.push(RecordRow { text: text(span(tree, record)), fields });
            }
        }
        PageRow { path: document.name(), count: records.len(), records }
    }
}

fn span(tree: &Tree, record: &group::Record) -> Span {
    let last = record.members(tree).last().expect("a record has a head");
    Span { start: tree.element(record.head).span.start, end: tree.element(last).span.end }
}

impl PageRow<'_> {
    fn describe(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}: {} records", self.path, self.count)?;
        for (number, record) in (1..).zip(&self.records) {
            writeln!(out, "\n{number:>4}")?;
            for (name, value) in &record.fields {
                writeln!(out, "      {name}: {value}")?;
            }
        }
        writeln!(out)
    }
}

//! `katagami records`: the records of list pages with their fields.

mod explain;

use self::explain::{Explained, explained};
use super::Outcome;
use super::args::InputArgs;
use super::output::TableArgs;
use super::overview::command_for_details;
use super::screen::say;
use crate::ask::{Lists, PageList, Tables, Which};
use crate::document::{Corpus, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::record::{Markup, Width};
use crate::report::{Cell, Column, Row, Shape, unwritten};
use clap::{Args, ValueEnum};
use serde::{Serialize, Serializer};
use std::io::Write;

/// The records of each page, with their fields in columns that all pages of a template share: hits of a search, products
/// of a shop.
///
/// One page is enough; more pages of the site make it surer, for what they share is not their list. A field that a
/// record has no place for is left out; one that is there and empty is empty. The published method ends with the number
/// of records, see `katagami count --method paper`.
///
/// Example: katagami records data/results/a-edges-10
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Args, Debug)]
pub(super) struct Records {
    #[command(flatten)]
    pub(super) input: InputArgs,
    /// What is wanted of the fields
    #[arg(long, value_enum, default_value_t)]
    fields: Wanted,
    /// All columns, also those that say nothing new: lines beside their parts, what is the same in all records, what few
    /// records have
    #[arg(long)]
    all_fields: bool,
    /// All lists of a page instead of its main one, which comes first
    #[arg(long)]
    all: bool,
    /// Say which elements are the records, what came next, which were left out, and what the columns hold
    #[arg(long)]
    explain: bool,
    /// In JSON Lines, a line a record, instead of a line a page with its records inside
    #[arg(long)]
    flat: bool,
    #[command(flatten)]
    pub(super) output: TableArgs,
}

#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
enum Wanted {
    /// The text
    #[default]
    Text,
    /// The text, and the addresses of links and images, in columns NAME.href and NAME.src
    Links,
    /// The HTML
    Html,
}

impl From<Wanted> for Markup {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Text => Markup::Text,
            Wanted::Links => Markup::Links,
            Wanted::Html => Markup::Html,
        }
    }
}

/// A list of a page, as programs read it.
#[derive(Serialize)]
struct ListRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<u32>,
    count: usize,
    records: Vec<RecordRow<'a>>,
    #[serde(flatten)]
    explained: Option<Explained<'a>>,
}

#[derive(Serialize)]
struct RecordRow<'a> {
    text: String,
    #[serde(serialize_with = "as_map")]
    fields: Vec<(&'a str, Value)>,
}

/// The text of a field, for programs its labels and values where it is made of these.
struct Value {
    text: String,
    parts: Option<Vec<(String, String)>>,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.parts {
            Some(parts) => as_map(parts, serializer),
            None => serializer.serialize_str(&self.text),
        }
    }
}

impl<'a> ListRow<'a> {
    fn of(document: &'a Document, records: Vec<RecordRow<'a>>) -> Self {
        let (path, url) = (document.name(), document.url());
        ListRow { path, url, list: None, count: records.len(), records, explained: None }
    }
}

fn as_map<S: Serializer>(
    fields: &[(impl Serialize, impl Serialize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

impl Records {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let nested = self.output.nested(self.flat)?;
        let corpus = self.input.corpus()?;
        let lists = self.input.doing("looking for lists", || Lists::find(&corpus));
        let which = if self.all { Which::All } else { Which::Main };
        let width = if self.all_fields { Width::All } else { Width::Informative };
        let tables = self.input.doing("aligning fields", || lists.tables(which, width));
        let found = Found { markup: self.fields.into(), documents: corpus.documents(), tables: &tables };
        match nested {
            Some(format) => self.output.write_rows(format, found.rows(self.all, self.explain), out)?,
            None => self.write_table(&found, out)?,
        }
        self.propose(&corpus);
        Ok(if tables.lists().is_empty() { Outcome::Nothing } else { Outcome::Found })
    }

    /// Says what reads pages of one thing each, if these are such.
    fn propose(&self, corpus: &Corpus) {
        if self.input.is_quiet() {
            return;
        }
        if let Some(command) =
            self.input.doing("looking at pages", || command_for_details(&self.input, corpus))
        {
            say!(
                "these look like pages of one thing each, with lists beside it; for a row a page:\n    {command}"
            );
        }
    }

    fn write_table(&self, found: &Found<'_>, out: &mut dyn Write) -> Result<()> {
        if self.explain {
            if !self.output.is_text() {
                let why = "--explain goes with --format text, json or jsonl, without --flat".to_owned();
                return Err(Error::new(ErrorKind::Setting(why)));
            }
            found.explain(out).map_err(unwritten)?;
        }
        let names = found.tables.names(found.markup);
        let lead = self.all.then_some("list").into_iter();
        let column = |name: String| Column { name, shape: Shape::One };
        let columns = lead.chain(names.iter().copied()).map(str::to_owned).map(column).collect();
        self.output.write_table(true, columns, out, |table| {
            table.begin(found.documents)?;
            found.rows(self.all, false).try_for_each(|list| {
                (1..).zip(&list.records).try_for_each(|(number, record)| {
                    let mut cells = vec![Cell::Missing; names.len()];
                    for (name, value) in &record.fields {
                        let place = names.iter().position(|other| other == name);
                        cells[place.expect("all names are known")] = Cell::Text(value.text.clone());
                    }
                    let of_list = list.list.map(|list| Cell::Text(list.to_string()));
                    let cells = of_list.into_iter().chain(cells).collect();
                    let (path, url) = (list.path.to_owned(), list.url.map(str::to_owned));
                    table.row(Row { path, url, record: number, cells, more: Vec::new() })
                })
            })
        })
    }
}

/// What was found, and what of it is wanted.
struct Found<'a> {
    markup: Markup,
    documents: &'a [Document],
    tables: &'a Tables<'a>,
}

impl<'a> Found<'a> {
    /// All lists; a page without one has one without records.
    fn rows(&'a self, all: bool, explain: bool) -> impl Iterator<Item = ListRow<'a>> {
        let mut lists = self.tables.lists().iter().peekable();
        (0..self.documents.len()).flat_map(move |page| {
            let mut rows = Vec::new();
            while let Some(list) = lists.next_if(|list| list.page == page) {
                let mut row = self.row(list);
                row.list = all.then_some(list.number);
                row.explained = explain.then(|| explained(self, list));
                rows.push(row);
            }
            if rows.is_empty() {
                rows.push(ListRow::of(&self.documents[page], Vec::new()));
            }
            rows
        })
    }

    fn row(&self, list: &'a PageList<'a>) -> ListRow<'a> {
        let values = self.tables.values(list, self.markup).zip(self.tables.parts(list));
        let has_parts = self.markup != Markup::Html;
        let mut records = Vec::new();
        for (text, (values, mut parts)) in self.tables.texts(list).zip(values) {
            let value =
                |(name, text)| (name, Value { text, parts: parts.remove(name).filter(|_| has_parts) });
            records.push(RecordRow { text, fields: values.into_iter().map(value).collect() });
        }
        ListRow::of(self.tables.page(list).0, records)
    }
}

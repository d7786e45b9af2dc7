//! `katagami records`: the records of list pages, with their fields.

mod explain;

use self::explain::{Explained, explained};
use super::args::InputArgs;
use super::choice::{FieldArgs, SelectionArgs};
use super::foreign::{EveryPage, tell};
use super::output::TableArgs;
use super::overview::advice_without_lists;
use super::screen::print_message;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::unwritten;
use clap::{Args, ValueEnum};
use hashbrown::HashMap;
use katagami::ask::{Lists, PageKind, PageList, Tables};
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::record::{Edited, Markup, Width};
use katagami::report::notice::{Spelling, doubtful_lists};
use katagami::report::{Cell, Column, Row, Shape, rounded};
use serde::{Serialize, Serializer};
use std::io::Write;

/// The records of each page, such as the hits of a search or the products of a shop, with their fields in columns that all pages of a
/// template share.
///
/// One page is enough; more pages of the site make the result more reliable, since text that they share is not part of a list. A
/// field whose element is missing from a record is left out; a field whose element is empty has an empty value. The published
/// method gives only the number of records, see `katagami count --method paper`.
///
/// Example: katagami records data/results/a-edges-10
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Args, Debug)]
pub(super) struct Records {
    #[command(flatten)]
    input: InputArgs,
    /// What the fields contain
    #[arg(long, value_enum, default_value_t)]
    fields: Wanted,
    /// Also the columns without information of their own: lines whose parts are columns, values that are the same in all records,
    /// values that few records have
    #[arg(long)]
    all_fields: bool,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    wanted: FieldArgs,
    #[command(flatten)]
    every: EveryPage,
    /// All lists of a page with their numbers and probabilities, the main list first, instead of only the main list: those that are
    /// more probable than chance, which may be parts of each other, and those in other parts of the page
    #[arg(long, conflicts_with_all = SelectionArgs::NAMES)]
    all: bool,
    /// Show which elements are the records, the second best group, which elements were left out, and examples of the columns
    #[arg(long)]
    explain: bool,
    /// In JSON Lines, write one line per record, instead of one line per page with its records nested
    #[arg(long)]
    flat: bool,
    #[command(flatten)]
    output: TableArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
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
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<f64>,
    /// The kind of a page that is left out for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out_as: Option<&'static str>,
    count: usize,
    records: Vec<RecordRow<'a>>,
    #[serde(flatten)]
    explained: Option<Explained<'a>>,
}

#[derive(Serialize)]
struct RecordRow<'a> {
    text: String,
    #[serde(serialize_with = "as_map")]
    fields: Vec<(&'a str, Value<'a>)>,
}

/// The text of a field; in JSON, its items if it consists of these.
struct Value<'a> {
    text: String,
    items: Option<Vec<&'a str>>,
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.items {
            Some(items) => items.serialize(serializer),
            None => serializer.serialize_str(&self.text),
        }
    }
}

impl<'a> ListRow<'a> {
    fn of(document: &'a Document, records: Vec<RecordRow<'a>>) -> Self {
        let (path, url) = (document.name(), document.address());
        let count = records.len();
        ListRow {
            path,
            url,
            list: None,
            probability: None,
            left_out_as: None,
            count,
            records,
            explained: None,
        }
    }
}

fn as_map<S: Serializer>(
    fields: &[(impl Serialize, impl Serialize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

/// The message if no page has a list.
pub(super) const NO_LIST: &str = "no list found: no element of these pages is repeated with different content; if each page is about one \
                                  thing, use `katagami learn`";

impl Verb for Records {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or(NO_LIST)
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let nested = self.output.nested(self.flat)?;
        let corpus = self.input.corpus()?;
        let selection = self.selection.selection();
        let selection = if self.all { selection.all() } else { selection };
        let selection = if self.explain { selection.with_next() } else { selection };
        let selection = if self.every.every_page { selection.every_page() } else { selection };
        let lists = self.input.doing("looking for lists", || Lists::select(&corpus, &selection))?;
        let width = if self.all_fields { Width::All } else { Width::Informative };
        let tables = self.input.doing("aligning fields", || lists.tables(width));
        let (markup, documents) = (self.fields.into(), corpus.documents());
        let names = tables.names(markup);
        let edit = self.wanted.edit(self.output.is_queried());
        let wanted = edit.apply(&names)?;
        let place = |(place, Edited { from, name }): (usize, &Edited)| (names[*from], (place, name.clone()));
        let places = wanted.iter().enumerate().map(place).collect();
        let (is_edited, foreign) = (!edit.is_empty(), lists.foreign());
        let found = Found { markup, documents, tables: &tables, names: places, is_edited, foreign };
        match nested {
            Some(format) => self.output.write_rows(format, found.rows(self.all, self.explain), out)?,
            None => self.write_table(&found, &wanted, out)?,
        }
        if selection.is_usual() && !self.input.is_quiet() {
            print_message(doubtful_lists(&tables, Spelling::CommandLine));
            tell(&self.input, found.foreign);
            print_message(advice_without_lists(&self.input, &lists));
        }
        Ok(if tables.lists().is_empty() { Outcome::Nothing } else { Outcome::Found })
    }
}

impl Records {
    fn write_table(&self, found: &Found<'_>, wanted: &[Edited], out: &mut dyn Write) -> Result<()> {
        if self.explain {
            if !self.output.is_text() {
                let why = "--explain goes with --format text, json or jsonl, without --flat".to_owned();
                return Err(Error::new(ErrorKind::Setting(why)));
            }
            found.explain(out).map_err(unwritten)?;
        }
        let lead = ["list", "probability"].into_iter().filter(|_| self.all);
        let column = |name: String| Column { name, shape: Shape::One };
        let names: Vec<&str> = wanted.iter().map(|column| &*column.name).collect();
        let places: HashMap<&str, usize> = names.iter().copied().zip(0..).collect();
        let columns = lead.chain(names.iter().copied()).map(str::to_owned).map(column).collect();
        self.output.write_table(true, columns, out, |table| {
            table.begin(found.documents)?;
            found.rows(self.all, false).try_for_each(|list| {
                (1..).zip(&list.records).try_for_each(|(number, record)| {
                    let mut cells = vec![Cell::Missing; names.len()];
                    for (name, value) in &record.fields {
                        cells[places[&**name]] = Cell::Text(value.text.clone());
                    }
                    let of_list = list.list.map(|list| Cell::Text(list.to_string())).into_iter();
                    let probability = list.probability.map(|probability| Cell::Text(probability.to_string()));
                    let cells = of_list.chain(probability).chain(cells).collect();
                    let (path, url) = (list.path.to_owned(), list.url.map(str::to_owned));
                    table.row(Row { path, url, record: number, cells, ..Row::default() })
                })
            })
        })
    }
}

/// The lists that were found, and what their fields contain.
struct Found<'a> {
    markup: Markup,
    documents: &'a [Document],
    tables: &'a Tables<'a>,
    /// The columns that are wanted: by their names before, their places and their names now.
    names: HashMap<&'a str, (usize, String)>,
    /// Whether these are others than there are.
    is_edited: bool,
    /// The kind of each page that is left out for it.
    foreign: &'a [Option<PageKind>],
}

impl<'a> Found<'a> {
    /// The rows of all lists; a page without a list gets a row without records.
    fn rows(&'a self, all: bool, explain: bool) -> impl Iterator<Item = ListRow<'a>> {
        let mut lists = self.tables.lists().iter().peekable();
        (0..self.documents.len()).flat_map(move |page| {
            let mut rows = Vec::new();
            while let Some(list) = lists.next_if(|list| list.page == page) {
                let mut row = self.row(list);
                row.list = all.then_some(list.number);
                row.probability = all.then(|| rounded(list.chosen.probability));
                row.explained = explain.then(|| explained(self, list));
                rows.push(row);
            }
            if rows.is_empty() {
                let left_out_as = self.foreign[page].map(PageKind::name);
                rows.push(ListRow { left_out_as, ..ListRow::of(&self.documents[page], Vec::new()) });
            }
            rows
        })
    }

    fn row(&'a self, list: &'a PageList<'a>) -> ListRow<'a> {
        let values = self.tables.values(list, self.markup).zip(self.tables.items(list));
        let has_items = self.markup != Markup::Html;
        let mut records = Vec::new();
        for (text, (values, mut items)) in self.tables.texts(list).zip(values) {
            let value = |(before, text): (&str, String)| {
                let &(place, ref name) = self.names.get(before)?;
                let items = items.remove(before).filter(|_| has_items);
                Some((place, &**name, Value { text, items }))
            };
            let mut fields: Vec<_> = values.into_iter().filter_map(value).collect();
            if self.is_edited {
                fields.sort_by_key(|&(place, ..)| place);
            }
            let fields = fields.into_iter().map(|(_, name, value)| (name, value)).collect();
            records.push(RecordRow { text, fields });
        }
        ListRow::of(self.tables.page(list).0, records)
    }
}

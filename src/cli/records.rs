//! `katagami records`: the records of list pages with their fields.

mod explain;

use self::explain::{Explained, explained};
use super::Outcome;
use super::args::InputArgs;
use super::output::TableArgs;
use crate::document::{Corpus, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::group::{self, Ranked, Steps};
use crate::page::{self, Tree};
use crate::record::{self, Listed, Markup, Table, Values};
use crate::report::{Cell, Column, Row, Shape, unwritten};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
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
#[derive(Args, Debug)]
pub(super) struct Records {
    #[command(flatten)]
    input: InputArgs,
    /// What is wanted of the fields
    #[arg(long, value_enum, default_value_t)]
    fields: Wanted,
    /// All lists of a page instead of its main one, which comes first
    #[arg(long)]
    all: bool,
    /// Say which elements are the records, what came next, and what the columns hold
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    output: TableArgs,
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
    fields: Vec<(&'a str, String)>,
}

fn as_map<S: Serializer>(fields: &[(&str, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(fields.iter().map(|(name, value)| (name, value)))
}

impl Records {
    pub(super) fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let corpus = self.input.corpus()?;
        let documents = corpus.documents();
        let (trees, pages) = self.input.doing("looking for lists", || lists(&corpus));
        let lists = self.lists(&pages);
        let ways: Vec<Steps> =
            lists.iter().map(|list| list.chosen.candidate.steps(&trees[list.page])).collect();
        let table = |group: Vec<usize>| {
            let listed: Vec<Listed<'_>> =
                group.iter().map(|&list| lists[list].listed(documents, &trees)).collect();
            (group, record::table(&listed))
        };
        let tables: Vec<_> =
            self.input.doing("aligning fields", || record::alike(&ways).into_par_iter().map(table).collect());
        let found =
            Found { markup: self.fields.into(), documents, trees: &trees, lists: &lists, tables: &tables };
        match self.output.nested() {
            Some(format) => self.output.write_rows(format, found.rows(self.all, self.explain), out)?,
            None => self.write_table(&found, out)?,
        }
        Ok(if lists.is_empty() { Outcome::Nothing } else { Outcome::Found })
    }

    /// The lists that are asked for, page by page.
    fn lists<'a>(&self, pages: &'a [Option<group::List>]) -> Vec<PageList<'a>> {
        let mut lists = Vec::new();
        for (page, list) in pages.iter().enumerate() {
            let Some(list) = list else { continue };
            let others = list.others.iter().map(|other| (&other.candidate.records, other, None));
            let main = std::iter::once((&list.records, &list.chosen, list.next.as_ref()));
            let wanted = if self.all { usize::MAX } else { 1 };
            for (number, (records, chosen, next)) in (1..).zip(main.chain(others)).take(wanted) {
                lists.push(PageList { page, number, records, chosen, next });
            }
        }
        lists
    }

    fn write_table(&self, found: &Found<'_>, out: &mut dyn Write) -> Result<()> {
        if self.explain {
            if !self.output.is_text() {
                let why = "--explain goes with --format text, json or jsonl".to_owned();
                return Err(Error::new(ErrorKind::Setting(why)));
            }
            found.explain(out).map_err(unwritten)?;
        }
        let names = found.names();
        let of_list = self.all.then(|| "list".to_owned());
        let column = |name: String| Column { name, shape: Shape::One };
        let columns =
            of_list.into_iter().chain(names.iter().map(|&name| name.to_owned())).map(column).collect();
        self.output.write_table(columns, out, |table| {
            found.rows(self.all, false).try_for_each(|list| {
                (1..).zip(&list.records).try_for_each(|(number, record)| {
                    let mut cells = vec![Cell::Missing; names.len()];
                    for (name, value) in &record.fields {
                        let place = names.iter().position(|other| other == name);
                        cells[place.expect("all names are known")] = Cell::Text(value.clone());
                    }
                    let of_list = list.list.map(|list| Cell::Text(list.to_string()));
                    let cells = of_list.into_iter().chain(cells).collect();
                    table.row(Row { path: list.path.to_owned(), record: number, cells, more: Vec::new() })
                })
            })
        })
    }
}

/// The trees of all pages, and their lists.
fn lists(corpus: &Corpus) -> (Vec<Tree<'_>>, Vec<Option<group::List>>) {
    let trees: Vec<Tree> = corpus.documents().par_iter().map(|document| Tree::new(document.text())).collect();
    let lists = group::lists(&trees);
    (trees, lists)
}

/// A list of a page with what speaks for it.
struct PageList<'a> {
    page: usize,
    /// 1 for the main one.
    number: u32,
    records: &'a [group::Record],
    chosen: &'a Ranked,
    next: Option<&'a Ranked>,
}

impl PageList<'_> {
    fn listed<'a>(&'a self, documents: &'a [Document], trees: &'a [Tree<'a>]) -> Listed<'a> {
        let (tree, source) = (&trees[self.page], documents[self.page].text());
        Listed { tree, source, records: self.records }
    }
}

struct Found<'a> {
    markup: Markup,
    documents: &'a [Document],
    trees: &'a [Tree<'a>],
    lists: &'a [PageList<'a>],
    /// The tables with the numbers of their lists.
    tables: &'a [(Vec<usize>, Table)],
}

impl<'a> Found<'a> {
    /// All lists; a page without one has one without records.
    fn rows(&'a self, all: bool, explain: bool) -> impl Iterator<Item = ListRow<'a>> {
        // For every list its table, and its place there.
        let mut places = vec![(0, 0); self.lists.len()];
        for (table, (lists, _)) in self.tables.iter().enumerate() {
            for (place, &list) in lists.iter().enumerate() {
                places[list] = (table, place);
            }
        }
        let mut lists = self.lists.iter().zip(places).peekable();
        (0..self.documents.len()).flat_map(move |page| {
            let mut rows = Vec::new();
            while let Some((list, (table, place))) = lists.next_if(|(list, _)| list.page == page) {
                let (lists, table) = &self.tables[table];
                let mut row = self.row(list, table, place);
                row.list = all.then_some(list.number);
                row.explained = explain.then(|| explained(self, list, lists, table));
                rows.push(row);
            }
            if rows.is_empty() {
                let path = self.documents[page].name();
                rows.push(ListRow { path, list: None, count: 0, records: Vec::new(), explained: None });
            }
            rows
        })
    }

    fn row(&self, list: &PageList<'_>, table: &'a Table, place: usize) -> ListRow<'a> {
        let (document, tree) = (&self.documents[list.page], &self.trees[list.page]);
        let values = Values::new(tree, document.text(), document.url(), self.markup);
        let records = list.records.iter().zip(&table.fields[place]).map(|(record, fields)| {
            let columns = fields.iter().map(|field| (&table.columns.columns()[field.column], field));
            let wanted = columns.filter(|(column, _)| self.markup.has(column));
            RecordRow {
                text: page::text(tree, document.text(), record.span(tree)),
                fields: wanted.map(|(column, field)| (&*column.name, values.of(column, field))).collect(),
            }
        });
        let records: Vec<RecordRow<'_>> = records.collect();
        ListRow { path: document.name(), list: None, count: records.len(), records, explained: None }
    }

    /// The names of all columns: those of the first table, then those that only others have.
    fn names(&self) -> Vec<&'a str> {
        let columns = self.tables.iter().flat_map(|(_, table)| table.columns.columns());
        let mut names = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        for column in columns.filter(|column| self.markup.has(column)) {
            if seen.insert(&*column.name) {
                names.push(&*column.name);
            }
        }
        names
    }
}

//! Tables within pages: the list of a page, the reviews of a product, the years of a statistic.
//!
//! Learning. In: pages of one template. Out: a [`Table`] for their list ([`list`]), for each structure that repeats within the
//! parts of the template ([`child`]), and for a list beside these parts ([`rest`]). The columns are those of records ([`record`]), so that a header row names them.
//!
//! Reading. In: a table and a page. Out: a row for each of its records. Each record is read by itself, without other pages.

pub(in crate::wrapper) mod child;
pub(in crate::wrapper) mod list;
pub(in crate::wrapper) mod rest;

use self::child::ListItems;
use crate::page::Tree;
use crate::record::{self, Column, Columns, FieldReader, Kind, spelled};
use crate::repeat::{Record, Steps, matching, records_at};
use crate::spectrum::exact;
use crate::wrapper::fields::link::{add_links, fill_links};
use crate::wrapper::page::node::Page;
use crate::wrapper::template::{Field, FieldKind, LeftOut, Table, ValueProfile};
use crate::wrapper::value::{Row, Value, without_separator};

/// The compiled form of a table, which reads pages.
#[derive(Debug)]
pub(in crate::wrapper) struct TableReader<'a> {
    table: &'a Table,
    columns: FieldReader<'a>,
}

/// The records of a page with their values.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct PageRecords {
    /// How well the records fill the columns, from 0 to 1.
    pub(in crate::wrapper) matched: f64,
    pub(in crate::wrapper) records: Vec<Record>,
    /// A row for each record.
    pub(in crate::wrapper) rows: Vec<Row>,
}

impl PageRecords {
    /// The byte with which each record begins.
    pub(in crate::wrapper) fn begins(&self, page: &Page) -> Vec<u32> {
        self.records.iter().map(|record| page.tree.element(record.head).tag.start).collect()
    }
}

impl<'a> TableReader<'a> {
    pub(in crate::wrapper) fn new(table: &'a Table) -> Self {
        TableReader { table, columns: table.columns.reader() }
    }

    /// The rows of a page. `items` are the elements of the page that match the lists of the template.
    pub(in crate::wrapper) fn read(&self, page: &Page, items: &ListItems) -> PageRecords {
        let Some(list) = self.table.list else { return self.at_paths(page) };
        let records = child::rows(&page.tree, items, list, &self.table.header, self.table.every);
        let fields = self.columns.read(&page.tree, page.source, &records);
        PageRecords { matched: self.matched(&fields), records, rows: self.rows(page, &fields) }
    }

    /// The elements at the path whose elements fill the columns best.
    fn at_paths(&self, page: &Page) -> PageRecords {
        let by_path = |path: &Steps| records_at(&page.tree, path);
        let candidates: Vec<Vec<Record>> =
            match self.table.named.as_ref().and_then(|named| named.selector.as_ref()) {
                Some(selector) => vec![matching(&page.tree, selector)],
                None => self.table.ways.iter().map(by_path).collect(),
            };
        let read = candidates.into_iter().map(|records| {
            let fields = self.columns.read(&page.tree, page.source, &records);
            (self.matched(&fields), records, fields)
        });
        let best = read.fold(None, |best: Option<(f64, _, _)>, one| {
            let least = best.as_ref().map_or(0.0, |best| best.0);
            if one.0 > least { Some(one) } else { best }
        });
        best.map_or_else(PageRecords::default, |(matched, records, fields)| PageRecords {
            matched,
            records,
            rows: self.rows(page, &fields),
        })
    }

    fn rows(&self, page: &Page, fields: &[Vec<record::Field>]) -> Vec<Row> {
        let Table { columns, .. } = self.table;
        let mut rows: Vec<Row> =
            fields.iter().map(|fields| row(columns, &page.tree, page.source, fields)).collect();
        fill_links(&self.table.fields, &page.tree, &mut rows);
        rows
    }

    /// The share of the columns that the records fill. A column weighs by the share of learning records that had it, and is
    /// filled in full if at least this share of the records has it.
    fn matched(&self, records: &[Vec<record::Field>]) -> f64 {
        let columns = self.table.columns.columns();
        let mut found = vec![0_u64; columns.len()];
        for field in records.iter().flatten() {
            found[field.column] += 1;
        }
        let share = |count: u64, of: u64| exact(count) / exact(of.max(1));
        let (mut all, mut had) = (0.0, 0.0);
        for (column, found) in columns.iter().zip(found) {
            let known = share(u64::from(column.records), u64::from(self.table.columns.records()));
            all += known;
            had += known.min(share(found, records.len() as u64));
        }
        if all > 0.0 { had / all } else { 0.0 }
    }
}

/// The values of a record, one for each text column.
fn row(columns: &Columns, tree: &Tree, source: &str, fields: &[record::Field]) -> Row {
    let mut values = vec![None; columns.columns().len()];
    for field in fields {
        let items = columns.items(tree, field).map(|items| Value {
            texts: items.iter().map(|item| item.text.to_string()).collect(),
            spans: items.iter().map(|item| item.span).collect(),
        });
        values[field.column] = Some(items.unwrap_or_else(|| {
            let text = spelled(tree, source, field.span);
            let texts = if text.is_empty() { Vec::new() } else { vec![without_separator(&text).to_owned()] };
            Value { texts, spans: vec![field.span] }
        }));
    }
    let mut is_text = columns.columns().iter().map(|column| column.key.kind.is_text());
    values.retain(|_| is_text.next().expect("there is a value for each column"));
    values
}

fn kind_of(column: &Column) -> FieldKind {
    if column.key.kind == Kind::Items { FieldKind::List } else { FieldKind::Text }
}

impl Table {
    /// A table without a name and a place, whose values are not measured yet.
    fn new(columns: Columns) -> Self {
        let texts = columns.columns().iter().filter(|column| column.key.kind.is_text());
        let field = |column: &Column| Field {
            label: column.key.label.clone(),
            ..Field::new(column.name.clone(), column.records, kind_of(column))
        };
        let fields = texts.map(field).collect();
        let rows = columns.records();
        let (name, header) = (String::new(), String::new());
        Table {
            name,
            list: None,
            every: 1,
            ways: Vec::new(),
            rest: None,
            named: None,
            header,
            rows,
            pages: 0,
            left_out: None,
            fields,
            columns,
        }
    }

    /// Records figures of the rows that it has on its learning pages, and adds the fields of their links.
    pub(in crate::wrapper) fn measure(&mut self, pages: &[(&Page, Vec<Row>)]) {
        let count = |count: usize| u32::try_from(count).expect("fewer rows than bytes");
        self.rows = count(pages.iter().map(|(_, rows)| rows.len()).sum());
        self.pages = count(pages.iter().filter(|(_, rows)| !rows.is_empty()).count());
        for (place, field) in self.fields.iter_mut().enumerate() {
            let rows = pages.iter().flat_map(|(_, rows)| rows);
            let values: Vec<&Value> = rows.filter_map(|row| row[place].as_ref()).collect();
            field.found = count(values.iter().filter(|value| !value.is_empty()).count());
            field.profile = ValueProfile::of(values.iter().flat_map(|value| value.texts.iter().cloned()));
            // A list can be found at several paths, of which the reader takes one.
            if field.found == 0 {
                field.left_out = Some(LeftOut::Empty);
            }
        }
        let rows: Vec<(&Tree, &[Row])> = pages.iter().map(|(page, rows)| (&page.tree, &rows[..])).collect();
        add_links(&mut self.fields, &rows);
    }

    /// Whether it has a field for each text column, and then those of links.
    pub(in crate::wrapper) fn is_sound(&self) -> bool {
        let texts = self.columns.columns().iter().filter(|column| column.key.kind.is_text()).count();
        self.fields.iter().filter(|field| field.link_of.is_none()).count() == texts
    }
}

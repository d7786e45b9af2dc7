//! Explains why these elements are the records, and what their columns contain.

use super::Found;
use crate::place;
use crate::writer::{cut, padded, text_width};
use katagami::ask::PageList;
use katagami::record::{Column, NamedBy, Values};
use katagami::report::{GroupRow, LeftOutRow, left_out};
use serde::Serialize;
use std::io::{self, Write};

/// What `--explain` adds to a list.
#[derive(Serialize)]
pub(super) struct Explained<'a> {
    group: GroupRow,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<GroupRow>,
    left_out: Vec<LeftOutRow>,
    columns: Vec<ColumnRow<'a>>,
}

#[derive(Serialize)]
struct ColumnRow<'a> {
    name: &'a str,
    named_by: NamedBy,
    records: u32,
    of: u32,
    example: String,
}

/// Writes a group for people.
fn describe(group: &GroupRow, what: &str, out: &mut dyn Write) -> io::Result<()> {
    let GroupRow { path, alike, frequency, documents, probability, reasons } = group;
    let alike = alike.as_ref().map(ToString::to_string).unwrap_or_default();
    writeln!(out, "  {what} {path}")?;
    let pages = super::super::args::pages(*documents as usize);
    writeln!(out, "       {frequency} alike by {alike}, on {pages}, probability {probability:.2}")?;
    let reasons: Vec<String> = reasons.iter().map(|(name, part)| format!("{name} {part:+.2}")).collect();
    writeln!(out, "       {}", reasons.join(", "))
}

pub(super) fn explained<'a>(found: &'a Found<'a>, list: &PageList<'_>) -> Explained<'a> {
    let (_, tree) = found.tables.page(list);
    let next = list.next.map(|next| &next.ranked);
    Explained {
        group: GroupRow::new(tree, list.chosen, next),
        next: next.map(|next| GroupRow::new(tree, next, Some(list.chosen))),
        left_out: left_out(tree, list.chosen, list.records),
        columns: columns(found, list.table()),
    }
}

/// The columns of a table, each with its first value that is not empty.
fn columns<'a>(found: &'a Found<'a>, table: usize) -> Vec<ColumnRow<'a>> {
    let of_table = &found.tables.tables()[table];
    let columns = of_table.columns.columns();
    let mut examples: Vec<Option<String>> = vec![None; columns.len()];
    for (list, records) in found.tables.lists_of(table).zip(&of_table.fields) {
        let (document, tree) = found.tables.page(list);
        let values = Values::new(tree, document.text(), document.base_url(), found.markup);
        for field in records.iter().flatten() {
            if examples[field.column].is_none() {
                let value = values.of(&columns[field.column], field);
                examples[field.column] = Some(value).filter(|value| !value.is_empty());
            }
        }
    }
    let row = |(column, example): (&'a Column, Option<String>)| {
        let (name, of) = (&*column.name, of_table.columns.records());
        let named_by = column.named_by;
        ColumnRow { name, named_by, records: column.records, of, example: example.unwrap_or_default() }
    };
    columns.iter().zip(examples).filter(|(column, _)| found.markup.has(column)).map(row).collect()
}

impl Found<'_> {
    /// Writes the groups of each page and the columns of each table, for people.
    pub(super) fn explain(&self, out: &mut dyn Write) -> io::Result<()> {
        for list in self.tables.lists() {
            let (document, tree) = self.tables.page(list);
            writeln!(out, "{}: {} records", document.name(), list.records.len())?;
            let next = list.next.map(|next| &next.ranked);
            describe(&GroupRow::new(tree, list.chosen, next), "list", out)?;
            if let Some(next) = next {
                describe(&GroupRow::new(tree, next, Some(list.chosen)), "next", out)?;
            }
            for reason in left_out(tree, list.chosen, list.records) {
                writeln!(out, "  left out {}", reason.describe())?;
            }
        }
        for (number, table) in self.tables.tables().iter().enumerate() {
            let columns = columns(self, number);
            writeln!(out, "\n{} columns of {} records", columns.len(), table.columns.records())?;
            for ColumnRow { name, named_by, records, example, .. } in columns {
                let begin =
                    format!("{records:>6}  {}  by {}  ", padded(name, 30), padded(named_by.name(), 6));
                let (example, _) = cut(&example, place::columns().saturating_sub(text_width(&begin)));
                writeln!(out, "{begin}{example}")?;
            }
        }
        writeln!(out)
    }
}

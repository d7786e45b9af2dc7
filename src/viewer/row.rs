//! The rows of tables that are in the file.
//!
//! A table whose rows do not fit has those of the pages that are shown, and the first of the others.

use super::file::size;
use crate::database::{Table, page_of};
use crate::report::{Cell, Column, Shape};
use serde::{Serialize, Serializer};

/// A table with some of its rows.
#[derive(Debug, Serialize)]
pub(super) struct ShownTable<'a> {
    name: &'a str,
    /// How many columns identify a row.
    key: usize,
    columns: Vec<(&'a str, &'static str)>,
    /// The number of its rows.
    total: usize,
    rows: Vec<Vec<ShownCell<'a>>>,
}

/// A cell: nothing, a text, several texts, or a number.
#[derive(Debug)]
struct ShownCell<'a>(&'a Cell);

impl Serialize for ShownCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Cell::Missing => serializer.serialize_none(),
            Cell::Text(text) => serializer.serialize_str(text),
            Cell::List(texts) => serializer.collect_seq(texts),
            Cell::Number(number) => match self.0.as_count() {
                Some(count) => serializer.serialize_u64(count as u64),
                None => serializer.serialize_f64(*number),
            },
        }
    }
}

/// The tables with so many of their rows that they take at most so many bytes.
pub(super) fn shown<'a>(tables: &'a [Table], pages: &[usize], most: usize) -> Vec<ShownTable<'a>> {
    let cells = |row: &'a Vec<Cell>| row.iter().map(ShownCell).collect::<Vec<_>>();
    let sizes: Vec<Vec<usize>> =
        tables.iter().map(|table| table.rows.iter().map(|row| size(&cells(row)) + 1).collect()).collect();
    let mut smallest_first: Vec<usize> = (0..tables.len()).collect();
    smallest_first.sort_by_key(|&table| sizes[table].iter().sum::<usize>());
    // What small tables do not need is left to larger ones.
    let (mut left, mut limits) = (most, vec![0; tables.len()]);
    for (done, &table) in smallest_first.iter().enumerate() {
        limits[table] = sizes[table].iter().sum::<usize>().min(left / (tables.len() - done));
        left -= limits[table];
    }
    let some = |(table, (sizes, mut limit)): (&'a Table, (&Vec<usize>, usize))| {
        let is_shown =
            |row: &[Cell]| table.key > 0 && page_of(&row[0]).is_some_and(|page| pages.contains(&page));
        let mut kept = vec![false; table.rows.len()];
        for wanted in [true, false] {
            for (at, _) in table.rows.iter().enumerate().filter(|(_, row)| is_shown(row) == wanted) {
                // To go on behind the first that does not fit would be a choice by size.
                let Some(left) = limit.checked_sub(sizes[at]) else { break };
                limit = left;
                kept[at] = true;
            }
        }
        let rows = table.rows.iter().zip(kept).filter(|(_, kept)| *kept).map(|(row, _)| cells(row));
        ShownTable {
            name: &table.name,
            key: table.key,
            columns: table
                .columns
                .iter()
                .map(|Column { name, shape }| (&**name, shape_name(*shape)))
                .collect(),
            total: table.rows.len(),
            rows: rows.collect(),
        }
    };
    tables.iter().zip(sizes.iter().zip(limits)).map(some).collect()
}

fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::One => "text",
        Shape::Many => "texts",
        Shape::Integer => "integer",
        Shape::Number => "number",
    }
}

//! The rows of tables that are in the file.
//!
//! A table whose rows do not fit has those of the pages that are shown, and the first of the others.

use super::file::size;
use crate::database::{Table, page_of};
use crate::report::{Cell, Column, Shape};
use serde::Serialize;

/// A table with some of its rows.
#[derive(Debug, Serialize)]
pub(super) struct ShownTable<'a> {
    name: &'a str,
    /// How many columns identify a row.
    key: usize,
    columns: Vec<(&'a str, &'static str)>,
    /// The number of its rows.
    total: usize,
    rows: Vec<&'a [Cell]>,
}

/// The tables with so many of their rows that they take at most so many bytes.
pub(super) fn shown<'a>(tables: &'a [Table], pages: &[usize], most: usize) -> Vec<ShownTable<'a>> {
    let sizes: Vec<Vec<usize>> =
        tables.iter().map(|table| table.rows.iter().map(|row| size(row) + 1).collect()).collect();
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
        let rows = table.rows.iter().zip(kept).filter(|(_, kept)| *kept).map(|(row, _)| &**row);
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

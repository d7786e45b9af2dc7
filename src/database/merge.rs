//! One table for the rows of several sites that have the same fields.
//!
//! In: the tables that were made for kinds of pages, of one host each. Out: the tables, those of different hosts as one where the same sort
//! of kind has them and they agree in most columns, with the column `host`.
//!
//! ```text
//! a_example_books   page, title, price, isbn         books   page, host, title, price, isbn, pages
//! b_example_item    page, title, price, pages
//! ```
//!
//! The names of columns are the roles, labels and properties of fields, so equal names say that fields agree.

use super::name::{self, Names};
use super::{Table, text};
use crate::distinct::DistinctNames;
use crate::kind::PageKind;
use crate::measure::are_most;
use crate::record::identifier;
use crate::report::{Cell, Column, Shape};

/// A table that was made for a kind of pages.
pub(super) struct Made {
    pub(super) table: Table,
    /// What the pages are.
    pub(super) what: PageKind,
    /// Their host; empty if they have none.
    pub(super) host: String,
    /// The number of the first table of their kind.
    pub(super) parent: usize,
}

/// The tables, if asked with those that agree as one, and of each table that was made the number of the one that it became.
pub(super) fn merged(made: Vec<Made>, is_asked: bool, names: &mut Names) -> (Vec<Table>, Vec<usize>) {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut became: Vec<usize> = Vec::with_capacity(made.len());
    for (at, one) in made.iter().enumerate() {
        let agrees = |group: &Vec<usize>| {
            let first = &made[group[0]];
            let is_of_same = one.what == first.what && one.table.key == first.table.key;
            let have_same_parent = if one.parent == at {
                first.parent == group[0]
            } else {
                first.parent != group[0] && became[one.parent] == became[first.parent]
            };
            let is_new_host = !one.host.is_empty() && group.iter().all(|&other| made[other].host != one.host);
            is_of_same && have_same_parent && is_new_host && agree(&first.table, &one.table)
        };
        let known = groups.iter().position(|group| is_asked && agrees(group));
        became.push(known.unwrap_or(groups.len()));
        match known {
            Some(group) => groups[group].push(at),
            None => groups.push(vec![at]),
        }
    }
    let mut made: Vec<Option<Made>> = made.into_iter().map(Some).collect();
    let mut table = |group: Vec<usize>| {
        let mut group = group.into_iter().map(|at| made[at].take().expect("a table is in one group"));
        let first = group.next().expect("a group has a table");
        let others: Vec<Made> = group.collect();
        if others.is_empty() { first.table } else { as_one(first, others, names) }
    };
    (groups.into_iter().map(&mut table).collect(), became)
}

/// Whether two tables have most of the columns of the smaller one in common.
fn agree(one: &Table, other: &Table) -> bool {
    let fields = |table: &Table| table.columns.len() - table.key;
    let common = one.columns[one.key..].iter().filter(|column| other.column(&column.name).is_some()).count();
    are_most(common, fields(one).min(fields(other)))
}

/// The rows of several tables.
fn as_one(first: Made, others: Vec<Made>, names: &mut Names) -> Table {
    let key = first.table.key;
    let of_site = first.table.name.strip_prefix(&format!("{}_", identifier(&first.host)));
    let name = names.free(of_site.unwrap_or(&first.table.name));
    let all: Vec<Made> = std::iter::once(first).chain(others).collect();
    let mut columns: Vec<Column> = all[0].table.columns[..key].to_vec();
    let mut fields: Vec<Column> = Vec::new();
    for column in all.iter().flat_map(|made| &made.table.columns[key..]) {
        match fields.iter_mut().find(|known| known.name == column.name) {
            // One text counts as a list of one.
            Some(known) if known.shape != column.shape => known.shape = Shape::Many,
            Some(_) => {}
            None => fields.push(column.clone()),
        }
    }
    let taken: DistinctNames = name::of_columns(&fields);
    columns.push(text(&{ taken }.free("host")));
    columns.extend(fields);
    let mut rows = Vec::new();
    for Made { table, host, .. } in all {
        let places: Vec<Option<usize>> =
            columns[key + 1..].iter().map(|column| table.column(&column.name)).collect();
        for mut row in table.rows {
            let fields =
                places.iter().map(|place| place.map_or(Cell::Missing, |at| std::mem::take(&mut row[at])));
            let fields: Vec<Cell> = fields.collect();
            row.truncate(key);
            row.push(Cell::Text(host.clone()));
            row.extend(fields);
            rows.push(row);
        }
    }
    // Rows stay in the order of the pages.
    rows.sort_by_key(|row| (row[0].as_count(), if key == 2 { row[1].as_count() } else { None }));
    Table { name, columns, key, rows }
}

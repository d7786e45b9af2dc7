//! Which cells of table rows are one column: those below the same header cell, wherever it stands.
//!
//! In: the rows of the tables of several pages. Out: their [`ColumnNumbers`], by which the cells of these and of further pages are
//! counted. The cells of a page whose header row names nothing that is known are counted by their place.
//!
//! ```text
//! Year | Title | Journal            1, 2, 3
//! Year | Title | DOI | Journal      1, 2, 4, 3
//! ```
//!
//! Time is linear in the rows, and quadratic in the columns of one table.

use super::heading::header_of;
use super::line::PageLayout;
use crate::measure::{LEAST, letters};
use crate::page::{ElementId, Tree};
use crate::repeat::Record;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// What tells a column from the others of its table: the text of the nearest header cell at or before it, and how many columns of
/// this text the table has before it. A cell without a header cell belongs to the one before.
type Header = (String, u32);

/// The header of each cell of a row, with the place of the cell in the row.
type HeaderRow = Vec<(Header, u32)>;

/// The number of the column below each header.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct ColumnNumbers(Vec<(Header, HeaderColumn)>);

/// What is known of a header.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
struct HeaderColumn {
    number: u32,
    /// Whether all tables have it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_constant: bool,
}

impl ColumnNumbers {
    /// The numbers of the columns of the lists of pages. A column has the place that it has most often, unless a column beside it has that one.
    pub(super) fn new<'p>(lists: impl Iterator<Item = (&'p PageLayout<'p>, &'p [Record])>) -> Self {
        let rows: Vec<HeaderRow> =
            lists.flat_map(|(page, records)| tables(page, records)).map(|table| table.headers).collect();
        // For each header, how often it has each place, and the headers beside it.
        let mut seen: BTreeMap<&Header, (BTreeMap<u32, usize>, BTreeSet<&Header>)> = BTreeMap::new();
        for row in &rows {
            for (header, place) in row {
                let (places, beside) = seen.entry(header).or_default();
                *places.entry(*place).or_default() += 1;
                beside.extend(row.iter().map(|(other, _)| other).filter(|other| *other != header));
            }
        }
        let tables = |places: &BTreeMap<u32, usize>| places.values().sum::<usize>();
        let mut headers: Vec<&Header> = seen.keys().copied().collect();
        headers.sort_by_key(|header| Reverse(tables(&seen[header].0)));
        let mut numbers: BTreeMap<&Header, u32> = BTreeMap::new();
        for header in headers {
            let (places, beside) = &seen[header];
            let taken: BTreeSet<u32> =
                beside.iter().filter_map(|other| numbers.get(other)).copied().collect();
            let usual = places.iter().max_by_key(|&(place, count)| (*count, Reverse(*place)));
            let usual = usual.map(|(place, _)| *place).into_iter();
            let free = usual.chain(widest(&rows) + 1..=u32::MAX).find(|number| !taken.contains(number));
            numbers.insert(header, free.expect("there are numbers enough"));
        }
        let column = |(header, number): (&Header, u32)| {
            let is_constant = rows.len() >= LEAST && tables(&seen[header].0) == rows.len();
            (header.clone(), HeaderColumn { number, is_constant })
        };
        ColumnNumbers(numbers.into_iter().map(column).collect())
    }

    /// Whether no table has a header row.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Numbers the cells of the rows of a page.
    pub(super) fn number(&self, page: &mut PageLayout<'_>, records: &[Record]) {
        if self.is_empty() {
            return;
        }
        for table in tables(page, records) {
            let Some(numbers) = self.of_table(&table.headers) else { continue };
            for row in table.rows {
                let cells: Vec<ElementId> = page.tree.cells(row).collect();
                for cell in cells.iter().map(|cell| cell.index()) {
                    let place = page.cells[cell];
                    page.cells[cell] = numbers.get(&place).copied().unwrap_or(place);
                }
            }
        }
    }

    /// For each place in the rows of a table the number of its column. `None` if no header is known, or all columns are in their places.
    fn of_table(&self, headers: &HeaderRow) -> Option<HashMap<u32, u32>> {
        let find = |header: &Header| {
            let at = self.0.binary_search_by_key(&header, |(known, _)| known).ok()?;
            Some(self.0[at].1.number)
        };
        let known: Vec<(u32, Option<u32>)> =
            headers.iter().map(|(header, place)| (*place, find(header))).collect();
        let mut taken: BTreeSet<u32> = known.iter().filter_map(|(_, number)| *number).collect();
        if taken.is_empty() {
            return None;
        }
        taken.extend(self.0.iter().filter(|(_, column)| column.is_constant).map(|(_, column)| column.number));
        let beyond = self.0.iter().map(|(_, column)| column.number).max()?;
        // A header that no other page has is a column of its own, where it takes the place of one that all others have.
        let number = |place: u32| if taken.contains(&place) { beyond + place } else { place };
        let numbers: HashMap<u32, u32> =
            known.iter().map(|&(place, known)| (place, known.unwrap_or_else(|| number(place)))).collect();
        numbers.iter().any(|(place, number)| place != number).then_some(numbers)
    }
}

/// The number of columns of the widest table.
fn widest(rows: &[HeaderRow]) -> u32 {
    rows.iter().flatten().map(|(_, place)| *place).max().unwrap_or_default()
}

/// The rows of a table that are records, with its header row.
struct TableRows {
    headers: HeaderRow,
    rows: Vec<ElementId>,
}

/// The tables of a page whose rows are records, those with header cells. Of each, the rows with as many cells as the first.
fn tables(page: &PageLayout<'_>, records: &[Record]) -> Vec<TableRows> {
    let tree = page.tree;
    let mut tables: Vec<TableRows> = Vec::new();
    let mut of_table: HashMap<Option<ElementId>, (usize, Option<usize>)> = HashMap::new();
    for row in records.iter().map(|record| record.head).filter(|&id| tree.element(id).name == "tr") {
        let table = tree.table_of(row);
        let width = tree.cells(row).count();
        let (first, at) = of_table.entry(table).or_insert_with(|| {
            let headers = headers(page, row);
            let at = (!headers.is_empty()).then_some(tables.len());
            if at.is_some() {
                tables.push(TableRows { headers, rows: Vec::new() });
            }
            (width, at)
        });
        if let Some(at) = at.filter(|_| *first == width) {
            tables[at].rows.push(row);
        }
    }
    tables
}

/// The headers of the cells of a row; none if it has no header cells above it.
fn headers(page: &PageLayout<'_>, row: ElementId) -> HeaderRow {
    let tree: &Tree = page.tree;
    let mut seen: HashMap<String, u32> = HashMap::new();
    let mut name = String::new();
    let header = |cell: ElementId| {
        // Arrows that tell the order of rows are no part of a name.
        let own = header_of(tree, page.source, cell).map(|text| letters(&text));
        if let Some(own) = own.filter(|own| !own.is_empty()) {
            name = own;
        }
        let before = seen.entry(name.clone()).or_default();
        *before += 1;
        ((name.clone(), *before - 1), page.cells[cell.index()])
    };
    let headers: HeaderRow = tree.cells(row).map(header).collect();
    if headers.iter().all(|((name, _), _)| name.is_empty()) { Vec::new() } else { headers }
}

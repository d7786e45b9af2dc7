//! The columns of all records, and which field of a record is in which.

use super::cell::{Cell, Lines, Part};
use crate::group::{Record, Resolution, Spelling};
use crate::page::Tree;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

/// A place that records have in common.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Column {
    /// The name: unique, the same for any order of the pages.
    pub name: String,
    /// How many records have it.
    pub records: usize,
}

/// A value of a record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Field {
    /// The number of its column.
    pub column: usize,
    /// Where it stands in the page.
    pub span: Span,
}

/// The fields of all records of all pages.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// In the order in which they come in records.
    pub columns: Vec<Column>,
    /// For every page for every record its fields, in document order.
    pub pages: Vec<Vec<Vec<Field>>>,
}

/// The columns and fields of records of several pages.
#[must_use]
pub fn table(trees: &[Tree], records: &[Vec<Record>]) -> Table {
    let spellings: Vec<Spelling<'_>> =
        trees.par_iter().map(|tree| Spelling::new(tree, Resolution::Class)).collect();
    let page_parts = |page: usize| {
        let part = move |record| (page, record);
        records[page].iter().map(part)
    };
    let part = |(page, record)| Part { tree: &trees[page], spelling: &spellings[page], record };
    let lines = Lines::new((0..trees.len()).flat_map(page_parts).map(part));
    let pages: Vec<Vec<Vec<Cell>>> = (0..trees.len())
        .into_par_iter()
        .map(|page| page_parts(page).map(|it| lines.cells(part(it))).collect())
        .collect();
    align(&pages)
}

type Key<'a> = (&'a str, u32);

/// Numbers the cells of one place in each record.
fn align(pages: &[Vec<Vec<Cell>>]) -> Table {
    let keyed: Vec<Vec<Vec<(Key<'_>, Span)>>> =
        pages.iter().map(|records| records.iter().map(|cells| keys(cells)).collect()).collect();
    // How often a column is there, and the sum of its places in the records.
    let mut found: HashMap<Key<'_>, (usize, usize)> = HashMap::new();
    for record in keyed.iter().flatten() {
        for (place, (key, _)) in record.iter().enumerate() {
            let (records, places) = found.entry(*key).or_default();
            *records += 1;
            *places += place;
        }
    }
    let mut keys: Vec<(Key<'_>, (usize, usize))> = found.into_iter().collect();
    keys.sort_unstable_by(|(a, (m, i)), (b, (n, j))| (i * n).cmp(&(j * m)).then(a.cmp(b)));
    let numbers: HashMap<Key<'_>, usize> = keys.iter().enumerate().map(|(i, (key, _))| (*key, i)).collect();
    let field = |&(key, span): &(Key<'_>, Span)| Field { column: numbers[&key], span };
    let row = |record: &Vec<_>| record.iter().map(field).collect();
    Table {
        pages: keyed.iter().map(|records| records.iter().map(row).collect()).collect(),
        columns: names(&keys.iter().map(|(key, _)| *key).collect::<Vec<_>>())
            .into_iter()
            .zip(&keys)
            .map(|(name, (_, (records, _)))| Column { name, records: *records })
            .collect(),
    }
}

fn keys(cells: &[Cell]) -> Vec<(Key<'_>, Span)> {
    let mut seen: HashMap<&str, u32> = HashMap::new();
    let mut keyed = Vec::new();
    for Cell { place, span } in cells {
        let ordinal = seen.entry(place).or_default();
        *ordinal += 1;
        keyed.push(((place.as_str(), *ordinal), *span));
    }
    keyed
}

/// A name for every column: its place with the first class alone, and its number where it is not the only one.
fn names(keys: &[Key<'_>]) -> Vec<String> {
    let mut sorted: Vec<usize> = (0..keys.len()).collect();
    sorted.sort_unstable_by_key(|&i| keys[i]);
    let mut names = vec![String::new(); keys.len()];
    let mut taken = HashSet::new();
    for i in sorted {
        let (place, ordinal) = keys[i];
        let short = shortened(place);
        let first = if ordinal == 1 { short.clone() } else { format!("{short}{ordinal}") };
        let numbered = (2..).map(|number| format!("{short}_{number}"));
        let name = std::iter::once(first).chain(numbered).find(|name| !taken.contains(name));
        names[i] = name.expect("numbers do not end");
        taken.insert(names[i].clone());
    }
    names
}

fn shortened(place: &str) -> String {
    let short = |step: &str| match step.split_once('.') {
        Some((_, classes)) => classes.split(['.', '[']).next().unwrap_or_default().to_owned(),
        None => step.replace(['[', ']'], ""),
    };
    let steps: Vec<String> = place.split('/').map(short).collect();
    if place.is_empty() { "text".to_owned() } else { steps.join(".") }
}

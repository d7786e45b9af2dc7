//! Columns: what stands at like places in all records, under a stable name.
//!
//! A column is a kind of cell at a place. Where a place has several texts in a record, what stands behind a label is a
//! column of its own, and the others are numbered. So a missing part moves only the unlabelled texts of its own place.

use super::cell::{Cell, Key, Keyed, Kind, Lines};
use super::fold;
use super::heading::heading;
use super::label::Labels;
use super::line::Page;
use super::name::{Unnamed, names};
use super::place::{Classes, Part, Placed, Places, PlacesOfRecord};
use crate::page::{ElementId, Tree};
use crate::repeat::Record;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A place that records have in common.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Column {
    /// The name: unique, and the same for any order of the pages.
    pub name: String,
    /// Where it stands in a record.
    #[serde(flatten)]
    pub key: Key,
    /// How many records have it, empty or not.
    pub records: u32,
}

/// A value of a record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Field {
    /// The number of its column.
    pub column: usize,
    /// The element that it is, or stands in.
    pub element: ElementId,
    /// Where it stands in the page.
    pub span: Span,
}

/// The columns of records of one template, and all that it takes to find them in further records.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Columns {
    #[serde(rename = "columns")]
    list: Vec<Column>,
    /// How many records it was learned from.
    records: u32,
    classes: Classes,
    lines: Lines,
    labels: Labels,
    /// Places with several texts in some record.
    several: BTreeSet<String>,
}

/// Which columns a table has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Width {
    /// Those that say something that no other one says.
    #[default]
    Informative,
    /// All.
    All,
}

impl Columns {
    /// The columns of some records, and the fields of each.
    pub(super) fn new(parts: &[Part<'_>], width: Width) -> (Self, Vec<Vec<Field>>) {
        let mut columns = Columns { records: count(parts.len()), ..Columns::default() };
        columns.classes = Classes::new(parts);
        let parts: Vec<(Part<'_>, PlacesOfRecord)> = {
            let places = Places::new(&columns.classes);
            parts.iter().map(|&part| (part, places.of(part))).collect()
        };
        columns.labels = Labels::new(&parts);
        columns.lines = Lines::new(&parts, &columns.labels);
        let cells: Vec<Vec<Cell>> =
            parts.iter().map(|(part, places)| columns.lines.cells(*part, places, &columns.labels)).collect();
        let records = || parts.iter().zip(&cells);
        columns.several = records().flat_map(|((_, places), cells)| several(places, cells)).collect();
        let keyed: Vec<Vec<(Key, &Cell)>> =
            records().map(|((part, places), cells)| columns.keyed(*part, places, cells)).collect();
        columns.list = chosen(&parts, &keyed, width);
        let fields: Vec<Vec<Field>> = {
            let reader = columns.reader();
            keyed.into_iter().map(|record| reader.found(record)).collect()
        };
        for field in fields.iter().flatten() {
            columns.list[field.column].records += 1;
        }
        (columns, fields)
    }

    /// The columns, in the order in which they come in records.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.list
    }

    /// The labels and values that a field is made of, if its column is of such: the hours of each weekday.
    ///
    /// # Panics
    /// If the field is not of these columns, or not of this tree.
    #[must_use]
    pub fn parts(&self, tree: &Tree, field: &Field) -> Option<Vec<(String, String)>> {
        self.lines.parts(&self.list[field.column].key, tree, field.element)
    }

    /// How many records they were learned from.
    #[must_use]
    pub fn records(&self) -> u32 {
        self.records
    }

    /// Finds the fields of records.
    #[must_use]
    pub fn reader(&self) -> FieldReader<'_> {
        let mut numbers = HashMap::new();
        let mut below: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, column) in self.list.iter().enumerate() {
            numbers.insert(&column.key, number);
            for (slash, _) in column.key.place.match_indices('/') {
                below.entry(&column.key.place[..slash]).or_default().push(number);
            }
        }
        FieldReader { columns: self, places: Places::new(&self.classes), numbers, below }
    }

    /// The cells of a record with what tells their columns.
    fn keyed<'c>(&self, part: Part<'_>, places: &PlacesOfRecord, cells: &'c [Cell]) -> Vec<(Key, &'c Cell)> {
        let mut numbers: HashMap<(String, Kind, Option<String>), u32> = HashMap::new();
        let leaves = part.page.tree.leaves();
        let is_label = |leaf: u32| {
            let leaf = &leaves[leaf as usize];
            self.labels.has(places.at(leaf.parent), &leaf.text).then(|| leaf.text.to_string())
        };
        let key = |cell: &'c Cell| {
            let place = places.at(cell.element).to_string();
            let (mut kind, mut label) = (cell.kind, None);
            if kind == Kind::Text && self.several.contains(&place) && !cell.leaves.is_empty() {
                let before =
                    cell.leaves.start.checked_sub(1).filter(|&leaf| leaf >= part.record.leaves.start);
                if let Some(own) = is_label(cell.leaves.start) {
                    (kind, label) = (Kind::Label, Some(own));
                } else if let Some(before) = before.and_then(is_label) {
                    (kind, label) = (Kind::Value, Some(before));
                }
            }
            if kind == Kind::Labelled {
                label = is_label(cell.leaves.start);
            }
            let number = numbers.entry((place.clone(), kind, label.clone())).or_default();
            *number += 1;
            (Key { place, kind, label, number: *number }, cell)
        };
        cells.iter().map(key).collect()
    }
}

/// Finds the fields of records one after another.
#[derive(Debug)]
pub struct FieldReader<'a> {
    columns: &'a Columns,
    places: Places<'a>,
    numbers: HashMap<&'a Key, usize>,
    /// The columns below a place.
    below: HashMap<&'a str, Vec<usize>>,
}

impl FieldReader<'_> {
    /// For each of some records of a page its fields in document order.
    #[must_use]
    pub fn read(&self, tree: &Tree, source: &str, records: &[Record]) -> Vec<Vec<Field>> {
        let page = Page::new(tree, source);
        records.iter().map(|record| self.fields(Part { page: &page, record })).collect()
    }

    fn fields(&self, part: Part<'_>) -> Vec<Field> {
        let places = self.places.of(part);
        let cells = self.columns.lines.cells(part, &places, &self.columns.labels);
        self.found(self.columns.keyed(part, &places, &cells))
    }

    fn found(&self, cells: Vec<(Key, &Cell)>) -> Vec<Field> {
        let mut found: HashSet<usize> = HashSet::new();
        let mut fields = Vec::new();
        let mut empty = Vec::new();
        for (key, cell) in cells {
            let field = |column| Field { column, element: cell.element, span: cell.span };
            if let Some(&column) = self.numbers.get(&key) {
                found.insert(column);
                fields.push(field(column));
            }
            // An empty `td` is one without what others hold in it: `td/a` is empty too.
            if !cell.is_filled() {
                empty.extend(self.below.get(&*key.place).into_iter().flatten().map(|&column| field(column)));
            }
        }
        let is_text = |field: &Field| self.columns.list[field.column].key.kind.is_text();
        fields.extend(empty.into_iter().filter(|field| is_text(field) && found.insert(field.column)));
        fields
    }
}

fn several(places: &PlacesOfRecord, cells: &[Cell]) -> Vec<String> {
    let (mut seen, mut several) = (HashSet::new(), Vec::new());
    for cell in cells.iter().filter(|cell| cell.kind == Kind::Text) {
        let place = places.at(cell.element);
        if !seen.insert(place) {
            several.push(place.to_string());
        }
    }
    several
}

/// What is counted of a column.
#[derive(Default)]
struct Count {
    records: u32,
    filled: u32,
    /// The sum of its places in the records.
    places: u64,
}

/// The columns that hold anything of their own, in the order in which they come in records.
fn chosen(parts: &[Placed<'_>], records: &[Vec<Keyed<'_>>], width: Width) -> Vec<Column> {
    let mut counts: HashMap<&Key, Count> = HashMap::new();
    // How often the filled cells of two columns are the same texts.
    let mut same: HashMap<(&Key, &Key), u32> = HashMap::new();
    for record in records {
        for (place, (key, cell)) in (0..).zip(record) {
            let count = counts.entry(key).or_default();
            count.records += 1;
            count.filled += u32::from(cell.is_filled());
            count.places += place;
        }
        let mut by_texts: Vec<(&Key, &Cell)> = record
            .iter()
            .filter(|(_, cell)| !cell.leaves.is_empty())
            .map(|(key, cell)| (key, *cell))
            .collect();
        by_texts.sort_by_key(|(_, cell)| (cell.leaves.start, cell.leaves.end));
        for like in by_texts.chunk_by(|(_, a), (_, b)| a.leaves == b.leaves) {
            for (i, (a, _)) in like.iter().enumerate() {
                for (b, _) in &like[i + 1..] {
                    *same.entry((a, b)).or_default() += 1;
                    *same.entry((b, a)).or_default() += 1;
                }
            }
        }
    }
    let filled = |key: &Key| counts[key].filled;
    // A column goes where another has all that it has, and more, or is simpler.
    let better = |a: &Key, b: &Key| {
        filled(b)
            .cmp(&filled(a))
            .then(a.kind.cmp(&b.kind))
            .then(a.place.len().cmp(&b.place.len()))
            .then(a.cmp(b))
            .is_lt()
    };
    let dropped: HashSet<&Key> = same
        .iter()
        .filter(|((a, b), times)| **times == filled(a) && better(b, a))
        .map(|((a, _), _)| *a)
        .collect();
    let mut kept: Vec<(&Key, Count)> =
        counts.into_iter().filter(|(key, count)| count.filled > 0 && !dropped.contains(key)).collect();
    kept.sort_unstable_by(|(a, m), (b, n)| {
        let place = |x: &Count, y: &Count| x.places.saturating_mul(u64::from(y.records));
        place(m, n).cmp(&place(n, m)).then_with(|| a.cmp(b))
    });
    let keys: Vec<&Key> = kept.iter().map(|(key, _)| *key).collect();
    if width == Width::Informative {
        let telling = fold::telling(&keys, parts, records);
        kept.retain(|(key, _)| telling.contains(key));
    }
    let keys: Vec<&Key> = kept.iter().map(|(key, _)| *key).collect();
    let mut headings = headings(parts, records);
    let unnamed = keys.into_iter().map(|key| Unnamed { key, heading: headings.remove(key) });
    let names = names(&unnamed.collect::<Vec<_>>());
    let column = |(name, (key, _)): (String, (&Key, Count))| Column { name, key: key.clone(), records: 0 };
    names.into_iter().zip(kept).map(column).collect()
}

/// What the pages call their columns: what the first cell of each page says, if all that say anything say the same.
fn headings<'a>(parts: &[Placed<'_>], records: &'a [Vec<Keyed<'_>>]) -> HashMap<&'a Key, String> {
    let mut found: HashMap<&Key, Option<String>> = HashMap::new();
    let mut asked: HashSet<&Key> = HashSet::new();
    let mut page = None;
    for ((part, _), record) in parts.iter().zip(records) {
        if !page.replace(part.page).is_some_and(|before| std::ptr::eq(before, part.page)) {
            asked.clear();
        }
        for (key, cell) in record.iter().filter(|(key, _)| asked.insert(key)) {
            let Some(said) = heading(*part, cell) else { continue };
            let known = found.entry(key).or_insert_with(|| Some(said.clone()));
            if known.as_ref() != Some(&said) {
                *known = None;
            }
        }
    }
    found.into_iter().filter_map(|(key, said)| Some((key, said?))).collect()
}

fn count(records: usize) -> u32 {
    u32::try_from(records).expect("fewer records than bytes")
}

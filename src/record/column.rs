//! Columns: corresponding cells of all records, under a stable name.
//!
//! In: the records of a template. Out: the [`Columns`], and the [`Field`]s of each record. A column is a kind of cell at a path. If
//! a path has several texts in a record, the text after a label is a column of its own, and the others are numbered by their order. So
//! a missing part shifts only the unlabelled texts of its own path and kind.

use super::cell::{Cell, CellRules, Key, KeyedCell, Kind};
use super::column_number::ColumnNumbers;
use super::fold::informative;
use super::group::{group_columns, groups};
use super::items::{items_in, label_before as label_before_run};
use super::label::Labels;
use super::line::PageLayout;
use super::name::{Name, NamedBy};
use super::naming::{given_names, names_of};
use super::order::TextOrders;
use super::place::{Classes, PathNamer, PathStep, PlacedRecord, RecordInPage, RecordPaths};
use super::standard::Standard;
use crate::page::{ElementId, Leaf, Tree, number};
use crate::repeat::Record;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A column of the records of a template.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Column {
    /// The name: unique, and independent of the order of the pages.
    pub name: String,
    /// Where the name comes from.
    #[serde(default)]
    pub named_by: NamedBy,
    /// Identifies the cells of the column in a record.
    #[serde(flatten)]
    pub key: Key,
    /// The number of records with the column, empty or not.
    pub records: u32,
}

/// A value of a record, as a part of its page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Field {
    /// The number of the column.
    pub column: usize,
    /// The element that the value is, or that contains it.
    pub element: ElementId,
    /// The bytes of the value in the page.
    pub span: Span,
}

/// The columns of the records of one template, with everything that is needed to find them in further records.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Columns {
    #[serde(rename = "columns")]
    list: Vec<Column>,
    /// The number of records that the columns were learned from.
    records: u32,
    classes: Classes,
    /// Which cells of tables are one column, where header cells tell.
    #[serde(default, skip_serializing_if = "ColumnNumbers::is_empty")]
    numbers: ColumnNumbers,
    lines: CellRules,
    labels: Labels,
    /// The paths with several texts in some record.
    several: BTreeSet<String>,
    /// The order of the texts of such paths, where they are of several kinds.
    #[serde(default, skip_serializing_if = "TextOrders::is_empty")]
    orders: TextOrders,
}

/// Which columns a table has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Width {
    /// The columns that carry information of their own.
    #[default]
    Informative,
    /// All columns.
    All,
}

impl Columns {
    /// The columns of some records, and the fields of each.
    pub(super) fn new(
        parts: &[RecordInPage<'_>],
        numbers: ColumnNumbers,
        width: Width,
    ) -> (Self, Vec<Vec<Field>>) {
        let mut columns = Columns { records: number(parts.len()), numbers, ..Columns::default() };
        columns.classes = Classes::new(parts);
        let parts: Vec<(RecordInPage<'_>, RecordPaths)> = {
            let paths = PathNamer::new(&columns.classes);
            parts.iter().map(|&part| (part, paths.of(part))).collect()
        };
        columns.labels = Labels::new(&parts);
        columns.lines = CellRules::new(&parts, &mut columns.labels);
        let cells: Vec<Vec<Cell>> =
            parts.iter().map(|(part, paths)| columns.lines.cells(*part, paths, &columns.labels)).collect();
        let records = || parts.iter().zip(&cells);
        columns.several = records().flat_map(|((_, paths), cells)| several(paths, cells)).collect();
        let mut keyed: Vec<Vec<(Key, &Cell)>> =
            records().map(|((part, paths), cells)| columns.keyed(*part, paths, cells)).collect();
        columns.orders = TextOrders::new(&parts, &keyed, &columns.several);
        for ((part, _), cells) in parts.iter().zip(&mut keyed) {
            columns.orders.number(*part, cells);
        }
        let placed: Vec<RecordInPage> = parts.iter().map(|(part, _)| *part).collect();
        let own = chosen(&parts, &keyed, width);
        let of_group = |(name, key)| Column { name, named_by: NamedBy::Role, key, records: 0 };
        columns.list = group_columns(&placed, own.iter().map(|column| &*column.name))
            .into_iter()
            .map(of_group)
            .collect();
        columns.list.extend(own);
        let mut fields: Vec<Vec<Field>> = {
            let reader = columns.reader();
            keyed.into_iter().map(|record| reader.fields_of(record)).collect()
        };
        reach_down(&placed, &mut fields);
        columns.add_groups(&placed, &mut fields);
        for field in fields.iter().flatten() {
            columns.list[field.column].records += 1;
        }
        (columns, fields)
    }

    /// Gives records the fields of the names of their groups.
    fn add_groups(&self, parts: &[RecordInPage<'_>], fields: &mut [Vec<Field>]) {
        let names = groups(parts, self.list.iter().map(|column| &column.key));
        for (own, names) in fields.iter_mut().zip(names) {
            let of_names = names.into_iter().map(|(column, element, span)| Field { column, element, span });
            own.splice(0..0, of_names);
        }
    }

    /// The columns, in the order in which they occur in records.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.list
    }

    /// The items of a field, if its column consists of these.
    pub(crate) fn items<'t>(&self, tree: &'t Tree<'t>, field: &Field) -> Option<Vec<&'t Leaf<'t>>> {
        (self.list[field.column].key.kind == Kind::Items).then(|| items_in(tree, field.span))
    }

    /// The steps of the path of each column in a record; none for a text before it.
    pub(crate) fn steps(&self) -> Vec<Vec<PathStep<'_>>> {
        let is_inside = |column: &Column| column.key.kind != Kind::Group;
        self.classes.divided(self.list.iter().map(|of| if is_inside(of) { &*of.key.place } else { "" }))
    }

    /// The number of records that the columns were learned from.
    #[must_use]
    pub fn records(&self) -> u32 {
        self.records
    }

    /// A reader that finds the fields of further records.
    #[must_use]
    pub fn reader(&self) -> FieldReader<'_> {
        let mut numbers = HashMap::new();
        let mut below: HashMap<&str, Vec<usize>> = HashMap::new();
        for (number, column) in self.list.iter().enumerate() {
            numbers.insert(&column.key, number);
            let is_inside = column.key.kind != Kind::Group;
            for (slash, _) in column.key.place.match_indices('/').filter(|_| is_inside) {
                below.entry(&column.key.place[..slash]).or_default().push(number);
            }
        }
        FieldReader { columns: self, paths: PathNamer::new(&self.classes), numbers, below }
    }

    /// The cells of a record with their keys.
    fn keyed<'c>(
        &self,
        part: RecordInPage<'_>,
        paths: &RecordPaths,
        cells: &'c [Cell],
    ) -> Vec<(Key, &'c Cell)> {
        let mut numbers: HashMap<(String, Kind, Option<String>), u32> = HashMap::new();
        let leaves = part.page.tree.leaves();
        let is_label = |leaf: u32| {
            let leaf = &leaves[leaf as usize];
            self.labels.has(paths.at(leaf.parent), &leaf.text).then(|| leaf.text.to_string())
        };
        let key = |cell: &'c Cell| {
            let element = match cell.kind {
                Kind::Items => leaves[cell.leaves.start as usize].parent,
                _ => cell.element,
            };
            let place = paths.at(element).to_string();
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
            if cell.kind == Kind::Value {
                let leaf = &leaves[cell.leaves.start as usize];
                label =
                    self.lines.labelled(&place, part.page.source, leaf).map(|(label, _)| label.to_owned());
            }
            if kind == Kind::Labelled {
                label = is_label(cell.leaves.start);
            }
            if kind == Kind::Items {
                let before = label_before_run(part, paths, &self.labels, cell.leaves.start);
                label = before.map(str::to_owned);
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
    paths: PathNamer<'a>,
    numbers: HashMap<&'a Key, usize>,
    /// The columns below each path.
    below: HashMap<&'a str, Vec<usize>>,
}

impl FieldReader<'_> {
    /// The fields of each record of a page, in document order.
    #[must_use]
    pub fn read(&self, tree: &Tree, source: &str, records: &[Record]) -> Vec<Vec<Field>> {
        let mut page = PageLayout::new(tree, source);
        self.columns.numbers.number(&mut page, records);
        let parts: Vec<RecordInPage> =
            records.iter().map(|record| RecordInPage { page: &page, record }).collect();
        let mut fields: Vec<Vec<Field>> = parts.iter().map(|&part| self.fields(part)).collect();
        reach_down(&parts, &mut fields);
        self.columns.add_groups(&parts, &mut fields);
        fields
    }

    fn fields(&self, part: RecordInPage<'_>) -> Vec<Field> {
        let paths = self.paths.of(part);
        let cells = self.columns.lines.cells(part, &paths, &self.columns.labels);
        let mut cells = self.columns.keyed(part, &paths, &cells);
        self.columns.orders.number(part, &mut cells);
        self.fields_of(cells)
    }

    /// The fields of the cells that have a column.
    fn fields_of(&self, cells: Vec<(Key, &Cell)>) -> Vec<Field> {
        let mut found: HashSet<usize> = HashSet::new();
        let mut fields = Vec::new();
        let mut empty = Vec::new();
        for (key, cell) in cells {
            let field = |column| Field { column, element: cell.element, span: cell.span };
            if let Some(&column) = self.numbers.get(&key) {
                found.insert(column);
                fields.push(field(column));
            }
            // If a `td` is empty, the columns below it are empty, too: `td/a`.
            if !cell.is_filled() {
                empty.extend(self.below.get(&*key.place).into_iter().flatten().map(|&column| field(column)));
            }
        }
        let is_text = |field: &Field| self.columns.list[field.column].key.kind.is_text();
        fields.extend(empty.into_iter().filter(|field| is_text(field) && found.insert(field.column)));
        fields
    }
}

/// Gives rows the fields of the cells that reach into them from the row above (HTML Standard, section 4.9.12).
fn reach_down(parts: &[RecordInPage<'_>], fields: &mut [Vec<Field>]) {
    for at in 1..parts.len() {
        let (above, part) = (parts[at - 1], parts[at]);
        let tree = part.page.tree;
        let into = tree.cells_into(part.record.head);
        if into.is_empty() || !std::ptr::eq(above.page, part.page) {
            continue;
        }
        let reaches = |field: &&Field| {
            let is_inside =
                |cell: &ElementId| *cell <= field.element && field.element < tree.element(*cell).end;
            into.iter().any(is_inside) && fields[at].iter().all(|own| own.column != field.column)
        };
        let mut of_row: Vec<Field> = fields[at - 1].iter().filter(reaches).copied().collect();
        of_row.append(&mut fields[at]);
        fields[at] = of_row;
    }
}

/// The paths with several texts in a record.
fn several(paths: &RecordPaths, cells: &[Cell]) -> Vec<String> {
    let (mut seen, mut several) = (HashSet::new(), Vec::new());
    for cell in cells.iter().filter(|cell| cell.kind == Kind::Text) {
        let place = paths.at(cell.element);
        if !seen.insert(place) {
            several.push(place.to_string());
        }
    }
    several
}

/// Statistics of a column.
#[derive(Default)]
struct ColumnCounts {
    records: u32,
    filled: u32,
    /// The sum of the positions of its cells in the records.
    positions: u64,
}

/// The columns with text that are no duplicates of others, in the order in which they occur in records. With
/// [`Width::Informative`], only those that `fold.rs` keeps.
fn chosen(parts: &[PlacedRecord<'_>], records: &[Vec<KeyedCell<'_>>], width: Width) -> Vec<Column> {
    let mut counts: HashMap<&Key, ColumnCounts> = HashMap::new();
    // How often two columns have the same texts in a record.
    let mut same: HashMap<(&Key, &Key), u32> = HashMap::new();
    for record in records {
        for (position, (key, cell)) in (0..).zip(record) {
            let count = counts.entry(key).or_default();
            count.records += 1;
            count.filled += u32::from(cell.is_filled());
            count.positions += position;
        }
        let mut by_texts: Vec<(&Key, &Cell)> = record
            .iter()
            .filter(|(_, cell)| !cell.leaves.is_empty())
            .map(|(key, cell)| (key, *cell))
            .collect();
        by_texts.sort_by_key(|(_, cell)| (cell.leaves.start, cell.leaves.end));
        let is_text = |(key, _): &&(&Key, &Cell)| key.kind == Kind::Text;
        for like in by_texts.chunk_by(|(_, a), (_, b)| a.leaves == b.leaves) {
            // The values of a text are others.
            if like.iter().filter(is_text).nth(1).is_some() {
                continue;
            }
            for (i, (a, _)) in like.iter().enumerate() {
                for (b, _) in &like[i + 1..] {
                    *same.entry((a, b)).or_default() += 1;
                    *same.entry((b, a)).or_default() += 1;
                }
            }
        }
    }
    let filled = |key: &Key| counts[key].filled;
    // A column is dropped if another one has the same texts in all its records, and is filled more often or simpler.
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
    let mut kept: Vec<(&Key, ColumnCounts)> =
        counts.into_iter().filter(|(key, count)| count.filled > 0 && !dropped.contains(key)).collect();
    kept.sort_unstable_by(|(a, m), (b, n)| {
        let position = |x: &ColumnCounts, y: &ColumnCounts| x.positions.saturating_mul(u64::from(y.records));
        position(m, n).cmp(&position(n, m)).then_with(|| a.cmp(b))
    });
    let keys: Vec<&Key> = kept.iter().map(|(key, _)| *key).collect();
    let standard = Standard::new(&keys, parts, records);
    let mut told = informative(&keys, parts, records);
    told.extend(standard.cut(&told));
    let told: HashSet<&Key> = told.into_iter().collect();
    let (told, left): (Vec<&Key>, Vec<&Key>) = keys.iter().partition(|key| told.contains(*key));
    let given = given_names(parts, records);
    // Further columns change no name.
    let mut named = names_of(&told, &standard, &given, &HashMap::new(), parts, records);
    if width == Width::All {
        let standard = Standard::new(&left, parts, records);
        named.extend(names_of(&left, &standard, &given, &named, parts, records));
    }
    let column = |(key, _): (&Key, ColumnCounts)| {
        let Name { name, named_by } = named.remove(key)?;
        Some(Column { name, named_by, key: key.clone(), records: 0 })
    };
    kept.into_iter().filter_map(column).collect()
}

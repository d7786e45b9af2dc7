//! The columns of the text nodes (leaves) of a record.
//!
//! A column is the path from the head, or from another sibling of the record, down to a leaf. The sibling itself is not part
//! of the path if it has the same name as the head, so that classes of heads may differ and a sibling with the structure of
//! the head adds no columns. Siblings with other names have columns of their own, and so has each sibling with the name and the
//! classes of the head, which is then one of every so many siblings. A text between siblings is in the column of
//! the head itself, so that the texts around the links or bold words of a sentence add no columns.

use super::path::{PagePaths, Path, Paths, symbol};
use super::record::Record;
use super::step::fold_digits;
use crate::page::{ElementId, Leaf, Tree};
use crate::site::own::Weight;
use hashbrown::HashMap;

/// The column of each leaf of a record, in document order.
pub(super) fn columns(tree: &Tree, paths: &Paths, record: &Record) -> Vec<Path> {
    let head = &tree.element(record.head).name;
    let classes = |id| tree.classes(id).map(fold_digits);
    let mut same = 0;
    let mut of = |sibling: ElementId| {
        let name = &tree.element(sibling).name;
        let number = if sibling == record.head {
            0
        } else if name != head {
            symbol(name)
        } else if classes(sibling).eq(classes(record.head)) {
            same += 1;
            same
        } else {
            0
        };
        (tree.element(sibling), number)
    };
    let mut id = record.head;
    let (mut sibling, mut name) = of(id);
    let leaf_of = |(number, leaf): (u32, &Leaf)| {
        while number >= sibling.leaves.end && sibling.end < record.end {
            id = sibling.end;
            (sibling, name) = of(id);
        }
        if sibling.leaves.contains(&number) {
            paths.below(tree, id, leaf.parent).beside(name)
        } else {
            Path::NONE
        }
    };
    record.leaves.clone().zip(record.leaves(tree)).map(leaf_of).collect()
}

/// The columns of some records in order of first appearance, so that sums are the same in every run.
pub(super) struct Columns(pub(super) Vec<Column>);

/// A column with the weights of its texts, the first text of each record.
#[derive(Default)]
pub(super) struct Column {
    /// Sums over the texts: of their shares, of their rarities, and of characters times rarity.
    pub(super) share: f64,
    pub(super) rarity: f64,
    pub(super) characters: f64,
    /// The numbers of the records that have the column, ascending.
    pub(super) records: Vec<usize>,
}

impl Columns {
    /// The columns of records whose leaves have these weights; a leaf without a weight adds nothing to the sums. The paths are of
    /// names and classes, or of names alone where classes alternate from record to record.
    pub(super) fn new(
        tree: &Tree,
        paths: &PagePaths,
        records: &[Record],
        weight: impl Fn(u32) -> Option<Weight>,
    ) -> Self {
        let columns = Columns::by(&paths.class, tree, records, &weight);
        if columns.alternate() { Columns::by(&paths.name, tree, records, &weight) } else { columns }
    }

    fn by(paths: &Paths, tree: &Tree, records: &[Record], weight: impl Fn(u32) -> Option<Weight>) -> Self {
        let mut numbers: HashMap<Path, usize> = HashMap::new();
        let mut all: Vec<Column> = Vec::new();
        for (i, record) in records.iter().enumerate() {
            for (path, leaf) in columns(tree, paths, record).into_iter().zip(record.leaves.clone()) {
                let number = *numbers.entry(path).or_insert(all.len());
                if number == all.len() {
                    all.push(Column::default());
                }
                let column = &mut all[number];
                // If a record has several texts of one column, only the first counts.
                if column.records.last() != Some(&i) {
                    column.records.push(i);
                    if let Some(weight) = weight(leaf) {
                        column.share += weight.share;
                        column.rarity += weight.rarity;
                        column.characters += weight.rarity * weight.characters;
                    }
                }
            }
        }
        Columns(all)
    }

    /// Whether records share many more columns with the record after the next than with the next, as zebra rows do.
    fn alternate(&self) -> bool {
        let apart = |distance: usize| -> usize {
            let pairs = |column: &Column| {
                let has = |record: usize| column.records.binary_search(&record).is_ok();
                column.records.iter().filter(|&&record| has(record + distance)).count()
            };
            self.0.iter().map(pairs).sum()
        };
        apart(2) > 2 * apart(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::step::Resolution;
    use super::*;

    /// The column of each text of a record that consists of all children of the body, numbered by first appearance.
    fn numbers(page: &str) -> Vec<usize> {
        let tree = Tree::new(page);
        let paths = Paths::new(&tree, Resolution::Class);
        let body = tree.ids().next().unwrap();
        let head = ElementId(body.0 + 1);
        let record = Record { head, end: tree.element(body).end, leaves: tree.element(body).leaves.clone() };
        let columns = columns(&tree, &paths, &record);
        columns.iter().map(|column| columns.iter().position(|other| other == column).unwrap()).collect()
    }

    #[test]
    fn siblings_with_the_name_of_the_head_share_its_columns() {
        assert_eq!(numbers("<body><div class=a><b>x</b>y</div><div class=b><b>z</b></div>"), [0, 1, 0]);
    }

    #[test]
    fn a_second_row_has_columns_of_its_own() {
        assert_eq!(numbers("<body><p>x<b>y</b></p><p>z</p><p>u</p>"), [0, 1, 2, 3]);
    }

    #[test]
    fn siblings_with_other_names_have_columns_of_their_own() {
        assert_eq!(numbers("<body><dt>x</dt><dd>y</dd><dd>z</dd>"), [0, 1, 1]);
    }

    #[test]
    fn texts_between_siblings_are_in_the_column_of_the_head() {
        assert_eq!(numbers("<body><b>x</b>y<br>z<i>u</i>v"), [0, 0, 0, 3, 0]);
    }
}

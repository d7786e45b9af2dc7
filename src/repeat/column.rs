//! The columns of the text nodes (leaves) of a record.
//!
//! A column is the path from the head, or from another sibling of the record, down to a leaf. The sibling itself is not part
//! of the path if it has the same name as the head, so that classes of heads may differ and a sibling with the structure of
//! the head adds no columns. Siblings with other names have columns of their own, and so has each sibling with the name and the
//! classes of the head, which is then one of every so many siblings. A text between siblings is in the column of
//! the head itself, so that the texts around the links or bold words of a sentence add no columns. A number before the head has a column.

use super::path::{PagePaths, Path, Paths, symbol};
use super::record::Record;
use super::step::{BETWEEN, fold_digits};
use crate::page::{ElementId, Leaf, Tree, number};
use hashbrown::HashMap;

/// The column of each leaf of a record, in document order.
pub(super) fn columns<'a>(
    tree: &'a Tree<'a>,
    paths: &'a Paths,
    record: &'a Record,
) -> impl Iterator<Item = Path> + use<'a> {
    let before = tree.element(record.head).leaves.start;
    let head = &tree.element(record.head).name;
    let classes = |id| tree.classes(id).map(fold_digits);
    let mut same = 0;
    let mut of = move |sibling: ElementId| {
        let name = &tree.element(sibling).name;
        let number = if sibling == record.head {
            0
        } else if name != head {
            symbol(name)
        } else if tree.tag(sibling) == tree.tag(record.head) || classes(sibling).eq(classes(record.head)) {
            same += 1;
            same
        } else {
            0
        };
        (tree.element(sibling), number)
    };
    let mut id = record.head;
    let (mut sibling, mut name) = of(id);
    let leaf_of = move |(number, leaf): (u32, &Leaf)| {
        while number >= sibling.leaves.end && sibling.end < record.end {
            id = sibling.end;
            (sibling, name) = of(id);
        }
        if sibling.leaves.contains(&number) {
            paths.below(tree, id, leaf.parent).beside(name)
        } else if number < before {
            Path::of(BETWEEN)
        } else {
            Path::NONE
        }
    };
    record.leaves.clone().zip(record.leaves(tree)).map(leaf_of)
}

/// The columns of some records, numbered in order of first appearance, so that sums over them are the same in every run. The paths
/// are of names and classes, or of names alone where classes alternate from record to record.
#[derive(Debug)]
pub(super) struct Columns {
    /// The number of columns, and that of records.
    pub(super) count: usize,
    pub(super) records: usize,
    /// The texts that count, in document order: of each column in each record the first one.
    pub(super) texts: Vec<ColumnText>,
}

/// The first text of a column in a record.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnText {
    /// The numbers of column, record and leaf.
    pub(super) column: u32,
    pub(super) record: u32,
    pub(super) leaf: u32,
}

impl Columns {
    pub(super) fn new(tree: &Tree, paths: &PagePaths, records: &[Record]) -> Self {
        let (columns, alternate) = Columns::by(&paths.class, tree, records);
        if alternate { Columns::by(&paths.name, tree, records).0 } else { columns }
    }

    /// The columns by these paths, and whether records share many more columns with the record after the next than with the next, as
    /// zebra rows do.
    fn by(paths: &Paths, tree: &Tree, records: &[Record]) -> (Self, bool) {
        let mut numbers: HashMap<Path, u32> = HashMap::new();
        let mut texts = Vec::with_capacity(records.iter().map(|record| record.leaves.len()).sum());
        // For each column the last two records that have it, counted from 1.
        let mut last: Vec<[u32; 2]> = Vec::new();
        let mut shared = [0_usize; 2];
        for (i, record) in (1..).zip(records) {
            for (path, leaf) in columns(tree, paths, record).zip(record.leaves.clone()) {
                let next = number(last.len());
                let column = *numbers.entry(path).or_insert(next);
                if column == next {
                    last.push([0; 2]);
                }
                let last = &mut last[column as usize];
                // If a record has several texts of one column, only the first counts.
                if last[0] != i {
                    for (distance, shared) in (1..).zip(&mut shared) {
                        *shared += usize::from(last.iter().any(|&other| other > 0 && other + distance == i));
                    }
                    *last = [i, last[0]];
                    texts.push(ColumnText { column, record: i - 1, leaf });
                }
            }
        }
        (Columns { count: last.len(), records: records.len(), texts }, shared[1] > 2 * shared[0])
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
        let columns: Vec<Path> = columns(&tree, &paths, &record).collect();
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

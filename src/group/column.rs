//! What stands where in a record: the columns of its leaves.
//!
//! A column is the path from the head, or from another sibling of the record, down to a leaf. The symbol of the sibling
//! itself is no part of it where its name is that of the head, so that classes of heads may differ, and so that a
//! sibling built like the head adds no columns to it. Siblings of other names have columns of their own. A text between
//! siblings counts as one of the head itself: the texts around the links or bold words of a sentence are no columns.

use super::path::{Path, Paths, symbol};
use super::record::Record;
use crate::page::{ElementId, Leaf, Tree};

/// The column of each leaf of a record, in document order.
pub(super) fn columns(tree: &Tree, paths: &Paths, record: &Record) -> Vec<Path> {
    let head = &tree.element(record.head).name;
    let of = |sibling: ElementId| {
        let name = &tree.element(sibling).name;
        (tree.element(sibling), if name == head { 0 } else { symbol(name) })
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

#[cfg(test)]
mod tests {
    use super::super::step::Resolution;
    use super::*;

    /// The columns of the only record of a page, all elements below the body, as numbers of first appearance.
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
    fn siblings_built_like_the_head_have_its_columns() {
        assert_eq!(numbers("<body><div class=a><b>x</b>y</div><div class=b><b>z</b></div>"), [0, 1, 0]);
    }

    #[test]
    fn siblings_of_other_names_have_columns_of_their_own() {
        assert_eq!(numbers("<body><dt>x</dt><dd>y</dd><dd>z</dd>"), [0, 1, 1]);
    }

    #[test]
    fn texts_between_siblings_are_in_the_column_of_the_head() {
        assert_eq!(numbers("<body><b>x</b>y<br>z<i>u</i>v"), [0, 0, 0, 3, 0]);
    }
}

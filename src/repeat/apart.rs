//! Removes rows that are those of another table: rows in an element of their own, below header cells that are others than those of most.
//!
//! ```text
//! <table><tr><th>Team<th>Points<tr><td>Rovers<td>14 ..</table>
//! <table><tr><th>Goals<th>Player<tr><td>14<td>Ann Pike ..</table>                another table
//! ```
//!
//! A list beside another one that lacks what all its items have is not told by that: on real pages as many are parts of one list, such as the
//! hits of advertisers, as are menus.
//!
//! Time is linear in the records and their tables.

use super::record::Record;
use crate::measure::how_often;
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;

/// The records without rows of tables with other header cells than the table, or part of a table, that most records are in.
pub(super) fn without_other_tables(tree: &Tree, mut records: Vec<Record>) -> Vec<Record> {
    let parents = parents(tree, &records);
    let first = |record: &Record| tree.element(record.head).parent;
    let Some(main) = records.iter().rev().map(first).max_by_key(|parent| parents[parent]).flatten() else {
        return records;
    };
    // Where no table has two of them, each has its own name in the header cells.
    let is_one_of_several = |_: &Vec<String>| 1 < parents.len() && parents.len() < records.len();
    let Some(wanted) = headers(tree, main).filter(is_one_of_several) else { return records };
    let of_parent = |parent: &Option<ElementId>| headers(tree, (*parent)?);
    let others: HashMap<Option<ElementId>, bool> = parents
        .keys()
        .map(|parent| (*parent, of_parent(parent).is_some_and(|headers| headers != wanted)))
        .collect();
    records.retain(|record| !others[&first(record)]);
    records
}

/// The parents of the heads, each with its number of records.
pub(super) fn parents(tree: &Tree, records: &[Record]) -> HashMap<Option<ElementId>, usize> {
    how_often(records.iter().map(|record| tree.element(record.head).parent))
}

/// The texts of the first header row of the table that rows are in.
fn headers(tree: &Tree, parent: ElementId) -> Option<Vec<String>> {
    let table = tree.table_of(parent)?;
    let mut inside = (table.0 + 1..tree.element(table).end.0).map(ElementId);
    let row = inside.find(|&id| &*tree.element(id).name == "tr")?;
    let texts = tree.leaves_of(row).iter().map(|leaf| leaf.text.to_string()).collect();
    tree.is_header_row(row).then_some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_with_header_cells_of_its_own_is_no_row_of_another_table() {
        let table = |name: &str| format!("<table><tr><th>{name}<tr><td>On {name}<tr><td>1965</table>");
        let tree_of = ["Dune", "Emma", "Lolita"].map(table).concat();
        let tree = Tree::new(&tree_of);
        let rows: Vec<ElementId> = tree.ids().filter(|&id| &*tree.element(id).name == "tr").collect();
        let records: Vec<Record> = rows.chunks(3).map(|of| Record::run(&tree, of[0], of[2])).collect();
        assert_eq!(without_other_tables(&tree, records.clone()), records);
    }
}

//! Removes a first or last element that is no record: a header row, a line of totals, a link to the next page.
//!
//! ```text
//! <tr><td>Date     <td>Minutes              no digits, no link: a header row
//! <tr><td>4 May    <td><a href=1>Minutes</a>
//! <tr><td>11 May   <td><a href=2>Minutes</a>
//! ```
//!
//! A *trait* of a column is a property that its texts have in nearly all records: they contain digits, or they are linked. The
//! first or last record is removed if it has columns with traits, but none of the traits. Words are never compared.
//!
//! A row of header cells alone is no record at any place, if most rows are others; nor is a row of one cell with a name, if all others
//! have several cells.
//!
//! Time is linear in the texts of the records.

use super::column::columns;
use super::path::{Path, Paths};
use super::record::Record;
use crate::measure::are_nearly_all;
use crate::page::Tree;
use hashbrown::HashMap;

/// The records without rows that consist of header cells, if most rows do not: a table may repeat its header (HTML, the th element). Nor
/// is a single cell with a name a record among rows of several cells: it names those below.
pub(super) fn without_headers(tree: &Tree, records: Vec<Record>) -> Vec<Record> {
    let is_row =
        |record: &Record| record.members(tree).nth(1).is_none() && tree.cells(record.head).next().is_some();
    let has_several = |record: &Record| tree.cells(record.head).nth(1).is_some();
    let is_name = |record: &Record| tree.is_name_row(record.head);
    let all_several = records.iter().all(|record| is_row(record) && (has_several(record) || is_name(record)));
    let is_header =
        |record: &Record| is_row(record) && tree.is_header_row(record.head) || all_several && is_name(record);
    let headers: Vec<bool> = records.iter().map(is_header).collect();
    if 2 * headers.iter().filter(|is| **is).count() >= records.len() {
        return records;
    }
    records.into_iter().zip(headers).filter(|(_, is_header)| !is_header).map(|(record, _)| record).collect()
}

/// The fewest records that show a trait.
const LEAST: usize = 4;

/// Whether the texts of a column contain digits, and whether they are linked.
type Traits = [bool; 2];

/// The records without a first or last one that has none of the traits of the others.
pub(super) fn without_edges(tree: &Tree, paths: &Paths, mut records: Vec<Record>) -> Vec<Record> {
    if records.len() < LEAST {
        return records;
    }
    let linked = tree.within(|id| tree.is_link(id));
    let profile = |record: &Record| {
        let mut traits: HashMap<Path, Traits> = HashMap::new();
        for (column, leaf) in columns(tree, paths, record).zip(record.leaves(tree)) {
            let [has_digits, is_linked] = traits.entry(column).or_default();
            *has_digits |= leaf.text.contains(char::is_numeric);
            *is_linked |= linked[leaf.parent.index()];
        }
        traits
    };
    let profiles: Vec<HashMap<Path, Traits>> = records.iter().map(profile).collect();
    let mut counts: HashMap<Path, [usize; 2]> = HashMap::new();
    for (column, traits) in profiles.iter().flatten() {
        let counts = counts.entry(*column).or_default();
        for (count, has) in counts.iter_mut().zip(traits) {
            *count += usize::from(*has);
        }
    }
    let lacks = |profile: &HashMap<Path, Traits>| {
        let traits = profile.iter().flat_map(|(column, traits)| counts[column].into_iter().zip(*traits));
        let mut of_nearly_all =
            traits.filter(|&(count, _)| are_nearly_all(count, profiles.len() - 1)).peekable();
        of_nearly_all.peek().is_some() && of_nearly_all.all(|(_, has)| !has)
    };
    if lacks(&profiles[profiles.len() - 1]) {
        records.pop();
    }
    if lacks(&profiles[0]) {
        records.remove(0);
    }
    records
}

#[cfg(test)]
mod tests {
    use super::super::step::Resolution;
    use super::*;

    /// How many rows of a table are kept.
    fn kept(rows: &[&str]) -> usize {
        let page = format!("<table>{}</table>", rows.concat());
        let tree = Tree::new(&page);
        let rows = tree.ids().filter(|&id| &*tree.element(id).name == "tr");
        let records = rows.map(|id| Record::element(&tree, id)).collect();
        without_edges(&tree, &Paths::new(&tree, Resolution::Name), records).len()
    }

    const ROWS: [&str; 4] =
        ["<tr><td>4 May<td>Ash", "<tr><td>11 May<td>Elm", "<tr><td>18 May<td>Oak", "<tr><td>25 May<td>Fir"];

    #[test]
    fn a_first_row_without_the_digits_of_the_others_is_a_header() {
        assert_eq!(kept(&[&["<tr><td>Date<td>Tree"], &ROWS[..]].concat()), 4);
        assert_eq!(
            kept(&[&["<tr><td>Date<td>Tree"], &ROWS[..2]].concat()),
            3,
            "three rows are too few to show a trait"
        );
    }

    #[test]
    fn a_header_that_a_table_repeats_is_no_record() {
        let page = format!("<table>{}<tr><th>Date<th>Tree{}</table>", ROWS[..2].concat(), ROWS[2..].concat());
        let tree = Tree::new(&page);
        let rows = tree.ids().filter(|&id| &*tree.element(id).name == "tr");
        let records: Vec<Record> = rows.map(|id| Record::element(&tree, id)).collect();
        assert_eq!(without_headers(&tree, records).len(), 4);
    }

    #[test]
    fn a_cell_that_names_the_rows_below_is_no_record() {
        let names = ["<tr><td colspan=2>May", "<tr><td colspan=2>June"];
        let page =
            format!("<table>{}{}{}{}</table>", names[0], ROWS[..2].concat(), names[1], ROWS[2..].concat());
        let tree = Tree::new(&page);
        let rows = tree.ids().filter(|&id| &*tree.element(id).name == "tr");
        let records: Vec<Record> = rows.map(|id| Record::element(&tree, id)).collect();
        assert_eq!(without_headers(&tree, records).len(), 4);
    }

    #[test]
    fn a_row_in_the_middle_is_kept() {
        assert_eq!(kept(&[&ROWS[..2], &["<tr><td>later<td>Yew"], &ROWS[2..]].concat()), 5);
    }

    #[test]
    fn all_rows_are_kept_without_a_common_trait() {
        assert_eq!(kept(&["<tr><td>Tree", "<tr><td>Ash", "<tr><td>Elm", "<tr><td>Oak 2"]), 4);
    }
}

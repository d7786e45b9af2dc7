//! Rows of tables that go on with the row above them: a cell of that reaches down into them.
//!
//! ```text
//! <tr><td rowspan=2><img><td>Dune<td>9.50   <tr><td colspan=2>F. Herbert, paper     the second goes on with the first
//! <tr><td rowspan=2>Novels<td>Dune<td>9.50  <tr><td>Emma<td>7.00                    the second is a row of its own
//! ```
//!
//! A heading beside several rows reaches down too. Then the rows below have all other cells of the first once more; where
//! they have more or fewer, they are the rest of it.

use super::tree::{ElementId, Tree};

/// The row that cells stand in, as far as it is read.
struct Row {
    id: ElementId,
    cells: u32,
    /// The cells that reach down, and how many rows they stand in.
    reaching: u32,
    rows: u32,
}

/// The rows of a page that go on with a row above them, in document order. O(cells) time.
pub(super) fn continued(tree: &Tree) -> Vec<ElementId> {
    let mut rows: Vec<Row> = Vec::new();
    // The row of the last cell is the last but where tables stand in cells.
    for id in tree.ids() {
        let element = tree.element(id);
        match (&*element.name, element.parent) {
            ("tr", _) => rows.push(Row { id, cells: 0, reaching: 0, rows: 1 }),
            ("td" | "th", Some(parent)) => {
                let Some(row) = rows.iter_mut().rev().find(|row| row.id <= parent) else { continue };
                if row.id == parent {
                    row.cells += 1;
                    let reaches = tree.attribute(id, "rowspan").and_then(|rows| rows.trim().parse().ok());
                    if let Some(reaches @ 2..) = reaches {
                        row.reaching += 1;
                        row.rows = row.rows.max(reaches);
                    }
                }
            }
            _ => {}
        }
    }
    let mut continued = Vec::new();
    for row in rows.iter().filter(|row| row.rows > 1) {
        let below = below(tree, row);
        let cells = |id: &ElementId| rows[rows.partition_point(|row| row.id < *id)].cells;
        if below.iter().all(|id| cells(id) != row.cells - row.reaching) {
            continued.extend(below);
        }
    }
    continued.sort_unstable();
    continued.dedup();
    continued
}

/// The rows below a row that cells of it reach into.
fn below(tree: &Tree, row: &Row) -> Vec<ElementId> {
    let parent = tree.element(row.id).parent;
    let end = parent.map_or(tree.element(ElementId(0)).end, |parent| tree.element(parent).end);
    let next = |&id: &ElementId| Some(tree.element(id).end).filter(|&next| next < end);
    let behind = std::iter::successors(next(&row.id), next);
    behind.take_while(|&id| &*tree.element(id).name == "tr").take(row.rows as usize - 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(page: &str) -> Vec<String> {
        let tree = Tree::new(page);
        continued(&tree).iter().map(|&id| tree.leaves_of(id)[0].text.to_string()).collect()
    }

    #[test]
    fn a_row_with_other_cells_below_a_cell_that_reaches_down_goes_on() {
        let record = |n: u32| format!("<tr><td rowspan=2>{n}<td>a{n}<td>b{n}<tr><td colspan=2>c{n}");
        assert_eq!(texts(&format!("<table>{}{}</table>", record(1), record(2))), ["c1", "c2"]);
    }

    #[test]
    fn rows_beside_a_heading_are_rows() {
        assert!(texts("<table><tr><td rowspan=3>h<td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>").is_empty());
    }

    #[test]
    fn a_span_ends_with_the_table() {
        assert_eq!(texts("<table><tr><td rowspan=9>a<td>b<td>c<tr><td>d</table><table><tr><td>e"), ["d"]);
    }

    #[test]
    fn a_table_in_a_cell_has_rows_of_its_own() {
        let inner = "<table><tr><td>x<td>y<tr><td>z</table>";
        let page = format!("<table><tr><td rowspan=2>a<td>{inner}<td>b<tr><td>c</table>");
        assert_eq!(texts(&page), ["c"]);
    }
}

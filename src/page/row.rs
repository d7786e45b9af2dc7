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
use hashbrown::HashMap;

/// The row that cells stand in, as far as it is read.
struct Row {
    id: ElementId,
    cells: u32,
    /// The cells that reach down, and how many rows they stand in.
    reaching: u32,
    rows: u32,
}

impl Tree<'_> {
    /// Whether an element is a cell of a table.
    pub(crate) fn is_cell(&self, id: ElementId) -> bool {
        matches!(&*self.element(id).name, "td" | "th")
    }

    /// The cells of a row.
    pub(crate) fn cells(&self, row: ElementId) -> impl Iterator<Item = ElementId> {
        let end = self.element(row).end;
        let first = Some(ElementId(row.0 + 1)).filter(|&id| id < end);
        let siblings =
            std::iter::successors(first, move |&id| Some(self.element(id).end).filter(|&id| id < end));
        siblings.filter(|&id| self.is_cell(id))
    }

    /// The rows of tables that go on with a row above them, in document order. Looked for once a tree.
    pub(crate) fn continued_rows(&self) -> &[ElementId] {
        self.continued_rows.get_or_init(|| continued(self))
    }

    /// Whether an element is one of these.
    pub(crate) fn continues_row(&self, id: ElementId) -> bool {
        self.continued_rows().binary_search(&id).is_ok()
    }
}

/// The rows of a page that go on with a row above them, in document order. O(n log n) in the cells.
fn continued(tree: &Tree) -> Vec<ElementId> {
    let rows = rows(tree);
    if rows.iter().all(|row| row.rows == 1) {
        return Vec::new();
    }
    let mut continued: Vec<ElementId> =
        stretches(tree, rows).iter().flat_map(|rows| continued_of(rows)).collect();
    continued.sort_unstable();
    continued
}

/// The rows of a page in document order.
fn rows(tree: &Tree) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for id in tree.ids() {
        let element = tree.element(id);
        match (&*element.name, element.parent) {
            ("tr", _) => rows.push(Row { id, cells: 0, reaching: 0, rows: 1 }),
            ("td" | "th", Some(parent)) => {
                let Ok(row) = rows.binary_search_by_key(&parent, |row| row.id) else { continue };
                let row = &mut rows[row];
                row.cells += 1;
                let reaches = tree.attribute(id, "rowspan").and_then(|rows| rows.trim().parse().ok());
                if let Some(reaches @ 2..) = reaches {
                    row.reaching += 1;
                    row.rows = row.rows.max(reaches);
                }
            }
            _ => {}
        }
    }
    rows
}

/// The rows that follow one another in one parent, with nothing between.
fn stretches(tree: &Tree, rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut stretches: Vec<Vec<Row>> = Vec::new();
    // Which stretch goes on with this element of this parent.
    let mut next: HashMap<(ElementId, Option<ElementId>), usize> = HashMap::new();
    for row in rows {
        let element = tree.element(row.id);
        let stretch = next.remove(&(row.id, element.parent)).unwrap_or(stretches.len());
        next.insert((element.end, element.parent), stretch);
        if stretch == stretches.len() {
            stretches.push(Vec::new());
        }
        stretches[stretch].push(row);
    }
    stretches
}

/// The rows of a stretch that go on with one above them.
fn continued_of(rows: &[Row]) -> Vec<ElementId> {
    let mut of_width: HashMap<u32, Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        of_width.entry(row.cells).or_default().push(at);
    }
    let mut continued = Vec::new();
    // Behind the last row that a row above it goes on in.
    let mut end = 0;
    for (at, row) in rows.iter().enumerate() {
        if at < end {
            continued.push(row.id);
        }
        let below_end = rows.len().min(at + row.rows as usize);
        let alike = of_width.get(&(row.cells - row.reaching)).map_or(&[][..], |alike| alike);
        let next_alike = alike.get(alike.partition_point(|&other| other <= at));
        if next_alike.is_none_or(|&next| next >= below_end) {
            end = end.max(below_end);
        }
    }
    continued
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

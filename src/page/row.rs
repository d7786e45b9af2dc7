//! Finds table rows that continue the row above them, because a cell of that row spans into them, and where the cells of other rows stand.
//!
//! ```text
//! <tr><td rowspan=2><img><td>Dune<td>9.50   <tr><td colspan=2>F. Herbert, paper     the second continues the first
//! <tr><td rowspan=2>Novels<td>Dune<td>9.50  <tr><td>Emma<td>7.00                    the second is a row of its own
//! ```
//!
//! A heading at the side of several rows also spans several rows. In that case each row below has all other cells of
//! the first row again. If the rows below have more or fewer cells, they are the rest of the first row.

use super::tree::{ElementId, ReachedCells, Tree};
use crate::measure::is_brief;
use hashbrown::{HashMap, HashSet};

/// A table row, with the cells read so far.
struct TableRow {
    id: ElementId,
    cells: u32,
    /// For each cell with text that spans into rows below how many rows it covers; and the most rows that a cell covers.
    spanning: Vec<u32>,
    rows: u32,
}

impl Tree<'_> {
    /// Whether an element is a cell of a table.
    pub(crate) fn is_cell(&self, id: ElementId) -> bool {
        matches!(&*self.element(id).name, "td" | "th")
    }

    /// The cells of a row.
    pub(crate) fn cells(&self, row: ElementId) -> impl Iterator<Item = ElementId> {
        self.children(row).filter(|&id| self.is_cell(id))
    }

    /// The table rows that continue a row above them, in document order. Computed once for each tree.
    pub(crate) fn continued_rows(&self) -> &[ElementId] {
        self.rows.continued.get_or_init(|| continued(self))
    }

    /// How many cells, and columns, of the rows above reach into the row of a cell before it; none in a row that continues one above.
    pub(crate) fn reached(&self, cell: ElementId) -> (u32, usize) {
        self.rows.reached.get_or_init(|| reached(self)).before.get(&cell).copied().unwrap_or_default()
    }

    /// The cells of rows above that reach into a row; none in a row that continues one above.
    pub(crate) fn cells_into(&self, row: ElementId) -> &[ElementId] {
        self.rows.reached.get_or_init(|| reached(self)).into.get(&row).map_or(&[], Vec::as_slice)
    }

    /// The number of columns or rows of a table that a cell spans.
    pub(crate) fn cell_span(&self, cell: ElementId, name: &str) -> usize {
        let written = self.attribute(cell, name);
        // 1000: the limit of the HTML standard for columns.
        written.and_then(|written| written.trim().parse().ok()).unwrap_or(1_usize).clamp(1, 1000)
    }

    /// Whether an element has cells, all of which are header cells.
    pub(crate) fn is_header_row(&self, id: ElementId) -> bool {
        let mut cells = self.cells(id).peekable();
        cells.peek().is_some() && cells.all(|cell| self.element(cell).name == "th")
    }

    /// Whether an element has one cell at most, with one short text: a row that names others.
    pub(crate) fn is_name_row(&self, id: ElementId) -> bool {
        let [leaf] = self.leaves_of(id) else { return false };
        self.cells(id).nth(1).is_none() && is_brief(&leaf.text)
    }

    /// Whether a header row tells what the cells of a row are, or it is a header row. Both have more than two cells: two can be a
    /// label and its value in any table.
    pub(crate) fn is_under_header(&self, row: ElementId) -> bool {
        self.rows_under_header().binary_search(&row).is_ok()
    }

    /// Whether a row is the only one between a header row and the next header row or the end of its table: each cell is a value below its
    /// label.
    pub(crate) fn is_only_row(&self, row: ElementId) -> bool {
        let rows = self.rows_under_header();
        let is_value = |at: usize| {
            let other = rows.get(at).filter(|&&other| !self.is_header_row(other));
            other.is_some_and(|&other| self.table_of(other) == self.table_of(row))
        };
        rows.binary_search(&row).is_ok_and(|at| {
            !self.is_header_row(row) && !is_value(at + 1) && !at.checked_sub(1).is_some_and(is_value)
        })
    }

    /// Header rows of more than two cells, and the rows below them.
    pub(crate) fn rows_under_header(&self) -> &[ElementId] {
        self.rows.under_header.get_or_init(|| under_header(self))
    }

    /// The table that an element is in.
    pub(crate) fn table_of(&self, id: ElementId) -> Option<ElementId> {
        self.inclusive_ancestors(id).find(|&id| self.element(id).name == "table")
    }

    /// Whether an element is a row that continues a row above it.
    pub(crate) fn continues_row(&self, id: ElementId) -> bool {
        self.continued_rows().binary_search(&id).is_ok()
    }
}

/// For each column of a table the cell that reaches down into the next row, and how many rows it still has.
///
/// Source: HTML Standard, section 4.9.12.
#[derive(Default)]
pub(crate) struct Reaching(Vec<(usize, ElementId)>);

impl Reaching {
    /// Adds the cells of a row. `found` gets each with the number of cells and columns that reach into the row before it.
    pub(crate) fn add(&mut self, tree: &Tree, row: ElementId, mut found: impl FnMut(ElementId, u32, usize)) {
        let (mut at, mut cells, mut columns) = (0, 0, 0);
        for cell in tree.cells(row) {
            while let Some(&(1.., above)) = self.0.get(at) {
                cells += u32::from(at == 0 || self.0[at - 1].1 != above);
                columns += 1;
                at += 1;
            }
            found(cell, cells, columns);
            let end = at + tree.cell_span(cell, "colspan");
            self.0.resize(self.0.len().max(end), (0, cell));
            self.0[at..end].fill((tree.cell_span(cell, "rowspan"), cell));
            at = end;
        }
    }

    /// The cell of the last row, or one that reaches into it, in a column.
    pub(crate) fn at(&self, column: usize) -> Option<ElementId> {
        self.0.get(column).filter(|(rows, _)| *rows > 0).map(|&(_, cell)| cell)
    }

    /// The cells that reach into the next row.
    fn cells(&self) -> Vec<ElementId> {
        let mut cells: Vec<ElementId> =
            self.0.iter().filter(|(rows, _)| *rows > 0).map(|&(_, cell)| cell).collect();
        cells.dedup();
        cells
    }

    /// Ends the row.
    pub(crate) fn end(&mut self) {
        for (rows, _) in &mut self.0 {
            *rows = rows.saturating_sub(1);
        }
    }
}

fn reached(tree: &Tree) -> ReachedCells {
    let mut found = ReachedCells::default();
    for rows in row_runs(tree) {
        let mut reaching = Reaching::default();
        for row in rows {
            let is_own = !tree.continues_row(row.id);
            let into = reaching.cells();
            if is_own && !into.is_empty() {
                found.into.insert(row.id, into);
            }
            reaching.add(tree, row.id, |cell, cells, columns| {
                if cells > 0 && is_own {
                    found.before.insert(cell, (cells, columns));
                }
            });
            reaching.end();
        }
    }
    found
}

/// The rows of more than two cells from the first such header row of their table on, in document order.
fn under_header(tree: &Tree) -> Vec<ElementId> {
    let mut tables = HashSet::new();
    let is_under = |&id: &ElementId| {
        if tree.element(id).name != "tr" || tree.cells(id).nth(2).is_none() {
            return false;
        }
        let table = tree.table_of(id);
        tables.contains(&table) || tree.is_header_row(id) && tables.insert(table)
    };
    tree.ids().filter(is_under).collect()
}

/// Computes the rows of a page that continue a row above them, in document order. O(n log n) in the number of cells.
fn continued(tree: &Tree) -> Vec<ElementId> {
    let mut continued: Vec<ElementId> = row_runs(tree).iter().flat_map(|rows| continued_of(rows)).collect();
    continued.sort_unstable();
    continued
}

/// The rows of a page in document order.
fn rows(tree: &Tree) -> Vec<TableRow> {
    let mut rows: Vec<TableRow> = Vec::new();
    for id in tree.ids() {
        let element = tree.element(id);
        match (&*element.name, element.parent) {
            ("tr", _) => rows.push(TableRow { id, cells: 0, spanning: Vec::new(), rows: 1 }),
            ("td" | "th", Some(parent)) => {
                let Ok(row) = rows.binary_search_by_key(&parent, |row| row.id) else { continue };
                let row = &mut rows[row];
                row.cells += 1;
                let reaches = tree.attribute(id, "rowspan").and_then(|rows| rows.trim().parse().ok());
                if let Some(reaches @ 2..) = reaches {
                    // A picture beside several rows is a part of each of them, or of one thing that they are; it is no heading.
                    row.spanning.extend(tree.has_text(id).then_some(reaches));
                    row.rows = row.rows.max(reaches);
                }
            }
            _ => {}
        }
    }
    rows
}

/// The rows of a page in runs of adjacent siblings; none if no cell spans several rows.
fn row_runs(tree: &Tree) -> Vec<Vec<TableRow>> {
    let mut row_runs: Vec<Vec<TableRow>> = Vec::new();
    let rows = rows(tree);
    if rows.iter().all(|row| row.rows == 1) {
        return row_runs;
    }
    // The run that continues if the next row is this element in this parent.
    let mut next: HashMap<(ElementId, Option<ElementId>), usize> = HashMap::new();
    for row in rows {
        let element = tree.element(row.id);
        let run = next.remove(&(row.id, element.parent)).unwrap_or(row_runs.len());
        next.insert((element.end, element.parent), run);
        if run == row_runs.len() {
            row_runs.push(Vec::new());
        }
        row_runs[run].push(row);
    }
    row_runs
}

/// The rows of a run that continue a row above them.
fn continued_of(rows: &[TableRow]) -> Vec<ElementId> {
    let below_end = |at: usize, reaches: u32| rows.len().min(at + reaches as usize);
    // For each row the cells with text of the rows above that begin and end to reach into it.
    let mut reaching = vec![[0_u32; 2]; rows.len() + 1];
    for (at, row) in rows.iter().enumerate() {
        for &reaches in &row.spanning {
            reaching[at + 1][0] += 1;
            reaching[below_end(at, reaches)][1] += 1;
        }
    }
    // The number of cells that each row has or that reach into it.
    let mut reached = 0;
    let widths = rows.iter().zip(reaching).map(|(row, [begin, end])| {
        reached = reached + begin - end;
        row.cells + reached
    });
    let widths: Vec<u32> = widths.collect();
    let mut of_width: HashMap<u32, Vec<usize>> = HashMap::new();
    // No table has rows that mostly consist of cells from above.
    let most = 2 * rows.iter().map(|row| row.cells).max().unwrap_or(0);
    for (at, width) in widths.iter().enumerate().filter(|(_, width)| **width <= most) {
        of_width.entry(*width).or_default().push(at);
    }
    let mut continued = Vec::new();
    // One past the last row that continues a row above it.
    let mut end = 0;
    for (at, row) in rows.iter().enumerate() {
        if at < end {
            continued.push(row.id);
        }
        let below_end = below_end(at, row.rows);
        let alike = of_width.get(&widths[at]).map_or(&[][..], |alike| alike);
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
    fn a_row_with_other_cells_below_a_spanning_cell_continues_the_row_above() {
        let record = |n: u32| format!("<tr><td rowspan=2>{n}<td>a{n}<td>b{n}<tr><td colspan=2>c{n}");
        assert_eq!(texts(&format!("<table>{}{}</table>", record(1), record(2))), ["c1", "c2"]);
    }

    #[test]
    fn rows_beside_a_picture_are_one() {
        let record = |n: u32| format!("<tr><td rowspan=3><img><td>a{n}<tr><td>b{n}<tr><td>c{n}");
        assert_eq!(texts(&format!("<table>{}{}</table>", record(1), record(2))), ["b1", "c1", "b2", "c2"]);
    }

    #[test]
    fn rows_next_to_a_heading_are_separate() {
        assert!(texts("<table><tr><td rowspan=3>h<td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>").is_empty());
    }

    #[test]
    fn rows_may_each_reach_into_the_next() {
        let rows = "<tr><td>1<td>a<td rowspan=2>b<td>c<tr><td rowspan=2>2<td>d<td rowspan=2>e<tr><td>f<td>g";
        assert!(texts(&format!("<table>{rows}<tr><td>3<td>h<td>i<td>j</table>")).is_empty());
    }

    #[test]
    fn a_row_span_ends_with_the_table() {
        assert_eq!(texts("<table><tr><td rowspan=9>a<td>b<td>c<tr><td>d</table><table><tr><td>e"), ["d"]);
    }

    #[test]
    fn a_table_in_a_cell_has_rows_of_its_own() {
        let inner = "<table><tr><td>x<td>y<tr><td>z</table>";
        let page = format!("<table><tr><td rowspan=2>a<td>{inner}<td>b<tr><td>c</table>");
        assert_eq!(texts(&page), ["c"]);
    }
}

//! The name that the page itself gives a value: a header cell, or a standard property.
//!
//! ```text
//! <tr><th>Title<th>Year <tr><td>Dune<td>1965          Title, Year
//! <b itemprop="name">Dune</b>                          name
//! <a rel="author">F. Herbert</a>                       author
//! ```
//!
//! In: a cell of a record. Out: its heading. A header cell belongs to a value if both are in the same column of the table; a cell
//! with `colspan` takes several columns, and one with `rowspan` several rows. The header rows are those in `thead`, else the nearest
//! adjacent rows above the value whose cells are all `th`, else the first row of the table if only its texts are all bold. The lowest
//! header cell gives the name, the one above it tells columns of one name apart.

use super::cell::Cell;
use super::label::ends_as_label;
use super::place::RecordInPage;
use crate::measure::{COLONS, is_brief};
use crate::page::{ElementId, Leaf, Reaching, Tree, text};

/// The name that the page gives a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Heading {
    pub(super) name: String,
    /// The text of the header cell above that with the name: `Home` of `Home | Goals`.
    pub(super) group: Option<String>,
}

/// The heading of a value of a record.
pub(super) fn heading(part: RecordInPage<'_>, cell: &Cell) -> Option<Heading> {
    let property = property(part, cell).map(|name| Heading { name, group: None });
    property.or_else(|| header(part, cell))
}

/// The property of the innermost element that has one and contains no text but the value.
pub(super) fn property(part: RecordInPage<'_>, cell: &Cell) -> Option<String> {
    let (tree, source) = (part.page.tree, part.page.source);
    let around = tree.inclusive_ancestors(cell.element);
    let own = around.take_while(|&id| part.record.holds(id) && tree.element(id).leaves == cell.leaves);
    own.into_iter().find_map(|id| {
        let element = tree.element(id);
        let named = ["itemprop", "property"].iter().find_map(|name| element.attribute(source, name));
        if let Some(name) = named.as_deref().and_then(|names| names.split_whitespace().next()) {
            return Some(name.rsplit([':', '/', '#']).next().unwrap_or(name).to_owned());
        }
        let rel = element.attribute(source, "rel")?;
        rel.split_whitespace().any(|word| word.eq_ignore_ascii_case("author")).then(|| "author".to_owned())
    })
}

/// The texts of the header cells for a value.
fn header(part: RecordInPage<'_>, cell: &Cell) -> Option<Heading> {
    let (tree, source) = (part.page.tree, part.page.source);
    let around = tree.inclusive_ancestors(cell.element);
    let of_row = around.take_while(|&id| part.record.holds(id)).find(|&id| tree.is_cell(id))?;
    let mut headers = headers_of(tree, of_row).into_iter().rev();
    let name = name_in(tree, source, headers.next()?)?;
    Some(Heading { name, group: headers.next().and_then(|id| name_in(tree, source, id)) })
}

/// The text of the lowest header cell for a cell of a table.
pub(crate) fn header_of(tree: &Tree, source: &str, of_row: ElementId) -> Option<String> {
    header_cell_of(tree, of_row).and_then(|id| name_in(tree, source, id))
}

/// The header cell above a cell of a table that is nearest to it.
pub(crate) fn header_cell_of(tree: &Tree, of_row: ElementId) -> Option<ElementId> {
    headers_of(tree, of_row).pop()
}

/// The header cells above a cell of a table, from top to bottom.
fn headers_of(tree: &Tree, of_row: ElementId) -> Vec<ElementId> {
    let Some(row) = tree.element(of_row).parent.filter(|&id| tree.element(id).name == "tr") else {
        return Vec::new();
    };
    let before = tree.cells(row).take_while(|&other| other != of_row);
    let column = tree.reached(of_row).1 + before.map(|id| tree.cell_span(id, "colspan")).sum::<usize>();
    let mut headers = Vec::new();
    let mut reaching = Reaching::default();
    for head in header_rows(tree, row) {
        reaching.add(tree, head, |_, _, _| ());
        headers.extend(reaching.at(column));
        reaching.end();
    }
    headers.dedup();
    headers
}

/// The header rows above a row of a table, from top to bottom.
fn header_rows(tree: &Tree, row: ElementId) -> Vec<ElementId> {
    let is = |id: ElementId, name: &str| tree.element(id).name == name;
    let table_of = |id: ElementId| tree.inclusive_ancestors(id).find(|&id| is(id, "table"));
    let Some(table) = table_of(row) else { return Vec::new() };
    let above = (table.0 + 1..row.0).map(ElementId).filter(|&id| is(id, "tr"));
    let above: Vec<ElementId> = above.filter(|&id| table_of(id) == Some(table)).collect();
    let in_head = |&id: &ElementId| tree.element(id).parent.is_some_and(|parent| is(parent, "thead"));
    if above.iter().any(in_head) {
        return above.into_iter().filter(in_head).collect();
    }
    // A single cell above several names a group of rows.
    let is_wide = |id: ElementId| tree.cells(id).nth(1).is_some() || tree.cells(row).nth(1).is_none();
    let end = above.iter().rposition(|&id| tree.is_header_row(id) && is_wide(id)).map_or(0, |at| at + 1);
    let start = above[..end].iter().rposition(|&id| !tree.is_header_row(id)).map_or(0, |at| at + 1);
    if start < end {
        return above[start..end].to_vec();
    }
    let is_bold = |id: ElementId| {
        let in_bold = |leaf: &Leaf<'_>| {
            let mut around = tree.inclusive_ancestors(leaf.parent).take_while(|&around| around != id);
            around.any(|id| matches!(&*tree.element(id).name, "th" | "b" | "strong"))
        };
        tree.cells(id).filter(|&cell| tree.has_text(cell)).nth(1).is_some()
            && tree.leaves_of(id).iter().all(in_bold)
    };
    above.first().copied().filter(|&first| is_bold(first) && !is_bold(row)).into_iter().collect()
}

/// The text of an element as a name, if it is short enough for one.
pub(crate) fn name_in(tree: &Tree, source: &str, id: ElementId) -> Option<String> {
    as_name(&text(tree, source, tree.element(id).span))
}

/// A text as a name, without the colon at its end, if it is short enough for one.
pub(super) fn as_name(text: &str) -> Option<String> {
    let name = text.trim_end_matches(COLONS).trim();
    (name.chars().any(char::is_alphanumeric) && is_brief(name)).then(|| name.to_owned())
}

/// The text directly before a value in its record, if it ends as labels do.
pub(super) fn label_before<'a>(part: RecordInPage<'a>, cell: &Cell) -> Option<&'a str> {
    let before = part.page.tree.leaves_from(part.record.leaves.start..cell.leaves.start).last()?;
    ends_as_label(&before.text).then_some(&*before.text)
}

#[cfg(test)]
mod tests {
    use super::super::trial::{column, read};
    use crate::record::Width;

    /// The values of the columns with these names.
    fn named<'n>(head: &str, names: [&'n str; 2]) -> [(&'n str, Vec<String>); 2] {
        let row = |of: [&str; 4]| format!("<tr class=record><td>{}</tr>", of.join("<td>"));
        let rows = [["Ash", "3", "7", "x"], ["Elm", "4", "9", "y"], ["Fir", "6", "8", "z"]].map(row).concat();
        let found = read(&format!("<table>{head}{rows}</table>"), Width::Informative);
        names.map(|name| (name, column(&found, name)))
    }

    fn column_of(values: [&str; 3]) -> Vec<String> {
        values.map(str::to_owned).to_vec()
    }

    #[test]
    fn a_first_row_in_bold_names_the_columns() {
        let head = "<tr><td><b>Tree</b><td><b>Height</b><td><b>Age</b><td><b>Site</b></tr>";
        let expected = [("Height", column_of(["3", "4", "6"])), ("Age", column_of(["7", "9", "8"]))];
        assert_eq!(named(head, ["Height", "Age"]), expected);
    }

    #[test]
    fn the_lowest_header_cell_names_a_column() {
        let head =
            "<tr><th rowspan=2>Tree<th colspan=2>Size<th rowspan=2>Site</tr><tr><th>Height<th>Girth</tr>";
        let expected = [("Height", column_of(["3", "4", "6"])), ("Site", column_of(["x", "y", "z"]))];
        assert_eq!(named(head, ["Height", "Site"]), expected);
    }

    #[test]
    fn the_header_cell_above_tells_columns_of_one_name_apart() {
        let head = "<tr><th><th>Home<th>Away<th></tr><tr><th>Team<th>Goals<th>Goals<th>Site</tr>";
        let expected =
            [("Home Goals", column_of(["3", "4", "6"])), ("Away Goals", column_of(["7", "9", "8"]))];
        assert_eq!(named(head, ["Home Goals", "Away Goals"]), expected);
    }

    #[test]
    fn the_nearest_header_row_counts_and_a_single_cell_names_no_column() {
        let form = "<tr><td>Name<td colspan=3><input></tr>";
        let head = "<tr><th>Tree<th>Height<th>Age<th>Site</tr><tr><th colspan=4>In the park</tr>";
        let expected = [("Height", column_of(["3", "4", "6"])), ("Age", column_of(["7", "9", "8"]))];
        assert_eq!(named(&format!("{form}{head}"), ["Height", "Age"]), expected);
    }
}

//! The name that the page itself gives a value: a header cell, or a standard property.
//!
//! ```text
//! <tr><th>Title<th>Year <tr><td>Dune<td>1965          Title, Year
//! <b itemprop="name">Dune</b>                          name
//! <a rel="author">F. Herbert</a>                       author
//! ```
//!
//! In: a cell of a record. Out: its heading. A header cell belongs to a value if both are in the same column of the table; a cell
//! with `colspan` takes several columns. The header row is the last one in `thead` above the value, else the first row of the table
//! if all its cells are `th`.

use super::cell::Cell;
use super::label::ends_as_label;
use super::place::RecordInPage;
use crate::measure::is_brief;
use crate::page::{ElementId, Tree, text};

/// The heading of a value of a record.
pub(super) fn heading(part: RecordInPage<'_>, cell: &Cell) -> Option<String> {
    property(part, cell).or_else(|| header(part, cell))
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

/// The text of the header cell for a value.
fn header(part: RecordInPage<'_>, cell: &Cell) -> Option<String> {
    let tree = part.page.tree;
    let around = tree.inclusive_ancestors(cell.element);
    let of_row = around
        .take_while(|&id| part.record.holds(id))
        .find(|&id| matches!(&*tree.element(id).name, "td" | "th"))?;
    header_of(tree, part.page.source, of_row)
}

/// The text of the header cell for a cell of a table.
pub(crate) fn header_of(tree: &Tree, source: &str, of_row: ElementId) -> Option<String> {
    let around = |id| tree.inclusive_ancestors(id);
    let is_named = |id: &ElementId, names: &[&str]| names.contains(&&*tree.element(*id).name);
    let row = tree.element(of_row).parent.filter(|id| is_named(id, &["tr"]))?;
    let table = around(row).find(|id| is_named(id, &["table"]))?;
    let rows = (table.0 + 1..tree.element(table).end.0).map(ElementId).filter(|id| is_named(id, &["tr"]));
    let above = rows.take_while(|id| id.0 < row.0);
    let in_head =
        |&id: &ElementId| tree.element(id).parent.is_some_and(|parent| is_named(&parent, &["thead"]));
    let rows: Vec<ElementId> =
        above.filter(|&id| around(id).find(|id| is_named(id, &["table"])) == Some(table)).collect();
    let head = rows.iter().rev().copied().find(in_head);
    let head = head.or_else(|| rows.first().copied().filter(|&id| tree.is_header_row(id)))?;
    let column: usize =
        tree.cells(row).take_while(|&other| other != of_row).map(|id| span(tree, source, id)).sum();
    let mut behind = 0;
    let over = tree.cells(head).find(|&id| {
        behind += span(tree, source, id);
        behind > column
    })?;
    name_in(tree, source, over)
}

/// The text of an element as a name, if it is short enough for one.
pub(crate) fn name_in(tree: &Tree, source: &str, id: ElementId) -> Option<String> {
    as_name(&text(tree, source, tree.element(id).span))
}

/// A text as a name, without the colon at its end, if it is short enough for one.
pub(super) fn as_name(text: &str) -> Option<String> {
    let name = text.trim_end_matches([':', '：']).trim();
    (name.chars().any(char::is_alphanumeric) && is_brief(name)).then(|| name.to_owned())
}

/// The text directly before a value in its record, if it ends as labels do.
pub(super) fn label_before<'a>(part: RecordInPage<'a>, cell: &Cell) -> Option<&'a str> {
    let before = part.page.tree.leaves_from(part.record.leaves.start..cell.leaves.start).last()?;
    ends_as_label(&before.text).then_some(&*before.text)
}

/// The number of table columns that a cell spans.
fn span(tree: &Tree, source: &str, cell: ElementId) -> usize {
    let written = tree.element(cell).attribute(source, "colspan");
    // 1000: the limit of the HTML standard.
    written.and_then(|written| written.trim().parse().ok()).unwrap_or(1_usize).clamp(1, 1000)
}

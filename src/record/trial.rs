//! Records read from a small page, for tests.

use super::{Listed, Markup, Values, Width, table};
use crate::page::{ElementId, Tree};
use crate::repeat::Record;
use std::fmt::Display;

/// The name and value of each field of each record; the records are the elements with the class `record` of a page.
pub(super) fn read(page: &str, width: Width) -> Vec<Vec<(String, String)>> {
    read_times(page, 1, width)
}

/// The same, of the first of so many pages with the same records.
pub(super) fn read_times(page: &str, pages: usize, width: Width) -> Vec<Vec<(String, String)>> {
    let tree = Tree::new(page);
    let is_record = |id: &ElementId| tree.classes(*id).any(|class| class == "record");
    let records: Vec<Record> = tree.ids().filter(is_record).map(|id| Record::element(&tree, id)).collect();
    let list = Listed { tree: &tree, source: page, records: &records };
    let found = table(&vec![list; pages], width);
    let values = Values::new(&tree, page, None, Markup::Text);
    let value = |field: &super::Field| {
        let column = &found.columns.columns()[field.column];
        (column.name.clone(), values.of(column, field))
    };
    let is_text = |field: &&super::Field| found.columns.columns()[field.column].key.kind.is_text();
    found.fields[0].iter().map(|fields| fields.iter().filter(is_text).map(value).collect()).collect()
}

/// The values of a column in the records that have it.
pub(super) fn column(records: &[Vec<(String, String)>], name: &str) -> Vec<String> {
    let fields = records.iter().flatten().filter(|(of, _)| of == name);
    fields.map(|(_, value)| value.clone()).collect()
}

/// A page with these records in elements `div.record`.
pub(super) fn page(records: &[impl Display]) -> String {
    let records = records.iter().map(|record| format!("<div class=record>{record}</div>"));
    format!("<main>{}</main>", records.collect::<String>())
}

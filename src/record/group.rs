//! The names of groups of records: what stands between two records and holds for those below it, up to the next of its kind.
//!
//! ```text
//! <h3>Monday</h3> <ul><li>Dune <li>Emma</ul> <h3>Tuesday</h3> <ul><li>Walden</ul>      group: Monday, Monday, Tuesday
//! ```
//!
//! In: the records of pages. Out: for each kind of names a column, and the field of each record in it. Names are of one kind if they have
//! the same path of tags from the root. They are short, differ from each other, and stand before the first record, too: an advertisement
//! between two records stands before none. A row of several cells names columns.
//!
//! Time is linear in the page, times the depth of its elements.

use super::cell::{Key, Kind};
use super::place::RecordInPage;
use crate::distinct::DistinctNames;
use crate::measure::is_brief;
use crate::page::{ElementId, Tree, text};
use crate::token::Span;
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::ops::Range;

/// The name of the column.
const NAME: &str = "group";

/// The step of a text beside elements, as for the texts of records.
const TEXT: &str = "<";

/// An element or a text outside of all records.
struct Outside {
    element: ElementId,
    span: Span,
    path: String,
}

/// The columns of the names of groups, none of which has the name of another column.
pub(super) fn group_columns<'n>(
    parts: &[RecordInPage<'_>],
    names: impl Iterator<Item = &'n str>,
) -> Vec<(String, Key)> {
    let mut kinds: HashMap<String, Names> = HashMap::new();
    let mut pairs = 0;
    for (page, records) in pages(parts).enumerate() {
        pairs += records.len() - 1;
        let mut between: Vec<Outside> = Vec::new();
        for pair in records.windows(2) {
            let gap = pair[0].record.leaves.end..pair[1].record.leaves.start;
            between.extend(outside(records[0].page.tree, gap));
        }
        if between.is_empty() {
            continue;
        }
        let mut first: HashMap<String, Outside> = HashMap::new();
        let before = outside(records[0].page.tree, 0..records[0].record.leaves.start);
        first.extend(before.into_iter().map(|name| (name.path.clone(), name)));
        for name in between {
            let names = kinds.entry(name.path.clone()).or_default();
            names.between += 1;
            names.add(records[0], &name);
            if names.page.replace(page) != Some(page) {
                match first.get(&name.path) {
                    Some(first) => names.add(records[0], first),
                    None => names.is_other = true,
                }
            }
        }
    }
    // Names hold for several records each; what is between most of them is a part that the records lack.
    let mut kinds: Vec<(String, Names)> = kinds
        .into_iter()
        .filter(|(_, names)| names.vary && !names.is_other && 2 * names.between < pairs + 1)
        .collect();
    kinds.sort_unstable_by(|(a, m), (b, n)| m.between.cmp(&n.between).then_with(|| a.cmp(b)));
    let mut distinct = DistinctNames::new("").without(names);
    let column = |(place, _)| (distinct.free(NAME), Key { place, kind: Kind::Group, label: None, number: 1 });
    kinds.into_iter().map(column).collect()
}

/// The name of a group: the number of its column, the element that it is or that contains it, and its bytes.
pub(super) type GroupName = (usize, ElementId, Span);

/// The names of the groups that each record is in; none if no column has such names.
pub(super) fn groups<'k>(
    parts: &[RecordInPage<'_>],
    keys: impl Iterator<Item = &'k Key>,
) -> Vec<Vec<GroupName>> {
    let of_groups = keys.enumerate().filter(|(_, key)| key.kind == Kind::Group);
    let numbers: HashMap<&str, usize> = of_groups.map(|(number, key)| (&*key.place, number)).collect();
    let mut found = Vec::new();
    if numbers.is_empty() {
        return found;
    }
    for records in pages(parts) {
        let mut known: BTreeMap<usize, GroupName> = BTreeMap::new();
        let mut end = 0;
        for part in records {
            for Outside { element, span, path } in outside(part.page.tree, end..part.record.leaves.start) {
                if let Some(&column) = numbers.get(&*path) {
                    known.insert(column, (column, element, span));
                }
            }
            end = part.record.leaves.end;
            found.push(known.values().copied().collect());
        }
    }
    found
}

/// What is known of the names of one kind.
#[derive(Default)]
struct Names {
    between: usize,
    first: Option<String>,
    /// Whether two of them differ.
    vary: bool,
    /// Whether some are no names of groups.
    is_other: bool,
    page: Option<usize>,
}

impl Names {
    fn add(&mut self, part: RecordInPage<'_>, name: &Outside) {
        let text = text(part.page.tree, part.page.source, name.span);
        self.is_other |= !is_brief(&text);
        let known = self.first.get_or_insert_with(|| text.clone());
        self.vary |= *known != text;
    }
}

/// The records of each page.
fn pages<'p, 'a>(parts: &'p [RecordInPage<'a>]) -> impl Iterator<Item = &'p [RecordInPage<'a>]> {
    parts.chunk_by(|a, b| std::ptr::eq(a.page, b.page))
}

/// The largest elements whose texts are all among these, and the texts that are in none.
fn outside(tree: &Tree, gap: Range<u32>) -> Vec<Outside> {
    let mut found = Vec::new();
    let mut leaf = gap.start;
    while leaf < gap.end {
        let text = &tree.leaves()[leaf as usize];
        let is_in = |id: &ElementId| {
            let leaves = &tree.element(*id).leaves;
            leaf <= leaves.start && leaves.end <= gap.end
        };
        let element = tree.inclusive_ancestors(text.parent).take_while(is_in).last();
        let names = |id: ElementId| {
            let mut names: Vec<&str> =
                tree.inclusive_ancestors(id).map(|id| &*tree.element(id).name).collect();
            names.reverse();
            names.join("/")
        };
        leaf = element.map_or(leaf + 1, |id| tree.element(id).leaves.end);
        found.push(match element {
            Some(element) if is_row(tree, element) => continue,
            Some(element) => Outside { element, span: tree.element(element).span, path: names(element) },
            None => Outside {
                element: text.parent,
                span: text.span,
                path: format!("{}/{TEXT}", names(text.parent)),
            },
        });
    }
    found
}

/// Whether an element has several cells of tables.
fn is_row(tree: &Tree, id: ElementId) -> bool {
    (id.0..tree.element(id).end.0).filter(|&id| tree.is_cell(ElementId(id))).nth(1).is_some()
}

#[cfg(test)]
mod tests {
    use super::super::trial::{column, read};
    use crate::record::Width;

    /// The groups of the records of a page.
    fn groups(page: &str) -> Vec<String> {
        column(&read(page, Width::Informative), "group")
    }

    fn item(name: &str) -> String {
        format!("<li class=record><b>{name}</b> <i>{name} of the town</i></li>")
    }

    #[test]
    fn a_heading_names_the_records_below_it() {
        let [oak, ash, elm, fir] = ["Oak", "Ash", "Elm", "Fir"].map(item);
        let page = format!("<h1>Trees</h1><h3>Old</h3><ul>{oak}{ash}</ul><h3>Young</h3><ul>{elm}{fir}</ul>");
        assert_eq!(groups(&page), ["Old", "Old", "Young", "Young"]);
        let page = format!("<ul><li>Old<ul>{oak}{ash}</ul><li>Young<ul>{elm}{fir}</ul></ul>");
        assert_eq!(groups(&page), ["Old", "Old", "Young", "Young"]);
    }

    #[test]
    fn a_row_of_one_cell_names_the_rows_below_it() {
        let row = |name: &str| format!("<tr class=record><td>{name}<td>{name} of the town");
        let [oak, ash, elm] = ["Oak", "Ash", "Elm"].map(row);
        let page = format!(
            "<table><tr><th>Name<th>Of<tr><td colspan=2>Old{oak}{ash}<tr><td colspan=2>Young<tr><th>Name<th>Of{elm}</table>"
        );
        assert_eq!(groups(&page), ["Old", "Old", "Young"]);
    }

    #[test]
    fn an_advertisement_names_no_group() {
        let [oak, ash, elm, fir] = ["Oak", "Ash", "Elm", "Fir"].map(item);
        let page = format!(
            "<h1>Trees</h1><ul>{oak}{ash}<li><p>Socks!</p></li>{elm}<li><p>Shoes!</p></li>{fir}</ul>"
        );
        assert_eq!(groups(&page), [""; 0]);
    }
}

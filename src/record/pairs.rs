//! Pairs: elements with a varying sequence of labels or links, each with a value. Such an element is one field of several parts.
//!
//! ```text
//! <table class=spec> <tr><th>Weight<td>3 kg <tr><th>Colour<td>red </table>      other labels in other records: one field
//! <ul class=offers> <li><a>Abbot</a> 9.99 <li><a>Cole</a> 8.50 </ul>            one field: Abbot 9.99, Cole 8.50
//! <dl> <dt>Author<dd>F. Herbert <dt>Price<dd>4.50 </dl>                         the same labels in each record: two fields
//! ```
//!
//! In: the records of a template. Out: the paths of such elements. The first text of an element is a label, and so are its other
//! texts at the same path within the element; the texts after a label are its value. The element is one field if its labels are
//! links or mostly rare, if its values are mostly rare, and if the pairs are exchangeable: most labels that recur have varying
//! positions or, with hardly any recurring labels, the number of pairs varies. Otherwise the values are columns of their own.
//!
//! Time is linear in the texts of the records times the square of the depth of their elements.

use super::line::Inside;
use super::place::PlacedRecord;
use crate::measure::{LEAST, are_most};
use crate::page::{ElementId, Leaf, Tree};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;

/// Statistics of the elements with blocks at one path.
#[derive(Default)]
struct PairCounts<'a> {
    elements: usize,
    /// The number of pairs of each element that consists of pairs.
    pairs: Vec<usize>,
    labels: HashMap<&'a str, LabelCounts>,
    /// The number of these elements whose labels are links.
    linked: usize,
    /// The number of elements with each value.
    values: HashMap<Vec<&'a str>, usize>,
}

/// Statistics of a label.
struct LabelCounts {
    elements: usize,
    /// The position of its pair in the element, if that is the same in all elements.
    position: Option<usize>,
}

/// The paths of the pairs of some records.
pub(super) fn pairs(records: &[PlacedRecord<'_>]) -> BTreeSet<String> {
    let mut counts: HashMap<&str, PairCounts<'_>> = HashMap::new();
    for (part, paths) in records {
        let tree = part.page.tree;
        let mut id = ElementId(part.record.head.0 + 1);
        while id < part.record.end {
            let element = tree.element(id);
            if part.page.inside(id) < Inside::Blocks {
                id = element.end;
                continue;
            }
            if tree.has_text(id) {
                counts.entry(paths.at(id)).or_default().add(tree, id);
            }
            id = ElementId(id.0 + 1);
        }
    }
    let of_pairs = counts.into_iter().filter(|(_, count)| count.are_pairs());
    of_pairs.map(|(place, _)| place.to_owned()).collect()
}

/// The labels and values of an element; `None` if a label has no value, or if two labels in a row are parts of one element, as in a
/// text with marks.
pub(super) fn parts_of<'t>(tree: &'t Tree<'_>, id: ElementId) -> Option<Vec<(&'t str, Vec<&'t str>)>> {
    let leaves = tree.leaves_of(id);
    let first = leaves.first()?;
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut last = None;
    for leaf in leaves {
        if is_like(tree, id, first, leaf) {
            let (is_marked, label) = (last == Some(leaf.parent), parts.last());
            if is_marked || label.is_some_and(|(_, value)| value.is_empty()) {
                return None;
            }
            last = Some(leaf.parent);
            parts.push((&leaf.text, Vec::new()));
        } else {
            parts.last_mut()?.1.push(&leaf.text);
        }
    }
    (!parts.last()?.1.is_empty()).then_some(parts)
}

/// Whether two texts have the same path below an element.
fn is_like(tree: &Tree<'_>, id: ElementId, one: &Leaf<'_>, other: &Leaf<'_>) -> bool {
    let steps = |leaf: &Leaf<'_>| {
        let around = tree.inclusive_ancestors(leaf.parent);
        around.take_while(move |&inside| inside != id)
    };
    let step = |id: ElementId| (&*tree.element(id).name, tree.classes(id).next());
    let are_like = |one, other| step(one) == step(other) && are_in_one_column(tree, one, other);
    let (mut of_one, mut of_other) = (steps(one), steps(other));
    one.parent == other.parent
        || loop {
            match (of_one.next(), of_other.next()) {
                (None, None) => break true,
                (Some(one), Some(other)) if are_like(one, other) => {}
                _ => break false,
            }
        }
}

/// Whether two cells have the same number in their rows; always true for other elements. Takes time linear in the smaller number.
fn are_in_one_column(tree: &Tree<'_>, one: ElementId, other: ElementId) -> bool {
    let row = |id: ElementId| tree.element(id).parent.filter(|_| tree.is_cell(id));
    let (Some(of_one), Some(of_other)) = (row(one), row(other)) else { return true };
    let mut in_step = tree.cells(of_one).zip(tree.cells(of_other));
    in_step.find(|pair| pair.0 == one || pair.1 == other) == Some((one, other))
}

impl<'a> PairCounts<'a> {
    /// Adds an element.
    fn add(&mut self, tree: &'a Tree<'_>, id: ElementId) {
        self.elements += 1;
        let Some(parts) = parts_of(tree, id) else { return };
        let labels: HashSet<&str> = parts.iter().map(|(label, _)| *label).collect();
        if labels.len() < parts.len() {
            return;
        }
        self.pairs.push(parts.len());
        let first = tree.leaves_of(id)[0].parent;
        let mut inside = tree.inclusive_ancestors(first).take_while(|&inside| inside != id);
        self.linked += usize::from(inside.any(|id| tree.is_link(id)));
        let values: HashSet<&Vec<&str>> = parts.iter().map(|(_, value)| value).collect();
        for value in values {
            *self.values.entry(value.clone()).or_default() += 1;
        }
        for (position, (label, _)) in parts.iter().enumerate() {
            let known =
                self.labels.entry(label).or_insert(LabelCounts { elements: 0, position: Some(position) });
            known.elements += 1;
            known.position = known.position.filter(|&known| known == position);
        }
    }

    /// Whether the elements are one field of pairs.
    fn are_pairs(&self) -> bool {
        let is_frequent = |elements: usize| 2 * elements >= self.pairs.len();
        let are_mostly_rare = |counts: &mut dyn Iterator<Item = usize>| {
            let (mut all, mut frequent) = (0, 0);
            for count in counts {
                all += count;
                frequent += if is_frequent(count) { count } else { 0 };
            }
            2 * frequent < all
        };
        let several = self.pairs.iter().filter(|&&pairs| pairs > 1).count();
        self.pairs.len() >= LEAST
            && are_most(self.pairs.len(), self.elements)
            && 2 * several >= self.elements
            && (are_most(self.linked, self.pairs.len())
                || are_mostly_rare(&mut self.labels.values().map(|label| label.elements)))
            && are_mostly_rare(&mut self.values.values().copied())
            && self.are_exchangeable()
    }

    /// Whether the order or the number of the pairs varies.
    fn are_exchangeable(&self) -> bool {
        let recurring = || self.labels.values().filter(|label| label.elements > 1);
        let moved = recurring().filter(|label| label.position.is_none()).count();
        let recur = recurring().count();
        let varies = self.pairs.iter().min() < self.pairs.iter().max();
        if recur < LEAST { varies } else { 2 * moved >= recur }
    }
}

#[cfg(test)]
mod tests {
    use crate::page::{ElementId, Tree, text};
    use crate::record::{Listed, Parts, Width, table};
    use crate::repeat::Record;

    fn labelled(parts: Option<Parts>) -> Vec<(String, String)> {
        if let Some(Parts::Labelled(parts)) = parts { parts } else { Vec::new() }
    }

    /// The name of a field, its value, and its labels with their values.
    type NamedValue = (String, String, Vec<(String, String)>);

    /// The fields of each record of a list with these items.
    fn values(items: &[String]) -> Vec<Vec<NamedValue>> {
        let page = format!("<main><section>{}</section></main>", items.join("</section><section>"));
        let tree = Tree::new(&page);
        let is_item = |id: &ElementId| &*tree.element(*id).name == "section";
        let records: Vec<Record> = tree.ids().filter(is_item).map(|id| Record::element(&tree, id)).collect();
        let table = table(&[Listed { tree: &tree, source: &page, records: &records }], Width::Informative);
        let value = |field: crate::record::Field| {
            let name = table.columns.columns()[field.column].name.clone();
            (name, text(&tree, &page, field.span), labelled(table.columns.parts(&tree, &field)))
        };
        table.fields[0].iter().map(|fields| fields.iter().copied().map(value).collect()).collect()
    }

    const MAKERS: [&str; 6] = ["Abbot", "Cole", "Hill", "Marsh", "Quist", "Vance"];
    const LABELS: [&str; 8] = ["Weight", "Colour", "Power", "Width", "Voltage", "Battery", "Zoom", "Sensor"];

    /// Three of the labels, different ones in each record, with distinct values.
    fn specified(number: usize) -> Vec<(String, String)> {
        let of = |at: usize| (LABELS[(number * 3 + at) % 8].to_owned(), format!("{} {at}", number * 7));
        (0..3).map(of).collect()
    }

    fn has_one_field_of_parts(
        found: &[Vec<NamedValue>],
        name: &str,
        expected: impl Fn(usize) -> Vec<(String, String)>,
    ) {
        assert_eq!(found.len(), MAKERS.len());
        for (number, fields) in found.iter().enumerate() {
            let [(_, title, none), (column, _, parts)] = &fields[..] else { panic!("{fields:?}") };
            assert_eq!((title.as_str(), none.len(), column.as_str()), (MAKERS[number], 0, name));
            assert_eq!(*parts, expected(number));
        }
    }

    #[test]
    fn a_table_of_labels_that_vary_by_record_is_one_field_of_parts() {
        let rows: [fn(&str, &str) -> String; 3] = [
            |label, value| format!("<tr><th>{label}</th><td>{value}</td></tr>"),
            |label, value| format!("<tr><td>{label}:</td><td><i>{value}</i></td></tr>"),
            |label, value| format!("<tr><td><b>{label}</b></td><td>{value}</td></tr>"),
        ];
        for row in rows {
            let item = |number: usize| {
                let rows: String = specified(number).iter().map(|(label, value)| row(label, value)).collect();
                format!("<h3>{}</h3><table class=spec>{rows}</table>", MAKERS[number])
            };
            has_one_field_of_parts(&values(&(0..6).map(item).collect::<Vec<_>>()), "spec", specified);
        }
    }

    #[test]
    fn values_of_labels_that_each_record_has_are_fields_of_their_own() {
        let item = |number: usize| {
            let facts = [
                ("Author", MAKERS[(number + 3) % 6].to_owned()),
                ("Price", format!("{}.50", number + 2)),
                ("Date", format!("{} May", 9 - number)),
            ];
            let row = |(name, value): &(&str, String)| format!("<dt>{name}</dt><dd>{value}</dd>");
            let there = facts.iter().filter(|(name, _)| !number.is_multiple_of(3) || *name != "Price");
            format!("<h3>{}</h3><dl>{}</dl>", MAKERS[number], there.map(row).collect::<String>())
        };
        let found = values(&(0..6).map(item).collect::<Vec<_>>());
        assert!(found.iter().flatten().all(|(_, _, parts)| parts.is_empty()), "{found:?}");
        assert_eq!(found[1].len(), 4, "{found:?}");
    }

    /// Two or three offers, with prices.
    fn offered(number: usize) -> Vec<(String, String)> {
        let of = |at: usize| (LABELS[(number + at) % 5].to_owned(), format!("{number}.{at}9"));
        (0..2 + number % 2).map(of).collect()
    }

    #[test]
    fn links_with_their_prices_are_one_field_of_parts_without_numbers() {
        let item = |number: usize| {
            let offer = |(shop, price): &(String, String)| format!("<li><a href=/x>{shop}</a> {price}</li>");
            let offers: String = offered(number).iter().map(offer).collect();
            format!("<h3>{}</h3><ul class=offers>{offers}</ul>", MAKERS[number])
        };
        has_one_field_of_parts(&values(&(0..6).map(item).collect::<Vec<_>>()), "offers", offered);
    }

    #[test]
    fn links_of_several_kinds_are_fields_of_their_own() {
        let item = |number: usize| {
            let title = MAKERS[number];
            let author = MAKERS[(number + 2) % 6];
            format!("<h3>{title}</h3><ul><li><a>{author}</a> wrote it<li><a>{number}7</a> answers</ul>")
        };
        let found = values(&(0..6).map(item).collect::<Vec<_>>());
        assert!(found.iter().flatten().all(|(_, _, parts)| parts.is_empty()), "{found:?}");
        assert!(found.iter().all(|fields| fields.len() > 2), "{found:?}");
    }
}

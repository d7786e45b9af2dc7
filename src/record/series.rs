//! Series: elements with several labels whose values are all of one kind, such as the hours of each weekday. They are one field.
//!
//! ```text
//! <table class=hours> <tr><th>Mon<td>9-17 <tr><th>Tue<td>9-17 <tr><th>Sun<td>closed </table>      one field of three parts
//! <dl> <dt>Pages<dd>412 <dt>Year<dd>1965 <dt>Price<dd>4.50 </dl>                      three fields
//! ```
//!
//! In: the records of a template and their labels. Out: the paths of their series, each with its labels. If most values occur
//! after several different labels, in the same record or in others, then the labels do not name the kind of value but distinguish
//! values of one kind. A link is no such label: links and prices are two fields, and so are the labels around them.
//!
//! Time is linear in the texts of the records times the depth of their elements.

use super::label::Labels;
use super::line::Inside;
use super::place::PlacedRecord;
use crate::measure::are_most;
use crate::page::ElementId;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The fewest labels of a series. Fewer may have values of one kind by chance, such as width and height. Not swept: no list of
/// the development sets has a series.
const LEAST_LABELS: usize = 4;

/// The paths of the series of some records, with their labels.
pub(super) fn series(records: &[PlacedRecord<'_>], labels: &Labels) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: HashMap<&str, HashMap<&str, Vec<String>>> = HashMap::new();
    for (part, paths) in records {
        let tree = part.page.tree;
        let linked = |id: ElementId| {
            let around = tree.inclusive_ancestors(id);
            around.take_while(|&id| part.record.holds(id)).any(|id| tree.is_link(id))
        };
        let is_label: Vec<bool> = {
            let leaves = part.record.leaves(tree).iter();
            leaves.map(|leaf| labels.has(paths.at(leaf.parent), &leaf.text) && !linked(leaf.parent)).collect()
        };
        let first = part.record.leaves.start;
        let of = |id: ElementId| {
            let leaves = &tree.element(id).leaves;
            (leaves.start - first) as usize..(leaves.end - first) as usize
        };
        let count = |id: ElementId| is_label[of(id)].iter().filter(|is| **is).count();
        for id in part.elements().filter(|&id| part.page.inside(id) == Inside::Blocks && tree.has_text(id)) {
            let all = count(id);
            let end = tree.element(id).end;
            let inside = |child: ElementId| Some(child).filter(|&child| child < end);
            let mut children =
                std::iter::successors(inside(ElementId(id.0 + 1)), |&child| inside(tree.element(child).end));
            let is_innermost = children.all(|child| count(child) < all);
            let caption = is_label[of(id)].iter().take_while(|is| !**is).count();
            if all < LEAST_LABELS || !is_innermost || caption > 1 {
                continue;
            }
            let of_place = found.entry(paths.at(id)).or_default();
            let (mut label, mut value) = (None, String::new());
            for (leaf, is_label) in tree.leaves_of(id).iter().zip(&is_label[of(id)]) {
                if *is_label {
                    if let Some(label) = label.replace(&*leaf.text) {
                        of_place.entry(label).or_default().push(std::mem::take(&mut value));
                    }
                } else {
                    value.push_str(&leaf.text);
                }
            }
            if let Some(label) = label {
                of_place.entry(label).or_default().push(value);
            }
        }
    }
    found.retain(|_, values| is_series(values));
    let owned = |labels: HashMap<&str, Vec<String>>| labels.into_keys().map(str::to_owned).collect();
    found.into_iter().map(|(place, labels)| (place.to_owned(), owned(labels))).collect()
}

/// Whether most values occur after several labels.
fn is_series(values: &HashMap<&str, Vec<String>>) -> bool {
    let mut labels_of: HashMap<&str, HashSet<&str>> = HashMap::new();
    for (label, values) in values {
        for value in values.iter().filter(|value| !value.is_empty()) {
            labels_of.entry(value).or_default().insert(label);
        }
    }
    let all = || values.values().flatten().filter(|value| !value.is_empty());
    values.len() >= LEAST_LABELS
        && are_most(all().filter(|value| labels_of[&***value].len() > 1).count(), all().count())
}

#[cfg(test)]
mod tests {
    use crate::page::{ElementId, Tree, text};
    use crate::record::{Listed, Parts, Width, table};
    use crate::repeat::Record;

    fn labelled(parts: Option<Parts>) -> Vec<(String, String)> {
        if let Some(Parts::Labelled(parts)) = parts { parts } else { Vec::new() }
    }

    /// The value of a field, and its labels with their values.
    type PartedValue = (String, Vec<(String, String)>);

    /// The fields of each record of a list with these items.
    fn values(items: &[String]) -> Vec<Vec<PartedValue>> {
        let page = format!("<li>{}", items.join("<li>"));
        let tree = Tree::new(&page);
        let is_item = |id: &ElementId| {
            let parent = tree.element(*id).parent.map(|parent| &*tree.element(parent).name);
            &*tree.element(*id).name == "li" && parent != Some("ul")
        };
        let records: Vec<Record> = tree.ids().filter(is_item).map(|id| Record::element(&tree, id)).collect();
        let table = table(&[Listed { tree: &tree, source: &page, records: &records }], Width::Informative);
        let value = |field: crate::record::Field| {
            (text(&tree, &page, field.span), labelled(table.columns.parts(&tree, &field)))
        };
        table.fields[0].iter().map(|fields| fields.iter().copied().map(value).collect()).collect()
    }

    const TOWNS: [&str; 6] = ["Bonn", "Graz", "Lyon", "Turin", "Ghent", "Delft"];
    const DAYS: [&str; 5] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"];
    const HOURS: [&str; 4] = ["9-17", "closed", "8-12", "closed"];

    fn branch(number: usize, row: impl Fn(&str, &str) -> String) -> String {
        let rows = DAYS.iter().enumerate().map(|(day, name)| row(name, HOURS[(number + day * day) % 4]));
        format!("<h3>{}</h3><table>{}</table>", TOWNS[number], rows.collect::<String>())
    }

    #[test]
    fn the_hours_of_weekdays_are_one_field_of_parts() {
        let row = |day: &str, hours: &str| format!("<tr><th>{day}:</th><td>{hours}</td></tr>");
        let found = values(&(0..6).map(|number| branch(number, row)).collect::<Vec<_>>());
        let said = |number: usize| (0..5).map(move |day| HOURS[(number + day * day) % 4]);
        for (number, fields) in found.iter().enumerate() {
            let [(town, none), (_, parts)] = &fields[..] else { panic!("{fields:?}") };
            assert_eq!((town.as_str(), none.len()), (TOWNS[number], 0));
            let expected: Vec<_> = DAYS.into_iter().zip(said(number)).collect();
            assert_eq!(parts.iter().map(|(day, hours)| (&**day, &**hours)).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn values_of_several_kinds_are_fields_of_their_own() {
        let item = |number: usize| {
            let facts = [
                ("Weight", format!("{} kg", number + 2)),
                ("Colour", ["red", "blue"][number % 2].to_owned()),
                ("Power", format!("{}0 W", 9 - number)),
                ("Maker", ["Abbot", "Cole", "Hill", "Marsh", "Quist", "Vance"][number].to_owned()),
            ];
            let row = |(name, value): (&str, String)| format!("<tr><th>{name}</th><td>{value}</td></tr>");
            format!("<h3>{}</h3><table>{}</table>", TOWNS[number], facts.map(row).concat())
        };
        let found = values(&(0..6).map(item).collect::<Vec<_>>());
        assert!(found.iter().all(|fields| fields.len() == 5), "{found:?}");
        assert_eq!(found[2][2].0, "red");
    }

    #[test]
    fn links_with_prices_are_no_series() {
        let offer =
            |shop: &str, price: &str| format!("<tr><td><a href=x>{shop}</a></td><td>{price}</td></tr>");
        let found = values(&(0..6).map(|number| branch(number, offer)).collect::<Vec<_>>());
        assert!(found.iter().all(|fields| fields.len() > 2), "{found:?}");
        assert!(found.iter().flatten().all(|(_, parts)| parts.is_empty()), "{found:?}");
    }
}

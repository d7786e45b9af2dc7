//! Series: elements of several labels whose values are of one kind, and are one value: the hours of each weekday.
//!
//! ```text
//! <table class=hours> <tr><th>Mon<td>9-17 <tr><th>Tue<td>9-17 <tr><th>Sun<td>closed </table>      one field of three parts
//! <dl> <dt>Pages<dd>412 <dt>Year<dd>1965 <dt>Price<dd>4.50 </dl>                      three fields
//! ```
//!
//! In: the records of a template and their labels. Out: the places of their series, each with its labels. What is said
//! behind one label is said behind another one too, in this record or in others: where that holds for most values, the labels do not tell what
//! a value is, but which of them. A link is no such label: links with prices are two fields, and so are labels around them.
//!
//! Time is linear in the texts of the records times the depth of their elements.

use super::label::Labels;
use super::line::Inside;
use super::place::Placed;
use super::share::are_most;
use crate::page::ElementId;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer labels make no series; see the module's tests for what has four. With three and five no record of the development sets
/// differs.
const LEAST_LABELS: usize = 4;

/// The places of the series of some records, with their labels.
pub(super) fn series(records: &[Placed<'_>], labels: &Labels) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: HashMap<&str, HashMap<&str, Vec<String>>> = HashMap::new();
    for (part, places) in records {
        let tree = part.page.tree;
        let linked = |id: ElementId| {
            let around = std::iter::successors(Some(id), |&id| tree.element(id).parent);
            around.take_while(|&id| part.record.holds(id)).any(|id| tree.is_link(id))
        };
        let is_label: Vec<bool> = {
            let leaves = part.record.leaves(tree).iter();
            leaves
                .map(|leaf| labels.has(places.at(leaf.parent), &leaf.text) && !linked(leaf.parent))
                .collect()
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
            let of_place = found.entry(places.at(id)).or_default();
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

/// Whether most values stand behind several labels.
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

//! Labels: texts of the template inside the records, such as `by` and `Price:`, that tell what the next text is.

use super::place::{Part, Place, PlacesOfRecord};
use crate::measure::{LEAST, are_nearly_all};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The labels of some records: at which place which text is one.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Labels(BTreeSet<(String, String)>);

/// What a text and the one behind it are: their places and words.
type Known<'a> = (Place, &'a str);

impl Labels {
    /// The texts that half of the records with texts at such a place have, once each, before a text that changes. With
    /// 0.3 or 0.1 for the half, frequent values are taken for labels: 0.2 to 0.4 cells in a hundred are lost. Fewer may have one
    /// that stands before all texts of a place, and before no others: `by` before names that few records have. What
    /// changes has two values at least, and one in ten records: the same up to one in two. A value that many records have
    /// stands before the next label, which changes as little: of what stands behind a label, one at least may be none.
    pub(super) fn new(parts: &[(Part<'_>, PlacesOfRecord)]) -> Self {
        let mut of_place: HashMap<Place, usize> = HashMap::new();
        let mut counts: HashMap<Known<'_>, [usize; 2]> = HashMap::new();
        for (part, places) in parts {
            let mut in_record: HashMap<Known<'_>, usize> = HashMap::new();
            for leaf in part.record.leaves(part.page.tree) {
                *in_record.entry((places.at(leaf.parent).clone(), &leaf.text)).or_default() += 1;
            }
            let places: HashSet<&Place> = in_record.keys().map(|(place, _)| place).collect();
            for place in places {
                *of_place.entry(place.clone()).or_default() += 1;
            }
            for (known, count) in in_record {
                let [once, more] = counts.entry(known).or_default();
                *(if count == 1 { once } else { more }) += 1;
            }
        }
        let leading = leading(parts);
        counts.retain(|known, [once, more]| {
            let records = *once + *more;
            let is_frequent = 2 * records >= of_place[&known.0] || leading.contains(known);
            records >= LEAST && is_frequent && are_nearly_all(*once, records)
        });
        let mut behind: HashMap<Known<'_>, HashSet<Known<'_>>> = HashMap::new();
        for (part, places) in parts {
            let known = |leaf: &'_ crate::page::Leaf| places.at(leaf.parent).clone();
            for pair in part.record.leaves(part.page.tree).windows(2) {
                let label = (known(&pair[0]), &*pair[0].text);
                if counts.contains_key(&label) {
                    behind.entry(label).or_default().insert((known(&pair[1]), &*pair[1].text));
                }
            }
        }
        let changes = |(known, [once, more]): (&Known<'_>, &[usize; 2])| {
            let behind = behind.get(known);
            let values = behind.map_or(0, HashSet::len);
            let is_before_value =
                behind.is_some_and(|behind| behind.iter().any(|next| !counts.contains_key(next)));
            (is_before_value && values > 1 && 10 * values >= *once + *more)
                .then(|| (known.0.to_string(), known.1.to_owned()))
        };
        Labels(counts.iter().filter_map(changes).collect())
    }

    /// Whether a text at a place is a label.
    pub(super) fn has(&self, place: &str, text: &str) -> bool {
        // Few enough to be looked up without a set of borrowed pairs.
        self.0.contains(&(place.to_owned(), text.to_owned()))
    }
}

/// The texts that stand before all texts of some place and before no others; the text before is that of the same record.
fn leading<'a>(parts: &'a [(Part<'_>, PlacesOfRecord)]) -> HashSet<Known<'a>> {
    let mut before: HashMap<&Place, Option<Known<'a>>> = HashMap::new();
    let mut behind: HashMap<Known<'a>, Option<&Place>> = HashMap::new();
    for (part, places) in parts {
        let mut last: Option<Known<'a>> = None;
        for leaf in part.record.leaves(part.page.tree) {
            let place = places.at(leaf.parent);
            let known = (place.clone(), &*leaf.text);
            let first = before.entry(place).or_insert_with(|| last.clone());
            if *first != last {
                *first = None;
            }
            if let Some(last) = last.replace(known) {
                let next = behind.entry(last).or_insert(Some(place));
                if *next != Some(place) {
                    *next = None;
                }
            }
        }
    }
    let is_leading = |(place, text): (&Place, Option<Known<'a>>)| {
        let known = text?;
        (behind.get(&known) == Some(&Some(place))).then_some(known)
    };
    before.into_iter().filter_map(is_leading).collect()
}

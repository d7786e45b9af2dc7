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
    /// 0.3 or 0.1 for the half, frequent values are taken for labels: 0.2 to 0.4 cells in a hundred are lost. What
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
        counts.retain(|(place, _), [once, more]| {
            let records = *once + *more;
            records >= LEAST && 2 * records >= of_place[place] && are_nearly_all(*once, records)
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

//! Labels that texts begin with: `Phone: 0221 9604`.
//!
//! In: the records of a template with the paths of their elements. Out: the labels at each path, whose values are cells without them. A title such as
//! `Dune: a novel` begins with none. Cost: linear in the texts.

use super::label::label_and_value;
use super::place::{RecordInPage, RecordPaths};
use crate::measure::{LEAST, a_few, are_most, are_nearly_all};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;

/// The labels that texts begin with, with the paths of these: several records have a label once, with different values after it; and
/// nearly all texts at the path begin with one, or most records have several there.
pub(super) fn prefixes(parts: &[(RecordInPage<'_>, RecordPaths)]) -> BTreeSet<(String, String)> {
    #[derive(Default)]
    struct Counts<'a> {
        once: usize,
        more: usize,
        values: HashSet<&'a str>,
    }
    // For each path the number of its texts, and its labels.
    let mut counts: HashMap<&str, (usize, HashMap<&str, Counts<'_>>)> = HashMap::new();
    for (part, paths) in parts {
        let mut in_record: HashMap<(&str, &str), usize> = HashMap::new();
        for leaf in part.record.leaves(part.page.tree) {
            let place: &str = paths.at(leaf.parent);
            let (texts, labels) = counts.entry(place).or_default();
            *texts += 1;
            if let Some((label, value)) = label_and_value(&leaf.text) {
                labels.entry(label).or_default().values.insert(value);
                *in_record.entry((place, label)).or_default() += 1;
            }
        }
        for ((place, label), times) in in_record {
            let label =
                counts.get_mut(place).and_then(|(_, labels)| labels.get_mut(label)).expect("it was seen");
            *(if times == 1 { &mut label.once } else { &mut label.more }) += 1;
        }
    }
    let least = LEAST.max(a_few(parts.len()));
    for (_, labels) in counts.values_mut() {
        labels.retain(|_, Counts { once, more, values }| {
            *once >= least && are_nearly_all(*once, *once + *more) && values.len() > 1
        });
    }
    counts.retain(|_, (_, labels)| !labels.is_empty());
    // For each path the records with texts there, and those with several of its labels.
    let mut several: HashMap<&str, (usize, usize)> = HashMap::new();
    for (part, paths) in parts.iter().filter(|_| !counts.is_empty()) {
        let mut in_record: HashMap<&str, usize> = HashMap::new();
        for leaf in part.record.leaves(part.page.tree) {
            let Some((place, (_, labels))) = counts.get_key_value(&**paths.at(leaf.parent)) else { continue };
            let has_label = label_and_value(&leaf.text).is_some_and(|(label, _)| labels.contains_key(label));
            *in_record.entry(place).or_default() += usize::from(has_label);
        }
        for (place, labels) in in_record {
            let (records, with_several) = several.entry(place).or_default();
            *records += 1;
            *with_several += usize::from(labels > 1);
        }
    }
    counts.retain(|place, (texts, labels)| {
        let labelled = labels.values().map(|label| label.once).sum();
        let (records, with_several) = several.get(place).copied().unwrap_or_default();
        are_nearly_all(labelled, *texts) || are_most(with_several, records)
    });
    let pair = |(place, (_, labels)): (&str, (_, HashMap<&str, Counts<'_>>))| {
        labels.into_keys().map(|label| (place.to_owned(), label.to_owned())).collect::<Vec<_>>()
    };
    counts.into_iter().flat_map(pair).collect()
}

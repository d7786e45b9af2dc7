//! What kinds of texts there are, and the order of kinds in which the records of a list have them.
//!
//! ```text
//! Bonn, €33,000, 1 May 2024        words, an amount, a date
//! ```

use super::role::{date, money};
use crate::measure::{a_few, are_nearly_all, is_brief, is_number};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The most words of a name that ends with a full stop.
const SENTENCE: usize = 4;

/// What kind of text it is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TextKind {
    Amount,
    Date,
    Number,
    Words,
    /// Sentences, or more words than a name has.
    Prose,
}

impl TextKind {
    pub(super) fn of(text: &str) -> Self {
        if money::is_amount(text) {
            TextKind::Amount
        } else if date::is_date(text) {
            TextKind::Date
        } else if is_number(text) {
            TextKind::Number
        } else if !is_brief(text) || is_sentence(text) {
            TextKind::Prose
        } else {
            TextKind::Words
        }
    }
}

/// The kinds of the texts of a path in the records with most of them.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct TextOrder(Vec<TextKind>);

impl TextOrder {
    /// The order of the texts of a path, from the kinds of its texts in each record. None if they are all of one kind.
    pub(super) fn new(records: &[Vec<TextKind>]) -> Option<Self> {
        if let Some(of_all) = TextOrder::of_all(records) {
            return Some(of_all);
        }
        let most = records.iter().map(Vec::len).max()?;
        let mut counts: BTreeMap<&Vec<TextKind>, usize> = BTreeMap::new();
        for kinds in records.iter().filter(|kinds| kinds.len() == most) {
            *counts.entry(kinds).or_default() += 1;
        }
        let (kinds, _) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        kinds.windows(2).any(|pair| pair[0] != pair[1]).then(|| TextOrder(kinds.clone()))
    }

    /// The kinds of all records in the order that these have, if hardly any record has two texts of a kind, and any two kinds occur in one
    /// record: a value may be a name in some records and longer in others. Perhaps no record has all kinds.
    fn of_all(records: &[Vec<TextKind>]) -> Option<Self> {
        let mut before: BTreeMap<(TextKind, TextKind), usize> = BTreeMap::new();
        let mut kinds: BTreeSet<TextKind> = BTreeSet::new();
        let mut once = 0;
        for record in records {
            let distinct: BTreeSet<TextKind> = record.iter().copied().collect();
            once += usize::from(distinct.len() == record.len());
            kinds.extend(distinct);
            for (at, &first) in record.iter().enumerate() {
                for &second in &record[at + 1..] {
                    *before.entry((first, second)).or_default() += 1;
                }
            }
        }
        let times = |first: TextKind, second: TextKind| before.get(&(first, second)).copied().unwrap_or(0);
        let mut order: Vec<TextKind> = kinds.into_iter().collect();
        let all = order.clone();
        // The kinds that mostly precede a kind.
        order.sort_by_key(|&kind| {
            all.iter().filter(|&&other| times(other, kind) > times(kind, other)).count()
        });
        let least = a_few(records.len());
        let are_apart = all.iter().enumerate().all(|(at, &kind)| {
            all[at + 1..].iter().all(|&other| times(kind, other) + times(other, kind) >= least)
        });
        (are_nearly_all(once, records.len()) && are_apart && order.len() > 1).then_some(TextOrder(order))
    }

    /// The number of each text, from 1.
    pub(super) fn numbers(&self, kinds: &[TextKind]) -> Vec<usize> {
        let mut next = 0;
        let is_words = |kind: &TextKind| matches!(kind, TextKind::Words | TextKind::Prose);
        let place = |kind: &TextKind| {
            let is_like = |known: &TextKind| {
                known == kind || is_words(known) && is_words(kind) && !self.0.contains(kind)
            };
            next += 1 + self.0[next..].iter().position(is_like)?;
            Some(next)
        };
        let told: Option<Vec<usize>> = kinds.iter().map(place).collect();
        told.unwrap_or_else(|| (1..=kinds.len()).collect())
    }
}

/// Whether a text ends as sentences do.
fn is_sentence(text: &str) -> bool {
    text.ends_with(['。', '！', '？', '｡'])
        || text.ends_with(['.', '!', '?']) && text.split_whitespace().nth(SENTENCE).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(texts: &[&str]) -> Vec<TextKind> {
        texts.iter().map(|text| TextKind::of(text)).collect()
    }

    #[test]
    fn texts_are_numbered_by_their_kinds() {
        let records = [
            &["Bonn", "€33,000", "1 May 2024"][..],
            &["Lyon", "2 May 2024"],
            &["Graz", "€18,000", "3 May 2024"],
        ];
        let order = TextOrder::new(&records.map(kinds)).expect("several kinds");
        assert_eq!(order.numbers(&kinds(&["Turin", "4 May 2024"])), [1, 3]);
        assert_eq!(order.numbers(&kinds(&["€12"])), [2]);
        // Kinds in another order tell nothing.
        assert_eq!(order.numbers(&kinds(&["4 May 2024", "Turin"])), [1, 2]);
        assert_eq!(TextOrder::new(&[kinds(&["Bonn", "Lyon"])]), None);
    }

    #[test]
    fn no_record_needs_to_have_all_kinds() {
        let records =
            [&["Bonn", "€33,000"][..], &["€12,000", "2 May 2024"], &["Graz", "3 May 2024"]].map(kinds);
        let order = TextOrder::new(&[records.clone(), records].concat()).expect("several kinds");
        assert_eq!(order.numbers(&kinds(&["2 May 2024"])), [3]);
        assert_eq!(order.numbers(&kinds(&["€18,000"])), [2]);
    }
}

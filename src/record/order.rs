//! Which of several texts of one element path a text is, if some records lack one: the one of its kind.
//!
//! In: the texts of one path of a record, in order. Out: their numbers. Texts are amounts of money, dates, numbers, names, or longer
//! texts; a record with fewer texts than others has those of its kinds, in the order in which the others have them. If kinds do not tell,
//! texts are counted.
//!
//! ```text
//! <p>Bonn <p>€33,000 <p>1 May 2024       1, 2, 3
//! <p>Lyon <p>2 May 2024                  1, 3
//! ```
//!
//! Time is linear in the texts.

use super::cell::{KeyedCell, Kind};
use super::fold::shown;
use super::place::{PlacedRecord, RecordInPage};
use super::role::{date, money};
use crate::measure::{a_few, are_nearly_all, is_brief, is_number};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
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
    fn numbers(&self, kinds: &[TextKind]) -> Vec<usize> {
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

/// The orders of the texts of paths that have several in some record, where they are of several kinds.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct TextOrders(BTreeMap<String, TextOrder>);

impl TextOrders {
    /// The orders of some records; `several` are the paths with several texts in one.
    pub(super) fn new(
        parts: &[PlacedRecord<'_>],
        keyed: &[Vec<KeyedCell<'_>>],
        several: &BTreeSet<String>,
    ) -> Self {
        let mut of_places: BTreeMap<&str, Vec<Vec<TextKind>>> = BTreeMap::new();
        for ((part, _), cells) in parts.iter().zip(keyed) {
            for (place, texts) in counted_texts(*part, cells, |place| several.contains(place)) {
                of_places.entry(place).or_default().push(texts.into_iter().map(|(_, kind)| kind).collect());
            }
        }
        let order = |(place, records): (&str, Vec<_>)| Some((place.to_owned(), TextOrder::new(&records)?));
        TextOrders(of_places.into_iter().filter_map(order).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Numbers the texts of a record.
    pub(super) fn number(&self, part: RecordInPage<'_>, cells: &mut [KeyedCell<'_>]) {
        let mut numbers: Vec<(usize, usize)> = Vec::new();
        for (place, texts) in counted_texts(part, cells, |place| self.0.contains_key(place)) {
            let kinds: Vec<TextKind> = texts.iter().map(|&(_, kind)| kind).collect();
            numbers.extend(texts.iter().map(|&(at, _)| at).zip(self.0[place].numbers(&kinds)));
        }
        for (at, number) in numbers {
            cells[at].0.number = u32::try_from(number).expect("a record has fewer texts than bytes");
        }
    }
}

/// The texts of some paths that are told apart by their numbers: for each path their places among the cells, and their kinds. Where an
/// element is empty nothing is missing.
fn counted_texts<'c>(
    part: RecordInPage<'_>,
    cells: &'c [KeyedCell<'_>],
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeMap<&'c str, Vec<(usize, TextKind)>> {
    let mut texts: BTreeMap<&str, Vec<(usize, TextKind)>> = BTreeMap::new();
    let is_text = |(_, (key, _)): &(usize, &KeyedCell)| key.kind == Kind::Text && is_wanted(&key.place);
    for (at, (key, cell)) in cells.iter().enumerate().filter(is_text) {
        let text = if cell.leaves.is_empty() { Cow::default() } else { shown(&part, cell) };
        texts.entry(&key.place).or_default().push((at, TextKind::of(&text)));
    }
    texts.retain(|_, of_place| of_place.iter().all(|&(at, _)| cells[at].1.is_filled()));
    texts
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

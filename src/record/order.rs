//! Which of several texts of one element path a text is, if some records lack one: the one of its kind.
//!
//! In: the texts of one path of a record, in order. Out: their numbers. Texts are amounts of money, dates, numbers, or words; a record
//! with fewer texts than others has those of its kinds, in the order in which the others have them. If kinds do not tell, texts are
//! counted.
//!
//! ```text
//! <p>Bonn <p>€33,000 <p>1 May 2024       1, 2, 3
//! <p>Lyon <p>2 May 2024                  1, 3
//! ```
//!
//! Time is linear in the texts.

use super::role::{date, money};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What kind of text it is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum TextKind {
    Amount,
    Date,
    Number,
    Words,
}

impl TextKind {
    pub(super) fn of(text: &str) -> Self {
        if money::is_amount(text) {
            TextKind::Amount
        } else if date::is_date(text) {
            TextKind::Date
        } else if text.contains(char::is_numeric) && !text.contains(char::is_alphabetic) {
            TextKind::Number
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
        let most = records.iter().map(Vec::len).max()?;
        let mut counts: BTreeMap<&Vec<TextKind>, usize> = BTreeMap::new();
        for kinds in records.iter().filter(|kinds| kinds.len() == most) {
            *counts.entry(kinds).or_default() += 1;
        }
        let (kinds, _) = counts.into_iter().max_by_key(|&(_, count)| count)?;
        kinds.windows(2).any(|pair| pair[0] != pair[1]).then(|| TextOrder(kinds.clone()))
    }

    /// The number of each text, from 1.
    pub(super) fn numbers(&self, kinds: &[TextKind]) -> Vec<usize> {
        let mut next = 0;
        let place = |kind: &TextKind| {
            next += 1 + self.0[next..].iter().position(|known| known == kind)?;
            Some(next)
        };
        let told: Option<Vec<usize>> = kinds.iter().map(place).collect();
        told.unwrap_or_else(|| (1..=kinds.len()).collect())
    }
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
}

//! The expected results of the index, from `katagami::index::naive`, which looks at every substring.

use katagami::index::naive::{Occurrences, substrings};
use katagami::index::{Pos, Text};
use katagami::spectrum::{Frequency, Lengths, Row};
use std::collections::{BTreeMap, BTreeSet};

/// A range of lengths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) min: u32,
    pub(super) max: Option<u32>,
}

impl Range {
    pub(super) const ALL: Range = Range { min: 1, max: None };

    pub(super) fn lengths(self) -> Lengths {
        Lengths::new(self.min, self.max).expect("the range holds a length")
    }
}

/// All substrings of these lengths with their occurrences.
pub(super) struct Naive(pub(super) BTreeMap<Vec<u32>, Occurrences>);

impl Naive {
    pub(super) fn count(text: &Text, range: Range) -> Self {
        Naive(substrings(text, range.min, range.max.unwrap_or_else(|| text.len())))
    }

    /// V(f), the smallest f first.
    pub(super) fn rows(&self, frequency: Frequency) -> Vec<Row> {
        let mut distinct: BTreeMap<u32, u64> = BTreeMap::new();
        for occurrences in self.0.values() {
            let frequency = match frequency {
                Frequency::Occurrences => occurrences.frequency,
                Frequency::Documents => u32::try_from(occurrences.documents.len()).expect("a few documents"),
            };
            *distinct.entry(frequency).or_default() += 1;
        }
        distinct.into_iter().map(|(frequency, distinct)| Row { frequency, distinct }).collect()
    }

    /// Every repeated substring with more than one continuation (a document's end is one), with its frequency and
    /// the length of the longest such substring that it begins with.
    pub(super) fn branching(&self) -> BTreeMap<Vec<u32>, (u32, u32)> {
        let mut goes_on: BTreeMap<&[u32], u32> = BTreeMap::new();
        for (string, occurrences) in &self.0 {
            let most = goes_on.entry(&string[..string.len() - 1]).or_default();
            *most = occurrences.frequency.max(*most);
        }
        let branches = |string: &[u32]| {
            self.0.get(string).is_some_and(|found| {
                found.frequency >= 2 && goes_on.get(string).is_none_or(|&most| most < found.frequency)
            })
        };
        let found = self.0.iter().filter(|(string, _)| branches(string));
        found
            .map(|(string, occurrences)| {
                let parent = (1..string.len()).rev().find(|&len| branches(&string[..len])).unwrap_or(0);
                let parent = u32::try_from(parent).expect("a short string");
                (string.clone(), (occurrences.frequency, parent))
            })
            .collect()
    }

    /// How many substrings occur in exactly these documents, for every set of two or more.
    pub(super) fn page_sets(&self) -> BTreeMap<Vec<u32>, u64> {
        let mut sets: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for occurrences in self.0.values().filter(|occurrences| occurrences.documents.len() >= 2) {
            *sets.entry(occurrences.documents.iter().copied().collect()).or_default() += 1;
        }
        sets
    }

    /// The strings of this frequency that are not part of another string of this frequency.
    pub(super) fn maximal(&self, frequency: u32) -> BTreeSet<Vec<u32>> {
        let of_it =
            || self.0.iter().filter(|(_, found)| found.frequency == frequency).map(|(string, _)| string);
        let holds = |long: &Vec<u32>, short: &Vec<u32>| {
            long.len() > short.len() && long.windows(short.len()).any(|part| part == short)
        };
        of_it().filter(|short| !of_it().any(|long| holds(long, short))).cloned().collect()
    }
}

/// The symbols of a document.
pub(super) fn symbols(text: &Text, document: u32) -> Vec<u32> {
    text.range(document).map(|place| text.symbol(Pos(place))).collect()
}

/// The symbols from a position on.
pub(super) fn string(text: &Text, place: Pos, len: u32) -> Vec<u32> {
    (place.0..place.0 + len).map(|place| text.symbol(Pos(place))).collect()
}

/// The occurrences of a string in the text, by a scan.
pub(super) fn places(text: &Text, wanted: &[u32]) -> Vec<Pos> {
    let starts = |document: u32| {
        let (first, symbols) = (text.range(document).start, symbols(text, document));
        let found = (0..).zip(symbols.windows(wanted.len())).filter(|(_, part)| *part == wanted);
        found.map(|(i, _): (u32, _)| Pos(first + i)).collect::<Vec<_>>()
    };
    (0..text.documents()).flat_map(starts).collect()
}

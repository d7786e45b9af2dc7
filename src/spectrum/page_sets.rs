//! The spectrum by page sets: the number of distinct substrings that occur in exactly these documents.
//!
//! V(f) by documents adds up all sets of f documents. If the sets are counted separately, a template appears as one
//! set with many substrings, while substrings shared by chance are spread over many different sets. This distinguishes
//! two templates of the same number of pages, and a template used by only two pages from chance.
//!
//! A set is identified by its signature, the sum of one pseudo-random number for each of its documents, so that the
//! set of an interval is computed in O(1). The members are looked up only once, for the sets that are returned.

use super::Lengths;
use super::documents::LastRanks;
use crate::index::{Interval, Open, SuffixOrder, Tally, Text};
use hashbrown::HashMap;
use std::ops::Range;

/// A set of documents, and the substrings that occur in exactly these.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PageSet {
    /// The documents in ascending order.
    pub documents: Vec<u32>,
    /// The number of distinct substrings that occur in these documents and in no others.
    pub distinct: u64,
}

impl PageSet {
    /// F: the substrings counted once for each document.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.documents.len() as u64 * self.distinct
    }
}

/// The `most` sets of two or more documents with the largest F, largest first; among equal ones, the set whose first
/// substring comes first in the suffix order.
///
/// Time: O(n). Memory: proportional to the number of different sets.
#[must_use]
pub fn page_sets(index: &impl SuffixOrder, lengths: Lengths, most: usize) -> Vec<PageSet> {
    let mut counts = PageSetCounts::new(lengths);
    let whole = index.parts(1).pop().unwrap_or_default();
    for interval in index.intervals_of(whole).up_to(lengths.max()).tally(PageSetTally::new(index.text())) {
        if interval.documents() >= 2 {
            counts.add(&interval);
        }
    }
    counts.largest(most).iter().map(|set| set.page_set(index)).collect()
}

/// Counts the substrings of each page set, interval by interval.
#[derive(Debug)]
pub(crate) struct PageSetCounts {
    lengths: Lengths,
    /// The sets by their signatures.
    found: HashMap<u64, SetCount>,
}

/// A page set whose members have not been looked up.
#[derive(Debug)]
pub(crate) struct SetCount {
    pub(crate) signature: u64,
    /// The number of its documents.
    pub(crate) documents: u32,
    distinct: u64,
    /// The smallest of its intervals.
    ranks: Range<u32>,
}

impl SetCount {
    fn total(&self) -> u64 {
        u64::from(self.documents) * self.distinct
    }

    /// Looks up the members.
    pub(crate) fn page_set(&self, index: &impl SuffixOrder) -> PageSet {
        let mut documents = index.documents_of(self.ranks.clone());
        documents.sort_unstable();
        documents.dedup();
        PageSet { documents, distinct: self.distinct }
    }
}

impl PageSetCounts {
    pub(crate) fn new(lengths: Lengths) -> Self {
        PageSetCounts { lengths, found: HashMap::new() }
    }

    /// Adds the substrings of an interval to its set.
    pub(crate) fn add(&mut self, interval: &Interval<SetValue>) {
        let distinct = self.lengths.of(interval);
        if distinct == 0 {
            return;
        }
        let signature = interval.tally.signature();
        let (documents, ranks) = (interval.documents(), interval.ranks());
        let set =
            self.found.entry(signature).or_insert(SetCount { signature, documents, distinct: 0, ranks });
        set.distinct += distinct;
        if interval.frequency() < set.ranks.end - set.ranks.start {
            set.ranks = interval.ranks();
        }
    }

    /// The sets with the largest F, in the order of [`page_sets`].
    pub(crate) fn largest(self, most: usize) -> Vec<SetCount> {
        let mut found: Vec<SetCount> = self.found.into_values().collect();
        // No two sets have the same ranks, so the result does not depend on hash order.
        let key = |set: &SetCount| (std::cmp::Reverse(set.total()), set.ranks.start, set.ranks.end);
        if most < found.len() {
            found.select_nth_unstable_by_key(most, key);
            found.truncate(most);
        }
        found.sort_by_key(key);
        found
    }
}

/// The values from which the signature of an interval's document set is computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetValue {
    /// The number of occurrences whose document already occurred in the interval.
    pub(crate) repeats: u32,
    /// The sum of the numbers of the documents of these occurrences.
    repeated: u64,
    /// The sum over all ranks before the interval; after it is closed, the sum over the interval.
    sum: u64,
}

impl SetValue {
    pub(crate) fn signature(self) -> u64 {
        self.sum.wrapping_sub(self.repeated)
    }
}

impl Interval<SetValue> {
    /// The number of documents in which its substrings occur.
    pub(crate) fn documents(&self) -> u32 {
        self.frequency() - self.tally.repeats
    }
}

/// Counts as `DocumentTally` does, and also computes the sums for the signatures.
#[derive(Debug)]
pub(crate) struct PageSetTally {
    documents: LastRanks,
    numbers: Vec<u64>,
    sum: u64,
    sum_before: u64,
}

impl PageSetTally {
    pub(crate) fn new(text: &Text) -> Self {
        let numbers = (0..u64::from(text.documents())).map(pseudo_random).collect();
        PageSetTally { documents: LastRanks::new(text), numbers, sum: 0, sum_before: 0 }
    }
}

impl Tally for PageSetTally {
    type Value = SetValue;

    fn begin(&self) -> SetValue {
        SetValue { repeats: 0, repeated: 0, sum: self.sum_before }
    }

    fn count(&mut self, rank: u32, document: u32, open: &mut [Open<SetValue>]) {
        let number = self.numbers[document as usize];
        self.sum_before = self.sum;
        self.sum = self.sum.wrapping_add(number);
        if let Some(repeated) = self.documents.repeated_in(document, rank, open) {
            repeated.tally.repeats += 1;
            repeated.tally.repeated = repeated.tally.repeated.wrapping_add(number);
        }
    }

    fn absorb(&self, outer: &mut SetValue, inner: SetValue) {
        outer.repeats += inner.repeats;
        outer.repeated = outer.repeated.wrapping_add(inner.repeated);
    }

    fn close(&self, value: SetValue) -> SetValue {
        SetValue { sum: self.sum.wrapping_sub(value.sum), ..value }
    }
}

/// A fixed number for each i, without a visible pattern: the finaliser of `SplitMix64` (Steele, Lea, Flood, 2014).
fn pseudo_random(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

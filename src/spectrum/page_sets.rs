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
use crate::index::{Index, Open, Rank, Tally};
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
pub fn page_sets(index: &Index, lengths: Lengths, most: usize) -> Vec<PageSet> {
    struct SetCount {
        distinct: u64,
        documents: u32,
        ranks: Range<u32>,
    }
    let mut found: HashMap<u64, SetCount> = HashMap::new();
    for interval in index.intervals().up_to(lengths.max()).tally(SetTally::new(index)) {
        let (documents, distinct) = (interval.frequency() - interval.tally.repeats, lengths.of(&interval));
        if documents < 2 || distinct == 0 {
            continue;
        }
        let set = found.entry(interval.tally.signature()).or_insert_with(|| SetCount {
            distinct: 0,
            documents,
            ranks: interval.ranks(),
        });
        set.distinct += distinct;
        if interval.frequency() < set.ranks.end - set.ranks.start {
            set.ranks = interval.ranks();
        }
    }
    let mut found: Vec<SetCount> = found.into_values().collect();
    // No two sets have the same ranks, so the result does not depend on hash order.
    let total = |set: &SetCount| u64::from(set.documents) * set.distinct;
    let key = |set: &SetCount| (std::cmp::Reverse(total(set)), set.ranks.start, set.ranks.end);
    if most < found.len() {
        found.select_nth_unstable_by_key(most, key);
        found.truncate(most);
    }
    found.sort_by_key(key);
    found
        .into_iter()
        .map(|set| PageSet { documents: documents_of(index, set.ranks), distinct: set.distinct })
        .collect()
}

/// The documents that the suffixes of these ranks lie in, in ascending order.
fn documents_of(index: &Index, ranks: Range<u32>) -> Vec<u32> {
    let mut documents: Vec<u32> = ranks.map(|rank| index.text().document(index.pos(Rank(rank)))).collect();
    documents.sort_unstable();
    documents.dedup();
    documents
}

/// The values from which the signature of an interval's document set is computed.
#[derive(Clone, Copy, Debug)]
struct SetValue {
    /// The number of occurrences whose document already occurred in the interval, and the sum of the numbers of their
    /// documents.
    repeats: u32,
    repeated: u64,
    /// The sum over all ranks before the interval; after it is closed, the sum over the interval.
    sum: u64,
}

impl SetValue {
    fn signature(self) -> u64 {
        self.sum.wrapping_sub(self.repeated)
    }
}

/// Counts as `DocumentTally` does, and also computes the sums for the signatures.
struct SetTally<'a> {
    documents: LastRanks<'a>,
    numbers: Vec<u64>,
    sum: u64,
    sum_before: u64,
}

impl<'a> SetTally<'a> {
    fn new(index: &'a Index) -> Self {
        let numbers = (0..u64::from(index.text().documents())).map(pseudo_random).collect();
        SetTally { documents: LastRanks::new(index), numbers, sum: 0, sum_before: 0 }
    }
}

impl Tally for SetTally<'_> {
    type Value = SetValue;

    fn begin(&self) -> SetValue {
        SetValue { repeats: 0, repeated: 0, sum: self.sum_before }
    }

    fn count(&mut self, rank: u32, open: &mut [Open<SetValue>]) {
        let document = self.documents.document(rank);
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

//! Counts the documents in which each repeated substring occurs.
//!
//! An occurrence repeats a document if the same interval has an earlier occurrence in that document. For each rank in
//! turn, this is true of the innermost open interval that contains the previous rank of the same document, and of all
//! intervals around it. That interval is found by a binary search among the open intervals, and its count is added to
//! the interval around it when it closes.
//!
//! Source: Hui, "Color set size problem with applications to string matching", 1992.

use crate::index::{Open, Tally, Text};
use std::num::NonZeroU32;

/// Counts, for every interval, the occurrences whose document already occurred in it: the frequency minus this count
/// is the number of documents. Memory: four bytes for each document.
#[derive(Debug)]
pub struct DocumentTally(LastRanks);

impl DocumentTally {
    /// A tally for the intervals of an index of this text.
    #[must_use]
    pub fn new(text: &Text) -> Self {
        DocumentTally(LastRanks::new(text))
    }
}

impl Tally for DocumentTally {
    type Value = u32;

    fn begin(&self) -> u32 {
        0
    }

    #[inline]
    fn count(&mut self, rank: u32, document: u32, open: &mut [Open<u32>]) {
        if let Some(repeated) = self.0.repeated_in(document, rank, open) {
            repeated.tally += 1;
        }
    }

    fn absorb(&self, outer: &mut u32, inner: u32) {
        *outer += inner;
    }
}

/// The previous rank of each document, while the ranks are visited in order.
#[derive(Debug)]
pub(super) struct LastRanks {
    /// The last rank visited of each document; rank 0 is a BREAK and is never counted.
    last: Vec<Option<NonZeroU32>>,
}

impl LastRanks {
    pub(super) fn new(text: &Text) -> Self {
        LastRanks { last: vec![None; text.documents() as usize] }
    }

    /// The innermost open interval in which the rank repeats its document.
    #[inline]
    pub(super) fn repeated_in<'o, T>(
        &mut self,
        document: u32,
        rank: u32,
        open: &'o mut [Open<T>],
    ) -> Option<&'o mut Open<T>> {
        let rank = NonZeroU32::new(rank).expect("BREAK comes first");
        let before = self.last[document as usize].replace(rank)?.get();
        // Usually the innermost open interval contains the previous rank.
        let holding = match open.last() {
            Some(innermost) if innermost.first <= before => open.len(),
            _ => open.partition_point(|interval| interval.first <= before),
        };
        open[..holding].last_mut()
    }
}

//! In how many documents each repeated substring occurs.
//!
//! An occurrence repeats a document if an earlier one in the same interval lies in it. Going through the ranks, the
//! innermost open interval that holds the last rank of the same document, and all around it, get one such repeat; it
//! is found by a binary search among the open intervals and handed outward when intervals close.
//!
//! Source: Hui, "Color set size problem with applications to string matching", 1992.

use crate::index::{Index, Open, Rank, Tally};
use std::num::NonZeroU32;

/// Counts for every interval the occurrences whose document already occurred in it: the frequency less this is the
/// number of documents. Memory: four bytes a document.
#[derive(Debug)]
pub struct DocumentTally<'a> {
    index: &'a Index,
    /// The last rank of each document; rank 0 is a BREAK and never counted.
    last: Vec<Option<NonZeroU32>>,
}

impl<'a> DocumentTally<'a> {
    /// For the intervals of this index.
    #[must_use]
    pub fn new(index: &'a Index) -> Self {
        DocumentTally { index, last: vec![None; index.text().documents() as usize] }
    }
}

impl Tally for DocumentTally<'_> {
    type Value = u32;

    fn begin(&self) -> u32 {
        0
    }

    #[inline]
    fn count(&mut self, rank: u32, open: &mut [Open<u32>]) {
        let document = self.index.text().document(self.index.pos(Rank(rank)));
        let before = self.last[document as usize].replace(NonZeroU32::new(rank).expect("BREAK comes first"));
        if let Some(holding) = before.and_then(|before| innermost_from(open, before.get())) {
            holding.tally += 1;
        }
    }

    fn absorb(&self, outer: &mut u32, inner: u32) {
        *outer += inner;
    }
}

/// The innermost open interval that holds an earlier rank. Mostly it is the innermost of all.
#[inline]
pub(super) fn innermost_from<T>(open: &mut [Open<T>], rank: u32) -> Option<&mut Open<T>> {
    let holding = match open.last() {
        Some(innermost) if innermost.first <= rank => open.len(),
        _ => open.partition_point(|interval| interval.first <= rank),
    };
    open[..holding].last_mut()
}

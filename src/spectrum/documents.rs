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
pub struct DocumentTally<'a>(Documents<'a>);

impl<'a> DocumentTally<'a> {
    /// For the intervals of this index.
    #[must_use]
    pub fn new(index: &'a Index) -> Self {
        DocumentTally(Documents::new(index))
    }
}

impl Tally for DocumentTally<'_> {
    type Value = u32;

    fn begin(&self) -> u32 {
        0
    }

    #[inline]
    fn count(&mut self, rank: u32, open: &mut [Open<u32>]) {
        let document = self.0.document(rank);
        if let Some(repeated) = self.0.repeated_in(document, rank, open) {
            repeated.tally += 1;
        }
    }

    fn absorb(&self, outer: &mut u32, inner: u32) {
        *outer += inner;
    }
}

/// The documents met so far on the way through the ranks.
#[derive(Debug)]
pub(super) struct Documents<'a> {
    index: &'a Index,
    /// The last rank of each document; rank 0 is a BREAK and never counted.
    last: Vec<Option<NonZeroU32>>,
}

impl<'a> Documents<'a> {
    pub(super) fn new(index: &'a Index) -> Self {
        Documents { index, last: vec![None; index.text().documents() as usize] }
    }

    /// The document of a rank.
    #[inline]
    pub(super) fn document(&self, rank: u32) -> u32 {
        self.index.text().document(self.index.pos(Rank(rank)))
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
        // Mostly it is the innermost of all.
        let holding = match open.last() {
            Some(innermost) if innermost.first <= before => open.len(),
            _ => open.partition_point(|interval| interval.first <= before),
        };
        open[..holding].last_mut()
    }
}

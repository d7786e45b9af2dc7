//! Counts the documents in which each repeated substring occurs.
//!
//! An occurrence repeats a document if the same interval has an earlier occurrence in that document. For each rank in
//! turn, this is true of the innermost open interval that contains the previous rank of the same document, and of all
//! intervals around it. That interval is found by a binary search among the open intervals, and its count is added to
//! the interval around it when it closes.
//!
//! Source: Hui, "Color set size problem with applications to string matching", 1992.

use crate::index::{Index, Open, Rank, Tally};
use std::num::NonZeroU32;
use std::ops::Range;

/// Counts, for every interval, the occurrences whose document already occurred in it: the frequency minus this count
/// is the number of documents. Memory: four bytes for each document.
#[derive(Debug)]
pub struct DocumentTally<'a>(LastRanks<'a>);

impl<'a> DocumentTally<'a> {
    /// A tally for the intervals of this index.
    #[must_use]
    pub fn new(index: &'a Index) -> Self {
        DocumentTally(LastRanks::new(index))
    }
}

impl Tally for DocumentTally<'_> {
    type Value = u32;

    fn begin(&self) -> u32 {
        0
    }

    fn prepare(&mut self, ranks: Range<u32>) {
        self.0.prepare(ranks);
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

/// The previous rank of each document, while the ranks are visited in order.
#[derive(Debug)]
pub(super) struct LastRanks<'a> {
    index: &'a Index,
    /// The last rank visited of each document; rank 0 is a BREAK and is never counted.
    last: Vec<Option<NonZeroU32>>,
    /// The first rank of the batch, and the documents of its ranks.
    first: u32,
    documents: Vec<u32>,
}

impl<'a> LastRanks<'a> {
    pub(super) fn new(index: &'a Index) -> Self {
        let last = vec![None; index.text().documents() as usize];
        LastRanks { index, last, first: 0, documents: Vec::new() }
    }

    /// Looks up the documents of a batch of ranks.
    pub(super) fn prepare(&mut self, ranks: Range<u32>) {
        self.first = ranks.start;
        self.documents.clear();
        let document = |rank| self.index.text().document(self.index.pos(Rank(rank)));
        self.documents.extend(ranks.map(document));
    }

    /// The document of a rank of the batch.
    #[inline]
    pub(super) fn document(&self, rank: u32) -> u32 {
        self.documents[(rank - self.first) as usize]
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

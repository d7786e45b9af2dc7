//! Repeated substrings as intervals of the suffix order.

use super::{Index, Rank};
use std::ops::Range;

/// A maximal run of ranks whose suffixes share a prefix of `depth` symbols, but do not all share the next symbol.
///
/// It represents the `depth - parent_depth` prefixes longer than `parent_depth`, which all occur at the same
/// positions.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Interval<T = ()> {
    /// The length of the shared prefix, in symbols.
    pub depth: u32,
    /// The depth of the smallest interval that contains this one, 0 if there is none.
    pub parent_depth: u32,
    /// The first rank.
    pub first: Rank,
    /// The rank after the last one.
    pub end: Rank,
    /// The value that a [`Tally`] has computed over the ranks.
    pub tally: T,
}

impl<T> Interval<T> {
    /// The number of occurrences of each of its substrings.
    #[must_use]
    pub fn frequency(&self) -> u32 {
        self.end.0 - self.first.0
    }

    /// The ranks as a range.
    #[must_use]
    pub fn ranks(&self) -> Range<u32> {
        self.first.0..self.end.0
    }
}

/// An interval that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub struct Open<T> {
    depth: u32,
    /// The first rank.
    pub first: u32,
    /// The value that a [`Tally`] has computed so far.
    pub tally: T,
}

/// A statistic over the ranks of every interval, computed while the intervals are listed.
pub trait Tally {
    /// The value kept for each interval.
    type Value: Copy;

    /// The initial value of an interval that begins at the last rank counted, before that rank is added.
    fn begin(&self) -> Self::Value;

    /// Called before the ranks of a batch are counted, to fetch together what each of them needs: see [`Intervals`].
    fn prepare(&mut self, _ranks: Range<u32>) {}

    /// Counts a rank. `open` has the intervals that contain it and began before it, the outermost first.
    fn count(&mut self, rank: u32, open: &mut [Open<Self::Value>]);

    /// Adds the value of an inner interval, which has just closed, to the interval around it.
    fn absorb(&self, outer: &mut Self::Value, inner: Self::Value);

    /// The final value of an interval that closes at the last rank counted.
    fn close(&self, value: Self::Value) -> Self::Value {
        value
    }
}

impl Tally for () {
    type Value = ();
    fn begin(&self) {}
    fn count(&mut self, _: u32, _: &mut [Open<()>]) {}
    fn absorb(&self, (): &mut (), (): ()) {}
}

/// Iterator over the intervals of a range of ranks; inner intervals come before those that contain them.
///
/// It processes `BATCH` ranks at a time. Their shared lengths are fetched together: each is a separate cache miss, and
/// the processor handles many of these at once only if there are no mispredicted branches in between. Intervals that
/// close are stored and returned later, so that the loop over the ranks stays small.
#[derive(Debug)]
pub struct Intervals<'a, T: Tally = ()> {
    index: &'a Index,
    tally: T,
    max_depth: u32,
    /// The next rank to count.
    rank: u32,
    end: u32,
    /// The open intervals, up to the index `innermost`. Depths increase strictly. The first is the whole range, of
    /// depth 0.
    open: Vec<Open<T::Value>>,
    innermost: usize,
    shared: Vec<u32>,
    closed: Vec<Interval<T::Value>>,
    /// The number of closed intervals that were already returned.
    taken: usize,
}

/// Ranks processed at a time: their shared lengths and intervals fit into the first-level cache.
const BATCH: u32 = 512;

impl<'a> Intervals<'a> {
    pub(super) fn new(index: &'a Index, ranks: Range<u32>) -> Self {
        Intervals::with(index, ranks, u32::MAX, ())
    }
}

impl<'a, T: Tally> Intervals<'a, T> {
    fn with(index: &'a Index, ranks: Range<u32>, max_depth: u32, tally: T) -> Self {
        let (open, shared, closed) = (Vec::new(), Vec::new(), Vec::new());
        let (rank, end) = (ranks.start, ranks.end);
        Intervals { index, tally, max_depth, rank, end, open, innermost: 0, shared, closed, taken: 0 }
    }

    /// Limits substrings to `max_depth` symbols: longer ones are counted as their prefixes of that length.
    #[must_use]
    pub fn up_to(self, max_depth: u32) -> Self {
        Intervals { max_depth, ..self }
    }

    /// Computes a statistic for each interval. Call it before the first interval is taken.
    #[must_use]
    pub fn tally<U: Tally>(self, tally: U) -> Intervals<'a, U> {
        Intervals::with(self.index, self.rank..self.end, self.max_depth, tally)
    }

    /// Processes the next batch of ranks.
    fn advance(&mut self) {
        self.closed.clear();
        self.taken = 0;
        let last = self.end.min(self.rank.saturating_add(BATCH));
        self.shared.clear();
        self.index.fetch_lcp(self.rank..last, &mut self.shared);
        self.tally.prepare(self.rank..last);
        if last == self.end {
            // Nothing is shared after the last rank.
            self.shared.push(0);
        }
        // A rank opens at most one interval.
        self.open.resize(
            self.innermost + 1 + self.shared.len(),
            Open { depth: 0, first: 0, tally: self.tally.begin() },
        );
        // Copied to locals, so that they stay in registers and the loop accesses memory only for the open intervals.
        let (open, mut innermost, mut rank) = (&mut self.open[..], self.innermost, self.rank);
        for &shared in &self.shared {
            let shared = shared.min(self.max_depth);
            let mut inner = open[innermost];
            while inner.depth > shared {
                let outer = &mut open[innermost - 1];
                self.closed.push(Interval {
                    depth: inner.depth,
                    parent_depth: outer.depth.max(shared),
                    first: Rank(inner.first),
                    end: Rank(rank),
                    tally: self.tally.close(inner.tally),
                });
                if outer.depth < shared {
                    // The interval continues with the next rank, at a smaller depth.
                    inner.depth = shared;
                    open[innermost] = inner;
                } else {
                    self.tally.absorb(&mut outer.tally, inner.tally);
                    inner = *outer;
                    innermost -= 1;
                }
            }
            if inner.depth < shared {
                innermost += 1;
                open[innermost] = Open { depth: shared, first: rank - 1, tally: self.tally.begin() };
            }
            if rank < self.end {
                self.tally.count(rank, &mut open[1..=innermost]);
                rank += 1;
            }
        }
        (self.innermost, self.rank) = (innermost, rank);
    }
}

impl<T: Tally> Iterator for Intervals<'_, T> {
    type Item = Interval<T::Value>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&interval) = self.closed.get(self.taken) {
                self.taken += 1;
                return Some(interval);
            }
            if self.rank == self.end {
                return None;
            }
            self.advance();
        }
    }
}

//! Repeated substrings as intervals of the suffix order.

use super::{Index, Rank};
use std::ops::Range;

/// A maximal run of ranks whose suffixes share a prefix of `depth` symbols, and not all of them one symbol more.
///
/// It stands for the `depth - parent_depth` prefixes longer than `parent_depth`: they all occur at the same places.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Interval<T = ()> {
    /// The length of the shared prefix, in symbols.
    pub depth: u32,
    /// The depth of the next larger interval around this one, 0 if there is none.
    pub parent_depth: u32,
    /// The first rank.
    pub first: Rank,
    /// The rank behind the last one.
    pub end: Rank,
    /// What a [`Tally`] has gathered over the ranks.
    pub tally: T,
}

impl<T> Interval<T> {
    /// How often each of its substrings occurs.
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
    /// What a [`Tally`] has gathered so far.
    pub tally: T,
}

/// A statistic over the ranks of every interval, gathered while the intervals are listed.
pub trait Tally {
    /// What is kept with an interval.
    type Value: Copy;

    /// The value of an interval that begins with the last rank counted, that rank left out.
    fn begin(&self) -> Self::Value;

    /// Counts a rank. `open` holds the intervals that contain it and began before it, the outermost first.
    fn count(&mut self, rank: u32, open: &mut [Open<Self::Value>]);

    /// Adds to an interval what an inner one has gathered when that closes.
    fn absorb(&self, outer: &mut Self::Value, inner: Self::Value);

    /// The value of an interval that closes with the last rank counted.
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

/// Iterator over the intervals of a range of ranks, inner intervals before those that hold them.
///
/// It works through `BATCH` ranks at a time: their shared lengths are fetched together, since each is a cache miss of
/// its own and the processor waits for many at once only if no wrongly guessed branch stands between them; and the
/// intervals that close are set aside, so that the loop over the ranks stays small.
#[derive(Debug)]
pub struct Intervals<'a, T: Tally = ()> {
    index: &'a Index,
    tally: T,
    max_depth: u32,
    /// The next rank to count.
    rank: u32,
    end: u32,
    /// The open intervals up to the innermost; depths grow strictly. The first is the whole range, of depth 0.
    open: Vec<Open<T::Value>>,
    innermost: usize,
    shared: Vec<u32>,
    closed: Vec<Interval<T::Value>>,
    /// How many of the closed ones have been handed out.
    taken: usize,
}

/// Ranks worked through at a time: their shared lengths and intervals fit the first-level cache.
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

    /// Substrings of at most so many symbols: longer ones count as their beginnings.
    #[must_use]
    pub fn up_to(self, max_depth: u32) -> Self {
        Intervals { max_depth, ..self }
    }

    /// Gathers a statistic on the way; call it before the first interval is taken.
    #[must_use]
    pub fn tally<U: Tally>(self, tally: U) -> Intervals<'a, U> {
        Intervals::with(self.index, self.rank..self.end, self.max_depth, tally)
    }

    /// Works through the next ranks.
    fn advance(&mut self) {
        self.closed.clear();
        self.taken = 0;
        let last = self.end.min(self.rank.saturating_add(BATCH));
        self.shared.clear();
        self.index.fetch_lcp(self.rank..last, &mut self.shared);
        if last == self.end {
            // Behind the last rank nothing is shared.
            self.shared.push(0);
        }
        // A rank opens at most one interval.
        self.open.resize(
            self.innermost + 1 + self.shared.len(),
            Open { depth: 0, first: 0, tally: self.tally.begin() },
        );
        // In registers: the loop goes through memory for the open intervals alone.
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
                    // What is left of the interval goes on with the next rank.
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

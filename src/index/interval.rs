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
#[derive(Debug)]
pub struct Intervals<'a, T: Tally = ()> {
    index: &'a Index,
    tally: T,
    max_depth: u32,
    /// The next rank to count, and what it shares with the one before.
    rank: u32,
    shared: u32,
    end: u32,
    ahead: Ahead,
    /// The open intervals; depths grow strictly.
    open: Vec<Open<T::Value>>,
}

impl<'a> Intervals<'a> {
    pub(super) fn new(index: &'a Index, ranks: Range<u32>) -> Self {
        let ahead = Ahead::new();
        Intervals { index, tally: (), max_depth: u32::MAX, rank: ranks.start, shared: 0, end: ranks.end, ahead, open: Vec::new() }
    }
}

impl<'a, T: Tally> Intervals<'a, T> {
    /// Substrings of at most so many symbols: longer ones count as their beginnings.
    #[must_use]
    pub fn up_to(self, max_depth: u32) -> Self {
        Intervals { max_depth, ..self }
    }

    /// Gathers a statistic on the way; call it before the first interval is taken.
    #[must_use]
    pub fn tally<U: Tally>(self, tally: U) -> Intervals<'a, U> {
        let Intervals { index, max_depth, rank, shared, end, ahead, .. } = self;
        Intervals { index, tally, max_depth, rank, shared, end, ahead, open: Vec::new() }
    }

    /// Takes the innermost interval off, with what is left around it.
    fn close(&mut self) -> Interval<T::Value> {
        let inner = self.open.pop().expect("an interval is open");
        let around = self.open.last().map_or(0, |outer| outer.depth);
        if around < self.shared {
            self.open.push(Open { depth: self.shared, first: inner.first, tally: inner.tally });
        } else if let Some(outer) = self.open.last_mut() {
            self.tally.absorb(&mut outer.tally, inner.tally);
        }
        Interval {
            depth: inner.depth,
            parent_depth: around.max(self.shared),
            first: Rank(inner.first),
            end: Rank(self.rank),
            tally: self.tally.close(inner.tally),
        }
    }
}

impl<T: Tally> Iterator for Intervals<'_, T> {
    type Item = Interval<T::Value>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let depth = self.open.last().map_or(0, |open| open.depth);
            if depth > self.shared {
                return Some(self.close());
            }
            if self.rank == self.end {
                return None;
            }
            if depth < self.shared {
                self.open.push(Open { depth: self.shared, first: self.rank - 1, tally: self.tally.begin() });
            }
            self.tally.count(self.rank, &mut self.open);
            self.rank += 1;
            self.shared = if self.rank == self.end { 0 } else { self.ahead.at(self.rank, self.index).min(self.max_depth) };
        }
    }
}

/// The shared lengths of the next ranks, fetched together: each is a cache miss of its own, and the processor waits
/// for many at a time only if no branch that it guesses wrong stands between them.
#[derive(Debug)]
struct Ahead {
    first: u32,
    shared: Vec<u32>,
}

impl Ahead {
    /// As many as fit the first-level cache beside all else.
    const LEN: u32 = 1024;

    fn new() -> Self {
        Ahead { first: 0, shared: Vec::with_capacity(Self::LEN as usize) }
    }

    #[inline]
    fn at(&mut self, rank: u32, index: &Index) -> u32 {
        if let Some(&shared) = self.shared.get((rank - self.first) as usize) {
            return shared;
        }
        self.first = rank;
        index.fetch_lcp(rank, Self::LEN, &mut self.shared);
        self.shared[0]
    }
}

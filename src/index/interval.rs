//! Repeated substrings as intervals of the suffix order.

use super::{Index, Rank, SuffixOrder};
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

    /// Whether ranks are counted at all, with their documents.
    const COUNTS: bool = true;

    /// Counts a rank, at which this document has an occurrence. `open` has the intervals that contain it and began
    /// before it, the outermost first.
    fn count(&mut self, rank: u32, document: u32, open: &mut [Open<Self::Value>]);

    /// Adds the value of an inner interval, which has just closed, to the interval around it.
    fn absorb(&self, outer: &mut Self::Value, inner: Self::Value);

    /// The final value of an interval that closes at the last rank counted.
    fn close(&self, value: Self::Value) -> Self::Value {
        value
    }
}

impl Tally for () {
    type Value = ();
    const COUNTS: bool = false;
    fn begin(&self) {}
    fn count(&mut self, _: u32, _: u32, _: &mut [Open<()>]) {}
    fn absorb(&self, (): &mut (), (): ()) {}
}

/// Iterator over the intervals of a range of suffixes; inner intervals come before those that contain them.
///
/// It processes `BATCH` suffixes at a time. What is known of them is fetched together: each is a separate cache miss, and
/// the processor handles many of these at once only if there are no mispredicted branches in between. Intervals that
/// close are stored and returned later, so that the loop over the suffixes stays small.
#[derive(Debug)]
pub struct Intervals<'a, T: Tally = (), S = Index> {
    index: &'a S,
    tally: T,
    max_depth: u32,
    /// The suffixes that are not fetched yet.
    suffixes: Range<u32>,
    /// The rank of the next occurrence.
    rank: u32,
    /// The open intervals, up to the index `innermost`. Depths increase strictly. The first is the whole range, of
    /// depth 0.
    open: Vec<Open<T::Value>>,
    innermost: usize,
    batch: Vec<Suffix>,
    closed: Vec<Interval<T::Value>>,
    /// The number of closed intervals that were already returned.
    taken: usize,
}

/// A suffix, or several that are the same up to the largest length that their index knows.
#[derive(Clone, Copy, Debug)]
pub struct Suffix {
    /// The number of symbols that it shares with the one before.
    pub(super) shared: u32,
    /// How many occurrences it has.
    pub(super) occurrences: u32,
    /// The number of symbols that its occurrences share, if there are several.
    pub(super) len: u32,
    /// The document or phrase that it begins in, if it was asked for.
    pub(super) source: u32,
}

/// Suffixes processed at a time: what is known of them and their intervals fit into the first-level cache.
const BATCH: u32 = 512;

impl<'a, S: SuffixOrder> Intervals<'a, (), S> {
    /// The intervals of some suffixes, of which the first has this rank.
    pub(super) fn new(index: &'a S, suffixes: Range<u32>, rank: u32) -> Self {
        Intervals::with(index, suffixes, rank, u32::MAX, ())
    }
}

impl<'a, T: Tally, S: SuffixOrder> Intervals<'a, T, S> {
    fn with(index: &'a S, suffixes: Range<u32>, rank: u32, max_depth: u32, tally: T) -> Self {
        let (open, batch, closed) = (Vec::new(), Vec::new(), Vec::new());
        Intervals { index, tally, max_depth, suffixes, rank, open, innermost: 0, batch, closed, taken: 0 }
    }

    /// Limits substrings to `max_depth` symbols: longer ones are counted as their prefixes of that length.
    #[must_use]
    pub fn up_to(self, max_depth: u32) -> Self {
        Intervals { max_depth, ..self }
    }

    /// Computes a statistic for each interval. Call it before the first interval is taken.
    #[must_use]
    pub fn tally<U: Tally>(self, tally: U) -> Intervals<'a, U, S> {
        Intervals::with(self.index, self.suffixes, self.rank, self.max_depth, tally)
    }

    /// Processes the next batch of suffixes.
    fn advance(&mut self) {
        self.closed.clear();
        self.taken = 0;
        let last = self.suffixes.end.min(self.suffixes.start.saturating_add(BATCH));
        self.batch.clear();
        self.index.fetch(self.suffixes.start..last, T::COUNTS, &mut self.batch);
        self.suffixes.start = last;
        if self.suffixes.is_empty() {
            // Nothing is shared after the last suffix.
            self.batch.push(Suffix { shared: 0, occurrences: 0, len: 0, source: 0 });
        }
        // A suffix opens an interval that begins with the one before, and one of its own occurrences.
        self.open.resize(
            self.innermost + 1 + 2 * self.batch.len(),
            Open { depth: 0, first: 0, tally: self.tally.begin() },
        );
        // Copied to locals, so that they stay in registers and the loop accesses memory only for the open intervals.
        let (open, mut innermost, mut rank) = (&mut self.open[..], self.innermost, self.rank);
        for suffix in &self.batch {
            let shared = suffix.shared.min(self.max_depth);
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
            if T::COUNTS || suffix.occurrences > 1 {
                let documents = if T::COUNTS { self.index.documents(suffix) } else { &[] };
                let mut ranks = (rank..).zip(documents);
                if let Some((rank, &document)) = ranks.next() {
                    self.tally.count(rank, document, &mut open[1..=innermost]);
                }
                let len = suffix.len.min(self.max_depth);
                if suffix.occurrences > 1 && open[innermost].depth < len {
                    innermost += 1;
                    open[innermost] = Open { depth: len, first: rank, tally: self.tally.begin() };
                }
                for (rank, &document) in ranks {
                    self.tally.count(rank, document, &mut open[1..=innermost]);
                }
            }
            rank += suffix.occurrences;
        }
        (self.innermost, self.rank) = (innermost, rank);
    }
}

impl<T: Tally, S: SuffixOrder> Iterator for Intervals<'_, T, S> {
    type Item = Interval<T::Value>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(&interval) = self.closed.get(self.taken) {
                self.taken += 1;
                return Some(interval);
            }
            if self.suffixes.is_empty() {
                return None;
            }
            self.advance();
        }
    }
}

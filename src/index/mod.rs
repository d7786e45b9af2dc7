//! The suffix order of a page set, with the lengths of the prefixes that neighbouring suffixes share.
//!
//! In: a [`Text`], the symbols of all documents with BREAK after each. Out: an [`Index`], which lists every repeated
//! substring as an [`Interval`] of the suffix order without visiting any substring twice.
//!
//! ```text
//! text    a b a b |        (| is BREAK, symbol 0)
//! order   |  ab|  abab|  b|  bab|
//! lcp     .  0    2      0   1          ab occurs twice, and so do a and b
//! ```
//!
//! Time: O(n) to sort (libsais, or our own SA-IS without a C compiler) and O(n) to list; the shared lengths take at
//! most O(n log n) symbol comparisons, eight at a time for bytes. Memory for each symbol, if symbols are bytes: 1 byte
//! for the text, 4 for the order, and 4 for the shared lengths or about 0.4 with [`Memory::Low`]. A text has at most
//! [`Text::MAX_LEN`] symbols.
//!
//! Sources: Abouelhoda, Kurtz, Ohlebusch, "Replacing suffix trees with enhanced suffix arrays", 2004, section 3
//! (intervals); Kärkkäinen, Manzini, Puglisi, "Permuted longest-common-prefix array", 2009, sections 2 and 4 (shared
//! lengths in text order, irreducible values). We differ: nothing is shared beyond BREAK, so no interval spans two
//! documents.

mod bits;
mod interval;
mod lcp;
#[cfg(any(test, not(feature = "libsais")))]
mod sais;
mod sort;
mod text;

#[doc(hidden)]
pub mod naive;
#[doc(hidden)]
pub mod search;

#[doc(hidden)]
pub use interval::Open;
pub use interval::{Interval, Intervals, Tally};
pub use text::{LineBreaks, Text, TextReader};

use lcp::SharedLengths;
use std::ops::Range;

/// A position in the [`Text`], counted in symbols.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Pos(pub u32);

/// A position in the suffix order.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Rank(pub u32);

/// How the shared lengths of neighbouring suffixes are stored.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Memory {
    /// Four bytes for each symbol: the fastest.
    #[default]
    Fast,
    /// One bit for each symbol and four bytes for each run of the Burrows-Wheeler transform, of which page sets have
    /// few.
    Low,
}

/// The suffixes of a [`Text`] in lexicographic order, with the lengths that neighbours share.
#[derive(Debug)]
pub struct Index {
    text: Text,
    order: Vec<u32>,
    shared: SharedLengths,
}

impl Index {
    /// Sorts the suffixes of a text. O(n) time.
    #[must_use]
    pub fn new(text: Text, memory: Memory) -> Self {
        let order = sort::suffix_order(&text);
        let shared = SharedLengths::new(&text, &order, memory);
        Index { text, order, shared }
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// The position at which the suffix with this rank begins.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn pos(&self, rank: Rank) -> Pos {
        Pos(self.order[rank.0 as usize])
    }

    /// The ranks of the suffixes that begin with a symbol other than BREAK.
    #[must_use]
    pub fn ranks(&self) -> Range<u32> {
        // BREAK is the smallest symbol and occurs once after each document.
        self.text.documents()..self.text.len()
    }

    /// The number of symbols that the suffix with this rank shares with the one before, up to the end of a document.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn lcp(&self, rank: Rank) -> u32 {
        self.shared.at(self.order[rank.0 as usize])
    }

    /// The shared lengths of the ranks, as returned by [`lcp`](Index::lcp).
    fn fetch_lcp(&self, ranks: Range<u32>, into: &mut Vec<u32>) {
        self.shared.fetch(&self.order[ranks.start as usize..ranks.end as usize], into);
    }

    /// Every repeated substring, as maximal intervals of ranks that share a prefix; inner intervals come before those
    /// that contain them. O(n) time; memory for the deepest nesting.
    #[must_use]
    pub fn intervals(&self) -> Intervals<'_> {
        self.intervals_of(self.ranks())
    }

    /// The intervals of one of the [`parts`](Index::parts).
    #[must_use]
    pub fn intervals_of(&self, part: Range<u32>) -> Intervals<'_> {
        Intervals::new(self, part)
    }

    /// The ranks cut into at most `pieces` parts of similar size, so that no interval crosses a cut.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a part of a u32 is one")]
    pub fn parts(&self, pieces: usize) -> Vec<Range<u32>> {
        let all = self.ranks();
        let mut parts = Vec::with_capacity(pieces);
        let mut start = all.start;
        for piece in 1..=pieces as u64 {
            let aim = all.start
                + u32::try_from(u64::from(all.end - all.start) * piece / pieces.max(1) as u64)
                    .expect("a part of a u32");
            // Suffixes that begin with different symbols share nothing: extend the part to where the first symbol
            // changes.
            let end = self.end_of_first_symbol(aim.max(start), all.end);
            if end > start {
                parts.push(start..end);
            }
            start = end;
        }
        parts
    }

    fn end_of_first_symbol(&self, rank: u32, end: u32) -> u32 {
        if rank >= end || rank == self.ranks().start {
            return rank.min(end);
        }
        let first = |rank: u32| self.text.symbol(Pos(self.order[rank as usize]));
        let before = first(rank - 1);
        let rest = &self.order[rank as usize..end as usize];
        let same = rest.partition_point(|&pos| self.text.symbol(Pos(pos)) == before);
        rank + u32::try_from(same).expect("a part of the order")
    }
}

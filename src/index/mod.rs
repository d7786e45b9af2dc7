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
//! [`BoundedIndex`] lists the substrings of up to 16 symbols in less time and memory.
//!
//! Sources: Abouelhoda, Kurtz, Ohlebusch, "Replacing suffix trees with enhanced suffix arrays", 2004, section 3
//! (intervals); Kärkkäinen, Manzini, Puglisi, "Permuted longest-common-prefix array", 2009, sections 2 and 4 (shared
//! lengths in text order, irreducible values). We differ: nothing is shared beyond BREAK, so no interval spans two
//! documents.

mod bits;
mod bounded;
mod dictionary;
mod interval;
mod lcp;
#[cfg(any(test, not(feature = "libsais")))]
mod sais;
mod sort;
mod stretches;
mod text;

#[doc(hidden)]
pub mod naive;
#[doc(hidden)]
pub mod search;

pub use bounded::BoundedIndex;
pub use interval::{Interval, Intervals, Tally};
#[doc(hidden)]
pub use interval::{Open, Suffix};
pub use text::{LineBreaks, Text, TextReader};

use lcp::SharedLengths;
use std::ops::Range;
use std::slice;

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

    /// Every repeated substring, as maximal intervals of ranks that share a prefix; inner intervals come before those
    /// that contain them. O(n) time; memory for the deepest nesting.
    #[must_use]
    pub fn intervals(&self) -> Intervals<'_> {
        self.intervals_of(self.ranks())
    }
}

/// Suffixes in lexicographic order, from which the repeated substrings of a text are listed: an [`Index`], or a
/// [`BoundedIndex`] for those up to a largest length.
pub trait SuffixOrder: Sync + Sized {
    /// The text whose substrings these are.
    fn text(&self) -> &Text;

    /// The suffixes cut into at most `pieces` parts of similar size, so that no interval crosses a cut.
    fn parts(&self, pieces: usize) -> Vec<Range<u32>>;

    /// The intervals of one of the [`parts`](SuffixOrder::parts), inner ones before those that contain them. O(n) time.
    fn intervals_of(&self, part: Range<u32>) -> Intervals<'_, (), Self>;

    /// Looks up a batch of suffixes, for an empty vector; their documents, or what these are found from, only if they are asked for.
    #[doc(hidden)]
    fn fetch(&self, suffixes: Range<u32>, documents: bool, into: &mut Vec<Suffix>);

    /// The document of each occurrence of a suffix.
    #[doc(hidden)]
    fn documents<'a>(&'a self, suffix: &'a Suffix) -> &'a [u32];

    /// The documents of the occurrences with these ranks, in any order.
    #[doc(hidden)]
    fn documents_of(&self, ranks: Range<u32>) -> Vec<u32>;
}

impl SuffixOrder for Index {
    fn text(&self) -> &Text {
        &self.text
    }

    fn parts(&self, pieces: usize) -> Vec<Range<u32>> {
        parts(self.ranks(), pieces, |rank| self.text.symbol(self.pos(Rank(rank))))
    }

    fn intervals_of(&self, part: Range<u32>) -> Intervals<'_> {
        let rank = part.start;
        Intervals::new(self, part, rank)
    }

    fn fetch(&self, suffixes: Range<u32>, documents: bool, into: &mut Vec<Suffix>) {
        let places = &self.order[suffixes.start as usize..suffixes.end as usize];
        self.shared.fetch(places, into, |shared| Suffix { shared, occurrences: 1, len: 0, source: 0 });
        if documents {
            for (suffix, &place) in into.iter_mut().zip(places) {
                suffix.source = self.text.document(Pos(place));
            }
        }
    }

    fn documents<'a>(&'a self, suffix: &'a Suffix) -> &'a [u32] {
        slice::from_ref(&suffix.source)
    }

    fn documents_of(&self, ranks: Range<u32>) -> Vec<u32> {
        ranks.map(|rank| self.text.document(self.pos(Rank(rank)))).collect()
    }
}

/// Cuts suffixes into at most `pieces` parts of similar size where the first symbol changes, since suffixes that begin with
/// different symbols share nothing.
fn parts(all: Range<u32>, pieces: usize, first_symbol: impl Fn(u32) -> u32) -> Vec<Range<u32>> {
    let mut parts = Vec::with_capacity(pieces);
    let mut start = all.start;
    for piece in 1..=pieces as u64 {
        let aim = all.start
            + u32::try_from(u64::from(all.end - all.start) * piece / pieces.max(1) as u64)
                .expect("a part of a u32");
        let mut end = aim.max(start);
        if end > all.start && end < all.end {
            let before = first_symbol(end - 1);
            let mut rest = end..all.end;
            while !rest.is_empty() {
                let middle = rest.start + (rest.end - rest.start) / 2;
                if first_symbol(middle) == before { rest.start = middle + 1 } else { rest.end = middle }
            }
            end = rest.start;
        }
        if end > start {
            parts.push(start..end);
        }
        start = end;
    }
    parts
}

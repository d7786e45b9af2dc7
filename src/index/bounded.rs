//! The suffix order of a page set for substrings up to a largest length, of distinct phrases only.
//!
//! In: a [`Text`], and a largest length w. Out: a [`BoundedIndex`], which lists the same [`Interval`](super::Interval)s up to
//! w symbols as an [`Index`](super::Index), with the same ranks.
//!
//! Where pages repeat themselves, only the distinct phrases of the text are sorted: see `dictionary`. A suffix of a phrase
//! stands for one at each occurrence of the phrase. Suffixes that are equal up to w symbols are neighbours in the suffix
//! order, whatever follows, so that an interval of up to w symbols has the same occurrences in both.
//!
//! ```text
//! pages    <li>one<li>two   <li>one<li>six          w = 3, cut after >
//! phrases  <li>on (twice)   one<li>tw   one<li>si   two   six
//! ```
//!
//! Shared lengths are computed from the symbols when they are asked for, at most w, so that none are stored. Time: O(n)
//! for the phrases, O(d w) for a dictionary of d symbols. Memory, if symbols are bytes: 5 bytes for each of the dictionary and 4
//! for each occurrence of a phrase, beside the text; if pages do not repeat themselves, the text is the dictionary.

use super::dictionary::{Cutter, Dictionary};
use super::lcp::StoredSymbol;
use super::text::{Symbols, Text};
use super::{Intervals, Pos, Suffix, SuffixOrder, parts, sort};
use std::hint::black_box;
use std::ops::Range;
use std::sync::OnceLock;

/// The suffixes of a [`Text`] in the order of their first w symbols.
#[derive(Debug)]
pub struct BoundedIndex<'t> {
    text: &'t Text,
    dictionary: Dictionary<'t>,
    /// The positions in the dictionary at which substrings of the text begin.
    order: Vec<u32>,
    /// The rank of the first occurrence of every `BLOCK`-th suffix, once it is needed.
    ranks: OnceLock<Vec<u32>>,
    max_len: u32,
}

/// As many symbols as an index may know, so that those of a suffix are copied at once.
const WINDOW: usize = BoundedIndex::MAX_LEN as usize;

/// The first symbols of a suffix, and BREAK after the end of the text.
#[inline]
fn window<L: StoredSymbol>(suffix: &[L]) -> [L; WINDOW] {
    suffix.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [L::BREAK; WINDOW];
        window[..suffix.len()].copy_from_slice(suffix);
        window
    })
}

/// Suffixes whose ranks are counted again to find an occurrence: a number in so many takes no memory that matters.
const BLOCK: usize = 512;

impl<'t> BoundedIndex<'t> {
    /// The largest w, 16: so many bytes are two words. With w = 30, pages that repeat themselves little take up to a third
    /// longer than with an [`Index`](super::Index) (docs/decisions/0022-prefix-free-parsing.md).
    pub const MAX_LEN: u32 = 16;

    /// Sorts the suffixes of a text by their first `max_len` symbols.
    ///
    /// # Panics
    /// If `max_len` is 0 or larger than [`BoundedIndex::MAX_LEN`].
    #[must_use]
    pub fn new(text: &'t Text, max_len: u32) -> Self {
        assert!((1..=Self::MAX_LEN).contains(&max_len), "substrings of at most {max_len} symbols");
        let parsed = Dictionary::parse(text, Cutter::new(max_len));
        BoundedIndex::of(text, parsed.unwrap_or_else(|| Dictionary::whole(text)), max_len)
    }

    /// As [`new`](BoundedIndex::new), with phrases of about `period` symbols, for tests.
    #[doc(hidden)]
    #[must_use]
    pub fn with_period(text: &'t Text, max_len: u32, period: u32) -> Self {
        let parsed = Dictionary::parse(text, Cutter::with_period(max_len, period));
        BoundedIndex::of(text, parsed.expect("no text is refused"), max_len)
    }

    fn of(text: &'t Text, dictionary: Dictionary<'t>, max_len: u32) -> Self {
        let mut order = sort::suffix_order(&dictionary.text);
        // BREAK comes first.
        order.drain(..dictionary.text.documents() as usize);
        if dictionary.whole < dictionary.text.len() {
            let beginnings = dictionary.beginnings(max_len);
            let mut kept = 0;
            for i in 0..order.len() {
                let place = order[i];
                // Without a branch, which would often be mispredicted.
                order[kept] = place;
                kept += usize::from(beginnings.at(place));
            }
            order.truncate(kept);
        }
        BoundedIndex { text, dictionary, order, ranks: OnceLock::new(), max_len }
    }

    /// The number of symbols that were sorted, of all those of the text.
    #[must_use]
    pub fn sorted(&self) -> u32 {
        self.dictionary.text.len()
    }

    /// Every repeated substring of up to w symbols, as [`Index::intervals`](super::Index::intervals) lists them.
    #[must_use]
    pub fn intervals(&self) -> Intervals<'_, (), Self> {
        self.intervals_of(0..self.suffixes())
    }

    fn suffixes(&self) -> u32 {
        u32::try_from(self.order.len()).expect("no more suffixes than symbols")
    }

    /// Computes the shared lengths of suffixes, the first with the suffix before.
    fn share<L: StoredSymbol>(
        &self,
        symbols: &[L],
        before: Option<u32>,
        places: &[u32],
        suffixes: &mut [Suffix],
    ) {
        let window = |&place: &u32| window(&symbols[place as usize..]);
        // The symbols of all, so that the cache misses overlap.
        let mut windows: Vec<[L; WINDOW]> = Vec::with_capacity(places.len());
        windows.extend(places.iter().map(window));
        let shared =
            |a: &[L], b: &[L]| u32::try_from(L::shared(a, b)).expect("a short length").min(self.max_len);
        let mut last = before.as_ref().map_or([L::BREAK; WINDOW], window);
        for ((window, suffix), &place) in windows.iter().zip(suffixes).zip(places) {
            suffix.shared = shared(&last, window);
            if place < self.dictionary.whole && suffix.occurrences > 1 {
                suffix.len = shared(window, window);
            }
            last = *window;
        }
    }
}

impl SuffixOrder for BoundedIndex<'_> {
    fn text(&self) -> &Text {
        self.text
    }

    fn parts(&self, pieces: usize) -> Vec<Range<u32>> {
        let first = |suffix: u32| self.dictionary.text.symbol(Pos(self.order[suffix as usize]));
        parts(0..self.suffixes(), pieces, first)
    }

    /// Ranks count from the first of the part.
    fn intervals_of(&self, part: Range<u32>) -> Intervals<'_, (), Self> {
        Intervals::new(self, part, self.text.documents())
    }

    fn fetch(&self, suffixes: Range<u32>, documents: bool, into: &mut Vec<Suffix>) {
        let (start, end) = (suffixes.start as usize, suffixes.end as usize);
        // Each is compared with the one before, and the first of all with none.
        let places = &self.order[start.saturating_sub(1)..end];
        let (places, before) = if start == 0 { (places, None) } else { (&places[1..], Some(places[0])) };
        let dictionary = &self.dictionary;
        into.extend(places.iter().map(|&place| {
            let occurrences = dictionary.occurrences(place);
            Suffix { shared: 0, occurrences, len: self.max_len, source: 0 }
        }));
        if documents {
            for (suffix, &place) in into.iter_mut().zip(places) {
                suffix.source = dictionary.text.document(Pos(place));
            }
            // Load the documents, so that the cache misses overlap.
            black_box(
                into.iter().map(|suffix| dictionary.documents(suffix.source)[0]).fold(0, u32::wrapping_add),
            );
        }
        match dictionary.text.symbols() {
            Symbols::Narrow(symbols) => self.share(symbols, before, places, into),
            Symbols::Wide(symbols) => self.share(symbols, before, places, into),
        }
    }

    #[inline]
    fn documents<'a>(&'a self, suffix: &'a Suffix) -> &'a [u32] {
        self.dictionary.documents(suffix.source)
    }

    fn documents_of(&self, ranks: Range<u32>) -> Vec<u32> {
        let firsts = self.ranks.get_or_init(|| {
            let mut rank = self.text.documents();
            let first = |places: &[u32]| {
                let first = rank;
                rank += places.iter().map(|&place| self.dictionary.occurrences(place)).sum::<u32>();
                first
            };
            self.order.chunks(BLOCK).map(first).collect()
        });
        let block = firsts.partition_point(|&first| first <= ranks.start).saturating_sub(1);
        let Some(before) = firsts.get(block).map(|first| ranks.start - first) else { return Vec::new() };
        let documents = |&place: &u32| self.dictionary.documents(self.dictionary.text.document(Pos(place)));
        self.order[block * BLOCK..]
            .iter()
            .flat_map(documents)
            .copied()
            .skip(before as usize)
            .take(ranks.len())
            .collect()
    }
}

//! The distinct phrases of a text, with the documents in which they occur.
//!
//! In: a [`Text`], and w, the largest length of a substring. Out: a [`Dictionary`], shorter than the text where pages
//! repeat themselves, which has the substrings of up to w symbols at all positions of the text.
//!
//! Documents are cut wherever a hash of the last symbols says so, so that equal passages are cut at the same places. A
//! phrase has the symbols from a cut to the next and w - 1 more, so that the substrings of up to w symbols that begin
//! before the next cut lie whole in it. The last phrase of a document ends with it.
//!
//! ```text
//! text     a b r a c a d a b r a |      w = 3, cut after each c and d
//! phrases  a b r a c (a d)    a d (a b)    a b r a
//! ```
//!
//! Phrases are equal if their symbols are; hashes only find them. Where cuts are has no influence on what is counted. The
//! last phrases of documents are numbered apart from the others, since all of their symbols begin a substring.
//!
//! Time: O(n), and one look-up for each phrase. Memory: the dictionary, and twelve bytes for each occurrence of a phrase, of
//! which four stay. Where pages do not repeat themselves, the dictionary would be longer than the text: reading stops after
//! an eighth of it.
//!
//! Sources: Boucher, Gagie, Kuhnle, Langmead, Manzini, Mun, "Prefix-free parsing for building big BWTs", 2019, section 3
//! (dictionary, overlap); Xia, Zhou, Jiang et al., "FastCDC", 2016, section 3 (the hash, the shortest and longest phrase). We
//! differ from the first: only substrings of bounded length are wanted, so that the order of the phrases is not needed, and
//! cuts are where the hash of the symbols before them is small, whatever follows.

use super::bits::Bits;
use super::lcp::StoredSymbol;
use super::stretches::Stretches;
use super::text::{Symbols, Text};
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use std::borrow::Cow;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// The distinct phrases of a text.
#[derive(Debug)]
pub(super) struct Dictionary<'t> {
    /// The phrases as documents: first those that end where a document ends, then the others, either by the number of their
    /// occurrences.
    pub(super) text: Cow<'t, Text>,
    /// The end of the phrases of which every symbol begins a substring of the text. The last w - 1 of the others do not.
    pub(super) whole: u32,
    /// Phrases of equal number of occurrences, and these numbers.
    runs: Stretches,
    occurrences: Vec<u32>,
    /// Where the documents of each phrase are in `documents`, and the end.
    starts: Vec<u32>,
    /// The document of each occurrence.
    documents: Vec<u32>,
}

impl<'t> Dictionary<'t> {
    /// Each document as one phrase.
    pub(super) fn whole(text: &'t Text) -> Self {
        let (starts, documents) = ((0..=text.documents()).collect(), (0..text.documents()).collect());
        Dictionary::of(Cow::Borrowed(text), text.len(), starts, documents)
    }

    /// The documents cut into phrases. `None` if the dictionary would not be much shorter than the text.
    pub(super) fn parse(text: &'t Text, cutter: Cutter) -> Option<Self> {
        match text.symbols() {
            Symbols::Narrow(symbols) => parse(text, symbols, cutter),
            Symbols::Wide(symbols) => parse(text, symbols, cutter),
        }
    }

    fn new(text: &'t Text, [ending, inner]: [Phrases; 2]) -> Self {
        let whole: u32 = ending.ranges.iter().map(|range| range.end - range.start + 1).sum();
        let ending_count = ending.ranges.len();
        let found = || {
            let inner = inner.found.iter();
            let inner = inner.map(|&[phrase, document]| [phrase + number(ending_count), document]);
            ending.found.iter().copied().chain(inner)
        };
        let ranges = [ending.ranges.as_slice(), &inner.ranges].concat();
        let mut occurrences = vec![0_u32; ranges.len()];
        found().for_each(|[phrase, _]| occurrences[phrase as usize] += 1);
        let mut order: Vec<u32> = (0..number(ranges.len())).collect();
        let (first, second) = order.split_at_mut(ending_count);
        for part in [first, second] {
            part.sort_by_key(|&phrase| occurrences[phrase as usize]);
        }
        let (mut starts, mut next) = (vec![0], vec![0; ranges.len()]);
        for &phrase in &order {
            let start = starts[starts.len() - 1];
            next[phrase as usize] = start;
            starts.push(start + occurrences[phrase as usize]);
        }
        let mut documents = vec![0; starts[order.len()] as usize];
        for [phrase, document] in found() {
            let next = &mut next[phrase as usize];
            documents[*next as usize] = document;
            *next += 1;
        }
        let ranges: Vec<Range<u32>> = order.iter().map(|&phrase| ranges[phrase as usize].clone()).collect();
        Dictionary::of(Cow::Owned(text.all_stretches(&ranges)), whole, starts, documents)
    }

    fn of(text: Cow<'t, Text>, whole: u32, starts: Vec<u32>, documents: Vec<u32>) -> Self {
        let (mut runs, mut occurrences) = (Vec::new(), Vec::new());
        for (phrase, start) in (0..text.documents()).zip(starts.windows(2)) {
            let count = start[1] - start[0];
            if occurrences.last() != Some(&count) {
                runs.push(text.range(phrase).start);
                occurrences.push(count);
            }
        }
        runs.push(text.len());
        Dictionary { text, whole, runs: Stretches::new(runs), occurrences, starts, documents }
    }

    /// The number of occurrences of the phrase at a position.
    #[inline]
    pub(super) fn occurrences(&self, place: u32) -> u32 {
        self.occurrences[self.runs.at(place) as usize]
    }

    /// The document of each occurrence of a phrase.
    #[inline]
    pub(super) fn documents(&self, phrase: u32) -> &[u32] {
        let i = phrase as usize;
        &self.documents[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// Which positions begin a substring of the text.
    pub(super) fn beginnings(&self, max_len: u32) -> Bits {
        let mut words = vec![u64::MAX; (self.text.len() / 64 + 1) as usize];
        for phrase in (0..self.text.documents()).rev() {
            let Range { start, end } = self.text.range(phrase);
            if start < self.whole {
                break;
            }
            for place in end - (max_len - 1)..end {
                words[place as usize / 64] &= !(1 << (place % 64));
            }
        }
        Bits::new(words)
    }
}

/// Says where documents are cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cutter {
    /// w: how far a phrase goes on after its cut, and one.
    max_len: u32,
    /// The number of hashes of which one is a cut.
    period: u32,
    /// Where reading ends: see `MOST_PERCENT`.
    most_percent: &'static [(u32, u64)],
}

impl Cutter {
    /// For substrings of at most so many symbols.
    ///
    pub(super) fn new(max_len: u32) -> Self {
        Cutter { max_len, period: PERIOD, most_percent: &MOST_PERCENT }
    }

    /// With another period, whether it pays or not.
    pub(super) fn with_period(max_len: u32, period: u32) -> Self {
        Cutter { max_len, period, most_percent: &[] }
    }

    /// The phrases of a document. Only the last one ends where the document does.
    fn cut<L: StoredSymbol>(self, symbols: &[L], document: Range<u32>) -> impl Iterator<Item = Range<u32>> {
        let threshold = u32::MAX / self.period;
        // Half and sixteen times the period: so that a repeated symbol has neither a phrase for each of its occurrences
        // nor one for all.
        let (shortest, longest) = (self.period / 2, self.period * 16);
        let end = document.end;
        // A cut behind this place would leave a phrase that ends with the document, too.
        let last = end.saturating_sub(self.max_len);
        let (mut start, mut place, mut hash) = (document.start, document.start, 0_u32);
        std::iter::from_fn(move || {
            let first = start;
            while place < last {
                let symbol: u32 = symbols[place as usize].into();
                hash = (hash << SYMBOL_BITS).wrapping_add(symbol.wrapping_mul(GOLDEN_RATIO));
                place += 1;
                let len = place - first;
                if (hash <= threshold && len >= shortest) || len == longest {
                    start = place;
                    return Some(first..place + self.max_len - 1);
                }
            }
            start = end;
            (first < end).then_some(first..end)
        })
    }
}

/// 16: of 8, 16 and 32 this takes least time on API documentation, if substrings have up to 10 symbols
/// (docs/decisions/0022-prefix-free-parsing.md).
const PERIOD: u32 = 16;
/// The bits by which a symbol shifts those before it, so that a hash of 32 bits is of the last four symbols. Of 2, 4, 8 and
/// 16 symbols the dictionary of API documentation has 26.5, 26.7, 29.4 and 30.4% of the text; of two, cuts are where few
/// pairs of symbols are, so that it depends on the pages how many there are.
const SYMBOL_BITS: u32 = 8;
/// 2^32 divided by the golden ratio: consecutive multiples are far from each other (Knuth, "Sorting and searching", 1998,
/// section 6.4).
const GOLDEN_RATIO: u32 = 0x9E37_79B9;

/// Documents are read in as many rounds, so that those of the first are from everywhere.
const ROUNDS: u32 = 8;

/// Reading ends when the dictionary exceeds the second number of percent of what has been read, at each such part of the text.
///
/// 80: from there on the time for phrases outweighs that for suffixes, by occurrences and by documents. With each doubling
/// of what is read the share falls by about a tenth in page sets, and not at all in prose
/// (docs/decisions/0022-prefix-free-parsing.md).
const MOST_PERCENT: [(u32, u64); 4] = [(8, 112), (4, 100), (2, 90), (1, 80)];

fn parse<'t, L: StoredSymbol + Hash>(
    text: &'t Text,
    symbols: &[L],
    cutter: Cutter,
) -> Option<Dictionary<'t>> {
    let [mut ending, mut inner] = [Phrases::default(), Phrases::default()];
    let len = text.len() - text.documents();
    let mut parts = cutter.most_percent.iter().map(|&(part, percent)| (len / part, percent)).peekable();
    let mut before = 0;
    for document in (0..ROUNDS).flat_map(|round| (round..text.documents()).step_by(ROUNDS as usize)) {
        let range = text.range(document);
        for phrase in cutter.cut(symbols, range.clone()) {
            let read = before + phrase.end - range.start;
            let phrases = if phrase.end == range.end { &mut ending } else { &mut inner };
            phrases.add(symbols, phrase, document);
            while let Some((_, percent)) = parts.next_if(|&(end, _)| end <= read) {
                if u64::from(ending.len + inner.len) * 100 > u64::from(read) * percent {
                    return None;
                }
            }
        }
        before += range.end - range.start;
    }
    Some(Dictionary::new(text, [ending, inner]))
}

/// Distinct phrases, numbered in the order in which they were first found.
#[derive(Default)]
struct Phrases {
    hasher: DefaultHashBuilder,
    numbers: HashTable<u32>,
    /// Where each was first found.
    ranges: Vec<Range<u32>>,
    /// The symbols of all, with BREAK after each.
    len: u32,
    /// The phrase and the document of each occurrence.
    found: Vec<[u32; 2]>,
}

impl Phrases {
    fn add<L: StoredSymbol + Hash>(&mut self, symbols: &[L], range: Range<u32>, document: u32) {
        let spelled = |range: &Range<u32>| &symbols[range.start as usize..range.end as usize];
        let (ranges, hasher) = (&mut self.ranges, &self.hasher);
        let own = spelled(&range);
        let entry = self.numbers.entry(
            hasher.hash_one(own),
            |&phrase| spelled(&ranges[phrase as usize]) == own,
            |&phrase| hasher.hash_one(spelled(&ranges[phrase as usize])),
        );
        let phrase = match entry {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                let phrase = number(ranges.len());
                entry.insert(phrase);
                self.len += range.end - range.start + 1;
                ranges.push(range);
                phrase
            }
        };
        self.found.push([phrase, document]);
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer phrases than symbols")
}

//! Matches edited sentences: which sentence of one page is an edited form of which sentence of the other, and how much of the
//! two is the same.
//!
//! In: the sentences of either page that the other lacks, each with a [sketch](super::sketch) of four hashes. Out: pairs of
//! sentences, each with its number of common characters.
//!
//! ```text
//! page 1   The ship sails on Monday morning.      matched: most of the strings of eight bytes are in both
//! page 2   The ship sails on Friday morning.
//! ```
//!
//! The sentences of the page that has more of them are visited in page order. For each, the sentence of the other page is taken
//! that has the most hashes in common with it and a similar length. The two are a pair if at least half of the longer one's
//! strings of eight bytes are in both. Each sentence is matched at most once. O(number of sentences) to find the pairs, O(their
//! text) to compare them.
//!
//! Source: Broder, "On the Resemblance and Containment of Documents", 1997 (the least hash of a set); Li, Owen, Zhang, "One
//! Permutation Hashing", 2012 (several of one hash).

use super::facts::Facts;
use super::number;
use super::sketch::{GRAM, SLOTS, UnmatchedSentence, numbers};
use std::cmp::Reverse;

/// A hash of a sketch is used if at most this many sentences have it. This keeps the time linear.
const HOLDERS: usize = 8;

/// A sentence and its edited form, each by its number on its page.
pub(super) struct EditedPair {
    pub(super) first: u32,
    pub(super) second: u32,
    /// How many characters are common.
    pub(super) common: f64,
}

/// The sentences of one page by the hashes of their sketches: a hash table with chaining.
struct GramTable {
    heads: Vec<u32>,
    entries: Vec<GramEntry>,
}

struct GramEntry {
    gram: u64,
    /// The next entry of the chain, or [`END`].
    next: u32,
    /// How many sentences have it; counting stops above [`HOLDERS`].
    count: u32,
    /// The first of these sentences.
    sentences: [u32; HOLDERS],
}

/// The end of a chain.
const END: u32 = u32::MAX;

impl GramTable {
    /// An empty table for about this many hashes.
    fn new(strings: usize) -> Self {
        GramTable { heads: vec![END; strings.next_power_of_two()], entries: Vec::new() }
    }

    fn find(&self, gram: u64) -> Option<usize> {
        let mut at = self.heads[slot(gram, self.heads.len())] as usize;
        while self.entries.get(at)?.gram != gram {
            at = self.entries[at].next as usize;
        }
        Some(at)
    }

    /// The sentences that have a hash, if there are at most [`HOLDERS`].
    fn of(&self, gram: u64) -> &[u32] {
        let Some(GramEntry { count, sentences, .. }) = self.find(gram).map(|at| &self.entries[at]) else {
            return &[];
        };
        sentences.get(..*count as usize).unwrap_or_default()
    }

    fn add(&mut self, gram: u64, sentence: u32) {
        if let Some(at) = self.find(gram) {
            let GramEntry { count, sentences, .. } = &mut self.entries[at];
            if sentences.get(*count as usize - 1).is_none_or(|&last| last == sentence) {
                return;
            }
            if let Some(free) = sentences.get_mut(*count as usize) {
                *free = sentence;
            }
            *count += 1;
            return;
        }
        let head = slot(gram, self.heads.len());
        let next = std::mem::replace(&mut self.heads[head], number(self.entries.len()));
        self.entries.push(GramEntry { gram, next, count: 1, sentences: [sentence; HOLDERS] });
    }
}

/// The slot of a number in a table whose size is a power of two.
fn slot(gram: u64, size: usize) -> usize {
    let hash = gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    // The mask leaves fewer bits than a `usize` has.
    hash as usize & (size - 1)
}

/// The pairs of edited sentences. The page with fewer unmatched sentences is put into a table, the other is looked up in it.
pub(super) fn match_edited(
    [first, second]: [&Facts; 2],
    [unmatched, unmatched_second]: &mut [Vec<UnmatchedSentence>; 2],
) -> Vec<EditedPair> {
    if unmatched.len() <= unmatched_second.len() {
        return matched((first, unmatched), (second, unmatched_second));
    }
    let mut edited = matched((second, unmatched_second), (first, unmatched));
    for EditedPair { first, second, .. } in &mut edited {
        std::mem::swap(first, second);
    }
    edited
}

/// The number of common characters of all sentences that are still unmatched, taken as one text for each page, since sentences may
/// end at other positions on the other page. 0 if the longer text has less than half of the shorter one's strings.
pub(super) fn common_in_rest(
    pages: [&Facts; 2],
    unmatched: &mut [Vec<UnmatchedSentence>; 2],
    edited: &[EditedPair],
) -> f64 {
    let mut rest = [(Vec::new(), 0), (Vec::new(), 0)];
    for (at, (text, chars)) in rest.iter_mut().enumerate() {
        let mut matched: Vec<u32> = edited.iter().map(|edited| [edited.first, edited.second][at]).collect();
        matched.sort_unstable();
        unmatched[at].sort_unstable_by_key(|sentence| sentence.at);
        let rest = unmatched[at].iter().filter(|sentence| matched.binary_search(&sentence.at).is_err());
        for sentence in rest {
            let sentence = &pages[at].sentences[sentence.at as usize];
            text.extend_from_slice(pages[at].bytes_of(sentence));
            *chars += sentence.chars;
        }
    }
    rest.sort_unstable_by_key(|(text, _)| text.len());
    let [(shorter, chars), (longer, _)] = rest;
    let mut strings: Vec<u64> = grams(&longer).collect();
    strings.sort_unstable();
    let found = grams(&shorter).filter(|string| strings.binary_search(string).is_ok()).count();
    let all = grams(&shorter).len();
    if !are_half(found, all) {
        return 0.0;
    }
    f64::from(number(found)) / f64::from(number(all.max(1))) * f64::from(chars)
}

/// The pairs of a sentence of `indexed`, whose sentences are in a table, and one of `queried`.
fn matched(
    (indexed, indexed_sentences): (&Facts, &[UnmatchedSentence]),
    (queried, queried_sentences): (&Facts, &mut [UnmatchedSentence]),
) -> Vec<EditedPair> {
    queried_sentences.sort_unstable_by_key(|sentence| sentence.at);
    let mut by_gram = GramTable::new(SLOTS * indexed_sentences.len());
    for (at, sentence) in (0..).zip(indexed_sentences) {
        numbers(sentence.sketch).for_each(|number| by_gram.add(number, at));
    }
    let mut counts = vec![0_u32; indexed_sentences.len()];
    let mut candidates = Vec::new();
    let mut edited = Vec::new();
    let mut taken = vec![false; indexed_sentences.len()];
    let mut table = Vec::new();
    for sentence in queried_sentences {
        for number in numbers(sentence.sketch) {
            for at in by_gram.of(number).iter().map(|&at| at as usize).filter(|&at| !taken[at]) {
                if counts[at] == 0 {
                    candidates.push(at);
                }
                counts[at] += 1;
            }
        }
        let text = queried.bytes_of(&queried.sentences[sentence.at as usize]);
        let text_of = |at: usize| indexed.bytes_of(&indexed.sentences[indexed_sentences[at].at as usize]);
        // The most hashes in common; among equals the first sentence of the page.
        let best = candidates.iter().copied().filter(|&at| have_similar_lengths(text_of(at), text));
        let best = best.max_by_key(|&at| (counts[at], Reverse(indexed_sentences[at].at)));
        for at in candidates.drain(..) {
            counts[at] = 0;
        }
        let Some(at) = best else { continue };
        let Some(share) = common(text_of(at), text, &mut table) else { continue };
        let pair =
            [&indexed.sentences[indexed_sentences[at].at as usize], &queried.sentences[sentence.at as usize]];
        taken[at] = true;
        let common = common_chars(pair.map(|sentence| sentence.chars), share);
        edited.push(EditedPair { first: indexed_sentences[at].at, second: sentence.at, common });
    }
    edited
}

/// The number of common characters of two texts, given their lengths and the common share of the longer one's strings.
fn common_chars([one, other]: [u32; 2], share: f64) -> f64 {
    f64::min(share * f64::from(one.max(other)), f64::from(one.min(other)))
}

/// Whether a number of common strings is at least half of the longer text's, so that the two texts match.
fn are_half(strings: usize, of_longer: usize) -> bool {
    2 * strings >= of_longer.max(1)
}

/// Whether the lengths of two texts allow the shorter one to have half of the longer one's strings.
fn have_similar_lengths(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|text| grams(text).len());
    are_half(one.min(other), one.max(other))
}

/// The number of strings that two texts have in common, as a share of the longer one's strings; `None` if it is less than half.
/// `table` is scratch memory.
fn common(one: &[u8], other: &[u8], table: &mut Vec<u64>) -> Option<f64> {
    let all = grams(one).len().max(grams(other).len());
    if !have_similar_lengths(one, other) {
        return None;
    }
    // Skip the common beginning and end, which are most of a text with one changed word, except for the bytes of strings that
    // reach into them.
    let begin = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (rest, rest_other) = (&one[begin..], &other[begin..]);
    let end = rest.iter().rev().zip(rest_other.iter().rev()).take_while(|(one, other)| one == other).count();
    let around = [begin, end].map(|len| len.saturating_sub(GRAM - 1));
    let [one, other] = [one, other].map(|text| &text[around[0]..text.len() - around[1]]);
    // Text has no byte 0, so 0 marks a free slot.
    table.clear();
    table.resize((2 * grams(one).len()).next_power_of_two(), 0);
    let find = |table: &[u64], gram: u64| {
        let mut at = slot(gram, table.len());
        while table[at] != 0 && table[at] != gram {
            at = (at + 1) & (table.len() - 1);
        }
        at
    };
    for gram in grams(one) {
        let at = find(table, gram);
        table[at] = gram;
    }
    let mut count = around[0] + grams(other).len() + around[1];
    for gram in grams(other) {
        if table[find(table, gram)] != gram {
            count -= 1;
            if !are_half(count, all) {
                return None;
            }
        }
    }
    Some(f64::from(number(count)) / f64::from(number(all)))
}

/// The strings of eight bytes of a text, each as a number.
fn grams(text: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    text.windows(GRAM).map(|gram| u64::from_le_bytes(gram.try_into().expect("eight bytes")))
}

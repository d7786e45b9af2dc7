//! Sentences that were changed: which of one page are which of the other, and how much of them is the same.
//!
//! In: the sentences of two pages that are not on both, each with a [`sketch`] of its text: four numbers, of which it has the
//! more in common with another the more strings both have. Out: pairs of sentences, and how many characters each pair has in
//! common. A sentence of the page with more of them is matched to that of the other which has most numbers in common with
//! it among those of like length, if at least half of the longer one's strings are in both. Each is matched once, in the
//! order of that page. O(number of sentences) to find them, O(their text) to hold them against each other.
//!
//! Source: Broder, "On the Resemblance and Containment of Documents", 1997 (the least hash of a set); Li, Owen, Zhang, "One
//! Permutation Hashing", 2012 (several of one hash).

use super::facts::Facts;
use super::number;
use super::sketch::{GRAM, Left, SLOTS, numbers};
use std::cmp::Reverse;

/// A string tells which sentence was changed into which if no more have it; keeps the time linear.
const HOLDERS: usize = 8;

/// A sentence and what it became, each by its number on the page.
pub(super) struct Edited {
    pub(super) first: u32,
    pub(super) second: u32,
    /// How many characters are common.
    pub(super) common: f64,
}

/// The sentences that strings stand in: chains of strings by hash.
struct Grams {
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    gram: u64,
    next: u32,
    count: u32,
    /// The first of them.
    sentences: [u32; HOLDERS],
}

/// The end of a chain.
const END: u32 = u32::MAX;

impl Grams {
    /// For about so many strings.
    fn new(strings: usize) -> Self {
        Grams { heads: vec![END; strings.next_power_of_two()], entries: Vec::new() }
    }

    fn find(&self, gram: u64) -> Option<usize> {
        let mut at = self.heads[slot(gram, self.heads.len())] as usize;
        while self.entries.get(at)?.gram != gram {
            at = self.entries[at].next as usize;
        }
        Some(at)
    }

    /// The sentences with a string, if these are few.
    fn of(&self, gram: u64) -> &[u32] {
        let Some(Entry { count, sentences, .. }) = self.find(gram).map(|at| &self.entries[at]) else {
            return &[];
        };
        sentences.get(..*count as usize).unwrap_or_default()
    }

    fn add(&mut self, gram: u64, sentence: u32) {
        if let Some(at) = self.find(gram) {
            let Entry { count, sentences, .. } = &mut self.entries[at];
            if sentences.get(*count as usize - 1).is_none_or(|&last| last == sentence) {
                return;
            }
            if let Some(place) = sentences.get_mut(*count as usize) {
                *place = sentence;
            }
            *count += 1;
            return;
        }
        let head = slot(gram, self.heads.len());
        let next = std::mem::replace(&mut self.heads[head], number(self.entries.len()));
        self.entries.push(Entry { gram, next, count: 1, sentences: [sentence; HOLDERS] });
    }
}

/// The place of a string in a table whose size is a power of two.
fn slot(gram: u64, size: usize) -> usize {
    let hash = gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    // The mask leaves fewer bits than a place has.
    hash as usize & (size - 1)
}

/// Matches the sentences that were changed. The page with fewer left is held in memory, the other passes by it.
pub(super) fn edited([first, second]: [&Facts; 2], [left, left_second]: &mut [Vec<Left>; 2]) -> Vec<Edited> {
    if left.len() <= left_second.len() {
        return matched((first, left), (second, left_second));
    }
    let mut edited = matched((second, left_second), (first, left));
    for Edited { first, second, .. } in &mut edited {
        std::mem::swap(first, second);
    }
    edited
}

/// How many characters the sentences that were not matched have in common as a whole, for sentences may end elsewhere on the
/// other page; none if that is less than half of the shorter one's.
pub(super) fn rest(pages: [&Facts; 2], left: &mut [Vec<Left>; 2], edited: &[Edited]) -> f64 {
    let mut rest = [(Vec::new(), 0), (Vec::new(), 0)];
    for (at, (text, chars)) in rest.iter_mut().enumerate() {
        let mut matched: Vec<u32> = edited.iter().map(|edited| [edited.first, edited.second][at]).collect();
        matched.sort_unstable();
        left[at].sort_unstable_by_key(|left| left.at);
        for left in left[at].iter().filter(|left| matched.binary_search(&left.at).is_err()) {
            let sentence = &pages[at].sentences[left.at as usize];
            text.extend_from_slice(pages[at].bytes_of(sentence));
            *chars += sentence.chars;
        }
    }
    rest.sort_unstable_by_key(|(text, _)| text.len());
    let [(shorter, chars), (longer, _)] = rest;
    let mut strings: Vec<u64> = of(&longer).collect();
    strings.sort_unstable();
    let found = of(&shorter).filter(|string| strings.binary_search(string).is_ok()).count();
    let all = of(&shorter).len();
    if !are_half(found, all) {
        return 0.0;
    }
    f64::from(number(found)) / f64::from(number(all.max(1))) * f64::from(chars)
}

fn matched(
    (held, held_left): (&Facts, &[Left]),
    (passing, passing_left): (&Facts, &mut [Left]),
) -> Vec<Edited> {
    passing_left.sort_unstable_by_key(|left| left.at);
    let mut grams = Grams::new(SLOTS * held_left.len());
    for (at, left) in (0..).zip(held_left) {
        numbers(left.sketch).for_each(|number| grams.add(number, at));
    }
    let mut counts = vec![0_u32; held_left.len()];
    let mut met = Vec::new();
    let mut edited = Vec::new();
    let mut taken = vec![false; held_left.len()];
    let mut table = Vec::new();
    for left in passing_left {
        for number in numbers(left.sketch) {
            for at in grams.of(number).iter().map(|&at| at as usize).filter(|&at| !taken[at]) {
                if counts[at] == 0 {
                    met.push(at);
                }
                counts[at] += 1;
            }
        }
        let text = passing.bytes_of(&passing.sentences[left.at as usize]);
        let text_of = |at: usize| held.bytes_of(&held.sentences[held_left[at].at as usize]);
        // Most numbers in common; of as many, the first of the page.
        let best = met.iter().copied().filter(|&at| are_as_long(text_of(at), text));
        let best = best.max_by_key(|&at| (counts[at], Reverse(held_left[at].at)));
        for at in met.drain(..) {
            counts[at] = 0;
        }
        let Some(at) = best else { continue };
        let Some(share) = common(text_of(at), text, &mut table) else { continue };
        let pair = [&held.sentences[held_left[at].at as usize], &passing.sentences[left.at as usize]];
        taken[at] = true;
        let common = common_chars(pair.map(|sentence| sentence.chars), share);
        edited.push(Edited { first: held_left[at].at, second: left.at, common });
    }
    edited
}

/// How many characters two texts have in common that have this share of the longer one's strings.
fn common_chars([one, other]: [u32; 2], share: f64) -> f64 {
    f64::min(share * f64::from(one.max(other)), f64::from(one.min(other)))
}

/// Whether so many strings are half of the longer text's, which makes two texts alike.
fn are_half(strings: usize, of_longer: usize) -> bool {
    2 * strings >= of_longer.max(1)
}

/// Whether one can have half of the other's strings.
fn are_as_long(one: &[u8], other: &[u8]) -> bool {
    let [one, other] = [one, other].map(|text| of(text).len());
    are_half(one.min(other), one.max(other))
}

/// How many strings of a text another has, as a share of those of the longer one; nothing if that is less than half.
/// `table` is for its use alone.
fn common(one: &[u8], other: &[u8], table: &mut Vec<u64>) -> Option<f64> {
    let all = of(one).len().max(of(other).len());
    if !are_as_long(one, other) {
        return None;
    }
    // What both begin and end with is common: most of a text with one word changed. Strings may reach into it.
    let begin = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let (rest, rest_other) = (&one[begin..], &other[begin..]);
    let end = rest.iter().rev().zip(rest_other.iter().rev()).take_while(|(one, other)| one == other).count();
    let around = [begin, end].map(|len| len.saturating_sub(GRAM - 1));
    let [one, other] = [one, other].map(|text| &text[around[0]..text.len() - around[1]]);
    // Text has no byte of 0, so that marks a place that is free.
    table.clear();
    table.resize((2 * of(one).len()).next_power_of_two(), 0);
    let find = |table: &[u64], gram: u64| {
        let mut at = slot(gram, table.len());
        while table[at] != 0 && table[at] != gram {
            at = (at + 1) & (table.len() - 1);
        }
        at
    };
    for gram in of(one) {
        let at = find(table, gram);
        table[at] = gram;
    }
    let mut count = around[0] + of(other).len() + around[1];
    for gram in of(other) {
        if table[find(table, gram)] != gram {
            count -= 1;
            if !are_half(count, all) {
                return None;
            }
        }
    }
    Some(f64::from(number(count)) / f64::from(number(all)))
}

/// The strings of a text, each as a number.
fn of(text: &[u8]) -> impl ExactSizeIterator<Item = u64> {
    text.windows(GRAM).map(|gram| u64::from_le_bytes(gram.try_into().expect("eight bytes")))
}

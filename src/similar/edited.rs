//! Sentences that were changed: which of one page are which of the other, and how much of them is the same.
//!
//! In: the sentences of two pages that are not on both. Out: pairs of them, and how many characters each pair has in common.
//! A sentence of the first page is matched to that of the second which has most of its strings of [`GRAM`] bytes, if these
//! are at least half of them; each is matched once, in the order of the first page. O(text).

use super::facts::{Facts, Sentence};

/// How many bytes a string has.
const GRAM: usize = 8;

/// A string tells which sentence was changed into which if few have it; keeps the time linear.
const HOLDERS: usize = 16;

/// A sentence and what it became.
pub(super) struct Edited<'a> {
    pub(super) first: &'a Sentence,
    pub(super) second: &'a Sentence,
    /// How many characters are common.
    pub(super) common: f64,
}

/// Where strings stand: chains of entries by hash.
struct Grams {
    heads: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    gram: u64,
    sentence: u32,
    next: u32,
}

/// The end of a chain.
const END: u32 = u32::MAX;

impl Grams {
    fn new(bytes: usize) -> Self {
        Grams { heads: vec![END; bytes.next_power_of_two()], entries: Vec::with_capacity(bytes) }
    }

    fn head(&self, gram: u64) -> usize {
        let hash = gram.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        // The mask leaves fewer bits than a place has.
        hash as usize & (self.heads.len() - 1)
    }

    /// The sentences with a string, the last first.
    fn of(&self, gram: u64) -> impl Iterator<Item = u32> {
        let mut at = self.heads[self.head(gram)];
        std::iter::from_fn(move || {
            let entry = self.entries.get(at as usize)?;
            at = entry.next;
            Some(entry)
        })
        .filter(move |entry| entry.gram == gram)
        .map(|entry| entry.sentence)
    }

    fn add(&mut self, gram: u64, sentence: u32) {
        let mut holders = self.of(gram);
        if holders.next() == Some(sentence) || holders.count() + 1 >= HOLDERS {
            return;
        }
        let head = self.head(gram);
        let next = std::mem::replace(&mut self.heads[head], number(self.entries.len()));
        self.entries.push(Entry { gram, sentence, next });
    }
}

/// Matches the sentences that were changed.
pub(super) fn edited<'a>(first: &Facts, second: &Facts, left: &[Vec<&'a Sentence>; 2]) -> Vec<Edited<'a>> {
    let mut grams = Grams::new(left[1].iter().map(|sentence| second.text(sentence).len()).sum());
    for (at, sentence) in (0..).zip(&left[1]) {
        for gram in of(second.text(sentence)) {
            grams.add(gram, at);
        }
    }
    let mut counts = vec![0_u32; left[1].len()];
    let mut met = Vec::new();
    let mut edited = Vec::new();
    let mut taken = vec![false; left[1].len()];
    for sentence in &left[0] {
        let mut all = 0_u32;
        for gram in of(first.text(sentence)) {
            all += 1;
            for at in grams.of(gram).map(|at| at as usize).filter(|&at| !taken[at]) {
                if counts[at] == 0 {
                    met.push(at);
                }
                counts[at] += 1;
            }
        }
        let best = met.iter().copied().max_by_key(|&at| (counts[at], std::cmp::Reverse(at)));
        let best = best.map(|at| (at, counts[at]));
        for at in met.drain(..) {
            counts[at] = 0;
        }
        let Some((at, count)) = best.filter(|&(_, count)| 2 * count >= all) else { continue };
        taken[at] = true;
        let chars = f64::from(sentence.chars.min(left[1][at].chars));
        edited.push(Edited { first: sentence, second: left[1][at], common: chars * f64::from(count) / f64::from(all) });
    }
    edited
}

/// The strings of a text, each as a number.
fn of(text: &str) -> impl Iterator<Item = u64> {
    text.as_bytes().windows(GRAM).map(|gram| u64::from_le_bytes(gram.try_into().expect("eight bytes")))
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

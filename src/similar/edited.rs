//! Sentences that were changed: which of one page are which of the other, and how much of them is the same.
//!
//! In: the sentences of two pages that are not on both. Out: pairs of them, and how many characters each pair has in common.
//! A sentence of the page with more text is matched to that of the other which has most of its strings of [`GRAM`] bytes, if
//! these are at least half of the longer sentence's; each is matched once, in the order of that page. O(text).

use super::facts::{Facts, Sentence};

/// How many bytes a string has.
const GRAM: usize = 8;

/// Half of the longer sentence's strings.
const ALIKE: f64 = 0.5;

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

/// Matches the sentences that were changed. The page with less text left is held in memory, the other passes by it.
pub(super) fn edited<'a>(first: &Facts, second: &Facts, left: &[Vec<&'a Sentence>; 2]) -> Vec<Edited<'a>> {
    let bytes = |page: &Facts, left: &[&Sentence]| {
        left.iter().map(|sentence| page.text(sentence).len()).sum::<usize>()
    };
    let sizes = [bytes(first, &left[0]), bytes(second, &left[1])];
    if sizes[0] <= sizes[1] {
        return matched((first, &left[0], sizes[0]), (second, &left[1]));
    }
    let mut edited = matched((second, &left[1], sizes[1]), (first, &left[0]));
    for edited in &mut edited {
        std::mem::swap(&mut edited.first, &mut edited.second);
    }
    edited
}

fn matched<'a>(
    (held, held_left, bytes): (&Facts, &[&'a Sentence], usize),
    (passing, passing_left): (&Facts, &[&'a Sentence]),
) -> Vec<Edited<'a>> {
    let mut grams = Grams::new(bytes);
    for (at, sentence) in (0..).zip(held_left) {
        for gram in of(held.text(sentence)) {
            grams.add(gram, at);
        }
    }
    let mut counts = vec![0_u32; held_left.len()];
    let mut met = Vec::new();
    let mut edited = Vec::new();
    let mut taken = vec![false; held_left.len()];
    for sentence in passing_left {
        for gram in of(passing.text(sentence)) {
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
        let Some((at, count)) = best else { continue };
        let all = of(passing.text(sentence)).len().max(of(held.text(held_left[at])).len());
        let share = f64::from(count) / f64::from(number(all).max(1));
        if share < ALIKE {
            continue;
        }
        taken[at] = true;
        let chars = f64::from(sentence.chars.min(held_left[at].chars));
        edited.push(Edited { first: held_left[at], second: sentence, common: chars * share.min(1.0) });
    }
    edited
}

/// The strings of a text, each as a number.
fn of(text: &str) -> impl ExactSizeIterator<Item = u64> {
    text.as_bytes().windows(GRAM).map(|gram| u64::from_le_bytes(gram.try_into().expect("eight bytes")))
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

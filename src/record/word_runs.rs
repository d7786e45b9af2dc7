//! Which texts of a record are in another text as whole words.
//!
//! In: the texts of each record. Out: for a text of a record, those of the other texts whose words are in it in a row; a few
//! more by chance, since only hashes are compared. Texts that merely begin alike are not among them.
//!
//! ```text
//! texts   "new", "new York", "new books"       in "a new York"   "new", "new York"
//! ```
//!
//! The hash of a run of words follows from two hashes of beginnings of the text, so a text is searched once for each different
//! number of words of the texts that begin with one of its words.

use crate::page::digest::{self, GOLDEN};
use hashbrown::HashMap;

/// The texts of records by their words.
#[derive(Debug, Default)]
pub(super) struct WordRuns {
    /// For each record and the hash of all words of a text the numbers of these texts.
    texts: HashMap<(usize, u64), Vec<usize>>,
    /// For each record and first word of a text how many words such texts have, each number once.
    lengths: HashMap<(usize, u64), Vec<usize>>,
}

impl WordRuns {
    /// Adds a text of a record under a number. A text without words is in no other.
    pub(super) fn add(&mut self, record: usize, text: &str, number: usize) {
        let words: Vec<u64> = words(text).collect();
        let Some(&first) = words.first() else { return };
        self.texts.entry((record, beginnings(&words)[words.len()])).or_default().push(number);
        let lengths = self.lengths.entry((record, first)).or_default();
        if !lengths.contains(&words.len()) {
            lengths.push(words.len());
        }
    }

    /// The numbers of the texts of a record whose words are in a text, ascending.
    pub(super) fn within(&self, record: usize, text: &str) -> Vec<usize> {
        let words: Vec<u64> = words(text).collect();
        let beginnings = beginnings(&words);
        let mut runs: Vec<u64> = Vec::new();
        for (start, &word) in words.iter().enumerate() {
            for &length in self.lengths.get(&(record, word)).into_iter().flatten() {
                if let Some(end) = beginnings.get(start + length) {
                    runs.push(end.wrapping_sub(beginnings[start].wrapping_mul(power(length))));
                }
            }
        }
        runs.sort_unstable();
        runs.dedup();
        let mut numbers: Vec<usize> =
            runs.into_iter().filter_map(|run| self.texts.get(&(record, run))).flatten().copied().collect();
        numbers.sort_unstable();
        numbers
    }
}

/// The hashes of the first 0, 1, ... of these words: polynomials in an odd number.
fn beginnings(words: &[u64]) -> Vec<u64> {
    let next = |hash: &mut u64, word: &u64| {
        *hash = hash.wrapping_mul(GOLDEN).wrapping_add(*word);
        Some(*hash)
    };
    std::iter::once(0).chain(words.iter().scan(0, next)).collect()
}

/// The factor of the hash of a beginning when so many words follow.
fn power(length: usize) -> u64 {
    // A text of so many words does not fit into a page.
    GOLDEN.wrapping_pow(u32::try_from(length).unwrap_or(u32::MAX))
}

/// Hashes of the words of a text: runs of letters and digits.
fn words(text: &str) -> impl Iterator<Item = u64> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).map(digest::text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_in_others_by_all_their_words() {
        let texts = ["new", "new York", "new books", "York", "...", "a new York", "a a", "York a"];
        let mut runs = WordRuns::default();
        for (number, text) in texts.into_iter().enumerate() {
            runs.add(3, text, number);
        }
        assert_eq!(runs.within(3, "a new York"), [0, 1, 3, 5]);
        assert_eq!(runs.within(3, "newer, York's a-a-a"), [3, 6]);
        assert_eq!(runs.within(3, "new; books"), [0, 2]);
        assert_eq!(runs.within(4, "new"), [0; 0]);
        assert_eq!(runs.within(3, ""), [0; 0]);
    }
}

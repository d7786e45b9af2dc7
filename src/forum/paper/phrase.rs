//! The repeated phrase of a sequence, by LZW (Algorithm 3). Quadratic, since each phrase is counted by itself.

use hashbrown::{HashMap, HashSet};

/// Which LZW phrase of a level is its pattern. The source allows four readings, whose figures stand in `docs/REPRODUCTION.md`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Reading {
    /// The entry of LZW's table that occurs most often. The table of the listing is empty at first and gets `p + c`, so that
    /// an entry has two elements or more. The figures of the source are nearest to this reading.
    #[default]
    Entry,
    /// The phrase that occurs most often, also of one element (step 4 of section 5.1).
    Phrase,
    /// The phrase whose code LZW writes most often (the comment in the listing of Algorithm 3).
    Code,
    /// The longest phrase that occurs at least twice (step 3 of section 5.1).
    Longest,
}

impl Reading {
    /// Returns the pattern of a sequence and the number of its occurrences. Of phrases that are as frequent the longest is taken,
    /// of those that are as long the most frequent, of equal ones the first.
    pub(super) fn pattern(self, symbols: &[u64]) -> (Vec<u64>, usize) {
        let counted = phrases(symbols).into_iter().map(|(phrase, codes)| Counted {
            phrase,
            codes,
            repetitions: occurrences(symbols, phrase).len(),
        });
        let may_be = |counted: &Counted| match self {
            Reading::Entry => counted.phrase.len() >= 2,
            Reading::Phrase | Reading::Code => true,
            Reading::Longest => counted.repetitions >= 2,
        };
        let best = counted.filter(may_be).rev().max_by_key(|counted| match self {
            Reading::Entry | Reading::Phrase => (counted.repetitions, counted.phrase.len()),
            Reading::Code => (counted.codes, counted.phrase.len()),
            Reading::Longest => (counted.phrase.len(), counted.repetitions),
        });
        best.map_or((Vec::new(), 0), |best| (best.phrase.to_vec(), best.repetitions))
    }
}

/// A phrase, how often LZW writes it, and how often it occurs without overlaps.
struct Counted<'a> {
    phrase: &'a [u64],
    codes: usize,
    repetitions: usize,
}

/// Returns the phrases that LZW writes, each once, in order, with the number of times that it is written.
fn phrases(symbols: &[u64]) -> Vec<(&[u64], usize)> {
    let mut known: HashSet<&[u64]> = symbols.chunks(1).collect();
    let mut numbers = HashMap::new();
    let mut phrases: Vec<(&[u64], usize)> = Vec::new();
    let mut start = 0;
    for end in 1..=symbols.len() {
        let is_last = end == symbols.len();
        if is_last || !known.contains(&symbols[start..=end]) {
            let phrase = &symbols[start..end];
            let number = *numbers.entry(phrase).or_insert(phrases.len());
            match phrases.get_mut(number) {
                Some((_, codes)) => *codes += 1,
                None => phrases.push((phrase, 1)),
            }
            if !is_last {
                known.insert(&symbols[start..=end]);
            }
            start = end;
        }
    }
    phrases
}

/// Returns the positions of a phrase in a sequence, from the left, without overlaps.
pub(super) fn occurrences(symbols: &[u64], phrase: &[u64]) -> Vec<usize> {
    let (mut occurrences, mut at) = (Vec::new(), 0);
    while at + phrase.len() <= symbols.len() {
        if symbols[at..].starts_with(phrase) {
            occurrences.push(at);
            at += phrase.len();
        } else {
            at += 1;
        }
    }
    occurrences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_what_the_reading_says() {
        // LZW writes 1, 2, 12, 121, 2, 3, 3.
        let mixed = [1, 2, 1, 2, 1, 2, 1, 2, 3, 3];
        assert_eq!(Reading::Entry.pattern(&mixed), (vec![1, 2], 4));
        assert_eq!(Reading::Phrase.pattern(&mixed), (vec![1, 2], 4));
        assert_eq!(Reading::Code.pattern(&mixed), (vec![2], 4));
        assert_eq!(Reading::Longest.pattern(&mixed), (vec![1, 2, 1], 2));
        assert_eq!(Reading::Entry.pattern(&[3, 1, 1, 1]), (vec![1, 1], 1));
        assert_eq!(Reading::Phrase.pattern(&[3, 1, 1, 1]), (vec![1], 3));
        assert_eq!(Reading::Longest.pattern(&[3, 1, 1, 1]), (vec![1], 3));
        for reading in [Reading::Entry, Reading::Phrase, Reading::Code, Reading::Longest] {
            assert_eq!(reading.pattern(&[]), (vec![], 0), "{reading:?}");
        }
    }
}

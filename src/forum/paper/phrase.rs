//! The repeated phrase of a sequence, by LZW (Algorithm 3). Quadratic, since each phrase is counted by itself.

use hashbrown::{HashMap, HashSet};

/// Which LZW phrase of a level is its pattern. The source says all three.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Reading {
    /// The phrase that occurs most often in the sequence, of equally frequent ones the longest (step 4 of section 5.1).
    #[default]
    Repetitions,
    /// The phrase whose code LZW writes most often, of equally frequent ones the longest (the listing of Algorithm 3).
    Code,
    /// The longest phrase that occurs at least twice, of equally long ones the most frequent (step 3 of section 5.1).
    Longest,
}

impl Reading {
    /// Returns the pattern of a sequence and the number of its occurrences; of equally good ones the first.
    pub(super) fn pattern(self, symbols: &[u64]) -> (Vec<u64>, usize) {
        let repeated = |&(_, _, repetitions): &(&[u64], usize, usize)| repetitions >= 2 || self != Reading::Longest;
        let counted = phrases(symbols).into_iter().map(|(phrase, codes)| {
            (phrase, codes, occurrences(symbols, phrase).len())
        });
        let best = counted.filter(repeated).rev().max_by_key(|&(phrase, codes, repetitions)| match self {
            Reading::Repetitions => (repetitions, phrase.len()),
            Reading::Code => (codes, phrase.len()),
            Reading::Longest => (phrase.len(), repetitions),
        });
        best.map_or((Vec::new(), 0), |(phrase, _, repetitions)| (phrase.to_vec(), repetitions))
    }
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
    fn a_pattern_is_the_most_repeated_phrase_the_most_written_code_or_the_longest() {
        // LZW writes 1, 2, 12, 121, 2, 3, 3.
        let mixed = [1, 2, 1, 2, 1, 2, 1, 2, 3, 3];
        assert_eq!(Reading::Repetitions.pattern(&mixed), (vec![1, 2], 4));
        assert_eq!(Reading::Code.pattern(&mixed), (vec![2], 4));
        assert_eq!(Reading::Longest.pattern(&mixed), (vec![1, 2, 1], 2));
        assert_eq!(Reading::Repetitions.pattern(&[3, 1, 1, 1]), (vec![1], 3));
        assert_eq!(Reading::Longest.pattern(&[3, 1, 1, 1]), (vec![1], 3));
        for reading in [Reading::Repetitions, Reading::Code, Reading::Longest] {
            assert_eq!(reading.pattern(&[]), (vec![], 0), "{reading:?}");
        }
    }
}

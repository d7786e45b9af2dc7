//! The most repeated phrase of a sequence, by LZW (Algorithm 3). Quadratic, since each phrase is counted by itself.

use hashbrown::HashSet;

/// Returns the LZW phrase with the most repetitions; of equally frequent ones the longest, of these the first.
pub(super) fn most_repeated(symbols: &[u64]) -> (Vec<u64>, usize) {
    let phrases = phrases(symbols);
    let counted = phrases.into_iter().map(|phrase| (occurrences(symbols, phrase).len(), phrase));
    let best = counted.rev().max_by_key(|&(repetitions, phrase)| (repetitions, phrase.len()));
    best.map_or((Vec::new(), 0), |(repetitions, phrase)| (phrase.to_vec(), repetitions))
}

/// Returns the phrases that LZW writes, each once, in order.
fn phrases(symbols: &[u64]) -> Vec<&[u64]> {
    let mut known: HashSet<&[u64]> = symbols.chunks(1).collect();
    let mut written = HashSet::new();
    let mut phrases = Vec::new();
    let mut start = 0;
    for end in 1..=symbols.len() {
        let is_last = end == symbols.len();
        if is_last || !known.contains(&symbols[start..=end]) {
            let phrase = &symbols[start..end];
            if written.insert(phrase) {
                phrases.push(phrase);
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
    fn the_phrase_is_the_one_with_the_most_repetitions() {
        assert_eq!(most_repeated(&[1, 2, 1, 2, 1, 2, 1, 2]), (vec![1, 2], 4));
        assert_eq!(most_repeated(&[3, 1, 1, 1]), (vec![1], 3));
        assert_eq!(most_repeated(&[]), (vec![], 0));
    }
}

//! Texts of any length with extreme repetitions, to measure the growth of time and memory.

use crate::rng::Rng;

/// Bytes without any structure, from the first `symbols` byte values.
#[must_use]
pub fn random(seed: u64, length: usize, symbols: u8) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let alphabet: Vec<u8> = (0..symbols).collect();
    (0..length).map(|_| alphabet[rng.below(alphabet.len())]).collect()
}

/// A repeated string of `period` bytes, at most 256: all substrings repeat and overlap.
#[must_use]
pub fn periodic(length: usize, period: usize) -> Vec<u8> {
    let pattern = (0..=u8::MAX).take(period);
    pattern.cycle().take(length).collect()
}

/// One repeated byte: the longest repeats that a text can have.
#[must_use]
pub fn all_equal(length: usize) -> Vec<u8> {
    vec![b'a'; length]
}

#[cfg(test)]
mod tests {
    use super::{all_equal, periodic, random};

    #[test]
    fn each_text_has_its_length_and_its_structure() {
        assert_eq!(periodic(5, 2), [0, 1, 0, 1, 0]);
        assert_eq!(all_equal(3), b"aaa");
        let text = random(1, 1000, 4);
        assert!(
            text.len() == 1000 && (0..4).all(|symbol| text.contains(&symbol)) && text.iter().all(|&b| b < 4)
        );
    }
}

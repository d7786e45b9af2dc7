//! Sentences for tests.

pub(super) const WORDS: [&str; 12] = [
    "river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper",
    "silver", "harbour",
];

/// A sentence of its own for each number.
pub(super) fn sentence(number: usize) -> String {
    let word = |place: usize| WORDS[(number * 7 + place * (number % 5 + 1)) % WORDS.len()];
    (0..12).map(word).chain([number.to_string().as_str()]).collect::<Vec<_>>().join(" ")
}

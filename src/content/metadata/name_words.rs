//! The words of names and texts as hashes that ignore case.
//!
//! ```text
//! has_name("by ANN LEE, Bonn", name_words("Ann Lee"))    true
//! ```
//!
//! Linear in the letters.

use crate::page::digest::{self, BASIS, mix};
use std::borrow::Cow;

/// Returns the hashes of the words of a text.
pub(super) fn name_words(text: &str) -> Vec<u64> {
    word_digests(text).collect()
}

/// Whether a text contains the words of a name in a row.
pub(super) fn has_name(text: &str, name: &[u64]) -> bool {
    let Some((first, rest)) = name.split_first() else { return false };
    let mut words = word_digests(text);
    while words.any(|word| word == *first) {
        if words.clone().take(rest.len()).eq(rest.iter().copied()) {
            return true;
        }
    }
    false
}

/// Returns a word in lower case.
pub(super) fn lower(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        word.into()
    } else {
        word.to_lowercase().into()
    }
}

/// Returns the hash of a word, independent of case.
pub(super) fn word_digest(word: &str) -> u64 {
    if word.is_ascii() { digest::ascii_lower(word) } else { digest::text(&word.to_lowercase()) }
}

/// Returns the hashes of the words of a text, one by one.
pub(super) fn word_digests(text: &str) -> impl Iterator<Item = u64> + Clone {
    written_words(text).map(word_digest)
}

/// Combines the hashes of words into one.
pub(super) fn key(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(BASIS, mix)
}

/// Returns the words of a text as written.
pub(super) fn written_words(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty())
}

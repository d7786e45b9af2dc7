//! Every substring counted one by one, for small texts: what the index is tested against.
//!
//! Time and memory O(n * longest substring).

use super::Text;
use crate::index::Pos;
use std::collections::{BTreeMap, BTreeSet};

/// Where one substring occurs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Occurrences {
    /// How often.
    pub frequency: u32,
    /// In which documents.
    pub documents: BTreeSet<u32>,
}

/// All substrings within documents of `min_len..=max_len` symbols, with their occurrences.
#[must_use]
pub fn substrings(text: &Text, min_len: u32, max_len: u32) -> BTreeMap<Vec<u32>, Occurrences> {
    let mut found: BTreeMap<Vec<u32>, Occurrences> = BTreeMap::new();
    for document in 0..text.documents() {
        let symbols: Vec<u32> = text.range(document).map(|place| text.symbol(Pos(place))).collect();
        for start in 0..symbols.len() {
            for end in start + min_len.max(1) as usize..=symbols.len().min(start + max_len as usize) {
                let occurrences = found.entry(symbols[start..end].to_vec()).or_default();
                occurrences.frequency += 1;
                occurrences.documents.insert(document);
            }
        }
    }
    found
}

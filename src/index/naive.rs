//! Counts every substring one by one, for small texts: the reference against which the index is tested.
//!
//! Time and memory O(n * longest substring).

use super::Text;
use crate::index::Pos;
use std::collections::{BTreeMap, BTreeSet};

/// The occurrences of one substring.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Occurrences {
    /// The number of occurrences.
    pub frequency: u32,
    /// The documents in which it occurs.
    pub documents: BTreeSet<u32>,
}

/// All substrings of `min_len..=max_len` symbols within documents, with their occurrences.
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

//! A page in the form in which it is added to an index. Any thread makes it; the index only appends it.
//!
//! In: the [`Facts`] of a page. Out: a [`Ready`] page.

use crate::page::digest::{mix, text};
use crate::similar::{Facts, Key, encoded};

/// A page in the form in which it is added to an index.
#[derive(Debug)]
pub struct Ready {
    pub(super) name: String,
    /// A hash of its name and address: pages that were read twice share it.
    pub(super) identity: u64,
    pub(super) outline: Vec<u8>,
    pub(super) bytes: Vec<u8>,
    pub(super) keys: Vec<Key>,
    pub(super) lengths: Vec<u32>,
}

impl Ready {
    /// Encodes the facts of a page.
    #[must_use]
    pub fn new(facts: Facts) -> Self {
        let (outline, bytes) = (encoded(&*facts.outline), encoded(&facts));
        let identity = mix(text(&facts.name), facts.address);
        let lengths = facts.sentences.iter().map(|sentence| sentence.chars).collect();
        let (name, keys) = facts.into_keys();
        Ready { name, identity, outline, bytes, keys, lengths }
    }
}

//! A bounded sample of pages that is the same for any order of them.

use super::piece::Page;
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Pages to learn from: of each shape those with the least hashes.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// By shape and identity.
    cells: BTreeMap<u64, BTreeMap<u64, Page>>,
    /// How many pages a cell holds at most.
    most: usize,
    pages: usize,
}

//! How much each text of a page counts: the square root of its length, over the square of the number of pages that
//! have it. What all pages have, menus and labels, fades; what one page has alone is what was poured in.

use crate::page::Tree;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The weight of every leaf of every page. Counts of records stay the same for exponents
/// of the length from 1/4 to 1/2 (1 costs four in a hundred) and of the pages from 1 to 3.
pub(super) fn weights(trees: &[Tree]) -> Vec<Vec<f64>> {
    let keys: Vec<Vec<u64>> = trees.par_iter().map(keys).collect();
    let mut pages: HashMap<u64, u32> = HashMap::new();
    for page in &keys {
        for &key in page.iter().collect::<HashSet<_>>() {
            *pages.entry(key).or_default() += 1;
        }
    }
    let weight = |chars: usize, pages: u32| exact(chars as u64).sqrt() / f64::from(pages).powi(2);
    trees
        .par_iter()
        .zip(&keys)
        .map(|(tree, keys)| {
            let leaves = tree.leaves().iter().zip(keys);
            leaves.map(|(leaf, key)| weight(leaf.text.chars().count(), pages[key])).collect()
        })
        .collect()
}

/// A number for the text of every leaf, letters of either case alike.
fn keys(tree: &Tree) -> Vec<u64> {
    let key = |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.to_lowercase().hash(&mut hasher);
        hasher.finish()
    };
    tree.leaves().iter().map(|leaf| key(&leaf.text)).collect()
}

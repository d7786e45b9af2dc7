//! How much each text of a page counts: the square root of its length, over the square of the number of pages that
//! have it. What all pages have, menus and labels, fades; what one page has alone is what was poured in.

use crate::page::Tree;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// What a leaf counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    /// 1 over the square of the number of pages that have its text. The power 1 costs one in a hundred.
    pub(super) rarity: f64,
    /// How many characters it has.
    pub(super) characters: f64,
    /// Its share in what a candidate explains. Powers of the length from 0.5 to 0.7 give the same; 0.4 costs three in a
    /// hundred records of single list pages.
    pub(super) share: f64,
}

impl Weight {
    /// The weight of what is not looked at.
    pub(super) const NOTHING: Weight = Weight { rarity: 0.0, characters: 0.0, share: 0.0 };

    fn new(rarity: f64, characters: f64) -> Self {
        Weight { rarity, characters, share: rarity * characters.sqrt() }
    }
}

/// The weight of every leaf of every page.
pub(super) fn weights(trees: &[Tree]) -> Vec<Vec<Weight>> {
    let keys: Vec<Vec<u64>> = trees.par_iter().map(keys).collect();
    let mut pages: HashMap<u64, u32> = HashMap::new();
    for page in &keys {
        for &key in page.iter().collect::<HashSet<_>>() {
            *pages.entry(key).or_default() += 1;
        }
    }
    trees
        .par_iter()
        .zip(&keys)
        .map(|(tree, keys)| {
            let leaves = tree.leaves().iter().zip(keys);
            let weight = |(leaf, key): (&crate::page::Leaf, &u64)| {
                Weight::new(f64::from(pages[key]).powi(-2), exact(leaf.text.chars().count() as u64))
            };
            leaves.map(weight).collect()
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

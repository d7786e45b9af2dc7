//! Represents blocks as vectors, and finds vectors that are nearly equal.
//!
//! In: the blocks of many pages as [`BlockVector`]s, which count each tag, text and attribute text of a block. Out:
//! for each vector, the vectors whose cosine with it is above a threshold. Equal vectors need no search, since they
//! have the same hash. For the others, each vector is entered in an index with only its rarest features: as many as
//! are needed so that the remaining features alone cannot reach the threshold. Two vectors above the threshold share
//! one of these features, so the result is the same as for comparing all pairs, and the time is nearly linear as long
//! as rare features are rare.
//!
//! Source of the vectors: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009,
//! section 3.2. Source of the index: Chaudhuri, Ganti, Kaushik, "A Primitive Operator for Similarity Joins in Data
//! Cleaning", 2006 (prefix filter); we search with the cosine.

use super::block::Block;
use super::text::collapsed;
use super::tree::{ElementId, Leaf, Tree};
use crate::token::TokenKind;
use crate::token::html::tokens;
use hashbrown::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of occurrences of each feature in a block.
#[derive(Clone, Debug, Default, Eq, Hash, PartialEq)]
pub struct BlockVector {
    /// The hashes of the features in ascending order, with their counts.
    features: Vec<(u64, u32)>,
    tells: bool,
}

#[derive(Hash)]
enum BlockFeature<'a> {
    Tag(&'a str),
    Text(&'a str),
    Attribute(&'a str),
}

impl BlockFeature<'_> {
    fn number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

impl BlockVector {
    /// The vector of a block: its tags, its texts cut at line ends, and the texts of these attributes. `own` is the
    /// element of the block if the block is the whole element.
    #[must_use]
    pub fn new(
        tree: &Tree,
        source: &str,
        block: &Block,
        own: Option<ElementId>,
        attributes: &[&str],
    ) -> Self {
        let (mut found, mut tags) = (Vec::new(), 0);
        for id in own.into_iter().chain(block.elements.clone().map(ElementId)) {
            let element = tree.element(id);
            found.push(BlockFeature::Tag(&element.name).number());
            tags += 1;
            for name in attributes {
                let value = element.attribute(source, name).unwrap_or_default();
                let words = value.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                found.extend((!words.is_empty()).then(|| BlockFeature::Attribute(&words).number()));
            }
        }
        for leaf in tree.leaves_from(block.leaves.clone()) {
            for line in source_lines(source, leaf) {
                found.push(BlockFeature::Text(&line).number());
            }
        }
        let tells = found.len() > tags;
        BlockVector { tells, ..Self::of(found) }
    }

    /// The vector of a list of features with repetitions.
    fn of(mut found: Vec<u64>) -> Self {
        found.sort_unstable();
        let count = |same: &[u64]| (same[0], u32::try_from(same.len()).expect("fewer features than bytes"));
        BlockVector { features: found.chunk_by(u64::eq).map(count).collect(), tells: true }
    }

    /// Whether the vector has a text; tags alone are not informative.
    #[must_use]
    pub fn tells(&self) -> bool {
        self.tells
    }

    fn squares(&self) -> f64 {
        self.features.iter().map(|&(_, count)| f64::from(count) * f64::from(count)).sum()
    }

    /// The cosine of the angle to another vector: 1 for equal vectors, 0 for vectors without a common feature.
    #[must_use]
    pub fn cosine(&self, other: &Self) -> f64 {
        let (mut product, mut theirs) = (0.0, other.features.iter().peekable());
        for &(feature, count) in &self.features {
            while theirs.next_if(|their| their.0 < feature).is_some() {}
            if let Some(their) = theirs.next_if(|their| their.0 == feature) {
                product += f64::from(count) * f64::from(their.1);
            }
        }
        let squares = self.squares() * other.squares();
        if squares == 0.0 { 0.0 } else { product / squares.sqrt() }
    }
}

/// The lines of a leaf as in the source, in lower case, with white space collapsed.
fn source_lines(source: &str, leaf: &Leaf) -> Vec<String> {
    let part = &source[leaf.span.range()];
    if !part.trim().contains('\n') {
        return vec![leaf.text.to_lowercase()];
    }
    let texts = tokens(part).filter(|token| token.kind == TokenKind::Text).map(|token| token.text(part));
    let text = htmlize::unescape(texts.collect::<String>()).to_lowercase();
    let lines = text.split('\n').map(|line| collapsed(line.into()).into_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

/// For each of these distinct vectors, the indexes of the others whose cosine with it is above `threshold`, in
/// ascending order.
#[must_use]
pub fn near(vectors: &[BlockVector], threshold: f64) -> Vec<Vec<u32>> {
    let mut holders: HashMap<u64, u32> = HashMap::new();
    for (feature, _) in vectors.iter().flat_map(|vector| &vector.features) {
        *holders.entry(*feature).or_default() += 1;
    }
    let mut index: HashMap<u64, Vec<u32>> = HashMap::new();
    let mut near = vec![Vec::new(); vectors.len()];
    for (number, vector) in (0_u32..).zip(vectors) {
        let mut rare: Vec<(u64, u32)> = vector.features.clone();
        rare.sort_unstable_by_key(|&(feature, _)| (holders[&feature], feature));
        let (all, mut rest) = (vector.squares(), vector.squares());
        let mut candidates = HashSet::new();
        for (feature, count) in rare {
            // The remaining features cannot reach the threshold by themselves. The margin allows for rounding: it can
            // only add candidates.
            if rest < threshold * threshold * all * (1.0 - MARGIN) {
                break;
            }
            let listed = index.entry(feature).or_default();
            candidates.extend(listed.iter().copied());
            listed.push(number);
            rest -= f64::from(count) * f64::from(count);
        }
        for candidate in candidates {
            if vector.cosine(&vectors[candidate as usize]) > threshold {
                near[number as usize].push(candidate);
                near[candidate as usize].push(number);
            }
        }
    }
    for near in &mut near {
        near.sort_unstable();
    }
    near
}

/// Larger than the rounding error of sums of whole numbers in doubles, which are exact up to 2^53 = 9e15.
const MARGIN: f64 = 1e-9;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn all_pairs(vectors: &[BlockVector], threshold: f64) -> Vec<Vec<u32>> {
        let numbered = || (0_u32..).zip(vectors);
        let others = |number: u32, vector: &BlockVector| {
            let near =
                |&(other, their): &(u32, &BlockVector)| other != number && vector.cosine(their) > threshold;
            numbered().filter(near).map(|(other, _)| other).collect()
        };
        numbered().map(|(number, vector)| others(number, vector)).collect()
    }

    proptest! {
        #[test]
        fn the_index_finds_the_same_as_comparing_all_pairs(
            vectors in prop::collection::vec(prop::collection::vec(0_u64..12, 0..14), 0..40),
            threshold in prop::sample::select(vec![0.3, 0.5, 0.75, 0.9, 0.99]),
        ) {
            let vectors: Vec<BlockVector> = vectors.into_iter().map(BlockVector::of).collect();
            prop_assert_eq!(near(&vectors, threshold), all_pairs(&vectors, threshold));
        }
    }

    #[test]
    fn cosines_by_hand() {
        let vector = |features: &[u64]| BlockVector::of(features.to_vec());
        assert!((vector(&[1, 1, 2]).cosine(&vector(&[1, 3])) - 2.0 / 10_f64.sqrt()).abs() < 1e-12);
        assert!((vector(&[1, 2]).cosine(&vector(&[2, 1])) - 1.0).abs() < 1e-12);
        assert!(vector(&[]).cosine(&vector(&[1])).abs() < 1e-12);
    }
}

//! The fitted weights of the features of the evidence.
//!
//! In: [`Evidence`]. Out: its score, the sum of the features times their weights. The difference between the scores of two
//! candidates of a page is the logarithm of the ratio of their probabilities. `eval/fit/fit.py` fits the tables: a conditional logit
//! over the candidates of some thousand pages with known records, regularized towards the product of powers in
//! [`score`](super::score).

use super::evidence::Evidence;
use crate::features::Table;
use std::sync::LazyLock;

/// A weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Table);

/// Fitted on lists of records, see docs/QUALITY.md.
const RECORDS: &str = include_str!("weights/records.txt");

/// Fitted on forum threads.
const POSTS: &str = include_str!("weights/posts.txt");

/// Fitted on blogs, and on articles without comments.
const COMMENTS: &str = include_str!("weights/comments.txt");

impl Weights {
    /// The weights of lists of records.
    #[must_use]
    pub fn records() -> &'static Weights {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::fitted(RECORDS));
        &WEIGHTS
    }

    /// The weights of posts.
    #[must_use]
    pub fn posts() -> &'static Weights {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::fitted(POSTS));
        &WEIGHTS
    }

    /// The weights of comments.
    #[must_use]
    pub fn comments() -> &'static Weights {
        static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::fitted(COMMENTS));
        &WEIGHTS
    }

    fn fitted(table: &str) -> Self {
        Weights(Table::fitted(Evidence::NAMES, table))
    }

    /// Reads a table: one name and one weight per line; `#` begins a comment. Features that are not named have weight 0.
    ///
    /// # Errors
    /// The first line that names no feature or has no weight.
    pub fn read(table: &str) -> Result<Self, String> {
        Table::read(Evidence::NAMES, table).map(Weights)
    }

    /// The weighted sum of the evidence.
    #[must_use]
    pub fn score(&self, evidence: &Evidence) -> f64 {
        self.0.score(evidence.values())
    }

    /// The features with their contributions to the score of one candidate minus that of another, the largest absolute value first.
    #[must_use]
    pub fn reasons(&self, one: &Evidence, other: &Evidence) -> Vec<(&'static str, f64)> {
        self.0.reasons(&one.values(), &other.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_valid_and_weigh_density() {
        for weights in [Weights::records(), Weights::posts(), Weights::comments()] {
            let dense = Evidence { dense: 1.0, ..Evidence::default() };
            assert!(weights.reasons(&dense, &Evidence::default())[0].1.abs() > 0.0);
        }
    }
}

//! How much each feature of the evidence counts: a table that a program has fitted.
//!
//! In: [`Evidence`]. Out: one number, the sum of the features times their weights; the logarithm of how much more probable a
//! candidate is than another one of its page. `tools/fit.py` writes the tables: a conditional logit over the candidates of
//! some thousand pages with known records, drawn towards the product of powers that the [`score`](super::score) is.

use super::evidence::Evidence;
use crate::features::Table;
use std::sync::LazyLock;

/// A weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(Table);

/// Fitted on lists of records, see docs/QUALITY.md.
const RECORDS: &str = include_str!("weights/records.txt");

/// Fitted on threads.
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

    /// Reads a table: a name and a weight a line; `#` begins a remark. Features that are not named count nothing.
    ///
    /// # Errors
    /// The line that names no feature or has no weight.
    pub fn read(table: &str) -> Result<Self, String> {
        Table::read(Evidence::NAMES, table).map(Weights)
    }

    /// The weighted sum of the evidence.
    #[must_use]
    pub fn score(&self, evidence: &Evidence) -> f64 {
        self.0.score(evidence.values())
    }

    /// The features that speak most for one candidate against another, with how much each does; the strongest first.
    #[must_use]
    pub fn reasons(&self, one: &Evidence, other: &Evidence) -> Vec<(&'static str, f64)> {
        self.0.reasons(&one.values(), &other.values())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_can_be_read() {
        for weights in [Weights::records(), Weights::posts(), Weights::comments()] {
            let dense = Evidence { dense: 1.0, ..Evidence::default() };
            assert!(weights.reasons(&dense, &Evidence::default())[0].1.abs() > 0.0);
        }
    }
}

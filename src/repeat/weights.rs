//! How much each figure of the evidence counts: a table that a program has fitted.
//!
//! In: [`Evidence`]. Out: one number, the sum of the figures times their weights; the logarithm of how much more probable a
//! candidate is than another one of its page. `tools/fit.py` writes the tables: a conditional logit over the candidates of
//! some thousand pages with known records, drawn towards the product of powers that the [`score`](super::score) is.

use super::evidence::Evidence;
use std::sync::LazyLock;

/// A weight for each figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights([f64; Evidence::NAMES.len()]);

/// Fitted on lists of records, see docs/QUALITY.md.
const RECORDS: &str = include_str!("weights/records.txt");

/// Fitted on threads.
const POSTS: &str = include_str!("weights/posts.txt");

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

    fn fitted(table: &str) -> Self {
        Weights::read(table).expect("the table names figures of the evidence")
    }

    /// Reads a table: a name and a weight a line; `#` begins a remark. Figures that are not named count nothing.
    ///
    /// # Errors
    /// The line that names no figure or has no weight.
    pub fn read(table: &str) -> Result<Self, String> {
        let mut weights = Weights([0.0; Evidence::NAMES.len()]);
        for line in table.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if line.is_empty() {
                continue;
            }
            let mut words = line.split_whitespace();
            let place = words.next().and_then(|name| Evidence::NAMES.iter().position(|known| *known == name));
            let weight = words.next().and_then(|weight| weight.parse().ok());
            let (Some(place), Some(weight)) = (place, weight) else { return Err(line.to_owned()) };
            weights.0[place] = weight;
        }
        Ok(weights)
    }

    /// The weighted sum of the evidence.
    #[must_use]
    pub fn score(&self, evidence: &Evidence) -> f64 {
        self.0.iter().zip(evidence.values()).map(|(weight, value)| weight * value).sum()
    }

    /// The figures that speak most for one candidate against another, with how much each does; the strongest first.
    #[must_use]
    pub fn reasons(&self, one: &Evidence, other: &Evidence) -> Vec<(&'static str, f64)> {
        let differences = one.values().into_iter().zip(other.values()).map(|(one, other)| one - other);
        let parts = self.0.iter().zip(differences).map(|(weight, difference)| weight * difference);
        let mut reasons: Vec<(&'static str, f64)> = Evidence::NAMES.iter().copied().zip(parts).collect();
        reasons.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_the_figures_that_it_names() {
        let weights = Weights::read("# a remark\nsingle -2\nfit 0.5 # half\n").expect("a table");
        let evidence = Evidence { single: 0.5, fit: 3.0, depth: 9.0, ..Evidence::default() };
        assert!((weights.score(&evidence) - 0.5).abs() < 1e-12);
        assert_eq!(weights.reasons(&evidence, &Evidence::default())[0], ("fit", 1.5));
    }

    #[test]
    fn a_name_that_is_no_figure_is_an_error() {
        assert_eq!(Weights::read("fit 1\nwealth 2"), Err("wealth 2".to_owned()));
        assert_eq!(Weights::read("fit"), Err("fit".to_owned()));
    }

    #[test]
    fn the_tables_can_be_read() {
        for weights in [Weights::records(), Weights::posts()] {
            assert!(weights.0.iter().any(|weight| *weight != 0.0));
        }
    }
}

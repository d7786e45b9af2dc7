//! Fitted weights of the features, and the scores that they give to the blocks of a page.
//!
//! In: the [`Evidence`] of the blocks of a page, and their [`Context`]. Out: for each block a score, which is positive
//! if the block is probably content. `eval/fit/fit_content.py` fits and writes five tables, each a logistic regression:
//!
//! * `kind` gives the probability that the page is not an article but a product, a list, a service or a manual. It uses
//!   only the features of the page.
//! * `article` and `page` score a block, on an article and on a page of another kind. The two scores are averaged with
//!   the probability from `kind`.
//! * `article_context` and `page_context` do the same with the scores of the surrounding blocks as further features.
//!   These two decide.
//!
//! Cost: a scalar product of some hundred numbers for each block and table.

use super::context::Context;
use super::evidence::Evidence;
use crate::features::{Table, probability};
use std::sync::OnceLock;

/// The five tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    kind: Table,
    article: Table,
    page: Table,
    article_context: Table,
    page_context: Table,
}

impl Weights {
    /// Returns the fitted tables, see docs/lab/content.md.
    #[must_use]
    pub fn fitted() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        let read = |table| Table::fitted(Evidence::NAMES, table);
        let names = [Evidence::NAMES, Context::NAMES].concat();
        let read_both = |table| Table::fitted(&names, table);
        WEIGHTS.get_or_init(|| Weights {
            kind: read(include_str!("weights/kind.txt")),
            article: read(include_str!("weights/article.txt")),
            page: read(include_str!("weights/page.txt")),
            article_context: read_both(include_str!("weights/article_context.txt")),
            page_context: read_both(include_str!("weights/page_context.txt")),
        })
    }

    /// Returns the probability that a page is not an article. The evidence may be that of any of its blocks.
    #[must_use]
    pub fn is_no_article(&self, evidence: &Evidence) -> f64 {
        probability(self.kind.score(evidence.values()))
    }

    /// Returns the score of a block without its context. `no_article` is the probability that the page is not an
    /// article.
    #[must_use]
    pub fn score(&self, evidence: &Evidence, no_article: f64) -> f64 {
        let [page, article] = Table::scores([&self.page, &self.article], evidence.values());
        no_article * page + (1.0 - no_article) * article
    }

    /// Returns the score of a block with its context.
    #[must_use]
    pub(super) fn score_in_context(&self, evidence: &Evidence, context: &Context, no_article: f64) -> f64 {
        let values = evidence.values().into_iter().chain(context.values());
        let [page, article] = Table::scores([&self.page_context, &self.article_context], values);
        no_article * page + (1.0 - no_article) * article
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_tables_are_averaged_by_the_kind_of_the_page() {
        let table = |name: &str| Table::read(Evidence::NAMES, name).expect("a table");
        let weights = Weights {
            kind: table("words 0"),
            article: table("words 2"),
            page: table("words -1"),
            article_context: table("kept 1"),
            page_context: table("kept 1"),
        };
        let evidence = Evidence { words: 1.0, ..Evidence::default() };
        assert!((weights.is_no_article(&evidence) - 0.5).abs() < 1e-12);
        for (kind, score) in [(0.0, 2.0), (0.5, 0.5), (1.0, -1.0)] {
            assert!((weights.score(&evidence, kind) - score).abs() < 1e-12);
        }
    }

    #[test]
    fn the_fitted_tables_can_be_read() {
        assert_ne!(Weights::fitted().article, Weights::fitted().page);
    }
}

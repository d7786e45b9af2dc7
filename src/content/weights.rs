//! How much each feature of the evidence counts: tables that a program has fitted, and what they make of a page.
//!
//! In: the [`Evidence`] of the blocks of a page, and their [`Context`]. Out: for each of them whether it is content.
//! `tools/fit_content.py` writes five tables, logistic regressions: `kind` says by the features of the page how probable it is
//! that the page is no article but a product, a list, a service or a manual; `article` and `page` say of a block how probable
//! it is that it is content on a page of either kind. The two are mixed by the first. So are `article_context` and
//! `page_context`, which decide, for they know what the others say of the blocks around it.
//!
//! Cost: a product of some hundred numbers for each block and table.

use super::context::Context;
use super::evidence::Evidence;
use crate::features::{Table, probability};
use std::sync::OnceLock;

/// The tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    kind: Table,
    article: Table,
    page: Table,
    article_context: Table,
    page_context: Table,
}

impl Weights {
    /// The fitted tables, see docs/content.md.
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

    /// How probable it is that a page is no article, by the evidence of any of its blocks.
    #[must_use]
    pub fn is_no_article(&self, evidence: &Evidence) -> f64 {
        probability(self.kind.score(evidence.values()))
    }

    /// How much more speaks for a block by itself than against it, on a page that is no article with this probability.
    #[must_use]
    pub fn score(&self, evidence: &Evidence, no_article: f64) -> f64 {
        let [page, article] = Table::scores([&self.page, &self.article], evidence.values());
        no_article * page + (1.0 - no_article) * article
    }

    /// The same with what is known of the blocks around it.
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
    fn the_kind_of_a_page_mixes_the_tables() {
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

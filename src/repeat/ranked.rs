//! The candidates of a page with what speaks for them.
//!
//! In: candidates. Out: the same with [`Evidence`], score and probability, best first.

use super::candidate::Candidate;
use super::evidence::Evidence;
use super::fit::fitting;
use super::path::PagePaths;
use super::record::Record;
use crate::page::Tree;

/// A candidate with its evidence and score.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The candidate. The number of its records is its frequency on the page.
    pub candidate: Candidate,
    /// The features of the candidate.
    pub evidence: Evidence,
    /// The weighted sum of the evidence.
    pub score: f64,
    /// The probability of its records among all distinct sets of records of the page.
    pub probability: f64,
    /// The number of pages of the cluster that have this candidate.
    pub documents: u32,
}

/// The probability above which a choice counts as sure. By `eval/sweep.py` on lists, records, results and serp 0.6 to 0.75 are
/// the same; with 0.8 the F1 of lists falls from .987 to .983. Two of 24 sites of lists have worse results with all their pages
/// than with each page alone if `of_cluster` (choice.rs) never falls back to the page alone; with the fallback none has.
const SURE: f64 = 0.7;

/// The candidates of a page, best first once they are scored, and the element paths of the page.
pub(super) struct RankedPage {
    /// The number of the page.
    pub(super) number: usize,
    pub(super) paths: PagePaths,
    pub(super) ranked: Vec<Ranked>,
    /// The number of its cluster.
    pub(super) cluster: usize,
}

/// Whether the choice among candidates, which come best first, is sure.
pub(super) fn is_sure(ranked: &[Ranked]) -> bool {
    ranked.first().is_none_or(|best| best.probability > SURE)
}

impl RankedPage {
    /// Puts a candidate first, with the score of the one that was.
    pub(super) fn put_first(&mut self, at: usize) {
        let mut first = self.ranked.remove(at);
        std::mem::swap(&mut first.probability, &mut self.ranked[0].probability);
        std::mem::swap(&mut first.score, &mut self.ranked[0].score);
        self.ranked.insert(0, first);
    }
}

impl Ranked {
    /// The records of the page if this candidate is its list: the records of the candidate that fit the others, and the elements
    /// that are added to them.
    ///
    /// # Panics
    /// If the candidate is not of this tree.
    #[must_use]
    pub fn records(&self, tree: &Tree) -> Vec<Record> {
        self.fitting(tree, &PagePaths::new(tree))
    }

    pub(super) fn fitting(&self, tree: &Tree, paths: &PagePaths) -> Vec<Record> {
        fitting(tree, paths, &self.candidate.records, self.candidate.border())
    }
}

//! Which candidate is a page's list, with the other pages of the set as witnesses.

use super::candidate::{Candidate, Key, PagePaths, Resolution, candidates};
use super::fit::fitting;
use super::score::score;
use super::weight::weights;
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;
use rayon::prelude::*;

/// The list of a page.
#[derive(Clone, Debug)]
pub struct List {
    /// The elements that are its records, in document order.
    pub records: Vec<ElementId>,
    /// The candidate that was chosen.
    pub chosen: Ranked,
    /// The next best.
    pub next: Option<Ranked>,
}

/// A candidate with what speaks for it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The elements of the candidate.
    pub candidate: Candidate,
    /// Its score over that of the page's best.
    pub strength: f64,
    /// The sum of the strengths of the same path on all pages.
    pub votes: f64,
}

impl Ranked {
    fn evidence(&self) -> f64 {
        self.strength * self.votes
    }

    /// What makes its members alike.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.candidate.key.0
    }
}

/// The list of every page; `None` where nothing repeats.
#[must_use]
pub fn lists(trees: &[Tree]) -> Vec<Option<List>> {
    let weights = weights(trees);
    let paths: Vec<PagePaths> = trees.par_iter().map(PagePaths::new).collect();
    let pages: Vec<Vec<(Candidate, f64)>> = (trees, &paths, &weights)
        .into_par_iter()
        .map(|(tree, paths, weights)| strengths(tree, paths, weights))
        .collect();
    let mut votes: HashMap<Key, f64> = HashMap::new();
    for (candidate, strength) in pages.iter().flatten() {
        *votes.entry(candidate.key).or_default() += strength;
    }
    (trees, paths, pages)
        .into_par_iter()
        .map(|(tree, paths, page)| choose(tree, &paths, page, &votes))
        .collect()
}

/// The candidates of a page with their strengths.
fn strengths(tree: &Tree, paths: &PagePaths, weights: &[f64]) -> Vec<(Candidate, f64)> {
    let candidates = candidates(tree, paths);
    let scores: Vec<f64> =
        candidates.iter().map(|candidate| score(tree, paths, &candidate.members, weights)).collect();
    let best = scores.iter().copied().fold(0.0, f64::max);
    candidates
        .into_iter()
        .zip(scores)
        .filter(|(_, score)| *score > 0.0)
        .map(|(candidate, score)| (candidate, score / best))
        .collect()
}

fn choose(
    tree: &Tree,
    paths: &PagePaths,
    page: Vec<(Candidate, f64)>,
    votes: &HashMap<Key, f64>,
) -> Option<List> {
    let mut ranked: Vec<Ranked> = page
        .into_iter()
        .map(|(candidate, strength)| Ranked { votes: votes[&candidate.key], candidate, strength })
        .collect();
    // Candidates come by class first, then in document order; a stable sort keeps that among equals.
    ranked.sort_by(|a, b| b.evidence().total_cmp(&a.evidence()));
    let mut ranked = ranked.into_iter();
    let chosen = ranked.next()?;
    let next = ranked.find(|other| other.candidate.members != chosen.candidate.members);
    Some(List { records: fitting(tree, paths, &chosen.candidate.members), chosen, next })
}

//! Which candidate is a page's list, with the other pages of the set as witnesses.

use super::candidate::{Candidate, Key, PagePaths, candidates};
use super::fit::fitting;
use super::holder::without_holders;
use super::record::Record;
use super::score::{Score, score};
use super::single::with_single_records;
use super::weight::{Weights, weights};
use crate::page::Tree;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::ops::Range;

/// The lists of a page.
#[derive(Clone, Debug)]
pub struct List {
    /// The records, in document order.
    pub records: Vec<Record>,
    /// The candidate that was chosen.
    pub chosen: Ranked,
    /// The next best, often a part of the chosen one or a wider one around it.
    pub next: Option<Ranked>,
    /// Further lists of the page, best first; none shares an element with the chosen candidate or with one another.
    pub others: Vec<Ranked>,
}

/// A candidate with what speaks for it.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// The elements of the candidate: its frequency on the page is their number.
    pub candidate: Candidate,
    /// What it explains of the page.
    pub score: Score,
    /// Its score over that of the page's best.
    pub strength: f64,
    /// The sum of the strengths of the same path on all pages.
    pub votes: f64,
    /// The number of pages that have it.
    pub documents: u32,
}

impl Ranked {
    /// Votes count twice, squared: on its own page a menu may well be the strongest. Without votes six in a hundred
    /// counts of result pages go wrong.
    fn evidence(&self) -> f64 {
        self.strength * self.votes.powi(2)
    }
}

/// What all pages together say for a path.
#[derive(Clone, Copy, Default)]
struct Votes {
    strength: f64,
    documents: u32,
}

/// The list of every page; `None` where nothing repeats.
#[must_use]
pub fn lists(trees: &[Tree]) -> Vec<Option<List>> {
    let weights: Vec<Weights> = weights(trees);
    let paths: Vec<PagePaths> = trees.par_iter().map(PagePaths::new).collect();
    let pages: Vec<Vec<(Candidate, Score)>> = (trees, &paths, &weights)
        .into_par_iter()
        .map(|(tree, paths, weights)| scored(tree, paths, weights))
        .collect();
    let mut votes: HashMap<Key, Votes> = HashMap::new();
    for page in &pages {
        let best = best(page);
        for (candidate, score) in page {
            let votes = votes.entry(candidate.key).or_default();
            votes.strength += score.total() / best;
            votes.documents += 1;
        }
    }
    let chosen = (trees, paths, pages)
        .into_par_iter()
        .map(|(tree, paths, page)| choose(tree, &paths, page, &votes))
        .collect();
    with_single_records(trees, chosen)
}

/// The candidates of a page that explain anything.
fn scored(tree: &Tree, paths: &PagePaths, weights: &Weights) -> Vec<(Candidate, Score)> {
    let candidates = candidates(tree, paths);
    // The same records at several resolutions are several candidates, for the votes, but of one score.
    let scores: Vec<Score> = {
        let mut known: HashMap<&[Record], Score> = HashMap::new();
        let mut score =
            |records| *known.entry(records).or_insert_with(|| score(tree, paths, records, weights));
        candidates.iter().map(|candidate| score(&candidate.records)).collect()
    };
    let all = candidates.into_iter().zip(scores);
    without_holders(tree, paths, weights, all.filter(|(_, score)| score.total() > 0.0).collect())
}

fn best(page: &[(Candidate, Score)]) -> f64 {
    page.iter().map(|(_, score)| score.total()).fold(0.0, f64::max)
}

fn choose(
    tree: &Tree,
    paths: &PagePaths,
    page: Vec<(Candidate, Score)>,
    votes: &HashMap<Key, Votes>,
) -> Option<List> {
    let best = best(&page);
    let ranked = page.into_iter().map(|(candidate, score)| {
        let Votes { strength, documents } = votes[&candidate.key];
        Ranked { candidate, score, strength: score.total() / best, votes: strength, documents }
    });
    let mut ranked: Vec<Ranked> = ranked.collect();
    // A stable sort keeps the order of the candidates among equals.
    ranked.sort_by(|a, b| b.evidence().total_cmp(&a.evidence()));
    let chosen = ranked.first()?.clone();
    let next = ranked.iter().find(|other| other.candidate.records != chosen.candidate.records).cloned();
    let records = fitting(tree, paths, &chosen.candidate.records, chosen.candidate.border());
    let mut taken = Taken(vec![false; tree.elements().len()]);
    taken.add(&records);
    taken.add(&chosen.candidate.records);
    let others = ranked.into_iter().filter(|other| taken.take(&other.candidate.records)).collect();
    Some(List { records, chosen, next, others })
}

/// The elements that belong to lists.
struct Taken(Vec<bool>);

impl Taken {
    fn add(&mut self, records: &[Record]) {
        for record in records {
            self.0[elements(record)].fill(true);
        }
    }

    /// Adds records unless an element of theirs is taken.
    fn take(&mut self, records: &[Record]) -> bool {
        let free = records.iter().all(|record| !self.0[elements(record)].contains(&true));
        if free {
            self.add(records);
        }
        free
    }
}

fn elements(record: &Record) -> Range<usize> {
    record.head.index()..record.end.index()
}

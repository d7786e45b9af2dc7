//! Which candidate is a page's list, with the other pages of its template as witnesses.
//!
//! In: the trees of pages. Out: the [`List`] of each. Pages are clustered by template; in a cluster, each page's candidates
//! get their [`Evidence`]: what they say themselves, what the other candidates of the page and the same path on other pages
//! say of them. The fitted [`Weights`] make one number of it, and the highest is the list.
//!
//! Cost: linear in the texts of the candidates.

use super::candidate::{Candidate, Key, candidates};
use super::evidence::{Evidence, Sums, ln};
use super::fit::fitting;
use super::holder::holders;
use super::path::PagePaths;
use super::record::Record;
use super::rival::compare;
use super::score::{Score, score};
use super::weights::Weights;
use crate::features::flag;
use crate::page::Tree;
use crate::progress::{Counted, Step};
use crate::site::own::{OwnTexts, weigh};
use crate::site::{cluster_trees, members};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
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
    /// The records of the candidate: its frequency on the page is their number.
    pub candidate: Candidate,
    /// What speaks for it.
    pub evidence: Evidence,
    /// The weighted sum of the evidence.
    pub score: f64,
    /// How probable its records are among all sets of records of the page, from 0 to 1.
    pub probability: f64,
    /// The number of pages of the cluster that have the same path.
    pub documents: u32,
}

/// Sets of records that come into question on a page, the best by their product of powers: the choice among 64 reaches
/// what that among all does, and keeps the comparison of candidates cheap.
const MOST: usize = 64;

/// How probable a choice is that is sure. By `tools/sweep.py` on lists, records, results and serp 0.6 to 0.75 are the same; with 0.8
/// the F1 of lists falls from .987 to .983. Without the page alone two of 24 sites of lists lose by their further pages, now none.
const SURE: f64 = 0.7;

/// The list of every page; `None` where nothing repeats.
#[must_use]
pub fn lists(trees: &[Tree]) -> Vec<Option<List>> {
    let pages = pages(trees, |cluster, step| surest(cluster, Weights::records(), step));
    trees.par_iter().zip(pages).counted().map(|(tree, page)| choose(tree, page)).collect()
}

/// The candidates of every page, the best first.
#[must_use]
pub fn ranked(trees: &[Tree], by: &Weights) -> Vec<Vec<Ranked>> {
    pages(trees, |cluster, step| of_cluster(cluster, by, Some(step)))
        .into_iter()
        .map(|page| page.ranked)
        .collect()
}

/// A page with its candidates.
struct Page {
    paths: PagePaths,
    ranked: Vec<Ranked>,
}

impl Page {
    fn is_sure(&self) -> bool {
        self.ranked.first().is_none_or(|best| best.probability > SURE)
    }
}

fn pages(trees: &[Tree], of_cluster: impl Fn(&[&Tree], &Step) -> Vec<Page> + Sync) -> Vec<Page> {
    let pages_of = members(&cluster_trees(trees));
    let step = Step::begin(trees.len() as u64);
    let of_pages =
        |pages: &Vec<usize>| of_cluster(&pages.iter().map(|&page| &trees[page]).collect::<Vec<_>>(), &step);
    let found: Vec<Vec<Page>> = pages_of.par_iter().map(of_pages).collect();
    let mut numbered: Vec<(usize, Page)> =
        pages_of.into_iter().flatten().zip(found.into_iter().flatten()).collect();
    numbered.sort_unstable_by_key(|&(number, _)| number);
    numbered.into_iter().map(|(_, page)| page).collect()
}

/// The candidates of the pages of a cluster: as the page alone tells where that is sure, and all pages together are not.
/// Two pages may show the same things, which then look like their frame.
fn surest(trees: &[&Tree], by: &Weights, step: &Step) -> Vec<Page> {
    let together = of_cluster(trees, by, Some(step));
    let surest = |(tree, together): (&&Tree, Page)| {
        if trees.len() == 1 || together.is_sure() {
            return together;
        }
        let alone = of_cluster(&[tree], by, None).into_iter().next();
        alone.filter(Page::is_sure).unwrap_or(together)
    };
    trees.par_iter().zip(together).map(surest).collect()
}

fn of_cluster(trees: &[&Tree], by: &Weights, step: Option<&Step>) -> Vec<Page> {
    let texts = weigh(trees);
    let of_page = |(tree, texts): (&&Tree, _)| {
        let page = of_page(tree, texts);
        step.inspect(|step| step.done(1));
        page
    };
    let mut pages: Vec<Page> = trees.par_iter().zip(&texts).map(of_page).collect();
    compare_pages(&mut pages);
    for Page { ranked, .. } in &mut pages {
        for ranked in &mut *ranked {
            ranked.score = by.score(&ranked.evidence);
        }
        // A stable sort keeps the order of the candidates among equals.
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        set_probabilities(ranked);
    }
    pages
}

/// The odds of each candidate over those of all sets of records; the best comes first.
fn set_probabilities(page: &mut [Ranked]) {
    let Some(best) = page.first().map(|best| best.score) else { return };
    let all: f64 = {
        let mut seen: HashSet<&[Record]> = HashSet::new();
        let first = page.iter().filter(|ranked| seen.insert(&ranked.candidate.records));
        first.map(|ranked| (ranked.score - best).exp()).sum()
    };
    for ranked in page {
        ranked.probability = (ranked.score - best).exp() / all;
    }
}

/// The candidates of a page that explain anything, with what the page says of them.
fn of_page(tree: &Tree, texts: &OwnTexts) -> Page {
    let paths = PagePaths::new(tree);
    let all = candidates(tree, &paths);
    // The same records at several resolutions are several candidates, for the other pages, but of one score.
    let mut sets: Vec<(&[Record], Score)> = Vec::new();
    let mut numbers: HashMap<&[Record], usize> = HashMap::new();
    let mut set_of: Vec<usize> = Vec::new();
    for candidate in &all {
        let records = &candidate.records[..];
        set_of.push(*numbers.entry(records).or_insert_with(|| {
            sets.push((records, score(tree, &paths, records, texts)));
            sets.len() - 1
        }));
    }
    let mut best: Vec<usize> = (0..sets.len()).filter(|&set| sets[set].1.total() > 0.0).collect();
    best.sort_by(|&a, &b| sets[b].1.total().total_cmp(&sets[a].1.total()));
    best.truncate(MOST);
    let kept: Vec<(&[Record], Score)> = best.iter().map(|&set| sets[set]).collect();
    let mut of_set: Vec<Option<Evidence>> = vec![None; sets.len()];
    for (set, evidence) in best.into_iter().zip(evidence(tree, &paths, texts, &kept)) {
        of_set[set] = Some(evidence);
    }
    let ranked = all.iter().zip(set_of).filter_map(|(candidate, set)| {
        let evidence = of_set[set]?;
        Some(Ranked { candidate: candidate.clone(), evidence, score: 0.0, probability: 0.0, documents: 0 })
    });
    let ranked = ranked.collect();
    Page { paths, ranked }
}

/// What a page says of sets of records.
fn evidence(tree: &Tree, paths: &PagePaths, texts: &OwnTexts, sets: &[(&[Record], Score)]) -> Vec<Evidence> {
    let sums = Sums::new(tree, texts);
    let mut evidence: Vec<Evidence> =
        sets.iter().map(|&(records, score)| Evidence::new(&sums, records, score)).collect();
    compare(&sums, sets, &mut evidence);
    let mut best = f64::MIN_POSITIVE;
    for ((evidence, holds), (_, score)) in
        evidence.iter_mut().zip(holders(tree, paths, texts, sets)).zip(sets)
    {
        evidence.holder = flag(holds);
        best = if holds { best } else { best.max(score.total()) };
    }
    for (evidence, (_, score)) in evidence.iter_mut().zip(sets) {
        evidence.strength = ln(score.total() / best);
    }
    evidence
}

/// Adds what the pages of the cluster say of the same paths.
fn compare_pages(pages: &mut [Page]) {
    #[derive(Default)]
    struct Seen {
        pages: u32,
        records: f64,
        squares: f64,
        characters: f64,
        strength: f64,
    }
    let mut seen: HashMap<Key, Seen> = HashMap::new();
    for ranked in pages.iter().flat_map(|page| &page.ranked) {
        let seen = seen.entry(ranked.candidate.key).or_default();
        let n = exact(ranked.candidate.records.len() as u64);
        seen.pages += 1;
        seen.records += n;
        seen.squares += n * n;
        seen.characters += ranked.evidence.characters;
        seen.strength += ranked.evidence.strength.exp();
    }
    let all = exact(pages.len() as u64);
    for ranked in pages.iter_mut().flat_map(|page| &mut page.ranked) {
        let seen = &seen[&ranked.candidate.key];
        let on = f64::from(seen.pages);
        let mean = seen.records / on;
        ranked.documents = seen.pages;
        let evidence = &mut ranked.evidence;
        evidence.set_variation = (seen.squares / on - mean * mean).max(0.0).sqrt() / mean;
        evidence.set_characters = seen.characters / on;
        evidence.set_strength = (seen.strength / all).ln();
    }
}

fn choose(tree: &Tree, Page { paths, ranked }: Page) -> Option<List> {
    let fitting = |ranked: &Ranked| {
        let records = ranked.fitting(tree, &paths);
        differ(tree, &records).then(|| (ranked.clone(), records))
    };
    let (chosen, records) = ranked.iter().find_map(fitting)?;
    let next = ranked.iter().find(|other| other.candidate.records != chosen.candidate.records).cloned();
    let mut taken = Taken(vec![false; tree.elements().len()]);
    taken.add(&records);
    taken.add(&chosen.candidate.records);
    let others = ranked.into_iter().filter(|other| taken.take(&other.candidate.records)).collect();
    Some(List { records, chosen, next, others })
}

/// Whether not all of several records are one text: a menu that stands there twice is no list.
fn differ(tree: &Tree, records: &[Record]) -> bool {
    let texts = |record: &Record| record.leaves(tree).iter().map(|leaf| &leaf.text);
    records.len() == 1 || records.iter().any(|record| !texts(record).eq(texts(&records[0])))
}

impl Ranked {
    /// The records of the page if this is its list: those of the candidate that fit the others, and what joins them.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn records(&self, tree: &Tree) -> Vec<Record> {
        self.fitting(tree, &PagePaths::new(tree))
    }

    fn fitting(&self, tree: &Tree, paths: &PagePaths) -> Vec<Record> {
        fitting(tree, paths, &self.candidate.records, self.candidate.border())
    }
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

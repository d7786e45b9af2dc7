//! The gain in description length when sections with different labels are merged into one kind.
//!
//! In: the sections of the pages, those with one label forming a leaf cluster. Out: for two clusters, how much
//! shorter the description of the pages is with one kind instead of two. It counts which pages have the kind, which
//! label it has there, the shapes and the lengths of the values, and how alike the labels are ([`Likeness`]). The
//! words of the values were no use: pages of one department share words across their sections.
//!
//! Time O(sections) for each pair of clusters.

use crate::spectrum::exact;
use crate::wrapper::section::Traits;
use crate::wrapper::sections::label_likeness::{Likeness, NGrams};
use std::collections::{BTreeMap, BTreeSet};

/// The weight of the labels' likeness, and the likeness at which it counts neither for nor against a merge: swept 4
/// to 24 and 0.1 to 0.5, all within 0.03 from 6 and 0.2 on.
pub(in crate::wrapper) const LABEL_SCALE: f64 = 9.0;
pub(in crate::wrapper) const LABEL_MIDDLE: f64 = 0.3;

/// The weight of the cost of encoding which of its labels a kind has on each page: half of the bits, because pages
/// come in families with labels of their own, so that a choice is made once a family. 1 loses 0.02 to 0.06 on the one
/// real site that needs it.
const LABEL_CHOICE_WEIGHT: f64 = 0.5;

/// The weight of the prior, the distribution of shapes or lengths over all sections, against a cluster's own counts,
/// in sections. With 1 for lengths a site of `detail` without attributes loses a field in 25; for shapes 1 and 2 are
/// alike.
const PRIOR_WEIGHT: f64 = 2.0;

/// The number of a leaf cluster: the sections with one label that are the first with it on their page, or the second,
/// and so on.
pub(in crate::wrapper) type LeafId = usize;

/// Numbered things with their counts, in ascending order of the numbers.
type SortedCounts = Vec<(usize, u32)>;

/// A cluster of sections: a set of leaf clusters, with what the gain needs to know of their sections.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct LabelCluster {
    /// Ascending.
    pub(in crate::wrapper) leaves: Vec<LeafId>,
    /// The number of its sections, each on a page of its own.
    sections: u32,
    /// For each page whether it has one of the sections.
    pages: Vec<bool>,
    /// Ascending.
    labels: Vec<usize>,
    shapes: SortedCounts,
    lengths: SortedCounts,
    /// The log-likelihoods of its shapes and of its lengths under a distribution of the cluster's own.
    shape: f64,
    length: f64,
}

impl LabelCluster {
    /// Whether no page has sections of both clusters.
    pub(in crate::wrapper) fn is_disjoint(&self, other: &LabelCluster) -> bool {
        self.pages.iter().zip(&other.pages).all(|(&own, &of_other)| !(own && of_other))
    }
}

/// The statistics of all pages that gains are computed from.
#[derive(Debug)]
pub(in crate::wrapper) struct MergeGains {
    pages: u32,
    /// The logarithm of n!, for all n up to the number of pages.
    ln_factorials: Vec<f64>,
    /// The share of each shape and of each length among all sections: the priors.
    shapes: Vec<f64>,
    lengths: Vec<f64>,
    /// The likeness of each pair of labels.
    label_likeness: Vec<Vec<f64>>,
}

impl MergeGains {
    /// Computes the statistics of these pages; `of` is the leaf cluster of each section. Also returns the leaf
    /// clusters.
    pub(in crate::wrapper) fn new(
        pages: &[Vec<Traits>],
        of: &[Vec<LeafId>],
        leaves: usize,
    ) -> (Self, Vec<LabelCluster>) {
        let all = || pages.iter().flatten();
        let labels = numbers(all().map(|traits| &*traits.label));
        let shapes = numbers(all().map(|traits| &*traits.shape));
        let longest = all().map(|traits| traits.length as usize).max().unwrap_or_default();
        let mut clusters = vec![LabelCluster::empty(pages.len()); leaves];
        for (page, (sections, leaves)) in pages.iter().zip(of).enumerate() {
            for (traits, &leaf) in sections.iter().zip(leaves) {
                let cluster = &mut clusters[leaf];
                cluster.leaves = vec![leaf];
                cluster.labels = vec![labels[&*traits.label]];
                cluster.sections += 1;
                cluster.pages[page] = true;
                cluster.shapes.push((shapes[&*traits.shape], 1));
                cluster.lengths.push((traits.length as usize, 1));
            }
        }
        let ln_factorials = std::iter::once(0.0).chain((1..=pages.len()).scan(0.0, |sum, n| {
            *sum += exact(n as u64).ln();
            Some(*sum)
        }));
        let likeness = Likeness::among(labels.keys().copied());
        let pieces: Vec<NGrams> = labels.keys().map(|label| likeness.n_grams(label)).collect();
        let label_likeness = |one: &NGrams| pieces.iter().map(|other| one.likeness(other)).collect();
        let gains = MergeGains {
            pages: u32::try_from(pages.len()).expect("few pages"),
            ln_factorials: ln_factorials.collect(),
            shapes: smoothed_shares(all().map(|traits| shapes[&*traits.shape]), shapes.len()),
            lengths: smoothed_shares(all().map(|traits| traits.length as usize), longest + 1),
            label_likeness: pieces.iter().map(label_likeness).collect(),
        };
        for cluster in &mut clusters {
            cluster.shapes = summed(std::mem::take(&mut cluster.shapes));
            cluster.lengths = summed(std::mem::take(&mut cluster.lengths));
            gains.describe(cluster);
        }
        (gains, clusters)
    }

    /// Merges two clusters.
    pub(in crate::wrapper) fn joined(&self, a: &LabelCluster, b: &LabelCluster) -> LabelCluster {
        let counts = |a: &SortedCounts, b: &SortedCounts| summed([&**a, b].concat());
        let numbers = |a: &[usize], b: &[usize]| [a, b].concat().into_iter().collect::<BTreeSet<_>>();
        let mut joined = LabelCluster {
            leaves: numbers(&a.leaves, &b.leaves).into_iter().collect(),
            sections: a.sections + b.sections,
            pages: a.pages.iter().zip(&b.pages).map(|(a, b)| a | b).collect(),
            labels: numbers(&a.labels, &b.labels).into_iter().collect(),
            shapes: counts(&a.shapes, &b.shapes),
            lengths: counts(&a.lengths, &b.lengths),
            shape: 0.0,
            length: 0.0,
        };
        self.describe(&mut joined);
        joined
    }

    fn describe(&self, cluster: &mut LabelCluster) {
        cluster.shape = log_likelihood(&cluster.shapes, &[], &self.shapes);
        cluster.length = log_likelihood(&cluster.lengths, &[], &self.lengths);
    }

    /// The gain if two clusters are merged, in nats. No page may have sections of both.
    pub(in crate::wrapper) fn of(&self, a: &LabelCluster, b: &LabelCluster) -> f64 {
        let (n, m) = (a.sections, b.sections);
        let pages = self.presence(n) + self.presence(m) - self.presence(n + m);
        let choice = self.ln_factorial(n) + self.ln_factorial(m) - self.ln_factorial(n + m);
        let shape = log_likelihood(&a.shapes, &b.shapes, &self.shapes);
        let length = log_likelihood(&a.lengths, &b.lengths, &self.lengths);
        let traits_gain = shape - a.shape - b.shape + length - a.length - b.length;
        let (few, many) = if a.labels.len() <= b.labels.len() { (a, b) } else { (b, a) };
        let best = |&label: &usize| {
            many.labels.iter().map(|&other| self.label_likeness[label][other]).fold(0.0, f64::max)
        };
        let mean_likeness = few.labels.iter().map(best).sum::<f64>() / exact(few.labels.len() as u64);
        pages + LABEL_CHOICE_WEIGHT * choice + traits_gain + LABEL_SCALE * (mean_likeness - LABEL_MIDDLE)
    }

    fn ln_factorial(&self, n: u32) -> f64 {
        self.ln_factorials[n as usize]
    }

    /// The cost of encoding which pages have a section: how many of them, and which.
    fn presence(&self, sections: u32) -> f64 {
        let pages = self.pages;
        self.ln_factorial(pages) - self.ln_factorial(sections) - self.ln_factorial(pages - sections)
            + f64::from(pages + 1).ln()
    }
}

impl LabelCluster {
    fn empty(pages: usize) -> Self {
        LabelCluster {
            leaves: Vec::new(),
            sections: 0,
            pages: vec![false; pages],
            labels: Vec::new(),
            shapes: Vec::new(),
            lengths: Vec::new(),
            shape: 0.0,
            length: 0.0,
        }
    }
}

/// Numbers the distinct texts in ascending order.
fn numbers<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    texts.collect::<BTreeSet<_>>().into_iter().zip(0..).collect()
}

/// Adds up the counts of each number.
fn summed(mut counts: SortedCounts) -> SortedCounts {
    counts.sort_unstable_by_key(|&(number, _)| number);
    counts.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0 };
        same
    });
    counts
}

/// The share of each number among `things`, with half a count added to each for smoothing. The shares sum to 1.
/// Without smoothing a site of `detail` without attributes loses 0.011.
fn smoothed_shares(things: impl Iterator<Item = usize>, size: usize) -> Vec<f64> {
    let mut counts = vec![0.0; size];
    for thing in things {
        counts[thing] = if counts[thing] > 0.0 { counts[thing] } else { 0.5 } + 1.0;
    }
    let sum: f64 = counts.iter().sum();
    counts.iter().map(|count| count / sum).collect()
}

/// The log-likelihood of the counts of two clusters together, under an unknown distribution with the prior `common`,
/// which weighs as much as [`PRIOR_WEIGHT`] observations.
fn log_likelihood(a: &[(usize, u32)], b: &[(usize, u32)], common: &[f64]) -> f64 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = 0.0;
    let mut all = 0;
    while let Some(&number) = [a.peek(), b.peek()].into_iter().flatten().map(|(number, _)| number).min() {
        let counts = [&mut a, &mut b].map(|counts| counts.next_if(|next| next.0 == number));
        let count: u32 = counts.into_iter().flatten().map(|(_, count)| count).sum();
        for i in 0..count {
            sum += ((f64::from(i) + PRIOR_WEIGHT * common[number]) / (f64::from(all) + PRIOR_WEIGHT)).ln();
            all += 1;
        }
    }
    sum
}

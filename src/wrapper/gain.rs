//! What is gained if sections of several labels are taken for one kind.
//!
//! In: the sections of pages, those of one label together as a leaf. Out: for two groups of leaves what it saves to
//! describe them as one: the bits for saying which pages have it, for the label, for shape and length of the values, and
//! how alike the labels are ([`Likeness`]). What the values say was of no use: pages of one department share words
//! across their sections.
//!
//! Time O(sections) for each two groups.

use super::form::Traits;
use super::likeness::{Likeness, Pieces};
use crate::spectrum::exact;
use std::collections::{BTreeMap, BTreeSet};

/// What like labels count, and how alike they must be: swept 4 to 24 and 0.1 to 0.5, all within 0.03 from 6 and 0.2 on.
pub(super) const LABEL_SCALE: f64 = 9.0;
pub(super) const LABEL_MIDDLE: f64 = 0.3;

/// What it costs to tell which of its labels a kind has on a page: half of the bits, because pages come in families with
/// labels of their own, so that a choice is made once a family. 1 loses 0.02 to 0.06 on the one real site that needs it.
const LABEL_CHOICE: f64 = 0.5;

/// What the common distribution of shapes or lengths weighs against a group's own, in sections. With 1 for lengths a site
/// of `detail` without attributes loses a field in 25; for shapes 1 and 2 are alike.
const DRAWN: f64 = 2.0;

/// The number of the sections that have a label for the same time on their page.
pub(super) type Leaf = usize;

/// How often there are some things, by their numbers in ascending order.
type Counts = Vec<(usize, u32)>;

/// A set of leaves.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// Ascending.
    pub(super) leaves: Vec<Leaf>,
    /// How many sections it has, each on another page.
    sections: u32,
    /// Whether each page has one.
    pages: Vec<bool>,
    /// Ascending.
    labels: Vec<usize>,
    shapes: Counts,
    lengths: Counts,
    /// How well its shapes and lengths fit distributions of their own.
    shape: f64,
    length: f64,
}

impl Group {
    /// Whether no page has both.
    pub(super) fn is_disjoint(&self, other: &Group) -> bool {
        self.pages.iter().zip(&other.pages).all(|(&own, &of_other)| !(own && of_other))
    }
}

/// What counts for gains.
#[derive(Debug)]
pub(super) struct Gains {
    pages: u32,
    /// The logarithm of n!, for all n up to the number of pages.
    ln_factorials: Vec<f64>,
    /// How often each shape and length is found anywhere.
    shapes: Vec<f64>,
    lengths: Vec<f64>,
    /// How alike each two labels are.
    alike: Vec<Vec<f64>>,
}

impl Gains {
    /// What counts on these pages, whose sections have these leaves, with the groups of one leaf each.
    pub(super) fn new(pages: &[Vec<Traits>], of: &[Vec<Leaf>], leaves: usize) -> (Self, Vec<Group>) {
        let all = || pages.iter().flatten();
        let labels = numbers(all().map(|traits| &*traits.label));
        let shapes = numbers(all().map(|traits| &*traits.shape));
        let longest = all().map(|traits| traits.length as usize).max().unwrap_or_default();
        let mut groups = vec![Group::empty(pages.len()); leaves];
        for (page, (sections, leaves)) in pages.iter().zip(of).enumerate() {
            for (traits, &leaf) in sections.iter().zip(leaves) {
                let group = &mut groups[leaf];
                group.leaves = vec![leaf];
                group.labels = vec![labels[&*traits.label]];
                group.sections += 1;
                group.pages[page] = true;
                group.shapes.push((shapes[&*traits.shape], 1));
                group.lengths.push((traits.length as usize, 1));
            }
        }
        let ln_factorials = std::iter::once(0.0).chain((1..=pages.len()).scan(0.0, |sum, n| {
            *sum += exact(n as u64).ln();
            Some(*sum)
        }));
        let likeness = Likeness::among(labels.keys().copied());
        let pieces: Vec<Pieces> = labels.keys().map(|label| likeness.pieces(label)).collect();
        let alike = |one: &Pieces| pieces.iter().map(|other| one.likeness(other)).collect();
        let gains = Gains {
            pages: u32::try_from(pages.len()).expect("few pages"),
            ln_factorials: ln_factorials.collect(),
            shapes: shares(all().map(|traits| shapes[&*traits.shape]), shapes.len()),
            lengths: shares(all().map(|traits| traits.length as usize), longest + 1),
            alike: pieces.iter().map(alike).collect(),
        };
        for group in &mut groups {
            group.shapes = merged(std::mem::take(&mut group.shapes));
            group.lengths = merged(std::mem::take(&mut group.lengths));
            gains.describe(group);
        }
        (gains, groups)
    }

    /// Two groups as one.
    pub(super) fn joined(&self, a: &Group, b: &Group) -> Group {
        let counts = |a: &Counts, b: &Counts| merged([&**a, b].concat());
        let numbers = |a: &[usize], b: &[usize]| [a, b].concat().into_iter().collect::<BTreeSet<_>>();
        let mut joined = Group {
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

    fn describe(&self, group: &mut Group) {
        group.shape = surprise(&group.shapes, &[], &self.shapes);
        group.length = surprise(&group.lengths, &[], &self.lengths);
    }

    /// What is gained if two groups are of one kind; no page has both.
    pub(super) fn of(&self, a: &Group, b: &Group) -> f64 {
        let (n, m) = (a.sections, b.sections);
        let pages = self.presence(n) + self.presence(m) - self.presence(n + m);
        let choice = self.ln_factorial(n) + self.ln_factorial(m) - self.ln_factorial(n + m);
        let shape = surprise(&a.shapes, &b.shapes, &self.shapes);
        let length = surprise(&a.lengths, &b.lengths, &self.lengths);
        let looks = shape - a.shape - b.shape + length - a.length - b.length;
        let (few, many) = if a.labels.len() <= b.labels.len() { (a, b) } else { (b, a) };
        let best =
            |&label: &usize| many.labels.iter().map(|&other| self.alike[label][other]).fold(0.0, f64::max);
        let like = few.labels.iter().map(best).sum::<f64>() / exact(few.labels.len() as u64);
        pages + LABEL_CHOICE * choice + looks + LABEL_SCALE * (like - LABEL_MIDDLE)
    }

    fn ln_factorial(&self, n: u32) -> f64 {
        self.ln_factorials[n as usize]
    }

    /// What it takes to say which of the pages have a section: how many, and which.
    fn presence(&self, sections: u32) -> f64 {
        let pages = self.pages;
        self.ln_factorial(pages) - self.ln_factorial(sections) - self.ln_factorial(pages - sections)
            + f64::from(pages + 1).ln()
    }
}

impl Group {
    fn empty(pages: usize) -> Self {
        Group {
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

/// Numbers for different texts, in ascending order.
fn numbers<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    texts.collect::<BTreeSet<_>>().into_iter().zip(0..).collect()
}

/// Counts with each number once.
fn merged(mut counts: Counts) -> Counts {
    counts.sort_unstable_by_key(|&(number, _)| number);
    counts.dedup_by(|next, first| {
        let same = next.0 == first.0;
        first.1 += if same { next.1 } else { 0 };
        same
    });
    counts
}

/// Shares of things by their numbers that sum to 1, each drawn a little towards the others: without that a site of `detail`
/// without attributes loses 0.011.
fn shares(things: impl Iterator<Item = usize>, size: usize) -> Vec<f64> {
    let mut counts = vec![0.0; size];
    for thing in things {
        counts[thing] = if counts[thing] > 0.0 { counts[thing] } else { 0.5 } + 1.0;
    }
    let sum: f64 = counts.iter().sum();
    counts.iter().map(|count| count / sum).collect()
}

/// How well the counts of two groups fit a distribution of their own that is drawn towards a common one by so many
/// observations.
fn surprise(a: &[(usize, u32)], b: &[(usize, u32)], common: &[f64]) -> f64 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut sum = 0.0;
    let mut all = 0;
    while let Some(&number) = [a.peek(), b.peek()].into_iter().flatten().map(|(number, _)| number).min() {
        let counts = [&mut a, &mut b].map(|counts| counts.next_if(|next| next.0 == number));
        let count: u32 = counts.into_iter().flatten().map(|(_, count)| count).sum();
        for i in 0..count {
            sum += ((f64::from(i) + DRAWN * common[number]) / (f64::from(all) + DRAWN)).ln();
            all += 1;
        }
    }
    sum
}

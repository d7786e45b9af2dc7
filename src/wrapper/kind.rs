//! The kinds of section that pages of a template have: which labels name the same thing.
//!
//! In: the sections of the learning pages. Out: kinds in page order, each with its labels. Sections of one label are of
//! one kind; several labels are, if that describes the pages better. No page has two sections of a kind, and kinds
//! stand in one order on all pages.
//!
//! ```text
//! page 1  Summary Aim     Grading      Office
//! page 2  Summary Goals   Grading      Office
//! page 3  Summary Purpose How we grade
//! kinds   Summary, Aim = Goals = Purpose, Grading = How we grade, Office
//! ```
//!
//! Two kinds become one by what is gained: bits for saying which pages have it, for the label, for shape and length of
//! the values, and how alike the labels are ([`Likeness`]). The largest gain goes first; then each label is moved to
//! the kind where it gains most, and so on until nothing changes. What the values say was of no use: pages of one
//! department share words across their sections.
//!
//! Time O(k^3) for k different labels at worst; there are at most [`MOST_LABELS`].

use super::likeness::{Likeness, Pieces};
use super::section::By;
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::collections::{BTreeMap, BTreeSet};

/// With more labels the texts are values.
pub(super) const MOST_LABELS: usize = 500;

/// What like labels count, and how alike they must be: swept 4 to 24 and 0.1 to 0.5, all within 0.03 from 6 and 0.2 on.
pub(super) const LABEL_SCALE: f64 = 9.0;
pub(super) const LABEL_MIDDLE: f64 = 0.3;

/// What it costs to tell which of its labels a kind has on a page: half of the bits, because pages come in families with
/// labels of their own, so that a choice is made once a family. 1 loses 0.02 to 0.06 on the one real site that needs it.
const LABEL_CHOICE: f64 = 0.5;

/// What a label must gain to move.
const LEAST_GAIN: f64 = 0.1;

/// Merging and moving by turns ends of itself; in case it does not.
const ROUNDS: usize = 10;

/// What counts of a section.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Traits {
    /// What tells sections of one kind from others.
    pub(super) label: String,
    /// What people call it.
    pub(super) name: String,
    /// The tags of the value.
    pub(super) shape: String,
    /// The length of the value in characters, in bits.
    pub(super) length: u32,
}

/// Sections that are of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    /// For each page that has one its traits.
    pub(super) sections: BTreeMap<usize, Traits>,
}

/// Sections of one label; `Kinds` is a partition of these.
type Leaf = usize;

/// The kinds of these pages' sections, in page order; for every page and section the number of its kind.
///
/// What the markup tells apart stays apart.
pub(super) fn kinds(pages: &[Vec<Traits>], by: By) -> (Vec<Kind>, Vec<Vec<usize>>) {
    let mut kinds = Kinds::new(pages);
    for _ in 0..ROUNDS {
        if by == By::Markup || !kinds.merge() & !kinds.shift() {
            break;
        }
    }
    kinds.finish(pages)
}

/// A set of leaves.
#[derive(Clone, Debug, Default)]
struct Group {
    leaves: BTreeSet<Leaf>,
    pages: BTreeSet<usize>,
    shapes: BTreeMap<String, u32>,
    lengths: BTreeMap<u32, u32>,
    labels: BTreeSet<usize>,
}

impl Group {
    fn sections(&self) -> u32 {
        self.shapes.values().sum()
    }

    fn joined(&self, other: &Group) -> Group {
        let mut joined = self.clone();
        joined.leaves.extend(&other.leaves);
        joined.pages.extend(&other.pages);
        joined.labels.extend(&other.labels);
        for (shape, count) in &other.shapes {
            *joined.shapes.entry(shape.clone()).or_default() += count;
        }
        for (length, count) in &other.lengths {
            *joined.lengths.entry(*length).or_default() += count;
        }
        joined
    }
}

struct Kinds {
    pages: u32,
    leaves: Vec<Group>,
    /// For every page and section its leaf.
    leaf_of: Vec<Vec<Leaf>>,
    /// The mean place of a leaf's sections, from 0 to 1.
    place: Vec<f64>,
    /// The leaves that stand behind a leaf on more pages than before it.
    behind: Vec<Vec<Leaf>>,
    labels: Vec<Pieces>,
    likeness: Likeness,
    /// How often each shape and length is found anywhere.
    shapes: BTreeMap<String, f64>,
    lengths: BTreeMap<u32, f64>,
    groups: BTreeMap<u32, Group>,
    /// The gains of pairs of groups; groups never change, new ones get new numbers.
    gains: HashMap<(u32, u32), f64>,
    next: u32,
}

/// Shares that sum to 1, each drawn a little towards the others.
fn shares<K: Ord>(values: impl Iterator<Item = K>) -> BTreeMap<K, f64> {
    let mut counts: BTreeMap<K, f64> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0.5) += 1.0;
    }
    let sum: f64 = counts.values().sum();
    for count in counts.values_mut() {
        *count /= sum;
    }
    counts
}

impl Kinds {
    fn new(pages: &[Vec<Traits>]) -> Self {
        let all = || pages.iter().flatten();
        let labels: BTreeSet<&str> = all().map(|traits| &*traits.label).collect();
        let likeness = Likeness::among(labels.iter().copied());
        let numbers: BTreeMap<&str, usize> = labels.iter().copied().zip(0..).collect();
        let mut leaves: Vec<Group> = Vec::new();
        let mut known: BTreeMap<(&str, u32), Leaf> = BTreeMap::new();
        let mut leaf_of = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
            let mut of_page = Vec::new();
            for traits in page {
                let before = seen.entry(&traits.label).or_default();
                let leaf = *known.entry((&traits.label, *before)).or_insert(leaves.len());
                *before += 1;
                if leaf == leaves.len() {
                    leaves.push(Group { leaves: BTreeSet::from([leaf]), ..Group::default() });
                }
                let group = &mut leaves[leaf];
                group.pages.insert(number);
                group.labels.insert(numbers[&*traits.label]);
                *group.shapes.entry(traits.shape.clone()).or_default() += 1;
                *group.lengths.entry(traits.length).or_default() += 1;
                of_page.push(leaf);
            }
            leaf_of.push(of_page);
        }
        let (place, behind) = order(leaves.len(), &leaf_of);
        let groups: BTreeMap<u32, Group> = (0..).zip(leaves.iter().cloned()).collect();
        Kinds {
            pages: u32::try_from(pages.len()).expect("few pages"),
            place,
            behind,
            labels: labels.iter().map(|label| likeness.pieces(label)).collect(),
            likeness,
            shapes: shares(all().map(|traits| traits.shape.clone())),
            lengths: shares(all().map(|traits| traits.length)),
            next: u32::try_from(leaves.len()).expect("few labels"),
            leaves,
            leaf_of,
            groups,
            gains: HashMap::new(),
        }
    }

    fn add(&mut self, group: Group) -> u32 {
        self.groups.insert(self.next, group);
        self.next += 1;
        self.next - 1
    }

    /// What is gained if two groups are of one kind.
    fn gain(&self, a: &Group, b: &Group) -> f64 {
        let (n, m) = (a.sections(), b.sections());
        let both = a.joined(b);
        let pages = presence(n, self.pages) + presence(m, self.pages) - presence(n + m, self.pages);
        let choice = ln_factorial(n) + ln_factorial(m) - ln_factorial(n + m);
        let shape = |group: &Group| surprise(&group.shapes, &self.shapes, 1.0);
        let length = |group: &Group| surprise(&group.lengths, &self.lengths, 2.0);
        let looks = shape(&both) - shape(a) - shape(b) + length(&both) - length(a) - length(b);
        let (few, many) = if a.labels.len() <= b.labels.len() { (a, b) } else { (b, a) };
        let best = |&label: &usize| {
            let like = |&other: &usize| self.likeness.of(&self.labels[label], &self.labels[other]);
            many.labels.iter().map(like).fold(0.0, f64::max)
        };
        let like = few.labels.iter().map(best).sum::<f64>() / exact(few.labels.len() as u64);
        pages + LABEL_CHOICE * choice + looks + LABEL_SCALE * (like - LABEL_MIDDLE)
    }

    fn cached(&mut self, a: u32, b: u32) -> f64 {
        if let Some(&gain) = self.gains.get(&(a, b)) {
            return gain;
        }
        let gain = self.gain(&self.groups[&a], &self.groups[&b]);
        self.gains.insert((a, b), gain);
        gain
    }

    /// Merges groups while that gains; whether it did.
    fn merge(&mut self) -> bool {
        let mut merged = false;
        loop {
            let numbers: Vec<u32> = self.groups.keys().copied().collect();
            let mut pairs: Vec<(f64, u32, u32)> = Vec::new();
            for (i, &a) in numbers.iter().enumerate() {
                for &b in &numbers[i + 1..] {
                    if self.groups[&a].pages.is_disjoint(&self.groups[&b].pages) {
                        let gain = self.cached(a, b);
                        if gain > 0.0 {
                            pairs.push((gain, a, b));
                        }
                    }
                }
            }
            pairs.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
            let Some(&(_, a, b)) = pairs.iter().find(|&&(_, a, b)| self.are_apart(a, b)) else {
                return merged;
            };
            let (a, b) = (self.groups.remove(&a), self.groups.remove(&b));
            let joined = a.expect("a group").joined(&b.expect("a group"));
            self.add(joined);
            merged = true;
        }
    }

    /// Moves every leaf to the group where it gains most; whether one moved.
    fn shift(&mut self) -> bool {
        let mut moved = false;
        for leaf in 0..self.leaves.len() {
            let home = *self.groups.iter().find(|(_, group)| group.leaves.contains(&leaf)).expect("a home").0;
            let rest = self.without(home, leaf);
            let alone = self.leaves[leaf].clone();
            let now = rest.as_ref().map_or(0.0, |rest| self.gain(&alone, rest));
            let mut better: Vec<(f64, Option<u32>)> = Vec::new();
            for (&number, group) in &self.groups {
                if number != home && group.pages.is_disjoint(&alone.pages) {
                    better.push((self.gain(&alone, group), Some(number)));
                }
            }
            if rest.is_some() {
                better.push((0.0, None));
            }
            better.retain(|(gain, _)| *gain > now + LEAST_GAIN);
            better.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            if better.is_empty() {
                continue;
            }
            let before = self.groups.clone();
            self.groups.remove(&home);
            if let Some(rest) = rest {
                self.add(rest);
            }
            let single = self.add(alone);
            let goal = better.iter().find(|(_, goal)| goal.is_none_or(|goal| self.are_apart(single, goal)));
            match goal {
                None => self.groups = before,
                Some((_, None)) => moved = true,
                Some(&(_, Some(goal))) => {
                    let (a, b) = (self.groups.remove(&single), self.groups.remove(&goal));
                    let joined = a.expect("a group").joined(&b.expect("a group"));
                    self.add(joined);
                    moved = true;
                }
            }
        }
        moved
    }

    /// A group without one of its leaves, if others are left.
    fn without(&self, group: u32, leaf: Leaf) -> Option<Group> {
        let leaves = self.groups[&group].leaves.iter().filter(|&&other| other != leaf);
        leaves.map(|&leaf| self.leaves[leaf].clone()).reduce(|a, b| a.joined(&b))
    }

    /// Whether no order of kinds on the pages leads from one group to the other.
    fn are_apart(&self, a: u32, b: u32) -> bool {
        let mut home = vec![0; self.leaves.len()];
        for (&number, group) in &self.groups {
            for &leaf in &group.leaves {
                home[leaf] = number;
            }
        }
        let leads = |from: u32, to: u32| {
            let mut seen = BTreeSet::from([from]);
            let mut open = vec![from];
            while let Some(group) = open.pop() {
                for next in self.groups[&group].leaves.iter().flat_map(|&leaf| &self.behind[leaf]) {
                    if home[*next] == to {
                        return true;
                    }
                    if seen.insert(home[*next]) {
                        open.push(home[*next]);
                    }
                }
            }
            false
        };
        !leads(a, b) && !leads(b, a)
    }

    /// The groups in an order that most pages agree with.
    fn finish(self, pages: &[Vec<Traits>]) -> (Vec<Kind>, Vec<Vec<usize>>) {
        let mut left: Vec<&Group> = self.groups.values().collect();
        let place = |group: &Group| {
            let sum: f64 = group
                .leaves
                .iter()
                .map(|&leaf| self.place[leaf] * f64::from(self.leaves[leaf].sections()))
                .sum();
            sum / f64::from(group.sections())
        };
        let mut number = vec![0; self.leaves.len()];
        let mut count = 0;
        while !left.is_empty() {
            let is_behind = |group: &Group, other: &Group| {
                other
                    .leaves
                    .iter()
                    .any(|&leaf| self.behind[leaf].iter().any(|next| group.leaves.contains(next)))
            };
            let is_free = |group: &&Group| {
                !left.iter().any(|other| !std::ptr::eq(*other, *group) && is_behind(group, other))
            };
            let by_place =
                |a: &&Group, b: &&Group| place(a).total_cmp(&place(b)).then(a.leaves.cmp(&b.leaves));
            let free = left.iter().copied().filter(is_free).min_by(by_place);
            // Pages that contradict each other leave none free.
            let next = free.or_else(|| left.iter().copied().min_by(by_place)).expect("some are left");
            for &leaf in &next.leaves {
                number[leaf] = count;
            }
            count += 1;
            left.retain(|group| !std::ptr::eq(*group, next));
        }
        let mut kinds = vec![Kind::default(); count];
        let numbers: Vec<Vec<usize>> =
            self.leaf_of.iter().map(|page| page.iter().map(|&leaf| number[leaf]).collect()).collect();
        for (page, (traits, numbers)) in pages.iter().zip(&numbers).enumerate() {
            for (traits, &number) in traits.iter().zip(numbers) {
                kinds[number].sections.insert(page, traits.clone());
            }
        }
        (kinds, numbers)
    }
}

/// The mean places of leaves, and for each those that stand behind it on more pages than before it.
fn order(leaves: usize, pages: &[Vec<Leaf>]) -> (Vec<f64>, Vec<Vec<Leaf>>) {
    let mut before = vec![0_u32; leaves * leaves];
    let (mut sum, mut count) = (vec![0.0; leaves], vec![0.0; leaves]);
    for page in pages {
        for (at, &a) in page.iter().enumerate() {
            sum[a] += exact(at as u64) / exact(page.len() as u64);
            count[a] += 1.0;
            for &b in &page[at + 1..] {
                before[a * leaves + b] += 1;
            }
        }
    }
    let place = sum.iter().zip(&count).map(|(sum, count)| sum / count).collect();
    let is_behind = |a: usize, b: usize| before[a * leaves + b] > before[b * leaves + a];
    let behind = (0..leaves).map(|a| (0..leaves).filter(|&b| is_behind(a, b)).collect()).collect();
    (place, behind)
}

fn ln_factorial(n: u32) -> f64 {
    (2..=n).map(|i| f64::from(i).ln()).sum()
}

/// What it takes to say which of the pages have a section: how many, and which.
fn presence(sections: u32, pages: u32) -> f64 {
    let pages = pages.max(sections);
    ln_factorial(pages) - ln_factorial(sections) - ln_factorial(pages - sections) + f64::from(pages + 1).ln()
}

/// How well counts fit a distribution of their own that is drawn towards a common one by so many observations.
fn surprise<K: Ord>(counts: &BTreeMap<K, u32>, common: &BTreeMap<K, f64>, drawn: f64) -> f64 {
    let mut sum = 0.0;
    let mut all = 0;
    for (key, &count) in counts {
        for i in 0..count {
            sum += ((f64::from(i) + drawn * common[key]) / (f64::from(all) + drawn)).ln();
            all += 1;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(labels: &[&str]) -> Vec<Traits> {
        let traits = |label: &&str| Traits {
            label: (*label).to_owned(),
            name: (*label).to_owned(),
            shape: "p / ".to_owned(),
            length: 5,
        };
        labels.iter().map(traits).collect()
    }

    fn named(pages: &[Vec<Traits>]) -> Vec<Vec<String>> {
        let labels =
            |kind: &Kind| kind.sections.values().map(|traits| traits.label.clone()).collect::<BTreeSet<_>>();
        kinds(pages, By::Label).0.iter().map(|kind| labels(kind).into_iter().collect()).collect()
    }

    #[test]
    fn names_of_one_thing_are_one_kind() {
        let pages = [
            page(&["Summary", "Aim", "Grading", "Office"]),
            page(&["Summary", "Goals", "Grading", "Office"]),
            page(&["Summary", "Purpose", "How grading is done", "Office"]),
            page(&["Summary", "Aim", "Grading", "Office"]),
        ];
        let expected: [&[&str]; 4] =
            [&["Summary"], &["Aim", "Goals", "Purpose"], &["Grading", "How grading is done"], &["Office"]];
        assert_eq!(named(&pages), expected);
    }

    #[test]
    fn what_one_page_has_twice_is_two_kinds() {
        let pages = [page(&["Note", "Aim", "Note"]), page(&["Note", "Aim", "Note"])];
        assert_eq!(named(&pages), [["Note"], ["Aim"], ["Note"]]);
    }

    #[test]
    fn parts_that_come_and_go_on_their_own_stay_apart() {
        let pages = [
            page(&["Title", "Price", "Weight"]),
            page(&["Title", "Weight"]),
            page(&["Title", "Price"]),
            page(&["Title", "Price", "Weight"]),
            page(&["Title"]),
        ];
        assert_eq!(named(&pages), [["Title"], ["Price"], ["Weight"]]);
    }
}

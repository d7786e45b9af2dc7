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
//! Of two kinds that can become one those with the largest gain ([`gain`](super::gain)) go first; then each label is
//! moved to the kind where it gains most, and so on until nothing changes.
//!
//! Time O(k^3) for k different labels at worst; there are at most [`MOST_LABELS`].

use super::form::{By, Traits};
use super::gain::{Gains, Group, Leaf};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// With more labels the texts are values.
pub(super) const MOST_LABELS: usize = 500;

/// Merging and moving by turns ends of itself; in case it does not.
const ROUNDS: usize = 10;

/// Sections that are of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Kind {
    /// For each page that has one its traits.
    pub(super) sections: BTreeMap<usize, Traits>,
}

/// The kinds of these pages' sections, in page order; for every page and section the number of its kind.
///
/// What the markup tells apart stays apart.
pub(super) fn kinds(pages: &[Vec<Traits>], by: By) -> (Vec<Kind>, Vec<Vec<usize>>) {
    let leaves = Leaves::new(pages);
    let groups = match by {
        By::Markup => (0..leaves.sections.len()).map(|leaf| vec![leaf]).collect(),
        By::Label => Merging::new(pages, &leaves).groups(),
    };
    leaves.finish(pages, &groups)
}

/// The sections of pages by their labels; what a page has of a label for the second time is another leaf.
struct Leaves {
    /// For every page and section its leaf.
    of: Vec<Vec<Leaf>>,
    /// How many sections each has.
    sections: Vec<u32>,
    /// The mean place of a leaf's sections, from 0 to 1.
    place: Vec<f64>,
    /// The leaves that stand behind a leaf on more pages than before it.
    behind: Vec<Vec<Leaf>>,
}

impl Leaves {
    fn new(pages: &[Vec<Traits>]) -> Self {
        let mut known: HashMap<(&str, u32), Leaf> = HashMap::new();
        let mut of = Vec::new();
        let mut sections: Vec<u32> = Vec::new();
        for page in pages {
            let mut seen: HashMap<&str, u32> = HashMap::new();
            let mut of_page = Vec::new();
            for traits in page {
                let before = seen.entry(&traits.label).or_default();
                let leaf = *known.entry((&traits.label, *before)).or_insert(sections.len());
                *before += 1;
                if leaf == sections.len() {
                    sections.push(0);
                }
                sections[leaf] += 1;
                of_page.push(leaf);
            }
            of.push(of_page);
        }
        let (place, behind) = order(sections.len(), &of);
        Leaves { of, sections, place, behind }
    }

    /// The mean place of the sections of a group.
    fn place(&self, group: &[Leaf]) -> f64 {
        let weighed = |&leaf: &Leaf| self.place[leaf] * f64::from(self.sections[leaf]);
        let sections: u32 = group.iter().map(|&leaf| self.sections[leaf]).sum();
        group.iter().map(weighed).sum::<f64>() / f64::from(sections)
    }

    /// Whether a leaf of one group stands behind one of the other.
    fn is_behind(&self, group: &[Leaf], other: &[Leaf]) -> bool {
        let mut behind = other.iter().flat_map(|&leaf| &self.behind[leaf]);
        behind.any(|next| group.binary_search(next).is_ok())
    }

    /// The groups in an order that most pages agree with.
    fn finish(self, pages: &[Vec<Traits>], groups: &[Vec<Leaf>]) -> (Vec<Kind>, Vec<Vec<usize>>) {
        let mut left: Vec<(f64, &[Leaf])> =
            groups.iter().map(|group| (self.place(group), &**group)).collect();
        left.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        let mut number = vec![0; self.sections.len()];
        let mut count = 0;
        while !left.is_empty() {
            let is_free = |at: &usize| {
                let mut others = (0..left.len()).filter(|other| other != at);
                !others.any(|other| self.is_behind(left[*at].1, left[other].1))
            };
            // Pages that contradict each other leave none free.
            let next = (0..left.len()).find(is_free).unwrap_or(0);
            for &leaf in left.remove(next).1 {
                number[leaf] = count;
            }
            count += 1;
        }
        let mut kinds = vec![Kind::default(); count];
        let numbers: Vec<Vec<usize>> =
            self.of.iter().map(|page| page.iter().map(|&leaf| number[leaf]).collect()).collect();
        for (page, (traits, numbers)) in pages.iter().zip(&numbers).enumerate() {
            for (traits, &number) in traits.iter().zip(numbers) {
                kinds[number].sections.insert(page, traits.clone());
            }
        }
        (kinds, numbers)
    }
}

/// Makes groups of leaves.
struct Merging<'a> {
    leaves: &'a Leaves,
    gains: Gains,
    /// A group for each leaf.
    alone: Vec<Group>,
    /// The groups by number; they never change, new ones get new numbers. The first are those of one leaf each.
    groups: BTreeMap<u32, Group>,
    /// The gains of pairs of groups.
    known: HashMap<(u32, u32), f64>,
    next: u32,
}

/// Two groups with the bits of what is gained if they are one, which are in the order of what they stand for since it is
/// more than 0. The largest gain is the greatest, then the first pair.
type Pair = (u64, Reverse<(u32, u32)>);

impl<'a> Merging<'a> {
    fn new(pages: &[Vec<Traits>], leaves: &'a Leaves) -> Self {
        let (gains, alone) = Gains::new(pages, &leaves.of, leaves.sections.len());
        let next = u32::try_from(alone.len()).expect("few labels");
        let groups = (0..next).zip(alone.iter().cloned()).collect();
        Merging { leaves, gains, alone, groups, known: HashMap::new(), next }
    }

    /// The leaves of every group.
    fn groups(mut self) -> Vec<Vec<Leaf>> {
        for _ in 0..ROUNDS {
            if !self.merge() & !self.shift() {
                break;
            }
        }
        self.groups.into_values().map(|group| group.leaves).collect()
    }

    fn add(&mut self, group: Group) -> u32 {
        self.groups.insert(self.next, group);
        self.next += 1;
        self.next - 1
    }

    /// Makes one group of two.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.groups.remove(&a), self.groups.remove(&b));
        let joined = self.gains.joined(&a.expect("a group"), &b.expect("a group"));
        self.add(joined)
    }

    /// The pair of two groups that no page has both of, if it gains.
    fn pair(&mut self, a: u32, b: u32) -> Option<Pair> {
        let groups = (&self.groups[&a], &self.groups[&b]);
        if !groups.0.is_disjoint(groups.1) {
            return None;
        }
        let gain = *self.known.entry((a, b)).or_insert_with(|| self.gains.of(groups.0, groups.1));
        (gain > 0.0).then_some((gain.to_bits(), Reverse((a, b))))
    }

    /// Merges groups while that gains; whether it did.
    fn merge(&mut self) -> bool {
        let numbers: Vec<u32> = self.groups.keys().copied().collect();
        let mut pairs: BinaryHeap<Pair> = BinaryHeap::new();
        for (i, &a) in numbers.iter().enumerate() {
            pairs.extend(numbers[i + 1..].iter().filter_map(|&b| self.pair(a, b)));
        }
        let mut merged = false;
        while let Some((_, Reverse((a, b)))) = pairs.pop() {
            // What an order leads to from a group it leads to from one that holds it: they will not be apart later.
            let are_left = self.groups.contains_key(&a) && self.groups.contains_key(&b);
            if are_left && self.are_apart(a, b) {
                let numbers: Vec<u32> = self.groups.keys().copied().filter(|&c| c != a && c != b).collect();
                let joined = self.join(a, b);
                pairs.extend(numbers.into_iter().filter_map(|other| self.pair(other, joined)));
                merged = true;
            }
        }
        merged
    }

    /// Moves every leaf to the group where it gains most; whether one moved.
    fn shift(&mut self) -> bool {
        let mut moved = false;
        for leaf in 0..self.alone.len() {
            let home = *self.groups.iter().find(|(_, group)| group.leaves.contains(&leaf)).expect("a home").0;
            let rest = self.without(home, leaf);
            let better = self.better(leaf, home, rest.as_ref());
            if better.is_empty() {
                continue;
            }
            let before = self.groups.remove(&home).expect("a home");
            let rest = rest.map(|rest| self.add(rest));
            let single = self.add(self.alone[leaf].clone());
            let goal = better.iter().find(|(_, goal)| goal.is_none_or(|goal| self.are_apart(single, goal)));
            match goal {
                None => {
                    self.groups.remove(&single);
                    rest.map(|rest| self.groups.remove(&rest));
                    self.groups.insert(home, before);
                }
                Some((_, None)) => moved = true,
                Some(&(_, Some(goal))) => {
                    self.join(single, goal);
                    moved = true;
                }
            }
        }
        moved
    }

    /// The groups where a leaf gains more than at home, or none if it does alone; the best first.
    fn better(&mut self, leaf: Leaf, home: u32, rest: Option<&Group>) -> Vec<(f64, Option<u32>)> {
        let alone = &self.alone[leaf];
        let now = rest.map_or(0.0, |rest| self.gains.of(alone, rest));
        let single = u32::try_from(leaf).expect("few labels");
        let mut better: Vec<(f64, Option<u32>)> = Vec::new();
        for (&number, group) in &self.groups {
            if number != home && group.is_disjoint(alone) {
                let gain = *self.known.entry((single, number)).or_insert_with(|| self.gains.of(alone, group));
                better.push((gain, Some(number)));
            }
        }
        if rest.is_some() {
            better.push((0.0, None));
        }
        better.retain(|(gain, _)| *gain > now);
        better.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        better
    }

    /// A group without one of its leaves, if others are left.
    fn without(&self, group: u32, leaf: Leaf) -> Option<Group> {
        let leaves = self.groups[&group].leaves.iter().filter(|&&other| other != leaf);
        leaves.map(|&leaf| self.alone[leaf].clone()).reduce(|a, b| self.gains.joined(&a, &b))
    }

    /// Whether no order of kinds on the pages leads from one group to the other.
    fn are_apart(&self, a: u32, b: u32) -> bool {
        let mut home = vec![0; self.alone.len()];
        for (&number, group) in &self.groups {
            for &leaf in &group.leaves {
                home[leaf] = number;
            }
        }
        let leads = |from: u32, to: u32| {
            let mut seen = vec![false; self.next as usize];
            seen[from as usize] = true;
            let mut open = vec![from];
            while let Some(group) = open.pop() {
                for &next in self.groups[&group].leaves.iter().flat_map(|&leaf| &self.leaves.behind[leaf]) {
                    if home[next] == to {
                        return true;
                    }
                    if !std::mem::replace(&mut seen[home[next] as usize], true) {
                        open.push(home[next]);
                    }
                }
            }
            false
        };
        !leads(a, b) && !leads(b, a)
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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

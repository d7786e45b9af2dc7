//! Clusters the sections of a template's pages into kinds: which labels name the same thing.
//!
//! In: the sections of the learning pages. Out: the kinds in page order, each with its sections. Sections with the
//! same label are of one kind. Different labels are of one kind if that gives a shorter description of the pages. No
//! page has two sections of a kind, and the kinds have one order on all pages.
//!
//! ```text
//! page 1  Summary Aim     Grading      Office
//! page 2  Summary Goals   Grading      Office
//! page 3  Summary Purpose How we grade
//! kinds   Summary, Aim = Goals = Purpose, Grading = How we grade, Office
//! ```
//!
//! This is agglomerative clustering. It starts with a leaf cluster for each label. The pair of clusters with the
//! largest gain ([`gain`](crate::wrapper::sections::merge_gain)) is merged first. Then each leaf cluster is moved to the cluster where its
//! gain is largest. Both steps are repeated until nothing changes.
//!
//! Time O(k^3) for k different labels at worst; there are at most [`MOST_LABELS`].

use crate::spectrum::exact;
use crate::wrapper::section::{By, Traits};
use crate::wrapper::sections::merge_gain::{LabelCluster, LeafId, MergeGains};
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// With more distinct labels than this, the texts are values and not labels.
pub(in crate::wrapper) const MOST_LABELS: usize = 500;

/// Merging and moving in turn ends by itself; this bound is a precaution.
const MAX_ROUNDS: usize = 10;

/// The sections of one kind.
#[derive(Clone, Debug, Default)]
pub(in crate::wrapper) struct KindMembers {
    /// The section's traits, for each page that has one.
    pub(in crate::wrapper) sections: BTreeMap<usize, Traits>,
}

/// The kinds of these pages' sections, in page order; and for each page and section the number of its kind.
///
/// With [`By::Markup`] each leaf cluster is a kind of its own.
pub(in crate::wrapper) fn kinds(pages: &[Vec<Traits>], by: By) -> (Vec<KindMembers>, Vec<Vec<usize>>) {
    let leaves = LeafClusters::new(pages);
    let clusters = match by {
        By::Markup => (0..leaves.sections.len()).map(|leaf| vec![leaf]).collect(),
        By::Label => Clustering::new(pages, &leaves).clusters(),
    };
    leaves.finish(pages, &clusters)
}

/// The leaf clusters: the sections with one label. The second section with the same label on a page belongs to a
/// second leaf cluster.
struct LeafClusters {
    /// For each page and section its leaf cluster.
    of: Vec<Vec<LeafId>>,
    /// The number of sections of each leaf cluster.
    sections: Vec<u32>,
    /// The mean relative position of each leaf cluster's sections on their pages, from 0 to 1.
    mean_position: Vec<f64>,
    /// For each leaf cluster those that come after it on more pages than before it.
    after: Vec<Vec<LeafId>>,
}

impl LeafClusters {
    fn new(pages: &[Vec<Traits>]) -> Self {
        let mut leaf_ids: HashMap<(&str, u32), LeafId> = HashMap::new();
        let mut of = Vec::new();
        let mut sections: Vec<u32> = Vec::new();
        for page in pages {
            let mut repetitions: HashMap<&str, u32> = HashMap::new();
            let mut of_page = Vec::new();
            for traits in page {
                let before = repetitions.entry(&traits.label).or_default();
                let leaf = *leaf_ids.entry((&traits.label, *before)).or_insert(sections.len());
                *before += 1;
                if leaf == sections.len() {
                    sections.push(0);
                }
                sections[leaf] += 1;
                of_page.push(leaf);
            }
            of.push(of_page);
        }
        let (mean_position, after) = order(sections.len(), &of);
        LeafClusters { of, sections, mean_position, after }
    }

    /// The mean relative position of the sections of a cluster.
    fn mean_position(&self, cluster: &[LeafId]) -> f64 {
        let weighed = |&leaf: &LeafId| self.mean_position[leaf] * f64::from(self.sections[leaf]);
        let sections: u32 = cluster.iter().map(|&leaf| self.sections[leaf]).sum();
        cluster.iter().map(weighed).sum::<f64>() / f64::from(sections)
    }

    /// Whether a leaf cluster of `cluster` comes after one of `other`.
    fn comes_after(&self, cluster: &[LeafId], other: &[LeafId]) -> bool {
        let mut after = other.iter().flat_map(|&leaf| &self.after[leaf]);
        after.any(|next| cluster.binary_search(next).is_ok())
    }

    /// Orders the clusters so that most pages agree, and numbers them as kinds.
    fn finish(self, pages: &[Vec<Traits>], clusters: &[Vec<LeafId>]) -> (Vec<KindMembers>, Vec<Vec<usize>>) {
        let mut remaining: Vec<(f64, &[LeafId])> =
            clusters.iter().map(|cluster| (self.mean_position(cluster), &**cluster)).collect();
        remaining.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
        let mut number = vec![0; self.sections.len()];
        let mut count = 0;
        while !remaining.is_empty() {
            let is_free = |at: &usize| {
                let mut others = (0..remaining.len()).filter(|other| other != at);
                !others.any(|other| self.comes_after(remaining[*at].1, remaining[other].1))
            };
            // If the pages contradict each other, none is free; then the first by mean position.
            let next = (0..remaining.len()).find(is_free).unwrap_or(0);
            for &leaf in remaining.remove(next).1 {
                number[leaf] = count;
            }
            count += 1;
        }
        let mut kinds = vec![KindMembers::default(); count];
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

/// The state of the clustering.
struct Clustering<'a> {
    leaves: &'a LeafClusters,
    gains: MergeGains,
    /// The leaf clusters.
    singletons: Vec<LabelCluster>,
    /// The current clusters by number. A cluster never changes; a new one gets a new number. The first numbers are
    /// those of the leaf clusters.
    clusters: BTreeMap<u32, LabelCluster>,
    /// The gains of pairs of clusters that were computed so far.
    gain_cache: HashMap<(u32, u32), f64>,
    next: u32,
}

/// Two clusters that can be merged: the bits of the gain as a float, which sort as the gain does since it is
/// positive, and the numbers of the clusters. The largest gain is the greatest; of equal ones the first pair.
type MergeCandidate = (u64, Reverse<(u32, u32)>);

impl<'a> Clustering<'a> {
    fn new(pages: &[Vec<Traits>], leaves: &'a LeafClusters) -> Self {
        let (gains, singletons) = MergeGains::new(pages, &leaves.of, leaves.sections.len());
        let next = u32::try_from(singletons.len()).expect("few labels");
        let clusters = (0..next).zip(singletons.iter().cloned()).collect();
        Clustering { leaves, gains, singletons, clusters, gain_cache: HashMap::new(), next }
    }

    /// Runs the clustering; returns the leaf clusters of each cluster.
    fn clusters(mut self) -> Vec<Vec<LeafId>> {
        for _ in 0..MAX_ROUNDS {
            if !self.merge() & !self.move_leaves() {
                break;
            }
        }
        self.clusters.into_values().map(|cluster| cluster.leaves).collect()
    }

    fn add(&mut self, cluster: LabelCluster) -> u32 {
        self.clusters.insert(self.next, cluster);
        self.next += 1;
        self.next - 1
    }

    /// Replaces two clusters by their union, and returns its number.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.clusters.remove(&a), self.clusters.remove(&b));
        let joined = self.gains.joined(&a.expect("a cluster"), &b.expect("a cluster"));
        self.add(joined)
    }

    /// Two clusters as a candidate for a merge, if no page has sections of both and the gain is positive.
    fn pair(&mut self, a: u32, b: u32) -> Option<MergeCandidate> {
        let clusters = (&self.clusters[&a], &self.clusters[&b]);
        if !clusters.0.is_disjoint(clusters.1) {
            return None;
        }
        let gain = *self.gain_cache.entry((a, b)).or_insert_with(|| self.gains.of(clusters.0, clusters.1));
        (gain > 0.0).then_some((gain.to_bits(), Reverse((a, b))))
    }

    /// Merges clusters, the largest gain first, as long as there is a gain. Returns whether any were merged.
    fn merge(&mut self) -> bool {
        let numbers: Vec<u32> = self.clusters.keys().copied().collect();
        let mut pairs: BinaryHeap<MergeCandidate> = BinaryHeap::new();
        for (i, &a) in numbers.iter().enumerate() {
            pairs.extend(numbers[i + 1..].iter().filter_map(|&b| self.pair(a, b)));
        }
        let mut merged = false;
        while let Some((_, Reverse((a, b)))) = pairs.pop() {
            // If a chain of orders leads from one cluster to another, it also does so from any cluster that contains
            // the first. So a pair that is ordered now can be dropped for good.
            let are_left = self.clusters.contains_key(&a) && self.clusters.contains_key(&b);
            if are_left && self.are_unordered(a, b) {
                let numbers: Vec<u32> = self.clusters.keys().copied().filter(|&c| c != a && c != b).collect();
                let joined = self.join(a, b);
                pairs.extend(numbers.into_iter().filter_map(|other| self.pair(other, joined)));
                merged = true;
            }
        }
        merged
    }

    /// Moves each leaf cluster to the cluster where its gain is largest. Returns whether one was moved.
    fn move_leaves(&mut self) -> bool {
        let mut moved = false;
        for leaf in 0..self.singletons.len() {
            let home =
                *self.clusters.iter().find(|(_, cluster)| cluster.leaves.contains(&leaf)).expect("a home").0;
            let rest = self.without(home, leaf);
            let better = self.better_clusters(leaf, home, rest.as_ref());
            if better.is_empty() {
                continue;
            }
            let before = self.clusters.remove(&home).expect("a home");
            let rest = rest.map(|rest| self.add(rest));
            let single = self.add(self.singletons[leaf].clone());
            let goal =
                better.iter().find(|(_, goal)| goal.is_none_or(|goal| self.are_unordered(single, goal)));
            match goal {
                None => {
                    self.clusters.remove(&single);
                    rest.map(|rest| self.clusters.remove(&rest));
                    self.clusters.insert(home, before);
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

    /// The clusters where the gain of a leaf cluster is larger than in its own cluster (`home`), the best first;
    /// `None` means a new cluster of its own.
    fn better_clusters(
        &mut self,
        leaf: LeafId,
        home: u32,
        rest: Option<&LabelCluster>,
    ) -> Vec<(f64, Option<u32>)> {
        let singleton = &self.singletons[leaf];
        let now = rest.map_or(0.0, |rest| self.gains.of(singleton, rest));
        let single = u32::try_from(leaf).expect("few labels");
        let mut better: Vec<(f64, Option<u32>)> = Vec::new();
        for (&number, cluster) in &self.clusters {
            if number != home && cluster.is_disjoint(singleton) {
                let gain = *self
                    .gain_cache
                    .entry((single, number))
                    .or_insert_with(|| self.gains.of(singleton, cluster));
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

    /// A cluster without one of its leaf clusters, if others remain.
    fn without(&self, cluster: u32, leaf: LeafId) -> Option<LabelCluster> {
        let leaves = self.clusters[&cluster].leaves.iter().filter(|&&other| other != leaf);
        leaves.map(|&leaf| self.singletons[leaf].clone()).reduce(|a, b| self.gains.joined(&a, &b))
    }

    /// Whether neither cluster must come after the other, directly or by way of other clusters.
    fn are_unordered(&self, a: u32, b: u32) -> bool {
        let mut home = vec![0; self.singletons.len()];
        for (&number, cluster) in &self.clusters {
            for &leaf in &cluster.leaves {
                home[leaf] = number;
            }
        }
        let leads = |from: u32, to: u32| {
            let mut visited = vec![false; self.next as usize];
            visited[from as usize] = true;
            let mut open = vec![from];
            while let Some(cluster) = open.pop() {
                for &next in self.clusters[&cluster].leaves.iter().flat_map(|&leaf| &self.leaves.after[leaf])
                {
                    if home[next] == to {
                        return true;
                    }
                    if !std::mem::replace(&mut visited[home[next] as usize], true) {
                        open.push(home[next]);
                    }
                }
            }
            false
        };
        !leads(a, b) && !leads(b, a)
    }
}

/// The mean relative position of each leaf cluster, and for each those that come after it on more pages than before
/// it.
fn order(leaves: usize, pages: &[Vec<LeafId>]) -> (Vec<f64>, Vec<Vec<LeafId>>) {
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
    let mean_position = sum.iter().zip(&count).map(|(sum, count)| sum / count).collect();
    let comes_after = |a: usize, b: usize| before[a * leaves + b] > before[b * leaves + a];
    let after = (0..leaves).map(|a| (0..leaves).filter(|&b| comes_after(a, b)).collect()).collect();
    (mean_position, after)
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
        let labels = |kind: &KindMembers| {
            kind.sections.values().map(|traits| traits.label.clone()).collect::<BTreeSet<_>>()
        };
        kinds(pages, By::Label).0.iter().map(|kind| labels(kind).into_iter().collect()).collect()
    }

    #[test]
    fn labels_that_name_the_same_thing_are_one_kind() {
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
    fn a_label_that_a_page_has_twice_is_two_kinds() {
        let pages = [page(&["Note", "Aim", "Note"]), page(&["Note", "Aim", "Note"])];
        assert_eq!(named(&pages), [["Note"], ["Aim"], ["Note"]]);
    }

    #[test]
    fn labels_that_occur_independently_stay_apart() {
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

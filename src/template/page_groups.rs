//! Groups the pages that share a template.
//!
//! In: the page sets with the most substrings of their own ([`page_sets`](crate::spectrum::page_sets)). Out: groups of
//! pages; each page is in one. Take of two pages the one that shares less with other pages: if most of what it shares,
//! it shares with the other page, both have one template. In symbols: `sum V(S) over the sets S with both >= 0.5 * the
//! smaller sum V(S) over the sets with one`. Optional parts form subsets of the set of a template and reduce that
//! share only a little; a second template reduces it almost to 0.
//!
//! Each page in a set is compared with the first pages of every group of such pages, so the time is pages x groups x sets.

use crate::spectrum::PageSet;
use hashbrown::HashMap;

/// Pages of one template, in ascending order of their document numbers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PageGroup {
    /// The numbers of the documents.
    pub documents: Vec<u32>,
}

/// Number of page sets used to distinguish templates: a template has one set with a large V and some for its optional
/// parts. The groups of `docs/decisions/0003-page-sets.md` were found with this number.
pub const PAGE_SETS: usize = 256;

/// 0.5: pages of one template share more than half with each other, pages of different templates less. On 7 + 6 pages
/// of two sites the shares were about 0.95 and 0.2.
const SHARE: f64 = 0.5;

/// Number of pages of a group with which other pages are compared: a page with many optional parts can share little
/// with any one page. On 20 pages of a site with many kinds of page, 1 made two groups of one template and 16 made
/// one.
const COMPARED: usize = 16;

/// Groups `documents` pages by the page sets that contain them; the largest group first, then the one with the
/// earliest page.
#[must_use]
pub fn page_groups(documents: u32, sets: &[PageSet]) -> Vec<PageGroup> {
    page_groups_within(&vec![0; documents as usize], sets)
}

/// As [`page_groups`], given the cluster of each page: pages of different clusters do not share a template, and what they share is
/// no evidence.
#[must_use]
pub(super) fn page_groups_within(clusters: &[usize], sets: &[PageSet]) -> Vec<PageGroup> {
    let mut pages: Vec<Vec<u32>> = vec![Vec::new(); clusters.len()];
    let mut of_clusters: HashMap<usize, Vec<u32>> = HashMap::new();
    for (i, set) in (0..).zip(sets) {
        for &document in &set.documents {
            of_clusters.entry(clusters[document as usize]).or_default().push(document);
        }
        for (_, documents) in of_clusters.drain().filter(|(_, documents)| documents.len() > 1) {
            for document in documents {
                pages[document as usize].push(i);
            }
        }
    }
    let sum = |of: &mut dyn Iterator<Item = u32>| of.map(|set| sets[set as usize].distinct).sum::<u64>();
    let totals: Vec<u64> = pages.iter().map(|of| sum(&mut of.iter().copied())).collect();
    let share = |a: u32, b: u32| {
        let (a, b) = (a as usize, b as usize);
        let both = sum(&mut pages[a].iter().copied().filter(|set| pages[b].binary_search(set).is_ok()));
        crate::spectrum::exact(both) / crate::spectrum::exact(totals[a].min(totals[b]).max(1))
    };
    // A page in no set shares nothing with any other.
    let (mut groups, mut alone): (Vec<PageGroup>, Vec<PageGroup>) = Default::default();
    for (document, &cluster) in (0..).zip(clusters) {
        if totals[document as usize] == 0 {
            alone.push(PageGroup { documents: vec![document] });
            continue;
        }
        let is_of = |group: &PageGroup| {
            clusters[group.documents[0] as usize] == cluster
                && group.documents.iter().take(COMPARED).any(|&other| share(other, document) >= SHARE)
        };
        let of: Vec<usize> = (0..groups.len()).filter(|&at| is_of(&groups[at])).collect();
        let Some((&first, others)) = of.split_first() else {
            groups.push(PageGroup { documents: vec![document] });
            continue;
        };
        // The groups to which the page belongs become one group.
        for &other in others.iter().rev() {
            let others = groups.remove(other).documents;
            groups[first].documents.extend(others);
        }
        if !others.is_empty() {
            groups[first].documents.sort_unstable();
        }
        groups[first].documents.push(document);
    }
    groups.append(&mut alone);
    groups.sort_by_key(|group| (std::cmp::Reverse(group.documents.len()), group.documents[0]));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_pages_share_makes_a_page_of_another_cluster_no_part_of_a_group() {
        // What any two HTML pages share is most of what a page shares that is alone of its template.
        let set = |documents: &[u32], distinct| PageSet { documents: documents.to_vec(), distinct };
        let sets = [set(&[0, 1, 2], 100), set(&[0, 1], 30)];
        let groups = |clusters: &[usize]| -> Vec<Vec<u32>> {
            page_groups_within(clusters, &sets).into_iter().map(|group| group.documents).collect()
        };
        assert_eq!(groups(&[0, 0, 0]), [vec![0, 1, 2]]);
        assert_eq!(groups(&[0, 0, 1]), [vec![0, 1], vec![2]]);
        assert_eq!(groups(&[0, 1, 2]), [vec![0], vec![1], vec![2]]);
    }
}

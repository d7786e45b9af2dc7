//! Which pages share a template.
//!
//! In: the page sets with the most substrings of their own ([`page_sets`](crate::spectrum::page_sets)). Out: groups of
//! pages; each page is in one. Two pages are of one template when most of what the poorer of them shares with other
//! pages, it shares with the other one: `sum V(S) over the sets S with both >= 0.5 * the smaller sum V(S) over the sets
//! with one`. Optional parts make sets within a template's set and take little from that share; a second template
//! takes almost all.
//!
//! A page is compared with the first page of every group, so the time is pages x groups x sets / 64.

use crate::spectrum::PageSet;

/// Pages of one template, in ascending order of their documents' numbers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct PageGroup {
    /// The numbers of the documents.
    pub documents: Vec<u32>,
}

/// Page sets that are looked at to tell templates apart: a template makes one heavy set and some for its optional parts.
/// The groups of `docs/decisions/0003-page-sets.md` were found with so many.
pub const PAGE_SETS: usize = 256;

/// Half: pages of one template share more than that with each other, pages of different templates less. On 7 + 6 pages
/// of two sites the shares were about 0.95 and 0.2.
const SHARE: f64 = 0.5;

/// Groups `documents` pages by the page sets that they are in; the largest group first, then the one with the
/// earliest page.
#[must_use]
pub fn page_groups(documents: u32, sets: &[PageSet]) -> Vec<PageGroup> {
    let mut pages: Vec<Vec<u32>> = vec![Vec::new(); documents as usize];
    for (i, set) in (0..).zip(sets) {
        for &document in &set.documents {
            pages[document as usize].push(i);
        }
    }
    let sum = |of: &mut dyn Iterator<Item = u32>| of.map(|set| sets[set as usize].distinct).sum::<u64>();
    let totals: Vec<u64> = pages.iter().map(|of| sum(&mut of.iter().copied())).collect();
    let mut groups: Vec<PageGroup> = Vec::new();
    for document in 0..documents {
        let of = &pages[document as usize];
        let share = |group: &PageGroup| {
            let first = group.documents[0] as usize;
            let both = sum(&mut of.iter().copied().filter(|set| pages[first].binary_search(set).is_ok()));
            let poorer = totals[first].min(totals[document as usize]).max(1);
            crate::spectrum::exact(both) / crate::spectrum::exact(poorer)
        };
        let shares = groups.iter().map(share).enumerate();
        match shares.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))) {
            Some((i, share)) if share >= SHARE => groups[i].documents.push(document),
            _ => groups.push(PageGroup { documents: vec![document] }),
        }
    }
    groups.sort_by_key(|group| (std::cmp::Reverse(group.documents.len()), group.documents[0]));
    groups
}

//! The sets of pages that are cut into posts together.
//!
//! In: pages with their kinds. Out: sets of pages of one template, threads and other pages apart, with what a function gives for each. A
//! cluster of many pages is several sets. Cost: that of the function.

use super::page::ParsedPage;
use crate::document::{Document, texts_of};
use crate::kind::{PageKind, PageKinds};
use crate::page::Pages;
use crate::progress;
use rayon::prelude::*;

/// The kinds of pages that are read together.
pub(super) const THREADS: &[PageKind] = &[PageKind::Thread];

/// Clusters pages, and applies a function to each cluster with a wanted page. Threads and other pages of a cluster are apart. Returns the
/// results with the indices of the pages.
pub(super) fn each_set<T: Send>(
    documents: &[Document],
    kinds: &PageKinds,
    is_wanted: impl Fn(usize) -> bool,
    of_set: impl Fn(Vec<ParsedPage>) -> T + Sync + Send,
) -> Vec<(Vec<usize>, T)> {
    let sets = kinds.frame.members().into_iter().flat_map(|set| kinds.parted(set, THREADS));
    let wanted = sets.filter(|set| set.iter().any(|&page| is_wanted(page)));
    let sets: Vec<Vec<usize>> = wanted.flat_map(|set| in_equal_parts(&set)).collect();
    let parsed = |&page: &usize| ParsedPage::new(documents[page].text(), documents[page].retrieved());
    let of_set = |set: &Vec<usize>| of_set(set.par_iter().map(parsed).collect());
    let found: Vec<T> = progress::each_set(sets.iter().collect(), |set| set.len(), of_set);
    sets.into_iter().zip(found).collect()
}

/// As [`each_set`], of pages whose kinds are not looked at.
pub(super) fn each_unsorted_set<T: Send>(
    documents: &[Document],
    of_set: impl Fn(Vec<ParsedPage>) -> T + Sync + Send,
) -> Vec<(Vec<usize>, T)> {
    let kinds = PageKinds::unsorted(Pages::Sources(&texts_of(documents)));
    each_set(documents, &kinds, |_| true, of_set)
}

/// The most pages that are cut together: those of a cluster with more are cut in parts, so that memory does not grow with the cluster. More
/// pages tell no more about where posts begin: main texts are learned from as many (`content/sample.rs`).
const AT_ONCE: usize = 1024;

/// Pages in parts of nearly equal size, since few pages alone would tell less than all.
fn in_equal_parts(set: &[usize]) -> Vec<Vec<usize>> {
    let parts = set.len().div_ceil(AT_ONCE).max(1);
    set.chunks(set.len().div_ceil(parts).max(1)).map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, in_equal_parts};

    #[test]
    fn a_large_cluster_is_cut_in_parts_of_nearly_equal_size() {
        for pages in [0, 1, AT_ONCE, AT_ONCE + 1, 3 * AT_ONCE + 2, 9 * AT_ONCE - 1] {
            let set: Vec<usize> = (0..pages).collect();
            let parts = in_equal_parts(&set);
            assert_eq!(parts.concat(), set);
            assert!(parts.iter().all(|part| part.len() <= AT_ONCE), "{pages}");
            assert!(parts.len() < 2 || parts.iter().all(|part| 2 * part.len() >= AT_ONCE), "{pages}");
        }
    }
}

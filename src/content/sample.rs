//! A bounded sample of pages that does not depend on their order.
//!
//! In: pages, each with two hashes: its *identity*, of its texts, element paths and signature, and its *shape*, which pages of
//! one template mostly share. Out: at most 1,024 pages of a shape, those with the smallest identities, and at most
//! 4,096 in all. If there are more, the limit for each shape is halved until they fit; if there are still more shapes
//! than that, the shapes with the smallest hashes are kept. So large sites do not displace small ones.
//!
//! Limits: a text on a share s of the pages of a template is on none of n pages in the sample with probability (1 -
//! s)^n. For n = 1,024 and one page in 200 this is 0.006.
//!
//! Cost: the logarithm of the sample for each page.

use std::collections::BTreeMap;

/// Largest number of pages of one shape. Ten pages of a site suffice to find its articles (F1 0.9665, with thirty
/// 0.9663); more pages reveal rarer texts of the template.
const OF_SHAPE: usize = 1024;

/// Largest number of pages in all.
const PAGES: usize = 4096;

/// A sample of pages, or of values that represent them.
#[derive(Clone, Debug)]
pub(super) struct Sample<T> {
    /// The pages by shape and identity.
    shapes: BTreeMap<u64, BTreeMap<u64, T>>,
    /// Current limit of pages for each shape.
    of_shape: usize,
    /// Number of pages.
    pages: usize,
    /// Limit of pages in all.
    most: usize,
}

impl<T> Default for Sample<T> {
    fn default() -> Self {
        Sample::new(OF_SHAPE, PAGES)
    }
}

impl<T> Sample<T> {
    fn new(of_shape: usize, most: usize) -> Self {
        Sample { shapes: BTreeMap::new(), of_shape, pages: 0, most }
    }

    /// Adds a page if it belongs to the sample. Of pages with the same identity only the first is kept.
    pub(super) fn add(&mut self, shape: u64, identity: u64, page: T) {
        let of_shape = self.shapes.entry(shape).or_default();
        if of_shape.contains_key(&identity) {
            return;
        }
        of_shape.insert(identity, page);
        if of_shape.len() > self.of_shape {
            of_shape.pop_last();
        } else {
            self.pages += 1;
        }
        while self.pages > self.most {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.of_shape > 1 {
            self.of_shape /= 2;
            for pages in self.shapes.values_mut() {
                while pages.len() > self.of_shape {
                    pages.pop_last();
                }
            }
        } else {
            self.shapes.pop_last();
        }
        self.pages = self.shapes.values().map(BTreeMap::len).sum();
    }

    /// Returns the pages sorted by identity, then by shape.
    pub(super) fn into_pages(self) -> Vec<T> {
        let mut pages: Vec<(u64, T)> = self.shapes.into_values().flatten().collect();
        pages.sort_by_key(|page| page.0);
        pages.into_iter().map(|page| page.1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(pages: impl Iterator<Item = (u64, u64)>) -> Vec<(u64, u64)> {
        let mut sample = Sample::new(4, 10);
        pages.for_each(|(shape, identity)| sample.add(shape, identity, (shape, identity)));
        sample.into_pages()
    }

    #[test]
    fn the_smallest_identities_of_each_shape_are_kept() {
        assert_eq!(sample((0..9).map(|n| (1, 20 - n))), [(1, 12), (1, 13), (1, 14), (1, 15)]);
    }

    #[test]
    fn shapes_with_many_pages_leave_room_for_others() {
        let pages = (0..300).map(|n| (n % 3, n)).chain([(7, 1000)]);
        assert_eq!(sample(pages), [(0, 0), (1, 1), (2, 2), (0, 3), (1, 4), (2, 5), (7, 1000)]);
    }

    #[test]
    fn the_sample_does_not_depend_on_the_order() {
        for shapes in [1, 2, 5, 11, 100] {
            let page = |n: u64| (n % shapes, n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let forth = sample((0..200).map(page));
            assert_eq!(forth, sample((0..200).rev().map(page)));
            assert_eq!(forth, sample((0..200).map(|n| page(n * 77 % 200))));
            assert!(forth.len() <= 10);
        }
    }
}

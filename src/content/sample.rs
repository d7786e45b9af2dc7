//! A bounded sample of pages, the same for any order of them.
//!
//! Pages are distinguished by a hash of what the rule sees of them, their identity, and by a coarse one, their shape, which
//! pages of one template have in common more often than not. Of each shape those with the least identities are kept: at
//! most 1,024, and 4,096 in all. When these are too many, each shape keeps half as many, and when there are more shapes
//! than that, those with the least hashes stay. So big sites do not push small ones out.
//!
//! What that costs: a text on a share s of the pages of a template goes unnoticed with probability (1 - s)^n for n pages in
//! the sample: for 1,024 and one page in 200, 0.006.

use std::collections::BTreeMap;

/// Pages of one shape. Ten pages of a site tell where its article is as well as thirty (F1 0.9665 and 0.9663); more find
/// rarer texts.
const OF_SHAPE: usize = 1024;

/// Pages in all.
const PAGES: usize = 4096;

/// Pages to learn from, or what stands for them.
#[derive(Clone, Debug)]
pub(super) struct Sample<T> {
    /// By shape and identity.
    shapes: BTreeMap<u64, BTreeMap<u64, T>>,
    of_shape: usize,
    pages: usize,
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

    /// Adds a page, if it is among those that are kept. Of pages with one identity the first stands for all.
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

    /// The pages by identity, and by shape where that is the same.
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
    fn the_least_of_each_shape_are_kept() {
        assert_eq!(sample((0..9).map(|n| (1, 20 - n))), [(1, 12), (1, 13), (1, 14), (1, 15)]);
    }

    #[test]
    fn shapes_with_many_pages_leave_room_for_others() {
        let pages = (0..300).map(|n| (n % 3, n)).chain([(7, 1000)]);
        assert_eq!(sample(pages), [(0, 0), (1, 1), (2, 2), (0, 3), (1, 4), (2, 5), (7, 1000)]);
    }

    #[test]
    fn the_order_of_pages_is_all_the_same() {
        for shapes in [1, 2, 5, 11, 100] {
            let page = |n: u64| (n % shapes, n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let forth = sample((0..200).map(page));
            assert_eq!(forth, sample((0..200).rev().map(page)));
            assert_eq!(forth, sample((0..200).map(|n| page(n * 77 % 200))));
            assert!(forth.len() <= 10);
        }
    }
}

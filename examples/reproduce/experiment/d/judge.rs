//! How right an answer is: posts told apart as the source tells them, and main contents within a tolerance.
//!
//! Two runs of text are the same if the F1 of their letters is 0.8 or more. A post that was found and is none is *too fine*
//! if four fifths of its letters are of one post, and *too wide* if not; a post is *missed* if less than half of its
//! letters are in any that was found.

use super::page::{Known, Letters};
use katagami::page::Tree;
use std::iter::Sum;
use std::ops::{Add, Range};

/// What became of posts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) posts: usize,
    pub(super) found: usize,
    pub(super) right: usize,
    pub(super) wide: usize,
    pub(super) missed: usize,
    pub(super) fine: usize,
}

impl Add for Counts {
    type Output = Counts;

    fn add(self, other: Counts) -> Counts {
        Counts {
            posts: self.posts + other.posts,
            found: self.found + other.found,
            right: self.right + other.right,
            wide: self.wide + other.wide,
            missed: self.missed + other.missed,
            fine: self.fine + other.fine,
        }
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Counts>>(counts: I) -> Counts {
        counts.fold(Counts::default(), Add::add)
    }
}

/// A share of some number.
pub(super) fn share(part: usize, all: usize) -> f64 {
    let exact = |number: usize| f64::from(u32::try_from(number).expect("there are few posts"));
    exact(part) / exact(all.max(1))
}

impl Counts {
    pub(super) fn precision(self) -> f64 {
        share(self.right, self.found)
    }

    pub(super) fn recall(self) -> f64 {
        share(self.right, self.posts)
    }

    pub(super) fn f1(self) -> f64 {
        share(2 * self.right, self.found + self.posts)
    }
}

/// What became of the posts of a page.
pub(super) fn judge(page: &Known, known: &[Range<usize>], found: &[Vec<u32>]) -> Counts {
    let letters = Letters::new(&Tree::unscripted(&page.html));
    let known: Vec<Vec<u32>> = known.iter().map(|range| letters.within(range)).collect();
    let mut counts = Counts { posts: known.len(), found: found.len(), ..Counts::default() };
    let mut covered = vec![0; known.len()];
    for leaves in found {
        let all = letters.of(leaves);
        let shared = known.iter().map(|post| letters.of_both(post, leaves)).collect::<Vec<_>>();
        let best = (0..known.len()).max_by_key(|&post| shared[post]);
        let (is_same, is_part) = best.map_or((false, false), |best| {
            let both = shared[best];
            (5 * both >= 2 * (all + letters.of(&known[best])) && both > 0, 5 * both >= 4 * all && both > 0)
        });
        counts.right += usize::from(is_same);
        counts.fine += usize::from(!is_same && is_part);
        counts.wide += usize::from(!is_same && !is_part);
        covered.iter_mut().zip(shared).for_each(|(covered, shared)| *covered += shared);
    }
    let is_missed = |(post, covered): (&Vec<u32>, &usize)| 2 * covered < letters.of(post);
    counts.missed = known.iter().zip(&covered).filter(|&(post, covered)| is_missed((post, covered))).count();
    counts
}

/// How a main content that was found differs from the true one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Main {
    /// The letters that one has and the other has not, as a share of the true ones.
    off: f64,
    /// Whether four fifths of the letters of each post are in it.
    holds_all: bool,
}

impl Main {
    pub(super) fn new(page: &Known, found: &[u32]) -> Self {
        let letters = Letters::new(&Tree::unscripted(&page.html));
        let known = letters.within(&page.main);
        let both = letters.of_both(&known, found);
        let all = letters.of(&known);
        let is_held = |post: &Range<usize>| {
            let post = letters.within(post);
            5 * letters.of_both(&post, found) >= 4 * letters.of(&post)
        };
        let off = share(all + letters.of(found) - 2 * both, all);
        Main { off, holds_all: page.posts.iter().all(is_held) }
    }

    /// Whether it differs by this share at most.
    pub(super) fn is_within(self, tolerance: f64) -> bool {
        self.off <= tolerance
    }

    /// Whether it holds all posts too.
    pub(super) fn is_right(self, tolerance: f64) -> bool {
        self.is_within(tolerance) && self.holds_all
    }

    /// Whether all posts are in it, whatever else is.
    pub(super) fn holds_all(self) -> bool {
        self.holds_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three posts of ten letters in a list, with a title of five.
    fn page() -> Known {
        let html = "<h1>title</h1><ul><li>aaaaa<b>aaaaa</b></li><li>bbbbbbbbbb</li><li>cccccccccc</li></ul>"
            .to_owned();
        let range = |text: &str, end: &str| {
            let start = html.find(text).expect("it is there");
            start..start + html[start..].find(end).expect("it ends")
        };
        let posts = vec![range("aaaaa<", "</li>"), range("bbb", "</li>"), range("ccc", "</li>")];
        Known { main: range("<ul>", "</ul>"), texts: posts.clone(), posts, html }
    }

    #[test]
    fn posts_are_right_or_too_wide_or_too_fine_or_missed() {
        let page = page();
        let of = |found: &[Vec<u32>]| {
            let Counts { right, wide, missed, fine, .. } = judge(&page, &page.posts, found);
            [right, wide, missed, fine]
        };
        assert_eq!(of(&[vec![1, 2], vec![3], vec![4]]), [3, 0, 0, 0]);
        assert_eq!(of(&[vec![0, 1, 2, 3, 4]]), [0, 1, 0, 0]);
        assert_eq!(of(&[vec![1], vec![2], vec![3], vec![4]]), [2, 0, 0, 2]);
        assert_eq!(of(&[vec![3]]), [1, 0, 2, 0]);
    }

    #[test]
    fn a_main_content_is_right_within_a_tolerance_if_it_holds_all_posts() {
        let page = page();
        let off = |found: &[u32]| Main::new(&page, found);
        assert!(off(&[1, 2, 3, 4]).is_right(0.0));
        assert!(!off(&[0, 1, 2, 3, 4]).is_right(0.15) && off(&[0, 1, 2, 3, 4]).is_right(0.2));
        assert!(off(&[1, 2, 3]).is_within(0.4) && !off(&[1, 2, 3]).is_right(0.4));
    }
}

//! Pages as trees that are held, or built again each time they are looked at.
//!
//! The tree of a page takes several times the memory of its text. Who looks at each page two or three times for a few numbers, as
//! clusters and kinds do, needs one tree for each thread; who needs the trees anyway hands them on.

use super::Tree;
use crate::progress::Counted;
use rayon::prelude::*;

/// The pages of an input.
#[derive(Clone, Copy, Debug)]
pub enum Pages<'a> {
    /// Parsed by [`Tree::new`].
    Trees(&'a [Tree<'a>]),
    /// Parsed each time.
    Sources(&'a [&'a str]),
}

impl Pages<'_> {
    /// How many pages are parsed before what they give is added up: a budget, enough for the threads of a large machine. No result depends on it.
    pub(crate) const AT_ONCE: usize = 256;

    /// The number of pages.
    #[must_use]
    #[allow(clippy::len_without_is_empty)] // nobody asks
    pub fn len(&self) -> usize {
        match self {
            Pages::Trees(trees) => trees.len(),
            Pages::Sources(sources) => sources.len(),
        }
    }

    /// What `of` gives for a page.
    pub(crate) fn look<R>(&self, page: usize, of: impl FnOnce(&Tree<'_>) -> R) -> R {
        match self {
            Pages::Trees(trees) => of(&trees[page]),
            Pages::Sources(sources) => of(&Tree::new(sources[page])),
        }
    }

    /// What `of` gives for each page and its number, in parallel.
    pub(crate) fn map<R: Send>(&self, of: impl Fn(usize, &Tree<'_>) -> R + Sync) -> Vec<R> {
        (0..self.len()).into_par_iter().counted().map(|page| self.look(page, |tree| of(page, tree))).collect()
    }
}

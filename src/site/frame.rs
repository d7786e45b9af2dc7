//! What the pages of an input have in common, found in one look at each page: their clusters, and the texts that other pages have, too.
//!
//! In: pages. Out: a [`Frame`], which is made once for all who compare the pages. It holds a number for each text and no tree.

use super::cluster::{Signature, cluster, members};
use super::own::{Frequency, TextKeys};
use crate::page::{Pages, Tree};

/// The cluster of each page, and a number for each of its texts.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    /// Numbered in the order of their first pages.
    pub(crate) clusters: Vec<usize>,
    pub(crate) keys: Vec<TextKeys>,
}

impl Frame {
    pub(crate) fn new(pages: Pages<'_>) -> Self {
        Frame::and(pages, |_| ()).0
    }

    /// Also what `of` gives for each page.
    pub(crate) fn and<T: Send>(pages: Pages<'_>, of: impl Fn(&Tree) -> T + Sync) -> (Self, Vec<T>) {
        let look = |_, tree: &Tree| (TextKeys::new(tree), (Signature::new(tree), of(tree)));
        let (keys, (signatures, found)): (_, (Vec<Signature>, Vec<T>)) = pages.map(look).into_iter().unzip();
        (Frame { clusters: cluster(&signatures), keys }, found)
    }

    /// The pages of each cluster, in ascending order.
    pub(crate) fn members(&self) -> Vec<Vec<usize>> {
        members(&self.clusters)
    }

    /// On how many of some pages each text is.
    pub(crate) fn frequency(&self, pages: &[usize]) -> Frequency {
        Frequency::new(pages.iter().map(|&page| &self.keys[page]))
    }
}

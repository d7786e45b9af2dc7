//! What two pages have in common, as it is found.

use super::sketch::Left;

/// A sentence of either page, by their numbers there, and how many pages have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equal {
    pub(super) first: u32,
    pub(super) second: u32,
    pub(super) pages: Option<u32>,
    /// How many characters are common.
    pub(super) chars: f64,
}

/// What the outlines of two pages have in common.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The sentences that are evidence.
    pub(super) equal: Vec<Equal>,
    /// Sentences of either page that the other does not have, where some may be edited ones of the other's; none where the
    /// outlines decide.
    pub(super) left: Option<[Vec<Left>; 2]>,
    /// How many characters are common.
    pub(super) chars: f64,
    /// Without what many pages have.
    pub(super) rare: f64,
    /// The share of the fragments of the page with fewer that the other has too.
    pub(super) alike: f64,
    /// The share of fragments that few other pages have.
    pub(super) fragments: f64,
    /// How many characters either page has.
    pub(super) totals: [f64; 2],
    /// The least containment.
    pub(super) least: f64,
    /// So many rare characters are evidence whatever their share.
    pub(super) strong: f64,
    /// Whether the texts are the same as a whole, so that how rare they are does not count.
    pub(super) is_whole: bool,
    /// How the pages were read.
    pub(super) reading: Reading,
}

/// How two pages are read: the main texts of both, or of one of them all text of its own, as one page may have the main text of
/// the other in a place that is not taken for its main text.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Reading {
    /// The main texts.
    #[default]
    Main,
    /// The main text of the second page, and all text of the first one's own.
    FirstWhole,
    /// The main text of the first page, and all text of the second one's own.
    SecondWhole,
}

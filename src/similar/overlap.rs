//! The common text of two pages: filled by `compare` from their outlines first, then from their texts if these are needed.

use super::sketch::UnmatchedSentence;

/// A sentence that both pages have, or an edited form of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonSentence {
    /// Its number on the first page.
    pub(super) first: u32,
    /// Its number on the second page.
    pub(super) second: u32,
    /// How many pages have it, if it is evidence.
    pub(super) pages: Option<u32>,
    /// How many characters are common.
    pub(super) chars: f64,
}

impl CommonSentence {
    /// Its characters, divided among the pairs that have it: those of one page with each of the others. None if it is no evidence.
    pub(super) fn rare_chars(&self) -> f64 {
        self.chars / self.pages.map_or(f64::INFINITY, |pages| f64::from(pages - 1))
    }
}

/// What the outlines of two pages have in common.
#[derive(Clone, Debug, Default)]
pub struct Common {
    /// The common sentences, without long ones that are on too many pages.
    pub(super) equal: Vec<CommonSentence>,
    /// The sentences of either page that the other lacks, some of which may be edited forms of the other's; `None` if the outlines
    /// alone decide.
    pub(super) unmatched: Option<[Vec<UnmatchedSentence>; 2]>,
    /// How many characters are common.
    pub(super) chars: f64,
    /// How many of these are in sentences that few pages have.
    pub(super) rare_chars: f64,
    /// Of the page with fewer fragments, the share of its fragments that the other page has too.
    pub(super) fragment_share: f64,
    /// The share of a page's fragments that both pages and few others have; the larger one of the two pages.
    pub(super) rare_fragment_share: f64,
    /// How many characters either page has.
    pub(super) totals: [f64; 2],
    /// The least containment of a related pair.
    pub(super) min_containment: f64,
    /// This many rare characters are evidence whatever their share.
    pub(super) enough_rare_chars: f64,
    /// Whether the whole texts are the same. Then it does not matter how rare they are.
    pub(super) is_same_text: bool,
    /// Whether addresses are compared as published.
    pub(super) is_paper: bool,
    /// How the pages were read.
    pub(super) reading: Reading,
}

/// Which text of either page is compared: the main texts of both, or the main text of one and all text of the other's own. The
/// second is needed because a page may have the main text of the other outside what is taken for its own main text.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Reading {
    /// The main texts.
    #[default]
    Main,
    /// All of the first page's own text, and the main text of the second.
    FirstWhole,
    /// The main text of the first page, and all of the second page's own text.
    SecondWhole,
}

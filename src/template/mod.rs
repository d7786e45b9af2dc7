//! Finds what the pages of a set have in common: the elements of their template, and the mask of every page.
//!
//! [`paper`] is the rule as published: the maximal strings among those with the frequency of the peak. [`Aligner`] is
//! ours: a string that occurs once on every page is an anchor, the gaps between anchors are searched again, and pages
//! that have an optional part are searched separately from those without it. `page_groups` determines first which
//! pages belong together.

mod align;
mod chance;
mod mask;
mod maximal;
mod page_groups;
#[doc(hidden)]
pub mod paper;
mod row;

pub use align::Aligner;
pub(crate) use chance::ChanceModel;
#[doc(hidden)]
pub use mask::Agreement;
pub use mask::{Mask, element_masks, masks};
#[doc(hidden)]
pub use maximal::maximal_strings;
#[doc(hidden)]
pub use page_groups::{PAGE_SETS, PageGroup, page_groups};

use crate::index::{Index, Pos};
use crate::spectrum::{Lengths, page_sets};
use page_groups::page_groups_within;

/// Significance level: in a hundred searches, one string may become part of the template by chance.
const CHANCE: f64 = 0.01;

/// A string of the template. The same symbols occur at all its positions.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct TemplateElement {
    /// The positions where it occurs, in text order.
    pub places: Vec<Pos>,
    /// Its length in symbols.
    pub len: u32,
}

impl TemplateElement {
    /// The number of its occurrences as part of the template.
    #[must_use]
    pub fn frequency(&self) -> usize {
        self.places.len()
    }
}

/// Groups the pages that share a template, and finds the template of each group. `clusters` is the cluster of each page, such as
/// [`site::clusters`](crate::site::clusters) finds them: no template is shared beyond one.
#[must_use]
pub fn templates(index: &Index, clusters: &[usize], aligner: Aligner) -> Vec<Template> {
    let sets = page_sets(index, Lengths::LONG, PAGE_SETS);
    let groups = page_groups_within(clusters, &sets);
    groups.iter().map(|group| aligner.template(index.text(), &group.documents)).collect()
}

/// The elements that a set of pages has in common.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Template {
    /// The documents of the set, in ascending order.
    pub documents: Vec<u32>,
    /// The elements in page order.
    pub elements: Vec<TemplateElement>,
}

//! What the pages of a set have in common: the elements of their template, and the mask of every page.
//!
//! [`paper`] is the rule as published: the maximal strings among those of the peak's frequency. [`Aligner`] is ours: what
//! stands once on every page is an anchor, the gaps between anchors are searched again, and pages that have an
//! optional part are searched apart from those that lack it. [`page_groups`] tells first which pages belong together.

mod align;
mod mask;
mod page_groups;
pub mod paper;
mod row;

pub use align::Aligner;
pub use mask::{Agreement, Mask, masks};
pub use page_groups::{PAGE_SETS, PageGroup, page_groups};

use crate::index::{Index, Pos};
use crate::spectrum::{Lengths, page_sets};

/// One string of the template may be found by chance in a hundred searches.
const CHANCE: f64 = 0.01;

/// A string of the template: all its places have the same symbols.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TemplateElement {
    /// Where it stands, in text order.
    pub places: Vec<Pos>,
    /// Its length in symbols.
    pub len: u32,
}

impl TemplateElement {
    /// How often it occurs in the template's role.
    #[must_use]
    pub fn frequency(&self) -> usize {
        self.places.len()
    }
}

/// The templates of pages, those that share one told apart first.
#[must_use]
pub fn templates(index: &Index, aligner: Aligner) -> Vec<Template> {
    let sets = page_sets(index, Lengths::LONG, PAGE_SETS);
    let groups = page_groups(index.text().documents(), &sets);
    groups.iter().map(|group| aligner.template(index.text(), &group.documents)).collect()
}

/// The elements that a set of pages has in common, in page order.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Template {
    /// The documents of the set, in ascending order.
    pub documents: Vec<u32>,
    /// The elements in page order.
    pub elements: Vec<TemplateElement>,
}

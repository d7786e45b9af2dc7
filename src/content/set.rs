//! All that is learned from the pages of one template.
//!
//! In: the pages of a cluster. Out: a [`ClusterModel`]: slots, text frequencies, the position of the comments, slot
//! scores and containers. It reads pages of the template, whether it was learned from them or not.

use super::article::ArticleFinder;
use super::comments::{CommentBlocks, Comments};
use super::container::{Containers, SlotScores};
use super::lean::Lean;
use super::piece::Page;
use super::signed;
use super::weigh::{OwnTextRule, TextFrequency};
use crate::page::Slots;
use crate::record::role::DayOrders;
use crate::record::role::sign::Signer;

/// All that is learned from the pages of one template.
#[derive(Clone, Debug)]
pub(super) struct ClusterModel {
    slots: Slots,
    frequency: TextFrequency,
    comments: Comments,
    /// Where the authors and dates of comments are.
    signer: Signer,
    slot_scores: SlotScores,
    containers: Containers,
    /// Whether the dates have the month before the day.
    month_first: Option<bool>,
    /// Number of pages it was learned from.
    pages: usize,
}

/// Aligns pages into slots, and weighs their texts.
pub(super) fn weighed(pages: &mut [&mut Page], own: OwnTextRule) -> (Slots, TextFrequency) {
    let (slots, standings) = Slots::new(pages.iter().map(|page| &page.steps));
    for (page, standings) in pages.iter_mut().zip(standings) {
        page.assign_slots(&standings);
    }
    let frequency = TextFrequency::learn(pages, own);
    for page in pages.iter_mut() {
        frequency.weigh(page);
    }
    (slots, frequency)
}

impl ClusterModel {
    /// Learns from pages, and weighs these.
    pub(super) fn learn(pages: &mut [&mut Page], own: OwnTextRule) -> Self {
        let (slots, frequency) = weighed(pages, own);
        let (comments, found) = Comments::learn(pages, &slots);
        let signer = signed::signer(pages, &slots, &found);
        let slot_scores = SlotScores::new(pages, &slots);
        let containers = Containers::learn(pages, &slots, &slot_scores);
        let mut orders = DayOrders::default();
        for page in &*pages {
            orders.join(&page.orders);
        }
        ClusterModel {
            slots,
            frequency,
            comments,
            signer,
            slot_scores,
            containers,
            month_first: orders.month_first(),
            pages: pages.len(),
        }
    }

    /// Assigns slots and weights to a page that was not learned from.
    pub(super) fn weigh(&self, page: &mut Page) {
        page.assign_slots(&self.slots.standings(&page.steps));
        self.frequency.weigh(page);
    }

    /// Reads a page that was weighed. `then` gets the page, the blocks of its comments, and an [`ArticleFinder`] for
    /// it.
    pub(super) fn read<T>(
        &self,
        page: &mut Page,
        lean: Lean,
        then: impl FnOnce(&Page, &[CommentBlocks], &ArticleFinder<'_>) -> T,
    ) -> T {
        let comments = self.comments.read(page, &self.slots);
        let container = self.containers.of(page, &self.slots, &self.slot_scores);
        let finder = ArticleFinder {
            slots: &self.slots,
            slot_scores: &self.slot_scores,
            container: container.slot,
            common: self.containers.common().unwrap_or(container.slot),
            parts: &container.parts,
            month_first: self.month_first,
            signer: &self.signer,
            basis: self.comments.basis.as_ref(),
            lean,
            pages: self.pages + usize::from(!page.is_learned),
        };
        then(page, &comments, &finder)
    }
}

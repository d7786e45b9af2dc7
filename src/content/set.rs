//! What the pages of one template tell.

use super::article::Frame;
use super::comments::{Comments, Said};
use super::container::{Containers, Worth};
use super::piece::Page;
use super::weigh::{Own, Texts};
use crate::page::Slots;

/// What the pages of one template tell.
#[derive(Clone, Debug)]
pub(super) struct Set {
    slots: Slots,
    texts: Texts,
    comments: Comments,
    worth: Worth,
    containers: Containers,
    /// How many pages it was learned from.
    pages: usize,
}

/// Weighs the texts of pages, in the places that these have in common.
pub(super) fn weighed(pages: &mut [&mut Page], own: Own) -> (Slots, Texts) {
    let (slots, standings) = Slots::new(pages.iter().map(|page| &page.steps));
    for (page, standings) in pages.iter_mut().zip(standings) {
        page.place(&standings);
    }
    let texts = Texts::learn(pages, own);
    for page in pages.iter_mut() {
        texts.weigh(page);
    }
    (slots, texts)
}

impl Set {
    /// Learns from pages, which are weighed then.
    pub(super) fn learn(pages: &mut [&mut Page], own: Own) -> Self {
        let (slots, texts) = weighed(pages, own);
        let comments = Comments::learn(pages, &slots);
        let worth = Worth::new(pages, &slots);
        let containers = Containers::learn(pages, &slots, &worth);
        Set { slots, texts, comments, worth, containers, pages: pages.len() }
    }

    /// Weighs a page that it was not learned from.
    pub(super) fn weigh(&self, page: &mut Page) {
        page.place(&self.slots.standings(&page.steps));
        self.texts.weigh(page);
    }

    /// Reads a page that was weighed; `then` gets it with the pieces of its comments and all else that is known.
    pub(super) fn read<T>(&self, page: &mut Page, then: impl FnOnce(&Page, &[Said], &Frame<'_>) -> T) -> T {
        let comments = self.comments.read(page, &self.slots);
        page.mark_strays();
        let container = self.containers.of(page, &self.slots, &self.worth);
        let frame = Frame {
            slots: &self.slots,
            worth: &self.worth,
            container: container.slot,
            common: self.containers.common().unwrap_or(container.slot),
            parts: &container.parts,
            pages: self.pages + usize::from(!page.is_learned),
        };
        then(page, &comments, &frame)
    }
}

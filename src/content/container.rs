//! The container of the article: the slot that holds most of the value, and the slots inside it that are parts of the
//! article.
//!
//! In: the weighed pages of a cluster. Out: [`SlotScores`], and [`Containers`], which give the [`Container`] of each
//! page.
//!
//! ```text
//! body 1.00 > div#page .97 > div#main .90 > div.post .85 > p .30      shares of the value, averaged over the pages
//! ```
//!
//! From the root the search goes down to the child with the largest share as long as that child holds at least
//! [`SHARE`] of its parent's value: `div.post` is the container. Pages with less than [`FITS`] of their value in it are
//! another kind of page; the search runs again on these alone.
//!
//! Cost: linear in the blocks times their depth, for each container.

use super::piece::{ElementKind, Page};
use super::weigh::best;
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// Share of a slot's value that a child must hold for the search to go on to it. 0.6 to 0.8 give the same figures.
const SHARE: f64 = 0.75;

/// The same for a single page, where sidebars cannot be told from the article. Of 0.45 to 0.85, 0.65 gives articles
/// 0.003 more and costs posts of blogs 0.015, news 0.007; 0.55 costs articles 0.002 and products and services 0.005.
/// Documentation alone would be best with 0.75.
const SHARE_ALONE: f64 = 0.6;

/// Share of a page's value that a container must hold to be the page's container. 0.3 to 0.6 give the same figures.
const FITS: f64 = 0.5;

/// Value between the headline and a block at which the block counts half, in words. 100 to 1000 give the same figures.
const NEAR: f64 = 300.0;

/// Factor for text before the headline. On a single page better than 0, 0.5 and 1; with several pages it makes no
/// difference.
const BEFORE: f64 = 0.3;

/// The containers of a page cluster.
#[derive(Clone, Debug)]
pub(super) struct Containers {
    /// In the order of the rounds in which they were found.
    found: Vec<Container>,
    /// Whether the last one is also for pages that fit none.
    takes_rest: bool,
    /// The container of pages without any value.
    root: Container,
    /// [`SHARE`] or [`SHARE_ALONE`].
    least: f64,
}

/// A slot that holds articles, and the slots inside it that are parts of them.
#[derive(Clone, Debug)]
pub(super) struct Container {
    pub(super) slot: SlotId,
    pub(super) parts: HashSet<SlotId>,
}

impl Containers {
    /// Finds containers, each in a round of its own: the next round is for the pages that the last container does not
    /// fit.
    pub(super) fn learn(pages: &[&mut Page], slots: &Slots, slot_scores: &SlotScores) -> Self {
        let values: Vec<HashMap<SlotId, f64>> = pages.iter().map(|page| values(page, slots)).collect();
        let of = |page: usize, slot: SlotId| values[page].get(&slot).copied().unwrap_or_default();
        let mut rest: Vec<usize> = (0..pages.len()).filter(|&page| of(page, SlotId::ROOT) > 0.0).collect();
        let least = if pages.len() > 1 { SHARE } else { SHARE_ALONE };
        let container = |slot| Container { slot, parts: slot_scores.parts(slots, slot) };
        let mut containers =
            Containers { found: Vec::new(), takes_rest: false, root: container(SlotId::ROOT), least };
        while !rest.is_empty() && !containers.takes_rest {
            let slot = deepest(rest.iter().map(|&page| &values[page]), slots, least);
            let before = rest.len();
            rest.retain(|&page| of(page, slot) < FITS * of(page, SlotId::ROOT));
            containers.takes_rest = rest.len() == before;
            containers.found.push(container(slot));
        }
        containers
    }

    /// Returns the container of the first round, if there was one.
    pub(super) fn common(&self) -> Option<SlotId> {
        self.found.first().map(|container| container.slot)
    }

    /// Returns the container of a page. If none of the cluster fits, it is searched on the page alone.
    pub(super) fn of(&self, page: &Page, slots: &Slots, slot_scores: &SlotScores) -> Cow<'_, Container> {
        let valued: Vec<(SlotId, f64)> = valued(page).collect();
        let within = |slot: SlotId| valued.iter().filter(move |valued| slots.is_within(valued.0, slot));
        let of = |slot: SlotId| within(slot).map(|valued| valued.1).sum::<f64>();
        let all = of(SlotId::ROOT);
        if all <= 0.0 {
            return Cow::Borrowed(&self.root);
        }
        let fitting = self.found.iter().find(|container| of(container.slot) >= FITS * all);
        if let Some(container) = fitting.or(self.found.last().filter(|_| self.takes_rest)) {
            return Cow::Borrowed(container);
        }
        let slot = deepest(std::iter::once(&values(page, slots)), slots, self.least);
        Cow::Owned(Container { slot, parts: slot_scores.parts(slots, slot) })
    }
}

/// Goes down from the root to the deepest slot that still holds most of the value of some pages.
fn deepest<'a>(
    values: impl ExactSizeIterator<Item = &'a HashMap<SlotId, f64>>,
    slots: &Slots,
    least: f64,
) -> SlotId {
    let pages = exact(values.len() as u64);
    let mut shares: HashMap<SlotId, f64> = HashMap::new();
    for values in values {
        let all = values.get(&SlotId::ROOT).copied().unwrap_or(1.0);
        for (&slot, value) in values {
            *shares.entry(slot).or_default() += value / all / pages;
        }
    }
    let share = |slot: SlotId| shares.get(&slot).copied().unwrap_or_default();
    let mut container = SlotId::ROOT;
    loop {
        let children = slots.slot(container).children.iter();
        let holders = children.filter(|&&child| !ElementKind::of(&slots.slot(child).name).is_text());
        let next = best(holders.map(|&child| (share(child), child)));
        match next.filter(|&next| share(next) > 0.0 && share(next) >= least * share(container)) {
            Some(next) => container = next,
            None => return container,
        }
    }
}

/// Returns the value of a page in each slot, including the slots inside it.
fn values(page: &Page, slots: &Slots) -> HashMap<SlotId, f64> {
    let mut values = HashMap::new();
    for (slot, value) in valued(page) {
        for slot in slots.path(slot) {
            *values.entry(slot).or_insert(0.0) += value;
        }
    }
    values
}

/// Returns slot and value of each block of positive value. The value decreases with the distance from the headline.
fn valued(page: &Page) -> impl Iterator<Item = (SlotId, f64)> {
    let blocks = page.blocks.iter().enumerate().filter(|(_, block)| block.value > 0.0 && !block.comment);
    blocks.map(|(at, block)| {
        let nearness = match page.headline {
            None => 1.0,
            Some(headline) if at < headline => BEFORE,
            Some(headline) => NEAR / (NEAR + page.value_of(&(headline..at))),
        };
        (block.slot, block.value * nearness)
    })
}

/// Scores of the slots of a page cluster.
#[derive(Clone, Debug)]
pub(super) struct SlotScores {
    /// Value of the blocks of a slot over all pages, plus the positive values of the slots inside it.
    value: Vec<f64>,
    /// Whether the unique texts of a slot outweigh those that several pages have.
    varied: Vec<bool>,
}

impl SlotScores {
    pub(super) fn new(pages: &[&mut Page], slots: &Slots) -> Self {
        let nothing = || vec![0.0; slots.len()];
        let (mut value, mut gained, mut repeated) = (nothing(), nothing(), nothing());
        for block in pages.iter().flat_map(|page| &page.blocks) {
            let slot = block.slot.index();
            if !block.unique {
                repeated[slot] += block.words;
            }
            if !block.comment {
                value[slot] += block.value;
                gained[slot] += block.gain();
            }
        }
        for id in slots.ids().rev() {
            if let Some(parent) = slots.slot(id).parent {
                value[parent.index()] += value[id.index()].max(0.0);
            }
        }
        let varied = gained.iter().zip(&repeated).map(|(gained, repeated)| gained >= repeated);
        SlotScores { value, varied: varied.collect() }
    }

    /// Whether the texts of a slot differ from page to page, mostly.
    pub(super) fn is_varied(&self, slot: SlotId) -> bool {
        self.varied[slot.index()]
    }

    /// Returns the slots in a container that are parts of the article: slots whose value is not negative, and slots of
    /// paragraphs, lists and tables that, like all slots between them and the container, have no id or class. The
    /// author of the text wrote such markup, so it belongs to the text whatever its value.
    pub(super) fn parts(&self, slots: &Slots, container: SlotId) -> HashSet<SlotId> {
        let mut parts: HashSet<SlotId> = HashSet::from([container]);
        let mut plain = parts.clone();
        let mut below = vec![container];
        while let Some(slot) = below.pop() {
            for &child in &slots.slot(slot).children {
                let of = slots.slot(child);
                let kind = ElementKind::of(&of.name);
                let is_markup = kind.is_text() || kind == ElementKind::Table;
                let is_plain = plain.contains(&slot) && is_markup && of.identifiers.is_empty();
                if is_plain {
                    plain.insert(child);
                }
                if is_plain || self.value[child.index()] >= 0.0 {
                    parts.insert(child);
                    below.push(child);
                }
            }
        }
        parts
    }
}

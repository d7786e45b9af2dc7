//! How far before their heads records begin.
//!
//! In: the records of a page, as runs of siblings. Out: the [`Lead`] that they lack: what is before the first head, if all records end with
//! the like but the last one, and so belong to what is behind it.
//!
//! ```text
//! <p>text <p>Ann, 3 May <p>text <p>Bob, 4 May <p>© 2020        the last record says nothing but its signature, and before the first
//!         [               ][             ][            ]       one is a text as they have: they begin one sibling earlier
//! Ann wrote: <div>text</div> Bob wrote: <div>text</div>        the same with a text that is in no element of its own
//!            [                         ][             ]
//! ```
//!
//! Cost: linear in the siblings of the records.

use super::outline::{Divides, Outline};
use super::part::{At, Part};
use crate::measure::are_most;
use crate::page::ElementId;
use hashbrown::HashSet;
use std::ops::{Deref, Range};

/// How far before its head each record begins: with the siblings before it, and with a text before these that is in no element of its own.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Lead {
    siblings: usize,
    text: bool,
}

impl Lead {
    /// So many siblings before.
    pub(super) fn of_siblings(siblings: usize) -> Self {
        Lead { siblings, text: false }
    }

    /// How far before their heads the records of a page begin: as far as what is before the first head is what the others end with, and the
    /// last one ends without it. A title begins what is behind it.
    pub(super) fn new(page: &Outline, parts: &[Part]) -> Self {
        let heads: Vec<ElementId> = parts.iter().map(|part| part.record.head).collect();
        let last = &parts[parts.len() - 1];
        let is_sibling = |id: &ElementId| page.node(*id).parent == page.node(heads[0]).parent;
        if page.node(heads[0]).divides != Divides::No || !heads.iter().all(is_sibling) {
            return Lead::default();
        }
        let says = |id: ElementId| page.texts_of(page.leaves(id)).iter().any(|text| text.says);
        let step = |id: ElementId| page.steps[id.index()];
        let behind: Vec<ElementId> = members(page, last).skip(1).collect();
        let shown: HashSet<u64> =
            behind.iter().filter(|&&id| page.has_text(id)).map(|&id| step(id)).collect();
        let said: HashSet<u64> = behind.iter().filter(|&&id| says(id)).map(|&id| step(id)).collect();
        let end = page.leaves(behind.last().copied().unwrap_or(last.record.head)).end;
        let position = |number: usize| page.position(heads[number]);
        let mut periods = (1..heads.len()).map(|number| position(number) - position(number - 1));
        let period = periods.next().filter(|period| periods.all(|other| other == *period));
        let most = |are: &dyn Fn(ElementId) -> bool, at: &[Option<ElementId>]| {
            at[0].is_some_and(are) && are_most(at.iter().flatten().filter(|id| are(**id)).count(), at.len())
        };
        // An element without text divides: what is before it ends there.
        let has_text = heads.iter().all(|id| page.has_text(*id));
        let follows_text = |at: &[Option<ElementId>]| {
            has_text && last.record.leaves.end <= end && most(&|id| !text_before(page, id).is_empty(), at)
        };
        let mut at: Vec<Option<ElementId>> = heads.iter().copied().map(Some).collect();
        let mut best = Lead { siblings: 0, text: follows_text(&at) };
        for siblings in 1.. {
            for (number, id) in at.iter_mut().enumerate() {
                let before = id.and_then(|id| page.sibling_before(id));
                *id = before.filter(|id| number == 0 || *id >= heads[number - 1]);
            }
            let Some(first) = at[0] else { break };
            let is_like =
                |id: ElementId| step(id) == step(first) && page.has_text(id) == page.has_text(first);
            if page.node(first).divides == Divides::Line || !most(&is_like, &at) {
                break;
            }
            let is_behind = if says(first) { &said } else { &shown }.contains(&step(first));
            // Where all of one kind are as many, the last one has fewer.
            let is_short = || period == Some(behind.len() + 1 + siblings);
            if page.has_text(first) && (!is_behind || is_short()) {
                best = Lead { siblings, text: follows_text(&at) };
            }
        }
        best
    }

    /// The heads of the records, of those that have as many siblings before them.
    pub(super) fn of_heads(self, pages: &[impl Deref<Target = Outline>], mut heads: Vec<At>) -> Vec<At> {
        heads.retain_mut(|head| {
            let before = |id: &ElementId| pages[head.page].sibling_before(*id);
            let first = std::iter::successors(Some(head.id), before).nth(self.siblings);
            first.map(|id| head.id = id).is_some()
        });
        heads
    }

    /// Lets each record begin with the text before it, which the one before it then does not end with.
    pub(super) fn add_texts(self, pages: &[impl Deref<Target = Outline>], parts: &mut [Part]) {
        if !self.text {
            return;
        }
        for part in parts {
            let page = &*pages[part.page];
            let last = members(page, part).last().unwrap_or(part.record.head);
            part.record.leaves = text_before(page, part.record.head).start..page.leaves(last).end;
        }
    }
}

/// The siblings of a record.
fn members(page: &Outline, part: &Part) -> impl Iterator<Item = ElementId> {
    let end = part.record.end;
    let next = move |id: &ElementId| Some(page.node(*id).end).filter(|next| *next < end);
    std::iter::successors(Some(part.record.head), next)
}

/// The texts between an element and the sibling before it.
fn text_before(page: &Outline, id: ElementId) -> Range<u32> {
    let start = match (page.sibling_before(id), page.node(id).parent) {
        (Some(before), _) => page.leaves(before).end,
        (None, Some(parent)) => page.leaves(parent).start,
        (None, None) => page.leaves(id).start,
    };
    start..page.leaves(id).start
}

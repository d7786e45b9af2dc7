//! Where the article is: the slot that holds it, and which slots in that are parts of it.

use super::piece::{Kind, Page};
use super::weigh::best;
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;

/// The next slot down holds three quarters of what this one holds; 0.6 to 0.8 do as well.
const SHARE: f64 = 0.75;

/// On a page alone, where sidebars cannot be told from the article, less: of 0.45 to 0.85, 0.65 gives articles 0.003 more and
/// costs posts of blogs 0.015, news 0.007; 0.55 costs articles 0.002 and products and services 0.005. Documentation
/// would have 0.75.
const SHARE_ALONE: f64 = 0.6;

/// A page is of the template whose container holds half of its value; 0.3 to 0.6 do as well.
const FITS: f64 = 0.5;

/// Text counts half when 300 words of value stand between it and the headline; 100 to 1000 do as well.
const NEAR: f64 = 300.0;

/// Text before the headline counts 0.3: on a page alone, better than 0, 0.5 and 1; with several pages all the same.
const BEFORE: f64 = 0.3;

/// The containers of a set, each with the slots in it that are parts of articles.
#[derive(Clone, Debug)]
pub(super) struct Containers {
    /// In the order in which they were found.
    found: Vec<Container>,
    /// Whether the last is for all that fit none before.
    takes_rest: bool,
    /// For pages without any value.
    root: Container,
    /// The share of a slot's value that one in it holds to be the next.
    least: f64,
}

/// A slot that holds articles.
#[derive(Clone, Debug)]
pub(super) struct Container {
    pub(super) slot: SlotId,
    pub(super) parts: HashSet<SlotId>,
}

impl Containers {
    /// From the root down to the child that most of the value is in. Pages that it does not fit are of another template,
    /// and get one of their own in the next round.
    pub(super) fn learn(pages: &[&mut Page], slots: &Slots, worth: &Worth) -> Self {
        let values: Vec<HashMap<SlotId, f64>> = pages.iter().map(|page| values(page, slots)).collect();
        let of = |page: usize, slot: SlotId| values[page].get(&slot).copied().unwrap_or_default();
        let mut rest: Vec<usize> = (0..pages.len()).filter(|&page| of(page, SlotId::ROOT) > 0.0).collect();
        let least = if pages.len() > 1 { SHARE } else { SHARE_ALONE };
        let container = |slot| Container { slot, parts: worth.parts(slots, slot) };
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

    /// The container of most pages, if any has one.
    pub(super) fn common(&self) -> Option<SlotId> {
        self.found.first().map(|container| container.slot)
    }

    /// The container of a page; of its own, if those of the set do not fit.
    pub(super) fn of(&self, page: &Page, slots: &Slots, worth: &Worth) -> Cow<'_, Container> {
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
        Cow::Owned(Container { slot, parts: worth.parts(slots, slot) })
    }
}

/// The slot that holds most of the value of some pages.
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
        let holders = children.filter(|&&child| !Kind::of(&slots.slot(child).name).is_text());
        let next = best(holders.map(|&child| (share(child), child)));
        match next.filter(|&next| share(next) > 0.0 && share(next) >= least * share(container)) {
            Some(next) => container = next,
            None => return container,
        }
    }
}

/// The value of a page that each slot holds.
fn values(page: &Page, slots: &Slots) -> HashMap<SlotId, f64> {
    let mut values = HashMap::new();
    for (slot, value) in valued(page) {
        for slot in slots.path(slot) {
            *values.entry(slot).or_insert(0.0) += value;
        }
    }
    values
}

/// The value of each piece by its distance from the headline, with its slot.
fn valued(page: &Page) -> impl Iterator<Item = (SlotId, f64)> {
    let pieces = page.pieces.iter().enumerate().filter(|(_, piece)| piece.value > 0.0 && !piece.comment);
    pieces.map(|(at, piece)| {
        let nearness = match page.headline {
            None => 1.0,
            Some(headline) if at < headline => BEFORE,
            Some(headline) => NEAR / (NEAR + page.value_of(&(headline..at))),
        };
        (piece.slot, piece.value * nearness)
    })
}

/// What the set says about each slot.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    /// The value of its pieces over all pages, and of the slots in it that are worth something.
    value: Vec<f64>,
    /// Whether its texts are mostly their pages' alone.
    varied: Vec<bool>,
}

impl Worth {
    pub(super) fn new(pages: &[&mut Page], slots: &Slots) -> Self {
        let nothing = || vec![0.0; slots.len()];
        let (mut value, mut gained, mut repeated) = (nothing(), nothing(), nothing());
        for piece in pages.iter().flat_map(|page| &page.pieces) {
            let slot = piece.slot.index();
            if !piece.unique {
                repeated[slot] += piece.words;
            }
            if !piece.comment {
                value[slot] += piece.value;
                gained[slot] += piece.gain();
            }
        }
        for id in slots.ids().rev() {
            if let Some(parent) = slots.slot(id).parent {
                value[parent.index()] += value[id.index()].max(0.0);
            }
        }
        let varied = gained.iter().zip(&repeated).map(|(gained, repeated)| gained >= repeated);
        Worth { value, varied: varied.collect() }
    }

    pub(super) fn is_varied(&self, slot: SlotId) -> bool {
        self.varied[slot.index()]
    }

    /// The slots in a container that are parts of the article: those whose value is not negative, and markup without names
    /// from the container down, which is the author's own, whatever it holds.
    pub(super) fn parts(&self, slots: &Slots, container: SlotId) -> HashSet<SlotId> {
        let mut parts: HashSet<SlotId> = HashSet::from([container]);
        let mut plain = parts.clone();
        let mut below = vec![container];
        while let Some(slot) = below.pop() {
            for &child in &slots.slot(slot).children {
                let of = slots.slot(child);
                let kind = Kind::of(&of.name);
                let is_markup = kind.is_text() || kind == Kind::Table;
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

//! Where the comments are, and where one ends and the next begins.
//!
//! Comments are records that speak: like elements, several under one parent or numbered by their ids, nearly all with a
//! date in the same place, most of their words unlinked and their page's alone, after the article, and never around the
//! headline. Three shapes of them are known:
//!
//! ```text
//! units      <li>Ann, 1 May 10:12 <p>I agree</li> <li>..</li>        each element is a comment
//! regions    <dt>Ann, 1 May 10:12 <dd>I agree  <dt>.. <dd>..         dated elements mark where each begins or ends
//! zones      <h1>.. <p>article <h2>Comments <p>I agree <p>Ann, ..    such markers in the article's own parent
//! ```
//!
//! Everything is told of slots, over the whole set, so that a page with one comment or none is read like the others.

use super::piece::Page;
use super::records::Records;
use super::zones::{Below, Zones};
use crate::page::{SlotId, Slots};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;
use std::ops::Range;

/// Where the comments of a set are.
#[derive(Clone, Debug)]
pub(super) struct Comments {
    records: Records,
    /// For each region's slot whether markers stand at the feet of their comments.
    at_feet: HashMap<SlotId, bool>,
    zones: Zones,
    /// The same for zones.
    below_at_feet: HashMap<Below, bool>,
}

/// A part of a page that holds comments one after another.
#[derive(Clone, Debug)]
pub(super) struct Region {
    /// The element whose children they are cut from.
    pub(super) place: usize,
    pub(super) pieces: Range<usize>,
    /// The slots of the markers.
    pub(super) markers: BTreeSet<SlotId>,
}

impl Comments {
    /// Finds out where they are, and marks their pieces.
    pub(super) fn learn(pages: &mut [&mut Page], slots: &Slots) -> Self {
        let records = Records::new(pages, slots);
        let mut balance: HashMap<SlotId, f64> = HashMap::new();
        for page in pages.iter_mut() {
            for region in mark(&records, page, slots).1 {
                *balance.entry(page.places[region.place].slot).or_default() += region.balance(page, slots);
            }
        }
        let at_feet = balance.into_iter().map(|(slot, balance)| (slot, balance > 0.0)).collect();
        let zones = Zones::learn(pages);
        let mut balance: HashMap<Below, f64> = HashMap::new();
        for page in pages {
            for (below, region) in zones.of_page(page) {
                *balance.entry(below).or_default() += region.balance(page, slots);
                region.mark(page);
            }
        }
        let below_at_feet = balance.into_iter().map(|(below, balance)| (below, balance > 0.0)).collect();
        Comments { records, at_feet, zones, below_at_feet }
    }

    /// Marks the pieces of comments, and returns the pieces of each comment.
    pub(super) fn read(&self, page: &mut Page, slots: &Slots) -> Vec<Vec<usize>> {
        page.pieces.iter_mut().for_each(|piece| piece.comment = false);
        let (mut units, regions) = mark(&self.records, page, slots);
        for region in regions {
            let at_feet = self.at_feet.get(&page.places[region.place].slot).copied().unwrap_or_default();
            units.extend(region.cut(page, slots, at_feet));
        }
        for (below, region) in self.zones.of_page(page) {
            let at_feet = self.below_at_feet.get(&below).copied().unwrap_or_default();
            units.extend(region.cut(page, slots, at_feet));
            region.mark(page);
        }
        said(page, units)
    }
}

/// Marks the pieces of units and regions, and returns both.
fn mark(records: &Records, page: &mut Page, slots: &Slots) -> (Vec<Range<usize>>, Vec<Region>) {
    let (mut units, mut regions) = (Vec::new(), Vec::new());
    for at in 0..page.places.len() {
        let place = &page.places[at];
        if place.is_new || place.pieces.is_empty() || page.is_titled(place) {
            continue;
        }
        let markers = records.markers.get(&place.slot);
        let is_dated = || page.dated(&place.pieces).next().is_some();
        let is_unit = records.units.get(&place.slot).is_some_and(|needs_date| !needs_date || is_dated());
        let of_region =
            slots.slot(place.slot).parent.is_some_and(|parent| records.markers.contains_key(&parent));
        let pieces = place.pieces.clone();
        if let Some(markers) = markers {
            regions.push(Region { place: at, pieces: pieces.clone(), markers: markers.clone() });
        } else if is_unit && !of_region {
            units.push(pieces.clone());
        }
        if is_unit || markers.is_some() {
            page.pieces[pieces].iter_mut().for_each(|piece| piece.comment = true);
        }
    }
    (units, regions)
}

impl Region {
    fn mark(&self, page: &mut Page) {
        page.pieces[self.pieces.clone()].iter_mut().for_each(|piece| piece.comment = true);
    }

    /// The children with a marker's name that have a date. Odd and even classes need no rule then.
    fn marks(&self, page: &Page, slots: &Slots) -> Vec<Range<usize>> {
        let name = |slot: SlotId| &*slots.slot(slot).name;
        let names: HashSet<&str> = self.markers.iter().map(|&marker| name(marker)).collect();
        let children = page.places.iter().filter(|place| {
            place.parent == Some(self.place) && !place.is_new && names.contains(name(place.slot))
        });
        children
            .map(|place| place.pieces.clone())
            .filter(|pieces| self.pieces.start <= pieces.start && pieces.end <= self.pieces.end)
            .filter(|pieces| page.dated(pieces).next().is_some())
            .collect()
    }

    /// How much more is said before the first marker than behind the last; if it is more over the set, markers stand at
    /// the feet of their comments.
    fn balance(&self, page: &Page, slots: &Slots) -> f64 {
        match &self.marks(page, slots)[..] {
            [first, .., last] | [first @ last] => {
                page.value_of(&(self.pieces.start..first.start)) - page.value_of(&(last.end..self.pieces.end))
            }
            [] => 0.0,
        }
    }

    /// Cuts it at its markers.
    fn cut(&self, page: &Page, slots: &Slots, at_feet: bool) -> Vec<Range<usize>> {
        let marks = self.marks(page, slots);
        if marks.is_empty() {
            return Vec::new();
        }
        let edges: Vec<usize> = if at_feet {
            std::iter::once(self.pieces.start).chain(marks.iter().map(|mark| mark.end)).collect()
        } else {
            marks.iter().map(|mark| mark.start).chain([self.pieces.end]).collect()
        };
        edges.windows(2).map(|edge| edge[0]..edge[1]).filter(|comment| !comment.is_empty()).collect()
    }
}

/// A text of a comment that more than two pages have is the template's.
const SAID_ON: u32 = 2;

/// The pieces of each comment. A piece is of the innermost one: replies stand in what they reply to.
fn said(page: &Page, mut units: Vec<Range<usize>>) -> Vec<Vec<usize>> {
    units.sort_by_key(|unit| (unit.start, std::cmp::Reverse(unit.end)));
    units.dedup();
    let mut owners: std::collections::BTreeMap<usize, usize> = std::collections::BTreeMap::new();
    for (owner, unit) in units.iter().enumerate() {
        owners.extend(unit.clone().map(|piece| (piece, owner)));
    }
    let mut comments = vec![Vec::new(); units.len()];
    for (piece, owner) in owners {
        if page.pieces[piece].pages <= SAID_ON {
            comments[owner].push(piece);
        }
    }
    let speaks = |&piece: &usize| page.pieces[piece].unlinked() > 0.0 && !page.pieces[piece].is_dated();
    comments.retain(|comment: &Vec<usize>| comment.iter().any(speaks));
    comments
}

//! Comments that stand in the article's own parent, below a heading that the set repeats.

use super::comments::Region;
use super::piece::Page;
use crate::page::SlotId;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What zones of one kind have in common.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Below {
    /// The slot of the markers.
    marker: SlotId,
    /// The words of the heading.
    heading: u64,
}

/// The zones of a set.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    /// On how many pages a heading stands at least.
    repeated: f64,
    kinds: BTreeSet<Below>,
}

/// A zone below one heading on one page.
struct Zone {
    region: Region,
    /// Dated blocks for which it is the nearest heading.
    markers: f64,
}

/// What is counted of zones of one kind.
#[derive(Default)]
struct Count {
    zones: f64,
    markers: f64,
    several: bool,
    words: f64,
}

/// A heading stands on four in ten of the pages; two to six do as well.
const REPEATED: f64 = 0.4;

/// Its zone is there on half of the pages that have it: 0.3 takes other headings, 0.7 does as well.
const MOSTLY: f64 = 0.5;

/// More words a comment than this are articles.
const LONGEST: f64 = 400.0;

impl Zones {
    /// Finds the kinds of zones that pages have.
    pub(super) fn learn(pages: &[&mut Page]) -> Self {
        let repeated = (REPEATED * exact(pages.len() as u64)).max(2.0);
        let mut counts: BTreeMap<Below, Count> = BTreeMap::new();
        for page in pages {
            for (below, zone) in zones(page, repeated) {
                let count = counts.entry(below).or_default();
                count.zones += 1.0;
                count.markers += zone.markers;
                count.several |= zone.markers >= 2.0;
                count.words += page.value_of(&zone.region.pieces);
            }
        }
        let mut best: BTreeMap<SlotId, (&Count, u64)> = BTreeMap::new();
        for (below, count) in counts.iter().filter(|(_, count)| count.several) {
            if best.get(&below.marker).is_none_or(|best| count.markers > best.0.markers) {
                best.insert(below.marker, (count, below.heading));
            }
        }
        let is_zone = |&(_, &(count, heading)): &(SlotId, &(&Count, u64))| {
            let has = |page: &&&mut Page| page.pieces.iter().any(|piece| piece.key == heading);
            let with = exact(pages.iter().filter(has).count() as u64);
            count.zones >= MOSTLY * with && count.words <= LONGEST * count.markers
        };
        let best = best.iter().map(|(&marker, best)| (marker, best)).filter(is_zone);
        Zones { repeated, kinds: best.map(|(marker, &(_, heading))| Below { marker, heading }).collect() }
    }

    /// The zones of a page.
    pub(super) fn of_page(&self, page: &Page) -> Vec<(Below, Region)> {
        if self.kinds.is_empty() {
            return Vec::new();
        }
        let zones = zones(page, self.repeated).into_iter();
        zones
            .filter(|(below, _)| self.kinds.contains(below))
            .map(|(below, zone)| (below, zone.region))
            .collect()
    }
}

fn zones(page: &Page, repeated: f64) -> Vec<(Below, Zone)> {
    let Some(headline) = page.headline else { return Vec::new() };
    let mut markers: BTreeMap<(usize, SlotId), HashSet<usize>> = BTreeMap::new();
    for (at, piece) in page.pieces.iter().enumerate().skip(headline + 1) {
        if piece.unique
            && !piece.comment
            && piece.is_dated()
            && let Some(parent) = page.places[piece.place].parent
        {
            markers.entry((parent, piece.slot)).or_default().insert(at);
        }
    }
    let mut found = Vec::new();
    for ((parent, slot), markers) in markers {
        let of_parent = &page.places[parent].pieces;
        if !of_parent.contains(&headline) {
            continue;
        }
        let mut heading = None;
        let mut first: HashMap<u64, (usize, f64)> = HashMap::new();
        for at in headline + 1..of_parent.end {
            let piece = &page.pieces[at];
            if f64::from(piece.pages) >= repeated && piece.linked == 0.0 && piece.words <= 4.0 {
                heading = Some(piece.key);
                first.entry(piece.key).or_insert((at, 0.0));
            } else if markers.contains(&at)
                && let Some(heading) = heading.and_then(|heading| first.get_mut(&heading))
            {
                heading.1 += 1.0;
            }
        }
        let first = first.into_iter().filter(|(_, (_, markers))| *markers > 0.0);
        found.extend(first.map(|(heading, (start, markers))| {
            let markers_of = BTreeSet::from([slot]);
            let region = Region { place: parent, pieces: start..of_parent.end, markers: markers_of };
            (Below { marker: slot, heading }, Zone { region, markers })
        }));
    }
    found.sort_by_key(|(below, zone)| (*below, zone.region.place));
    found
}

//! Comments that stand in the article's own parent, below a heading that the set repeats.

use super::comments::Region;
use super::piece::Page;
use crate::page::SlotId;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};

/// A zone below one heading on one page.
struct Zone {
    page: usize,
    /// The article's parent.
    place: usize,
    /// The heading.
    start: usize,
    end: usize,
    /// Dated blocks for which it is the nearest heading.
    markers: f64,
}

/// A heading stands on four in ten of the pages; two to six do as well.
const REPEATED: f64 = 0.4;

/// Its zone is there on half of the pages that have it: 0.3 takes other headings, 0.7 does as well.
const MOSTLY: f64 = 0.5;

/// More words a comment than this are articles.
const LONGEST: f64 = 400.0;

/// The zones of the set, those with one kind of marker together.
pub(super) fn zones(pages: &[Page]) -> Vec<Vec<Region>> {
    if pages.len() < 2 {
        return Vec::new();
    }
    let repeated = (REPEATED * exact(pages.len() as u64)).max(2.0);
    let mut found: BTreeMap<(SlotId, u64), Vec<Zone>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        of_page(page, number, repeated, &mut found);
    }
    let mut best: BTreeMap<SlotId, (f64, u64)> = BTreeMap::new();
    for (&(slot, heading), zones) in &found {
        let markers = zones.iter().map(|zone| zone.markers).sum();
        let several = zones.iter().any(|zone| zone.markers >= 2.0);
        if several && best.get(&slot).is_none_or(|best| markers > best.0) {
            best.insert(slot, (markers, heading));
        }
    }
    let mut regions = Vec::new();
    for (slot, (markers, heading)) in best {
        let zones = &found[&(slot, heading)];
        let with = pages.iter().filter(|page| page.pieces.iter().any(|piece| piece.key == heading)).count();
        let words: f64 = zones.iter().map(|zone| pages[zone.page].value_of(&(zone.start..zone.end))).sum();
        let count = |count: usize| exact(count as u64);
        if count(zones.len()) >= MOSTLY * count(with) && words <= LONGEST * markers {
            let region = |zone: &Zone| Region {
                page: zone.page,
                place: zone.place,
                pieces: zone.start..zone.end,
                markers: BTreeSet::from([slot]),
            };
            regions.push(zones.iter().map(region).collect());
        }
    }
    regions
}

fn of_page(page: &Page, number: usize, repeated: f64, found: &mut BTreeMap<(SlotId, u64), Vec<Zone>>) {
    let Some(headline) = page.headline else { return };
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
        for (heading, (start, markers)) in first.into_iter().filter(|(_, (_, markers))| *markers > 0.0) {
            let zone = Zone { page: number, place: parent, start, end: of_parent.end, markers };
            found.entry((slot, heading)).or_default().push(zone);
        }
    }
}

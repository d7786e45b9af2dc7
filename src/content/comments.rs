//! Where the comments are, and where one ends and the next begins.
//!
//! Comments are records that speak: like elements, several under one parent or numbered by their ids, nearly all with a
//! date, most of their words unlinked and their page's alone, after the article, and never around the headline. Three
//! shapes of them are known:
//!
//! ```text
//! units      <li>Ann, 1 May 10:12 <p>I agree</li> <li>..</li>        each element is a comment
//! regions    <dt>Ann, 1 May 10:12 <dd>I agree  <dt>.. <dd>..         dated elements mark where each begins or ends
//! zones      <h1>.. <p>article <h2>Comments <p>I agree <p>Ann, ..    such markers in the article's own parent
//! ```
//!
//! Everything is told of slots, over the whole set, so that a page with one comment or none is read like the others.

use super::piece::{Kind, Page, Piece};
use super::zones::zones;
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A part of a page that holds comments one after another.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) page: usize,
    /// The element whose children they are cut from.
    pub(super) place: usize,
    pub(super) pieces: Range<usize>,
    /// The slots of the markers.
    pub(super) markers: BTreeSet<SlotId>,
}

/// Marks the pieces of comments, and returns for each page the pieces of each comment.
pub(super) fn find(pages: &mut [Page], slots: &Slots) -> Vec<Vec<Vec<usize>>> {
    let found = records(pages, slots);
    let mut units: Vec<Vec<Range<usize>>> = vec![Vec::new(); pages.len()];
    let mut regions: BTreeMap<SlotId, Vec<Region>> = BTreeMap::new();
    for (number, page) in pages.iter_mut().enumerate() {
        for (at, place) in page.places.iter().enumerate().filter(|(_, place)| !place.pieces.is_empty()) {
            let markers = found.markers.get(&place.slot);
            let of_region =
                slots.slot(place.slot).parent.is_some_and(|parent| found.markers.contains_key(&parent));
            let is_unit = found.units.contains(&place.slot);
            if let Some(markers) = markers {
                let (pieces, markers) = (place.pieces.clone(), markers.clone());
                let region = Region { page: number, place: at, pieces, markers };
                regions.entry(place.slot).or_default().push(region);
            } else if is_unit && !of_region {
                units[number].push(place.pieces.clone());
            }
            if is_unit || markers.is_some() {
                page.pieces[place.pieces.clone()].iter_mut().for_each(|piece| piece.comment = true);
            }
        }
    }
    for regions in regions.into_values() {
        cut(pages, slots, &regions, &mut units);
    }
    for regions in zones(pages) {
        for region in &regions {
            pages[region.page].pieces[region.pieces.clone()]
                .iter_mut()
                .for_each(|piece| piece.comment = true);
        }
        cut(pages, slots, &regions, &mut units);
    }
    pages.iter().zip(units).map(|(page, units)| said(page, units)).collect()
}

/// The slots of comments.
#[derive(Debug, Default)]
struct Records {
    /// Whose elements are comments.
    units: HashSet<SlotId>,
    /// Whose elements hold comments, with the slots of the markers between these.
    markers: HashMap<SlotId, BTreeSet<SlotId>>,
}

/// 0.8 of the elements are dated or numbered; 0.9 does as well, 0.7 takes teasers for comments.
const MOST: f64 = 0.8;

/// A slot is the article's when it holds the headline on so many of the pages that have it.
const TITLED: f64 = 0.3;

/// 30 words of value stand before comments; 15 do as well, more misses comments on short posts.
const AFTER: f64 = 30.0;

/// A marker has no more words than this, on average; 15 to 60 do as well.
const MARKER: f64 = 30.0;

fn records(pages: &[Page], slots: &Slots) -> Records {
    let titled = titled(pages, slots);
    let mut members: BTreeMap<SlotId, Vec<(usize, usize)>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (at, place) in page.places.iter().enumerate() {
            if place.parent.is_some() && !place.pieces.is_empty() {
                members.entry(place.slot).or_default().push((number, at));
            }
        }
    }
    let mut found = Records::default();
    for (slot, members) in members {
        if titled[slot.index()] || Kind::of(&slots.slot(slot).name) == Kind::Heading {
            continue;
        }
        let group = Group::new(pages, &members);
        if group.is_unit() {
            found.units.insert(slot);
        }
        let Some(parent) = slots.slot(slot).parent.filter(|parent| !titled[parent.index()]) else { continue };
        if group.marks(pages) {
            found.markers.entry(parent).or_default().insert(slot);
        }
    }
    found
}

/// The slots around headlines.
fn titled(pages: &[Page], slots: &Slots) -> Vec<bool> {
    let (mut with, mut present) = (vec![0.0; slots.len()], vec![0.0; slots.len()]);
    for page in pages {
        for slot in page.places.iter().map(|place| place.slot).collect::<HashSet<_>>() {
            present[slot.index()] += 1.0;
        }
        let headline = page.headline.map(|at| page.pieces[at].slot);
        for slot in headline.into_iter().flat_map(|slot| slots.path(slot)) {
            with[slot.index()] += 1.0;
        }
    }
    let is = |slot: SlotId| {
        slot == SlotId::ROOT
            || &*slots.slot(slot).name == "body"
            || with[slot.index()] >= TITLED * present[slot.index()]
    };
    slots.ids().map(is).collect()
}

/// Words of pieces.
#[derive(Clone, Copy, Debug, Default)]
struct Speech {
    all: f64,
    unique: f64,
    linked: f64,
}

impl Speech {
    fn add(&mut self, page: &Page, pieces: &Range<usize>) {
        for piece in &page.pieces[pieces.clone()] {
            self.all += piece.words;
            if piece.unique {
                self.unique += piece.words;
                self.linked += piece.linked;
            }
        }
    }

    fn unlinked(self) -> f64 {
        self.unique - self.linked
    }

    /// Whether this is what people say: theirs alone (0.4 to 0.8 of the words do), rather text than links (1.5 times; 2
    /// loses lists of replies), and six words a comment (3 to 10 do).
    fn is_said(self, comments: f64) -> bool {
        self.unique >= 0.6 * self.all
            && self.unlinked() > 1.5 * self.linked
            && self.unlinked() >= 6.0 * comments
    }
}

/// The elements of a slot.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
struct Group<'a> {
    members: &'a [(usize, usize)],
    speech: Speech,
    count: f64,
    /// Two stand under one parent somewhere.
    several: bool,
    numbered: bool,
    dated: bool,
    /// Most hold more than one piece.
    composed: bool,
    /// Nearly all stand after the article.
    late: bool,
}

impl<'a> Group<'a> {
    fn new(pages: &[Page], members: &'a [(usize, usize)]) -> Self {
        let place = |&(page, at): &(usize, usize)| (&pages[page], &pages[page].places[at]);
        let parent = |member: &(usize, usize)| (member.0, place(member).1.parent);
        let share = |is: &dyn Fn(&(usize, usize)) -> bool| {
            let count = members.iter().filter(|&member| is(member)).count();
            exact(count as u64) / exact(members.len() as u64)
        };
        let ids: HashSet<u64> =
            members.iter().filter_map(|member| place(member).1.id).map(|id| id.key).collect();
        let distinct = exact(ids.len() as u64) / exact(members.len() as u64);
        let has_number = |member: &(usize, usize)| place(member).1.id.is_some_and(|id| id.has_digit);
        let is_dated = |member: &(usize, usize)| {
            let (page, place) = place(member);
            page.pieces[place.pieces.clone()].iter().any(Piece::is_dated)
        };
        let is_late = |member: &(usize, usize)| {
            let (page, place) = place(member);
            let all = page.value_of(&(0..page.pieces.len()));
            page.before[place.pieces.start] >= AFTER && page.value_of(&place.pieces) <= 0.5 * all
        };
        let mut speech = Speech::default();
        for member in members {
            let (page, place) = place(member);
            speech.add(page, &place.pieces);
        }
        Group {
            members,
            speech,
            count: exact(members.len() as u64),
            several: members.windows(2).any(|two| parent(&two[0]) == parent(&two[1])),
            numbered: members.len() >= 2 && distinct >= 0.9 && share(&has_number) >= MOST,
            dated: share(&is_dated) >= MOST,
            composed: share(&|member| place(member).1.pieces.len() > 1) >= 0.5,
            late: share(&is_late) >= MOST,
        }
    }

    fn is_unit(&self) -> bool {
        let known =
            if self.several { self.numbered || self.dated } else { self.numbered && self.dated && self.late };
        known && self.composed && self.speech.is_said(self.count)
    }

    /// Whether the elements mark comments that their parents hold.
    fn marks(&self, pages: &[Page]) -> bool {
        if !(self.several && self.dated && self.speech.unlinked() <= MARKER * self.count) {
            return false;
        }
        let (mut whole, mut parents, mut late) = (Speech::default(), 0.0, 0.0);
        let parent = |&(page, at): &(usize, usize)| (page, pages[page].places[at].parent);
        for same in self.members.chunk_by(|one, other| parent(one) == parent(other)) {
            let (page, Some(at)) = parent(&same[0]) else { continue };
            let (page, place) = (&pages[page], &pages[page].places[at]);
            whole.add(page, &place.pieces);
            parents += 1.0;
            if page.before[place.pieces.start] >= AFTER {
                late += 1.0;
            }
        }
        whole.is_said(self.count) && late >= 0.7 * parents
    }
}

/// Cuts regions of one kind at their markers: the children with a marker's name that have a date. Odd and even classes
/// need no rule then.
fn cut(pages: &[Page], slots: &Slots, regions: &[Region], units: &mut [Vec<Range<usize>>]) {
    let mut balance = 0.0;
    let mut marked = Vec::new();
    for region in regions {
        let page = &pages[region.page];
        let names: HashSet<&str> = region.markers.iter().map(|&marker| &*slots.slot(marker).name).collect();
        let marks: Vec<&Range<usize>> = page
            .places
            .iter()
            .filter(|place| {
                place.parent == Some(region.place) && names.contains(&*slots.slot(place.slot).name)
            })
            .map(|place| &place.pieces)
            .filter(|pieces| region.pieces.start <= pieces.start && pieces.end <= region.pieces.end)
            .filter(|pieces| page.pieces[(*pieces).clone()].iter().any(Piece::is_dated))
            .collect();
        if let (Some(first), Some(last)) = (marks.first(), marks.last()) {
            balance += page.value_of(&(region.pieces.start..first.start));
            balance -= page.value_of(&(last.end..region.pieces.end));
            marked.push((region, marks));
        }
    }
    // More is said before the first marker than behind the last: markers stand at the feet of their comments.
    let at_feet = balance > 0.0;
    for (region, marks) in marked {
        let edges: Vec<usize> = if at_feet {
            std::iter::once(region.pieces.start).chain(marks.iter().map(|mark| mark.end)).collect()
        } else {
            marks.iter().map(|mark| mark.start).chain([region.pieces.end]).collect()
        };
        let comments = edges.windows(2).map(|edge| edge[0]..edge[1]).filter(|comment| !comment.is_empty());
        units[region.page].extend(comments);
    }
}

/// A text of a comment that more than two pages have is the template's.
const SAID_ON: u32 = 2;

/// The pieces of each comment. A piece is of the innermost one: replies stand in what they reply to.
fn said(page: &Page, mut units: Vec<Range<usize>>) -> Vec<Vec<usize>> {
    units.sort_by_key(|unit| (unit.start, std::cmp::Reverse(unit.end)));
    units.dedup();
    let mut owners: BTreeMap<usize, usize> = BTreeMap::new();
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

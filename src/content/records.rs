//! Which slots hold comments, told over the whole set.

use super::piece::{Kind, Page, Piece};
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The slots of comments.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    /// Whose elements are comments.
    pub(super) units: HashSet<SlotId>,
    /// Whose elements hold comments, with the slots of the markers between these.
    pub(super) markers: HashMap<SlotId, BTreeSet<SlotId>>,
}

/// 0.8 of the elements are dated or numbered; 0.9 does as well, 0.7 takes teasers for comments.
const MOST: f64 = 0.8;

/// A slot is the article's when it holds the headline on so many of the pages that have it.
const TITLED: f64 = 0.3;

/// 30 words of value stand before comments; 15 do as well, more misses comments on short posts.
const AFTER: f64 = 30.0;

/// A marker has no more words than this, on average; 15 to 60 do as well.
const MARKER: f64 = 30.0;

impl Records {
    /// Looks for them in all pages of a set.
    pub(super) fn new(pages: &[&mut Page], slots: &Slots) -> Self {
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
            let Some(parent) = slots.slot(slot).parent.filter(|parent| !titled[parent.index()]) else {
                continue;
            };
            if group.marks(pages) {
                found.markers.entry(parent).or_default().insert(slot);
            }
        }
        found
    }
}

/// The slots around headlines.
fn titled(pages: &[&mut Page], slots: &Slots) -> Vec<bool> {
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
    fn new(pages: &[&mut Page], members: &'a [(usize, usize)]) -> Self {
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
    fn marks(&self, pages: &[&mut Page]) -> bool {
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

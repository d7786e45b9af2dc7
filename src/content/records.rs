//! Which slots hold comments, told over the whole set.

use super::piece::{Kind, Page};
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The slots of comments.
#[derive(Clone, Debug, Default)]
pub(super) struct Records {
    /// Whose elements are comments, with whether each of them needs a date.
    pub(super) units: HashMap<SlotId, bool>,
    /// Whose elements hold comments, with the slots of the markers between these.
    pub(super) markers: HashMap<SlotId, BTreeSet<SlotId>>,
}

/// 0.8 of the elements are dated or numbered; 0.9 does as well, 0.7 takes teasers for comments.
const MOST: f64 = 0.8;

/// A slot is the article's when so many of its elements hold a headline.
const TITLED: f64 = 0.3;

/// 30 words of value stand before comments; 15 do as well, more misses comments on short posts.
const AFTER: f64 = 30.0;

/// A marker has no more words than this, on average; 15 to 60 do as well.
const MARKER: f64 = 30.0;

/// More unlinked words for each date than this are articles.
const LONGEST: f64 = 250.0;

/// An element, by its page and its number there.
type Member = (usize, usize);

impl Records {
    /// Looks for them in all pages of a set.
    pub(super) fn new(pages: &[&mut Page], slots: &Slots) -> Self {
        let titled = titled(pages, slots);
        let mut found = Records::default();
        for (of, members) in alike(pages, slots) {
            let parent = slots.slot(of[0]).parent.expect("only elements with one are alike");
            let is_heading = Kind::of(&slots.slot(of[0]).name) == Kind::Heading;
            if is_heading || of.iter().any(|slot| titled[slot.index()]) {
                continue;
            }
            let group = Group::new(pages, slots, &members);
            if group.is_unit(pages) {
                found.units.extend(of.iter().map(|&slot| (slot, group.dated)));
            }
            if !titled[parent.index()] && group.marks(pages) {
                found.markers.entry(parent).or_default().extend(&of);
            }
        }
        found
    }
}

/// The elements that may be comments or mark them: those of one slot, and all of one name in one slot, for comments of one
/// list have classes of their own. None of them holds a headline.
fn alike(pages: &[&mut Page], slots: &Slots) -> Vec<(Vec<SlotId>, Vec<Member>)> {
    let mut of_slot: BTreeMap<SlotId, Vec<Member>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        for (at, place) in page.places.iter().enumerate() {
            if place.parent.is_some() && !place.pieces.is_empty() && !page.is_titled(place) {
                of_slot.entry(place.slot).or_default().push((number, at));
            }
        }
    }
    let mut of_name: BTreeMap<(SlotId, &str), Vec<SlotId>> = BTreeMap::new();
    for &slot in of_slot.keys() {
        let of = slots.slot(slot);
        if let Some(parent) = of.parent {
            of_name.entry((parent, &of.name)).or_default().push(slot);
        }
    }
    let several = of_name.into_values().filter(|of| of.len() > 1);
    let together = several.map(|of| {
        let mut members: Vec<Member> = of.iter().flat_map(|slot| &of_slot[slot]).copied().collect();
        members.sort_unstable();
        (of, members)
    });
    let together: Vec<_> = together.collect();
    of_slot.into_iter().map(|(slot, members)| (vec![slot], members)).chain(together).collect()
}

/// The slots around headlines.
fn titled(pages: &[&mut Page], slots: &Slots) -> Vec<bool> {
    let (mut with, mut present) = (vec![0.0; slots.len()], vec![0.0; slots.len()]);
    for page in pages {
        for place in page.places.iter().filter(|place| !place.pieces.is_empty()) {
            present[place.slot.index()] += 1.0;
            with[place.slot.index()] += f64::from(u8::from(page.is_titled(place)));
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

/// Elements that are alike.
#[expect(clippy::struct_excessive_bools, reason = "each is a finding of its own")]
struct Group<'a> {
    members: &'a [Member],
    speech: Speech,
    count: f64,
    /// How many dates are in them.
    dates: f64,
    /// Two stand under one parent somewhere.
    several: bool,
    numbered: bool,
    dated: bool,
    /// Most hold more than one piece.
    composed: bool,
    /// More than one page has them.
    on_pages: bool,
}

impl<'a> Group<'a> {
    fn new(pages: &[&mut Page], slots: &Slots, members: &'a [Member]) -> Self {
        let place = |&(page, at): &Member| (&*pages[page], &pages[page].places[at]);
        let parent = |member: &Member| (member.0, place(member).1.parent);
        let count = exact(members.len() as u64);
        let share = |is: &dyn Fn(&Member) -> bool| {
            exact(members.iter().filter(|&member| is(member)).count() as u64) / count
        };
        let ids: HashSet<u64> =
            members.iter().filter_map(|member| place(member).1.id).map(|id| id.key).collect();
        let distinct = exact(ids.len() as u64) / count;
        let has_number = |member: &Member| place(member).1.id.is_some_and(|id| id.has_digit);
        let mut speech = Speech::default();
        let mut dates = 0.0;
        let mut dated_at: HashMap<Vec<&str>, f64> = HashMap::new();
        for member in members {
            let (page, place) = place(member);
            speech.add(page, &place.pieces);
            let lines: Vec<usize> = page.dated(&place.pieces).collect();
            dates += exact(lines.len() as u64);
            let paths: HashSet<Vec<&str>> =
                lines.iter().map(|&piece| path(page, slots, member.1, piece)).collect();
            for path in paths {
                *dated_at.entry(path).or_default() += 1.0;
            }
        }
        Group {
            members,
            speech,
            count,
            dates,
            several: members.windows(2).any(|two| parent(&two[0]) == parent(&two[1])),
            numbered: members.len() >= 2 && distinct >= 0.9 && share(&has_number) >= MOST,
            dated: dated_at.into_values().any(|with| with >= MOST * count),
            composed: share(&|member| place(member).1.pieces.len() > 1) >= 0.5,
            on_pages: members.windows(2).any(|two| two[0].0 != two[1].0),
        }
    }

    /// Numbers alone say something when they differ from page to page: sections of an article are numbered too.
    fn is_unit(&self, pages: &[&mut Page]) -> bool {
        let known = if self.several {
            self.dated || self.numbered && self.on_pages
        } else {
            self.numbered && self.dated
        };
        known
            && self.composed
            && self.speech.is_said(self.count)
            && self.speech.unlinked() <= LONGEST * self.dates.max(self.count)
            && are_behind(pages, self.members.iter().copied())
    }

    /// Whether the elements mark comments that their parents hold.
    fn marks(&self, pages: &[&mut Page]) -> bool {
        if !(self.several && self.dated && self.speech.unlinked() <= MARKER * self.count) {
            return false;
        }
        let parent = |&(page, at): &Member| pages[page].places[at].parent.map(|parent| (page, parent));
        let mut parents: Vec<Member> = self.members.iter().filter_map(parent).collect();
        parents.dedup();
        let mut whole = Speech::default();
        for &(page, at) in &parents {
            whole.add(pages[page], &pages[page].places[at].pieces);
        }
        whole.is_said(self.count)
            && whole.unlinked() <= LONGEST * self.count
            && are_behind(pages, parents.into_iter())
    }
}

/// The names of the elements from an element of a page down to one of its pieces.
fn path<'s>(page: &Page, slots: &'s Slots, from: usize, piece: usize) -> Vec<&'s str> {
    let up = std::iter::successors(Some(page.pieces[piece].place), |&at| page.places[at].parent);
    up.take_while(|&at| at > from).map(|at| &*slots.slot(page.places[at].slot).name).collect()
}

/// Whether the first of some elements stands behind an article on half of the pages.
fn are_behind(pages: &[&mut Page], members: impl Iterator<Item = Member>) -> bool {
    let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
    for (page, at) in members {
        firsts.entry(page).or_insert(at);
    }
    let is_behind =
        |&(&page, &at): &(&usize, &usize)| pages[page].before[pages[page].places[at].pieces.start] >= AFTER;
    2 * firsts.iter().filter(is_behind).count() >= firsts.len()
}

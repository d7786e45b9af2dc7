//! Where the comments are, and where one ends and the next begins.
//!
//! In: the pages of a template, weighed. Out: what tells their comments, and for each page the pieces of each comment.
//! Comments are records as posts are (`repeat::thread`): like elements, or runs of siblings, that say what one page alone has
//! and repeat one template. Which candidate they are, or that there are none, is told by weights of their own
//! (`src/repeat/weights/comments.txt`): they have dates, stand behind the article and never around the headline.
//!
//! ```text
//! <li>Ann, 1 May 10:12 <p>I agree</li> <li>..</li>        each element is a comment
//! <dt>Ann, 1 May 10:12 <dd>I agree  <dt>.. <dd>..         a comment goes on to the next head
//! ```
//!
//! All is told over the whole set, so that a page with one comment or none is read like the others. Cost: see
//! `repeat::thread`; pages are read in linear time.

use super::piece::{Page, Place, times};
use super::weigh::{Own, Texts};
use crate::document::Document;
use crate::page::digest::text;
use crate::page::{ElementId, Slots};
use crate::repeat::thread::{Candidate, Choice, Finder, Node, Outline, Part, Text, candidates, choices};
use crate::repeat::{Border, Evidence, Record, Weights};
use crate::site::{cluster, members};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::ops::Range;

/// Where the comments of a set are, if there are any.
#[derive(Clone, Debug)]
pub(super) struct Comments {
    labels: HashSet<u64>,
    found: Option<Found>,
}

/// What tells the comments of a set.
#[derive(Clone, Debug)]
struct Found {
    finder: Finder,
}

impl Found {
    fn new(outlines: &[&Outline], choice: &Choice) -> Self {
        Found {
            finder: Finder::new(outlines, &choice.candidate),
        }
    }
}

/// Candidates that cover less than this share of what the best one covers are left: comments are short beside an article.
const LEAST: f64 = 0.002;

/// Words that a text has without weight: names and labels.
const LABEL: f64 = 2.0;

/// What a linked text weighs, as for posts.
const LINKED: f64 = 0.25;

/// Words of a text that may be a label of each comment, as for posts.
const SHORT: f64 = 8.0;

impl Comments {
    /// Finds out where they are, and marks their pieces.
    pub(super) fn learn(pages: &mut [&mut Page], slots: &Slots) -> Self {
        let shared: Vec<&Page> = pages.iter().map(|page| &**page).collect();
        let labels = labels(shared.iter().copied());
        let (outlines, choices) = ranked(&shared, slots, &labels);
        let outlines: Vec<&Outline> = outlines.iter().collect();
        let best = choices.first().filter(|choice| choice.score > 0.0);
        let comments = Comments { found: best.map(|choice| Found::new(&outlines, choice)), labels };
        for page in pages {
            comments.read(page, slots);
        }
        comments
    }

    /// Marks the pieces of comments, and returns the pieces of each comment.
    pub(super) fn read(&self, page: &mut Page, slots: &Slots) -> Vec<Vec<usize>> {
        page.pieces.iter_mut().for_each(|piece| piece.comment = false);
        let Some(Found { finder }) = &self.found else { return Vec::new() };
        let records = finder.records(&outline(page, slots, &self.labels));
        let is_comment = |unit: &Range<usize>| !page.is_headed(unit);
        let units: Vec<Range<usize>> = records.iter().map(pieces).filter(is_comment).collect();
        for unit in &units {
            page.pieces[unit.clone()].iter_mut().for_each(|piece| piece.comment = true);
        }
        said(page, units)
    }
}

/// The pieces of a record: they are the leaves of the outline.
fn pieces(record: &Record) -> Range<usize> {
    record.leaves.start as usize..record.leaves.end as usize
}

/// The pages as candidates are looked for in them, and the candidates, the best first.
fn ranked(pages: &[&Page], slots: &Slots, labels: &HashSet<u64>) -> (Vec<Outline>, Vec<Choice>) {
    let outlines: Vec<Outline> = pages.par_iter().map(|page| outline(page, slots, labels)).collect();
    let shared: Vec<&Outline> = outlines.iter().collect();
    let weights = Weights::comments();
    let mut choices = choices(&shared, candidates(&shared), LEAST, weights);
    for choice in &mut choices {
        tell(&mut choice.evidence, pages, &choice.candidate);
        choice.score = weights.score(&choice.evidence);
    }
    choices.sort_by(|one, other| other.score.total_cmp(&one.score));
    (outlines, choices)
}

/// Adds what tells comments from posts and from what else repeats on a page.
fn tell(evidence: &mut Evidence, pages: &[&Page], candidate: &Candidate) {
    let parts = &candidate.parts;
    let all = exact(parts.len() as u64); // usize has at most 64 bits, here and below
    let share = |is: &dyn Fn(&Page, &Record) -> bool| {
        let such = parts.iter().filter(|part| is(pages[part.page], &part.record));
        exact(such.count() as u64) / all
    };
    let id = |page: &Page, record: &Record| {
        let place = page.places.get(record.head.index() - 1);
        place.and_then(|place| place.id).filter(|id| id.has_digit).map(|id| id.key)
    };
    let mut times: HashMap<u64, u32> = HashMap::new();
    for id in parts.iter().filter_map(|part| id(pages[part.page], &part.record)) {
        *times.entry(id).or_default() += 1;
    }
    let of_pages: Vec<&[Part]> = parts.chunk_by(|one, other| one.page == other.page).collect();
    let with = exact(of_pages.len() as u64);
    let is_numbered = |page: &Page, record: &Record| {
        of_pages.len() > 1 && id(page, record).is_some_and(|id| times[&id] == 1)
    };
    let is_dated = |page: &Page, record: &Record| page.dated(&pieces(record)).next().is_some();
    evidence.some = 1.0;
    evidence.lone = f64::from(u8::from(pages.len() == 1));
    evidence.foot = f64::from(u8::from(candidate.key.border == Border::Foot));
    evidence.dated = share(&is_dated);
    evidence.numbered = share(&is_numbered);
    evidence.marked = share(&|page, record| is_dated(page, record) || is_numbered(page, record));
    evidence.single = share(&|_, record| record.leaves.len() == 1);
    evidence.signed = share(&|page, record| {
        let pieces = &page.pieces[pieces(record)];
        let is_line = |piece: &super::piece::Piece| piece.words <= SHORT && !piece.is_dated() && !piece.is_heading && piece.pages <= SAID_ON;
        pieces.iter().any(is_line) && pieces.iter().any(|piece| piece.words > SHORT && !piece.is_dated())
    });
    evidence.heading = share(&|page, record| page.pieces[pieces(record)].iter().any(|piece| piece.is_heading));
    evidence.frame = share(&|page, record| {
        let around = std::iter::successors(Some(record.head.index() - 1), |&at| page.places[at].parent);
        around.map(|at| &page.places[at]).any(|place| place.is_aside)
    });
    let words = |part: &Part| {
        let pieces = &pages[part.page].pieces[pieces(&part.record)];
        pieces.iter().map(|piece| piece.words).sum::<f64>()
    };
    let own = |part: &Part| page_own(pages[part.page], &pieces(&part.record));
    evidence.own = parts.iter().map(own).sum::<f64>() / parts.iter().map(words).sum::<f64>().max(1.0);
    evidence.said = parts.iter().map(|part| own(part).ln_1p()).sum::<f64>() / all;
    let value_before = |parts: &[Part]| pages[parts[0].page].value_of(&(0..pieces(&parts[0].record).start));
    let value_within = |parts: &[Part]| parts.iter().map(|part| pages[part.page].value_of(&pieces(&part.record))).sum::<f64>();
    let of_all = |of: &dyn Fn(&[Part]) -> f64| of_pages.iter().map(|parts| of(parts)).sum::<f64>() / with;
    evidence.before = of_all(&|parts| value_before(parts).ln_1p());
    evidence.after = of_all(&|parts| (value_before(parts) / AFTER).min(1.0));
    evidence.ahead = of_all(&|parts| value_before(parts) / (value_before(parts) + value_within(parts)).max(1.0));
    evidence.titled = of_all(&|parts| {
        f64::from(u8::from(parts.iter().any(|part| pages[part.page].is_headed(&pieces(&part.record)))))
    });
    evidence.many = (all / with).ln();
    let says = |part: &Part| {
        let pieces = &pages[part.page].pieces[pieces(&part.record)];
        pieces.iter().any(|piece| piece.unlinked() > 0.0 && piece.unique && !piece.is_dated())
    };
    evidence.mute = of_all(&|parts| f64::from(u8::from(!says(&parts[0]) || !says(&parts[parts.len() - 1]))));
}

/// 30 words of value stand before comments; 15 do as well, more misses comments on short posts.
const AFTER: f64 = 30.0;

/// The unlinked words of pieces that are their page's alone.
fn page_own(page: &Page, pieces: &Range<usize>) -> f64 {
    page.pieces[pieces.clone()].iter().filter(|piece| piece.unique).map(super::piece::Piece::unlinked).sum()
}

/// A heading stands on four in ten of the pages; two to six do as well.
const REPEATED: f64 = 0.4;

/// A label of a part of a page has at most four words.
const LABEL_WORDS: f64 = 4.0;

/// The texts that are labels of parts of pages: short ones without a link, on several pages and no more than once on each.
fn labels<'p>(pages: impl Iterator<Item = &'p Page>) -> HashSet<u64> {
    let (mut known, mut often, mut count) = (HashSet::new(), HashSet::new(), 0_u32);
    let mut on: HashMap<u64, f64> = HashMap::new();
    for page in pages {
        count += 1;
        let times = times(page);
        for piece in page.pieces.iter().filter(|piece| piece.words <= LABEL_WORDS && piece.linked == 0.0) {
            if times[&piece.key] > 1 {
                often.insert(piece.key);
            } else {
                *on.entry(piece.key).or_default() += 1.0;
            }
        }
    }
    let repeated = (REPEATED * f64::from(count)).max(2.0);
    known.extend(on.into_iter().filter(|(key, on)| *on >= repeated && !often.contains(key)).map(|(key, _)| key));
    known
}

/// The label that stands before each element, or before an element around it.
fn labelled(page: &Page, slots: &Slots, labels: &HashSet<u64>) -> Vec<Option<u64>> {
    let mut of_place: Vec<Vec<(usize, u64)>> = vec![Vec::new(); page.places.len()];
    for (at, piece) in page.pieces.iter().enumerate() {
        let label = match labels.get(&piece.key) {
            Some(&key) => key,
            None if piece.is_heading && piece.linked == 0.0 => text(&slots.slot(piece.slot).name),
            None => continue,
        };
        let holds_more = |&place: &usize| page.places[place].pieces.len() > 1;
        let mut around = std::iter::successors(Some(piece.place), |&place| page.places[place].parent);
        if let Some(place) = around.find(holds_more) {
            of_place[place].push((at, label));
        }
    }
    let mut found: Vec<Option<u64>> = Vec::with_capacity(page.places.len());
    for place in &page.places {
        let before = place.parent.and_then(|parent| {
            let before = of_place[parent].iter().rev().find(|(at, _)| *at < place.pieces.start);
            before.map(|&(_, label)| label).or(found[parent])
        });
        found.push(before);
    }
    found
}

/// A page of block-level elements above pieces.
fn outline(page: &Page, slots: &Slots, labels: &HashSet<u64>) -> Outline {
    let number = |at: usize| ElementId(u32::try_from(at + 1).expect("fewer elements than bytes"));
    let leaf = |at: usize| u32::try_from(at).expect("fewer pieces than bytes");
    let mut ends: Vec<usize> = (1..=page.places.len()).collect();
    for at in (0..page.places.len()).rev() {
        if let Some(parent) = page.places[at].parent {
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    let root = Node {
        parent: None,
        end: number(page.places.len()),
        leaves: 0..leaf(page.pieces.len()),
        name: 0,
        kind: 0,
        is_named: false,
        cell: 0,
        is_line: false,
        is_out: true,
        label: None,
    };
    let names = page.steps.are_named();
    let node = |((((at, place), end), is_named), label): ((((usize, &Place), usize), bool), Option<u64>)| {
        let slot = slots.slot(place.slot);
        Node {
            parent: Some(place.parent.map_or(ElementId(0), number)),
            end: number(end),
            leaves: leaf(place.pieces.start)..leaf(place.pieces.end),
            name: text(&slot.name),
            kind: slots.kind(place.slot),
            is_named,
            cell: 0,
            is_line: &*slot.name == "hr",
            is_out: at == 0 || page.is_headed(&place.pieces),
            label,
        }
    };
    let labelled = labelled(page, slots, labels);
    let places = page.places.iter().enumerate().zip(ends).zip(names).zip(labelled);
    let texts = page.pieces.iter().map(|piece| {
        let is_linked = piece.linked > 0.5 * piece.words;
        let share = if is_linked { LINKED } else { 1.0 };
        Text {
            words: piece.words,
            tokens: [(piece.words <= SHORT).then_some(piece.key), piece.is_dated().then_some(1)],
            is_linked,
            is_dated: piece.is_dated(),
            is_own: piece.unique,
            weight: if piece.unique { (piece.words - LABEL).max(0.0) * share } else { 0.0 },
        }
    });
    Outline::new(std::iter::once(root).chain(places.map(node)).collect(), texts.collect())
}

/// The comments that a candidate would be.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What speaks for it.
    pub evidence: Evidence,
    /// The comments of each page of the set.
    pub comments: Vec<Vec<String>>,
    /// XXX
    pub way: String,
}

/// What each candidate of each set would be: what weights are fitted on.
#[must_use]
pub fn trials(documents: &[Document]) -> Vec<(Vec<usize>, Vec<Trial>)> {
    let mut read: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    let sets = members(&cluster(&read.iter().map(|page| &page.signature).collect::<Vec<_>>()));
    let of_set = |set: Vec<usize>| {
        let mut pages: Vec<Page> = set.iter().map(|&number| std::mem::take(&mut read[number])).collect();
        let (slots, standings) = Slots::new(pages.iter().map(|page| &page.steps));
        pages.iter_mut().zip(standings).for_each(|(page, standings)| page.place(&standings));
        let texts = Texts::learn(&pages.iter_mut().collect::<Vec<_>>(), Own::Alone);
        pages.iter_mut().for_each(|page| texts.weigh(page));
        let labels = labels(pages.iter());
        let (outlines, choices) = ranked(&pages.iter().collect::<Vec<_>>(), &slots, &labels);
        let outlines: Vec<&Outline> = outlines.iter().collect();
        let trial = |choice: Choice| {
            let comments = Comments { found: Some(Found::new(&outlines, &choice)), labels: labels.clone() };
            let of_page = |(page, &number): (&mut Page, &usize)| {
                let said = comments.read(page, &slots).into_iter();
                let all = |pieces: Vec<usize>| {
                    let texts = pieces.into_iter().map(|at| page.text(documents[number].text(), at).text);
                    texts.collect::<Vec<_>>().join("\n")
                };
                said.map(all).collect()
            };
            Trial { way: format!("{:?}", choice.candidate.key), evidence: choice.evidence, comments: pages.iter_mut().zip(&set).map(of_page).collect() }
        };
        let trials = choices.into_iter().map(trial).collect();
        (set, trials)
    };
    sets.into_iter().map(of_set).collect()
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

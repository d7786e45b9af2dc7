//! The place in a record where the post itself is: below author boxes and above buttons.
//!
//! Of all places the body is the one that most records have once, and that holds the pages' own text and little else: the
//! best mean of precision and recall in weight against words, over all records together.

use super::page::Page;
use crate::page::ElementId;
use crate::page::digest::{mix, text};
use crate::repeat::thread::{At, Part, below};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// A body is worth nine tenths of the whole records at least, which it leaves parts of. At 0.8 a paragraph is taken for all
/// of a post below a heading; all other figures are the same.
const WORTH: f64 = 0.9;

/// An inner place is the body if it is worth nearly as much as the best: what stands beside it are signatures, which have
/// words of their own. The same from 0.94 to 0.97; at 0.99 and at 0.9 a board loses posts. For first posts nothing changes
/// from 0.8 on.
pub(super) const INNER: f64 = 0.97;

/// A place within records.
#[derive(Default)]
struct Place {
    /// The records that have it, and where.
    at: Vec<(usize, ElementId)>,
    repeats: usize,
}

/// What a record, or a place in it, says.
struct Share {
    weight: f64,
    words: f64,
}

/// The body of each record that has one; none at all if whole records are as good.
pub(super) fn bodies(pages: &[Page], parts: &[Part]) -> Option<Vec<Option<At>>> {
    let places = places(pages, parts);
    let of_element = |&(record, id): &(usize, ElementId)| {
        let page = parts[record].of(pages);
        let leaves = page.leaves(id);
        Share { weight: page.weight(leaves), words: page.words(leaves) }
    };
    let of_record = |part: &Part| Share { weight: part.weight(pages), words: part.words(pages) };
    let records: Vec<Share> = parts.iter().map(of_record).collect();
    let all_text: f64 = records.iter().map(|record| record.weight).sum();
    let all = count(parts.len());
    let mut worths: Vec<(f64, &Place)> = Vec::new();
    for place in &places {
        let shares: Vec<Share> = place.at.iter().map(of_element).collect();
        let once = count(place.at.len()) / all * (1.0 - count(place.repeats) / all).max(0.0);
        worths.push((worth(&shares, all_text) * once.sqrt(), place));
    }
    let (best, mut body) = *worths.iter().rev().max_by(|one, other| one.0.total_cmp(&other.0))?;
    for &(_, place) in worths.iter().filter(|(worth, _)| *worth >= INNER * best) {
        if place.is_within(body, pages, parts) {
            body = place;
        }
    }
    (best > 0.0 && best >= WORTH * worth(&records, all_text)).then(|| {
        let mut bodies = vec![None; parts.len()];
        for &(record, id) in &body.at {
            bodies[record] = Some(At { page: parts[record].page, id });
        }
        bodies
    })
}

impl Place {
    /// Whether it is in the same records as another one, within it, and not one of several of its kind there: a first
    /// paragraph is not all that is said.
    fn is_within(&self, other: &Place, pages: &[Page], parts: &[Part]) -> bool {
        let is_inner = |(inner, outer): (&(usize, ElementId), &(usize, ElementId))| {
            let (record, id) = *outer;
            let page = parts[record].of(pages);
            let is_within = inner.0 == record && inner.1 > id && inner.1 < page.tree.element(id).end;
            is_within && page.is_alone(inner.1)
        };
        self.at.len() == other.at.len() && self.at.iter().zip(&other.at).all(is_inner)
    }
}

impl Page<'_> {
    /// Whether no sibling of the kind of an element has text.
    fn is_alone(&self, id: ElementId) -> bool {
        let Some(parent) = self.tree.element(id).parent else { return true };
        let end = self.tree.element(parent).end;
        let next = |&sibling: &ElementId| Some(self.tree.element(sibling).end).filter(|&next| next < end);
        let mut siblings = std::iter::successors(Some(ElementId(parent.0 + 1)), next);
        let is_alike = |sibling: ElementId| self.node(sibling).kind == self.node(id).kind;
        !siblings.any(|sibling| sibling != id && is_alike(sibling) && self.tree.has_text(sibling))
    }
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// The harmonic mean of precision and recall.
fn worth(shares: &[Share], all: f64) -> f64 {
    let (weight, words) =
        shares.iter().fold((0.0, 0.0), |(weight, words), share| (weight + share.weight, words + share.words));
    2.0 * weight / (words + if all > 0.0 { all } else { 1.0 })
}

/// The places of all elements with text, told in three manners: the way down from the record by names, or by steps with their
/// numbers among like ones, or the kind of the element alone, however deep it is.
fn places(pages: &[Page], parts: &[Part]) -> Vec<Place> {
    let mut numbers: HashMap<(u8, u64), usize> = HashMap::new();
    let mut places: Vec<Place> = Vec::new();
    for (record, part) in parts.iter().enumerate() {
        let page = part.of(pages);
        let ordinals = ordinals(page, part);
        let ordinal = |id: ElementId| u64::from(ordinals[(id.0 - part.record.head.0) as usize]);
        let step = |id: ElementId| page.steps[id.index()];
        let names = page.descend(&part.record, |above, id| below(above, page.names[id.index()]));
        let numbered = page.descend(&part.record, |above, id| below(above, mix(step(id), ordinal(id))));
        for id in part.record.elements().filter(|&id| page.tree.has_text(id)) {
            let [names, numbered] =
                [&names, &numbered].map(|ways| ways.get(id).expect("it is of the record"));
            for way in [(0, names), (1, numbered), (2, page.node(id).kind)] {
                let place = *numbers.entry(way).or_insert_with(|| {
                    places.push(Place::default());
                    places.len() - 1
                });
                let place = &mut places[place];
                match place.at.last() {
                    Some(&(last, _)) if last == record => place.repeats += 1,
                    _ => place.at.push((record, id)),
                }
            }
        }
    }
    places
}

/// For each element of a record its number among the siblings of its name.
pub(super) fn ordinals(page: &Page, part: &Part) -> Vec<u32> {
    let mut counts: HashMap<(Option<ElementId>, u64), u32> = HashMap::new();
    let number = |id: ElementId| {
        let element = page.tree.element(id);
        let count = counts.entry((element.parent, text(&element.name))).or_default();
        *count += 1;
        *count - 1
    };
    part.record.elements().map(number).collect()
}

//! The place in a record where the post itself is: below author boxes and above buttons.
//!
//! Of all places that most records have once, the body is the one that holds the pages' own text and little else: the
//! best mean of precision and recall in weight against words, over all records together and over each by itself.

use super::page::Page;
use crate::page::ElementId;
use crate::page::digest::{mix, text};
use crate::repeat::thread::{At, Part, below};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// The share of the records that have the place.
const MOST: f64 = 0.6;

/// How many records may have it a second time, as a share of all: quotations.
const REPEATS: f64 = 0.34;

/// A body is worth nine tenths of the whole records at least, which it leaves parts of. At 0.8 a paragraph is taken for all
/// of a post below a heading; all other figures are the same.
const WORTH: f64 = 0.9;

/// How much records by themselves count against all text together, where a long post outweighs many.
const EACH: f64 = 0.25;

/// An inner place is the body if it is worth nearly as much as the best: what stands beside it are signatures, which have
/// words of their own. The same from 0.94 to 0.97; at 0.99 and at 0.9 a board loses posts.
const INNER: f64 = 0.97;

/// A place within records.
#[derive(Default)]
struct Place {
    /// The records that have it, and where.
    at: Vec<(usize, ElementId)>,
    repeats: usize,
}

/// The text of a record, and what a place has of it.
struct Share {
    record: usize,
    weight: f64,
    words: f64,
}

/// The body of each record that has one; none at all if whole records are as good.
pub(super) fn bodies(pages: &[Page], parts: &[Part]) -> Option<Vec<Option<At>>> {
    let places = places(pages, parts);
    let whole: Vec<f64> = parts.iter().map(|part| part.weight(pages)).collect();
    let of_element = |&(record, id): &(usize, ElementId)| {
        let page = parts[record].of(pages);
        let leaves = page.leaves(id);
        Share { record, weight: page.weight(leaves), words: page.words(leaves) }
    };
    let of_record =
        |(record, part): (usize, &Part)| Share { record, weight: whole[record], words: part.words(pages) };
    let all = count(parts.len());
    let mut worths: Vec<(f64, &Place)> = Vec::new();
    for place in &places {
        let (has, repeats) = (count(place.at.len()), count(place.repeats));
        if has >= MOST * all && repeats <= REPEATS * all {
            let shares: Vec<Share> = place.at.iter().map(of_element).collect();
            worths.push((worth(&shares, &whole) * (has / all * (1.0 - repeats / all)).sqrt(), place));
        }
    }
    let (best, mut body) = *worths.iter().rev().max_by(|one, other| one.0.total_cmp(&other.0))?;
    for &(_, place) in worths.iter().filter(|(worth, _)| *worth >= INNER * best) {
        if place.is_within(body, pages, parts) {
            body = place;
        }
    }
    let shares: Vec<Share> = parts.iter().enumerate().map(of_record).collect();
    (best > 0.0 && best >= WORTH * worth(&shares, &whole)).then(|| {
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

/// The harmonic mean of precision and recall, over all text and over each record that has some of its own.
fn worth(shares: &[Share], whole: &[f64]) -> f64 {
    let (all, speaking) = (whole.iter().sum::<f64>(), whole.iter().filter(|weight| **weight > 0.0).count());
    let (weight, words) =
        shares.iter().fold((0.0, 0.0), |(weight, words), share| (weight + share.weight, words + share.words));
    let mean = |share: &Share| {
        let both = share.words + whole[share.record];
        if both > 0.0 { 2.0 * share.weight / both } else { 0.0 }
    };
    let together = 2.0 * weight / (words + if all > 0.0 { all } else { 1.0 });
    let each = shares.iter().map(mean).sum::<f64>() / count(speaking.max(1));
    together.powf(1.0 - EACH) * each.powf(EACH)
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

//! Trims the bodies of posts: cuts off subject lines, dates, buttons and numbers at their start and end.
//!
//! In: the bodies of the posts. Out: the range of leaves of each that remains.
//!
//! ```text
//! <article> <i>1.5.2020 10:30</i> <p>One thing</p> <small>Reply</small> </article>      "One thing" remains
//! ```
//!
//! The *kind* of a text is its relative position in the body; a short text has further kinds, which combine its
//! position with its words or with the pattern of its figures. A text at the start or end is cut off if one of its
//! kinds occurs exactly once in most bodies and is short on average. A kind leads if over all bodies fewer words
//! precede it than follow it; else it trails.
//!
//! Cost: linear in the texts of the bodies.

use super::page::Page;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix};
use crate::repeat::Record;
use crate::repeat::thread::{Part, Text, below};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

/// Share of the bodies in which a kind must occur exactly once. With 0.8 boards-stripped loses 0.007: tools/sweep.py
/// src/forum/trim.rs MOST 0.8 -- boards-stripped.
const MOST: f64 = 0.6;

/// Largest mean number of words of a kind. Without the limit boards-alone loses 0.006: tools/sweep.py src/forum/trim.rs
/// MEAN 1000.0 -- boards-alone.
const MEAN: f64 = 10.0;

/// The search for leading texts stops at a text of the page's own with more words than this. With 0 boards, and these
/// alone, lose 0.005: tools/sweep.py src/forum/trim.rs GAP 0.0 -- boards boards-alone.
const GAP: f64 = 3.0;

/// Counts of a kind of text over all bodies.
#[derive(Default)]
struct EdgeCounts {
    /// Number of bodies with the kind.
    bodies: usize,
    /// Numbers of words of the texts that are the only ones of the kind in their body.
    once: Vec<f64>,
    /// Number of words before and after texts of the kind, in their bodies.
    before: f64,
    after: f64,
}

/// A text of a body.
struct BodyText {
    words: f64,
    /// Whether no other page has it.
    is_own: bool,
    /// Its kinds; the first is its position.
    kinds: Vec<u64>,
}

/// Returns the range of leaves of each body that remains.
pub(super) fn trim(pages: &[Page], bodies: &[Part]) -> Vec<Range<u32>> {
    let whole = || bodies.iter().map(|body| body.record.leaves.clone());
    if bodies.len() < LEAST {
        return whole().collect();
    }
    let texts: Vec<Vec<BodyText>> = bodies.iter().map(|body| texts(body.of(pages), &body.record)).collect();
    let edges = edges(&texts);
    whole().zip(&texts).map(|(leaves, texts)| trimmed(leaves, texts, &edges)).collect()
}

/// The kinds that are cut off, and whether each leads (`true`) or trails.
type EdgeKinds = HashMap<u64, bool>;

/// Returns the leaves of a body without leading and trailing texts.
fn trimmed(mut leaves: Range<u32>, texts: &[BodyText], edges: &EdgeKinds) -> Range<u32> {
    let leads =
        |text: &BodyText, is_leading| text.kinds.iter().any(|kind| edges.get(kind) == Some(&is_leading));
    let (mut first, mut end) = (0, texts.len());
    for (number, text) in texts.iter().enumerate() {
        if leads(text, true) {
            first = number + 1;
        } else if leads(text, false) || text.is_own && text.words > GAP {
            break;
        }
    }
    while end > first + 1 && leads(&texts[end - 1], false) {
        end -= 1;
    }
    let number = |len: usize| u32::try_from(len).expect("a page is shorter than 4 GiB");
    leaves.end = leaves.start + number(end);
    leaves.start += number(first);
    leaves
}

/// Finds the kinds that are cut off.
fn edges(texts: &[Vec<BodyText>]) -> EdgeKinds {
    let mut kinds: HashMap<u64, EdgeCounts> = HashMap::new();
    // Words by position, in order of first occurrence, so that ties are resolved the same way each time.
    let mut places: Vec<(u64, f64)> = Vec::new();
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    for body in texts {
        let mut times: HashMap<u64, u32> = HashMap::new();
        body.iter().flat_map(|text| &text.kinds).for_each(|&kind| *times.entry(kind).or_default() += 1);
        times.keys().for_each(|&kind| kinds.entry(kind).or_default().bodies += 1);
        let all: f64 = body.iter().map(|text| text.words).sum();
        let mut before = 0.0;
        for text in body {
            let place = *numbers.entry(text.kinds[0]).or_insert_with(|| {
                places.push((text.kinds[0], 0.0));
                places.len() - 1
            });
            places[place].1 += text.words;
            for kind in &text.kinds {
                let of_kind = kinds.entry(*kind).or_default();
                if times[kind] == 1 {
                    of_kind.once.push(text.words);
                }
                of_kind.before += before;
                of_kind.after += all - before - text.words;
            }
            before += text.words;
        }
    }
    let main =
        places.into_iter().rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(place, _)| place);
    kinds.retain(|kind, of_kind| Some(*kind) != main && of_kind.is_edge(texts.len()));
    kinds.into_iter().map(|(kind, of_kind)| (kind, of_kind.before <= of_kind.after)).collect()
}

impl EdgeCounts {
    /// Whether texts of the kind are cut off, given the number of bodies.
    fn is_edge(&self, bodies: usize) -> bool {
        let once = count(self.once.len());
        if self.once.is_empty() || once < MOST * count(bodies) || !are_most(self.once.len(), self.bodies) {
            return false;
        }
        self.once.iter().sum::<f64>() / once <= MEAN
    }
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// Returns the texts of a body with their kinds.
fn texts(page: &Page, record: &Record) -> Vec<BodyText> {
    let is_run = record.end > page.tree.element(record.head).end;
    let is_outside = |id: ElementId| !record.holds(id) || !is_run && id == record.head;
    let paths = page.descend(record, |above, id| match id {
        // The body elements themselves may have different names.
        head if head == record.head && !is_run => 1,
        id => below(above, page.names[id.index()]),
    });
    let text = |(leaf, text): (&crate::page::Leaf, &Text)| {
        let step = if is_outside(leaf.parent) { BASIS } else { page.steps[leaf.parent.index()] };
        let place = mix(below(paths.get(leaf.parent), 0), step);
        let kinds = std::iter::once(place)
            .chain(text.tokens.into_iter().flatten().map(|token| below(Some(place), token)));
        BodyText { words: text.words, is_own: text.is_own, kinds: kinds.collect() }
    };
    record.leaves(&page.tree).iter().zip(page.texts_of(&record.leaves)).map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repeat::thread::At;

    /// The texts that remain of the bodies, which are the `article` elements.
    fn left(source: &str) -> Vec<String> {
        let pages = Page::of_sources(&[source]);
        let tree = &pages[0].tree;
        let is_body = |id: &ElementId| tree.element(*id).name == "article";
        let bodies: Vec<Part> =
            tree.ids().filter(is_body).map(|id| Part::element(&pages, At { page: 0, id })).collect();
        let text = |leaves: Range<u32>| {
            let texts = leaves.map(|leaf| &*tree.leaves()[leaf as usize].text);
            texts.collect::<Vec<_>>().join(" ")
        };
        trim(&pages, &bodies).into_iter().map(text).collect()
    }

    #[test]
    fn texts_that_each_body_has_once_at_its_start_or_end_are_cut_off() {
        let body = |day: u32, said: &str| {
            format!("<article><i>{day}.5.2020 10:30</i><p>{said}</p><small>Reply</small></article>")
        };
        let page = [body(1, "one thing"), body(2, "and another</p><p>twice"), body(3, "the last")].concat();
        assert_eq!(left(&page), ["one thing", "and another twice", "the last"]);
    }

    #[test]
    fn two_bodies_are_not_trimmed() {
        assert_eq!(left("<article>a<b>b</b></article><article>c<b>d</b></article>"), ["a b", "c d"]);
    }
}

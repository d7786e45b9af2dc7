//! What stands at the edges of bodies in each post: subject lines, dates, buttons, numbers.
//!
//! A text at an edge is cut off if it is of a kind that stands exactly once in most bodies and is short: a place, or a
//! label or figures at a place. Whether it leads or trails is decided by the words before and after it.

use super::page::Page;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix};
use crate::repeat::Record;
use crate::repeat::thread::{Part, Text, below};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

/// The share of the bodies that have the kind once. With 0.8 boards-stripped loses 0.007: tools/sweep.py src/forum/trim.rs MOST 0.8
/// -- boards-stripped.
const MOST: f64 = 0.6;

/// The mean of its words. Without the limit boards-alone loses 0.006: tools/sweep.py src/forum/trim.rs MEAN 1000.0 -- boards-alone.
const MEAN: f64 = 10.0;

/// The words of a text of the page's own before a leading one that is passed over. With 0 boards, and these alone, lose 0.005:
/// tools/sweep.py src/forum/trim.rs GAP 0.0 -- boards boards-alone.
const GAP: f64 = 3.0;

/// What is counted of a kind of text.
#[derive(Default)]
struct Kind {
    bodies: usize,
    /// The words of those that are the only ones in their body.
    once: Vec<f64>,
    before: f64,
    after: f64,
}

/// A text of a body: its words and its kinds, its place first.
struct Line {
    words: f64,
    /// Whether no other page has it.
    is_own: bool,
    kinds: Vec<u64>,
}

/// What of each body is left: the numbers of its leaves.
pub(super) fn trim(pages: &[Page], bodies: &[Part]) -> Vec<Range<u32>> {
    let whole = || bodies.iter().map(|body| body.record.leaves.clone());
    if bodies.len() < LEAST {
        return whole().collect();
    }
    let lines: Vec<Vec<Line>> = bodies.iter().map(|body| lines(body.of(pages), &body.record)).collect();
    let edges = edges(&lines);
    whole().zip(&lines).map(|(leaves, lines)| trimmed(leaves, lines, &edges)).collect()
}

/// Whether a kind of text that each body has at an edge leads.
type Edges = HashMap<u64, bool>;

fn trimmed(mut leaves: Range<u32>, lines: &[Line], edges: &Edges) -> Range<u32> {
    let leads = |line: &Line, is_leading| line.kinds.iter().any(|kind| edges.get(kind) == Some(&is_leading));
    let (mut first, mut end) = (0, lines.len());
    for (number, line) in lines.iter().enumerate() {
        if leads(line, true) {
            first = number + 1;
        } else if leads(line, false) || line.is_own && line.words > GAP {
            break;
        }
    }
    while end > first + 1 && leads(&lines[end - 1], false) {
        end -= 1;
    }
    let number = |len: usize| u32::try_from(len).expect("a page is shorter than 4 GiB");
    leaves.end = leaves.start + number(end);
    leaves.start += number(first);
    leaves
}

fn edges(lines: &[Vec<Line>]) -> Edges {
    let mut kinds: HashMap<u64, Kind> = HashMap::new();
    // In the order of their first texts, for equal ones.
    let mut places: Vec<(u64, f64)> = Vec::new();
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    for body in lines {
        let mut times: HashMap<u64, u32> = HashMap::new();
        body.iter().flat_map(|line| &line.kinds).for_each(|&kind| *times.entry(kind).or_default() += 1);
        times.keys().for_each(|&kind| kinds.entry(kind).or_default().bodies += 1);
        let all: f64 = body.iter().map(|line| line.words).sum();
        let mut before = 0.0;
        for line in body {
            let place = *numbers.entry(line.kinds[0]).or_insert_with(|| {
                places.push((line.kinds[0], 0.0));
                places.len() - 1
            });
            places[place].1 += line.words;
            for kind in &line.kinds {
                let of_kind = kinds.entry(*kind).or_default();
                if times[kind] == 1 {
                    of_kind.once.push(line.words);
                }
                of_kind.before += before;
                of_kind.after += all - before - line.words;
            }
            before += line.words;
        }
    }
    let main =
        places.into_iter().rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(place, _)| place);
    kinds.retain(|kind, of_kind| Some(*kind) != main && of_kind.is_edge(lines.len()));
    kinds.into_iter().map(|(kind, of_kind)| (kind, of_kind.before <= of_kind.after)).collect()
}

impl Kind {
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

/// The texts of a body with their kinds.
fn lines(page: &Page, record: &Record) -> Vec<Line> {
    let is_run = record.end > page.tree.element(record.head).end;
    let is_outside = |id: ElementId| !record.holds(id) || !is_run && id == record.head;
    let ways = page.descend(record, |above, id| match id {
        // Bodies may differ in their own names.
        head if head == record.head && !is_run => 1,
        id => below(above, page.names[id.index()]),
    });
    let line = |(leaf, text): (&crate::page::Leaf, &Text)| {
        let step = if is_outside(leaf.parent) { BASIS } else { page.steps[leaf.parent.index()] };
        let place = mix(below(ways.get(leaf.parent), 0), step);
        let kinds = std::iter::once(place)
            .chain(text.tokens.into_iter().flatten().map(|token| below(Some(place), token)));
        Line { words: text.words, is_own: text.is_own, kinds: kinds.collect() }
    };
    record.leaves(&page.tree).iter().zip(page.texts_of(&record.leaves)).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repeat::thread::At;

    /// The texts that are left of the bodies, which are the elements named `article`.
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
    fn what_each_body_has_once_at_an_edge_is_cut_off() {
        let body = |day: u32, said: &str| {
            format!("<article><i>{day}.5.2020 10:30</i><p>{said}</p><small>Reply</small></article>")
        };
        let page = [body(1, "one thing"), body(2, "and another</p><p>twice"), body(3, "the last")].concat();
        assert_eq!(left(&page), ["one thing", "and another twice", "the last"]);
    }

    #[test]
    fn two_bodies_tell_nothing() {
        assert_eq!(left("<article>a<b>b</b></article><article>c<b>d</b></article>"), ["a b", "c d"]);
    }
}

//! The template of a page group, by anchors: amplification in the whole pages, and again in every gap.
//!
//! What stands exactly once on every page of a group, and is too long for chance, is an anchor. The anchors that keep
//! the same order on all pages cut every page into gaps, and what was ambiguous on the whole page is unique in its
//! gap: a label that the content also uses, the third of ten equal cells. A gap without an anchor may hold a list: a
//! string that all pages have, several times and evenly spaced, cuts the gap into [rows](super::row), which are searched
//! as pages are. Or it holds a part that only some pages have; then the heaviest set of pages that share strings is
//! searched apart from the others. Or it holds people's text, where words stand on all pages: several times, here and
//! there.
//!
//! ```text
//! pages     <b>to</b> Ann <b>by</b> Bob | <b>to</b> Cy <b>by</b> Dan
//! anchors   <b>to</b>, <b>by</b>          (<b> and </b> stand twice and become unique in no gap: they are inside)
//! ```
//!
//! This repairs two failures that the source names: a content word whose frequency happens to be the peak's is no
//! anchor unless it is once on every page and in order; a template string that the content repeats is found in its gap.
//!
//! Time: one suffix order of all gaps for every level of the nesting, seldom more than five.

use super::paper::{element, is_left_maximal};
use super::row;
use super::{CHANCE, Template, TemplateElement};
use crate::index::{Index, Interval, Memory, Pos, Rank, Text};
use crate::progress::Step;
use crate::spectrum::{DocumentTally, Lengths, exact, page_sets};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// Finds the template of pages that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Aligner {
    support: f64,
}

impl Default for Aligner {
    fn default() -> Self {
        // Fewer than that are more often copies of a page's content than a part of the template.
        Aligner { support: 0.3 }
    }
}

impl Aligner {
    /// Optional parts must be on at least 30% of the pages.
    #[must_use]
    pub fn new() -> Self {
        Aligner::default()
    }

    /// The share of a group's pages, between 0 and 1, that must have a part of the template.
    #[must_use]
    pub fn support(self, support: f64) -> Self {
        Aligner { support }
    }

    /// The template of these documents. Fewer than two have none.
    #[must_use]
    pub fn template(self, text: &Text, documents: &[u32]) -> Template {
        let least = (self.support * exact(documents.len() as u64)).max(2.0);
        let whole: Vec<Range<u32>> = documents.iter().map(|&document| text.range(document)).collect();
        let step = Step::begin(symbols(&whole));
        let pages = Pages { text, information: information(text), support: self.support, step };
        let search = Search { least, choices: 0.0, weight: 1.0, rows: false };
        let elements = pages.align(whole, search);
        Template { documents: documents.to_vec(), elements }
    }
}

struct Pages<'a> {
    text: &'a Text,
    /// For every symbol what one occurrence tells, in nats.
    information: Vec<f64>,
    /// The share of pages, and of rows, that makes a part of the template. With a tenth of the rows F1 is within 0.01 on
    /// the sets of [`WORD`], but short pages lose precision: 0.94 becomes 0.89.
    support: f64,
    /// Of which all symbols are done that are searched no further.
    step: Step,
}

/// What is known of the stretches that are searched.
#[derive(Clone, Copy, Debug)]
struct Search {
    /// How many of them make a part of the template.
    least: f64,
    /// The logarithm of the number of ways in which they may have been chosen.
    choices: f64,
    /// How much of what symbols tell counts.
    weight: f64,
    /// Whether they are rows of a list rather than parts of pages.
    rows: bool,
}

/// Half of -log p(symbol): in natural text a symbol tells about half of what its frequency alone suggests, the rest is
/// known from the symbols before (Shannon, "Prediction and Entropy of Printed English", 1951).
fn information(text: &Text) -> Vec<f64> {
    let mut counts: Vec<u64> = Vec::new();
    for place in 0..text.len() {
        let symbol = text.symbol(Pos(place)) as usize;
        if symbol >= counts.len() {
            counts.resize(symbol + 1, 0);
        }
        counts[symbol] += 1;
    }
    let total = exact(u64::from(text.len()));
    counts.into_iter().map(|count| -0.5 * (exact(count) / total).ln()).collect()
}

/// How much of what its letters tell a word tells at least: a frequent word of many letters is no surprise, and still
/// less is that all pages have it. On the ten syllabus sites of docs/REPRODUCTION.md and the sets under `data/`, 0.2 to
/// 0.3 give the same F1 within 0.02; with 0.4 long words are template.
const WORD: f64 = 0.25;

impl Pages<'_> {
    /// The elements that stretches of different pages have in common, in page order.
    fn align(&self, stretches: Vec<Range<u32>>, search: Search) -> Vec<TemplateElement> {
        let stretches: Vec<Range<u32>> = stretches.into_iter().filter(|range| !range.is_empty()).collect();
        if stretches.len() < 2 || exact(stretches.len() as u64) < search.least {
            self.step.done(symbols(&stretches));
            return Vec::new();
        }
        let index = Index::new(self.text.stretches(&stretches), Memory::Fast);
        let anchors = self.anchors(&index, &stretches, search);
        if anchors.is_empty() {
            return self.align_without_anchors(index, &stretches, search);
        }
        // The gaps have indexes of their own.
        drop(index);
        self.step.done(anchors.iter().map(|anchor| u64::from(anchor.len) * stretches.len() as u64).sum());
        let gaps: Vec<Vec<Range<u32>>> = (0..=anchors.len()).map(|i| gap(&stretches, &anchors, i)).collect();
        let inside: Vec<Vec<TemplateElement>> =
            gaps.into_par_iter().map(|gap| self.align(gap, search)).collect();
        let mut anchors = anchors.into_iter();
        inside.into_iter().flat_map(|elements| elements.into_iter().chain(anchors.next())).collect()
    }

    /// A list, row by row; or parts that only some stretches have; or nothing, where people's words are.
    fn align_without_anchors(
        &self,
        index: Index,
        stretches: &[Range<u32>],
        search: Search,
    ) -> Vec<TemplateElement> {
        let (separator, has_words) = self.separator(&index, stretches, search);
        match separator {
            Some(separator) => {
                // The rows have an index of their own.
                drop(index);
                let rows = row::cut(stretches, &separator);
                self.step.done(u64::from(separator.len) * separator.places.len() as u64);
                let least = (self.support * exact(rows.len() as u64)).max(search.least);
                let search = Search { least, rows: true, ..search };
                let mut elements = self.align(rows, search);
                elements.push(separator);
                elements.sort_by_key(|element| element.places[0]);
                elements
            }
            None if !has_words => self.align_apart(index, stretches, search),
            // Some of a few pages share words by chance; a third of all rows seldom do.
            None if search.rows => self.align_apart(index, stretches, Search { weight: WORD, ..search }),
            None => {
                self.step.done(symbols(stretches));
                Vec::new()
            }
        }
    }

    /// The string that parts the rows of a list: of those that every stretch has and that are no words, since they stand
    /// evenly or are too long even for words, the one whose occurrences tell most. And whether there are such strings at
    /// all, words among them. They are looked at one by one: all together have many times as many places as the text.
    fn separator(
        &self,
        index: &Index,
        stretches: &[Range<u32>],
        search: Search,
    ) -> (Option<TemplateElement>, bool) {
        let chance = Chance::new(stretches, search.choices);
        let is_no_word = |element: &TemplateElement| {
            row::is_even(stretches, element) || chance.is_beaten(WORD * self.told(element))
        };
        let all_tell = |element: &TemplateElement| exact(element.places.len() as u64) * self.told(element);
        let mut has_words = false;
        let shared = self.shared(index, stretches, search, |_| true).inspect(|_| has_words = true);
        let found = shared.map(|(_, element)| row::without_overlaps(element)).filter(is_no_word);
        let found = found.map(|element| (all_tell(&element), element));
        let first = |element: &TemplateElement| Reverse(depth(stretches, element));
        let best = found.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| first(&a.1).cmp(&first(&b.1))));
        (best.map(|(_, element)| element), has_words)
    }

    /// The strings that stand once in every stretch, in an order that all stretches share.
    fn anchors(&self, index: &Index, stretches: &[Range<u32>], search: Search) -> Vec<TemplateElement> {
        let mut found: Vec<(f64, TemplateElement)> =
            self.shared(index, stretches, search, |interval| interval.tally == 0).collect();
        // The most telling first, of equal ones the one that comes first over all stretches, whatever their order.
        found.sort_by(|a, b| {
            b.0.total_cmp(&a.0).then_with(|| depth(stretches, &a.1).cmp(&depth(stretches, &b.1)))
        });
        let mut chain: BTreeMap<Pos, TemplateElement> = BTreeMap::new();
        for (_, element) in found {
            let first = element.places[0];
            let before = chain.range(..first).next_back();
            let after = chain.range(first..).next();
            if before.is_none_or(|(_, before)| is_before(before, &element))
                && after.is_none_or(|(_, after)| is_before(&element, after))
            {
                chain.insert(first, element);
            }
        }
        chain.into_values().collect()
    }

    /// The maximal strings that stand in every stretch and are beyond chance, with what they tell. `which` is asked of
    /// intervals that tell how many of their occurrences repeat a stretch.
    fn shared<'i>(
        &'i self,
        index: &'i Index,
        stretches: &'i [Range<u32>],
        search: Search,
        which: impl Fn(&Interval<u32>) -> bool + 'i,
    ) -> impl Iterator<Item = (f64, TemplateElement)> + 'i {
        let all = index.text().documents();
        let chance = Chance::new(stretches, search.choices);
        let tells = move |told: f64| chance.is_beaten(search.weight * told);
        // What is trimmed tells less still.
        let begins = |interval: &Interval<u32>| TemplateElement {
            places: vec![place_in(stretches, index, index.pos(Rank(interval.ranks().start)))],
            len: interval.depth,
        };
        let is_long = {
            let tells = tells.clone();
            move |interval: &Interval<u32>| tells(self.told(&begins(interval)))
        };
        index
            .intervals()
            .tally(DocumentTally::new(index))
            .filter(move |interval| interval.frequency() - interval.tally == all && which(interval))
            .filter(move |interval| is_left_maximal(index, interval) && is_long(interval))
            .filter_map(|interval| self.trim(&in_pages(stretches, index, &element(index, &interval))))
            .map(|element| (self.told(&element), element))
            .filter(move |(told, _)| tells(*told))
    }

    /// Cuts off what of an element is the beginning or end of a longer word, or character, on some page. `None` if
    /// nothing is left.
    fn trim(&self, element: &TemplateElement) -> Option<TemplateElement> {
        let (first, len) = (element.places[0].0, element.len);
        let is_cut =
            |offset: u32| element.places.iter().any(|place| self.text.is_joined(Pos(place.0 + offset)));
        let is_edge = |offset: u32| !self.text.is_joined(Pos(first + offset));
        let start = if is_cut(0) { (1..len).find(|&offset| is_edge(offset))? } else { 0 };
        let end = if is_cut(len) { (start + 1..len).rev().find(|&offset| is_edge(offset))? } else { len };
        let places = element.places.iter().map(|place| Pos(place.0 + start)).collect();
        Some(TemplateElement { places, len: end - start })
    }

    /// What an element's symbols tell, in nats.
    fn told(&self, element: &TemplateElement) -> f64 {
        let first = element.places[0].0;
        (first..first + element.len)
            .map(|place| self.information[self.text.symbol(Pos(place)) as usize])
            .sum()
    }

    /// Aligns the stretches that share the most apart from the others.
    fn align_apart(&self, index: Index, stretches: &[Range<u32>], search: Search) -> Vec<TemplateElement> {
        let sets = page_sets(&index, Lengths::DISCOVERY, 16);
        // Both parts have indexes of their own.
        drop(index);
        let all = stretches.len();
        let Some(set) = sets.iter().find(|set| {
            let pages = set.documents.len();
            pages < all && exact(pages as u64) >= search.least
        }) else {
            self.step.done(symbols(stretches));
            return Vec::new();
        };
        let (with, without): (Vec<_>, Vec<_>) =
            (0..).zip(stretches).partition(|(i, _)| set.documents.binary_search(i).is_ok());
        let search = Search { choices: search.choices + ln_choose(all, with.len()), ..search };
        let of = |part: Vec<(u32, &Range<u32>)>| part.into_iter().map(|(_, range)| range.clone()).collect();
        let mut elements = self.align(of(with), search);
        elements.extend(self.align(of(without), search));
        elements
    }
}

fn symbols(stretches: &[Range<u32>]) -> u64 {
    stretches.iter().map(|range| u64::from(range.end - range.start)).sum()
}

/// Where an element of the stretches' own text stands in the pages.
fn in_pages(stretches: &[Range<u32>], index: &Index, element: &TemplateElement) -> TemplateElement {
    let place = |&place: &Pos| place_in(stretches, index, place);
    TemplateElement { places: element.places.iter().map(place).collect(), len: element.len }
}

/// Where a place of the stretches' own text is in the pages.
fn place_in(stretches: &[Range<u32>], index: &Index, place: Pos) -> Pos {
    let i = index.text().document(place);
    Pos(stretches[i as usize].start + place.0 - index.text().range(i).start)
}

/// How far into their stretches the occurrences of an element are, together: the same in any order of the stretches.
fn depth(stretches: &[Range<u32>], element: &TemplateElement) -> u64 {
    let mut stretches = stretches.iter().peekable();
    let mut into = |place: u32| {
        while stretches.next_if(|stretch| stretch.end <= place).is_some() {}
        stretches.peek().map_or(0, |stretch| u64::from(place - stretch.start))
    };
    element.places.iter().map(|place| into(place.0)).sum()
}

/// How a string would stand in all stretches by chance.
#[derive(Clone, Debug)]
struct Chance {
    /// The logarithms of the lengths of the stretches, in ascending order.
    places: Vec<f64>,
    /// That of the number of ways in which they may have been chosen.
    choices: f64,
}

impl Chance {
    fn new(stretches: &[Range<u32>], choices: f64) -> Self {
        let mut places: Vec<f64> =
            stretches.iter().map(|range| f64::from(range.end - range.start).ln()).collect();
        places.sort_unstable_by(f64::total_cmp);
        Chance { places, choices }
    }

    /// Whether a string that tells so much would stand in all stretches by chance in fewer than one of a hundred
    /// searches: one of the shortest stretch's places begins it, it must be at some place of each other stretch, and the
    /// pages themselves were chosen.
    fn is_beaten(&self, told: f64) -> bool {
        let others: f64 = self.places[1..].iter().map(|places| (places - told).min(0.0)).sum();
        self.places[0] + others + self.choices < CHANCE.ln()
    }
}

/// The logarithm of the number of ways to choose `k` of `n`.
fn ln_choose(n: usize, k: usize) -> f64 {
    (1..=k.min(n - k)).map(|i| (exact((n - i + 1) as u64) / exact(i as u64)).ln()).sum()
}

/// Whether one element ends before another begins, on all pages.
fn is_before(a: &TemplateElement, b: &TemplateElement) -> bool {
    a.places.iter().zip(&b.places).all(|(a_place, b_place)| a_place.0 + a.len <= b_place.0)
}

/// The stretches between an anchor and the one before, or from and to the stretches' ends.
fn gap(stretches: &[Range<u32>], anchors: &[TemplateElement], i: usize) -> Vec<Range<u32>> {
    let before = i.checked_sub(1).map(|before| &anchors[before]);
    let after = anchors.get(i);
    stretches
        .iter()
        .enumerate()
        .map(|(page, range)| {
            let start = before.map_or(range.start, |anchor| anchor.places[page].0 + anchor.len);
            start..after.map_or(range.end, |anchor| anchor.places[page].0)
        })
        .collect()
}

//! Finds the template of a page group by anchors: first in the whole pages, then again in every gap between anchors.
//!
//! A string that occurs exactly once on every page of a group, and is too long to do so by chance, is an anchor. The
//! anchors that have the same order on all pages cut every page into gaps, and a string that is ambiguous on the whole
//! page is unique in its gap: a label that also occurs in the content, or the third of ten equal cells. A gap without
//! an anchor may contain one of three things. It may contain a list: a string that occurs on all pages several times
//! and evenly spaced cuts the gap into [rows](super::row), which are searched as pages are. It may contain a part that
//! only some pages have: then the set of pages that shares the most strings is searched separately from the others, if
//! it has a string beyond chance. Or it contains natural text, whose words occur on all pages several times and
//! irregularly spaced.
//!
//! ```text
//! pages     <b>to</b> Ann <b>by</b> Bob | <b>to</b> Cy <b>by</b> Dan
//! anchors   <b>to</b>, <b>by</b>          (<b> and </b> alone occur twice, and are parts of the anchors)
//! ```
//!
//! This avoids two failures that the source names: a content word whose frequency happens to be that of the peak is no
//! anchor unless it occurs once on every page and in order; a template string that also occurs in the content is found
//! in its gap.
//!
//! Time: one suffix order of all gaps for each level of nesting, seldom more than five levels.

use super::chance::ChanceModel;
use super::maximal::MaximalStrings;
use super::paper::element;
use super::row;
use super::{Template, TemplateElement};
use crate::index::{Index, Interval, Memory, Pos, Text};
use crate::progress::Step;
use crate::spectrum::{DocumentTally, Lengths, PageSetCounts, PageSetTally, exact};
use hashbrown::HashSet;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// Finds the template of pages that share one.
#[derive(Clone, Copy, Debug)]
pub struct Aligner {
    support: f64,
}

impl Default for Aligner {
    fn default() -> Self {
        // A part on fewer pages is more often copied content than part of the template.
        Aligner { support: 0.3 }
    }
}

impl Aligner {
    /// An aligner for which optional parts must be on at least 30% of the pages.
    #[must_use]
    pub fn new() -> Self {
        Aligner::default()
    }

    /// Sets the share of a group's pages, between 0 and 1, that must have a part of the template.
    #[must_use]
    pub fn support(self, support: f64) -> Self {
        Aligner { support }
    }

    /// Finds the template of these documents. Fewer than two have none.
    #[must_use]
    pub fn template(self, text: &Text, documents: &[u32]) -> Template {
        let least = (self.support * exact(documents.len() as u64)).max(2.0);
        let whole: Vec<Range<u32>> = documents.iter().map(|&document| text.range(document)).collect();
        let step = Step::begin(symbols(&whole));
        let information = information(text);
        let sums = sums(text, &information);
        let pages = Alignment { text, information, sums, support: self.support, step };
        let search = SearchContext { least, choices: 0.0, weight: 1.0, rows: false };
        let elements = pages.align(whole, search);
        Template { documents: documents.to_vec(), elements }
    }
}

struct Alignment<'a> {
    text: &'a Text,
    /// The information in one occurrence of each symbol, in nats.
    information: Vec<f64>,
    /// The information before each position of the text.
    sums: Vec<f64>,
    /// The share of pages, and of rows, that a part of the template must be on. With a tenth of the rows F1 is within
    /// 0.01 on the sets of [`WORD`], but precision on short pages drops from 0.94 to 0.89.
    support: f64,
    /// Progress: counts the symbols for which the search has ended.
    step: Step,
}

/// The parameters of a search in ranges of the text, which are parts of pages or rows.
#[derive(Clone, Copy, Debug)]
struct SearchContext {
    /// The number of ranges that must share a part of the template.
    least: f64,
    /// The logarithm of the number of ways in which the ranges may have been chosen.
    choices: f64,
    /// The factor by which the information of a string is multiplied.
    weight: f64,
    /// Whether the ranges are rows of a list rather than parts of pages.
    rows: bool,
}

/// What the ranges of a search share.
#[derive(Debug)]
struct Shared {
    /// The index of the ranges.
    index: Index,
    chance: ChanceModel,
    /// The maximal strings that occur in every range and are beyond chance before they are trimmed, which can only reduce
    /// their information. The tally counts the occurrences that repeat a range.
    everywhere: Vec<Interval<u32>>,
}

/// The information of each symbol: half of -log p(symbol). In natural text a symbol has about half the information
/// that its frequency alone suggests; the rest is known from the symbols before it (Shannon, "Prediction and Entropy
/// of Printed English", 1951).
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

/// The information before each position of a text, and in all of it.
fn sums(text: &Text, information: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let ends = (0..text.len()).map(|place| {
        sum += information[text.symbol(Pos(place)) as usize];
        sum
    });
    std::iter::once(0.0).chain(ends).collect()
}

/// The share of the information of its letters that a word has at least: a frequent word of many letters is no
/// surprise, and it is even less of one that all pages have it. On the ten syllabus sites of docs/REPRODUCTION.md and
/// the sets under `data/`, 0.2 to 0.3 give the same F1 within 0.02; with 0.4 long words become part of the template.
const WORD: f64 = 0.25;

/// The number of positions and symbols of strings that are examined to find the separator of a list, as a multiple of the
/// symbols of its ranges. The 100,000 searches in the pages under `data/` and in 600 other sites need less than 30 in all
/// ranges of more than 2,000 symbols; repeated text has the square of its symbols.
const EXAMINED: u64 = 64;

/// As many are examined in ranges of any size: all of a thousand symbols.
const FEW: u64 = 1 << 20;

impl Alignment<'_> {
    /// Finds the elements that ranges of different pages have in common, in page order.
    fn align(&self, stretches: Vec<Range<u32>>, search: SearchContext) -> Vec<TemplateElement> {
        let stretches: Vec<Range<u32>> = stretches.into_iter().filter(|range| !range.is_empty()).collect();
        if stretches.len() < 2 || exact(stretches.len() as u64) < search.least {
            self.step.done(symbols(&stretches));
            return Vec::new();
        }
        let shared = self.shared(&stretches, search);
        let anchors = self.anchors(&shared, &stretches, search);
        if anchors.is_empty() {
            return self.align_without_anchors(shared, &stretches, search);
        }
        // The gaps get indexes of their own.
        drop(shared);
        self.step.done(anchors.iter().map(|anchor| u64::from(anchor.len) * stretches.len() as u64).sum());
        let gaps: Vec<Vec<Range<u32>>> = (0..=anchors.len()).map(|i| gap(&stretches, &anchors, i)).collect();
        let inside: Vec<Vec<TemplateElement>> =
            gaps.into_par_iter().map(|gap| self.align(gap, search)).collect();
        let mut anchors = anchors.into_iter();
        inside.into_iter().flat_map(|elements| elements.into_iter().chain(anchors.next())).collect()
    }

    /// Searches ranges without anchors: a list row by row, or parts that only some ranges have. Finds nothing in
    /// natural text.
    fn align_without_anchors(
        &self,
        shared: Shared,
        stretches: &[Range<u32>],
        search: SearchContext,
    ) -> Vec<TemplateElement> {
        let (separator, has_words) = self.separator(&shared, stretches, search);
        match separator {
            Some(separator) => {
                // The rows get an index of their own.
                drop(shared);
                let rows = row::cut(stretches, &separator);
                self.step.done(u64::from(separator.len) * separator.places.len() as u64);
                let least = (self.support * exact(rows.len() as u64)).max(search.least);
                let search = SearchContext { least, rows: true, ..search };
                let mut elements = self.align(rows, search);
                elements.push(separator);
                elements.sort_by_key(|element| element.places[0]);
                elements
            }
            None if !has_words => self.align_apart(shared, stretches, search),
            // Some of a few pages share words by chance; a third of all rows rarely does.
            None if search.rows => {
                self.align_apart(shared, stretches, SearchContext { weight: WORD, ..search })
            }
            None => {
                self.step.done(symbols(stretches));
                Vec::new()
            }
        }
    }

    /// Finds the string that separates the rows of a list. The candidates are the strings that every range has and
    /// that are not words, because they are evenly spaced or too long even for words; the one whose occurrences have
    /// the most information in total is chosen. Also returns whether there are such strings at all, including words.
    /// The strings are examined one by one, since all of them together have many times as many positions as the text.
    fn separator(
        &self,
        shared: &Shared,
        stretches: &[Range<u32>],
        search: SearchContext,
    ) -> (Option<TemplateElement>, bool) {
        let is_no_word = |element: &TemplateElement| {
            row::is_even(stretches, element) || shared.chance.is_beaten(WORD * self.information(element))
        };
        let total_information =
            |element: &TemplateElement| exact(element.places.len() as u64) * self.information(element);
        let mut has_words = false;
        let strings = self.most_informative(shared, stretches).into_iter();
        let strings = strings.filter_map(|interval| self.string(shared, stretches, search, interval));
        let found = strings.inspect(|_| has_words = true);
        let found = found.map(|(_, element)| row::without_overlaps(element)).filter(is_no_word);
        let found = found.map(|element| (total_information(&element), element));
        let first = |element: &TemplateElement| Reverse(depth(stretches, element));
        let best = found.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| first(&a.1).cmp(&first(&b.1))));
        (best.map(|(_, element)| element), has_words)
    }

    /// The strings that every range has, without those with the least information in total if to examine all of them takes
    /// more than [`EXAMINED`] times the time of reading the ranges.
    fn most_informative<'s>(&self, shared: &'s Shared, stretches: &[Range<u32>]) -> Vec<&'s Interval<u32>> {
        let everywhere: Vec<&Interval<u32>> = shared.everywhere.iter().collect();
        let cost = |interval: &Interval<u32>| u64::from(interval.frequency()) + u64::from(interval.depth);
        let symbols = symbols(stretches);
        let most = (EXAMINED * symbols).max(FEW);
        if everywhere.iter().map(|interval| cost(interval)).sum::<u64>() <= most {
            return everywhere;
        }
        // What overlaps counts once.
        let total = |interval: &Interval<u32>| {
            let fit = symbols / u64::from(interval.depth) + stretches.len() as u64;
            let information = self.information_of(stretches, &shared.index, interval);
            exact(fit.min(u64::from(interval.frequency()))) * information
        };
        let mut ranked: Vec<(f64, usize)> =
            everywhere.iter().enumerate().map(|(at, interval)| (total(interval), at)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut spent = 0;
        let mut kept: Vec<usize> = ranked
            .into_iter()
            .map(|(_, at)| at)
            .take_while(|&at| {
                spent += cost(everywhere[at]);
                spent <= most
            })
            .collect();
        kept.sort_unstable();
        kept.into_iter().map(|at| everywhere[at]).collect()
    }

    /// Finds the strings that occur once in every range, in an order that all ranges share.
    fn anchors(
        &self,
        shared: &Shared,
        stretches: &[Range<u32>],
        search: SearchContext,
    ) -> Vec<TemplateElement> {
        let once = shared.everywhere.iter().filter(|interval| interval.tally == 0);
        let mut found: Vec<(f64, TemplateElement)> =
            once.filter_map(|interval| self.string(shared, stretches, search, interval)).collect();
        // The most informative first; among equal ones, the one that comes first over all ranges, whatever their
        // order.
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

    /// Finds what the ranges share.
    fn shared(&self, stretches: &[Range<u32>], search: SearchContext) -> Shared {
        let index = Index::new(self.text.stretches(stretches), Memory::Fast);
        let chance = ChanceModel::new(stretches, search.choices);
        let all = index.text().documents();
        let strings = MaximalStrings::new(&index);
        let everywhere = index
            .intervals()
            .tally(DocumentTally::new(index.text()))
            .filter(|interval| interval.frequency() - interval.tally == all)
            .filter(|interval| {
                strings.is_maximal(interval)
                    && chance.is_beaten(search.weight * self.information_of(stretches, &index, interval))
            })
            .collect();
        Shared { index, chance, everywhere }
    }

    /// The string of an interval as an element of the pages, with its information. `None` if it is not beyond chance
    /// after trimming.
    fn string(
        &self,
        shared: &Shared,
        stretches: &[Range<u32>],
        search: SearchContext,
        interval: &Interval<u32>,
    ) -> Option<(f64, TemplateElement)> {
        let element = in_pages(stretches, &shared.index, &element(&shared.index, interval));
        let element = self.trim(&element)?;
        let information = self.information(&element);
        shared.chance.is_beaten(search.weight * information).then_some((information, element))
    }

    /// Trims an element whose beginning or end is inside a longer word, or a character, on some page. `None` if
    /// nothing remains.
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

    /// The information in the symbols of an element, in nats.
    fn information(&self, element: &TemplateElement) -> f64 {
        let symbol = |offset| self.text.symbol(Pos(element.places[0].0 + offset));
        (0..element.len).map(|offset| self.information[symbol(offset) as usize]).sum()
    }

    /// The information in the longest string of an interval, in nats, up to rounding.
    fn information_of<T>(&self, stretches: &[Range<u32>], index: &Index, interval: &Interval<T>) -> f64 {
        let start = place_in(stretches, index, index.pos(interval.first)).0;
        self.sums[(start + interval.depth) as usize] - self.sums[start as usize]
    }

    /// Aligns the ranges that share the most separately from the others. What they share counts only if there is a string
    /// that they would not share by chance, whichever of the ranges are chosen.
    fn align_apart(
        &self,
        shared: Shared,
        stretches: &[Range<u32>],
        search: SearchContext,
    ) -> Vec<TemplateElement> {
        let Shared { index, chance, .. } = shared;
        let (mut sets, mut beyond_chance) = (PageSetCounts::new(Lengths::DISCOVERY), HashSet::new());
        let all = index.text().documents();
        let strings = MaximalStrings::new(&index);
        let is_large = |ranges: u32| ranges < all && exact(u64::from(ranges)) >= search.least;
        for interval in index.intervals().tally(PageSetTally::new(index.text())) {
            let ranges = interval.documents();
            if ranges >= 2 {
                sets.add(&interval);
            }
            let is_beaten =
                |information: f64| chance.is_beaten_in(ranges as usize, search.weight * information);
            if is_large(ranges)
                && strings.is_maximal(&interval)
                && is_beaten(self.information_of(stretches, &index, &interval))
            {
                beyond_chance.insert(interval.tally.signature());
            }
        }
        let set = sets.largest(LARGEST).into_iter().find(|set| is_large(set.documents));
        let set = set.filter(|set| beyond_chance.contains(&set.signature)).map(|set| set.page_set(&index));
        // Both parts get indexes of their own.
        drop(index);
        let Some(set) = set else {
            self.step.done(symbols(stretches));
            return Vec::new();
        };
        let (with, without): (Vec<_>, Vec<_>) =
            (0..).zip(stretches).partition(|(i, _)| set.documents.binary_search(i).is_ok());
        let search = SearchContext { choices: search.choices + chance.ways(with.len()), ..search };
        let of = |part: Vec<(u32, &Range<u32>)>| part.into_iter().map(|(_, range)| range.clone()).collect();
        let mut elements = self.align(of(with), search);
        elements.extend(self.align(of(without), search));
        elements
    }
}

/// Number of sets of ranges, those that share the most, among which a part is searched. With all sets, words that half of
/// a few pages share by chance become parts on four of the sets under `data/`.
const LARGEST: usize = 16;

fn symbols(stretches: &[Range<u32>]) -> u64 {
    stretches.iter().map(|range| u64::from(range.end - range.start)).sum()
}

/// Maps an element of the text made of the ranges to positions in the pages.
fn in_pages(stretches: &[Range<u32>], index: &Index, element: &TemplateElement) -> TemplateElement {
    let place = |&place: &Pos| place_in(stretches, index, place);
    TemplateElement { places: element.places.iter().map(place).collect(), len: element.len }
}

/// Maps a position in the text made of the ranges to a position in the pages.
fn place_in(stretches: &[Range<u32>], index: &Index, place: Pos) -> Pos {
    let i = index.text().document(place);
    Pos(stretches[i as usize].start + place.0 - index.text().range(i).start)
}

/// The sum of the distances of an element's occurrences from the starts of their ranges: the same for any order of the
/// ranges.
fn depth(stretches: &[Range<u32>], element: &TemplateElement) -> u64 {
    let mut stretches = stretches.iter().peekable();
    let mut into = |place: u32| {
        while stretches.next_if(|stretch| stretch.end <= place).is_some() {}
        stretches.peek().map_or(0, |stretch| u64::from(place - stretch.start))
    };
    element.places.iter().map(|place| into(place.0)).sum()
}

/// Whether one element ends before another begins, on all pages.
fn is_before(a: &TemplateElement, b: &TemplateElement) -> bool {
    a.places.iter().zip(&b.places).all(|(a_place, b_place)| a_place.0 + a.len <= b_place.0)
}

/// The ranges between an anchor and the one before, or from the start or to the end of the ranges.
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

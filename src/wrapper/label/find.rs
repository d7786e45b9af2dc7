//! Learns the labels of pages.
//!
//! In: the pages of one template. Out: the forms of their labels, and the labels. A text is a label if it recurs on
//! several pages, in nearly all cases once a page, and different values are beside it. A form is one of labels if most
//! of its texts recur, or if a colon ends them: `<th>` has the same few texts on all pages, `<td>` has not. In such a
//! form, a text whose value was the same on all pages is a label too, and with a colon also a text of one page.
//!
//! Before a colon inside a text, the words that belong to the label are those that recur: the longest string that is on
//! at least half of the pages of each shorter one.

use super::beside::LabelReader;
use super::spot::{Outline, Spot, is_label_element};
use crate::measure::{a_few, are_nearly_all};
use crate::page::Tree;
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use crate::token::Span;
use crate::wrapper::page::node::{self, number};
use crate::wrapper::template::{LabelForm, Labelled, Labels};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The share, in tenths, of the texts of a form that must recur, as for labels at the beginning of texts
/// ([`inline`](crate::wrapper::page::inline_label)).
const RECURRING: usize = 6;

/// The same for texts with a colon: many labels can be on one page only.
const COLON: usize = 3;

/// How often a possible label occurs.
#[derive(Clone, Copy, Default)]
struct Count {
    pages: usize,
    last: usize,
    /// The number of pages that have it more than once.
    repeated: usize,
    last_repeated: usize,
    /// Whether a text begins with it.
    begins: bool,
}

/// The texts of a form.
#[derive(Default)]
struct FormTexts<'t> {
    all: usize,
    /// The number of those that recur.
    recurring: usize,
    different: HashSet<&'t str>,
    /// The page of the last text, and whether a page has two.
    last: usize,
    several: bool,
    /// One of the texts: its page and leaf.
    at: (usize, u32),
    colon: bool,
    /// The number of labels with other words before them in their text.
    inside: usize,
    is_label_element: bool,
}

impl FormTexts<'_> {
    /// Whether the texts are labels. Different texts in one place, one on each page, are values of one field.
    fn are_labels(&self) -> bool {
        let least = if self.colon && 2 * self.inside < self.all { COLON } else { RECURRING };
        let is_one_place = !self.colon && !self.is_label_element && !self.several && self.different.len() > 1;
        self.recurring > 0 && 10 * self.recurring >= self.all * least && !is_one_place
    }
}

/// Finds the labels of pages; none of a single page.
pub(in crate::wrapper) fn find_labels(trees: &[&Tree]) -> Labels {
    if trees.len() < 2 {
        return Labels::default();
    }
    let outlines: Vec<Outline> = trees.par_iter().map(|tree| Outline::new(tree)).collect();
    let counts = counts(&outlines);
    // What is beside a sure label is no label, even if it recurs.
    let sure = varying(
        &candidates(&outlines, &counts, |outline, _, spot| spot.colon || is_sure(outline, spot)),
        &outlines,
    );
    let reader = LabelReader::new(&sure);
    let values: Vec<Vec<Span>> = outlines
        .par_iter()
        .map(|outline| {
            reader
                .read_outline(outline)
                .into_iter()
                .filter_map(|found| found.value)
                .flat_map(|value| value.spans)
                .collect()
        })
        .collect();
    let is_free = |outline: &Outline, page: usize, spot: &Spot| {
        let span = outline.tree.leaves()[spot.leaf as usize].span;
        let is_beside = |value: &Span| value.start <= span.start && span.end <= value.end;
        spot.colon || is_sure(outline, spot) || !values[page].iter().any(is_beside)
    };
    varying(&candidates(&outlines, &counts, is_free), &outlines)
}

fn is_sure(outline: &Outline, spot: &Spot) -> bool {
    is_label_element(outline.name(outline.tree.leaves()[spot.leaf as usize].parent))
}

/// How often each possible label of each form occurs.
fn counts<'t>(pages: &'t [Outline<'t>]) -> HashMap<(u64, &'t str), Count> {
    let mut counts: HashMap<(u64, &str), Count> = HashMap::new();
    for (number, outline) in (1..).zip(pages) {
        for spot in &outline.spots {
            for (start, label) in spot.labels(outline.tree) {
                let count = counts.entry((spot.form, label)).or_default();
                count.begins |= start == 0;
                if count.last != number {
                    (count.last, count.pages) = (number, count.pages + 1);
                } else if count.last_repeated != number {
                    (count.last_repeated, count.repeated) = (number, count.repeated + 1);
                }
            }
        }
    }
    counts
}

/// The texts that may be labels, by their forms and by how often they occur.
fn candidates<'t>(
    pages: &'t [Outline<'t>],
    counts: &HashMap<(u64, &'t str), Count>,
    is_free: impl Fn(&Outline, usize, &Spot) -> bool,
) -> Labels {
    let least = a_few(pages.len());
    let recurs =
        |count: &Count| count.pages >= least && are_nearly_all(count.pages - count.repeated, count.pages);
    let mut forms: BTreeMap<u64, FormTexts> = BTreeMap::new();
    let mut labels: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for (number, outline) in pages.iter().enumerate() {
        let counting = counting(outline);
        for spot in outline.spots.iter().filter(|spot| is_free(outline, number, spot)) {
            if counting.contains(&(spot.form, spot.leaf)) {
                continue;
            }
            let Some(label) = label_of(outline.tree, spot, |label| counts[&(spot.form, label)]) else {
                continue;
            };
            let count = &counts[&(spot.form, label)];
            let form = forms.entry(spot.form).or_insert_with(|| FormTexts {
                at: (number, spot.leaf),
                colon: spot.colon,
                is_label_element: is_sure(outline, spot),
                ..FormTexts::default()
            });
            form.several |= form.all > 0 && form.last == number;
            form.last = number;
            form.all += 1;
            form.inside += usize::from(!outline.tree.leaves()[spot.leaf as usize].text.starts_with(label));
            form.recurring += usize::from(recurs(count));
            form.different.insert(label);
            if recurs(count) || spot.colon && count.repeated == 0 {
                labels.entry(label).or_default().insert(spot.form);
            }
        }
    }
    forms.retain(|_, form| form.are_labels());
    let known = labels.iter().filter(|(_, of)| of.iter().any(|form| forms.contains_key(form)));
    let label = |(field, (&label, _)): (usize, (&&str, _))| Labelled { label: label.to_owned(), field };
    Labels {
        forms: forms.values().map(|form| pages[form.at.0].form(form.at.1, form.colon)).collect(),
        labels: (0..).zip(known).map(label).collect(),
    }
}

/// The texts of a page that count what follows them from 1, `Step 1`, `Step 2`: by form and leaf. They are no labels.
fn counting(outline: &Outline) -> HashSet<(u64, u32)> {
    let mut series: BTreeMap<(u64, String), Vec<(u32, u32)>> = BTreeMap::new();
    for spot in &outline.spots {
        let text = &*outline.tree.leaves()[spot.leaf as usize].text;
        if let Some(number) = number(text) {
            series.entry((spot.form, fold_digits(text))).or_default().push((number, spot.leaf));
        }
    }
    let is_series = |numbers: &[(u32, u32)]| {
        numbers.len() > 1 && numbers.iter().zip(1..).all(|(&(number, _), place)| number == place)
    };
    let counting = series.into_iter().filter(|(_, numbers)| is_series(numbers));
    counting.flat_map(|((form, _), numbers)| numbers.into_iter().map(move |(_, leaf)| (form, leaf))).collect()
}

impl Labels {
    /// The mean number of values beside labels that a page has.
    pub(in crate::wrapper) fn on_page(&self, pages: &[node::Page]) -> f64 {
        let reader = LabelReader::new(self);
        let read =
            |page: &node::Page| reader.read(&page.tree).iter().filter(|one| one.value.is_some()).count();
        exact(pages.par_iter().map(read).sum::<usize>() as u64) / exact(pages.len().max(1) as u64)
    }
}

/// The label before a colon, or a whole text: the longest string with which a text begins elsewhere, else the longest one
/// that is on at least half of the pages of each shorter one.
fn label_of<'t>(tree: &'t Tree, spot: &Spot, count: impl Fn(&str) -> Count) -> Option<&'t str> {
    let begins = |&(start, label): &(usize, &str)| start > 0 && count(label).begins;
    if let Some((_, label)) = spot.labels(tree).filter(begins).last() {
        return Some(label);
    }
    let mut best: Option<(&str, usize)> = None;
    for (_, label) in spot.labels(tree) {
        let on = count(label).pages;
        if best.is_some_and(|(_, most)| 2 * on < most || on < 2) {
            break;
        }
        best = Some((label, on));
    }
    best.map(|(label, _)| label)
}

/// The labels with a value beside them, of the forms in which most labels have different values on different pages.
fn varying(labels: &Labels, pages: &[Outline]) -> Labels {
    let reader = LabelReader::new(labels);
    let read: Vec<_> = pages.par_iter().map(|page| reader.read_outline(page)).collect();
    let mut with_spot = vec![0; labels.labels.len()];
    let mut values: Vec<HashSet<String>> = vec![HashSet::new(); labels.labels.len()];
    let mut found = vec![0; labels.labels.len()];
    let mut forms_of: Vec<HashSet<&LabelForm>> = vec![HashSet::new(); labels.labels.len()];
    for page in &read {
        for one in page {
            with_spot[one.label] += 1;
            forms_of[one.label].insert(one.form);
            if let Some(value) = one.value.as_ref().filter(|value| !value.is_empty()) {
                found[one.label] += 1;
                values[one.label].insert(value.texts.join("\n"));
            }
        }
    }
    let is_beside = |label: usize| found[label] > 0 && 2 * found[label] > with_spot[label];
    let mut varies: HashMap<&LabelForm, (usize, usize)> = HashMap::new();
    for label in (0..labels.labels.len()).filter(|&label| is_beside(label) && found[label] > 1) {
        for form in &forms_of[label] {
            let (all, varying) = varies.entry(form).or_default();
            *all += 1;
            *varying += usize::from(values[label].len() > 1);
        }
    }
    let is_form = |form: &LabelForm| varies.get(form).is_some_and(|(all, varying)| 2 * varying > *all);
    let is_kept = |label: usize| is_beside(label) && forms_of[label].iter().any(|form| is_form(form));
    let kept = labels.labels.iter().enumerate().filter(|&(number, _)| is_kept(number));
    Labels {
        forms: labels.forms.iter().filter(|form| is_form(form)).cloned().collect(),
        labels: (0..).zip(kept).map(|(field, (_, of))| Labelled { field, ..of.clone() }).collect(),
    }
}

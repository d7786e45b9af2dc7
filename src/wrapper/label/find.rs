//! Learns the labels of pages.
//!
//! In: the pages of one template. Out: the forms of their labels, and the labels. A text is a label if it recurs on
//! several pages, in nearly all cases once a page or in rows on end, and different values are beside it. A form is one of labels if most
//! of its texts recur, or if a colon ends them: `<th>` has the same few texts on all pages, `<td>` has not. Elements that say nothing have
//! another form in each position; labels move between these where rows are missing, and several of them are on a page. In a label's
//! form, a text whose value was the same on all pages is a label too, and with a colon also a text of one page. On few pages little recurs:
//! there a form is one of labels if HTML says so, or if all its texts begin with words before a colon or are in the first of two cells,
//! and each is once on its page. On a single page also the words are labels that all lines of some elements begin with, in the same markup.
//!
//! Before a colon inside a text, the words that belong to the label are those that recur: the longest string that is on
//! at least half of the pages of each shorter one, and does not begin with words that are before other labels too: `kg Series`,
//! `kg Price`.

use super::beside::LabelReader;
use super::spot::{Outline, Spot};
use crate::measure::{a_few, are_nearly_all, is_brief, is_wide};
use crate::page::Tree;
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use crate::token::Span;
use crate::wrapper::page::node::{self, number};
use crate::wrapper::template::{ENOUGH_PAGES, LabelForm, Labelled, Labels};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The share, in tenths, of the texts of a form that must recur: with half, items of a list that begin alike by chance are fields.
const RECURRING: usize = 6;

/// The same for texts with a colon, and for the first of two cells of a row: many labels can be on one page only. With 2 one shop of 29 gains
/// .35 and no other site of swde, recipes and details changes; chosen on the other sites it stays 3.
const SURE: usize = 3;

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
    /// The form that most of its pages have if any has, and by how many pages these are more than the others: the majority vote
    /// of Boyer and Moore.
    form: u64,
    lead: usize,
}

impl Count {
    /// Whether a text is in different positions on different pages.
    fn moves(&self) -> bool {
        self.pages - self.lead >= 2 * a_few(self.pages)
    }
}

/// How often the possible labels occur, by their forms without position.
struct Counts<'t> {
    labels: HashMap<(u64, &'t str), Count>,
    /// How often words are directly before a label that is mostly without them: such words end values.
    ends: HashMap<(u64, &'t str), usize>,
}

/// The texts of a form.
#[derive(Default)]
struct FormTexts<'t> {
    all: usize,
    /// The number of those that recur.
    recurring: usize,
    /// The number of those that are labels whatever other pages have, which counts if there are few pages.
    told: usize,
    different: HashSet<&'t str>,
    /// Those of them that are in other positions on other pages, together with further ones that are.
    moving: HashSet<&'t str>,
    /// The page of the last text, and whether a page has two.
    last: usize,
    several: bool,
    /// One of the texts: its page and leaf.
    at: (usize, u32),
    colon: bool,
    /// The number of labels with other words before them in their text.
    inside: usize,
    is_label_element: bool,
    /// The number of texts in the first of two cells of a row.
    in_pairs: usize,
}

impl FormTexts<'_> {
    /// Whether the texts are labels. Different texts in one place, one on each page, are values of one field, unless they
    /// are in this place because other labels before them are missing.
    fn are_labels(&self) -> bool {
        let is_sure = self.colon && 2 * self.inside < self.all || 2 * self.in_pairs > self.all;
        let least = if is_sure { SURE } else { RECURRING };
        let is_one_place = !self.colon
            && !self.is_label_element
            && !self.several
            && self.different.len() > 1
            && 2 * self.moving.len() < self.different.len();
        let are_told = self.several && self.told == self.all;
        are_told || self.recurring > 0 && 10 * self.recurring >= self.all * least && !is_one_place
    }
}

/// Finds the labels of pages.
pub(in crate::wrapper) fn find_labels(trees: &[&Tree]) -> Labels {
    let outlines: Vec<Outline> = trees.par_iter().map(|tree| Outline::new(tree)).collect();
    let counts = counts(&outlines);
    // What is beside a sure label is no label, even if it recurs.
    let is_sure = |outline: &Outline, spot: &Spot| {
        if spot.is_noted {
            false
        } else if spot.colon {
            // In a cell beside its label, a colon is a part of the value, `London: Faber`, unless most pages have the words before it.
            let is_on_most = |label| 2 * counts.labels[&(spot.kind, label)].pages > trees.len();
            !outline.is_described(spot.leaf) || label_of(outline.tree, spot, &counts).is_some_and(is_on_most)
        } else {
            outline.is_in_label_element(spot.leaf)
        }
    };
    let sure = varying(&candidates(&outlines, &counts, |outline, _, spot| is_sure(outline, spot)), &outlines);
    let reader = LabelReader::new(&sure);
    let values: Vec<Reaches> = outlines
        .par_iter()
        .map(|outline| {
            let found = reader.read_outline(outline).into_iter().filter_map(|found| found.value);
            Reaches::new(found.flat_map(|value| value.spans).collect())
        })
        .collect();
    let is_free = |outline: &Outline, page: usize, spot: &Spot| {
        is_sure(outline, spot) || !values[page].contain(outline.tree.leaves()[spot.leaf as usize].span)
    };
    varying(&candidates(&outlines, &counts, is_free), &outlines)
}

/// Spans of a page by their starts, each with the furthest end of those up to it.
struct Reaches(Vec<(u32, u32)>);

impl Reaches {
    fn new(mut spans: Vec<Span>) -> Self {
        spans.sort_unstable_by_key(|span| span.start);
        let mut furthest = 0;
        let reach = |span: Span| {
            furthest = furthest.max(span.end);
            (span.start, furthest)
        };
        Reaches(spans.into_iter().map(reach).collect())
    }

    /// Whether a span is within one of these.
    fn contain(&self, span: Span) -> bool {
        let until = self.0.partition_point(|&(start, _)| start <= span.start);
        self.0[..until].last().is_some_and(|&(_, furthest)| span.end <= furthest)
    }
}

/// How often each possible label of each form occurs.
fn counts<'t>(pages: &'t [Outline<'t>]) -> Counts<'t> {
    let mut labels: HashMap<(u64, &str), Count> = HashMap::new();
    for (number, outline) in (1..).zip(pages) {
        // The last label of each form, for those that continue it.
        let mut before: HashMap<u64, &Spot> = HashMap::new();
        for spot in &outline.spots {
            let before = before.insert(spot.kind, spot);
            let continues = |label: &str| {
                let is_same = |before: &&Spot| before.labels(outline.tree).any(|(_, other)| other == label);
                before.filter(is_same).is_some_and(|before| outline.continues(before.leaf, spot.leaf))
            };
            for (start, label) in spot.labels(outline.tree) {
                let count = labels.entry((spot.kind, label)).or_default();
                count.begins |= start == 0;
                if count.last != number {
                    (count.last, count.pages) = (number, count.pages + 1);
                    if count.lead == 0 {
                        count.form = spot.form;
                    }
                    count.lead = if count.form == spot.form { count.lead + 1 } else { count.lead - 1 };
                } else if count.last_repeated != number && !continues(label) {
                    (count.last_repeated, count.repeated) = (number, count.repeated + 1);
                }
            }
        }
    }
    let mut ends: HashMap<(u64, &str), usize> = HashMap::new();
    for outline in pages {
        for spot in &outline.spots {
            let mut longer = spot.labels(outline.tree).zip(spot.labels(outline.tree).skip(1));
            let on = |label: &str| labels[&(spot.kind, label)].pages;
            if let Some(((_, label), (_, whole))) =
                longer.find(|((_, label), (_, whole))| 2 * on(whole) < on(label))
            {
                *ends.entry((spot.kind, words_before(label, whole))).or_default() += 1;
            }
        }
    }
    Counts { labels, ends }
}

/// The words before a label in a longer text that ends with it.
fn words_before<'t>(label: &str, whole: &'t str) -> &'t str {
    whole[..whole.len() - label.len()].trim_end()
}

/// The texts that may be labels, by their forms and by how often they occur.
fn candidates<'t>(
    pages: &'t [Outline<'t>],
    counts: &Counts<'t>,
    is_free: impl Fn(&Outline, usize, &Spot) -> bool,
) -> Labels {
    let least = a_few(pages.len());
    let (is_few, is_alone) = (pages.len() < ENOUGH_PAGES, pages.len() == 1);
    let recurs =
        |count: &Count| count.pages >= least && are_nearly_all(count.pages - count.repeated, count.pages);
    let mut forms: BTreeMap<u64, FormTexts> = BTreeMap::new();
    let mut labels: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for (number, outline) in pages.iter().enumerate() {
        let counting = counting(outline);
        let leading = if is_alone { outline.leading() } else { HashSet::new() };
        let mut others: HashSet<u64> = HashSet::new();
        others
            .extend(outline.spots.iter().filter(|spot| !leading.contains(&spot.leaf)).map(|spot| spot.kind));
        // The last text that begins with a label.
        let mut in_run = None;
        let mut moving: HashMap<u64, usize> = HashMap::new();
        for spot in outline.spots.iter().filter(|spot| !spot.colon) {
            let whole = &*outline.tree.leaves()[spot.leaf as usize].text;
            let count = &counts.labels[&(spot.kind, whole)];
            *moving.entry(spot.kind).or_default() += usize::from(count.moves() && recurs(count));
        }
        for spot in outline.spots.iter().filter(|spot| is_free(outline, number, spot)) {
            if counting.contains(&(spot.form, spot.leaf)) {
                continue;
            }
            let is_leading = leading.contains(&spot.leaf) && !others.contains(&spot.kind);
            let is_told =
                is_few && outline.is_told(spot) || is_leading || is_alone && in_run == Some(spot.leaf);
            in_run = Some(spot.leaf).filter(|_| is_told && spot.colon);
            let label = label_of(outline.tree, spot, counts);
            let on = label.map_or(0, |label| counts.labels[&(spot.kind, label)].pages);
            let Some(label) = (if is_told && on < 2 { spot.told_label(outline.tree) } else { label }) else {
                continue;
            };
            let count = &counts.labels[&(spot.kind, label)];
            // Below a label in a row of labels is its value.
            let is_label_above = |above: u32| {
                let text = &*outline.tree.leaves()[above as usize].text;
                counts.labels.get(&(spot.kind, text)).is_some_and(recurs)
            };
            let is_pair = spot.colon || outline.is_first_of_two(spot.leaf);
            if !is_pair && !recurs(count) && outline.above(spot.leaf).is_some_and(is_label_above) {
                continue;
            }
            // Where it stands among others says nothing of what begins a line.
            let key = if is_leading { spot.kind } else { spot.form };
            let form = forms.entry(key).or_insert_with(|| FormTexts {
                at: (number, spot.leaf),
                colon: spot.colon,
                is_label_element: outline.is_in_label_element(spot.leaf),
                ..FormTexts::default()
            });
            form.several |= form.all > 0 && form.last == number;
            form.last = number;
            form.all += 1;
            form.inside += usize::from(!outline.tree.leaves()[spot.leaf as usize].text.starts_with(label));
            form.in_pairs += usize::from(!spot.colon && outline.is_first_of_two(spot.leaf));
            form.recurring += usize::from(recurs(count));
            form.told += usize::from(is_told && count.repeated == 0);
            form.different.insert(label);
            if count.moves() && recurs(count) && moving.get(&spot.kind).is_some_and(|&others| others > 1) {
                form.moving.insert(label);
            }
            if recurs(count) || (spot.colon || is_told) && count.repeated == 0 {
                labels.entry(label).or_default().insert(key);
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
/// that is on at least half of the pages of each shorter one, without words that end values.
fn label_of<'t>(tree: &'t Tree, spot: &Spot, counts: &Counts) -> Option<&'t str> {
    let count = |label: &str| counts.labels[&(spot.kind, label)];
    let begins = |&(start, label): &(usize, &str)| start > 0 && count(label).begins;
    if let Some((_, label)) = spot.labels(tree).filter(begins).last() {
        return Some(label);
    }
    let mut best: Option<(&str, usize)> = None;
    for (_, label) in spot.labels(tree) {
        let on = count(label).pages;
        // A letter of a script without spaces is no word.
        let ends_value = |words: &str| {
            let ends = counts.ends.get(&(spot.kind, words)).filter(|_| !words.contains(is_wide));
            ends.is_some_and(|&ends| ends >= a_few(on))
        };
        if best.is_some_and(|(best, most)| 2 * on < most || on < 2 || ends_value(words_before(best, label))) {
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
    // Of few pages, what only one has counts too: a value as short as a label. Sentences behind a word are prose.
    let least = if pages.len() < ENOUGH_PAGES { 1 } else { 2 };
    for label in (0..labels.labels.len()).filter(|&label| is_beside(label) && found[label] >= least) {
        for form in &forms_of[label] {
            let (all, varying) = varies.entry(form).or_default();
            *all += 1;
            let is_fact = found[label] == 1 && values[label].iter().all(|value| is_brief(value));
            *varying += usize::from(values[label].len() > 1 || is_fact);
        }
    }
    // A label by its own element is one if half of them are.
    let is_own = |form: &LabelForm| matches!(form.path.rsplit('/').next(), Some("th" | "dt"));
    let is_form = |form: &LabelForm| {
        varies.get(form).is_some_and(|(all, varying)| 2 * varying + usize::from(is_own(form)) > *all)
    };
    let is_kept = |label: usize| is_beside(label) && forms_of[label].iter().any(|form| is_form(form));
    let kept = labels.labels.iter().enumerate().filter(|&(number, _)| is_kept(number));
    Labels {
        forms: labels.forms.iter().filter(|form| is_form(form)).cloned().collect(),
        labels: (0..).zip(kept).map(|(field, (_, of))| Labelled { field, ..of.clone() }).collect(),
    }
}

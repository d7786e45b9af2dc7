//! One list of fields from labels and from the alignment.
//!
//! In: the values that the alignment finds in the learning pages, and those beside labels. Out: a template whose labels
//! point to its fields. A label takes over the field that has its values; a label without such a field gets a new one.
//! What is beside a label, or is one, belongs to no other field; a field without a value of its own left is dropped.

use super::beside::{Found, LabelReader};
use super::spot::Outline;
use crate::measure::are_nearly_all;
use crate::page::{Tree, text};
use crate::token::Span;
use crate::wrapper::fields::describe::{names_of, plain};
use crate::wrapper::template::{Field, FieldKind, Labelled, Labels, Template};
use crate::wrapper::value::{Extraction, Value};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::cmp::Reverse;

impl Template {
    /// Makes the fields of labels from what was found in the learning pages, and corrects what was found.
    pub(in crate::wrapper) fn join(&mut self, labels: &Labels, found: &mut [Extraction], trees: &[&Tree]) {
        if labels.is_empty() {
            return;
        }
        let outlines: Vec<Outline> = trees.par_iter().map(|tree| Outline::new(tree)).collect();
        let beside = read_all(labels, &outlines);
        let mut are_kept = are_whole(labels.labels.len(), self.fields.len(), &beside, found, trees);
        // Sections know rare labels of the same values too.
        let all: HashSet<&str> = labels.labels.iter().map(|of| plain(&of.label)).collect();
        let kinds = self.sections.iter().flat_map(|sections| &sections.kinds);
        let with_others = kinds.filter(|kind| kind.labels.keys().any(|label| !all.contains(plain(label))));
        let known: HashSet<String> =
            with_others.flat_map(|kind| kind.labels.keys()).map(|label| plain(label).to_owned()).collect();
        for (is_kept, of) in are_kept.iter_mut().zip(&labels.labels) {
            *is_kept &= !known.contains(plain(&of.label));
        }
        for label in self.within_divided(&beside, found, trees) {
            are_kept[label] = false;
        }
        let labels = &labels.only(&are_kept);
        let beside = read_all(labels, &outlines);
        let partners = partners(labels, &beside, found, &self.fields);
        let before = self.fields.len();
        let had: Vec<bool> = (0..before).map(|field| has_values(found, field)).collect();
        self.labels = labels.clone();
        for (number, of) in self.labels.labels.iter_mut().enumerate() {
            let values = || {
                beside.iter().flatten().filter(|one| one.label == number).filter_map(|one| one.value.as_ref())
            };
            of.field = partners[number].unwrap_or(self.fields.len());
            if partners[number].is_none() {
                let kind = if values().any(|value| value.texts.len() > 1) {
                    FieldKind::List
                } else {
                    FieldKind::Text
                };
                let support = u32::try_from(values().count()).expect("few pages");
                self.fields.push(Field::new(String::new(), support, kind));
            }
            let field = &mut self.fields[of.field];
            // The label of the alignment has its colon, by which selectors find it.
            let name = plain(&of.label);
            if field.label.as_deref().map(plain) != Some(name) {
                (field.label, field.name) = (Some(of.label.clone()), String::new());
            } else if field.name.strip_prefix(name).is_some_and(|rest| rest.starts_with(" (")) {
                // Other fields had the label too.
                field.name.clear();
            }
            field.left_out = None;
        }
        for ((extraction, beside), tree) in found.iter_mut().zip(&beside).zip(trees) {
            extraction.page.resize(self.fields.len(), None);
            self.labels.apply(beside, extraction, tree);
        }
        let labelled: HashSet<usize> = self.labels.labels.iter().map(|of| of.field).collect();
        let names: HashSet<String> =
            self.labels.labels.iter().map(|of| plain(&of.label).to_owned()).collect();
        let is_other = |field: usize| {
            self.fields[field].label.as_deref().is_none_or(|label| !names.contains(plain(label)))
        };
        let is_kept = |field: usize| {
            labelled.contains(&field) || !had[field] && is_other(field) || has_values(found, field)
        };
        let new = self.labels.labels.iter().map(|of| of.field).filter(|&field| field >= before).collect();
        let order = order(before, new, found);
        let order: Vec<usize> = order.into_iter().filter(|&field| is_kept(field)).collect();
        self.reorder(&order, found);
        self.name_labelled();
    }

    /// The labels in texts that begin with a part and are divided by constants ([`text_slot`](crate::wrapper::fields::text_slot)): as labels
    /// these constants would name all parts but the first, which would be lost.
    fn within_divided(&self, beside: &[Vec<Found>], found: &[Extraction], trees: &[&Tree]) -> HashSet<usize> {
        let mut within: HashMap<usize, HashSet<usize>> = HashMap::new();
        let mut labelled: HashSet<usize> = HashSet::new();
        for ((beside, found), tree) in beside.iter().zip(found).zip(trees) {
            for (field, value) in found.page.iter().enumerate() {
                let [span] = value.as_ref().map_or(&[][..], |value| &value.spans) else { continue };
                let is_inside = |one: &&Found| span.start < one.span.start && one.span.end <= span.end;
                let before = |one: &Found| &tree.source[span.start as usize..one.span.start as usize];
                let first =
                    beside.iter().find(|one| span.start <= one.span.start && one.span.end <= span.end);
                labelled
                    .extend(first.filter(|one| !before(one).contains(char::is_alphabetic)).map(|_| field));
                within.entry(field).or_default().extend(beside.iter().filter(is_inside).map(|one| one.label));
            }
        }
        within.retain(|&field, labels| {
            !labels.is_empty() && !labelled.contains(&field) && self.begins_with_part(field, found)
        });
        within.into_values().flatten().collect()
    }

    /// Names the fields without a name after their labels.
    fn name_labelled(&mut self) {
        let mut taken = names_of(&self.fields);
        for field in self.fields.iter_mut().filter(|field| field.name.is_empty()) {
            field.name = taken.free(plain(field.label.as_deref().unwrap_or_default()));
        }
    }
}

/// The labels of each page with their values.
fn read_all<'a>(labels: &'a Labels, pages: &[Outline]) -> Vec<Vec<Found<'a>>> {
    let reader = LabelReader::new(labels);
    pages.par_iter().map(|page| reader.read_outline(page)).collect()
}

pub(super) fn has_values(found: &[Extraction], field: usize) -> bool {
    let mut values = found.iter().filter_map(|found| found.page.get(field)?.as_ref());
    values.any(|value| !value.is_empty())
}

/// For each label whether the alignment does not divide its value into several: authors, or a text and its author. Lines of one element
/// are one value, however they are aligned.
fn are_whole(
    labels: usize,
    fields: usize,
    beside: &[Vec<Found>],
    found: &[Extraction],
    trees: &[&Tree],
) -> Vec<bool> {
    let mut divided = vec![false; labels];
    // A unit that all pages have is a part of the value before it.
    let row = |found: &Extraction, field: usize| found.page.get(field)?.as_ref().map(letters);
    let different =
        |field: usize| found.iter().filter_map(|found| row(found, field)).collect::<HashSet<String>>();
    let varies: Vec<bool> = (0..fields).map(|field| different(field).len() > 1).collect();
    for ((beside, found), tree) in beside.iter().zip(found).zip(trees) {
        let lists = found.page.iter().flatten().map(|value| &value.spans).filter(|spans| spans.len() > 1);
        let lists: Vec<&Vec<Span>> = lists.collect();
        let values = found.page.iter().zip(&varies).filter(|(_, varies)| **varies);
        let values = values.filter_map(|(value, _)| value.as_ref()).filter(|value| !value.is_empty());
        let mut spans: Vec<Span> = values.flat_map(|value| value.spans.iter().copied()).collect();
        spans.sort_by_key(|span| (span.start, span.end));
        for one in beside {
            let Some(own) = one.value.as_ref().map(|value| &value.spans) else { continue };
            let (Some(first), Some(last)) = (own.first(), own.last()) else { continue };
            if own.len() == 1 && are_lines(tree, *first) {
                continue;
            }
            let from = spans.partition_point(|span| span.start < first.start);
            let inside = spans[from..].iter().take_while(|span| span.end <= last.end).count();
            // Items of another list, or of a list that is one text here.
            let is_part = |list: &&Vec<Span>| {
                // The items are in page order.
                let [from, to] = [
                    list.partition_point(|span| span.start < first.start),
                    list.partition_point(|span| span.end <= last.end),
                ];
                let common = to.saturating_sub(from);
                if own.len() == 1 { common > 1 } else { common > 0 && list.len() != own.len() }
            };
            divided[one.label] |= inside > own.len() || lists.iter().any(is_part);
        }
    }
    divided.into_iter().map(|divided| !divided).collect()
}

/// Whether a stretch is several lines of text in one element: an address.
fn are_lines(tree: &Tree, span: Span) -> bool {
    let leaves = tree.leaves();
    let from = leaves.partition_point(|leaf| leaf.span.start < span.start);
    let mut parents =
        leaves[from..].iter().take_while(|leaf| leaf.span.start < span.end).map(|leaf| leaf.parent);
    let Some(first) = parents.next() else { return false };
    let mut others = parents.peekable();
    others.peek().is_some() && others.all(|parent| parent == first)
}

/// Whether the stretches from the first to the last of these spans have a byte in common.
fn overlap(a: &[Span], b: &[Span]) -> bool {
    let (Some(first_a), Some(last_a), Some(first_b), Some(last_b)) =
        (a.first(), a.last(), b.first(), b.last())
    else {
        return false;
    };
    first_a.start < last_b.end && first_b.start < last_a.end
}

/// The letters and digits of a value.
fn letters(value: &Value) -> String {
    value.texts.iter().flat_map(|text| text.chars()).filter(|char| char.is_alphanumeric()).collect()
}

/// How labels and the fields of the alignment agree.
struct Agreement {
    /// For each pair of a label and a field the number of pages on which they have the same value.
    pages: HashMap<(usize, usize), usize>,
    /// The number of pages with a value beside each label, and with one of each field.
    with_label: Vec<usize>,
    with_field: Vec<usize>,
    /// Whether several texts are beside the label.
    is_list: Vec<bool>,
}

impl Agreement {
    fn new(labels: usize, fields: usize, beside: &[Vec<Found>], found: &[Extraction]) -> Self {
        let mut all = Agreement {
            pages: HashMap::new(),
            with_label: vec![0; labels],
            with_field: vec![0; fields],
            is_list: vec![false; labels],
        };
        for (beside, found) in beside.iter().zip(found) {
            let mut by_text: HashMap<String, Vec<(usize, &Value)>> = HashMap::new();
            for (field, value) in found.page.iter().enumerate() {
                if let Some(value) = value.as_ref().filter(|value| !value.is_empty()) {
                    all.with_field[field] += 1;
                    by_text.entry(letters(value)).or_default().push((field, value));
                }
            }
            for one in beside {
                let Some(value) = &one.value else { continue };
                all.with_label[one.label] += 1;
                all.is_list[one.label] |= value.texts.len() > 1;
                // A heading can have the same words as a value far from it.
                let of_text = by_text.get(&letters(value)).into_iter().flatten();
                for (field, _) in of_text.filter(|(_, found)| overlap(&found.spans, &value.spans)) {
                    *all.pages.entry((one.label, *field)).or_default() += 1;
                }
            }
        }
        all
    }
}

/// For each label the field of the alignment that has its values: on nine tenths of the label's pages, or on half of the
/// pages of both.
fn partners(
    labels: &Labels,
    beside: &[Vec<Found>],
    found: &[Extraction],
    fields: &[Field],
) -> Vec<Option<usize>> {
    let agreement = Agreement::new(labels.labels.len(), fields.len(), beside, found);
    let (with_label, with_field) = (&agreement.with_label, &agreement.with_field);
    let mut pairs: Vec<(usize, (usize, usize))> =
        agreement.pages.iter().map(|(&pair, &pages)| (pages, pair)).collect();
    pairs.sort_unstable_by_key(|&(pages, (label, field))| (Reverse(pages), with_field[field], label, field));
    let mut partners: Vec<Option<usize>> = vec![None; labels.labels.len()];
    let mut taken = vec![false; fields.len()];
    for (pages, (label, field)) in pairs {
        let is_one =
            are_nearly_all(pages, with_label[label]) || 2 * pages >= with_label[label].max(with_field[field]);
        let is_kind = (fields[field].kind == FieldKind::List) == agreement.is_list[label];
        if is_one && is_kind && partners[label].is_none() && !taken[field] {
            (partners[label], taken[field]) = (Some(field), true);
        }
    }
    partners
}

/// The numbers of all fields in page order: new ones, with numbers from `before` on, are placed among the others by where their values
/// are.
pub(super) fn order(before: usize, mut new: Vec<usize>, found: &[Extraction]) -> Vec<usize> {
    let place = |field: usize| {
        let starts = found.iter().filter_map(|found| {
            let value = found.page[field].as_ref()?;
            Some((value.spans.first()?.start, value))
        });
        let (mut sum, mut count) = (0_u64, 0_u64);
        for (start, _) in starts {
            sum += u64::from(start);
            count += 1;
        }
        sum.checked_div(count)
    };
    let places: Vec<Option<u64>> = (0..before + new.len()).map(place).collect();
    let mut order: Vec<usize> = (0..before).collect();
    new.sort_by_key(|&field| (places[field], field));
    for field in new {
        let is_later = |&other: &usize| places[other].is_some_and(|place| Some(place) > places[field]);
        let at = order.iter().position(is_later).unwrap_or(order.len());
        order.insert(at, field);
    }
    order
}

impl Labels {
    /// These labels of all.
    fn only(&self, are_kept: &[bool]) -> Self {
        let kept = self.labels.iter().zip(are_kept).filter(|(_, is_kept)| **is_kept);
        let labels = (0..).zip(kept).map(|(field, (of, _))| Labelled { field, ..of.clone() }).collect();
        Labels { forms: self.forms.clone(), labels }
    }

    /// Corrects what the alignment found in a page by what is beside the labels of the page.
    pub(in crate::wrapper) fn apply(&self, beside: &[Found], found: &mut Extraction, tree: &Tree) {
        let values = beside.iter().filter_map(|one| one.value.as_ref());
        let covered = values.flat_map(|value| value.spans.iter().copied());
        let others = Others::new(beside.iter().map(|one| one.span).chain(covered).collect());
        let mut was = found.page.clone();
        others.keep(found, tree);
        let row = &mut found.page;
        for one in beside {
            let Some(value) = &one.value else { continue };
            // A part of what is beside the label, as the alignment divides it on this page, is its value too.
            let is_inside =
                |span: &Span| value.spans.iter().any(|own| own.start <= span.start && span.end <= own.end);
            let field = self.labels[one.label].field;
            let aligned = was[field]
                .take()
                .filter(|aligned| !aligned.is_empty() && aligned.spans.iter().all(is_inside));
            row[field] = Some(aligned.unwrap_or_else(|| value.clone()));
        }
    }
}

/// What is not covered by what has other fields.
pub(super) struct Others {
    /// What is covered, in page order.
    covered: Vec<Span>,
}

impl Others {
    pub(super) fn new(mut covered: Vec<Span>) -> Self {
        covered.sort_by_key(|span| (span.start, span.end));
        Others { covered }
    }

    fn is_covered(&self, span: Span) -> bool {
        let from = self.covered.partition_point(|one| one.end <= span.start);
        self.covered[from..].iter().take_while(|one| one.start < span.end).any(|one| one.end > span.start)
    }

    /// Takes from the values of a page what is covered.
    pub(super) fn keep(&self, found: &mut Extraction, tree: &Tree) {
        let is_covered = |span: Span| self.is_covered(span);
        found.uncovered.retain(|&span| !is_covered(span));
        for value in &mut found.page {
            if value.as_ref().is_some_and(|value| value.spans.iter().any(|&span| is_covered(span))) {
                *value = value.take().and_then(|value| without(&value, tree, &is_covered));
            }
        }
    }
}

/// What remains of a value without the texts that are covered: all of it if this is more than half, else what is before
/// them, such as the heading of a page above its first label.
fn without(value: &Value, tree: &Tree, is_covered: &impl Fn(Span) -> bool) -> Option<Value> {
    let mut rest = Value::default();
    for (whole, &span) in value.texts.iter().zip(&value.spans) {
        if !is_covered(span) {
            rest.texts.push(whole.clone());
            rest.spans.push(span);
            continue;
        }
        let leaves = tree.leaves();
        let first = leaves.partition_point(|leaf| leaf.span.end <= span.start);
        let inside = || leaves[first..].iter().map(|leaf| leaf.span).take_while(|leaf| leaf.start < span.end);
        let of = |spans: Vec<Span>| {
            let text = spans.iter().map(|&span| text(tree, tree.source, span)).collect::<Vec<_>>().join(" ");
            let span = Span { start: spans.first()?.start, end: spans.last()?.end };
            text.contains(char::is_alphanumeric).then_some((text, span))
        };
        let is_most = |(text, _): &(String, Span)| 2 * text.chars().count() > whole.chars().count();
        let free = of(inside().filter(|&span| !is_covered(span)).collect()).filter(is_most);
        if let Some((text, span)) =
            free.or_else(|| of(inside().take_while(|&span| !is_covered(span)).collect()))
        {
            rest.texts.push(text);
            rest.spans.push(span);
        }
    }
    (!rest.spans.is_empty()).then_some(rest)
}

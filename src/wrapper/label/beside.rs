//! The value beside a label.
//!
//! In: [`Labels`] and a page. Out: the labels of the page, each with its value. The value is the rest of the label's
//! line, up to the next label; if there is none, it is the block after the label.
//!
//! ```text
//! <b>Pages:</b> <a>12</a> of 13 <br>       12 of 13
//! <h3>Pages</h3> <p>12</p> <h3>            12
//! <tr><td>Pages</td> <td>12</td></tr>      12
//! <tr><th>Pages <tr><td>12                 12
//! <tr><td>Pages<td>Room <tr><td>12<td>A1   12
//! <td>Pages:<br>Room: <td>12<br>A1         12
//! <li><b>12</b> <i>Pages</i></li>          12
//! <li>12 (Pages)</li>                      12
//! ```
//!
//! A label that has several blocks after it, or one with labels in it, is a heading, and has no value of its own; several `dd` after a
//! `dt` are a list. The values of one label in several rows on end are a list, too.

use super::mark::before_note;
use super::spot::{Child, Outline, Spot};
use crate::measure::is_brief;
use crate::page::{ElementId, Tree, is_heading, parts_lines, text};
use crate::token::Span;
use crate::wrapper::template::{LabelForm, Labels};
use crate::wrapper::value::{Value, without_separator};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Reads the values beside labels. It can be shared between threads.
#[derive(Debug)]
pub(in crate::wrapper) struct LabelReader<'a> {
    labels: &'a Labels,
    numbers: HashMap<&'a str, usize>,
    /// The first form with a last tag of its path, with or without a colon at the end.
    tags: HashMap<(&'a str, bool), &'a LabelForm>,
}

/// A label on a page.
#[derive(Debug)]
pub(in crate::wrapper) struct Found<'a> {
    /// The number of the label.
    pub(in crate::wrapper) label: usize,
    pub(super) form: &'a LabelForm,
    /// Where it is.
    pub(in crate::wrapper) span: Span,
    /// The value beside it.
    pub(in crate::wrapper) value: Option<Value>,
}

/// A label of the page, or another text that ends values.
#[derive(Clone, Copy)]
struct Stop<'a> {
    leaf: u32,
    /// Where it begins in the leaf's text, where its last word ends and where the text after it begins.
    at: [usize; 3],
    label: Option<(usize, &'a LabelForm)>,
}

impl<'a> LabelReader<'a> {
    pub(in crate::wrapper) fn new(labels: &'a Labels) -> Self {
        let mut tags: HashMap<(&str, bool), &LabelForm> = HashMap::new();
        for form in &labels.forms {
            let tag = form.path.rsplit('/').next().unwrap_or_default();
            tags.entry((tag, form.colon)).or_insert(form);
        }
        let numbers = labels.labels.iter().enumerate().map(|(number, of)| (&*of.label, number)).collect();
        LabelReader { labels, numbers, tags }
    }

    pub(in crate::wrapper) fn labels(&self) -> &'a Labels {
        self.labels
    }

    /// The labels of a page with their values, in document order, each label once. Of several equal labels the only one in
    /// a known form counts.
    pub(in crate::wrapper) fn read(&self, tree: &Tree) -> Vec<Found<'a>> {
        if self.labels.is_empty() { Vec::new() } else { self.read_outline(&Outline::new(tree)) }
    }

    /// The same, and the texts of known forms that are no known labels and end with a colon, each with where it is and what is beside it.
    pub(in crate::wrapper) fn read_all(&self, tree: &Tree) -> (Vec<Found<'a>>, Vec<(Span, String, Value)>) {
        if self.labels.is_empty() {
            return Default::default();
        }
        let outline = Outline::new(tree);
        let stops = self.stops(&outline);
        let unknown = stops.iter().enumerate().filter(|(_, stop)| stop.label.is_none());
        let unknown = unknown.filter_map(|(number, stop)| {
            let leaf = &tree.leaves()[stop.leaf as usize];
            // The first label of a text begins with it.
            let is_first = number.checked_sub(1).is_none_or(|before| stops[before].leaf != stop.leaf);
            let start = if is_first && is_brief(&leaf.text[..stop.at[1]]) { 0 } else { stop.at[0] };
            Some((leaf.span, leaf.text[start..stop.at[1]].to_owned(), value(&outline, &stops, number)?))
        });
        let unknown = unknown.filter(|(.., value)| !value.is_empty()).collect();
        (Self::found(&outline, &stops), unknown)
    }

    /// The same if the outline of the page is known.
    pub(super) fn read_outline(&self, outline: &Outline) -> Vec<Found<'a>> {
        Self::found(outline, &self.stops(outline))
    }

    fn found(outline: &Outline, stops: &[Stop<'a>]) -> Vec<Found<'a>> {
        let tree = outline.tree;
        let mut found: BTreeMap<usize, Vec<(bool, usize, Found)>> = BTreeMap::new();
        for (number, stop) in stops.iter().enumerate() {
            let Some((label, form)) = stop.label else { continue };
            let is_known = outline.form(stop.leaf, form.colon) == *form;
            let leaf = &tree.leaves()[stop.leaf as usize];
            let Some(start) = position(tree, stop.leaf, stop.at[0]) else { continue };
            let end = position(tree, stop.leaf, stop.at[1]).unwrap_or(leaf.span.end);
            let value = value(outline, stops, number);
            found.entry(label).or_default().push((
                is_known,
                number,
                Found { label, form, span: Span { start, end }, value },
            ));
        }
        let only = |mut all: Vec<(bool, usize, Found<'a>)>| {
            if all.iter().any(|(is_known, ..)| *is_known) {
                all.retain(|(is_known, ..)| *is_known);
            }
            let is_run = all.windows(2).all(|pair| {
                let [before, at] = [pair[0].1, pair[1].1];
                before + 1 == at && outline.continues(stops[before].leaf, stops[at].leaf)
            });
            let mut of = all.into_iter().map(|(.., found)| found);
            let first = of.next()?;
            let join = |first: Found<'a>, other: Found<'a>| match (first.value, other.value) {
                (Some(a), Some(b)) if a == b || is_run => {
                    Found { value: Some(if a == b { a } else { a.and(b) }), ..first }
                }
                _ => Found { value: None, ..first },
            };
            Some(of.fold(first, join))
        };
        let mut found: Vec<Found> = found.into_values().filter_map(only).collect();
        found.sort_by_key(|found| found.span.start);
        found
    }

    /// The labels of a page, and the other texts of their forms.
    fn stops(&self, outline: &Outline) -> Vec<Stop<'a>> {
        let stop = |spot: &Spot| {
            let tag = outline.name(outline.tree.leaves()[spot.leaf as usize].parent);
            let first = *self.tags.get(&(tag, spot.colon))?;
            let known = self.labels.forms.get(&outline.form(spot.leaf, spot.colon));
            let mut longest = None;
            for (start, label) in spot.labels(outline.tree) {
                longest = self.numbers.get(label).map(|&number| (start, number)).or(longest);
            }
            // Without a colon, a text of a form is not surely a label, nor is one in brackets: `3 kg (net)`.
            let is_sure = |form: &&LabelForm| form.colon && !spot.is_noted;
            let start = longest.map(|(start, _)| start).or(known.filter(is_sure).map(|_| spot.starts[0]))?;
            let label = longest.map(|(_, number)| (number, known.unwrap_or(first)));
            Some(Stop { leaf: spot.leaf, at: [start, spot.end, spot.rest], label })
        };
        outline.spots.iter().filter_map(stop).collect()
    }
}

/// The position in the source of a position in a leaf's text.
fn position(tree: &Tree, leaf: u32, at: usize) -> Option<u32> {
    let leaf = &tree.leaves()[leaf as usize];
    let source = &tree.source[leaf.span.range()];
    let place =
        |length: usize| leaf.span.start + u32::try_from(length).expect("a page is smaller than 4 GiB");
    if at == 0 {
        return Some(leaf.span.start);
    }
    if at == leaf.text.len() {
        return Some(leaf.span.end);
    }
    if source == leaf.text {
        return Some(place(at));
    }
    // The source has other white space, or entities: the shortest prefix that decodes to the text before.
    let before = leaf.text[..at].trim_end();
    let ends = source.char_indices().map(|(at, char)| at + char.len_utf8());
    let decoded =
        |end: usize| htmlize::unescape(&source[..end]).split_whitespace().collect::<Vec<_>>().join(" ");
    let end = ends.take_while(|&end| end <= 8 * before.len() + 64).find(|&end| decoded(end) == before)?;
    let blank = source[end..].len() - source[end..].trim_start().len();
    Some(place(end + if leaf.text[..at].len() > before.len() { blank } else { 0 }))
}

/// The value beside a label, which is given by its number among the stops of the page.
fn value(outline: &Outline, stops: &[Stop], number: usize) -> Option<Value> {
    let tree = outline.tree;
    let stop = &stops[number];
    let next = stops.get(number + 1);
    let leaf = &tree.leaves()[stop.leaf as usize];
    if let Some(cell) = outline.below(stop.leaf).filter(|_| stop.at[2] == leaf.text.len()) {
        let span = tree.element(cell).span;
        return Some(one(text(tree, tree.source, span).trim(), span));
    }
    let note = before_note(&leaf.text).filter(|&note| note < stop.at[0]);
    if let Some(end) = note.filter(|_| stop.at[1] < stop.at[2] && stop.at[2] == leaf.text.len()) {
        let span = Span { start: leaf.span.start, end: position(tree, stop.leaf, end)? };
        return Some(one(leaf.text[..end].trim(), span));
    }
    let next_here = next.filter(|next| next.leaf == stop.leaf);
    let end_here = next_here.map_or(leaf.text.len(), |next| next.at[0]);
    let rest = leaf.text[stop.at[2].min(end_here)..end_here].trim();
    let start = position(tree, stop.leaf, stop.at[2])?;
    if let Some(next) = next_here {
        let span = Span { start, end: position(tree, stop.leaf, next.at[0])? };
        // The sign that begins the line of the next label is no part of the value.
        let own = tree.source.get(span.range()).unwrap_or_default();
        let line = own.rfind('\n').filter(|&line| !own[line..].contains(char::is_alphanumeric));
        let Some(line) = line else { return Some(one(rest, span)) };
        let line = u32::try_from(line).expect("a page is smaller than 4 GiB");
        let span = Span { end: span.start + line, ..span };
        return Some(one(text(tree, tree.source, span).trim(), span));
    }
    // The rest of the line.
    let from = if rest.is_empty() { outline.alone(stop.leaf) } else { Child::Text(stop.leaf) };
    let mut line = if rest.is_empty() { None } else { Some(Span { start, end: leaf.span.end }) };
    let next_leaf = next.map_or(u32::MAX, |next| next.leaf);
    let mut siblings = outline.after(from).iter().peekable();
    while let Some(&&sibling) = siblings.peek() {
        let leaves = outline.leaves(sibling);
        if leaves.contains(&next_leaf) {
            // A text before the next label: `12 Weight: 3`.
            let before = next.filter(|next| {
                leaves.start == next.leaf && matches!(sibling, Child::Text(_)) && next.at[0] > 0
            });
            if let Some((next, end)) =
                before.and_then(|next| Some((next, position(tree, next.leaf, next.at[0])?)))
            {
                let start = tree.leaves()[next.leaf as usize].span.start;
                line = Some(Span { start: line.map_or(start, |line| line.start), end });
            }
            break;
        }
        if let Child::Element(id) = sibling {
            if outline.name(id) == "br" && line.is_none() {
                siblings.next();
                continue;
            }
            if parts_lines(outline.name(id)) {
                break;
            }
        }
        if !leaves.is_empty() {
            let span = match sibling {
                Child::Text(leaf) => tree.leaves()[leaf as usize].span,
                Child::Element(id) => tree.element(id).span,
            };
            line = Some(Span { start: line.map_or(span.start, |line| line.start), end: span.end });
        }
        siblings.next();
    }
    if let Some(span) = line {
        let text = without_separator(text(tree, tree.source, span).trim()).to_owned();
        return text.contains(char::is_alphanumeric).then(|| one(&text, span));
    }
    let before = number.checked_sub(1).map(|before| stops[before].leaf);
    let has_label = |cell: ElementId| {
        let (leaves, later) = (outline.leaves(Child::Element(cell)), &stops[number + 1..]);
        let from = later.partition_point(|stop| stop.leaf < leaves.start);
        later.get(from).is_some_and(|stop| leaves.contains(&stop.leaf))
    };
    let below = || {
        let [cell, next_row] = outline.below_in_row(stop.leaf, [before, next.map(|next| next.leaf)])?;
        // Several rows of values are those of a table.
        let is_only = next_row.is_none_or(has_label);
        cell.filter(|&cell| is_only && !has_label(cell)).map(|cell| tree.element(cell).span)
    };
    let other = || {
        outline.beside_line(stop.leaf).or_else(below).or_else(|| {
            let is_label = |leaf: u32| stops.binary_search_by_key(&leaf, |stop| stop.leaf).is_ok();
            in_front(outline, from, before, is_label)
        })
    };
    block(outline, from, siblings.copied(), next_leaf).or_else(|| {
        let span = other()?;
        let text = text(tree, tree.source, span);
        (is_brief(&text) && text.contains(char::is_alphanumeric)).then(|| one(text.trim(), span))
    })
}

/// What is before a label that ends an element of several texts, none of which is another label, as an element beside that ends with one:
/// `<p><b>12</b> <i>Pages</i></p> <p><b>1999</b> <i>Year</i></p>`. Alone it may be a note: `<b>£12</b> <i>with VAT</i>`.
fn in_front(
    outline: &Outline,
    label: Child,
    before: Option<u32>,
    is_label: impl Fn(u32) -> bool,
) -> Option<Span> {
    let tree = outline.tree;
    let (name, parent, end) = match label {
        Child::Element(id) => (outline.name(id), tree.element(id).parent?, tree.element(id).tag.start),
        Child::Text(leaf) => {
            ("", tree.leaves()[leaf as usize].parent, tree.leaves()[leaf as usize].span.start)
        }
    };
    let around = tree.element(parent).leaves.clone();
    let is_alone = before.is_none_or(|before| before < around.start)
        && outline.after(label).iter().all(|&child| outline.leaves(child).is_empty());
    let is_block = is_heading(name) || matches!(name, "td" | "th" | "dt" | "dd" | "li" | "tr");
    let start = tree.leaves().get(around.start as usize)?.span.start;
    let ends_with_label = |id: &ElementId| {
        let leaves = &tree.element(*id).leaves;
        outline.name(*id) == outline.name(parent) && leaves.len() > 1 && is_label(leaves.end - 1)
    };
    let is_like_others = || outline.neighbours(parent).any(|id| ends_with_label(&id));
    (is_alone && !is_block && start < end && is_like_others()).then_some(Span { start, end })
}

/// A value of one text.
pub(super) fn one(text: &str, span: Span) -> Value {
    Value { texts: vec![without_separator(text).to_owned()], spans: vec![span] }
}

/// The only block after a label, up to the next label or heading.
fn block(
    outline: &Outline,
    label: Child,
    siblings: impl Iterator<Item = Child>,
    next_leaf: u32,
) -> Option<Value> {
    let tree = outline.tree;
    let name = |child: Child| match child {
        Child::Element(id) => outline.name(id),
        Child::Text(_) => "",
    };
    let mut full = siblings.filter(|&child| !outline.leaves(child).is_empty()).peekable();
    let first = full.next()?;
    let Child::Element(id) = first else { return None };
    let is_header = |child| matches!(child, Child::Element(id) if tree.is_header_row(id));
    let is_below_header = is_header(label) && !is_header(first);
    if outline.leaves(first).contains(&next_leaf)
        || is_heading(name(first))
        || name(first) == name(label) && matches!(name(first), "li" | "th" | "tr" | "dt") && !is_below_header
    {
        return None;
    }
    // A term can have several descriptions (HTML Standard, section 4.4.9).
    let is_description = |child: &Child| {
        name(first) == "dd" && name(*child) == "dd" && !outline.leaves(*child).contains(&next_leaf)
    };
    let described: Vec<Child> = std::iter::from_fn(|| full.next_if(is_description)).collect();
    let ends = |next: Child| {
        outline.leaves(next).contains(&next_leaf)
            || is_heading(name(next))
            || parts_lines(name(next))
                && name(next) != name(first)
                && !matches!(name(next), "ul" | "ol" | "dl")
    };
    if full.next().is_some_and(|next| !ends(next)) {
        return None;
    }
    let items: Vec<Child> = if matches!(name(first), "ul" | "ol") {
        outline
            .children(id)
            .filter(|&child| name(child) == "li" && !outline.leaves(child).is_empty())
            .collect()
    } else {
        std::iter::once(first).chain(described).collect()
    };
    let element = |child: &Child| match child {
        Child::Element(id) => Some(tree.element(*id).span),
        Child::Text(_) => None,
    };
    let spans: Vec<Span> = items.iter().filter_map(element).collect();
    let text = |span: &Span| without_separator(text(tree, tree.source, *span).trim()).to_owned();
    let value = Value { texts: spans.iter().map(text).collect(), spans };
    value.texts.iter().any(|text| text.contains(char::is_alphanumeric)).then_some(value)
}

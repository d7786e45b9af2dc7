//! The cells of a record: the parts that a reader may take for one value.
//!
//! In: the records of a template with the paths of their elements, and their labels. Out: the [`CellRules`] of the template,
//! and the [`Cell`]s of each record. Cells may overlap; `fold.rs` chooses among their columns. The cells are:
//!
//! * each text;
//! * each element without blocks that has several texts: `4.5 <b>of</b> 5`;
//! * each line with text of its own, in an element with several lines or with blocks;
//! * the rest of a line that begins with elements, from its first own text on: `<i>7 Feb</i> He <em>won</em> again`;
//! * a label with the part of the line up to the next label: `1. <a>Dune</a> by <b>F. Herbert</b>`;
//! * the texts of a path that are one list, see [`items`](super::items);
//! * each element whose blocks are one value, see [`body`](super::body);
//! * the address of each link and image.
//!
//! The texts within prose are no cells: the position of marks in prose is arbitrary, so that the texts between them have no path
//! in common.

use super::body::bodies;
use super::cut::{cuts, may_have_signs, pieces};
use super::items::{ItemPaths, items, runs};
use super::label::{Labels, ends_as_label, label_and_value};
use super::line::Inside;
use super::own_texts::OwnTexts;
use super::place::{RecordInPage, RecordPath, RecordPaths};
use super::prefix::prefixes;
use super::spelled::{in_pieces, with_currency};
use crate::measure::are_some;
use crate::page::{Child, ElementId, Leaf};
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// The part of an element that a cell is. Cells that begin at the same byte are sorted in this order.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The texts at a path, of which a record has any number.
    Items,
    /// An element with all its texts.
    Whole,
    /// An element whose blocks are one value.
    Body,
    /// A line in an element.
    Line,
    /// The rest of a line, from its first own text on.
    Rest,
    /// A label with the part of the line that follows it.
    Labelled,
    /// A text.
    Text,
    /// A text that is the label of the next text.
    Label,
    /// The text after a label.
    Value,
    /// The address of a link.
    Link,
    /// The address of an image.
    Image,
    /// A text before the record, which names the group that it is in.
    Group,
}

/// A part of a record that may be a value.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub kind: Kind,
    pub element: ElementId,
    /// The numbers of its texts; an empty range if it has none.
    pub leaves: Range<u32>,
    pub span: Span,
}

/// Identifies a column in all records.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Key {
    /// The nearest element with a class inside the record, and the tags below it: `h3.title/a`.
    pub place: String,
    /// The kind of cell.
    pub kind: Kind,
    /// The label before it, or the label itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its ordinal among the cells of the record with the same path, kind and label, from 1 up.
    pub number: u32,
}

/// A cell with the key of its column.
pub(super) type KeyedCell<'a> = (Key, &'a Cell);

/// A column with its cells and texts.
pub(super) struct ColumnCells<'a> {
    pub(super) key: &'a Key,
    /// The cells with text, each with the number of its record, ascending.
    pub(super) cells: Vec<(usize, &'a Cell)>,
    /// The texts of the cells.
    pub(super) texts: Vec<Cow<'a, str>>,
}

/// The paths at which elements, lines and blocks are cells.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct CellRules {
    /// The paths of elements with a line of several texts in some record, or with a single text whose path below them varies.
    wholes: BTreeSet<String>,
    /// The paths among these whose elements contain prose.
    prose: BTreeSet<String>,
    /// The paths of elements whose blocks are one value.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    bodies: BTreeSet<String>,
    /// The paths of elements with a line of several parts among others in some record.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    lines: BTreeSet<String>,
    /// The paths of texts that begin with a label, with these.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    prefixes: BTreeSet<(String, String)>,
    /// The paths of texts that are cut into several values.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    cuts: BTreeSet<String>,
    /// The paths of texts that are one list, with the labels before them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    items: ItemPaths,
}

/// Statistics of the elements without blocks at one path.
#[derive(Default)]
struct LineCounts {
    /// The path of the text of an element with a single text, and whether that path varies.
    single: Option<RecordPath>,
    is_deeper: bool,
    /// Elements with several texts.
    elements: usize,
    /// Elements with two children at the same path.
    repeating: usize,
    chars: usize,
    own_chars: usize,
    own_texts: OwnTexts,
}

impl Kind {
    /// Whether the value is text of the page.
    #[must_use]
    pub fn is_text(self) -> bool {
        self.attribute().is_none()
    }

    /// The attribute that contains the value, if it is no text.
    pub(super) fn attribute(self) -> Option<&'static str> {
        match self {
            Kind::Link => Some("href"),
            Kind::Image => Some("src"),
            _ => None,
        }
    }
}

impl Cell {
    /// Whether the cell has text or an address.
    pub(super) fn is_filled(&self) -> bool {
        !self.leaves.is_empty() || !self.kind.is_text()
    }

    /// The sort key of cells: the byte where they begin, and for addresses where their element ends.
    fn order(&self) -> (u32, Kind) {
        (if self.kind.is_text() { self.span.start } else { self.span.end }, self.kind)
    }
}

impl CellRules {
    /// The rules of some records. Items are removed from the labels.
    pub(super) fn new(parts: &[(RecordInPage<'_>, RecordPaths)], labels: &mut Labels) -> Self {
        // Frequent items look like labels of the items after them.
        let mut items_found = items(parts, labels);
        if labels.remove(|place| items_found.iter().any(|(of_items, _)| of_items == place)) {
            items_found = items(parts, labels);
        }
        let mut counts: HashMap<&str, LineCounts> = HashMap::new();
        for (part, paths) in parts {
            let tree = part.page.tree;
            for id in (part.record.head.0..part.record.end.0).map(ElementId) {
                let leaves = tree.leaves_of(id);
                if leaves.is_empty() || part.page.inside(id) == Inside::Blocks {
                    continue;
                }
                let count = counts.entry(paths.at(id)).or_default();
                if let [leaf] = leaves {
                    let place = paths.at(leaf.parent);
                    count.is_deeper |=
                        count.single.replace(place.clone()).is_some_and(|known| known != *place);
                    continue;
                }
                count.elements += 1;
                for leaf in leaves {
                    let chars = leaf.text.chars().count();
                    count.chars += chars;
                    if leaf.parent == id {
                        count.own_chars += chars;
                        count.own_texts.add(&leaf.text);
                    }
                }
                count.repeating += usize::from(has_repeated_children(*part, paths, id));
            }
        }
        let of = |is: fn(&LineCounts) -> bool| {
            counts.iter().filter(|(_, count)| is(count)).map(|(place, _)| (*place).to_owned()).collect()
        };
        let cuts = cuts(parts, labels);
        let mut prose: BTreeSet<String> = of(LineCounts::is_prose);
        prose.retain(|place| !cuts.contains(place));
        CellRules {
            wholes: of(|count| count.elements > 0 || count.is_deeper),
            prose,
            lines: lines(parts),
            prefixes: prefixes(parts),
            cuts,
            bodies: bodies(parts, labels),
            items: items_found,
        }
    }

    /// The label that a text begins with, and the value after it.
    pub(super) fn labelled<'l>(&self, place: &str, source: &str, leaf: &'l Leaf) -> Option<(&'l str, Span)> {
        if self.prefixes.is_empty() {
            return None;
        }
        let (label, _) = label_and_value(&leaf.text)?;
        if !self.prefixes.contains(&(place.to_owned(), label.to_owned())) {
            return None;
        }
        let written = &source[leaf.span.start as usize..leaf.span.end as usize];
        let (_, value) = label_and_value(written)?;
        let end = leaf.span.end - u32::try_from(written.len() - written.trim_end().len()).ok()?;
        Some((label, Span { start: end - u32::try_from(value.len()).ok()?, end }))
    }

    /// The values of a text.
    fn values(
        &self,
        part: RecordInPage<'_>,
        paths: &RecordPaths,
        labels: &Labels,
        leaf: &Leaf<'_>,
    ) -> Vec<Span> {
        let (tree, record, place) = (part.page.tree, part.record, paths.at(leaf.parent));
        let is_one = !may_have_signs(&leaf.text) || labels.has(place, &leaf.text);
        let pieces = if is_one { Vec::new() } else { pieces(part, leaf) };
        let [first, .., last] = &pieces[..] else {
            let within = |id: ElementId| record.holds(id) && id != record.head;
            let whole = pieces.first().map(|piece| piece.span).filter(|span| *span != leaf.span);
            return vec![whole.unwrap_or_else(|| with_currency(tree, part.page.source, leaf, within))];
        };
        if self.cuts.contains(&**place) {
            return pieces.iter().map(|piece| piece.span).collect();
        }
        vec![Span { start: first.span.start, end: last.span.end }]
    }

    /// The cells of a record, sorted by their first byte and then by kind.
    pub(super) fn cells(&self, part: RecordInPage<'_>, paths: &RecordPaths, labels: &Labels) -> Vec<Cell> {
        let mut cells = CellCollector { part, paths, labels, rules: self, found: Vec::new() };
        let (tree, record) = (part.page.tree, part.record);
        if record.members(tree).nth(1).is_some() {
            cells.lines(record.head, part.page.lines_between(record), false);
        }
        let mut texts = vec![true; record.leaves.len()];
        let mut id = record.head;
        while id < record.end {
            let element = tree.element(id);
            let inside = part.page.inside(id);
            let mut next = ElementId(id.0 + 1);
            if inside < Inside::Blocks {
                if self.wholes.contains(&**paths.at(id)) && (id != record.head || !element.leaves.is_empty())
                {
                    cells.push(Kind::Whole, id, element.leaves.clone(), element.span);
                }
                if element.leaves.len() > 1 {
                    cells.lines(id, part.page.lines_of(id), true);
                }
                if inside == Inside::Line && self.prose.contains(&**paths.at(id)) {
                    let first = record.leaves.start;
                    texts[(element.leaves.start - first) as usize..(element.leaves.end - first) as usize]
                        .fill(false);
                    next = element.end;
                }
            } else {
                if id != record.head && self.bodies.contains(&**paths.at(id)) {
                    cells.push(Kind::Body, id, element.leaves.clone(), element.span);
                }
                if tree.leaves_of(id).iter().any(|leaf| leaf.parent == id) {
                    cells.lines(id, part.page.lines_of(id), false);
                }
            }
            if element.leaves.is_empty() && id != record.head {
                cells.push(Kind::Text, id, element.leaves.clone(), element.span);
            }
            id = next;
        }
        for (number, _) in record.leaves.clone().zip(texts).filter(|(_, is_cell)| *is_cell) {
            let leaf = &tree.leaves()[number as usize];
            if let Some((_, span)) = self.labelled(paths.at(leaf.parent), part.page.source, leaf) {
                cells.push(Kind::Value, leaf.parent, number..number + 1, span);
                continue;
            }
            for span in self.values(part, paths, labels, leaf) {
                cells.push(Kind::Text, leaf.parent, number..number + 1, span);
            }
        }
        cells.items(&self.items);
        cells.addresses();
        let mut cells = cells.found;
        cells.sort_by_key(Cell::order);
        cells
    }
}

impl LineCounts {
    /// Whether the elements contain prose: more than half of the text is their own, and children with the same path are often
    /// repeated. Then the children are marked search words and not tags, authors or ratings. 0.3 of the elements: the fewest cells
    /// with nearly all wanted ones (0.1 loses 0.3 in a hundred, 0.5 keeps one more cell per record); one half of the text may as
    /// well be 0.7.
    fn is_prose(&self) -> bool {
        2 * self.own_chars > self.chars
            && are_some(self.repeating, self.elements)
            && !self.own_texts.are_of_template(self.elements)
    }
}

/// Whether an element has two inline children at the same path that are no labels.
fn has_repeated_children(part: RecordInPage<'_>, paths: &RecordPaths, id: ElementId) -> bool {
    let mut seen = HashSet::new();
    let tree = part.page.tree;
    let is_label =
        |child: ElementId| tree.leaves_of(child).last().is_some_and(|leaf| ends_as_label(&leaf.text));
    let line_parts = part.page.lines_of(id).into_iter().flatten();
    line_parts.into_iter().any(|line_part| {
        matches!(line_part, Child::Element(child) if !is_label(child) && !seen.insert(&**paths.at(child)))
    })
}

/// The paths of elements of several lines one of which has several parts, a text among them.
fn lines(parts: &[(RecordInPage<'_>, RecordPaths)]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (part, paths) in parts {
        for id in (part.record.head.0..part.record.end.0).map(ElementId) {
            if part.page.inside(id) == Inside::Line || found.contains(&**paths.at(id)) {
                continue;
            }
            let lines = part.page.lines_of(id);
            let has_parts =
                |line: &Vec<Child>| line.len() > 1 && line.iter().any(|part| matches!(part, Child::Text(_)));
            if lines.len() > 1 && lines.iter().any(has_parts) {
                found.insert(paths.at(id).to_string());
            }
        }
    }
    found
}

/// Collects the cells of one record.
struct CellCollector<'a> {
    part: RecordInPage<'a>,
    paths: &'a RecordPaths,
    labels: &'a Labels,
    rules: &'a CellRules,
    found: Vec<Cell>,
}

impl CellCollector<'_> {
    fn push(&mut self, kind: Kind, element: ElementId, leaves: Range<u32>, span: Span) {
        self.found.push(Cell { kind, element, leaves, span });
    }

    /// Adds the addresses of links and images.
    fn addresses(&mut self) {
        let RecordInPage { page, record } = self.part;
        for id in (record.head.0..record.end.0).map(ElementId) {
            let element = page.tree.element(id);
            let kind = match &*element.name {
                "a" => Kind::Link,
                "img" => Kind::Image,
                _ => continue,
            };
            let has_address =
                kind.attribute().is_some_and(|name| element.attribute(page.source, name).is_some());
            if has_address {
                self.push(kind, id, 0..0, element.span);
            }
        }
    }

    /// Adds the runs of items.
    fn items(&mut self, places: &ItemPaths) {
        if places.is_empty() {
            return;
        }
        for run in runs(self.part, self.paths, self.labels) {
            if places.iter().any(|(place, label)| place == run.place && label.as_deref() == run.label) {
                self.run_of_items(run.leaves);
            }
        }
    }

    fn run_of_items(&mut self, leaves: Range<u32>) {
        let tree = self.part.page.tree;
        let around = tree.around(leaves.clone());
        // A text with the elements around it that hold no other item.
        let whole = |leaf: u32| {
            let leaf = &tree.leaves()[leaf as usize];
            let outer = tree.inclusive_ancestors(leaf.parent).take_while(|&id| id != around).last();
            outer.map_or(leaf.span, |id| tree.element(id).span)
        };
        let span = Span { start: whole(leaves.start).start, end: whole(leaves.end - 1).end };
        self.push(Kind::Items, around, leaves, span);
    }

    /// Adds the cells that consist of several parts of a line. `is_whole` if the element itself is a cell: a line that is all
    /// of it is then not added again.
    fn lines(&mut self, id: ElementId, lines: Vec<Vec<Child>>, is_whole: bool) {
        let is_whole = is_whole && lines.len() == 1;
        for line in lines {
            if !is_whole || line.len() > 2 {
                self.amounts(id, &line);
            }
            let Some(text) = line.iter().position(|part| matches!(part, Child::Text(_))) else { continue };
            if let ([Child::Text(leaf)], false) = (&line[..], is_whole) {
                self.line_of_one_text(id, *leaf);
            } else if !is_whole {
                self.run(Kind::Line, id, &line);
            }
            if text > 0 {
                self.run(Kind::Rest, id, &line[text..]);
            }
            let mut from = 0;
            for to in 1..=line.len() {
                if line.get(to).is_some_and(|&part| !self.is_label(id, part)) {
                    continue;
                }
                if to - from < line.len() {
                    self.run(Kind::Labelled, id, &line[from..to]);
                }
                from = to;
            }
        }
    }

    /// Adds the amounts of a line whose cents are in an element of their own.
    fn amounts(&mut self, id: ElementId, line: &[Child]) {
        let RecordInPage { page, record } = self.part;
        let leaves = page.tree.leaves();
        for pair in line.windows(2) {
            let (whole, cents) = (pair[0].leaves(page.tree), pair[1].leaves(page.tree));
            if whole.len() != 1 || cents.len() != 1 {
                continue;
            }
            let pair = &leaves[whole.start as usize..cents.end as usize];
            let from = match whole.start.checked_sub(1).filter(|&before| before >= record.leaves.start) {
                Some(before) => leaves[before as usize].span.start,
                None => page.tree.element(record.head).span.start,
            };
            if let Some(span) = in_pieces(page.tree, page.source, pair, from) {
                self.push(Kind::Line, id, whole.start..cents.end, span);
            }
        }
    }

    /// Adds a line that is one text, where other records have lines of several parts.
    fn line_of_one_text(&mut self, id: ElementId, number: u32) {
        let RecordInPage { page, .. } = self.part;
        let (leaf, place) = (&page.tree.leaves()[number as usize], self.paths.at(id));
        if self.rules.lines.contains(&**place) && self.rules.labelled(place, page.source, leaf).is_none() {
            self.push(Kind::Line, id, number..number + 1, leaf.span);
        }
    }

    fn is_label(&self, id: ElementId, part: Child) -> bool {
        let Child::Text(leaf) = part else { return false };
        self.labels.has(self.paths.at(id), &self.part.page.tree.leaves()[leaf as usize].text)
    }

    /// Adds a cell of two or more parts of a line.
    fn run(&mut self, kind: Kind, id: ElementId, parts: &[Child]) {
        let [first, .., last] = parts else { return };
        let tree = self.part.page.tree;
        let leaves = first.leaves(tree).start..last.leaves(tree).end;
        self.push(kind, id, leaves, Span { start: first.span(tree).start, end: last.span(tree).end });
    }
}

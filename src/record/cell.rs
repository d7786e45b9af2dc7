//! The cells of a record: what a reader takes for one value.
//!
//! Each text is a cell. So is each element that holds a line of several texts, `4.5 <b>of</b> 5`, and, where an element
//! holds several lines or more than lines, each line with text of its own. A line that begins with elements goes on
//! behind them as one value, `<i>7 Feb</i> He <em>won</em> again`, and a label begins a value, `1. <a>Dune</a> by <b>F. Herbert</b>`.
//! So are elements whose blocks are one value, see [`body`](super::body), [`series`](super::series) and [`pairs`](super::pairs). The texts in prose are no cells: marks in it come as they like, so that the texts between have no places.

use super::body::bodies;
use super::label::Labels;
use super::line::{Inside, Item};
use super::pairs::{pairs, parts_of};
use super::place::{Part, Place, PlacesOfRecord};
use super::series::series;
use crate::measure::are_some;
use crate::page::{ElementId, Tree};
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What part of an element a cell is; those that begin at one byte come in this order.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An element with all its texts.
    Whole,
    /// An element with blocks that are one value.
    Body,
    /// A line in an element.
    Line,
    /// A line from its first own text on.
    Rest,
    /// A label with what it stands before.
    Labelled,
    /// A text.
    Text,
    /// A text that is the label of the next.
    Label,
    /// The text behind a label.
    Value,
    /// The address that a link leads to.
    Link,
    /// The address of an image.
    Image,
}

/// A value and the place it stands at.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub kind: Kind,
    pub element: ElementId,
    /// Its texts; none if it is empty.
    pub leaves: Range<u32>,
    pub span: Span,
}

/// What is the same column in another record.
#[derive(Clone, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Key {
    /// The nearest element with a class inside the record, and the tags below it: `h3.title/a`.
    pub place: String,
    /// What stands there.
    pub kind: Kind,
    /// The label before it, or the label itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The how-manieth of this kind at this place it is, from 1 up.
    pub number: u32,
}

/// A cell under its key.
pub(super) type Keyed<'a> = (Key, &'a Cell);

/// A column with what it holds.
pub(super) struct Seen<'a> {
    pub(super) key: &'a Key,
    /// Its cells that hold text, with the numbers of their records, ascending.
    pub(super) cells: Vec<(usize, &'a Cell)>,
    /// The texts of the cells.
    pub(super) texts: Vec<Cow<'a, str>>,
}

/// Which lines are cells.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Lines {
    /// The places of elements that hold a line of several texts on some record, or a single text that stands here in one
    /// element of theirs and there in another.
    wholes: BTreeSet<String>,
    /// Those of them with prose.
    prose: BTreeSet<String>,
    /// The places of elements whose blocks are one value.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    bodies: BTreeSet<String>,
    /// The places of elements whose labelled parts are one value, with the labels; without any where the labels vary, and are
    /// known by where they stand.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    series: BTreeMap<String, BTreeSet<String>>,
}

/// What is counted of the lines at one place.
#[derive(Default)]
struct Count {
    /// Where the only text of such an element stands, and whether that is not the same on all records.
    single: Option<Place>,
    is_deeper: bool,
    elements: usize,
    /// Elements with two like children.
    repeating: usize,
    chars: usize,
    own_chars: usize,
}

impl Kind {
    /// Whether the value is text of the page.
    #[must_use]
    pub fn is_text(self) -> bool {
        self.attribute().is_none()
    }

    /// The attribute that holds the value, if it is no text.
    pub(super) fn attribute(self) -> Option<&'static str> {
        match self {
            Kind::Link => Some("href"),
            Kind::Image => Some("src"),
            _ => None,
        }
    }
}

impl Cell {
    /// Whether there is anything in it.
    pub(super) fn is_filled(&self) -> bool {
        !self.leaves.is_empty() || !self.kind.is_text()
    }

    /// What cells are sorted by: where they begin. Addresses come behind what they belong to.
    fn order(&self) -> (u32, Kind) {
        (if self.kind.is_text() { self.span.start } else { self.span.end }, self.kind)
    }
}

impl Lines {
    pub(super) fn new(parts: &[(Part<'_>, PlacesOfRecord)], labels: &Labels) -> Self {
        let mut counts: HashMap<&str, Count> = HashMap::new();
        for (part, places) in parts {
            let tree = part.page.tree;
            for id in (part.record.head.0..part.record.end.0).map(ElementId) {
                let leaves = tree.leaves_of(id);
                if leaves.is_empty() || part.page.inside(id) == Inside::Blocks {
                    continue;
                }
                let count = counts.entry(places.at(id)).or_default();
                if let [leaf] = leaves {
                    let place = places.at(leaf.parent);
                    count.is_deeper |=
                        count.single.replace(place.clone()).is_some_and(|known| known != *place);
                    continue;
                }
                count.elements += 1;
                for leaf in leaves {
                    let chars = leaf.text.chars().count();
                    count.chars += chars;
                    count.own_chars += if leaf.parent == id { chars } else { 0 };
                }
                count.repeating += usize::from(has_like_children(*part, places, id));
            }
        }
        let of = |is: fn(&Count) -> bool| {
            counts.iter().filter(|(_, count)| is(count)).map(|(place, _)| (*place).to_owned()).collect()
        };
        Lines {
            wholes: of(|count| count.elements > 0 || count.is_deeper),
            prose: of(Count::is_prose),
            bodies: bodies(parts, labels),
            series: pairs(parts)
                .into_iter()
                .map(|place| (place, BTreeSet::new()))
                .chain(series(parts, labels))
                .collect(),
        }
    }

    /// The labels and values that an element of a column holds, if it is of such; none if a label comes twice.
    pub(super) fn parts(&self, key: &Key, tree: &Tree, id: ElementId) -> Option<Vec<(String, String)>> {
        let labels = self.series.get(&key.place).filter(|_| key.kind == Kind::Body)?;
        let mut parts: Vec<(String, Vec<&str>)> = Vec::new();
        if labels.is_empty() {
            parts.extend(parts_of(tree, id)?.into_iter().map(|(label, value)| (named(label), value)));
        } else {
            for leaf in tree.leaves_of(id) {
                if labels.contains(&*leaf.text) {
                    parts.push((named(&leaf.text), Vec::new()));
                } else if let Some((_, value)) = parts.last_mut() {
                    value.push(&leaf.text);
                }
            }
        }
        let mut seen = HashSet::new();
        if !parts.iter().all(|(label, _)| seen.insert(label.clone())) {
            return None;
        }
        Some(parts.into_iter().map(|(label, value)| (label, value.join(" "))).collect())
    }

    /// Whether the elements at a place are one value of several blocks.
    fn is_body(&self, place: &str) -> bool {
        self.bodies.contains(place) || self.series.contains_key(place)
    }

    /// The cells of a record: by where they begin, and of those that begin together the kinds in their order.
    pub(super) fn cells(&self, part: Part<'_>, places: &PlacesOfRecord, labels: &Labels) -> Vec<Cell> {
        let mut cells = Cells { part, places, labels, found: Vec::new() };
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
                if self.wholes.contains(&**places.at(id)) && (id != record.head || !element.leaves.is_empty())
                {
                    cells.push(Kind::Whole, id, element.leaves.clone(), element.span);
                }
                if element.leaves.len() > 1 {
                    cells.lines(id, part.page.lines_of(id), true);
                }
                if inside == Inside::Line && self.prose.contains(&**places.at(id)) {
                    let first = record.leaves.start;
                    texts[(element.leaves.start - first) as usize..(element.leaves.end - first) as usize]
                        .fill(false);
                    next = element.end;
                }
            } else {
                if id != record.head && self.is_body(places.at(id)) {
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
            cells.push(Kind::Text, leaf.parent, number..number + 1, leaf.span);
        }
        cells.addresses();
        let mut cells = cells.found;
        cells.sort_by_key(Cell::order);
        cells
    }
}

impl Count {
    /// Most of the text is its own and like children are often repeated: marks of what was searched for, not tags,
    /// authors or ratings. 0.3 of the elements: the fewest cells with nearly all that are asked for (0.1 loses 0.3 in a
    /// hundred, 0.5 keeps a cell more a record); the half may as well be 0.7.
    fn is_prose(&self) -> bool {
        2 * self.own_chars > self.chars && are_some(self.repeating, self.elements)
    }
}

/// A label without the sign that parts it from its value.
fn named(label: &str) -> String {
    label.trim_end_matches([':', '：']).trim_end().to_owned()
}

fn has_like_children(part: Part<'_>, places: &PlacesOfRecord, id: ElementId) -> bool {
    let mut seen = HashSet::new();
    let items = part.page.lines_of(id).into_iter().flatten();
    items.into_iter().any(|item| matches!(item, Item::Element(child) if !seen.insert(&**places.at(child))))
}

struct Cells<'a> {
    part: Part<'a>,
    places: &'a PlacesOfRecord,
    labels: &'a Labels,
    found: Vec<Cell>,
}

impl Cells<'_> {
    fn push(&mut self, kind: Kind, element: ElementId, leaves: Range<u32>, span: Span) {
        self.found.push(Cell { kind, element, leaves, span });
    }

    /// Where links lead to, and images are.
    fn addresses(&mut self) {
        let Part { page, record } = self.part;
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

    /// The cells that are several items of a line.
    fn lines(&mut self, id: ElementId, lines: Vec<Vec<Item>>, is_whole: bool) {
        let is_whole = is_whole && lines.len() == 1;
        for line in lines {
            let Some(text) = line.iter().position(|item| matches!(item, Item::Text(_))) else { continue };
            if !is_whole {
                self.run(Kind::Line, id, &line);
            }
            if text > 0 {
                self.run(Kind::Rest, id, &line[text..]);
            }
            let mut from = 0;
            for to in 1..=line.len() {
                if line.get(to).is_some_and(|&item| !self.is_label(id, item)) {
                    continue;
                }
                if to - from < line.len() {
                    self.run(Kind::Labelled, id, &line[from..to]);
                }
                from = to;
            }
        }
    }

    fn is_label(&self, id: ElementId, item: Item) -> bool {
        let Item::Text(leaf) = item else { return false };
        self.labels.has(self.places.at(id), &self.part.page.tree.leaves()[leaf as usize].text)
    }

    fn run(&mut self, kind: Kind, id: ElementId, items: &[Item]) {
        let [first, .., last] = items else { return };
        let tree = self.part.page.tree;
        let span = |item: &Item| match *item {
            Item::Text(leaf) => tree.leaves()[leaf as usize].span,
            Item::Element(id) => tree.element(id).span,
        };
        let leaves = self.part.page.leaves(*first).start..self.part.page.leaves(*last).end;
        self.push(kind, id, leaves, Span { start: span(first).start, end: span(last).end });
    }
}

//! From what was found in the pages to a template: parts with support, and fields with names.
//!
//! A field is named by its label, the last text of the template before its slot that stands within two levels of it,
//! as a heading before its paragraph or a cell before the next; else by the id, itemprop or class of the element around
//! the slot. Names are unique and do not depend on the order of the pages.

use super::align::{Found, Pages, Place, Stretch};
use super::node::Page;
use super::role::{Mark, Role};
use super::symbol::attributes;
use super::template::LeftOut;
use super::template::{Field, FieldKind, Part, ValueProfile};
use crate::measure::is_brief;
use crate::record::{header_of, name_in};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A label and its slot meet at most so many elements above both.
const LEVELS: usize = 2;

/// The parts and fields of what was found.
pub(super) fn describe(pages: &Pages, found: &[Found]) -> (Vec<Part>, Vec<Field>) {
    let mut describer = Describer { pages, slots: Vec::new(), last: None, path: vec![0], elements: 0 };
    describer.visit(found);
    let Describer { slots, .. } = describer;
    let around = around_values(pages, found);
    let labels = slots.iter().filter_map(|slot| slot.label).collect();
    let mut writer =
        Writer { pages, slots, labels, around, fields: Vec::new(), headers: Vec::new(), next: 0 };
    let parts = writer.parts(found, false);
    let names: Vec<(Option<String>, String)> = writer
        .fields
        .iter()
        .zip(writer.headers)
        .map(|((field, markup), header)| (header.or_else(|| field.label.clone()), markup.clone()))
        .collect();
    let mut fields: Vec<Field> = writer.fields.into_iter().map(|(field, _)| field).collect();
    for (field, name) in fields.iter_mut().zip(unique(&names)) {
        field.name = name;
    }
    (parts, fields)
}

/// A slot with the label before it.
struct Labelled {
    label: Option<Place>,
}

/// Goes through what was found in page order and looks for labels.
struct Describer<'a> {
    pages: &'a Pages<'a>,
    slots: Vec<Labelled>,
    /// The last text since the last slot, with the elements around it, innermost last.
    last: Option<(Place, Vec<usize>)>,
    /// The elements around, numbered as they come.
    path: Vec<usize>,
    /// How many came so far.
    elements: usize,
}

impl Describer<'_> {
    fn visit(&mut self, found: &[Found]) {
        for part in found {
            match part {
                Found::Element { inside, .. } => {
                    self.elements += 1;
                    self.path.push(self.elements);
                    self.visit(inside);
                    self.path.pop();
                }
                Found::Text { places } => {
                    let text = self.pages.text(places[0]);
                    if text.chars().any(char::is_alphanumeric) && is_brief(text) {
                        self.last = Some((places[0], self.path.clone()));
                    }
                }
                Found::Slot { .. } => {
                    let label = self.last.take();
                    let label = label.filter(|(_, path)| is_near(path, &self.path)).map(|(place, _)| place);
                    self.slots.push(Labelled { label });
                }
            }
        }
    }
}

/// Whether two paths meet few levels above their ends, but not in the whole page.
fn is_near(a: &[usize], b: &[usize]) -> bool {
    let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    shared > 1 && a.len() - shared <= LEVELS && b.len() - shared <= LEVELS
}

/// The names of the elements around values, the inner one first.
fn around_values<'a>(pages: &'a Pages, found: &[Found]) -> HashSet<[&'a str; 2]> {
    let mut around = HashSet::new();
    for part in found {
        match part {
            Found::Element { inside, .. } => around.extend(around_values(pages, inside)),
            Found::Text { .. } => {}
            Found::Slot { stretches } => {
                for stretch in stretches {
                    let page = pages.page(stretch);
                    let values = stretch.nodes.clone().filter(|&node| page.is_text(node));
                    around.extend(values.map(|node| page.names_from(page.node(node).parent)));
                }
            }
        }
    }
    around
}

impl Page<'_> {
    /// The nearest element of a name that a node is or stands in.
    fn around(&self, node: u32, name: &str) -> Option<u32> {
        let up = |&node: &u32| Some(self.node(node).parent).filter(|_| node > 0);
        std::iter::successors(Some(node), up).find(|&node| self.name(node) == Some(name))
    }

    /// The names of an element and of the one around it.
    fn names_from(&self, node: u32) -> [&str; 2] {
        [node, self.node(node).parent].map(|node| self.name(node).unwrap_or_default())
    }
}

impl Pages<'_> {
    fn of(&self, place: Place) -> &Page<'_> {
        &self.pages[place.page as usize]
    }

    fn text(&self, place: Place) -> &str {
        if let Some(Mark { kind: Some(kind), role: Role::Label }) = self.of(place).node(place.node).mark {
            return &self.names[kind as usize];
        }
        self.of(place).text(place.node).expect("the place of a text")
    }
}

/// Writes parts and fields.
struct Writer<'a> {
    pages: &'a Pages<'a>,
    slots: Vec<Labelled>,
    /// The texts that are labels of slots.
    labels: HashSet<Place>,
    /// The names of the elements around values.
    around: HashSet<[&'a str; 2]>,
    /// The fields, each with what the markup calls it.
    fields: Vec<(Field, String)>,
    /// What the header cells over fields say, for those without a label in their row.
    headers: Vec<Option<String>>,
    /// The number of slots so far.
    next: usize,
}

impl Writer<'_> {
    fn mark(&self, place: Place) -> Option<Mark> {
        self.pages.of(place).node(place.node).mark
    }

    fn parts(&mut self, found: &[Found], in_list: bool) -> Vec<Part> {
        found.iter().map(|part| self.part(part, in_list)).collect()
    }

    fn part(&mut self, found: &Found, in_list: bool) -> Part {
        match found {
            Found::Element { places, repeated, inside } => Part::Element {
                name: self.pages.of(places[0]).name(places[0].node).unwrap_or_default().to_owned(),
                attributes: self.shared_attributes(places),
                support: support(places.iter().map(|place| place.page)),
                repeated: *repeated,
                section: self.mark(places[0]),
                parts: if inside.is_empty() {
                    self.empty_slot(places, in_list || *repeated).into_iter().collect()
                } else {
                    self.parts(inside, in_list || *repeated)
                },
            },
            Found::Text { places } => {
                let stretches: Vec<Stretch> =
                    places.iter().map(|&place| self.pages.alone_at(place)).collect();
                let stands_for_values = self.stands_where_values_do(places[0]);
                let may_be_value = self.may_be_value(places[0])
                    && (stands_for_values || self.is_named(&stretches[0]) || self.is_heading(places[0]));
                let field = may_be_value.then(|| self.field(&stretches, None, in_list));
                if let Some(field) = field.filter(|_| !stands_for_values) {
                    self.fields[field].0.left_out = Some(LeftOut::Same);
                }
                Part::Text {
                    text: self.pages.text(places[0]).to_owned(),
                    support: support(places.iter().map(|place| place.page)),
                    field,
                    section: self.mark(places[0]),
                }
            }
            Found::Slot { stretches } => {
                let label = self.slots[self.next].label;
                self.next += 1;
                let label = label.map(|place| self.pages.text(place).to_owned());
                // What reads otherwise on another page is a value.
                let [first, last] = [&stretches[0], &stretches[stretches.len() - 1]]
                    .map(|stretch| self.header(stretch, label.as_deref()));
                let header = if first == last { first } else { None };
                let field = self.field(stretches, label, in_list);
                self.headers[field] = header;
                Part::Slot { field }
            }
        }
    }

    /// Whether a text that never changed stands where values stand.
    fn stands_where_values_do(&self, place: Place) -> bool {
        let page = self.pages.of(place);
        self.around.contains(&page.names_from(page.node(place.node).parent))
    }

    /// Whether a text says something, and no label.
    fn may_be_value(&self, place: Place) -> bool {
        !self.labels.contains(&place) && self.pages.text(place).chars().any(char::is_alphanumeric)
    }

    /// Whether a text stands in a main heading of its page.
    fn is_heading(&self, place: Place) -> bool {
        let page = self.pages.of(place);
        let parent = page.node(place.node).parent;
        page.names_from(parent).contains(&"h1")
    }

    /// The slot in an element with discriminative attributes that was always empty and stands where values do.
    fn empty_slot(&mut self, places: &[Place], in_list: bool) -> Option<Part> {
        let inner: Vec<Stretch> = places.iter().map(|&place| self.pages.inside(place)).collect();
        let page = self.pages.of(places[0]);
        let empty = inner.iter().all(|stretch| stretch.nodes.is_empty());
        let told = self.pages.attributed[page.node(places[0].node).symbol as usize];
        if empty && told && self.around.contains(&page.names_from(places[0].node)) {
            return Some(Part::Slot { field: self.field(&inner, None, in_list) });
        }
        None
    }

    fn field(&mut self, stretches: &[Stretch], label: Option<String>, in_list: bool) -> usize {
        let is_named = label.is_some() || self.is_named(&stretches[0]);
        let field = Field {
            name: String::new(),
            label,
            support: support(stretches.iter().map(|stretch| stretch.page)),
            found: 0,
            kind: if in_list { FieldKind::List } else { FieldKind::Text },
            property: None,
            profile: ValueProfile::default(),
            // Until it says something.
            left_out: (!is_named).then_some(LeftOut::Empty),
        };
        let markup = self.markup(&stretches[0]);
        self.fields.push((field, markup));
        self.headers.push(None);
        self.fields.len() - 1
    }

    /// What a table calls a value in one of its cells, unless it is the only one of its row behind a label: the header cell over
    /// it, behind the one that its row begins with, else the caption.
    fn header(&self, stretch: &Stretch, label: Option<&str>) -> Option<String> {
        let page = self.pages.page(stretch);
        let first = stretch.nodes.clone().find(|&node| page.is_text(node));
        let node = first.map_or(stretch.parent, |first| page.node(first).parent);
        let cell = page.around(node, "td")?;
        let row = page.around(cell, "tr")?;
        // Asked for last: to look through a row for each of its cells takes the square of these.
        let is_labelled = || label.is_some() && (row..cell).any(|node| page.text(node) == label);
        let values = page.top(page.inside(row)).filter(|&node| page.name(node) == Some("td"));
        if values.take(2).count() < 2 && is_labelled() {
            return None;
        }
        let element = |node: u32| match page.node(node).of {
            super::node::Of::Element(id) => Some(id),
            _ => None,
        };
        let name = |node: u32| name_in(&page.tree, page.source, element(node)?);
        let of_row = page.top(page.inside(row)).next().filter(|&first| page.name(first) == Some("th"));
        match (header_of(&page.tree, page.source, element(cell)?), of_row.and_then(name)) {
            (Some(over), Some(before)) => Some(format!("{before} {over}")),
            (Some(over), None) => Some(over).filter(|_| !is_labelled()),
            (None, _) if label.is_some() => None,
            (None, _) => {
                let table = page.around(row, "table")?;
                page.top(page.inside(table)).find(|&node| page.name(node) == Some("caption")).and_then(name)
            }
        }
    }

    /// Whether the element around a place has a name that no other element of the page has, or that is a property's.
    fn is_named(&self, stretch: &Stretch) -> bool {
        let page = self.pages.page(stretch);
        let super::node::Of::Element(id) = page.node(stretch.parent).of else { return false };
        let attributes = attributes(page.tree.element(id), page.source);
        ["id", "itemprop"].iter().any(|&name| attributes.contains_key(name))
    }

    /// What the markup calls a place: the nearest id, itemprop or class of three elements, else their names.
    fn markup(&self, stretch: &Stretch) -> String {
        let page = self.pages.page(stretch);
        let first = stretch.nodes.clone().find(|&node| page.is_text(node));
        let mut names = Vec::new();
        let mut node = first.map_or(stretch.parent, |first| page.node(first).parent);
        for _ in 0..3 {
            let super::node::Of::Element(id) = page.node(node).of else { break };
            let element = page.tree.element(id);
            let attributes = attributes(element, page.source);
            let name = ["id", "itemprop", "class", "name"].iter().find_map(|&key| {
                let value = attributes.get(key)?.split_whitespace().next()?;
                (!value.bytes().any(|byte| byte.is_ascii_digit())).then(|| value.to_owned())
            });
            if let Some(name) = name {
                return std::iter::once(name).chain(names).collect::<Vec<_>>().join("/");
            }
            names.insert(0, element.name.to_string());
            if page.node(node).depth == 0 {
                break;
            }
            node = page.node(node).parent;
        }
        names.join("/")
    }

    /// The attributes that tell an element on all pages and have the same value everywhere.
    fn shared_attributes(&self, places: &[Place]) -> BTreeMap<String, String> {
        let attributes = |place: &Place| {
            let page = self.pages.of(*place);
            let super::node::Of::Element(id) = page.node(place.node).of else { return BTreeMap::new() };
            self.pages
                .discriminative
                .of_element(page.tree.element(id), page.source, &mut String::new())
                .into_iter()
                .collect()
        };
        let mut shared = attributes(&places[0]);
        let symbol = |place: &Place| self.pages.of(*place).node(place.node).symbol;
        for place in places.iter().filter(|place| symbol(place) != symbol(&places[0])) {
            let other = attributes(place);
            shared.retain(|name, value| other.get(name).is_some_and(|other| share(name, value, other)));
        }
        shared.into_iter().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }
}

/// Leaves of a value what another has too; whether that is anything.
fn share(name: &str, value: &mut Cow<str>, other: &str) -> bool {
    if name == "class" && value != other {
        let has = |class: &&str| other.split_ascii_whitespace().any(|one| one == *class);
        let shared: Vec<&str> = value.split_ascii_whitespace().filter(has).collect();
        *value = Cow::Owned(shared.join(" "));
        return !value.is_empty();
    }
    value == other
}

fn support(pages: impl Iterator<Item = u32>) -> u32 {
    let pages: HashSet<u32> = pages.collect();
    u32::try_from(pages.len()).expect("few pages")
}

/// Names for fields by their labels and by what the markup calls them.
fn unique(names: &[(Option<String>, String)]) -> Vec<String> {
    let short: Vec<String> =
        names.iter().map(|name| label(name).map_or_else(|| name.1.clone(), str::to_owned)).collect();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for name in &short {
        *counts.entry(name).or_default() += 1;
    }
    let long = names.iter().zip(&short).map(|(name, short)| match label(name) {
        Some(label) if counts[short.as_str()] > 1 => format!("{label} ({})", name.1),
        _ => short.clone(),
    });
    let mut taken: HashSet<String> = HashSet::new();
    // The first number of each name that may be free.
    let mut next: HashMap<String, u32> = HashMap::new();
    long.map(|name| {
        let mut free = name.clone();
        let number = next.entry(name.clone()).or_insert(2);
        while !taken.insert(free.clone()) {
            free = format!("{name} {number}");
            *number += 1;
        }
        free
    })
    .collect()
}

/// The label of a name, if there is one.
fn label(name: &(Option<String>, String)) -> Option<&str> {
    name.0.as_deref().map(plain).filter(|label| !label.is_empty())
}

/// A label without the punctuation around it.
fn plain(label: &str) -> &str {
    let label = label.trim_start_matches(|char: char| !char.is_alphanumeric());
    label.trim_end_matches(|char: char| !char.is_alphanumeric() && !matches!(char, ')' | '）' | ']' | '%'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::wrapper::{Learner, Shape};

    #[test]
    fn cells_are_named_by_the_header_cells_over_them() {
        let learned = |write: &dyn Fn(usize, &str) -> String| -> Vec<String> {
            let page = |(number, word): (usize, &str)| {
                let html =
                    format!("<body><h1>{word}</h1><p>{word} {number}</p>{}</body>", write(number, word));
                Document::new(format!("{number}"), html)
            };
            let words = ["ash", "birch", "cedar", "elm", "fir"];
            let wrapper =
                Learner::new().shape(Shape::Page).learn(&words.into_iter().enumerate().map(page).collect());
            let fields = wrapper.expect("a template").templates.remove(0).fields;
            fields.into_iter().map(|field| field.name).filter(|name| !name.starts_with("html/")).collect()
        };
        let below = |number: usize, word: &str| {
            format!(
                "<table><tr><th>Colour<th>Height<th>Price</tr><tr><td>{word}ish<td>{number} cm<td>{number}.50</tr></table>"
            )
        };
        assert_eq!(learned(&below), ["Colour", "Height", "Price"]);
        let both = |number: usize, word: &str| {
            let row =
                |size: &str| format!("<tr><th scope=row>{size}<td>{number} {size}<td>{word} {size}</tr>");
            format!("<table><tr><th><th>Height<th>Wood</tr>{}{}</table>", row("Small"), row("Large"))
        };
        assert_eq!(learned(&both), ["Small Height", "Small Wood", "Large Height", "Large Wood"]);
        let caption = |number: usize, word: &str| {
            format!("<table><caption>Sizes</caption><tr><td>{number} cm<td>{word}</tr></table>")
        };
        assert_eq!(learned(&caption), ["Sizes (table/tr/td)", "Sizes (table/tr/td) 2"]);
    }

    #[test]
    fn names_are_unique_and_readable() {
        let name = |label: Option<&str>, markup: &str| (label.map(str::to_owned), markup.to_owned());
        let names = [
            name(Some("Price: "), "b"),
            name(Some("By"), "author"),
            name(Some("By"), "date"),
            name(None, "h1"),
            name(None, "h1"),
        ];
        assert_eq!(unique(&names), ["Price", "By (author)", "By (date)", "h1", "h1 2"]);
    }
}

//! Turns aligned parts into a template: parts with their support, and named fields.
//!
//! In: the aligned parts of the learning pages. Out: the template's parts, and its fields in page order.
//!
//! A field is named by its label. This is the last text of the template before the field's slot, if text and slot
//! meet at most two levels above both, as a heading and its paragraph or a cell and the next one do. Words behind a slot in its line
//! are no label of the next line; behind the only slot of a line they name it, without being its label: `4 beds`. Any other field is named
//! after the id, itemprop or class of the element around the slot. Names are unique and do not
//! depend on the order of the pages.

use crate::distinct::DistinctNames;
use crate::measure::{are_most, is_brief};
use crate::page::{is_heading, parts_lines};
use crate::record::{ends_as_label, header_of, name_in};
use crate::wrapper::align::{AlignedPart, NodeRef, Stretch, TemplatePages};
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::page::symbol::attributes;
use crate::wrapper::section::{Mark, Role};
use crate::wrapper::template::LeftOut;
use crate::wrapper::template::{Field, FieldKind, Part};
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The lowest common ancestor of a label and its slot is at most this many levels above either.
const LEVELS: usize = 2;

/// The parts and fields of a template.
pub(in crate::wrapper) fn describe(pages: &TemplatePages, found: &[AlignedPart]) -> (Vec<Part>, Vec<Field>) {
    let mut finder = LabelFinder {
        pages,
        slots: Vec::new(),
        last: None,
        path: vec![0],
        elements: 0,
        line: 0,
        ends_line: false,
    };
    finder.visit(found);
    let LabelFinder { slots, .. } = finder;
    let value_parents = value_parents(pages, found);
    let labels = slots.iter().flat_map(|slot| [slot.label, slot.unit]).flatten().collect();
    let mut writer =
        PartWriter { pages, slots, labels, value_parents, fields: Vec::new(), headers: Vec::new(), next: 0 };
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

/// The texts of the template that can name a slot.
#[derive(Clone, Copy, Default)]
struct SlotLabel {
    /// The label before it.
    label: Option<NodeRef>,
    /// The words behind it if it is the only slot of its line: `4 beds`.
    unit: Option<NodeRef>,
}

/// Walks through the aligned parts in page order and finds the label of each slot.
struct LabelFinder<'a> {
    pages: &'a TemplatePages<'a>,
    slots: Vec<SlotLabel>,
    /// The last text that can be a label since the last slot, with its element path.
    last: Option<(NodeRef, Vec<usize>)>,
    /// The path to the current position, as the numbers of the elements.
    path: Vec<usize>,
    /// The number of elements so far.
    elements: usize,
    /// The number of slots before the current line.
    line: usize,
    /// Whether the last text is behind a slot of its line: a unit, a tax.
    ends_line: bool,
}

/// An element that was visited.
struct Visited<'a> {
    name: &'a str,
    /// See [`LabelFinder::visit`].
    contents: Vec<Option<NodeRef>>,
    /// The number of slots up to its end.
    slots: usize,
}

impl Visited<'_> {
    /// The text behind the only value.
    fn follower(&self) -> Option<NodeRef> {
        match self.contents[..] {
            [None, label] => label,
            _ => None,
        }
    }
}

impl LabelFinder<'_> {
    /// Visits parts. Returns the texts with letters or digits in them, and a `None` for each slot, in page order; no more than three.
    fn visit(&mut self, found: &[AlignedPart]) -> Vec<Option<NodeRef>> {
        let first_slot = self.slots.len();
        let (mut contents, mut elements) = (Vec::new(), Vec::new());
        for part in found {
            match part {
                AlignedPart::Element { occurrences, inside, .. } => {
                    let name = self.pages.name(occurrences[0]);
                    // A heading names what is below it; what is before it belongs to what is above.
                    if is_heading(name) {
                        self.last = None;
                    }
                    self.elements += 1;
                    self.path.push(self.elements);
                    self.end_line(name);
                    let inside = self.visit(inside);
                    self.end_line(name);
                    self.path.pop();
                    // An item names nothing in the next one.
                    if name == "li" {
                        self.last = None;
                    }
                    contents.extend_from_slice(&inside);
                    elements.push(Visited { name, contents: inside, slots: self.slots.len() });
                }
                AlignedPart::Text { occurrences } => {
                    let text = self.pages.text(occurrences[0]);
                    if text.contains(char::is_alphanumeric) {
                        contents.push(Some(occurrences[0]));
                        if is_brief(text) {
                            self.last = Some((occurrences[0], self.path.clone()));
                            self.ends_line = self.slots.len() > self.line && !ends_as_label(text);
                        }
                    }
                }
                AlignedPart::Slot { .. } => {
                    contents.push(None);
                    let label = self.last.take();
                    let label =
                        label.filter(|(_, path)| is_near(path, &self.path)).map(|(node_ref, _)| node_ref);
                    self.slots.push(SlotLabel { label, unit: None });
                }
            }
            contents.truncate(3);
        }
        self.name_by_followers(&elements, first_slot);
        contents
    }

    /// Gives labels to the values of elements that consist of a value and of its label behind it, if there are several of one name and none
    /// of these has its label before it.
    fn name_by_followers(&mut self, elements: &[Visited], first_slot: usize) {
        let labelled =
            |element: &&Visited| element.follower().is_some_and(|label| is_brief(self.pages.text(label)));
        let found: Vec<&Visited> = elements.iter().filter(labelled).collect();
        let labels: HashSet<NodeRef> = found.iter().filter_map(|element| element.follower()).collect();
        let texts: HashSet<&str> = labels.iter().map(|&label| self.pages.text(label)).collect();
        let is_led = |element: &Visited| matches!(element.contents[..], [Some(_), None]);
        if found.len() < 2
            || texts.len() < found.len()
            || found.iter().any(|element| element.name != found[0].name)
            || elements.iter().any(is_led)
        {
            return;
        }
        let is_taken = |label: &NodeRef| labels.contains(label);
        for slot in &mut self.slots[first_slot..] {
            slot.label = slot.label.filter(|label| !is_taken(label));
        }
        for element in found {
            self.slots[element.slots - 1].label = element.follower();
        }
        self.last = self.last.take().filter(|(label, _)| !is_taken(label));
    }

    /// What ends a line with a value before it names nothing on the next line.
    fn end_line(&mut self, name: &str) {
        if parts_lines(name) {
            if std::mem::take(&mut self.ends_line) {
                let last = self.last.take().map(|(node_ref, _)| node_ref);
                if let [only] = &mut self.slots[self.line..]
                    && only.label.is_none()
                {
                    only.unit = last;
                }
            }
            self.line = self.slots.len();
        }
    }
}

impl TemplatePages<'_> {
    /// Whether a text is in a link that has a name of its own and leads elsewhere from most pages: then it is a value, whatever its words.
    fn are_named_links(&self, occurrences: &[NodeRef]) -> bool {
        let of_link = |node_ref: &NodeRef, name| self.page_of(*node_ref).link_around(node_ref.node, name);
        let addresses = occurrences.iter().filter_map(|node_ref| of_link(node_ref, "href"));
        let distinct = addresses.collect::<HashSet<_>>().len();
        distinct > 1
            && are_most(distinct, occurrences.len())
            && ["id", "class", "itemprop"].iter().any(|name| of_link(&occurrences[0], name).is_some())
    }
}

/// Whether two paths meet at most [`LEVELS`] above their ends, and not only at the root.
fn is_near(a: &[usize], b: &[usize]) -> bool {
    let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    shared > 1 && a.len() - shared <= LEVELS && b.len() - shared <= LEVELS
}

/// For each text in a slot, the names of its parent and of its grandparent.
fn value_parents<'a>(pages: &'a TemplatePages, found: &[AlignedPart]) -> HashSet<[&'a str; 2]> {
    let mut parents = HashSet::new();
    for part in found {
        match part {
            AlignedPart::Element { inside, .. } => parents.extend(value_parents(pages, inside)),
            AlignedPart::Text { .. } => {}
            AlignedPart::Slot { stretches } => {
                for stretch in stretches {
                    let page = pages.page(stretch);
                    let values = stretch.nodes.clone().filter(|&node| page.is_text(node));
                    parents.extend(values.map(|node| page.names_from(page.node(node).parent)));
                }
            }
        }
    }
    parents
}

impl Page<'_> {
    /// The nearest element with this name among a node and its ancestors.
    fn nearest(&self, node: u32, name: &str) -> Option<u32> {
        let up = |&node: &u32| Some(self.node(node).parent).filter(|_| node > 0);
        std::iter::successors(Some(node), up).find(|&node| self.name(node) == Some(name))
    }

    /// An attribute of the link that a node is in.
    fn link_around(&self, node: u32, attribute: &str) -> Option<Cow<'_, str>> {
        let NodeKind::Element(id) = self.node(self.nearest(node, "a")?).kind else { return None };
        self.tree.attribute(id, attribute)
    }

    /// The names of an element and of its parent.
    fn names_from(&self, node: u32) -> [&str; 2] {
        [node, self.node(node).parent].map(|node| self.name(node).unwrap_or_default())
    }
}

impl TemplatePages<'_> {
    /// The name of an element.
    fn name(&self, node_ref: NodeRef) -> &str {
        self.page_of(node_ref).name(node_ref.node).unwrap_or_default()
    }

    /// The page of a node.
    fn page_of(&self, node_ref: NodeRef) -> &Page<'_> {
        &self.pages[node_ref.page as usize]
    }

    /// The words of a text node; for the label of a section the name of the section's kind.
    fn text(&self, node_ref: NodeRef) -> &str {
        if let Some(Mark { kind: Some(kind), role: Role::Label }) =
            self.page_of(node_ref).node(node_ref.node).mark
        {
            return &self.names[kind as usize];
        }
        self.page_of(node_ref).text(node_ref.node).expect("a reference to a text node")
    }
}

/// Builds the template's parts and fields.
struct PartWriter<'a> {
    pages: &'a TemplatePages<'a>,
    slots: Vec<SlotLabel>,
    /// The texts that name a slot.
    labels: HashSet<NodeRef>,
    /// The names of the parents and grandparents of values; see [`value_parents`].
    value_parents: HashSet<[&'a str; 2]>,
    /// The fields, each with its name by the markup.
    fields: Vec<(Field, String)>,
    /// The text of the header cell for each field, for fields without a label in their row.
    headers: Vec<Option<String>>,
    /// The number of slots so far.
    next: usize,
}

impl PartWriter<'_> {
    fn mark(&self, node_ref: NodeRef) -> Option<Mark> {
        self.pages.page_of(node_ref).node(node_ref.node).mark
    }

    fn parts(&mut self, found: &[AlignedPart], in_list: bool) -> Vec<Part> {
        found.iter().map(|part| self.part(part, in_list)).collect()
    }

    fn part(&mut self, found: &AlignedPart, in_list: bool) -> Part {
        match found {
            AlignedPart::Element { occurrences, repeated, inside } => Part::Element {
                name: self.pages.name(occurrences[0]).to_owned(),
                attributes: self.shared_attributes(occurrences),
                support: support(occurrences.iter().map(|node_ref| node_ref.page)),
                repeated: *repeated,
                section: self.mark(occurrences[0]),
                parts: if inside.is_empty() {
                    self.empty_slot(occurrences, in_list || *repeated).into_iter().collect()
                } else {
                    self.parts(inside, in_list || *repeated)
                },
            },
            AlignedPart::Text { occurrences } => {
                let stretches: Vec<Stretch> =
                    occurrences.iter().map(|&node_ref| self.pages.subtree(node_ref)).collect();
                let is_at_value_position = self.is_at_value_position(occurrences[0]);
                let may_be_value = self.may_be_value(occurrences[0])
                    && (is_at_value_position
                        || self.is_named(&stretches[0])
                        || self.is_heading(occurrences[0])
                        || self.pages.are_named_links(occurrences));
                let field = may_be_value.then(|| self.field(&stretches, None, in_list));
                if let Some(field) = field.filter(|_| !is_at_value_position) {
                    self.fields[field].0.left_out = Some(LeftOut::Same);
                }
                Part::Text {
                    text: self.pages.text(occurrences[0]).to_owned(),
                    support: support(occurrences.iter().map(|node_ref| node_ref.page)),
                    field,
                    section: self.mark(occurrences[0]),
                }
            }
            AlignedPart::Slot { stretches } => {
                let SlotLabel { label, unit } = self.slots[self.next];
                self.next += 1;
                let [label, unit] =
                    [label, unit].map(|of| of.map(|node_ref| self.pages.text(node_ref).to_owned()));
                // A header that differs between pages is a value, not a name.
                let [first, last] = [&stretches[0], &stretches[stretches.len() - 1]]
                    .map(|stretch| self.header(stretch, label.as_deref()));
                let header = if first == last { first } else { None };
                let of_column = header.as_ref().filter(|(_, is_label)| *is_label && !in_list);
                let label = of_column.map(|(name, _)| name.clone()).or(label);
                let field = self.field(stretches, label, in_list);
                self.headers[field] = header.map(|(name, _)| name).or(unit);
                Part::Slot { field }
            }
        }
    }

    /// Whether a constant text has the same kind of parent and grandparent as values have.
    fn is_at_value_position(&self, node_ref: NodeRef) -> bool {
        let page = self.pages.page_of(node_ref);
        self.value_parents.contains(&page.names_from(page.node(node_ref.node).parent))
    }

    /// Whether a text has a letter or a digit and is not a label.
    fn may_be_value(&self, node_ref: NodeRef) -> bool {
        !self.labels.contains(&node_ref) && self.pages.text(node_ref).chars().any(char::is_alphanumeric)
    }

    /// Whether a text is in a main heading (`h1`) of its page.
    fn is_heading(&self, node_ref: NodeRef) -> bool {
        let page = self.pages.page_of(node_ref);
        let parent = page.node(node_ref.node).parent;
        page.names_from(parent).contains(&"h1")
    }

    /// A slot in an element that was empty on all pages, has discriminative attributes, and has the same kind of
    /// parent as values have.
    fn empty_slot(&mut self, occurrences: &[NodeRef], in_list: bool) -> Option<Part> {
        let inner: Vec<Stretch> = occurrences.iter().map(|&node_ref| self.pages.inside(node_ref)).collect();
        let page = self.pages.page_of(occurrences[0]);
        let empty = inner.iter().all(|stretch| stretch.nodes.is_empty());
        let has_attributes = self.pages.attributed[page.node(occurrences[0].node).symbol as usize];
        if empty && has_attributes && self.value_parents.contains(&page.names_from(occurrences[0].node)) {
            return Some(Part::Slot { field: self.field(&inner, None, in_list) });
        }
        None
    }

    /// Adds a field and returns its number.
    fn field(&mut self, stretches: &[Stretch], label: Option<String>, in_list: bool) -> usize {
        let is_named = label.is_some() || self.is_named(&stretches[0]);
        let support = support(stretches.iter().map(|stretch| stretch.page));
        let kind = if in_list { FieldKind::List } else { FieldKind::Text };
        let field = Field {
            label,
            // Until it has a value that is not empty.
            left_out: (!is_named).then_some(LeftOut::Empty),
            ..Field::new(String::new(), support, kind)
        };
        let markup = self.markup(&stretches[0]);
        self.fields.push((field, markup));
        self.headers.push(None);
        self.fields.len() - 1
    }

    /// The name of a value by the table that it is in: the header cell of its column, preceded by the header cell of
    /// its row, else the table's caption, and whether it is the label of this value alone: that of its column. There is none if the value is
    /// the only one in its row and has a label there.
    fn header(&self, stretch: &Stretch, label: Option<&str>) -> Option<(String, bool)> {
        let page = self.pages.page(stretch);
        let first = stretch.nodes.clone().find(|&node| page.is_text(node));
        let node = first.map_or(stretch.parent, |first| page.node(first).parent);
        let cell = page.nearest(node, "td")?;
        let row = page.nearest(cell, "tr")?;
        // Evaluated last, because scanning a row for each of its cells takes quadratic time.
        let is_labelled = || label.is_some() && (row..cell).any(|node| page.text(node) == label);
        let values = page.top(page.inside(row)).filter(|&node| page.name(node) == Some("td"));
        if values.take(2).count() < 2 && is_labelled() {
            return None;
        }
        let element = |node: u32| match page.node(node).kind {
            NodeKind::Element(id) => Some(id),
            NodeKind::Text(_) => None,
        };
        let name = |node: u32| name_in(&page.tree, page.source, element(node)?);
        let of_row = page.top(page.inside(row)).next().filter(|&first| page.name(first) == Some("th"));
        match (header_of(&page.tree, page.source, element(cell)?), of_row.and_then(name)) {
            (Some(over), Some(before)) => Some((format!("{before} {over}"), false)),
            (Some(over), None) => Some((over, true)).filter(|_| !is_labelled()),
            (None, _) if label.is_some() => None,
            (None, _) => {
                let table = page.nearest(row, "table")?;
                let caption = page.top(page.inside(table)).find(|&node| page.name(node) == Some("caption"));
                caption.and_then(name).map(|name| (name, false))
            }
        }
    }

    /// Whether the element around a slot has an id or is marked as a property.
    fn is_named(&self, stretch: &Stretch) -> bool {
        let page = self.pages.page(stretch);
        let NodeKind::Element(id) = page.node(stretch.parent).kind else { return false };
        let attributes = attributes(page.tree.element(id), page.source);
        ["id", "itemprop"].iter().any(|&name| attributes.contains_key(name))
    }

    /// The name of a slot by the markup: the nearest id, itemprop, class or name attribute within three elements,
    /// else the elements' tags.
    fn markup(&self, stretch: &Stretch) -> String {
        let page = self.pages.page(stretch);
        let first = stretch.nodes.clone().find(|&node| page.is_text(node));
        let mut names = Vec::new();
        let mut node = first.map_or(stretch.parent, |first| page.node(first).parent);
        for _ in 0..3 {
            let NodeKind::Element(id) = page.node(node).kind else { break };
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

    /// The discriminative attributes that all occurrences of an element share, with the values that they share.
    fn shared_attributes(&self, occurrences: &[NodeRef]) -> BTreeMap<String, String> {
        let attributes = |node_ref: &NodeRef| {
            let page = self.pages.page_of(*node_ref);
            let NodeKind::Element(id) = page.node(node_ref.node).kind else { return BTreeMap::new() };
            self.pages
                .discriminative
                .of_element(page.tree.element(id), page.source, &mut String::new())
                .into_iter()
                .collect()
        };
        let mut shared = attributes(&occurrences[0]);
        let symbol = |node_ref: &NodeRef| self.pages.page_of(*node_ref).node(node_ref.node).symbol;
        for node_ref in occurrences.iter().filter(|node_ref| symbol(node_ref) != symbol(&occurrences[0])) {
            let other = attributes(node_ref);
            shared.retain(|name, value| other.get(name).is_some_and(|other| share(name, value, other)));
        }
        shared.into_iter().map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }
}

/// Reduces an attribute's value to what another value shares with it: the common classes, or all or nothing. Returns
/// whether anything remains.
fn share(name: &str, value: &mut Cow<str>, other: &str) -> bool {
    if name == "class" && value != other {
        let others: HashSet<&str> = other.split_ascii_whitespace().collect();
        let shared: Vec<&str> =
            value.split_ascii_whitespace().filter(|class| others.contains(class)).collect();
        *value = Cow::Owned(shared.join(" "));
        return !value.is_empty();
    }
    value == other
}

/// The number of distinct pages.
fn support(pages: impl Iterator<Item = u32>) -> u32 {
    let pages: HashSet<u32> = pages.collect();
    u32::try_from(pages.len()).expect("few pages")
}

/// Unique names for fields from their labels and their names by the markup.
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
    let mut taken = DistinctNames::new(" ");
    long.map(|name| taken.free(&name)).collect()
}

/// The label of a field without the punctuation around it, unless nothing remains.
fn label(name: &(Option<String>, String)) -> Option<&str> {
    name.0.as_deref().map(plain).filter(|label| !label.is_empty())
}

/// The names of fields, which are not given to others.
pub(in crate::wrapper) fn names_of(fields: &[Field]) -> DistinctNames {
    DistinctNames::new(" ").without(fields.iter().map(|field| &*field.name))
}

/// A label without the punctuation around it.
pub(in crate::wrapper) fn plain(label: &str) -> &str {
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
            fields
                .into_iter()
                .map(|field| field.name)
                .filter(|name| !name.starts_with("html/") && name != "title")
                .collect()
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
    fn fields_get_unique_names_from_labels_and_markup() {
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

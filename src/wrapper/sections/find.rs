//! Finds sections in a page: a label with its value, several of them in a row.
//!
//! In: the nodes of a page. Out: the candidates for sections, by their place: the element path of the element around
//! them, and their form.
//!
//! A section is either wrapped or flat. A wrapped section is an element that begins with the label's own element
//! (`<div><h2>`, `<tr><th>`, `<li><b>`). In a flat section the label's element and the value are children of the same
//! element (`<dt>` `<dd>`, `<h3>` `<p>`). A label is recognized by its position and never by its words, so a label
//! that was never seen before is not mistaken for a value.
//!
//! ```text
//! wrapped  <div><h2>Aim</h2><p>to learn</p></div>  <div><h2>Note</h2><p></p></div>
//! flat     <dl><dt>Aim</dt><dd>to learn</dd>            <dt>Note</dt><dd></dd></dl>
//! ```
//!
//! An element that most pages have once among the siblings of flat sections, whatever the label before it, belongs to
//! no section: it ends the section before it.

use crate::measure::letters;
use crate::page::is_heading;
use crate::wrapper::page::label_text::may_be_label;
use crate::wrapper::page::node::is_formatting;
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::page::symbol::attributes;
use crate::wrapper::section::{By, Form, Place, Section};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most distinct tags of children that are tried as labels: each may have all other children of the element as
/// values. No element of the development sets has half as many.
const MAX_TAGS: usize = 64;

impl Page<'_> {
    /// The text of an element that contains exactly one text, with nothing after it.
    fn lone_text(&self, element: u32) -> Option<u32> {
        let end = self.node(element).end;
        let text = (element + 1..end).find(|&node| self.is_text(node))?;
        (text + 1 == end).then_some(text)
    }

    /// Whether a text node can be a label.
    fn is_label(&self, text: u32) -> bool {
        self.text(text).is_some_and(may_be_label)
    }

    /// An element as a wrapped section, with the tags from it down to its label; `None` if it is none.
    fn wrapped(&self, child: u32) -> Option<(Vec<String>, Section)> {
        let first = child + 1;
        let end = self.node(child).end;
        if first >= end || self.node(first).end >= end || self.is_text(first) || self.is_under_header(child) {
            return None;
        }
        let label = self.lone_text(first).filter(|&label| self.is_label(label))?;
        let tags = (first..label).filter_map(|node| self.name(node)).map(str::to_owned).collect();
        Some((tags, Section { head: child, label, value: self.node(first).end..end }))
    }

    /// The flat sections among an element's children, by the tag of their labels, in the order in which the tags
    /// first occur. A tag is left out if some of its elements are no labels.
    fn flat(&self, parent: u32, is_wanted: impl Fn(&str) -> bool) -> Vec<(&str, Vec<Section>)> {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut of_tags: Vec<(&str, Option<Vec<Section>>)> = Vec::new();
        for child in self.top(self.inside(parent)) {
            let Some(tag) = self.name(child).filter(|tag| is_wanted(tag)) else { continue };
            let number = match numbers.get(tag) {
                Some(&number) => number,
                None if of_tags.len() == MAX_TAGS => continue,
                None => {
                    numbers.insert(tag, of_tags.len());
                    of_tags.push((tag, Some(Vec::new())));
                    of_tags.len() - 1
                }
            };
            let Some(sections) = &mut of_tags[number].1 else { continue };
            if let Some(label) = self.lone_text(child).filter(|&label| self.is_label(label)) {
                let end = self.node(child).end;
                if let Some(before) = sections.last_mut() {
                    before.value.end = child;
                }
                sections.push(Section { head: child, label, value: end..end });
            } else {
                of_tags[number].1 = None;
            }
        }
        let of_tag = |(tag, sections): (_, Option<Vec<Section>>)| {
            let mut sections = sections?;
            sections.last_mut()?.value.end = self.node(parent).end;
            for section in &mut sections {
                self.end_at_heading(tag, section);
            }
            let filled = sections.iter().filter(|section| !section.value.is_empty()).count();
            (2 * filled >= sections.len()).then_some((tag, sections))
        };
        of_tags.into_iter().filter_map(of_tag).collect()
    }

    /// Ends a section before the first heading that is of a higher rank than its label. No other label is of the rank of a heading.
    fn end_at_heading(&self, label: &str, section: &mut Section) {
        let is_higher = |name: &str| is_heading(name) && (!is_heading(label) || name < label);
        let is_higher = |&node: &u32| self.name(node).is_some_and(is_higher);
        if let Some(end) = self.top(section.value.clone()).find(is_higher) {
            section.value.end = end;
        }
    }

    /// The element path: the tags from the root to an element.
    pub(in crate::wrapper) fn path(&self, element: u32) -> Vec<String> {
        let mut path = Vec::new();
        let mut node = element;
        loop {
            path.push(self.name(node).unwrap_or_default().to_owned());
            if self.node(node).depth == 0 {
                break;
            }
            node = self.node(node).parent;
        }
        path.reverse();
        path
    }

    /// All candidates for sections, by their place; one list for each element around them.
    pub(in crate::wrapper) fn all_sections(&self) -> BTreeMap<Place, Vec<Vec<Section>>> {
        let mut all: BTreeMap<Place, Vec<Vec<Section>>> = BTreeMap::new();
        for parent in (0..).take(self.nodes.len()).filter(|&node| !self.is_text(node)) {
            let mut wrapped: BTreeMap<Form, Vec<Section>> = BTreeMap::new();
            for child in self.top(self.inside(parent)) {
                let Some(tag) = self.name(child) else { continue };
                if let Some((label, section)) = self.wrapped(child) {
                    wrapped.entry(Form::Wrapped { member: tag.to_owned(), label }).or_default().push(section);
                }
            }
            let flat = self.flat(parent, |_| true).into_iter();
            let flat = flat.map(|(tag, sections)| (Form::Flat { label: tag.to_owned() }, sections));
            let forms: Vec<(Form, Vec<Section>)> = wrapped.into_iter().chain(flat).collect();
            if !forms.is_empty() {
                let path = self.path(parent);
                for (form, sections) in forms {
                    all.entry(Place { path: path.clone(), form }).or_default().push(sections);
                }
            }
        }
        all
    }

    /// The sections in each of these places, in page order.
    pub(in crate::wrapper) fn sections(&self, places: &[&Place]) -> Vec<Vec<Section>> {
        let paths: Vec<&[String]> = places.iter().map(|place| &*place.path).collect();
        let parents = self.elements_at(&paths);
        let of_place = |(place, parents): (&&Place, Vec<u32>)| {
            let of_parent = |parent| self.sections_in(parent, &place.form);
            parents.into_iter().flat_map(of_parent).collect()
        };
        places.iter().zip(parents).map(of_place).collect()
    }

    /// The sections of one form among an element's children.
    fn sections_in(&self, parent: u32, form: &Form) -> Vec<Section> {
        match form {
            Form::Flat { label } => {
                self.flat(parent, |tag| tag == label).pop().map(|(_, sections)| sections).unwrap_or_default()
            }
            Form::Wrapped { member, label } => {
                let members = self.top(self.inside(parent)).filter(|&child| self.name(child) == Some(member));
                let sections = members.filter_map(|child| self.wrapped(child));
                sections.filter(|(tags, _)| tags == label).map(|(_, section)| section).collect()
            }
        }
    }

    /// The elements with each of these element paths, in page order.
    pub(in crate::wrapper) fn elements_at(&self, paths: &[&[String]]) -> Vec<Vec<u32>> {
        let mut steps: HashMap<(Option<usize>, &str), usize> = HashMap::new();
        let mut ends: Vec<Vec<usize>> = Vec::new();
        for (number, path) in paths.iter().enumerate() {
            let mut at = None;
            for tag in *path {
                let step = *steps.entry((at, tag)).or_insert(ends.len());
                ends.resize_with(ends.len().max(step + 1), Vec::new);
                at = Some(step);
            }
            if let Some(end) = at {
                ends[end].push(number);
            }
        }
        let mut elements = vec![Vec::new(); paths.len()];
        // For each node the step that its path ends with, if the path is a prefix of one of the given paths.
        let mut at: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        for (number, node) in (0..).zip(&self.nodes) {
            let parent = if node.depth == 0 { Some(None) } else { at[node.parent as usize].map(Some) };
            let step = parent.zip(self.name(number)).and_then(|step| steps.get(&step).copied());
            for &path in step.iter().flat_map(|&step| &ends[step]) {
                elements[path].push(number);
            }
            at.push(step);
        }
        elements
    }

    /// A name for an element: its tag with its id, else its classes, without those that have digits. Empty if none
    /// remain.
    pub(in crate::wrapper) fn own_name(&self, node: u32) -> String {
        let NodeKind::Element(id) = self.node(node).kind else { return String::new() };
        let element = self.tree.element(id);
        let attributes = attributes(element, self.source);
        let name = |key: &str| {
            let names = attributes.get(key)?.split_ascii_whitespace();
            let names: Vec<&str> =
                names.filter(|name| !name.bytes().any(|byte| byte.is_ascii_digit())).collect();
            (!names.is_empty()).then(|| format!("{} {key}={}", element.name, names.join(" ")))
        };
        ["id", "class"].into_iter().find_map(name).unwrap_or_default()
    }

    /// A section up to the first element in its value that ends sections.
    pub(in crate::wrapper) fn ended(&self, section: Section, ends: &BTreeSet<String>) -> Section {
        if ends.is_empty() {
            return section;
        }
        let end = self.top(section.value.clone()).find(|&node| ends.contains(&self.own_name(node)));
        Section { value: section.value.start..end.unwrap_or(section.value.end), ..section }
    }

    /// The target of the link that a section's label is in, if it is in one.
    pub(in crate::wrapper) fn link(&self, section: &Section) -> Option<Cow<'_, str>> {
        let ancestors = std::iter::successors(Some(self.node(section.label).parent), |&node| {
            Some(self.node(node).parent)
        });
        let link =
            ancestors.take_while(|&node| node >= section.head).find_map(|node| match self.node(node).kind {
                NodeKind::Element(id) if self.tree.is_link(id) => Some(id),
                _ => None,
            });
        self.tree.attribute(link?, "href")
    }

    /// The identity of a section: its label, or the ids, classes and the like of its elements. Can be empty.
    pub(in crate::wrapper) fn identity(&self, section: &Section, by: By) -> Cow<'_, str> {
        if by == By::Label {
            return Cow::Borrowed(self.text(section.label).unwrap_or_default());
        }
        let label = self.text(section.label).unwrap_or_default();
        let mut names = String::new();
        let nodes = [section.head, self.node(section.label).parent, section.value.start];
        for node in nodes.into_iter().filter(|&node| (node as usize) < self.nodes.len()) {
            let NodeKind::Element(id) = self.node(node).kind else { continue };
            let attributes = attributes(self.tree.element(id), self.source);
            for name in ["id", "class", "itemprop", "name"] {
                if let Some(value) = attributes.get(name).filter(|value| !repeats_label(value, label)) {
                    names.extend([name, "=", value, " "]);
                }
            }
        }
        Cow::Owned(names)
    }

    /// The texts in a range of nodes, joined by spaces.
    pub(in crate::wrapper) fn texts(&self, stretch: Range<u32>) -> String {
        stretch.filter_map(|node| self.text(node)).collect::<Vec<_>>().join(" ")
    }

    /// The tags in a range of nodes down to two levels, without formatting: `div p / p / /`.
    pub(in crate::wrapper) fn shape(&self, stretch: Range<u32>) -> String {
        let mut shape = String::new();
        self.add_shape(stretch, 2, &mut shape);
        shape
    }

    fn add_shape(&self, stretch: Range<u32>, levels: u32, shape: &mut String) {
        if levels == 0 {
            return;
        }
        for node in self.top(stretch) {
            let Some(tag) = self.name(node) else { continue };
            if is_formatting(tag) {
                self.add_shape(self.inside(node), levels - 1, shape);
                continue;
            }
            shape.push_str(tag);
            shape.push(' ');
            self.add_shape(self.inside(node), levels - 1, shape);
            shape.push_str("/ ");
        }
    }
}

/// Whether an attribute's value is made from the words of the label, `how-to-bake` from "How to bake": then it adds
/// nothing to the label.
fn repeats_label(value: &str, label: &str) -> bool {
    label.contains(' ') && letters(value).contains(&letters(label))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(source: &str, path: &str, form: Form) -> Vec<(String, String)> {
        let page = Page::new(source);
        let place = Place { path: path.split('/').map(str::to_owned).collect(), form };
        let sections = page.sections(&[&place]).concat();
        let listed = page.all_sections().remove(&place).unwrap_or_default().concat();
        assert_eq!(listed, sections);
        let text = |section: &Section| {
            (page.text(section.label).unwrap().to_owned(), page.texts(section.value.clone()))
        };
        sections.iter().map(text).collect()
    }

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(label, value)| ((*label).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn wrapped_sections_begin_with_their_label() {
        let source = "<body><div><p>x</p></div><div><h2>Aim</h2><p>to learn</p><p>more</p></div><div><h2>Note</h2><p></p></div>";
        let form = Form::Wrapped { member: "div".to_owned(), label: vec!["h2".to_owned()] };
        assert_eq!(labels(source, "html/body", form), pairs(&[("Aim", "to learn more"), ("Note", "")]));
    }

    #[test]
    fn flat_sections_end_at_the_next_label() {
        let source = "<body><dl><dt>Aim</dt><dd>a</dd><dd>b</dd><dt>Note</dt><dd>c</dd></dl>";
        let form = Form::Flat { label: "dt".to_owned() };
        assert_eq!(labels(source, "html/body/dl", form), pairs(&[("Aim", "a b"), ("Note", "c")]));
    }

    #[test]
    fn a_heading_of_higher_rank_ends_a_section() {
        let source =
            "<body><h3>Aim</h3><p>a</p><h3>Note</h3><p>b</p><h2>Reviews</h2><p>c</p><h3>More</h3><p>d</p>";
        let form = Form::Flat { label: "h3".to_owned() };
        let found = pairs(&[("Aim", "a"), ("Note", "b"), ("More", "d")]);
        assert_eq!(labels(source, "html/body", form), found);
    }

    #[test]
    fn a_shape_leaves_out_formatting() {
        let page = Page::new("<body><div><p>a <b>b</b></p><p>c<br>d</p></div>");
        assert_eq!(page.shape(page.inside(1)), "div p / p / / ");
    }
}

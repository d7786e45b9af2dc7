//! Sections: elements of one kind in a row, each a label with what it is the label of.
//!
//! A section is wrapped, when it is an element that begins with the label's own element (`<div><h2>`, `<tr><th>`,
//! `<li><b>`), or flat, when the label's element and what it is the label of are children of the same element (`<dt>`
//! `<dd>`, `<h3>` `<p>`). What tells a label is its place and never what it says, so that one that was never seen
//! before is a label still, and no value.
//!
//! ```text
//! wrapped  <div><h2>Aim</h2><p>to learn</p></div>  <div><h2>Note</h2><p></p></div>
//! flat     <dl><dt>Aim</dt><dd>to learn</dd>            <dt>Note</dt><dd></dd></dl>
//! ```
//!
//! What most pages have once in the element around flat sections, wherever the labels are, belongs to none: it ends the
//! section before it.

use super::anchor::is_formatting;
use super::form::{By, Form, Place, Section};
use super::node::{Of, Page};
use super::symbol::attributes;
use crate::measure::is_brief;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most different tags of children that labels are looked for among: each may have all of the element's other children
/// for values. No element of the development sets has half as many.
const TAGS: usize = 64;

impl Page<'_> {
    /// The one text of an element that holds nothing but it and elements around it.
    fn lone_text(&self, element: u32) -> Option<u32> {
        let end = self.node(element).end;
        let text = (element + 1..end).find(|&node| self.is_text(node))?;
        (text + 1 == end).then_some(text)
    }

    fn is_label(&self, text: u32) -> bool {
        self.text(text).is_some_and(may_be_label)
    }

    /// A child as a wrapped section, with the tags down to its label.
    fn wrapped(&self, child: u32) -> Option<(Vec<String>, Section)> {
        let first = child + 1;
        let end = self.node(child).end;
        if first >= end || self.node(first).end >= end {
            return None;
        }
        if self.is_text(first) {
            let is_cut = matches!(self.node(first).of, Of::Label(_));
            return is_cut
                .then(|| (Vec::new(), Section { head: child, label: first, value: first + 1..end }));
        }
        let label = self.lone_text(first).filter(|&label| self.is_label(label))?;
        let tags = (first..label).filter_map(|node| self.name(node)).map(str::to_owned).collect();
        Some((tags, Section { head: child, label, value: self.node(first).end..end }))
    }

    /// The flat sections in an element by the tags of their labels, in the order of these; none of a tag of which some
    /// are no labels.
    fn flat(&self, parent: u32, is_wanted: impl Fn(&str) -> bool) -> Vec<(&str, Vec<Section>)> {
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut of_tags: Vec<(&str, Option<Vec<Section>>)> = Vec::new();
        for child in self.top(self.inside(parent)) {
            let Some(tag) = self.name(child).filter(|tag| is_wanted(tag)) else { continue };
            let number = match numbers.get(tag) {
                Some(&number) => number,
                None if of_tags.len() == TAGS => continue,
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
            let filled = sections.iter().filter(|section| !section.value.is_empty()).count();
            (2 * filled >= sections.len()).then_some((tag, sections))
        };
        of_tags.into_iter().filter_map(of_tag).collect()
    }

    /// The tags from the root to an element.
    pub(super) fn path(&self, element: u32) -> Vec<String> {
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

    /// All that may be sections, by where they lie; for every element around them a list.
    pub(super) fn all_sections(&self) -> BTreeMap<Place, Vec<Vec<Section>>> {
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

    /// The sections that lie in these places, in page order for each.
    pub(super) fn sections(&self, places: &[&Place]) -> Vec<Vec<Section>> {
        let paths: Vec<&[String]> = places.iter().map(|place| &*place.path).collect();
        let parents = self.elements_at(&paths);
        let of_place = |(place, parents): (&&Place, Vec<u32>)| {
            let of_parent = |parent| self.sections_in(parent, &place.form);
            parents.into_iter().flat_map(of_parent).collect()
        };
        places.iter().zip(parents).map(of_place).collect()
    }

    /// The sections of a form in an element.
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

    /// For each of these paths of tags from the root the elements that it leads to, in page order.
    pub(super) fn elements_at(&self, paths: &[&[String]]) -> Vec<Vec<u32>> {
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
        // For every node the step that leads to it.
        let mut at: Vec<Option<usize>> = Vec::with_capacity(self.nodes.len());
        for (number, node) in (0..).zip(&self.nodes) {
            let around = if node.depth == 0 { Some(None) } else { at[node.parent as usize].map(Some) };
            let step = around.zip(self.name(number)).and_then(|step| steps.get(&step).copied());
            for &path in step.iter().flat_map(|&step| &ends[step]) {
                elements[path].push(number);
            }
            at.push(step);
        }
        elements
    }

    /// What tells an element that ends sections from others: its name with its id or classes, if they have no digits; empty if it
    /// has none.
    pub(super) fn own_name(&self, node: u32) -> String {
        let Of::Element(id) = self.node(node).of else { return String::new() };
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

    /// A section without what follows the first element in it that ends sections.
    pub(super) fn ended(&self, section: Section, ends: &BTreeSet<String>) -> Section {
        if ends.is_empty() {
            return section;
        }
        let end = self.top(section.value.clone()).find(|&node| ends.contains(&self.own_name(node)));
        Section { value: section.value.start..end.unwrap_or(section.value.end), ..section }
    }

    /// Where the label of a section leads to, if it stands in a link.
    pub(super) fn link(&self, section: &Section) -> Option<Cow<'_, str>> {
        let around = std::iter::successors(Some(self.node(section.label).parent), |&node| {
            Some(self.node(node).parent)
        });
        let link =
            around.take_while(|&node| node >= section.head).find_map(|node| match self.node(node).of {
                Of::Element(id) if self.tree.is_link(id) => Some(id),
                _ => None,
            });
        self.tree.attribute(link?, "href")
    }

    /// What tells a section; empty if nothing does.
    pub(super) fn identity(&self, section: &Section, by: By) -> Cow<'_, str> {
        if by == By::Label {
            return Cow::Borrowed(self.text(section.label).unwrap_or_default());
        }
        let label = self.text(section.label).unwrap_or_default();
        let mut names = String::new();
        let nodes = [section.head, self.node(section.label).parent, section.value.start];
        for node in nodes.into_iter().filter(|&node| (node as usize) < self.nodes.len()) {
            let Of::Element(id) = self.node(node).of else { continue };
            let attributes = attributes(self.tree.element(id), self.source);
            for name in ["id", "class", "itemprop", "name"] {
                if let Some(value) = attributes.get(name).filter(|value| !says(value, label)) {
                    names.extend([name, "=", value, " "]);
                }
            }
        }
        Cow::Owned(names)
    }

    /// The texts of a stretch, with spaces between.
    pub(super) fn texts(&self, stretch: Range<u32>) -> String {
        stretch.filter_map(|node| self.text(node)).collect::<Vec<_>>().join(" ")
    }

    /// The tags of a stretch to two levels, without those that only change how a text looks: `div p / p / /`.
    pub(super) fn shape(&self, stretch: Range<u32>) -> String {
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

/// Whether a text can be a label: it names something, and does not explain it.
pub(super) fn may_be_label(text: &str) -> bool {
    begins_with_letter(text) && is_brief(text)
}

/// Whether a text can name something: a number counts it.
pub(super) fn begins_with_letter(text: &str) -> bool {
    text.chars().find(|char| char.is_alphanumeric()).is_some_and(|char| !char.is_numeric())
}

/// Whether a value of an attribute is made from the words of a label, `how-to-bake` from "How to bake": it tells no more than this.
fn says(value: &str, label: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
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
    fn flat_sections_end_where_the_next_label_stands() {
        let source = "<body><dl><dt>Aim</dt><dd>a</dd><dd>b</dd><dt>Note</dt><dd>c</dd></dl>";
        let form = Form::Flat { label: "dt".to_owned() };
        assert_eq!(labels(source, "html/body/dl", form), pairs(&[("Aim", "a b"), ("Note", "c")]));
    }

    #[test]
    fn a_shape_leaves_out_what_only_changes_looks() {
        let page = Page::new("<body><div><p>a <b>b</b></p><p>c<br>d</p></div>");
        assert_eq!(page.shape(page.inside(1)), "div p / p / / ");
    }
}

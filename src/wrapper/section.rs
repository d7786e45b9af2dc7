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

use super::anchor::is_formatting;
use super::node::{Of, Page};
use super::symbol::attributes;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

/// Longer texts explain something; they name nothing.
const LABEL_LENGTH: usize = 60;

/// How sections lie in the element around them.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(tag = "form", rename_all = "lowercase")]
pub enum Form {
    /// Each is an element that begins with the label's.
    Wrapped {
        /// The tag of the sections.
        member: String,
        /// The tags down to the label; none if it is the beginning of a text.
        label: Vec<String>,
    },
    /// Each is a label's element with what follows it, up to the next one.
    Flat {
        /// The tag of the labels.
        label: String,
    },
}

/// What tells sections of one kind.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Ids, classes and the like of its elements.
    Markup,
    /// Its label.
    Label,
}

/// Where sections lie in pages.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Place {
    /// The tags from the root to the element around them.
    pub path: Vec<String>,
    /// How they lie in it.
    #[serde(flatten)]
    pub form: Form,
}

/// A section of a page, by its nodes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Section {
    /// The element that it is or that its label is in.
    pub(super) head: u32,
    /// The label's text.
    pub(super) label: u32,
    /// What it is the label of: neighbouring children of one element.
    pub(super) value: Range<u32>,
}

impl Page<'_> {
    /// The one text of an element that holds nothing but it and elements around it.
    fn lone_text(&self, element: u32) -> Option<u32> {
        let end = self.node(element).end;
        let text = (element + 1..end).find(|&node| self.is_text(node))?;
        (text + 1 == end).then_some(text)
    }

    fn is_label(&self, text: u32) -> bool {
        self.text(text).is_some_and(|text| {
            text.chars().any(char::is_alphanumeric) && text.chars().nth(LABEL_LENGTH).is_none()
        })
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

    /// The flat sections whose labels have this tag; `None` if some of that tag is no label.
    fn flat(&self, parent: u32, tag: &str) -> Option<Vec<Section>> {
        let mut sections: Vec<Section> = Vec::new();
        for child in self.top(self.inside(parent)) {
            if self.name(child) == Some(tag) {
                let label = self.lone_text(child).filter(|&label| self.is_label(label))?;
                let end = self.node(child).end;
                if let Some(before) = sections.last_mut() {
                    before.value.end = child;
                }
                sections.push(Section { head: child, label, value: end..end });
            }
        }
        sections.last_mut()?.value.end = self.node(parent).end;
        let filled = sections.iter().filter(|section| !section.value.is_empty()).count();
        (2 * filled >= sections.len()).then_some(sections)
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
            let mut tags: Vec<&str> = Vec::new();
            for child in self.top(self.inside(parent)) {
                let Some(tag) = self.name(child) else { continue };
                if !tags.contains(&tag) {
                    tags.push(tag);
                }
                if let Some((label, section)) = self.wrapped(child) {
                    wrapped.entry(Form::Wrapped { member: tag.to_owned(), label }).or_default().push(section);
                }
            }
            let flat = tags
                .iter()
                .filter_map(|tag| Some((Form::Flat { label: (*tag).to_owned() }, self.flat(parent, tag)?)));
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

    /// The sections that lie in a place, in page order.
    pub(super) fn sections(&self, place: &Place) -> Vec<Section> {
        let mut sections = Vec::new();
        for parent in (0..).take(self.nodes.len()) {
            if !self.is_at(parent, &place.path) {
                continue;
            }
            match &place.form {
                Form::Flat { label } => sections.extend(self.flat(parent, label).unwrap_or_default()),
                Form::Wrapped { member, label } => {
                    for child in self.top(self.inside(parent)) {
                        if self.name(child) == Some(member) {
                            sections
                                .extend(self.wrapped(child).filter(|(tags, _)| tags == label).map(|it| it.1));
                        }
                    }
                }
            }
        }
        sections
    }

    /// Whether these are the tags from the root to an element.
    pub(super) fn is_at(&self, element: u32, path: &[String]) -> bool {
        if self.node(element).depth as usize + 1 != path.len() {
            return false;
        }
        let mut node = element;
        path.iter().rev().all(|tag| {
            let same = self.name(node) == Some(tag);
            node = self.node(node).parent;
            same
        })
    }

    /// What tells a section; empty if nothing does.
    pub(super) fn identity(&self, section: &Section, by: By) -> Cow<'_, str> {
        if by == By::Label {
            return Cow::Borrowed(self.text(section.label).unwrap_or_default());
        }
        let mut names = String::new();
        let nodes = [section.head, self.node(section.label).parent, section.value.start];
        for node in nodes.into_iter().filter(|&node| (node as usize) < self.nodes.len()) {
            let Of::Element(id) = self.node(node).of else { continue };
            let attributes = attributes(self.tree.element(id), self.source);
            for name in ["id", "class", "itemprop", "name"] {
                if let Some(value) = attributes.get(name) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(source: &str, path: &str, form: Form) -> Vec<(String, String)> {
        let page = Page::new(source);
        let place = Place { path: path.split('/').map(str::to_owned).collect(), form };
        let sections = page.sections(&place);
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

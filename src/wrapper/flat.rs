//! A template as a flat list of elements, with the positions of its fields.
//!
//! In: a template, whose parts are a tree. Out: its elements in page order, each with its parent and its end, and for
//! each field the element and the index where its values are.
//!
//! The tree of parts is convenient for writing a template down and for reading pages with it. Questions such as "is
//! this the only `dd` of class `isbn`?" are easier to answer with a list.

use crate::wrapper::template::{Part, Template};
use std::collections::BTreeMap;

/// An element of a template.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct FlatElement<'a> {
    pub(in crate::wrapper) name: &'a str,
    pub(in crate::wrapper) attributes: &'a BTreeMap<String, String>,
    pub(in crate::wrapper) repeated: bool,
    /// The number of its parent element.
    pub(in crate::wrapper) parent: Option<usize>,
    /// Its index among the parts of its parent.
    pub(in crate::wrapper) at: usize,
    pub(in crate::wrapper) parts: &'a [Part],
    /// The number after its last descendant.
    pub(in crate::wrapper) end: usize,
}

/// The position of a field's value: among the parts of an element.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::wrapper) struct FieldPosition {
    /// The number of the element; none if the value is in no element of the template.
    pub(in crate::wrapper) element: Option<usize>,
    /// The index among its parts.
    pub(in crate::wrapper) at: usize,
}

/// A template as a flat list of elements.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct FlatTemplate<'a> {
    /// The elements in page order.
    pub(in crate::wrapper) elements: Vec<FlatElement<'a>>,
    /// The parts outside all elements.
    pub(in crate::wrapper) outermost: &'a [Part],
    /// The positions of each field, in page order.
    pub(in crate::wrapper) places: Vec<Vec<FieldPosition>>,
    /// The number of pages that the template was learned from.
    pub(in crate::wrapper) pages: u32,
}

impl<'a> FlatTemplate<'a> {
    pub(in crate::wrapper) fn new(template: &'a Template) -> Self {
        let outermost = &template.parts[..];
        let places = vec![Vec::new(); template.fields.len()];
        let mut outline = FlatTemplate { elements: Vec::new(), outermost, places, pages: template.pages };
        outline.add(outermost, None);
        outline
    }

    fn add(&mut self, parts: &'a [Part], parent: Option<usize>) {
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Element { name, attributes, repeated, parts, .. } => {
                    let number = self.elements.len();
                    let element = FlatElement {
                        name,
                        attributes,
                        repeated: *repeated,
                        parent,
                        at,
                        parts,
                        end: number + 1,
                    };
                    self.elements.push(element);
                    self.add(parts, Some(number));
                    self.elements[number].end = self.elements.len();
                }
                Part::Slot { field } | Part::Text { field: Some(field), .. } => {
                    self.places[*field].push(FieldPosition { element: parent, at });
                }
                Part::Text { field: None, .. } => {}
            }
        }
    }

    /// The parts of an element, or the outermost parts.
    pub(in crate::wrapper) fn parts(&self, element: Option<usize>) -> &'a [Part] {
        element.map_or(self.outermost, |element| self.elements[element].parts)
    }

    /// An element and its ancestors, innermost first.
    pub(in crate::wrapper) fn around(&self, element: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(element, |&element| self.elements[element].parent)
    }

    /// The descendants of an element, or all elements of the template.
    pub(in crate::wrapper) fn within(&self, element: Option<usize>) -> std::ops::Range<usize> {
        element.map_or(0..self.elements.len(), |element| element + 1..self.elements[element].end)
    }
}

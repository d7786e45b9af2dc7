//! A template's elements in a row, and where each field stands among them.
//!
//! The tree of parts is good to write down and to read pages with; questions such as "is this the only `dd` of class
//! `isbn`?" are asked of a list.

use super::template::{Part, Rows, Template};
use std::collections::BTreeMap;

/// An element of a template.
#[derive(Clone, Debug)]
pub(super) struct Element<'a> {
    pub(super) name: &'a str,
    pub(super) attributes: &'a BTreeMap<String, String>,
    pub(super) repeated: bool,
    /// The element around it, by its number.
    pub(super) parent: Option<usize>,
    /// Its place among the parts of its parent.
    pub(super) at: usize,
    pub(super) parts: &'a [Part],
    /// The element behind all that it holds.
    pub(super) end: usize,
}

/// Where a field's value stands: among the parts of an element.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Place {
    /// The element, by its number; none if the value stands in no element of the template.
    pub(super) element: Option<usize>,
    /// The place among its parts.
    pub(super) at: usize,
}

/// A template laid out flat.
#[derive(Clone, Debug)]
pub(super) struct Outline<'a> {
    /// The elements in page order.
    pub(super) elements: Vec<Element<'a>>,
    /// The parts that stand in no element.
    pub(super) outermost: &'a [Part],
    /// The places of each field, in page order.
    pub(super) places: Vec<Vec<Place>>,
}

impl<'a> Outline<'a> {
    pub(super) fn new(template: &'a Template) -> Self {
        // Records are read by their columns, which are no parts.
        let outermost: &[Part] = match &template.rows {
            Rows::Page(parts) => parts,
            Rows::Records(_) => &[],
        };
        let mut outline =
            Outline { elements: Vec::new(), outermost, places: vec![Vec::new(); template.fields.len()] };
        outline.add(outermost, None);
        outline
    }

    fn add(&mut self, parts: &'a [Part], parent: Option<usize>) {
        for (at, part) in parts.iter().enumerate() {
            match part {
                Part::Element { name, attributes, repeated, parts, .. } => {
                    let number = self.elements.len();
                    let element =
                        Element { name, attributes, repeated: *repeated, parent, at, parts, end: number + 1 };
                    self.elements.push(element);
                    self.add(parts, Some(number));
                    self.elements[number].end = self.elements.len();
                }
                Part::Slot { field } | Part::Text { field: Some(field), .. } => {
                    self.places[*field].push(Place { element: parent, at });
                }
                Part::Text { field: None, .. } => {}
            }
        }
    }

    /// The parts among which those of an element stand, or the outermost.
    pub(super) fn parts(&self, element: Option<usize>) -> &'a [Part] {
        element.map_or(self.outermost, |element| self.elements[element].parts)
    }

    /// An element and those around it, innermost first.
    pub(super) fn around(&self, element: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(element, |&element| self.elements[element].parent)
    }

    /// The elements of a template, or those that one of them holds.
    pub(super) fn within(&self, element: Option<usize>) -> std::ops::Range<usize> {
        element.map_or(0..self.elements.len(), |element| element + 1..self.elements[element].end)
    }
}

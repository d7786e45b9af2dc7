//! The lines of an element: runs of texts and inline elements between line breaks and blocks.
//!
//! In: the tree of a page. Out: a [`PageLayout`], which gives the lines of each element.

use crate::page::{ElementId, Tree, parts_lines};
use crate::repeat::{Record, cell_columns};
use std::ops::Range;

/// A page with layout information about its elements.
#[derive(Debug)]
pub(super) struct PageLayout<'a> {
    pub tree: &'a Tree<'a>,
    pub source: &'a str,
    /// For each element: the number of a td or th among the cells of its row and those that reach into it, from 1 up, and 0 for all others.
    pub cells: Vec<u32>,
    insides: Vec<Inside>,
}

/// What the content of an element is: one line, several lines separated by line breaks, or blocks.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Inside {
    Line,
    Lines,
    Blocks,
}

/// A text or an inline element as a part of a line.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LinePart {
    /// A text, by its number.
    Text(u32),
    /// An element with text.
    Element(ElementId),
}

impl<'a> PageLayout<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, source: &'a str) -> Self {
        let mut insides = vec![Inside::Line; tree.elements().len()];
        for id in tree.ids().collect::<Vec<_>>().into_iter().rev() {
            let element = tree.element(id);
            let own = match &*element.name {
                "br" => Inside::Lines,
                name if parts_lines(name) => Inside::Blocks,
                _ => insides[id.index()],
            };
            let around = element.parent.expect("all elements but the root have a parent").index();
            insides[around] = insides[around].max(own);
        }
        let mut cells = cell_columns(tree);
        for cell in tree.ids().filter(|&id| tree.is_cell(id)) {
            cells[cell.index()] += tree.reached(cell).0;
        }
        PageLayout { tree, source, cells, insides }
    }

    pub(super) fn inside(&self, id: ElementId) -> Inside {
        self.insides[id.index()]
    }

    /// The lines of the direct content of an element: runs of texts and inline elements, cut at line breaks and blocks.
    pub(super) fn lines_of(&self, id: ElementId) -> Vec<Vec<LinePart>> {
        let element = self.tree.element(id);
        self.lines(ElementId(id.0 + 1)..element.end, element.leaves.clone())
    }

    /// The lines of the siblings that a record consists of, and the texts between them.
    pub(super) fn lines_between(&self, record: &Record) -> Vec<Vec<LinePart>> {
        self.lines(record.head..record.end, record.leaves.clone())
    }

    fn lines(&self, children: Range<ElementId>, leaves: Range<u32>) -> Vec<Vec<LinePart>> {
        let mut lines = vec![Vec::new()];
        let mut leaf = leaves.start;
        let mut child = children.start;
        while child < children.end {
            let element = self.tree.element(child);
            let line = lines.last_mut().expect("there is a line");
            line.extend((leaf..element.leaves.start).map(LinePart::Text));
            leaf = element.leaves.end;
            let is_in_line = !parts_lines(&element.name);
            if !element.leaves.is_empty() && is_in_line && self.inside(child) < Inside::Blocks {
                line.push(LinePart::Element(child));
            } else if !is_in_line || self.inside(child) > Inside::Line {
                lines.push(Vec::new());
            }
            child = element.end;
        }
        lines.last_mut().expect("there is a line").extend((leaf..leaves.end).map(LinePart::Text));
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// The numbers of the texts in a part of a line.
    pub(super) fn leaves(&self, part: LinePart) -> Range<u32> {
        match part {
            LinePart::Text(leaf) => leaf..leaf + 1,
            LinePart::Element(id) => self.tree.element(id).leaves.clone(),
        }
    }
}

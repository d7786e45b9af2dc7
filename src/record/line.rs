//! The lines of an element: runs of texts and inline elements between line breaks and blocks.
//!
//! In: the tree of a page. Out: a [`PageLayout`], which gives the lines of each element.

use crate::page::{Child, ElementId, Tree, parts_lines};
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
    pub(super) fn lines_of(&self, id: ElementId) -> Vec<Vec<Child>> {
        let element = self.tree.element(id);
        self.lines(ElementId(id.0 + 1)..element.end, element.leaves.clone())
    }

    /// The lines of the siblings that a record consists of, and the texts between them.
    pub(super) fn lines_between(&self, record: &Record) -> Vec<Vec<Child>> {
        self.lines(record.head..record.end, record.leaves.clone())
    }

    fn lines(&self, children: Range<ElementId>, leaves: Range<u32>) -> Vec<Vec<Child>> {
        let mut lines = vec![Vec::new()];
        for child in self.tree.contents_between(children, leaves) {
            let (is_line, ends_line) = match child {
                Child::Text(_) => (true, false),
                Child::Element(id) => {
                    let is_in_line = !parts_lines(&self.tree.element(id).name);
                    let is_line = self.tree.has_text(id) && is_in_line && self.inside(id) < Inside::Blocks;
                    (is_line, !is_in_line || self.inside(id) > Inside::Line)
                }
            };
            if is_line {
                lines.last_mut().expect("there is a line").push(child);
            } else if ends_line {
                lines.push(Vec::new());
            }
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

//! What stands in one line: text, and elements that do not part lines.

use crate::page::{ElementId, Tree, parts_lines};
use crate::repeat::{Record, cell_columns};
use std::ops::Range;

/// A page with what is known of its elements.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub tree: &'a Tree<'a>,
    pub source: &'a str,
    /// For td and th their number in the row from 1 up.
    pub cells: Vec<u32>,
    insides: Vec<Inside>,
}

/// What an element holds: nothing that parts lines, line breaks at most, or blocks.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Inside {
    Line,
    Lines,
    Blocks,
}

/// A piece of what an element holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Item {
    /// A text, by its number.
    Text(u32),
    /// An element with text.
    Element(ElementId),
}

impl<'a> Page<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, source: &'a str) -> Self {
        let mut insides = vec![Inside::Line; tree.elements().len()];
        for id in tree.ids().collect::<Vec<_>>().into_iter().rev() {
            let element = tree.element(id);
            let own = match &*element.name {
                "br" => Inside::Lines,
                name if parts_lines(name) => Inside::Blocks,
                _ => insides[id.index()],
            };
            let around = element.parent.expect("all elements but the root have one").index();
            insides[around] = insides[around].max(own);
        }
        Page { tree, source, cells: cell_columns(tree), insides }
    }

    pub(super) fn inside(&self, id: ElementId) -> Inside {
        self.insides[id.index()]
    }

    /// The lines of what an element holds itself: runs of texts and elements, cut at line breaks and blocks.
    pub(super) fn lines_of(&self, id: ElementId) -> Vec<Vec<Item>> {
        let element = self.tree.element(id);
        self.lines(ElementId(id.0 + 1)..element.end, element.leaves.clone())
    }

    /// The lines between the siblings of a record.
    pub(super) fn lines_between(&self, record: &Record) -> Vec<Vec<Item>> {
        self.lines(record.head..record.end, record.leaves.clone())
    }

    fn lines(&self, children: Range<ElementId>, leaves: Range<u32>) -> Vec<Vec<Item>> {
        let mut lines = vec![Vec::new()];
        let mut leaf = leaves.start;
        let mut child = children.start;
        while child < children.end {
            let element = self.tree.element(child);
            let line = lines.last_mut().expect("there is a line");
            line.extend((leaf..element.leaves.start).map(Item::Text));
            leaf = element.leaves.end;
            let is_in_line = !parts_lines(&element.name);
            if !element.leaves.is_empty() && is_in_line && self.inside(child) < Inside::Blocks {
                line.push(Item::Element(child));
            } else if !is_in_line || self.inside(child) > Inside::Line {
                lines.push(Vec::new());
            }
            child = element.end;
        }
        lines.last_mut().expect("there is a line").extend((leaf..leaves.end).map(Item::Text));
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// The texts of an item.
    pub(super) fn leaves(&self, item: Item) -> Range<u32> {
        match item {
            Item::Text(leaf) => leaf..leaf + 1,
            Item::Element(id) => self.tree.element(id).leaves.clone(),
        }
    }
}

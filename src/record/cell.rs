//! The cells of a record: what a reader sees as one value.

use crate::group::{Record, Spelling};
use crate::page::{ElementId, Tree, is_inline};
use crate::token::Span;
use hashbrown::{HashMap, HashSet};

/// A value and the place it stands at.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub place: String,
    pub span: Span,
}

/// A list of one page: the page and its records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub tree: &'a Tree,
    pub spelling: &'a Spelling<'a>,
    pub record: &'a Record,
}

impl Part<'_> {
    /// The nearest element with a class inside the record, and the tags below it.
    fn place(&self, id: ElementId) -> String {
        let mut steps = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at.filter(|&id| self.record.holds(id) && id != self.record.head) {
            let element = self.tree.element(id);
            if element.classes.is_empty() {
                steps.push(element.name.to_string());
            } else {
                steps.push(self.spelling.step(id));
                break;
            }
            at = element.parent;
        }
        steps.reverse();
        steps.join("/")
    }

    fn is_line(&self, id: ElementId) -> bool {
        let below = id.index() + 1..self.tree.element(id).end.index();
        let has_text = self.tree.leaves_of(id).iter().any(|leaf| leaf.parent == id);
        has_text && self.tree.elements()[below].iter().all(|element| is_inline(&element.name))
    }

    /// The children with text of a line.
    fn marks(&self, id: ElementId) -> HashMap<String, u32> {
        let mut marks = HashMap::new();
        let mut child = ElementId(id.0 + 1);
        while child < self.tree.element(id).end {
            if self.tree.has_text(child) {
                *marks.entry(self.spelling.step(child)).or_default() += 1;
            }
            child = self.tree.element(child).end;
        }
        marks
    }

    /// Calls `line` with every element of the record that is a line of text.
    fn lines(&self, mut line: impl FnMut(ElementId)) {
        let mut id = self.record.head;
        while id < self.record.end {
            if self.is_line(id) {
                line(id);
            }
            id = ElementId(id.0 + 1);
        }
    }
}

/// The places whose lines are one cell each: no child of theirs is there once in most of them.
#[derive(Debug, Default)]
pub(super) struct Lines(HashSet<String>);

impl Lines {
    pub(super) fn new<'a>(parts: impl Iterator<Item = Part<'a>>) -> Self {
        let mut lines: HashMap<String, u32> = HashMap::new();
        let mut once: HashMap<(String, String), [u32; 2]> = HashMap::new();
        for part in parts {
            part.lines(|id| {
                let place = part.place(id);
                for (step, count) in part.marks(id) {
                    once.entry((place.clone(), step)).or_default()[usize::from(count > 1)] += 1;
                }
                *lines.entry(place).or_default() += 1;
            });
        }
        let fields: HashSet<&String> = once
            .iter()
            .filter(|((place, _), [one, many])| 2 * one >= lines[place] && 10 * many <= *one)
            .map(|((place, _), _)| place)
            .collect();
        Lines(lines.keys().filter(|place| !fields.contains(place)).cloned().collect())
    }

    /// The cells of a record in document order.
    pub(super) fn cells(&self, part: Part<'_>) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut leaves = part.record.leaves.clone();
        while let Some(number) = leaves.next() {
            let leaf = &part.tree.leaves()[number as usize];
            let around = std::iter::successors(Some(leaf.parent), |&id| part.tree.element(id).parent)
                .take_while(|&id| part.record.holds(id));
            let line = around.filter(|&id| part.is_line(id) && self.0.contains(&part.place(id))).last();
            match line {
                Some(id) => {
                    let element = part.tree.element(id);
                    cells.push(Cell { place: part.place(id), span: element.span });
                    leaves.start = element.leaves.end;
                }
                None => cells.push(Cell { place: part.place(leaf.parent), span: leaf.span }),
            }
        }
        cells
    }
}

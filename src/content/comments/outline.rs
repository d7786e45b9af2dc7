//! The outline of a page in which comments are searched: its block-level elements with its text blocks as leaves, and
//! the label before each element.
//!
//! In: a weighed page, and the [`Labels`] of its cluster. Out: its [`Outline`].
//!
//! ```text
//! <h2>Trackbacks</h2> <p>..<p>..   <h2>Comments</h2> <p>..<p>..      all p have the same path, but different labels
//! ```
//!
//! Where comments have no elements of their own, each line counts as one.
//!
//! A label is a heading, or a text that half of the pages have, each once. It applies to the elements after it within
//! the element around it, and to all elements inside those. Cost: linear in the blocks and elements, times their depth.

use super::super::piece::{Page, TextBlock, times};
use crate::measure::TEXT;
use crate::page::{ElementId, Slots, number};
use crate::repeat::thread::{Divides, Node, Outline, Text};
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Hashes of the texts that are labels in a page cluster.
#[derive(Clone, Debug)]
pub(in crate::content) struct Labels(HashSet<u64>);

/// The token that stands for any date.
const DATE: u64 = 1;

impl Labels {
    /// Finds the unlinked texts that at least two pages have, and no page twice: headings, and other texts of half of the pages.
    pub(in crate::content) fn learn(pages: &[&Page]) -> Self {
        let mut on: HashMap<u64, usize> = HashMap::new();
        let mut headings: HashSet<u64> = HashSet::new();
        let mut often: HashSet<u64> = HashSet::new();
        for page in pages {
            let times = times(page);
            for block in page.blocks.iter().filter(|block| block.linked == 0.0) {
                if times[&block.key] > 1 {
                    often.insert(block.key);
                }
                *on.entry(block.key).or_default() += 1;
                if block.is_heading {
                    headings.insert(block.key);
                }
            }
        }
        on.retain(|key, on| {
            *on > 1 && (2 * *on >= pages.len() || headings.contains(key)) && !often.contains(key)
        });
        Labels(on.into_keys().collect())
    }

    /// Returns the label that a block is: its text, or the tag of its element if it is a heading. `None` if it is no
    /// label.
    fn of(&self, block: &TextBlock, slots: &Slots) -> Option<u64> {
        let is_heading = block.is_heading && block.linked == 0.0;
        let by_name = is_heading.then(|| slots.slot(block.slot).name_key);
        self.0.get(&block.key).copied().or(by_name)
    }

    /// Returns the labels inside each element, with their blocks.
    fn inside(&self, page: &Page, slots: &Slots) -> Vec<Vec<(usize, u64)>> {
        let mut inside: Vec<Vec<(usize, u64)>> = vec![Vec::new(); page.elements.len()];
        for (at, block) in page.blocks.iter().enumerate() {
            let mut around = page.inclusive_ancestors(block.element);
            if let Some(label) = self.of(block, slots)
                && let Some(element) = around.find(|&element| page.elements[element].blocks.len() > 1)
            {
                inside[element].push((at, label));
            }
        }
        inside
    }
}

/// The elements of a page, and its lines if these count as well: each text that is not alone in its element. The parent is an element.
struct OutlineNode {
    element: Option<usize>,
    parent: Option<usize>,
    blocks: Range<usize>,
}

/// Whether a block is a line among others of its element.
fn is_line(page: &Page, at: usize) -> bool {
    page.elements[page.blocks[at].element].blocks.len() > 1
}

/// Whether a line of a page begins or ends with a date.
pub(super) fn has_dated_lines(page: &Page) -> bool {
    (0..page.blocks.len()).any(|at| page.blocks[at].dates.at_edge && is_line(page, at))
}

/// Returns what becomes the nodes of the outline of a page, in document order.
fn outline_nodes(page: &Page, with_lines: bool) -> Vec<OutlineNode> {
    let mut nodes = Vec::with_capacity(page.elements.len());
    let is_line = |at: &usize| with_lines && is_line(page, *at);
    let line =
        |at: usize| OutlineNode { element: None, parent: Some(page.blocks[at].element), blocks: at..at + 1 };
    let mut next = 0;
    for (at, element) in page.elements.iter().enumerate() {
        nodes.extend((next..element.blocks.start).filter(is_line).map(line));
        next = next.max(element.blocks.start);
        nodes.push(OutlineNode { element: Some(at), parent: element.parent, blocks: element.blocks.clone() });
    }
    nodes.extend((next..page.blocks.len()).filter(is_line).map(line));
    nodes
}

/// The name of lines.
const LINE: u64 = 2;

/// Returns the outline of a page, with an artificial root.
pub(super) fn outline(page: &Page, slots: &Slots, labels: &Labels, with_lines: bool) -> Outline {
    // The root is before them.
    let id = |at: usize| ElementId(number(at + 1));
    let nodes = outline_nodes(page, with_lines);
    let mut numbers = vec![0; page.elements.len()];
    for (at, node) in nodes.iter().enumerate() {
        node.element.into_iter().for_each(|element| numbers[element] = at);
    }
    let parent = |node: &OutlineNode| node.parent.map(|parent| numbers[parent]);
    let mut ends: Vec<usize> = (1..=nodes.len()).collect();
    for at in (0..nodes.len()).rev() {
        if let Some(parent) = parent(&nodes[at]) {
            ends[parent] = ends[parent].max(ends[at]);
        }
    }
    let root =
        Node { end: id(nodes.len()), leaves: 0..number(page.blocks.len()), is_out: true, ..Node::default() };
    let inside = labels.inside(page, slots);
    let named: Vec<bool> = page.steps.are_named().collect();
    // The last label before each node in its parent; if there is none, that of its parent.
    let mut found: Vec<Option<u64>> = Vec::with_capacity(nodes.len());
    let node = |(at, node): (usize, &OutlineNode)| {
        let label = node.parent.and_then(|parent| {
            let labels = &inside[parent];
            let before = labels[..labels.partition_point(|&(at, _)| at < node.blocks.start)].last();
            before.map(|&(_, label)| label).or(found[numbers[parent]])
        });
        found.push(label);
        let of_all = Node {
            parent: Some(parent(node).map_or(ElementId(0), id)),
            end: id(ends[at]),
            leaves: number(node.blocks.start)..number(node.blocks.end),
            is_out: page.is_headed(&node.blocks),
            label,
            ..Node::default()
        };
        let Some(element) = node.element else { return Node { name: LINE, kind: LINE, ..of_all } };
        let slot = slots.slot(page.elements[element].slot);
        Node {
            name: slot.name_key,
            kind: slot.kind,
            is_named: named[element],
            divides: Divides::of(&slot.name),
            ..of_all
        }
    };
    let nodes: Vec<Node> = nodes.iter().enumerate().map(node).collect();
    Outline::new(std::iter::once(root).chain(nodes).collect(), page.blocks.iter().map(weighed).collect())
}

/// Returns a block as a text of the outline.
fn weighed(block: &TextBlock) -> Text {
    let is_linked = !block.is_text();
    Text {
        key: block.key,
        words: block.words,
        tokens: [(block.words <= f64::from(TEXT)).then_some(block.key), block.is_dated().then_some(DATE)],
        is_linked,
        date: block.dates.at_edge.then_some(DATE),
        says: block.unique && block.dates.speaks,
        is_own: block.unique,
        weight: Text::weight(block.words, is_linked, block.unique),
    }
}

//! A page as a list of nodes: elements and texts in document order, each with a symbol.
//!
//! What an element holds is the range of nodes behind it up to its end, so that a stretch of a page, some neighbouring
//! children of one element, is a range too.

use super::mark::Mark;
use crate::page::{ElementId, Tree};
use crate::token::Span;
use std::ops::Range;

/// What a node is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Of {
    Element(ElementId),
    /// The number of a leaf.
    Text(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) of: Of,
    /// The number of the element around it; the root is its own.
    pub(super) parent: u32,
    /// The node behind all that it holds.
    pub(super) end: u32,
    pub(super) depth: u32,
    /// What makes it alike to others.
    pub(super) symbol: u32,
    /// What it is in a section.
    pub(super) mark: Option<Mark>,
}

/// A page made ready to be compared with others.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) source: &'a str,
    pub(super) tree: Tree,
    pub(super) nodes: Vec<Node>,
}

impl<'a> Page<'a> {
    /// The nodes of a page; all symbols are 0.
    pub(super) fn new(source: &'a str) -> Self {
        let tree = Tree::whole(source);
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.elements().len() + tree.leaves().len());
        let mut open: Vec<u32> = Vec::new();
        // The number of every element's node.
        let mut numbers: Vec<u32> = Vec::with_capacity(tree.elements().len());
        let mut push = |nodes: &mut Vec<Node>, of: Of, parent: Option<u32>| {
            let number = u32::try_from(nodes.len()).expect("fewer nodes than bytes");
            while open.last().copied() != parent {
                let Some(closed) = open.pop() else { break };
                nodes[closed as usize].end = number;
            }
            let depth = u32::try_from(open.len()).expect("depths are small");
            nodes.push(Node {
                of,
                parent: parent.unwrap_or(0),
                end: number + 1,
                depth,
                symbol: 0,
                mark: None,
            });
            if let Of::Element(_) = of {
                open.push(number);
            }
            number
        };
        let mut leaves = (0..).zip(tree.leaves()).peekable();
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            while let Some((number, leaf)) = leaves.next_if(|(_, leaf)| leaf.span.start < element.tag.start) {
                push(&mut nodes, Of::Text(number), Some(numbers[leaf.parent.index()]));
            }
            let parent = element.parent.map(|parent| numbers[parent.index()]);
            numbers.push(push(&mut nodes, Of::Element(id), parent));
        }
        for (number, leaf) in leaves {
            push(&mut nodes, Of::Text(number), Some(numbers[leaf.parent.index()]));
        }
        let end = u32::try_from(nodes.len()).expect("fewer nodes than bytes");
        for number in open {
            nodes[number as usize].end = end;
        }
        Page { source, tree, nodes }
    }

    pub(super) fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// All that stands in an element.
    pub(super) fn inside(&self, number: u32) -> Range<u32> {
        number + 1..self.node(number).end
    }

    /// The nodes of a stretch that no other node of it holds.
    pub(super) fn top(&self, stretch: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let first = Some(stretch.start).filter(|&first| first < stretch.end);
        std::iter::successors(first, move |&number| {
            Some(self.node(number).end).filter(|&next| next < stretch.end)
        })
    }

    pub(super) fn is_text(&self, number: u32) -> bool {
        matches!(self.node(number).of, Of::Text(_))
    }

    /// The text of a node that is one.
    pub(super) fn text(&self, number: u32) -> Option<&str> {
        match self.node(number).of {
            Of::Text(leaf) => Some(&self.tree.leaves()[leaf as usize].text),
            Of::Element(_) => None,
        }
    }

    /// The tag's name of a node that is an element.
    pub(super) fn name(&self, number: u32) -> Option<&str> {
        match self.node(number).of {
            Of::Text(_) => None,
            Of::Element(id) => Some(&self.tree.element(id).name),
        }
    }

    /// The bytes of a node with all that it holds.
    pub(super) fn span(&self, number: u32) -> Span {
        match self.node(number).of {
            Of::Text(leaf) => self.tree.leaves()[leaf as usize].span,
            Of::Element(id) => self.tree.element(id).span,
        }
    }

    /// The bytes of a stretch that is not empty.
    pub(super) fn span_of(&self, stretch: Range<u32>) -> Span {
        let last = self.top(stretch.clone()).last().expect("a stretch that is not empty");
        Span { start: self.span(stretch.start).start, end: self.span(last).end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_nest_as_elements_do() {
        let page = Page::new("<p>a<b>b</b>-</p>c<ul><li>d<li>e</ul>");
        let names: Vec<&str> =
            (0..9).map(|number| page.name(number).or(page.text(number)).unwrap_or("")).collect();
        assert_eq!(names, ["html", "p", "a", "b", "b", "-", "c", "ul", "li"]);
        assert_eq!(page.top(page.inside(0)).collect::<Vec<_>>(), [1, 6, 7]);
        assert_eq!(page.top(page.inside(1)).collect::<Vec<_>>(), [2, 3, 5]);
        assert_eq!(&page.source[page.span_of(2..6).range()], "a<b>b</b>-");
        assert_eq!(&page.source[page.span_of(6..12).range()], "c<ul><li>d<li>e</ul>");
    }
}

//! A page as a list of nodes: elements and texts in document order, each with a symbol.
//!
//! In: the source of a page. Out: its nodes. The descendants of an element are the range of nodes from the one after
//! it to its end, so a run of siblings is a range too.
//!
//! ```text
//! source  <p>a<b>b</b></p>c
//! nodes   0 html  1 p  2 "a"  3 b  4 "b"  5 "c"       p ends at 5, b at 5
//! ```

use crate::page::{ElementId, Tree};
use crate::repeat::Record;
use crate::token::Span;
use crate::wrapper::section::Mark;
use crate::wrapper::section::Section;
use std::ops::Range;

/// The kind of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::wrapper) enum NodeKind {
    Element(ElementId),
    /// A text: the number of a leaf of the tree.
    Text(u32),
}

/// A node of a page.
#[derive(Clone, Copy, Debug)]
pub(in crate::wrapper) struct Node {
    pub(in crate::wrapper) kind: NodeKind,
    /// The number of its parent; the root is its own parent.
    pub(in crate::wrapper) parent: u32,
    /// The node after its last descendant.
    pub(in crate::wrapper) end: u32,
    pub(in crate::wrapper) depth: u32,
    /// Nodes with the same symbol are alike.
    pub(in crate::wrapper) symbol: u32,
    /// Its role in a section.
    pub(in crate::wrapper) mark: Option<Mark>,
}

/// A page prepared for comparison with others.
#[derive(Debug)]
pub(in crate::wrapper) struct Page<'a> {
    pub(in crate::wrapper) source: &'a str,
    pub(in crate::wrapper) tree: Tree<'a>,
    pub(in crate::wrapper) nodes: Vec<Node>,
    /// The sections of no known kind.
    pub(in crate::wrapper) unknown: Vec<Section>,
    /// Whether extra elements were removed from around others.
    pub(in crate::wrapper) is_shortened: bool,
}

impl<'a> Page<'a> {
    /// Reads the nodes of a page; all symbols are 0.
    pub(in crate::wrapper) fn new(source: &'a str) -> Self {
        Page::of(Tree::whole(source))
    }

    /// Reads the nodes of a tree.
    pub(in crate::wrapper) fn of(tree: Tree<'a>) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.elements().len() + tree.leaves().len());
        let mut open: Vec<u32> = Vec::new();
        // The node number of each element.
        let mut numbers: Vec<u32> = Vec::with_capacity(tree.elements().len());
        let mut push = |nodes: &mut Vec<Node>, kind: NodeKind, parent: Option<u32>| {
            let number = u32::try_from(nodes.len()).expect("fewer nodes than bytes");
            while open.last().copied() != parent {
                let Some(closed) = open.pop() else { break };
                nodes[closed as usize].end = number;
            }
            let depth = u32::try_from(open.len()).expect("depths are small");
            nodes.push(Node {
                kind,
                parent: parent.unwrap_or(0),
                end: number + 1,
                depth,
                symbol: 0,
                mark: None,
            });
            if let NodeKind::Element(_) = kind {
                open.push(number);
            }
            number
        };
        let mut leaves = (0..).zip(tree.leaves()).peekable();
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            while let Some((number, leaf)) = leaves.next_if(|(_, leaf)| leaf.span.start < element.tag.start) {
                push(&mut nodes, NodeKind::Text(number), Some(numbers[leaf.parent.index()]));
            }
            let parent = element.parent.map(|parent| numbers[parent.index()]);
            numbers.push(push(&mut nodes, NodeKind::Element(id), parent));
        }
        for (number, leaf) in leaves {
            push(&mut nodes, NodeKind::Text(number), Some(numbers[leaf.parent.index()]));
        }
        let end = u32::try_from(nodes.len()).expect("fewer nodes than bytes");
        for number in open {
            nodes[number as usize].end = end;
        }
        let source = tree.source;
        Page { source, tree, nodes, unknown: Vec::new(), is_shortened: false }
    }

    /// Reads the nodes anew, without what was done to them.
    pub(in crate::wrapper) fn renew(&mut self) {
        let tree = std::mem::replace(&mut self.tree, Tree::whole(""));
        *self = Page::of(tree);
    }

    /// The page without some of its records.
    pub(in crate::wrapper) fn without(&self, records: &[Record]) -> Self {
        let elements: Vec<Range<ElementId>> = records.iter().map(|record| record.head..record.end).collect();
        let leaves: Vec<Range<u32>> = records.iter().map(|record| record.leaves.clone()).collect();
        Page::of(self.tree.without(&elements, &leaves))
    }

    /// Removes elements and puts their children in their place. The numbers must be ascending.
    pub(in crate::wrapper) fn take_away(&mut self, numbers: &[u32]) {
        if numbers.is_empty() {
            return;
        }
        let renumbered = |at: u32| {
            let before = numbers.partition_point(|&number| number < at);
            at - u32::try_from(before).expect("fewer elements than nodes")
        };
        // For each node its new parent by its present number, and how many of its ancestors are removed.
        let mut kept: Vec<(u32, u32)> = Vec::with_capacity(self.nodes.len());
        let mut remaining = Vec::with_capacity(self.nodes.len() - numbers.len());
        let mut next = numbers.iter().copied().peekable();
        for (at, node) in (0..).zip(&self.nodes) {
            let (above, gone) = kept.get(node.parent as usize).copied().unwrap_or_default();
            let is_in_one = numbers.binary_search(&node.parent).is_ok();
            let (parent, gone) = if is_in_one { (above, gone + 1) } else { (node.parent, gone) };
            kept.push((parent, gone));
            if next.next_if_eq(&at).is_none() {
                let depth = node.depth - gone;
                remaining.push(Node {
                    parent: renumbered(parent),
                    end: renumbered(node.end),
                    depth,
                    ..*node
                });
            }
        }
        self.nodes = remaining;
        self.is_shortened = true;
    }

    pub(in crate::wrapper) fn node(&self, number: u32) -> &Node {
        #[cfg(test)]
        crate::page::work::count();
        &self.nodes[number as usize]
    }

    /// The descendants of a node.
    pub(in crate::wrapper) fn inside(&self, number: u32) -> Range<u32> {
        number + 1..self.node(number).end
    }

    /// The siblings that a stretch consists of: its nodes whose parent is outside it.
    pub(in crate::wrapper) fn top(&self, stretch: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        let first = Some(stretch.start).filter(|&first| first < stretch.end);
        std::iter::successors(first, move |&number| {
            Some(self.node(number).end).filter(|&next| next < stretch.end)
        })
    }

    pub(in crate::wrapper) fn is_text(&self, number: u32) -> bool {
        !matches!(self.node(number).kind, NodeKind::Element(_))
    }

    /// The words of a text node; `None` for an element.
    pub(in crate::wrapper) fn text(&self, number: u32) -> Option<&str> {
        self.node(number).kind.text(&self.tree)
    }

    /// The tag's name of an element; `None` for a text.
    pub(in crate::wrapper) fn name(&self, number: u32) -> Option<&str> {
        match self.node(number).kind {
            NodeKind::Text(_) => None,
            NodeKind::Element(id) => Some(&self.tree.element(id).name),
        }
    }

    /// Whether a header row tells what the cells of an element are.
    pub(in crate::wrapper) fn is_under_header(&self, number: u32) -> bool {
        matches!(self.node(number).kind, NodeKind::Element(id) if self.tree.is_under_header(id))
    }

    /// The bytes of a node with its descendants.
    pub(in crate::wrapper) fn span(&self, number: u32) -> Span {
        match self.node(number).kind {
            NodeKind::Text(leaf) => self.tree.leaves()[leaf as usize].span,
            NodeKind::Element(id) => self.tree.element(id).span,
        }
    }

    /// The bytes of a stretch, which must not be empty.
    pub(in crate::wrapper) fn span_of(&self, stretch: Range<u32>) -> Span {
        let last = self.top(stretch.clone()).last().expect("a stretch that is not empty");
        Span { start: self.span(stretch.start).start, end: self.span(last).end }
    }
}

impl NodeKind {
    /// The words of a text; `None` for an element.
    pub(in crate::wrapper) fn text<'a>(self, tree: &'a Tree<'a>) -> Option<&'a str> {
        match self {
            NodeKind::Element(_) => None,
            NodeKind::Text(number) => Some(&tree.leaves()[number as usize].text),
        }
    }
}

/// The number that a text's digits make, 12 for "Step 12".
pub(in crate::wrapper) fn number(text: &str) -> Option<u32> {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().ok()
}

/// Whether an element only changes the style of a text; a text can contain any number of them.
pub(in crate::wrapper) fn is_formatting(name: &str) -> bool {
    matches!(
        name,
        "b" | "big"
            | "br"
            | "code"
            | "em"
            | "font"
            | "i"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "tt"
            | "u"
            | "wbr"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_can_be_removed_from_around_its_children() {
        let nested = |page: &Page| -> Vec<(String, u32, u32, u32)> {
            let name = |node| page.name(node).or(page.text(node)).unwrap_or_default().to_owned();
            (0..).zip(&page.nodes).map(|(at, node)| (name(at), node.parent, node.end, node.depth)).collect()
        };
        let mut page = Page::new("<p>a</p><div><p>b<b>c</b></p><p>d</p></div><p>e</p>");
        page.take_away(&[3]);
        assert_eq!(nested(&page), nested(&Page::new("<p>a</p><p>b<b>c</b></p><p>d</p><p>e</p>")));
        let mut page = Page::new("<p>a</p><div><div><p>b</p></div><p>d</p></div><div><p>e</p></div>");
        page.take_away(&[3, 4, 9]);
        assert_eq!(nested(&page), nested(&Page::new("<p>a</p><p>b</p><p>d</p><p>e</p>")));
    }

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

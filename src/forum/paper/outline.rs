//! A page as the published method sees it (Algorithm 1): the tree without links, line breaks and inputs, in which a text
//! beside elements is an element of its own. Linear in the page.

use crate::content::words;
use crate::page::digest::{BASIS, text};
use crate::page::{ElementId, Tree, number};

/// An element of an [`Outline`], by its number.
pub type Node = usize;

/// The elements of a page with its texts, as the method sees them.
#[derive(Clone, Debug)]
pub struct Outline {
    pub(super) nodes: Vec<OutlineNode>,
}

#[derive(Clone, Debug)]
pub(super) struct OutlineNode {
    /// Hash of its tag; all texts share one value.
    pub(super) name: u64,
    /// Its element in the tree; `None` for a text.
    pub(super) element: Option<ElementId>,
    pub(super) parent: Option<Node>,
    pub(super) children: Vec<Node>,
    /// Indices of its leaves in the tree; for an element all leaves inside it, including those in links.
    leaves: Vec<u32>,
    words: f64,
}

impl Outline {
    /// The element that holds all others.
    pub const ROOT: Node = 0;

    /// Makes the outline of a page.
    #[must_use]
    pub fn new(source: &str, tree: &Tree) -> Self {
        let words: Vec<f64> = tree
            .leaves()
            .iter()
            .map(|leaf| words::of_leaves(source, std::slice::from_ref(leaf), |_| false, 0).all)
            .collect();
        let mut outline = Outline { nodes: Vec::new() };
        // For each element its node, or that of the element around it; none in links.
        let mut nodes: Vec<Option<Node>> = Vec::with_capacity(tree.elements().len());
        let mut leaf = 0;
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            outline.add_texts(tree, &nodes, &mut leaf, element.leaves.start, &words);
            let around = element.parent.map(|parent| nodes[parent.index()]);
            nodes.push(match (&*element.name, around) {
                ("a", _) | (_, Some(None)) => None,
                ("br" | "input" | "style" | "script", Some(around)) => around,
                (name, around) => {
                    let leaves: Vec<u32> = tree.element(id).leaves.clone().collect();
                    let words = leaves.iter().map(|&leaf| words[leaf as usize]).sum();
                    Some(outline.add(OutlineNode {
                        name: text(name),
                        element: Some(id),
                        parent: around.flatten(),
                        children: Vec::new(),
                        leaves,
                        words,
                    }))
                }
            });
        }
        let end = number(tree.leaves().len());
        outline.add_texts(tree, &nodes, &mut leaf, end, &words);
        for node in 0..outline.nodes.len() {
            if outline.nodes[node].children.iter().all(|&child| outline.nodes[child].element.is_none()) {
                outline.nodes[node].children.clear();
            }
        }
        outline
    }

    fn add(&mut self, node: OutlineNode) -> Node {
        let number = self.nodes.len();
        if let Some(parent) = node.parent {
            self.nodes[parent].children.push(number);
        }
        self.nodes.push(node);
        number
    }

    /// Adds the leaves before `end`. Consecutive leaves of the same element become one text.
    fn add_texts(&mut self, tree: &Tree, nodes: &[Option<Node>], leaf: &mut u32, end: u32, words: &[f64]) {
        while *leaf < end {
            if let Some(parent) = nodes[tree.leaves()[*leaf as usize].parent.index()] {
                let last = self.nodes[parent]
                    .children
                    .last()
                    .copied()
                    .filter(|&last| self.nodes[last].element.is_none());
                let text = last.unwrap_or_else(|| {
                    self.add(OutlineNode {
                        name: BASIS,
                        element: None,
                        parent: Some(parent),
                        children: Vec::new(),
                        leaves: Vec::new(),
                        words: 0.0,
                    })
                });
                self.nodes[text].leaves.push(*leaf);
                self.nodes[text].words += words[*leaf as usize];
            }
            *leaf += 1;
        }
    }

    /// Returns the elements below an element, level by level. The first level is the element itself.
    #[must_use]
    pub fn levels(&self, from: Node) -> Vec<Vec<Node>> {
        let below = |level: &Vec<Node>| -> Option<Vec<Node>> {
            let below: Vec<Node> =
                level.iter().flat_map(|&node| &self.nodes[node].children).copied().collect();
            (!below.is_empty()).then_some(below)
        };
        std::iter::successors(Some(vec![from]), below).collect()
    }

    /// Returns the tags from the root to an element, separated by `/`; a text is `<text>`, as in the source.
    #[must_use]
    pub fn path(&self, tree: &Tree, node: Node) -> String {
        let above = std::iter::successors(Some(node), |&node| self.nodes[node].parent);
        let name = |node: Node| self.nodes[node].element.map_or("<text>", |id| &*tree.element(id).name);
        let mut names: Vec<&str> = above.map(name).collect();
        names.reverse();
        names.join("/")
    }

    /// Returns the number of words in an element.
    #[must_use]
    pub fn words(&self, node: Node) -> f64 {
        self.nodes[node].words
    }

    /// Returns the indices in the tree of the leaves in some elements.
    #[must_use]
    pub fn leaves(&self, nodes: &[Node]) -> Vec<u32> {
        nodes.iter().flat_map(|&node| &self.nodes[node].leaves).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_beside_elements_is_an_element_and_a_line_break_is_not() {
        let page = "<div>a<br>b <a>left out</a><hr>c</div><p>d</p>";
        let outline = Outline::new(page, &Tree::new(page));
        let lens: Vec<usize> = outline.levels(Outline::ROOT).iter().map(Vec::len).collect();
        // The root; div and p; text, hr, text: the text of p is all that p holds.
        assert_eq!(lens, [1, 2, 3]);
    }
}

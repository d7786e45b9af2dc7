//! Cuts a page into blocks: the runs of text between block-level tags.
//!
//! In: a [`Tree`], and a [`Cut`] that defines which elements are block-level and which are skipped. Out: the
//! [`Block`]s in document order, and the block-level elements ([`Holder`]) with the blocks inside each.
//!
//! ```text
//! <div>a <b>b</b> <p>c</p> d</div>      div: "a b"   p: "c"   div: "d"
//! ```
//!
//! Text next to block-level children is a block of its own. The leaves and elements of a block are consecutive in the
//! page, so they are stored as ranges. Time: O(elements + leaves).
//!
//! Source: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009, section 3.

use super::tree::{ElementId, Leaf, Tree, counts_before, number};
use std::ops::Range;

/// The rules for cutting a page into blocks.
pub trait Cut {
    /// Whether an element of this name begins and ends blocks.
    fn is_block(&self, name: &str) -> bool;

    /// Whether an element is skipped with everything in it. If it contains text, a block ends there.
    fn is_passed_over(&self, tree: &Tree, id: ElementId) -> bool {
        let _ = (tree, id);
        false
    }

    /// Whether two line breaks end a block as well.
    fn ends_at_line_breaks(&self) -> bool {
        false
    }
}

/// A run of a page between block-level tags.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Block {
    /// The innermost block-level element around it, as an index into [`Blocks::holders`].
    pub holder: u32,
    /// The elements in the block, none of them block-level.
    pub elements: Range<u32>,
    /// The texts in the block.
    pub leaves: Range<u32>,
}

/// A block-level element.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Holder {
    /// The element.
    pub element: ElementId,
    /// The block-level element around it.
    pub parent: Option<u32>,
    /// All blocks in the element, including those in block-level descendants.
    pub blocks: Range<u32>,
}

/// The blocks of a page.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Blocks {
    /// The blocks in document order; each has texts or elements.
    pub blocks: Vec<Block>,
    /// The block-level elements in document order; the first is the root.
    pub holders: Vec<Holder>,
}

impl Blocks {
    /// Cuts a page.
    #[must_use]
    pub fn new(tree: &Tree, cut: &impl Cut) -> Self {
        let mut cutter = Cutter { tree, blocks: Blocks::default(), open: Vec::new(), run: None };
        let mut leaf = 0;
        let mut passed_over = ElementId(0)..ElementId(0);
        let mut line_breaks = 0;
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let before = tree.leaves()[leaf..].iter().take_while(|leaf| leaf.span.start < element.tag.start);
            for text in before {
                if !passed_over.contains(&text.parent) {
                    cutter.add_leaf(leaf, text);
                    line_breaks = 0;
                }
                leaf += 1;
            }
            if passed_over.contains(&id) {
                continue;
            }
            if cut.is_passed_over(tree, id) {
                passed_over = id..element.end;
                if tree.has_text(id) {
                    cutter.end_run();
                }
            } else if cut.is_block(&element.name) || id == ElementId(0) {
                cutter.open(id);
                line_breaks = 0;
            } else if cut.ends_at_line_breaks() && &*element.name == "br" {
                line_breaks += 1;
                if line_breaks >= 2 {
                    cutter.end_run();
                } else {
                    cutter.add_element(id);
                }
            } else {
                cutter.add_element(id);
            }
        }
        for (number, text) in tree.leaves().iter().enumerate().skip(leaf) {
            if !passed_over.contains(&text.parent) {
                cutter.add_leaf(number, text);
            }
        }
        cutter.finish()
    }

    /// The blocks in a block-level element or in its block-level descendants.
    ///
    /// # Panics
    /// If there is no such element.
    #[must_use]
    pub fn of(&self, holder: u32) -> &[Block] {
        let blocks = &self.holders[holder as usize].blocks;
        &self.blocks[blocks.start as usize..blocks.end as usize]
    }

    /// Keeps only the blocks whose value in `keep` is true, in order.
    ///
    /// # Panics
    /// If `keep` does not have one value for each block.
    pub fn retain(&mut self, keep: &[bool]) {
        assert_eq!(keep.len(), self.blocks.len(), "one value for each block");
        let before = counts_before(keep.iter().copied());
        let mut keep = keep.iter();
        self.blocks.retain(|_| *keep.next().expect("one value for each block"));
        for holder in &mut self.holders {
            let Range { start, end } = holder.blocks;
            holder.blocks = before[start as usize]..before[end as usize];
        }
    }
}

struct Cutter<'a> {
    tree: &'a Tree<'a>,
    blocks: Blocks,
    /// The block-level elements that contain the current position, the outermost first.
    open: Vec<u32>,
    run: Option<Block>,
}

impl Cutter<'_> {
    /// Closes the open block-level elements that do not contain an element.
    fn leave(&mut self, inside: ElementId) {
        while let Some(&holder) = self.open.last() {
            let element = self.blocks.holders[holder as usize].element;
            if (element..self.tree.element(element).end).contains(&inside) {
                break;
            }
            self.close();
        }
    }

    fn close(&mut self) {
        self.end_run();
        let end = number(self.blocks.blocks.len());
        if let Some(holder) = self.open.pop() {
            self.blocks.holders[holder as usize].blocks.end = end;
        }
    }

    fn open(&mut self, element: ElementId) {
        self.leave(element);
        self.end_run();
        let first = number(self.blocks.blocks.len());
        let parent = self.open.last().copied();
        self.open.push(number(self.blocks.holders.len()));
        self.blocks.holders.push(Holder { element, parent, blocks: first..first });
    }

    fn run(&mut self, inside: ElementId) -> &mut Block {
        self.leave(inside);
        let holder = *self.open.last().expect("the root contains everything");
        self.run.get_or_insert(Block { holder, elements: 0..0, leaves: 0..0 })
    }

    fn add_leaf(&mut self, leaf: usize, text: &Leaf) {
        extend(&mut self.run(text.parent).leaves, number(leaf));
    }

    fn add_element(&mut self, id: ElementId) {
        extend(&mut self.run(id).elements, id.0);
    }

    fn end_run(&mut self) {
        self.blocks.blocks.extend(self.run.take());
    }

    fn finish(mut self) -> Blocks {
        while !self.open.is_empty() {
            self.close();
        }
        self.blocks
    }
}

fn extend(range: &mut Range<u32>, by: u32) {
    if range.start == range.end {
        range.start = by;
    }
    range.end = by + 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Cut for Plain {
        fn is_block(&self, name: &str) -> bool {
            matches!(name, "body" | "div" | "p")
        }

        fn is_passed_over(&self, tree: &Tree, id: ElementId) -> bool {
            &*tree.element(id).name == "button"
        }

        fn ends_at_line_breaks(&self) -> bool {
            true
        }
    }

    fn cut(source: &str) -> Vec<String> {
        let tree = Tree::whole(source);
        let blocks = Blocks::new(&tree, &Plain);
        let texts = |block: &Block| {
            let leaves = &tree.leaves()[block.leaves.start as usize..block.leaves.end as usize];
            let texts: Vec<&str> = leaves.iter().map(|leaf| &*leaf.text).collect();
            let holder = blocks.holders[block.holder as usize].element;
            format!("{}: {}", tree.element(holder).name, texts.join("|"))
        };
        blocks.blocks.iter().map(texts).collect()
    }

    #[test]
    fn text_beside_block_level_children_is_a_block_of_its_own() {
        assert_eq!(cut("<div>a <b>b</b> <p>c</p> d</div>e"), ["div: a|b", "p: c", "div: d", "html: e"]);
    }

    #[test]
    fn an_empty_block_level_element_separates_the_text_around_it() {
        assert_eq!(cut("<div>a<p></p>b</div>"), ["div: a", "div: b"]);
    }

    #[test]
    fn two_line_breaks_end_a_block_and_one_does_not() {
        assert_eq!(cut("<p>a<br>b<br> <br>c<br>d"), ["p: a|b", "p: c|d"]);
    }

    #[test]
    fn skipped_elements_are_in_no_block() {
        assert_eq!(cut("<p>a<button>b<p>c</button>d"), ["p: a", "p: d"]);
        assert_eq!(cut("<p>a<button></button>d"), ["p: a|d"]);
    }

    #[test]
    fn the_blocks_of_a_holder_include_those_of_its_descendants() {
        let tree = Tree::new("<div>a<p>b</p>c</div><p>d");
        let blocks = Blocks::new(&tree, &Plain);
        let counts: Vec<usize> = blocks.holders.iter().map(|holder| holder.blocks.len()).collect();
        assert_eq!(counts, [4, 3, 1, 1]);
        assert_eq!(blocks.of(2).len(), 1);
    }

    #[test]
    fn a_page_without_text_has_no_blocks() {
        assert_eq!(cut("<div><p></p></div>"), [""; 0]);
        assert_eq!(cut(""), [""; 0]);
    }
}

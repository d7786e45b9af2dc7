//! Main text as published: the blocks that no other page has.
//!
//! In: two or more pages, of one site or of several. Out: for every page its blocks, and which of them are content. Two
//! blocks of different pages are equal if the cosine of their vectors is above 0.9. A block is content if it equals no
//! block of another page. The method needs no training and no knowledge of the site.
//!
//! Source: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009. We differ in
//! three points: equal blocks are found with [`near`] instead of comparing all pairs, with the same result; text beside
//! block-level elements is a block of its own, whereas the source leaves it out unless it is directly in the body
//! ([`UniqueBlocks::nodes`]; docs/REPRODUCTION.md says what that changes); and `noscript` is left out, as in the authors'
//! later work on blogs.
//!
//! Limits, named by the authors: the blocks of an article under two addresses look like template, and texts of little
//! variety (dates, bylines) are lost.

use crate::document::Document;
use crate::page::{Block, BlockVector, Blocks, Cut, ElementId, Tree, near, number};
use crate::progress::Counted;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A page with its blocks.
#[derive(Clone, Debug)]
pub struct Page {
    /// The blocks that hold text or attribute text.
    pub blocks: Blocks,
    /// For each block whether it is content.
    pub content: Vec<bool>,
}

/// 0.9: section 3.2 of the source; its figure 8 is flat above 0.75.
const THRESHOLD: f64 = 0.9;

/// Attributes whose texts are features: section 3.2 of the source.
const TEXTS: [&str; 2] = ["title", "alt"];

/// The method with its settings.
///
/// ```
/// use katagami::content::paper::UniqueBlocks;
/// use katagami::document::Document;
/// use katagami::page::Tree;
///
/// let pages = ["<p>Home</p><p>One day</p>", "<p>Home</p><p>Another day</p>"].map(|page| Document::new("page", page));
/// let trees = pages.each_ref().map(|page| Tree::whole(page.text()));
/// let content = |threshold| UniqueBlocks::new().threshold(threshold).pages(&pages, &trees)[0].content.clone();
/// assert_eq!(content(0.9), [false, true]);
/// // Two paragraphs share at least their tags.
/// assert_eq!(content(0.4), [false, false]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UniqueBlocks {
    threshold: f64,
    attributes: &'static [&'static str],
    has_runs: bool,
}

impl Default for UniqueBlocks {
    fn default() -> Self {
        UniqueBlocks { threshold: THRESHOLD, attributes: &TEXTS, has_runs: true }
    }
}

/// Cuts pages at the block-level elements of HTML 4.01, and at the parts of lists and tables that contain blocks.
struct Html4;

impl Cut for Html4 {
    fn is_block(&self, name: &str) -> bool {
        const BLOCKS: [&str; 38] = [
            "address",
            "blockquote",
            "body",
            "center",
            "dd",
            "dir",
            "div",
            "dl",
            "dt",
            "fieldset",
            "form",
            "frameset",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "hr",
            "html",
            "isindex",
            "li",
            "menu",
            "noframes",
            "ol",
            "p",
            "pre",
            "table",
            "tbody",
            "td",
            "tfoot",
            "th",
            "thead",
            "tr",
            "ul",
            "noscript",
            "caption",
            "legend",
        ];
        BLOCKS.contains(&name)
    }
}

/// Returns the blocks of the pages, and which of them are content.
#[must_use]
pub fn pages(documents: &[Document], trees: &[Tree]) -> Vec<Page> {
    UniqueBlocks::new().pages(documents, trees)
}

impl UniqueBlocks {
    /// Creates the method with the published settings.
    #[must_use]
    pub fn new() -> Self {
        UniqueBlocks::default()
    }

    /// Sets the cosine above which blocks are equal; identical vectors always are. A lower threshold takes longer:
    /// towards 0 all pairs are compared.
    #[must_use]
    pub fn threshold(self, threshold: f64) -> Self {
        UniqueBlocks { threshold, ..self }
    }

    /// Leaves out text beside block-level elements, as a block by the letter of the source is an element without others
    /// inside. Text directly in the body stays.
    #[must_use]
    pub fn nodes(self) -> Self {
        UniqueBlocks { has_runs: false, ..self }
    }

    /// Sets the attributes whose texts are features.
    pub(super) fn attributes(self, attributes: &'static [&'static str]) -> Self {
        UniqueBlocks { attributes, ..self }
    }

    /// Returns the blocks of the pages, and which of them are content.
    #[must_use]
    pub fn pages(self, documents: &[Document], trees: &[Tree]) -> Vec<Page> {
        let UniqueBlocks { threshold, attributes, has_runs } = self;
        let cut = |(document, tree): (&Document, &Tree)| {
            let mut blocks = Blocks::new(tree, &Html4);
            let vector = |block: &Block| {
                let holder = &blocks.holders[block.holder as usize];
                let own = (holder.blocks.len() == 1).then_some(holder.element);
                BlockVector::new(tree, document.text(), block, own, attributes)
            };
            let vectors: Vec<BlockVector> = blocks.blocks.iter().map(vector).collect();
            let mut holds_others = vec![false; blocks.holders.len()];
            for parent in blocks.holders.iter().filter_map(|holder| holder.parent) {
                holds_others[parent as usize] = true;
            }
            let is_run = |block: &Block| {
                let element = blocks.holders[block.holder as usize].element;
                let is_body = element == ElementId(0) || &*tree.element(element).name == "body";
                holds_others[block.holder as usize] && !is_body
            };
            let tells: Vec<bool> = vectors
                .iter()
                .zip(&blocks.blocks)
                .map(|(vector, block)| vector.tells() && (has_runs || !is_run(block)))
                .collect();
            blocks.retain(&tells);
            let vectors =
                vectors.into_iter().zip(tells).filter_map(|(vector, tells)| tells.then_some(vector));
            (blocks, vectors.collect::<Vec<_>>())
        };
        let cut: Vec<_> = documents.par_iter().zip(trees).counted().map(cut).collect();
        let mut distinct: Vec<BlockVector> = Vec::new();
        let mut numbers: HashMap<BlockVector, u32> = HashMap::new();
        let mut pages_of: Vec<BlockPages> = Vec::new();
        let mut numbered = Vec::new();
        for (page, (_, vectors)) in cut.iter().enumerate() {
            let number = |vector: &BlockVector| {
                let next = number(distinct.len());
                let number = *numbers.entry_ref(vector).or_insert(next);
                if number == next {
                    distinct.push(vector.clone());
                    pages_of.push(BlockPages::One(page));
                }
                pages_of[number as usize].add(page);
                number
            };
            numbered.push(vectors.iter().map(number).collect::<Vec<u32>>());
        }
        let near = near(&distinct, threshold);
        let elsewhere = |number: u32, page| pages_of[number as usize].beside(page);
        let is_content = |number: u32, page| {
            !elsewhere(number, page) && near[number as usize].iter().all(|&other| !elsewhere(other, page))
        };
        let content = numbered
            .iter()
            .enumerate()
            .map(|(page, numbers)| numbers.iter().map(|&number| is_content(number, page)).collect());
        let contents: Vec<Vec<bool>> = content.collect();
        cut.into_iter().zip(contents).map(|((blocks, _), content)| Page { blocks, content }).collect()
    }
}

/// The pages that have a block: one, or more than one.
#[derive(Clone, Copy, Debug)]
enum BlockPages {
    One(usize),
    Several,
}

impl BlockPages {
    fn add(&mut self, page: usize) {
        if !matches!(self, BlockPages::One(only) if *only == page) {
            *self = BlockPages::Several;
        }
    }

    /// Whether a page other than this one has the block.
    fn beside(self, page: usize) -> bool {
        !matches!(self, BlockPages::One(only) if only == page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(pages_of: &[&str]) -> Vec<Vec<bool>> {
        let documents: Vec<Document> = pages_of.iter().map(|page| Document::new("page", *page)).collect();
        let trees: Vec<Tree> = pages_of.iter().map(|page| Tree::new(page)).collect();
        pages(&documents, &trees).into_iter().map(|page| page.content).collect()
    }

    #[test]
    fn a_block_of_another_page_is_not_content() {
        let pages = ["<div>Menu</div><p>One day</p>", "<div>Menu</div><p>Another day</p>"];
        assert_eq!(contents(&pages), [[false, true], [false, true]]);
    }

    #[test]
    fn by_the_letter_text_beside_blocks_is_none_unless_it_is_in_the_body() {
        let documents = ["a<div>b<p>c</p></div>", "d"].map(|page| Document::new("page", page));
        let trees = documents.each_ref().map(|page| Tree::whole(page.text()));
        let blocks = |method: UniqueBlocks| method.pages(&documents, &trees)[0].content.len();
        assert_eq!([UniqueBlocks::new(), UniqueBlocks::new().nodes()].map(blocks), [3, 2]);
    }

    #[test]
    fn a_block_may_occur_twice_on_its_own_page() {
        assert_eq!(contents(&["<p>a</p><p>a</p>", "<p>b</p>"]), [vec![true, true], vec![true]]);
    }

    #[test]
    fn a_block_similar_to_one_of_another_page_is_not_content() {
        let lines = |last: &str| format!("<pre>{}{last}</pre>", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
        assert_eq!(contents(&[&lines("x"), &lines("y")]), [[false], [false]]);
    }
}

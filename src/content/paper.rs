//! Main content as published: the blocks that no other page has.
//!
//! In: two or more pages, of one site or of several. Out: for every page its blocks, and which of them are content.
//! Two blocks of different pages are equal when the cosine of their vectors is above 0.9; content is what equals no
//! block of another page. Nothing is learned, and nothing is known about the site.
//!
//! Source: Yoshida, Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009. We differ in
//! how equal blocks are found, [`near`] instead of all pairs, with the same answer; and `noscript`
//! is left out here too, as in the authors' later work on blogs.
//!
//! Limits, which the authors name: the same article under two addresses makes its blocks look like template, and texts of
//! little variety (dates, bylines) are lost.

use crate::document::Document;
use crate::page::{Block, BlockVector, Blocks, Cut, Tree, near};
use crate::progress::Counted;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A page with its blocks.
#[derive(Clone, Debug)]
pub struct Page {
    /// The blocks that hold text or attribute text.
    pub blocks: Blocks,
    /// Which of them are content.
    pub content: Vec<bool>,
}

/// 0.9: section 3.2 of the source; its figure 8 is flat above 0.75.
const THRESHOLD: f64 = 0.9;

/// The texts of title and alt are features: section 3.2 of the source.
const TEXTS: [&str; 2] = ["title", "alt"];

/// The method with what can be set about it.
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
/// // Two paragraphs have at least their tags in common.
/// assert_eq!(content(0.4), [false, false]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct UniqueBlocks {
    threshold: f64,
    attributes: &'static [&'static str],
}

impl Default for UniqueBlocks {
    fn default() -> Self {
        UniqueBlocks { threshold: THRESHOLD, attributes: &TEXTS }
    }
}

/// The block-level elements of HTML 4.01, and the parts of lists and tables that hold blocks.
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

/// The blocks of the pages with those that are content.
#[must_use]
pub fn pages(documents: &[Document], trees: &[Tree]) -> Vec<Page> {
    UniqueBlocks::new().pages(documents, trees)
}

impl UniqueBlocks {
    /// As published.
    #[must_use]
    pub fn new() -> Self {
        UniqueBlocks::default()
    }

    /// Blocks are equal when their cosine is above this; the same vectors always are. The lower it is, the longer it takes:
    /// towards 0 all pairs are compared.
    #[must_use]
    pub fn threshold(self, threshold: f64) -> Self {
        UniqueBlocks { threshold, ..self }
    }

    /// The texts of these attributes are features.
    pub(super) fn attributes(self, attributes: &'static [&'static str]) -> Self {
        UniqueBlocks { attributes, ..self }
    }

    /// The blocks of the pages with those that are content.
    #[must_use]
    pub fn pages(self, documents: &[Document], trees: &[Tree]) -> Vec<Page> {
        let UniqueBlocks { threshold, attributes } = self;
        let cut = |(document, tree): (&Document, &Tree)| {
            let mut blocks = Blocks::new(tree, &Html4);
            let vector = |block: &Block| {
                let holder = &blocks.holders[block.holder as usize];
                let own = (holder.blocks.len() == 1).then_some(holder.element);
                BlockVector::new(tree, document.text(), block, own, attributes)
            };
            let vectors: Vec<BlockVector> = blocks.blocks.iter().map(vector).collect();
            let tells: Vec<bool> = vectors.iter().map(BlockVector::tells).collect();
            blocks.retain(&tells);
            let vectors =
                vectors.into_iter().zip(tells).filter_map(|(vector, tells)| tells.then_some(vector));
            (blocks, vectors.collect::<Vec<_>>())
        };
        let cut: Vec<_> = documents.par_iter().zip(trees).counted().map(cut).collect();
        let mut distinct: Vec<BlockVector> = Vec::new();
        let mut numbers: HashMap<BlockVector, u32> = HashMap::new();
        let mut pages_of: Vec<Pages> = Vec::new();
        let mut numbered = Vec::new();
        for (page, (_, vectors)) in cut.iter().enumerate() {
            let number = |vector: &BlockVector| {
                let next = u32::try_from(distinct.len()).expect("fewer blocks than bytes");
                let number = *numbers.entry_ref(vector).or_insert(next);
                if number == next {
                    distinct.push(vector.clone());
                    pages_of.push(Pages::One(page));
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

/// The pages that have a block, as far as they matter.
#[derive(Clone, Copy, Debug)]
enum Pages {
    One(usize),
    Several,
}

impl Pages {
    fn add(&mut self, page: usize) {
        if !matches!(self, Pages::One(only) if *only == page) {
            *self = Pages::Several;
        }
    }

    /// Whether a page other than this one has it.
    fn beside(self, page: usize) -> bool {
        !matches!(self, Pages::One(only) if only == page)
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
    fn what_another_page_has_too_is_no_content() {
        let pages = ["<div>Menu</div><p>One day</p>", "<div>Menu</div><p>Another day</p>"];
        assert_eq!(contents(&pages), [[false, true], [false, true]]);
    }

    #[test]
    fn a_block_may_stand_twice_on_its_own_page() {
        assert_eq!(contents(&["<p>a</p><p>a</p>", "<p>b</p>"]), [vec![true, true], vec![true]]);
    }

    #[test]
    fn a_block_that_is_nearly_the_same_elsewhere_is_no_content() {
        let lines = |last: &str| format!("<pre>{}{last}</pre>", "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n");
        assert_eq!(contents(&[&lines("x"), &lines("y")]), [[false], [false]]);
    }
}

//! The content region of a page, as published.
//!
//! In: a page. Out: the paragraphs of its content region. The published method compares no other text.
//!
//! * Starting with the body, an element that has more than half of the page's characters is replaced by its children. The
//!   elements that remain are the blocks. Blocks of the same depth and tag are merged into one, since siblings of one kind are
//!   content together or not at all.
//! * A block is no content if half of its characters or more are links, or if its longest sentence has at most 10
//!   characters. Headings are ignored in both tests, so a block of headings alone is content.
//!
//! ```text
//! <ul> menu </ul> <p>one</p> <p>two</p> <div> more than half </div>      blocks: ul, p + p, then the children of div
//! ```
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009, section 5.
//! The source says "at least half" where a node is replaced, and "at most half" where that stops. We use the second, so that at
//! most one node of each depth is replaced. The source does not mention text nodes next to elements; here those of one replaced
//! element are one block.

use super::paragraph::Paragraphs;
use super::sentence::{push_normal, sentences};
use crate::page::{ElementId, Tree, is_heading, number};
use hashbrown::HashMap;

/// Half of the page's characters, and half of a block's: section 5 of the source, from its preliminary experiments.
const HALF: f64 = 0.5;

/// 10: section 5.2 of the source, from its preliminary experiments.
const SHORT: u32 = 10;

/// The paragraphs of the content region of a page.
#[must_use]
pub(super) fn paragraphs(tree: &Tree, source: &str) -> Paragraphs {
    let blocks = blocks(tree);
    let in_heading = tree.within(|id| is_heading(&tree.element(id).name));
    let in_link = tree.within(|id| tree.is_link(id));
    let (mut paragraphs, firsts) = Paragraphs::of_parts(tree, source, &blocks);
    let mut counts = vec![BlockCounts::default(); blocks.iter().max().map_or(0, |&last| last + 1)];
    for (leaf, &block) in tree.leaves().iter().zip(&blocks) {
        let around = leaf.parent.index();
        if !in_heading[around] {
            counts[block].add(chars(&leaf.text), in_link[around]);
        }
    }
    let mut ranges = Vec::new();
    let mut normal = String::new();
    for (paragraph, &first) in paragraphs.ranges().iter().zip(&firsts) {
        let counts = &mut counts[blocks[first]];
        if counts.has_long_sentence || in_heading[tree.leaves()[first].parent.index()] {
            continue;
        }
        ranges.clear();
        sentences(&paragraphs.text()[paragraph.clone()], paragraph.start, &mut ranges);
        counts.has_long_sentence = ranges.iter().any(|range| {
            normal.clear();
            push_normal(&paragraphs.text()[range.clone()], &mut normal) > SHORT
        });
    }
    let content: Vec<bool> = firsts.iter().map(|&first| counts[blocks[first]].is_content()).collect();
    paragraphs.retain(&content);
    paragraphs
}

/// The characters of a block, without its headings.
#[derive(Clone, Debug, Default)]
struct BlockCounts {
    chars: u32,
    /// How many of them are in links.
    linked: u32,
    /// Whether it has a sentence of more than [`SHORT`] characters.
    has_long_sentence: bool,
}

impl BlockCounts {
    fn add(&mut self, chars: u32, is_linked: bool) {
        self.chars += chars;
        self.linked += if is_linked { chars } else { 0 };
    }

    fn is_content(&self) -> bool {
        self.chars == 0 || f64::from(self.linked) < HALF * f64::from(self.chars) && self.has_long_sentence
    }
}

/// The number of the block of each text node.
fn blocks(tree: &Tree) -> Vec<usize> {
    let mut of = vec![0; tree.leaves().len()];
    // The number of characters before each text node.
    let mut before = vec![0_u32];
    for leaf in tree.leaves() {
        before.push(before[before.len() - 1] + chars(&leaf.text));
    }
    let half = HALF * f64::from(before[tree.leaves().len()]);
    let mut count = 0;
    let mut opened = Some(ElementId(0));
    while let Some(node) = opened.take() {
        let mut named: HashMap<&str, usize> = HashMap::new();
        let mut next = |name| {
            *named.entry(name).or_insert_with(|| {
                count += 1;
                count - 1
            })
        };
        let element = tree.element(node);
        let mut leaf = element.leaves.start;
        let mut child = ElementId(node.0 + 1);
        while child.0 < element.end.0 {
            let inner = tree.element(child);
            for own in leaf..inner.leaves.start {
                of[own as usize] = next("");
            }
            let texts = inner.leaves.start as usize..inner.leaves.end as usize;
            leaf = leaf.max(inner.leaves.end);
            if !texts.is_empty() {
                if f64::from(before[texts.end] - before[texts.start]) > half {
                    opened = Some(child);
                } else {
                    of[texts].fill(next(&inner.name));
                }
            }
            child = inner.end;
        }
        for own in leaf..element.leaves.end {
            of[own as usize] = next("");
        }
    }
    of
}

fn chars(text: &str) -> u32 {
    number(text.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(page: &str) -> Vec<String> {
        let paragraphs = paragraphs(&Tree::whole(page), page);
        paragraphs.ranges().iter().map(|range| paragraphs.text()[range.clone()].to_owned()).collect()
    }

    /// The text of each block.
    fn blocks_of(page: &str) -> Vec<String> {
        let tree = Tree::whole(page);
        let of = blocks(&tree);
        let block = |block| {
            let texts = tree.leaves().iter().zip(&of).filter(|&(_, &of)| of == block);
            texts.map(|(leaf, _)| &*leaf.text).collect::<Vec<_>>().join(" ")
        };
        (0..=of.iter().copied().max().unwrap_or(0)).map(block).collect()
    }

    #[test]
    fn an_element_with_more_than_half_of_the_text_is_replaced_by_its_children() {
        assert_eq!(blocks_of("<ul>ab</ul><div><p>cdef<ol>gh</ol></div>"), ["ab", "cdef", "gh"]);
        assert_eq!(blocks_of("<ul>abcd</ul><div><p>ef<ol>gh</ol></div>"), ["abcd", "ef gh"]);
        assert_eq!(blocks_of("<div><div><p>abcdef<ol>gh</ol></div></div>"), ["gh", "abcdef"]);
    }

    #[test]
    fn siblings_of_one_tag_are_one_block() {
        assert_eq!(blocks_of("<p>ab<ul>c</ul><p>de<ul>f</ul>"), ["ab de", "c f"]);
        assert_eq!(blocks_of("ab<ul>c</ul>de<p>fgh"), ["ab de", "c", "fgh"]);
    }

    const TEXT: &str = "<div><p>This is what the page is about.</p><p>There is more of it behind.</p></div>";

    #[test]
    fn a_block_that_is_half_links_is_no_content() {
        let menu = "<ul><a href=x>All about pigeons</a> All about sparrows</ul>";
        assert_eq!(content(&format!("{menu}{TEXT}")).len(), 3);
        let menu = "<ul><a href=x>All about pigeons</a> All about sparrow</ul>";
        assert_eq!(content(&format!("{menu}{TEXT}")).len(), 2);
        let menu = "<ul><a name=x>All about pigeons</a> All about</ul>";
        assert_eq!(content(&format!("{menu}{TEXT}")).len(), 3);
    }

    #[test]
    fn a_block_of_short_sentences_is_no_content() {
        assert_eq!(content(&format!("<ul><li>Ten letter<li>Nine lett</ul>{TEXT}")).len(), 2);
        assert_eq!(content(&format!("<ul><li>Ten letters<li>Nine lett</ul>{TEXT}")).len(), 4);
    }

    #[test]
    fn headings_do_not_count() {
        let page = format!("<h2><a href=x>Insurance</a></h2>{TEXT}");
        assert_eq!(content(&page)[0], "Insurance");
        let page = format!("<ul><h2>A heading of many words</h2><li>Home<li>Help</ul>{TEXT}");
        assert_eq!(content(&page)[0], "This is what the page is about.");
        let page =
            format!("<ul><h2><a href=x>A heading of many words</a></h2><li>Home and garden</ul>{TEXT}");
        assert_eq!(content(&page).len(), 4);
    }

    #[test]
    fn paragraphs_map_to_the_source() {
        let page = format!("<ul><li>Home<li>Help</ul>{TEXT}");
        let paragraphs = paragraphs(&Tree::whole(&page), &page);
        let span = paragraphs.span(&paragraphs.ranges()[1]);
        assert_eq!(&page[span.range()], "There is more of it behind.");
    }

    #[test]
    fn a_page_without_text_has_no_content() {
        assert_eq!(content(""), [""; 0]);
        assert_eq!(content("<p></p>"), [""; 0]);
    }
}

//! The paragraphs of a page: its text between block-level tags, with a mapping of each byte to the source.
//!
//! In: a page's source. Out: [`Paragraphs`], one text and the ranges of it that are paragraphs. Entities are decoded, white space
//! is collapsed, lines are joined; two line breaks end a paragraph. *Marks* map the text to the source: from one mark to the next,
//! text and source are the same bytes.
//!
//! ```text
//! <p>Tom &amp; <b>Jerry</b>      text    Tom & Jerry        marks   Tom_    at  3
//!                                                                   &       at  7
//!                                                                   _       at 12
//!                                                                   Jerry   at 16
//! ```

use super::sort::parted;
use crate::content::Role;
use crate::page::{Blocks, Cut, Gap, Leaf, Tree, gap, is_unseen, number, parts_lines};
use crate::site::Sketch;
use crate::token::Span;
use std::ops::Range;

/// The paragraphs of a page.
#[derive(Clone, Debug, Default)]
pub struct Paragraphs {
    text: String,
    ranges: Vec<Range<usize>>,
    /// For each paragraph a hash of the element path around it; empty if paths are not known.
    slots: Vec<u32>,
    /// Paragraphs outside the main text that may be the page's own nevertheless.
    outside: Vec<Range<usize>>,
    marks: Vec<SourceMark>,
    /// The sketch of the page's template; empty if it is not known.
    pub(super) template: Sketch,
}

/// A position in the text with its position in the source; up to the next mark both advance byte by byte.
#[derive(Clone, Copy, Debug)]
struct SourceMark {
    text: usize,
    source: u32,
    /// The end, in the source, of the text before the mark.
    end: u32,
}

/// Cuts a page at block-level tags and at two line breaks.
struct ParagraphCut;

impl Cut for ParagraphCut {
    fn is_block(&self, name: &str) -> bool {
        name != "br" && parts_lines(name)
    }

    fn ends_at_line_breaks(&self) -> bool {
        true
    }
}

impl Paragraphs {
    /// The paragraphs of a page.
    #[must_use]
    pub fn of_page(source: &str) -> Self {
        Paragraphs::of_tree(&Tree::whole(source), source)
    }

    /// The paragraphs of a page, given its tree.
    pub(super) fn of_tree(tree: &Tree, source: &str) -> Self {
        let blocks = Blocks::new(tree, &ParagraphCut).blocks;
        let leaves = blocks.iter().map(|block| block.leaves.start as usize..block.leaves.end as usize);
        Paragraphs::of_leaves(tree, source, leaves.filter(|leaves| !leaves.is_empty()))
    }

    /// The paragraphs of a page, cut also between two text nodes of different parts; and the index of the first text node of each.
    /// `parts` holds the part of each text node.
    pub(super) fn of_parts(tree: &Tree, source: &str, parts: &[usize]) -> (Self, Vec<usize>) {
        let mut paragraphs = Paragraphs::default();
        let mut firsts = Vec::new();
        let blocks = Blocks::new(tree, &ParagraphCut);
        for block in &blocks.blocks {
            let mut first = block.leaves.start as usize;
            for part in parts[first..block.leaves.end as usize].chunk_by(|one, other| one == other) {
                let before = paragraphs.ranges.len();
                paragraphs.push(tree, source, first..first + part.len());
                firsts.extend((before < paragraphs.ranges.len()).then_some(first));
                first += part.len();
            }
        }
        (paragraphs, firsts)
    }

    /// Keeps the paragraphs whose flag is set.
    pub(super) fn retain(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.ranges.retain(|_| kept.next() == Some(&true));
    }

    /// Keeps the paragraphs of the main text, and separately those that may be the page's own too; drops those of the frame.
    pub(super) fn part(&mut self, roles: &[Role]) {
        let (ranges, slots) = (std::mem::take(&mut self.ranges), std::mem::take(&mut self.slots));
        for ((range, slot), role) in ranges.into_iter().zip(slots).zip(roles) {
            match role {
                Role::Main => {
                    self.ranges.push(range);
                    self.slots.push(slot);
                }
                Role::Beside => self.outside.push(range),
                Role::Frame => {}
            }
        }
    }

    /// One paragraph for the text of each of these ranges of text nodes.
    fn of_leaves(tree: &Tree, source: &str, leaves: impl Iterator<Item = Range<usize>>) -> Self {
        let mut paragraphs = Paragraphs::default();
        leaves.for_each(|leaves| paragraphs.push(tree, source, leaves));
        paragraphs
    }

    /// One paragraph for each of these ranges of text nodes; each range comes with a hash of its element path.
    pub(super) fn of_blocks(
        tree: &Tree,
        source: &str,
        blocks: impl Iterator<Item = (Range<usize>, u64)>,
    ) -> Self {
        let mut paragraphs = Paragraphs::default();
        for (leaves, path) in blocks {
            let before = paragraphs.ranges.len();
            paragraphs.push(tree, source, leaves);
            if paragraphs.ranges.len() > before {
                let [low, high] = parted(path);
                paragraphs.slots.push(low ^ high);
            }
        }
        paragraphs
    }

    /// The paragraphs of plain text: each line is one.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let mut at = 0;
        let mut paragraphs = Vec::new();
        for line in text.split_inclusive('\n') {
            let from = at + line.len() - line.trim_start().len();
            let to = at + line.trim_end().len();
            if from < to {
                paragraphs.push(from..to);
            }
            at += line.len();
        }
        let marks = vec![SourceMark { text: 0, source: 0, end: 0 }];
        Paragraphs { text: text.to_owned(), ranges: paragraphs, marks, ..Paragraphs::default() }
    }

    /// The text that the paragraphs are ranges of.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The paragraphs in order.
    #[must_use]
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// A hash of the element path around a paragraph, if it is known.
    pub(super) fn slot(&self, paragraph: usize) -> Option<u32> {
        self.slots.get(paragraph).copied()
    }

    /// The paragraphs outside the main text that may be the page's own.
    pub(super) fn outside(&self) -> &[Range<usize>] {
        &self.outside
    }

    /// The bytes of the source that a range of the text comes from.
    #[must_use]
    pub fn span(&self, range: &Range<usize>) -> Span {
        let (start, _) = self.source(range.start);
        let (last, end) = self.source(range.end.saturating_sub(1));
        let end = end.map_or(last + 1, |end| end.max(last + 1));
        Span { start, end: if range.is_empty() { start } else { end } }
    }

    /// The position in the source of a byte of the text; and the end of its source, if it is the last byte before a mark.
    fn source(&self, at: usize) -> (u32, Option<u32>) {
        let behind = self.marks.partition_point(|mark| mark.text <= at);
        let Some(mark) = behind.checked_sub(1).map(|before| self.marks[before]) else { return (0, None) };
        let next = self.marks.get(behind).filter(|next| next.text == at + 1);
        (mark.source + number(at - mark.text), next.map(|next| next.end))
    }

    fn push(&mut self, tree: &Tree, source: &str, leaves: Range<usize>) {
        let leaves = &tree.leaves()[leaves];
        let start = self.text.len();
        let mut before: Option<Span> = None;
        for leaf in leaves {
            let is_apart = before.is_some_and(|before| gap(source, before, leaf.span) != Gap::None);
            if is_apart && self.text.len() > start {
                self.mark(before.map_or(leaf.span.start, |before| before.end));
                self.text.push(' ');
            }
            self.push_leaf(source, leaf);
            before = Some(leaf.span);
        }
        self.mark(before.map_or(0, |before| before.end));
        if self.text.len() > start {
            self.ranges.push(start..self.text.len());
        }
    }

    fn mark(&mut self, source: u32) {
        self.mark_behind(source, source);
    }

    fn mark_behind(&mut self, end: u32, source: u32) {
        let text = self.text.len();
        if self.marks.last().is_some_and(|last| last.text == text) {
            let last = self.marks.last_mut().expect("there is one");
            last.source = source;
        } else {
            self.marks.push(SourceMark { text, source, end });
        }
    }

    fn push_leaf(&mut self, source: &str, leaf: &Leaf) {
        let written = &source[leaf.span.range()];
        let text = &*leaf.text;
        let spaces_before = written.len() - written.trim_start().len();
        self.mark(leaf.span.start + number(spaces_before));
        if written[spaces_before..].starts_with(text) {
            self.text.push_str(text);
            return;
        }
        let mut at = spaces_before;
        for char in text.chars() {
            let next = step(written, at, char);
            if next.start != at {
                self.mark_behind(leaf.span.start + number(at), leaf.span.start + number(next.start));
            }
            self.text.push(char);
            at = next.end;
            if next.end - next.start != char.len_utf8() {
                self.mark(leaf.span.start + number(at));
            }
        }
    }
}

/// The bytes of `written`, from `at` on, that a character of a text node comes from.
fn step(written: &str, mut at: usize, char: char) -> Range<usize> {
    'rest: while let Some(rest) = written.get(at..) {
        if char == ' ' {
            let spaces = rest.len() - rest.trim_start().len();
            if spaces > 0 {
                return at..at + spaces;
            }
        }
        if rest.starts_with('&') {
            // The longest name of an entity has 33 bytes with both ends.
            let ends = rest.bytes().take(33).position(|byte| byte == b';').map(|end| end + 1);
            let shorter = (2..=rest.len().min(8)).rev().filter(|&end| rest.is_char_boundary(end));
            for end in ends.into_iter().chain(shorter) {
                let decoded = htmlize::unescape(&rest[..end]);
                if decoded.starts_with(char) && decoded.len() == char.len_utf8()
                    || char == ' ' && decoded.trim().is_empty()
                {
                    return at..at + end;
                }
                if decoded.chars().all(is_unseen) {
                    at += end;
                    continue 'rest;
                }
            }
        }
        let Some(found) = rest.chars().next() else { break };
        if found == char {
            return at..at + char.len_utf8();
        }
        // A comment within a text, or white space and marks that were dropped.
        at += if rest.starts_with("<!--") {
            rest.find("-->").map_or(rest.len(), |end| end + 3)
        } else if found == '<' {
            rest.find('>').map_or(rest.len(), |end| end + 1)
        } else {
            found.len_utf8()
        };
    }
    let end = written.len();
    end..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(page: &str) -> Vec<String> {
        let paragraphs = Paragraphs::of_page(page);
        let paragraph = |range: &Range<usize>| {
            let text = &paragraphs.text[range.clone()];
            let mut at = range.start;
            let word = |word: &str| {
                let from = at;
                at += word.len() + 1;
                format!("{word}={}", &page[paragraphs.span(&(from..from + word.len())).range()])
            };
            text.split(' ').map(word).collect::<Vec<_>>().join(" ")
        };
        paragraphs.ranges.iter().map(paragraph).collect()
    }

    #[test]
    fn words_map_to_their_bytes_in_the_source() {
        assert_eq!(
            words("<p>Tom  &amp; <b>Je</b>rry<!-- x -->s<p>a&nbsp;&#x3042;b\n c"),
            ["Tom=Tom &=&amp; Jerrys=Je</b>rry<!-- x -->s", "a=a あb=&#x3042;b c=c"]
        );
    }

    #[test]
    fn two_line_breaks_end_a_paragraph() {
        assert_eq!(words("<div>a<br>b<br><br>c</div>"), ["a=a b=b", "c=c"]);
    }
}

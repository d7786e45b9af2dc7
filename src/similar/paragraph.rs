//! The paragraphs of a page: its text between block-level tags, with the way back to the source.
//!
//! In: a page's source. Out: [`Paragraphs`], one text with the ranges that are paragraphs: entities decoded, white space
//! collapsed, lines joined. Two line breaks end a paragraph. Every byte of the text is traced to the source by *marks*:
//! between two of them text and source advance alike.
//!
//! ```text
//! <p>Tom &amp; <b>Jerry</b>      text    Tom & Jerry        marks   Tom_    at  3
//!                                                                   &       at  7
//!                                                                   _       at 12
//!                                                                   Jerry   at 16
//! ```

use super::number;
use super::sort::parted;
use crate::content::Role;
use crate::page::{Blocks, Cut, Gap, Leaf, Tree, gap, parts_lines};
use crate::site::Sketch;
use crate::token::Span;
use std::ops::Range;

/// The paragraphs of a page.
#[derive(Clone, Debug, Default)]
pub struct Paragraphs {
    text: String,
    ranges: Vec<Range<usize>>,
    /// For each a number of the place in the markup that it stands in; none where that is not known.
    places: Vec<u32>,
    /// Those that are not compared, and may be the page's own all the same.
    beside: Vec<Range<usize>>,
    marks: Vec<Mark>,
    /// The sketch of the page's template; empty where it is not known.
    pub(super) template: Sketch,
}

/// From here on, text and source advance alike.
#[derive(Clone, Copy, Debug)]
struct Mark {
    text: usize,
    source: u32,
    /// Where the source of what stands before the mark ends.
    end: u32,
}

struct Lines;

impl Cut for Lines {
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

    /// The paragraphs of a page, of which the tree is known.
    pub(super) fn of_tree(tree: &Tree, source: &str) -> Self {
        let blocks = Blocks::new(tree, &Lines).blocks;
        let leaves = blocks.iter().map(|block| block.leaves.start as usize..block.leaves.end as usize);
        Paragraphs::of_leaves(tree, source, leaves.filter(|leaves| !leaves.is_empty()))
    }

    /// The paragraphs of a page, parted also where the part changes that each text is of; and the first text of each.
    pub(super) fn of_parts(tree: &Tree, source: &str, parts: &[usize]) -> (Self, Vec<usize>) {
        let mut paragraphs = Paragraphs::default();
        let mut firsts = Vec::new();
        let blocks = Blocks::new(tree, &Lines);
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

    /// Keeps some of them.
    pub(super) fn retain(&mut self, kept: &[bool]) {
        let mut kept = kept.iter();
        self.ranges.retain(|_| kept.next() == Some(&true));
    }

    /// Keeps those of the main text, and apart from them what may be the page's own too.
    pub(super) fn part(&mut self, roles: &[Role]) {
        let (ranges, places) = (std::mem::take(&mut self.ranges), std::mem::take(&mut self.places));
        for ((range, place), role) in ranges.into_iter().zip(places).zip(roles) {
            match role {
                Role::Main => {
                    self.ranges.push(range);
                    self.places.push(place);
                }
                Role::Beside => self.beside.push(range),
                Role::Frame => {}
            }
        }
    }

    /// The text of each of these leaves of a tree, one paragraph for each.
    fn of_leaves(tree: &Tree, source: &str, leaves: impl Iterator<Item = Range<usize>>) -> Self {
        let mut paragraphs = Paragraphs::default();
        leaves.for_each(|leaves| paragraphs.push(tree, source, leaves));
        paragraphs
    }

    /// The same of leaves with the paths of elements that they stand in.
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
                paragraphs.places.push(low ^ high);
            }
        }
        paragraphs
    }

    /// Lines of plain text, each a paragraph.
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
        let marks = vec![Mark { text: 0, source: 0, end: 0 }];
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

    /// A number of the place in the markup that a paragraph stands in, if that is known.
    pub(super) fn place(&self, paragraph: usize) -> Option<u32> {
        self.places.get(paragraph).copied()
    }

    /// What is not compared and may be the page's own.
    pub(super) fn beside(&self) -> &[Range<usize>] {
        &self.beside
    }

    /// Where a range of the text stands in the source.
    #[must_use]
    pub fn span(&self, range: &Range<usize>) -> Span {
        let (start, _) = self.source(range.start);
        let (last, end) = self.source(range.end.saturating_sub(1));
        let end = end.map_or(last + 1, |end| end.max(last + 1));
        Span { start, end: if range.is_empty() { start } else { end } }
    }

    /// The byte of the source for one of the text; and the end of its source, if it is the last before a mark.
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
            self.marks.push(Mark { text, source, end });
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

/// The bytes that a character of a leaf was written with.
fn step(written: &str, mut at: usize, char: char) -> Range<usize> {
    while let Some(rest) = written.get(at..) {
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
            }
        }
        let Some(found) = rest.chars().next() else { break };
        if found == char {
            return at..at + char.len_utf8();
        }
        // A comment within a text, or white space that was taken off.
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
    fn words_lead_back_to_where_they_are_written() {
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

//! The lines of a page as elements: of texts between line breaks, and of preformatted text.
//!
//! ```text
//! <p>Pike Boats<br>Salem<br><br>Adams and Sons<br>Lowell</p>      p with four elements `#line`
//! <pre>Ann   12:04 \n Tom   13:02</pre>                            pre with two, of two texts each
//! ```
//!
//! In: the tree of a page. Out: the same with an element around each line, where an element has several that contain no blocks. In preformatted
//! text, several spaces part two texts, too, and if these are aligned, each is in an element `#1`, `#2` of its column. The elements have no
//! tags, as those that a page only implies.
//!
//! Cost: O(n log n) in the elements and the lines.

use super::children::Child;
use super::text::{characters, collapsed, parts_lines};
use super::tree::{Element, ElementId, Leaf, TableRows, Tree, number};
use crate::measure::{LEAST, are_nearly_all, is_wide};
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use std::borrow::Cow;
use std::ops::Range;

/// The name of a line; no tag has it.
pub(crate) const LINE: &str = "#line";

/// The step of a cell; behind it is the number of the column.
const CELL: &str = "#";

/// A line or a cell: elements and texts beside each other in one element.
pub(super) struct Line<'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) parent: ElementId,
    pub(super) elements: Range<ElementId>,
    pub(super) leaves: Range<u32>,
}

impl Line<'_> {
    /// Where it begins: before its first element, or if it has none, before the next one of the page.
    pub(super) fn place(&self) -> (ElementId, u32) {
        (self.elements.start, self.leaves.start)
    }
}

impl<'a> Tree<'a> {
    /// The tree with an element around each line; none if no element has several lines.
    #[must_use]
    pub(crate) fn lined(&self) -> Option<Tree<'a>> {
        let parted = self.parted();
        let tree = parted.as_ref().unwrap_or(self);
        let lines = lines(tree);
        if lines.is_empty() {
            return None;
        }
        let written = tree.with(&lines);
        let cells: Vec<Line<'static>> = written.ids().flat_map(|id| cells(&written, id)).collect();
        Some(if cells.is_empty() { written } else { written.with(&cells) })
    }

    /// The tree with the texts in preformatted elements parted at line ends and at several spaces, if there are such.
    fn parted(&self) -> Option<Tree<'a>> {
        let preformatted = self.within(|id| &*self.element(id).name == "pre");
        if !preformatted.contains(&true) {
            return None;
        }
        let mut tree = self.clone();
        tree.leaves.clear();
        // For each leaf the number of the first that it became.
        let mut first: Vec<u32> = Vec::with_capacity(self.leaves.len() + 1);
        for leaf in &self.leaves {
            first.push(number(tree.leaves.len()));
            if preformatted[leaf.parent.index()] {
                tree.leaves.extend(parts(self.source, leaf));
            } else {
                tree.leaves.push(leaf.clone());
            }
        }
        first.push(number(tree.leaves.len()));
        tree.renumber_leaves(&first);
        Some(tree)
    }

    /// The tree with these lines, which are in document order and disjoint.
    pub(super) fn with(&self, lines: &[Line<'a>]) -> Tree<'a> {
        let index = |id: ElementId| id.0 + number(lines.partition_point(|line| line.elements.start <= id));
        let end = |id: ElementId, leaf: u32| {
            ElementId(id.0 + number(lines.partition_point(|line| line.place() < (id, leaf))))
        };
        let mut line_of: Vec<Option<ElementId>> = vec![None; self.elements.len()];
        let mut leaves: Vec<Leaf<'a>> = self.leaves.clone();
        for leaf in &mut leaves {
            leaf.parent = ElementId(index(leaf.parent));
        }
        let mut elements: Vec<Element<'a>> = Vec::with_capacity(self.elements.len() + lines.len());
        let mut next = lines.iter().peekable();
        for id in (0..=number(self.elements.len())).map(ElementId) {
            let is_here = |line: &&Line<'a>| line.elements.start <= id;
            while let Some(line) = next.next_if(is_here) {
                let own = ElementId(number(elements.len()));
                let parent = ElementId(index(line.parent));
                let texts = &mut leaves[line.leaves.start as usize..line.leaves.end as usize];
                let mut span = Span { start: texts[0].span.start, end: texts[texts.len() - 1].span.end };
                for leaf in texts.iter_mut().filter(|leaf| leaf.parent == parent) {
                    leaf.parent = own;
                }
                let mut child = line.elements.start;
                while child < line.elements.end {
                    line_of[child.index()] = Some(own);
                    let of = self.element(child);
                    span = Span { start: span.start.min(of.span.start), end: span.end.max(of.span.end) };
                    child = of.end;
                }
                elements.push(Element {
                    name: line.name.clone(),
                    parent: Some(parent),
                    depth: elements[parent.index()].depth + 1,
                    tag: Span { start: span.start, end: span.start },
                    span,
                    end: end(line.elements.end, line.leaves.end),
                    leaves: line.leaves.clone(),
                });
            }
            // After the last element there may still be lines of texts.
            let Some(element) = self.elements.get(id.index()) else { break };
            let parent = line_of[id.index()].or(element.parent.map(|parent| ElementId(index(parent))));
            let depth = parent.map_or(0, |parent| elements[parent.index()].depth + 1);
            elements.push(Element {
                parent,
                depth,
                end: end(element.end, element.leaves.end),
                ..element.clone()
            });
        }
        Tree {
            source: self.source,
            elements,
            leaves,
            left_out: self.left_out.clone(),
            rows: TableRows::default(),
        }
    }
}

/// The lines of the elements that have several, in document order.
fn lines(tree: &Tree) -> Vec<Line<'static>> {
    // Whether an element ends a line, or has an end of one in it.
    let breaks = tree.holding(|id| &*tree.element(id).name == "br" || parts_lines(&tree.element(id).name));
    let in_pre = tree.within(|id| &*tree.element(id).name == "pre");
    let mut found: Vec<Line<'static>> = Vec::new();
    for id in (0..number(tree.elements.len())).map(ElementId) {
        let of_element = lines_of(tree, (&breaks, in_pre[id.index()]), id);
        if of_element.len() >= LEAST {
            found.extend(of_element);
        }
    }
    found.sort_unstable_by_key(Line::place);
    found
}

/// The elements and leaves of each child of an element; of a text no elements, but where they would be.
fn contents<'t>(
    tree: &'t Tree,
    id: ElementId,
) -> impl Iterator<Item = (Range<ElementId>, Range<u32>)> + use<'t> {
    let mut at = ElementId(id.0 + 1);
    tree.contents(id).map(move |child| match child {
        Child::Text(leaf) => (at..at, leaf..leaf + 1),
        Child::Element(id) => {
            let element = tree.element(id);
            at = element.end;
            (id..element.end, element.leaves.clone())
        }
    })
}

/// The lines of the direct content of an element.
fn lines_of(tree: &Tree, (breaks, is_pre): (&[bool], bool), id: ElementId) -> Vec<Line<'static>> {
    let mut lines: Vec<Line<'static>> = Vec::new();
    let (mut is_open, mut last) = (false, tree.element(id).tag.end);
    for (elements, leaves) in contents(tree, id) {
        let is_text = elements.is_empty();
        if !is_text && breaks[elements.start.index()] {
            is_open = false;
        } else if !leaves.is_empty() {
            let span = if is_text {
                tree.leaves[leaves.start as usize].span
            } else {
                tree.element(elements.start).span
            };
            let between = tree.source.get(last as usize..span.start as usize).unwrap_or_default();
            last = span.end;
            match lines.last_mut().filter(|_| is_open && !(is_pre && between.contains('\n'))) {
                Some(line) => (line.elements.end, line.leaves.end) = (elements.end, leaves.end),
                None => lines.push(Line { name: Cow::Borrowed(LINE), parent: id, elements, leaves }),
            }
            is_open = true;
        }
    }
    lines
}

/// The parts of a text between line ends and between several spaces.
fn parts<'a>(source: &'a str, leaf: &Leaf<'a>) -> Vec<Leaf<'a>> {
    let written = &source[leaf.span.range()];
    let mut parts = Vec::new();
    let mut part: Option<Range<usize>> = None;
    let mut add = |part: Option<Range<usize>>| {
        let Some(part) = part else { return };
        let text = collapsed(htmlize::unescape(&written[part.clone()]));
        let byte = |at: usize| leaf.span.start + number(at);
        let span = Span { start: byte(part.start), end: byte(part.end) };
        parts.extend(text.contains(char::is_alphanumeric).then_some(Leaf {
            parent: leaf.parent,
            text,
            span,
        }));
    };
    for (at, char) in written.char_indices().filter(|(_, char)| !char.is_ascii_whitespace()) {
        let end = at + char.len_utf8();
        match &mut part {
            // One space is between two words.
            Some(known) if at - known.end <= 1 && !written[known.end..at].contains(['\n', '\t']) => {
                known.end = end;
            }
            _ => add(part.replace(at..end)),
        }
    }
    add(part);
    parts
}

/// The cells of the lines of a preformatted element with a table: columns are parted by at least two spaces that nearly all lines have there.
fn cells(tree: &Tree, pre: ElementId) -> Vec<Line<'static>> {
    let element = tree.element(pre);
    if &*element.name != "pre" {
        return Vec::new();
    }
    let (places, filled) = places(tree.source, element.span);
    let place = |byte: u32| places[places.partition_point(|&(at, _)| at < byte).min(places.len() - 1)].1;
    let lines: Vec<ElementId> = (pre.0 + 1..element.end.0)
        .map(ElementId)
        .filter(|&id| tree.element(id).name == LINE && tree.element(id).parent == Some(pre))
        .collect();
    let blank: Vec<bool> =
        filled.iter().map(|&of| are_nearly_all(lines.len() - of.min(lines.len()), lines.len())).collect();
    // For each place the number of gaps before it, but for the margin.
    let first = blank.iter().position(|&is| !is).unwrap_or(blank.len());
    let mut columns = vec![0; blank.len() + 1];
    for at in 1..blank.len() {
        let ends_gap = !blank[at] && at > first + GAP && blank[at - GAP..at].iter().all(|&is| is);
        columns[at] = columns[at - 1] + usize::from(ends_gap);
    }
    if columns.iter().max() == Some(&0) {
        return Vec::new();
    }
    let mut found: Vec<Line<'static>> = Vec::new();
    for line in lines {
        for (elements, leaves) in contents(tree, line).filter(|(_, leaves)| !leaves.is_empty()) {
            let column = columns[place(tree.leaves[leaves.start as usize].span.start)];
            let name: Cow<'static, str> = format!("{CELL}{}", column + 1).into();
            match found.last_mut().filter(|last| last.parent == line && last.name == name) {
                Some(last) => (last.elements.end, last.leaves.end) = (elements.end, leaves.end),
                None => found.push(Line { name, parent: line, elements, leaves }),
            }
        }
    }
    found
}

/// The fewest spaces between two columns: one is between two words.
const GAP: usize = 2;

/// The place in its line of each word of preformatted text, with the byte where it is written; and how many lines have a character at each
/// place.
fn places(source: &str, span: Span) -> (Vec<(u32, usize)>, Vec<usize>) {
    let written = &source[span.range()];
    let (mut places, mut filled) = (vec![(0, 0)], Vec::new());
    let mut at = 0;
    for token in tokens(written).filter(|token| token.kind == TokenKind::Text) {
        let start = span.start + token.span.start;
        // A tag may begin a word.
        let mut is_open = false;
        for (char, bytes) in characters(token.text(written)) {
            let is_space = char.is_whitespace();
            if !is_space {
                places.extend((!is_open).then_some((start + bytes.start, at)));
                filled.resize(filled.len().max(at + 1), 0);
                filled[at] += 1;
            }
            is_open = !is_space;
            at = match char {
                '\n' => 0,
                '\t' => (at / TAB + 1) * TAB,
                char => at + 1 + usize::from(is_wide(char)),
            }
            .min(WIDEST);
        }
    }
    (places, filled)
}

/// The places of a line that are told apart: wider tables were not written by hand. It bounds the memory.
const WIDEST: usize = 1000;

/// The characters from one tab stop to the next (HTML Standard, section 15.3.3, by way of CSS Text, section 4.2).
const TAB: usize = 8;

#[cfg(test)]
mod tests {
    use super::super::tree::Tree;

    /// The texts of each element whose name begins so.
    fn texts(page: &str, name: &str) -> Vec<String> {
        let tree = Tree::new(page).lined().expect("lines");
        let named = tree.ids().filter(|&id| tree.element(id).name.starts_with(name));
        let text = |id| tree.leaves_of(id).iter().map(|leaf| &*leaf.text).collect::<Vec<_>>().join("|");
        named.map(text).collect()
    }

    #[test]
    fn texts_between_line_breaks_are_lines() {
        let page = "<h1>x</h1><p>Pike <b>Boats</b><br>Salem<br><br>Adams<br>Lowell</p>";
        assert_eq!(texts(page, "#line"), ["Pike|Boats", "Salem", "Adams", "Lowell"]);
        assert!(Tree::new("<ul><li>a<br>b<li>c<br>d</ul>").lined().is_none(), "two lines each");
    }

    #[test]
    fn all_else_of_the_tree_stays() {
        let page = "<div>a<br><i>b</i> c<br>d<p>e</p>f<br></div><p>g<b>h</b></p>";
        let (tree, lined) = (Tree::new(page), Tree::new(page).lined().unwrap());
        let is_own = |tree: &Tree, id: &_| !tree.element(*id).name.starts_with('#');
        let outline = |tree: &Tree| -> Vec<String> {
            let own = tree.ids().filter(|id| is_own(tree, id));
            let text = |id| tree.leaves_of(id).iter().map(|leaf| &*leaf.text).collect::<Vec<_>>().join("|");
            own.map(|id| format!("{} {} {:?}", tree.element(id).name, text(id), tree.element(id).span))
                .collect()
        };
        assert_eq!(outline(&lined), outline(&tree));
        for id in lined.ids() {
            let element = lined.element(id);
            let parent = lined.element(element.parent.unwrap());
            assert!(parent.depth + 1 == element.depth && element.end <= parent.end, "{}", element.name);
            assert!(parent.leaves.start <= element.leaves.start && element.leaves.end <= parent.leaves.end);
        }
        for (number, leaf) in (0..).zip(lined.leaves()) {
            assert!(lined.element(leaf.parent).leaves.contains(&number), "{}", leaf.text);
        }
    }

    #[test]
    fn aligned_texts_are_cells() {
        let page = "<pre>\n Ann Pike     Rovers   12:04\n Tom &amp; Co              13:02\n <a>Max</a>          Quincy    3:15\n</pre>";
        assert_eq!(texts(page, "#1"), ["Ann Pike", "Tom & Co", "Max"]);
        assert_eq!(texts(page, "#2"), ["Rovers", "Quincy"]);
        assert_eq!(texts(page, "#3"), ["12:04", "13:02", "3:15"]);
    }
}

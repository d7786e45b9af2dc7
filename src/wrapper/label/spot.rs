//! The texts of a page that can be labels.
//!
//! In: a page's tree. Out: an [`Outline`], the children of each element in document order, and the [`Spot`]s: whole
//! texts that are short enough for a label, and the words before each colon inside a text, or in brackets or before a sign at its
//! beginning. How many of these words
//! belong to the label is for the caller to decide, who knows other pages: `kg Place of birth: Rome`. Cells of tables with a header row are
//! no labels, even if they recur on other pages, but for header cells with a single row below.
//!
//! Time O(nodes + characters).

use super::mark::{Mark, in_lines, is_words, starts, with_colon, with_mark};
use crate::measure::{COLONS, LEAST, NAME, are_nearly_all, how_often, is_brief, is_wide};
pub(super) use crate::page::Child;
use crate::page::digest::{BASIS, mix, text};
use crate::page::{ElementId, Tree, is_heading, parts_lines};
use crate::record::header_cell_of;
use crate::record::role::date::is_in;
use crate::repeat::fold_digits;
use crate::token::Span;
use crate::wrapper::page::label_text::may_be_label;
use crate::wrapper::template::LabelForm;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::ops::Range;

/// The most bytes of a text in which labels are looked for.
const MAX_TEXT: usize = 2_000;

/// Whether elements of this name are labels by the HTML standard, or stress a text in the midst of others.
pub(super) fn is_label_element(name: &str) -> bool {
    is_heading(name)
        || matches!(
            name,
            "dt" | "th" | "legend" | "label" | "caption" | "summary" | "b" | "strong" | "em" | "i" | "u"
        )
}

/// The children of each element of a page, in document order, the hashes of the element paths, and the texts that can be labels.
pub(super) struct Outline<'a> {
    pub(super) tree: &'a Tree<'a>,
    children: Vec<Vec<Child>>,
    paths: Vec<u64>,
    /// For each element and each leaf its index among the children of its parent.
    at_element: Vec<usize>,
    at_leaf: Vec<usize>,
    /// The cells of rows that are alone below header cells, by these.
    below: HashMap<ElementId, ElementId>,
    /// The lines of cells, by the texts that are the same lines of the cells before these.
    beside_lines: HashMap<u32, Span>,
    /// The texts that can be labels, in document order.
    pub(super) spots: Vec<Spot>,
}

impl<'a> Outline<'a> {
    pub(super) fn new(tree: &'a Tree<'a>) -> Self {
        let mut outline = Outline {
            tree,
            children: Vec::with_capacity(tree.elements().len()),
            paths: Vec::with_capacity(tree.elements().len()),
            at_element: vec![0; tree.elements().len()],
            at_leaf: vec![0; tree.leaves().len()],
            below: HashMap::new(),
            beside_lines: HashMap::new(),
            spots: Vec::new(),
        };
        for &row in tree.rows_under_header().iter().filter(|&&row| tree.is_only_row(row)) {
            outline
                .below
                .extend(tree.cells(row).filter_map(|cell| Some((header_cell_of(tree, cell)?, cell))));
        }
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let around = element.parent.map_or(BASIS, |parent| outline.paths[parent.index()]);
            outline.paths.push(mix(around, text(&element.name)));
            let children: Vec<Child> = tree.contents(id).collect();
            for (at, child) in children.iter().enumerate() {
                match *child {
                    Child::Element(id) => outline.at_element[id.index()] = at,
                    Child::Text(leaf) => outline.at_leaf[leaf as usize] = at,
                }
            }
            outline.children.push(children);
        }
        outline.beside_lines = outline.find_beside_lines();
        outline.spots = outline.find_spots();
        outline
    }

    /// Finds the cells of several lines beside cells of as many lines of one text each.
    fn find_beside_lines(&self) -> HashMap<u32, Span> {
        let mut beside = HashMap::new();
        for row in self.tree.ids().filter(|&id| self.name(id) == "tr") {
            let cells: Vec<Vec<Range<u32>>> = self.tree.cells(row).map(|cell| self.lines(cell)).collect();
            for pair in cells.windows(2) {
                let is_one_each = pair[0].iter().all(|line| line.len() == 1);
                if is_one_each && pair[0].len() == pair[1].len() && pair[0].len() > 1 {
                    let span = |line: &Range<u32>| {
                        let leaf = |leaf: u32| self.tree.leaves()[leaf as usize].span;
                        Span { start: leaf(line.start).start, end: leaf(line.end - 1).end }
                    };
                    let lines = pair[0].iter().zip(&pair[1]).map(|(label, line)| (label.start, span(line)));
                    beside.extend(lines);
                }
            }
        }
        beside
    }

    /// The leaves of the lines of an element between its line breaks.
    fn lines(&self, id: ElementId) -> Vec<Range<u32>> {
        let mut lines = Vec::new();
        let mut from = self.tree.element(id).leaves.start;
        let breaks =
            self.children(id).filter(|child| matches!(child, Child::Element(id) if self.name(*id) == "br"));
        let ends = breaks.map(|child| self.leaves(child).start);
        for end in ends.chain([self.tree.element(id).leaves.end]) {
            if from < end {
                lines.push(from..end);
            }
            from = end;
        }
        lines
    }

    /// The line of the next cell that is beside a text.
    pub(super) fn beside_line(&self, leaf: u32) -> Option<Span> {
        self.beside_lines.get(&leaf).copied()
    }

    pub(super) fn name(&self, id: ElementId) -> &str {
        &self.tree.element(id).name
    }

    /// The cell below the header cell that a text is in, if no other one is below it.
    pub(super) fn below(&self, leaf: u32) -> Option<ElementId> {
        self.below.get(&self.cell_around(leaf)?).copied()
    }

    /// The two cells below that of a text, if the cell beside this holds one of these texts, too: the label before it or behind it.
    pub(super) fn below_in_row(&self, leaf: u32, labels: [Option<u32>; 2]) -> Option<[Option<ElementId>; 2]> {
        let cell = self.cell_around(leaf)?;
        let cells = &self.children[self.tree.element(cell).parent?.index()];
        let at = self.at_element[cell.index()];
        let [before, behind] = labels;
        let (label, beside) =
            if at + 1 < cells.len() { (behind, cells[at + 1]) } else { (before, cells[at.checked_sub(1)?]) };
        let is_label = label.is_some_and(|label| self.leaves(beside).contains(&label));
        is_label.then(|| [1, 2].map(|below| self.cell_in_row(cell, below)))
    }

    /// The only text of the cell above that of a text.
    pub(super) fn above(&self, leaf: u32) -> Option<u32> {
        let leaves = self.leaves(Child::Element(self.cell_in_row(self.cell_around(leaf)?, -1)?));
        (leaves.len() == 1).then_some(leaves.start)
    }

    /// The cell that a text is in.
    fn cell_around(&self, leaf: u32) -> Option<ElementId> {
        let mut around = self.tree.inclusive_ancestors(self.tree.leaves()[leaf as usize].parent);
        around.find(|&id| self.tree.is_cell(id))
    }

    /// The cell in a row so many below that of a cell, if it has as many cells.
    fn cell_in_row(&self, cell: ElementId, below: isize) -> Option<ElementId> {
        let row = self.tree.element(cell).parent?;
        let rows = &self.children[self.tree.element(row).parent?.index()];
        let other = rows.get(self.at_element[row.index()].checked_add_signed(below)?)?;
        let &Child::Element(other) = other else { return None };
        let cells = &self.children[other.index()];
        match cells.get(self.at_element[cell.index()]) {
            Some(&Child::Element(id)) if cells.len() == self.children[row.index()].len() => {
                Some(id).filter(|&id| self.tree.is_cell(id))
            }
            _ => None,
        }
    }

    /// The siblings after a child.
    pub(super) fn after(&self, child: Child) -> &[Child] {
        let (parent, at) = match child {
            Child::Text(leaf) => {
                (Some(self.tree.leaves()[leaf as usize].parent), self.at_leaf[leaf as usize])
            }
            Child::Element(id) => (self.tree.element(id).parent, self.at_element[id.index()]),
        };
        parent.map_or(&[], |parent| &self.children[parent.index()][at + 1..])
    }

    /// The elements right before and behind an element.
    pub(super) fn neighbours(&self, id: ElementId) -> impl Iterator<Item = ElementId> {
        let siblings = self.tree.element(id).parent.map_or(&[][..], |parent| &self.children[parent.index()]);
        let at = self.at_element[id.index()];
        let [before, behind] = [at.checked_sub(1), Some(at + 1)].map(|at| siblings.get(at?));
        before.into_iter().chain(behind).filter_map(|child| match child {
            Child::Element(id) => Some(*id),
            Child::Text(_) => None,
        })
    }

    /// The children of an element.
    pub(super) fn children(&self, id: ElementId) -> impl Iterator<Item = Child> {
        self.children[id.index()].iter().copied()
    }

    /// The leaves of a child.
    pub(super) fn leaves(&self, child: Child) -> Range<u32> {
        match child {
            Child::Text(leaf) => leaf..leaf + 1,
            Child::Element(id) => self.tree.element(id).leaves.clone(),
        }
    }

    /// The largest node that contains this leaf and no other one with a letter or a digit: `<dt><b>Pages</b>:</dt>`.
    pub(super) fn alone(&self, leaf: u32) -> Child {
        let mut child = Child::Text(leaf);
        let mut parent = Some(self.tree.leaves()[leaf as usize].parent);
        let is_bare = |leaf: u32| !self.tree.leaves()[leaf as usize].text.contains(char::is_alphanumeric);
        let is_alone = |id: &ElementId| {
            let around = self.leaves(Child::Element(*id));
            (around.start..leaf).rev().all(is_bare) && (leaf + 1..around.end).all(is_bare)
        };
        while let Some(id) = parent.filter(is_alone) {
            child = Child::Element(id);
            parent = self.tree.element(id).parent;
        }
        child
    }

    /// The hashes of the form of a label in a leaf, without its position and with it.
    fn form_hashes(&self, leaf: u32, colon: bool) -> [u64; 2] {
        let path = mix(self.paths[self.tree.leaves()[leaf as usize].parent.index()], u64::from(colon));
        self.place(leaf, colon).map_or([path; 2], |(at, name)| {
            let kind = mix(path, text(&name));
            [kind, mix(kind, at as u64 + 1)] // usize has 64 bits
        })
    }

    /// The position of the largest element that contains only this leaf in its parent, or of the leaf if its element has more children,
    /// with the identifiers of the elements up to that one; digits tell elements of one kind apart.
    fn place(&self, leaf: u32, colon: bool) -> Option<(usize, String)> {
        let id = self.tree.leaves()[leaf as usize].parent;
        if colon || is_label_element(self.name(id)) {
            return None;
        }
        let (at, last) = match self.alone(leaf) {
            Child::Text(_) => (self.at_leaf[leaf as usize], id),
            Child::Element(around) => (self.at_element[around.index()], around),
        };
        let up_to = self.tree.inclusive_ancestors(id).take_while(|&around| around >= last);
        let own = |id: ElementId| {
            self.tree.attribute(id, "id").into_iter().chain(self.tree.classes(id).map(Cow::from))
        };
        let names = up_to.flat_map(own).filter(|name| !name.bytes().any(|byte| byte.is_ascii_digit()));
        Some((at, names.collect::<Vec<_>>().join(" ")))
    }

    /// The form of a label in a leaf.
    pub(super) fn form(&self, leaf: u32, colon: bool) -> LabelForm {
        let around = self.tree.inclusive_ancestors(self.tree.leaves()[leaf as usize].parent);
        let mut tags: Vec<&str> = around.map(|id| self.name(id)).collect();
        tags.reverse();
        LabelForm { path: tags.join("/"), colon, place: self.place(leaf, colon) }
    }

    /// Whether a text is in the first of two cells of a row.
    pub(super) fn is_first_of_two(&self, leaf: u32) -> bool {
        self.cell_of_two(leaf) == Some(0)
    }

    /// Whether a text is in a description of a term, or in the second of two cells of a row.
    pub(super) fn is_described(&self, leaf: u32) -> bool {
        let mut around = self.tree.inclusive_ancestors(self.tree.leaves()[leaf as usize].parent);
        self.cell_of_two(leaf) == Some(1) || around.any(|id| self.name(id) == "dd")
    }

    /// The place of the cell of a text in its row, if this has two cells.
    fn cell_of_two(&self, leaf: u32) -> Option<usize> {
        let cell = self.cell_around(leaf)?;
        let cells: Vec<ElementId> = self.tree.cells(self.tree.element(cell).parent?).take(3).collect();
        cells.iter().position(|&one| one == cell).filter(|_| cells.len() == 2)
    }

    /// Whether the parent of a leaf is a label by its name.
    pub(super) fn is_in_label_element(&self, leaf: u32) -> bool {
        is_label_element(self.name(self.tree.leaves()[leaf as usize].parent))
    }

    /// Whether a text is a label whatever other pages have: by its element, by its cell, or because it ends with a sign and no word is before it.
    pub(super) fn is_told(&self, spot: &Spot) -> bool {
        if spot.colon {
            return spot.leads && !spot.is_noted;
        }
        let leaf = &self.tree.leaves()[spot.leaf as usize];
        let parent = leaf.parent;
        // The amount before what it is of is no label.
        self.is_first_of_two(spot.leaf) && !leaf.text.starts_with(char::is_numeric)
            || self.tree.inclusive_ancestors(parent).take(2).any(|id| matches!(self.name(id), "th" | "dt"))
    }

    /// The texts that the lines of an element begin with, if all of them go on with another short one, and begin in the same markup, which
    /// is no link. Names are no labels where nearly all go on with a date or the same words: `Ann says`.
    pub(super) fn leading(&self) -> HashSet<u32> {
        let mut leading: HashMap<u64, Vec<(u32, String)>> = HashMap::new();
        let linked = self.tree.within(|id| self.tree.is_link(id));
        for id in self.tree.ids().filter(|&id| parts_lines(self.name(id))) {
            let is_part = |child| matches!(child, Child::Element(id) if parts_lines(self.name(id)) && self.name(id) != "br");
            if self.children(id).any(is_part) {
                continue;
            }
            let lines = self.lines(id);
            let leaf = |at: u32| &self.tree.leaves()[at as usize];
            let name = |line: &Range<u32>| self.name(leaf(line.start).parent);
            let is_labelled = |line: &Range<u32>| {
                let rest: usize = (line.start + 1..line.end).map(|at| leaf(at).text.chars().count()).sum();
                rest > 0
                    && rest < NAME
                    && name(line) == name(&lines[0])
                    && may_be_label(&leaf(line.start).text)
                    && !linked[leaf(line.start).parent.index()]
            };
            if lines.iter().all(is_labelled) {
                for line in lines {
                    let [kind, _] = self.form_hashes(line.start, false);
                    let rest = &leaf(line.start + 1).text;
                    let said =
                        if is_in(std::iter::once(&**rest)) { String::new() } else { fold_digits(rest) };
                    leading.entry(kind).or_default().push((line.start, said));
                }
            }
        }
        let are_labels = |lines: &Vec<(u32, String)>| {
            // Amounts of one unit are values.
            let is_amount = |said: &str| said.starts_with('0') && said.split(' ').count() < 3;
            let said = how_often(lines.iter().map(|(_, said)| said).filter(|said| !is_amount(said)));
            !said.values().any(|&often| often >= LEAST && are_nearly_all(often, lines.len()))
        };
        leading.into_values().filter(are_labels).flatten().map(|(leaf, _)| leaf).collect()
    }

    /// Whether a label continues an equal one before it: it is the first text of its line or row, or inside the same text.
    pub(super) fn continues(&self, before: u32, leaf: u32) -> bool {
        let around = self.tree.inclusive_ancestors(self.tree.leaves()[leaf as usize].parent);
        let own = around.map(|id| self.tree.element(id).leaves.start).take_while(|&start| start > before);
        own.last().is_none_or(|start| start == leaf)
    }

    fn find_spots(&self) -> Vec<Spot> {
        let mut spots = Vec::new();
        let [in_title, in_pre] = ["h1", "pre"].map(|name| self.tree.within(|id| self.name(id) == name));
        let is_under_header = |id: ElementId| {
            let row = self.tree.inclusive_ancestors(id).find(|&id| self.name(id) == "tr");
            row.is_some_and(|row| self.tree.is_under_header(row))
        };
        for (number, leaf) in (0..).zip(self.tree.leaves()) {
            let (text, [kind, form]) = (&*leaf.text, self.form_hashes(number, true));
            let before = spots.len();
            // The main heading says what the page is about, in whatever words: a colon in it ends no label.
            let is_in_title = in_title[leaf.parent.index()];
            let written = &self.tree.source[leaf.span.range()];
            let is_drawn = in_pre[leaf.parent.index()];
            let mut in_lines = if is_drawn && !is_in_title { in_lines(written, text) } else { Vec::new() };
            if in_lines.is_empty() && !is_in_title && text.len() <= MAX_TEXT {
                let colons = with_colon(text).filter(|&[start, end, _]| !starts(text, start..end).is_empty());
                in_lines.extend(colons.map(|part| (part, Mark::Sign)));
                if in_lines.is_empty() {
                    in_lines.extend(with_mark(text, written));
                }
            }
            for ([start, end, rest], mark) in in_lines {
                let starts = match mark {
                    Mark::Sign => starts(text, start..end),
                    // A note with a number is none, `6 ft (1.83 m)`, and what follows a term belongs to it.
                    Mark::Note if self.is_in_label_element(number) || !is_words(&text[start..end]) => {
                        Vec::new()
                    }
                    Mark::Line | Mark::Note => vec![start],
                };
                let Some(&first) = starts.last() else { continue };
                // Where colons end labels, other signs need not.
                let other = u64::from(!text[end..rest].contains(COLONS));
                let [kind, form] = [kind, form].map(|hash| mix(hash, other));
                let leads = mark == Mark::Line || !text[..first].contains(char::is_alphabetic);
                let is_noted = mark == Mark::Note;
                spots.push(Spot {
                    leaf: number,
                    starts,
                    end,
                    rest,
                    kind,
                    form,
                    colon: true,
                    leads,
                    is_noted,
                });
            }
            if spots[before..].iter().all(|spot| spot.is_noted)
                && is_brief(text)
                && text.contains(char::is_alphabetic)
                && (self.below(number).is_some() || !is_under_header(leaf.parent))
            {
                let [kind, form] = self.form_hashes(number, false);
                spots.push(Spot {
                    leaf: number,
                    starts: vec![0],
                    end: text.len(),
                    rest: text.len(),
                    kind,
                    form,
                    colon: false,
                    leads: true,
                    is_noted: false,
                });
            }
        }
        spots
    }
}

/// A text that can be a label.
pub(super) struct Spot {
    pub(super) leaf: u32,
    /// The positions in the leaf's text at which it can begin, the last one first.
    pub(super) starts: Vec<usize>,
    /// Where its last word ends.
    pub(super) end: usize,
    /// Where the text after it begins.
    pub(super) rest: usize,
    /// The hash of its form without the position, and that of its form.
    pub(super) kind: u64,
    pub(super) form: u64,
    pub(super) colon: bool,
    /// Whether no word is before it in its line.
    pub(super) leads: bool,
    /// Whether it can be a note: it is in round brackets, or in brackets behind its value.
    pub(super) is_noted: bool,
}

impl Spot {
    /// The label if no other page tells how long it is: up to the sign before it; of a text without signs the shortest one that begins with
    /// a capital letter, if one does.
    pub(super) fn told_label<'t>(&self, tree: &'t Tree) -> Option<&'t str> {
        let text = &*tree.leaves()[self.leaf as usize].text;
        let (mut labels, &longest) = (self.labels(tree), self.starts.last()?);
        let is_word = |char: char| char.is_alphanumeric() || char == '"';
        if self.leads
            || !text[..longest].trim_end().ends_with(is_word)
            || text[longest..].starts_with(is_wide)
        {
            return labels.last().map(|(_, label)| label);
        }
        let capital = labels.find(|(_, label)| label.starts_with(char::is_uppercase));
        capital.or_else(|| self.labels(tree).next()).map(|(_, label)| label)
    }

    /// The possible labels, the shortest one first.
    pub(super) fn labels<'t>(&self, tree: &'t Tree) -> impl Iterator<Item = (usize, &'t str)> {
        let text = &*tree.leaves()[self.leaf as usize].text;
        self.starts.iter().map(move |&start| (start, &text[start..self.end]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(page: &str) -> Vec<Vec<String>> {
        let tree = Tree::whole(page);
        let outline = Outline::new(&tree);
        let of = |spot: &Spot| spot.labels(&tree).map(|(_, label)| label.to_owned()).collect();
        outline.spots.iter().map(of).collect()
    }

    #[test]
    fn signs_and_columns_are_between_labels_and_values() {
        for page in
            ["Age = 12", "Age | 12", "Age ..... 12", "Age.....12", "Age -&gt; 12", "• Age » 12", "[Age] 12"]
        {
            assert_eq!(labels(&format!("<li>{page}")), [["Age"]], "{page}");
        }
        assert_eq!(labels("<pre>\nAge      12\nTown\tRome &amp; Ostia\n</pre>"), [["Age"], ["Town"]]);
        assert_eq!(labels("<p>■住所 東京都"), [["所", "住所"]]);
        for page in ["Rhythm + Blues", "Rhythm   Blues", "Rhythm-Blues", "山田 太郎"] {
            let text = page.split_whitespace().collect::<Vec<_>>().join(" ");
            assert_eq!(labels(&format!("<p>{page}")), [[text]]);
        }
    }

    #[test]
    fn labels_inside_a_text_end_with_a_colon() {
        let two = labels("<p>Weight: 3 kg Place of birth: Rome");
        assert_eq!(two, [vec!["Weight"], vec!["birth", "of birth", "Place of birth"]]);
        // A label with capitals begins with one, and a capitalized word is no unit.
        let date = labels("<p>By: Ann lee Date of Birth: 1950 Number of Pages: 3 GB Page Size: 4");
        let last = |labels: &Vec<String>| labels.last().cloned();
        assert_eq!(
            date.iter().filter_map(last).collect::<Vec<_>>(),
            ["By", "Ann lee Date of Birth", "Number of Pages", "Page Size"]
        );
        assert_eq!(date[1][..2], ["Birth", "Date of Birth"]);
        assert_eq!(labels("<p>2時限 講義室:A101"), [["室", "義室", "講義室", "限 講義室", "時限 講義室"]]);
        // Nothing inside it: as a whole it may be a heading.
        assert_eq!(labels("<p>http://a.b/ 10:30"), [["http://a.b/ 10:30"]]);
        assert_eq!(labels("<b>ISBN-13</b>"), [["ISBN-13"]]);
    }
}

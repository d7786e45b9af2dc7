//! Which lines are phrases: one value, though marks part it into several texts.
//!
//! ```text
//! The <b>red</b> fox and the <b>red</b> hen     marks come as they like
//! Dune, Dune <i>Messiah</i>, Dune               most are one text
//! <i>by</i> F. Herbert, by <a>J. Austen</a>     a word stays with what it is said of
//! Weight: <b>3 kg</b>, Pages: <b>412</b>        labels that change from record to record stay with their values
//! <a>The red <b>fox</b></a>, <a>Red hen</a>       the words of one link, of which a search marks some
//!
//! <a>Dune</a> (1965)                            no phrase: each part is a value of its own
//! ```
//!
//! Own text of a line is what stands in the innermost element around it and not in the elements therein.

use super::cell::{Cell, Key, Keyed, Kind, Seen};
use super::heading;
use super::place::{Part, Placed};
use crate::measure::{are_most, are_some};
use crate::page::{ElementId, Leaf, Tree, text};
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Tells phrases among the columns of some records.
pub(super) struct Phrases<'a> {
    records: &'a [Placed<'a>],
    /// For each record, for each leaf the column of its text; none in prose.
    owners: Vec<Vec<Option<&'a Key>>>,
}

/// What is counted of the lines of several texts in a column.
#[derive(Default)]
struct Count {
    lines: usize,
    chars: usize,
    own_chars: usize,
    /// Lines that hold two texts of one place.
    recurring: usize,
    /// Lines that begin with an element.
    headed: usize,
    /// Lines most of whose texts are prose.
    prose: usize,
    /// Lines that are the words of one link, with own text and marks alone.
    linked: usize,
    /// How many texts follow another one, and how many of them with nothing between that is shown.
    followers: usize,
    adjoining: usize,
}

impl<'a> Phrases<'a> {
    pub(super) fn new(records: &'a [Placed<'a>], rows: &'a [Vec<Keyed<'a>>]) -> Self {
        let owners = records.iter().zip(rows).map(|((part, _), cells)| {
            let mut owners = vec![None; part.record.leaves.len()];
            for (key, cell) in
                cells.iter().filter(|(_, cell)| cell.kind == Kind::Text && cell.leaves.len() == 1)
            {
                owners[(cell.leaves.start - part.record.leaves.start) as usize] = Some(key);
            }
            owners
        });
        Phrases { records, owners: owners.collect() }
    }

    /// Whether a column is of phrases.
    pub(super) fn has(&self, column: &Seen<'_>) -> bool {
        if !column.is_line() {
            return false;
        }
        let lines: Vec<&(usize, &Cell)> =
            column.cells.iter().filter(|(_, cell)| cell.leaves.len() > 1).collect();
        let count = self.count(&lines);
        if 2 * count.lines < column.cells.len() && count.may_be_one() {
            return true;
        }
        count.is_prose()
            || count.is_of_links()
            || column.key.kind != Kind::Rest && self.have_words_or_labels(&lines)
    }

    fn count(&self, lines: &[&(usize, &Cell)]) -> Count {
        let mut count = Count { lines: lines.len(), ..Count::default() };
        for &&(row, line) in lines {
            let (part, places) = &self.records[row];
            let leaves = part.page.tree.leaves_from(line.leaves.clone());
            let around = part.page.tree.around(line.leaves.clone());
            let owners = self.owners(row, &line.leaves);
            let mut seen = HashSet::new();
            let mut recurs = false;
            for (leaf, owner) in leaves.iter().zip(owners) {
                let chars = leaf.text.chars().count();
                count.chars += chars;
                count.own_chars += if leaf.parent == around { chars } else { 0 };
                // What a label tells apart is not the same place.
                let is_told = owner.is_some_and(|key| key.label.is_some());
                recurs |= !is_told && !seen.insert(&**places.at(leaf.parent));
            }
            count.recurring += usize::from(recurs);
            count.headed += usize::from(leaves[0].parent != around);
            count.linked += usize::from(is_marked_link(part.page.tree, leaves, around));
            count.prose +=
                usize::from(2 * owners.iter().filter(|owner| owner.is_none()).count() > owners.len());
            count.followers += leaves.len() - 1;
            count.adjoining += leaves.windows(2).filter(|pair| adjoin(part, pair)).count();
        }
        count
    }

    fn owners(&self, row: usize, leaves: &Range<u32>) -> &[Option<&'a Key>] {
        let first = self.records[row].0.record.leaves.start;
        &self.owners[row][(leaves.start - first) as usize..(leaves.end - first) as usize]
    }

    /// Whether most lines are a pair of own text and an element, of which one has always the same words and is no
    /// link, or is a label that differs from line to line: no more than half of them the same, each twice or more on average.
    fn have_words_or_labels(&self, lines: &[&(usize, &Cell)]) -> bool {
        let (mut firsts, mut seconds): (Words<'_>, Words<'_>) = (Words::default(), Words::default());
        let mut labels = Words::default();
        for &&(row, line) in lines {
            let (part, _) = &self.records[row];
            let tree = part.page.tree;
            let [first, second] = tree.leaves_from(line.leaves.clone()) else { continue };
            let around = tree.around(line.leaves.clone());
            let is_own = |leaf: &Leaf<'_>| leaf.parent == around;
            if !(is_own(first) || is_own(second)) || is_marked(part, line) {
                continue;
            }
            if !ends_as_label(&first.text) {
                for (words, leaf) in [(&mut firsts, first), (&mut seconds, second)] {
                    words.add(if is_linked(tree, leaf, around) { "" } else { &leaf.text });
                }
            } else if self.owners(row, &line.leaves)[0].is_none_or(|key| key.kind != Kind::Label) {
                labels.add(&first.text);
            }
        }
        let most = |count: usize| are_most(count, lines.len());
        let have_words = most(firsts.all) && most(firsts.most()) != most(seconds.most());
        have_words || most(labels.all) && 2 * labels.most() < labels.all && 2 * labels.of.len() < labels.all
    }
}

impl Count {
    /// Whether it can be one text that is marked now and then: with own text, or nothing between its parts. A list has
    /// commas or spaces between.
    fn may_be_one(&self) -> bool {
        self.own_chars > 0 || 2 * self.adjoining >= self.followers
    }

    /// Whether marks come as they like: texts of one place recur in some lines, or one line begins with own text and the
    /// next with a mark. With less own text, lists of links are taken for prose. Where most lines begin with an element, that is a part of its own.
    fn is_prose(&self) -> bool {
        let is_own = are_some(self.own_chars, self.chars);
        let come_as_they_like = are_some(self.recurring, self.lines) || are_some(self.headed, self.lines);
        2 * self.prose > self.lines || is_own && come_as_they_like && !are_most(self.headed, self.lines)
    }

    /// Whether the lines are links whose words are marked here and there, as a search marks what was asked for. Where most lines
    /// begin with an element and have no other one, that is a part of its own.
    fn is_of_links(&self) -> bool {
        are_most(self.linked, self.lines)
            && (are_some(self.recurring, self.lines) || !are_most(self.headed, self.lines))
    }
}

/// How often which words come.
#[derive(Default)]
struct Words<'a> {
    all: usize,
    of: HashMap<&'a str, usize>,
}

impl<'a> Words<'a> {
    fn add(&mut self, words: &'a str) {
        self.all += 1;
        *self.of.entry(words).or_default() += 1;
    }

    /// How often the commonest come; those of links do not count.
    fn most(&self) -> usize {
        self.of.iter().filter(|(words, _)| !words.is_empty()).map(|(_, &count)| count).max().unwrap_or(0)
    }
}

/// Whether a text ends as labels do, with a colon.
pub(crate) fn ends_as_label(text: &str) -> bool {
    text.ends_with([':', '：'])
}

/// Whether a text of a line stands in a link therein.
fn is_linked(tree: &Tree, leaf: &Leaf<'_>, around: ElementId) -> bool {
    let inside = std::iter::successors(Some(leaf.parent), |&id| tree.element(id).parent);
    inside.take_while(|&id| id != around).any(|id| &*tree.element(id).name == "a")
}

/// Whether texts are those of one link: its own, and such as are marked; no label is among them.
fn is_marked_link(tree: &Tree, leaves: &[Leaf<'_>], around: ElementId) -> bool {
    let is_own = |leaf: &Leaf<'_>| leaf.parent == around;
    let is_mark =
        |leaf: &Leaf<'_>| matches!(&*tree.element(leaf.parent).name, "b" | "em" | "mark" | "strong");
    let mut outside = std::iter::successors(Some(around), |&id| tree.element(id).parent);
    let own = tree.element(around).leaves.clone();
    let is_link =
        outside.by_ref().take_while(|&id| tree.element(id).leaves == own).any(|id| tree.is_link(id));
    let is_labelled = leaves.iter().rev().skip(1).any(|leaf| ends_as_label(&leaf.text));
    is_link
        && !is_labelled
        && leaves.iter().any(is_own)
        && leaves.iter().all(|leaf| is_own(leaf) || is_mark(leaf))
}

/// Whether nothing is shown between two texts but space.
fn adjoin(part: &Part<'_>, pair: &[Leaf<'_>]) -> bool {
    let between = Span { start: pair[0].span.end, end: pair[1].span.start };
    text(part.page.tree, part.page.source, between).trim().is_empty()
}

/// Whether the standard says of a part that it is a value: a time, or a property.
fn is_marked(part: &Part<'_>, line: &Cell) -> bool {
    let tree = part.page.tree;
    line.leaves.clone().any(|leaf| {
        let element = tree.leaves()[leaf as usize].parent;
        let cell = Cell { kind: Kind::Text, element, leaves: leaf..leaf + 1, span: line.span };
        &*tree.element(element).name == "time" || heading::property(*part, &cell).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Listed, Width, table};
    use crate::page::{ElementId, Tree, text};
    use crate::repeat::Record;

    /// The values of the first record of a list with such items.
    fn values(items: &[&str]) -> Vec<String> {
        let page = items.iter().map(|item| format!("<li>{item}</li>")).collect::<Vec<_>>().concat();
        let tree = Tree::new(&page);
        let heads: Vec<ElementId> = tree.ids().filter(|&id| &*tree.element(id).name == "li").collect();
        let records: Vec<Record> = heads.into_iter().map(|id| Record::element(&tree, id)).collect();
        let table = table(&[Listed { tree: &tree, source: &page, records: &records }], Width::Informative);
        let is_text = |field: &&Field| table.columns.columns()[field.column].key.kind.is_text();
        table.fields[0][0].iter().filter(is_text).map(|field| text(&tree, &page, field.span)).collect()
    }

    #[test]
    fn marks_that_come_as_they_like_part_no_value() {
        let found = values(&[
            "<p>The <b>red</b> fox and the <b>red</b> hen</p><i>1</i>",
            "<p>A house of <b>red</b> brick</p><i>2</i>",
            "<p><b>Red</b> as the <b>red</b> sea</p><i>3</i>",
        ]);
        assert_eq!(found, ["The red fox and the red hen", "1"]);
    }

    #[test]
    fn what_is_mostly_one_text_is_one_value() {
        let found = values(&["<p>Dune</p>", "<p>Dune <i>Messiah</i></p>", "<p>Emma</p>", "<p>Walden</p>"]);
        assert_eq!(found, ["Dune"]);
    }

    #[test]
    fn a_word_stays_with_what_it_is_said_of() {
        let found = values(&[
            "<p>by <b>Ann</b></p><i>1</i>",
            "<p>by <b>Bob</b></p><i>2</i>",
            "<p>by <b>Cy</b></p><i>3</i>",
        ]);
        assert_eq!(found, ["by Ann", "1"]);
    }

    #[test]
    fn a_link_of_the_same_words_is_no_part_of_what_stands_before_it() {
        let found = values(&[
            "1 May <a href=a>Agenda</a>",
            "8 May <a href=b>Agenda</a>",
            "9 June <a href=c>Agenda</a>",
        ]);
        assert_eq!(found, ["1 May"]);
    }

    #[test]
    fn a_link_whose_words_a_search_marks_is_one_value() {
        let found = values(&[
            "<a href=1>Rain over the <em>valley</em> of kings</a><i>1</i>",
            "<a href=2>The <em>valley</em> in winter</a><i>2</i>",
            "<a href=3>Who owns the <em>valley</em> now</a><i>3</i>",
        ]);
        assert_eq!(found, ["Rain over the valley of kings", "1"]);
        let parted = values(&[
            "<a href=1><b>Dune</b> 1965</a>",
            "<a href=2><b>Emma</b> 1815</a>",
            "<a href=3><b>Walden</b> 1854</a>",
        ]);
        assert_eq!(parted, ["Dune", "1965"]);
        let labelled = values(&[
            "<a href=1>Case 16: <em>Ann v. Bob</em></a>",
            "<a href=2>Case 19: <em>Cy v. Dee</em></a>",
            "<a href=3>Case 24: <em>Eve v. Flo</em></a>",
        ]);
        assert_eq!(labelled, ["Case 16:", "Ann v. Bob"]);
    }

    #[test]
    fn values_behind_labels_are_parts() {
        let item = |weight, pages| format!("<p>Weight: <b>{weight}</b>, Pages: <i>{pages}</i></p>");
        let items = [item("3 kg", "412"), item("2 kg", "99"), item("5 kg", "307"), item("1 kg", "20")];
        assert_eq!(values(&items.each_ref().map(String::as_str)), ["3 kg", "412"]);
    }
}

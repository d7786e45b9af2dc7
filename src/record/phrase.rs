//! Finds the columns whose lines are phrases: one value, although marks split it into several texts.
//!
//! ```text
//! The <b>red</b> fox and the <b>red</b> hen     marks at arbitrary positions
//! Dune, Dune <i>Messiah</i>, Dune               most lines are one text
//! map of the <em>river</em> and the harbour     the same word is marked in most lines
//! <i>by</i> F. Herbert, by <a>J. Austen</a>     a constant word stays with its value
//! Weight: <b>3 kg</b>, Pages: <b>412</b>        labels that vary from record to record stay with their values
//! <a>The red <b>fox</b></a>, <a>Red hen</a>       the words of one link, some marked by a search
//! <i>$</i><b>9</b><sup>50</sup>                   a number in several parts with nothing between
//! <i>23</i><i>Mar</i><i>2022</i>                 a date in several parts
//!
//! <a>Dune</a> (1965)                            no phrase: each part is a value of its own
//! ```
//!
//! In: the cells of the records by column. Out: whether a column consists of phrases. The *own text* of a line is the text directly
//! in the innermost element around the line, not in a descendant. Time is linear in the texts of the lines.

use super::cell::{Cell, ColumnCells, Key, KeyedCell, Kind};
use super::heading;
use super::label::ends_as_label;
use super::line::Inside;
use super::own_texts::OwnTexts;
use super::place::{PlacedRecord, RecordInPage};
use super::spelled::are_date;
use super::text_kind::TextKind;
use crate::measure::{are_most, are_some, how_often};
use crate::page::{Child, ElementId, Leaf, Tree, text};
use crate::token::Span;
use hashbrown::{HashMap, HashSet};
use std::ops::Range;

/// Recognizes phrases among the columns of some records.
pub(super) struct Phrases<'a> {
    records: &'a [PlacedRecord<'a>],
    /// For each leaf of each record the key of its text cell; `None` in prose.
    owners: Vec<Vec<Option<&'a Key>>>,
    /// The texts of each record that are cut into several values.
    cut: Vec<Vec<u32>>,
}

/// Statistics of the lines with several texts in a column.
#[derive(Default)]
struct PhraseCounts {
    lines: usize,
    chars: usize,
    own_chars: usize,
    own_texts: OwnTexts,
    /// Lines with two texts at one path and no line break between.
    recurring: usize,
    /// Texts that are divided at line breaks and nowhere else, with the kinds of their lines.
    broken: Vec<Vec<TextKind>>,
    /// Lines that begin with an element.
    headed: usize,
    /// Lines with mostly texts of prose.
    prose: usize,
    /// Lines that are the text of one link and consist of own text and marks.
    linked: usize,
    /// The number of texts that follow another one, and of those with nothing visible between.
    followers: usize,
    adjoining: usize,
    /// Lines that are a number or a date in several parts.
    numbers: usize,
    dates: usize,
}

impl<'a> Phrases<'a> {
    pub(super) fn new(records: &'a [PlacedRecord<'a>], rows: &'a [Vec<KeyedCell<'a>>]) -> Self {
        let mut cut = vec![Vec::new(); records.len()];
        let owners = records.iter().zip(rows).zip(&mut cut).map(|(((part, _), cells), cut)| {
            let mut owners = vec![None; part.record.leaves.len()];
            for (key, cell) in cells
                .iter()
                .filter(|(_, cell)| matches!(cell.kind, Kind::Text | Kind::Value) && cell.leaves.len() == 1)
            {
                let owner = &mut owners[(cell.leaves.start - part.record.leaves.start) as usize];
                if owner.replace(key).is_some() {
                    cut.push(cell.leaves.start);
                }
            }
            owners
        });
        Phrases { records, owners: owners.collect(), cut }
    }

    /// Whether a column consists of phrases.
    pub(super) fn has(&self, column: &ColumnCells<'_>) -> bool {
        let is_cut =
            |(row, cell): &&(usize, &Cell)| self.cut[*row].iter().any(|leaf| cell.leaves.contains(leaf));
        if !column.is_line() || are_some(column.cells.iter().filter(is_cut).count(), column.cells.len()) {
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
            || count.lines > 0 && are_most(count.numbers.max(count.dates), count.lines)
            || column.key.kind != Kind::Rest && self.have_words_or_labels(&lines)
            || self.have_a_marked_word(&lines)
    }

    /// Whether most lines are own text, one and the same marked word, and own text that varies: the word that a search looked for.
    fn have_a_marked_word(&self, lines: &[&(usize, &Cell)]) -> bool {
        let mut marked: WordCounts<'_> = WordCounts::default();
        let mut before: HashSet<&str> = HashSet::new();
        for &&(row, line) in lines {
            let tree = self.records[row].0.page.tree;
            let [first, word, last] = tree.leaves_from(line.leaves.clone()) else { continue };
            let is_own = |leaf: &Leaf<'_>| leaf.parent == tree.around(line.leaves.clone());
            if is_own(first) && is_mark(tree, word) && is_own(last) && !ends_as_label(&word.text) {
                marked.add(&word.text);
                before.insert(&first.text);
            }
        }
        are_most(marked.most(), lines.len()) && are_most(before.len(), lines.len())
    }

    fn count(&self, lines: &[&(usize, &Cell)]) -> PhraseCounts {
        let mut count = PhraseCounts { lines: lines.len(), ..PhraseCounts::default() };
        // A line that lacks a part may be in an inner element: that is no line without a head.
        let mut places = WordCounts::default();
        for &&(row, line) in lines {
            let (part, paths) = &self.records[row];
            places.add(paths.at(part.page.tree.around(line.leaves.clone())));
        }
        let usual = places.of.iter().max_by_key(|&(place, times)| (times, place)).map(|(place, _)| *place);
        for &&(row, line) in lines {
            let (part, paths) = &self.records[row];
            let leaves = part.page.tree.leaves_from(line.leaves.clone());
            let around = part.page.tree.around(line.leaves.clone());
            let is_own = |leaf: &Leaf<'_>| leaf.parent == around && usual == Some(&**paths.at(around));
            let owners = self.owners(row, &line.leaves);
            let lines = lines_of(part, line);
            if lines.len() > 1
                && lines.len() == leaves.len()
                && leaves.iter().all(|leaf| leaf.parent == around)
            {
                let kind =
                    |line: &Range<u32>| TextKind::of(&part.page.tree.leaves()[line.start as usize].text);
                count.broken.push(lines.iter().map(kind).collect());
            }
            let mut seen = HashSet::new();
            let mut recurs = false;
            for ((leaf, number), owner) in leaves.iter().zip(line.leaves.clone()).zip(owners) {
                if lines.binary_search_by_key(&number, |line| line.start).is_ok() {
                    seen.clear();
                }
                let chars = leaf.text.chars().count();
                count.chars += chars;
                if is_own(leaf) {
                    count.own_chars += chars;
                    count.own_texts.add(&leaf.text);
                }
                // Texts with different labels have different columns.
                let is_labelled = owner.is_some_and(|key| key.label.is_some());
                recurs |= !is_labelled && !seen.insert(&**paths.at(leaf.parent));
            }
            count.recurring += usize::from(recurs);
            count.headed += usize::from(!is_own(&leaves[0]));
            count.linked += usize::from(is_marked_link(part.page.tree, leaves, around));
            // Own text that is a cell is beside prose.
            let is_beside =
                leaves.iter().zip(owners).any(|(leaf, owner)| leaf.parent == around && owner.is_some());
            let without = owners.iter().filter(|owner| owner.is_none()).count();
            count.prose += usize::from(2 * without > owners.len() && !is_beside);
            count.followers += leaves.len() - 1;
            count.adjoining += leaves.windows(2).filter(|pair| adjoin(part, pair)).count();
            count.numbers += usize::from(is_number(part, line, leaves));
            count.dates += usize::from(are_date(leaves));
        }
        count
    }

    /// The keys of the text cells of some leaves.
    fn owners(&self, row: usize, leaves: &Range<u32>) -> &[Option<&'a Key>] {
        let first = self.records[row].0.record.leaves.start;
        &self.owners[row][(leaves.start - first) as usize..(leaves.end - first) as usize]
    }

    /// Whether most lines consist of two texts, at least one of them own text, where either exactly one of the two has the same
    /// words in most lines and is no link; or the first is a label that varies: the most frequent label has less than half of
    /// the lines, and a label occurs more than twice on average.
    fn have_words_or_labels(&self, lines: &[&(usize, &Cell)]) -> bool {
        let (mut firsts, mut seconds): (WordCounts<'_>, WordCounts<'_>) =
            (WordCounts::default(), WordCounts::default());
        let mut labels = WordCounts::default();
        for &&(row, line) in lines {
            let (part, _) = &self.records[row];
            let tree = part.page.tree;
            let [first, second] = tree.leaves_from(line.leaves.clone()) else { continue };
            let around = tree.around(line.leaves.clone());
            let is_own = |leaf: &Leaf<'_>| leaf.parent == around;
            if !(is_own(first) || is_own(second)) || has_declared_value(part, line) {
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

impl PhraseCounts {
    /// Whether the lines may be one text with occasional marks: there is own text, or mostly nothing between the parts. A list has
    /// commas or other signs between.
    fn may_be_one(&self) -> bool {
        self.own_chars > 0 || 2 * self.adjoining >= self.followers
    }

    /// Whether the lines are prose with marks at arbitrary positions: some lines have several texts at one path, or some lines
    /// begin with a mark and others with own text. With less own text, lists of links would be taken for prose. An element at
    /// the beginning of most lines is a value of its own.
    fn is_prose(&self) -> bool {
        let is_own = are_some(self.own_chars, self.chars);
        let come_as_they_like = are_some(self.recurring, self.lines) || are_some(self.headed, self.lines);
        let is_headed = are_most(self.headed, self.lines);
        2 * self.prose > self.lines
            || are_some(self.broken.len(), self.lines) && !self.are_values()
            || is_own && come_as_they_like && !is_headed && !self.own_texts.are_of_template(self.lines)
    }

    /// Whether the lines of texts with line breaks are values: they are as many in most texts, and not all of them long; or their kinds
    /// tell them apart. Else a text is broken to fit its box.
    fn are_values(&self) -> bool {
        let same = how_often(self.broken.iter().map(Vec::len)).into_values().max().unwrap_or(0);
        let has = |is: fn(&TextKind) -> bool| {
            are_most(self.broken.iter().filter(|kinds| kinds.iter().any(is)).count(), self.broken.len())
        };
        are_most(same, self.lines) && has(|kind| *kind != TextKind::Prose)
            || has(|kind| !matches!(kind, TextKind::Words | TextKind::Prose))
    }

    /// Whether the lines are links with marked words, as a search marks the words of the query. An element at the beginning of most
    /// lines, without further ones, is a value of its own.
    fn is_of_links(&self) -> bool {
        are_most(self.linked, self.lines)
            && (are_some(self.recurring, self.lines) || !are_most(self.headed, self.lines))
    }
}

/// The frequencies of texts.
#[derive(Default)]
struct WordCounts<'a> {
    all: usize,
    of: HashMap<&'a str, usize>,
}

impl<'a> WordCounts<'a> {
    fn add(&mut self, words: &'a str) {
        self.all += 1;
        *self.of.entry(words).or_default() += 1;
    }

    /// The frequency of the most frequent text; texts of links, added as empty, do not count.
    fn most(&self) -> usize {
        self.of.iter().filter(|(words, _)| !words.is_empty()).map(|(_, &count)| count).max().unwrap_or(0)
    }
}

/// The texts of each line of an element with line breaks.
fn lines_of(part: &RecordInPage<'_>, cell: &Cell) -> Vec<Range<u32>> {
    if cell.kind != Kind::Whole || part.page.inside(cell.element) != Inside::Lines {
        return Vec::new();
    }
    let ends = |line: Vec<Child>| {
        let tree = part.page.tree;
        Some(line.first()?.leaves(tree).start..line.last()?.leaves(tree).end)
    };
    part.page.lines_of(cell.element).into_iter().filter_map(ends).collect()
}

/// Whether a text is in a link inside the element around its line.
fn is_linked(tree: &Tree, leaf: &Leaf<'_>, around: ElementId) -> bool {
    let inside = tree.inclusive_ancestors(leaf.parent);
    inside.take_while(|&id| id != around).any(|id| &*tree.element(id).name == "a")
}

/// Whether texts are all of one link and consist of own text and marked words, without a label.
fn is_marked_link(tree: &Tree, leaves: &[Leaf<'_>], around: ElementId) -> bool {
    let is_own = |leaf: &Leaf<'_>| leaf.parent == around;
    let mut outside = tree.inclusive_ancestors(around);
    let own = tree.element(around).leaves.clone();
    let is_link =
        outside.by_ref().take_while(|&id| tree.element(id).leaves == own).any(|id| tree.is_link(id));
    let is_labelled = leaves.iter().rev().skip(1).any(|leaf| ends_as_label(&leaf.text));
    is_link
        && !is_labelled
        && leaves.iter().any(is_own)
        && leaves.iter().all(|leaf| is_own(leaf) || is_mark(tree, leaf))
}

/// Whether a text is in an element that marks words (HTML, sections 4.5.2, 4.5.3, 4.5.22 and 4.5.23).
fn is_mark(tree: &Tree, leaf: &Leaf<'_>) -> bool {
    matches!(&*tree.element(leaf.parent).name, "b" | "em" | "mark" | "strong")
}

/// Whether only white space is visible between two texts.
fn adjoin(part: &RecordInPage<'_>, pair: &[Leaf<'_>]) -> bool {
    let between = Span { start: pair[0].span.end, end: pair[1].span.start };
    text(part.page.tree, part.page.source, between).trim().is_empty()
}

/// Whether a line without white space is divided between two digits, or at the point between them.
fn is_number(part: &RecordInPage<'_>, line: &Cell, leaves: &[Leaf<'_>]) -> bool {
    let is_point = |char: char| matches!(char, '.' | ',');
    let digits = |pair: &[Leaf<'_>]| {
        pair[0].text.trim_end_matches(is_point).ends_with(char::is_numeric)
            && pair[1].text.trim_start_matches(is_point).starts_with(char::is_numeric)
    };
    leaves.windows(2).any(digits)
        && !text(part.page.tree, part.page.source, line.span).trim().contains(char::is_whitespace)
}

/// Whether the markup declares a part of the line to be a value: a `time` element, or a property.
fn has_declared_value(part: &RecordInPage<'_>, line: &Cell) -> bool {
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

    /// The values of the first record of a list with these items.
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
    fn marks_at_arbitrary_positions_do_not_split_a_value() {
        let found = values(&[
            "<p>The <b>red</b> fox and the <b>red</b> hen</p><i>1</i>",
            "<p>A house of <b>red</b> brick</p><i>2</i>",
            "<p><b>Red</b> as the <b>red</b> sea</p><i>3</i>",
        ]);
        assert_eq!(found, ["The red fox and the red hen", "1"]);
    }

    #[test]
    fn a_line_break_ends_a_value() {
        let shop = |name, street, phone| format!("{name}<br>{street}<br>Tel {phone}");
        let shops = [
            shop("Blue Lamp", "12 River Street", "0123"),
            shop("Old Mill", "7 Mill Lane", "0991"),
            shop("Inn", "1 Row", "0555"),
        ];
        assert_eq!(
            values(&shops.each_ref().map(String::as_str)),
            ["Blue Lamp", "12 River Street", "Tel 0123"]
        );
    }

    #[test]
    fn prose_that_is_broken_to_fit_its_box_is_one_value() {
        let found = values(&[
            "<p>The red fox and<br>the red hen of<br>the harbour</p><i>1</i>",
            "<p>A house of<br>red brick</p><i>2</i>",
            "<p>Red as the<br>sea<br>in the<br>evening</p><i>3</i>",
        ]);
        assert_eq!(found, ["The red fox and the red hen of the harbour", "1"]);
    }

    #[test]
    fn a_line_that_lacks_its_last_part_has_none_in_its_head() {
        let found = values(&[
            "<b>The <i>red</i> fox</b> - Ann",
            "<b>A <i>house</i></b> - Bob",
            "<b>Red <i>as</i> the sea</b> - Cy",
            "<b>An <i>old</i> mill</b> -",
        ]);
        assert_eq!(found, ["The red fox", "Ann"]);
    }

    #[test]
    fn a_line_that_is_mostly_one_text_is_one_value() {
        let found = values(&["<p>Dune</p>", "<p>Dune <i>Messiah</i></p>", "<p>Emma</p>", "<p>Walden</p>"]);
        assert_eq!(found, ["Dune"]);
    }

    #[test]
    fn a_constant_word_stays_with_its_value() {
        let found = values(&[
            "<p>by <b>Ann</b></p><i>1</i>",
            "<p>by <b>Bob</b></p><i>2</i>",
            "<p>by <b>Cy</b></p><i>3</i>",
        ]);
        assert_eq!(found, ["by Ann", "1"]);
    }

    #[test]
    fn a_number_in_several_parts_with_nothing_between_is_one_value() {
        let found = values(&[
            "<p>Dune</p> <span><i>$</i><b>46</b><sup>36</sup></span>",
            "<p>Emma</p> <span><i>$</i><b>17</b><sup>05</sup></span>",
            "<p>Walden</p> <span><i>$</i><b>25</b><sup>99</sup></span>",
        ]);
        assert_eq!(found, ["Dune", "$4636"]);
        let found = values(&[
            "<p>Dune</p> <span><b>46</b> <sup>36</sup></span>",
            "<p>Emma</p> <span><b>17</b> <sup>05</sup></span>",
            "<p>Walden</p> <span><b>25</b> <sup>99</sup></span>",
        ]);
        assert_eq!(found, ["Dune", "46", "36"]);
    }

    #[test]
    fn a_link_with_constant_words_is_no_part_of_the_text_before_it() {
        let found = values(&[
            "1 May <a href=a>Agenda</a>",
            "8 May <a href=b>Agenda</a>",
            "9 June <a href=c>Agenda</a>",
        ]);
        assert_eq!(found, ["1 May"]);
    }

    #[test]
    fn a_link_with_marked_words_is_one_value() {
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
        assert_eq!(parted, ["Dune 1965", "Dune", "1965"], "the title, and its parts");
        let labelled = values(&[
            "<a href=1>Case 16: <em>Ann v. Bob</em></a>",
            "<a href=2>Case 19: <em>Cy v. Dee</em></a>",
            "<a href=3>Case 24: <em>Eve v. Flo</em></a>",
        ]);
        assert_eq!(labelled, ["Case 16: Ann v. Bob", "Case 16:", "Ann v. Bob"]);
    }

    #[test]
    fn values_after_labels_are_values_of_their_own() {
        let item = |weight, pages| format!("<p>Weight: <b>{weight}</b>, Pages: <i>{pages}</i></p>");
        let items = [item("3 kg", "412"), item("2 kg", "99"), item("5 kg", "307"), item("1 kg", "20")];
        assert_eq!(values(&items.each_ref().map(String::as_str)), ["3 kg", "412"]);
    }
}

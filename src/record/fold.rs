//! Which columns say something that no other one says.
//!
//! In: the columns of some records with their cells. Out: which of them are telling. The others are folded away:
//!
//! * the parts of a [phrase](super::phrase), a line that is one value, and of a [body](super::body);
//! * a line whose parts are columns, and what is *derived*: other columns and the same words between them;
//! * *constants*: the same text in all records is template, unless a label, a header cell or a property says that it is
//!   data, or it is a link to one and the same place;
//! * what is *rare*: columns of a few records.
//!
//! ```text
//! <li><h3><a>Dune</a> <i>(1965)</i></h3> <p><a>F. Herbert</a> <em>in stock</em></p> <u>F. Herbert: Dune</u>
//!
//! h3        Dune (1965)                   its parts are columns
//! p         F. Herbert in stock           its parts are columns
//! u         F. Herbert: Dune              derived
//! em        in stock                      constant
//! h3.a, i, p.a                            telling
//! ```
//!
//! Time is linear in the texts of the records, but for the sorting of each record's cells and words.

use super::cell::{Cell, Key, Keyed, Kind, Seen};
use super::heading;
use super::phrase::{Phrases, ends_as_label};
use super::place::{Part, Placed};
use crate::measure::{LEAST, are_most, are_nearly_all};
use crate::page::digest;
use crate::page::text;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

struct Fold<'a> {
    records: &'a [Placed<'a>],
    columns: Vec<Seen<'a>>,
    /// The cells of each record with the numbers of their columns, in document order, what holds others first.
    rows: Vec<Vec<(usize, &'a Cell)>>,
    /// The record, the first word and the column of each text, sorted.
    begun: Vec<(usize, u64, usize)>,
    /// Whether each is of a few records.
    rare: Vec<bool>,
    /// Of each what it has of addresses, which are no texts.
    addresses: Vec<Addresses<'a>>,
    /// Whether each is still telling.
    telling: Vec<bool>,
}

/// The addresses of a column.
#[derive(Clone, Debug, Default)]
struct Addresses<'a> {
    count: usize,
    first: Option<Cow<'a, str>>,
    differ: bool,
}

/// One in 25 records has the first of its kind, two in 25 the second, at most half the tenth and later ones. On pages of
/// 75 sites, of all columns that are left 9, 7, 6 in a hundred are in less than a tenth of the records with 0.03, 0.04,
/// 0.05; cells are lost from 0.05 on.
const RARE: f64 = 0.04;

/// Fewer records do not show what is rare.
const SHOWS_RARE: usize = 20;

/// The telling ones of these columns.
pub(super) fn telling<'a>(
    keys: &[&'a Key],
    records: &'a [Placed<'a>],
    rows: &'a [Vec<Keyed<'a>>],
) -> HashSet<&'a Key> {
    let mut fold = Fold::new(keys, records, rows);
    let phrases = Phrases::new(records, rows);
    let is_one = |column: &Seen<'_>| column.key.kind == Kind::Body || phrases.has(column);
    let is_phrase: Vec<bool> = fold.columns.iter().map(is_one).collect();
    fold.fold_within(&is_phrase);
    fold.fold_derived(&is_phrase);
    let before = fold.telling.clone();
    fold.fold_where(Fold::is_constant);
    fold.fold_where(|fold, number| fold.rare[number]);
    // Where nothing differs, that is what there is to say.
    if !fold.telling.contains(&true) {
        fold.telling = before;
    }
    fold.left().map(|number| fold.columns[number].key).collect()
}

impl<'a> Fold<'a> {
    fn new(keys: &[&'a Key], records: &'a [Placed<'a>], rows: &'a [Vec<Keyed<'a>>]) -> Self {
        let numbers: HashMap<&Key, usize> = keys.iter().copied().zip(0..).collect();
        let seen = |&key: &&'a Key| Seen { key, cells: Vec::new(), texts: Vec::new() };
        let mut columns: Vec<Seen<'a>> = keys.iter().map(seen).collect();
        let mut addresses = vec![Addresses::default(); columns.len()];
        for ((part, _), cells) in records.iter().zip(rows) {
            for (key, cell) in cells {
                let (Some(name), Some(&column)) = (key.kind.attribute(), numbers.get(key)) else { continue };
                let here = part.page.tree.element(cell.element).attribute(part.page.source, name);
                let of_column = &mut addresses[column];
                of_column.count += 1;
                of_column.differ |= of_column.count > 1 && of_column.first != here;
                of_column.first = here;
            }
        }
        for (number, ((part, _), cells)) in records.iter().zip(rows).enumerate() {
            for (key, cell) in cells.iter().filter(|(_, cell)| !cell.leaves.is_empty()) {
                if let Some(&column) = numbers.get(key) {
                    columns[column].cells.push((number, cell));
                    columns[column].texts.push(shown(part, cell));
                }
            }
        }
        let mut rows: Vec<Vec<(usize, &Cell)>> = vec![Vec::new(); records.len()];
        let mut begun = Vec::new();
        for (number, column) in columns.iter().enumerate() {
            for (&(row, cell), text) in column.cells.iter().zip(&column.texts) {
                rows[row].push((number, cell));
                begun.extend(words(text).next().map(|word| (row, word, number)));
            }
        }
        for row in &mut rows {
            row.sort_by_key(|&(number, cell)| (cell.leaves.start, Reverse(cell.leaves.end), number));
        }
        begun.sort_unstable();
        let telling = vec![true; columns.len()];
        let mut fold = Fold { records, columns, rows, begun, rare: Vec::new(), addresses, telling };
        fold.rare = (0..fold.columns.len()).map(|number| fold.is_rare(number)).collect();
        fold
    }

    /// The columns that are still telling, by their numbers.
    fn left(&self) -> impl Iterator<Item = usize> + use<'_, 'a> {
        (0..self.columns.len()).filter(|&number| self.telling[number])
    }

    fn fold_where(&mut self, is_folded: impl Fn(&Self, usize) -> bool) {
        let folded: Vec<usize> = self.left().filter(|&number| is_folded(self, number)).collect();
        for number in folded {
            self.telling[number] = false;
        }
    }

    /// Folds the columns of which most cells stand in cells of these lines.
    fn fold_within(&mut self, lines: &[bool]) {
        let mut within = vec![0; self.columns.len()];
        for row in &self.rows {
            // How far the lines reach that begin before a cell, and the longest of those that begin where it does.
            let (mut before, mut here) = (0, None::<&Range<u32>>);
            for (number, Cell { leaves, .. }) in row {
                if let Some(longest) = here.take_if(|longest| longest.start < leaves.start) {
                    before = before.max(longest.end);
                }
                within[*number] += usize::from(leaves.end <= before || here.is_some());
                if lines[*number] && self.telling[*number] {
                    here.get_or_insert(leaves);
                }
            }
        }
        self.fold_where(|fold, number| {
            let cells = fold.columns[number].cells.len();
            cells > 0 && are_most(within[number], cells)
        });
    }

    /// Folds what other columns say, the longest first.
    fn fold_derived(&mut self, is_phrase: &[bool]) {
        let mut order: Vec<usize> =
            self.left().filter(|&number| !self.columns[number].cells.is_empty()).collect();
        order.sort_by_key(|&number| Reverse((self.columns[number].bytes(), number)));
        let mut whole = vec![false; self.columns.len()];
        for number in order {
            let has_parts = !is_phrase[number] && self.columns[number].is_line();
            self.telling[number] = false;
            if !(has_parts && self.is_covered(number) || self.is_derived(number)) {
                self.telling[number] = true;
                whole[number] = has_parts;
            }
        }
        // A line that is more than its parts stands for them.
        self.fold_within(&whole);
    }

    /// Whether most characters of a line are in columns that will stay.
    fn is_covered(&self, number: usize) -> bool {
        let (mut covered, mut all) = (0, 0);
        for &(row, line) in &self.columns[number].cells {
            // The cells come in document order, and so do the leaves.
            let cells = &self.rows[row];
            let first = cells.partition_point(|(_, cell)| cell.leaves.start < line.leaves.start);
            let inside = cells[first..].iter().take_while(|(_, cell)| cell.leaves.start < line.leaves.end);
            let mut inside = inside
                .filter(|(part, cell)| self.stays(*part) && cell.leaves.end <= line.leaves.end)
                .map(|(_, cell)| cell)
                .peekable();
            let mut end = line.leaves.start;
            let tree = self.records[row].0.page.tree;
            for (leaf, text) in line.leaves.clone().zip(tree.leaves_from(line.leaves.clone())) {
                while let Some(cell) = inside.next_if(|cell| cell.leaves.start <= leaf) {
                    end = end.max(cell.leaves.end);
                }
                let chars = text.text.chars().count();
                all += chars;
                covered += if leaf < end { chars } else { 0 };
            }
        }
        are_most(covered, all)
    }

    /// Whether nearly all texts are those of other columns and the same words between. A text of few values may be that
    /// of another column by chance, if it does not hold it; few cells show no words between.
    fn is_derived(&self, number: usize) -> bool {
        let column = &self.columns[number];
        let is_varied = column.texts.iter().collect::<HashSet<_>>().len() >= LEAST;
        let mut between: HashMap<String, usize> = HashMap::new();
        for (&(row, cell), text) in column.cells.iter().zip(&column.texts) {
            let mut parts: Vec<&str> = Vec::new();
            for other in self.begun_in(row, text) {
                let place = self.columns[other].place(row).expect("the column has a text there");
                let part = &*self.columns[other].texts[place];
                if part.len() <= text.len()
                    && (is_varied || holds(&cell.leaves, &self.columns[other].cells[place].1.leaves))
                {
                    parts.push(part);
                }
            }
            if let Some(words) = without(text, parts) {
                *between.entry(words).or_default() += 1;
            }
        }
        let same = if column.cells.len() < LEAST { between.get("") } else { between.values().max() };
        are_nearly_all(same.copied().unwrap_or(0), column.cells.len())
    }

    /// The columns that will stay and whose text in a record begins with a word of this text: no others can be in it.
    fn begun_in(&self, row: usize, text: &str) -> Vec<usize> {
        let mut of_text: Vec<u64> = words(text).collect();
        of_text.sort_unstable();
        of_text.dedup();
        let mut columns = Vec::new();
        for word in of_text {
            let first = self.begun.partition_point(|&(of, begun, _)| (of, begun) < (row, word));
            let like = self.begun[first..].iter().take_while(|&&(of, begun, _)| (of, begun) == (row, word));
            columns.extend(like.map(|&(_, _, column)| column).filter(|&column| self.stays(column)));
        }
        columns.sort_unstable();
        columns
    }

    /// Whether a column is telling so far and not rare.
    fn stays(&self, number: usize) -> bool {
        self.telling[number] && !self.rare[number]
    }

    /// Whether nearly all records have one and the same text.
    fn is_constant(&self, number: usize) -> bool {
        let column = &self.columns[number];
        let is_one =
            column.texts.split_first().is_some_and(|(first, rest)| rest.iter().all(|text| text == first));
        let is_everywhere = are_nearly_all(column.cells.len(), self.records.len());
        let is_shown = self.records.len() >= LEAST;
        if !column.key.kind.is_text() {
            let Addresses { count, differ, .. } = self.addresses[number];
            return is_shown && count >= LEAST && !differ;
        }
        is_one && is_shown && (column.key.kind == Kind::Label || is_everywhere && !self.is_data(column))
    }

    /// Whether the page tells what a text is, by a label, a header cell or a property, or where it leads to: links to an
    /// author or a kind lead to one place, links that do something with a record do not.
    fn is_data(&self, column: &Seen<'_>) -> bool {
        let is_labelled = |&(row, cell): &(usize, &Cell)| {
            let (part, _) = &self.records[row];
            let before = part.page.tree.leaves_from(part.record.leaves.start..cell.leaves.start).last();
            before.is_some_and(|leaf| ends_as_label(&leaf.text)) || heading::property(*part, cell).is_some()
        };
        let (first, cell) = column.cells[0];
        column.key.kind == Kind::Value
            || column.cells.iter().all(is_labelled)
            || heading::heading(self.records[first].0, cell).is_some()
            || self.leads_to_one_place(column)
    }

    fn leads_to_one_place(&self, column: &Seen<'_>) -> bool {
        let mut targets = column.cells.iter().map(|&(row, cell)| target(&self.records[row].0, cell));
        let first = targets.next().flatten().filter(|target| !target.starts_with('#'));
        first.is_some_and(|first| targets.all(|target| target.as_ref() == Some(&first)))
    }

    fn is_rare(&self, number: usize) -> bool {
        let column = &self.columns[number];
        let least = RARE * f64::from(column.key.number);
        let share =
            count(column.cells.len() + self.addresses[number].count) / count(self.records.len().max(1));
        self.records.len() >= SHOWS_RARE && share < least
    }
}

impl Seen<'_> {
    /// How much text it holds.
    fn bytes(&self) -> usize {
        self.texts.iter().map(|text| text.len()).sum()
    }

    /// Which of its cells is that of a record.
    fn place(&self, row: usize) -> Option<usize> {
        self.cells.binary_search_by_key(&row, |&(row, _)| row).ok()
    }

    /// Whether it is of lines: of several texts in some record, or here of one element and there of another.
    pub(super) fn is_line(&self) -> bool {
        self.key.kind == Kind::Whole || self.cells.iter().any(|(_, cell)| cell.leaves.len() > 1)
    }
}

/// Where a cell leads to that is a link, or stands in one alone.
fn target<'a>(part: &Part<'a>, cell: &Cell) -> Option<Cow<'a, str>> {
    let Part { page, record } = part;
    let around = std::iter::successors(Some(cell.element), |&id| page.tree.element(id).parent);
    let mut own = around.take_while(|&id| record.holds(id) && page.tree.element(id).leaves == cell.leaves);
    let link = own.find(|&id| page.tree.is_link(id))?;
    page.tree.element(link).attribute(page.source, "href")
}

fn holds(around: &Range<u32>, leaves: &Range<u32>) -> bool {
    around.start <= leaves.start && leaves.end <= around.end
}

fn count(number: usize) -> f64 {
    crate::spectrum::exact(number as u64)
}

fn shown<'a>(part: &Part<'a>, cell: &Cell) -> Cow<'a, str> {
    let tree = part.page.tree;
    if cell.leaves.len() == 1 {
        return tree.leaves()[cell.leaves.start as usize].text.clone();
    }
    text(tree, part.page.source, cell.span).into()
}

/// Hashes of the words of a text: runs of letters and digits.
fn words(text: &str) -> impl Iterator<Item = u64> {
    text.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).map(digest::text)
}

/// The letters and digits of a text without these others, each taken out once as words of its own, the longest first; `None`
/// if none is in it.
fn without(text: &str, mut parts: Vec<&str>) -> Option<String> {
    parts.sort_by_key(|part| Reverse(part.len()));
    let mut left = text.to_owned();
    let mut is_found = false;
    for part in parts {
        if let Some(start) = find_words(&left, part) {
            left.replace_range(start..start + part.len(), " ");
            is_found = true;
        }
    }
    is_found.then(|| left.chars().filter(|char| char.is_alphanumeric()).collect())
}

/// Where a text stands in another as words of its own.
fn find_words(text: &str, words: &str) -> Option<usize> {
    #[cfg(test)]
    crate::page::work::count();
    let is_edge = |at: usize| {
        let before = text[..at].chars().next_back();
        let behind = text[at..].chars().next();
        !(before.is_some_and(char::is_alphanumeric) && behind.is_some_and(char::is_alphanumeric))
    };
    let found = |(at, _): &(usize, &str)| is_edge(*at) && is_edge(at + words.len());
    text.match_indices(words).find(found).map(|(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{ElementId, Tree};
    use crate::record::{Listed, Width, table};
    use crate::repeat::Record;

    /// The columns of the elements `li` of a page with their first values.
    fn columns(page: &str) -> Vec<(String, String)> {
        let tree = Tree::new(page);
        let items: Vec<ElementId> = tree.ids().filter(|&id| &*tree.element(id).name == "li").collect();
        let records: Vec<Record> = items.into_iter().map(|id| Record::element(&tree, id)).collect();
        let table = table(&[Listed { tree: &tree, source: page, records: &records }], Width::Informative);
        let value = |number: usize| {
            let mut fields = table.fields[0].iter().flatten();
            let field = fields.find(|field| field.column == number).expect("a column has a field");
            text(&tree, page, field.span)
        };
        let named = table.columns.columns().iter().enumerate();
        named.map(|(number, column)| (column.name.clone(), value(number))).collect()
    }

    fn list(items: &[[&str; 3]], write: impl Fn(&[&str; 3]) -> String) -> String {
        items.iter().map(|item| format!("<li>{}</li>", write(item))).collect::<Vec<_>>().concat()
    }

    const BOOKS: [[&str; 3]; 4] = [
        ["Dune", "1965", "F. Herbert"],
        ["Emma", "1815", "J. Austen"],
        ["Ulysses", "1922", "J. Joyce"],
        ["Walden", "1854", "H. Thoreau"],
    ];

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn a_line_goes_where_its_parts_are_columns() {
        let page = list(&BOOKS, |[title, year, _]| format!("<p><a>{title}</a> <i>({year})</i></p>"));
        assert_eq!(columns(&page), pairs(&[("p.a", "Dune"), ("p.i", "(1965)")]));
    }

    #[test]
    fn what_other_columns_say_with_the_same_words_between_goes() {
        let page = list(&BOOKS, |[title, year, author]| {
            format!("<b>{title}</b><p>{author}</p><i>{year}</i><u>{title} by {author}</u>")
        });
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("p", "F. Herbert"), ("i", "1965")]));
    }

    #[test]
    fn the_same_text_in_all_records_goes_unless_a_label_or_a_property_tells_what_it_is() {
        let page = list(&BOOKS, |[title, _, _]| {
            format!("<b>{title}</b><p>in stock</p><i>Binding:</i> <em>paper</em><u itemprop=seller>Ann</u>")
        });
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("em", "paper"), ("seller", "Ann")]));
    }

    #[test]
    fn an_element_that_says_what_another_around_it_says_goes() {
        let page =
            list(&BOOKS, |[title, year, _]| format!("<b>{title}</b><p class=rate><span>{year}</span></p>"));
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("rate.span", "1965")]));
        let stars = list(&BOOKS, |[title, year, _]| {
            format!("<b>{title}</b><p class=rate><span>{year}</span> stars</p>")
        });
        assert_eq!(columns(&stars), pairs(&[("b", "Dune"), ("rate", "1965 stars")]));
    }

    #[test]
    fn two_records_do_not_show_a_constant() {
        let page = list(&BOOKS[..2], |[title, _, _]| format!("<b>{title}</b><p>paper</p>"));
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("p", "paper")]));
    }

    #[test]
    fn what_one_of_thirty_records_has_goes() {
        let item = |number: usize| {
            let badge = if number == 7 { "<div>new</div>" } else { "" };
            format!("<li><p>book {number}</p>{badge}</li>")
        };
        let page: String = (0..30).map(item).collect();
        assert_eq!(columns(&page), pairs(&[("p", "book 0")]));
    }

    #[test]
    fn addresses_stay_but_those_that_are_the_same_in_all_records() {
        let item =
            |number: usize| format!("<li><a href=/{number}>book {number}</a><a href=#>buy it</a></li>");
        for records in [4, 40] {
            let page: String = (0..records).map(item).collect();
            let names: Vec<String> = columns(&page).into_iter().map(|(name, _)| name).collect();
            assert_eq!(names, ["a", "a.href"], "{records} records");
        }
    }

    #[test]
    fn wide_tables_take_work_in_proportion_to_their_cells() {
        let table = |side: usize| {
            let cell = |row: usize, column: usize| format!("<td>w{}", (row * side + column) * 7919);
            let row = |row| {
                format!(
                    "<li><table><tr>{}</table>",
                    (0..side).map(|column| cell(row, column)).collect::<String>()
                )
            };
            (0..side).map(row).collect::<String>()
        };
        let [small, large] = [24, 48].map(|side| crate::page::work::of(|| drop(columns(&table(side)))));
        assert!(large < 5 * small, "four times the cells, {small} and {large} looks");
    }

    #[test]
    fn texts_are_taken_out_as_words_of_their_own() {
        assert_eq!(without("- Duration: 4:07.", vec!["4:07", "7"]).as_deref(), Some("Duration"));
        assert_eq!(without("14 reviews", vec!["4"]), None);
    }
}

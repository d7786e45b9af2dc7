//! Selects the columns of a record table that carry information of their own.
//!
//! In: the columns of some records with their cells. Out: the *informative* columns. The others are dropped (*folded*):
//!
//! * the parts of a [phrase](super::phrase), a line that is one value, and of a [body](super::body);
//! * lines whose parts are columns, and *derived* columns: texts of other columns with the same words between them;
//! * *constants*: the same text in all records is part of the template, unless a label, a header cell or a property marks it as
//!   data, or it is a link to the same address in all records;
//! * *rare* columns, which few records have.
//!
//! ```text
//! <li><h3><a>Dune</a> <i>(1965)</i></h3> <p><a>F. Herbert</a> <em>in stock</em></p> <u>F. Herbert: Dune</u>
//!
//! h3        Dune (1965)                   its parts are columns
//! p         F. Herbert in stock           its parts are columns
//! u         F. Herbert: Dune              derived
//! em        in stock                      constant
//! h3.a, i, p.a                            informative
//! ```
//!
//! Time is linear in the texts of the records, except for the sorting of each record's cells and words.

use super::cell::{Cell, ColumnCells, Key, KeyedCell, Kind};
use super::heading;
use super::phrase::Phrases;
use super::place::{PlacedRecord, RecordInPage};
use super::word_runs::WordRuns;
use crate::measure::{LEAST, are_most, are_nearly_all};
use crate::page::text;
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

/// The columns of some records, and which of them are informative so far.
struct Fold<'a> {
    records: &'a [PlacedRecord<'a>],
    columns: Vec<ColumnCells<'a>>,
    /// The cells of each record with the numbers of their columns, in document order, outer cells before inner ones.
    rows: Vec<Vec<(usize, &'a Cell)>>,
    /// The columns of the texts of each record, by their words.
    runs: WordRuns,
    /// For each column whether only few records have it.
    rare: Vec<bool>,
    /// The addresses of each column.
    addresses: Vec<Addresses<'a>>,
    /// For each column whether it is informative so far.
    informative: Vec<bool>,
}

/// Summary of the addresses of a column.
#[derive(Clone, Debug, Default)]
struct Addresses<'a> {
    count: usize,
    first: Option<Cow<'a, str>>,
    differ: bool,
}

/// The least share of the records with a column, times the ordinal of the column among those of its path, kind and label: one in 25
/// records for the first, two in 25 for the second. On pages of 75 sites, of the columns that remain 9, 7, 6 in a hundred are in
/// less than a tenth of the records with 0.03, 0.04, 0.05; cells are lost from 0.05 on.
const RARE: f64 = 0.04;

/// The fewest records that show which columns are rare.
const SHOWS_RARE: usize = 20;

/// The informative columns among these.
pub(super) fn informative<'a>(
    keys: &[&'a Key],
    records: &'a [PlacedRecord<'a>],
    rows: &'a [Vec<KeyedCell<'a>>],
) -> Vec<&'a Key> {
    let mut fold = Fold::new(keys, records, rows);
    let phrases = Phrases::new(records, rows);
    let is_one =
        |column: &ColumnCells<'_>| matches!(column.key.kind, Kind::Body | Kind::Items) || phrases.has(column);
    let is_phrase: Vec<bool> = fold.columns.iter().map(is_one).collect();
    fold.fold_within(&is_phrase);
    fold.fold_derived(&is_phrase);
    let before = fold.informative.clone();
    fold.fold_where(Fold::is_constant);
    fold.fold_where(|fold, number| fold.rare[number]);
    // If all columns are constant or rare, these are kept.
    if !fold.informative.contains(&true) {
        fold.informative = before;
    }
    fold.informative().map(|number| keys[number]).collect()
}

impl<'a> Fold<'a> {
    fn new(keys: &[&'a Key], records: &'a [PlacedRecord<'a>], rows: &'a [Vec<KeyedCell<'a>>]) -> Self {
        let numbers: HashMap<&Key, usize> = keys.iter().copied().zip(0..).collect();
        let seen = |&key: &&'a Key| ColumnCells { key, cells: Vec::new(), texts: Vec::new() };
        let mut columns: Vec<ColumnCells<'a>> = keys.iter().map(seen).collect();
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
        let mut runs = WordRuns::default();
        for (number, column) in columns.iter().enumerate() {
            for (&(row, cell), text) in column.cells.iter().zip(&column.texts) {
                rows[row].push((number, cell));
                runs.add(row, text, number);
            }
        }
        for row in &mut rows {
            row.sort_by_key(|&(number, cell)| (cell.leaves.start, Reverse(cell.leaves.end), number));
        }
        let informative = vec![true; columns.len()];
        let mut fold = Fold { records, columns, rows, runs, rare: Vec::new(), addresses, informative };
        fold.rare = (0..fold.columns.len()).map(|number| fold.is_rare(number)).collect();
        fold
    }

    /// The numbers of the columns that are informative so far.
    fn informative(&self) -> impl Iterator<Item = usize> + use<'_, 'a> {
        (0..self.columns.len()).filter(|&number| self.informative[number])
    }

    /// Drops the informative columns for which `is_folded` holds.
    fn fold_where(&mut self, is_folded: impl Fn(&Self, usize) -> bool) {
        let folded: Vec<usize> = self.informative().filter(|&number| is_folded(self, number)).collect();
        for number in folded {
            self.informative[number] = false;
        }
    }

    /// Drops the columns whose cells are mostly inside cells of these lines.
    fn fold_within(&mut self, lines: &[bool]) {
        let mut within = vec![0; self.columns.len()];
        for row in &self.rows {
            // The end of the lines that begin before a cell, and the longest line that begins at the same text as it.
            let (mut before, mut here) = (0, None::<&Range<u32>>);
            for (number, Cell { leaves, .. }) in row {
                if let Some(longest) = here.take_if(|longest| longest.start < leaves.start) {
                    before = before.max(longest.end);
                }
                within[*number] += usize::from(leaves.end <= before || here.is_some());
                if lines[*number] && self.informative[*number] {
                    here.get_or_insert(leaves);
                }
            }
        }
        self.fold_where(|fold, number| {
            let cells = fold.columns[number].cells.len();
            cells > 0 && are_most(within[number], cells)
        });
    }

    /// Drops the columns whose texts are in other columns, those with most text first.
    fn fold_derived(&mut self, is_phrase: &[bool]) {
        let mut order: Vec<usize> =
            self.informative().filter(|&number| !self.columns[number].cells.is_empty()).collect();
        order.sort_by_key(|&number| Reverse((self.columns[number].bytes(), number)));
        let mut whole = vec![false; self.columns.len()];
        for number in order {
            let has_parts = !is_phrase[number] && self.columns[number].is_line();
            self.informative[number] = false;
            if !(has_parts && self.is_covered(number) || self.is_derived(number)) {
                self.informative[number] = true;
                whole[number] = has_parts;
            }
        }
        // A line with more than its parts replaces them.
        self.fold_within(&whole);
    }

    /// Whether most characters of a column of lines are in other columns that are kept.
    fn is_covered(&self, number: usize) -> bool {
        let (mut covered, mut all) = (0, 0);
        for &(row, line) in &self.columns[number].cells {
            // Cells and leaves are in document order.
            let cells = &self.rows[row];
            let first = cells.partition_point(|(_, cell)| cell.leaves.start < line.leaves.start);
            let inside = cells[first..].iter().take_while(|(_, cell)| cell.leaves.start < line.leaves.end);
            let mut inside = inside
                .filter(|(part, cell)| self.is_kept(*part) && cell.leaves.end <= line.leaves.end)
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

    /// Whether nearly all texts consist of texts of other columns and the same words between them. A column with few distinct
    /// values may equal another one by chance, so it must contain the cells of the other columns. Few cells do not show which
    /// words between are the same, so there must be none.
    fn is_derived(&self, number: usize) -> bool {
        let column = &self.columns[number];
        let is_varied = column.texts.iter().collect::<HashSet<_>>().len() >= LEAST;
        let mut between: HashMap<String, usize> = HashMap::new();
        for (&(row, cell), text) in column.cells.iter().zip(&column.texts) {
            let mut parts: Vec<&str> = Vec::new();
            for other in self.runs.within(row, text).into_iter().filter(|&other| self.is_kept(other)) {
                let index = self.columns[other].cell_of(row).expect("the column has a text in this record");
                let part = &*self.columns[other].texts[index];
                if part.len() <= text.len()
                    && (is_varied || contains(&cell.leaves, &self.columns[other].cells[index].1.leaves))
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

    /// Whether a column is informative so far and not rare.
    fn is_kept(&self, number: usize) -> bool {
        self.informative[number] && !self.rare[number]
    }

    /// Whether nearly all records have the same text, or all addresses of a column are the same.
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

    /// Whether a constant text is data: it has a label, a header cell or a property, or it is a link to the same address in all
    /// records. Links to an author or a category have the same address, links to actions on a record do not.
    fn is_data(&self, column: &ColumnCells<'_>) -> bool {
        let is_labelled = |&(row, cell): &(usize, &Cell)| {
            let (part, _) = &self.records[row];
            heading::label_before(*part, cell).is_some() || heading::property(*part, cell).is_some()
        };
        let (first, cell) = column.cells[0];
        column.key.kind == Kind::Value
            || column.cells.iter().all(is_labelled)
            || heading::heading(self.records[first].0, cell).is_some()
            || self.has_one_target(column)
    }

    /// Whether all cells are links to the same address, which is no fragment of the page.
    fn has_one_target(&self, column: &ColumnCells<'_>) -> bool {
        let mut targets = column.cells.iter().map(|&(row, cell)| target(&self.records[row].0, cell));
        let first = targets.next().flatten().filter(|target| !target.starts_with('#'));
        first.is_some_and(|first| targets.all(|target| target.as_ref() == Some(&first)))
    }

    /// Whether few records have a column, see [`RARE`].
    fn is_rare(&self, number: usize) -> bool {
        let column = &self.columns[number];
        let least = RARE * f64::from(column.key.number);
        let share = size(column.cells.len() + self.addresses[number].count) / size(self.records.len().max(1));
        self.records.len() >= SHOWS_RARE && share < least
    }
}

impl ColumnCells<'_> {
    /// The number of bytes of its texts.
    fn bytes(&self) -> usize {
        self.texts.iter().map(|text| text.len()).sum()
    }

    /// The index of the cell of a record.
    fn cell_of(&self, row: usize) -> Option<usize> {
        self.cells.binary_search_by_key(&row, |&(row, _)| row).ok()
    }

    /// Whether it is a column of lines: its cells are whole elements, or have several texts in some record.
    pub(super) fn is_line(&self) -> bool {
        self.key.kind == Kind::Whole || self.cells.iter().any(|(_, cell)| cell.leaves.len() > 1)
    }
}

/// The address of the link that a cell is, or that contains nothing but the cell.
fn target<'a>(part: &RecordInPage<'a>, cell: &Cell) -> Option<Cow<'a, str>> {
    let RecordInPage { page, record } = part;
    let around = page.tree.inclusive_ancestors(cell.element);
    let mut own = around.take_while(|&id| record.holds(id) && page.tree.element(id).leaves == cell.leaves);
    let link = own.find(|&id| page.tree.is_link(id))?;
    page.tree.element(link).attribute(page.source, "href")
}

/// Whether a range of texts contains another one.
fn contains(around: &Range<u32>, leaves: &Range<u32>) -> bool {
    around.start <= leaves.start && leaves.end <= around.end
}

/// The text of a cell as shown to a reader.
pub(super) fn shown<'a>(part: &RecordInPage<'a>, cell: &Cell) -> Cow<'a, str> {
    let tree = part.page.tree;
    let leaf = &tree.leaves()[cell.leaves.start as usize];
    // A value may be a part of a text.
    if cell.leaves.len() == 1 && cell.span.start <= leaf.span.start && leaf.span.end <= cell.span.end {
        return leaf.text.clone();
    }
    text(tree, part.page.source, cell.span).into()
}

/// The letters and digits of a text after these parts are removed, each once and at word boundaries, the longest first; `None`
/// if no part is found.
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

/// The position of a text in another one at word boundaries.
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
    fn a_line_whose_parts_are_columns_is_dropped() {
        let page = list(&BOOKS, |[title, year, _]| format!("<p><a>{title}</a> <i>({year})</i></p>"));
        assert_eq!(columns(&page), pairs(&[("p.a", "Dune"), ("p.i", "(1965)")]));
    }

    #[test]
    fn a_text_of_other_columns_with_the_same_words_between_is_dropped() {
        let page = list(&BOOKS, |[title, year, author]| {
            format!("<b>{title}</b><p>{author}</p><i>{year}</i><u>{title} by {author}</u>")
        });
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("p", "F. Herbert"), ("i", "1965")]));
    }

    #[test]
    fn a_constant_text_is_dropped_unless_it_has_a_label_or_a_property() {
        let page = list(&BOOKS, |[title, _, _]| {
            format!("<b>{title}</b><p>in stock</p><i>Binding:</i> <em>paper</em><u itemprop=seller>Ann</u>")
        });
        assert_eq!(columns(&page), pairs(&[("b", "Dune"), ("Binding", "paper"), ("seller", "Ann")]));
    }

    #[test]
    fn a_column_is_named_by_the_label_before_its_values() {
        let page = list(&BOOKS, |[title, year, author]| {
            format!("<b>{title}</b><p>Written by:</p><p><a>{author}</a> in <i>{year}</i></p>")
        });
        let expected = pairs(&[("b", "Dune"), ("Written by", "F. Herbert"), ("p.i", "1965")]);
        assert_eq!(columns(&page), expected);
    }

    #[test]
    fn of_nested_elements_with_the_same_text_one_is_kept() {
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
    fn a_column_of_one_record_in_thirty_is_dropped() {
        let item = |number: usize| {
            let badge = if number == 7 { "<div>new</div>" } else { "" };
            format!("<li><p>book {number}</p>{badge}</li>")
        };
        let page: String = (0..30).map(item).collect();
        assert_eq!(columns(&page), pairs(&[("book", "book 0")]));
    }

    #[test]
    fn addresses_are_kept_unless_they_are_constant() {
        let item =
            |number: usize| format!("<li><a href=/{number}>book {number}</a><a href=#>buy it</a></li>");
        for records in [4, 40] {
            let page: String = (0..records).map(item).collect();
            let names: Vec<String> = columns(&page).into_iter().map(|(name, _)| name).collect();
            assert_eq!(names, ["title", "title.href"], "{records} records");
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
        assert!(large < 5 * small, "four times the cells, {small} and {large} comparisons");
    }

    #[test]
    fn parts_are_removed_at_word_boundaries() {
        assert_eq!(without("- Duration: 4:07.", vec!["4:07", "7"]).as_deref(), Some("Duration"));
        assert_eq!(without("14 reviews", vec!["4"]), None);
    }
}

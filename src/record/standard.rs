//! The standard names of columns that the page itself gives no name: `title`, `title.href`, `image`, `date` and `price`.
//!
//! In: the columns of records in the order in which they occur, with their cells. Out: at most one column for each name.
//!
//! ```text
//! <li><img src=a.png><h3><a href=/dune>Dune</a></h3><i>1 May 2020</i><b>$5</b>      image, title.href, title, date, price
//! ```
//!
//! The title is the first column of different texts in headings, else in links; `title.href` is where it leads. A column is `date` or `price` if each
//! of its texts is one date or amount and nothing else. Cost: linear in the texts.

use super::cell::{Cell, Key, KeyedCell, Kind};
use super::place::{PlacedRecord, RecordInPage, struck};
use super::role::date::is_date;
use super::role::money::{PRICE, is_amount};
use crate::measure::{LEAST, are_most};
use crate::page::digest::text as hash;
use crate::page::{ElementId, is_heading, text};
use hashbrown::{HashMap, HashSet};

/// The names of the columns of titles and of dates.
pub(crate) const TITLE: &str = "title";
pub(crate) const DATE: &str = "date";

/// What the cells of a column are.
#[derive(Default)]
struct Counts {
    /// The cells with text, or with an address.
    cells: usize,
    amounts: usize,
    dates: usize,
    in_headings: usize,
    in_links: usize,
    with_letters: usize,
    /// The hashes of its texts, each with the number of its list, if that has several records: lists may have records in common.
    texts: HashSet<(Option<usize>, u64)>,
    /// Of addresses: the cells that the title is in, or that are in it.
    of_title: usize,
}

impl Counts {
    fn of<'a>(
        keys: &[&'a Key],
        parts: &[PlacedRecord<'_>],
        records: &[Vec<KeyedCell<'_>>],
    ) -> HashMap<&'a Key, Self> {
        let mut all: HashMap<&Key, Counts> = keys.iter().map(|&key| (key, Counts::default())).collect();
        let lists = parts.chunk_by(|(one, _), (next, _)| std::ptr::eq(one.page, next.page));
        let lists = lists.enumerate().flat_map(|(number, list)| {
            list.iter().map(move |(part, _)| (*part, (list.len() > 1).then_some(number)))
        });
        for ((part, list), record) in lists.zip(records) {
            for (key, cell) in record {
                let Some(counts) = all.get_mut(key) else { continue };
                if matches!(key.kind, Kind::Link | Kind::Image) {
                    counts.cells += 1;
                } else if !cell.leaves.is_empty() {
                    counts.add(part, list, cell);
                }
            }
        }
        all
    }

    fn add(&mut self, part: RecordInPage<'_>, list: Option<usize>, cell: &Cell) {
        let tree = part.page.tree;
        let is_in = |is: &dyn Fn(ElementId) -> bool| {
            let innermost = tree.around(cell.leaves.clone());
            let mut around = tree.inclusive_ancestors(innermost).take_while(|&id| part.record.holds(id));
            usize::from(around.any(is))
        };
        let text = text(tree, part.page.source, cell.span);
        self.cells += 1;
        self.amounts += usize::from(is_amount(&text));
        self.dates += usize::from(is_date(&text));
        self.in_headings += is_in(&|id| is_heading(&tree.element(id).name));
        self.in_links += is_in(&|id| tree.is_link(id));
        self.with_letters += usize::from(text.contains(char::is_alphabetic));
        self.texts.insert((list, hash(&text)));
    }
}

/// What the columns of some records are, to give some of them standard names.
pub(super) struct Standard<'a, 'r> {
    parts: &'r [PlacedRecord<'r>],
    records: &'r [Vec<KeyedCell<'r>>],
    all: HashMap<&'a Key, Counts>,
    /// The title among all columns.
    title: Option<&'a Key>,
    price: Option<&'a Key>,
}

impl<'a, 'r> Standard<'a, 'r> {
    /// Reads all columns of some records, in the order in which they occur.
    pub(super) fn new(
        keys: &[&'a Key],
        parts: &'r [PlacedRecord<'r>],
        records: &'r [Vec<KeyedCell<'r>>],
    ) -> Self {
        let all = Counts::of(keys, parts, records);
        let mut found = Standard { parts, records, all, title: None, price: None };
        // The link in a heading is the title, and what is beside it in the heading is not.
        let of_headings = |counts: &Counts| counts.in_headings == counts.cells;
        let of_links = |counts: &Counts| counts.in_links == counts.cells;
        let is_title = |of: &dyn Fn(&Counts) -> bool| {
            found.first(keys, &|key, counts| found.is_title(key, counts) && of(counts))
        };
        found.title = is_title(&|counts| of_headings(counts) && of_links(counts))
            .or_else(|| is_title(&of_headings))
            .or_else(|| is_title(&of_links));
        found.price = found.first(keys, &is_price);
        if let Some(title) = found.title {
            count_addresses(title, parts, records, &mut found.all);
        }
        found
    }

    /// The first of these columns that enough records have, and that is so.
    fn first(&self, keys: &[&'a Key], is: &dyn Fn(&Key, &Counts) -> bool) -> Option<&'a Key> {
        let fewest = LEAST.min(self.parts.len());
        let is = |key: &&&'a Key| {
            self.all.get(**key).is_some_and(|counts| counts.cells >= fewest && is(key, counts))
        };
        keys.iter().find(is).copied()
    }

    /// Whether most records have the column.
    fn is_usual(&self, counts: &Counts) -> bool {
        are_most(counts.cells, self.parts.len())
    }

    /// Whether most records have the column, with texts that tell those of a list apart.
    fn is_title(&self, key: &Key, counts: &Counts) -> bool {
        let says = counts.with_letters == counts.cells && counts.amounts == 0 && counts.dates == 0;
        key.kind.is_text()
            && key.kind != Kind::Items
            && self.is_usual(counts)
            && says
            && are_most(counts.texts.len(), counts.cells)
    }

    /// The title and the price, if they are whole values of which these columns have parts: a title with a stressed word, the units and
    /// the cents of a price.
    pub(super) fn cut(&self, keys: &[&'a Key]) -> Vec<&'a Key> {
        let wholes = [self.title, self.price].into_iter().flatten();
        wholes.filter(|whole| self.holding(whole, keys).is_none()).collect()
    }

    /// Those of these columns that have a standard name.
    pub(super) fn names(&self, keys: &[&'a Key]) -> HashMap<&'a Key, &'static str> {
        let title = self.title.and_then(|title| self.holding(title, keys));
        let first = |is: &dyn Fn(&Key, &Counts) -> bool| self.first(keys, is);
        let [url, image, date, price] = [
            first(&|key, counts| key.kind == Kind::Link && are_most(counts.of_title, self.parts.len())),
            first(&|key, counts| key.kind == Kind::Image && self.is_usual(counts)),
            first(&|_, counts| counts.dates == counts.cells),
            first(&is_price),
        ];
        let named = [(TITLE, title), ("title.href", url), ("image", image), (DATE, date), (PRICE, price)];
        named.into_iter().filter_map(|(name, key)| Some((key?, name))).collect()
    }

    /// The column among these that is this one, or that contains it in most records.
    fn holding(&self, one: &'a Key, keys: &[&'a Key]) -> Option<&'a Key> {
        if keys.contains(&one) {
            return Some(one);
        }
        let mut counts: HashMap<&Key, usize> = HashMap::new();
        for record in self.records {
            let Some((_, own)) = record.iter().find(|(key, _)| *key == *one) else { continue };
            let around = record.iter().filter(|(_, cell)| {
                cell.leaves.start <= own.leaves.start
                    && own.leaves.end <= cell.leaves.end
                    && !own.leaves.is_empty()
            });
            for (key, _) in around {
                *counts.entry(key).or_default() += 1;
            }
        }
        keys.iter().copied().find(|key| are_most(counts.get(key).copied().unwrap_or(0), self.parts.len()))
    }
}

/// Whether each text of a column is an amount that is not struck out.
fn is_price(key: &Key, counts: &Counts) -> bool {
    counts.amounts == counts.cells && struck(&key.place).is_none()
}

/// Counts the addresses of the links around or in the title of each record.
fn count_addresses(
    title: &Key,
    parts: &[PlacedRecord<'_>],
    records: &[Vec<KeyedCell<'_>>],
    all: &mut HashMap<&Key, Counts>,
) {
    for ((part, _), record) in parts.iter().zip(records) {
        let Some((_, of_title)) = record.iter().find(|(key, _)| key == title) else { continue };
        let tree = part.page.tree;
        let is_in = |one: ElementId, other: ElementId| tree.inclusive_ancestors(one).any(|id| id == other);
        for (key, cell) in record.iter().filter(|(key, _)| key.kind == Kind::Link) {
            if (is_in(of_title.element, cell.element) || is_in(cell.element, of_title.element))
                && let Some(counts) = all.get_mut(key)
            {
                counts.of_title += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::record::Width;
    use crate::record::trial::{column, page, read, read_times};

    fn found(record: impl Fn(&str, usize) -> String) -> Vec<Vec<(String, String)>> {
        let records: Vec<String> =
            ["Ash", "Elm", "Oak", "Fir"].into_iter().zip(1..).map(|(name, at)| record(name, at)).collect();
        read(&page(&records), Width::Informative)
    }

    #[test]
    fn a_title_with_a_stressed_word_is_whole() {
        let of = |name: &str| if name < "F" { "old" } else { "tall" };
        let found = found(|name, at| {
            format!("<h3><a href=/{at}><em>{}</em> {name}</a></h3><p>{name}{at}</p>", of(name))
        });
        assert_eq!(column(&found, "title"), ["old Ash", "old Elm", "tall Oak", "tall Fir"]);
    }

    #[test]
    fn the_link_in_a_heading_is_the_title() {
        let found = found(|name, at| format!("<h3><a href=/{at}>{name}</a> <i>({at})</i></h3>"));
        assert_eq!(column(&found, "title"), ["Ash", "Elm", "Oak", "Fir"]);
    }

    #[test]
    fn pages_with_the_same_records_have_the_same_title() {
        let page = page(&["<h3>Ash</h3><p>hard</p>", "<h3>Elm</h3><p>soft</p>", "<h3>Oak</h3><p>hard</p>"]);
        assert_eq!(column(&read_times(&page, 5, Width::Informative), "title"), ["Ash", "Elm", "Oak"]);
    }

    #[test]
    fn a_price_in_pieces_is_whole() {
        let price = |at: usize| format!("<int>{at}</int><dec>{}</dec> <cur>EUR</cur>", 10 + at);
        let found = found(|name, at| format!("<h3>{name}</h3><p>{}</p>", price(at)));
        assert_eq!(column(&found, "price"), ["1.11 EUR", "2.12 EUR", "3.13 EUR", "4.14 EUR"]);
    }
}

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
    /// The hashes of its texts.
    texts: HashSet<u64>,
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
        for ((part, _), record) in parts.iter().zip(records) {
            for (key, cell) in record {
                let Some(counts) = all.get_mut(key) else { continue };
                if matches!(key.kind, Kind::Link | Kind::Image) {
                    counts.cells += 1;
                } else if !cell.leaves.is_empty() {
                    counts.add(*part, cell);
                }
            }
        }
        all
    }

    fn add(&mut self, part: RecordInPage<'_>, cell: &Cell) {
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
        self.texts.insert(hash(&text));
    }
}

/// The columns with a standard name. The title is found among all columns; if it is in one of these, that one is the title.
pub(super) fn standard_names<'a>(
    keys: &[&'a Key],
    all_keys: &[&'a Key],
    parts: &[PlacedRecord<'_>],
    records: &[Vec<KeyedCell<'_>>],
) -> HashMap<&'a Key, &'static str> {
    let mut all = Counts::of(all_keys, parts, records);
    let fewest = LEAST.min(parts.len());
    let first_of = |keys: &[&'a Key], all: &HashMap<&Key, Counts>, is: &dyn Fn(&Key, &Counts) -> bool| {
        let is =
            |key: &&&'a Key| all.get(**key).is_some_and(|counts| counts.cells >= fewest && is(key, counts));
        keys.iter().find(is).copied()
    };
    let first = |all: &HashMap<&Key, Counts>, is: &dyn Fn(&Key, &Counts) -> bool| first_of(keys, all, is);
    let is_usual = |counts: &Counts| are_most(counts.cells, parts.len());
    let is_title = |key: &Key, counts: &Counts| {
        let says = counts.with_letters == counts.cells && counts.amounts == 0 && counts.dates == 0;
        key.kind.is_text()
            && key.kind != Kind::Items
            && is_usual(counts)
            && says
            && are_most(counts.texts.len(), counts.cells)
    };
    let in_headings =
        |key: &Key, counts: &Counts| is_title(key, counts) && counts.in_headings == counts.cells;
    let in_links = |key: &Key, counts: &Counts| is_title(key, counts) && counts.in_links == counts.cells;
    let title = first_of(all_keys, &all, &in_headings).or_else(|| first_of(all_keys, &all, &in_links));
    let title = title.and_then(|title| holding(title, keys, parts.len(), records));
    if let Some(title) = title {
        count_addresses(title, parts, records, &mut all);
    }
    let [url, image, date, price] = [
        first(&all, &|key, counts| key.kind == Kind::Link && are_most(counts.of_title, parts.len())),
        first(&all, &|key, counts| key.kind == Kind::Image && is_usual(counts)),
        first(&all, &|_, counts| counts.dates == counts.cells),
        first(&all, &|key, counts| counts.amounts == counts.cells && struck(&key.place).is_none()),
    ];
    let named = [("title", title), ("title.href", url), ("image", image), ("date", date), (PRICE, price)];
    named.into_iter().filter_map(|(name, key)| Some((key?, name))).collect()
}

/// The column among these that is this one, or that contains it in most records.
fn holding<'a>(
    title: &'a Key,
    keys: &[&'a Key],
    all: usize,
    records: &[Vec<KeyedCell<'_>>],
) -> Option<&'a Key> {
    if keys.contains(&title) {
        return Some(title);
    }
    let mut counts: HashMap<&Key, usize> = HashMap::new();
    for record in records {
        let Some((_, own)) = record.iter().find(|(key, _)| key == title) else { continue };
        let around = record.iter().filter(|(_, cell)| {
            cell.leaves.start <= own.leaves.start
                && own.leaves.end <= cell.leaves.end
                && !own.leaves.is_empty()
        });
        for (key, _) in around {
            *counts.entry(key).or_default() += 1;
        }
    }
    keys.iter().copied().find(|key| are_most(counts.get(key).copied().unwrap_or(0), all))
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

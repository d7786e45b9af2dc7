//! Pages that are the same under several addresses: to the byte, or lists with the same records, such as those of a month and of a tag, of
//! the first page and of the whole. Articles and threads with the same texts are in [`crate::site::copies`].
//!
//! In: the pages; the tables of the lists of each kind, and the links of their rows. Out: for each page the first one with the same bytes, for
//! each list the first one with the same records in the same order. Records are the same if they lead to one page of the crawl that is no list and that no other record of their list leads to,
//! or else if the first address that no other record of their list has is the same, or if they have none and the same texts. Lists of one or two records are the same by chance: two tags of one article.
//!
//! ```text
//! 2019/05.html    <li><a href=/rain>Rain</a> 3 May ..                       one record
//! tag/rain.html   <li><h2><a href=/rain>Rain</a></h2> All night ..          the same record
//! ```
//!
//! Cost: linear in the records and their links.

use super::{Table, page_of};
use crate::document::Document;
use crate::measure::LEAST;
use crate::page::digest::{BASIS, mix, spread, text};
use crate::record::ADDRESS;
use crate::report::Cell;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// For each page the first one with the same bytes, perhaps itself.
pub(super) fn same_bytes(documents: &[Document]) -> Vec<usize> {
    let mut first: HashMap<&str, usize> = HashMap::new();
    let texts = documents.iter().map(Document::text);
    texts.enumerate().map(|(page, text)| *first.entry(text).or_insert(page)).collect()
}

/// What records are the same by.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
enum Subject {
    Page(usize),
    Address(u64),
    Texts(u64),
}

/// The first list with the same records as each other list, by page.
pub(super) fn same_lists<'t>(
    tables: impl Iterator<Item = &'t Table>,
    links: &[Vec<Cell>],
    is_list: &[bool],
) -> HashMap<usize, usize> {
    // The pages that the records of a list lead to, and how many of its records lead to each.
    let mut leads: HashMap<(usize, &str, usize), Vec<usize>> = HashMap::new();
    let mut times: HashMap<(usize, &str, usize), usize> = HashMap::new();
    for link in links {
        if let [page, Cell::Text(table), record, _, to] = &link[..]
            && let (Some(page), Some(record), Some(to)) = (page_of(page), record.as_count(), page_of(to))
            && !is_list[to]
        {
            let of_record = leads.entry((page, table, record)).or_default();
            if !of_record.contains(&to) {
                of_record.push(to);
                *times.entry((page, table, to)).or_default() += 1;
            }
        }
    }
    let mut lists: BTreeMap<usize, Vec<Subject>> = BTreeMap::new();
    for table in tables {
        let mut on: HashMap<(Option<usize>, u64), usize> = HashMap::new();
        for row in &table.rows {
            let of_row: HashSet<u64> = addresses(table, row).collect();
            of_row.into_iter().for_each(|address| *on.entry((page_of(&row[0]), address)).or_default() += 1);
        }
        for row in &table.rows {
            let (Some(page), Some(record)) = (page_of(&row[0]), row[1].as_count()) else { continue };
            if is_list[page] {
                let is_own = |to: &&usize| times[&(page, &*table.name, **to)] == 1;
                let own = leads.get(&(page, &*table.name, record)).and_then(|to| to.iter().find(is_own));
                let address = || addresses(table, row).find(|&address| on[&(Some(page), address)] == 1);
                let subject = own.map(|&to| Subject::Page(to)).or_else(|| address().map(Subject::Address));
                let subject = subject.unwrap_or_else(|| Subject::Texts(texts(table, row)));
                lists.entry(page).or_default().push(subject);
            }
        }
    }
    lists.retain(|_, records| records.len() >= LEAST);
    let mut first: HashMap<&[Subject], usize> = HashMap::new();
    let same = lists.iter().filter_map(|(&page, records)| {
        let of = *first.entry(records).or_insert(page);
        (of != page).then_some((page, of))
    });
    same.collect()
}

/// For each page with rows of its own the number of each of their tables, with a hash of the row.
pub(super) fn rows_of_pages(tables: &[Table]) -> HashMap<usize, Vec<(usize, u64)>> {
    let mut rows: HashMap<usize, Vec<(usize, u64)>> = HashMap::new();
    let of_pages = tables.iter().enumerate().filter(|(_, table)| table.key == 1 && table.name != "articles");
    for (number, table) in of_pages {
        for row in &table.rows {
            if let Some(page) = page_of(&row[0]) {
                rows.entry(page).or_default().push((number, texts(table, row)));
            }
        }
    }
    rows
}

/// Whether two pages have different rows in some table.
pub(super) fn have_other_rows(rows: &HashMap<usize, Vec<(usize, u64)>>, one: usize, other: usize) -> bool {
    let (Some(one), Some(other)) = (rows.get(&one), rows.get(&other)) else { return false };
    one.iter().any(|(table, hash)| other.iter().any(|(of, other)| of == table && other != hash))
}

/// Hashes of the addresses of a record.
fn addresses(table: &Table, row: &[Cell]) -> impl Iterator<Item = u64> {
    let cells = table.columns.iter().zip(row).filter(|(column, _)| column.name.contains(ADDRESS));
    cells.filter_map(|(_, cell)| if let Cell::Text(written) = cell { Some(text(written)) } else { None })
}

/// A hash of the texts of a record.
fn texts(table: &Table, row: &[Cell]) -> u64 {
    let cells = table.columns.iter().zip(row).skip(table.key);
    let texts = cells.filter_map(|(column, cell)| match cell {
        Cell::Text(written) if !column.name.contains(ADDRESS) => Some(text(written)),
        _ => None,
    });
    texts.fold(BASIS, |hash, of| spread(mix(hash, of)))
}

#[cfg(test)]
mod tests {
    use super::super::{number, page_cell, text};
    use super::*;

    /// The lists that are others again. Each list is its records: the page that it leads to, if any, and its text.
    fn found(lists: &[&[(Option<usize>, &str)]]) -> Vec<(usize, usize)> {
        let columns = vec![number("page"), number("record"), text("title")];
        let mut table = Table { name: "list".to_owned(), columns, key: 2, rows: Vec::new() };
        let mut links = Vec::new();
        for (page, records) in lists.iter().enumerate() {
            for (record, (to, said)) in (1..).zip(*records) {
                let keys = [page_cell(page), Cell::count(record)];
                table.rows.push([&keys[..], &[Cell::Text((*said).to_owned())]].concat());
                if let Some(to) = to {
                    let [of, column] = ["list", "title_url"].map(|name| Cell::Text(name.to_owned()));
                    links.push(vec![page_cell(page), of, Cell::count(record), column, page_cell(*to)]);
                }
            }
        }
        let is_list: Vec<bool> = (0..10).map(|page| page < lists.len()).collect();
        let mut same: Vec<(usize, usize)> =
            same_lists(std::iter::once(&table), &links, &is_list).into_iter().collect();
        same.sort_unstable();
        same
    }

    #[test]
    fn lists_that_lead_to_the_same_pages_in_the_same_order_are_the_same() {
        let month = [(Some(7), "Rain"), (Some(8), "Snow"), (Some(9), "Ice")];
        let tag = [(Some(7), "Rain, of May"), (Some(8), "Snow, of June"), (Some(9), "Ice, of July")];
        let longer = [month[0], month[1], month[2], (Some(6), "Wind")];
        let other_order = [month[1], month[0], month[2]];
        assert_eq!(found(&[&month, &tag, &longer, &other_order]), [(1, 0)]);
    }

    #[test]
    fn records_whose_pages_are_not_in_the_crawl_are_the_same_by_their_addresses() {
        let columns =
            vec![number("page"), number("record"), text("title"), text("title_url"), text("tag_url")];
        let mut table = Table { name: "list".to_owned(), columns, key: 2, rows: Vec::new() };
        let lists = [[1, 2, 3], [1, 2, 3], [3, 2, 1]];
        for (page, records) in lists.iter().enumerate() {
            for (record, to) in (1..).zip(records) {
                let texts =
                    [format!("{to} of {page}"), format!("http://a.org/{to}"), "http://a.org/tag".to_owned()];
                table
                    .rows
                    .push([&[page_cell(page), Cell::count(record)], &texts.map(Cell::Text)[..]].concat());
            }
        }
        let same = same_lists(std::iter::once(&table), &[], &[true; 3]);
        assert_eq!(same.into_iter().collect::<Vec<_>>(), [(1, 0)]);
    }

    #[test]
    fn records_without_a_page_of_their_own_are_the_same_by_their_texts() {
        let one = [(None, "Rain"), (Some(9), "Snow"), (Some(9), "Ice")];
        let other = [(None, "Rain"), (Some(9), "Snow"), (Some(9), "Wind")];
        assert_eq!(found(&[&one, &other, &one]), [(2, 0)]);
    }

    #[test]
    fn lists_of_two_records_are_not_the_same() {
        let two = [(Some(8), "Rain"), (Some(9), "Snow")];
        assert_eq!(found(&[&two, &two]), []);
    }
}

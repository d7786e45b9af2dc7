//! The pages that the links of rows lead to.
//!
//! In: the addresses of pages, and tables with columns of addresses. Out: for each address that is that of a page a row of the table
//! `links`, and the columns whose rows lead to a page of their own each.
//!
//! ```text
//! crawl/blog/index.html      <a href=/2020/rain.html>, <a href=2020/rain.html>, <a href=http://a.example/2020/rain/>
//! crawl/blog/2020/rain.html  all three lead here if the site is at a.example
//! ```
//!
//! A page has its address, fetched or stated, and the path of its file below the folder that all files share. A link that says no host leads
//! to a page of the same host, or of a folder around the page; one that says a host of the crawl leads to the file, too. Where pages state no
//! addresses, a host is of the crawl if most of the addresses there that rows lead to are files.

use super::{Table, kind_of_pages, page_cell, page_of};
use crate::document::Document;
use crate::kind::{Kind, address_parts, folder_of, from_folder, shared};
use crate::measure::are_most;
use crate::record::{ADDRESS, host};
use crate::report::{Cell, Column};
use hashbrown::{HashMap, HashSet};
use percent_encoding::percent_decode_str;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The addresses of pages.
pub(super) struct Addresses<'d> {
    /// The page of each [`key`]; `None` if several pages state it.
    pages: HashMap<String, Option<usize>>,
    /// The fetched or stated address of each page.
    urls: Vec<Option<Address<'d>>>,
    /// The file of each page.
    files: Vec<Address<'d>>,
    /// The hosts of the crawl.
    hosts: HashSet<String>,
}

/// An address in its parts.
struct Address<'a> {
    /// The host; empty if it says none.
    host: String,
    parts: Vec<&'a str>,
    /// How many of the parts are the folder that links start from.
    folder: usize,
}

/// A column most of whose rows lead to a page each, most of which are rows of another table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Joined {
    /// The table of records.
    pub table: String,
    /// Its column of addresses.
    pub column: String,
    /// The table with a row for each page.
    pub to: String,
}

impl<'a> Address<'a> {
    fn new(written: &'a str) -> Self {
        let parts = address_parts(written);
        Address { host: host(written), folder: folder_of(written, &parts).len(), parts }
    }
}

/// The host of a file.
const FILE: &str = "";

/// What identifies an address. Browsers escape what the names of files hold as it is.
fn key(host: &str, parts: &[&str]) -> String {
    let written = format!("{host}/{}", parts.join("/"));
    percent_decode_str(&written).decode_utf8_lossy().into_owned()
}

impl<'d> Addresses<'d> {
    pub(super) fn new(documents: &'d [Document]) -> Self {
        let urls: Vec<Option<Address>> =
            documents.iter().map(|document| document.address().map(Address::new)).collect();
        let mut files: Vec<Address> =
            documents.iter().map(|document| Address::new(document.name())).collect();
        let around = shared(&files.iter().map(|file| &file.parts[..]).collect::<Vec<_>>());
        for file in &mut files {
            file.parts.drain(..around);
            file.folder = file.folder.saturating_sub(around);
        }
        let mut pages: HashMap<String, Option<usize>> = HashMap::new();
        for (page, (url, file)) in urls.iter().zip(&files).enumerate() {
            let stated = url.as_ref().map(|url| key(&url.host, &url.parts));
            // Of copies the first.
            if documents[page].url().is_some() {
                if let Some(fetched) = stated {
                    pages.entry(fetched).or_insert(Some(page));
                }
                continue;
            }
            for own in stated.into_iter().chain([key(FILE, &file.parts)]) {
                pages.entry(own).and_modify(|known| *known = None).or_insert(Some(page));
            }
        }
        let hosts = documents.iter().filter_map(Document::base_url).map(host).collect();
        Addresses { pages, urls, files, hosts }
    }

    fn at(&self, host: &str, parts: &[&str]) -> Option<usize> {
        *self.pages.get(&key(host, parts))?
    }

    /// The page that an address on another page leads to.
    fn page(&self, from: usize, written: &str) -> Option<usize> {
        let Address { host, parts, .. } = Address::new(written);
        let (url, file) = (self.urls[from].as_ref(), &self.files[from]);
        let to = if !host.is_empty() {
            let at_file = || self.hosts.contains(&host).then(|| self.at(FILE, &parts))?;
            self.at(&host, &parts).or_else(at_file)
        } else if written.starts_with('/') {
            let mut around = (0..=file.folder).map(|depth| [&file.parts[..depth], &parts].concat());
            let of_host = url.and_then(|url| self.at(&url.host, &parts));
            of_host.or_else(|| around.find_map(|parts| self.at(FILE, &parts)))
        } else {
            let beside =
                |host: &str, of: &Address| self.at(host, &from_folder(&of.parts[..of.folder], parts.clone()));
            url.and_then(|url| beside(&url.host, url)).or_else(|| beside(FILE, file))
        };
        to.filter(|&to| to != from)
    }

    /// Adds the hosts most of whose addresses in tables are those of files.
    fn add_hosts(&mut self, tables: &'d [Table]) {
        let mut of_hosts: HashMap<String, HashSet<Vec<&str>>> = HashMap::new();
        for address in tables.iter().flat_map(linked).flat_map(|(.., addresses)| addresses) {
            let Address { host, parts, .. } = Address::new(address);
            if !host.is_empty() && !self.hosts.contains(&host) {
                of_hosts.entry(host).or_default().insert(parts);
            }
        }
        for (host, addresses) in of_hosts {
            let files = addresses.iter().filter(|parts| self.at(FILE, parts).is_some()).count();
            // One address may be the name of a file by chance.
            if files > 1 && are_most(files, addresses.len()) {
                self.hosts.insert(host);
            }
        }
    }

    /// The links of tables to other pages, as rows of `links`.
    pub(super) fn links(mut self, tables: &'d [Table]) -> Vec<Vec<Cell>> {
        self.add_hosts(tables);
        let mut links = Vec::new();
        for table in tables {
            for (row, column, addresses) in linked(table) {
                let Some(page) = page_of(&row[0]) else { continue };
                for to in addresses.iter().filter_map(|address| self.page(page, address)) {
                    let record = if table.key == 2 { row[1].clone() } else { Cell::Missing };
                    let [table, column] = [&table.name, &column.name].map(|name| Cell::Text(name.clone()));
                    links.push(vec![row[0].clone(), table, record, column, page_cell(to)]);
                }
            }
        }
        links
    }
}

/// The addresses of a table, with their rows and columns; the second column of a key of two is the record.
fn linked(table: &Table) -> impl Iterator<Item = (&Vec<Cell>, &Column, &[String])> {
    let columns = table.columns.iter().enumerate().skip(table.key);
    let columns: Vec<(usize, &Column)> =
        columns.filter(|(_, column)| column.name.contains(ADDRESS)).collect();
    table.rows.iter().flat_map(move |row| {
        let of_column = |&(at, column): &(usize, _)| {
            let addresses = match &row[at] {
                Cell::Text(address) => std::slice::from_ref(address),
                Cell::List(addresses) => addresses,
                _ => &[],
            };
            (row, column, addresses)
        };
        columns.iter().map(of_column).collect::<Vec<_>>()
    })
}

/// For each kind the numbers of the kinds, from 1, with rows that lead to its pages, those with most of them first.
pub(super) fn kinds_that_lead_to(links: &[Vec<Cell>], kinds: &[Kind], pages: usize) -> Vec<Vec<String>> {
    let of_page = kind_of_pages(kinds, pages);
    let mut counts: Vec<BTreeMap<usize, usize>> = vec![BTreeMap::new(); kinds.len()];
    for link in links {
        let [Some(from), Some(to)] = [&link[0], &link[4]].map(page_of) else { continue };
        *counts[of_page[to]].entry(of_page[from]).or_default() += 1;
    }
    let most_first = |counts: BTreeMap<usize, usize>| {
        let mut kinds: Vec<(usize, usize)> = counts.into_iter().collect();
        kinds.sort_by_key(|&(number, rows)| (Reverse(rows), number));
        kinds.into_iter().map(|(number, _)| (number + 1).to_string()).collect()
    };
    counts.into_iter().map(most_first).collect()
}

/// The columns of records that lead to rows of another table, one page each.
pub(super) fn joined(links: &[Vec<Cell>], tables: &[Table]) -> Vec<Joined> {
    let mut of_columns: Vec<((&Cell, &Cell), Vec<usize>)> = Vec::new();
    for link in links.iter().filter(|link| link[2] != Cell::Missing) {
        let Some(to) = page_of(&link[4]) else { continue };
        let column = (&link[1], &link[3]);
        match of_columns.iter_mut().find(|(known, _)| *known == column) {
            Some((_, pages)) => pages.push(to),
            None => of_columns.push((column, vec![to])),
        }
    }
    let join = |((table, column), pages): ((&Cell, &Cell), Vec<usize>)| {
        let (Cell::Text(table), Cell::Text(column)) = (table, column) else { return None };
        let rows = tables.iter().find(|known| known.name == *table)?.rows.len();
        let holds = |other: &&Table| {
            let pages_of: HashSet<usize> = other.rows.iter().filter_map(|row| page_of(&row[0])).collect();
            other.key == 1 && are_most(pages.iter().filter(|page| pages_of.contains(*page)).count(), rows)
        };
        let to = tables.iter().find(|other| other.name != *table && holds(other))?;
        Some(Joined { table: table.clone(), column: column.clone(), to: to.name.clone() })
    };
    of_columns.into_iter().filter_map(join).collect()
}

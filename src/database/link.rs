//! The pages that the links of rows lead to.
//!
//! In: the addresses of pages, and tables with columns of addresses. Out: for each address that is that of a page a row of the table
//! `links`, and the columns whose rows lead to a page of their own each.

use super::name::ADDRESS;
use super::{Table, page_cell, page_of};
use crate::document::Document;
use crate::kind::from_folder;
use crate::measure::are_most;
use crate::report::{Cell, Column};
use hashbrown::{HashMap, HashSet};

/// The addresses of pages. A page without an address has that of its file.
pub(super) struct Addresses {
    pages: HashMap<String, usize>,
    /// The address of each page.
    own: Vec<String>,
    /// The folder of the address that the links of each page start from.
    bases: Vec<Option<String>>,
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

/// An address without what does not lead to another page: its scheme, fragment, and the name of an index file.
fn normal(address: &str) -> String {
    let address = address.split('#').next().unwrap_or_default();
    let address = address.split_once("://").map_or(address, |(_, rest)| rest);
    let address = address.strip_suffix("index.html").unwrap_or(address);
    address.trim_end_matches('/').to_owned()
}

impl Addresses {
    pub(super) fn new(documents: &[Document]) -> Self {
        let own = documents.iter().map(|document| normal(document.url().unwrap_or_else(|| document.name())));
        let own: Vec<String> = own.collect();
        let mut pages = HashMap::new();
        for (page, address) in own.iter().enumerate() {
            pages.entry(address.clone()).or_insert(page);
        }
        let folder = |base: &str| base.rfind('/').map(|end| base[..=end].to_owned());
        let bases = documents.iter().map(|document| folder(document.base_url()?)).collect();
        Addresses { pages, own, bases }
    }

    /// The page that an address on another page leads to.
    fn page(&self, from: usize, address: &str) -> Option<usize> {
        let to = self.pages.get(&normal(address)).or_else(|| self.pages.get(&self.beside(from, address)?));
        to.copied().filter(|&to| to != from)
    }

    /// A relative address of a file, from the folder of the page that has it.
    fn beside(&self, from: usize, address: &str) -> Option<String> {
        let base = self.bases[from].as_deref();
        let address = base.and_then(|base| address.strip_prefix(base)).unwrap_or(address);
        if address.contains("://") || address.starts_with('/') {
            return None;
        }
        let mut folder: Vec<&str> = self.own[from].split('/').collect();
        folder.pop();
        let parts = address.split(['?', '#']).next().unwrap_or_default().split('/');
        let parts = from_folder(&folder, parts.filter(|part| !matches!(*part, "." | "")));
        Some(normal(&parts.join("/")))
    }

    /// The links of a table to other pages, as rows of `links`; the second column of its key is the record.
    pub(super) fn links(&self, table: &Table) -> Vec<Vec<Cell>> {
        let has_records = table.key == 2;
        let has_addresses = |at: &usize| table.columns[*at].name.contains(ADDRESS);
        let columns: Vec<usize> = (table.key..table.columns.len()).filter(has_addresses).collect();
        let mut links = Vec::new();
        for row in &table.rows {
            let Some(page) = page_of(&row[0]) else { continue };
            for &at in &columns {
                let addresses = match &row[at] {
                    Cell::Text(address) => std::slice::from_ref(address),
                    Cell::List(addresses) => addresses,
                    _ => &[],
                };
                for to in addresses.iter().filter_map(|address| self.page(page, address)) {
                    let record = if has_records { row[1].clone() } else { Cell::Missing };
                    let Column { name, .. } = &table.columns[at];
                    let names = [&table.name, name].map(|name| Cell::Text(name.clone()));
                    let [table_name, column_name] = names;
                    links.push(vec![page_cell(page), table_name, record, column_name, page_cell(to)]);
                }
            }
        }
        links
    }
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

//! A database of tables that were stored.
//!
//! In: tables as a file or a folder holds them, in any order. Out: the [`Database`] that they are, without the places of its pages.

use super::{Database, FoundKind, Table, link, page_of};
use crate::error::{Error, ErrorKind, Result};
use crate::kind::PageKind;
use crate::report::Cell;
use std::iter::once;

/// The tables that stand behind those of the kinds, in this order.
const LAST: [&str; 6] = ["articles", "comments", "posts", "stated", "links", "unread"];

/// The names of the second column of a key.
const NUMBERS: [&str; 3] = ["record", "comment", "post"];

impl Database {
    /// The database that stored tables are.
    ///
    /// # Errors
    /// [`ErrorKind::Setting`] if they are no such database.
    pub fn of_tables(mut tables: Vec<Table>) -> Result<Self> {
        let kinds = kinds(&tables).ok_or_else(|| {
            let why = "this is no database that `katagami site` wrote: it needs the tables `kinds` and `pages` with their columns";
            Error::new(ErrorKind::Setting(why.to_owned()))
        })?;
        let names: Vec<&str> = once("kinds")
            .chain(once("pages"))
            .chain(
                kinds
                    .iter()
                    .flat_map(|kind| &kind.tables)
                    .map(|name| &**name)
                    .filter(|name| !LAST.contains(name)),
            )
            .chain(LAST)
            .collect();
        tables.sort_by_key(|table| names.iter().position(|name| *name == table.name).unwrap_or(names.len()));
        let links = tables.iter().find(|table| table.name == "links" && table.columns.len() == 5);
        // A row of `pages` is no page of its own.
        let joined = links.map_or_else(Vec::new, |links| link::joined(&links.rows, &tables[2..]));
        Ok(Database { tables, joined, kinds, ..Database::default() })
    }
}

impl Table {
    /// How many columns of a stored table identify a row.
    #[must_use]
    pub fn stored_key(name: &str, columns: &[&str]) -> usize {
        match (name, columns) {
            ("links" | "stated", _) => 0,
            (_, ["page", second, ..]) if NUMBERS.contains(second) => 2,
            (_, ["page" | "kind", ..]) => 1,
            _ => 0,
        }
    }
}

/// The kinds of a database, if its tables say them.
fn kinds(tables: &[Table]) -> Option<Vec<FoundKind>> {
    let named = |name: &str| tables.iter().find(|table| table.name == name);
    let (kinds, pages) = (named("kinds")?, named("pages")?);
    let columns = ["what", "probability", "second", "example", "tables"].map(|name| kinds.column(name));
    let [Some(what), Some(probability), Some(second), Some(example), Some(of)] = columns else { return None };
    let [addresses, linked_from, fields] =
        ["addresses", "linked_from", "fields"].map(|name| kinds.column(name));
    let kind_of = pages.column("kind")?;
    let kind = |(number, row): (usize, &Vec<Cell>)| {
        let is_own = |row: &&Vec<Cell>| page_of(&row[kind_of]) == Some(number);
        let text =
            |column: usize| if let Cell::Text(text) = &row[column] { Some(text.clone()) } else { None };
        let list = |column: usize| match &row[column] {
            Cell::List(all) => all.clone(),
            Cell::Text(name) => vec![name.clone()],
            _ => Vec::new(),
        };
        Some(FoundKind {
            what: kind_named(&text(what)?)?,
            probability: if let Cell::Number(number) = row[probability] { number } else { return None },
            second: text(second).and_then(|name| kind_named(&name)),
            pages: pages.rows.iter().filter(is_own).filter_map(|row| page_of(&row[0])).collect(),
            example: text(example)?,
            addresses: addresses.and_then(text).unwrap_or_default(),
            linked_from: linked_from.map(list).unwrap_or_default(),
            tables: list(of),
            fields: fields.map(list).unwrap_or_default(),
        })
    };
    kinds.rows.iter().enumerate().map(kind).collect()
}

fn kind_named(name: &str) -> Option<PageKind> {
    PageKind::ALL.into_iter().find(|kind| kind.name() == name)
}

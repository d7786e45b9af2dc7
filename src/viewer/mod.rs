//! What was found on pages, as one HTML file that shows it: the kinds, the pages with what was read from them, the tables, the spectrum.
//!
//! In: pages, and the [`Database`] made of them, or a database alone. Out: a [`Viewer`], a plain value that is the file's data, and the file ([`write()`]).
//!
//! ```text
//! <script type="application/json">{"kinds": .., "shown": [{"source": .., "marks": ..}], "tables": .., "spectrum": ..}</script>
//! ```
//!
//! The file has no address of anything else, and pages can do nothing in it (`file`). A sample of the pages is in it, and so much of each
//! table that the file stays below 20 MB; it says what is left out. The program that shows the data is in the folder `web`.
//!
//! Time: that of the database, and of an index over at most 8 MB of pages. Memory: that of the pages.

mod figure;
mod file;
mod page;
mod place;
mod row;

pub use self::file::write;

use self::figure::Figure;
use self::page::ShownPage;
use self::row::ShownTable;
use crate::database::{Database, FoundKind, Joined, Options, database_with, page_of, spread};
use crate::document::{Corpus, Document};
use crate::kind::PageKind;
use crate::report::Cell;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most pages of a kind that are shown, evenly spaced among all.
const SHOWN_OF_KIND: usize = 6;

/// The most bytes that the pages take in the file, and the tables: together with the spectrum they stay below 20 MB.
const PAGE_BYTES: usize = 9_000_000;
const TABLE_BYTES: usize = 8_000_000;

/// The most bytes of pages whose substrings are counted, which takes a few seconds.
const INDEXED: usize = 8_000_000;

/// What a viewer shows.
#[derive(Debug, Serialize)]
pub struct Viewer<'a> {
    /// The number of pages.
    pages: usize,
    /// Whether the pages were at hand, so that some are shown.
    has_pages: bool,
    kinds: Vec<ShownKind<'a>>,
    tables: Vec<ShownTable<'a>>,
    /// The pages that are in the file.
    shown: Vec<ShownPage<'a>>,
    /// The columns that lead to rows of another table.
    joined: Vec<[&'a str; 3]>,
    /// How many links lead from a kind to another one.
    links: Vec<(usize, usize, usize)>,
    spectrum: Option<Figure>,
}

/// How the pages of a kind are named on a command line.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Arguments {
    /// The command that writes a list of them, if one is needed, and `&&`.
    pub list: String,
    /// The arguments.
    pub input: String,
}

/// A kind of pages.
#[derive(Debug, Serialize)]
struct ShownKind<'a> {
    what: &'static str,
    probability: f64,
    second: Option<&'static str>,
    pages: usize,
    /// The name of a page.
    example: &'a str,
    tables: Vec<&'a str>,
    arguments: Arguments,
}

/// Makes the database of pages that a viewer shows.
#[must_use]
pub fn shown_database(corpus: &Corpus) -> Database {
    database_with(corpus, Options { places: SHOWN_OF_KIND, ..Options::default() })
}

impl<'a> Viewer<'a> {
    /// A viewer of pages and their [database](shown_database). `arguments` names the pages of a kind, by its number.
    #[must_use]
    pub fn new(corpus: &'a Corpus, found: &'a Database, arguments: impl Fn(usize) -> Arguments) -> Self {
        let documents = corpus.documents();
        let numbers = shown(&found.kinds, documents);
        let (spectrum, mut tints) = figure::of(corpus, &found.kinds, &numbers);
        let mut bytes = 0;
        let mut shown = Vec::new();
        for (kind, page) in numbers {
            let tints = tints.remove(&page).unwrap_or_default();
            let page = ShownPage::new(kind, page, &documents[page], found, &tints);
            let size = file::size(&page);
            if bytes + size <= PAGE_BYTES {
                bytes += size;
                shown.push(page);
            }
        }
        shown.sort_by_key(|page| (page.kind, page.page));
        Viewer { has_pages: true, spectrum, ..Viewer::of_tables(found, shown, arguments) }
    }

    /// A viewer of a database whose pages are not at hand.
    #[must_use]
    pub fn of_database(found: &'a Database) -> Self {
        Viewer::of_tables(found, Vec::new(), |_| Arguments::default())
    }

    fn of_tables(
        found: &'a Database,
        shown: Vec<ShownPage<'a>>,
        arguments: impl Fn(usize) -> Arguments,
    ) -> Self {
        let numbers: Vec<usize> = shown.iter().map(|page| page.page).collect();
        let kinds = found.kinds.iter().enumerate();
        Viewer {
            pages: found.table("pages").map_or(0, |pages| pages.rows.len()),
            has_pages: false,
            kinds: kinds.map(|(number, kind)| ShownKind::new(kind, found, arguments(number))).collect(),
            tables: row::shown(&found.tables, &numbers, TABLE_BYTES),
            shown,
            joined: found.joined.iter().map(|Joined { table, column, to }| [&**table, column, to]).collect(),
            links: links(found),
            spectrum: None,
        }
    }
}

impl<'a> ShownKind<'a> {
    fn new(kind: &'a FoundKind, found: &Database, arguments: Arguments) -> Self {
        ShownKind {
            what: kind.what.name(),
            probability: kind.probability,
            second: kind.second.map(PageKind::name),
            pages: kind.pages.len(),
            example: &kind.example,
            tables: kind
                .tables
                .iter()
                .filter(|table| found.table(table).is_some())
                .map(|table| &**table)
                .collect(),
            arguments,
        }
    }
}

/// The pages that are shown, each with the number of its kind: the first of each kind, then the second of each, and so on, so that each
/// kind has some if they do not fit.
fn shown(kinds: &[FoundKind], documents: &[Document]) -> Vec<(usize, usize)> {
    let of_kind = |(number, kind): (usize, &FoundKind)| {
        spread(&kind.pages, SHOWN_OF_KIND)
            .enumerate()
            .map(move |(round, page)| (round, number, page))
            .collect::<Vec<_>>()
    };
    let mut all: Vec<(usize, usize, usize)> = kinds.iter().enumerate().flat_map(of_kind).collect();
    all.sort_unstable();
    let is_small = |&(_, _, page): &(usize, usize, usize)| documents[page].text().len() < PAGE_BYTES;
    all.into_iter().filter(is_small).map(|(_, kind, page)| (kind, page)).collect()
}

/// How many links lead from a kind to another one.
fn links(found: &Database) -> Vec<(usize, usize, usize)> {
    let mut of_page: BTreeMap<usize, usize> = BTreeMap::new();
    for (number, kind) in found.kinds.iter().enumerate() {
        of_page.extend(kind.pages.iter().map(|&page| (page, number)));
    }
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for row in found.table("links").iter().flat_map(|table| &table.rows) {
        let kind = |cell: &Cell| of_page.get(&page_of(cell)?).copied();
        if let (Some(from), Some(to)) = (row.first().and_then(kind), row.last().and_then(kind)) {
            *counts.entry((from, to)).or_default() += 1;
        }
    }
    counts.into_iter().map(|((from, to), count)| (from, to, count)).collect()
}

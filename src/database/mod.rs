//! A crawl as a database: tables of its pages, of their kinds, and of what is on the pages of each kind.
//!
//! In: pages as a crawl left them. Out: a [`Database`] of [`Table`]s whose columns refer to one another.
//!
//! ```text
//! pages   page 7, item/7.html, kind 2, ..        kinds   kind 2, detail, 12 pages ..
//! item    page 7, title Dune, price £4.50, price_amount 4.5, price_currency £ ..
//! item_reviews    page 7, record 1, author Ann, said ..
//! links   page 3, shelf, record 5, title_url -> page 7
//! ```
//!
//! The pages are sorted into kinds ([`kinds`](crate::kind)). A wrapper is learned for the lists and for the detail pages of each kind, and
//! gives its tables; articles give their texts and comments, threads their posts. Whatever a kind does not give is said in `pages`.
//!
//! Time: that of these answers on the pages, each once. Memory: that of the pages, of the trees of lists, of a sample of pages for the articles, and
//! of the threads of a template.

mod crawls;
mod fixed;
mod folder;
mod kind_tables;
mod link;
mod merge;
mod name;
mod place;
mod same;
mod stored;
mod typed;

pub use self::crawls::{Added, Crawls, Seen};
pub use self::link::Joined;
pub use self::place::{Choice, PagePlaces, Place, Places, Role, spread};

use self::fixed::{
    all_posts, all_stated, articles, comments, has_articles, kinds_table, pages, stated_rows, unread_table,
};
use self::folder::Folders;
use self::kind_tables::kind_tables;
use self::link::Addresses;
use self::merge::{Made, merged};
use self::name::Names;
use self::same::{have_other_rows, rows_of_pages, same_bytes, same_lists};
use self::typed::with_typed_copies;
use crate::ask::Lists;
use crate::content::{Lean, described_in_part};
use crate::document::{Corpus, Document};
use crate::forum::{Threads, threads_of};
use crate::kind::{Kind, PageKind, PageKinds};
use crate::page::Tree;
use crate::progress::Counted;
use crate::record::{Width, host};
use crate::report::{Cell, Column, Shape};
use crate::wrapper::PAGE;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The tables of a crawl.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The tables, each behind those that it refers to: `kinds`, `pages`, `articles`, `comments`, `posts`, `stated`, `links` and `unread`, those of them that have rows, and the tables of the kinds.
    pub tables: Vec<Table>,
    /// Which rows lead to a page of its own.
    pub joined: Vec<Joined>,
    /// The kinds of the pages.
    pub kinds: Vec<FoundKind>,
    /// Where rows and values are, on some pages of each kind.
    pub places: Places,
}

/// A kind of pages, as the table `kinds` says it.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundKind {
    /// The most probable kind.
    pub what: PageKind,
    /// How probable it is.
    pub probability: f64,
    /// The second kind, if it is nearly as probable.
    pub second: Option<PageKind>,
    /// The numbers of its pages, in ascending order.
    pub pages: Vec<usize>,
    /// The name of the first.
    pub example: String,
    /// What their addresses have in common, with `*` for what differs.
    pub addresses: String,
    /// The numbers of the kinds with rows that lead to its pages, those with most of them first.
    pub linked_from: Vec<String>,
    /// The columns of the table that was made for them alone, or of the first one; none if there is none.
    pub fields: Vec<String>,
    /// The names of the tables that its pages may have rows in.
    pub tables: Vec<String>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name: lower-case letters, digits and `_`.
    pub name: String,
    /// Its columns; those that identify a row come first.
    pub columns: Vec<Column>,
    /// How many columns identify a row: `page`, or `page` and the number on the page; none if nothing does.
    pub key: usize,
    /// A cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// What of a database is wanted besides its tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// The places of rows and values on so many pages of each kind, those that [`spread`] gives.
    pub places: usize,
    /// One table for the kinds of several hosts that have the same fields.
    pub merge: bool,
}

/// Makes a database of pages.
#[must_use]
pub fn database(corpus: &Corpus) -> Database {
    database_with(corpus, Options::default())
}

fn stated((page, document): (usize, &Document)) -> Vec<Vec<Cell>> {
    stated_rows(page, document, &Tree::whole(document.text()))
}

/// The site that a page was fetched from: its host, with or without `www.` before it.
fn site(document: &Document) -> Option<String> {
    let host = host(document.url()?);
    Some(host.strip_prefix("www.").map_or_else(|| host.clone(), str::to_owned))
}

/// The kinds of each host, where the pages were fetched from several: their tables have columns of their own.
fn by_host(kinds: Vec<Kind>, documents: &[Document]) -> Vec<Kind> {
    let of_host = |kind: Kind| {
        let mut pages: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for page in kind.pages {
            pages.entry(site(&documents[page]).unwrap_or_default()).or_default().push(page);
        }
        let of_pages = move |pages: Vec<usize>| {
            let example = if pages.contains(&kind.example) { kind.example } else { pages[0] };
            Kind { pages, example, ..kind }
        };
        pages.into_values().map(of_pages)
    };
    kinds.into_iter().flat_map(of_host).collect()
}

/// The tables of all kinds whose pages are lists or about one thing each.
struct OfKinds {
    tables: Vec<Table>,
    /// Of each kind the names of its tables, and the fields of the first.
    own: Vec<(Vec<String>, Vec<String>)>,
    /// The tables of records of lists.
    of_lists: BTreeSet<usize>,
    is_list: Vec<bool>,
}

impl OfKinds {
    fn new(
        documents: &[Document],
        (of_pages, kinds): (&PageKinds, &[Kind]),
        is_merged: bool,
        places: &mut Places,
    ) -> Self {
        let folders = Folders::new(documents);
        let mut is_list = vec![false; documents.len()];
        // The folders with pages that are lists besides.
        let mut beside = HashSet::new();
        for kind in kinds.iter().filter(|kind| kind.kind == PageKind::List) {
            kind.pages.iter().for_each(|&page| is_list[page] = true);
            beside.extend(folders.with_many(&kind.pages));
        }
        let may_have_list = |page: usize| is_list[page] || beside.contains(&folders.of(page));
        let is_asked: Vec<bool> = (0..documents.len()).map(may_have_list).collect();
        // Their trees take more memory than the pages, and end here.
        let found_lists = Lists::of_pages(documents, &of_pages.frame, &is_asked);
        let lists = found_lists.tables(Width::Informative);
        let mut names = Names::new(documents);
        let (mut made, mut of_kinds) = (Vec::new(), Vec::new());
        let site_of = |kind: &Kind| site(&documents[kind.pages[0]]).unwrap_or_default();
        // Pages of one template are read together, with those about one thing if there are some: whatever else is on them, it has the same fields.
        let of_template = |kind: &Kind| (kind.template, site_of(kind));
        let is_read = |kind: &Kind| !matches!(kind.kind, PageKind::List | PageKind::Other);
        let mut first: HashMap<(usize, String), usize> = HashMap::new();
        for (number, kind) in kinds.iter().enumerate().filter(|(_, kind)| is_read(kind)) {
            let known = first.entry(of_template(kind)).or_insert(number);
            *known = if kind.kind == PageKind::Detail { number } else { *known };
        }
        let with = |(number, kind): (usize, &Kind)| {
            first.get(&of_template(kind)).copied().filter(|&first| first != number && is_read(kind))
        };
        let read_with: Vec<Option<usize>> = kinds.iter().enumerate().map(with).collect();
        for (number, kind) in kinds.iter().enumerate() {
            let (parent, what) = (made.len(), kind.kind);
            if read_with[number].is_none() {
                let with_this = |&(_, with): &(&Kind, &Option<usize>)| *with == Some(number);
                let others =
                    kinds.iter().zip(&read_with).filter(with_this).flat_map(|(other, _)| &other.pages);
                let mut pages: Vec<usize> = kind.pages.iter().chain(others).copied().collect();
                pages.sort_unstable();
                let kind = Kind { pages, ..kind.clone() };
                let found = kind_tables(&kind, documents, (&is_list, &lists), &folders, &mut names, places);
                let host = site_of(&kind);
                made.extend(found.into_iter().map(|table| Made { table, what, host: host.clone(), parent }));
            }
            of_kinds.push(parent..made.len());
        }
        for (number, with) in read_with.iter().enumerate() {
            if let Some(with) = *with {
                of_kinds[number] = of_kinds[with].clone();
            }
        }
        let (tables, became) = merged(made, is_merged, &mut names);
        let tables: Vec<Table> = tables.into_iter().map(with_typed_copies).collect();
        let (mut own, mut of_lists) = (Vec::new(), BTreeSet::new());
        for (kind, made) in kinds.iter().zip(of_kinds) {
            let own_tables: Vec<&Table> = became[made.clone()].iter().map(|&table| &tables[table]).collect();
            let first = own_tables.first();
            // Records come first among the tables of a kind of lists.
            if kind.kind == PageKind::List && first.is_some_and(|first| first.key == 2) {
                of_lists.insert(became[made.start]);
            }
            let fields = |table: &&Table| -> Vec<String> {
                table.columns[table.key..].iter().map(|column| column.name.clone()).collect()
            };
            let names = own_tables.iter().map(|table| table.name.clone()).collect();
            own.push((names, first.map(fields).unwrap_or_default()));
        }
        OfKinds { tables, own, of_lists, is_list }
    }
}

/// As [`database`], with these options.
#[must_use]
pub fn database_with(corpus: &Corpus, options: Options) -> Database {
    let documents = corpus.documents();
    let stated: Vec<_> = documents.par_iter().enumerate().counted().map(stated).collect();
    let of_pages = PageKinds::new(&documents.iter().collect::<Vec<_>>());
    let kinds = by_host(of_pages.kinds(), documents);
    let mut places = Places::of_each(&kinds, options.places);
    let OfKinds { mut tables, own, of_lists, is_list } =
        OfKinds::new(documents, (&of_pages, &kinds), options.merge, &mut places);
    let links = Addresses::new(documents).links(&tables);
    let pages_of = |is: &dyn Fn(&Kind) -> bool| {
        let mut pages: Vec<usize> =
            kinds.iter().filter(|kind| is(kind)).flat_map(|kind| kind.pages.iter().copied()).collect();
        pages.sort_unstable();
        pages
    };
    let of_articles = pages_of(&has_articles);
    let is_article = |page: usize| of_articles.binary_search(&page).is_ok();
    let described =
        described_in_part(documents, Lean::default(), [&is_article; 2], |page| places.of(page).is_some());
    places.add_articles(&of_articles, &described);
    let of_threads = pages_of(&|kind| kind.kind == PageKind::Thread);
    let threads = if of_threads.is_empty() {
        Threads::default()
    } else {
        threads_of(documents, &of_pages, |page| of_threads.binary_search(&page).is_ok())
    };
    places.add_posts(&of_threads, &threads);
    let texts = [
        articles(&of_articles, documents, &described.pages),
        comments(&of_articles, &described.pages),
        all_posts(&of_threads, &threads.pages),
    ];
    tables.extend(texts.into_iter().filter(|table| !table.rows.is_empty()));
    // Of each page how many rows it has.
    let mut rows = vec![0_usize; documents.len()];
    for table in &tables {
        table.count_rows(&mut rows);
    }
    let joined = link::joined(&links, &tables);
    // Lists have texts of one another without having the same records.
    let same_lists = same_lists(of_lists.into_iter().map(|table| &tables[table]), &links, &is_list);
    let same_bytes = same_bytes(documents);
    let rows_of = rows_of_pages(&tables);
    let same_as = |page: usize| {
        let same = same_bytes[page];
        let same = if is_list[same] {
            *same_lists.get(&same).unwrap_or(&same)
        } else {
            // Two products may have one description.
            let copy = described.copies[same];
            if have_other_rows(&rows_of, copy, same) { same } else { copy }
        };
        (same != page).then_some(same)
    };
    let pages = pages(&kinds, documents, &described, same_as, &rows);
    let mut linked_from = link::kinds_that_lead_to(&links, &kinds, documents.len()).into_iter();
    let found_kind =
        |(kind, of): (Kind, _)| FoundKind::new(kind, of, linked_from.next().unwrap_or_default(), documents);
    let kinds: Vec<FoundKind> = kinds.into_iter().zip(own).map(found_kind).collect();
    let mut all = vec![kinds_table(&kinds), pages];
    all.extend(tables);
    let stated = all_stated(stated);
    if !stated.rows.is_empty() {
        all.push(stated);
    }
    if !links.is_empty() {
        let columns =
            [number(PAGE), text("table_name"), number("record"), text("column_name"), number("to_page")];
        all.push(Table { name: "links".to_owned(), columns: columns.into(), key: 0, rows: links });
    }
    all.extend(Some(unread_table(corpus.unread())).filter(|table| !table.rows.is_empty()));
    Database { tables: all, joined, kinds, places }
}

impl Database {
    /// The table of a name.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

impl Table {
    /// The number of a column.
    #[must_use]
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// Adds for each page how many rows it has.
    fn count_rows(&self, rows: &mut [usize]) {
        for row in &self.rows {
            if let Some(page) = row.first().and_then(page_of) {
                rows[page] += 1;
            }
        }
    }
}

fn text(name: &str) -> Column {
    Column { name: name.to_owned(), shape: Shape::One }
}

fn number(name: &str) -> Column {
    Column { name: name.to_owned(), shape: Shape::Integer }
}

/// The number of the kind of each page.
fn kind_of_pages(kinds: &[Kind], pages: usize) -> Vec<usize> {
    let mut of_page = vec![0; pages];
    for (number, kind) in kinds.iter().enumerate() {
        kind.pages.iter().for_each(|&page| of_page[page] = number);
    }
    of_page
}

/// The number of a page, counted from 1, as a cell.
fn page_cell(page: usize) -> Cell {
    Cell::count(page + 1)
}

/// The page that a cell names.
#[must_use]
pub fn page_of(cell: &Cell) -> Option<usize> {
    cell.as_count()?.checked_sub(1)
}

fn optional(value: Option<&str>) -> Cell {
    value.map_or(Cell::Missing, |value| Cell::Text(value.to_owned()))
}

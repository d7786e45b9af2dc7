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
//! Time: that of these answers on the pages, each once. Memory: that of the pages.

mod link;
mod name;
mod typed;

pub use self::link::Joined;

use self::link::Addresses;
use self::name::Names;
use self::typed::with_typed_copies;
use crate::ask::{Lists, PageList, StatedValue, Tables};
use crate::content::markup::{PageMarkup, RepeatedImages, markdown};
use crate::content::{Content, Metadata, copies, described};
use crate::document::{Corpus, Document};
use crate::forum::threads;
use crate::kind::{Kind, PageKind, kinds};
use crate::page::Tree;
use crate::record::{Base, Markup, Width};
use crate::report::{Cell, Column, FieldSet, Fields, Shape, rounded};
use crate::wrapper::{self, Extraction, Extractor, Learner, PAGE, Wrapper};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::sync::LazyLock;

/// The most pages of a kind that a wrapper is learned from, evenly spaced among all of them: five times as many as the fields of a site
/// need (`eval/quality swde detail`).
const LEARNED: usize = 100;

/// The tables of a crawl.
#[derive(Clone, Debug, Default)]
pub struct Database {
    /// The tables, each behind those that it refers to: `kinds`, `pages`, `articles`, `comments`, `posts`, `stated` and `links`, those of them that have rows, and the tables of the kinds.
    pub tables: Vec<Table>,
    /// Which rows lead to a page of its own.
    pub joined: Vec<Joined>,
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

/// What a kind of pages gives.
struct KindTables {
    /// Its tables, the one of its default rows first.
    tables: Vec<Table>,
    /// The links of its rows.
    links: Vec<Vec<Cell>>,
}

/// No pages.
static NONE: LazyLock<Corpus> = LazyLock::new(Corpus::default);

/// The column of the pages, which all tables but `kinds` have.
const PAGE_COLUMN: &str = PAGE;

/// Makes a database of pages.
#[must_use]
pub fn database(corpus: &Corpus) -> Database {
    let documents = corpus.documents();
    let kinds = kinds(documents);
    let addresses = Addresses::new(documents);
    let described = described(documents);
    let has = |wanted: PageKind| kinds.iter().any(|kind| kind.kind == wanted);
    let posts = if has(PageKind::Thread) { threads(documents).pages } else { Vec::new() };
    let lists = Lists::find(if has(PageKind::List) { corpus } else { &NONE });
    let lists = lists.tables(Width::Informative);
    let mut is_list = vec![false; documents.len()];
    for kind in kinds.iter().filter(|kind| kind.kind == PageKind::List) {
        kind.pages.iter().for_each(|&page| is_list[page] = true);
    }
    let mut names = Names::new(documents);
    // Of each page how many rows it has in other tables.
    let mut rows = vec![0_usize; documents.len()];
    let mut of_kinds: Vec<Vec<String>> = Vec::new();
    let (mut tables, mut links) = (Vec::new(), Vec::new());
    for kind in &kinds {
        let shape = match kind.kind {
            PageKind::List => Some(wrapper::Shape::Records),
            PageKind::Detail => Some(wrapper::Shape::Page),
            // They may be articles or about one thing, so they are read as both.
            PageKind::Article if kind.other == Some(PageKind::Detail) => Some(wrapper::Shape::Page),
            PageKind::Thread | PageKind::Article | PageKind::Other => None,
        };
        let Some(shape) = shape else {
            of_kinds.push(Vec::new());
            continue;
        };
        let records = if kind.kind == PageKind::List { records(kind, &is_list, &lists) } else { None };
        let found = of_wrapper((kind, shape, records), documents, &addresses, &mut names);
        of_kinds.push(found.tables.iter().map(|table| table.name.clone()).collect());
        for table in &found.tables {
            table.count_rows(&mut rows);
        }
        tables.extend(found.tables);
        links.extend(found.links);
    }
    let is = |wanted: PageKind| {
        let pages = kinds.iter().filter(move |kind| kind.kind == wanted).flat_map(|kind| &kind.pages);
        let mut pages: Vec<usize> = pages.copied().collect();
        pages.sort_unstable();
        pages
    };
    let may_be = |kind: &&Kind| kind.kind == PageKind::Detail && kind.other == Some(PageKind::Article);
    let mut of_articles = is(PageKind::Article);
    of_articles.extend(kinds.iter().filter(may_be).flat_map(|kind| &kind.pages));
    of_articles.sort_unstable();
    let texts = [
        articles(&of_articles, documents, &described),
        comments(&of_articles, &described),
        all_posts(&is(PageKind::Thread), &posts),
    ];
    for table in texts {
        if !table.rows.is_empty() {
            table.count_rows(&mut rows);
            tables.push(table);
        }
    }
    let joined = link::joined(&links, &tables);
    let pages = pages(&kinds, documents, &described, &rows);
    let mut all = vec![kinds_table(&kinds, &of_kinds, documents), pages];
    all.extend(tables);
    let stated = all_stated(documents);
    if !stated.rows.is_empty() {
        all.push(stated);
    }
    if !links.is_empty() {
        let columns = [
            number(PAGE_COLUMN),
            text("table_name"),
            number("record"),
            text("column_name"),
            number("to_page"),
        ];
        all.push(Table { name: "links".to_owned(), columns: columns.into(), key: 0, rows: links });
    }
    Database { tables: all, joined }
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

/// The number of a page, counted from 1, as a cell.
fn page_cell(page: usize) -> Cell {
    count(page + 1)
}

/// The page that a cell names.
fn page_of(cell: &Cell) -> Option<usize> {
    match cell {
        // It was made by `page_cell`.
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it was a count of pages"
        )]
        Cell::Number(number) => (*number as usize).checked_sub(1),
        _ => None,
    }
}

fn count(count: usize) -> Cell {
    Cell::Number(crate::spectrum::exact(count as u64))
}

fn optional(value: Option<&str>) -> Cell {
    value.map_or(Cell::Missing, |value| Cell::Text(value.to_owned()))
}

/// A row for each page.
fn pages(kinds: &[Kind], documents: &[Document], described: &[(Content, Metadata)], rows: &[usize]) -> Table {
    let columns = vec![
        number(PAGE_COLUMN),
        text("path"),
        text("url"),
        number("kind"),
        text("what"),
        text("title"),
        text("language"),
        number("same_as"),
        number("rows"),
        text("left_out"),
    ];
    let mut of_page = vec![(0, PageKind::Other); documents.len()];
    for (number, kind) in kinds.iter().enumerate() {
        kind.pages.iter().for_each(|&page| of_page[page] = (number, kind.kind));
    }
    let same = copies(documents);
    let row = |page: usize| {
        let (document, (kind, what)) = (&documents[page], of_page[page]);
        let metadata = &described[page].1;
        let fact = |fact: &Option<crate::content::Fact>| optional(fact.as_ref().map(|fact| &*fact.text));
        let left_out = match (what, rows[page]) {
            (PageKind::Other, 0) => Some("neither a list, a thread, an article nor a page about one thing"),
            (_, 0) => Some("nothing was found on it"),
            _ => None,
        };
        vec![
            page_cell(page),
            Cell::Text(document.name().to_owned()),
            optional(document.url()),
            count(kind + 1),
            Cell::Text(what.name().to_owned()),
            fact(&metadata.title),
            fact(&metadata.language),
            if same[page] == page { Cell::Missing } else { page_cell(same[page]) },
            count(rows[page]),
            optional(left_out),
        ]
    };
    Table { name: "pages".to_owned(), columns, key: 1, rows: (0..documents.len()).map(row).collect() }
}

/// A row for each kind.
fn kinds_table(kinds: &[Kind], tables: &[Vec<String>], documents: &[Document]) -> Table {
    let columns = vec![
        number("kind"),
        text("what"),
        Column { name: "probability".to_owned(), shape: Shape::Number },
        text("second"),
        number("pages"),
        text("example"),
        Column { name: "tables".to_owned(), shape: Shape::Many },
    ];
    let row = |(number, (kind, tables)): (usize, (&Kind, &Vec<String>))| {
        let place = PageKind::ALL.iter().position(|&one| one == kind.kind).expect("it is one of all");
        let own = match kind.kind {
            PageKind::Article => vec!["articles", "comments"],
            PageKind::Thread => vec!["posts"],
            _ => Vec::new(),
        };
        let own = own.into_iter().map(str::to_owned).chain(tables.iter().cloned()).collect();
        vec![
            count(number + 1),
            Cell::Text(kind.kind.name().to_owned()),
            Cell::Number(rounded(kind.probabilities[place])),
            optional(kind.other.map(PageKind::name)),
            count(kind.pages.len()),
            kind.pages.first().map_or(Cell::Missing, |&page| Cell::Text(documents[page].name().to_owned())),
            Cell::List(own),
        ]
    };
    let rows = kinds.iter().zip(tables).enumerate().map(row).collect();
    Table { name: "kinds".to_owned(), columns, key: 1, rows }
}

/// A row for each record of the lists of a kind. A page of another kind with one record where these lists have several is a list besides:
/// that of a tag that one article has.
fn records(kind: &Kind, is_list: &[bool], lists: &Tables) -> Option<Table> {
    let is_own = |list: &&PageList| list.number == 1 && kind.pages.binary_search(&list.page).is_ok();
    let of_kind: HashSet<usize> = lists.lists().iter().filter(is_own).map(PageList::table).collect();
    let is_wanted = |list: &&PageList| {
        let is_besides = || list.number == 1 && !is_list[list.page] && list.records.len() == 1;
        of_kind.contains(&list.table()) && (is_own(list) || is_besides())
    };
    let lists_of: Vec<&PageList> = lists.lists().iter().filter(is_wanted).collect();
    let markup = Markup::Links;
    let (mut columns, mut taken) = (vec![number(PAGE_COLUMN), number("record")], Vec::new());
    let mut places: HashMap<&str, usize> = HashMap::new();
    taken.extend(columns.iter().map(|column| column.name.clone()));
    for list in &lists_of {
        let of_table = lists.tables()[list.table()].columns.columns().iter();
        for column in of_table.filter(|column| markup.has(column)) {
            places.entry(&column.name).or_insert_with(|| {
                columns.push(text(&name::free(&name::of_column(&column.name), &mut taken)));
                columns.len() - 1
            });
        }
    }
    let mut rows = Vec::new();
    for list in lists_of {
        for (record, values) in (1..).zip(lists.values(list, markup)) {
            let mut row = vec![Cell::Missing; columns.len()];
            (row[0], row[1]) = (page_cell(list.page), count(record));
            for (name, value) in values {
                row[places[name]] = Cell::Text(value);
            }
            rows.push(row);
        }
    }
    (!rows.is_empty()).then(|| Table { name: String::new(), columns, key: 2, rows })
}

/// The tables of the pages of a kind: the records of its lists, if it has any, and what a wrapper reads from the pages.
fn of_wrapper(
    (kind, shape, records): (&Kind, wrapper::Shape, Option<Table>),
    documents: &[Document],
    addresses: &Addresses,
    names: &mut Names,
) -> KindTables {
    let step = kind.pages.len().div_ceil(LEARNED);
    let sample: Corpus = kind.pages.iter().step_by(step).map(|&page| documents[page].clone()).collect();
    let wrapper = Learner::new().shape(shape).learn(&sample).ok();
    let own = names.of_kind(kind, wrapper.as_ref());
    let mut tables = KindTables { tables: Vec::new(), links: Vec::new() };
    let has_records = records.is_some();
    if let Some(records) = records {
        tables.add(Table { name: own.clone(), ..records }, addresses);
    }
    let Some(wrapper) = wrapper else { return tables };
    let extractor = Extractor::new(&wrapper);
    let read = |&page: &usize| extractor.extract(documents[page].text()).filter(Extraction::has_values);
    let found: Vec<Option<Extraction>> = kind.pages.par_iter().map(read).collect();
    for View { name, fields, is_of_pages } in views(&wrapper) {
        let name = match name {
            None if has_records => continue,
            None => own.clone(),
            Some(PAGE) => names.free(&format!("{own}_pages")),
            Some(table) => names.free(&format!("{own}_{table}")),
        };
        tables.add(of_fields(&name, &fields, is_of_pages, (&kind.pages, &found, documents)), addresses);
    }
    tables
}

impl KindTables {
    /// Adds a table with its typed copies and its links, unless it says nothing.
    fn add(&mut self, table: Table, addresses: &Addresses) {
        if !table.rows.is_empty() && table.columns.len() > table.key {
            self.links.extend(addresses.links(&table));
            self.tables.push(with_typed_copies(table));
        }
    }
}

/// Rows of a wrapper.
struct View<'w> {
    /// Their name; none for those by default.
    name: Option<&'w str>,
    fields: Fields<'w>,
    /// Whether they are pages.
    is_of_pages: bool,
}

/// All rows of a wrapper, those by default first.
fn views(wrapper: &Wrapper) -> Vec<View<'_>> {
    let set = FieldSet::WithLinks;
    let is_of_pages = wrapper.templates.iter().all(|template| template.rows == wrapper::Rows::Page);
    let mut views = vec![View { name: None, fields: Fields::new(wrapper, set), is_of_pages }];
    let is_main = |name: &&str| {
        let is_main =
            |template: &wrapper::Template| template.rows_named(name).is_none_or(|rows| rows == template.rows);
        wrapper.templates.iter().all(is_main)
    };
    let names = std::iter::once(PAGE).chain(Fields::tables(wrapper, set)).filter(|name| !is_main(name));
    views.extend(names.filter_map(|name| {
        let fields = Fields::named(wrapper, name, set)?;
        Some(View { name: Some(name), fields, is_of_pages: name == PAGE })
    }));
    views
}

/// The rows of some pages as a table.
fn of_fields(
    name: &str,
    fields: &Fields,
    is_of_pages: bool,
    (pages, found, documents): (&[usize], &[Option<Extraction>], &[Document]),
) -> Table {
    let key = if is_of_pages { 1 } else { 2 };
    let mut columns: Vec<Column> = [number(PAGE_COLUMN), number("record")].into_iter().take(key).collect();
    let mut taken: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
    for column in fields.columns() {
        let name = name::free(&name::of_column(&column.name), &mut taken);
        columns.push(Column { name, shape: column.shape });
    }
    let mut rows = Vec::new();
    for (&page, found) in pages.iter().zip(found) {
        let Some(found) = found else { continue };
        for row in fields.rows(&documents[page], found) {
            let keys = [page_cell(page), Cell::Number(f64::from(row.record))];
            rows.push(keys.into_iter().take(key).chain(row.cells).collect());
        }
    }
    Table { name: name.to_owned(), columns, key, rows }
}

/// A row for each article.
fn articles(pages: &[usize], documents: &[Document], described: &[(Content, Metadata)]) -> Table {
    let columns = [number(PAGE_COLUMN)].into_iter().chain(Metadata::NAMES.map(text)).chain([text("text")]);
    let images = RepeatedImages::of(&documents.iter().collect::<Vec<_>>());
    let row = |&page: &usize| {
        let (document, (content, metadata)) = (&documents[page], &described[page]);
        let values = metadata.values();
        let tree = Tree::whole(document.text());
        let base = Base::of(document.text(), document.url());
        let markup = PageMarkup::new(&tree, document.text(), base, &images);
        let headline = content.headline.as_ref().map(|headline| headline.span);
        let written = markdown(&markup.article(&content.text, headline, values[0]));
        let cells = std::iter::once(page_cell(page)).chain(values.map(optional));
        (!content.text.is_empty()).then(|| cells.chain([Cell::Text(written.trim_end().to_owned())]).collect())
    };
    let rows = pages.par_iter().filter_map(row).collect();
    Table { name: "articles".to_owned(), columns: columns.collect(), key: 1, rows }
}

/// A row for each value that a page states of itself.
fn all_stated(documents: &[Document]) -> Table {
    let columns = [
        number(PAGE_COLUMN),
        number("thing"),
        text("type"),
        text("vocabulary"),
        text("property"),
        text("value"),
        number("value_thing"),
    ];
    let of_page = |(page, document): (usize, &Document)| {
        let row = |value: StatedValue| {
            vec![
                page_cell(page),
                count(value.thing),
                optional(Some(&*value.kind).filter(|kind| !kind.is_empty())),
                Cell::Text(value.vocabulary.to_owned()),
                Cell::Text(value.property),
                optional(value.value.as_deref()),
                value.value_thing.map_or(Cell::Missing, count),
            ]
        };
        StatedValue::of(document).into_iter().map(row).collect::<Vec<_>>()
    };
    let rows = documents.par_iter().enumerate().flat_map_iter(|(page, document)| of_page((page, document)));
    Table { name: "stated".to_owned(), columns: columns.into(), key: 0, rows: rows.collect() }
}

/// A row for each comment on an article.
fn comments(pages: &[usize], described: &[(Content, Metadata)]) -> Table {
    let columns = [
        number(PAGE_COLUMN),
        number("comment"),
        number("depth"),
        text("author"),
        text("date"),
        text("iso_date"),
        text("text"),
    ];
    let of_page = |&page: &usize| {
        (1..).zip(&described[page].0.comments).map(move |(at, comment)| {
            vec![
                page_cell(page),
                count(at),
                Cell::Number(f64::from(comment.depth)),
                optional(comment.author.as_deref()),
                optional(comment.date.as_deref()),
                optional(comment.iso_date.as_deref()),
                Cell::Text(comment.said()),
            ]
        })
    };
    let rows = pages.iter().flat_map(of_page).collect();
    Table { name: "comments".to_owned(), columns: columns.into(), key: 2, rows }
}

/// A row for each post of a thread.
fn all_posts(pages: &[usize], posts: &[Vec<crate::forum::Post>]) -> Table {
    let columns = [
        number(PAGE_COLUMN),
        number("post"),
        number("depth"),
        text("author"),
        text("date"),
        text("iso_date"),
        text("text"),
    ];
    let of_page = |&page: &usize| {
        (1..).zip(&posts[page]).map(move |(at, post)| {
            vec![
                page_cell(page),
                count(at),
                Cell::Number(f64::from(post.depth)),
                optional(post.author.as_deref()),
                optional(post.date.as_deref()),
                optional(post.iso_date.as_deref()),
                Cell::Text(post.text.clone()),
            ]
        })
    };
    let rows = pages.iter().flat_map(of_page).collect();
    Table { name: "posts".to_owned(), columns: columns.into(), key: 2, rows }
}

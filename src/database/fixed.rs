//! The tables that every crawl has: pages, kinds, articles, comments, posts, and what pages state.

use super::{FoundKind, Table, kind_of_pages, number, optional, page_cell, text};
use crate::ask::StatedValue;
use crate::content::markup::{PageMarkup, RepeatedImages, markdown};
use crate::content::{Content, Described, Fact, Metadata};
use crate::document::{Document, Unread};
use crate::forum::Post;
use crate::kind::{Kind, PageKind, address_shape};
use crate::page::Tree;
use crate::record::host;
use crate::report::{Cell, Column, Shape, rounded, stated_cells, stated_columns};
use crate::wrapper::PAGE;
use rayon::prelude::*;

/// A row for each page.
pub(super) fn pages(
    kinds: &[Kind],
    documents: &[Document],
    described: &Described,
    same_as: impl Fn(usize) -> Option<usize>,
    rows: &[usize],
) -> Table {
    let columns = vec![
        number(PAGE),
        text("path"),
        text("url"),
        text("retrieved"),
        text("host"),
        number("kind"),
        text("what"),
        text("title"),
        text("language"),
        number("same_as"),
        number("rows"),
        text("left_out"),
    ];
    let of_page = kind_of_pages(kinds, documents.len());
    let row = |page: usize| {
        let (document, kind) = (&documents[page], of_page[page]);
        let what = kinds[kind].kind;
        let metadata = &described.pages[page].1;
        let host = document.address().map(host).filter(|host| !host.is_empty());
        let fact = |fact: &Option<Fact>| optional(fact.as_ref().map(|fact| &*fact.text));
        let left_out = match (what, rows[page]) {
            (PageKind::Other, 0) => Some("neither a list, a thread, an article nor a page about one thing"),
            (_, 0) => Some("nothing was found on it"),
            _ => None,
        };
        vec![
            page_cell(page),
            Cell::Text(document.name().to_owned()),
            optional(document.address()),
            optional(document.retrieved().map(|time| time.to_string()).as_deref()),
            optional(host.as_deref()),
            Cell::count(kind + 1),
            Cell::Text(what.name().to_owned()),
            fact(&metadata.title),
            fact(&metadata.language),
            same_as(page).map_or(Cell::Missing, page_cell),
            Cell::count(rows[page]),
            optional(left_out),
        ]
    };
    Table { name: "pages".to_owned(), columns, key: 1, rows: (0..documents.len()).map(row).collect() }
}

/// Whether the pages of a kind are read as articles: those that are, and those about one thing that may be.
pub(super) fn has_articles(kind: &Kind) -> bool {
    kind.kind == PageKind::Article || kind.kind == PageKind::Detail && kind.other == Some(PageKind::Article)
}

impl FoundKind {
    /// A kind with the names of the tables that were made for it alone, and the fields of the first.
    pub(super) fn new(
        kind: Kind,
        (tables, fields): (Vec<String>, Vec<String>),
        linked_from: Vec<String>,
        documents: &[Document],
    ) -> Self {
        let own: &[&str] = match kind.kind {
            _ if has_articles(&kind) => &["articles", "comments"],
            PageKind::Thread => &["posts"],
            _ => &[],
        };
        FoundKind {
            what: kind.kind,
            probability: rounded(kind.probability()),
            second: kind.other,
            example: documents[kind.example].name().to_owned(),
            addresses: address_shape(kind.pages.iter().map(|&page| documents[page].address_or_name())),
            linked_from,
            fields,
            tables: own.iter().map(|&name| name.to_owned()).chain(tables).collect(),
            pages: kind.pages,
        }
    }
}

/// A row for each kind.
pub(super) fn kinds_table(kinds: &[FoundKind]) -> Table {
    let columns = vec![
        number("kind"),
        text("what"),
        Column { name: "probability".to_owned(), shape: Shape::Number },
        text("second"),
        number("pages"),
        text("example"),
        text("addresses"),
        Column { name: "linked_from".to_owned(), shape: Shape::Many },
        Column { name: "tables".to_owned(), shape: Shape::Many },
        Column { name: "fields".to_owned(), shape: Shape::Many },
    ];
    let row = |(number, kind): (usize, &FoundKind)| {
        vec![
            Cell::count(number + 1),
            Cell::Text(kind.what.name().to_owned()),
            Cell::Number(kind.probability),
            optional(kind.second.map(PageKind::name)),
            Cell::count(kind.pages.len()),
            Cell::Text(kind.example.clone()),
            Cell::Text(kind.addresses.clone()),
            Cell::List(kind.linked_from.clone()),
            Cell::List(kind.tables.clone()),
            Cell::List(kind.fields.clone()),
        ]
    };
    Table { name: "kinds".to_owned(), columns, key: 1, rows: kinds.iter().enumerate().map(row).collect() }
}

/// A row for each article.
pub(super) fn articles(pages: &[usize], documents: &[Document], described: &[(Content, Metadata)]) -> Table {
    let columns = [number(PAGE)].into_iter().chain(Metadata::NAMES.map(text)).chain([text("text")]);
    let images = RepeatedImages::of(&documents.iter().collect::<Vec<_>>());
    let row = |&page: &usize| {
        let (document, (content, metadata)) = (&documents[page], &described[page]);
        let values = metadata.values();
        let tree = Tree::whole(document.text());
        let markup = PageMarkup::of(document, &tree, &images);
        let headline = content.headline.as_ref().map(|headline| headline.span);
        let written = markdown(&markup.article(&content.text, headline, values[0]));
        let cells = std::iter::once(page_cell(page)).chain(values.map(optional));
        (!content.text.is_empty()).then(|| cells.chain([Cell::Text(written.trim_end().to_owned())]).collect())
    };
    let rows = pages.par_iter().filter_map(row).collect();
    Table { name: "articles".to_owned(), columns: columns.collect(), key: 1, rows }
}

/// A row for each value that a page states of itself.
pub(super) fn stated_rows(page: usize, document: &Document, tree: &Tree) -> Vec<Vec<Cell>> {
    let row = |value| [page_cell(page)].into_iter().chain(stated_cells(value)).collect();
    StatedValue::of_tree(document, tree).into_iter().map(row).collect()
}

/// The table of what pages state, with these rows for each.
pub(super) fn all_stated(rows: Vec<Vec<Vec<Cell>>>) -> Table {
    let columns = [number(PAGE)].into_iter().chain(stated_columns()).collect();
    Table { name: "stated".to_owned(), columns, key: 0, rows: rows.into_iter().flatten().collect() }
}

/// A row for each page of the input that could not be read.
pub(super) fn unread_table(unread: &[Unread]) -> Table {
    let columns = vec![text("path"), text("url"), number("status"), text("why")];
    let row = |page: &Unread| {
        vec![
            Cell::Text(page.name.clone()),
            optional(page.url.as_deref()),
            page.status.map_or(Cell::Missing, |status| Cell::Number(f64::from(status))),
            Cell::Text(page.why.clone()),
        ]
    };
    Table { name: "unread".to_owned(), columns, key: 0, rows: unread.iter().map(row).collect() }
}

/// A row for each comment on an article.
pub(super) fn comments(pages: &[usize], described: &[(Content, Metadata)]) -> Table {
    let of_page = |page: usize| {
        let comments = described[page].0.comments.iter();
        comments.map(|one| (one.depth, [&one.author, &one.date, &one.iso_date], one.said())).collect()
    };
    said("comments", "comment", pages, of_page)
}

/// A row for each post of a thread.
pub(super) fn all_posts(pages: &[usize], posts: &[Vec<Post>]) -> Table {
    let of_page = |page: usize| {
        let posts = posts[page].iter();
        posts.map(|one| (one.depth, [&one.author, &one.date, &one.iso_date], one.text.clone())).collect()
    };
    said("posts", "post", pages, of_page)
}

/// What somebody said on a page: its depth among replies, its author, date and day, and its text.
type Said<'a> = (u32, [&'a Option<String>; 3], String);

/// A row for each thing that somebody said.
fn said<'a>(name: &str, of_number: &str, pages: &[usize], of_page: impl Fn(usize) -> Vec<Said<'a>>) -> Table {
    let columns = [number(PAGE), number(of_number), number("depth")];
    let columns = columns.into_iter().chain(["author", "date", "iso_date", "text"].map(text)).collect();
    let mut rows = Vec::new();
    for &page in pages {
        for (at, (depth, signed, text)) in (1..).zip(of_page(page)) {
            let keys = [page_cell(page), Cell::count(at), Cell::Number(f64::from(depth))];
            let signed = signed.map(|part| optional(part.as_deref()));
            rows.push(keys.into_iter().chain(signed).chain([Cell::Text(text)]).collect());
        }
    }
    Table { name: name.to_owned(), columns, key: 2, rows }
}

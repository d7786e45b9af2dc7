//! The tables that every crawl has: pages, kinds, articles, comments, posts, and what pages state.

use super::{PAGE_COLUMN, Table, count, number, optional, page_cell, text};
use crate::ask::StatedValue;
use crate::content::markup::{PageMarkup, RepeatedImages, markdown};
use crate::content::{Content, Fact, Metadata, copies};
use crate::document::Document;
use crate::forum::Post;
use crate::kind::{Kind, PageKind};
use crate::page::Tree;
use crate::record::Base;
use crate::report::{Cell, Column, Shape, rounded};
use rayon::prelude::*;

/// A row for each page.
pub(super) fn pages(
    kinds: &[Kind],
    documents: &[Document],
    described: &[(Content, Metadata)],
    rows: &[usize],
) -> Table {
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
        let fact = |fact: &Option<Fact>| optional(fact.as_ref().map(|fact| &*fact.text));
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
pub(super) fn kinds_table(kinds: &[Kind], tables: &[Vec<String>], documents: &[Document]) -> Table {
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

/// A row for each article.
pub(super) fn articles(pages: &[usize], documents: &[Document], described: &[(Content, Metadata)]) -> Table {
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
pub(super) fn all_stated(documents: &[Document]) -> Table {
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
pub(super) fn comments(pages: &[usize], described: &[(Content, Metadata)]) -> Table {
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
pub(super) fn all_posts(pages: &[usize], posts: &[Vec<Post>]) -> Table {
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

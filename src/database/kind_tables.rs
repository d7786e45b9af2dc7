//! The tables of one kind of pages: the records of its lists, and what a wrapper reads from its pages.

use super::folder::Folders;
use super::name::{self, Names};
use super::place::Places;
use super::{Table, number, page_cell};
use crate::ask::{PageList, Tables};
use crate::document::{Corpus, Document};
use crate::kind::{Kind, PageKind};
use crate::measure::{LEAST, are_most};
use crate::record::{self, Key, Markup, NamedBy, column_identifier};
use crate::report::{Cell, Column, FieldSet, Fields, Shape as ColumnShape};
use crate::wrapper::{Extraction, Extractor, Field, Learner, PAGE, Rows, Shape, Template, Wrapper};
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;

/// The most pages of a kind that a wrapper is learned from, evenly spaced among all of them: five times as many as the fields of a site
/// need (`eval/quality swde detail`).
const LEARNED: usize = 100;

/// The tables of a kind: the records of lists, and what is on pages about one thing, that of its default rows first. Of articles and threads
/// that may be no such pages, the labelled values of the pages, if there are several.
pub(super) fn kind_tables(
    kind: &Kind,
    documents: &[Document],
    (is_list, lists): (&[bool], &Tables),
    folders: &Folders,
    names: &mut Names,
    places: &mut Places,
) -> Vec<Table> {
    let records = if kind.kind == PageKind::List { records(kind, (is_list, lists), folders) } else { None };
    if kind.kind == PageKind::Other {
        return Vec::new();
    }
    let mut tables = of_wrapper((kind, records), (documents, lists), names, places);
    tables.retain(|table| !table.rows.is_empty() && table.columns.len() > table.key);
    tables
}

/// The lists of a table of records, and the number of the column of each field.
struct RecordLists<'l> {
    lists: Vec<&'l PageList<'l>>,
    places: HashMap<&'l str, usize>,
}

/// A row for each record of the lists of a kind. A page of another kind with one record where these lists have several is a list besides, such
/// as that of a tag that one article has, if many pages of its folder are of this kind: those with the articles are not.
fn records<'l>(
    kind: &Kind,
    (is_list, lists): (&[bool], &'l Tables),
    folders: &Folders,
) -> Option<(Table, RecordLists<'l>)> {
    let is_own = |list: &&PageList| list.number == 1 && kind.pages.binary_search(&list.page).is_ok();
    let of_kind: HashSet<usize> = lists.lists().iter().filter(is_own).map(PageList::table).collect();
    let beside = folders.with_many(&kind.pages);
    let is_wanted = |list: &&PageList| {
        let is_single = || list.number == 1 && !is_list[list.page] && list.records.len() == 1;
        let is_besides = || is_single() && beside.contains(&folders.of(list.page));
        of_kind.contains(&list.table()) && (is_own(list) || is_besides())
    };
    let markup = Markup::Links;
    let values = |list: &'l PageList<'l>| (list, lists.values(list, markup).collect::<Vec<_>>());
    let found: Vec<_> = lists.lists().iter().filter(is_wanted).map(values).collect();
    let filled: HashSet<&str> =
        found.iter().flat_map(|(_, rows)| rows.iter().flatten().map(|(name, _)| *name)).collect();
    // The place of each column in a row, behind the page and the record. Lists of one kind may name what is at one place differently, if
    // it is not the page that names it.
    let (mut names, mut places): (Vec<&str>, HashMap<&str, usize>) = Default::default();
    let mut by_key: HashMap<&Key, &record::Column> = HashMap::new();
    for (list, _) in &found {
        let of_table = || {
            lists.tables()[list.table()]
                .columns
                .columns()
                .iter()
                .filter(|column| filled.contains(&*column.name))
        };
        for column in of_table() {
            let is_other = |known: &&&record::Column| {
                [known.named_by, column.named_by] != [NamedBy::Label; 2]
                    && !of_table().any(|other| other.name == known.name)
            };
            let known = by_key.get(&column.key).filter(is_other);
            let place = known.and_then(|known| places.get(&*known.name).copied());
            by_key.entry(&column.key).or_insert(column);
            places.entry(&column.name).or_insert_with(|| {
                place.unwrap_or_else(|| {
                    names.push(&column.name);
                    names.len() + 1
                })
            });
        }
    }
    let columns = columns(2, names.into_iter().map(|name| (name, ColumnShape::One)));
    let mut rows = Vec::new();
    let mut lists_of = Vec::new();
    for (list, records) in found {
        for (record, values) in (1..).zip(records) {
            let mut row = vec![Cell::Missing; columns.len()];
            (row[0], row[1]) = (page_cell(list.page), Cell::count(record));
            for (name, value) in values {
                row[places[name]] = Cell::Text(value);
            }
            rows.push(row);
        }
        lists_of.push(list);
    }
    let of = RecordLists { lists: lists_of, places };
    (!rows.is_empty()).then(|| (Table { name: String::new(), columns, key: 2, rows }, of))
}

/// The tables of the pages of a kind: the records of its lists, if it has any, and what a wrapper reads from the pages.
fn of_wrapper(
    (kind, records): (&Kind, Option<(Table, RecordLists)>),
    (documents, lists): (&[Document], &Tables),
    names: &mut Names,
    places: &mut Places,
) -> Vec<Table> {
    let step = kind.pages.len().div_ceil(LEARNED);
    let sample: Corpus = kind.pages.iter().step_by(step).map(|&page| documents[page].clone()).collect();
    let shape = if kind.kind == PageKind::List { Shape::Records } else { Shape::Page };
    let wrapper = Learner::new().shape(shape).learn(&sample).ok();
    // What is said of articles and threads beside their text.
    let is_labelled =
        matches!(kind.kind, PageKind::Article | PageKind::Thread) && kind.other != Some(PageKind::Detail);
    let wrapper = wrapper.filter(|wrapper| !is_labelled || has_labels(wrapper, sample.len()));
    if is_labelled && wrapper.is_none() {
        return Vec::new();
    }
    let own = names.of_kind(kind, wrapper.as_ref());
    let mut tables = Vec::new();
    let has_records = records.is_some();
    if let Some((records, of)) = records {
        places.add_lists(&own, &of.lists, lists, |field| &records.columns[of.places[field]]);
        tables.push(Table { name: own.clone(), ..records });
    }
    let Some(wrapper) = wrapper else { return tables };
    let extractor = Extractor::new(&wrapper);
    let read = |&page: &usize| extractor.extract(documents[page].text()).filter(Extraction::has_values);
    let found: Vec<Option<Extraction>> = kind.pages.par_iter().map(read).collect();
    let views = views(&wrapper).into_iter().take(if is_labelled { 1 } else { usize::MAX });
    for View { name, fields, is_of_pages } in views {
        let name = match name {
            None if has_records => continue,
            None => own.clone(),
            Some(PAGE) => names.free(&format!("{own}_pages")),
            Some(table) => names.free(&format!("{own}_{table}")),
        };
        let table = of_fields(&name, &fields, is_of_pages, (&kind.pages, &found, documents));
        for (&page, found) in kind.pages.iter().zip(&found) {
            if let Some(found) = found {
                places.add_read(&table, (page, &fields, found));
            }
        }
        tables.push(table);
    }
    tables
}

/// Whether most of these pages have several labelled values.
fn has_labels(wrapper: &Wrapper, pages: usize) -> bool {
    let is_labelled = |field: &&Field| field.label.is_some() && field.left_out.is_none();
    let labelled = |template: &Template| {
        template.rows == Rows::Page
            && template
                .fields
                .iter()
                .filter(is_labelled)
                .filter(|field| are_most(field.found as usize, pages))
                .count()
                >= LEAST
    };
    wrapper.templates.iter().any(labelled)
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
    let is_of_pages = wrapper.templates.iter().all(|template| template.rows == Rows::Page);
    let mut views = vec![View { name: None, fields: Fields::new(wrapper, set), is_of_pages }];
    let is_main = |name: &&str| {
        let is_main =
            |template: &Template| template.rows_named(name).is_none_or(|rows| rows == template.rows);
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
    let columns = columns(key, fields.columns().iter().map(|column| (&*column.name, column.shape)));
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

/// The columns of a table with these columns behind the page, or the page and the record.
fn columns<'n>(key: usize, named: impl Iterator<Item = (&'n str, ColumnShape)>) -> Vec<Column> {
    let mut columns: Vec<Column> = [number(PAGE), number("record")].into_iter().take(key).collect();
    let mut taken = name::of_columns(&columns);
    columns.extend(named.map(|(name, shape)| {
        let name = taken.free(&column_identifier(name));
        Column { name, shape }
    }));
    columns
}

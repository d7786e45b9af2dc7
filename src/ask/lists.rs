//! The lists of pages and their tables: what `records` is made of.
//!
//! In: a corpus. Out: [`Lists`], the lists of each page; from these [`Tables`], in which lists with one way to their records
//! share columns; from these the values, list by list.

use crate::document::{Corpus, Document};
use crate::page::{self, Tree};
use crate::progress::Counted;
use crate::record::{self, Listed, Markup, Table, Values, Width};
use crate::repeat::{self, List, Ranked, Record, Steps};
use hashbrown::HashMap;
use rayon::prelude::*;

/// The lists of pages.
#[derive(Debug)]
pub struct Lists<'a> {
    documents: &'a [Document],
    trees: Vec<Tree<'a>>,
    pages: Vec<Option<List>>,
}

/// Which lists of a page are wanted.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Which {
    /// The main one.
    Main,
    /// All, the main one first.
    All,
}

/// A list of a page with what speaks for it.
#[derive(Clone, Copy, Debug)]
pub struct PageList<'a> {
    /// The number of the page in its corpus.
    pub page: usize,
    /// Its number on the page: 1 for the main one.
    pub number: u32,
    /// Its records.
    pub records: &'a [Record],
    /// The group of elements that they are.
    pub chosen: &'a Ranked,
    /// What came next.
    pub next: Option<&'a Ranked>,
    /// Its table, and its place there.
    place: (usize, usize),
}

/// Lists with their fields in columns.
#[derive(Debug)]
pub struct Tables<'a> {
    documents: &'a [Document],
    trees: &'a [Tree<'a>],
    lists: Vec<PageList<'a>>,
    found: Vec<Table>,
}

impl PageList<'_> {
    /// The number of its table.
    #[must_use]
    pub fn table(&self) -> usize {
        self.place.0
    }
}

impl<'a> Lists<'a> {
    /// Looks for the lists of all pages, each page a witness for the others.
    #[must_use]
    pub fn find(corpus: &'a Corpus) -> Self {
        let documents = corpus.documents();
        let trees: Vec<Tree> =
            documents.par_iter().counted().map(|document| Tree::new(document.text())).collect();
        let pages = repeat::lists(&trees);
        Lists { documents, trees, pages }
    }

    /// Brings the fields of their records into columns.
    #[must_use]
    pub fn tables(&self, which: Which, width: Width) -> Tables<'_> {
        let mut lists = self.lists(which);
        let ways: Vec<Steps> =
            lists.iter().map(|list| list.chosen.candidate.steps(&self.trees[list.page])).collect();
        let alike = record::alike(&ways);
        for (table, group) in alike.iter().enumerate() {
            for (place, &list) in group.iter().enumerate() {
                lists[list].place = (table, place);
            }
        }
        let listed = |&list: &usize| {
            let PageList { page, records, .. } = lists[list];
            Listed { tree: &self.trees[page], source: self.documents[page].text(), records }
        };
        let table = |group: &Vec<usize>| record::table(&group.iter().map(listed).collect::<Vec<_>>(), width);
        let found = alike.par_iter().counted().map(table).collect();
        Tables { documents: self.documents, trees: &self.trees, lists, found }
    }

    fn lists(&self, which: Which) -> Vec<PageList<'_>> {
        let wanted = if which == Which::All { usize::MAX } else { 1 };
        let mut lists = Vec::new();
        for (page, list) in self.pages.iter().enumerate() {
            let Some(list) = list else { continue };
            let main = std::iter::once((&*list.records, &list.chosen, list.next.as_ref()));
            let others = list.others.iter().map(|other| (&*other.candidate.records, other, None));
            for (number, (records, chosen, next)) in (1..).zip(main.chain(others)).take(wanted) {
                lists.push(PageList { page, number, records, chosen, next, place: (0, 0) });
            }
        }
        lists
    }
}

impl<'a> Tables<'a> {
    /// The lists, page by page.
    #[must_use]
    pub fn lists(&self) -> &[PageList<'a>] {
        &self.lists
    }

    /// The tables, that of the first list first.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.found
    }

    /// The lists of a table, in the order of its fields.
    pub fn lists_of(&self, table: usize) -> impl Iterator<Item = &PageList<'a>> {
        self.lists.iter().filter(move |list| list.place.0 == table)
    }

    /// The page that a list is on.
    #[must_use]
    pub fn page(&self, list: &PageList<'_>) -> (&'a Document, &'a Tree<'a>) {
        (&self.documents[list.page], &self.trees[list.page])
    }

    /// The names of all columns: those of the first table, then those that only others have.
    #[must_use]
    pub fn names(&self, markup: Markup) -> Vec<&str> {
        let columns = self.found.iter().flat_map(|table| table.columns.columns());
        let mut names = Vec::new();
        let mut seen = hashbrown::HashSet::new();
        for column in columns.filter(|column| markup.has(column)) {
            if seen.insert(&*column.name) {
                names.push(&*column.name);
            }
        }
        names
    }

    /// The texts of the records of a list, white space collapsed.
    pub fn texts<'s>(&'s self, list: &'s PageList<'a>) -> impl Iterator<Item = String> + use<'s, 'a> {
        let (document, tree) = self.page(list);
        list.records.iter().map(|record| page::text(tree, document.text(), record.span(tree)))
    }

    /// For each record of a list those of its fields that are made of labels and values, as the hours of weekdays are.
    pub fn parts<'s>(
        &'s self,
        list: &'s PageList<'a>,
    ) -> impl Iterator<Item = HashMap<&'s str, Vec<(String, String)>>> + use<'s, 'a> {
        let (_, tree) = self.page(list);
        let table = &self.found[list.table()];
        table.fields[list.place.1].iter().map(move |fields| {
            let parts = |field: &record::Field| {
                Some((&*table.columns.columns()[field.column].name, table.columns.parts(tree, field)?))
            };
            fields.iter().filter_map(parts).collect()
        })
    }

    /// For each record of a list its values, with the names of their columns.
    pub fn values<'s>(
        &'s self,
        list: &'s PageList<'a>,
        markup: Markup,
    ) -> impl Iterator<Item = Vec<(&'s str, String)>> + use<'s, 'a> {
        let (document, tree) = self.page(list);
        let table = &self.found[list.table()];
        let values = Values::new(tree, document.text(), document.url(), markup);
        table.fields[list.place.1].iter().map(move |fields| {
            let columns = fields.iter().map(|field| (&table.columns.columns()[field.column], field));
            let wanted = columns.filter(|(column, _)| markup.has(column));
            wanted.map(|(column, field)| (&*column.name, values.of(column, field))).collect()
        })
    }
}

//! The lists of pages and their tables, on which `records` is built.
//!
//! In: a corpus. Out: first [`Lists`], the lists of each page; from these [`Tables`], in which lists whose records have the same
//! element path share columns; from these the values, list by list.

use crate::document::{Corpus, Document, texts_of};
use crate::error::Result;
use crate::kind::{PageKind, PageKinds};
use crate::page::{self, Leaf, Pages, Tree};
use crate::progress::Counted;
use crate::record::{self, Listed, Markup, Table, Values, Width};
use crate::repeat::{self, Alternative, LIKELY, List, Ranked, Record, Rival, Selection, Steps};
use crate::site::Frame;
use crate::token::Span;
use hashbrown::HashMap;
use rayon::prelude::*;

/// The lists of each page of a corpus.
#[derive(Debug)]
pub struct Lists<'a> {
    documents: &'a [Document],
    trees: Vec<Tree<'a>>,
    pages: Vec<Option<List>>,
    /// Whether all lists share a table: they are one list to the user.
    is_one: bool,
    /// For each page its kind, if it is left out for that.
    foreign: Vec<Option<PageKind>>,
    /// The kinds of the pages, if they were looked at.
    kinds: Vec<PageKind>,
}

/// A list of a page with its evidence.
#[derive(Clone, Copy, Debug)]
pub struct PageList<'a> {
    /// The number of the page in its corpus.
    pub page: usize,
    /// The number of the list on the page: 1 for the main list.
    pub number: u32,
    /// The records.
    pub records: &'a [Record],
    /// The candidate that the list was made from.
    pub chosen: &'a Ranked,
    /// The next best list, which is number 2 among all lists of the page, if it is [asked for](Selection::with_next).
    pub next: Option<&'a Alternative>,
    /// For a main list that is doubtful, the best one with other records.
    pub rival: Option<&'a Rival>,
    /// The number of its table, and its position among the lists of that table.
    in_table: (usize, usize),
}

/// Lists with the fields of their records in columns.
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
        self.in_table.0
    }
}

impl<'a> Lists<'a> {
    /// Finds the lists of all pages. Pages of one template contribute evidence to each other. Pages that are surely of another kind, such
    /// as articles, have none if others are lists ([`without_foreign`](Lists::without_foreign)).
    #[must_use]
    pub fn find(corpus: &'a Corpus) -> Self {
        Lists::usual(corpus, &Selection::new())
    }

    /// As [`find`](Lists::find), with the further lists that a selection asks for.
    fn usual(corpus: &'a Corpus, selection: &Selection) -> Self {
        let documents = corpus.documents();
        let trees = trees(documents);
        let kinds = if documents.len() > 1 && selection.leaves_out() {
            PageKinds::of_trees(&documents.iter().collect::<Vec<_>>(), &trees)
        } else {
            PageKinds::unsorted(Pages::Trees(&trees))
        };
        let mut foreign = kinds.foreign(&[PageKind::List]);
        foreign.resize(documents.len(), None);
        let asked = |page: usize| foreign[page].is_none();
        let pages = repeat::usual_lists(Pages::Trees(&trees), &kinds.frame, asked, selection.wanted());
        let kinds = kinds.likeliest().collect();
        let mut lists = Lists { documents, trees, pages, is_one: false, foreign, kinds };
        lists.read_lines(selection);
        lists
    }

    /// The lists of some pages. Only these are parsed.
    pub(crate) fn of_pages(documents: &'a [Document], frame: &Frame, is_asked: &[bool]) -> Self {
        let sources = texts_of(documents);
        let asked = |page: usize| is_asked[page];
        let pages = repeat::usual_lists(Pages::Sources(&sources), frame, asked, Selection::new().wanted());
        let tree =
            |(&source, list): (&&'a str, &Option<List>)| Tree::new(if list.is_some() { source } else { "" });
        let trees = sources.par_iter().zip(&pages).map(tree).collect();
        Lists {
            documents,
            trees,
            pages,
            is_one: false,
            foreign: vec![None; documents.len()],
            kinds: Vec::new(),
        }
    }

    /// Finds the lists of pages anew whose lines, which are no elements, have more text outside of the records than the records have: what
    /// was found is a menu, or nothing. The lists of lines count if they have more text.
    fn read_lines(&mut self, selection: &Selection) {
        let lined = |page: usize| {
            let tree = self.foreign[page].is_none().then(|| self.trees[page].lined())??;
            let of_records = length(&self.trees[page], self.pages[page].as_ref());
            let spans = self.pages[page].iter().flat_map(|list| &list.records);
            let spans: Vec<Span> = spans.map(|record| record.span(&self.trees[page])).collect();
            (length_outside(&tree, &spans) > of_records).then_some(((page, of_records), tree))
        };
        let found: Vec<((usize, usize), Tree<'a>)> =
            (0..self.trees.len()).into_par_iter().filter_map(lined).collect();
        if found.is_empty() {
            return;
        }
        let (found, trees): (Vec<(usize, usize)>, Vec<Tree<'a>>) = found.into_iter().unzip();
        let pages = Pages::Trees(&trees);
        let lists = repeat::usual_lists(pages, &Frame::new(pages), |_| true, selection.wanted());
        for (((page, of_records), tree), list) in found.into_iter().zip(trees).zip(lists) {
            let is_likely = list.as_ref().is_some_and(|list| list.chosen.probability >= LIKELY);
            if is_likely && length(&tree, list.as_ref()) > of_records {
                self.trees[page] = tree;
                self.pages[page] = list;
            }
        }
    }

    /// The tree of each page, and its list, in the order of the pages.
    pub fn pages(&self) -> impl Iterator<Item = (&Tree<'a>, Option<&List>)> {
        self.trees.iter().zip(self.pages.iter().map(Option::as_ref))
    }

    /// For each page its kind, if it is left out for that.
    #[must_use]
    pub fn foreign(&self) -> &[Option<PageKind>] {
        &self.foreign
    }

    /// The kind of each page; none for a page alone, and if all pages are asked.
    pub fn kinds(&self) -> impl Iterator<Item = PageKind> {
        self.kinds.iter().copied()
    }

    /// Finds the lists that a user names; pages of other templates have their usual ones, unless the records are those that a selector
    /// matches. Every page is asked if a list is named, or if that is wanted ([`Selection::every_page`]).
    ///
    /// # Errors
    /// If no page has such a list.
    pub fn select(corpus: &'a Corpus, selection: &Selection) -> Result<Self> {
        if selection.is_usual() {
            return Ok(Lists::usual(corpus, selection));
        }
        let documents = corpus.documents();
        let trees = trees(documents);
        let pages = repeat::selected(&trees, &selection.clone().or_usual())?;
        let is_one = selection.selector().is_some();
        Ok(Lists { documents, trees, pages, is_one, foreign: vec![None; documents.len()], kinds: Vec::new() })
    }

    /// Arranges the fields of the records in columns.
    #[must_use]
    pub fn tables(&self, width: Width) -> Tables<'_> {
        let mut lists = self.lists();
        let paths: Vec<Steps> =
            lists.iter().map(|list| list.chosen.candidate.steps(&self.trees[list.page])).collect();
        let listed = lists.iter().map(|list| Listed {
            tree: &self.trees[list.page],
            source: self.documents[list.page].text(),
            records: list.records,
        });
        let of_lists: Vec<Listed> = listed.collect();
        let alike = if self.is_one && !lists.is_empty() {
            vec![(0..lists.len()).collect()]
        } else {
            record::alike(&paths, &of_lists)
        };
        for (table, group) in alike.iter().enumerate() {
            for (position, &list) in group.iter().enumerate() {
                lists[list].in_table = (table, position);
            }
        }
        let table = |group: &Vec<usize>| {
            record::table(&group.iter().map(|&list| of_lists[list]).collect::<Vec<_>>(), width)
        };
        let found = alike.par_iter().counted().map(table).collect();
        Tables { documents: self.documents, trees: &self.trees, lists, found }
    }

    fn lists(&self) -> Vec<PageList<'_>> {
        let mut lists = Vec::new();
        for (page, list) in self.pages.iter().enumerate() {
            let Some(list) = list else { continue };
            let main =
                std::iter::once((&*list.records, &list.chosen, list.next.as_ref(), list.rival.as_ref()));
            let others = list.others.iter().map(|other| (&*other.records, &other.ranked, None, None));
            for (number, (records, chosen, next, rival)) in (1..).zip(main.chain(others)) {
                lists.push(PageList { page, number, records, chosen, next, rival, in_table: (0, 0) });
            }
        }
        lists
    }
}

/// The bytes of the texts of a list.
fn length(tree: &Tree, list: Option<&List>) -> usize {
    let records = list.into_iter().flat_map(|list| &list.records);
    records.flat_map(|record| record.leaves(tree)).map(|leaf| leaf.text.len()).sum()
}

/// The bytes of the texts of lines that are in none of these parts of a page, which are in document order.
fn length_outside(tree: &Tree, parts: &[Span]) -> usize {
    let is_line = tree.within(|id| tree.element(id).name == page::LINE);
    let is_outside = |leaf: &&Leaf| {
        let next = parts.partition_point(|part| part.end <= leaf.span.start);
        is_line[leaf.parent.index()] && parts.get(next).is_none_or(|part| leaf.span.end <= part.start)
    };
    tree.leaves().iter().filter(is_outside).map(|leaf| leaf.text.len()).sum()
}

fn trees(documents: &[Document]) -> Vec<Tree<'_>> {
    documents.par_iter().counted().map(|document| Tree::new(document.text())).collect()
}

impl<'a> Tables<'a> {
    /// The lists, page by page.
    #[must_use]
    pub fn lists(&self) -> &[PageList<'a>] {
        &self.lists
    }

    /// The tables, in the order of their first lists.
    #[must_use]
    pub fn tables(&self) -> &[Table] {
        &self.found
    }

    /// The lists of a table, in the order of its fields.
    pub fn lists_of(&self, table: usize) -> impl Iterator<Item = &PageList<'a>> {
        self.lists.iter().filter(move |list| list.in_table.0 == table)
    }

    /// The fields of each record of a list.
    #[must_use]
    pub fn fields(&self, list: &PageList<'_>) -> &[Vec<record::Field>] {
        &self.found[list.table()].fields[list.in_table.1]
    }

    /// The page that a list is on.
    #[must_use]
    pub fn page(&self, list: &PageList<'_>) -> (&'a Document, &'a Tree<'a>) {
        (&self.documents[list.page], &self.trees[list.page])
    }

    /// The names of all columns: those of the first table, then the further names of each next table.
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

    /// The texts of the records of a list, with white space collapsed.
    pub fn texts<'s>(&'s self, list: &'s PageList<'a>) -> impl Iterator<Item = String> + use<'s, 'a> {
        let (document, tree) = self.page(list);
        list.records.iter().map(|record| page::text(tree, document.text(), record.span(tree)))
    }

    /// For each record of a list, the items of the fields that consist of these, such as its tags.
    pub fn items<'s>(
        &'s self,
        list: &'s PageList<'a>,
    ) -> impl Iterator<Item = HashMap<&'s str, Vec<&'s str>>> + use<'s, 'a> {
        let (_, tree) = self.page(list);
        let columns = &self.found[list.table()].columns;
        self.fields(list).iter().map(move |fields| {
            let items = |field: &record::Field| {
                let items = columns.items(tree, field)?.into_iter().map(|item| &*item.text);
                Some((&*columns.columns()[field.column].name, items.collect()))
            };
            fields.iter().filter_map(items).collect()
        })
    }

    /// For each record of a list, its values with the names of their columns.
    pub fn values<'s>(
        &'s self,
        list: &'s PageList<'a>,
        markup: Markup,
    ) -> impl Iterator<Item = Vec<(&'s str, String)>> + use<'s, 'a> {
        let (document, tree) = self.page(list);
        let table = &self.found[list.table()];
        let values = Values::new(tree, document.text(), document.base_url(), markup);
        self.fields(list).iter().map(move |fields| {
            let columns = fields.iter().map(|field| (&table.columns.columns()[field.column], field));
            let wanted = columns.filter(|(column, _)| markup.has(column));
            wanted.map(|(column, field)| (&*column.name, values.of(column, field))).collect()
        })
    }
}

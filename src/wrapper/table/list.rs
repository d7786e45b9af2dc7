//! Learns the list of pages as a table.
//!
//! In: pages of one template. Out: a [`Table`]: the element paths to the records, and the columns. The lists of all pages are found
//! together ([`repeat`](crate::repeat)), and their fields are aligned ([`record`]).

use crate::page::Tree;
use crate::record::{self, Listed, Width};
use crate::repeat::{List, Selection, Steps, lists};
use crate::wrapper::page::node::Page;
use crate::wrapper::template::{NamedList, Table};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;

/// A sample of pages, with their trees and lists.
pub(in crate::wrapper) struct PageLists<'a> {
    trees: Vec<Tree<'a>>,
    lists: Vec<Option<List>>,
}

impl<'a> PageLists<'a> {
    /// Finds the lists of pages of one template.
    pub(in crate::wrapper) fn new(pages: &[Page<'a>]) -> Self {
        let found = PageLists::of(pages, Vec::new());
        let lists = lists(&found.trees);
        PageLists { lists, ..found }
    }

    /// Takes the lists of these pages.
    pub(in crate::wrapper) fn of(pages: &[Page<'a>], lists: Vec<Option<List>>) -> Self {
        let trees: Vec<Tree> = pages.par_iter().map(|page| page.tree.telling()).collect();
        PageLists { trees, lists }
    }

    /// Only the lists at the path that most pages have.
    pub(in crate::wrapper) fn of_most(mut self) -> Self {
        let steps = |(tree, list): (&Tree, &Option<List>)| {
            let list = list.as_ref().filter(|list| list.records.len() > 1)?;
            Some(list.chosen.candidate.steps(tree))
        };
        let ways: Vec<Option<Steps>> = self.trees.iter().zip(&self.lists).map(steps).collect();
        let mut counts: HashMap<&Steps, usize> = HashMap::new();
        ways.iter().flatten().for_each(|way| *counts.entry(way).or_default() += 1);
        let most = counts.into_iter().max_by_key(|&(way, count)| (count, Reverse(way.to_string())));
        let most = most.map(|(way, _)| way);
        for (list, way) in self.lists.iter_mut().zip(&ways) {
            list.take_if(|_| way.is_none() || way.as_ref() != most);
        }
        self
    }

    /// Learns the table, which says how the lists were named; `None` if no page has a list.
    pub(in crate::wrapper) fn table(&self, selection: &Selection) -> Option<Table> {
        let chosen = |page: usize| Some((page, self.lists[page].as_ref()?));
        let found: Vec<(usize, &List)> = (0..self.trees.len()).filter_map(chosen).collect();
        let listed = found.iter().map(|&(page, list)| Listed {
            tree: &self.trees[page],
            source: self.trees[page].source,
            records: &list.records,
        });
        let record::Table { columns, .. } = record::table(&listed.collect::<Vec<_>>(), Width::Informative);
        let mut ways: Vec<(usize, Steps)> = Vec::new();
        for (page, list) in &found {
            let path = list.chosen.candidate.steps(&self.trees[*page]);
            match ways.iter_mut().find(|(_, known)| *known == path) {
                Some((pages, _)) => *pages += 1,
                None => ways.push((1, path)),
            }
        }
        ways.sort_by_cached_key(|(pages, path)| (Reverse(*pages), path.resolution, path.to_string()));
        let ways = ways.into_iter().map(|(_, path)| path).collect();
        let named = (!selection.is_usual()).then(|| named(selection));
        let table = Table { ways, named, ..Table::new(columns) };
        (!table.fields.is_empty()).then_some(table)
    }
}

/// What a wrapper keeps of a selection.
fn named(selection: &Selection) -> NamedList {
    NamedList { selector: selection.selector().cloned(), like: selection.texts().to_vec() }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Learner, Rows};
    use std::fmt::Write;

    #[test]
    fn a_page_about_one_thing_with_a_few_long_reviews_is_no_list() {
        let page = |number: usize| {
            let mut source = format!("<h1>Book {number}</h1><div>");
            for fact in 0..30 {
                write!(source, "<p><i>Of {fact}</i> <b>{}</b></p>", fact * 31 + number * 7).unwrap();
            }
            source.push_str("</div><ul>");
            for review in 0..3 {
                let words = format!("what reader {review} says of {number} ").repeat(10);
                write!(source, "<li><b>Reader {review} of {number}</b><p>{words}</p></li>").unwrap();
            }
            Document::new(format!("{number}"), source + "</ul>")
        };
        let wrapper = Learner::new().learn(&[page(1), page(2)].into_iter().collect()).expect("a template");
        assert_eq!(wrapper.templates[0].rows, Rows::Page);
    }
}

//! Tables of the lists of many pages. Lists whose records have the same element path share a table.

use super::column::{Columns, Field, Width};
use super::column_number::ColumnNumbers;
use super::heading::header_of;
use super::line::PageLayout;
use super::place::RecordInPage;
use crate::page::Tree;
use crate::progress::Counted;
use crate::repeat::{Record, Steps};
use hashbrown::HashMap;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// A list with its page.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The tree of the page.
    pub tree: &'a Tree<'a>,
    /// The text of the page.
    pub source: &'a str,
    /// The records of the list.
    pub records: &'a [Record],
}

/// Lists with the same columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// The columns that the records share.
    pub columns: Columns,
    /// The fields of each record of each list, in document order.
    pub fields: Vec<Vec<Vec<Field>>>,
}

/// Makes the table of lists of one template.
#[must_use]
pub fn table(lists: &[Listed<'_>], width: Width) -> Table {
    let mut pages: Vec<PageLayout<'_>> =
        lists.par_iter().counted().map(|list| PageLayout::new(list.tree, list.source)).collect();
    let numbers = ColumnNumbers::new(pages.iter().zip(lists.iter().map(|list| list.records)));
    pages.par_iter_mut().zip(lists).for_each(|(page, list)| numbers.number(page, list.records));
    let parts = pages.iter().zip(lists).flat_map(|(page, list)| {
        let part = move |record| RecordInPage { page, record };
        list.records.iter().map(part)
    });
    let (columns, fields) = Columns::new(&parts.collect::<Vec<_>>(), numbers, width);
    let mut fields = fields.into_iter();
    let of_list = |list: &Listed<'_>| fields.by_ref().take(list.records.len()).collect();
    Table { fields: lists.iter().map(of_list).collect(), columns }
}

/// Groups the lists whose records have the same element path and, if header cells name their columns, mostly the same names; each group
/// makes one table. Groups are in the order of their first lists.
#[must_use]
pub fn alike(paths: &[Steps], lists: &[Listed<'_>]) -> Vec<Vec<usize>> {
    let mut known: HashMap<String, Vec<(BTreeSet<String>, usize)>> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, (path, list)) in paths.iter().zip(lists).enumerate() {
        let names = list.column_names();
        let of_path = known.entry(path.to_string()).or_default();
        let are_same = |(other, _): &&(BTreeSet<String>, usize)| {
            let shared = names.intersection(other).count();
            names.is_empty() || other.is_empty() || 2 * shared >= names.len().min(other.len())
        };
        if let Some((_, group)) = of_path.iter().find(are_same) {
            groups[*group].push(number);
        } else {
            of_path.push((names, groups.len()));
            groups.push(vec![number]);
        }
    }
    groups
}

impl Listed<'_> {
    /// The names that header cells give the cells of the first record, if it is a row.
    fn column_names(&self) -> BTreeSet<String> {
        let rows =
            self.records.first().map(|first| first.head).filter(|&row| self.tree.element(row).name == "tr");
        let cells = rows.into_iter().flat_map(|row| self.tree.cells(row));
        cells.filter_map(|cell| header_of(self.tree, self.source, cell)).collect()
    }
}

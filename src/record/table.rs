//! The lists of many pages, told apart by template.

use super::column::{Columns, Field, Width};
use super::line::Page;
use super::place::Part;
use crate::page::Tree;
use crate::progress::Counted;
use crate::repeat::{Record, Steps};
use hashbrown::HashMap;
use rayon::prelude::*;

/// A list of a page.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The page.
    pub tree: &'a Tree<'a>,
    /// Its text.
    pub source: &'a str,
    /// Its records.
    pub records: &'a [Record],
}

/// Lists with the same columns.
#[derive(Clone, Debug)]
pub struct Table {
    /// What their records have in common.
    pub columns: Columns,
    /// For each list for each record its fields, in document order.
    pub fields: Vec<Vec<Vec<Field>>>,
}

/// The table of lists of one template.
#[must_use]
pub fn table(lists: &[Listed<'_>], width: Width) -> Table {
    let pages: Vec<Page<'_>> =
        lists.par_iter().counted().map(|list| Page::new(list.tree, list.source)).collect();
    let parts = pages.iter().zip(lists).flat_map(|(page, list)| {
        let part = move |record| Part { page, record };
        list.records.iter().map(part)
    });
    let (columns, fields) = Columns::new(&parts.collect::<Vec<_>>(), width);
    let mut fields = fields.into_iter();
    let of_list = |list: &Listed<'_>| fields.by_ref().take(list.records.len()).collect();
    Table { fields: lists.iter().map(of_list).collect(), columns }
}

/// Which lists have one way to their records, and so one table; those of the first list first.
#[must_use]
pub fn alike(ways: &[Steps]) -> Vec<Vec<usize>> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (list, way) in ways.iter().enumerate() {
        let group = *numbers.entry(way.to_string()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(list);
    }
    groups
}

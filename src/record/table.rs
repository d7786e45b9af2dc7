//! The lists of many pages, told apart by template.

use super::column::{Columns, Field};
use super::line::Page;
use super::place::Part;
use crate::group::{Record, Steps};
use crate::page::Tree;
use hashbrown::HashMap;
use rayon::prelude::*;

/// A list of a page.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// The page.
    pub tree: &'a Tree,
    /// Its text.
    pub source: &'a str,
    /// Its records.
    pub records: &'a [Record],
    /// The way to their heads.
    pub steps: &'a Steps,
}

/// The lists of one template.
#[derive(Clone, Debug)]
pub struct Table {
    /// What their records have in common.
    pub columns: Columns,
    /// Which of the lists they are.
    pub lists: Vec<usize>,
    /// For each of these lists for each record its fields, in document order.
    pub fields: Vec<Vec<Vec<Field>>>,
}

/// The tables of some lists: one for those with one way to their heads.
#[must_use]
pub fn tables(lists: &[Listed<'_>]) -> Vec<Table> {
    let pages: Vec<Page<'_>> = lists.par_iter().map(|list| Page::new(list.tree, list.source)).collect();
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (number, list) in lists.iter().enumerate() {
        let group = *numbers.entry(list.steps.to_string()).or_insert(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        groups[group].push(number);
    }
    let parts = |list: usize| {
        lists[list].records.iter().map({
            let page = &pages[list];
            move |record| Part { page, record }
        })
    };
    let table = |group: Vec<usize>| {
        let (columns, fields) = Columns::new(&group.iter().flat_map(|&list| parts(list)).collect::<Vec<_>>());
        let mut fields = fields.into_iter();
        let fields =
            group.iter().map(|&list| fields.by_ref().take(lists[list].records.len()).collect()).collect();
        Table { fields, lists: group, columns }
    };
    groups.into_par_iter().map(table).collect()
}

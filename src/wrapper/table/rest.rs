//! Lists beside the parts of a template: reviews that are several siblings each, or as many on every page.
//!
//! In: pages of one template, and what its parts and labels say of them. Out: a [`Table`] at an element path. The alignment knows the rows
//! that are one element each, if pages have different numbers of them. It takes other rows for one text, for columns, or cuts them into
//! items. What is left of a page without its template, its labels and the values beside these is a page with a list, whose records
//! [`repeat`](crate::repeat) finds.
//!
//! ```text
//! <h2>Reviews</h2> <h4>Ann, 2020</h4><p>Good.</p> <h4>Bob, 2021</h4><p>Bad.</p>      "Ann, 2020", "Good."; "Bob, 2021", "Bad."
//! ```
//!
//! Time: that of the lists of [`MAX_PAGES`] pages; of all pages only if these have such a list.

use crate::distinct::DistinctNames;
use crate::measure::{a_few, are_most, is_brief};
use crate::page::{Tree, is_heading, parts_lines};
use crate::record::{Column, NamedBy};
use crate::repeat::{Record, Selection, Steps};
use crate::token::Span;
use crate::wrapper::fields::describe::plain;
use crate::wrapper::fields::surplus::MAX_PAGES;
use crate::wrapper::page::node::Page;
use crate::wrapper::table::child::{Headings, ListItems, fields_of_lists};
use crate::wrapper::table::list::PageLists;
use crate::wrapper::table::{PageRecords, TableReader};
use crate::wrapper::template::{Field, FieldKind, LeftOut, PAGE, Table, Template};
use crate::wrapper::value::Extraction;
use hashbrown::HashMap;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The least number of columns of rows that are several siblings, and of rows of which all pages have as many: fewer are paragraphs.
const COLUMNS: usize = 2;

/// What of a field's values is no part of the rest of a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::wrapper) enum Bound {
    /// Nothing: nothing but its place tells what it is.
    No,
    /// A value of one line, because it has a label. Several lines below a label can be a list below a heading.
    Line,
    /// All, because it is a list or in the rows of a table, or because pages state what it is.
    All,
}

/// The leaves of a page within a span.
fn leaves_in(tree: &Tree, span: Span) -> Range<usize> {
    let leaves = tree.leaves();
    leaves.partition_point(|leaf| leaf.span.start < span.start)
        ..leaves.partition_point(|leaf| leaf.span.start < span.end)
}

/// Whether an element that parts lines is between the texts of a span.
fn has_lines(tree: &Tree, span: Span) -> bool {
    let leaves = &tree.leaves()[leaves_in(tree, span)];
    let (Some(first), Some(last)) = (leaves.first(), leaves.last()) else { return false };
    let from = tree.elements().partition_point(|element| element.tag.start < first.span.end);
    let between = tree.elements()[from..].iter().take_while(|element| element.tag.start < last.span.start);
    between.into_iter().any(|element| parts_lines(&element.name))
}

/// Whether the text before this one is a heading.
fn is_below_heading(tree: &Tree, leaf: usize) -> bool {
    let Some(before) = leaf.checked_sub(1).and_then(|before| tree.leaves().get(before)) else { return false };
    tree.inclusive_ancestors(before.parent).take(2).any(|id| is_heading(&tree.element(id).name))
}

/// The texts of a page that are neither template nor labels nor the values beside these, by the last text of the template before them that
/// the page has once: the numbers of the leaves, ascending.
fn stretches<'t>(tree: &'t Tree, found: &Extraction, bound: &[Bound]) -> BTreeMap<&'t str, Vec<u32>> {
    let mut is_free = vec![false; tree.leaves().len()];
    let mut is_value = is_free.clone();
    found.uncovered.iter().for_each(|&span| is_free[leaves_in(tree, span)].fill(true));
    let values = found.page.iter().zip(bound).filter_map(|(value, bound)| Some((value.as_ref()?, *bound)));
    let spans: Vec<(Span, Bound)> =
        values.flat_map(|(value, bound)| value.spans.iter().map(move |&span| (span, bound))).collect();
    let stays = |(span, bound): &(Span, Bound)| {
        *bound == Bound::No || *bound == Bound::Line && has_lines(tree, *span)
    };
    // A value beside a label can be within that of a field that is only told by its place.
    let (free, others): (Vec<_>, Vec<_>) = spans.into_iter().partition(stays);
    for (span, _) in free {
        is_free[leaves_in(tree, span)].fill(true);
        is_value[leaves_in(tree, span)].fill(true);
    }
    for (span, bound) in others {
        let own = leaves_in(tree, span);
        // A heading is the label of more than the first text below it.
        let goes_on =
            bound == Bound::Line && is_below_heading(tree, own.start) && is_free.get(own.end) == Some(&true);
        is_free[own.clone()].fill(goes_on);
        is_value[own].fill(true);
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    tree.leaves().iter().for_each(|leaf| *counts.entry(&*leaf.text).or_default() += 1);
    let mut stretches: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let mut before = "";
    for (number, leaf) in (0..).zip(tree.leaves()) {
        if is_free[number as usize] {
            stretches.entry(before).or_default().push(number);
        } else if !is_value[number as usize]
            && counts[&*leaf.text] == 1
            && leaf.text.contains(char::is_alphanumeric)
        {
            before = &leaf.text;
        }
    }
    stretches
}

/// A page with nothing but the texts behind one of its template that are neither template nor labels nor the values beside these.
pub(in crate::wrapper) fn rest<'a>(
    page: &Page<'a>,
    found: &Extraction,
    bound: &[Bound],
    behind: &str,
) -> Page<'a> {
    let mut stretches = stretches(&page.tree, found, bound);
    let kept = stretches.remove(behind).unwrap_or_default();
    let mut from = 0;
    let ends =
        kept.into_iter().chain([u32::try_from(page.tree.leaves().len()).expect("fewer texts than bytes")]);
    let gone = ends.map(|leaf| std::mem::replace(&mut from, leaf + 1)..leaf).filter(|gone| !gone.is_empty());
    Page::of(page.tree.without(&[], &gone.collect::<Vec<_>>()))
}

/// The text of the template behind which most texts are left: on average more than those of one row.
fn beginning(pages: &[Page], found: &[Extraction], bound: &[Bound]) -> Option<String> {
    let of_page = |(page, found): (&Page, &Extraction)| -> Vec<(String, usize)> {
        let stretches = stretches(&page.tree, found, bound);
        stretches.into_iter().map(|(before, leaves)| (before.to_owned(), leaves.len())).collect()
    };
    let found: Vec<Vec<(String, usize)>> = pages.par_iter().zip(found).map(of_page).collect();
    let mut all: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (before, leaves) in found.into_iter().flatten() {
        let (pages, texts) = all.entry(before).or_default();
        (*pages, *texts) = (*pages + 1, *texts + leaves);
    }
    let least = a_few(pages.len()).min(pages.len());
    let all = all.into_iter().filter(|&(_, (pages, texts))| pages >= least && texts > COLUMNS * pages);
    all.max_by_key(|(before, (_, texts))| (*texts, Reverse(before.clone()))).map(|(before, _)| before)
}

/// Whether most records are on one page only.
fn are_page_specific(pages: &[Page], read: &[PageRecords]) -> bool {
    let mut on: HashMap<String, usize> = HashMap::new();
    let mut all = 0;
    for (page, read) in pages.iter().zip(read) {
        for record in &read.records {
            let texts: Vec<&str> = record.leaves(&page.tree).iter().map(|leaf| &*leaf.text).collect();
            *on.entry(texts.join("\n")).or_default() += 1;
            all += 1;
        }
    }
    are_most(on.values().filter(|&&count| count == 1).count(), all)
}

/// The name of columns whose role is to say what a row is: any row has such.
const TITLE: &str = "title";

/// Whether the columns of rows are told by more than their places: one has dates or prices, or each is an element of its own in the element
/// that is the row.
fn are_told(table: &Table, columns: &[&Column]) -> bool {
    let has_role = columns.iter().any(|column| column.named_by == NamedBy::Role && column.name != TITLE);
    let places: BTreeSet<&str> = columns.iter().map(|column| &*column.key.place).collect();
    let is_one_element = |way: &Steps| way.siblings.is_empty() && way.every.is_none();
    has_role || places.len() == columns.len() && table.ways.iter().all(is_one_element)
}

/// The list of pages of which only its texts are left, and its records; `None` if these are no rows of several columns.
fn table_of(rests: &[Page]) -> Option<(Table, Vec<PageRecords>)> {
    let table = PageLists::new(rests).of_most().table(&Selection::new())?;
    let read: Vec<PageRecords> = {
        let reader = TableReader::new(&table);
        rests.par_iter().map(|page| reader.read(page, &ListItems::new())).collect()
    };
    let several = read.iter().filter(|read| read.records.len() > 1).count();
    let texts = table.columns.columns().iter().filter(|column| column.key.kind.is_text());
    let common: Vec<&Column> = texts.filter(|column| 2 * column.records > table.rows).collect();
    let mut counts = read.iter().map(|read| read.records.len()).filter(|&count| count > 0);
    let first = counts.next();
    // Rows of which each page has as many may be the parts of the page, unless it is seen that each has the same.
    let is_sure =
        counts.any(|count| Some(count) != first) || common.len() > COLUMNS && are_told(&table, &common);
    let is_table = several >= a_few(rests.len()).min(rests.len())
        && common.len() >= COLUMNS
        && is_sure
        && are_page_specific(rests, &read);
    is_table.then_some((table, read))
}

impl Template {
    /// What the fields of the page are bound to.
    pub(in crate::wrapper) fn bound(&self) -> Vec<Bound> {
        let is_known = |field: &Field| field.kind == FieldKind::List || field.property.is_some();
        let of_field = |field: &Field| if is_known(field) { Bound::All } else { Bound::No };
        let mut bound: Vec<Bound> = self.fields.iter().map(of_field).collect();
        // The first value below a heading can have this as its label in the parts.
        self.labels.labels.iter().for_each(|of| bound[of.field] = Bound::Line);
        let lists = fields_of_lists(&self.parts);
        for list in self.tables.iter().filter_map(|table| table.list) {
            lists[list as usize].iter().for_each(|&field| bound[field] = Bound::All);
        }
        bound
    }

    /// Adds the table of a list that is left of its learning pages, if there is one. Tables leave out the fields whose values are in its rows.
    pub(in crate::wrapper) fn add_rest(&mut self, pages: &[Page], found: &[Extraction]) {
        let bound = self.bound();
        let table = |behind: String| {
            let rest = |(page, found)| rest(page, found, &bound, &behind);
            let rests: Vec<Page> = pages.par_iter().zip(found).map(rest).collect();
            if pages.len() > MAX_PAGES {
                let some = rests.iter().filter(|page| !page.tree.leaves().is_empty()).take(MAX_PAGES);
                table_of(&some.map(|page| Page::of(page.tree.clone())).collect::<Vec<_>>())?;
            }
            let (table, read) = table_of(&rests)?;
            let inside = self.inside(&bound, found, &rests, &read);
            (!inside.is_empty()).then_some((Table { rest: Some(behind), ..table }, rests, read, inside))
        };
        let Some((mut table, rests, read, inside)) = beginning(pages, found, &bound).and_then(table) else {
            return;
        };
        for field in inside {
            self.fields[field].left_out.get_or_insert(LeftOut::Table);
        }
        let firsts: Vec<_> = read.iter().map(|read| read.records.first().map(|first| first.head)).collect();
        let others = self.tables.iter().map(|table| &*table.name);
        let mut taken = DistinctNames::new(" ").without([PAGE].into_iter().chain(others));
        let behind = table.rest.as_deref().filter(|behind| is_brief(behind) && !behind.is_empty());
        let heading = || Headings::new(&rests).before(&firsts);
        let name = behind.map(str::to_owned).or_else(heading);
        table.name = taken.free(name.as_deref().map_or("records", plain));
        table.measure(&rests.iter().zip(read).map(|(page, read)| (page, read.rows)).collect::<Vec<_>>());
        self.tables.push(table);
    }

    /// The fields whose values are in the rows on most of their pages.
    fn inside(
        &self,
        bound: &[Bound],
        found: &[Extraction],
        rests: &[Page],
        read: &[PageRecords],
    ) -> Vec<usize> {
        let mut on = vec![(0, 0); self.fields.len()];
        for ((found, page), read) in found.iter().zip(rests).zip(read) {
            let mut is_in_row = vec![false; page.tree.leaves().len()];
            let range = |record: &Record| record.leaves.start as usize..record.leaves.end as usize;
            read.records.iter().for_each(|record| is_in_row[range(record)].fill(true));
            for (field, value) in found.page.iter().enumerate() {
                let Some(value) = value.as_ref().filter(|value| !value.is_empty()) else { continue };
                let mut leaves = value.spans.iter().flat_map(|&span| leaves_in(&page.tree, span)).peekable();
                if leaves.peek().is_some() {
                    on[field].0 += usize::from(leaves.all(|leaf| is_in_row[leaf]));
                    on[field].1 += 1;
                }
            }
        }
        let is_inside = |&field: &usize| bound[field] != Bound::All && 2 * on[field].0 > on[field].1;
        (0..self.fields.len()).filter(is_inside).collect()
    }
}

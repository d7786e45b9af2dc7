//! The post that a thread begins with, where it stands apart from the answers in a wrapper of its own.
//!
//! It is found by its body: an element outside of the records with a class or id that nearly all bodies have.

use super::page::Page;
use crate::measure::are_most;
use crate::page::ElementId;
use crate::repeat::thread::{At, Part};
use hashbrown::HashMap;

/// A name of elements, and a class or id with its digits folded.
pub(super) type Name<'p> = (&'p str, &'p str);

/// The first posts that stand apart from the records, as their bodies.
pub(super) fn first_posts(pages: &[Page], records: &[Part], bodies: &[Part]) -> Vec<Part> {
    let names = names(pages, bodies);
    let mut outside: Vec<Vec<At>> = vec![Vec::new(); names.len()];
    for (number, page) in pages.iter().enumerate() {
        let is_outside = outside_of(records.iter().filter(|part| part.page == number));
        let of_page: Vec<Option<usize>> =
            page.identifiers.identifiers().map(|name| names.binary_search(&name).ok()).collect();
        for id in page.tree.ids().filter(|&id| page.tree.has_text(id) && is_outside(page, id)) {
            for name in distinct(page, id).into_iter().filter_map(|name| of_page[name as usize]) {
                outside[name].push(At { page: number, id });
            }
        }
    }
    let found = outside.into_iter().rev().max_by_key(Vec::len).unwrap_or_default();
    let mut parts: Vec<Part> = found.into_iter().map(|at| Part::element(pages, at)).collect();
    // Of several on one page the one that says most: a label may have the name too.
    parts.sort_by(|one, other| {
        one.page.cmp(&other.page).then(other.weight(pages).total_cmp(&one.weight(pages)))
    });
    parts.dedup_by_key(|part| part.page);
    parts
}

/// The names that most bodies have, in order.
fn names<'p>(pages: &'p [Page], bodies: &[Part]) -> Vec<Name<'p>> {
    let mut counts: HashMap<Name, usize> = HashMap::new();
    for of_page in bodies.chunk_by(|one, other| one.page == other.page) {
        let page = of_page[0].of(pages);
        let mut of_names = vec![0; page.identifiers.identifiers().len()];
        for body in of_page {
            for name in distinct(page, body.record.head) {
                of_names[name as usize] += 1;
            }
        }
        for (name, count) in page.identifiers.identifiers().zip(of_names).filter(|&(_, count)| count > 0) {
            *counts.entry(name).or_default() += count;
        }
    }
    counts.retain(|_, count| are_most(*count, bodies.len()));
    let mut names: Vec<Name> = counts.into_keys().collect();
    names.sort_unstable();
    names
}

/// The classes and the id of an element, each once.
pub(super) fn distinct(page: &Page, id: ElementId) -> Vec<u32> {
    let mut names: Vec<u32> = page.identifiers.identifiers_at(id.index()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether an element is not in a record, nor around one.
fn outside_of<'p>(records: impl Iterator<Item = &'p Part>) -> impl Fn(&Page, ElementId) -> bool {
    let mut spans: Vec<_> = records.map(|part| (part.record.head, part.record.end)).collect();
    spans.sort_unstable();
    move |page, id| {
        let behind = spans.partition_point(|&(head, _)| head <= id);
        let is_inside = spans[..behind].last().is_some_and(|&(_, end)| id < end);
        let is_around = spans.get(behind).is_some_and(|&(head, _)| head < page.tree.element(id).end);
        !is_inside && !is_around
    }
}

//! The first post of a thread if it is in an element apart from the answers, but has a body like theirs.
//!
//! In: the records of the answers, and the leaves of each that are its text. The body of an answer is the element around these.
//! Out: at most one further body for each page: the element with text outside the records that has a class or id which most
//! bodies have. Cost: linear in the pages.

use super::page::Page;
use crate::measure::are_most;
use crate::page::ElementId;
use crate::repeat::thread::{At, Part};
use hashbrown::HashMap;
use std::ops::Range;

/// A tag, and a class or id with its digits folded.
pub(super) type TagIdentifier<'p> = (&'p str, &'p str);

/// Returns the first posts outside the records, as bodies.
pub(super) fn first_posts(pages: &[Page], records: &[Part], texts: &[Range<u32>]) -> Vec<Part> {
    let body = |(part, text): (&Part, &Range<u32>)| {
        let page = part.of(pages);
        let [first, last] = [text.start, text.end - 1].map(|leaf| page.tree.leaves()[leaf as usize].parent);
        Part::element(pages, At { page: part.page, id: page.widest(page.around(first, last)) })
    };
    let names = names(pages, &records.iter().zip(texts).map(body).collect::<Vec<_>>());
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
    // Of several on one page the heaviest is kept: a label may have the same class.
    parts.sort_by(|one, other| {
        one.page.cmp(&other.page).then(other.weight(pages).total_cmp(&one.weight(pages)))
    });
    parts.dedup_by_key(|part| part.page);
    parts
}

/// Returns the first record of each page.
pub(super) fn first_records(pages: &[Page], records: &[Part]) -> Vec<Option<ElementId>> {
    let mut firsts: Vec<Option<ElementId>> = vec![None; pages.len()];
    for Part { page, record } in records {
        firsts[*page] = Some(firsts[*page].map_or(record.head, |first| first.min(record.head)));
    }
    firsts
}

/// Returns the tag and class (or id) pairs that most bodies have, sorted.
fn names<'p>(pages: &'p [Page], bodies: &[Part]) -> Vec<TagIdentifier<'p>> {
    let mut counts: HashMap<TagIdentifier, usize> = HashMap::new();
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
    let mut names: Vec<TagIdentifier> = counts.into_keys().collect();
    names.sort_unstable();
    names
}

/// Returns the classes and the id of an element, each once.
pub(super) fn distinct(page: &Page, id: ElementId) -> Vec<u32> {
    let mut names: Vec<u32> = page.identifiers.identifiers_at(id.index()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Returns a test whether an element is neither inside a record nor around one.
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

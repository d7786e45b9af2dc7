//! The first post of a thread if it is in an element apart from the answers, but has a body like theirs.
//!
//! In: the records of the answers, and the leaves of each that are its text. The body of an answer is the element around these.
//! Out: at most one further body for each page: the element with text before the records that has a class or id which most bodies have,
//! unless these are much shorter than the answers, as members' boxes are. Cost: linear in the pages.

use super::page::Page;
use crate::measure::are_most;
use crate::page::ElementId;
use crate::repeat::thread::{At, Part};
use hashbrown::HashMap;
use std::ops::Range;

/// A tag, and a class or id with its digits folded.
pub(super) type TagIdentifier<'p> = (&'p str, &'p str);

/// The usual first post must weigh at least one in this many of the usual answer: members' boxes weigh less. With 8 all figures are the same, with
/// 2 one site of `forum`, each page alone, loses; left out by site the best value is 4 for all sites:
/// `eval/sweep.py src/forum/first.rs LIGHTER 2.0 8.0 -- boards boards-alone forum forum-alone threads sites-threads`.
const LIGHTER: f64 = 4.0;

/// Returns the first posts before the records, as bodies.
pub(super) fn first_posts(pages: &[Page], records: &[Part], texts: &[Range<u32>]) -> Vec<Part> {
    let body = |(part, text): (&Part, &Range<u32>)| {
        let page = part.of(pages);
        let [first, last] = [text.start, text.end - 1].map(|leaf| page.tree.leaves()[leaf as usize].parent);
        Part::element(pages, At { page: part.page, id: page.widest(page.around(first, last)) })
    };
    let names = names(pages, &records.iter().zip(texts).map(body).collect::<Vec<_>>());
    let mut before: Vec<Vec<At>> = vec![Vec::new(); names.len()];
    for (number, (page, first)) in pages.iter().zip(first_records(pages, records)).enumerate() {
        let Some(first) = first else { continue };
        let of_page: Vec<Option<usize>> =
            page.identifiers.identifiers().map(|name| names.binary_search(&name).ok()).collect();
        let is_before = |id: &ElementId| page.tree.has_text(*id) && page.tree.element(*id).end <= first;
        for id in (0..first.0).map(ElementId).filter(is_before) {
            for name in distinct(page, id).into_iter().filter_map(|name| of_page[name as usize]) {
                before[name].push(At { page: number, id });
            }
        }
    }
    let found = before.into_iter().rev().max_by_key(Vec::len).unwrap_or_default();
    let mut parts: Vec<Part> = found.into_iter().map(|at| Part::element(pages, at)).collect();
    // Of several on one page the heaviest is kept: a label may have the same class.
    parts.sort_by(|one, other| {
        one.page.cmp(&other.page).then(other.weight(pages).total_cmp(&one.weight(pages)))
    });
    parts.dedup_by_key(|part| part.page);
    let weight = |(part, text): (&Part, &Range<u32>)| part.of(pages).weight(text);
    let of_answers = median(records.iter().zip(texts).map(weight).collect());
    let of_firsts = median(parts.iter().map(|part| part.weight(pages)).collect());
    let are_posts = LIGHTER * of_firsts >= of_answers;
    if are_posts { parts } else { Vec::new() }
}

fn median(mut weights: Vec<f64>) -> f64 {
    weights.sort_by(f64::total_cmp);
    weights.get(weights.len() / 2).copied().unwrap_or_default()
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

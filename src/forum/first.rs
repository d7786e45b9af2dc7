//! The post that a thread begins with, where it stands apart from the answers in a wrapper of its own.
//!
//! It is found by its body: an element outside of the records with a class or id that nearly all bodies have.

use super::candidate::{At, Part};
use super::page::Page;
use crate::page::{ElementId, fold};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeMap;

/// The share of the bodies that have the name.
const MOST: f64 = 0.8;

/// How many elements in records that are no bodies may have the name, as a share of the bodies.
const INSIDE: f64 = 0.1;

/// How many elements outside may have it, as a share of the bodies; one for each page in any case.
const OUTSIDE: f64 = 0.3;

/// A class or id with its digits folded, and the name of elements that have it.
type Name = (String, Box<str>);

fn names(page: &Page, id: ElementId) -> HashSet<Name> {
    let element = page.tree.element(id);
    let own = element.attributes(page.source).find(|attribute| attribute.name.eq_ignore_ascii_case("id"));
    let own = own.and_then(|own| own.value).filter(|own| !own.is_empty());
    let classes = page.tree.classes(id).map(|class| fold('.', class));
    classes.chain(own.map(|own| fold('#', own))).map(|name| (element.name.to_string(), name)).collect()
}

/// Where an element stands with regard to the records of its page.
enum Standing {
    Inside,
    Around,
    Outside,
}

/// The first posts that stand apart from the records, as their bodies.
pub(super) fn first_posts(pages: &[Page], records: &[Part], bodies: &[Part]) -> Vec<Part> {
    let mut counts: HashMap<Name, usize> = HashMap::new();
    for body in bodies {
        for name in names(body.of(pages), body.record.head) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let all = exact(bodies.len() as u64); // usize has at most 64 bits, here and below
    counts.retain(|_, count| exact(*count as u64) >= MOST * all);
    if counts.is_empty() {
        return Vec::new();
    }
    let known: HashSet<At> = bodies.iter().map(|body| At { page: body.page, id: body.record.head }).collect();
    let mut inside: HashMap<Name, usize> = HashMap::new();
    let mut outside: BTreeMap<Name, Vec<At>> = BTreeMap::new();
    for (number, page) in pages.iter().enumerate() {
        let standing = standings(records.iter().filter(|part| part.page == number));
        for id in page.tree.ids().filter(|&id| page.tree.has_text(id)) {
            let at = At { page: number, id };
            for name in
                names(page, id).into_iter().filter(|name| counts.contains_key(name) && !known.contains(&at))
            {
                match standing(page, id) {
                    Standing::Inside => *inside.entry(name).or_default() += 1,
                    Standing::Outside => outside.entry(name).or_default().push(at),
                    Standing::Around => {}
                }
            }
        }
    }
    let most = exact(pages.len() as u64).max(OUTSIDE * all);
    let tells = |(name, at): &(Name, Vec<At>)| {
        let inside = inside.get(name).copied().unwrap_or_default();
        exact(inside as u64) <= INSIDE * all && exact(at.len() as u64) <= most
    };
    let found = outside.into_iter().filter(tells).map(|(_, at)| at).rev().max_by_key(Vec::len);
    found.unwrap_or_default().into_iter().map(|at| Part::element(pages, at)).collect()
}

fn standings<'p>(records: impl Iterator<Item = &'p Part>) -> impl Fn(&Page, ElementId) -> Standing {
    let mut spans: Vec<_> = records.map(|part| (part.record.head, part.record.end)).collect();
    spans.sort_unstable();
    move |page, id| {
        let behind = spans.partition_point(|&(head, _)| head <= id);
        if spans[..behind].last().is_some_and(|&(_, end)| id < end) {
            Standing::Inside
        } else if spans.get(behind).is_some_and(|&(head, _)| head < page.tree.element(id).end) {
            Standing::Around
        } else {
            Standing::Outside
        }
    }
}

//! Elements that some pages have around a part, and others lack.
//!
//! In: the learning pages. Out: the elements that are taken away from around what they hold, there and on all pages that are read, so
//! that the part has one place.
//!
//! ```text
//! pages  <article> <section class=card>        <article> <div class=box> <section class=card>
//! extra  div class=box around section class=card
//! ```
//!
//! A part is an element whose name, with its id or classes, most pages have once. Where it lies one level deeper than on other pages,
//! and the element around it is all that differs in the names of the elements down to it, this element is extra, if no page on which the
//! part lies higher has one like it. Time O(nodes log nodes).

use super::node::Page;
use super::path::Paths;
use crate::token::{Alphabet, Symbol};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An element that not all pages have around a part, both by their names with what tells them.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Extra {
    /// The element.
    pub element: String,
    /// What it is around.
    pub around: String,
}

/// A part on a page.
struct Seen {
    page: usize,
    depth: u32,
    /// The path to the element around it, and to the one around that.
    paths: [usize; 2],
    /// The name of the element around it, if it has one and the part is most of it.
    around: Option<Symbol>,
}

/// The extra elements of these pages.
pub(super) fn find_extra(pages: &[Page]) -> BTreeSet<Extra> {
    let (mut paths, mut alphabet) = (Paths::default(), Alphabet::new());
    let mut parts: BTreeMap<Symbol, Vec<Seen>> = BTreeMap::new();
    // For each page the names there, with the node if it is one.
    let mut names: Vec<HashMap<Symbol, Option<u32>>> = Vec::with_capacity(pages.len());
    for (number, page) in pages.iter().enumerate() {
        let paths = paths.of(page);
        let mut nodes: HashMap<Symbol, Option<u32>> = HashMap::new();
        let mut name = |node: u32| {
            let name = page.own_name(node);
            (!name.is_empty()).then(|| alphabet.intern(&name))
        };
        for node in page.elements() {
            if let Some(name) = name(node) {
                nodes.entry(name).and_modify(|node| *node = None).or_insert(Some(node));
            }
        }
        for (&part, node) in &nodes {
            let Some(node) = *node else { continue };
            let around = page.node(node).parent;
            let size = |node: u32| page.node(node).end - node;
            parts.entry(part).or_default().push(Seen {
                page: number,
                depth: page.node(node).depth,
                paths: [around, page.node(around).parent].map(|node| paths[node as usize]),
                around: if 2 * size(node) > size(around) { name(around) } else { None },
            });
        }
        names.push(nodes);
    }
    let spelled = |name: Symbol| alphabet.spelling(name).to_owned();
    let mut extra = BTreeSet::new();
    for (part, seen) in parts.into_iter().filter(|(_, seen)| 2 * seen.len() > pages.len()) {
        let least = seen.iter().map(|seen| seen.depth).min().unwrap_or_default();
        let (higher, lower): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(|seen| seen.depth == least);
        let around = |one: &Seen| {
            let is_lower =
                one.depth == least + 1 && higher.iter().any(|other| other.paths[0] == one.paths[1]);
            one.around
                .filter(|name| is_lower && higher.iter().all(|other| !names[other.page].contains_key(name)))
        };
        let elements: BTreeSet<Symbol> = lower.into_iter().filter_map(around).collect();
        extra
            .extend(elements.into_iter().map(|name| Extra { element: spelled(name), around: spelled(part) }));
    }
    extra
}

impl Page<'_> {
    /// All elements but the root.
    fn elements(&self) -> impl Iterator<Item = u32> {
        (1..).take(self.nodes.len().saturating_sub(1)).filter(|&node| !self.is_text(node))
    }

    /// Takes extra elements away from around the parts that they hold.
    pub(super) fn take_away_extra(&mut self, extra: &BTreeSet<Extra>) {
        if extra.is_empty() {
            return;
        }
        let parts: BTreeSet<&str> = extra.iter().map(|extra| &*extra.around).collect();
        let mut numbers: BTreeSet<u32> = BTreeSet::new();
        for node in self.elements() {
            let around = self.own_name(node);
            if parts.contains(&*around) {
                let parent = self.node(node).parent;
                let is_extra = extra.contains(&Extra { element: self.own_name(parent), around });
                numbers.extend((is_extra && parent > 0).then_some(parent));
            }
        }
        self.take_away(&numbers.into_iter().collect::<Vec<u32>>());
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;
    use crate::wrapper::{Extractor, Learner, Shape};

    #[test]
    fn a_part_within_one_more_element_on_some_pages_is_one_part() {
        let items = |number: usize| -> Vec<String> {
            (0..=number).map(|n| format!("{} figs", 10 * n + number)).collect()
        };
        let page = |number: usize, is_boxed: bool| {
            let items = items(number).join("<li>");
            let card = format!("<section class=card><h3>Parts</h3><ul><li>{items}</ul></section>");
            let card = if is_boxed { format!("<div class=box>{card}</div>") } else { card };
            format!("<main><h1>Thing {number}</h1><p>It was so on day {number}.{card}</main>")
        };
        let learned = (1..4).map(|number| Document::new(format!("{number}"), page(number, number == 2)));
        let wrapper = Learner::new().shape(Shape::Page).learn(&learned.collect()).expect("a template");
        let extractor = Extractor::new(&wrapper);
        let values = |is_boxed: bool| -> Vec<Vec<String>> {
            let rows = extractor.extract(&page(7, is_boxed)).expect("it fits").rows;
            rows[0].iter().flatten().map(|value| value.texts.clone()).collect()
        };
        assert_eq!(values(true), values(false));
        assert!(values(true).contains(&items(7)), "{:?}", values(true));
    }
}

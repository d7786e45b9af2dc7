//! Extra elements: wrappers around a part that some pages have and others lack.
//!
//! In: the learning pages. Out: the extra elements. They are removed from around their content on the learning pages
//! and on every page that is read, so that the part has the same element path everywhere.
//!
//! ```text
//! pages  <article> <section class=card>        <article> <div class=box> <section class=card>
//! extra  div class=box around section class=card
//! ```
//!
//! A part is an element whose name, with its id or classes, occurs exactly once on most pages. Suppose it is one
//! level deeper on some pages than on others, and its parent is the only difference between the two element paths.
//! Then this parent is extra, unless a page on which the part is less deep has an element of that name too. Time
//! O(nodes log nodes).

use crate::token::{Alphabet, Symbol};
use crate::wrapper::page::node::Page;
use crate::wrapper::page::path::PathTable;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// An element that only some pages have around a part; both are given by their names with their id or classes.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Extra {
    /// The extra element.
    pub element: String,
    /// The part that it contains.
    pub around: String,
}

/// An occurrence of a part on a page.
struct PartOccurrence {
    page: usize,
    depth: u32,
    /// The element paths of its parent and of its grandparent, as numbers.
    paths: [usize; 2],
    /// The name of its parent, if this has one and the part makes up most of it.
    parent: Option<Symbol>,
}

/// The extra elements of these pages.
pub(in crate::wrapper) fn find_extra(pages: &[Page]) -> BTreeSet<Extra> {
    let (mut paths, mut alphabet) = (PathTable::default(), Alphabet::new());
    let mut parts: BTreeMap<Symbol, Vec<PartOccurrence>> = BTreeMap::new();
    // For each page its names, each with its node if only one node has it.
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
            let parent = page.node(node).parent;
            let size = |node: u32| page.node(node).end - node;
            parts.entry(part).or_default().push(PartOccurrence {
                page: number,
                depth: page.node(node).depth,
                paths: [parent, page.node(parent).parent].map(|node| paths[node as usize]),
                parent: if 2 * size(node) > size(parent) { name(parent) } else { None },
            });
        }
        names.push(nodes);
    }
    let spelled = |name: Symbol| alphabet.spelling(name).to_owned();
    let mut extra = BTreeSet::new();
    for (part, occurrences) in
        parts.into_iter().filter(|(_, occurrences)| 2 * occurrences.len() > pages.len())
    {
        let least = occurrences.iter().map(|occurrences| occurrences.depth).min().unwrap_or_default();
        let (higher, lower): (Vec<&PartOccurrence>, Vec<&PartOccurrence>) =
            occurrences.iter().partition(|occurrences| occurrences.depth == least);
        let extra_parent = |one: &PartOccurrence| {
            let is_lower =
                one.depth == least + 1 && higher.iter().any(|other| other.paths[0] == one.paths[1]);
            one.parent
                .filter(|name| is_lower && higher.iter().all(|other| !names[other.page].contains_key(name)))
        };
        let elements: BTreeSet<Symbol> = lower.into_iter().filter_map(extra_parent).collect();
        extra
            .extend(elements.into_iter().map(|name| Extra { element: spelled(name), around: spelled(part) }));
    }
    extra
}

impl Page<'_> {
    /// All elements except the root.
    fn elements(&self) -> impl Iterator<Item = u32> {
        (1..).take(self.nodes.len().saturating_sub(1)).filter(|&node| !self.is_text(node))
    }

    /// Removes extra elements from around the parts that they contain.
    pub(in crate::wrapper) fn take_away_extra(&mut self, extra: &BTreeSet<Extra>) {
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
            let rows = [extractor.extract(&page(7, is_boxed)).expect("it fits").page];
            rows[0].iter().flatten().map(|value| value.texts.clone()).collect()
        };
        assert_eq!(values(true), values(false));
        assert!(values(true).contains(&items(7)), "{:?}", values(true));
    }
}

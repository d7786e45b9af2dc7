//! A page of a thread: its outline, and the tree from which that was made.
//!
//! In: the sources of pages. Out: for each page cluster its [`Page`]s. The kinds of elements and the weights of texts
//! depend on the other pages of the cluster, so a page is first [parsed](ParsedPage) by itself. Near linear in the
//! pages.

use super::text::{self, LeafText};
use crate::page::digest::text as hash;
use crate::page::{ElementId, Leaf, Slots, StepReader, Steps, Tree, is_inline};
use crate::progress::Counted;
use crate::repeat::cell_columns;
use crate::repeat::thread::{Divides, Node, Outline, Text};
use crate::token::{Attribute, Attributes};
use jiff::Timestamp;
use rayon::prelude::*;
use std::ops::Deref;

/// A page of a cluster.
#[derive(Debug)]
pub(super) struct Page<'a> {
    pub(super) source: &'a str,
    pub(super) retrieved: Option<Timestamp>,
    pub(super) tree: Tree<'a>,
    /// The classes and ids of its elements.
    pub(super) identifiers: Steps,
    pub(super) outline: Outline,
}

impl Deref for Page<'_> {
    type Target = Outline;

    fn deref(&self) -> &Outline {
        &self.outline
    }
}

impl<'a> Page<'a> {
    /// Aligns and weighs the pages of a cluster.
    pub(super) fn of_set(read: Vec<ParsedPage<'a>>) -> Vec<Page<'a>> {
        let (slots, standings) = Slots::new(read.iter().map(|page| &page.identifiers));
        let kinds: Vec<u64> = slots.ids().map(|id| slots.slot(id).kind).collect();
        let texts = text::weigh(&read.iter().map(|page| &*page.words).collect::<Vec<_>>());
        let page = |((page, standings), texts): ((ParsedPage<'a>, Vec<_>), Vec<_>)| {
            let ParsedPage { source, retrieved, tree, identifiers, .. } = page;
            let cells = cell_columns(&tree);
            let node = |id: ElementId| {
                let element = tree.element(id);
                let standing: &crate::page::Standing = &standings[id.index()];
                Node {
                    parent: element.parent,
                    end: element.end,
                    leaves: element.leaves.clone(),
                    name: hash(&element.name),
                    kind: kinds[standing.slot.index()],
                    is_named: identifiers.identifiers_at(id.index()).next().is_some(),
                    cell: cells[id.index()],
                    divides: if begins_dated(&tree, id, &texts) {
                        Divides::Line
                    } else {
                        Divides::of(&element.name)
                    },
                    is_inline: is_inline(&element.name),
                    is_out: false,
                    label: None,
                }
            };
            let all = std::iter::once(ElementId(0)).chain(tree.ids());
            let outline = Outline::new(all.map(node).collect(), texts);
            Page { source, retrieved, tree, identifiers, outline }
        };
        read.into_par_iter().zip(standings).zip(texts).counted().map(page).collect()
    }

    /// The largest element around one that ends before another one begins; itself if there is none.
    pub(super) fn outermost_before(&self, id: ElementId, before: ElementId) -> ElementId {
        let is_before = |id: &ElementId| id.0 > 0 && self.tree.element(*id).end <= before;
        let above = |&id: &ElementId| self.tree.element(id).parent.filter(is_before);
        std::iter::successors(Some(id), above).last().unwrap_or(id)
    }
}

/// A page before it is aligned with the others of its cluster.
#[derive(Debug)]
pub(super) struct ParsedPage<'a> {
    source: &'a str,
    retrieved: Option<Timestamp>,
    tree: Tree<'a>,
    identifiers: Steps,
    pub(super) words: Vec<LeafText>,
}

impl<'a> ParsedPage<'a> {
    pub(super) fn new(source: &'a str, retrieved: Option<Timestamp>) -> Self {
        let tree = Tree::unscripted(source);
        let mut steps = StepReader::default();
        for element in tree.elements() {
            // Classes of `html` and `body` are ignored: they differ between pages of one template.
            let is_root = matches!(&*element.name, "html" | "body");
            let [id, class] = if is_root { [None; 2] } else { named(element.attributes(source)) };
            let id = id.filter(|id| !id.trim().is_empty());
            let classes = class.unwrap_or_default().split_ascii_whitespace();
            steps.add(&element.name, id, classes, element.parent.map(|parent| parent.0));
        }
        let identifiers = steps.finish();
        ParsedPage { source, retrieved, words: text::of_page(&tree), tree, identifiers }
    }
}

/// Whether an element is the second of two line breaks, right before a text in no element of its own that begins or ends with a date:
/// `<br><br>Ann, 3 May<br>`.
fn begins_dated(tree: &Tree, id: ElementId, texts: &[Text]) -> bool {
    let (element, at) = (tree.element(id), tree.element(id).leaves.end as usize);
    let is_break = |id: ElementId| {
        let element = tree.element(id);
        &*element.name == "br" && element.leaves.end as usize == at
    };
    let is_next = |text: &Leaf| {
        let next = (element.end.index() < tree.elements().len()).then(|| tree.element(element.end));
        Some(text.parent) == element.parent && next.is_none_or(|next| text.span.start < next.span.start)
    };
    is_break(id)
        && id.0.checked_sub(1).is_some_and(|before| is_break(ElementId(before)))
        && texts.get(at).is_some_and(|text| text.date.is_some())
        && tree.leaves().get(at).is_some_and(is_next)
}

/// Returns the first `id` and the first `class` attribute, as written.
fn named(attributes: Attributes<'_>) -> [Option<&str>; 2] {
    let mut named = [None; 2];
    for Attribute { name, value } in attributes {
        let place = ["id", "class"].iter().position(|known| name.eq_ignore_ascii_case(known));
        if let Some(place) = place {
            named[place] = named[place].or(Some(value.unwrap_or_default()));
        }
    }
    named
}

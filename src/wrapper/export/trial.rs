//! Selectors tried on pages: the ways of [`path`](super::path) walked on our own tree.

use super::path::{ANY, Condition, Path, Step, Takes, Test};
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use crate::wrapper::node::{Of, Page};
use crate::wrapper::symbol::attributes;
use hashbrown::HashMap;
use std::ops::Range;

/// Of the children of elements those that a step of a way asks for, so that siblings are looked through once a way.
type Siblings = HashMap<(usize, u32), Vec<u32>>;

/// The texts that a way leads to, in page order, white space collapsed: from the root, or from an element.
pub(super) fn walk(path: &Path, page: &Page, from: Option<u32>) -> Vec<String> {
    walk_on(path, page, from, &mut Siblings::new())
}

/// The texts that a way leads to from each of some elements.
pub(super) fn walk_from_each<'a>(
    path: &'a Path,
    page: &'a Page,
    from: &'a [u32],
) -> impl Iterator<Item = Vec<String>> + 'a {
    let mut siblings = Siblings::new();
    from.iter().map(move |&node| walk_on(path, page, Some(node), &mut siblings))
}

fn walk_on(path: &Path, page: &Page, from: Option<u32>, siblings: &mut Siblings) -> Vec<String> {
    let found = steps(path, page, from, siblings).into_iter();
    let texts: Vec<u32> = match path.takes {
        Takes::Whole => found.collect(),
        Takes::Nth(number) => found.skip(number - 1).take(1).collect(),
        Takes::OwnText => own_texts(found, page).collect(),
        Takes::NthOwnText(number) => own_texts(found, page).skip(number - 1).take(1).collect(),
        Takes::TextBehind => {
            let texts = |parent| page.top(page.inside(parent)).filter(|&node| page.is_text(node)).collect();
            found
                .filter_map(|node| behind(page, node, path.steps.len(), siblings, texts).first().copied())
                .collect()
        }
    };
    texts.into_iter().map(|node| string_value(page.source, page.span(node))).collect()
}

/// The texts directly in some elements.
fn own_texts<'a>(nodes: impl Iterator<Item = u32> + 'a, page: &'a Page) -> impl Iterator<Item = u32> + 'a {
    nodes.flat_map(move |node| page.top(page.inside(node)).filter(move |&inner| page.is_text(inner)))
}

/// The nodes that the steps of a way lead to, in page order.
pub(super) fn nodes(path: &Path, page: &Page) -> Vec<u32> {
    steps(path, page, None, &mut Siblings::new())
}

fn steps(path: &Path, page: &Page, from: Option<u32>, siblings: &mut Siblings) -> Vec<u32> {
    let all = u32::try_from(page.nodes.len()).expect("fewer nodes than bytes");
    // Without an element to begin with the root stands for the whole document.
    let mut here: Option<Vec<u32>> = from.map(|node| vec![node]);
    for step in path.steps.iter().enumerate() {
        let mut next: Vec<u32> = match &here {
            None => step_from(step, page, None, 0..all, siblings),
            Some(nodes) => nodes
                .iter()
                .flat_map(|&node| step_from(step, page, Some(node), page.inside(node), siblings))
                .collect(),
        };
        next.sort_unstable();
        next.dedup();
        here = Some(next);
    }
    here.unwrap_or_default()
}

fn step_from(
    (number, step): (usize, &Step),
    page: &Page,
    from: Option<u32>,
    inside: Range<u32>,
    siblings: &mut Siblings,
) -> Vec<u32> {
    match step {
        Step::Within(test) => those_of_all(test, page, inside),
        Step::Child(test) => those_of_all(test, page, page.top(inside)),
        Step::Labelled(name, text) => inside
            .filter(|&node| {
                page.name(node) == Some(*name) && string_value(page.source, page.span(node)) == *text
            })
            .collect(),
        Step::LabelText(text) => inside.filter(|&node| page.text(node) == Some(*text)).collect(),
        Step::Around(name, number) => {
            let around =
                std::iter::successors(from, |&node| Some(page.node(node).parent).filter(|_| node > 0));
            around.skip(1).filter(|&node| page.name(node) == Some(*name)).skip(number - 1).take(1).collect()
        }
        Step::Next(test) | Step::AllNext(test) => {
            let Some(node) = from else { return Vec::new() };
            let of_test = |parent| those_of_all(test, page, page.top(page.inside(parent)));
            let next = behind(page, node, number, siblings, of_test);
            let most = if matches!(step, Step::Next(_)) { next.len().min(1) } else { next.len() };
            next[..most].to_vec()
        }
    }
}

/// The later siblings of a node among those that are asked for.
fn behind<'s>(
    page: &Page,
    node: u32,
    step: usize,
    siblings: &'s mut Siblings,
    of: impl FnOnce(u32) -> Vec<u32>,
) -> &'s [u32] {
    let parent = page.node(node).parent;
    let all = siblings.entry((step, parent)).or_insert_with(|| of(parent));
    &all[all.partition_point(|&sibling| sibling < page.node(node).end)..]
}

/// Those that pass of nodes among which no cell of a row is missing. Cells are counted on the way.
fn those_of_all(test: &Test, page: &Page, nodes: impl Iterator<Item = u32>) -> Vec<u32> {
    if !test.conditions.iter().any(|condition| matches!(condition, Condition::Cell(_))) {
        return nodes.filter(|&node| passes(test, page, node, None)).collect();
    }
    let mut cells: HashMap<u32, usize> = HashMap::new();
    let is_found = |&node: &u32| {
        is_cell(page, node) && {
            let number = cells.entry(page.node(node).parent).or_default();
            *number += 1;
            passes(test, page, node, Some(*number))
        }
    };
    nodes.filter(is_found).collect()
}

fn is_cell(page: &Page, node: u32) -> bool {
    matches!(page.name(node), Some("td" | "th"))
}

/// Whether a node is what a test asks for; `cell` is its number among the cells of its row, if that is known.
fn passes(test: &Test, page: &Page, node: u32, cell: Option<usize>) -> bool {
    let Of::Element(id) = page.node(node).of else { return false };
    let element = page.tree.element(id);
    if test.name != ANY && &*element.name != test.name {
        return false;
    }
    let attributes = attributes(element, page.source);
    test.conditions.iter().all(|condition| match condition {
        Condition::Class(token) => attributes
            .get("class")
            .is_some_and(|classes| classes.split_ascii_whitespace().any(|class| class == *token)),
        Condition::Equals(name, value) => attributes.get(*name).is_some_and(|other| other == value),
        Condition::Holds(test) => page.top(page.inside(node)).any(|child| passes(test, page, child, None)),
        Condition::Cell(number) => {
            let row = page.inside(page.node(node).parent);
            let count = || page.top(row.start..node).filter(|&node| is_cell(page, node)).count() + 1;
            cell.unwrap_or_else(count) == *number
        }
    })
}

/// The text of some bytes as XPath and CSS see it: no space where a block begins or ends.
fn string_value(source: &str, span: Span) -> String {
    let source = &source[span.range()];
    let texts = tokens(source).filter(|token| token.kind == TokenKind::Text);
    let text: String = texts.map(|token| htmlize::unescape(token.text(source)).into_owned()).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

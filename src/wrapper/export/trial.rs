//! Selectors tried on pages: the ways of [`path`](super::path) walked on our own tree.

use super::path::{ANY, Condition, Path, Step, Takes, Test};
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use crate::wrapper::node::{Of, Page};
use crate::wrapper::symbol::attributes;

/// The texts that a way leads to, in page order, white space collapsed: from the root, or from an element.
pub(super) fn walk(path: &Path, page: &Page, from: Option<u32>) -> Vec<String> {
    let found = nodes(path, page, from).into_iter();
    let texts: Vec<u32> = match path.takes {
        Takes::Whole => found.collect(),
        Takes::Nth(number) => found.skip(number - 1).take(1).collect(),
        Takes::OwnText => own_texts(found, page).collect(),
        Takes::NthOwnText(number) => own_texts(found, page).skip(number - 1).take(1).collect(),
        Takes::TextBehind => {
            found.filter_map(|node| behind(page, node).find(|&next| page.is_text(next))).collect()
        }
    };
    texts.into_iter().map(|node| string_value(page.source, page.span(node))).collect()
}

/// The texts directly in some elements.
fn own_texts<'a>(nodes: impl Iterator<Item = u32> + 'a, page: &'a Page) -> impl Iterator<Item = u32> + 'a {
    nodes.flat_map(move |node| page.top(page.inside(node)).filter(move |&inner| page.is_text(inner)))
}

/// The nodes that the steps of a way lead to, in page order.
pub(super) fn nodes(path: &Path, page: &Page, from: Option<u32>) -> Vec<u32> {
    let all = u32::try_from(page.nodes.len()).expect("fewer nodes than bytes");
    // Without an element to begin with the root stands for the whole document.
    let mut here: Option<Vec<u32>> = from.map(|node| vec![node]);
    for step in &path.steps {
        let mut next: Vec<u32> = match &here {
            None => step_from(step, page, None, 0..all),
            Some(nodes) => {
                nodes.iter().flat_map(|&node| step_from(step, page, Some(node), page.inside(node))).collect()
            }
        };
        next.sort_unstable();
        next.dedup();
        here = Some(next);
    }
    here.unwrap_or_default()
}

fn step_from(step: &Step, page: &Page, from: Option<u32>, inside: std::ops::Range<u32>) -> Vec<u32> {
    let passes = |test: &Test, node: u32| passes(test, page, node);
    match step {
        Step::Within(test) => inside.filter(|&node| passes(test, node)).collect(),
        Step::Child(test) => page.top(inside).filter(|&node| passes(test, node)).collect(),
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
        Step::Next(test) => {
            from.into_iter().filter_map(|node| behind(page, node).find(|&next| passes(test, next))).collect()
        }
        Step::AllNext(test) => {
            let next = from.into_iter().flat_map(|node| behind(page, node));
            next.filter(|&next| passes(test, next)).collect()
        }
    }
}

/// The later siblings of a node.
fn behind<'a>(page: &'a Page, node: u32) -> impl Iterator<Item = u32> + use<'a> {
    let parent = page.node(node).parent;
    page.top(page.node(node).end..page.node(parent).end)
}

fn passes(test: &Test, page: &Page, node: u32) -> bool {
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
        Condition::Holds(test) => page.top(page.inside(node)).any(|child| passes(test, page, child)),
        Condition::Cell(number) => {
            let row = page.inside(page.node(node).parent);
            let is_cell = |&node: &u32| matches!(page.name(node), Some("td" | "th"));
            page.top(row.start..node).filter(is_cell).count() + 1 == *number
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

//! Evaluates selectors on pages.
//!
//! In: a [`Selector`] and a page. Out: the texts that XPath and CSS would find by it, computed on our own tree, so that
//! selectors can be compared with the wrapper before they are written.

use super::selector::{ANY, Condition, ElementTest, Selector, SelectorStep, TakenText};
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::page::symbol::attributes;
use hashbrown::HashMap;
use std::cell::RefCell;
use std::ops::Range;

/// The children of an element that a step selects, by the number of the step and the parent. With this cache, the children
/// of an element are searched once for each step rather than once for each of them.
type SiblingCache = HashMap<(usize, u32), Vec<u32>>;

/// What the selectors of all fields look for in a page, each found once: rather than once for each field.
#[derive(Default)]
pub(super) struct PageIndex {
    /// The elements by tag name and text, for each name that was asked for.
    labels: RefCell<HashMap<String, HashMap<String, Vec<u32>>>>,
    /// The children of an element that are texts, or elements.
    children: RefCell<HashMap<(u32, bool), Vec<u32>>>,
}

impl PageIndex {
    /// The elements with this name and text within some nodes of the page, in page order.
    fn find(&self, page: &Page, name: &str, text: &str, inside: &Range<u32>) -> Vec<u32> {
        let mut names = self.labels.borrow_mut();
        let of_name = names.entry_ref(name).or_insert_with(|| {
            let mut texts: HashMap<String, Vec<u32>> = HashMap::new();
            let nodes = (0..).zip(&page.nodes).map(|(node, _)| node);
            for node in nodes.filter(|&node| page.name(node) == Some(name)) {
                texts.entry(string_value(page.source, page.span(node))).or_default().push(node);
            }
            texts
        });
        let all = of_name.get(text).map_or(&[][..], Vec::as_slice);
        let place = |end: u32| all.partition_point(|&node| node < end);
        all[place(inside.start)..place(inside.end)].to_vec()
    }

    /// The next sibling of a node that is a text, or an element.
    fn next(&self, page: &Page, node: u32, is_text: bool) -> Option<u32> {
        let parent = page.node(node).parent;
        let mut children = self.children.borrow_mut();
        let all = children.entry((parent, is_text)).or_insert_with(|| {
            page.top(page.inside(parent)).filter(|&child| page.is_text(child) == is_text).collect()
        });
        all.get(all.partition_point(|&child| child < page.node(node).end)).copied()
    }
}

/// The texts that a selector finds in a page, in page order, white space collapsed.
pub(super) fn select_texts(selector: &Selector, page: &Page, index: &PageIndex) -> Vec<String> {
    select_texts_cached(selector, page, None, &mut SiblingCache::new(), index)
}

/// The texts that a selector finds from each of some elements.
pub(super) fn select_texts_from_each<'a>(
    selector: &'a Selector,
    page: &'a Page,
    from: &'a [u32],
) -> impl Iterator<Item = Vec<String>> + 'a {
    let (mut siblings, index) = (SiblingCache::new(), PageIndex::default());
    from.iter().map(move |&node| select_texts_cached(selector, page, Some(node), &mut siblings, &index))
}

fn select_texts_cached(
    selector: &Selector,
    page: &Page,
    from: Option<u32>,
    siblings: &mut SiblingCache,
    index: &PageIndex,
) -> Vec<String> {
    let found = steps(selector, page, from, siblings, index).into_iter();
    let texts: Vec<u32> = match selector.taken {
        TakenText::Whole => found.collect(),
        TakenText::Nth(number) => found.skip(number - 1).take(1).collect(),
        TakenText::OwnText => own_texts(found, page).collect(),
        TakenText::NthOwnText(number) => own_texts(found, page).skip(number - 1).take(1).collect(),
        TakenText::FollowingText => found.filter_map(|node| index.next(page, node, true)).collect(),
        TakenText::Address => return found.filter_map(|node| address(page, node)).collect(),
    };
    let texts = texts.into_iter().map(|node| string_value(page.source, page.span(node)));
    match &selector.cut {
        None => texts.collect(),
        Some(cut) => texts.filter_map(|text| cut.of(&text).map(str::to_owned)).collect(),
    }
}

/// The address of a link.
fn address(page: &Page, node: u32) -> Option<String> {
    let NodeKind::Element(id) = page.node(node).kind else { return None };
    page.tree.attribute(id, "href").map(std::borrow::Cow::into_owned)
}

/// The text nodes that are children of some elements.
fn own_texts<'a>(nodes: impl Iterator<Item = u32> + 'a, page: &'a Page) -> impl Iterator<Item = u32> + 'a {
    nodes.flat_map(move |node| page.top(page.inside(node)).filter(move |&inner| page.is_text(inner)))
}

/// The nodes at the end of a selector's steps, in page order.
pub(super) fn select_nodes(selector: &Selector, page: &Page) -> Vec<u32> {
    steps(selector, page, None, &mut SiblingCache::new(), &PageIndex::default())
}

fn steps(
    selector: &Selector,
    page: &Page,
    from: Option<u32>,
    siblings: &mut SiblingCache,
    index: &PageIndex,
) -> Vec<u32> {
    let all = u32::try_from(page.nodes.len()).expect("fewer nodes than bytes");
    // Without an element to start from, the first step searches all nodes of the document.
    let mut here: Option<Vec<u32>> = from.map(|node| vec![node]);
    for step in selector.steps.iter().enumerate() {
        let mut next: Vec<u32> = match &here {
            None => step_from(step, page, None, 0..all, siblings, index),
            Some(nodes) => nodes
                .iter()
                .flat_map(|&node| step_from(step, page, Some(node), page.inside(node), siblings, index))
                .collect(),
        };
        next.sort_unstable();
        next.dedup();
        here = Some(next);
    }
    here.unwrap_or_default()
}

fn step_from(
    (number, step): (usize, &SelectorStep),
    page: &Page,
    from: Option<u32>,
    inside: Range<u32>,
    siblings: &mut SiblingCache,
    index: &PageIndex,
) -> Vec<u32> {
    match step {
        SelectorStep::Descendant(test) => passing(test, page, inside),
        SelectorStep::Child(test) => passing(test, page, page.top(inside)),
        SelectorStep::LabelElement(name, text) => index.find(page, name, text, &inside),
        SelectorStep::LabelText(text) => inside.filter(|&node| page.text(node) == Some(*text)).collect(),
        SelectorStep::Ancestor(name, number) => {
            let around =
                std::iter::successors(from, |&node| Some(page.node(node).parent).filter(|_| node > 0));
            around.skip(1).filter(|&node| page.name(node) == Some(*name)).skip(number - 1).take(1).collect()
        }
        SelectorStep::NextSibling(ElementTest { name: ANY, conditions }) if conditions.is_empty() => {
            from.and_then(|node| index.next(page, node, false)).into_iter().collect()
        }
        SelectorStep::NextSibling(test) | SelectorStep::LaterSiblings(test) => {
            let Some(node) = from else { return Vec::new() };
            let of_test = |parent| passing(test, page, page.top(page.inside(parent)));
            let next = later_siblings(page, node, number, siblings, of_test);
            let most =
                if matches!(step, SelectorStep::NextSibling(_)) { next.len().min(1) } else { next.len() };
            next[..most].to_vec()
        }
    }
}

/// The later siblings of a node among the children of its parent that `of` selects; `step` is the key in the cache.
fn later_siblings<'s>(
    page: &Page,
    node: u32,
    step: usize,
    siblings: &'s mut SiblingCache,
    of: impl FnOnce(u32) -> Vec<u32>,
) -> &'s [u32] {
    let parent = page.node(node).parent;
    let all = siblings.entry((step, parent)).or_insert_with(|| of(parent));
    &all[all.partition_point(|&sibling| sibling < page.node(node).end)..]
}

/// The nodes that pass a test. `nodes` must contain all cells of each row, so that cells are numbered in the same pass.
fn passing(test: &ElementTest, page: &Page, nodes: impl Iterator<Item = u32>) -> Vec<u32> {
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

/// Whether a node passes a test; `cell` is its number among the cells of its row, if known.
fn passes(test: &ElementTest, page: &Page, node: u32, cell: Option<usize>) -> bool {
    let NodeKind::Element(id) = page.node(node).kind else { return false };
    let element = page.tree.element(id);
    if test.name != ANY && &*element.name != test.name {
        return false;
    }
    if test.conditions.is_empty() {
        return true;
    }
    let attributes = attributes(element, page.source);
    test.conditions.iter().all(|condition| match condition {
        Condition::Class(token) => attributes
            .get("class")
            .is_some_and(|classes| classes.split_ascii_whitespace().any(|class| class == *token)),
        Condition::Equals(name, value) => attributes.get(*name).is_some_and(|other| other == value),
        Condition::Begins(label) => string_value(page.source, page.span(node)).starts_with(label.as_str()),
        Condition::HasChild(test) => page.top(page.inside(node)).any(|child| passes(test, page, child, None)),
        Condition::Cell(number) => {
            let row = page.inside(page.node(node).parent);
            let count = || page.top(row.start..node).filter(|&node| is_cell(page, node)).count() + 1;
            cell.unwrap_or_else(count) == *number
        }
    })
}

/// The text of a span as XPath and CSS define it: without a space where a block begins or ends.
fn string_value(source: &str, span: Span) -> String {
    let source = &source[span.range()];
    let texts = tokens(source).filter(|token| token.kind == TokenKind::Text);
    let text: String = texts.map(|token| htmlize::unescape(token.text(source)).into_owned()).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

//! Evaluates selectors on pages.
//!
//! In: a [`Selector`] and a page. Out: the texts that XPath and CSS would find by it, computed on our own tree, so that
//! selectors can be compared with the wrapper before they are written.

use super::selector::{ANY, Condition, ElementTest, Selector, SelectorStep, TakenText};
use crate::page::collapsed;
use crate::token::html::tokens;
use crate::token::{Span, TokenKind};
use crate::wrapper::page::node::{NodeKind, Page};
use crate::wrapper::page::symbol::attributes;
use hashbrown::HashMap;
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// A page with what the selectors of all fields look for in it, each found once: rather than once for each field.
pub(super) struct IndexedPage<'a> {
    pub(super) page: Page<'a>,
    tests: OnceCell<TestIndex>,
    /// For each text, by its hash, the elements that are the only ones of their tag with it.
    alone: OnceCell<HashMap<u64, Vec<u32>>>,
    /// The elements by tag name and the value of an attribute, or their text, for each tag and attribute that was asked for.
    valued: RefCell<HashMap<(String, Option<String>), NodesByText>>,
    /// The children of an element that are texts, or elements.
    children: RefCell<NodesBy<bool>>,
    /// The children of an element that can pass a test, by its hash.
    passing: RefCell<NodesBy<u64>>,
}

/// Elements by a text, in its order.
type NodesByText = BTreeMap<String, Vec<u32>>;

/// Children by their parent and something else.
type NodesBy<T> = HashMap<(u32, T), Arc<[u32]>>;

/// The nodes of a page by what selectors test.
#[derive(Default)]
struct TestIndex {
    /// For each tag alone and with one condition, and for each text, the nodes that have it, in page order. By hashes, so that nodes of
    /// another test can be among them.
    nodes: HashMap<u64, Vec<u32>>,
}

/// The longest text of an element that is compared with labels, in bytes. Labels are shorter, and the texts of nested elements together are
/// many times as long as the page.
const LONGEST_LABEL: usize = 1000;

/// So few children are tested one by one, which takes less time than to look them up: a budget of time, the same children are found.
const FEW_CHILDREN: usize = 16;

/// The elements whose text begins with this one.
fn beginning<'t>(texts: &'t NodesByText, text: &'t str) -> impl Iterator<Item = u32> + 't {
    let longer = texts.range(text.to_owned()..).take_while(move |(longer, _)| longer.starts_with(text));
    longer.flat_map(|(_, nodes)| nodes).copied()
}

/// Those of some nodes that are within others, in page order.
fn in_order(nodes: impl Iterator<Item = u32>, inside: &Range<u32>) -> Vec<u32> {
    let mut nodes: Vec<u32> = nodes.filter(|node| inside.contains(node)).collect();
    nodes.sort_unstable();
    nodes
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn test_hash(name: &str, condition: Option<&Condition>) -> u64 {
    hash((name, condition))
}

impl TestIndex {
    fn new(page: &Page) -> Self {
        let mut index = TestIndex::default();
        let mut in_row: HashMap<u32, usize> = HashMap::new();
        let mut of_type: HashMap<(u32, &str), usize> = HashMap::new();
        for (number, node) in (0..).zip(&page.nodes) {
            let NodeKind::Element(id) = node.kind else {
                index.add(hash(page.text(number)), number);
                continue;
            };
            let element = page.tree.element(id);
            index.add(test_hash(&element.name, None), number);
            let position = of_type.entry((node.parent, &*element.name)).or_default();
            *position += 1;
            index.add(test_hash(&element.name, Some(&Condition::OfType(*position))), number);
            for (name, value) in &attributes(element, page.source) {
                index.add(test_hash(&element.name, Some(&Condition::Equals(name, value))), number);
                let classes = value.split_ascii_whitespace().filter(|_| name == "class");
                for class in classes {
                    index.add(test_hash(&element.name, Some(&Condition::Class(class))), number);
                }
            }
            if matches!(&*element.name, "td" | "th") {
                let cell = in_row.entry(node.parent).or_default();
                *cell += 1;
                index.add(test_hash(&element.name, Some(&Condition::Cell(*cell))), number);
            }
        }
        index
    }

    fn add(&mut self, hash: u64, node: u32) {
        let nodes = self.nodes.entry(hash).or_default();
        if nodes.last() != Some(&node) {
            nodes.push(node);
        }
    }

    /// The nodes with a hash within some nodes of the page.
    fn within(&self, hash: u64, inside: &Range<u32>) -> &[u32] {
        let all = self.nodes.get(&hash).map_or(&[][..], Vec::as_slice);
        let place = |end: u32| all.partition_point(|&node| node < end);
        &all[place(inside.start)..place(inside.end)]
    }
}

impl<'a> IndexedPage<'a> {
    pub(super) fn new(page: Page<'a>) -> Self {
        let (tests, alone, valued, children, passing) = Default::default();
        IndexedPage { page, tests, alone, valued, children, passing }
    }

    fn tests(&self) -> &TestIndex {
        self.tests.get_or_init(|| TestIndex::new(&self.page))
    }

    /// The elements that are the only ones of their tag with this text, by tag.
    pub(super) fn alone_with(&self, text: &str) -> &[u32] {
        let alone = self.alone.get_or_init(|| {
            let mut nodes: HashMap<(u64, &str), Option<u32>> = HashMap::new();
            for node in 0..self.len() {
                let Some(name) = self.page.name(node) else { continue };
                let text = hash(string_value(self.page.source, self.page.span(node), LONGEST_LABEL).as_str());
                nodes.entry((text, name)).and_modify(|only| *only = None).or_insert(Some(node));
            }
            let mut only: Vec<(u64, &str, u32)> =
                nodes.into_iter().filter_map(|((text, name), node)| Some((text, name, node?))).collect();
            only.sort_unstable();
            let mut alone: HashMap<u64, Vec<u32>> = HashMap::new();
            for (text, _, node) in only {
                alone.entry(text).or_default().push(node);
            }
            alone
        });
        alone.get(&hash(text)).map_or(&[], Vec::as_slice)
    }

    /// Whether more than one element of the page passes a test.
    pub(super) fn has_several(&self, test: &ElementTest) -> bool {
        if let [Condition::BeginsWith(name, value)] = &test.conditions[..] {
            return self
                .with_value(test.name, Some(name), |values| beginning(values, value).nth(1).is_some());
        }
        let (_, nodes) = self.rarest(test, &(0..self.len()));
        nodes.iter().filter(|&&node| self.passes(test, node)).nth(1).is_some()
    }

    /// What `of` finds in the values of an attribute of the elements with this tag, or in their texts.
    fn with_value<T>(&self, tag: &str, attribute: Option<&str>, of: impl FnOnce(&NodesByText) -> T) -> T {
        let mut cached = self.valued.borrow_mut();
        let key = (tag.to_owned(), attribute.map(str::to_owned));
        of(cached.entry(key).or_insert_with(|| {
            let (mut values, page) = (NodesByText::new(), &self.page);
            for &node in self.tests().within(test_hash(tag, None), &(0..self.len())) {
                let NodeKind::Element(id) = page.node(node).kind else { continue };
                let element = page.tree.element(id);
                let value = match attribute {
                    Some(name) => element.attribute(page.source, name).map(Cow::into_owned),
                    None => Some(string_value(page.source, page.span(node), LONGEST_LABEL)),
                };
                if let Some(value) = value.filter(|_| element.name == tag) {
                    values.entry(value).or_default().push(node);
                }
            }
            values
        }))
    }

    fn len(&self) -> u32 {
        u32::try_from(self.page.nodes.len()).expect("fewer nodes than bytes")
    }

    /// The elements within some nodes that pass a test, in page order.
    fn passing(&self, test: &ElementTest, inside: &Range<u32>) -> Vec<u32> {
        let of_value = |attribute, begin: &str| {
            self.with_value(test.name, attribute, |values| in_order(beginning(values, begin), inside))
        };
        match &test.conditions[..] {
            [Condition::Begins(label)] => return of_value(None, label),
            [Condition::BeginsWith(name, value)] => return of_value(Some(*name), value),
            [Condition::Is(label)] => {
                let of = |values: &NodesByText| values.get(*label).cloned().unwrap_or_default();
                return in_order(self.with_value(test.name, None, of).into_iter(), inside);
            }
            _ => {}
        }
        let (_, nodes) = self.rarest(test, inside);
        nodes.iter().copied().filter(|&node| self.passes(test, node)).collect()
    }

    /// The elements within some nodes that can pass a test, by the condition that the fewest of them fulfil, and the hash of this.
    fn rarest(&self, test: &ElementTest, inside: &Range<u32>) -> (u64, &[u32]) {
        let is_indexed = |condition: &&Condition| {
            !matches!(
                condition,
                Condition::Is(_) | Condition::Begins(_) | Condition::BeginsWith(..) | Condition::HasChild(_)
            )
        };
        let conditions = test.conditions.iter().filter(is_indexed).map(Some);
        let hashes = std::iter::once(None).chain(conditions).map(|condition| test_hash(test.name, condition));
        let nodes = hashes.map(|hash| (hash, self.tests().within(hash, inside)));
        nodes.min_by_key(|(_, nodes)| nodes.len()).expect("the tag alone is a test")
    }

    /// The first children of an element, from a node on, that pass a test.
    fn children(&self, parent: u32, from: u32, test: &ElementTest, most: usize) -> Vec<u32> {
        let mut children = self.top(parent, false);
        if children.len() > FEW_CHILDREN {
            let (hash, nodes) = self.rarest(test, &self.page.inside(parent));
            let is_child = |node: &u32| self.page.node(*node).parent == parent;
            let of = || nodes.iter().copied().filter(is_child).collect();
            children = self.passing.borrow_mut().entry((parent, hash)).or_insert_with(of).clone();
        }
        let behind = &children[children.partition_point(|&child| child < from)..];
        behind.iter().copied().filter(|&child| self.passes(test, child)).take(most).collect()
    }

    /// The next sibling of a node that is a text, or an element.
    fn next(&self, node: u32, is_text: bool) -> Option<u32> {
        let all = self.top(self.page.node(node).parent, is_text);
        all.get(all.partition_point(|&child| child < self.page.node(node).end)).copied()
    }

    /// The children of an element that are texts, or elements.
    fn top(&self, parent: u32, is_text: bool) -> Arc<[u32]> {
        let page = &self.page;
        let mut children = self.children.borrow_mut();
        let of = || page.top(page.inside(parent)).filter(|&child| page.is_text(child) == is_text).collect();
        children.entry((parent, is_text)).or_insert_with(of).clone()
    }

    /// Whether a node passes a test.
    fn passes(&self, test: &ElementTest, node: u32) -> bool {
        let page = &self.page;
        let NodeKind::Element(id) = page.node(node).kind else { return false };
        let element = page.tree.element(id);
        if &*element.name != test.name {
            return false;
        }
        if test.conditions.is_empty() {
            return true;
        }
        let attributes = attributes(element, page.source);
        let shown = || string_value(page.source, page.span(node), LONGEST_LABEL);
        test.conditions.iter().all(|condition| match condition {
            Condition::Class(token) => attributes
                .get("class")
                .is_some_and(|classes| classes.split_ascii_whitespace().any(|class| class == *token)),
            Condition::Equals(name, value) => attributes.get(*name).is_some_and(|other| other == value),
            Condition::BeginsWith(name, value) => {
                attributes.get(*name).is_some_and(|other| other.starts_with(value))
            }
            Condition::Is(label) => shown() == *label,
            Condition::Begins(label) => shown().starts_with(label.as_str()),
            Condition::HasChild(test) => !self.children(node, node, test, 1).is_empty(),
            Condition::Cell(_) | Condition::OfType(_) => {
                !self.tests().within(test_hash(test.name, Some(condition)), &(node..node + 1)).is_empty()
            }
        })
    }
}

/// The texts that a selector finds in a page, or from one of its elements, in page order, white space collapsed; the first of them, at most
/// so many.
pub(super) fn select_texts(
    selector: &Selector,
    page: &IndexedPage,
    from: Option<u32>,
    most: usize,
) -> Vec<String> {
    let found = steps(selector, page, from).into_iter();
    let IndexedPage { page: nodes, .. } = page;
    let texts: Vec<u32> = match selector.taken {
        TakenText::Whole => found.collect(),
        TakenText::Nth(number) => found.skip(number - 1).take(1).collect(),
        TakenText::OwnText => own_texts(found, nodes).collect(),
        TakenText::NthOwnText(number) => own_texts(found, nodes).skip(number - 1).take(1).collect(),
        TakenText::FollowingText => found.filter_map(|node| page.next(node, true)).collect(),
        TakenText::Address => return found.filter_map(|node| address(nodes, node)).take(most).collect(),
    };
    let texts = texts.into_iter().map(|node| string_value(nodes.source, nodes.span(node), usize::MAX));
    match &selector.cut {
        None => texts.take(most).collect(),
        Some(cut) => texts.filter_map(|text| cut.of(&text).map(str::to_owned)).take(most).collect(),
    }
}

/// The address of a link.
fn address(page: &Page, node: u32) -> Option<String> {
    let NodeKind::Element(id) = page.node(node).kind else { return None };
    page.tree.attribute(id, "href").map(Cow::into_owned)
}

/// The text nodes that are children of some elements.
fn own_texts<'a>(nodes: impl Iterator<Item = u32> + 'a, page: &'a Page) -> impl Iterator<Item = u32> + 'a {
    nodes.flat_map(move |node| page.top(page.inside(node)).filter(move |&inner| page.is_text(inner)))
}

/// The nodes at the end of a selector's steps, in page order.
pub(super) fn select_nodes(selector: &Selector, page: &IndexedPage) -> Vec<u32> {
    steps(selector, page, None)
}

fn steps(selector: &Selector, page: &IndexedPage, from: Option<u32>) -> Vec<u32> {
    // Without an element to start from, the first step searches all nodes of the document.
    let mut here: Option<Vec<u32>> = from.map(|node| vec![node]);
    for step in &selector.steps {
        let mut next: Vec<u32> = match here {
            None => step_from(step, page, None, &(0..page.len())),
            Some(mut nodes) => {
                if step.is_inside() {
                    // What is inside a node that is itself inside another one is found from the outer one.
                    let mut end = 0;
                    nodes.retain(|&node| {
                        let is_outer = node >= end;
                        end = end.max(page.page.node(node).end);
                        is_outer
                    });
                }
                let from = |&node: &u32| step_from(step, page, Some(node), &page.page.inside(node));
                nodes.iter().flat_map(from).collect()
            }
        };
        next.sort_unstable();
        next.dedup();
        here = Some(next);
    }
    here.unwrap_or_default()
}

fn step_from(step: &SelectorStep, indexed: &IndexedPage, from: Option<u32>, inside: &Range<u32>) -> Vec<u32> {
    let page = &indexed.page;
    let later = |test, most| {
        let of = |node: u32| indexed.children(page.node(node).parent, page.node(node).end, test, most);
        from.map(of).unwrap_or_default()
    };
    match step {
        SelectorStep::Descendant(test) => indexed.passing(test, inside),
        SelectorStep::Child(test) => indexed.children(from.unwrap_or(0), inside.start, test, usize::MAX),
        SelectorStep::LabelText(text) => {
            let nodes = indexed.tests().within(hash(Some(*text)), inside).iter().copied();
            nodes.filter(|&node| page.text(node) == Some(*text)).collect()
        }
        SelectorStep::Ancestor(name, number) => {
            let around =
                std::iter::successors(from, |&node| Some(page.node(node).parent).filter(|_| node > 0));
            around.skip(1).filter(|&node| page.name(node) == Some(*name)).skip(number - 1).take(1).collect()
        }
        SelectorStep::NextSibling(ElementTest { name: ANY, conditions }) if conditions.is_empty() => {
            from.and_then(|node| indexed.next(node, false)).into_iter().collect()
        }
        SelectorStep::NextSibling(test) => later(test, 1),
        SelectorStep::LaterSiblings(test) => later(test, usize::MAX),
    }
}

/// The text of a span as XPath and CSS define it: without a space where a block begins or ends; only its beginning, which has more than
/// `most` bytes, if it is longer.
fn string_value(source: &str, span: Span, most: usize) -> String {
    let source = &source[span.range()];
    let (mut texts, mut length) = (String::new(), 0);
    for token in tokens(source).filter(|token| token.kind == TokenKind::Text) {
        let text = htmlize::unescape(token.text(source));
        texts.push_str(&text);
        length += text.split_whitespace().map(str::len).sum::<usize>();
        if length > most {
            break;
        }
    }
    collapsed(texts.into()).into_owned()
}

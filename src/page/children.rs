//! What is directly in an element: other elements, and texts between them.
//!
//! ```text
//! <p>a <b>c</b> d</p>      of p: the text "a", the element b, the text "d"
//! ```

use super::tree::{ElementId, Tree, counts_before};
use crate::token::Span;
use std::ops::Range;

/// An element or a text directly in an element.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Child {
    Element(ElementId),
    /// A leaf, by its index.
    Text(u32),
}

impl Child {
    /// The numbers of its texts.
    pub(crate) fn leaves(self, tree: &Tree<'_>) -> Range<u32> {
        match self {
            Child::Element(id) => tree.element(id).leaves.clone(),
            Child::Text(leaf) => leaf..leaf + 1,
        }
    }

    /// The bytes of the page that it is.
    pub(crate) fn span(self, tree: &Tree<'_>) -> Span {
        match self {
            Child::Element(id) => tree.element(id).span,
            Child::Text(leaf) => tree.leaves()[leaf as usize].span,
        }
    }
}

impl Tree<'_> {
    /// The elements directly in an element.
    pub(crate) fn children(&self, of: ElementId) -> impl Iterator<Item = ElementId> {
        self.siblings(ElementId(of.0 + 1)..self.element(of).end)
    }

    /// The elements and texts directly in an element, in document order.
    pub(crate) fn contents(&self, of: ElementId) -> impl Iterator<Item = Child> {
        let element = self.element(of);
        self.contents_between(ElementId(of.0 + 1)..element.end, element.leaves.clone())
    }

    /// The elements and texts of one parent in a range of its elements and of its leaves, in document order.
    pub(crate) fn contents_between(
        &self,
        elements: Range<ElementId>,
        leaves: Range<u32>,
    ) -> impl Iterator<Item = Child> {
        let Range { start, end } = leaves;
        let texts_and_element = move |leaf: &mut u32, id: Option<ElementId>| {
            let leaves = id.map_or(end..end, |id| self.element(id).leaves.clone());
            let texts = (*leaf..leaves.start).map(Child::Text);
            *leaf = leaves.end;
            Some(texts.chain(id.map(Child::Element)))
        };
        self.siblings(elements).map(Some).chain([None]).scan(start, texts_and_element).flatten()
    }

    /// The elements in a range that are in no other one of the range.
    fn siblings(&self, Range { start, end }: Range<ElementId>) -> impl Iterator<Item = ElementId> {
        let before_end = move |id: ElementId| Some(id).filter(|&id| id < end);
        std::iter::successors(before_end(start), move |&id| before_end(self.element(id).end))
    }

    /// For each element whether it is such an element or has one in it.
    pub(crate) fn holding(&self, is: impl Fn(ElementId) -> bool) -> Vec<bool> {
        let before = counts_before((0..).map(ElementId).zip(&self.elements).map(|(id, _)| is(id)));
        let holds = |(at, end): (usize, ElementId)| before[at] < before[end.index()];
        self.elements.iter().map(|element| element.end).enumerate().map(holds).collect()
    }
}

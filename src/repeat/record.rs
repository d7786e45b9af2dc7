//! One record: an element and its subtree, or a run of several siblings. The first element is the *head* of the record.

use super::sibling::parts;
use crate::page::{Child, ElementId, Leaf, Tree};
use crate::token::Span;
use std::ops::Range;

/// A part of a page: one element, or a run of siblings (dt and dd, two rows of a table).
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Record {
    /// The first element.
    pub head: ElementId,
    /// The first element after the record, exclusive.
    pub end: ElementId,
    /// The numbers of the leaves (text nodes), including the texts between the siblings.
    pub leaves: Range<u32>,
}

/// How the extent of a record follows from the element that identifies it.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Border {
    /// The record is that element.
    Element,
    /// The record is that element up to the first record nested in it: a post with its answers behind it.
    Own,
    /// The record begins with that element and continues over its siblings, at most up to the next head.
    Run,
    /// The record ends with that element and begins after the previous record. For comments only.
    Foot,
}

/// How the records follow from the elements that share the path.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum Form {
    /// Each element is a record.
    Element,
    /// Each element begins a record of siblings whose kinds occur the same number of times in each.
    Run,
    /// The same, with any number of siblings of a kind.
    Open,
    /// A record is this number of siblings of the name of the elements.
    Every(usize),
}

impl Form {
    /// Whether any siblings have such candidates, so that these are no measure for others.
    pub(super) fn is_free(self) -> bool {
        matches!(self, Form::Open | Form::Every(_))
    }
}

impl Record {
    /// The record that is one element.
    ///
    /// # Panics
    /// If the element is not of the tree.
    #[must_use]
    pub fn element(tree: &Tree, head: ElementId) -> Self {
        Record::run(tree, head, head)
    }

    /// The record from one sibling to another.
    ///
    /// # Panics
    /// If the elements are not of the tree.
    #[must_use]
    pub fn run(tree: &Tree, head: ElementId, last: ElementId) -> Self {
        let (first, last) = (tree.element(head), tree.element(last));
        Record { head, end: last.end, leaves: first.leaves.start..last.leaves.end }
    }

    /// The record extended by an element or text that follows it in its parent.
    pub(super) fn with(mut self, tree: &Tree, follower: Child) -> Self {
        if let Child::Element(id) = follower {
            self.end = tree.element(id).end;
        }
        self.leaves.end = follower.leaves(tree).end;
        self
    }

    /// The elements and texts of the record after its head.
    pub(super) fn followers<'a>(&self, tree: &'a Tree<'a>) -> impl Iterator<Item = Child> + use<'a> {
        let head = tree.element(self.head);
        parts(tree, head.end, head.leaves.end, self.end, self.leaves.end)
    }

    /// All elements of the record, in document order.
    pub(crate) fn elements(&self) -> impl ExactSizeIterator<Item = ElementId> + use<> {
        (self.head.0..self.end.0).map(ElementId)
    }

    /// The siblings that the record consists of, in document order: its members.
    pub fn members<'a>(&self, tree: &'a Tree<'a>) -> impl Iterator<Item = ElementId> + use<'a> {
        let end = self.end;
        std::iter::successors(Some(self.head), move |&id| Some(tree.element(id).end).filter(|&id| id < end))
    }

    /// The leaves in document order.
    ///
    /// # Panics
    /// If the record is not of this tree.
    #[must_use]
    pub fn leaves<'a>(&self, tree: &'a Tree<'a>) -> &'a [Leaf<'a>] {
        &tree.leaves()[self.leaves.start as usize..self.leaves.end as usize]
    }

    /// The bytes from the start of the first tag to the end of the last tag or text.
    ///
    /// # Panics
    /// If the record is not of this tree.
    #[must_use]
    pub fn span(&self, tree: &Tree) -> Span {
        let start = tree.element(self.head).span.start;
        // A number may stand before the head.
        let start = self.leaves(tree).first().map_or(start, |leaf| leaf.span.start.min(start));
        let of_elements = self.members(tree).last().map_or(start, |id| tree.element(id).span.end);
        let of_texts = self.leaves(tree).last().map_or(start, |leaf| leaf.span.end);
        Span { start, end: of_elements.max(of_texts) }
    }

    /// Whether an element is part of the record.
    #[must_use]
    pub fn holds(&self, id: ElementId) -> bool {
        (self.head..self.end).contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_the_texts_between_its_siblings() {
        let tree = Tree::new("<h4>a</h4><p>b<i>c</i></p>d<h5>e</h5>f<h4>g</h4>");
        let find = |name: &str| tree.ids().find(|&id| &*tree.element(id).name == name).unwrap();
        let record = Record::run(&tree, find("h4"), find("h5"));
        assert_eq!(record.members(&tree).collect::<Vec<_>>(), [find("h4"), find("p"), find("h5")]);
        let texts: Vec<&str> = record.leaves(&tree).iter().map(|leaf| &*leaf.text).collect();
        assert_eq!(texts, ["a", "b", "c", "d", "e"]);
        assert!(record.holds(find("i")) && !record.holds(record.end));
    }

    #[test]
    fn the_last_element_of_a_page_is_a_member() {
        let tree = Tree::new("<p>a</p><p>b</p>");
        let last = tree.ids().last().unwrap();
        assert_eq!(Record::element(&tree, last).members(&tree).collect::<Vec<_>>(), [last]);
    }

    #[test]
    fn a_text_after_the_last_element_is_part_of_the_span() {
        let source = "<b>a</b> <i>b</i> c <b>d</b>";
        let tree = Tree::new(source);
        let record = Record::run(&tree, ElementId(1), ElementId(2)).with(&tree, Child::Text(2));
        assert_eq!(&source[record.span(&tree).range()], "<b>a</b> <i>b</i> c ");
    }

    #[test]
    fn a_record_of_one_element_has_one_member() {
        let tree = Tree::new("<p>a</p><p>b</p>");
        let record = Record::element(&tree, ElementId(1));
        assert_eq!((record.members(&tree).collect(), record.leaves(&tree).len()), (vec![ElementId(1)], 1));
    }
}

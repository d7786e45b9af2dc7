//! One record: an element with all that it holds, or several siblings of which the first is its head.

use super::sibling::{What, parts};
use crate::page::{ElementId, Leaf, Tree};
use crate::token::Span;
use std::ops::Range;

/// A part of a page from one element on: the element itself, or a run of siblings that begins with it (dt and dd, two
/// rows of a table).
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub struct Record {
    /// Its first element.
    pub head: ElementId,
    /// The element behind all that it holds.
    pub end: ElementId,
    /// The numbers of its leaves; texts between its siblings are among them.
    pub leaves: Range<u32>,
}

/// Where records end.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Border {
    /// A record is one element.
    Element,
    /// A record goes on over siblings up to the next head.
    Run,
    /// A record begins behind the one before, and its last sibling is what tells it: of comments alone.
    Foot,
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

    /// The record with something more of its parent, which follows it.
    pub(super) fn with(mut self, tree: &Tree, what: What) -> Self {
        match what {
            What::Element(id) => {
                self.end = tree.element(id).end;
                self.leaves.end = tree.element(id).leaves.end;
            }
            What::Text(leaf) => self.leaves.end = leaf + 1,
        }
        self
    }

    /// What belongs to it behind its head.
    pub(super) fn followers<'a>(&self, tree: &'a Tree<'a>) -> impl Iterator<Item = What> + use<'a> {
        parts(tree, tree.element(self.head), self.end, self.leaves.end)
    }

    /// Its elements, in document order.
    pub(crate) fn elements(&self) -> impl ExactSizeIterator<Item = ElementId> + use<> {
        (self.head.0..self.end.0).map(ElementId)
    }

    /// The siblings that it consists of, in document order: its members.
    pub fn members<'a>(&self, tree: &'a Tree<'a>) -> impl Iterator<Item = ElementId> + use<'a> {
        let end = self.end;
        std::iter::successors(Some(self.head), move |&id| Some(tree.element(id).end).filter(|&id| id < end))
    }

    /// Its leaves in document order.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn leaves<'a>(&self, tree: &'a Tree<'a>) -> &'a [Leaf<'a>] {
        &tree.leaves()[self.leaves.start as usize..self.leaves.end as usize]
    }

    /// The bytes from its first tag to behind its last tag or text.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn span(&self, tree: &Tree) -> Span {
        let start = tree.element(self.head).span.start;
        let of_elements = self.members(tree).last().map_or(start, |id| tree.element(id).span.end);
        let of_texts = self.leaves(tree).last().map_or(start, |leaf| leaf.span.end);
        Span { start, end: of_elements.max(of_texts) }
    }

    /// Whether an element is one of its own.
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
    fn a_text_behind_the_last_element_belongs_to_the_span() {
        let source = "<b>a</b> <i>b</i> c <b>d</b>";
        let tree = Tree::new(source);
        let record = Record::run(&tree, ElementId(1), ElementId(2)).with(&tree, What::Text(2));
        assert_eq!(&source[record.span(&tree).range()], "<b>a</b> <i>b</i> c ");
    }

    #[test]
    fn an_element_without_others_is_its_only_member() {
        let tree = Tree::new("<p>a</p><p>b</p>");
        let record = Record::element(&tree, ElementId(1));
        assert_eq!((record.members(&tree).collect(), record.leaves(&tree).len()), (vec![ElementId(1)], 1));
    }
}

//! The elements with text, and the texts between them, that follow an element in its parent.
//!
//! ```text
//! <dt>a</dt> <dd>b</dd> and <dt>c</dt>      after the first dt, up to the next: the dd, the text "and"
//! ```

use crate::page::{Child, ElementId, Tree};

/// The most siblings and texts of a record after its head. Without a limit, a page on which all kinds of siblings occur twice
/// would take quadratic time, since each sibling is then part of as many runs. From 8 up no record of the development sets changes.
const LONGEST: usize = 64;

/// The siblings and texts after a head, up to the next head if that has the same parent, and at most [`LONGEST`].
pub(super) fn following<'a>(
    tree: &'a Tree,
    head: ElementId,
    next: Option<ElementId>,
) -> impl Iterator<Item = Child> + use<'a> {
    let around = tree.element(head).parent.map_or(tree.element(head), |parent| tree.element(parent));
    let next = next.filter(|&next| next < around.end);
    let (end, last) =
        next.map_or((around.end, around.leaves.end), |next| (next, tree.element(next).leaves.start));
    let head = tree.element(head);
    parts(tree, head.end, head.leaves.end, end, last).take(LONGEST)
}

/// The elements with text, and the texts, of one parent, from the element `first` and the leaf `leaf` up to the element `end` and
/// the leaf `last`, exclusive.
pub(super) fn parts<'a>(
    tree: &'a Tree,
    first: ElementId,
    leaf: u32,
    end: ElementId,
    last: u32,
) -> impl Iterator<Item = Child> + use<'a> {
    let contents = tree.contents_between(first..end, leaf..last);
    contents.filter(move |child| !matches!(child, Child::Element(id) if !tree.has_text(*id)))
}

//! A page as a tree of elements, with its texts as leaves.
//!
//! Elements are stored in document order, so that the descendants of an element are the range of elements from the
//! next one to its end, and likewise for the leaves. Left out are head, script, style and other elements that show no
//! text of the page, and the choices of forms.

use crate::token::{Attribute, Attributes, Span};
use hashbrown::HashMap;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// The index of an element in its [`Tree`], in document order.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ElementId(pub u32);

impl ElementId {
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An element: a start tag and its content.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// The name in lower case.
    pub name: Cow<'a, str>,
    /// The element around it; the root has none.
    pub parent: Option<ElementId>,
    /// The number of elements around it.
    pub depth: u32,
    /// The bytes of the start tag; empty for an element that the page only implies.
    pub tag: Span,
    /// The bytes from the start tag to the end of the end tag, or to where the element ends without one.
    pub span: Span,
    /// The first element after its descendants.
    pub end: ElementId,
    /// The indexes of the leaves that it contains.
    pub leaves: Range<u32>,
}

impl Element<'_> {
    /// The attributes as written, in order. `source` is the page that contains the element.
    #[must_use]
    pub fn attributes<'s>(&self, source: &'s str) -> Attributes<'s> {
        let Range { start, end } = self.tag.range();
        // After the less-than sign and the name. Converting the name to lower case did not change its length.
        Attributes::new(source, (start + 1 + self.name.len()).min(end)..end)
    }

    /// The value of the first attribute with this name, in any case of letters, with entities decoded; `None` without
    /// such an attribute, empty if it has no value.
    #[must_use]
    pub fn attribute<'s>(&self, source: &'s str, name: &str) -> Option<Cow<'s, str>> {
        self.attributes(source).value(name)
    }
}

/// A text. It has at least one letter or digit, except in a tree of the [whole](Tree::whole) page.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The innermost element that contains it.
    pub parent: ElementId,
    /// The text: entities decoded, white space collapsed.
    pub text: Cow<'a, str>,
    /// The bytes from its beginning to its end, which may include comments.
    pub span: Span,
}

/// A page as a tree. Names and texts borrow from the page where its bytes need no decoding.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    pub(crate) source: &'a str,
    pub(super) elements: Vec<Element<'a>>,
    pub(super) leaves: Vec<Leaf<'a>>,
    pub(super) left_out: Vec<Span>,
    pub(super) rows: TableRows,
}

/// What is read of the tables of a page when it is first asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct TableRows {
    pub(super) continued: OnceLock<Vec<ElementId>>,
    pub(super) reached: OnceLock<ReachedCells>,
    pub(super) under_header: OnceLock<Vec<ElementId>>,
}

/// Where cells reach into rows below theirs.
#[derive(Clone, Debug, Default)]
pub(super) struct ReachedCells {
    /// For each cell how many cells of rows above are before it, and how many columns these have.
    pub(super) before: HashMap<ElementId, (u32, usize)>,
    /// For each row the cells of rows above.
    pub(super) into: HashMap<ElementId, Vec<ElementId>>,
}

impl<'a> Tree<'a> {
    /// The elements in document order; the first is the root, html.
    #[must_use]
    #[inline]
    pub fn elements(&self) -> &[Element<'a>] {
        &self.elements
    }

    /// All elements but the root.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = ElementId> + use<> {
        (1..number(self.elements.len())).map(ElementId)
    }

    /// An element.
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    #[must_use]
    #[inline]
    pub fn element(&self, id: ElementId) -> &Element<'a> {
        #[cfg(test)]
        work::count();
        &self.elements[id.index()]
    }

    /// The leaves in document order.
    #[must_use]
    #[inline]
    pub fn leaves(&self) -> &[Leaf<'a>] {
        &self.leaves
    }

    /// The leaves that an element contains.
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    #[must_use]
    pub fn leaves_of(&self, id: ElementId) -> &[Leaf<'a>] {
        let leaves = &self.element(id).leaves;
        &self.leaves[leaves.start as usize..leaves.end as usize]
    }

    /// The innermost element that contains all these leaves, of which there must be at least one.
    pub(crate) fn around(&self, leaves: Range<u32>) -> ElementId {
        let mut id = self.leaves[leaves.start as usize].parent;
        while self.element(id).leaves.end < leaves.end {
            id = self.element(id).parent.expect("the root holds all leaves");
        }
        id
    }

    /// An element and those around it, from the inside.
    pub(crate) fn inclusive_ancestors(&self, id: ElementId) -> impl Iterator<Item = ElementId> {
        std::iter::successors(Some(id), |&id| self.element(id).parent)
    }

    /// The leaves with these indexes.
    pub(crate) fn leaves_from(&self, leaves: Range<u32>) -> &[Leaf<'a>] {
        &self.leaves[leaves.start as usize..leaves.end as usize]
    }

    /// The numbers of the leaves that begin in a part of the page.
    pub(crate) fn leaves_in(&self, span: Span) -> Range<usize> {
        let before = |at: u32| self.leaves.partition_point(|leaf| leaf.span.start < at);
        before(span.start)..before(span.end)
    }

    /// For each element, whether `is` holds for it or for an element around it.
    pub(crate) fn within(&self, is: impl Fn(ElementId) -> bool) -> Vec<bool> {
        let mut within: Vec<bool> = Vec::with_capacity(self.elements.len());
        for (id, element) in (0..).map(ElementId).zip(&self.elements) {
            within.push(element.parent.is_some_and(|parent| within[parent.index()]) || is(id));
        }
        within
    }

    /// For each element the innermost one for which `is` holds, of itself and those around it.
    pub(crate) fn innermost(&self, is: impl Fn(ElementId) -> bool) -> Vec<Option<ElementId>> {
        let mut innermost: Vec<Option<ElementId>> = Vec::with_capacity(self.elements.len());
        for (id, element) in (0..).map(ElementId).zip(&self.elements) {
            let around = element.parent.and_then(|parent| innermost[parent.index()]);
            innermost.push(if is(id) { Some(id) } else { around });
        }
        innermost
    }

    /// Whether an element is a link with a destination, rather than an anchor that links lead to.
    pub(crate) fn is_link(&self, id: ElementId) -> bool {
        let element = self.element(id);
        let is_href = |attribute: Attribute| attribute.name.eq_ignore_ascii_case("href");
        &*element.name == "a" && element.attributes(self.source).any(is_href)
    }

    /// Removes the texts of the elements for which `is_out` holds, including their descendants.
    pub(crate) fn drop_texts(&mut self, is_out: impl Fn(ElementId) -> bool) {
        let out = self.within(is_out);
        self.retain_leaves(|leaf| !out[leaf.parent.index()]);
    }

    fn retain_leaves(&mut self, is_kept: impl Fn(&Leaf) -> bool) {
        let before = counts_before(self.leaves.iter().map(&is_kept));
        self.leaves.retain(is_kept);
        self.renumber_leaves(&before);
    }

    /// Gives the elements their leaves anew, by the number of new leaves before each old one.
    pub(super) fn renumber_leaves(&mut self, before: &[u32]) {
        for element in &mut self.elements {
            let Range { start, end } = element.leaves;
            element.leaves = before[start as usize]..before[end as usize];
        }
    }

    /// The tree without these elements and leaves. The elements must be whole subtrees, and both ascending.
    pub(crate) fn without(&self, elements: &[Range<ElementId>], leaves: &[Range<u32>]) -> Self {
        fn kept(len: usize, gone: impl Iterator<Item = Range<usize>>) -> Vec<bool> {
            let mut kept = vec![true; len];
            gone.for_each(|range| kept[range].fill(false));
            kept
        }
        let has_element =
            kept(self.elements.len(), elements.iter().map(|range| range.start.index()..range.end.index()));
        let has_leaf =
            kept(self.leaves.len(), leaves.iter().map(|range| range.start as usize..range.end as usize));
        let [element, leaf] = [&has_element, &has_leaf].map(|kept| counts_before(kept.iter().copied()));
        let id = |id: ElementId| ElementId(element[id.index()]);
        let elements = self.elements.iter().zip(&has_element).filter(|(_, is_kept)| **is_kept);
        let elements = elements.map(|(old, _)| Element {
            parent: old.parent.map(id),
            end: id(old.end),
            leaves: leaf[old.leaves.start as usize]..leaf[old.leaves.end as usize],
            ..old.clone()
        });
        let leaves = self.leaves.iter().zip(&has_leaf).filter(|(_, is_kept)| **is_kept);
        let leaves = leaves.map(|(old, _)| Leaf { parent: id(old.parent), ..old.clone() });
        Tree {
            source: self.source,
            elements: elements.collect(),
            leaves: leaves.collect(),
            left_out: self.left_out.clone(),
            rows: TableRows::default(),
        }
    }

    /// The parts of the page that are left out, in document order: head, scripts, choices of forms.
    #[must_use]
    pub fn left_out(&self) -> &[Span] {
        &self.left_out
    }

    /// Whether an element contains text.
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    #[must_use]
    #[inline]
    pub fn has_text(&self, id: ElementId) -> bool {
        !self.element(id).leaves.is_empty()
    }

    /// A readable name of an element: `td.result`.
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    #[must_use]
    pub fn label(&self, id: ElementId) -> String {
        std::iter::once(&*self.element(id).name).chain(self.classes(id)).collect::<Vec<_>>().join(".")
    }

    /// The start tag of an element as written; empty for one that the page only implies.
    pub(crate) fn tag(&self, id: ElementId) -> &'a str {
        &self.source[self.element(id).tag.range()]
    }

    /// The class tokens of an element as written.
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    pub fn classes(&self, id: ElementId) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut attributes = self.element(id).attributes(self.source);
        let class = attributes.find(|attribute| attribute.name.eq_ignore_ascii_case("class"));
        class.and_then(|class| class.value).unwrap_or_default().split_ascii_whitespace()
    }

    /// The value of an attribute of an element, see [`Element::attribute`].
    ///
    /// # Panics
    /// If the element does not belong to this tree.
    #[must_use]
    pub fn attribute(&self, id: ElementId, name: &str) -> Option<Cow<'a, str>> {
        self.element(id).attribute(self.source, name)
    }

    /// The tree of the same page as [`Tree::new`] builds it, without parsing the page again unless it contains an
    /// object. Expects a tree of the whole page.
    #[must_use]
    pub fn telling(&self) -> Self {
        if self.elements.iter().any(|element| element.name == "object") {
            return Tree::new(self.source);
        }
        let mut tree = self.clone();
        tree.retain_leaves(|leaf| leaf.text.contains(char::is_alphanumeric));
        tree
    }
}

/// How many are so before each one, and of all.
pub(crate) fn counts_before(are: impl Iterator<Item = bool>) -> Vec<u32> {
    let counts = are.scan(0, |count, is| {
        *count += u32::from(is);
        Some(*count)
    });
    std::iter::once(0).chain(counts).collect()
}

/// A number of elements, texts or bytes of a page, as it is stored.
pub(crate) fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

/// Counts, for tests, how often elements of pages and nodes are accessed.
#[cfg(test)]
pub(crate) mod work {
    use std::cell::Cell;

    thread_local! {
        static ACCESSES: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts one access.
    pub(crate) fn count() {
        ACCESSES.set(ACCESSES.get() + 1);
    }

    /// The number of accesses that a job makes, on one thread.
    pub(crate) fn of(job: impl FnOnce() + Send) -> u64 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
        pool.install(|| {
            let before = ACCESSES.get();
            job();
            ACCESSES.get() - before
        })
    }
}

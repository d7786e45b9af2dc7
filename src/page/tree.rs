//! A page as a tree of elements with its texts as leaves.
//!
//! Elements stand in document order, so that what an element holds is the range of elements behind it up to its end,
//! and likewise for the leaves. Left out are head, script, style and other parts that show no text of the page, forms'
//! choices among them.

use crate::token::{Attribute, Attributes, Span};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// The number of an element in its [`Tree`], in document order.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ElementId(pub u32);

impl ElementId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A tag with what stands in it.
#[derive(Clone, Debug)]
pub struct Element<'a> {
    /// The name in lower case.
    pub name: Cow<'a, str>,
    /// The element around it; the root has none.
    pub parent: Option<ElementId>,
    /// How many elements are around it.
    pub depth: u32,
    /// The start tag; empty for an element that the page implies.
    pub tag: Span,
    /// From the start tag to behind the end tag, or to where the element ends without one.
    pub span: Span,
    /// The element behind all that it holds.
    pub end: ElementId,
    /// The leaves that it holds, by their numbers.
    pub leaves: Range<u32>,
}

impl Element<'_> {
    /// The attributes as written, in order, in the page that the element is of.
    #[must_use]
    pub fn attributes<'s>(&self, source: &'s str) -> Attributes<'s> {
        let Range { start, end } = self.tag.range();
        // Behind the less-than sign and the name, whose letters alone were lowered.
        Attributes::new(source, (start + 1 + self.name.len()).min(end)..end)
    }

    /// The value of the attribute of this name, in lower case, with its entities decoded; empty where it has none.
    #[must_use]
    pub fn attribute<'s>(&self, source: &'s str, name: &str) -> Option<Cow<'s, str>> {
        let is_named = |attribute: &Attribute| attribute.name.eq_ignore_ascii_case(name);
        self.attributes(source)
            .find(is_named)
            .map(|attribute| htmlize::unescape_attribute(attribute.value.unwrap_or_default()))
    }
}

/// A text; with at least one letter or digit, but for a tree of the [whole](Tree::whole) page.
#[derive(Clone, Debug)]
pub struct Leaf<'a> {
    /// The element that it stands in.
    pub parent: ElementId,
    /// The text: entities decoded, white space collapsed.
    pub text: Cow<'a, str>,
    /// The bytes from its beginning to its end; comments may stand between.
    pub span: Span,
}

/// A page as a tree. Names and texts are the page's own bytes wherever these say them as they are to be read.
#[derive(Clone, Debug)]
pub struct Tree<'a> {
    pub(crate) source: &'a str,
    pub(super) elements: Vec<Element<'a>>,
    pub(super) leaves: Vec<Leaf<'a>>,
    pub(super) left_out: Vec<Span>,
    pub(super) continued_rows: OnceLock<Vec<ElementId>>,
}

impl<'a> Tree<'a> {
    /// The elements in document order; the first is the root, html.
    #[must_use]
    pub fn elements(&self) -> &[Element<'a>] {
        &self.elements
    }

    /// All elements but the root.
    #[expect(clippy::missing_panics_doc, reason = "there are fewer elements than bytes")]
    pub fn ids(&self) -> impl Iterator<Item = ElementId> + use<> {
        (1..u32::try_from(self.elements.len()).expect("fewer elements than bytes")).map(ElementId)
    }

    /// An element.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn element(&self, id: ElementId) -> &Element<'a> {
        #[cfg(test)]
        work::count();
        &self.elements[id.index()]
    }

    /// The leaves in document order.
    #[must_use]
    pub fn leaves(&self) -> &[Leaf<'a>] {
        &self.leaves
    }

    /// The leaves that an element holds.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn leaves_of(&self, id: ElementId) -> &[Leaf<'a>] {
        let leaves = &self.element(id).leaves;
        &self.leaves[leaves.start as usize..leaves.end as usize]
    }

    /// The innermost element that holds all these leaves, of which there is one at least.
    pub(crate) fn around(&self, leaves: Range<u32>) -> ElementId {
        let mut id = self.leaves[leaves.start as usize].parent;
        while self.element(id).leaves.end < leaves.end {
            id = self.element(id).parent.expect("the root holds all leaves");
        }
        id
    }

    /// The leaves of these numbers.
    pub(crate) fn leaves_from(&self, leaves: Range<u32>) -> &[Leaf<'a>] {
        &self.leaves[leaves.start as usize..leaves.end as usize]
    }

    /// Of each element, whether it or one around it is such.
    pub(crate) fn within(&self, is: impl Fn(ElementId) -> bool) -> Vec<bool> {
        let mut within: Vec<bool> = Vec::with_capacity(self.elements.len());
        for (id, element) in (0..).map(ElementId).zip(&self.elements) {
            within.push(element.parent.is_some_and(|parent| within[parent.index()]) || is(id));
        }
        within
    }

    /// Whether an element is a link to somewhere, and not the target of one.
    pub(crate) fn is_link(&self, id: ElementId) -> bool {
        &*self.element(id).name == "a" && self.attribute(id, "href").is_some()
    }

    /// Takes out the texts of some elements, with those of the elements in them.
    pub(crate) fn drop_texts(&mut self, is_out: impl Fn(ElementId) -> bool) {
        let out = self.within(is_out);
        let mut before = Vec::with_capacity(self.leaves.len() + 1);
        let mut kept = 0;
        for leaf in &self.leaves {
            before.push(kept);
            kept += u32::from(!out[leaf.parent.index()]);
        }
        before.push(kept);
        self.leaves.retain(|leaf| !out[leaf.parent.index()]);
        for element in &mut self.elements {
            let Range { start, end } = element.leaves;
            element.leaves = before[start as usize]..before[end as usize];
        }
    }

    /// What is left out of the page, in document order: head, scripts, choices in forms.
    #[must_use]
    pub fn left_out(&self) -> &[Span] {
        &self.left_out
    }

    /// Whether an element holds text.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn has_text(&self, id: ElementId) -> bool {
        !self.element(id).leaves.is_empty()
    }

    /// How an element is named for people: `td.result`.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn label(&self, id: ElementId) -> String {
        std::iter::once(&*self.element(id).name).chain(self.classes(id)).collect::<Vec<_>>().join(".")
    }

    /// The start tag of an element as written; empty for one that the page implies.
    pub(crate) fn tag(&self, id: ElementId) -> &'a str {
        &self.source[self.element(id).tag.range()]
    }

    /// The class tokens of an element as written.
    ///
    /// # Panics
    /// If it is not of this tree.
    pub fn classes(&self, id: ElementId) -> impl Iterator<Item = &'a str> + use<'a> {
        let mut attributes = self.element(id).attributes(self.source);
        let class = attributes.find(|attribute| attribute.name.eq_ignore_ascii_case("class"));
        class.and_then(|class| class.value).unwrap_or_default().split_ascii_whitespace()
    }

    /// The value of an attribute of an element, see [`Element::attribute`].
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn attribute(&self, id: ElementId, name: &str) -> Option<Cow<'a, str>> {
        self.element(id).attribute(self.source, name)
    }

    /// The tree of this whole page as [`Tree::new`] builds it, without reading the page again if it holds no object.
    #[must_use]
    pub fn telling(&self) -> Self {
        if self.elements.iter().any(|element| element.name == "object") {
            return Tree::new(self.source);
        }
        // How many of the leaves before each stay.
        let mut before = Vec::with_capacity(self.leaves.len() + 1);
        let mut leaves = Vec::with_capacity(self.leaves.len());
        for leaf in &self.leaves {
            before.push(number(leaves.len()));
            if leaf.text.contains(char::is_alphanumeric) {
                leaves.push(leaf.clone());
            }
        }
        before.push(number(leaves.len()));
        let mut elements = self.elements.clone();
        for element in &mut elements {
            let Range { start, end } = element.leaves;
            element.leaves = before[start as usize]..before[end as usize];
        }
        Tree {
            source: self.source,
            elements,
            leaves,
            left_out: self.left_out.clone(),
            continued_rows: self.continued_rows.clone(),
        }
    }
}

/// A number of elements or leaves.
pub(super) fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

/// Work as tests count it: how often the elements and nodes of pages were looked at.
#[cfg(test)]
pub(crate) mod work {
    use std::cell::Cell;

    thread_local! {
        static LOOKS: Cell<u64> = const { Cell::new(0) };
    }

    /// Counts one look.
    pub(crate) fn count() {
        LOOKS.set(LOOKS.get() + 1);
    }

    /// How many looks a job takes, on one thread.
    pub(crate) fn of(job: impl FnOnce() + Send) -> u64 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread");
        pool.install(|| {
            let before = LOOKS.get();
            job();
            LOOKS.get() - before
        })
    }
}

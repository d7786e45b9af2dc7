//! The texts of a page with how much they are its own.
//!
//! In: a page's tree and the weights of its texts. Out: sums of the own characters over ranges of texts and over elements. Cost: linear
//! in the elements and texts.

use crate::page::digest;
use crate::page::{ElementId, Tree, is_heading, path};
use crate::record::role::date;
use crate::site::own::OwnTexts;
use crate::spectrum::size;
use std::borrow::Cow;
use std::ops::Range;

/// An unlinked text of this many characters is running text: longer than a name or a label.
const LONG: f64 = 60.0;

/// A text whose rarity is below this is on four pages or more.
const COMMON: f64 = 0.1;

/// A text whose rarity is above this is on one page.
const OWN: f64 = 0.5;

/// A text whose rarity is below this is on five pages or more: links to pages of a list are often on the page and on those of two or
/// three tags, links of a frame on all.
const FRAME: f64 = 0.05;

/// The texts of a page. Characters are weighed by the rarity of their text.
pub(super) struct OwnPage<'a> {
    pub(super) tree: &'a Tree<'a>,
    own: &'a OwnTexts,
    /// For each element whether it is in a link.
    pub(super) in_links: Vec<bool>,
    /// For each element the innermost `time` around it.
    times: Vec<Option<ElementId>>,
    /// Own characters before each text, and all at the end.
    before: Vec<f64>,
    /// A hash of the path of each element: names and first classes.
    paths: Vec<u64>,
}

impl<'a> OwnPage<'a> {
    pub(super) fn new(tree: &'a Tree<'a>, own: &'a OwnTexts) -> Self {
        let mut before = vec![0.0];
        for weight in &own.of_leaves {
            before.push(before[before.len() - 1] + weight.rarity * weight.characters);
        }
        let mut paths: Vec<u64> = Vec::with_capacity(tree.elements().len());
        for (element, id) in tree.elements().iter().zip((0..).map(ElementId)) {
            let around = element.parent.map(|parent| paths[parent.index()]);
            let class = tree.classes(id).next().filter(|_| element.depth > 1);
            paths.push(path(around, &element.name, None, class));
        }
        let times = tree.innermost(|id| tree.element(id).name == "time");
        OwnPage { tree, own, in_links: tree.within(|id| tree.is_link(id)), times, before, paths }
    }

    /// All texts.
    pub(super) fn all(&self) -> Range<usize> {
        0..self.own.of_leaves.len()
    }

    /// The texts of an element.
    pub(super) fn of(&self, id: ElementId) -> Range<usize> {
        let leaves = &self.tree.element(id).leaves;
        leaves.start as usize..leaves.end as usize
    }

    /// The own characters of some texts.
    pub(super) fn characters(&self, leaves: &Range<usize>) -> f64 {
        self.before[leaves.end] - self.before[leaves.start]
    }

    /// The own characters of those texts for which `is` holds.
    pub(super) fn sum(&self, leaves: Range<usize>, is: impl Fn(usize) -> bool) -> f64 {
        leaves.filter(|&leaf| is(leaf)).map(|leaf| self.characters(&(leaf..leaf + 1))).sum()
    }

    /// The sum of the rarities of all texts.
    pub(super) fn texts(&self) -> f64 {
        self.own.of_leaves.iter().map(|weight| weight.rarity).sum()
    }

    pub(super) fn text(&self, leaf: usize) -> &str {
        &self.tree.leaves()[leaf].text
    }

    /// Whether no other page has a text.
    pub(super) fn is_own(&self, leaf: usize) -> bool {
        self.own.of_leaves[leaf].rarity > OWN
    }

    /// Whether four pages or more have a text.
    pub(super) fn is_common(&self, leaf: usize) -> bool {
        self.own.of_leaves[leaf].rarity < COMMON
    }

    /// Whether five pages or more have a text.
    pub(super) fn is_frame(&self, leaf: usize) -> bool {
        self.own.of_leaves[leaf].rarity < FRAME
    }

    pub(super) fn is_linked(&self, leaf: usize) -> bool {
        self.in_links[self.tree.leaves()[leaf].parent.index()]
    }

    pub(super) fn is_long(&self, leaf: usize) -> bool {
        !self.is_linked(leaf) && self.own.of_leaves[leaf].characters >= LONG
    }

    /// Whether a short text may contain a date, or is in an element `time`.
    pub(super) fn is_dated(&self, leaf: usize) -> bool {
        self.own.of_leaves[leaf].characters < LONG
            && (self.time(leaf).is_some() || date::is_in(std::iter::once(self.text(leaf))))
    }

    /// Where the date of a text is written: in the `datetime` of the element around it, or in the text.
    pub(super) fn date_text(&self, leaf: usize) -> Cow<'_, str> {
        let stated = self.time(leaf).and_then(|id| self.tree.attribute(id, "datetime"));
        stated.unwrap_or_else(|| Cow::Borrowed(self.text(leaf)))
    }

    fn time(&self, leaf: usize) -> Option<ElementId> {
        self.times[self.tree.leaves()[leaf].parent.index()]
    }

    /// Each text as a hash and its number of unlinked words.
    pub(super) fn unlinked(&self) -> impl Iterator<Item = (u64, f64)> {
        let words =
            |leaf: usize| if self.is_linked(leaf) { 0 } else { self.text(leaf).split_whitespace().count() };
        self.all().map(move |leaf| (digest::text(self.text(leaf)), size(words(leaf))))
    }

    /// The innermost element around a text that begins a new line.
    pub(super) fn block(&self, leaf: usize) -> ElementId {
        let parent = self.tree.leaves()[leaf].parent;
        let mut around = self.tree.inclusive_ancestors(parent);
        around.find(|&id| !crate::page::is_inline(&self.tree.element(id).name)).unwrap_or(parent)
    }

    /// The path of the element around a text.
    pub(super) fn path(&self, leaf: usize) -> u64 {
        self.paths[self.tree.leaves()[leaf].parent.index()]
    }

    /// The path of the blocks with most own characters; of equal ones the least.
    pub(super) fn main_path(&self) -> u64 {
        let mut of: Vec<(u64, f64)> = self
            .all()
            .map(|leaf| (self.paths[self.block(leaf).index()], self.characters(&(leaf..leaf + 1))))
            .collect();
        of.sort_by_key(|&(path, _)| path);
        let sums = of
            .chunk_by(|one, other| one.0 == other.0)
            .map(|of| (of.iter().map(|of| of.1).sum::<f64>(), of[0].0));
        sums.fold((0.0, 0), |best, of| if of.0 > best.0 { of } else { best }).1
    }

    /// Whether an element is a link or contains one.
    pub(super) fn has_link(&self, id: ElementId) -> bool {
        self.in_links[id.index()] || self.inside(id).any(|id| self.tree.is_link(id))
    }

    /// The headings with texts of their own.
    pub(super) fn headings(&self) -> impl Iterator<Item = ElementId> {
        let is = |id: &ElementId| {
            is_heading(&self.tree.element(*id).name) && self.of(*id).any(|leaf| self.is_own(leaf))
        };
        self.tree.ids().filter(is)
    }

    /// The elements inside an element.
    pub(super) fn inside(&self, id: ElementId) -> impl Iterator<Item = ElementId> + use<> {
        (id.0 + 1..self.tree.element(id).end.0).map(ElementId)
    }
}

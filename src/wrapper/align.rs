//! The parts that pages have in common, by anchors: amplification in the whole pages, and again in every gap.
//!
//! In: stretches of pages that play the same role, at first all of each page. What stands once in every stretch is an
//! anchor ([`anchor`](super::anchor)); an anchor makes the elements around it, up to the border of the stretches, the
//! same ones on all pages, so that parts nest as the pages' own elements do. Between the elements so found lie gaps,
//! and what was ambiguous in the whole is unique in its gap. A gap without anchors is the first of these:
//!
//! * a list: like elements in a row, not as many on every page; all of them together are aligned in their turn;
//! * a place of optional parts ([`optional`](super::optional)): the part that most pages have splits the gap;
//! * a slot, if it holds text.
//!
//! ```text
//! pages    <p>by <a>Ann</a> <p>1999      <p>by <a>Bob</a>, <a>Cy</a> <p>2004
//! anchors  by                            (in the first p)
//! gaps     behind by a list of a, behind the first p one p each, which is an anchor there: it became unique
//! ```
//!
//! Time: one suffix order of a gap for every level of ambiguity, seldom more than five, and one for each optional part; in
//! all at most [`LOOKS`] a node.

use super::node::{Node, Page};
use super::symbol::DiscriminativeAttributes;
use std::cell::Cell;
use std::ops::Range;

/// A node of a page.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Place {
    /// The number of the page.
    pub(super) page: u32,
    /// The number of the node.
    pub(super) node: u32,
}

/// Some neighbouring children of an element.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Stretch {
    pub(super) page: u32,
    /// The element.
    pub(super) parent: u32,
    /// The nodes of the children with all that these hold.
    pub(super) nodes: Range<u32>,
}

/// One node of every stretch, in the order of the stretches.
pub(super) type Tuple = Vec<u32>;

/// What is found in stretches, in page order.
#[derive(Debug)]
pub(super) enum Found {
    /// The same element on some pages; several on a page if it is a list's.
    Element { places: Vec<Place>, repeated: bool, inside: Vec<Found> },
    /// The same text on some pages.
    Text { places: Vec<Place> },
    /// Text that differs.
    Slot { stretches: Vec<Stretch> },
}

/// What is found at the beginning of stretches, and what is left of them to look at.
pub(super) struct Step {
    pub(super) found: Vec<Found>,
    pub(super) rest: Option<Vec<Stretch>>,
}

impl From<Vec<Found>> for Step {
    fn from(found: Vec<Found>) -> Self {
        Step { found, rest: None }
    }
}

/// How often each node is looked at, in the mean, before what is left of the pages is taken for values: without that, pages
/// with many parts that few pages have would be looked at once for each. The development sets take up to 21; three times as
/// many leave room for others.
const LOOKS: usize = 64;

/// The pages of one template.
#[expect(clippy::struct_field_names, reason = "pages have pages")]
pub(super) struct Pages<'a> {
    pub(super) pages: &'a [Page<'a>],
    pub(super) discriminative: DiscriminativeAttributes,
    /// For every symbol whether it is a tag with attributes.
    pub(super) attributed: Vec<bool>,
    /// The names of the kinds of sections.
    pub(super) names: Vec<String>,
    /// The nodes of each page that are texts.
    pub(super) texts: Vec<Vec<u32>>,
    /// How many more nodes may be looked at.
    looks: Cell<usize>,
}

impl<'a> Pages<'a> {
    /// Pages whose nodes have their symbols.
    pub(super) fn new(
        pages: &'a [Page<'a>],
        discriminative: DiscriminativeAttributes,
        attributed: Vec<bool>,
        names: Vec<String>,
    ) -> Self {
        let texts = |page: &Page| (0..).take(page.nodes.len()).filter(|&node| page.is_text(node)).collect();
        let nodes: usize = pages.iter().map(|page| page.nodes.len()).sum();
        Pages {
            pages,
            discriminative,
            attributed,
            names,
            texts: pages.iter().map(texts).collect(),
            looks: Cell::new(LOOKS.saturating_mul(nodes)),
        }
    }

    /// Whether these stretches may be looked at once more.
    fn may_look(&self, stretches: &[Stretch]) -> bool {
        let nodes = stretches.iter().map(|stretch| 1 + stretch.nodes.len()).sum();
        let left = self.looks.get().checked_sub(nodes);
        self.looks.set(left.unwrap_or_default());
        left.is_some()
    }
}

impl Pages<'_> {
    pub(super) fn page(&self, stretch: &Stretch) -> &Page<'_> {
        &self.pages[stretch.page as usize]
    }

    /// What the pages have in common.
    pub(super) fn align_all(&self) -> Vec<Found> {
        let pages = (0..).zip(self.pages);
        self.align(&pages.map(|(page, nodes)| inside(nodes, page, 0)).collect::<Vec<_>>(), Vec::new())
    }

    /// What stretches have in common; `evidence` are the anchors that are known already.
    pub(super) fn align(&self, stretches: &[Stretch], evidence: Vec<Tuple>) -> Vec<Found> {
        let Step { mut found, mut rest } = self.step(stretches, evidence);
        while let Some(stretches) = rest {
            let step = self.step(&stretches, Vec::new());
            Self::add(&mut found, step.found);
            rest = step.rest;
        }
        found
    }

    fn step(&self, stretches: &[Stretch], evidence: Vec<Tuple>) -> Step {
        let empty = stretches.iter().filter(|stretch| stretch.nodes.is_empty()).count();
        if empty == stretches.len() {
            return Step::from(Vec::new());
        }
        if !self.may_look(stretches) {
            return Step::from(self.slot(stretches));
        }
        let full = empty == 0 && stretches.len() > 1;
        let split = |evidence: Vec<Tuple>| {
            let chain = self.chain(stretches, &evidence);
            // The links have it, and a page that nests deep comes here once for each level.
            drop(evidence);
            (!chain.is_empty()).then(|| Step::from(self.split(stretches, chain)))
        };
        if let Some(step) = self.sections(stretches) {
            return step;
        }
        self.items(stretches)
            .map(Step::from)
            .or_else(|| self.item_groups(stretches))
            .or_else(|| (!evidence.is_empty()).then(|| split(evidence))?)
            .or_else(|| full.then(|| split(self.anchors(stretches)))?)
            .or_else(|| self.list(stretches).map(Step::from))
            .or_else(|| full.then(|| split(self.like_tags(stretches)))?)
            .or_else(|| self.optional(stretches))
            .or_else(|| self.rare(stretches))
            .unwrap_or_else(|| Step::from(self.slot(stretches)))
    }

    /// The parts of which the chain's nodes are, and what is in the gaps between.
    fn split(&self, stretches: &[Stretch], chain: Vec<Link>) -> Vec<Found> {
        let mut found = Vec::new();
        let mut gap = stretches.to_vec();
        for Link { top, inside } in chain {
            for (stretch, &node) in gap.iter_mut().zip(&top) {
                stretch.nodes.end = node;
            }
            Self::add(&mut found, self.align(&gap, Vec::new()));
            Self::add(&mut found, self.part(stretches, &top, inside));
            for ((stretch, whole), &node) in gap.iter_mut().zip(stretches).zip(&top) {
                stretch.nodes = self.page(whole).node(node).end..whole.nodes.end;
            }
        }
        Self::add(&mut found, self.align(&gap, Vec::new()));
        found
    }

    /// The part that is one node of every stretch, with the anchors inside it.
    fn part(&self, stretches: &[Stretch], top: &Tuple, evidence: Vec<Tuple>) -> Vec<Found> {
        let places: Vec<Place> = places(stretches, top);
        let symbol = |place: &Place| self.pages[place.page as usize].node(place.node).symbol;
        let is_text = self.page(&stretches[0]).is_text(top[0]);
        vec![if !is_text {
            let inner: Vec<Stretch> = places.iter().map(|&place| self.inside(place)).collect();
            Found::Element { inside: self.align(&inner, evidence), places, repeated: false }
        } else if places.iter().all(|place| symbol(place) == symbol(&places[0])) {
            Found::Text { places }
        } else {
            let nodes = stretches.iter().zip(top);
            let only =
                |(stretch, &node): (&Stretch, &u32)| Stretch { nodes: node..node + 1, ..stretch.clone() };
            Found::Slot { stretches: nodes.map(only).collect() }
        }]
    }

    /// Like elements in a row, of which the stretches hold different numbers, with nothing but punctuation or always the
    /// same text between.
    fn list(&self, stretches: &[Stretch]) -> Option<Vec<Found>> {
        let mut members: Vec<Place> = Vec::new();
        let (mut least, mut most) = (usize::MAX, 0);
        let (mut symbol, mut separator) = (None, None);
        for stretch in stretches {
            let page = self.page(stretch);
            let before = members.len();
            let mut children = page.top(stretch.nodes.clone()).peekable();
            while let Some(node) = children.next() {
                let own = page.node(node).symbol;
                match page.text(node) {
                    Some(text) if text.chars().any(char::is_alphanumeric) => {
                        let parts = members.len() > before && children.peek().is_some();
                        if !parts || *separator.get_or_insert(own) != own {
                            return None;
                        }
                    }
                    Some(_) => {}
                    None if *symbol.get_or_insert(own) != own => return None,
                    None => members.push(Place { page: stretch.page, node }),
                }
            }
            least = least.min(members.len() - before);
            most = most.max(members.len() - before);
        }
        if most < 2 || least == most || self.has_labels(stretches) {
            return None;
        }
        let inner: Vec<Stretch> = members.iter().map(|&place| self.inside(place)).collect();
        let inside = self.align(&inner, Vec::new());
        Some(vec![Found::Element { places: members, repeated: true, inside }])
    }

    pub(super) fn slot(&self, stretches: &[Stretch]) -> Vec<Found> {
        let has_text = |stretch: &&Stretch| {
            let page = self.page(stretch);
            stretch.nodes.clone().any(|node| page.is_text(node))
        };
        let filled: Vec<Stretch> = stretches.iter().filter(has_text).cloned().collect();
        if filled.is_empty() { Vec::new() } else { vec![Found::Slot { stretches: filled }] }
    }

    /// Adds parts behind others; slots that touch are one.
    pub(super) fn add(found: &mut Vec<Found>, parts: Vec<Found>) {
        for part in parts {
            match (found.last_mut(), part) {
                (Some(Found::Slot { stretches }), Found::Slot { stretches: more }) => {
                    // Both are in the order of the stretches that were aligned: mostly the next one is meant.
                    let mut next = 0;
                    for stretch in more {
                        let same = |&at: &usize| {
                            let one: &Stretch = &stretches[at];
                            one.page == stretch.page && one.parent == stretch.parent
                        };
                        let at = (next..stretches.len()).chain(0..next).find(same).unwrap_or(stretches.len());
                        match stretches.get_mut(at) {
                            Some(one) => one.nodes.end = stretch.nodes.end,
                            None => stretches.push(stretch),
                        }
                        next = at + 1;
                    }
                }
                (_, part) => found.push(part),
            }
        }
    }

    pub(super) fn inside(&self, place: Place) -> Stretch {
        inside(&self.pages[place.page as usize], place.page, place.node)
    }

    /// Whether a text has a letter or a digit.
    pub(super) fn says_something(&self, place: Place) -> bool {
        let text = self.pages[place.page as usize].text(place.node);
        text.is_some_and(|text| text.contains(char::is_alphanumeric))
    }

    /// A node with all that it holds.
    pub(super) fn alone_at(&self, place: Place) -> Stretch {
        let &Node { parent, end, .. } = self.pages[place.page as usize].node(place.node);
        Stretch { page: place.page, parent, nodes: place.node..end }
    }
}

fn inside(nodes: &Page, page: u32, parent: u32) -> Stretch {
    Stretch { page, parent, nodes: nodes.inside(parent) }
}

fn places(stretches: &[Stretch], tuple: &Tuple) -> Vec<Place> {
    stretches.iter().zip(tuple).map(|(stretch, &node)| Place { page: stretch.page, node }).collect()
}

/// Children of the stretches' elements that are the same part, with the evidence for it.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) top: Tuple,
    /// The anchors inside them.
    pub(super) inside: Vec<Tuple>,
}

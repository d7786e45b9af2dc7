//! Aligns the pages of one template: finds their common elements and texts, and the slots between them.
//!
//! In: stretches (runs of sibling nodes) that play the same role on their pages; at first all of each page. Out: the
//! aligned parts in page order: elements with the parts inside them, constant texts, and slots.
//!
//! A string of tags and texts that occurs exactly once in every stretch is an anchor ([`anchor`](crate::wrapper::align::anchor)). The
//! elements around an anchor, up to the border of the stretches, are then the same elements on all pages, so that
//! parts nest as the pages' own elements do. The gaps between these elements are aligned in turn: what is ambiguous
//! in a whole page is often unique in its gap. After sections ([`sectioned`](crate::wrapper::align::section)), lists of items
//! ([`item`](crate::wrapper::align::list)) and anchors, a gap is the first of these that applies:
//!
//! * a list: elements with the same symbol in a row, a different number of them on different pages; all of them
//!   together are aligned in turn;
//! * tags that occur once in every stretch, whatever the texts between them;
//! * a gap with optional parts ([`optional`](crate::wrapper::align::optional)): the part that most stretches have splits the gap;
//! * a slot, if it holds text.
//!
//! ```text
//! pages    <p>by <a>Ann</a> <p>1999      <p>by <a>Bob</a>, <a>Cy</a> <p>2004
//! anchors  by                            (in the first p)
//! gaps     after by: a list of a;  after the first p: one p each, which is now unique and so an anchor
//! ```
//!
//! Time: one suffix array per gap and level of ambiguity, seldom more than five levels, and one per optional part; on
//! average at most [`VISITS_PER_NODE`] visits of each node.

mod anchor;
mod list;
mod optional;
mod section;
mod single_page;

use crate::wrapper::page::node::{Node, Page};
use crate::wrapper::page::symbol::DiscriminativeAttributes;
use std::cell::Cell;
use std::ops::Range;

/// A reference to a node of one of the pages.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(in crate::wrapper) struct NodeRef {
    /// The index of the page.
    pub(in crate::wrapper) page: u32,
    /// The index of the node in the page.
    pub(in crate::wrapper) node: u32,
}

/// A run of siblings: some consecutive children of one element.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::wrapper) struct Stretch {
    pub(in crate::wrapper) page: u32,
    /// The element whose children they are.
    pub(in crate::wrapper) parent: u32,
    /// The nodes of the children and of all their descendants.
    pub(in crate::wrapper) nodes: Range<u32>,
}

/// One node from each stretch, in the order of the stretches.
pub(in crate::wrapper) type Tuple = Vec<u32>;

/// A part of the template, as found in stretches.
#[derive(Debug)]
pub(in crate::wrapper) enum AlignedPart {
    /// One element of the template with its occurrences: at most one on each page, or any number if it is `repeated`.
    Element { occurrences: Vec<NodeRef>, repeated: bool, inside: Vec<AlignedPart> },
    /// Texts with the same symbol: the same words, or labels of one kind of section.
    Text { occurrences: Vec<NodeRef> },
    /// A gap whose text differs between pages.
    Slot { stretches: Vec<Stretch> },
}

/// The parts at the beginning of stretches, and the rest of each stretch, which is not aligned yet.
pub(in crate::wrapper) struct PartialAlignment {
    pub(in crate::wrapper) found: Vec<AlignedPart>,
    pub(in crate::wrapper) rest: Option<Vec<Stretch>>,
}

impl From<Vec<AlignedPart>> for PartialAlignment {
    fn from(found: Vec<AlignedPart>) -> Self {
        PartialAlignment { found, rest: None }
    }
}

/// Upper bound on the average number of visits per node. When it is used up, the parts of the pages that are not
/// aligned yet become slots. Without a bound, pages with many optional parts would be scanned once for each of them.
/// The development sets take up to 21 visits; three times as many leave room for other sites.
const VISITS_PER_NODE: usize = 64;

/// The pages of one template, with what the alignment needs to know of them.
pub(in crate::wrapper) struct TemplatePages<'a> {
    pub(in crate::wrapper) pages: &'a [Page<'a>],
    pub(in crate::wrapper) discriminative: DiscriminativeAttributes,
    /// For each symbol whether it is that of an element with attributes or a mark.
    pub(in crate::wrapper) attributed: Vec<bool>,
    /// The names of the section kinds, by the number of the kind.
    pub(in crate::wrapper) names: Vec<String>,
    /// The text nodes of each page, ascending.
    pub(in crate::wrapper) texts: Vec<Vec<u32>>,
    /// How many more nodes may be visited.
    visits_left: Cell<usize>,
}

impl<'a> TemplatePages<'a> {
    /// Prepares pages whose nodes have got their symbols.
    pub(in crate::wrapper) fn new(
        pages: &'a [Page<'a>],
        discriminative: DiscriminativeAttributes,
        attributed: Vec<bool>,
        names: Vec<String>,
    ) -> Self {
        let texts = |page: &Page| (0..).take(page.nodes.len()).filter(|&node| page.is_text(node)).collect();
        let nodes: usize = pages.iter().map(|page| page.nodes.len()).sum();
        TemplatePages {
            pages,
            discriminative,
            attributed,
            names,
            texts: pages.iter().map(texts).collect(),
            visits_left: Cell::new(VISITS_PER_NODE.saturating_mul(nodes)),
        }
    }

    /// Counts one more visit of these stretches; returns whether the bound allows it.
    fn spend_visits(&self, stretches: &[Stretch]) -> bool {
        let nodes = stretches.iter().map(|stretch| 1 + stretch.nodes.len()).sum();
        let left = self.visits_left.get().checked_sub(nodes);
        self.visits_left.set(left.unwrap_or_default());
        left.is_some()
    }
}

impl TemplatePages<'_> {
    /// The page of a stretch.
    pub(in crate::wrapper) fn page(&self, stretch: &Stretch) -> &Page<'_> {
        &self.pages[stretch.page as usize]
    }

    /// Aligns the whole pages.
    pub(in crate::wrapper) fn align_all(&self) -> Vec<AlignedPart> {
        let pages = (0..).zip(self.pages);
        self.align(&pages.map(|(page, nodes)| inside(nodes, page, 0)).collect::<Vec<_>>(), Vec::new())
    }

    /// Aligns stretches; `evidence` holds the anchors in them that are known already.
    pub(in crate::wrapper) fn align(&self, stretches: &[Stretch], evidence: Vec<Tuple>) -> Vec<AlignedPart> {
        let PartialAlignment { mut found, mut rest } = self.align_first(stretches, evidence);
        while let Some(stretches) = rest {
            let step = self.align_first(&stretches, Vec::new());
            Self::add(&mut found, step.found);
            rest = step.rest;
        }
        found
    }

    /// Aligns the beginning of stretches, or all of them, by the first rule that applies (see the module's header).
    fn align_first(&self, stretches: &[Stretch], evidence: Vec<Tuple>) -> PartialAlignment {
        let empty = stretches.iter().filter(|stretch| stretch.nodes.is_empty()).count();
        if empty == stretches.len() {
            return PartialAlignment::from(Vec::new());
        }
        if !self.spend_visits(stretches) {
            return PartialAlignment::from(self.slot(stretches));
        }
        let full = empty == 0 && stretches.len() > 1;
        let split = |evidence: Vec<Tuple>| {
            let chain = self.chain(stretches, &evidence);
            // The links have copies of it, and deeply nested pages come here once per level.
            drop(evidence);
            (!chain.is_empty()).then(|| PartialAlignment::from(self.split(stretches, chain)))
        };
        if let Some(step) = self.sections(stretches) {
            return step;
        }
        self.items(stretches)
            .map(PartialAlignment::from)
            .or_else(|| self.item_groups(stretches))
            .or_else(|| (!evidence.is_empty()).then(|| split(evidence))?)
            .or_else(|| full.then(|| split(self.anchors(stretches)))?)
            .or_else(|| self.list(stretches).map(PartialAlignment::from))
            .or_else(|| full.then(|| split(self.tag_anchors(stretches)))?)
            .or_else(|| self.optional(stretches))
            .or_else(|| self.rare(stretches))
            .unwrap_or_else(|| PartialAlignment::from(self.slot(stretches)))
    }

    /// The parts at the chain's nodes, and those in the gaps before, between and after them.
    fn split(&self, stretches: &[Stretch], chain: Vec<Link>) -> Vec<AlignedPart> {
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

    /// The part that is made of one node from each stretch; `evidence` holds the anchors inside it.
    fn part(&self, stretches: &[Stretch], top: &Tuple, evidence: Vec<Tuple>) -> Vec<AlignedPart> {
        let occurrences: Vec<NodeRef> = occurrences(stretches, top);
        let symbol = |node_ref: &NodeRef| self.pages[node_ref.page as usize].node(node_ref.node).symbol;
        let is_text = self.page(&stretches[0]).is_text(top[0]);
        vec![if !is_text {
            let inner: Vec<Stretch> = occurrences.iter().map(|&node_ref| self.inside(node_ref)).collect();
            AlignedPart::Element { inside: self.align(&inner, evidence), occurrences, repeated: false }
        } else if occurrences.iter().all(|node_ref| symbol(node_ref) == symbol(&occurrences[0])) {
            AlignedPart::Text { occurrences }
        } else {
            let nodes = stretches.iter().zip(top);
            let only =
                |(stretch, &node): (&Stretch, &u32)| Stretch { nodes: node..node + 1, ..stretch.clone() };
            AlignedPart::Slot { stretches: nodes.map(only).collect() }
        }]
    }

    /// A list: elements with the same symbol in a row, a different number of them in different stretches, separated
    /// by nothing but punctuation or by one constant text.
    fn list(&self, stretches: &[Stretch]) -> Option<Vec<AlignedPart>> {
        let mut members: Vec<NodeRef> = Vec::new();
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
                    None => members.push(NodeRef { page: stretch.page, node }),
                }
            }
            least = least.min(members.len() - before);
            most = most.max(members.len() - before);
        }
        if most < 2 || least == most || self.has_labels(stretches) {
            return None;
        }
        let inner: Vec<Stretch> = members.iter().map(|&node_ref| self.inside(node_ref)).collect();
        let inside = self.align(&inner, Vec::new());
        Some(vec![AlignedPart::Element { occurrences: members, repeated: true, inside }])
    }

    /// A slot made of those stretches that hold text; nothing if none does.
    pub(in crate::wrapper) fn slot(&self, stretches: &[Stretch]) -> Vec<AlignedPart> {
        let has_text = |stretch: &&Stretch| {
            let page = self.page(stretch);
            stretch.nodes.clone().any(|node| page.is_text(node))
        };
        let filled: Vec<Stretch> = stretches.iter().filter(has_text).cloned().collect();
        if filled.is_empty() { Vec::new() } else { vec![AlignedPart::Slot { stretches: filled }] }
    }

    /// Appends parts; a slot right after a slot is merged with it.
    pub(in crate::wrapper) fn add(found: &mut Vec<AlignedPart>, parts: Vec<AlignedPart>) {
        for part in parts {
            match (found.last_mut(), part) {
                (Some(AlignedPart::Slot { stretches }), AlignedPart::Slot { stretches: more }) => {
                    // Both lists are in the order of the aligned stretches, so the match is nearly always the next
                    // one.
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

    /// The children of a node as a stretch.
    pub(in crate::wrapper) fn inside(&self, node_ref: NodeRef) -> Stretch {
        inside(&self.pages[node_ref.page as usize], node_ref.page, node_ref.node)
    }

    /// Whether a node is a text with a letter or a digit.
    pub(in crate::wrapper) fn has_letter_or_digit(&self, node_ref: NodeRef) -> bool {
        let text = self.pages[node_ref.page as usize].text(node_ref.node);
        text.is_some_and(|text| text.contains(char::is_alphanumeric))
    }

    /// The subtree of a node, as a stretch of one sibling.
    pub(in crate::wrapper) fn subtree(&self, node_ref: NodeRef) -> Stretch {
        let &Node { parent, end, .. } = self.pages[node_ref.page as usize].node(node_ref.node);
        Stretch { page: node_ref.page, parent, nodes: node_ref.node..end }
    }
}

fn inside(nodes: &Page, page: u32, parent: u32) -> Stretch {
    Stretch { page, parent, nodes: nodes.inside(parent) }
}

fn occurrences(stretches: &[Stretch], tuple: &Tuple) -> Vec<NodeRef> {
    stretches.iter().zip(tuple).map(|(stretch, &node)| NodeRef { page: stretch.page, node }).collect()
}

/// One child of each stretch's element that is the same part on all pages, with the anchors that show it.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct Link {
    pub(in crate::wrapper) top: Tuple,
    /// The anchors inside these children.
    pub(in crate::wrapper) inside: Vec<Tuple>,
}

//! A template laid onto a page.
//!
//! The children of an element that is known to be a part of the template are aligned with the part's own parts: in
//! order, so that what the pairs have in common weighs most. A pair of texts must be the same text; a pair of elements
//! must have the same name, and weighs more if the same attributes tell them and for every text and every tag with
//! attributes of the part that the page's element holds as well. Parts may be missing, and the page may have more.
//! Then the same is done inside every pair. What lies between pairs goes to the slot that lies between the parts.
//!
//! ```text
//! parts  <h1> slot 0 </h1>   <p> "Age:" slot 1 </p>   <p> "Town:" slot 2 </p>
//! page   <h1> Ann </h1>      <p> "Town:" Bonn </p>                             slot 0 Ann, slot 1 missing, slot 2 Bonn
//! ```
//!
//! Time O(parts x children) for every element, with small factors: elements with many like parts are few.

use super::mark::Role;
use super::node::Page;
use super::plan::{Kind, Plan};
use crate::spectrum::exact;
use std::ops::Range;

/// A template on a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// For every node of the plan whether the page has it.
    pub(super) has: Vec<bool>,
    /// For every field the stretches of nodes that fill it; `None` if the page has no place for it.
    pub(super) filled: Vec<Option<Vec<Range<u32>>>>,
    /// For every node of the page whether it is a text of the template or in a field.
    pub(super) covered: Vec<bool>,
}

impl Fit {
    /// The share of the parts that the page has, weighed by their support.
    pub(super) fn matched(&self, plan: &Plan) -> f64 {
        let (mut all, mut had) = (0, 0);
        let parts = plan.nodes.iter().zip(&self.has).skip(1);
        for (node, has) in parts.filter(|(node, _)| node.kind != Kind::Slot) {
            all += u64::from(node.support);
            had += u64::from(node.support) * u64::from(*has);
        }
        if all == 0 { 0.0 } else { exact(had) / exact(all) }
    }
}

/// Lays a plan onto a page whose nodes have the plan's symbols.
pub(super) fn fit(plan: &Plan, page: &Page) -> Fit {
    let mut fitting = Fitting {
        plan,
        page,
        fit: Fit {
            has: vec![false; plan.nodes.len()],
            filled: vec![None; plan.fields],
            covered: vec![false; page.nodes.len()],
        },
        stamps: vec![0; plan.symbols.size()],
        stamp: 0,
        child_of: vec![(0, 0); plan.symbols.size()],
        spare: Vec::new(),
    };
    fitting.align(0, page.inside(0));
    fitting.fit
}

struct Fitting<'a> {
    plan: &'a Plan,
    page: &'a Page<'a>,
    fit: Fit,
    /// For every symbol the last stamp of an element that holds it.
    stamps: Vec<u32>,
    stamp: u32,
    /// For every symbol the last stamp of a list of children that has it, and its place in the list.
    child_of: Vec<(u32, usize)>,
    /// Lists that are used again.
    spare: Vec<Vec<u32>>,
}

/// What parts the members of a list is at most so long: punctuation, "and" or a word like it.
const SEPARATOR: usize = 6;

/// A part and the child that is it, by their places among their siblings.
type Pair = (usize, usize);

impl Fitting<'_> {
    /// Lays the parts of an element onto a stretch.
    fn align(&mut self, parent: u32, stretch: Range<u32>) {
        let plan = self.plan;
        let parts = &plan.node(parent).parts;
        if parts.is_empty() {
            return;
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        children.extend(self.page.top(stretch));
        let sure = if plan.node(parent).is_ambiguous { None } else { self.plain_pairs(parts, &children) };
        let mut pairs = sure.unwrap_or_else(|| self.pairs(parts, &children));
        let strays = self.strays(parts, &children, &pairs);
        if !strays.is_empty() {
            children.retain(|child| strays.iter().all(|(_, stray)| stray != child));
            pairs = self.pairs(parts, &children);
        }
        let (mut part, mut child) = (0, 0);
        for (number, &(paired_part, paired_child)) in pairs.iter().enumerate() {
            let gap = &children[child..paired_child];
            if part <= paired_part {
                self.between(&parts[part..paired_part], gap);
            } else {
                self.cover_texts(gap);
            }
            self.take(parts[paired_part], children[paired_child]);
            (part, child) = (paired_part + 1, paired_child + 1);
            let end = pairs.get(number + 1).map_or(children.len(), |&(_, next)| next);
            child += self.absorb(parts, paired_part, &children[child..end]);
        }
        self.between(&parts[part..], &children[child..]);
        for (part, child) in strays {
            self.take(part, child);
        }
        self.spare.push(children);
    }

    /// Parts of sections out of order: they are what they are wherever they stand.
    fn strays(&self, parts: &[u32], children: &[u32], pairs: &[Pair]) -> Vec<(u32, u32)> {
        let mut strays: Vec<(u32, u32)> = Vec::new();
        let free = |at: usize, of: fn(&Pair) -> usize| pairs.iter().all(|pair| of(pair) != at);
        for (at, &child) in children.iter().enumerate() {
            let (mark, name) = (self.page.node(child).mark, self.page.name(child));
            if mark.is_none() || name.is_none() || !free(at, |pair| pair.1) {
                continue;
            }
            let part = parts.iter().enumerate().find(|&(at, &part)| {
                let node = self.plan.node(part);
                node.mark == mark
                    && name == Some(&node.name)
                    && free(at, |pair| pair.0)
                    && strays.iter().all(|(taken, _)| *taken != part)
            });
            strays.extend(part.map(|(_, &part)| (part, child)));
        }
        strays
    }

    /// A child is a part.
    fn take(&mut self, part: u32, child: u32) {
        let node = self.plan.node(part);
        self.fit.has[part as usize] = true;
        if self.page.is_text(child) {
            self.fit.covered[child as usize] = true;
            if let Some(field) = node.field {
                self.fill(field, child..child + 1);
            }
        } else {
            self.align(part, self.page.inside(child));
        }
    }

    /// What parts the members of a list is no value.
    fn cover_texts(&mut self, children: &[u32]) {
        for &child in children.iter().filter(|&&child| self.page.is_text(child)) {
            self.fit.covered[child as usize] = true;
        }
    }

    /// Children between two pairs, and the parts there that no child is.
    fn between(&mut self, parts: &[u32], children: &[u32]) {
        let mut slots = parts.iter().copied().filter(|&part| self.is_open(part));
        // Of several slots the one beside the pair before has the best claim.
        let Some(slot) = slots.next() else { return };
        // A section of no known kind is nothing else's value.
        let is_head = |&child: &u32| self.page.node(child).mark.is_some_and(|mark| mark.role == Role::Head);
        let children = &children[..children.iter().position(is_head).unwrap_or(children.len())];
        let field = self.plan.node(slot).field.expect("a slot has a field");
        match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => self.fill(field, first..self.page.node(last).end),
            _ => {
                if self.plan.node(slot).kind == Kind::Slot {
                    self.fit.filled[field].get_or_insert_default();
                }
            }
        }
    }

    /// Whether a part takes what stands in its place: a slot that is not known by a label which is missing.
    fn is_open(&self, part: u32) -> bool {
        let node = self.plan.node(part);
        node.field.is_some()
            && node.label.is_none_or(|label| self.fit.has[label as usize] || node.is_unmistakable)
    }

    fn fill(&mut self, field: usize, stretch: Range<u32>) {
        for node in stretch.clone() {
            self.fit.covered[node as usize] = true;
        }
        self.fit.filled[field].get_or_insert_default().push(stretch);
    }

    /// Takes the children that follow a pair and are like it, with nothing but separators between: a list of which no
    /// learning page had more than one.
    fn absorb(&mut self, parts: &[u32], part: usize, children: &[u32]) -> usize {
        let node = self.plan.node(parts[part]);
        let next_takes = parts.get(part + 1).is_some_and(|&next| self.plan.node(next).field.is_some());
        if node.kind != Kind::Element || next_takes || !node.holds_field {
            return 0;
        }
        let mut taken = 0;
        for (at, &child) in children.iter().enumerate() {
            match self.page.text(child) {
                Some(text) if text.chars().count() > SEPARATOR => break,
                Some(_) => {}
                None if self.page.node(child).symbol == node.symbol => {
                    self.align(parts[part], self.page.inside(child));
                    taken = at + 1;
                }
                None => break,
            }
        }
        taken
    }

    /// The pairs where nothing is ambiguous: every part is one child at most, which comes in order, and no child that is
    /// like a missing part in name alone is left over.
    fn plain_pairs(&mut self, parts: &[u32], children: &[u32]) -> Option<Vec<Pair>> {
        self.stamp += 1;
        for (at, &child) in children.iter().enumerate() {
            let symbol = self.page.node(child).symbol;
            let before = std::mem::replace(&mut self.child_of[symbol as usize], (self.stamp, at));
            if symbol != 0 && before.0 == self.stamp && !self.page.is_text(child) {
                return None;
            }
        }
        let mut pairs: Vec<Pair> = Vec::with_capacity(parts.len());
        let mut is_missing = false;
        for (number, &part) in parts.iter().enumerate() {
            let part = self.plan.node(part);
            if part.kind == Kind::Slot {
                continue;
            }
            let (stamp, at) = self.child_of[part.symbol as usize];
            if stamp != self.stamp {
                is_missing |= !part.tells.is_empty();
            } else if pairs.last().is_none_or(|last| last.1 < at) {
                pairs.push((number, at));
            } else {
                return None;
            }
        }
        (!is_missing || pairs.len() == children.len()).then_some(pairs)
    }

    /// The heaviest pairs in order.
    fn pairs(&mut self, parts: &[u32], children: &[u32]) -> Vec<Pair> {
        let weights = self.weights(parts, children);
        let (rows, columns) = (parts.len(), children.len());
        // best[part][child]: the most that the parts and children from there on can weigh.
        let mut best = vec![0_u32; (rows + 1) * (columns + 1)];
        let at = |part: usize, child: usize| part * (columns + 1) + child;
        for part in (0..rows).rev() {
            let stays = self.plan.node(parts[part]).repeated;
            for child in (0..columns).rev() {
                let weight = weights[part * columns + child];
                let mut most = best[at(part + 1, child)].max(best[at(part, child + 1)]);
                if weight > 0 {
                    most = most.max(weight + best[at(part + 1, child + 1)]);
                    if stays {
                        most = most.max(weight + best[at(part, child + 1)]);
                    }
                }
                best[at(part, child)] = most;
            }
        }
        let mut pairs = Vec::new();
        let (mut part, mut child) = (0, 0);
        while part < rows && child < columns {
            let (here, weight) = (best[at(part, child)], weights[part * columns + child]);
            if weight > 0
                && self.plan.node(parts[part]).repeated
                && here == weight + best[at(part, child + 1)]
            {
                pairs.push((part, child));
                child += 1;
            } else if weight > 0 && here == weight + best[at(part + 1, child + 1)] {
                pairs.push((part, child));
                (part, child) = (part + 1, child + 1);
            } else if here == best[at(part + 1, child)] {
                part += 1;
            } else {
                child += 1;
            }
        }
        pairs
    }

    /// What each part and child have in common.
    fn weights(&mut self, parts: &[u32], children: &[u32]) -> Vec<u32> {
        let mut weights = vec![0; parts.len() * children.len()];
        for (column, &child) in children.iter().enumerate() {
            self.stamp += 1;
            for node in self.page.inside(child) {
                self.stamps[self.page.node(node).symbol as usize] = self.stamp;
            }
            let (symbol, name) = (self.page.node(child).symbol, self.page.name(child));
            let mark = self.page.node(child).mark;
            for (row, &part) in parts.iter().enumerate() {
                let part = self.plan.node(part);
                weights[row * children.len() + column] = match part.kind {
                    Kind::Slot => 0,
                    Kind::Text => 2 * u32::from(name.is_none() && part.symbol == symbol),
                    Kind::Element if part.symbol != symbol && name != Some(&part.name) => 0,
                    Kind::Element if part.mark != mark => 0,
                    Kind::Element => {
                        let shared =
                            part.tells.iter().filter(|&&tells| self.stamps[tells as usize] == self.stamp);
                        let shared = u32::try_from(shared.count()).expect("few parts");
                        let alike = if part.symbol == symbol { 1 + u32::from(part.attributed) } else { 0 };
                        shared + alike
                    }
                };
            }
        }
        weights
    }
}

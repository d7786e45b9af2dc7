//! Aligns a template with a page.
//!
//! In: a [`Plan`] and a page whose nodes have the plan's symbols. Out: a [`Fit`]: the parts that the page has, and the
//! nodes that fill each field.
//!
//! ```text
//! parts  <h1> slot 0 </h1>   <p> "Age:" slot 1 </p>   <p> "Town:" slot 2 </p>
//! page   <h1> Ann </h1>      <p> "Town:" Bonn </p>                             slot 0 Ann, slot 1 missing, slot 2 Bonn
//! ```
//!
//! The tree is aligned top down. When an element of the page is matched with a part, its children are aligned with the
//! child parts: pairs in the order of both, with the largest sum of weights. Two texts match if they are equal. Two
//! elements match if they have the same tag; the pair weighs one more for an equal symbol, another one if that symbol
//! contains attributes, and one for every text and distinctive element inside the part that the page's element contains
//! as well. Parts may be missing, and the page may have further children. The same is then done inside every pair.
//! An element that the template does not have is replaced by its children if it contains most of the parts. The nodes
//! between two pairs fill the slot between the two parts.
//!
//! Where an element has many parts and many children, the alignment is done in windows. Time per element:
//! O(parts + children), times the window where the match is ambiguous, which is so for few elements. In addition, a node
//! can be visited once for each element around it, to collect the symbols inside.

use crate::spectrum::exact;
use crate::wrapper::page::node::Page;
use crate::wrapper::read::plan::{PartKind, Plan};
use crate::wrapper::section::{Mark, Role};
use hashbrown::HashMap;
use std::ops::Range;

/// The alignment of a template with a page.
#[derive(Clone, Debug, Default)]
pub(in crate::wrapper) struct Fit {
    /// For every node of the plan, whether the page has it.
    pub(in crate::wrapper) has: Vec<bool>,
    /// For every field, the ranges of nodes that fill it; `None` if the page has no place for the field.
    pub(in crate::wrapper) filled: Vec<Option<Vec<Range<u32>>>>,
    /// For every node of the page, whether it is a text of the template or belongs to a field.
    pub(in crate::wrapper) covered: Vec<bool>,
    /// The nodes of the page that are items of lists, each with the number of its list.
    pub(in crate::wrapper) items: Vec<(u32, u32)>,
}

impl Fit {
    /// The share of the template's elements and texts that the page has, weighted by their support.
    pub(in crate::wrapper) fn matched(&self, plan: &Plan) -> f64 {
        let (mut all, mut had) = (0, 0);
        let parts = plan.nodes.iter().zip(&self.has).skip(1);
        for (node, has) in parts.filter(|(node, _)| node.kind != PartKind::Slot) {
            all += u64::from(node.support);
            had += u64::from(node.support) * u64::from(*has);
        }
        if all == 0 { 0.0 } else { exact(had) / exact(all) }
    }
}

/// Aligns a plan with a page whose nodes have the plan's symbols.
pub(in crate::wrapper) fn fit(plan: &Plan, page: &Page) -> Fit {
    let mut fitting = Fitting {
        plan,
        page,
        fit: Fit {
            has: vec![false; plan.nodes.len()],
            filled: vec![None; plan.fields],
            covered: vec![false; page.nodes.len()],
            items: Vec::new(),
        },
        stamps: vec![0; plan.symbols.size()],
        stamp: 0,
        child_of: vec![(0, 0); plan.symbols.size()],
        spare: Vec::new(),
    };
    fitting.align(0, page.inside(0));
    fitting.fit
}

/// The state of [`fit`].
struct Fitting<'a> {
    plan: &'a Plan,
    page: &'a Page<'a>,
    fit: Fit,
    /// For every symbol the stamp of the last set of symbols that it was in. A set contains a symbol if the symbol has the
    /// current stamp, so that a new set needs no clearing.
    stamps: Vec<u32>,
    stamp: u32,
    /// For every symbol the stamp of the last list of children that contained it, and its position there.
    child_of: Vec<(u32, usize)>,
    /// Allocations of children lists, for reuse.
    spare: Vec<Vec<u32>>,
}

/// Half the number of parts and of children in one alignment table, where there are more of both. Elements of the
/// development sets have up to 255 of both after the pairs of [`Fitting::prefix_pairs`].
const WINDOW: usize = 256;

/// The maximum length of a separator between list items, in characters: punctuation, "and" or a similar word.
const SEPARATOR: usize = 6;

/// A part and the child that matches it, by their positions among their siblings.
type PartChildPair = (usize, usize);

impl Fitting<'_> {
    /// Aligns the child parts of a part with the nodes of a range, and fills the slots between them.
    fn align(&mut self, parent: u32, stretch: Range<u32>) {
        let plan = self.plan;
        let parts = &plan.node(parent).parts;
        if parts.is_empty() {
            return;
        }
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        children.extend(self.page.top(stretch));
        self.splice_unknown_element(parts, &mut children);
        let sure =
            if plan.node(parent).is_ambiguous { None } else { self.unambiguous_pairs(parts, &children) };
        let mut pairs = sure.unwrap_or_else(|| self.pairs(parts, &children));
        let strays = self.strays(parts, &children, &pairs);
        if !strays.is_empty() {
            let mut left = strays.iter().map(|&(_, stray)| stray).peekable();
            children.retain(|&child| left.next_if_eq(&child).is_none());
            pairs = self.pairs(parts, &children);
        }
        let (mut part, mut child) = (0, 0);
        for (number, &(paired_part, paired_child)) in pairs.iter().enumerate() {
            let gap = &children[child..paired_child];
            if part <= paired_part {
                self.fill_gap(&parts[part..paired_part], gap);
            } else {
                self.cover_texts(gap);
            }
            self.match_part(parts[paired_part], children[paired_child]);
            (part, child) = (paired_part + 1, paired_child + 1);
            let end = pairs.get(number + 1).map_or(children.len(), |&(_, next)| next);
            child += self.extend_list(parts, paired_part, &children[child..end]);
        }
        self.fill_gap(&parts[part..], &children[child..]);
        for (part, child) in strays {
            self.match_part(part, child);
        }
        self.spare.push(children);
    }

    /// Replaces an element without a known symbol by its children, if these are most of the parts: a container that no
    /// learning page had.
    fn splice_unknown_element(&mut self, parts: &[u32], children: &mut Vec<u32>) {
        let is_unknown = |child: &u32| self.page.node(*child).symbol == 0 && !self.page.is_text(*child);
        if !children.iter().any(is_unknown) {
            return;
        }
        self.stamp += 1;
        let mut elements = 0;
        for part in parts.iter().map(|&part| self.plan.node(part)).filter(|part| part.kind != PartKind::Slot)
        {
            self.stamps[part.symbol as usize] = self.stamp;
            elements += 1;
        }
        let is_part = |child: u32| {
            let symbol = self.page.node(child).symbol;
            symbol != 0 && self.stamps[symbol as usize] == self.stamp
        };
        let direct = children.iter().filter(|&&child| is_part(child)).count();
        if 2 * direct > elements {
            return;
        }
        let holds_most = |&at: &usize| {
            let inside = self.page.top(self.page.inside(children[at]));
            let held = inside.filter(|&child| is_part(child)).count();
            2 * held > elements && held > direct
        };
        let mut unknown = (0..children.len()).filter(|&at| is_unknown(&children[at]));
        if let Some(at) = unknown.find(holds_most) {
            let inside: Vec<u32> = self.page.top(self.page.inside(children[at])).collect();
            children.splice(at..=at, inside);
        }
    }

    /// Pairs of unmatched parts and unmatched children that have the same section mark and tag, in the order of the
    /// children. Sections may be out of order, as their marks identify them.
    fn strays(&self, parts: &[u32], children: &[u32], pairs: &[PartChildPair]) -> Vec<(u32, u32)> {
        let plan = self.plan;
        let mut is_paired = (vec![false; parts.len()], vec![false; children.len()]);
        for &(part, child) in pairs {
            (is_paired.0[part], is_paired.1[child]) = (true, true);
        }
        // Unmatched parts by mark and tag. The first of several is last in its list, as the lists are used from their ends.
        let mut free: HashMap<(Mark, &str), Vec<u32>> = HashMap::new();
        for (&part, _) in parts.iter().zip(is_paired.0).rev().filter(|(_, is_paired)| !is_paired) {
            let node = plan.node(part);
            if let Some(mark) = node.mark {
                free.entry((mark, &node.name)).or_default().push(part);
            }
        }
        let stray = |(&child, is_paired): (&u32, bool)| {
            let (mark, name) = (self.page.node(child).mark, self.page.name(child));
            let like = free.get_mut(&(mark?, name?)).filter(|_| !is_paired)?;
            Some((like.pop()?, child))
        };
        children.iter().zip(is_paired.1).filter_map(stray).collect()
    }

    /// Records that a child matches a part, and aligns what is inside both.
    fn match_part(&mut self, part: u32, child: u32) {
        let node = self.plan.node(part);
        self.fit.has[part as usize] = true;
        if self.page.is_text(child) {
            self.fit.covered[child as usize] = true;
            if let Some(field) = node.field {
                self.fill(field, child..child + 1);
            }
        } else {
            self.match_inside(part, child);
        }
    }

    /// Aligns what is inside a part and an element that matches it.
    fn match_inside(&mut self, part: u32, child: u32) {
        self.fit.items.extend(self.plan.node(part).list.map(|list| (list, child)));
        self.align(part, self.page.inside(child));
    }

    /// Marks separators between list items as covered: they are no values.
    fn cover_texts(&mut self, children: &[u32]) {
        for &child in children.iter().filter(|&&child| self.page.is_text(child)) {
            self.fit.covered[child as usize] = true;
        }
    }

    /// Fills the first open part between two pairs with the unmatched children between them.
    fn fill_gap(&mut self, parts: &[u32], children: &[u32]) {
        let mut slots = parts.iter().copied().filter(|&part| self.is_open(part));
        let Some(slot) = slots.next() else { return };
        // A section of unknown kind is not part of the value of another field.
        let is_head = |&child: &u32| self.page.node(child).mark.is_some_and(|mark| mark.role == Role::Head);
        let children = &children[..children.iter().position(is_head).unwrap_or(children.len())];
        let field = self.plan.node(slot).field.expect("a slot has a field");
        match (children.first(), children.last()) {
            (Some(&first), Some(&last)) => self.fill(field, first..self.page.node(last).end),
            _ => {
                if self.plan.node(slot).kind == PartKind::Slot {
                    self.fit.filled[field].get_or_insert_default();
                }
            }
        }
    }

    /// Whether unmatched children can fill a part: it has a field, and the page has the field's label if there is one, or
    /// the element around it is unmistakable.
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

    /// Aligns the children after a pair that have its symbol, with only separators between them, with the same part: a
    /// list of which no learning page had more than one item. Returns the number of children used.
    fn extend_list(&mut self, parts: &[u32], part: usize, children: &[u32]) -> usize {
        let node = self.plan.node(parts[part]);
        let next_takes = parts.get(part + 1).is_some_and(|&next| self.plan.node(next).field.is_some());
        if node.kind != PartKind::Element || next_takes || !node.holds_field {
            return 0;
        }
        let mut taken = 0;
        for (at, &child) in children.iter().enumerate() {
            match self.page.text(child) {
                Some(text) if text.chars().count() > SEPARATOR => break,
                Some(_) => {}
                None if self.page.node(child).symbol == node.symbol => {
                    self.match_inside(parts[part], child);
                    taken = at + 1;
                }
                None => break,
            }
        }
        taken
    }

    /// The pairs of equal symbols, if no other pairs can weigh more: no two elements among the children have the same
    /// symbol, the pairs are in order, and no unmatched child could match a part by its tag alone. `None` otherwise.
    fn unambiguous_pairs(&mut self, parts: &[u32], children: &[u32]) -> Option<Vec<PartChildPair>> {
        self.stamp += 1;
        for (at, &child) in children.iter().enumerate() {
            let symbol = self.page.node(child).symbol;
            let before = std::mem::replace(&mut self.child_of[symbol as usize], (self.stamp, at));
            if symbol != 0 && before.0 == self.stamp && !self.page.is_text(child) {
                return None;
            }
        }
        let mut pairs: Vec<PartChildPair> = Vec::with_capacity(parts.len());
        let mut is_missing = false;
        for (number, &part) in parts.iter().enumerate() {
            let part = self.plan.node(part);
            if part.kind == PartKind::Slot {
                continue;
            }
            if part.is_item {
                return None;
            }
            let (stamp, at) = self.child_of[part.symbol as usize];
            if stamp != self.stamp {
                is_missing |= !part.inner_symbols.is_empty();
            } else if pairs.last().is_none_or(|last| last.1 < at) {
                pairs.push((number, at));
            } else {
                return None;
            }
        }
        (!is_missing || pairs.len() == children.len()).then_some(pairs)
    }

    /// The pairs, in the order of both, with the largest sum of weights: first the prefix pairs, then window by window.
    fn pairs(&mut self, parts: &[u32], children: &[u32]) -> Vec<PartChildPair> {
        let mut pairs = self.prefix_pairs(parts, children);
        let (mut part, mut child) = match pairs.last() {
            Some(&(part, child)) => (part + usize::from(!self.plan.node(parts[part]).repeated), child + 1),
            None => (0, 0),
        };
        loop {
            let (rows, columns) = (parts.len() - part, children.len() - child);
            let is_last = rows.min(columns) <= WINDOW;
            let (rows, columns) = if is_last { (rows, columns) } else { (2 * WINDOW, 2 * WINDOW) };
            let (rows, columns) = (rows.min(parts.len() - part), columns.min(children.len() - child));
            let found = self.pairs_by_table(&parts[part..part + rows], &children[child..child + columns]);
            // Pairs in the second half may be worse than pairs with nodes after the window.
            let is_sure = |pair: &PartChildPair| is_last || pair.0 < WINDOW && pair.1 < WINDOW;
            pairs.extend(
                found.iter().filter(|pair| is_sure(pair)).map(|pair| (part + pair.0, child + pair.1)),
            );
            if is_last {
                return pairs;
            }
            // Continue at the first pair that is not sure, at most half a window on.
            let next = found.iter().find(|pair| !is_sure(pair)).copied().unwrap_or((WINDOW, WINDOW));
            (part, child) = (part + next.0.min(WINDOW), child + next.1.min(WINDOW));
        }
    }

    /// The pairs at the beginning in which neither part nor child can have a heavier partner. At least one heaviest
    /// alignment begins with these pairs, so that they need no table.
    fn prefix_pairs(&mut self, parts: &[u32], children: &[u32]) -> Vec<PartChildPair> {
        // For every part the largest weight of a pair that a pair of this part excludes: of the part itself, unless it is
        // repeated, and of the later parts of the same tag.
        let mut most: Vec<u32> = Vec::with_capacity(parts.len());
        let mut of_name: HashMap<&str, u32> = HashMap::new();
        let plan = self.plan;
        for part in parts.iter().rev().map(|&part| plan.node(part)) {
            let behind = of_name.entry(&part.name).or_default();
            let with_own = part.max_weight().max(*behind);
            most.push(if part.repeated { *behind } else { with_own });
            *behind = with_own;
        }
        most.reverse();
        let mut pairs = Vec::new();
        let mut part = 0;
        for (child, &node) in children.iter().enumerate() {
            let Some(&number) = parts.get(part) else { break };
            self.stamp(node);
            let weight = self.weight(number, node);
            if weight == 0 || weight < most[part] {
                break;
            }
            pairs.push((part, child));
            part += usize::from(!plan.node(number).repeated);
        }
        pairs
    }

    /// The pairs, in the order of both, with the largest sum of weights, by dynamic programming over a table of parts and
    /// children.
    fn pairs_by_table(&mut self, parts: &[u32], children: &[u32]) -> Vec<PartChildPair> {
        let rows = parts.len();
        // For every row the largest sum of weights of the parts from this row on with the children from `column` on.
        let mut best = vec![0_u32; rows + 1];
        let mut steps = vec![FitStep::Part; rows * children.len()];
        for (column, &child) in children.iter().enumerate().rev() {
            self.stamp(child);
            let mut diagonal = 0;
            for row in (0..rows).rev() {
                let weight = self.weight(parts[row], child);
                let repeated = self.plan.node(parts[row]).repeated;
                let (without_part, without_child) = (best[row + 1], best[row]);
                // In the order of preference among equal sums.
                let step = [
                    (FitStep::Stay, if weight > 0 && repeated { weight + without_child } else { 0 }),
                    (FitStep::Pair, if weight > 0 { weight + diagonal } else { 0 }),
                    (FitStep::Part, without_part),
                    (FitStep::Child, without_child),
                ];
                let heavier = |a: (FitStep, u32), b: (FitStep, u32)| if b.1 > a.1 { b } else { a };
                (diagonal, (steps[column * rows + row], best[row])) =
                    (without_child, step.into_iter().fold((FitStep::Part, 0), heavier));
            }
        }
        let mut pairs = Vec::new();
        let (mut part, mut child) = (0, 0);
        while part < rows && child < children.len() {
            let step = steps[child * rows + part];
            if matches!(step, FitStep::Pair | FitStep::Stay) {
                pairs.push((part, child));
            }
            part += usize::from(matches!(step, FitStep::Pair | FitStep::Part));
            child += usize::from(!matches!(step, FitStep::Part));
        }
        pairs
    }

    /// Stamps the symbols of all nodes inside a child.
    fn stamp(&mut self, child: u32) {
        self.stamp += 1;
        for node in self.page.inside(child) {
            self.stamps[self.page.node(node).symbol as usize] = self.stamp;
        }
    }

    /// The weight of a pair of a part and the child whose symbols were stamped last; 0 if they do not match.
    fn weight(&self, part: u32, child: u32) -> u32 {
        let (part, node) = (self.plan.node(part), self.page.node(child));
        let name = self.page.name(child);
        match part.kind {
            PartKind::Slot => 0,
            PartKind::Text => part.max_weight() * u32::from(name.is_none() && part.symbol == node.symbol),
            PartKind::Element if part.symbol != node.symbol && name != Some(&part.name) => 0,
            PartKind::Element if part.mark != node.mark => 0,
            PartKind::Element => {
                let shared =
                    part.inner_symbols.iter().filter(|&&symbol| self.stamps[symbol as usize] == self.stamp);
                let shared = u32::try_from(shared.count()).expect("few parts");
                let alike = if part.symbol == node.symbol { 1 + u32::from(part.is_distinctive) } else { 0 };
                shared + alike.max(u32::from(part.is_item))
            }
        }
    }
}

/// The first step of the heaviest alignment of the parts and children from a cell of the table on.
#[derive(Clone, Copy, Debug)]
enum FitStep {
    /// Part and child are a pair.
    Pair,
    /// They are a pair, and the part is repeated: it may match further children.
    Stay,
    /// The part is missing.
    Part,
    /// The child matches no part.
    Child,
}

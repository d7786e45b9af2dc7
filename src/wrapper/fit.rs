//! A template laid onto a page.
//!
//! The children of an element that is known to be a part of the template are aligned with the part's own parts: in
//! order, so that what the pairs have in common weighs most. A pair of texts must be the same text; a pair of elements
//! must have the same name, and weighs more if the same attributes tell them and for every text and every tag with
//! attributes of the part that the page's element holds as well. Parts may be missing, and the page may have more.
//! Then the same is done inside every pair. An element of the page that the template lacks is seen through if it holds most
//! of the parts. What lies between pairs goes to the slot that lies between the parts.
//!
//! ```text
//! parts  <h1> slot 0 </h1>   <p> "Age:" slot 1 </p>   <p> "Town:" slot 2 </p>
//! page   <h1> Ann </h1>      <p> "Town:" Bonn </p>                             slot 0 Ann, slot 1 missing, slot 2 Bonn
//! ```
//!
//! Where an element has many parts and many children that can be several of them, their pairs are looked for in windows.
//! Time O(parts + children) for every element, times the window, which only few elements fill; and the depth.

use super::node::Page;
use super::plan::{Kind, Plan};
use super::role::{Mark, Role};
use crate::spectrum::exact;
use hashbrown::HashMap;
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

/// Half of the parts and of the children that are laid onto one another at once, where there are more of both. Elements of
/// the development sets have up to 255 of both behind the pairs that nothing outweighs.
const WINDOW: usize = 256;

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
        self.see_through(parts, &mut children);
        let sure = if plan.node(parent).is_ambiguous { None } else { self.plain_pairs(parts, &children) };
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

    /// Takes what an element holds for children in its stead, if most parts are there: one more element around them, which
    /// no learning page had.
    fn see_through(&mut self, parts: &[u32], children: &mut Vec<u32>) {
        let is_unknown = |child: &u32| self.page.node(*child).symbol == 0 && !self.page.is_text(*child);
        if !children.iter().any(is_unknown) {
            return;
        }
        self.stamp += 1;
        let mut elements = 0;
        for part in parts.iter().map(|&part| self.plan.node(part)).filter(|part| part.kind != Kind::Slot) {
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

    /// Parts of sections out of order: they are what they are wherever they stand. In the order of the children.
    fn strays(&self, parts: &[u32], children: &[u32], pairs: &[Pair]) -> Vec<(u32, u32)> {
        let plan = self.plan;
        let mut is_paired = (vec![false; parts.len()], vec![false; children.len()]);
        for &(part, child) in pairs {
            (is_paired.0[part], is_paired.1[child]) = (true, true);
        }
        // The parts that are no pair's, the first of like ones last.
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
            if part.is_item {
                return None;
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

    /// The heaviest pairs in order: those at the beginning that nothing outweighs, then window by window.
    fn pairs(&mut self, parts: &[u32], children: &[u32]) -> Vec<Pair> {
        let mut pairs = self.first_pairs(parts, children);
        let (mut part, mut child) = match pairs.last() {
            Some(&(part, child)) => (part + usize::from(!self.plan.node(parts[part]).repeated), child + 1),
            None => (0, 0),
        };
        loop {
            let (rows, columns) = (parts.len() - part, children.len() - child);
            let is_last = rows.min(columns) <= WINDOW;
            let (rows, columns) = if is_last { (rows, columns) } else { (2 * WINDOW, 2 * WINDOW) };
            let (rows, columns) = (rows.min(parts.len() - part), columns.min(children.len() - child));
            let found = self.heaviest(&parts[part..part + rows], &children[child..child + columns]);
            // What lies in the second half may have better partners behind the window.
            let is_sure = |pair: &Pair| is_last || pair.0 < WINDOW && pair.1 < WINDOW;
            pairs.extend(
                found.iter().filter(|pair| is_sure(pair)).map(|pair| (part + pair.0, child + pair.1)),
            );
            if is_last {
                return pairs;
            }
            // On to the first pair that is not sure, or by half a window.
            let next = found.iter().find(|pair| !is_sure(pair)).copied().unwrap_or((WINDOW, WINDOW));
            (part, child) = (part + next.0.min(WINDOW), child + next.1.min(WINDOW));
        }
    }

    /// The pairs at the beginning in which neither can weigh more with another: some heaviest pairs begin so.
    fn first_pairs(&mut self, parts: &[u32], children: &[u32]) -> Vec<Pair> {
        // The most that a child of a part's name can weigh with what it would leave out.
        let mut most: Vec<u32> = Vec::with_capacity(parts.len());
        let mut of_name: HashMap<&str, u32> = HashMap::new();
        let plan = self.plan;
        for part in parts.iter().rev().map(|&part| plan.node(part)) {
            let behind = of_name.entry(&part.name).or_default();
            let with_own = part.heaviest().max(*behind);
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

    /// The heaviest pairs in order, by a table of parts and children.
    fn heaviest(&mut self, parts: &[u32], children: &[u32]) -> Vec<Pair> {
        let rows = parts.len();
        // Of a part and the parts behind it, the most that they can weigh with the children from a column on.
        let mut best = vec![0_u32; rows + 1];
        let mut steps = vec![Step::Part; rows * children.len()];
        for (column, &child) in children.iter().enumerate().rev() {
            self.stamp(child);
            let mut diagonal = 0;
            for row in (0..rows).rev() {
                let weight = self.weight(parts[row], child);
                let repeated = self.plan.node(parts[row]).repeated;
                let (without_part, without_child) = (best[row + 1], best[row]);
                // In the order in which they are chosen where several weigh the most.
                let step = [
                    (Step::Stay, if weight > 0 && repeated { weight + without_child } else { 0 }),
                    (Step::Pair, if weight > 0 { weight + diagonal } else { 0 }),
                    (Step::Part, without_part),
                    (Step::Child, without_child),
                ];
                let heavier = |a: (Step, u32), b: (Step, u32)| if b.1 > a.1 { b } else { a };
                (diagonal, (steps[column * rows + row], best[row])) =
                    (without_child, step.into_iter().fold((Step::Part, 0), heavier));
            }
        }
        let mut pairs = Vec::new();
        let (mut part, mut child) = (0, 0);
        while part < rows && child < children.len() {
            let step = steps[child * rows + part];
            if matches!(step, Step::Pair | Step::Stay) {
                pairs.push((part, child));
            }
            part += usize::from(matches!(step, Step::Pair | Step::Part));
            child += usize::from(!matches!(step, Step::Part));
        }
        pairs
    }

    /// Notes which symbols a child holds.
    fn stamp(&mut self, child: u32) {
        self.stamp += 1;
        for node in self.page.inside(child) {
            self.stamps[self.page.node(node).symbol as usize] = self.stamp;
        }
    }

    /// What a part has in common with the child whose symbols were noted last.
    fn weight(&self, part: u32, child: u32) -> u32 {
        let (part, node) = (self.plan.node(part), self.page.node(child));
        let name = self.page.name(child);
        match part.kind {
            Kind::Slot => 0,
            Kind::Text => part.heaviest() * u32::from(name.is_none() && part.symbol == node.symbol),
            Kind::Element if part.symbol != node.symbol && name != Some(&part.name) => 0,
            Kind::Element if part.mark != node.mark => 0,
            Kind::Element => {
                let shared = part.tells.iter().filter(|&&tells| self.stamps[tells as usize] == self.stamp);
                let shared = u32::try_from(shared.count()).expect("few parts");
                let alike = if part.symbol == node.symbol { 1 + u32::from(part.attributed) } else { 0 };
                shared + alike.max(u32::from(part.is_item))
            }
        }
    }
}

/// What becomes of a part and a child where the heaviest pairs of those from there on begin.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// They are a pair.
    Pair,
    /// They are a pair, and the part may have more children.
    Stay,
    /// The part is missing.
    Part,
    /// The child is no part.
    Child,
}

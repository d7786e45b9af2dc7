//! Records of several siblings that begin or end with a head.
//!
//! In: the heads of a candidate. Out: the runs, with the texts between their elements. The last run of a parent has no head behind it:
//! it is at most as long as the others, and has only siblings whose steps occur between heads.
//!
//! ```text
//! <h3>Ann</h3> <p>a</p> <p>b</p> <h3>Bob</h3> <p>c</p> <form>      Ann a b, Bob c
//! ```
//!
//! Cost: linear in the siblings of the heads.

use super::super::record::{Border, Record};
use super::outline::{Divides, Outline};
use super::part::{At, Part};
use crate::measure::{LEAST, are_nearly_all};
use crate::page::ElementId;
use hashbrown::{HashMap, HashSet};
use std::ops::{Deref, Range};

/// The runs of siblings, with the texts between them, that the heads begin or end; none if each run would be its head alone.
pub(super) fn runs(
    pages: &[impl Deref<Target = Outline>],
    heads: &[At],
    border: Border,
    limits: &mut RunLimits,
) -> Vec<Part> {
    let mut numbers: HashMap<At, usize> = HashMap::new();
    let mut sibling_groups: Vec<(At, Vec<ElementId>)> = Vec::new();
    for head in heads {
        let parent = pages[head.page].node(head.id).parent.expect("the root is never a head");
        let parent = At { id: parent, ..*head };
        let group = *numbers.entry(parent).or_insert_with(|| {
            sibling_groups.push((parent, Vec::new()));
            sibling_groups.len() - 1
        });
        sibling_groups[group].1.push(head.id);
    }
    for (parent, heads) in &sibling_groups {
        limits.add(&pages[parent.page], parent.id, heads);
    }
    let limits = &*limits;
    // The runs of each parent, and how many are more than their heads.
    let mut of_parents: Vec<(Vec<Part>, usize)> = Vec::new();
    for (parent, heads) in &sibling_groups {
        let siblings = HeadSiblings::new(&pages[parent.page], parent.id, heads, limits);
        let records =
            if border == Border::Foot { siblings.runs_to_feet() } else { siblings.runs_from_heads() };
        let own: HashSet<&Range<u32>> = heads.iter().map(|&head| siblings.page.leaves(head)).collect();
        let is_more = |record: &&Record| !own.contains(&record.leaves);
        let more = records.iter().filter(is_more).count();
        let part = |record| Part { page: parent.page, record };
        of_parents.push((records.into_iter().map(part).collect(), more));
    }
    let several: usize = of_parents.iter().map(|(_, more)| more).sum();
    if several == 0 {
        return Vec::new();
    }
    // Where nearly all runs are more than their heads, a parent with several heads and no such run has records of another kind.
    let of_several = of_parents.iter().filter(|(_, more)| *more > 0).map(|(parts, _)| parts.len()).sum();
    let are_more = !limits.is_open && several >= LEAST && are_nearly_all(several, of_several);
    of_parents.retain(|(parts, more)| *more > 0 || parts.len() < 2 || !are_more);
    let mut parts: Vec<Part> = of_parents.into_iter().flat_map(|(parts, _)| parts).collect();
    parts.sort_by_key(|part| (part.page, part.record.head));
    apart(&parts)
}

/// The records that do not contain the beginning of the next one.
fn apart(parts: &[Part]) -> Vec<Part> {
    let begins: Vec<(usize, ElementId)> = parts.iter().map(|part| (part.page, part.record.head)).collect();
    let is_apart = |(part, next): &(&Part, Option<&(usize, ElementId)>)| {
        next.is_none_or(|&(page, head)| page != part.page || head >= part.record.end)
    };
    let nexts = begins.iter().skip(1).map(Some).chain([None]);
    parts.iter().zip(nexts).filter(is_apart).map(|(part, _)| part.clone()).collect()
}

/// Limits the last run of a parent, after which no head follows.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct RunLimits {
    /// The greatest distance from a head to the next, in siblings.
    most: usize,
    /// The steps of all siblings between heads, and of the heads.
    inner: HashSet<u64>,
    /// Whether only a line or a title ends the last run if no run of the set has several siblings: two posts, the first one element.
    is_open: bool,
}

impl RunLimits {
    pub(super) fn new(is_open: bool) -> Self {
        RunLimits { is_open, ..RunLimits::default() }
    }

    fn add(&mut self, page: &Outline, parent: ElementId, heads: &[ElementId]) {
        let positions = heads.iter().map(|&head| page.position(head));
        let positions: Vec<usize> = positions.collect();
        self.most = positions.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0).max(self.most);
        let between = &page.children(parent)[positions[0]..positions[positions.len() - 1]];
        self.inner.extend(between.iter().map(|child| page.steps[child.index()]));
    }
}

/// An element with those of its children that are heads.
struct HeadSiblings<'p> {
    page: &'p Outline,
    parent: ElementId,
    children: &'p [ElementId],
    /// The positions of the heads among the children.
    heads: Vec<usize>,
    /// The most siblings of the last run: as many as the longest other run of this parent, or of the set if there is no other.
    most: usize,
    /// As many as the longest run of the set, if the others are texts that no other page has.
    most_of_set: usize,
    /// The steps of all siblings between heads of the set.
    inner: &'p HashSet<u64>,
    /// Whether only a line or a title ends the last run: that of two, or the only one. More heads show that each is a post.
    is_open: bool,
}

impl<'p> HeadSiblings<'p> {
    fn new(page: &'p Outline, parent: ElementId, heads: &[ElementId], of_set: &'p RunLimits) -> Self {
        let heads: Vec<usize> = heads.iter().map(|&head| page.position(head)).collect();
        let most = heads.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(of_set.most);
        let most_of_set = of_set.most;
        let (inner, is_open) = (&of_set.inner, of_set.is_open && most <= 1 && heads.len() <= 2);
        let children = page.children(parent);
        HeadSiblings { page, parent, children, heads, most, most_of_set, inner, is_open }
    }

    fn is_inner(&self, position: usize) -> bool {
        self.inner.contains(&self.page.steps[self.children[position].index()])
    }

    /// The runs from each head to the next.
    fn runs_from_heads(&self) -> Vec<Record> {
        self.run_before_first()
            .into_iter()
            .chain((0..self.heads.len()).map(|number| self.run_from(number)))
            .collect()
    }

    /// The runs that end with each head. The first begins after the label before it, the others after the previous head.
    fn runs_to_feet(&self) -> Vec<Record> {
        let first = self.heads[0];
        let label = self.page.node(self.children[first]).label;
        let is_below = |&position: &usize| {
            let node = self.page.node(self.children[position]);
            node.label == label && !node.is_out
        };
        let begin = (0..first).rev().take_while(is_below).last().unwrap_or(first);
        let begins = std::iter::once(begin).chain(self.heads.iter().map(|head| head + 1));
        let record = |(begin, &foot): (usize, &usize)| {
            let foot = self.children[foot];
            let texts = begin.checked_sub(1).map_or(self.page.leaves(self.parent).start, |before| {
                self.page.leaves(self.children[before]).end
            });
            let leaves = texts..self.page.leaves(foot).end;
            Record { head: self.children[begin], end: self.page.node(foot).end, leaves }
        };
        begins.zip(&self.heads).map(record).collect()
    }

    /// The run before the first head, if heads have no text: such heads are separators between posts.
    fn run_before_first(&self) -> Option<Record> {
        let (first, end) = (self.heads[0], self.children[self.heads[0]]);
        if self.page.has_text(end) || first == 0 {
            return None;
        }
        let begins =
            (0..first).rev().take_while(|&position| first - position <= self.most && self.is_inner(position));
        let begin = begins.last().unwrap_or(first - 1);
        let texts = match begin.checked_sub(1) {
            Some(before) => self.page.leaves(self.children[before]).end,
            None => self.page.leaves(self.parent).start,
        };
        Some(Record { head: self.children[begin], end, leaves: texts..self.page.leaves(end).start })
    }

    /// The run from a head to the next. The last run is at most as long as the others, and only has siblings whose steps occur
    /// between heads.
    fn run_from(&self, number: usize) -> Record {
        let position = self.heads[number];
        let head = self.page.record(self.children[position]);
        let end = match self.heads.get(number + 1) {
            Some(&next) => next,
            None if self.is_open => {
                let is_end = |&position: &usize| {
                    let node = self.page.node(self.children[position]);
                    node.is_out || node.divides != Divides::No
                };
                let most = self.children.len();
                (position + 1..most).find(is_end).unwrap_or(most)
            }
            None if self.most == 0 => return head,
            None => {
                let most = self.children.len().min(position + self.most_of_set.max(self.most));
                let is_end = |&at: &usize| {
                    let is_more = at >= position + self.most;
                    !self.is_inner(at) || is_more && !self.page.speaks(self.page.leaves(self.children[at]))
                };
                (position + 1..most).find(is_end).unwrap_or(most)
            }
        };
        let (end, last) = match self.children.get(end) {
            Some(&end) => (end, self.page.leaves(end).start),
            None => (self.page.node(self.parent).end, self.page.leaves(self.parent).end),
        };
        Record { head: head.head, end, leaves: head.leaves.start..last }
    }
}

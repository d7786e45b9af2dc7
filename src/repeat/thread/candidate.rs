//! Candidates for the posts of a set of pages: the elements of one path, and runs of siblings that begin or end with them.
//!
//! In: the outlines of the pages. Out: the [`Candidate`]s. The *members* of a candidate are the elements of one path. Each is
//! *raised*: replaced by its outermost ancestor that contains no other member. The raised elements are the *heads* of the records.
//!
//! ```text
//! <div class=post><p>..   <div class=post><p>..        the p, raised to the outermost element without another p: the div
//! <dt>a<dd>b <dt>c<dd>d                                runs: from each dt to the next
//! a<hr>b<hr>c                                          runs: the part before the first hr is one too
//! ```
//!
//! A member that contains the next one is left out: it is a post with a nested answer. If its own text is in an element of its
//! own, another path has that element as a member. Time is nearly linear: at each resolution an element is in one group.

use super::super::record::{Border, Record};
use super::outline::{Alike, Divides, Outline};
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, spread};
use hashbrown::{HashMap, HashSet};
use std::ops::Deref;

/// A record of a page of the set.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) page: usize,
    pub(crate) record: Record,
}

impl Part {
    /// The record that is one element.
    pub(crate) fn element(pages: &[impl Deref<Target = Outline>], at: At) -> Self {
        Part { page: at.page, record: pages[at.page].record(at.id) }
    }

    pub(crate) fn of<'p, P>(&self, pages: &'p [P]) -> &'p P {
        &pages[self.page]
    }

    /// Whether no text is between this record and the next one of the page.
    pub(super) fn is_before(&self, next: &Part) -> bool {
        self.page != next.page || self.record.leaves.end >= next.record.leaves.start
    }

    pub(crate) fn weight(&self, pages: &[impl Deref<Target = Outline>]) -> f64 {
        self.of(pages).weight(&self.record.leaves)
    }

    pub(crate) fn words(&self, pages: &[impl Deref<Target = Outline>]) -> f64 {
        self.of(pages).words(&self.record.leaves)
    }

    /// Whether the record is several siblings of which the last is a heading or a `dt`.
    pub(super) fn hangs(&self, pages: &[impl Deref<Target = Outline>]) -> bool {
        let (page, Record { head, end, .. }) = (self.of(pages), &self.record);
        let next = |id: &ElementId| Some(page.node(*id).end).filter(|next| next < end);
        let last = std::iter::successors(next(head), next).last();
        last.is_some_and(|last| page.node(last).divides == Divides::Title)
    }

    pub(super) fn speaks(&self, pages: &[impl Deref<Target = Outline>]) -> bool {
        self.of(pages).speaks(&self.record.leaves)
    }
}

/// An element of the set.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct At {
    pub(crate) page: usize,
    pub(crate) id: ElementId,
}

/// Records that may be the posts.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) key: RecordSelector,
    /// The records, page by page, in document order.
    pub(crate) parts: Vec<Part>,
}

/// Selects the records of a candidate on any page of the template.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct RecordSelector {
    alike: Alike,
    /// The path of the members.
    path: u64,
    /// The number of levels by which members are raised.
    levels: u32,
    pub(crate) border: Border,
    /// Whether only heads with a date count.
    pub(crate) dated: bool,
    limits: RunLimits,
}

impl RecordSelector {
    /// Whether records are also identified by the label before them.
    pub(super) fn is_labelled(&self) -> bool {
        self.alike == Alike::Below
    }

    /// The records of a page.
    pub(crate) fn records(&self, page: &Outline) -> Vec<Record> {
        let paths = page.paths(self.alike);
        let members = members(page, self.alike).filter(|id| paths[id.index()] == self.path);
        let members: Vec<At> = members.map(|id| At { page: 0, id }).collect();
        let heads: Vec<At> =
            raisable(page, &members).iter().map(|member| member.raised(page, self.levels)).collect();
        let heads = if self.dated { dated(&[page], &heads) } else { heads };
        self.border
            .parts(&[page], &heads, &mut self.limits.clone())
            .into_iter()
            .map(|part| part.record)
            .collect()
    }
}

impl Border {
    /// The records with text that these heads identify; none if the border allows runs, but each would be its head alone.
    fn parts(
        self,
        pages: &[impl Deref<Target = Outline>],
        heads: &[At],
        limits: &mut RunLimits,
    ) -> Vec<Part> {
        let mut parts = match self {
            Border::Element => heads.iter().map(|&head| Part::element(pages, head)).collect(),
            Border::Run | Border::Foot => runs(pages, heads, self, limits),
        };
        parts.retain(|part| !part.record.leaves.is_empty());
        parts
    }
}

/// The distinct candidates of a set with at least `least` records, in deterministic order. A single record needs a date.
pub(crate) fn candidates(pages: &[impl Deref<Target = Outline>], least: usize) -> Vec<Candidate> {
    let (mut known_heads, mut known) = (HashSet::new(), HashSet::new());
    let mut candidates = Vec::new();
    for alike in Alike::ALL {
        for (path, members) in groups(pages, alike) {
            if members.len() < least || members.len() < 2 && dated(pages, &members).is_empty() {
                continue;
            }
            let Heads { levels, at: heads, several } = heads(pages, &members, alike);
            // Members of several paths are often raised to the same heads.
            let own = matches!(alike, Alike::Near | Alike::Below).then_some(alike);
            if !known_heads.insert((own, identity_of(&heads))) {
                continue;
            }
            let borders: &[Border] = match alike {
                Alike::Near => &[Border::Element],
                Alike::Below => &[Border::Element, Border::Run, Border::Foot],
                _ => &[Border::Element, Border::Run],
            };
            let of_dated = dated(pages, &heads);
            let is_part = !several || !of_dated.is_empty() && of_dated.len() < heads.len();
            // Only a date or a label tells the record of a page that has one from other parts of the page.
            let is_told = several || alike == Alike::Below;
            let all =
                is_told.then_some((false, heads)).into_iter().chain(is_part.then_some((true, of_dated)));
            for (dated, heads) in all {
                // A single record is one element: where a run of siblings begins, the others tell.
                let borders = if heads.len() > 1 { borders } else { &[Border::Element] };
                for &border in borders {
                    let mut limits = RunLimits::default();
                    let parts = border.parts(pages, &heads, &mut limits);
                    let are_enough = parts.len() >= least && (dated || parts.len() >= 2);
                    if are_enough && known.insert((alike == Alike::Below, identity(&parts))) {
                        let key = RecordSelector { alike, path, levels, border, dated, limits };
                        candidates.push(Candidate { key, parts });
                    }
                }
            }
        }
    }
    candidates
}

/// The heads whose texts contain a date.
fn dated(pages: &[impl Deref<Target = Outline>], heads: &[At]) -> Vec<At> {
    let is_dated = |head: &&At| {
        let page = &pages[head.page];
        page.is_dated(page.leaves(head.id))
    };
    heads.iter().filter(is_dated).copied().collect()
}

/// A hash of the heads.
fn identity_of(heads: &[At]) -> u64 {
    // usize has at most 64 bits.
    let number = |hash, at: &At| spread(mix(mix(hash, at.page as u64), u64::from(at.id.0)));
    heads.iter().fold(BASIS, number)
}

/// A hash of the records.
pub(super) fn identity(parts: &[Part]) -> u64 {
    let number = |hash, part: &Part| {
        let Record { head, end, leaves } = &part.record;
        let of_record = [head.0, end.0, leaves.start, leaves.end].map(u64::from);
        let page = mix(hash, part.page as u64); // usize has at most 64 bits
        spread(of_record.into_iter().fold(page, mix))
    };
    parts.iter().fold(BASIS, number)
}

/// The elements that may be members: those with text, and separator lines.
fn members(page: &Outline, alike: Alike) -> impl Iterator<Item = ElementId> {
    let is_one = move |&id: &ElementId| {
        let node = page.node(id);
        !node.is_out
            && (page.has_text(id) || node.divides == Divides::Line)
            && (alike != Alike::Below || node.label.is_some())
    };
    page.ids().filter(is_one)
}

/// The members of each path.
fn groups(pages: &[impl Deref<Target = Outline>], alike: Alike) -> Vec<(u64, Vec<At>)> {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut groups: Vec<(u64, Vec<At>)> = Vec::new();
    for (page, of_page) in pages.iter().enumerate() {
        let paths = of_page.paths(alike);
        for id in members(of_page, alike) {
            let path = paths[id.index()];
            let group = *numbers.entry(path).or_insert_with(|| {
                groups.push((path, Vec::new()));
                groups.len() - 1
            });
            groups[group].1.push(At { page, id });
        }
    }
    groups
}

/// A member that does not contain the next one, and how far it can be raised.
struct RaisableMember {
    at: At,
    levels: u32,
    /// Whether its page has several members, so that it has a vote on the levels.
    has_vote: bool,
}

/// The heads of a path.
struct Heads {
    levels: u32,
    at: Vec<At>,
    /// Whether a page has several.
    several: bool,
}

/// The heads: the members that do not contain the next one, all raised by the number of levels that most of them allow, so that
/// the heads are alike.
fn heads(pages: &[impl Deref<Target = Outline>], members: &[At], alike: Alike) -> Heads {
    let (raisable, most) = voted(pages, members);
    // These members are identified by their parents, so they must stay below them.
    let levels = most.map_or(0, |levels| if alike == Alike::Near { 0 } else { levels });
    let at = raisable.iter().map(|member| member.raised(&pages[member.at.page], levels)).collect();
    Heads { levels, at, several: most.is_some() }
}

/// For each member that does not contain the next one the element around it, as many levels up as most of them allow.
pub(crate) fn raised(pages: &[impl Deref<Target = Outline>], members: &[At]) -> HashMap<At, At> {
    let (raisable, most) = voted(pages, members);
    let raised = |member: &RaisableMember| member.raised(&pages[member.at.page], most.unwrap_or_default());
    raisable.iter().map(|member| (member.at, raised(member))).collect()
}

/// The members that do not contain the next one, page by page, and the number of levels that most of them allow, if a page has several.
fn voted(pages: &[impl Deref<Target = Outline>], members: &[At]) -> (Vec<RaisableMember>, Option<u32>) {
    let raisable: Vec<RaisableMember> = members
        .chunk_by(|one, other| one.page == other.page)
        .flat_map(|of_page| raisable(&pages[of_page[0].page], of_page))
        .collect();
    let mut votes: HashMap<u32, usize> = HashMap::new();
    for member in raisable.iter().filter(|member| member.has_vote) {
        *votes.entry(member.levels).or_default() += 1;
    }
    let most = votes.into_iter().max_by_key(|&(levels, votes)| (votes, std::cmp::Reverse(levels)));
    (raisable, most.map(|(levels, _)| levels))
}

impl RaisableMember {
    /// The ancestor this many levels up, or as many as the member can be raised.
    fn raised(&self, page: &Outline, levels: u32) -> At {
        let up = |id: ElementId, _| page.node(id).parent.unwrap_or(id);
        At { id: (0..levels.min(self.levels)).fold(self.at.id, up), ..self.at }
    }
}

/// The members of a page that do not contain the next one, with the levels up to the outermost ancestor without other members.
fn raisable(page: &Outline, members: &[At]) -> Vec<RaisableMember> {
    let mut raisable = Vec::new();
    for (number, &at) in members.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| members[before].id);
        let next = members.get(number + 1).map(|next| next.id);
        if next.is_some_and(|next| next < page.node(at.id).end) {
            continue;
        }
        let is_free = |id: &ElementId| {
            let holds_before = before.is_some_and(|before| *id <= before);
            id.0 > 0
                && !holds_before
                && !page.node(*id).is_out
                && next.is_none_or(|next| page.node(*id).end <= next)
        };
        let above = page.inclusive_ancestors(at.id).skip(1).take_while(is_free);
        let levels = u32::try_from(above.count()).expect("the depth of a page fits into 32 bits");
        raisable.push(RaisableMember { at, levels, has_vote: members.len() > 1 });
    }
    raisable
}

/// The runs of siblings, with the texts between them, that the heads begin or end; none if each run would be its head alone.
fn runs(
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
    let mut several = false;
    let mut parts = Vec::new();
    for (parent, heads) in &sibling_groups {
        let siblings = HeadSiblings::new(&pages[parent.page], parent.id, heads, limits);
        let records =
            if border == Border::Foot { siblings.runs_to_feet() } else { siblings.runs_from_heads() };
        several |= records
            .iter()
            .map(|record| &record.leaves)
            .ne(heads.iter().map(|&head| siblings.page.leaves(head)));
        parts.extend(records.into_iter().map(|record| Part { page: parent.page, record }));
    }
    parts.sort_by_key(|part| (part.page, part.record.head));
    let parts = apart(&parts);
    if several { parts } else { Vec::new() }
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
struct RunLimits {
    /// The greatest distance from a head to the next, in siblings.
    most: usize,
    /// The steps of all siblings between heads, and of the heads.
    inner: HashSet<u64>,
}

impl RunLimits {
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
    /// The steps of all siblings between heads of the set.
    inner: &'p HashSet<u64>,
}

impl<'p> HeadSiblings<'p> {
    fn new(page: &'p Outline, parent: ElementId, heads: &[ElementId], of_set: &'p RunLimits) -> Self {
        let heads: Vec<usize> = heads.iter().map(|&head| page.position(head)).collect();
        let most = heads.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(of_set.most);
        HeadSiblings { page, parent, children: page.children(parent), heads, most, inner: &of_set.inner }
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
            None if self.most == 0 => return head,
            None => {
                let most = self.children.len().min(position + self.most);
                (position + 1..most).find(|&position| !self.is_inner(position)).unwrap_or(most)
            }
        };
        let (end, last) = match self.children.get(end) {
            Some(&end) => (end, self.page.leaves(end).start),
            None => (self.page.node(self.parent).end, self.page.leaves(self.parent).end),
        };
        Record { head: head.head, end, leaves: head.leaves.start..last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Tree;

    /// The texts of the records of each candidate with this border.
    fn found(source: &str, border: Border) -> Vec<Vec<String>> {
        let tree = Tree::new(source);
        let text = |part: &Part| {
            let leaves = part.record.leaves(&tree).iter();
            leaves.map(|leaf| &*leaf.text).collect::<Vec<_>>().join(" ")
        };
        let found = candidates(&[&Outline::of_tree(&tree)], 2).into_iter();
        let of_border = found.filter(|candidate| candidate.key.border == border);
        of_border.map(|candidate| candidate.parts.iter().map(text).collect()).collect()
    }

    #[test]
    fn members_are_raised_to_the_outermost_element_without_another() {
        let found = found("<div><b>a</b><p>b</p></div><div><b>c</b><p>d</p></div>", Border::Element);
        assert_eq!(found[0], ["a b", "c d"]);
    }

    #[test]
    fn runs_begin_with_each_head_and_the_last_is_no_longer_than_the_others() {
        let found = found("<dl><dt>a<dd>b<dt>c<dd>d<dd>e</dl>", Border::Run);
        assert!(found.contains(&vec!["a b".to_owned(), "c d".to_owned()]), "{found:?}");
    }

    #[test]
    fn separator_lines_split_the_siblings_into_runs() {
        let found = found("<div>a<br>b<hr>c<br>d<hr>e<br>f</div>", Border::Run);
        assert!(found.contains(&["a b", "c d", "e f"].map(str::to_owned).to_vec()), "{found:?}");
    }

    #[test]
    fn a_nested_answer_is_a_record_beside_the_others() {
        let found = found("<ul><li><i>a</i><ul><li><i>b</i></ul><li><i>c</i></ul>", Border::Element);
        assert!(found.contains(&["a", "b", "c"].map(str::to_owned).to_vec()), "{found:?}");
    }

    #[test]
    fn a_single_element_is_no_candidate() {
        assert_eq!(found("<h1>a</h1><p>b</p>", Border::Element), [[""; 0]; 0]);
        assert_eq!(found("", Border::Run), [[""; 0]; 0]);
    }

    #[test]
    fn posts_of_one_class_are_alike_wherever_they_are() {
        let post = |text: &str, inner: &str| format!("<div><b class=post>{text}</b>{inner}</div>");
        let found = found(&post("a", &format!("<ul><li>{}</ul>", post("b", ""))), Border::Element);
        assert!(found.contains(&["a", "b"].map(str::to_owned).to_vec()), "{found:?}");
    }

    #[test]
    fn runs_contain_no_other_run() {
        let page = "<p>a</p><div>b<section><p>c</p><div>d</div><p>e</p><div>f</div></section></div><p>g</p>";
        for run in found(page, Border::Run) {
            let all: Vec<&str> = run.iter().flat_map(|text| text.split(' ')).collect();
            let distinct: std::collections::HashSet<&&str> = all.iter().collect();
            assert_eq!(distinct.len(), all.len(), "{run:?}");
        }
    }

    #[test]
    fn a_selector_finds_the_only_record_of_a_page() {
        let page = |posts: &str| format!("<h1>x</h1><ol>{posts}</ol>");
        let first = page("<li><b>a</b><p>b</p></li><li><b>c</b><p>d</p></li>");
        let trees = [Tree::new(&first), Tree::new("<h1>x</h1><ol><li><b>e</b><p>f</p></li></ol>")];
        let outlines = trees.each_ref().map(Outline::of_tree);
        for candidate in candidates(&outlines.each_ref(), 2) {
            for (number, outline) in outlines.iter().enumerate() {
                let of_page = candidate.parts.iter().filter(|part| part.page == number);
                let records: Vec<Record> = of_page.map(|part| part.record.clone()).collect();
                assert_eq!(candidate.key.records(outline), records);
            }
        }
    }
}

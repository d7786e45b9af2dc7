//! Candidates for the posts of a set of pages: the elements of one path, and runs of siblings that begin or end with them.
//!
//! In: the outlines of the pages. Out: the [`Candidate`]s. The *members* of a candidate are the elements of one path. Each is
//! *raised*: replaced by its outermost ancestor that contains no other member. The raised elements are the *heads* of the records.
//!
//! ```text
//! <div class=post><p>..   <div class=post><p>..        the p, raised to the outermost element without another p: the div
//! <dt>a<dd>b <dt>c<dd>d                                runs: from each dt to the next
//! a<hr>b<hr>c                                          runs: the part before the first hr is one too
//! <div>a <i>2 May</i></div> <h3><i>3 May</i></h3> b    the form of the date: the div, and the run from the h3
//! ```
//!
//! A member that contains the next one is a post with a nested answer. It is left out, since another path has its text as a member, if
//! that is in an element of its own; another candidate has what is in it before the answer. Time is nearly linear: at each resolution an element is in one group.

use super::super::record::{Border, Record};
use super::lead::Lead;
use super::outline::{Alike, Divides, Outline};
use super::part::{At, Part};
use super::siblings::{RunLimits, runs};
use crate::measure::how_often;
use crate::page::ElementId;
use crate::page::digest::{BASIS, mix, spread};
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;
use std::ops::Deref;

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
    levels: Levels,
    pub(crate) border: Border,
    /// Whether only heads with a date count.
    pub(crate) dated: bool,
    /// How far before these the records begin.
    pub(super) before: Lead,
    limits: RunLimits,
}

impl Candidate {
    /// The records, and apart from them the first record of each page that is an element of another path than those of which a page has
    /// several: a first post that is not like the answers. Only candidates by the form of a date have some.
    pub(crate) fn answers_and_firsts(
        &self,
        pages: &[impl Deref<Target = Outline>],
    ) -> (Vec<Part>, Vec<Part>) {
        if !self.key.is_by_form() {
            return (self.parts.clone(), Vec::new());
        }
        let path = |part: &Part| part.of(pages).paths(Alike::Steps)[part.record.head.index()];
        let of_pages = || self.parts.chunk_by(|one, other| one.page == other.page);
        let mut of_several = HashSet::new();
        for of_page in of_pages() {
            let mut known = HashSet::new();
            of_several.extend(of_page.iter().map(path).filter(|&path| !known.insert(path)));
        }
        let is_first = |part: &Part| {
            let is_element = part.record.end == part.of(pages).node(part.record.head).end;
            !of_several.is_empty() && is_element && !of_several.contains(&path(part))
        };
        let firsts: Vec<Part> =
            of_pages().map(|of_page| &of_page[0]).filter(|part| is_first(part)).cloned().collect();
        let heads: HashSet<At> = firsts.iter().map(Part::head).collect();
        let answers = self.parts.iter().filter(|part| !heads.contains(&part.head())).cloned().collect();
        (answers, firsts)
    }
}

impl RecordSelector {
    /// Whether records are also identified by the label before them.
    pub(super) fn is_labelled(&self) -> bool {
        self.alike == Alike::Below
    }

    /// Whether records are identified by the form of their date alone, wherever it is.
    pub(super) fn is_by_form(&self) -> bool {
        self.alike == Alike::Dated
    }

    /// Whether records are identified by more than their path: by a date, or by the element that ends them.
    pub(super) fn is_by_more(&self) -> bool {
        self.dated || self.is_by_form() || self.border == Border::Foot
    }

    /// The records of a page.
    pub(crate) fn records(&self, page: &Outline) -> Vec<Record> {
        let paths = page.paths(self.alike);
        let members = members(page, self.alike).filter(|id| paths[id.index()] == self.path);
        let members: Vec<At> = members.map(|id| At { page: 0, id }).collect();
        let raised = |member: &RaisableMember| member.raised(page, &self.levels);
        let heads: Vec<At> = match self.border {
            Border::Own => members,
            _ => raisable(page, &members, self.alike).iter().map(raised).collect(),
        };
        let heads = if self.dated { dated(&[page], &heads) } else { heads };
        self.parts(&[page], heads).into_iter().map(|part| part.record).collect()
    }

    /// The records that these heads identify.
    pub(super) fn parts(&self, pages: &[impl Deref<Target = Outline>], heads: Vec<At>) -> Vec<Part> {
        let heads = self.before.of_heads(pages, heads);
        let mut parts = self.border.parts(pages, &heads, &mut self.limits.clone());
        self.before.add_texts(pages, &mut parts);
        parts
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
            Border::Own => own(pages, heads),
            Border::Run | Border::Foot => runs(pages, heads, self, limits),
        };
        parts.retain(|part| !part.record.leaves.is_empty());
        parts
    }
}

/// The elements, each up to its child that holds the next one.
fn own(pages: &[impl Deref<Target = Outline>], heads: &[At]) -> Vec<Part> {
    let nexts = heads.iter().skip(1).map(Some).chain([None]);
    let part = |(&head, next): (&At, Option<&At>)| {
        let mut part = Part::element(pages, head);
        let page = part.of(pages);
        let inside = next.filter(|next| next.page == head.page && next.id < part.record.end);
        let nested = inside.and_then(|next| {
            page.inclusive_ancestors(next.id).find(|&id| page.node(id).parent == Some(head.id))
        });
        if let Some(nested) = nested {
            let leaves = part.record.leaves.start..page.leaves(nested).start;
            part.record = Record { end: nested, leaves, ..part.record };
        }
        part
    };
    heads.iter().zip(nexts).map(part).collect()
}

/// The distinct candidates of a set with at least `least` records, in deterministic order. A single record needs a date. Where a single
/// record is enough, the form of the dates is no evidence: an article and its one comment have the same form.
pub(crate) fn candidates(pages: &[impl Deref<Target = Outline>], least: usize) -> Vec<Candidate> {
    let (mut known_heads, mut known) = (HashSet::new(), HashSet::new());
    let before = Lead::default();
    let mut candidates = Vec::new();
    for alike in Alike::ALL {
        if least < 2 && alike == Alike::Dated {
            continue;
        }
        for (path, members) in groups(pages, alike) {
            if members.len() < least || members.len() < 2 && dated(pages, &members).is_empty() {
                continue;
            }
            if matches!(alike, Alike::Near | Alike::Kind) && are_nested(pages, &members) {
                let (levels, border, mut limits) = (Levels::default(), Border::Own, RunLimits::default());
                let parts = border.parts(pages, &members, &mut limits);
                if parts.len() >= least.max(2) && known.insert((false, identity(&parts))) {
                    let key = RecordSelector { alike, path, levels, border, dated: false, before, limits };
                    candidates.push(Candidate { key, parts });
                }
            }
            let Heads { levels, at: heads, several } = heads(pages, &members, alike);
            // Members of several paths are often raised to the same heads.
            let own = matches!(alike, Alike::Near | Alike::Below | Alike::Dated).then_some(alike);
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
                    let mut limits = RunLimits::new(alike == Alike::Dated);
                    let parts = border.parts(pages, &heads, &mut limits);
                    let are_enough = parts.len() >= least && (dated || parts.len() >= 2);
                    if are_enough && known.insert((alike == Alike::Below, identity(&parts))) {
                        let levels = levels.clone();
                        let key = RecordSelector { alike, path, levels, border, dated, before, limits };
                        candidates.push(Candidate { key, parts });
                    }
                }
            }
        }
    }
    candidates
}

/// Whether a member contains the next one.
fn are_nested(pages: &[impl Deref<Target = Outline>], members: &[At]) -> bool {
    let is_around =
        |pair: &[At]| pair[0].page == pair[1].page && pair[1].id < pages[pair[0].page].node(pair[0].id).end;
    members.windows(2).any(is_around)
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
            && (alike != Alike::Dated || page.paths(alike)[id.index()] != 0)
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
    /// Whether its page has several members of its path, so that it has a vote on the levels.
    has_vote: bool,
    /// Its steps from the root if the members are alike in spite of these, else 0.
    path: u64,
}

/// By how many levels members are raised: those of each path of which a page has several, and the others.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Levels {
    of_path: HashMap<u64, u32>,
    others: u32,
}

/// The heads of a path.
struct Heads {
    levels: Levels,
    at: Vec<At>,
    /// Whether a page has several.
    several: bool,
}

/// The heads: the members that do not contain the next one, all raised by the number of levels that most of them allow, so that
/// the heads are alike.
fn heads(pages: &[impl Deref<Target = Outline>], members: &[At], alike: Alike) -> Heads {
    let (raisable, mut levels) = voted(pages, members, alike);
    match alike {
        // These members are identified by their parents, so they must stay below them.
        Alike::Near => levels = Levels::default(),
        // A first post that is in another element than the answers has nothing to be alike with.
        Alike::Dated => levels.others = u32::MAX,
        _ => {}
    }
    let at = raisable.iter().map(|member| member.raised(&pages[member.at.page], &levels)).collect();
    Heads { levels, at, several: members.windows(2).any(|pair| pair[0].page == pair[1].page) }
}

/// For each member that does not contain the next one the element around it, as many levels up as most of them allow.
pub(crate) fn raised(pages: &[impl Deref<Target = Outline>], members: &[At]) -> HashMap<At, At> {
    let (raisable, levels) = voted(pages, members, Alike::Steps);
    raisable.iter().map(|member| (member.at, member.raised(&pages[member.at.page], &levels))).collect()
}

/// The members that do not contain the next one, page by page, and for each path the number of levels that most of them allow.
fn voted(
    pages: &[impl Deref<Target = Outline>],
    members: &[At],
    alike: Alike,
) -> (Vec<RaisableMember>, Levels) {
    let raisable: Vec<RaisableMember> = members
        .chunk_by(|one, other| one.page == other.page)
        .flat_map(|of_page| raisable(&pages[of_page[0].page], of_page, alike))
        .collect();
    let voting = raisable.iter().filter(|member| member.has_vote);
    let votes = how_often(voting.map(|member| (member.path, member.levels)));
    let mut most: HashMap<u64, (usize, Reverse<u32>)> = HashMap::new();
    for ((path, levels), votes) in votes {
        let most = most.entry(path).or_default();
        *most = (*most).max((votes, Reverse(levels)));
    }
    let of_path = most.into_iter().map(|(path, (_, Reverse(levels)))| (path, levels)).collect();
    (raisable, Levels { of_path, others: 0 })
}

impl RaisableMember {
    /// The ancestor this many levels up, or as many as the member can be raised.
    fn raised(&self, page: &Outline, levels: &Levels) -> At {
        let levels = levels.of_path.get(&self.path).copied().unwrap_or(levels.others);
        let up = |id: ElementId, _| page.node(id).parent.unwrap_or(id);
        At { id: (0..levels.min(self.levels)).fold(self.at.id, up), ..self.at }
    }
}

/// The members of a page that do not contain the next one, with the levels up to the outermost ancestor without other members.
fn raisable(page: &Outline, members: &[At], alike: Alike) -> Vec<RaisableMember> {
    let path = |at: &At| if alike == Alike::Dated { page.paths(Alike::Steps)[at.id.index()] } else { 0 };
    let of_path = how_often(members.iter().map(path));
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
        let path = path(&at);
        raisable.push(RaisableMember { at, levels, has_vote: of_path[&path] > 1, path });
    }
    raisable
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

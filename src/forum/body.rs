//! The body of posts: the element in each record that holds the text itself, without author boxes and buttons.
//!
//! In: the records of a candidate. Out: the body element of each record that has one.
//!
//! ```text
//! li > div.user "Ann, 300 posts"  div.text "The bridge is gone."  div.foot "Reply"        body: li > div.text
//! ```
//!
//! Elements of different records form a candidate if they have the same position in their record. The body is the
//! candidate with the best F1: precision is its weight by its words, recall its weight by the weight of the whole
//! records, both over all records together. Candidates that some records lack, or have several times, score less. A
//! candidate inside the best one, and nearly as good, is preferred.
//!
//! Cost: linear in the elements of the records, except for the comparison with siblings in the last step.

use super::page::Page;
use crate::page::ElementId;
use crate::page::digest::{mix, text};
use crate::repeat::thread::{At, Part, below};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// The score of a body must be at least this share of the score of the whole records. With 0.8 a paragraph below a
/// heading is taken for a whole post; all other figures are the same.
const WORTH: f64 = 0.9;

/// An inner candidate is the body if its score is at least this share of the best score; the text beside it is a
/// signature, which also has weight. 0.94 to 0.97 give the same figures; with 0.99 and with 0.9 a board loses posts.
/// For first posts nothing changes from 0.8 on.
pub(super) const INNER: f64 = 0.97;

/// Elements at the same position in their records.
#[derive(Default)]
struct BodyCandidate {
    /// The records with such an element, and the first such element of each.
    at: Vec<(usize, ElementId)>,
    /// Number of further such elements in these records.
    repeats: usize,
}

/// The amount of text in an element or a record.
struct TextAmount {
    weight: f64,
    words: f64,
}

/// Returns the body of each record that has one; `None` if no candidate is good enough compared with whole records.
pub(super) fn bodies(pages: &[Page], parts: &[Part]) -> Option<Vec<Option<At>>> {
    let candidates = candidates(pages, parts);
    let of_element = |&(record, id): &(usize, ElementId)| {
        let page = parts[record].of(pages);
        let leaves = page.leaves(id);
        TextAmount { weight: page.weight(leaves), words: page.words(leaves) }
    };
    let of_record = |part: &Part| TextAmount { weight: part.weight(pages), words: part.words(pages) };
    let records: Vec<TextAmount> = parts.iter().map(of_record).collect();
    let all_text: f64 = records.iter().map(|record| record.weight).sum();
    let all = count(parts.len());
    let mut worths: Vec<(f64, &BodyCandidate)> = Vec::new();
    for candidate in &candidates {
        let amounts: Vec<TextAmount> = candidate.at.iter().map(of_element).collect();
        let once = count(candidate.at.len()) / all * (1.0 - count(candidate.repeats) / all).max(0.0);
        worths.push((worth(&amounts, all_text) * once.sqrt(), candidate));
    }
    let (best, mut body) = *worths.iter().rev().max_by(|one, other| one.0.total_cmp(&other.0))?;
    for &(_, candidate) in worths.iter().filter(|(worth, _)| *worth >= INNER * best) {
        if candidate.is_within(body, pages, parts) {
            body = candidate;
        }
    }
    (best > 0.0 && best >= WORTH * worth(&records, all_text)).then(|| {
        let mut bodies = vec![None; parts.len()];
        for &(record, id) in &body.at {
            bodies[record] = Some(At { page: parts[record].page, id });
        }
        bodies
    })
}

impl BodyCandidate {
    /// Whether it occurs in the same records as another candidate, each time inside that one, and never with similar
    /// siblings with text: the first of several paragraphs is not the whole text.
    fn is_within(&self, other: &BodyCandidate, pages: &[Page], parts: &[Part]) -> bool {
        let is_inner = |(inner, outer): (&(usize, ElementId), &(usize, ElementId))| {
            let (record, id) = *outer;
            let page = parts[record].of(pages);
            let is_within = inner.0 == record && inner.1 > id && inner.1 < page.tree.element(id).end;
            is_within && page.is_alone(inner.1)
        };
        self.at.len() == other.at.len() && self.at.iter().zip(&other.at).all(is_inner)
    }
}

impl Page<'_> {
    /// Whether no sibling of the same kind as an element has text.
    fn is_alone(&self, id: ElementId) -> bool {
        let Some(parent) = self.tree.element(id).parent else { return true };
        let end = self.tree.element(parent).end;
        let next = |&sibling: &ElementId| Some(self.tree.element(sibling).end).filter(|&next| next < end);
        let mut siblings = std::iter::successors(Some(ElementId(parent.0 + 1)), next);
        let is_alike = |sibling: ElementId| self.node(sibling).kind == self.node(id).kind;
        !siblings.any(|sibling| sibling != id && is_alike(sibling) && self.tree.has_text(sibling))
    }
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// Returns the harmonic mean of precision and recall. `all` is the weight of the whole records.
fn worth(amounts: &[TextAmount], all: f64) -> f64 {
    let (weight, words) = amounts
        .iter()
        .fold((0.0, 0.0), |(weight, words), amount| (weight + amount.weight, words + amount.words));
    2.0 * weight / (words + if all > 0.0 { all } else { 1.0 })
}

/// Returns the candidates for the body, in three groups. Elements with text have the same position if they agree in the
/// path of names from the head of the record, or in the path of steps with ordinals, or in their kind alone, at any
/// depth.
fn candidates(pages: &[Page], parts: &[Part]) -> Vec<BodyCandidate> {
    let mut numbers: HashMap<(u8, u64), usize> = HashMap::new();
    let mut candidates: Vec<BodyCandidate> = Vec::new();
    for (record, part) in parts.iter().enumerate() {
        let page = part.of(pages);
        let ordinals = ordinals(page, part);
        let ordinal = |id: ElementId| u64::from(ordinals[(id.0 - part.record.head.0) as usize]);
        let step = |id: ElementId| page.steps[id.index()];
        let names = page.descend(&part.record, |above, id| below(above, page.names[id.index()]));
        let numbered = page.descend(&part.record, |above, id| below(above, mix(step(id), ordinal(id))));
        for id in part.record.elements().filter(|&id| page.tree.has_text(id)) {
            let [names, numbered] =
                [&names, &numbered].map(|paths| paths.get(id).expect("the element is in the record"));
            for key in [(0, names), (1, numbered), (2, page.node(id).kind)] {
                let candidate = *numbers.entry(key).or_insert_with(|| {
                    candidates.push(BodyCandidate::default());
                    candidates.len() - 1
                });
                let candidate = &mut candidates[candidate];
                match candidate.at.last() {
                    Some(&(last, _)) if last == record => candidate.repeats += 1,
                    _ => candidate.at.push((record, id)),
                }
            }
        }
    }
    candidates
}

/// Returns for each element of a record its ordinal among same-tag siblings.
pub(super) fn ordinals(page: &Page, part: &Part) -> Vec<u32> {
    let mut counts: HashMap<(Option<ElementId>, u64), u32> = HashMap::new();
    let number = |id: ElementId| {
        let element = page.tree.element(id);
        let count = counts.entry((element.parent, text(&element.name))).or_default();
        *count += 1;
        *count - 1
    };
    part.record.elements().map(number).collect()
}

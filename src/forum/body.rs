//! The text of posts: which of the texts of a record its author wrote, without signature, buttons and comments.
//!
//! In: the records of a candidate. Out: the range of leaves of each record that is its text.
//!
//! ```text
//! li > div.user "Ann, 300 posts"  div.text "The bridge is gone."  "It was old."  div.foot "Reply"
//!      -3.1                       +4.0                            +2.2           -2.8              the two in the middle
//! ```
//!
//! Each text gets [features](BodyEvidence): what it is, what the other records have at its place, and where it is
//! relative to the place with the most text. A fitted table (`weights/body.txt`) turns them into the logarithm of the odds
//! that the text belongs to the post. The text of the post is the range of leaves with the largest sum.
//!
//! A *place* is the path from the head of the record down to the text; a *turn* is a place with the number of the text
//! among those of its record at that place. Cost: linear in the texts of the records.

mod container;
mod evidence;
mod place;

pub use self::evidence::BodyEvidence;
pub(super) use self::evidence::evidence;

use super::page::Page;
use crate::features::Table;
use crate::page::{ElementId, number};
use crate::repeat::thread::Part;
use std::ops::Range;
use std::sync::LazyLock;

static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::fitted(BodyEvidence::NAMES, include_str!("weights/body.txt")));

/// Returns the range of leaves of each record that is its text. `is_out` tells which leaves of a record cannot be.
pub(super) fn bodies(
    pages: &[Page],
    records: &[Part],
    is_out: impl Fn(usize, usize) -> bool,
) -> Vec<Range<u32>> {
    let range = |(record, (part, texts)): (usize, (&Part, Vec<BodyEvidence>))| {
        let terms = part.of(pages).terms(part);
        let score = |(at, evidence): (usize, &BodyEvidence)| {
            let is_out = is_out(record, at) || terms.contains(&at);
            if is_out { f64::NEG_INFINITY } else { TABLE.score(evidence.values()) }
        };
        let best = heaviest(&texts.iter().enumerate().map(score).collect::<Vec<_>>());
        let start = part.record.leaves.start;
        start + number(best.start)..start + number(best.end)
    };
    records.iter().zip(evidence(pages, records)).enumerate().map(range).collect()
}

/// Returns the range with the largest sum, of one number at least; of equal ones the first.
fn heaviest(scores: &[f64]) -> Range<usize> {
    let (mut best, mut most) = (0..scores.len().min(1), f64::NEG_INFINITY);
    let (mut start, mut sum) = (0, 0.0);
    for (at, score) in scores.iter().enumerate() {
        if sum <= 0.0 {
            (start, sum) = (at, 0.0);
        }
        sum += score;
        if sum > most {
            (best, most) = (start..at + 1, sum);
        }
    }
    best
}

impl Page<'_> {
    /// Returns the innermost element around two elements.
    pub(super) fn around(&self, one: ElementId, other: ElementId) -> ElementId {
        let mut around = self.inclusive_ancestors(one);
        around.find(|&id| id <= other && other < self.node(id).end).unwrap_or(one)
    }

    /// The texts that a record begins with in a `dt`, if it says something in the `dd` behind that: HTML has the name of a thing there, and
    /// not what is told of it.
    fn terms(&self, part: &Part) -> Range<usize> {
        let leaves = part.record.leaves.clone();
        let is_in = |leaf: u32, name: &str| {
            let mut around = self.tree.inclusive_ancestors(self.tree.leaves()[leaf as usize].parent);
            around.any(|id| part.record.holds(id) && &*self.tree.element(id).name == name)
        };
        let terms = leaves.clone().take_while(|leaf| is_in(*leaf, "dt")).count();
        let says = leaves.skip(terms).any(|leaf| self.texts[leaf as usize].says && is_in(leaf, "dd"));
        0..if says { terms } else { 0 }
    }

    /// Returns the outermost element with no other texts than an element has.
    pub(super) fn widest(&self, id: ElementId) -> ElementId {
        self.inclusive_ancestors(id)
            .take_while(|&above| self.leaves(above) == self.leaves(id))
            .last()
            .unwrap_or(id)
    }
}

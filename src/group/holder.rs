//! Candidates that are no lists of records but hold one: columns of a grid, sections, menus of menus.
//!
//! A record may hold a list of its own, as of authors or of sizes, but that explains less of the page than the record.
//! A holder has of each kind of its records' texts the first alone, so what it holds explains more.

use super::candidate::Candidate;
use super::record::Record;
use super::score::Score;

/// What is held must be this many times as many records: a lone pair in a few of them is no list.
const TIMES: usize = 2;

/// The part of the holder's score that the held candidate must have; the same for 0.5 and 0.6, and lower, lists inside
/// records begin to win: 0.4 costs two in a hundred on pages alone.
const PART: f64 = 0.5;

/// Drops the candidates that hold another one that is all inside of them, has twice as many records or more, explains
/// as much of the page, and has half the score. O(candidates^2) comparisons of numbers.
pub(super) fn without_holders(candidates: Vec<(Candidate, Score)>) -> Vec<(Candidate, Score)> {
    let holds = |(outer, of_outer): &(Candidate, Score)| {
        candidates.iter().any(|(inner, of_inner)| {
            inner.records.len() >= TIMES * outer.records.len()
                && of_inner.explained >= of_outer.explained
                && of_inner.total() >= PART * of_outer.total()
                && inner.records.iter().all(|record| is_inside(record, &outer.records))
        })
    };
    let drop: Vec<bool> = candidates.iter().map(holds).collect();
    candidates.into_iter().zip(drop).filter(|(_, drop)| !drop).map(|(candidate, _)| candidate).collect()
}

/// Whether a record is inside one of others, which are in document order, and does not begin it.
fn is_inside(record: &Record, others: &[Record]) -> bool {
    let behind = others.partition_point(|other| other.head < record.head);
    behind.checked_sub(1).is_some_and(|at| others[at].holds(record.head))
}

//! Candidates that are no lists of records but hold one: columns of a grid, sections, menus of menus.
//!
//! A record may hold a list of its own, as a series its parts. It is a record as long as it says more itself than one
//! entry of that list does; what says less is a place where entries stand.

use super::candidate::{Candidate, PagePaths};
use super::record::Record;
use super::score::{Score, score};
use super::weight::Weight;
use crate::page::Tree;

/// What is held must be this many times as many records: what is there once in most is a part.
const TIMES: usize = 2;

/// The part of the holder's score that what it holds must have. With 0.5 and 0.6 all figures are the same; from 0.4 down
/// parts of records begin to count as what is held.
const PART: f64 = 0.5;

/// The part of what a holder explains that is its own, at most: of each list it has the first entry, so half is as
/// much as that. With 0.3 and 0.7 three pages in a thousand change.
const OWN: f64 = 0.5;

/// Drops the candidates that hold another one. O(candidates^2) comparisons of numbers; those few pairs that may hold
/// one another are scored once more.
pub(super) fn without_holders(
    tree: &Tree,
    paths: &PagePaths,
    weights: &[Weight],
    candidates: Vec<(Candidate, Score)>,
) -> Vec<(Candidate, Score)> {
    let holds = |(outer, of_outer): &(Candidate, Score)| {
        candidates.iter().any(|(inner, of_inner)| {
            inner.records.len() >= TIMES * outer.records.len()
                && of_inner.total() >= PART * of_outer.total()
                && inner.records.iter().all(|record| is_inside(record, &outer.records))
                && own(tree, paths, weights, outer, inner) < OWN * of_outer.explained
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

/// What a candidate explains of the page without the texts of another one.
fn own(tree: &Tree, paths: &PagePaths, weights: &[Weight], outer: &Candidate, inner: &Candidate) -> f64 {
    let page: f64 = weights.iter().map(|weight| weight.share).sum();
    let mut rest = weights.to_vec();
    for record in &inner.records {
        rest[record.leaves.start as usize..record.leaves.end as usize].fill(Weight::NOTHING);
    }
    let of_rest: f64 = rest.iter().map(|weight| weight.share).sum();
    score(tree, paths, &outer.records, &rest).explained * of_rest / page
}

#[cfg(test)]
mod tests {
    use crate::group::lists;
    use crate::page::Tree;

    /// How many records the only page of a set has.
    fn count(page: &str) -> usize {
        lists(&[Tree::new(page)])[0].as_ref().map_or(0, |list| list.records.len())
    }

    const ENTRIES: [&str; 4] =
        ["<p>Oak<b>tall</b>", "<p>Ash<b>grey</b>", "<p>Elm<b>rare</b>", "<p>Fir<b>cold</b>"];

    #[test]
    fn columns_of_a_grid_are_no_records() {
        let column = |kind: &str| {
            let entries = ENTRIES.map(|entry| entry.replace("<p>", &format!("<p>{kind} ")));
            format!("<div>{}</div>", entries.concat())
        };
        assert_eq!(count(&["Red", "White", "Black"].map(column).concat()), 12);
    }

    #[test]
    fn a_record_may_hold_a_list() {
        let record = |name: &str| {
            format!("<div><h2>{name}</h2><i>{name} and more of {name}</i>{}</div>", ENTRIES.concat())
        };
        assert_eq!(count(&["Alder", "Birch", "Cedar"].map(record).concat()), 3);
    }
}

//! The features that compare the candidates of a page: which candidate contains which.
//!
//! ```text
//! <ul> (<li> (<b>) (<i>) ) ... </ul>     li contains b and i once each: b and i have a wider rival
//! <table> (<tr> (<td>) (<td>) ) ...      tr contains td several times: tr is split by td, td is grouped by tr
//! ```
//!
//! Cost: the square of the number of candidates, times their records; the caller passes only the best candidates.

use super::evidence::{Evidence, ScoredSet, TextSums};
use super::record::Record;
use crate::spectrum::exact;

/// A rival must have at least this many times as many records to split them: with fewer it is an optional part of a record.
const TIMES: f64 = 1.5;

/// Adds to the evidence of each set of records the features that compare it with the other ones of the first `rivals` sets.
pub(super) fn compare(sums: &TextSums, sets: &[ScoredSet], rivals: usize, evidence: &mut [Evidence]) {
    let characters: Vec<f64> = sets
        .iter()
        .map(|(set, _)| {
            set.records.iter().map(|record| sums.characters(&record.leaves)).sum::<f64>().max(1.0)
        })
        .collect();
    for (at, &(set, score)) in sets.iter().enumerate() {
        let records = set.records;
        let mine = &mut evidence[at];
        let n = exact(records.len() as u64);
        for (other, &(rivals, of_rivals)) in
            sets[..rivals].iter().enumerate().filter(|&(other, _)| other != at)
        {
            let rivals = rivals.records;
            let share = characters[other] / characters[at];
            let stronger = || (of_rivals.total() / score.total()).ln_1p().min(3.0);
            if exact(rivals.len() as u64) >= TIMES * n {
                if share <= 1.0 && share > mine.split && are_inside(rivals, records) {
                    mine.split = share;
                }
            } else if rivals.len() == records.len() {
                if share > 1.0 && are_inside(records, rivals) {
                    mine.wider = mine.wider.max(1.0 - 1.0 / share);
                    mine.wider_score = mine.wider_score.max(stronger());
                }
            } else if rivals.len() < records.len() && share >= 1.0 && are_inside(records, rivals) {
                mine.grouped_score = mine.grouped_score.max(stronger());
            }
        }
    }
}

/// Whether each of the inner records is inside one of the outer records; both are in document order.
fn are_inside(inner: &[Record], outer: &[Record]) -> bool {
    let mut outer = outer.iter().peekable();
    inner.iter().all(|record| {
        while outer.next_if(|around| around.end <= record.head).is_some() {}
        outer.peek().is_some_and(|around| around.head <= record.head && record.end <= around.end)
    })
}

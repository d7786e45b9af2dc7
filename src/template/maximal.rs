//! The maximal strings of an index.
//!
//! In: an index. Out: for any of its intervals, whether its longest string is maximal. A string is maximal to the right as
//! the longest one of its interval; it is maximal to the left if different symbols precede its occurrences. The starts of
//! documents differ from each other.
//!
//! Time: one pass over the ranks, then constant for each interval, so that nested intervals, of which repeated text has as
//! many as symbols, take linear time.

use crate::index::{Index, Interval, Pos, Rank};

/// Tells of intervals whether their longest strings are maximal.
pub(super) struct MaximalStrings {
    /// For each rank the number of ranks up to it whose suffix is preceded by another symbol than that of the rank before.
    changes: Vec<u32>,
}

impl MaximalStrings {
    pub(super) fn new(index: &Index) -> Self {
        let (mut changes, mut last) = (0, None);
        let left = |rank: u32| {
            let place = index.pos(Rank(rank)).0;
            place.checked_sub(1).map(|before| index.text().symbol(Pos(before))).filter(|&symbol| symbol != 0)
        };
        let of_rank = |rank: u32| {
            let left = left(rank);
            changes += u32::from(left.is_none() || left != last);
            last = left;
            changes
        };
        MaximalStrings { changes: (0..index.ranks().end).map(of_rank).collect() }
    }

    /// Whether the longest string of an interval is maximal.
    pub(super) fn is_maximal<T>(&self, interval: &Interval<T>) -> bool {
        let (first, last) = (interval.first.0 as usize, interval.end.0 as usize - 1);
        self.changes[first] != self.changes[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Memory, Text};
    use crate::template::paper::is_left_maximal;

    #[test]
    fn strings_are_maximal_if_different_symbols_precede_them() {
        let runs = vec![vec![1; 40], vec![1; 37], vec![2, 1, 1, 1, 1]];
        let periods = vec![[1, 2, 3].repeat(9), [1, 2, 3].repeat(7), vec![2, 3, 1, 2]];
        let mixed = vec![vec![1, 2, 1, 3, 1, 2, 4, 1, 2, 1], vec![4, 1, 2, 1, 3, 3, 2, 1, 2], vec![1, 2, 4]];
        for documents in [runs, periods, mixed] {
            let index = Index::new(Text::from_numbers(&documents).unwrap(), Memory::Fast);
            let strings = MaximalStrings::new(&index);
            let mut maximal = 0;
            for interval in index.intervals() {
                let known = is_left_maximal(&index, &interval);
                assert_eq!(strings.is_maximal(&interval), known, "{interval:?} of {documents:?}");
                maximal += usize::from(known);
            }
            assert!(maximal > 2);
        }
    }
}

//! The maximal strings of an index.
//!
//! In: an index. Out: for any of its intervals, whether its longest string is maximal. A string is maximal to the right as
//! the longest one of its interval; it is maximal to the left if different symbols precede its occurrences. The starts of
//! documents differ from each other.
//!
//! Time: one pass over the ranks, then constant for each interval, so that nested intervals, of which repeated text has as
//! many as symbols, take linear time.

use super::TemplateElement;
use super::paper::element;
use crate::index::{Index, Interval, Pos, Rank};
use crate::spectrum::{DocumentTally, Frequency};
use std::cmp::Reverse;

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

/// For each of some frequencies its maximal strings, at most so many, the longest first, and how many there are.
#[must_use]
pub fn maximal_strings(
    index: &Index,
    unit: Frequency,
    frequencies: &[u32],
    most: usize,
) -> Vec<(Vec<TemplateElement>, usize)> {
    let maximal = MaximalStrings::new(index);
    let mut found: Vec<Vec<Interval<u32>>> = frequencies.iter().map(|_| Vec::new()).collect();
    for interval in index.intervals().tally(DocumentTally::new(index.text())) {
        let repeated = if unit == Frequency::Documents { interval.tally } else { 0 };
        let at = frequencies.iter().position(|&frequency| frequency == interval.frequency() - repeated);
        if let Some(at) = at.filter(|_| maximal.is_maximal(&interval)) {
            found[at].push(interval);
        }
    }
    let longest = |mut found: Vec<Interval<u32>>| {
        found.sort_by_key(|interval| (Reverse(interval.depth), interval.first));
        let count = found.len();
        (found.iter().take(most).map(|interval| element(index, interval)).collect(), count)
    };
    found.into_iter().map(longest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{LineBreaks, Memory, Text};
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

    #[test]
    fn the_longest_strings_of_a_number_of_documents_come_first() {
        let pages = ["<b>one</b> a <i>x</i> one", "<b>two</b> b <i>y</i> one", "<b>three</b> c <i>z</i>"];
        let index = Index::new(Text::from_bytes(pages, LineBreaks::Kept).unwrap(), Memory::Fast);
        let found = maximal_strings(&index, Frequency::Documents, &[3, 2], 2);
        let text = |element: &TemplateElement| {
            let span = index.text().span(element.places[0], element.len);
            &pages[index.text().document(element.places[0]) as usize][span.range()]
        };
        let texts: Vec<Vec<&str>> =
            found.iter().map(|(strings, _)| strings.iter().map(text).collect()).collect();
        assert_eq!(texts[0], ["</b> ", " <i>"]);
        assert_eq!((texts[1][0], found[1].1 >= 1), ("</i> one", true));
    }
}

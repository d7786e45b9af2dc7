//! The maximal strings of an index, with their information.
//!
//! Intervals come before those that contain them. What is known of the last one is used for one around it, so that a run of
//! one symbol, whose intervals are all nested, takes linear time.

use crate::index::{Index, Interval, Pos, Rank};
use std::ops::Range;

/// Tells of intervals, in the order in which they are listed, whether their longest strings are maximal.
pub(super) struct MaximalStrings<'a, F> {
    index: &'a Index,
    information: F,
    last: Option<KnownString>,
}

/// The longest string of an interval.
struct KnownString {
    ranks: Range<u32>,
    depth: u32,
    /// The symbol before all its occurrences, 0 at the start of a document. `None` if it is not always the same.
    left: Option<u32>,
    /// The position of one occurrence and its information, if the string is maximal.
    measured: Option<(Pos, f64)>,
}

impl<'a, F: Fn(Pos, Range<u32>) -> f64> MaximalStrings<'a, F> {
    /// `information` gives that of a part of the symbols from a position on; it must add up over parts.
    pub(super) fn new(index: &'a Index, information: F) -> Self {
        MaximalStrings { index, information, last: None }
    }

    /// The information of the longest string of an interval, if the string is maximal.
    pub(super) fn information<T>(&mut self, interval: &Interval<T>) -> Option<f64> {
        let (ranks, depth) = (interval.ranks(), interval.depth);
        let inside = self.last.take().filter(|last| ranks.start <= last.ranks.start);
        let left = match &inside {
            Some(last) => {
                let mut others = (ranks.start..last.ranks.start).chain(last.ranks.end..ranks.end);
                last.left.filter(|&left| others.all(|rank| self.left(rank) == left))
            }
            None => {
                Some(self.left(ranks.start)).filter(|&left| ranks.clone().all(|rank| self.left(rank) == left))
            }
        };
        let longer = inside.and_then(|last| last.measured.zip(Some(last.depth)));
        let measure = || {
            if let Some(((place, information), longer)) = longer {
                return (place, information - (self.information)(place, depth..longer));
            }
            let place = self.index.pos(interval.first);
            (place, (self.information)(place, 0..depth))
        };
        // The starts of documents differ from each other.
        let measured = left.is_none_or(|left| left == 0).then(measure);
        self.last = Some(KnownString { ranks, depth, left, measured });
        measured.map(|(_, information)| information)
    }

    /// The symbol before the suffix of this rank.
    fn left(&self, rank: u32) -> u32 {
        let place = self.index.pos(Rank(rank)).0;
        place.checked_sub(1).map_or(0, |before| self.index.text().symbol(Pos(before)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::{Memory, Text};
    use crate::template::paper::is_left_maximal;

    #[test]
    fn the_information_of_all_maximal_strings_is_that_of_their_symbols() {
        let runs = vec![vec![1; 40], vec![1; 37], vec![2, 1, 1, 1, 1]];
        let periods = vec![[1, 2, 3].repeat(9), [1, 2, 3].repeat(7), vec![2, 3, 1, 2]];
        let mixed = vec![vec![1, 2, 1, 3, 1, 2, 4, 1, 2, 1], vec![4, 1, 2, 1, 3, 3, 2, 1, 2], vec![1, 2, 4]];
        for documents in [runs, periods, mixed] {
            let index = Index::new(Text::from_numbers(&documents).unwrap(), Memory::Fast);
            // Whole numbers, so that sums and differences are exact.
            let of = |place: Pos, part: Range<u32>| {
                part.map(|offset| f64::from(index.text().symbol(Pos(place.0 + offset)))).sum()
            };
            // All intervals, and those that a caller selects.
            for least in [1, 3] {
                let mut strings = MaximalStrings::new(&index, of);
                let mut maximal = 0;
                for interval in index.intervals().filter(|interval| interval.depth >= least) {
                    let known = is_left_maximal(&index, &interval)
                        .then(|| of(index.pos(interval.first), 0..interval.depth));
                    assert_eq!(strings.information(&interval), known, "{interval:?} of {documents:?}");
                    maximal += usize::from(known.is_some());
                }
                assert!(maximal > 2);
            }
        }
    }
}

//! Whether strings that ranges of text share are more than chance.

use super::CHANCE;
use crate::spectrum::exact;
use std::ops::Range;

/// The probability that ranges share a string by chance.
#[derive(Debug)]
pub(crate) struct ChanceModel {
    /// The logarithms of the lengths of the ranges, in ascending order.
    places: Vec<f64>,
    /// The sums of the first 0, 1, ... of these.
    sums: Vec<f64>,
    /// The logarithms of the numbers of ways to choose 0, 1, ... of the ranges.
    ways: Vec<f64>,
    /// The logarithm of the number of ways in which the ranges themselves may have been chosen.
    choices: f64,
}

impl ChanceModel {
    pub(crate) fn new(stretches: &[Range<u32>], choices: f64) -> Self {
        let mut places: Vec<f64> =
            stretches.iter().map(|range| f64::from(range.end - range.start).ln()).collect();
        places.sort_unstable_by(f64::total_cmp);
        let (mut sums, mut ways) = (vec![0.0], vec![0.0]);
        for (k, place) in places.iter().enumerate() {
            sums.push(sums[k] + place);
            ways.push(ways[k] + (exact((places.len() - k) as u64) / exact(k as u64 + 1)).ln());
        }
        ChanceModel { places, sums, ways, choices }
    }

    /// Whether a string with this information would occur in all ranges by chance in fewer than one of a hundred
    /// searches.
    pub(crate) fn is_beaten(&self, information: f64) -> bool {
        self.is_beaten_in(self.places.len(), information)
    }

    /// The same for so many of the ranges, whichever these are; true if it is true of the shortest ones.
    ///
    /// The string starts at one of the positions of the shortest range, it must occur at some position of each other
    /// range, and the ranges themselves were chosen.
    pub(super) fn is_beaten_in(&self, ranges: usize, information: f64) -> bool {
        // In longer ranges the string occurs anyway.
        let shorter = self.places.partition_point(|&places| places < information).clamp(1, ranges);
        let others = self.sums[shorter] - self.sums[1] - exact(shorter as u64 - 1) * information;
        self.places[0] + others + self.choices + self.ways[ranges] < CHANCE.ln()
    }

    /// The logarithm of the number of ways to choose so many of the ranges.
    pub(super) fn ways(&self, ranges: usize) -> f64 {
        self.ways[ranges]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All choices of `k` of these lengths.
    fn choices(lengths: &[u32], k: usize) -> Vec<Vec<u32>> {
        let masks = 0..1_u32 << lengths.len();
        let of =
            |mask: u32| (0..lengths.len()).filter(move |i| mask >> i & 1 == 1).map(|i| lengths[i]).collect();
        masks.filter(|mask| mask.count_ones() as usize == k).map(of).collect()
    }

    #[test]
    fn a_string_is_beyond_chance_in_some_ranges_if_it_is_so_in_any_choice_of_them() {
        let lengths = [10, 3_000, 200, 50, 7, 90];
        let ranges = |lengths: &[u32]| lengths.iter().map(|&length| 0..length).collect::<Vec<_>>();
        let all = ChanceModel::new(&ranges(&lengths), 1.5);
        let (mut beaten, mut not) = (0, 0);
        for (k, ways) in [(2, 15.0_f64), (3, 20.0), (5, 6.0), (6, 1.0)] {
            for information in (0..60).map(|quarters| f64::from(quarters) / 4.0) {
                let is_beaten = |chosen: &Vec<u32>| {
                    ChanceModel::new(&ranges(chosen), 1.5 + ways.ln()).is_beaten(information)
                };
                let by_any = choices(&lengths, k).iter().any(is_beaten);
                assert_eq!(all.is_beaten_in(k, information), by_any, "{k} {information}");
                if by_any { beaten += 1 } else { not += 1 }
            }
        }
        assert!(beaten > 50 && not > 50, "{beaten} {not}");
    }
}

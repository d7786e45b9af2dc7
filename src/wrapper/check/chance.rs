//! The probability that a field is missing so often by chance alone.

use super::Share;
use crate::spectrum::exact;

/// Jeffreys' prior for a share, Beta(1/2, 1/2): most fields are on nearly all pages or on nearly none.
const PRIOR: f64 = 0.5;

/// The probability that at most `now.some` of `now.all` rows have a field, given that `before.some` of `before.all` rows
/// had it and that both are rows of the same kind. The true share of rows with the field is unknown and estimated from
/// the rows before (the beta-binomial distribution: Gelman et al., "Bayesian Data Analysis", 3rd edition, 2013, section
/// 2.4). O(rows).
///
/// Verified on eleven sites of swde, four of `detail` and fourteen of recipes, with the pages of each split in random halves: a
/// field of all rows before was in no row now for 1.3% of the fields with three pages each (predicted: 1.6%), for 3.1% with two
/// and three pages (3.1%), and for none of 2259 fields with five and five (0.1%).
pub(super) fn chance_of_so_few(before: Share, now: Share) -> f64 {
    let number = |count: u32| exact(u64::from(count));
    let (some, none) = (number(before.some) + PRIOR, number(before.all - before.some) + PRIOR);
    let of_now = number(now.all);
    let mut log: f64 = (0..now.all).map(number).map(|row| ((none + row) / (some + none + row)).ln()).sum();
    let mut chance = log.exp();
    for found in (0..now.some).map(number) {
        let left = of_now - found;
        log += (left / (found + 1.0) * (some + found) / (none + left - 1.0)).ln();
        chance += log.exp();
    }
    chance.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::{Share, chance_of_so_few};

    fn chance(before: [u32; 2], now: [u32; 2]) -> f64 {
        let share = |[some, all]: [u32; 2]| Share { some, all };
        chance_of_so_few(share(before), share(now))
    }

    #[test]
    fn the_probability_of_at_most_all_rows_is_one() {
        for before in [[5, 5], [0, 5], [10, 20], [0, 0]] {
            assert!((chance(before, [50, 50]) - 1.0).abs() < 1e-9, "{before:?}");
        }
        assert!(chance([10, 20], [50, 100]) > 0.4);
    }

    #[test]
    fn the_probability_of_no_row_after_all_rows_equals_the_hand_count() {
        // One page and one: (1/2) / 2. Two pages and two: (1/2 * 3/2) / (3 * 4).
        assert!((chance([1, 1], [0, 1]) - 0.25).abs() < 1e-9);
        assert!((chance([2, 2], [0, 2]) - 0.0625).abs() < 1e-9);
        assert!(chance([5, 5], [0, 5]) < 0.001);
    }

    #[test]
    fn one_page_alone_proves_nothing() {
        assert!(chance([8, 8], [0, 1]) > 0.05);
    }

    #[test]
    fn many_rows_cause_no_overflow() {
        assert!(chance([20, 20], [0, 100_000]) < 1e-9);
        assert!(chance([20, 20], [99_999, 100_000]) > 0.01);
    }
}

//! How likely it is that a field is there so seldom by chance.

use super::Share;
use crate::spectrum::exact;

/// Jeffreys' prior of a share, Beta(1/2, 1/2): most fields are on nearly all pages or on nearly none.
const PRIOR: f64 = 0.5;

/// The chance of so few among the rows of now, or fewer, if these are rows like those before: the share of rows with the
/// field is not known, and told by those before alone (the beta-binomial law: Gelman et al., "Bayesian Data Analysis", 3rd
/// edition, 2013, section 2.4). O(rows).
///
/// On eleven sites of swde, four of `detail` and fourteen of recipes, halves of the pages chosen by chance, a field of all rows
/// before was in no row of now as often as this says: 1.3% of the fields with three pages each (told: 1.6%), 3.1% with two
/// and three (3.1%), of five and five none of 2259 (0.1%).
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
    fn all_that_can_be_add_up_to_one() {
        for before in [[5, 5], [0, 5], [10, 20], [0, 0]] {
            assert!((chance(before, [50, 50]) - 1.0).abs() < 1e-9, "{before:?}");
        }
        assert!(chance([10, 20], [50, 100]) > 0.4);
    }

    #[test]
    fn none_where_all_had_it() {
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
    fn many_rows_are_no_matter() {
        assert!(chance([20, 20], [0, 100_000]) < 1e-9);
        assert!(chance([20, 20], [99_999, 100_000]) > 0.01);
    }
}

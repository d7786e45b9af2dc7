//! How likely it is that a field is there so seldom by chance.

use super::Share;
use crate::spectrum::exact;

/// The chance of so few among the pages of now, or fewer, if they are pages like those before: of all pages together
/// each is as likely to be one of now. Fisher's exact test, one side (Fisher, "Statistical Methods for Research Workers",
/// 5th edition, 1934, section 21.02). O(pages).
pub(super) fn chance_of_so_few(before: Share, now: Share) -> f64 {
    let (some, all) = (before.some + now.some, before.all + now.all);
    // Of `all` pages `some` have the field; `now.all` are drawn.
    let lacking = all - some;
    let least = now.all.saturating_sub(lacking);
    let chance = |k: u32| (choose(some, k) + choose(lacking, now.all - k) - choose(all, now.all)).exp();
    (least..=now.some).map(chance).sum::<f64>().min(1.0)
}

/// The logarithm of the number of ways to choose k of n.
fn choose(n: u32, k: u32) -> f64 {
    let k = k.min(n - k);
    (0..k).map(|i| (exact((n - i).into()) / exact((i + 1).into())).ln()).sum()
}

#[cfg(test)]
mod tests {
    use super::{Share, chance_of_so_few};

    fn chance(before: [u32; 2], now: [u32; 2]) -> f64 {
        let share = |[some, all]: [u32; 2]| Share { some, all };
        chance_of_so_few(share(before), share(now))
    }

    #[test]
    fn as_many_as_before_are_no_surprise() {
        assert!((chance([5, 5], [5, 5]) - 1.0).abs() < 1e-9);
        assert!(chance([10, 20], [50, 100]) > 0.4);
        assert!((chance([0, 5], [0, 5]) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn none_where_all_had_it_is_one_of_all_ways_to_draw() {
        // Of 10 pages the 5 that lack it are those of now: one of 252 ways.
        assert!((chance([5, 5], [0, 5]) - 1.0 / 252.0).abs() < 1e-9);
        // Fisher's tea: 1 of 4 and 3 of 4; (1 + 16) of 70 ways.
        assert!((chance([3, 4], [1, 4]) - 17.0 / 70.0).abs() < 1e-9);
    }

    #[test]
    fn one_page_alone_proves_nothing() {
        assert!(chance([12, 12], [0, 1]) > 0.05);
    }
}

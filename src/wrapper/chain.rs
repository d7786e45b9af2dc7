//! The longest chain of pairs of numbers in which both ascend.
//!
//! ```text
//! 0-1  1-2  2-0  3-3      0-1  1-2  3-3
//! ```
//!
//! Time O(n log n) for n pairs. Source: Fredman, "On computing the length of longest increasing subsequences", 1975.

/// The longest chain of pairs in which both members ascend. The first members of `pairs` must ascend.
pub(in crate::wrapper) fn longest_chain(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // tails[n]: of the chains of n + 1 pairs found so far, the last pair of the one whose end is smallest.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (number, pair) in pairs.iter().enumerate() {
        let at = tails.partition_point(|&tail| pairs[tail].1 < pair.1);
        before.push(at.checked_sub(1).map(|at| tails[at]));
        if at == tails.len() {
            tails.push(number);
        } else {
            tails[at] = number;
        }
    }
    let mut chain: Vec<(usize, usize)> =
        std::iter::successors(tails.last().copied(), |&number| before[number])
            .map(|number| pairs[number])
            .collect();
    chain.reverse();
    chain
}

#[cfg(test)]
mod tests {
    use super::longest_chain;

    #[test]
    fn the_longest_chain_omits_only_what_moved() {
        assert_eq!(longest_chain(&[(0, 1), (1, 2), (2, 0), (3, 3)]), [(0, 1), (1, 2), (3, 3)]);
        assert!(longest_chain(&[]).is_empty());
    }
}

//! How probable candidates for posts or comments are.
//!
//! In: candidates with scores, best first. Out: their probabilities: a softmax of the scores, in which candidates with nearly the same
//! records as the best one are one answer. docs/QUALITY.md, "What a probability means", has the share of answers that are right. Cost:
//! linear in the records, after sorting them.

use super::part::Part;
use crate::spectrum::size;
use std::ops::Range;

/// The probability of each candidate, given its records and its score; those with nearly the same records as the first one share its
/// probability. `none` is the score of the answer that there are none, if it is one.
pub(super) fn probabilities(candidates: &[(&[Part], f64)], none: Option<f64>) -> Vec<f64> {
    let [(best, score), ..] = candidates else { return Vec::new() };
    let odds: Vec<f64> = candidates.iter().map(|(_, other)| (other - score).exp()).collect();
    let all = odds.iter().sum::<f64>() + none.map_or(0.0, |none| (none - score).exp());
    let records = in_order(best);
    let are_like: Vec<bool> =
        candidates.iter().map(|(other, _)| are_like(&records, &in_order(other))).collect();
    let of_best = odds.iter().zip(&are_like).filter(|(_, is)| **is).map(|(odds, _)| odds).sum::<f64>();
    odds.iter().zip(are_like).map(|(odds, is_like)| if is_like { of_best } else { *odds } / all).collect()
}

/// The least share of common records of two candidates that are one answer: as the F1 of posts that count as right in
/// `eval/fit/fit.py`.
const SAME: f64 = 0.9;

/// The page and the texts of each record, in the order of pages and texts.
fn in_order(parts: &[Part]) -> Vec<(usize, Range<u32>)> {
    let mut places: Vec<(usize, Range<u32>)> =
        parts.iter().map(|part| (part.page, part.record.leaves.clone())).collect();
    places.sort_by_key(|(page, leaves)| (*page, leaves.start));
    places
}

/// Whether two candidates have nearly the same records. Records are the same if each has most texts of the other.
fn are_like(one: &[(usize, Range<u32>)], other: &[(usize, Range<u32>)]) -> bool {
    let is_same = |(page, leaves): &(usize, Range<u32>), (of, theirs): &(usize, Range<u32>)| {
        let both = leaves.end.min(theirs.end).saturating_sub(leaves.start.max(theirs.start));
        of == page && 2 * both as usize >= leaves.len().max(theirs.len())
    };
    let (mut others, mut common) = (other.iter().peekable(), 0);
    for record in one {
        let begins_before = |other: &&(usize, Range<u32>)| {
            (other.0, other.1.start) < (record.0, record.1.start) && !is_same(record, other)
        };
        while others.next_if(begins_before).is_some() {}
        common += usize::from(others.next_if(|other| is_same(record, other)).is_some());
    }
    2.0 * size(common) >= SAME * size(one.len() + other.len())
}

#[cfg(test)]
mod tests {
    use super::are_like;

    #[test]
    fn candidates_are_one_answer_if_nine_in_ten_records_have_most_texts_in_common() {
        let places =
            |spans: &[(u32, u32)]| spans.iter().map(|&(start, end)| (0, start..end)).collect::<Vec<_>>();
        let posts = places(&[(0, 5), (5, 10), (10, 15)]);
        assert!(are_like(&posts, &places(&[(1, 5), (6, 10), (11, 15)])), "without their first texts");
        assert!(!are_like(&posts, &places(&[(0, 2), (5, 7), (10, 12)])), "only their first texts");
        assert!(!are_like(&posts, &posts[..2]), "one less of three");
        assert!(!are_like(&posts, &[(1, 0..5), (1, 5..10), (1, 10..15)]), "of another page");
        let nested = places(&[(0, 12), (2, 8), (4, 8), (9, 12)]);
        assert!(are_like(&nested, &places(&[(1, 12), (2, 8), (5, 8), (9, 12)])), "answers within answers");
    }
}

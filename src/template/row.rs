//! Rows: what stands between the occurrences of a string that parts them.
//!
//! A word stands on all pages of people's text, and so does what parts the rows of a list. What tells them apart is where
//! they stand: rows are about as long as each other, while a word comes when it comes, so that the distances from one
//! to the next vary as much as they are long.
//!
//! ```text
//! list      <li>Ann<li>Bob<li>Cy<li>Dan         distances 3 3 2 3      variance / mean^2  0.02
//! words     of a theory of lenses and their use of the surface of a field of ...                  about 1
//! ```
//!
//! The distances of occurrences that know nothing of each other have the variance of an exponential distribution, the
//! square of their mean. This looks at distances for words as others have looked at them for keywords, which cluster
//! (Ortuno, Carpena, Bernaola-Galvan, Munoz, Somoza, "Keyword detection in natural languages and DNA", 2002).

use super::{CHANCE, TemplateElement};
use crate::spectrum::exact;
use std::iter;
use std::ops::Range;

/// The most that the variance of distances may be of what it is by chance. Sentences vary by a third to a half, the
/// lists of the ten syllabus sites of docs/REPRODUCTION.md by less than a fifth; there and on the sets under `data/`, 0.3
/// to 0.5 give the same F1 within 0.01.
const EVEN: f64 = 0.4;

/// Whether the occurrences are so evenly spaced that chance would not have it in fewer than a hundred cases.
pub(super) fn is_even(stretches: &[Range<u32>], element: &TemplateElement) -> bool {
    let rows = cut(stretches, element);
    let count = exact(rows.len() as u64);
    let lengths = || rows.iter().map(|row| f64::from(row.end - row.start));
    let mean = lengths().sum::<f64>() / count;
    let variance = lengths().map(|length| (length - mean).powi(2)).sum::<f64>() / count;
    if variance >= EVEN * mean * mean {
        return false;
    }
    // The variance of so many numbers is at most this share of what it should be: Chernoff's bound for chi-square. A
    // row is separated from the next to a symbol.
    let share = variance.max(1.0) / (mean * mean);
    0.5 * count * (share - 1.0 - share.ln()) > -CHANCE.ln()
}

/// What stands before, between and behind the occurrences in every stretch, in text order.
pub(super) fn cut(stretches: &[Range<u32>], element: &TemplateElement) -> Vec<Range<u32>> {
    let mut places = element.places.iter().map(|place| place.0).peekable();
    let mut rows = Vec::new();
    for stretch in stretches {
        let mut start = stretch.start;
        let inside = iter::from_fn(|| places.next_if(|&place| place < stretch.end));
        rows.extend(inside.map(|place| std::mem::replace(&mut start, place + element.len)..place));
        rows.push(start..stretch.end);
    }
    rows
}

/// The element without the occurrences that begin inside an earlier one: a string may overlap itself.
pub(super) fn without_overlaps(mut element: TemplateElement) -> TemplateElement {
    let mut free_from = 0;
    element.places.retain(|place| {
        let is_free = place.0 >= free_from;
        if is_free {
            free_from = place.0 + element.len;
        }
        is_free
    });
    element
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Pos;

    fn element(places: &[u32], len: u32) -> TemplateElement {
        TemplateElement { places: places.iter().map(|&place| Pos(place)).collect(), len }
    }

    #[test]
    fn rows_stand_between_occurrences() {
        let rows = cut(&[0..10, 11..20], &element(&[2, 6, 15], 2));
        assert_eq!(rows, [0..2, 4..6, 8..10, 11..15, 17..20]);
    }

    #[test]
    fn an_overlap_is_one_occurrence() {
        assert_eq!(without_overlaps(element(&[0, 1, 2, 3, 9], 2)), element(&[0, 2, 9], 2));
    }

    #[test]
    fn rows_of_nearly_one_length_are_even() {
        let places: Vec<u32> = (1..20).map(|row| row * 30 + row % 5).collect();
        assert!(is_even(std::slice::from_ref(&(0..600)), &element(&places, 4)));
    }

    #[test]
    fn words_here_and_there_are_not_even() {
        let places: Vec<u32> = (1..25).map(|word| word * word).collect();
        assert!(!is_even(std::slice::from_ref(&(0..650)), &element(&places, 1)));
    }

    #[test]
    fn three_rows_may_be_nearly_even_by_chance() {
        assert!(!is_even(std::slice::from_ref(&(0..92)), &element(&[28, 75], 2)));
    }
}

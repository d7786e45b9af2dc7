//! Cuts a list into rows: the text between the occurrences of a string that separates them.
//!
//! Frequent words occur on all pages with natural text, and so does the string that separates the rows of a list.
//! Their spacing distinguishes them: rows have similar lengths, while words come at irregular distances, whose
//! standard deviation is about as large as their mean.
//!
//! ```text
//! list      <li>Ann<li>Bob<li>Cy<li>Dan         distances 3 3 2 3      variance / mean^2  0.02
//! words     of a theory of lenses and their use of the surface of a field of ...                  about 1
//! ```
//!
//! The distances of independent occurrences have the variance of an exponential distribution, the square of their
//! mean. The same statistic has been used to find keywords, which cluster (Ortuno, Carpena, Bernaola-Galvan, Munoz,
//! Somoza, "Keyword detection in natural languages and DNA", 2002).

use super::{CHANCE, TemplateElement};
use crate::spectrum::exact;
use std::iter;
use std::ops::Range;

/// The largest variance of the distances of a separator, as a share of the variance expected by chance. The distances
/// of sentences have a share of a third to a half, those of the lists on the ten syllabus sites of
/// docs/REPRODUCTION.md less than a fifth; there and on the sets under `data/`, 0.3 to 0.5 give the same F1 within
/// 0.01.
const EVEN: f64 = 0.4;

/// Whether the occurrences are so evenly spaced that this would happen by chance in fewer than one of a hundred cases.
pub(super) fn is_even(stretches: &[Range<u32>], element: &TemplateElement) -> bool {
    let rows = cut(stretches, element);
    let count = exact(rows.len() as u64);
    let lengths = || rows.iter().map(|row| f64::from(row.end - row.start));
    let mean = lengths().sum::<f64>() / count;
    let variance = lengths().map(|length| (length - mean).powi(2)).sum::<f64>() / count;
    if variance >= EVEN * mean * mean {
        return false;
    }
    // Chernoff's bound for chi-square: the probability that the variance of this many numbers is at most this share of
    // its expected value. The variance counts as at least 1, since distances are whole symbols.
    let share = variance.max(1.0) / (mean * mean);
    0.5 * count * (share - 1.0 - share.ln()) > -CHANCE.ln()
}

/// The text before, between and after the occurrences in every range, in text order.
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

/// The element without the occurrences that begin inside an earlier one, since a string may overlap itself.
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
    fn rows_are_between_occurrences() {
        let rows = cut(&[0..10, 11..20], &element(&[2, 6, 15], 2));
        assert_eq!(rows, [0..2, 4..6, 8..10, 11..15, 17..20]);
    }

    #[test]
    fn overlapping_occurrences_count_once() {
        assert_eq!(without_overlaps(element(&[0, 1, 2, 3, 9], 2)), element(&[0, 2, 9], 2));
    }

    #[test]
    fn rows_of_nearly_one_length_are_even() {
        let places: Vec<u32> = (1..20).map(|row| row * 30 + row % 5).collect();
        assert!(is_even(std::slice::from_ref(&(0..600)), &element(&places, 4)));
    }

    #[test]
    fn irregularly_spaced_words_are_not_even() {
        let places: Vec<u32> = (1..25).map(|word| word * word).collect();
        assert!(!is_even(std::slice::from_ref(&(0..650)), &element(&places, 1)));
    }

    #[test]
    fn three_nearly_even_rows_may_be_chance() {
        assert!(!is_even(std::slice::from_ref(&(0..92)), &element(&[28, 75], 2)));
    }
}

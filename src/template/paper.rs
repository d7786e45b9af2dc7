//! The template as published: the maximal strings among those of exactly the peak's frequency.
//!
//! A string of frequency f is maximal when it is not part of a longer string of frequency f. To the right this is the
//! full depth of an interval of f suffixes; to the left, the suffixes of the interval must not all be preceded by the
//! same symbol. Strings are never compared for containment, so the time is O(n).
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, sections 3 and 5 (Reconstruct).

use super::{Template, TemplateElement};
use crate::index::{Index, Interval, Pos, Rank};

/// The maximal strings of exactly this frequency, ordered by their first position.
#[must_use]
pub fn template(index: &Index, frequency: u32) -> Template {
    let mut elements: Vec<TemplateElement> = index
        .intervals()
        .filter(|interval| interval.frequency() == frequency && is_left_maximal(index, interval))
        .map(|interval| element(index, &interval))
        .collect();
    elements.sort_by_key(|element| (element.places[0], std::cmp::Reverse(element.len)));
    Template { documents: (0..index.text().documents()).collect(), elements }
}

pub(super) fn element<T>(index: &Index, interval: &Interval<T>) -> TemplateElement {
    let mut places: Vec<Pos> = interval.ranks().map(|rank| index.pos(Rank(rank))).collect();
    places.sort_unstable();
    TemplateElement { places, len: interval.depth }
}

/// Whether different symbols precede the suffixes of the interval. The start of a document counts as different from
/// all symbols.
pub(super) fn is_left_maximal(index: &Index, interval: &Interval) -> bool {
    let left = |rank: u32| {
        let place = index.pos(Rank(rank)).0;
        place.checked_sub(1).map(|before| index.text().symbol(Pos(before))).filter(|&symbol| symbol != 0)
    };
    let mut ranks = interval.ranks();
    match ranks.next().and_then(left) {
        Some(first) => !ranks.all(|rank| left(rank) == Some(first)),
        None => true,
    }
}

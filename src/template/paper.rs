//! The template as published: the maximal strings among those of exactly the peak's frequency.
//!
//! A string of frequency f is maximal when no longer one of frequency f holds it. Rightward that is the whole depth of
//! an interval of f suffixes; leftward, the interval's suffixes must not all follow the same symbol. No containment is
//! tested, so the time is O(n).
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, sections 3 and 5 (Reconstruct).

use super::{Template, TemplateElement};
use crate::index::{Index, Interval, Pos, Rank};

/// The maximal strings of exactly this frequency, ordered by their first place.
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

/// Whether the interval's suffixes follow different symbols; the start of a document differs from all.
pub(super) fn is_left_maximal<T>(index: &Index, interval: &Interval<T>) -> bool {
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

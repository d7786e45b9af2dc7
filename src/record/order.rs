//! Which of several texts of one element path a text is, if some records lack one: the one of its kind.
//!
//! In: the texts of one path of a record, in order. Out: their numbers. Texts are amounts of money, dates, numbers, names, or longer
//! texts; a record with fewer texts than others has those of its kinds, in the order in which the others have them. If kinds do not tell,
//! texts are counted.
//!
//! ```text
//! <p>Bonn <p>€33,000 <p>1 May 2024       1, 2, 3
//! <p>Lyon <p>2 May 2024                  1, 3
//! ```
//!
//! Time is linear in the texts.

use super::cell::{KeyedCell, Kind};
use super::fold::shown;
use super::place::{PlacedRecord, RecordInPage};
use super::text_kind::{TextKind, TextOrder};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The orders of the texts of paths that have several in some record, where they are of several kinds.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct TextOrders(BTreeMap<String, TextOrder>);

impl TextOrders {
    /// The orders of some records; `several` are the paths with several texts in one.
    pub(super) fn new(
        parts: &[PlacedRecord<'_>],
        keyed: &[Vec<KeyedCell<'_>>],
        several: &BTreeSet<String>,
    ) -> Self {
        let mut of_places: BTreeMap<&str, Vec<Vec<TextKind>>> = BTreeMap::new();
        for ((part, _), cells) in parts.iter().zip(keyed) {
            for (place, texts) in counted_texts(*part, cells, |place| several.contains(place)) {
                of_places.entry(place).or_default().push(texts.into_iter().map(|(_, kind)| kind).collect());
            }
        }
        let order = |(place, records): (&str, Vec<_>)| Some((place.to_owned(), TextOrder::new(&records)?));
        TextOrders(of_places.into_iter().filter_map(order).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Numbers the texts of a record.
    pub(super) fn number(&self, part: RecordInPage<'_>, cells: &mut [KeyedCell<'_>]) {
        let mut numbers: Vec<(usize, usize)> = Vec::new();
        for (place, texts) in counted_texts(part, cells, |place| self.0.contains_key(place)) {
            let kinds: Vec<TextKind> = texts.iter().map(|&(_, kind)| kind).collect();
            numbers.extend(texts.iter().map(|&(at, _)| at).zip(self.0[place].numbers(&kinds)));
        }
        for (at, number) in numbers {
            cells[at].0.number = crate::page::number(number);
        }
    }
}

/// The texts of some paths that are told apart by their numbers: for each path their places among the cells, and their kinds. Where an
/// element is empty nothing is missing.
fn counted_texts<'c>(
    part: RecordInPage<'_>,
    cells: &'c [KeyedCell<'_>],
    is_wanted: impl Fn(&str) -> bool,
) -> BTreeMap<&'c str, Vec<(usize, TextKind)>> {
    let mut texts: BTreeMap<&str, Vec<(usize, TextKind)>> = BTreeMap::new();
    let is_text = |(_, (key, _)): &(usize, &KeyedCell)| key.kind == Kind::Text && is_wanted(&key.place);
    for (at, (key, cell)) in cells.iter().enumerate().filter(is_text) {
        let text = if cell.leaves.is_empty() { std::borrow::Cow::default() } else { shown(&part, cell) };
        texts.entry(&key.place).or_default().push((at, TextKind::of(&text)));
    }
    texts.retain(|_, of_place| of_place.iter().all(|&(at, _)| cells[at].1.is_filled()));
    texts
}

//! Where in a record an element stands: the nearest element with a class, and the tags below it.
//!
//! ```text
//! <li><h3 class="title long"><a>Dune</a></h3> <td>1965</td>      h3.title/a    td[2]
//! ```
//!
//! Of several classes the best template element names the element: with n records that have the class on such a tag and t
//! elements that do, the one with the largest n^2 / t. What is there once in every record beats what is on every second
//! row, what is on everything, and what few records have. Classes that come with every second record, as in zebra rows,
//! name nothing.

use super::line::Page;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use crate::repeat::{Record, fold_digits};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

/// A record with what is known of the places of its elements.
pub(super) type Placed<'a> = (Part<'a>, PlacesOfRecord);

/// A place in a record; that of the head, and of texts between the siblings of a record, is empty.
pub(super) type Place = Arc<str>;

/// A record in its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub page: &'a Page<'a>,
    pub record: &'a Record,
}

impl Part<'_> {
    /// The elements below the head, and the siblings that belong to it with all below them.
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        (self.record.head.0 + 1..self.record.end.0).map(ElementId)
    }

    /// The steps that would name an element by one of its classes.
    fn steps(self, id: ElementId) -> impl Iterator<Item = String> {
        let tree = self.page.tree;
        let name = &tree.element(id).name;
        tree.classes(id).map(move |class| format!("{name}.{}", fold_digits(class)))
    }
}

/// Which class names an element: steps like `h3.title`, the best first.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Classes(Vec<String>);

/// Where a class is.
#[derive(Default)]
struct Count {
    elements: u64,
    /// The numbers of the records that have it, ascending.
    records: Vec<usize>,
}

impl Count {
    /// The square of the records over the elements is larger the better.
    fn cmp(&self, other: &Count) -> Ordering {
        let records = |count: &Count| (count.records.len() as u64).saturating_pow(2);
        let of = |a: &Count, b: &Count| records(a).saturating_mul(b.elements);
        of(self, other).cmp(&of(other, self))
    }

    /// Whether of two neighbours nearly always one has it and one has not. `next` tells for each record whether the one
    /// behind it is on its page. A part that half of the records have comes to one of two.
    fn alternates(&self, next: &[bool]) -> bool {
        let has = |number: usize| self.records.binary_search(&number).is_ok();
        let behind = |&number: &usize| next[number] && !has(number + 1);
        let before = |&number: &usize| number > 0 && next[number - 1] && !has(number - 1);
        let changes =
            self.records.iter().map(|number| usize::from(behind(number)) + usize::from(before(number)));
        let pairs = next.iter().filter(|&&next| next).count();
        pairs >= LEAST && are_most(changes.sum(), pairs)
    }
}

impl Classes {
    pub(super) fn new(parts: &[Part<'_>]) -> Self {
        let mut counts: HashMap<String, Count> = HashMap::new();
        for (number, part) in parts.iter().enumerate() {
            for step in part.elements().flat_map(|id| part.steps(id)) {
                let count = counts.entry(step).or_default();
                count.elements += 1;
                if count.records.last() != Some(&number) {
                    count.records.push(number);
                }
            }
        }
        let is_of_page = |pair: &[Part<'_>]| std::ptr::eq(pair[0].page, pair[1].page);
        let next: Vec<bool> = parts.windows(2).map(is_of_page).chain([false]).collect();
        let mut ranked: Vec<(String, Count)> =
            counts.into_iter().filter(|(_, count)| !count.alternates(&next)).collect();
        ranked.sort_unstable_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
        Classes(ranked.into_iter().map(|(step, _)| step).collect())
    }
}

/// Finds the places of elements.
#[derive(Debug)]
pub(super) struct Places<'a>(HashMap<&'a str, usize>);

impl<'a> Places<'a> {
    pub(super) fn new(classes: &'a Classes) -> Self {
        Places(classes.0.iter().enumerate().map(|(rank, step)| (step.as_str(), rank)).collect())
    }

    /// The places of all elements of a record.
    pub(super) fn of(&self, part: Part<'_>) -> PlacesOfRecord {
        let mut places = PlacesOfRecord { head: part.record.head, places: vec![Place::from("")] };
        for id in part.elements() {
            let place = self.classed(part, id).unwrap_or_else(|| {
                let element = part.page.tree.element(id);
                let around = element.parent.map_or("", |around| places.at(around));
                let column = part.page.cells[id.index()];
                let column = if column > 0 { format!("[{column}]") } else { String::new() };
                let slash = if around.is_empty() { "" } else { "/" };
                format!("{around}{slash}{}{column}", element.name)
            });
            places.places.push(place.into());
        }
        places
    }

    fn classed(&self, part: Part<'_>, id: ElementId) -> Option<String> {
        let ranked = part.steps(id).filter_map(|step| Some((*self.0.get(step.as_str())?, step)));
        ranked.min().map(|(_, step)| step)
    }
}

/// The places of the elements of one record.
#[derive(Debug)]
pub(super) struct PlacesOfRecord {
    head: ElementId,
    places: Vec<Place>,
}

impl PlacesOfRecord {
    /// The place of an element of the record, or of what is around it.
    pub(super) fn at(&self, id: ElementId) -> &Place {
        let inside = id.index().checked_sub(self.head.index());
        &self.places[inside.unwrap_or(0)]
    }
}

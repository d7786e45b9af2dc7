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
use crate::group::{Record, fold_digits};
use crate::page::ElementId;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

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
        let element = self.page.tree.element(id);
        element.classes.iter().map(move |class| format!("{}.{}", element.name, fold_digits(class)))
    }
}

/// Which class names an element: steps like `h3.title`, the best first.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Classes(Vec<String>);

/// How often a class is there.
#[derive(Clone, Copy, Default)]
struct Count {
    records: u64,
    elements: u64,
    /// Records whose next has it as well, and those whose next but one has.
    followed: [u64; 2],
    /// The last two records that had it, the number of the later one last.
    last: [Option<usize>; 2],
}

impl Count {
    /// Counts a record of this number; those of one page have numbers that follow each other.
    fn record(&mut self, number: usize) {
        self.records += 1;
        for (distance, followed) in (1..).zip(&mut self.followed) {
            *followed += u64::from(self.last.contains(&number.checked_sub(distance)));
        }
        self.last = [self.last[1], Some(number)];
    }

    /// Whether most records that have it are followed by one that has not and one that has.
    fn alternates(&self) -> bool {
        let [next, next_but_one] = self.followed;
        next_but_one > 2 * next && 2 * next_but_one >= self.records
    }
}

impl Classes {
    pub(super) fn new<'a>(parts: impl Iterator<Item = Part<'a>>) -> Self {
        let mut counts: HashMap<String, Count> = HashMap::new();
        let mut number = 0;
        let mut page = None;
        for part in parts {
            // Between pages a gap.
            number += if page.replace(part.page.source.as_ptr()) == Some(part.page.source.as_ptr()) {
                1
            } else {
                3
            };
            let mut seen = HashSet::new();
            for step in part.elements().flat_map(|id| part.steps(id)) {
                counts.entry(step.clone()).or_default().elements += 1;
                seen.insert(step);
            }
            for step in seen {
                counts.entry(step).or_default().record(number);
            }
        }
        let mut ranked: Vec<(String, Count)> =
            counts.into_iter().filter(|(_, count)| !count.alternates()).collect();
        ranked.sort_unstable_by(|(a, m), (b, n)| {
            let once = |x: &Count, y: &Count| x.records.saturating_pow(2).saturating_mul(y.elements);
            once(n, m).cmp(&once(m, n)).then_with(|| a.cmp(b))
        });
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

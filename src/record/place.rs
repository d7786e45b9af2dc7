//! The path of an element in its record: the nearest element with a class, and the tags below it.
//!
//! In: the records of a template. Out: the [`Classes`] that appear in paths, and the [`RecordPaths`] of each record.
//!
//! ```text
//! <li><h3 class="title long"><a>Dune</a></h3> <td>1965</td>      h3.title/a    td[2]
//! ```
//!
//! An element with a class inside one that strikes its text through has that one before it: `del/span.price`.
//!
//! An element with several classes is named by the class that is most like a template element of the record: if n records and t
//! elements have the class on such a tag, the class with the largest n^2 / t. A class that occurs once in every record beats
//! classes of every second row, classes of all elements and classes of few records. Classes of every second record, as in zebra
//! rows, are ignored.
//!
//! Time is linear in the elements of the records, except for sorting the classes.

use super::line::PageLayout;
use super::role::money::strikes;
use crate::measure::{LEAST, are_most};
use crate::page::ElementId;
use crate::repeat::{Record, fold_digits};
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

/// A record with the paths of its elements.
pub(super) type PlacedRecord<'a> = (RecordInPage<'a>, RecordPaths);

/// The path of an element in a record; empty for the head and for texts between the siblings of a record.
pub(super) type RecordPath = Arc<str>;

/// A record with its page.
#[derive(Clone, Copy, Debug)]
pub(super) struct RecordInPage<'a> {
    pub page: &'a PageLayout<'a>,
    pub record: &'a Record,
}

impl RecordInPage<'_> {
    /// The descendants of the head, and the other siblings of the record with their descendants.
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementId> + use<> {
        (self.record.head.0 + 1..self.record.end.0).map(ElementId)
    }

    /// For each class of an element the step that has it: `h3.title`.
    fn steps(self, id: ElementId) -> impl Iterator<Item = String> {
        let tree = self.page.tree;
        let name = &tree.element(id).name;
        tree.classes(id).map(move |class| format!("{name}.{}", fold_digits(class)))
    }
}

/// The steps by which elements may be named, such as `h3.title`, best first.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(transparent)]
pub(super) struct Classes(Vec<String>);

/// The elements and records with one class on one tag.
#[derive(Default)]
struct ClassCounts {
    elements: u64,
    /// The numbers of the records that have the class, ascending.
    records: Vec<usize>,
}

impl ClassCounts {
    /// Compares n^2 / t, the square of the number of records over the number of elements.
    fn cmp(&self, other: &ClassCounts) -> Ordering {
        let records = |count: &ClassCounts| (count.records.len() as u64).saturating_pow(2);
        let of = |a: &ClassCounts, b: &ClassCounts| records(a).saturating_mul(b.elements);
        of(self, other).cmp(&of(other, self))
    }

    /// Whether for most pairs of neighbouring records exactly one has the class. `next` states for each record whether the next
    /// one is on the same page. A class that half of the records have at random reaches half of the pairs.
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
    pub(super) fn new(parts: &[RecordInPage<'_>]) -> Self {
        let mut counts: HashMap<String, ClassCounts> = HashMap::new();
        for (number, part) in parts.iter().enumerate() {
            for step in part.elements().flat_map(|id| part.steps(id)) {
                let count = counts.entry(step).or_default();
                count.elements += 1;
                if count.records.last() != Some(&number) {
                    count.records.push(number);
                }
            }
        }
        let is_of_page = |pair: &[RecordInPage<'_>]| std::ptr::eq(pair[0].page, pair[1].page);
        let next: Vec<bool> = parts.windows(2).map(is_of_page).chain([false]).collect();
        let mut ranked: Vec<(String, ClassCounts)> =
            counts.into_iter().filter(|(_, count)| !count.alternates(&next)).collect();
        ranked.sort_unstable_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
        Classes(ranked.into_iter().map(|(step, _)| step).collect())
    }

    /// The steps of paths that were made with these classes.
    pub(super) fn divided<'p>(&self, paths: impl IntoIterator<Item = &'p str>) -> Vec<Vec<PathStep<'p>>> {
        let classed: HashSet<&str> = self.0.iter().map(String::as_str).collect();
        let divided = |path: &'p str| {
            let (struck, path) = match path.split_once('/') {
                Some((tag, path)) if strikes(tag) => {
                    (Some(PathStep { name: tag, class: None, cell: None }), path)
                }
                _ => (None, path),
            };
            let ends = path.match_indices('/').map(|(slash, _)| slash).chain([path.len()]);
            let end = ends.rev().find(|&end| classed.contains(&path[..end]));
            let (first, tags) = path.split_at(end.unwrap_or_default());
            let first =
                first.split_once('.').map(|(name, class)| PathStep { name, class: Some(class), cell: None });
            let tags = tags.split('/').filter(|step| !step.is_empty()).map(|step| {
                let cell = step.strip_suffix(']').and_then(|step| step.rsplit_once('['));
                let cell = cell.filter(|(name, _)| matches!(*name, "td" | "th"));
                let (name, cell) = cell.map_or((step, None), |(name, cell)| (name, cell.parse().ok()));
                PathStep { name, class: None, cell }
            });
            struck.into_iter().chain(first).chain(tags).collect()
        };
        paths.into_iter().map(divided).collect()
    }
}

/// A step of the path of an element in its record.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct PathStep<'a> {
    pub(crate) name: &'a str,
    /// The class by which the element is named, with its digits folded. It may contain any sign but white space.
    pub(crate) class: Option<&'a str>,
    /// The number of a cell in its row, from 1.
    pub(crate) cell: Option<usize>,
}

/// Finds the paths of the elements of records.
#[derive(Debug)]
pub(super) struct PathNamer<'a>(HashMap<&'a str, usize>);

impl<'a> PathNamer<'a> {
    pub(super) fn new(classes: &'a Classes) -> Self {
        PathNamer(classes.0.iter().enumerate().map(|(rank, step)| (step.as_str(), rank)).collect())
    }

    /// The paths of all elements of a record.
    pub(super) fn of(&self, part: RecordInPage<'_>) -> RecordPaths {
        let mut paths = RecordPaths { head: part.record.head, paths: vec![RecordPath::from("")] };
        for id in part.elements() {
            let element = part.page.tree.element(id);
            let around = element.parent.map_or("", |around| paths.at(around));
            let place = if let Some(step) = self.classed(part, id) {
                struck(around).map_or(step.clone(), |tag| format!("{tag}/{step}"))
            } else {
                let column = part.page.cells[id.index()];
                let column = if column > 0 { format!("[{column}]") } else { String::new() };
                let slash = if around.is_empty() { "" } else { "/" };
                format!("{around}{slash}{}{column}", element.name)
            };
            paths.paths.push(place.into());
        }
        paths
    }

    /// The best step with a class of an element, if it has one.
    fn classed(&self, part: RecordInPage<'_>, id: ElementId) -> Option<String> {
        let ranked = part.steps(id).filter_map(|step| Some((*self.0.get(step.as_str())?, step)));
        ranked.min().map(|(_, step)| step)
    }
}

/// The tag in a path that strikes its text through. A price that is struck through is another value than one that is not, though all
/// their classes may be the same.
pub(super) fn struck(path: &str) -> Option<&str> {
    path.split('/').map(|step| step.split(['.', '[']).next().unwrap_or_default()).find(|tag| strikes(tag))
}

/// The paths of the elements of one record.
#[derive(Debug)]
pub(super) struct RecordPaths {
    head: ElementId,
    paths: Vec<RecordPath>,
}

impl RecordPaths {
    /// The path of an element of the record; empty for an element outside.
    pub(super) fn at(&self, id: ElementId) -> &RecordPath {
        let inside = id.index().checked_sub(self.head.index());
        &self.paths[inside.unwrap_or(0)]
    }
}

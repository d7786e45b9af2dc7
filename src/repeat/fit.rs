//! Adjusts the records of a chosen candidate to its columns: records that do not fit are removed, look-alikes elsewhere that fit
//! are added, and records that the page shows twice count once.

use super::apart::{parents, without_other_tables};
use super::column::columns;
use super::edge::{without_edges, without_headers};
use super::path::{PagePaths, Path, Paths};
use super::record::{Border, Record};
use super::shown::once;
use crate::measure::LEAST;
use crate::page::{ElementId, Leaf, Tree};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::cell::LazyCell;
use std::hash::Hash;

/// The fit of a record must be at least this share of the median fit: counts of records stay the same from 0.4 to 0.55.
pub(super) const FIT: f64 = 0.5;

/// The same share for a record that is alone in its parent while more than half of the records share one parent, such as the
/// row of a table above the list. On result pages 0.6 and 0.7 raise the precision of records from 0.978 to 0.979 and change
/// nothing else; 0.8 and 0.9 lose right ones.
const FIT_APART: f64 = 0.7;

/// The same share for the endings of a record whose columns do not fit. An element more around the texts changes no ending, so
/// the endings must fit nearly as well as in the median record. Not swept.
const FIT_ENDINGS: f64 = 0.9;

/// The records that [`fit`], without duplicates of lists that the page shows twice and without header rows and the like. Fewer
/// than three records are returned unchanged, since they have no profile to fit.
pub(super) fn fitting(tree: &Tree, paths: &PagePaths, records: &[Record], border: Border) -> Vec<Record> {
    if records.len() < LEAST {
        return records.to_vec();
    }
    let alike = without_headers(tree, fit(tree, paths, records, border));
    let alike = without_other_tables(tree, alike);
    without_edges(tree, &paths.name, once(tree, alike))
}

/// The records that fit the columns of all records, and further elements that fit them and have the parent and name, or the
/// classes, of one of these records; in document order. Nothing is added to runs of siblings.
pub(super) fn fit(tree: &Tree, paths: &PagePaths, records: &[Record], border: Border) -> Vec<Record> {
    let columns = column_profile(tree, &paths.name, records);
    let endings = LazyCell::new(|| ending_profile(tree, &paths.name, records));
    let parents = parents(tree, records);
    let most_share_one = parents.values().any(|&share| 2 * share > records.len());
    let stays = |&(number, record): &(usize, &Record)| {
        let is_apart = most_share_one && parents[&tree.element(record.head).parent] == 1;
        let least = if is_apart { FIT_APART } else { FIT };
        columns.keeps(number, least) || !is_apart && endings.keeps(number, FIT_ENDINGS)
    };
    let kept = records.iter().enumerate().filter(stays);
    let mut kept: Vec<Record> = kept.map(|(_, record)| record.clone()).collect();
    if border == Border::Element {
        let look_alikes = LookAlikes::new(tree, &paths.class, &kept);
        let known: HashSet<ElementId> = records.iter().map(|record| record.head).collect();
        kept.extend(joining(tree, &kept, |id| {
            !known.contains(&id) && look_alikes.has(id) && columns.fits(&Record::element(tree, id), FIT)
        }));
        kept.sort_unstable_by_key(|record| record.head);
    }
    kept
}

/// The outermost elements with text, in the surroundings of the records, for which `joins` holds; in document order. None of
/// them is inside a record or contains one.
fn joining(tree: &Tree, records: &[Record], joins: impl Fn(ElementId) -> bool) -> Vec<Record> {
    let mut joined = Vec::new();
    let scope = scope(tree, records);
    let mut id = ElementId(scope.0 + 1);
    while id < tree.element(scope).end {
        let element = tree.element(id);
        let at = records.partition_point(|record| record.head < id);
        let is_record = records.get(at).is_some_and(|record| record.head == id);
        let holds_record = records.get(at).is_some_and(|record| record.head < element.end);
        let joins = !holds_record && tree.has_text(id) && joins(id);
        if joins {
            joined.push(Record::element(tree, id));
        }
        id = if is_record || joins { element.end } else { ElementId(id.0 + 1) };
    }
    joined
}

/// The frequency of each part in the records. Parts are columns, or the last steps above texts.
pub(super) struct RecordProfile<K, F> {
    /// Gives the parts of a record.
    parts_of: F,
    /// The number of records with each part.
    frequency: HashMap<K, u32>,
    /// The fit of each record, and the median.
    fits: Vec<f64>,
    median: f64,
}

impl<K: Copy + Eq + Hash + Ord, F: Fn(&Record) -> Vec<K>> RecordProfile<K, F> {
    fn new(records: &[Record], parts_of: F) -> Self {
        let parts: Vec<Vec<K>> = records.iter().map(|record| distinct(parts_of(record))).collect();
        let mut frequency: HashMap<K, u32> = HashMap::new();
        for &part in parts.iter().flatten() {
            *frequency.entry(part).or_default() += 1;
        }
        let fits: Vec<f64> = parts.iter().map(|parts| fit_of(parts, &frequency)).collect();
        let mut ascending = fits.clone();
        ascending.sort_unstable_by(f64::total_cmp);
        let median = ascending[ascending.len() / 2];
        RecordProfile { parts_of, frequency, fits, median }
    }

    /// Whether the record with this number, of those of the profile, fits.
    fn keeps(&self, number: usize, share: f64) -> bool {
        self.fits[number] >= share * self.median
    }

    /// Whether the fit of a record is at least this share of the median fit: it has enough of the frequent parts, and little else.
    pub(super) fn fits(&self, record: &Record, share: f64) -> bool {
        fit_of(&distinct((self.parts_of)(record)), &self.frequency) >= share * self.median
    }
}

/// The cosine between the parts of a record and the frequencies, up to a constant factor.
fn fit_of<K: Eq + Hash>(parts: &[K], frequency: &HashMap<K, u32>) -> f64 {
    let shared: u64 = parts.iter().map(|part| u64::from(frequency.get(part).copied().unwrap_or(0))).sum();
    if parts.is_empty() { 0.0 } else { exact(shared) / exact(parts.len() as u64).sqrt() }
}

fn distinct<K: Ord>(mut parts: Vec<K>) -> Vec<K> {
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// The profile of the columns of records.
pub(super) fn column_profile<'a>(
    tree: &'a Tree<'a>,
    paths: &'a Paths,
    records: &[Record],
) -> RecordProfile<Path, impl Fn(&Record) -> Vec<Path> + use<'a>> {
    RecordProfile::new(records, move |record| columns(tree, paths, record).collect())
}

/// The number of steps above a text that an ending has.
const STEPS: usize = 2;

/// The last steps above a text inside its record, the innermost first.
type Ending = [Option<Path>; STEPS];

/// The profile of the endings of records. One more element around the texts of some records changes all their columns, but no
/// ending.
fn ending_profile(
    tree: &Tree,
    paths: &Paths,
    records: &[Record],
) -> RecordProfile<Ending, impl Fn(&Record) -> Vec<Ending>> {
    RecordProfile::new(records, move |record| {
        let ending = |leaf: &Leaf| {
            let around = tree.inclusive_ancestors(leaf.parent);
            let inside = around.take_while(|&id| id > record.head && record.holds(id));
            let mut steps = inside.map(|id| paths.last(id));
            std::array::from_fn(|_| steps.next())
        };
        record.leaves(tree).iter().map(ending).collect()
    })
}

/// Recognizes elements that look like the records from outside: by parent and name, or by classes.
struct LookAlikes<'a> {
    tree: &'a Tree<'a>,
    paths: &'a Paths,
    parents: HashSet<ElementId>,
    names: HashSet<&'a str>,
    steps: HashSet<Path>,
}

impl<'a> LookAlikes<'a> {
    fn new(tree: &'a Tree<'a>, paths: &'a Paths, records: &[Record]) -> Self {
        let elements = || records.iter().map(|record| tree.element(record.head));
        let classed = records.iter().filter(|record| tree.classes(record.head).next().is_some());
        LookAlikes {
            tree,
            paths,
            parents: elements().filter_map(|element| element.parent).collect(),
            names: elements().map(|element| &*element.name).collect(),
            steps: classed.map(|record| paths.last(record.head)).collect(),
        }
    }

    fn has(&self, id: ElementId) -> bool {
        let element = self.tree.element(id);
        let beside = element.parent.is_some_and(|parent| self.parents.contains(&parent));
        (beside && self.names.contains(&*element.name))
            || (self.steps.contains(&self.paths.last(id)) && self.tree.classes(id).next().is_some())
    }
}

/// The parent of the lowest common ancestor of the records, or that ancestor itself if the parent is the root.
fn scope(tree: &Tree, records: &[Record]) -> ElementId {
    let (first, last) = (records[0].head, records[records.len() - 1].head);
    let around = |id: ElementId| tree.element(id).parent;
    let mut common = around(first).unwrap_or(ElementId(0));
    while tree.element(common).end <= last {
        common = around(common).expect("the root contains all elements");
    }
    around(common).filter(|&wider| wider != ElementId(0)).unwrap_or(common)
}

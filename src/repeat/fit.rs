//! Which elements have the columns of the chosen records: some records leave, look-alikes beside or below them join, and
//! what the page shows twice counts once.

use super::column::columns;
use super::edge::without_edges;
use super::path::{PagePaths, Path, Paths};
use super::record::{Border, Record};
use super::shown::once;
use crate::measure::LEAST;
use crate::page::{ElementId, Leaf, Tree};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};
use std::hash::Hash;

/// Half of what the median record fits: counts of records stay the same from 0.4 to 0.55.
pub(super) const FIT: f64 = 0.5;

/// What a record must fit that stands by itself where more than half stand together, as the row of a table above the
/// list. On result pages 0.6 and 0.7 raise the precision of records from 0.978 to 0.979 and change nothing else; 0.8
/// and 0.9 lose right ones.
const FIT_APART: f64 = 0.7;

/// What the endings of a record must fit whose columns do not: nearly as much as the median. Not swept; an element around
/// the texts changes none of them.
const FIT_ENDINGS: f64 = 0.9;

/// The records that [`fit`], those that the page shows twice once, without header rows and the like. Few
/// records are no template to fit.
pub(super) fn fitting(tree: &Tree, paths: &PagePaths, records: &[Record], border: Border) -> Vec<Record> {
    if records.len() < LEAST {
        return records.to_vec();
    }
    without_edges(tree, &paths.name, once(tree, fit(tree, paths, records, border)))
}

/// The records that fit the columns of all, and the elements that do and have the parent and name, or the classes, of
/// one of those; in document order. Nothing joins runs of siblings.
pub(super) fn fit(tree: &Tree, paths: &PagePaths, records: &[Record], border: Border) -> Vec<Record> {
    let template = of_columns(tree, &paths.name, records);
    let endings = of_endings(tree, &paths.name, records);
    let parents = parents(tree, records);
    let most_share_one = parents.values().any(|&share| 2 * share > records.len());
    let stays = |record: &&Record| {
        let is_apart = most_share_one && parents[&tree.element(record.head).parent] == 1;
        if is_apart {
            template.fits(record, FIT_APART)
        } else {
            template.fits(record, FIT) || endings.fits(record, FIT_ENDINGS)
        }
    };
    let mut kept: Vec<Record> = records.iter().filter(stays).cloned().collect();
    if border == Border::Element {
        let like = Like::new(tree, &paths.class, &kept);
        let left: HashSet<ElementId> = records.iter().map(|record| record.head).collect();
        let joined = joining(tree, &kept, |id| {
            !left.contains(&id) && like.is_like(id) && template.fits(&Record::element(tree, id), FIT)
        });
        kept.extend(joined);
        kept.sort_unstable_by_key(|record| record.head);
    }
    kept
}

/// The parents of the records, with how many each has.
pub(super) fn parents(tree: &Tree, records: &[Record]) -> HashMap<Option<ElementId>, usize> {
    let mut parents = HashMap::new();
    for record in records {
        *parents.entry(tree.element(record.head).parent).or_default() += 1;
    }
    parents
}

/// The outermost elements with text around the records that join them, in document order.
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

/// In how many records each part of some kind is: columns, or the last steps above texts.
pub(super) struct Template<K, F> {
    /// The parts of a record.
    parts_of: F,
    records: HashMap<K, u32>,
    /// What the median record fits.
    median: f64,
}

impl<K: Eq + Hash, F: Fn(&Record) -> HashSet<K>> Template<K, F> {
    fn new(records: &[Record], parts_of: F) -> Self {
        let mut template = Template { parts_of, records: HashMap::new(), median: 0.0 };
        for part in records.iter().flat_map(&template.parts_of) {
            *template.records.entry(part).or_default() += 1;
        }
        let mut fits: Vec<f64> = records.iter().map(|record| template.fit(record)).collect();
        fits.sort_by(f64::total_cmp);
        template.median = fits[fits.len() / 2];
        template
    }

    /// Whether a record has enough of the parts, and little else: this share of what the median record fits.
    pub(super) fn fits(&self, record: &Record, share: f64) -> bool {
        self.fit(record) >= share * self.median
    }

    /// The cosine of a record's parts and the template's, up to a constant factor.
    fn fit(&self, record: &Record) -> f64 {
        let parts = (self.parts_of)(record);
        let shared: u64 =
            parts.iter().map(|part| u64::from(self.records.get(part).copied().unwrap_or(0))).sum();
        if parts.is_empty() { 0.0 } else { exact(shared) / exact(parts.len() as u64).sqrt() }
    }
}

/// The columns of records.
pub(super) fn of_columns<'a>(
    tree: &'a Tree<'a>,
    paths: &'a Paths,
    records: &[Record],
) -> Template<Path, impl Fn(&Record) -> HashSet<Path> + use<'a>> {
    Template::new(records, move |record| columns(tree, paths, record).into_iter().collect())
}

/// How many steps above a text are compared.
const STEPS: usize = 2;

/// The last steps above a text inside its record, the innermost first.
type Ending = [Option<Path>; STEPS];

/// The last steps above the texts of records: an element more around the texts of some records changes all their columns,
/// and none of these.
fn of_endings(
    tree: &Tree,
    paths: &Paths,
    records: &[Record],
) -> Template<Ending, impl Fn(&Record) -> HashSet<Ending>> {
    Template::new(records, move |record| {
        let ending = |leaf: &Leaf| {
            let around = std::iter::successors(Some(leaf.parent), |&id| tree.element(id).parent);
            let inside = around.take_while(|&id| id > record.head && record.holds(id));
            let mut steps = inside.map(|id| paths.last(id));
            std::array::from_fn(|_| steps.next())
        };
        record.leaves(tree).iter().map(ending).collect()
    })
}

/// What elements that may join look like.
struct Like<'a> {
    tree: &'a Tree<'a>,
    paths: &'a Paths,
    parents: HashSet<ElementId>,
    names: HashSet<&'a str>,
    steps: HashSet<Path>,
}

impl<'a> Like<'a> {
    fn new(tree: &'a Tree<'a>, paths: &'a Paths, records: &[Record]) -> Self {
        let elements = || records.iter().map(|record| tree.element(record.head));
        let classed = records.iter().filter(|record| tree.classes(record.head).next().is_some());
        Like {
            tree,
            paths,
            parents: elements().filter_map(|element| element.parent).collect(),
            names: elements().map(|element| &*element.name).collect(),
            steps: classed.map(|record| paths.last(record.head)).collect(),
        }
    }

    fn is_like(&self, id: ElementId) -> bool {
        let element = self.tree.element(id);
        let beside = element.parent.is_some_and(|parent| self.parents.contains(&parent));
        (beside && self.names.contains(&*element.name))
            || (self.steps.contains(&self.paths.last(id)) && self.tree.classes(id).next().is_some())
    }
}

/// The element around the lowest that holds all records, unless that is the root.
fn scope(tree: &Tree, records: &[Record]) -> ElementId {
    let (first, last) = (records[0].head, records[records.len() - 1].head);
    let around = |id: ElementId| tree.element(id).parent;
    let mut common = around(first).unwrap_or(ElementId(0));
    while tree.element(common).end <= last {
        common = around(common).expect("the root holds all");
    }
    around(common).filter(|&wider| wider != ElementId(0)).unwrap_or(common)
}

//! Which elements have the columns of the chosen members: some members leave, look-alikes beside or below them join.

use super::candidate::PagePaths;
use super::path::{Path, Paths};
use super::record::Record;
use crate::page::{ElementId, Tree};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};

/// Half of what the median member fits: counts of records stay the same from 0.4 to 0.5.
const FIT: f64 = 0.5;

/// The members that fit the columns of all, and the elements that do and have the parent and name, or the classes, of
/// one of those; in document order. Fewer than three members are no template to fit.
pub(super) fn fitting(tree: &Tree, paths: &PagePaths, records: &[Record]) -> Vec<Record> {
    if records.len() < 3 {
        return records.to_vec();
    }
    let members: Vec<ElementId> = records.iter().map(|record| record.head).collect();
    let members = members.as_slice();
    let template = Template::new(tree, &paths.name, members);
    let fits: Vec<f64> = members.iter().map(|&member| template.fit(tree, member)).collect();
    let mut sorted = fits.clone();
    sorted.sort_by(f64::total_cmp);
    let least = FIT * sorted[sorted.len() / 2];
    let mut kept: Vec<ElementId> =
        members.iter().zip(&fits).filter(|(_, fit)| **fit >= least).map(|(&member, _)| member).collect();
    let like = Like::new(tree, &paths.class, &kept);
    let scope = scope(tree, members);
    let mut id = ElementId(scope.0 + 1);
    while id < tree.element(scope).end {
        let element = tree.element(id);
        let at = members.partition_point(|&member| member < id);
        let is_member = members.get(at) == Some(&id);
        let holds_member = members.get(at).is_some_and(|&member| member < element.end);
        let joins = !holds_member && tree.has_text(id) && like.is_like(id) && template.fit(tree, id) >= least;
        if joins {
            kept.push(id);
        }
        id = if is_member || joins { element.end } else { ElementId(id.0 + 1) };
    }
    kept.sort_unstable();
    kept.into_iter().map(|id| Record::element(tree, id)).collect()
}

/// In how many members each column is.
struct Template<'a> {
    paths: &'a Paths,
    columns: HashMap<Path, u32>,
}

impl<'a> Template<'a> {
    fn new(tree: &Tree, paths: &'a Paths, members: &[ElementId]) -> Self {
        let mut columns = HashMap::new();
        for &member in members {
            for column in columns_of(tree, paths, member) {
                *columns.entry(column).or_default() += 1;
            }
        }
        Template { paths, columns }
    }

    /// The cosine of an element's columns and the template's, but for a constant.
    fn fit(&self, tree: &Tree, id: ElementId) -> f64 {
        let columns = columns_of(tree, self.paths, id);
        let shared: u64 =
            columns.iter().map(|column| u64::from(self.columns.get(column).copied().unwrap_or(0))).sum();
        if columns.is_empty() { 0.0 } else { exact(shared) / exact(columns.len() as u64).sqrt() }
    }
}

fn columns_of(tree: &Tree, paths: &Paths, id: ElementId) -> HashSet<Path> {
    tree.leaves_of(id).iter().map(|leaf| paths.below(tree, id, leaf.parent)).collect()
}

/// What elements that may join look like.
struct Like<'a> {
    tree: &'a Tree,
    paths: &'a Paths,
    parents: HashSet<ElementId>,
    names: HashSet<&'a str>,
    symbols: HashSet<u64>,
}

impl<'a> Like<'a> {
    fn new(tree: &'a Tree, paths: &'a Paths, members: &[ElementId]) -> Self {
        let elements = || members.iter().map(|&id| tree.element(id));
        let classed = members.iter().filter(|&&id| !tree.element(id).classes.is_empty());
        Like {
            tree,
            paths,
            parents: elements().filter_map(|element| element.parent).collect(),
            names: elements().map(|element| &*element.name).collect(),
            symbols: classed.map(|&id| paths.symbol(id)).collect(),
        }
    }

    fn is_like(&self, id: ElementId) -> bool {
        let element = self.tree.element(id);
        let beside = element.parent.is_some_and(|parent| self.parents.contains(&parent));
        (beside && self.names.contains(&*element.name))
            || (!element.classes.is_empty() && self.symbols.contains(&self.paths.symbol(id)))
    }
}

/// The element around the lowest that holds all members, unless that is the root.
fn scope(tree: &Tree, members: &[ElementId]) -> ElementId {
    let last = *members.last().expect("a candidate has members");
    let around = |id: ElementId| tree.element(id).parent;
    let mut common = around(members[0]).unwrap_or(ElementId(0));
    while tree.element(common).end <= last {
        common = around(common).expect("the root holds all");
    }
    around(common).filter(|&wider| wider != ElementId(0)).unwrap_or(common)
}

//! The candidates of a page: elements that share an element path, each as a record or as the head of a record.

use super::path::{PagePaths, Path};
use super::record::{Border, Record};
use super::run::runs;
use super::step::{Resolution, Steps};
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Records whose heads share an element path and have text.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub(super) key: GroupKey,
    /// The records in document order, at least two, none inside another.
    pub records: Vec<Record>,
}

/// Identifies the same candidate on the other pages of the template.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct GroupKey {
    resolution: Resolution,
    path: Path,
    border: Border,
}

impl GroupKey {
    /// The keys of all candidates that an element may be the head of.
    pub(super) fn all(tree: &Tree, paths: &PagePaths, id: ElementId) -> impl Iterator<Item = GroupKey> {
        RESOLUTIONS.into_iter().flat_map(move |resolution| {
            let path = paths.path(tree, id, resolution);
            [Border::Element, Border::Run].map(|border| GroupKey { resolution, path, border })
        })
    }
}

/// From fine to coarse.
const RESOLUTIONS: [Resolution; 3] = [Resolution::Class, Resolution::Parent, Resolution::Name];

impl Candidate {
    /// The resolution at which the heads have the same path.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.key.resolution
    }

    /// A hash of the path, resolution and border: the same for this candidate on every page.
    #[must_use]
    pub fn path_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        hasher.finish()
    }

    /// How the end of a record is found.
    #[must_use]
    pub fn border(&self) -> Border {
        self.key.border
    }

    /// The element path of the records, which finds them on other pages of the template.
    ///
    /// # Panics
    /// If the records are not of this tree.
    #[must_use]
    pub fn steps(&self, tree: &Tree) -> Steps {
        Steps::to_records(tree, &self.records, self.resolution())
    }
}

/// All candidates of a page, sorted by resolution from fine to coarse, then by their first heads; elements before runs.
pub(super) fn candidates(tree: &Tree, paths: &PagePaths) -> Vec<Candidate> {
    RESOLUTIONS.into_iter().flat_map(|resolution| of_resolution(tree, resolution, paths)).collect()
}

fn of_resolution(tree: &Tree, resolution: Resolution, paths: &PagePaths) -> Vec<Candidate> {
    let mut numbers: HashMap<Path, usize> = HashMap::new();
    let mut groups: Vec<(Path, Vec<ElementId>)> = Vec::new();
    // A row that continues the row above begins no record.
    for id in tree.ids().filter(|&id| tree.has_text(id) && !tree.continues_row(id)) {
        let path = paths.path(tree, id, resolution);
        let number = *numbers.entry(path).or_insert_with(|| {
            groups.push((path, Vec::new()));
            groups.len() - 1
        });
        // Elements of one path have the same depth, so none is inside another.
        groups[number].1.push(id);
    }
    let of_group = |(path, heads): (Path, Vec<ElementId>)| {
        let candidate = |border, records| Candidate { key: GroupKey { resolution, path, border }, records };
        let elements = heads.iter().map(|&head| Record::element(tree, head)).collect();
        let runs = runs(tree, paths, &heads).map(|runs| candidate(Border::Run, runs));
        std::iter::once(candidate(Border::Element, elements)).chain(runs)
    };
    groups.into_iter().filter(|(_, heads)| heads.len() >= 2).flat_map(of_group).collect()
}

//! Sets of like elements, as records or as heads of records.

use super::path::{PagePaths, Path};
use super::record::{Border, Record};
use super::run::runs;
use super::step::{Resolution, Steps};
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Records that begin with elements of one path, each with text.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub(super) key: Key,
    /// In document order, none inside another: two or more, or the one that other pages tell of.
    pub records: Vec<Record>,
}

/// What is the same group on another page.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Key {
    resolution: Resolution,
    path: Path,
    border: Border,
}

impl Candidate {
    /// What makes its heads alike.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.key.resolution
    }

    /// A number for its path: the same on every page.
    #[must_use]
    pub fn path_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key.hash(&mut hasher);
        hasher.finish()
    }

    /// Where its records end.
    #[must_use]
    pub fn border(&self) -> Border {
        self.key.border
    }

    /// The way to its records: the group's name on other pages of the template.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn steps(&self, tree: &Tree) -> Steps {
        Steps::to_records(tree, &self.records, self.resolution())
    }
}

/// All candidates of a page: those told apart by most first, then by their first heads; single elements before runs.
pub(super) fn candidates(tree: &Tree, paths: &PagePaths) -> Vec<Candidate> {
    let resolutions = [Resolution::Class, Resolution::Parent, Resolution::Name];
    resolutions.into_iter().flat_map(|resolution| of_resolution(tree, resolution, paths)).collect()
}

fn of_resolution(tree: &Tree, resolution: Resolution, paths: &PagePaths) -> Vec<Candidate> {
    let mut numbers: HashMap<Path, usize> = HashMap::new();
    let mut groups: Vec<(Path, Vec<ElementId>)> = Vec::new();
    // No record begins with a row that goes on with another one.
    for id in tree.ids().filter(|&id| tree.has_text(id) && !tree.continues_row(id)) {
        let path = paths.path(tree, id, resolution);
        let number = *numbers.entry(path).or_insert_with(|| {
            groups.push((path, Vec::new()));
            groups.len() - 1
        });
        // Elements of one path are of one depth: none is inside another.
        groups[number].1.push(id);
    }
    let of_group = |(path, heads): (Path, Vec<ElementId>)| {
        let candidate = |border, records| Candidate { key: Key { resolution, path, border }, records };
        let elements = heads.iter().map(|&head| Record::element(tree, head)).collect();
        let runs = runs(tree, paths, &heads).map(|runs| candidate(Border::Run, runs));
        std::iter::once(candidate(Border::Element, elements)).chain(runs)
    };
    groups.into_iter().filter(|(_, heads)| heads.len() >= 2).flat_map(of_group).collect()
}

//! Sets of like elements.

use super::path::{Path, Paths};
use super::record::Record;
use super::step::{Resolution, Steps};
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;

/// Records that begin with elements of one path, each with text.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub(super) key: Key,
    /// Two or more, in document order, none inside another.
    pub records: Vec<Record>,
}

/// What is the same group on another page.
pub(super) type Key = (Resolution, Path);

impl Candidate {
    /// What makes its heads alike.
    #[must_use]
    pub fn resolution(&self) -> Resolution {
        self.key.0
    }

    /// The way to its heads: the group's name on other pages of the template.
    ///
    /// # Panics
    /// If it is not of this tree.
    #[must_use]
    pub fn steps(&self, tree: &Tree) -> Steps {
        Steps::to(tree, self.head(), self.resolution())
    }

    /// The head of its first record.
    pub(super) fn head(&self) -> ElementId {
        self.records[0].head
    }
}

/// The paths of one page at both resolutions.
#[derive(Debug)]
pub(super) struct PagePaths {
    pub(super) class: Paths,
    pub(super) name: Paths,
}

impl PagePaths {
    pub(super) fn new(tree: &Tree) -> Self {
        PagePaths { class: Paths::new(tree, Resolution::Class), name: Paths::new(tree, Resolution::Name) }
    }
}

/// All candidates of a page: those by class first, then by their first heads.
pub(super) fn candidates(tree: &Tree, paths: &PagePaths) -> Vec<Candidate> {
    let by = |resolution, paths| of_resolution(tree, resolution, paths);
    [by(Resolution::Class, &paths.class), by(Resolution::Name, &paths.name)].concat()
}

fn of_resolution(tree: &Tree, resolution: Resolution, paths: &Paths) -> Vec<Candidate> {
    let mut numbers: HashMap<Path, usize> = HashMap::new();
    let mut candidates: Vec<Candidate> = Vec::new();
    for id in tree.ids().filter(|&id| tree.has_text(id)) {
        let path = paths.path(id);
        let number = *numbers.entry(path).or_insert_with(|| {
            candidates.push(Candidate { key: (resolution, path), records: Vec::new() });
            candidates.len() - 1
        });
        // Elements of one path are of one depth: none is inside another.
        candidates[number].records.push(Record::element(tree, id));
    }
    candidates.retain(|candidate| candidate.records.len() >= 2);
    candidates
}

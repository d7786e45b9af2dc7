//! Sets of like elements.

use super::path::{Path, Paths};
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;

/// What makes elements alike.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Resolution {
    /// The names and classes on the path from the root.
    Class,
    /// The names alone: zebra rows and other changing classes fall together.
    Name,
}

/// Elements of one path, none inside another, each with text.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub(super) key: Key,
    /// The elements in document order, two or more.
    pub members: Vec<ElementId>,
}

/// What is the same group on another page.
pub(super) type Key = (Resolution, Path);

/// The paths of one page at both resolutions.
#[derive(Debug)]
pub(super) struct PagePaths {
    pub(super) class: Paths,
    pub(super) name: Paths,
}

impl PagePaths {
    pub(super) fn new(tree: &Tree) -> Self {
        PagePaths { class: Paths::by_class(tree), name: Paths::by_name(tree) }
    }
}

/// All candidates of a page: those by class first, then by their first members.
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
            candidates.push(Candidate { key: (resolution, path), members: Vec::new() });
            candidates.len() - 1
        });
        // Elements of one path are of one depth: none is inside another.
        candidates[number].members.push(id);
    }
    candidates.retain(|candidate| candidate.members.len() >= 2);
    candidates
}

//! Which pages are of one template.
//!
//! In: pages as the distinct paths of their elements: names, ids and first classes, digits folded. Out: groups. A page is of
//! the group with whose pages it shares most of its paths on average, if that is half of the smaller page's; else it
//! begins a group. Pages of one site that share less are of different templates, and read apart they are read as well.
//!
//! O(paths) time and memory for each page, but for paths that many groups have.

use crate::spectrum::exact;
use hashbrown::HashMap;

/// Half, as for [page groups](crate::template::page_groups). On 66 sites in one input, 0.2 to 0.7 cost no more than 0.003
/// against each site by itself, 0.5 nothing; without groups it was 0.044.
const ALIKE: f64 = 0.5;

/// Groups of pages that have most paths in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kin {
    groups: Vec<Group>,
    /// The groups with a path, and how many of their pages have it.
    with_path: HashMap<u64, Vec<(usize, f64)>>,
}

#[derive(Clone, Debug, Default)]
struct Group {
    pages: f64,
    /// The paths of each page, added up.
    paths: f64,
}

impl Kin {
    /// The group that a page fits.
    pub(crate) fn of(&self, paths: &[u64]) -> Option<usize> {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for path in paths {
            for &(group, pages) in self.with_path.get(path).into_iter().flatten() {
                *shared.entry(group).or_default() += pages;
            }
        }
        let alike = |group: usize, shared: f64| {
            let Group { pages, paths: of_group } = &self.groups[group];
            shared / (pages * exact(paths.len() as u64)).min(*of_group)
        };
        let likeness = shared.into_iter().map(|(group, shared)| (alike(group, shared), group));
        let best = likeness.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        best.filter(|best| best.0 >= ALIKE).map(|best| best.1)
    }

    /// Takes a page into the group that it fits, or into a new one. The groups depend on the order of pages.
    pub(crate) fn add(&mut self, paths: &[u64]) -> usize {
        let group = self.of(paths).unwrap_or_else(|| {
            self.groups.push(Group::default());
            self.groups.len() - 1
        });
        self.groups[group].pages += 1.0;
        self.groups[group].paths += exact(paths.len() as u64);
        for &path in paths {
            let groups = self.with_path.entry(path).or_default();
            match groups.iter_mut().find(|with| with.0 == group) {
                Some(with) => with.1 += 1.0,
                None => groups.push((group, 1.0)),
            }
        }
        group
    }
}

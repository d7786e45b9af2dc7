//! Which pages are of one template.

use super::piece::Page;
use crate::spectrum::exact;
use hashbrown::HashMap;

/// Groups of pages that have most places in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Kin {
    /// For each path the groups with it, and how many of their pages have it.
    paths: HashMap<u64, Vec<(usize, f64)>>,
    /// How many pages each group has.
    pages: Vec<f64>,
    /// How many paths these have together.
    sizes: Vec<f64>,
}

fn env(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

impl Kin {
    /// The group that a page fits.
    pub(super) fn of(&self, page: &Page) -> Option<usize> {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for path in &page.paths {
            for &(group, pages) in self.paths.get(path).into_iter().flatten() {
                *shared.entry(group).or_default() += pages;
            }
        }
        let own = exact(page.paths.len() as u64);
        let like = |(group, shared): (usize, f64)| {
            (shared / (self.pages[group] * own).min(self.sizes[group]), group)
        };
        let best = shared
            .into_iter()
            .map(like)
            .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        best.filter(|&(like, _)| like >= env("KIN", 0.5)).map(|(_, group)| group)
    }

    /// Takes a page into the group that it fits, or into a new one.
    pub(super) fn add(&mut self, page: &Page) -> usize {
        let group = self.of(page).unwrap_or(self.pages.len());
        if group == self.pages.len() {
            self.pages.push(0.0);
            self.sizes.push(0.0);
        }
        self.pages[group] += 1.0;
        self.sizes[group] += exact(page.paths.len() as u64);
        for &path in &page.paths {
            let on = self.paths.entry(path).or_default();
            match on.iter_mut().find(|on| on.0 == group) {
                Some(on) => on.1 += 1.0,
                None => on.push((group, 1.0)),
            }
        }
        group
    }
}

//! What a site tells, learned in a first pass over its pages, and reading a page by it in a second.

use super::kin::Kin;
use super::piece::Page;
use super::set::Set;
use super::{Content, Reading};
use crate::document::Document;
use hashbrown::HashMap;
use rayon::prelude::*;

/// What a site tells.
#[derive(Clone, Debug)]
pub struct Site {
    sets: Vec<Set>,
    kin: Kin,
    by_identity: HashMap<u64, usize>,
}

/// Learns a site.
#[derive(Clone, Debug)]
pub struct Learner {
    pages: Vec<Page>,
}

/// A page, and the set that was learned from it.
pub(super) struct Known {
    page: Page,
    set: Option<usize>,
}

impl Site {
    /// Learns from pages, which come back in order.
    pub(super) fn of_pages(mut pages: Vec<Page>) -> (Self, Vec<Known>) {
        let mut order: Vec<usize> = (0..pages.len()).collect();
        order.sort_by_key(|&page| pages[page].identity);
        order.dedup_by_key(|page| pages[*page].identity);
        let mut kin = Kin::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for page in order {
            let group = kin.add(&pages[page]);
            groups.resize_with(groups.len().max(group + 1), Vec::new);
            groups[group].push(page);
        }
        let mut of_group: Vec<Vec<Page>> = groups
            .iter()
            .map(|group| group.iter().map(|&page| std::mem::take(&mut pages[page])).collect())
            .collect();
        let sets: Vec<Set> = of_group.par_iter_mut().map(|pages| Set::learn(pages)).collect();
        let mut known: Vec<Known> = pages.into_iter().map(|page| Known { page, set: None }).collect();
        let mut by_identity = HashMap::new();
        for (set, (numbers, pages)) in groups.into_iter().zip(of_group).enumerate() {
            for (number, page) in numbers.into_iter().zip(pages) {
                by_identity.insert(page.identity, set);
                known[number] = Known { page, set: Some(set) };
            }
        }
        (Site { sets, kin, by_identity }, known)
    }

    pub(super) fn read_page(&self, known: Known, source: &str) -> Content {
        let Known { mut page, set } = known;
        let reading = match set {
            Some(set) => self.sets[set].read(&mut page),
            None => self.read_new(&mut page),
        };
        page.content(source, &reading)
    }

    fn read_new(&self, page: &mut Page) -> Reading {
        let set = self.by_identity.get(&page.identity).copied().or_else(|| self.kin.of(page));
        match set {
            Some(set) => {
                self.sets[set].weigh(page);
                self.sets[set].read(page)
            }
            None => Set::learn(std::slice::from_mut(page)).read(page),
        }
    }

    /// What a page says.
    #[must_use]
    pub fn read(&self, document: &Document) -> Content {
        let page = Page::new(document.text());
        self.read_page(Known { page, set: None }, document.text())
    }
}

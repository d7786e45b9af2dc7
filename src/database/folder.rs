//! The folders of pages: their hosts with the parts of their addresses but the last.
//!
//! ```text
//! http://a.test/tag/owl http://a.test/tag/wren      one folder
//! http://a.test/owl                                 another
//! ```
//!
//! Linear in the pages.

use crate::document::Document;
use crate::kind::address_parts;
use crate::measure::are_some;
use crate::record::host;
use hashbrown::{HashMap, HashSet};

/// The folder of each page.
pub(super) struct Folders {
    of_page: Vec<usize>,
    /// How many pages each has.
    sizes: Vec<usize>,
}

impl Folders {
    pub(super) fn new(documents: &[Document]) -> Self {
        let mut numbers: HashMap<(String, Vec<&str>), usize> = HashMap::new();
        let mut of_page: Vec<usize> = Vec::with_capacity(documents.len());
        for document in documents {
            let address = document.address_or_name();
            let mut parts = address_parts(address);
            parts.pop();
            let next = numbers.len();
            of_page.push(*numbers.entry((host(address), parts)).or_insert(next));
        }
        let mut sizes = vec![0; numbers.len()];
        for &folder in &of_page {
            sizes[folder] += 1;
        }
        Folders { of_page, sizes }
    }

    pub(super) fn of(&self, page: usize) -> usize {
        self.of_page[page]
    }

    /// The folders many of whose pages are these.
    pub(super) fn with_many(&self, pages: &[usize]) -> HashSet<usize> {
        let mut counts: HashMap<usize, usize> = HashMap::new();
        for &page in pages {
            *counts.entry(self.of(page)).or_default() += 1;
        }
        counts
            .into_iter()
            .filter(|&(folder, count)| are_some(count, self.sizes[folder]))
            .map(|(folder, _)| folder)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_with_many_lists_are_those_of_lists_and_of_one_host() {
        let addresses = [
            "a.test/tag/owl",
            "a.test/tag/wren",
            "a.test/tag/rook",
            "a.test/owl",
            "a.test/wren",
            "b.test/tag/owl",
        ];
        let page = |address: &&str| Document::new("crawl.warc", "").with_url(format!("http://{address}"));
        let folders = Folders::new(&addresses.iter().map(page).collect::<Vec<_>>());
        let of_lists = folders.with_many(&[0, 1]);
        let is_beside: Vec<bool> = (0..6).map(|page| of_lists.contains(&folders.of(page))).collect();
        assert_eq!(is_beside, [true, true, true, false, false, false]);
    }
}

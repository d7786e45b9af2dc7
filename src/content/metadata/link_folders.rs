//! How many pages the links of a page lead to in each folder.
//!
//! Menus link to many pages of a folder, such as all sections; an article links to few of its authors.
//!
//! ```text
//! /section/sport /section/rain /author/ann-lee      /section 2, /author 1
//! ```
//!
//! Linear in the links.

use crate::page::{Tree, digest};
use crate::record::Base;
use hashbrown::{HashMap, HashSet};

/// The number of different addresses in each folder, by the hash of the folder.
#[derive(Debug)]
pub(super) struct LinkFolders(HashMap<u64, usize>);

impl LinkFolders {
    /// Counts the addresses of all links of a page.
    pub(super) fn new(tree: &Tree) -> Self {
        let mut known: HashSet<u64> = HashSet::new();
        let mut counts: HashMap<u64, usize> = HashMap::new();
        let links = tree.ids().filter(|&id| tree.is_link(id));
        for href in links.filter_map(|id| tree.attribute(id, "href")) {
            if leads_anywhere(&href) && known.insert(digest::text(&href)) {
                *counts.entry(folder(&href)).or_default() += 1;
            }
        }
        LinkFolders(counts)
    }

    /// Returns the number of addresses in the folder of an address of the page; `None` if it leads nowhere.
    pub(super) fn beside(&self, href: &str) -> Option<usize> {
        self.0.get(&folder(href)).copied().filter(|_| leads_anywhere(href))
    }
}

/// Whether a link to this address leads to a page; if not, it is a button of a script.
pub(super) fn leads_anywhere(href: &str) -> bool {
    Base::of("", None).link(href).is_some_and(|address| !address.starts_with('#'))
}

/// Returns the hash of the folder of an address, without its query.
fn folder(href: &str) -> u64 {
    let path = href.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
    digest::text(path.rfind('/').map_or("", |end| &path[..end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_pages_of_a_folder_are_counted() {
        let page = "<a href=/s/1>1</a> <a href=/s/2/>2</a> <a href=/s/2/>2</a> <a href='/s/3?x=/y'>3</a> <a href=/ann>A</a> \
                    <a href=#>B</a> <a href='JavaScript:go(/s/4)'>C</a> <a>D</a>";
        let folders = LinkFolders::new(&Tree::new(page));
        assert_eq!(folders.beside("/s/9"), Some(3));
        assert_eq!(folders.beside("/bo"), Some(1));
        assert_eq!(
            [folders.beside("/x/9"), folders.beside("#s"), folders.beside("javascript:x()")],
            [None; 3]
        );
    }
}

//! Numbers for the element paths of several pages: the tags from the root to an element.
//!
//! In: the nodes of pages. Out: for each node the number of its path; equal paths have the same number on all pages.

use crate::wrapper::page::node::Page;
use hashbrown::HashMap;

/// The element paths of some pages.
#[derive(Debug, Default)]
pub(in crate::wrapper) struct PathTable<'a> {
    /// The number of each path by that of its parent and by its last tag; the root has no parent.
    numbers: HashMap<(Option<usize>, &'a str), usize>,
}

impl<'a> PathTable<'a> {
    /// The path of each node of a page; for a text that of its parent. O(nodes).
    pub(in crate::wrapper) fn of(&mut self, page: &'a Page) -> Vec<usize> {
        let mut paths: Vec<usize> = Vec::with_capacity(page.nodes.len());
        for (number, node) in (0..).zip(&page.nodes) {
            let parent = (node.depth > 0).then(|| paths[node.parent as usize]);
            paths.push(match (page.name(number), parent) {
                (None, Some(parent)) => parent,
                (name, parent) => {
                    let step = (parent, name.unwrap_or_default());
                    let next = self.numbers.len();
                    *self.numbers.entry(step).or_insert(next)
                }
            });
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_number_on_all_pages() {
        let pages = ["<p>a<b>b</b>", "<i>c</i><p><b>d</b>"].map(Page::new);
        let mut paths = PathTable::default();
        let of: Vec<Vec<usize>> = pages.iter().map(|page| paths.of(page)).collect();
        assert_eq!(of, [vec![0, 1, 1, 2, 2], vec![0, 3, 3, 1, 2, 2]]);
    }
}

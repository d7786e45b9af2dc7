//! Paths of tags from the root as numbers, the same on all pages.

use super::node::Page;
use hashbrown::HashMap;

/// The paths of some pages.
#[derive(Debug, Default)]
pub(super) struct Paths<'a> {
    /// The last tag of each with the number of the path before it; the root has none.
    steps: Vec<(Option<usize>, &'a str)>,
    numbers: HashMap<(Option<usize>, &'a str), usize>,
}

impl<'a> Paths<'a> {
    /// For every node of a page the path to it, or for a text that to the element around it. O(nodes).
    pub(super) fn of(&mut self, page: &'a Page) -> Vec<usize> {
        let mut paths: Vec<usize> = Vec::with_capacity(page.nodes.len());
        for (number, node) in (0..).zip(&page.nodes) {
            let around = (node.depth > 0).then(|| paths[node.parent as usize]);
            paths.push(match (page.name(number), around) {
                (None, Some(around)) => around,
                (name, around) => {
                    let step = (around, name.unwrap_or_default());
                    *self.numbers.entry(step).or_insert_with(|| {
                        self.steps.push(step);
                        self.steps.len() - 1
                    })
                }
            });
        }
        paths
    }

    /// How many paths there are: all numbers are below it.
    pub(super) fn size(&self) -> usize {
        self.steps.len()
    }

    /// The tags of a path.
    pub(super) fn tags(&self, path: usize) -> Vec<String> {
        let steps = std::iter::successors(Some(path), |&path| self.steps[path].0);
        let mut tags: Vec<String> = steps.map(|path| self.steps[path].1.to_owned()).collect();
        tags.reverse();
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_number_on_all_pages() {
        let pages = ["<p>a<b>b</b>", "<i>c</i><p><b>d</b>"].map(Page::new);
        let mut paths = Paths::default();
        let of: Vec<Vec<usize>> = pages.iter().map(|page| paths.of(page)).collect();
        assert_eq!(of, [vec![0, 1, 1, 2, 2], vec![0, 3, 3, 1, 2, 2]]);
        assert_eq!(paths.tags(2), ["html", "p", "b"]);
    }
}

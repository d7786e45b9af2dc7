//! Paths of elements as numbers that can be compared from any ancestor on.
//!
//! The path of an element is `path(parent) * BASE + symbol`, so that the part of it below an ancestor d levels up is
//! `path - path(ancestor) * BASE^d`: a relative path costs one multiplication. All arithmetic is modulo 2^64; two
//! different paths are taken for one with a probability of about 2^-64 times their length.

use crate::page::{ElementId, Tree};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A path from the root, or from an ancestor.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Path(u64);

/// The paths of all elements of a page at one resolution.
#[derive(Debug)]
pub(super) struct Paths {
    symbols: Vec<u64>,
    from_root: Vec<u64>,
    /// Powers of the base.
    powers: Vec<u64>,
}

/// Odd and without a pattern: 2^64 / golden ratio.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

impl Paths {
    /// By the names of the elements.
    pub(super) fn by_name(tree: &Tree) -> Self {
        Paths::new(tree, |id| symbol(&tree.element(id).name))
    }

    /// By names and classes, digits in classes counting as alike; cells of a table by their column too.
    pub(super) fn by_class(tree: &Tree) -> Self {
        let columns = cell_columns(tree);
        Paths::new(tree, |id| {
            let element = tree.element(id);
            let mut classes: Vec<String> = match &*element.name {
                "html" | "body" => Vec::new(),
                _ => element.classes.iter().map(|class| fold_digits(class)).collect(),
            };
            classes.sort_unstable();
            classes.dedup();
            symbol(&(&element.name, columns[id.index()], classes))
        })
    }

    fn new(tree: &Tree, symbol_of: impl Fn(ElementId) -> u64) -> Self {
        let (mut symbols, mut paths) = (Vec::new(), Vec::new());
        let mut deepest = 0;
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            let symbol = symbol_of(id);
            let above = element.parent.map_or(0, |parent: ElementId| paths[parent.index()]);
            symbols.push(symbol);
            paths.push(u64::wrapping_mul(above, BASE).wrapping_add(symbol));
            deepest = deepest.max(element.depth);
        }
        let powers = std::iter::successors(Some(1_u64), |power| Some(power.wrapping_mul(BASE)));
        Paths { symbols, from_root: paths, powers: powers.take(deepest as usize + 1).collect() }
    }

    /// The symbol of an element alone.
    pub(super) fn symbol(&self, id: ElementId) -> u64 {
        self.symbols[id.index()]
    }

    /// The path of an element from the root.
    pub(super) fn path(&self, id: ElementId) -> Path {
        Path(self.from_root[id.index()])
    }

    /// The path to an element from one that holds it, the symbol of the latter left out.
    pub(super) fn below(&self, tree: &Tree, ancestor: ElementId, id: ElementId) -> Path {
        let levels = tree.element(id).depth - tree.element(ancestor).depth;
        let above = self.from_root[ancestor.index()].wrapping_mul(self.powers[levels as usize]);
        Path(self.from_root[id.index()].wrapping_sub(above))
    }
}

fn symbol(value: &impl Hash) -> u64 {
    // The default hasher has fixed keys: the same numbers in every run.
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// For td and th their number in the row from 1 up, for all others 0.
fn cell_columns(tree: &Tree) -> Vec<u32> {
    let mut cells = vec![0; tree.elements().len()];
    let cell = |element: &crate::page::Element| {
        let is_cell = matches!(&*element.name, "td" | "th");
        let row = element.parent.filter(|_| is_cell)?;
        cells[row.index()] += 1;
        Some(cells[row.index()])
    };
    tree.elements().iter().map(cell).map(Option::unwrap_or_default).collect()
}

/// Every run of digits as one 0.
fn fold_digits(class: &str) -> String {
    let mut folded = String::with_capacity(class.len());
    for char in class.chars() {
        let char = if char.is_numeric() { '0' } else { char };
        if char != '0' || !folded.ends_with('0') {
            folded.push(char);
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_path_is_the_same_below_like_elements() {
        let tree = Tree::new("<div class=a1><p><b>x</b></p></div><ul><li class=a22><p><b>y</b></p></ul>");
        let find = |name: &str, nth: usize| {
            tree.ids().filter(|&id| &*tree.element(id).name == name).nth(nth).unwrap()
        };
        for paths in [Paths::by_name(&tree), Paths::by_class(&tree)] {
            let first = paths.below(&tree, find("div", 0), find("b", 0));
            assert_eq!(first, paths.below(&tree, find("li", 0), find("b", 1)));
            assert_ne!(first, paths.below(&tree, find("ul", 0), find("b", 1)));
        }
    }

    #[test]
    fn digits_in_classes_are_alike_and_cells_are_not() {
        let tree =
            Tree::new("<p class='x12 y'>a<p class='y x3'>b<table><tr><td>c<td>d<tr><td>e<td>f</table>");
        let paths = Paths::by_class(&tree);
        let path =
            |text: &str| paths.path(tree.leaves().iter().find(|leaf| &*leaf.text == text).unwrap().parent);
        assert_eq!(path("a"), path("b"));
        assert_eq!(path("c"), path("e"));
        assert_ne!(path("c"), path("d"));
    }
}

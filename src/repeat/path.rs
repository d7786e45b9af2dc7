//! Element paths as hashes, of which the part below any ancestor can be computed.
//!
//! The path of an element is the polynomial hash `path(parent) * BASE + symbol`. The part below an ancestor d levels up is
//! `path - path(ancestor) * BASE^d`, so a relative path costs one multiplication. All arithmetic is modulo 2^64; two
//! different paths collide with a probability of about 2^-64 times their length.

use super::step::{Resolution, Spelling};
use crate::page::digest::GOLDEN;
use crate::page::{ElementId, Tree};
use hashbrown::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The hash of an element path from the root, or from an ancestor.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Path(u64);

impl Path {
    /// The path from an element to itself.
    pub(super) const NONE: Path = Path(0);

    /// The path of a single step.
    pub(super) fn of(step: &str) -> Self {
        Path(symbol(step))
    }

    /// The hash itself.
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// The same path below a different sibling, distinguished by a number; 0 leaves it unchanged.
    #[inline]
    pub(super) fn beside(self, number: u64) -> Self {
        Path(self.0 ^ number)
    }

    fn child(self, symbol: u64) -> Self {
        Path(self.0.wrapping_mul(GOLDEN).wrapping_add(symbol))
    }
}

/// The paths of all elements of a page at one resolution.
#[derive(Debug)]
pub(super) struct Paths {
    symbols: Vec<u64>,
    from_root: Vec<Path>,
    /// The powers of the base, from 0 up to the depth of the page.
    powers: Vec<u64>,
}

impl Paths {
    /// The paths of all elements, with the steps spelled at a resolution.
    pub(super) fn new(tree: &Tree, resolution: Resolution) -> Self {
        let spelling = Spelling::new(tree, resolution);
        let (mut symbols, mut paths) = (Vec::new(), Vec::new());
        let mut deepest = 0;
        // Most tags recur in exactly the same spelling; the symbol of each spelling is computed once.
        let mut known: HashMap<(&str, u32), u64> = HashMap::new();
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            // An element that the page only implies has no tag.
            let by_name = resolution == Resolution::Name || tree.tag(id).is_empty();
            let written = if by_name { &*element.name } else { tree.tag(id) };
            let written = (written, spelling.cell(id));
            let symbol = *known.entry(written).or_insert_with(|| symbol(&spelling.step(id)));
            let above = element.parent.map_or(Path::NONE, |parent: ElementId| paths[parent.index()]);
            symbols.push(symbol);
            paths.push(above.child(symbol));
            deepest = deepest.max(element.depth);
        }
        let powers = std::iter::successors(Some(1_u64), |power| Some(power.wrapping_mul(GOLDEN)));
        Paths { symbols, from_root: paths, powers: powers.take(deepest as usize + 1).collect() }
    }

    /// The single step of an element.
    #[inline]
    pub(super) fn last(&self, id: ElementId) -> Path {
        Path(self.symbols[id.index()])
    }

    /// The path of an element from the root.
    #[inline]
    pub(super) fn path(&self, id: ElementId) -> Path {
        self.from_root[id.index()]
    }

    /// The path of an element if its parent had this path, with the last step as spelled here.
    pub(super) fn below_other(&self, above: Path, id: ElementId) -> Path {
        above.child(self.symbols[id.index()])
    }

    /// The path from an ancestor, exclusive, down to an element.
    #[inline]
    pub(super) fn below(&self, tree: &Tree, ancestor: ElementId, id: ElementId) -> Path {
        let levels = tree.element(id).depth - tree.element(ancestor).depth;
        let above = self.path(ancestor).0.wrapping_mul(self.powers[levels as usize]);
        Path(self.path(id).0.wrapping_sub(above))
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

    pub(super) fn path(&self, tree: &Tree, id: ElementId, resolution: Resolution) -> Path {
        match (resolution, tree.element(id).parent) {
            (Resolution::Parent, Some(parent)) => self.name.below_other(self.class.path(parent), id),
            (Resolution::Class | Resolution::Parent, _) => self.class.path(id),
            (Resolution::Name, _) => self.name.path(id),
        }
    }
}

/// The hash of a step.
pub(super) fn symbol(step: &str) -> u64 {
    // The default hasher has fixed keys: the same numbers in every run.
    let mut hasher = DefaultHasher::new();
    step.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_paths_do_not_depend_on_the_ancestor() {
        let tree = Tree::new("<div class=a1><p><b>x</b></p></div><ul><li class=a22><p><b>y</b></p></ul>");
        let find = |name: &str, nth: usize| {
            tree.ids().filter(|&id| &*tree.element(id).name == name).nth(nth).unwrap()
        };
        for resolution in [Resolution::Class, Resolution::Name] {
            let paths = Paths::new(&tree, resolution);
            let first = paths.below(&tree, find("div", 0), find("b", 0));
            assert_eq!(first, paths.below(&tree, find("li", 0), find("b", 1)));
            assert_ne!(first, paths.below(&tree, find("ul", 0), find("b", 1)));
        }
    }

    #[test]
    fn digits_in_classes_are_ignored_and_cell_columns_are_not() {
        let tree =
            Tree::new("<p class='x12 y'>a<p class='y x3'>b<table><tr><td>c<td>d<tr><td>e<td>f</table>");
        let paths = Paths::new(&tree, Resolution::Class);
        let path =
            |text: &str| paths.path(tree.leaves().iter().find(|leaf| &*leaf.text == text).unwrap().parent);
        assert_eq!(path("a"), path("b"));
        assert_eq!(path("c"), path("e"));
        assert_ne!(path("c"), path("d"));
    }
}

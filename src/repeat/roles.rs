//! Whether the parts of records have roles: parts of one role are more alike than parts of different roles.
//!
//! In: parts of a page, each with the number of its role. Out: the share of their variation that the roles explain, 0 to 1.
//!
//! ```text
//! <tr><td>Dune <td>9.50   <tr><td>Ulysses <td>7.00        the cells of a row are a title and a price: near 1
//! <tr><td>Dune <td>Emma   <tr><td>Ulysses <td>Lolita      a grid, the cells of a row are alike: near 0
//! ```
//!
//! The same measure tells records from parts of records: if every second row of a table differs from the row before it, then two
//! rows are a record. What is compared of a part is its length, its digits, links, signs and texts, its name, and the path to its first
//! text; not its classes, which alternate in zebra rows.
//! No word is compared.
//!
//! Cost: linear in the parts times the depth of their texts; of each candidate the first [`MOST`] records are read.
//!
//! Source: the adjusted coefficient of determination (Wherry 1931), for kinds with Gini's variance (Light and Margolin, "An analysis of
//! variance for categorical data", 1971). We multiply what several variables leave unexplained, as if they were independent, with a prior
//! that they explain nothing.

use super::path::{PagePaths, Path};
use super::record::Record;
use super::sibling::parts;
use super::step::BETWEEN;
use crate::features::share;
use crate::page::{Child, Element, ElementId, Tree};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

/// The most parts of a record that are compared.
const MOST_PARTS: usize = 8;

/// The most records of a candidate that are compared, which all roles are below: more change a share of variation little.
const MOST: usize = 64;

/// The same as a hash; usize has at most 64 bits.
const ROLES: u64 = MOST as u64;

/// The longest period of siblings that are parts of records: records of four rows and more are rare, and the fewer repetitions a page
/// has, the more often a long period fits by chance.
pub(super) const LONGEST: usize = 3;

/// Degrees of freedom of the prior that roles explain nothing: few parts show little. Without it, three rows of a table with a column for
/// a long text are a list of cells. Not swept.
const PRIOR: f64 = 4.0;

/// The least variation that is no rounding error.
const NOISE: f64 = 1e-9;

/// The number of numbers that a part is compared by.
const NUMBERS: usize = 5;

/// The numbers and kinds that parts are compared by.
#[derive(Clone, Copy, Debug)]
struct Profile {
    /// ln (1 + characters), shares of digits, of linked characters and of signs, ln of the number of texts.
    numbers: [f64; NUMBERS],
    /// The name, and the path to the first text.
    kinds: [Path; 2],
}

impl Profile {
    fn new(sums: &[[f64; NUMBERS]], leaves: &Range<u32>, kinds: [Path; 2]) -> Self {
        let (before, up_to) = (&sums[leaves.start as usize], &sums[leaves.end as usize]);
        let of = |i: usize| up_to[i] - before[i];
        let (all, digits, links, signs, texts) = (of(0), of(1), of(2), of(3), of(4));
        let numbers = [all.ln_1p(), share(digits, all), share(links, all), share(signs, all), texts.ln_1p()];
        Profile { numbers, kinds }
    }
}

/// The profiles of the elements of a page.
#[derive(Debug)]
pub(super) struct Profiles<'t, 'a> {
    tree: &'t Tree<'a>,
    /// Characters, digits, linked characters, signs and texts before each text.
    sums: Vec<[f64; NUMBERS]>,
    elements: Vec<Profile>,
}

impl<'t, 'a> Profiles<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, paths: &PagePaths) -> Self {
        let linked = tree.within(|id| tree.is_link(id));
        let mut sums = vec![[0.0; NUMBERS]];
        for leaf in tree.leaves() {
            let (mut all, mut digits, mut signs) = (0_u64, 0_u64, 0_u64);
            for char in leaf.text.chars() {
                all += 1;
                digits += u64::from(char.is_numeric());
                signs += u64::from(!char.is_alphanumeric() && !char.is_whitespace());
            }
            let of_links = if linked[leaf.parent.index()] { all } else { 0 };
            let mut sum = sums[sums.len() - 1];
            for (sum, add) in sum.iter_mut().zip([all, digits, of_links, signs, 1]) {
                *sum += exact(add);
            }
            sums.push(sum);
        }
        let all = (0..).map(ElementId).take(tree.elements().len());
        let first = |id| {
            tree.leaves_of(id).first().map_or(Path::NONE, |leaf| paths.class.below(tree, id, leaf.parent))
        };
        let mut elements: Vec<Profile> = Vec::with_capacity(tree.elements().len());
        for id in all {
            let Element { leaves, parent, .. } = tree.element(id);
            let kinds = [paths.name.last(id), first(id)];
            // Many elements have all texts of their parents, whose logarithms are known.
            let same = parent.filter(|&parent| tree.element(parent).leaves == *leaves);
            elements.push(match same {
                Some(parent) => Profile { kinds, ..elements[parent.index()] },
                None => Profile::new(&sums, leaves, kinds),
            });
        }
        Profiles { tree, sums, elements }
    }

    fn of(&self, part: Child) -> Profile {
        match part {
            Child::Element(id) => self.elements[id.index()],
            Child::Text(leaf) => Profile::new(&self.sums, &(leaf..leaf + 1), [Path::of(BETWEEN), Path::NONE]),
        }
    }

    /// How much the order of the parts of a record explains.
    pub(super) fn of_parts(&self, records: &[Record]) -> f64 {
        explained(&self.parts(&records[..records.len().min(MOST)]))
    }

    /// How much the position of a record in its parent explains: its number from the first, or that modulo a period.
    pub(super) fn of_positions(&self, records: &[Record]) -> f64 {
        let mut counts: HashMap<Option<ElementId>, usize> = HashMap::new();
        let placed = records.iter().take(MOST).map(|record| {
            let position = counts.entry(self.tree.element(record.head).parent).or_default();
            *position += 1;
            (*position - 1, self.of(Child::Element(record.head)))
        });
        let placed: Vec<(usize, Profile)> = placed.collect();
        let by = |period: usize| {
            explained(&placed.iter().map(|&(at, profile)| (at % period, profile)).collect::<Vec<_>>())
        };
        (2..=LONGEST).chain([usize::MAX]).map(by).fold(0.0, f64::max)
    }

    /// How much the position in a period explains, for siblings one after another.
    pub(super) fn of_period(&self, siblings: &[ElementId], period: usize) -> f64 {
        let placed = siblings.iter().take(MOST).enumerate();
        let placed = placed.map(|(at, &id)| (at % period, self.of(Child::Element(id))));
        explained(&placed.collect::<Vec<_>>())
    }

    /// The members of runs, or the children and texts of elements, inside of which all records have only one element; each with its
    /// number in its record.
    fn parts(&self, records: &[Record]) -> Vec<(usize, Profile)> {
        let is_one = |record: &Record| record.followers(self.tree).next().is_none();
        let mut parts = Vec::new();
        let mut add = |of_record: &mut dyn Iterator<Item = Child>| {
            parts.extend((0..MOST_PARTS).zip(of_record).map(|(role, part)| (role, self.of(part))));
        };
        if records.iter().all(is_one) {
            let mut around: Vec<ElementId> = records.iter().map(|record| record.head).collect();
            while let Some(inside) = around.iter().map(|&id| self.only_child(id)).collect() {
                around = inside;
            }
            for id in around {
                add(&mut self.children(id));
            }
        } else {
            for record in records {
                add(&mut std::iter::once(Child::Element(record.head)).chain(record.followers(self.tree)));
            }
        }
        parts
    }

    /// The child that has all texts of an element.
    fn only_child(&self, id: ElementId) -> Option<ElementId> {
        let first = self.tree.children(id).find(|&child| self.tree.has_text(child))?;
        (self.tree.element(first).leaves == self.tree.element(id).leaves).then_some(first)
    }

    /// The children with text and the texts of an element, in document order.
    fn children(&self, id: ElementId) -> impl Iterator<Item = Child> {
        let Element { leaves, end, .. } = self.tree.element(id);
        parts(self.tree, ElementId(id.0 + 1), leaves.start, *end, leaves.end)
    }
}

/// The share of the variation of the profiles that their roles explain; roles are below [`MOST`].
fn explained(parts: &[(usize, Profile)]) -> f64 {
    let mut sizes = [0.0; MOST];
    let mut end = 0;
    for &(role, _) in parts {
        sizes[role] += 1.0;
        end = end.max(role + 1);
    }
    let roles: Vec<usize> = (0..end).filter(|&role| sizes[role] > 0.0).collect();
    let (n, k) = (exact(parts.len() as u64), exact(roles.len() as u64));
    if roles.len() < 2 || n <= k {
        return 0.0;
    }
    let unexplained = |total: f64, within: f64| {
        let share = if total > NOISE { within.max(0.0) / total } else { (n - k) / (n - 1.0) };
        (share * (n - 1.0) + PRIOR) / (n - k + PRIOR)
    };
    let (mut sums, mut squares) = ([[0.0; NUMBERS]; MOST], [0.0; NUMBERS]);
    for (role, profile) in parts {
        for (i, number) in profile.numbers.into_iter().enumerate() {
            sums[*role][i] += number;
            squares[i] += number * number;
        }
    }
    let mut left = 1.0;
    for (i, squares) in squares.into_iter().enumerate() {
        let all: f64 = roles.iter().map(|&role| sums[role][i]).sum();
        let of_roles: f64 = roles.iter().map(|&role| sums[role][i] * sums[role][i] / sizes[role]).sum();
        left *= unexplained(squares - all * all / n, squares - of_roles);
    }
    // Gini: half of the number of pairs of different kinds, over the number of parts.
    let mut left_of_kinds = 1.0;
    // A kind, but for the last bits of its hash, and a role, which is below `MOST`, are one number: it is sorted faster than two.
    let mut kinds: Vec<u64> = Vec::with_capacity(parts.len());
    for i in 0..2 {
        kinds.clear();
        kinds.extend(
            parts.iter().map(|(role, profile)| profile.kinds[i].bits() / ROLES * ROLES + *role as u64),
        );
        kinds.sort_unstable();
        let square = |of: &[u64]| exact(of.len() as u64).powi(2);
        let (mut all, mut squares) = (0.0, [0.0; MOST]);
        for of_kind in kinds.chunk_by(|a, b| a / ROLES == b / ROLES) {
            all += square(of_kind);
            for of_role in of_kind.chunk_by(|a, b| a == b) {
                squares[(of_role[0] % ROLES) as usize] += square(of_role);
            }
        }
        let of_roles: f64 = roles.iter().map(|&role| squares[role] / sizes[role]).sum();
        left_of_kinds *= unexplained(n - all / n, n - of_roles);
    }
    (1.0 - left * left_of_kinds).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much the order of the cells of rows explains, and the positions of all cells in their rows.
    fn of(rows: &str) -> [f64; 2] {
        let page = format!("<table>{rows}</table>");
        let tree = Tree::new(&page);
        let paths = PagePaths::new(&tree);
        let profiles = Profiles::new(&tree, &paths);
        let all = |name: &str| -> Vec<Record> {
            let named = tree.ids().filter(|&id| &*tree.element(id).name == name);
            named.map(|id| Record::element(&tree, id)).collect()
        };
        [profiles.of_parts(&all("tr")), profiles.of_positions(&all("td"))]
    }

    #[test]
    fn the_cells_of_a_table_have_roles_and_those_of_a_grid_have_none() {
        let table =
            of("<tr><td>Dune<td>9.50<tr><td>Ulysses<td>7.00<tr><td>Persuasion<td>4.00<tr><td>Emma<td>3.00");
        assert!(table.iter().all(|&explained| explained > 0.8), "{table:?}");
        let grid = of(
            "<tr><td>Dune<td>Ulysses<tr><td>Persuasion<td>Emma<tr><td>Lolita<td>Beloved<tr><td>Walden<td>It",
        );
        assert!(grid.iter().all(|&explained| explained < 0.3), "{grid:?}");
    }

    #[test]
    fn a_single_row_shows_no_roles() {
        let row = of("<tr><td>Dune<td>9.50");
        assert!(row.iter().all(|&explained| explained <= 0.0), "{row:?}");
    }
}

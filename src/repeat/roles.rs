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
//! rows are a record. What is compared of a part is its length, its digits, its links, its element, and the path to its first text.
//! No word is compared.
//!
//! Cost: linear in the parts times the depth of their texts; of each candidate the first [`MOST`] records are read.
//!
//! Source: the adjusted coefficient of determination (Wherry 1931), for kinds with Gini's variance (Light and Margolin, "An analysis of
//! variance for categorical data", 1971). We combine the coefficients of several variables as independent evidence.

use super::path::{PagePaths, Path};
use super::record::Record;
use super::sibling::Follower;
use super::step::{BETWEEN, fold_digits};
use crate::features::share;
use crate::page::{ElementId, Tree};
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};

/// The most records of a candidate, and the most parts of a record, that are compared: more change a share of variation little.
const MOST: usize = 64;
const MOST_PARTS: usize = 8;

/// The longest period of siblings that are parts of records: records of four rows and more are rare, and the fewer repetitions a page
/// has, the more often a long period fits by chance.
const LONGEST: usize = 3;

/// The numbers and kinds that parts are compared by.
#[derive(Clone, Copy)]
struct Profile {
    /// ln (1 + characters), share of digits, share of linked characters.
    numbers: [f64; 3],
    /// The element with its classes, and the path to the first text.
    kinds: [Path; 2],
}

/// Sums over the texts before each text of a page, and the kind of each element.
#[derive(Debug)]
pub(super) struct Profiles<'t, 'a> {
    tree: &'t Tree<'a>,
    /// Characters, digits, linked characters.
    sums: Vec<[f64; 3]>,
    /// For each element the element itself with its classes, and the path to its first text.
    kinds: Vec<[Path; 2]>,
}

impl<'t, 'a> Profiles<'t, 'a> {
    pub(super) fn new(tree: &'t Tree<'a>, paths: &PagePaths) -> Self {
        let linked = tree.within(|id| tree.is_link(id));
        let mut sums = vec![[0.0; 3]];
        for leaf in tree.leaves() {
            let [characters, digits, links] = sums[sums.len() - 1];
            let count = exact(leaf.text.chars().count() as u64);
            let numeric = exact(leaf.text.chars().filter(|char| char.is_numeric()).count() as u64);
            let of_links = if linked[leaf.parent.index()] { count } else { 0.0 };
            sums.push([characters + count, digits + numeric, links + of_links]);
        }
        let all = (0..).map(ElementId).take(tree.elements().len());
        let first = |id| {
            tree.leaves_of(id).first().map_or(Path::NONE, |leaf| paths.name.below(tree, id, leaf.parent))
        };
        let kinds = all.map(|id| [Path::of(&fold_digits(&tree.label(id))), first(id)]).collect();
        Profiles { tree, sums, kinds }
    }

    fn of(&self, part: Follower) -> Profile {
        let (leaves, kinds) = match part {
            Follower::Element(id) => (self.tree.element(id).leaves.clone(), self.kinds[id.index()]),
            Follower::Text(leaf) => (leaf..leaf + 1, [Path::of(BETWEEN), Path::NONE]),
        };
        let (before, up_to) = (self.sums[leaves.start as usize], self.sums[leaves.end as usize]);
        let [characters, digits, links] = std::array::from_fn(|i| up_to[i] - before[i]);
        let numbers = [characters.ln_1p(), share(digits, characters), share(links, characters)];
        Profile { numbers, kinds }
    }

    /// How much the order of the parts of a record explains.
    pub(super) fn of_parts(&self, records: &[Record]) -> f64 {
        let parts = |record: &Record| self.parts(record).into_iter().take(MOST_PARTS).enumerate();
        let parts = records.iter().take(MOST).flat_map(parts);
        explained(&parts.map(|(role, part)| (role, self.of(part))).collect::<Vec<_>>())
    }

    /// How much the position of a record in its parent explains: its number from the first, or the parity of that.
    pub(super) fn of_positions(&self, records: &[Record]) -> f64 {
        let mut counts: HashMap<Option<ElementId>, usize> = HashMap::new();
        let placed = records.iter().take(MOST).map(|record| {
            let position = counts.entry(self.tree.element(record.head).parent).or_default();
            *position += 1;
            (*position - 1, self.of(Follower::Element(record.head)))
        });
        let placed: Vec<(usize, Profile)> = placed.collect();
        let by = |period: usize| {
            explained(&placed.iter().map(|&(at, profile)| (at % period, profile)).collect::<Vec<_>>())
        };
        (2..=LONGEST).chain([usize::MAX]).map(by).fold(0.0, f64::max)
    }

    /// The members of a run, or the children and texts of the outermost element of a record that has several.
    fn parts(&self, record: &Record) -> Vec<Follower> {
        let followers: Vec<Follower> = record.followers(self.tree).collect();
        if !followers.is_empty() {
            return std::iter::once(Follower::Element(record.head)).chain(followers).collect();
        }
        let mut id = record.head;
        loop {
            match self.children(id)[..] {
                [Follower::Element(only)] => id = only,
                ref several => return several.to_vec(),
            }
        }
    }

    /// The children with text and the texts of an element, in document order.
    fn children(&self, id: ElementId) -> Vec<Follower> {
        let leaves = &self.tree.element(id).leaves;
        let mut children = Vec::new();
        let mut leaf = leaves.start;
        while leaf < leaves.end && children.len() <= MOST_PARTS {
            let around = std::iter::successors(Some(self.tree.leaves()[leaf as usize].parent), |&id| {
                self.tree.element(id).parent
            });
            let (child, behind) = match around.take_while(|&inner| inner != id).last() {
                Some(child) => (Follower::Element(child), self.tree.element(child).leaves.end),
                None => (Follower::Text(leaf), leaf + 1),
            };
            children.push(child);
            leaf = behind;
        }
        children
    }
}

/// The share of the variation of the profiles that their roles explain.
fn explained(parts: &[(usize, Profile)]) -> f64 {
    let roles: HashSet<usize> = parts.iter().map(|&(role, _)| role).collect();
    let (n, k) = (exact(parts.len() as u64), exact(roles.len() as u64));
    if roles.len() < 2 || n <= k {
        return 0.0;
    }
    let mut unexplained = 1.0;
    let mut add = |total: f64, within: f64| {
        if total > 1e-9 {
            unexplained *= (within / total * (n - 1.0) / (n - k)).min(1.0);
        }
    };
    for i in 0..3 {
        let all = parts.iter().map(|&(role, profile)| (role, profile.numbers[i]));
        let (mut sums, mut squares): (HashMap<usize, [f64; 2]>, f64) = Default::default();
        for (role, number) in all {
            let [sum, count] = sums.entry(role).or_default();
            *sum += number;
            *count += 1.0;
            squares += number * number;
        }
        let mut sums: Vec<(usize, [f64; 2])> = sums.into_iter().collect();
        sums.sort_unstable_by_key(|&(role, _)| role);
        let total: f64 = sums.iter().map(|(_, [sum, _])| sum).sum();
        let between: f64 = sums.iter().map(|(_, [sum, count])| sum * sum / count).sum();
        add(squares - total * total / n, (squares - between).max(0.0));
    }
    for i in 0..2 {
        // Gini: half of the number of pairs of different kinds, over the number of parts.
        let (mut all, mut of_role): (HashMap<Path, f64>, HashMap<usize, HashMap<Path, f64>>) =
            Default::default();
        for &(role, profile) in parts {
            *all.entry(profile.kinds[i]).or_default() += 1.0;
            *of_role.entry(role).or_default().entry(profile.kinds[i]).or_default() += 1.0;
        }
        // Sums of squares of whole numbers are the same in any order.
        let varies = |counts: &HashMap<Path, f64>| {
            let n: f64 = counts.values().sum();
            n - counts.values().map(|count| count * count).sum::<f64>() / n
        };
        let mut of_role: Vec<(usize, HashMap<Path, f64>)> = of_role.into_iter().collect();
        of_role.sort_unstable_by_key(|&(role, _)| role);
        add(varies(&all), of_role.iter().map(|(_, counts)| varies(counts)).sum());
    }
    1.0 - unexplained
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
        let table = of("<tr><td>Dune<td>9.50<tr><td>Ulysses<td>7.00<tr><td>Persuasion<td>4.00");
        assert!(table.iter().all(|&explained| explained > 0.9), "{table:?}");
        let grid = of("<tr><td>Dune<td>Ulysses<tr><td>Persuasion<td>Emma<tr><td>Lolita<td>Beloved");
        assert!(grid.iter().all(|&explained| explained < 0.3), "{grid:?}");
    }

    #[test]
    fn a_single_row_shows_no_roles() {
        assert_eq!(of("<tr><td>Dune<td>9.50"), [0.0, 0.0]);
    }
}

//! How well a candidate explains a page.
//!
//! With N members, `n_k` of which have column k, and `W_k` the weight of the texts in it:
//!
//! ```text
//! U = sum of W_k (n_k - 1) / N, over the weight of the page    the share of the page that stands in repeated columns
//! C = sum of ((n_k - 1) / N)^2                                 the columns of a record: V, counted per record
//! score = U sqrt(C / N)
//! ```
//!
//! Of two groups that explain the same text the one with more columns in fewer members is the record, the other a part
//! of it. The first member repeats nothing, so a border in the middle of the records loses one of each column.
//!
//! Columns are paths of names and classes. Where these alternate from member to member, as in zebra rows, they are
//! paths of names.

use super::candidate::PagePaths;
use super::path::{Path, Paths};
use crate::page::{ElementId, Tree};
use crate::spectrum::exact;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// The score of members on a page whose leaves have these weights.
pub(super) fn score(tree: &Tree, paths: &PagePaths, members: &[ElementId], weights: &[f64]) -> f64 {
    let mut columns = Columns::new(tree, &paths.class, members, weights);
    if columns.alternate() {
        columns = Columns::new(tree, &paths.name, members, weights);
    }
    let n = exact(members.len() as u64);
    let page: f64 = weights.iter().sum();
    if page > 0.0 { columns.explained() / n / page * (columns.of_record() / n / n / n).sqrt() } else { 0.0 }
}

/// The columns of some members in order of first appearance, so that sums come out the same in every run.
struct Columns(Vec<Column>);

struct Column {
    /// The weight of its texts.
    weight: f64,
    /// The numbers of the members that have it.
    members: Vec<usize>,
}

impl Columns {
    fn new(tree: &Tree, paths: &Paths, members: &[ElementId], weights: &[f64]) -> Self {
        let mut numbers: HashMap<Path, usize> = HashMap::new();
        let mut columns: Vec<Column> = Vec::new();
        for (i, &member) in members.iter().enumerate() {
            let first = tree.element(member).leaves.start as usize;
            for (leaf, weight) in tree.leaves_of(member).iter().zip(&weights[first..]) {
                let number = match numbers.entry(paths.below(tree, member, leaf.parent)) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        columns.push(Column { weight: 0.0, members: Vec::new() });
                        *new.insert(columns.len() - 1)
                    }
                };
                let column = &mut columns[number];
                // Of several texts of one path in a member the first is the column's.
                if column.members.last() != Some(&i) {
                    column.weight += weight;
                    column.members.push(i);
                }
            }
        }
        Columns(columns)
    }

    /// Whether members have their columns in common with the second next rather than with the next.
    fn alternate(&self) -> bool {
        let apart = |distance: usize| -> usize {
            let pairs = |column: &Column| {
                let has = |member: usize| column.members.binary_search(&member).is_ok();
                column.members.iter().filter(|&&member| has(member + distance)).count()
            };
            self.0.iter().map(pairs).sum()
        };
        apart(2) > 2 * apart(1)
    }

    /// The sum of `W_k (n_k - 1)`.
    fn explained(&self) -> f64 {
        self.0.iter().map(|column| column.weight * column.repeats()).sum()
    }

    /// The sum of `(n_k - 1)^2`.
    fn of_record(&self) -> f64 {
        self.0.iter().map(|column| column.repeats().powi(2)).sum()
    }
}

impl Column {
    fn repeats(&self) -> f64 {
        exact(self.members.len() as u64 - 1)
    }
}

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
use super::record::Record;
use crate::page::Tree;
use crate::spectrum::exact;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// What speaks for a candidate on its own page.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    /// U: the share of the page that stands in columns that the records repeat.
    pub explained: f64,
    /// C: how many columns a record has.
    pub columns: f64,
    /// N: how many records there are.
    pub records: f64,
}

impl Score {
    /// `U sqrt(C / N)`.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.explained * (self.columns / self.records).sqrt()
    }
}

/// The score of records on a page whose leaves have these weights.
pub(super) fn score(tree: &Tree, paths: &PagePaths, records: &[Record], weights: &[f64]) -> Score {
    let mut columns = Columns::new(tree, &paths.class, records, weights);
    if columns.alternate() {
        columns = Columns::new(tree, &paths.name, records, weights);
    }
    let n = exact(records.len() as u64);
    let page: f64 = weights.iter().sum();
    let explained = if page > 0.0 { columns.explained() / n / page } else { 0.0 };
    Score { explained, columns: columns.of_record() / n / n, records: n }
}

/// The columns of some records in order of first appearance, so that sums come out the same in every run.
struct Columns(Vec<Column>);

struct Column {
    /// The weight of its texts.
    weight: f64,
    /// The numbers of the records that have it.
    records: Vec<usize>,
}

impl Columns {
    fn new(tree: &Tree, paths: &Paths, records: &[Record], weights: &[f64]) -> Self {
        let mut numbers: HashMap<Path, usize> = HashMap::new();
        let mut columns: Vec<Column> = Vec::new();
        for (i, record) in records.iter().enumerate() {
            let first = record.leaves.start as usize;
            for (leaf, weight) in record.leaves(tree).iter().zip(&weights[first..]) {
                let number = match numbers.entry(paths.below(tree, record.head, leaf.parent)) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        columns.push(Column { weight: 0.0, records: Vec::new() });
                        *new.insert(columns.len() - 1)
                    }
                };
                let column = &mut columns[number];
                // Of several texts of one path in a record the first is the column's.
                if column.records.last() != Some(&i) {
                    column.weight += weight;
                    column.records.push(i);
                }
            }
        }
        Columns(columns)
    }

    /// Whether records have their columns in common with the second next rather than with the next.
    fn alternate(&self) -> bool {
        let apart = |distance: usize| -> usize {
            let pairs = |column: &Column| {
                let has = |record: usize| column.records.binary_search(&record).is_ok();
                column.records.iter().filter(|&&record| has(record + distance)).count()
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
        exact(self.records.len() as u64 - 1)
    }
}

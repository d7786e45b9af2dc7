//! How well a candidate explains a page.
//!
//! With N members, `n_k` of which have column k, and `W_k` the weight of the texts in it:
//!
//!     U = sum of W_k (n_k - 1) / N, over the weight of the page    the share of the page that stands in repeated columns
//!     C = sum of ((n_k - 1) / N)^2                                 the columns of a record: V, counted per record
//!     score = U sqrt(C / N)
//!
//! Of two groups that explain the same text the one with more columns in fewer members is the record, the other a part
//! of it. The first member repeats nothing, so a border in the middle of the records loses one of each column.

use super::path::{Path, Paths};
use crate::page::{ElementId, Tree};
use crate::spectrum::exact;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// The score of members on a page whose leaves have these weights.
pub(super) fn score(tree: &Tree, paths: &Paths, members: &[ElementId], weights: &[f64]) -> f64 {
    struct Column {
        weight: f64,
        members: u32,
        last: ElementId,
    }
    let mut numbers: HashMap<Path, usize> = HashMap::new();
    let mut columns: Vec<Column> = Vec::new();
    for &member in members {
        let first = tree.element(member).leaves.start as usize;
        for (leaf, weight) in tree.leaves_of(member).iter().zip(&weights[first..]) {
            match numbers.entry(paths.below(tree, member, leaf.parent)) {
                Entry::Vacant(vacant) => {
                    vacant.insert(columns.len());
                    columns.push(Column { weight: *weight, members: 1, last: member });
                }
                Entry::Occupied(known) => {
                    let column = &mut columns[*known.get()];
                    // Of several texts of one path in a member the first is the column's.
                    if column.last != member {
                        column.weight += weight;
                        column.members += 1;
                        column.last = member;
                    }
                }
            }
        }
    }
    let n = exact(members.len() as u64);
    let repeats = |column: &Column| f64::from(column.members - 1) / n;
    let explained: f64 = columns.iter().map(|column| column.weight * repeats(column)).sum();
    let of_record: f64 = columns.iter().map(|column| repeats(column).powi(2)).sum();
    let page: f64 = weights.iter().sum();
    if page > 0.0 { explained / page * (of_record / n).sqrt() } else { 0.0 }
}

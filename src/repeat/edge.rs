//! First and last records that are none: a header row, a line of totals, a link to the next page.
//!
//! ```text
//! <tr><td>Date     <td>Minutes              no digits, no link: a header
//! <tr><td>4 May    <td><a href=1>Minutes</a>
//! <tr><td>11 May   <td><a href=2>Minutes</a>
//! ```
//!
//! A *trait* is what the texts of a column have in common in nearly all records: digits, or that they are linked. A record at
//! an edge that has the columns with traits and none of the traits is no record. Nothing is looked for in words.
//!
//! Time is linear in the texts of the records.

use super::column::columns;
use super::path::{Path, Paths};
use super::record::Record;
use crate::page::Tree;
use crate::spectrum::exact;
use hashbrown::HashMap;

/// Fewer records show no trait.
const LEAST: usize = 4;

/// The share of the records that have a trait: all but one of ten.
const SHARE: f64 = 0.9;

/// What can be seen of a text without its words.
#[derive(Clone, Copy, Default)]
struct Traits {
    digits: bool,
    linked: bool,
}

/// The records without those at the edges that have none of the traits of the others.
pub(super) fn without_edges(tree: &Tree, paths: &Paths, mut records: Vec<Record>) -> Vec<Record> {
    if records.len() < LEAST {
        return records;
    }
    let linked = tree.within(|id| tree.is_link(id));
    let profile = |record: &Record| {
        let mut traits: HashMap<Path, Traits> = HashMap::new();
        for (column, leaf) in columns(tree, paths, record).into_iter().zip(record.leaves(tree)) {
            let of = traits.entry(column).or_default();
            of.digits |= leaf.text.contains(|char: char| char.is_numeric());
            of.linked |= linked[leaf.parent.index()];
        }
        traits
    };
    let profiles: Vec<HashMap<Path, Traits>> = records.iter().map(profile).collect();
    let mut counts: HashMap<Path, (f64, f64, f64)> = HashMap::new();
    for (column, traits) in profiles.iter().flatten() {
        let (all, digits, linked) = counts.entry(*column).or_default();
        *all += 1.0;
        *digits += f64::from(u8::from(traits.digits));
        *linked += f64::from(u8::from(traits.linked));
    }
    let least = SHARE * exact(records.len() as u64 - 1);
    let lacks = |profile: &HashMap<Path, Traits>| {
        let (mut has, mut lacks) = (false, false);
        for (column, traits) in profile {
            let (_, digits, linked) = counts[column];
            for (trait_of_all, own) in [(digits, traits.digits), (linked, traits.linked)] {
                has |= trait_of_all >= least && own;
                lacks |= trait_of_all >= least && !own;
            }
        }
        lacks && !has
    };
    if lacks(&profiles[profiles.len() - 1]) {
        records.pop();
    }
    if lacks(&profiles[0]) {
        records.remove(0);
    }
    records
}

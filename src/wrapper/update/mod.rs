//! Field names kept over a redesign.
//!
//! In: the wrapper of the pages as they were, and one learned from the pages as they are. Out: the new one with the old
//! names wherever a field of it is an old one, and a [`FieldChange`] for every field of both.
//!
//! Nothing says which field became which, but much hints at it: the label, what the values look like, the elements
//! around, the place in the order of fields. [`likeness`] adds these hints up; pairs are then taken from the likeliest
//! on, each field once, as long as more speaks for a pair than against it. Templates are paired in the same way, by the
//! likeness of the fields that they would keep.
//!
//! ```text
//! old  h1 "Optics"   Price "12.50"   Published "2 May 2001"
//! new  h2 "Statics"  Date "7 June 2003"   Cost "8.00"
//! h1 -> h2 and Published -> Date and Price -> Cost are renamed, one of the last two also moved
//! ```
//!
//! Time O(old fields x new fields).

mod likeness;

pub(super) use self::likeness::made_alike;
use self::likeness::{Described, describe, likeness};
use super::template::{Rows, Template};
use super::{Learner, Shape, Wrapper};
use serde::Serialize;
use std::collections::BTreeSet;

/// What became of a field.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It is there as it was.
    Kept,
    /// It stands elsewhere: at another place among the fields, or in other elements.
    Moved,
    /// Its label, or what the markup calls it, is another one.
    Renamed,
    /// It is not there any more.
    Gone,
    /// It was not there before.
    New,
}

/// What became of a field, under the name that it has in the new wrapper; one that is gone has its old name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldChange {
    /// The number of the template, in the new wrapper; in the old one if all of it is gone.
    pub template: usize,
    /// The name.
    pub field: String,
    /// What became of it. One that is renamed and moved is renamed.
    pub fate: Fate,
    /// What it was called by the old pages, if the new ones call it something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What the new pages call it then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
}

impl Wrapper {
    /// What learns the same pages after a redesign: what a row is does not change with how it looks. If the templates
    /// differ in that, it is found out anew.
    #[must_use]
    pub fn learner(&self) -> Learner {
        let is_list = |template: &Template| matches!(template.rows, Rows::Records(_));
        if self.templates.iter().all(is_list) {
            Learner::new().shape(Shape::Records)
        } else if self.templates.iter().any(is_list) {
            Learner::new()
        } else {
            Learner::new().shape(Shape::Page)
        }
    }

    /// This wrapper with the names of the old one for the fields that both have, and what became of each field.
    #[must_use]
    pub fn updated_from(mut self, old: &Wrapper) -> (Wrapper, Vec<FieldChange>) {
        let mut changes = Vec::new();
        let mut gone: BTreeSet<usize> = (0..old.templates.len()).collect();
        for (new_number, old_number) in pair_templates(&old.templates, &self.templates) {
            let new = &mut self.templates[new_number];
            if let Some(old_number) = old_number {
                gone.remove(&old_number);
                changes.extend(keep_names(&old.templates[old_number], new, new_number));
            } else {
                let fields = new.fields.iter().map(|field| field.name.clone());
                changes.extend(fields.map(|field| change(new_number, field, Fate::New)));
            }
        }
        for number in gone {
            let fields = old.templates[number].fields.iter().map(|field| field.name.clone());
            changes.extend(fields.map(|field| change(number, field, Fate::Gone)));
        }
        (self, changes)
    }
}

fn change(template: usize, field: String, fate: Fate) -> FieldChange {
    FieldChange { template, field, fate, was: None, is: None }
}

/// For every new template, in order, the old one that it comes from.
fn pair_templates(old: &[Template], new: &[Template]) -> Vec<(usize, Option<usize>)> {
    let old: Vec<Vec<Described>> = old.iter().map(describe).collect();
    let new: Vec<Vec<Described>> = new.iter().map(describe).collect();
    let kept = |old: &[Described], new: &[Described]| pairs(old, new).iter().map(|pair| pair.likeness).sum();
    let taken = best_first(old.len(), new.len(), |o, n| kept(&old[o], &new[n]));
    let old_of = |n| taken.iter().find(|pair| pair.new == n).map(|pair| pair.old);
    (0..new.len()).map(|n| (n, old_of(n))).collect()
}

/// Gives the fields of a new template the names that they had, and says what became of each.
fn keep_names(old: &Template, new: &mut Template, number: usize) -> Vec<FieldChange> {
    let (was, is) = (describe(old), describe(new));
    let pairs = pairs(&was, &is);
    let in_order = in_order(&pairs);
    let old_of = |n: usize| pairs.iter().find(|pair| pair.new == n).map(|pair| pair.old);
    let fates: Vec<Option<FieldChange>> = (0..new.fields.len())
        .map(|n| {
            let (before, now) = (&old.fields[old_of(n)?], &new.fields[n]);
            let called = |field: &super::Field| field.label.clone().unwrap_or_else(|| field.name.clone());
            // A name that an earlier update has kept says nothing of the pages; only labels can differ then.
            let renamed = before.label != now.label || before.label.is_none() && before.name != now.name;
            let fate = match (renamed, in_order.contains(&n)) {
                (true, _) => Fate::Renamed,
                (false, false) => Fate::Moved,
                (false, true) => Fate::Kept,
            };
            let (was, is) = if renamed { (Some(called(before)), Some(called(now))) } else { (None, None) };
            Some(FieldChange { template: number, field: before.name.clone(), fate, was, is })
        })
        .collect();
    // Names of fields that are gone stay free as well: nothing else may be taken for them.
    let mut taken: BTreeSet<String> = old.fields.iter().map(|field| field.name.clone()).collect();
    let mut changes = Vec::new();
    for (field, fate) in new.fields.iter_mut().zip(fates) {
        let fate = fate.unwrap_or_else(|| change(number, free(&field.name, &mut taken), Fate::New));
        field.name.clone_from(&fate.field);
        changes.push(fate);
    }
    let lost = (0..old.fields.len()).filter(|&o| pairs.iter().all(|pair| pair.old != o));
    changes.extend(lost.map(|o| change(number, old.fields[o].name.clone(), Fate::Gone)));
    changes
}

/// The name, with a number if it is taken.
fn free(name: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    let name = names.find(|name| !taken.contains(name)).expect("there is always a next number");
    taken.insert(name.clone());
    name
}

/// An old one and a new one that are the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) likeness: f64,
}

/// The fields of two templates that are the same, by the number of the new one.
pub(super) fn pairs(old: &[Described], new: &[Described]) -> Vec<Pair> {
    best_first(old.len(), new.len(), |o, n| likeness(&old[o], &new[n]))
}

/// Pairs from the likeliest on, each old one and each new one once, while the likeness is above zero.
fn best_first(old: usize, new: usize, likeness: impl Fn(usize, usize) -> f64) -> Vec<Pair> {
    let mut all: Vec<Pair> = (0..old)
        .flat_map(|old| (0..new).map(move |new| (old, new)))
        .map(|(old, new)| Pair { old, new, likeness: likeness(old, new) })
        .filter(|pair| pair.likeness > 0.0)
        .collect();
    all.sort_by(|a, b| b.likeness.total_cmp(&a.likeness).then((a.old, a.new).cmp(&(b.old, b.new))));
    let mut taken: Vec<Pair> = Vec::new();
    for pair in all {
        if taken.iter().all(|other| other.old != pair.old && other.new != pair.new) {
            taken.push(pair);
        }
    }
    taken.sort_by_key(|pair| pair.new);
    taken
}

/// The new fields that stand in the order of the old ones: the most that do. `pairs` ascend by the new one.
fn in_order(pairs: &[Pair]) -> BTreeSet<usize> {
    // longest[i]: how many can stand in order up to pair i, and the pair before it.
    let mut longest: Vec<(usize, Option<usize>)> = Vec::new();
    for (i, pair) in pairs.iter().enumerate() {
        let before = (0..i).filter(|&j| pairs[j].old < pair.old).max_by_key(|&j| (longest[j].0, i - j));
        longest.push((before.map_or(1, |j| longest[j].0 + 1), before));
    }
    let last = (0..pairs.len()).max_by_key(|&i| (longest[i].0, pairs.len() - i));
    std::iter::successors(last, |&i| longest[i].1).map(|i| pairs[i].new).collect()
}

#[cfg(test)]
mod tests {
    use super::{Pair, best_first, in_order};

    #[test]
    fn the_likeliest_pairs_come_first_and_nothing_is_taken_twice() {
        let table = [[3.0, 2.0], [2.5, -1.0], [0.5, 0.4]];
        let pairs: Vec<(usize, usize)> =
            best_first(3, 2, |o, n| table[o][n]).iter().map(|pair| (pair.old, pair.new)).collect();
        assert_eq!(pairs, [(0, 0), (2, 1)]);
    }

    #[test]
    fn one_that_moved_leaves_the_others_in_order() {
        let pairs: Vec<Pair> =
            [1, 2, 0, 3].iter().enumerate().map(|(new, &old)| Pair { old, new, likeness: 1.0 }).collect();
        assert_eq!(in_order(&pairs).into_iter().collect::<Vec<_>>(), [0, 1, 3]);
        assert!(in_order(&[]).is_empty());
    }
}

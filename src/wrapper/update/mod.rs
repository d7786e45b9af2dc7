//! Keeps the names of fields when a site is redesigned.
//!
//! In: the old wrapper, and one learned from the present pages. Out: the new wrapper, in which fields that the old one had
//! too keep their old names, and a [`FieldChange`] for every field of both.
//!
//! ```text
//! old  h1 "Optics"   Price "12.50"   Published "2 May 2001"
//! new  h2 "Statics"  Date "7 June 2003"   Cost "8.00"
//! h1 -> h2 and Published -> Date and Price -> Cost are renamed, one of the last two also moved
//! ```
//!
//! Evidence that two fields are the same are their labels, their values' profiles, the elements around them and their
//! positions among the fields. [`likeness()`] adds this up to a score. Pairs are then chosen greedily, the highest score
//! first, each field once, as long as the score is positive. Templates are paired in the same way, by the total score of
//! their pairs of fields.
//!
//! Time O(n log n + n m) for n = old fields x new fields and m pairs chosen.

mod likeness;

use self::likeness::{FieldFeatures, field_features, likeness};
pub(super) use self::likeness::{composition_likeness, length_likeness};
use super::template::{Rows, Table, Template};
use super::{Learner, Shape, Wrapper};
use crate::wrapper::chain::longest_chain;
use crate::wrapper::fields::describe::names_of;
use serde::Serialize;
use std::collections::BTreeSet;

/// What became of a field.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It is unchanged.
    Kept,
    /// It is at another position among the fields, or in other elements.
    Moved,
    /// Its label, or its name from the markup, is different.
    Renamed,
    /// It no longer exists.
    Gone,
    /// It was not there before.
    New,
}

/// What became of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FieldChange {
    /// The number of the template in the new wrapper, or in the old one if the whole template is gone.
    pub template: usize,
    /// The table whose rows have it, or `page`; none if these are the rows by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// The field's name in the new wrapper, or in the old one if it is gone.
    pub field: String,
    /// What became of it. A field that is both renamed and moved counts as renamed.
    pub fate: Fate,
    /// Its label or name on the old pages, if it is renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// Its label or name on the new pages, if it is renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
}

impl FieldChange {
    /// The field's name, behind that of its table if its rows are not those by default: `reviews.author`.
    #[must_use]
    pub fn full_name(&self) -> String {
        full_name(self.table.as_deref(), &self.field)
    }
}

/// The name of a field behind that of its table.
pub(super) fn full_name(table: Option<&str>, field: &str) -> String {
    table.map_or_else(|| field.to_owned(), |table| format!("{table}.{field}"))
}

impl Wrapper {
    /// A learner for the same pages after a redesign. It keeps the decision whether a page is one row or a list of rows,
    /// unless the templates differ in this, and the list that a user has named.
    #[must_use]
    pub fn learner(&self) -> Learner {
        let is_list = |template: &Template| template.rows != Rows::Page;
        let learner = if self.templates.iter().all(is_list) {
            Learner::new().shape(Shape::Records)
        } else if self.templates.iter().any(is_list) {
            Learner::new()
        } else {
            Learner::new().shape(Shape::Page)
        };
        let named = self.templates.iter().flat_map(|template| &template.tables).find_map(Table::selection);
        learner.selection(named.unwrap_or_default())
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
                changes.extend(new.all_rows().flat_map(|rows| all_are(Fate::New, new, rows, new_number)));
            }
        }
        for number in gone {
            let old = &old.templates[number];
            changes.extend(old.all_rows().flat_map(|rows| all_are(Fate::Gone, old, rows, number)));
        }
        (self, changes)
    }
}

/// The name of some rows of a template; none for those that a row is by default.
pub(super) fn table_of(template: &Template, rows: Rows) -> Option<String> {
    (rows != template.rows).then(|| template.name_of(rows).to_owned())
}

/// The same fate for all fields of some rows.
fn all_are(fate: Fate, template: &Template, rows: Rows, number: usize) -> Vec<FieldChange> {
    let table = table_of(template, rows);
    let fields = template.fields_of(rows).iter().map(|field| field.name.clone());
    fields.map(|field| change(number, table.clone(), field, fate)).collect()
}

fn change(template: usize, table: Option<String>, field: String, fate: Fate) -> FieldChange {
    FieldChange { template, table, field, fate, was: None, is: None }
}

/// For every new template, in order, the old template that it is paired with.
fn pair_templates(old: &[Template], new: &[Template]) -> Vec<(usize, Option<usize>)> {
    fn features(templates: &[Template]) -> Vec<Vec<FieldFeatures<'_>>> {
        templates.iter().map(|template| field_features(template, template.rows)).collect()
    }
    let (old, new) = (features(old), features(new));
    let kept =
        |old: &[FieldFeatures], new: &[FieldFeatures]| pairs(old, new).iter().map(|pair| pair.likeness).sum();
    let taken = greedy_pairs(old.len(), new.len(), |o, n| kept(&old[o], &new[n]));
    let old_of = |n| taken.iter().find(|pair| pair.new == n).map(|pair| pair.old);
    (0..new.len()).map(|n| (n, old_of(n))).collect()
}

/// Gives the fields and tables of a new template their old names, and returns what became of each field of both templates. Rows are the
/// same if they are those by default, or else if they are pages or tables with the most similar fields.
fn keep_names(old: &Template, new: &mut Template, number: usize) -> Vec<FieldChange> {
    let mut changes = keep_names_of(old, old.rows, new, new.rows, number);
    let others = |template: &Template| -> Vec<Rows> {
        template.all_rows().skip(1).filter(|&rows| rows != Rows::Page).collect()
    };
    if old.rows != Rows::Page && new.rows != Rows::Page {
        changes.extend(keep_names_of(old, Rows::Page, new, Rows::Page, number));
    }
    let (of_old, of_new) = (others(old), others(new));
    let same = {
        let features = |template, rows: &[Rows]| -> Vec<_> {
            rows.iter().map(|&rows| field_features(template, rows)).collect()
        };
        let (old, new) = (features(old, &of_old), features(new, &of_new));
        greedy_pairs(old.len(), new.len(), |o, n| {
            pairs(&old[o], &new[n]).iter().map(|pair| pair.likeness).sum()
        })
    };
    for pair in &same {
        let (was, is) = (of_old[pair.old], of_new[pair.new]);
        let name = old.name_of(was).to_owned();
        let is_free = new.tables.iter().all(|table| table.name != name);
        if let (true, Rows::Table(table)) = (is_free, is) {
            new.tables[table].name = name;
        }
        changes.extend(keep_names_of(old, was, new, is, number));
    }
    for (o, &rows) in of_old.iter().enumerate() {
        if same.iter().all(|pair| pair.old != o) {
            changes.extend(all_are(Fate::Gone, old, rows, number));
        }
    }
    for (n, &rows) in of_new.iter().enumerate() {
        if same.iter().all(|pair| pair.new != n) {
            changes.extend(all_are(Fate::New, new, rows, number));
        }
    }
    changes
}

/// The same for the fields of some rows.
fn keep_names_of(
    old: &Template,
    old_rows: Rows,
    new: &mut Template,
    new_rows: Rows,
    number: usize,
) -> Vec<FieldChange> {
    let (was, is) = (field_features(old, old_rows), field_features(new, new_rows));
    let pairs = pairs(&was, &is);
    let numbers: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.new, pair.old)).collect();
    let in_order: BTreeSet<usize> = longest_chain(&numbers).into_iter().map(|(new, _)| new).collect();
    let old_of = |n: usize| pairs.iter().find(|pair| pair.new == n).map(|pair| pair.old);
    let table = table_of(new, new_rows);
    let (old_fields, new_fields) = (old.fields_of(old_rows), new.fields_of(new_rows));
    let fates: Vec<Option<FieldChange>> = (0..new_fields.len())
        .map(|n| {
            let old = old_of(n)?;
            let (before, now) = (&old_fields[old], &new_fields[n]);
            let called = |field: &super::Field| field.label.clone().unwrap_or_else(|| field.name.clone());
            // The name of a labelled field may have been kept by an earlier update, so that only its labels are compared.
            let learned = before.name_learned();
            // A text that happens to be before it now is no other name where its element has the old one still.
            let is_marked = before.label.is_none() && was[old].is_marked_as(&is[n]);
            let renamed =
                !is_marked && (before.label != now.label || before.label.is_none() && learned != now.name);
            let fate = match (renamed, in_order.contains(&n)) {
                (true, _) => Fate::Renamed,
                (false, false) => Fate::Moved,
                (false, true) => Fate::Kept,
            };
            let (was, is) = if renamed { (Some(called(before)), Some(called(now))) } else { (None, None) };
            Some(FieldChange {
                template: number,
                table: table.clone(),
                field: before.name.clone(),
                fate,
                was,
                is,
            })
        })
        .collect();
    // The names of fields that are gone are not given to other fields, which would be mistaken for them.
    let mut taken = names_of(old_fields);
    let mut changes = Vec::new();
    for (n, (field, fate)) in new.fields_of_mut(new_rows).iter_mut().zip(fates).enumerate() {
        if let Some(before) = old_of(n).map(|o| &old_fields[o]) {
            field.take_edits(before);
        }
        let new = || change(number, table.clone(), taken.free(&field.name), Fate::New);
        let fate = fate.unwrap_or_else(new);
        field.name.clone_from(&fate.field);
        changes.push(fate);
    }
    let lost = (0..old_fields.len()).filter(|&o| pairs.iter().all(|pair| pair.old != o));
    changes.extend(lost.map(|o| change(number, table.clone(), old_fields[o].name.clone(), Fate::Gone)));
    changes
}

/// An old and a new field, or template, that are the same, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MatchedPair {
    pub(super) old: usize,
    pub(super) new: usize,
    pub(super) likeness: f64,
}

/// The pairs of fields of two templates that are the same, in the order of the new template.
pub(super) fn pairs(old: &[FieldFeatures], new: &[FieldFeatures]) -> Vec<MatchedPair> {
    greedy_pairs(old.len(), new.len(), |o, n| likeness(&old[o], &new[n]))
}

/// Chooses pairs greedily by likeness, each old and each new number at most once, as long as the likeness is positive.
/// Returns them in the order of the new numbers.
fn greedy_pairs(old: usize, new: usize, likeness: impl Fn(usize, usize) -> f64) -> Vec<MatchedPair> {
    let mut all: Vec<MatchedPair> = (0..old)
        .flat_map(|old| (0..new).map(move |new| (old, new)))
        .map(|(old, new)| MatchedPair { old, new, likeness: likeness(old, new) })
        .filter(|pair| pair.likeness > 0.0)
        .collect();
    all.sort_by(|a, b| b.likeness.total_cmp(&a.likeness).then((a.old, a.new).cmp(&(b.old, b.new))));
    let mut taken: Vec<MatchedPair> = Vec::new();
    for pair in all {
        if taken.iter().all(|other| other.old != pair.old && other.new != pair.new) {
            taken.push(pair);
        }
    }
    taken.sort_by_key(|pair| pair.new);
    taken
}

#[cfg(test)]
mod tests {
    use super::greedy_pairs;

    #[test]
    fn pairs_are_chosen_by_likeness_and_no_field_twice() {
        let table = [[3.0, 2.0], [2.5, -1.0], [0.5, 0.4]];
        let pairs: Vec<(usize, usize)> =
            greedy_pairs(3, 2, |o, n| table[o][n]).iter().map(|pair| (pair.old, pair.new)).collect();
        assert_eq!(pairs, [(0, 0), (2, 1)]);
    }
}

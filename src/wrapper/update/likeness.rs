//! How much speaks for two fields of two templates being the same.

use crate::spectrum::exact;
use crate::wrapper::place::Outline;
use crate::wrapper::template::{Field, Rows, Template, ValueProfile};

/// A field with what is compared of it.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct Described<'a> {
    field: &'a Field,
    /// The share of pages, or of records, that have it.
    present: f64,
    /// How many different values there are for each page that has it.
    distinct: f64,
    /// The names of the elements around it, innermost first.
    names: Vec<&'a str>,
    /// The attributes of the nearest element around it that has some.
    attributes: Vec<(&'a str, &'a str)>,
    /// Its place among all fields, from 0 to 1.
    order: f64,
}

/// The fields of a template with what is compared of them.
pub(in crate::wrapper) fn describe(template: &Template) -> Vec<Described<'_>> {
    let outline = Outline::new(template);
    let places = outline.places.iter().map(|places| places.first().and_then(|place| place.element));
    // Of records the support counts records.
    let rows = match &template.rows {
        Rows::Page(_) => template.pages,
        Rows::Records(_) => template.reference.rows,
    };
    let last = exact(template.fields.len().saturating_sub(1).max(1) as u64);
    (0_u64..)
        .zip(template.fields.iter().zip(places))
        .map(|(number, (field, element))| {
            let around: Vec<usize> = outline.around(element).collect();
            let all = around.iter().map(|&element| outline.elements[element].attributes);
            let nearest = all.into_iter().find(|attributes| !attributes.is_empty());
            Described {
                field,
                present: exact(field.support.into()) / exact(rows.max(1).into()),
                distinct: exact(field.profile.distinct.into()) / exact(field.support.max(1).into()),
                names: around.iter().map(|&element| outline.elements[element].name).collect(),
                attributes: nearest
                    .into_iter()
                    .flatten()
                    .map(|(name, value)| (name.as_str(), value.as_str()))
                    .collect(),
                order: exact(number) / last,
            }
        })
        .collect()
}

/// How much speaks for two fields being the same, less what speaks against it, in units of about a doubling of the odds.
///
/// On six shops after four redesigns, with and without classes, half and double of any weight lose at most one field in
/// twenty of any of them. Value profile, order, presence and the names around are all needed; labels and attributes change
/// little there, as few other things changed with them.
pub(in crate::wrapper) fn likeness(old: &Described, new: &Described) -> f64 {
    let label = match (&old.field.label, &new.field.label) {
        (Some(old), Some(new)) if plain(old) == plain(new) => 3.0,
        (Some(_), Some(_)) => -1.5,
        (None, None) => 0.5,
        _ => -0.5,
    };
    let attributes = if !old.attributes.is_empty() && old.attributes == new.attributes { 1.0 } else { 0.0 };
    let names = 2.0 * shared_ends(&old.names, &new.names) - 1.0;
    let order = 1.0 - 4.0 * (old.order - new.order).abs();
    let presence = -(old.present - new.present).abs();
    let looks = 5.0 * alike(&old.field.profile, &new.field.profile) - 3.0;
    label + attributes + names + order + presence + looks + recurring(old, new)
}

/// Where a field has few different values, those of the other should be among them.
fn recurring(old: &Described, new: &Described) -> f64 {
    let [few, many] = if old.distinct < new.distinct { [old, new] } else { [new, old] };
    let shared = few.field.profile.sample.iter().any(|value| many.field.profile.sample.contains(value));
    match (shared, few.distinct <= 0.5) {
        (true, _) => 2.0,
        (false, true) => -2.0,
        (false, false) => 0.0,
    }
}

/// A label without its punctuation and case.
fn plain(label: &str) -> String {
    label.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The share of two lists that they have in common at their beginnings.
fn shared_ends(a: &[&str], b: &[&str]) -> f64 {
    let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    exact(shared as u64) / exact(a.len().max(b.len()).max(1) as u64)
}

/// How alike values look, from 0 to 1: their length, and what they are made of.
fn alike(a: &ValueProfile, b: &ValueProfile) -> f64 {
    let (short, long) = if a.length < b.length { (a.length, b.length) } else { (b.length, a.length) };
    (short + 1.0) / (long + 1.0) * made_alike(a, b)
}

/// How alike the shares of digits, letters and other characters in values are, from 0 to 1.
pub(in crate::wrapper) fn made_alike(a: &ValueProfile, b: &ValueProfile) -> f64 {
    let others = |profile: &ValueProfile| 1.0 - profile.digits - profile.letters;
    let apart = [a.digits - b.digits, a.letters - b.letters, others(a) - others(b)];
    1.0 - apart.iter().map(|apart| apart.abs()).sum::<f64>() / 2.0
}

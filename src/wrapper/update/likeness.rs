//! The likeness of two fields of two templates: a score for the hypothesis that they are the same field.

use crate::measure::letters;
use crate::spectrum::exact;
use crate::wrapper::flat::FlatTemplate;
use crate::wrapper::template::{Field, Rows, Template, ValueProfile};

/// The features of a field that are compared.
#[derive(Clone, Debug)]
pub(in crate::wrapper) struct FieldFeatures<'a> {
    field: &'a Field,
    /// The share of pages, or of records, that have it.
    present: f64,
    /// The number of different values divided by the number of pages, or records, that have it.
    distinct: f64,
    /// The tags of the elements around it, innermost first.
    names: Vec<&'a str>,
    /// The attributes of the nearest element around it that has any.
    attributes: Vec<(&'a str, &'a str)>,
    /// Its position among all fields, from 0 to 1.
    order: f64,
}

/// The features of all fields of some rows of a template. The columns of a table are in no parts.
pub(in crate::wrapper) fn field_features(template: &Template, rows: Rows) -> Vec<FieldFeatures<'_>> {
    let outline = FlatTemplate::new(template);
    let fields = template.fields_of(rows);
    let place = |number: usize| {
        let places = if rows == Rows::Page { &outline.places[number][..] } else { &[] };
        places.first().and_then(|place| place.element)
    };
    let places: Vec<Option<usize>> = (0..fields.len()).map(place).collect();
    let rows = template.count_of(rows);
    let last = exact(fields.len().saturating_sub(1).max(1) as u64);
    (0_u64..)
        .zip(fields.iter().zip(places))
        .map(|(number, (field, element))| {
            let around: Vec<usize> = outline.around(element).collect();
            let all = around.iter().map(|&element| outline.elements[element].attributes);
            let nearest = all.into_iter().find(|attributes| !attributes.is_empty());
            FieldFeatures {
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

impl FieldFeatures<'_> {
    /// Whether both have a name that is no element path, and the same one.
    fn is_named_as(&self, other: &Self) -> bool {
        let [own, other] = [self, other].map(|of| of.field.name_learned());
        own == other && !own.contains('/')
    }

    /// Whether the attributes around the field are there, and the same as those around another.
    pub(in crate::wrapper) fn is_marked_as(&self, other: &Self) -> bool {
        !self.attributes.is_empty() && self.attributes == other.attributes
    }
}

/// The evidence that two fields are the same, minus the evidence against it. A difference of one is about a doubling of the
/// odds.
///
/// On six shops after four redesigns, with and without classes, half or double of any weight loses at most one field in
/// twenty on any of them. Value profile, order, presence and the surrounding tags are all needed; labels and attributes
/// make little difference there, as little else changed when these changed.
pub(in crate::wrapper) fn likeness(old: &FieldFeatures, new: &FieldFeatures) -> f64 {
    let label = match (&old.field.label, &new.field.label) {
        (Some(old), Some(new)) if letters(old) == letters(new) => 3.0,
        (Some(_), Some(_)) => -1.5,
        (None, None) if old.is_named_as(new) => 3.0,
        (None, None) => 0.5,
        _ => -0.5,
    };
    let attributes = if old.is_marked_as(new) { 1.0 } else { 0.0 };
    let names = 2.0 * shared_prefix(&old.names, &new.names) - 1.0;
    let order = 1.0 - 4.0 * (old.order - new.order).abs();
    let presence = -(old.present - new.present).abs();
    let profile = 5.0 * profile_likeness(&old.field.profile, &new.field.profile) - 3.0;
    label + attributes + names + order + presence + profile + recurrence(old, new)
}

/// A score by common values in the samples. Their absence counts against the pair only if values of the less varied field
/// recur: at most one different value for two pages.
fn recurrence(old: &FieldFeatures, new: &FieldFeatures) -> f64 {
    let [few, many] = if old.distinct < new.distinct { [old, new] } else { [new, old] };
    let shared = few.field.profile.sample.iter().any(|value| many.field.profile.sample.contains(value));
    match (shared, few.distinct <= 0.5) {
        (true, _) => 2.0,
        (false, true) => -2.0,
        (false, false) => 0.0,
    }
}

/// The length of the common prefix of two lists, as a share of the longer list.
fn shared_prefix(a: &[&str], b: &[&str]) -> f64 {
    let shared = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    exact(shared as u64) / exact(a.len().max(b.len()).max(1) as u64)
}

/// The likeness of two fields' values, from 0 to 1, by their mean lengths and their composition.
fn profile_likeness(a: &ValueProfile, b: &ValueProfile) -> f64 {
    length_likeness(a.length, b.length) * composition_likeness(a, b)
}

/// The likeness of two lengths, from 0 to 1.
pub(in crate::wrapper) fn length_likeness(a: f64, b: f64) -> f64 {
    (a.min(b) + 1.0) / (a.max(b) + 1.0)
}

/// The likeness of the shares of digits, letters and other characters in two fields' values, from 0 to 1.
pub(in crate::wrapper) fn composition_likeness(a: &ValueProfile, b: &ValueProfile) -> f64 {
    let others = |profile: &ValueProfile| 1.0 - profile.digits - profile.letters;
    let apart = [a.digits - b.digits, a.letters - b.letters, others(a) - others(b)];
    1.0 - apart.iter().map(|apart| apart.abs()).sum::<f64>() / 2.0
}

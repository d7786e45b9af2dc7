//! Changes the order of a template's fields.
//!
//! In: a template with what it finds in pages, and the numbers of the fields to keep, in their new order. Out: both with
//! these fields only. Time O(values + parts).

use crate::wrapper::template::{Part, Template};
use crate::wrapper::value::Extraction;

impl Template {
    /// Keeps the fields with these numbers, in this order.
    pub(in crate::wrapper) fn reorder(&mut self, order: &[usize], found: &mut [Extraction]) {
        let mut numbers: Vec<Option<usize>> = vec![None; self.fields.len()];
        for (new, &old) in order.iter().enumerate() {
            numbers[old] = Some(new);
        }
        self.fields = order.iter().map(|&old| self.fields[old].clone()).collect();
        for row in found.iter_mut().map(|found| &mut found.page) {
            *row = order.iter().map(|&old| row[old].take()).collect();
        }
        let new =
            |field: &mut usize| *field = numbers[*field].expect("fields of labels, names and slots are kept");
        self.labels.labels.iter_mut().for_each(|of| new(&mut of.field));
        self.named.iter_mut().for_each(|of| new(&mut of.field));
        for slots in &mut self.slots {
            new(&mut slots.field);
            slots.parts.iter_mut().for_each(new);
        }
        self.fields.iter_mut().filter_map(|field| field.link_of.as_mut()).for_each(new);
        renumber(&mut self.parts, &numbers);
    }
}

/// Gives the fields in parts their new numbers, and removes those that have none.
fn renumber(parts: &mut Vec<Part>, numbers: &[Option<usize>]) {
    parts.retain(|part| !matches!(part, Part::Slot { field } if numbers[*field].is_none()));
    for part in parts {
        match part {
            Part::Element { parts, .. } => renumber(parts, numbers),
            Part::Text { field, .. } => *field = field.and_then(|field| numbers[field]),
            Part::Slot { field } => *field = numbers[*field].expect("slots without a number are removed"),
        }
    }
}

//! The search for a way to a field.

use super::alone::{attribute_test, name_test};
use super::by_label;
use super::path::{Path, Step, Takes};
use crate::wrapper::place::{Outline, Place};
use crate::wrapper::template::{Field, Part};

/// The ways to the value at a place, the most lasting one first.
pub(super) fn ways<'a>(outline: &Outline<'a>, place: Place, field: &'a Field) -> Vec<Path<'a>> {
    let takes = taken(outline, place);
    let path = |steps| takes.map(|takes| Path { steps, takes });
    let by_attribute = by_attribute(outline, place.element).and_then(path).into_iter();
    let by_label = by_label::find(outline, place, field, takes);
    by_attribute.chain(by_label).chain(by_name(outline, place.element).and_then(path)).collect()
}

/// What of its element a value is; none if other texts stand beside it.
fn taken(outline: &Outline, place: Place) -> Option<Takes> {
    let element = &outline.elements[place.element?];
    let beside = || element.parts.iter().enumerate().filter(|&(at, _)| at != place.at).map(|(_, part)| part);
    let is_element = |part: &Part| matches!(part, Part::Element { .. });
    if beside().all(|part| !has_text(part)) {
        Some(Takes::Whole)
    } else if beside().all(is_element) {
        Some(Takes::OwnText)
    } else {
        None
    }
}

/// Whether a page has text there.
fn has_text(part: &Part) -> bool {
    match part {
        Part::Element { parts, .. } => parts.iter().any(has_text),
        Part::Text { .. } | Part::Slot { .. } => true,
    }
}

/// By an attribute of the element itself, or of one around it and what is special within that.
fn by_attribute<'a>(outline: &Outline<'a>, target: Option<usize>) -> Option<Vec<Step<'a>>> {
    let target = target?;
    if let Some(test) = attribute_test(outline, target, None) {
        return Some(vec![Step::Within(test)]);
    }
    outline.around(Some(target)).skip(1).find_map(|around| {
        let anchor = attribute_test(outline, around, None)?;
        let within = attribute_test(outline, target, Some(around))
            .or_else(|| name_test(outline, target, Some(around)))?;
        Some(vec![Step::Within(anchor), Step::Within(within)])
    })
}

/// By its name, or by that of one around it.
fn by_name<'a>(outline: &Outline<'a>, target: Option<usize>) -> Option<Vec<Step<'a>>> {
    let target = target?;
    if let Some(test) = name_test(outline, target, None) {
        return Some(vec![Step::Within(test)]);
    }
    outline.around(Some(target)).skip(1).find_map(|around| {
        let anchor = name_test(outline, around, None)?;
        let within = name_test(outline, target, Some(around))?;
        Some(vec![Step::Within(anchor), Step::Within(within)])
    })
}

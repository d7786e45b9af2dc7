//! The way from a label to the value beside it.
//!
//! Label and value have an element around both. The way goes up from the label to below that element, on to the sibling
//! that holds the value, and down again.

use super::alone::{attribute_test, name_test, passes};
use super::path::{Path, Step, Takes, Test};
use crate::wrapper::place::{Outline, Place};
use crate::wrapper::template::{Field, FieldKind, Part};

/// The way to a place from its label, which must be before it, in the template once, and on as many pages as the value:
/// a label that also stands where its value is missing would lead to another value.
pub(super) fn find<'a>(
    outline: &Outline<'a>,
    place: Place,
    field: &'a Field,
    takes: Option<Takes>,
) -> Option<Path<'a>> {
    let label = field.label.as_deref()?;
    let many = field.kind == FieldKind::List;
    let from = only_text(outline, label).filter(|&from| support(outline, from) == field.support)?;
    let around_place: Vec<Option<usize>> = chain(outline, place.element);
    let around_label: Vec<Option<usize>> = chain(outline, from.element);
    let shared = *around_label.iter().find(|element| around_place.contains(element))?;
    let at_label =
        below(outline, &around_label, shared).map_or(from.at, |element| outline.elements[element].at);
    let holder = below(outline, &around_place, shared);
    let at_place = holder.map_or(place.at, |element| outline.elements[element].at);
    if at_place <= at_label {
        return None;
    }
    let mut steps = up(outline, from, label, &around_label, shared);
    let between = &outline.parts(shared)[at_label + 1..at_place];
    let Some(holder) = holder else {
        // The value is a text of its own beside the label; another text or value between would be taken for it.
        let direct = between.iter().any(|part| !matches!(part, Part::Element { .. }));
        return (!direct && !many).then_some(Path { steps, takes: Takes::TextBehind });
    };
    steps.push(across(outline, shared, at_label, holder)?);
    if place.element != Some(holder) {
        let target = place.element?;
        let down = attribute_test(outline, target, Some(holder))
            .or_else(|| name_test(outline, target, Some(holder)))?;
        steps.push(Step::Within(down));
    }
    Some(Path { steps, takes: takes? })
}

/// The text of the template that is this label, if there is one alone.
fn only_text(outline: &Outline, label: &str) -> Option<Place> {
    let elements = (0..outline.elements.len()).map(Some).chain([None]);
    let texts = elements.flat_map(|element| {
        let parts = outline.parts(element).iter().enumerate();
        parts
            .filter(|(_, part)| matches!(part, Part::Text { text, .. } if text == label))
            .map(move |(at, _)| Place { element, at })
    });
    let mut texts = texts.take(2);
    let first = texts.next()?;
    texts.next().is_none().then_some(first)
}

/// The number of pages that have a text.
fn support(outline: &Outline, place: Place) -> u32 {
    match &outline.parts(place.element)[place.at] {
        Part::Text { support, .. } | Part::Element { support, .. } => *support,
        Part::Slot { .. } => 0,
    }
}

/// An element and those around it, innermost first, and none at the end for all of the page.
fn chain(outline: &Outline, element: Option<usize>) -> Vec<Option<usize>> {
    outline.around(element).map(Some).chain([None]).collect()
}

/// The element of a chain that stands directly in another one of it.
fn below(outline: &Outline, chain: &[Option<usize>], above: Option<usize>) -> Option<usize> {
    chain
        .iter()
        .flatten()
        .copied()
        .find(|&element| outline.elements[element].parent == above)
        .filter(|_| chain[0] != above)
}

/// From the label to the element below the shared one.
fn up<'a>(
    outline: &Outline<'a>,
    from: Place,
    label: &'a str,
    around_label: &[Option<usize>],
    shared: Option<usize>,
) -> Vec<Step<'a>> {
    let alone =
        from.element.filter(|&element| Some(element) != shared && outline.elements[element].parts.len() == 1);
    let mut steps = match alone {
        Some(element) => vec![Step::Labelled(outline.elements[element].name, label)],
        None => vec![Step::LabelText(label)],
    };
    let climbed: Vec<usize> =
        around_label.iter().map_while(|&element| element.filter(|_| element != shared)).collect();
    let climbed = if alone.is_some() { &climbed[1..] } else { &climbed[..] };
    if let Some(&top) = climbed.last() {
        let name = outline.elements[top].name;
        let same = climbed.iter().filter(|&&element| outline.elements[element].name == name).count();
        steps.push(Step::Around(name, same));
    }
    steps
}

/// From the label's side to the sibling that holds the value: the next that passes a plain test.
fn across<'a>(
    outline: &Outline<'a>,
    shared: Option<usize>,
    at_label: usize,
    holder: usize,
) -> Option<Step<'a>> {
    let element = &outline.elements[holder];
    let test = Test { name: element.name, conditions: Vec::new() };
    let siblings = || outline.within(shared).filter(|&other| outline.elements[other].parent == shared);
    let like = |other: usize| passes(&outline.elements[other], &test);
    let is_between = |&other: &usize| (at_label + 1..element.at).contains(&outline.elements[other].at);
    if siblings().filter(is_between).any(like) {
        return None;
    }
    if !element.repeated {
        return Some(Step::Next(test));
    }
    let is_behind = |&other: &usize| outline.elements[other].at > element.at;
    (!siblings().filter(is_behind).any(like)).then_some(Step::AllNext(test))
}

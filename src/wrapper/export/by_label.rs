//! The way from a label to the value beside it.
//!
//! Label and value have an element around both. The way goes up from the label to below that element, on to the sibling
//! that holds the value, and down again.

use super::alone::{attribute_test, name_test, passes};
use super::path::{ANY, Path, Step, Takes, Test};
use crate::wrapper::place::{Outline, Place};
use crate::wrapper::template::{Field, FieldKind, Part};

/// The ways to a place from its label, which must be before it, once in the template or in an element of its own around the
/// place, and on as many pages as the value: a label that also stands where its value is missing would lead to another value.
pub(super) fn find<'a>(
    outline: &Outline<'a>,
    place: Place,
    field: &'a Field,
    takes: Option<Takes>,
) -> Vec<Path<'a>> {
    let Some(label) = field.label.as_deref() else { return Vec::new() };
    let is_on_all = |&from: &Place| support(outline, from) == field.support;
    let around = || outline.around(place.element);
    let (anchor, from) = match only_text(outline, label, None) {
        Some(from) => (None, Some(from)),
        None => around()
            .find_map(|around| {
                let from = only_text(outline, label, Some(around))?;
                let anchor =
                    attribute_test(outline, around, None).or_else(|| name_test(outline, around, None))?;
                Some((Some(anchor), Some(from)))
            })
            .unwrap_or_default(),
    };
    let Some(from) = from.filter(is_on_all) else { return Vec::new() };
    let mut ways = beside(outline, place, field, takes, from, label);
    if let Some(anchor) = anchor {
        for way in &mut ways {
            way.steps.insert(0, Step::Within(anchor.clone()));
        }
    }
    ways
}

/// The ways to a place from the text that is its label.
fn beside<'a>(
    outline: &Outline<'a>,
    place: Place,
    field: &'a Field,
    takes: Option<Takes>,
    from: Place,
    label: &'a str,
) -> Vec<Path<'a>> {
    let many = field.kind == FieldKind::List;
    let around_place: Vec<Option<usize>> = chain(outline, place.element);
    let around_label: Vec<Option<usize>> = chain(outline, from.element);
    let Some(&shared) = around_label.iter().find(|element| around_place.contains(element)) else {
        return Vec::new();
    };
    let at_label =
        below(outline, &around_label, shared).map_or(from.at, |element| outline.elements[element].at);
    let holder = below(outline, &around_place, shared);
    let at_place = holder.map_or(place.at, |element| outline.elements[element].at);
    if at_place <= at_label {
        return Vec::new();
    }
    let mut steps = up(outline, from, label, &around_label, shared);
    let between = &outline.parts(shared)[at_label + 1..at_place];
    let Some(holder) = holder else {
        // The value is a text of its own beside the label; another text or value between would be taken for it.
        let direct = between.iter().any(|part| !matches!(part, Part::Element { .. }));
        if direct || many {
            return Vec::new();
        }
        // Or all of it is an element that few pages have.
        let any = Step::Next(Test { name: ANY, conditions: Vec::new() });
        let element = steps.iter().cloned().chain([any]).collect();
        return vec![Path { steps, takes: Takes::TextBehind }, Path { steps: element, takes: Takes::Whole }];
    };
    let down = || {
        steps.push(across(outline, shared, at_label, holder)?);
        if place.element != Some(holder) {
            let target = place.element?;
            let down = attribute_test(outline, target, Some(holder))
                .or_else(|| name_test(outline, target, Some(holder)))?;
            steps.push(Step::Within(down));
        }
        Some(Path { steps, takes: takes? })
    };
    down().into_iter().collect()
}

/// The text of the template, or of those within an element, that is this label, if there is one alone.
fn only_text(outline: &Outline, label: &str, within: Option<usize>) -> Option<Place> {
    let elements = outline.within(within).map(Some).chain([within]);
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

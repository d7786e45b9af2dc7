//! The search for a way to a field.

use super::by_label;
use super::path::{Condition, Path, Step, Takes, Test};
use crate::wrapper::place::{Element, Outline, Place};
use crate::wrapper::template::{Field, Part};

/// The ways to the value at a place, the most lasting one first.
pub(super) fn ways<'a>(outline: &Outline<'a>, place: Place, field: &'a Field) -> Vec<Path<'a>> {
    let takes = taken(outline, place);
    let path = |steps| takes.map(|takes| Path { steps, takes });
    let ways = [
        by_attribute(outline, place.element).and_then(path),
        by_label::find(outline, place, field, takes),
        by_name(outline, place.element).and_then(path),
    ];
    ways.into_iter().flatten().collect()
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

/// A test by attributes that no other element passes, of the template or of those within an element: the plainest.
pub(super) fn attribute_test<'a>(
    outline: &Outline<'a>,
    target: usize,
    within: Option<usize>,
) -> Option<Test<'a>> {
    let element = &outline.elements[target];
    tests(element).into_iter().find(|test| is_alone(outline, test, target, within))
}

/// The test by name, if no other element passes it.
pub(super) fn name_test<'a>(outline: &Outline<'a>, target: usize, within: Option<usize>) -> Option<Test<'a>> {
    let test = Test { name: outline.elements[target].name, conditions: Vec::new() };
    Some(test).filter(|test| is_alone(outline, test, target, within))
}

fn is_alone(outline: &Outline, test: &Test, target: usize, within: Option<usize>) -> bool {
    outline.within(within).all(|other| other == target || !passes(&outline.elements[other], test))
}

/// Whether an element passes a test.
pub(super) fn passes(element: &Element, test: &Test) -> bool {
    element.name == test.name
        && test.conditions.iter().all(|condition| match condition {
            Condition::Class(token) => classes(element).any(|class| class == *token),
            Condition::Equals(name, value) => {
                element.attributes.get(*name).is_some_and(|other| other == value)
            }
            // No way through a template counts cells or looks into elements.
            Condition::Cell(_) | Condition::Holds(_) => false,
        })
}

fn classes<'a>(element: &Element<'a>) -> impl Iterator<Item = &'a str> {
    element.attributes.get("class").into_iter().flat_map(|classes| classes.split_ascii_whitespace())
}

/// The tests by attributes that an element passes, those that people write first: what names it, each class, all
/// classes, any other attribute, all of them.
fn tests<'a>(element: &Element<'a>) -> Vec<Test<'a>> {
    let attributes = || element.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let usable = |&(name, _): &(&str, &str)| name != "class" && is_plain(name);
    let names = |&(name, _): &(&str, &str)| matches!(name, "id" | "itemprop");
    let equals = |(name, value)| vec![Condition::Equals(name, value)];
    let mut all: Vec<Vec<Condition>> = attributes().filter(names).map(equals).collect();
    all.extend(classes(element).map(|class| vec![Condition::Class(class)]));
    let classes: Vec<Condition> = classes(element).map(Condition::Class).collect();
    all.push(classes.clone());
    all.extend(attributes().filter(usable).filter(|attribute| !names(attribute)).map(equals));
    all.push(classes.into_iter().chain(attributes().filter(usable).flat_map(equals)).collect());
    all.retain(|conditions| !conditions.is_empty());
    all.into_iter().map(|conditions| Test { name: element.name, conditions }).collect()
}

/// Whether XPath and CSS take an attribute's name as it is.
fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

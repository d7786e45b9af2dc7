//! Tests that one element of a template alone passes.

use super::path::{Condition, Test};
use crate::wrapper::place::{Element, Outline};

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

//! Tests that only one element of a template passes, or that it is the first to pass.

use super::selector::{Condition, ElementTest, is_plain};
use crate::wrapper::flat::{FlatElement, FlatTemplate};

/// Which elements and labels a selector may be based on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Pick {
    /// Those that no other one equals.
    Only,
    /// The first of several that are equal, too.
    First,
}

/// The simplest test by attributes that picks an element, among all of the template or those inside `within`.
pub(super) fn attribute_test<'a>(
    flat: &FlatTemplate<'a>,
    target: usize,
    within: Option<usize>,
    pick: Pick,
) -> Option<ElementTest<'a>> {
    let element = &flat.elements[target];
    tests(element).into_iter().find(|test| picks(flat, test, target, within, pick))
}

/// The test by tag alone, if it picks the element.
pub(super) fn name_test<'a>(
    flat: &FlatTemplate<'a>,
    target: usize,
    within: Option<usize>,
    pick: Pick,
) -> Option<ElementTest<'a>> {
    let test = ElementTest { name: flat.elements[target].name, conditions: Vec::new() };
    Some(test).filter(|test| picks(flat, test, target, within, pick))
}

fn picks(flat: &FlatTemplate, test: &ElementTest, target: usize, within: Option<usize>, pick: Pick) -> bool {
    let is_behind = |other: usize| pick == Pick::First && other > target;
    flat.within(within)
        .all(|other| other == target || is_behind(other) || !passes(&flat.elements[other], test))
}

/// Whether an element passes a test.
pub(super) fn passes(element: &FlatElement, test: &ElementTest) -> bool {
    element.name == test.name
        && test.conditions.iter().all(|condition| match condition {
            Condition::Class(token) => classes(element).any(|class| class == *token),
            Condition::Equals(name, value) => {
                element.attributes.get(*name).is_some_and(|other| other == value)
            }
            // Selectors of the fields of a page do not use these conditions; selectors of records do.
            Condition::Cell(_) | Condition::HasChild(_) | Condition::Begins(_) => false,
        })
}

fn classes<'a>(element: &FlatElement<'a>) -> impl Iterator<Item = &'a str> {
    element.attributes.get("class").into_iter().flat_map(|classes| classes.split_ascii_whitespace())
}

/// The tests by attributes that an element passes, in the order in which people would choose them: by `id` or `itemprop`,
/// by each class, by all classes, by each other attribute, by all of these.
fn tests<'a>(element: &FlatElement<'a>) -> Vec<ElementTest<'a>> {
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
    all.into_iter().map(|conditions| ElementTest { name: element.name, conditions }).collect()
}

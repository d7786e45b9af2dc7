//! Tests that only one element of a template passes, or that it is the first to pass.

use super::selector::{Condition, ElementTest, is_plain};
use crate::wrapper::flat::{FieldPosition, FlatElement, FlatTemplate};
use crate::wrapper::template::Part;
use hashbrown::HashMap;
use std::ops::Range;

/// Which elements and labels a selector may be based on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Pick {
    /// Those that no other one equals.
    Only,
    /// The first of several that are equal, too.
    First,
}

/// A template with its elements and texts by what selectors test, so that each field looks up what all of the template has.
pub(super) struct TemplateIndex<'a> {
    pub(super) flat: FlatTemplate<'a>,
    /// For each tag alone and with one condition, the elements that have it, in page order.
    elements: HashMap<(&'a str, Option<Condition<'a>>), Vec<usize>>,
    /// The positions of each text, in page order but those outside all elements last.
    texts: HashMap<&'a str, Vec<FieldPosition>>,
    /// The indices of the children with a tag among the parts of an element.
    children: HashMap<(Option<usize>, &'a str), Vec<usize>>,
    /// How many of these, from the first on, are on all pages, once each.
    steady: HashMap<(Option<usize>, &'a str), usize>,
}

impl<'a> TemplateIndex<'a> {
    pub(super) fn new(flat: FlatTemplate<'a>) -> Self {
        let mut elements: HashMap<_, Vec<usize>> = HashMap::new();
        let mut texts: HashMap<_, Vec<FieldPosition>> = HashMap::new();
        let mut children: HashMap<_, Vec<usize>> = HashMap::new();
        let mut steady: HashMap<_, usize> = HashMap::new();
        for (number, element) in flat.elements.iter().enumerate() {
            let equals = element.attributes.iter().map(|(name, value)| Condition::Equals(name, value));
            let conditions = equals.chain(classes(element).map(Condition::Class)).map(Some);
            for condition in conditions.chain([None]) {
                let of = elements.entry((element.name, condition)).or_default();
                if of.last() != Some(&number) {
                    of.push(number);
                }
            }
            let of = children.entry((element.parent, element.name)).or_default();
            of.push(element.at);
            let support = match &flat.parts(element.parent)[element.at] {
                Part::Element { support, .. } => *support,
                Part::Text { .. } | Part::Slot { .. } => 0,
            };
            let steady = steady.entry((element.parent, element.name)).or_default();
            if *steady + 1 == of.len() && !element.repeated && support == flat.pages {
                *steady += 1;
            }
        }
        for element in (0..flat.elements.len()).map(Some).chain([None]) {
            for (at, part) in flat.parts(element).iter().enumerate() {
                if let Part::Text { text, .. } = part {
                    texts.entry(text.as_str()).or_default().push(FieldPosition { element, at });
                }
            }
        }
        TemplateIndex { flat, elements, texts, children, steady }
    }

    /// The simplest test by attributes that picks an element, among all of the template or those inside `within`.
    pub(super) fn attribute_test(
        &self,
        target: usize,
        within: Option<usize>,
        pick: Pick,
    ) -> Option<ElementTest<'a>> {
        tests(&self.flat.elements[target]).into_iter().find(|test| self.picks(test, target, within, pick))
    }

    /// The test by tag alone, if it picks the element.
    pub(super) fn name_test(
        &self,
        target: usize,
        within: Option<usize>,
        pick: Pick,
    ) -> Option<ElementTest<'a>> {
        let test = ElementTest { name: self.flat.elements[target].name, conditions: Vec::new() };
        Some(test).filter(|test| self.picks(test, target, within, pick))
    }

    /// [`attribute_test`](Self::attribute_test), else [`name_test`](Self::name_test).
    pub(super) fn test(&self, target: usize, within: Option<usize>, pick: Pick) -> Option<ElementTest<'a>> {
        self.attribute_test(target, within, pick).or_else(|| self.name_test(target, within, pick))
    }

    fn picks(&self, test: &ElementTest<'a>, target: usize, within: Option<usize>, pick: Pick) -> bool {
        let mut scope = self.flat.within(within);
        if pick == Pick::First {
            scope.end = target;
        }
        let passes = |&other: &usize| other != target && passes(&self.flat.elements[other], test);
        !self.rarest(test, &scope).iter().any(passes)
    }

    /// The elements of a range that can pass a test, by the condition that the fewest of them fulfil.
    fn rarest(&self, test: &ElementTest<'a>, scope: &Range<usize>) -> &[usize] {
        let conditions = test.conditions.iter().cloned().map(Some);
        let elements = std::iter::once(None).chain(conditions).map(|condition| {
            let all = self.elements.get(&(test.name, condition)).map_or(&[][..], Vec::as_slice);
            let place = |end: usize| all.partition_point(|&element| element < end);
            &all[place(scope.start)..place(scope.end)]
        });
        elements.min_by_key(|elements| elements.len()).expect("the tag alone is a test")
    }

    /// The position of the text that equals a label, among all of the template or those inside an element, if there is
    /// exactly one, or the first one with [`Pick::First`].
    pub(super) fn picked_text(
        &self,
        label: &str,
        within: Option<usize>,
        pick: Pick,
    ) -> Option<FieldPosition> {
        let all = self.texts.get(label)?;
        let scope = self.flat.within(within);
        let place =
            |end: usize| all.partition_point(|text| text.element.is_some_and(|element| element < end));
        // Texts of the element itself come before those of its descendants in the list, but are the last to be picked.
        let own = all.iter().skip(within.map_or(place(usize::MAX), place));
        let own = own.take_while(|text| text.element == within);
        let mut texts = all[place(scope.start)..place(scope.end)].iter().chain(own);
        let first = texts.next()?;
        (pick == Pick::First || texts.next().is_none()).then_some(*first)
    }

    /// The number of an element among the children with its tag, from 1, if each of those up to it is on all pages, once.
    pub(super) fn position(&self, element: usize) -> Option<usize> {
        let FlatElement { name, parent, at, .. } = self.flat.elements[element];
        let number = self.children(parent, name).partition_point(|&other| other <= at);
        (number <= self.steady.get(&(parent, name)).copied().unwrap_or_default()).then_some(number)
    }

    /// The indices of the children with a tag among the parts of an element.
    pub(super) fn children(&self, parent: Option<usize>, name: &'a str) -> &[usize] {
        self.children.get(&(parent, name)).map_or(&[], Vec::as_slice)
    }
}

/// Whether an element passes a test.
fn passes(element: &FlatElement, test: &ElementTest) -> bool {
    element.name == test.name
        && test.conditions.iter().all(|condition| match condition {
            Condition::Class(token) => classes(element).any(|class| class == *token),
            Condition::Equals(name, value) => {
                element.attributes.get(*name).is_some_and(|other| other == value)
            }
            // Tests of a template do not have these conditions; those of pages and of records do.
            Condition::BeginsWith(..)
            | Condition::Cell(_)
            | Condition::HasChild(_)
            | Condition::OfType(_)
            | Condition::Is(_)
            | Condition::Begins(_) => false,
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

//! A way to the elements of a page, before it is written in a language.

use super::Evidence;

/// The way to a field's value: steps, and what is taken at their end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Path<'a> {
    pub(super) steps: Vec<Step<'a>>,
    pub(super) takes: Takes,
}

/// The name that all elements pass.
pub(super) const ANY: &str = "*";

impl Path<'_> {
    /// What tells the field by it.
    pub(super) fn evidence(&self) -> Evidence {
        let tests = self.steps.iter().filter_map(|step| match step {
            Step::Within(test) | Step::Child(test) | Step::Next(test) | Step::AllNext(test) => Some(test),
            Step::Labelled(..) | Step::LabelText(_) | Step::Around(..) => None,
        });
        let mut tests = tests.filter(|test| !test.conditions.is_empty());
        if self.steps.iter().any(|step| matches!(step, Step::Labelled(..) | Step::LabelText(_))) {
            Evidence::Label
        } else if matches!(self.takes, Takes::Nth(_) | Takes::NthOwnText(_)) {
            Evidence::Number
        } else if tests.next().is_some() {
            Evidence::Attribute
        } else {
            Evidence::Element
        }
    }
}

/// What is taken of the elements at the end of the way.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Takes {
    /// All text in each of them.
    Whole,
    /// The text directly in each of them.
    OwnText,
    /// All text in the n-th of them, from 1.
    Nth(usize),
    /// The n-th of the texts directly in them.
    NthOwnText(usize),
    /// The next text behind each of them that is not blank.
    TextBehind,
}

/// A step to other elements.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Step<'a> {
    /// To all elements within that pass a test.
    Within(Test<'a>),
    /// To the children that pass a test.
    Child(Test<'a>),
    /// To the element of a label: the one that holds this text and nothing else.
    Labelled(&'a str, &'a str),
    /// To a text that is a label.
    LabelText(&'a str),
    /// To the n-th element of a name around this one, from 1.
    Around(&'a str, usize),
    /// To the next sibling that passes a test.
    Next(Test<'a>),
    /// To all later siblings that pass a test.
    AllNext(Test<'a>),
}

/// What an element must be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Test<'a> {
    pub(super) name: &'a str,
    pub(super) conditions: Vec<Condition<'a>>,
}

/// What an attribute must be.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Condition<'a> {
    /// The class attribute has this token.
    Class(&'a str),
    /// The attribute has this value.
    Equals(&'a str, &'a str),
    /// It is this cell of its row, from 1: what tells columns of a table where nothing else does.
    Cell(usize),
    /// It has a child that passes a test.
    Holds(Box<Test<'a>>),
}

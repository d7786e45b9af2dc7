//! Selectors as plain values, before they are written in XPath or CSS.

use super::Evidence;
use crate::wrapper::fields::text_slot::parts;

/// A selector of a field's value: steps to elements, and the text that is taken of the elements at their end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Selector<'a> {
    pub(super) steps: Vec<SelectorStep<'a>>,
    pub(super) taken: TakenText,
    /// The part that is cut out of the text, if it is not all of it.
    pub(super) cut: Option<TextCut>,
}

/// A part of a text between constants.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct TextCut {
    /// What is before, between and after the parts; the first and the last can be empty.
    pub(super) constants: Vec<String>,
    /// The number of the part, from 0.
    pub(super) part: usize,
}

impl TextCut {
    /// The part of a text; `None` if it does not have the constants.
    pub(super) fn of<'t>(&self, text: &'t str) -> Option<&'t str> {
        parts(&self.constants, text).map(|parts| parts[self.part])
    }

    /// A regular expression whose first group is the part.
    pub(super) fn pattern(&self) -> String {
        let mut pattern = String::from("^");
        for (number, constant) in self.constants.iter().enumerate() {
            match number.checked_sub(1) {
                Some(part) if part == self.part => pattern.push_str(r"\s*(.*?)\s*"),
                Some(_) => pattern.push_str(".*?"),
                None => {}
            }
            for char in constant.trim().chars() {
                if matches!(
                    char,
                    '\\' | '.' | '^' | '$' | '*' | '+' | '?' | '{' | '}' | '[' | ']' | '|' | '(' | ')'
                ) {
                    pattern.push('\\');
                }
                pattern.push(char);
            }
        }
        pattern + "$"
    }
}

/// The tag name of a test that every element passes.
pub(super) const ANY: &str = "*";

impl<'a> Selector<'a> {
    pub(super) fn new(steps: Vec<SelectorStep<'a>>, taken: TakenText) -> Self {
        Selector { steps, taken, cut: None }
    }

    /// The selectors of the links of what this one finds: it is a link, has one inside, or is in one.
    pub(super) fn links(&self) -> Vec<Self> {
        if self.taken != TakenText::Whole || self.cut.is_some() {
            return Vec::new();
        }
        let link = || ElementTest { name: "a", conditions: Vec::new() };
        let mut inside = self.steps.clone();
        inside.push(SelectorStep::Descendant(link()));
        let around = self.steps.iter().cloned().chain([SelectorStep::Ancestor("a", 1)]);
        let all = [self.steps.clone(), inside, around.collect()];
        all.map(|steps| Selector::new(steps, TakenText::Address)).into()
    }

    /// The evidence by which the selector finds its field.
    pub(super) fn evidence(&self) -> Evidence {
        let conditions =
            || self.steps.iter().filter_map(SelectorStep::test).flat_map(|test| &test.conditions);
        let is_label = |condition: &Condition| matches!(condition, Condition::Is(_) | Condition::Begins(_));
        let is_text = |step: &SelectorStep| matches!(step, SelectorStep::LabelText(_));
        if conditions().any(is_label) || self.steps.iter().any(is_text) {
            Evidence::Label
        } else if matches!(self.taken, TakenText::Nth(_) | TakenText::NthOwnText(_)) {
            Evidence::Number
        } else if conditions().next().is_some() {
            Evidence::Attribute
        } else {
            Evidence::Element
        }
    }

    /// Whether the names of a selector need no escapes, which XPath does not have and parsers of pages do not agree on, and its
    /// texts are characters of XML, to which XPath is restricted.
    pub(super) fn can_be_written(&self) -> bool {
        self.steps.iter().all(|step| match step {
            SelectorStep::LabelText(text) => is_xml(text),
            SelectorStep::Ancestor(name, _) => is_plain(name),
            _ => step.test().is_some_and(is_writable),
        })
    }
}

fn is_writable(test: &ElementTest) -> bool {
    (test.name == ANY || is_plain(test.name))
        && test.conditions.iter().all(|condition| match condition {
            Condition::Class(class) => is_xml(class),
            Condition::Equals(name, value) | Condition::BeginsWith(name, value) => {
                is_plain(name) && is_xml(value)
            }
            Condition::Cell(_) | Condition::OfType(_) => true,
            Condition::Is(label) => is_xml(label),
            Condition::Begins(label) => is_xml(label),
            Condition::HasChild(test) => is_writable(test),
        })
}

/// Whether all characters are allowed in XML 1.0, section 2.2.
fn is_xml(text: &str) -> bool {
    text.chars().all(|char| !matches!(char, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}'))
}

/// The text that is taken of the selected elements.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum TakenText {
    /// All text inside each of them.
    Whole,
    /// The text nodes that are children of each of them.
    OwnText,
    /// All text inside the n-th of them, from 1.
    Nth(usize),
    /// The n-th text node, from 1, among all children of them.
    NthOwnText(usize),
    /// The next sibling of each of them that is a text and not blank.
    FollowingText,
    /// The address of each of them, which are links.
    Address,
}

/// A step from selected elements to others.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum SelectorStep<'a> {
    /// To all descendants that pass a test.
    Descendant(ElementTest<'a>),
    /// To the children that pass a test.
    Child(ElementTest<'a>),
    /// To the text node inside that is this label.
    LabelText(&'a str),
    /// To the n-th ancestor with this tag, from 1.
    Ancestor(&'a str, usize),
    /// To the next sibling that passes a test.
    NextSibling(ElementTest<'a>),
    /// To all later siblings that pass a test.
    LaterSiblings(ElementTest<'a>),
}

impl<'a> SelectorStep<'a> {
    /// The test that the elements it leads to pass.
    pub(super) fn test(&self) -> Option<&ElementTest<'a>> {
        match self {
            SelectorStep::Descendant(test)
            | SelectorStep::Child(test)
            | SelectorStep::NextSibling(test)
            | SelectorStep::LaterSiblings(test) => Some(test),
            SelectorStep::LabelText(_) | SelectorStep::Ancestor(..) => None,
        }
    }

    /// Whether it leads to nodes inside an element, however deep.
    pub(super) fn is_inside(&self) -> bool {
        matches!(self, SelectorStep::Descendant(_) | SelectorStep::LabelText(_))
    }
}

/// A test that an element passes if it has this tag and fulfils all conditions.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct ElementTest<'a> {
    pub(super) name: &'a str,
    pub(super) conditions: Vec<Condition<'a>>,
}

/// A condition on an element.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum Condition<'a> {
    /// The class attribute contains this token.
    Class(&'a str),
    /// The attribute has this value.
    Equals(&'a str, &'a str),
    /// The value of the attribute begins with this one.
    BeginsWith(&'a str, &'a str),
    /// It is this cell of its row, from 1; used for columns of a table without attributes.
    Cell(usize),
    /// It is this one of the children with its tag, from 1.
    OfType(usize),
    /// Its whole text is this one.
    Is(&'a str),
    /// Its text begins with this one.
    Begins(String),
    /// It has a child that passes a test.
    HasChild(Box<ElementTest<'a>>),
}

/// Whether the name of a tag or an attribute can be written in XPath and CSS without escapes.
pub(super) fn is_plain(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

//! Selectors by what the elements of a value have in common on the pages tried: for elements that the template does not have, and for those that
//! only the beginning of an address or of an id tells.
//!
//! In: the pages tried, and the value that the wrapper finds in each. Out: candidate selectors, the simplest first.
//!
//! ```text
//! <dd class="value sample"><a href="http://a.example/1">read it</a></dd>           dd.sample
//! <a href="/people/ann">Ann</a>   <a href="/people/bob">Bob</a>                     a[href^="/people/"]
//! ```
//!
//! An element is one of the value if it is the only one of its tag with this text. Time of an extraction, for all fields together.

use super::TrialPage;
use super::selector::{Condition, ElementTest, Selector, SelectorStep, TakenText, is_plain};
use crate::wrapper::page::node::NodeKind;
use crate::wrapper::page::symbol::attributes;
use std::collections::{BTreeMap, BTreeSet};

/// The attributes whose values can begin with a part that tells what the element is: the folder of an address, the kind of thing in an id.
const PARTED: [&str; 3] = ["id", "href", "src"];

const ADDRESSES: [&str; 2] = ["href", "src"];

/// What the elements of a value with one tag have in common.
#[derive(Clone, Debug, PartialEq)]
struct SharedAttributes {
    name: String,
    classes: BTreeSet<String>,
    /// The attributes with the same value on all pages.
    equal: BTreeMap<String, String>,
    /// The attributes whose values begin with the same part.
    beginnings: BTreeMap<String, String>,
}

/// The elements of a value, by tag.
pub(super) struct SharedElements(Vec<SharedAttributes>);

impl SharedElements {
    /// Those of the value of a field; none if fewer than two pages have it, as all attributes of one page are the same.
    pub(super) fn of(field: usize, trials: &[TrialPage]) -> Self {
        let with_value =
            trials.iter().filter_map(|trial| match &trial.found.page[field].as_ref()?.texts[..] {
                [text] if !text.is_empty() => Some((trial, text.as_str())),
                _ => None,
            });
        let with_value: Vec<(&TrialPage, &str)> = with_value.collect();
        let [(first, text), others @ ..] = &with_value[..] else { return SharedElements(Vec::new()) };
        if others.is_empty() {
            return SharedElements(Vec::new());
        }
        let shared = first.page.alone_with(text).iter().filter_map(|&node| {
            let name = first.page.page.name(node)?;
            let first = SharedAttributes::of(name.to_owned(), attributes_of(first, node)?);
            others.iter().try_fold(first, |shared, (trial, text)| {
                let mut alone = trial.page.alone_with(text).iter();
                let node = alone.find(|&&node| trial.page.page.name(node) == Some(name))?;
                Some(shared.and(&attributes_of(trial, *node)?))
            })
        });
        SharedElements(shared.map(SharedAttributes::cut).collect())
    }

    /// Selectors of the elements alone: by an attribute, then by all classes, then by the beginning of an attribute. None that finds
    /// several elements on a page tried.
    pub(super) fn selectors<'a>(
        &'a self,
        trials: &'a [TrialPage],
    ) -> impl Iterator<Item = Selector<'a>> + 'a {
        let steps = [SharedAttributes::simple, SharedAttributes::by_beginning].into_iter();
        let tests = steps.flat_map(|of| self.0.iter().flat_map(of));
        let is_only = |test: &ElementTest| !trials.iter().any(|trial| trial.page.has_several(test));
        tests
            .filter(is_only)
            .map(|test| Selector::new(vec![SelectorStep::Descendant(test)], TakenText::Whole))
    }
}

fn attributes_of(trial: &TrialPage, node: u32) -> Option<BTreeMap<String, String>> {
    let page = &trial.page.page;
    let NodeKind::Element(id) = page.node(node).kind else { return None };
    let all = attributes(page.tree.element(id), page.source).into_iter();
    Some(all.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
}

fn classes(attributes: &BTreeMap<String, String>) -> BTreeSet<String> {
    let all = attributes.get("class").into_iter().flat_map(|classes| classes.split_ascii_whitespace());
    all.map(str::to_owned).collect()
}

impl SharedAttributes {
    fn of(name: String, attributes: BTreeMap<String, String>) -> Self {
        let is_parted = |(name, _): &(&String, &String)| PARTED.contains(&name.as_str());
        let beginnings =
            attributes.iter().filter(is_parted).map(|(name, value)| (name.clone(), value.clone()));
        SharedAttributes {
            name,
            classes: classes(&attributes),
            beginnings: beginnings.collect(),
            equal: attributes.into_iter().filter(|(name, _)| name != "class" && is_plain(name)).collect(),
        }
    }

    /// What these have in common with another element.
    fn and(mut self, other: &BTreeMap<String, String>) -> Self {
        let of_other = classes(other);
        self.classes.retain(|class| of_other.contains(class));
        self.equal.retain(|name, value| other.get(name) == Some(value));
        self.beginnings.retain(|name, value| {
            let same = other.get(name).map_or(0, |other| same_beginning(value, other));
            value.truncate(same);
            same > 0
        });
        self
    }

    /// Cuts beginnings behind their last sign: what values have in common of a word is chance. A beginning of signs alone, of a
    /// scheme, or that is all of the value, tells nothing more.
    fn cut(mut self) -> Self {
        let Self { beginnings, equal, .. } = &mut self;
        beginnings.retain(|name, value| {
            let end = value.rfind(|char: char| !char.is_alphanumeric());
            let end = end.map_or(0, |at| at + value[at..].chars().next().map_or(0, char::len_utf8));
            value.truncate(end);
            let is_scheme = value.ends_with("://");
            !equal.contains_key(name) && !is_scheme && value.contains(char::is_alphanumeric)
        });
        self
    }

    fn test<'a>(&'a self, conditions: Vec<Condition<'a>>) -> ElementTest<'a> {
        ElementTest { name: &self.name, conditions }
    }

    /// The tests by a class, by an attribute, and by all classes.
    fn simple(&self) -> Vec<ElementTest<'_>> {
        let classes = || self.classes.iter().map(|class| Condition::Class(class));
        // One address on all pages tried is that of their section, and another on other pages.
        let equal = self.equal.iter().filter(|(name, _)| !ADDRESSES.contains(&name.as_str()));
        let equal = equal.map(|(name, value)| Condition::Equals(name, value));
        let mut tests: Vec<ElementTest> =
            classes().chain(equal).map(|condition| self.test(vec![condition])).collect();
        if self.classes.len() > 1 {
            tests.push(self.test(classes().collect()));
        }
        tests
    }

    /// The tests by the beginning of an attribute.
    fn by_beginning(&self) -> Vec<ElementTest<'_>> {
        let of = |(name, value)| self.test(vec![Condition::BeginsWith(name, value)]);
        self.beginnings.iter().map(|(name, value)| (name.as_str(), value.as_str())).map(of).collect()
    }
}

/// The number of bytes with which both texts begin, in whole characters.
fn same_beginning(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).map(|(char, _)| char.len_utf8()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(elements: &[&[(&str, &str)]]) -> SharedAttributes {
        let map = |attributes: &[(&str, &str)]| -> BTreeMap<String, String> {
            attributes.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect()
        };
        let first = SharedAttributes::of("a".to_owned(), map(elements[0]));
        elements[1..].iter().fold(first, |shared, other| shared.and(&map(other))).cut()
    }

    #[test]
    fn a_beginning_ends_with_a_sign_and_has_a_word() {
        let beginnings = |one, other| shared(&[&[("href", one)], &[("href", other)]]).beginnings;
        let of = |value: &str| BTreeMap::from([("href".to_owned(), value.to_owned())]);
        assert_eq!(beginnings("/people/bob", "/people/bea"), of("/people/"));
        assert_eq!(beginnings("comment-12", "comment-13"), of("comment-"));
        assert!(beginnings("http://a.example", "http://b.example").is_empty());
        assert!(beginnings("/ann", "/bob").is_empty() && beginnings("/a/b", "/a/b").is_empty());
    }
}

//! What makes elements of different pages alike: the tag's name with the attributes that tell it.
//!
//! An attribute tells an element if its value recurs on a second page, or if it is an id, class or itemprop without
//! digits: then one that no other page has makes an element different, rather than like all others of its name.
//! Addresses, styles by number and other values of one page alone tell nothing.

use super::mark::Role;
use super::node::{Node, Of, Page};
use crate::page::Element;
use crate::token::Alphabet;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// An attribute whose value tells an element, and how it is spelled in an alphabet: `a href=/home`.
fn spell_attribute(element: &str, name: &str, value: &str, spelling: &mut String) {
    spelling.clear();
    for piece in [element, " ", name, "=", value] {
        spelling.push_str(piece);
    }
}

/// The attributes of an element with values, names lowered, entities decoded; of a repeated name the first alone.
pub(super) fn attributes<'a>(element: &Element, source: &'a str) -> BTreeMap<Cow<'a, str>, Cow<'a, str>> {
    let mut attributes = BTreeMap::new();
    for attribute in element.attributes(source) {
        let name = if attribute.name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            Cow::Owned(attribute.name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(attribute.name)
        };
        let value = || htmlize::unescape_attribute(attribute.value.unwrap_or_default());
        attributes.entry(name).or_insert_with(value);
    }
    attributes
}

/// Whether an attribute names its element although no other page may have it.
fn is_name(name: &str, value: &str) -> bool {
    matches!(name, "id" | "class" | "itemprop")
        && !value.is_empty()
        && !value.bytes().any(|byte| byte.is_ascii_digit())
}

/// The attributes that tell elements.
#[derive(Debug, Default)]
pub(super) struct Telling {
    known: Alphabet,
}

impl Telling {
    /// The attributes that recur on at least two of these pages.
    pub(super) fn of_pages(pages: &[&Page]) -> Self {
        let mut seen = Alphabet::new();
        let mut on: Vec<(u32, u32)> = vec![(0, 0)];
        let mut spelling = String::new();
        for (number, page) in (1..).zip(pages) {
            for element in page.tree.elements() {
                for (name, value) in attributes(element, page.source) {
                    spell_attribute(&element.name, &name, &value, &mut spelling);
                    let symbol = seen.intern(&spelling).number() as usize;
                    on.resize(on.len().max(symbol + 1), (0, 0));
                    let (last, pages) = &mut on[symbol];
                    if *last != number {
                        (*last, *pages) = (number, *pages + 1);
                    }
                }
            }
        }
        let mut known = Alphabet::new();
        for (symbol, spelling) in seen.iter() {
            if on[symbol.number() as usize].1 >= 2 {
                known.intern(spelling);
            }
        }
        Telling { known }
    }

    /// Adds an attribute.
    pub(super) fn add(&mut self, element: &str, name: &str, value: &str) {
        let mut spelling = String::new();
        spell_attribute(element, name, value, &mut spelling);
        self.known.intern(&spelling);
    }

    /// The attributes of an element that tell it.
    pub(super) fn telling<'a>(
        &self,
        element: &Element,
        source: &'a str,
    ) -> BTreeMap<Cow<'a, str>, Cow<'a, str>> {
        let mut telling = attributes(element, source);
        let mut spelling = String::new();
        telling.retain(|name, value| {
            is_name(name, value) || {
                spell_attribute(&element.name, name, value, &mut spelling);
                self.known.find(&spelling).is_some()
            }
        });
        telling
    }
}

/// The spelling of an element: `<a class="x">`.
pub(super) fn spell_element<N: AsRef<str>, V: AsRef<str>>(
    name: &str,
    attributes: impl IntoIterator<Item = (N, V)>,
    spelling: &mut String,
) {
    spelling.clear();
    spelling.push('<');
    spelling.push_str(name);
    for (name, value) in attributes {
        for piece in [" ", name.as_ref(), "=\"", value.as_ref(), "\""] {
            spelling.push_str(piece);
        }
    }
    spelling.push('>');
}

/// The spelling of a text, which no element has.
pub(super) fn spell_text(text: &str, spelling: &mut String) {
    spelling.clear();
    spelling.push('"');
    spelling.push_str(text);
}

impl Page<'_> {
    /// Gives every node its symbol.
    pub(super) fn number(&mut self, telling: &Telling, mut symbol: impl FnMut(&str) -> u32) {
        let mut spelling = String::new();
        let Page { source, tree, nodes } = self;
        for node in nodes {
            match node.of {
                Of::Text(leaf) => spell_text(&tree.leaves()[leaf as usize].text, &mut spelling),
                Of::Element(id) => {
                    let element = tree.element(id);
                    spell_element(&element.name, &telling.telling(element, source), &mut spelling);
                }
            }
            if let Some(mark) = node.mark {
                if mark.role == Role::Label {
                    spelling.clear();
                }
                mark.spell(&mut spelling);
            }
            *node = Node { symbol: symbol(&spelling), ..*node };
        }
    }
}

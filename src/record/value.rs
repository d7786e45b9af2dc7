//! The values of fields: the text that a reader sees, addresses, or the markup.

use super::address::Base;
use super::cell::Kind;
use super::column::{Column, Field};
use super::items::items_in;
use super::spelled::spelled;
use crate::page::Tree;

/// What separates the items of a list that is written as one text.
const SEPARATOR: &str = "; ";

/// The form in which values are wanted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Markup {
    /// Text.
    #[default]
    Text,
    /// Text, and the addresses of links and images in columns of their own.
    Links,
    /// Fragments of HTML.
    Html,
}

/// Reads the values of the fields of a page.
#[derive(Debug)]
pub struct Values<'a> {
    tree: &'a Tree<'a>,
    source: &'a str,
    base: Base,
    markup: Markup,
}

impl Markup {
    /// Whether a column is wanted in this form.
    #[must_use]
    pub fn has(self, column: &Column) -> bool {
        self == Markup::Links || column.key.kind.is_text()
    }
}

impl<'a> Values<'a> {
    /// A reader of a page; `url` is the address that its links start from, if known.
    #[must_use]
    pub fn new(tree: &'a Tree<'a>, source: &'a str, url: Option<&str>, markup: Markup) -> Self {
        let base = if markup == Markup::Links { Base::of(source, url) } else { Base::of("", None) };
        Values { tree, source, base, markup }
    }

    /// The value of a field of the page.
    #[must_use]
    pub fn of(&self, column: &Column, field: &Field) -> String {
        if let Some(name) = column.key.kind.attribute() {
            let written = self.tree.element(field.element).attribute(self.source, name);
            return self.base.resolve(&written.unwrap_or_default());
        }
        match self.markup {
            Markup::Text | Markup::Links if column.key.kind == Kind::Items => {
                let items = items_in(self.tree, field.span);
                items.iter().map(|item| &*item.text).collect::<Vec<_>>().join(SEPARATOR)
            }
            Markup::Text | Markup::Links => spelled(self.tree, self.source, field.span),
            Markup::Html => self.source[field.span.range()].to_owned(),
        }
    }
}

//! What fields hold: the text that a reader sees, addresses, or the markup.

use super::address::Base;
use super::column::{Column, Field};
use crate::page::{Tree, text};

/// What is wanted of the fields.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Markup {
    /// The text.
    #[default]
    Text,
    /// The text, and where links lead to and images are, in columns of their own.
    Links,
    /// The fragment of HTML.
    Html,
}

/// A page that fields are read from.
#[derive(Debug)]
pub struct Values<'a> {
    tree: &'a Tree<'a>,
    source: &'a str,
    base: Base,
    markup: Markup,
}

impl Markup {
    /// Whether a column is wanted.
    #[must_use]
    pub fn has(self, column: &Column) -> bool {
        self == Markup::Links || column.key.kind.is_text()
    }
}

impl<'a> Values<'a> {
    /// A page, and the address it was fetched from if that is known.
    #[must_use]
    pub fn new(tree: &'a Tree<'a>, source: &'a str, url: Option<&str>, markup: Markup) -> Self {
        let base = if markup == Markup::Links { Base::of(source, url) } else { Base::of("", None) };
        Values { tree, source, base, markup }
    }

    /// The value of a field of this page.
    #[must_use]
    pub fn of(&self, column: &Column, field: &Field) -> String {
        if let Some(name) = column.key.kind.attribute() {
            let written = self.tree.element(field.element).attribute(self.source, name);
            return self.base.resolve(&written.unwrap_or_default());
        }
        match self.markup {
            Markup::Text | Markup::Links => text(self.tree, self.source, field.span),
            Markup::Html => self.source[field.span.range()].to_owned(),
        }
    }
}

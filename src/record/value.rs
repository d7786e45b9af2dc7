//! The values of fields: the text that a reader sees, addresses, or the markup.

use super::address::Base;
use super::column::{Column, Field};
use crate::page::{Tree, text};

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
            Markup::Text | Markup::Links => without_marks(text(self.tree, self.source, field.span)),
            Markup::Html => self.source[field.span.range()].to_owned(),
        }
    }
}

/// A value without characters that show nothing: the byte order mark of a part that was pasted in, and places where a line may break.
/// Joiners, which change the shape of letters, are kept.
#[must_use]
pub fn without_marks(value: String) -> String {
    let is_mark = |char: char| matches!(char, '\u{200B}' | '\u{FEFF}');
    if value.contains(is_mark) { value.replace(is_mark, "").trim().to_owned() } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_show_nothing_are_no_part_of_a_value() {
        assert_eq!(without_marks("\u{FEFF} a\u{200B}b c\u{200C}d \u{200B}".to_owned()), "ab c\u{200C}d");
        assert_eq!(without_marks("\u{200B}".to_owned()), "");
    }
}

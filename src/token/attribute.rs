//! Reads the inside of a tag: its attributes, and its end.
//!
//! `next_part` reads one attribute as the HTML standard does. [`html`](super::html) calls it to find the end of a tag,
//! and [`Attributes`] calls it again later, only for the tags whose attributes are asked for. So both always agree on
//! which `>` belongs to a value. Time is linear in the tag, and nothing is allocated.
//!
//! Source: WHATWG, "HTML Living Standard", 2024, sections 13.2.5.32 to 13.2.5.40 (before attribute name state to
//! self-closing start tag state).

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

/// An attribute as written: not converted to lower case, entities not decoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Attribute<'a> {
    /// The name.
    pub name: &'a str,
    /// The value without its quotes; `None` if there is no `=`.
    pub value: Option<&'a str>,
}

/// The attributes of one tag, in order, repeated names included.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    source: &'a str,
    rest: Range<usize>,
}

impl<'a> Attributes<'a> {
    /// The attributes in `inside`, the bytes from the end of a tag's name to after its `>`.
    pub(crate) fn new(source: &'a str, inside: Range<usize>) -> Self {
        Attributes { source, rest: inside }
    }

    /// The value of the first attribute with this name, in any case of letters, with entities decoded; `None` without such an
    /// attribute, empty if it has no value.
    pub(crate) fn value(mut self, name: &str) -> Option<Cow<'a, str>> {
        let found = self.find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
        Some(htmlize::unescape_attribute(found.value.unwrap_or_default()))
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        match next_part(&self.source.as_bytes()[..self.rest.end], self.rest.start) {
            TagPart::Attribute { name, value, next } => {
                self.rest.start = next;
                Some(Attribute { name: &self.source[name], value: value.map(|value| &self.source[value]) })
            }
            TagPart::End { .. } | TagPart::CutOff => {
                self.rest.start = self.rest.end;
                None
            }
        }
    }
}

/// The next part of the inside of a tag.
pub(super) enum TagPart {
    /// An attribute; reading continues at `next`.
    Attribute { name: Range<usize>, value: Option<Range<usize>>, next: usize },
    /// The tag's `>`; `next` is the position after it.
    End { next: usize },
    /// The end of the input inside the tag, which therefore is no tag.
    CutOff,
}

/// Reads one attribute, or the end of the tag, starting at `at`.
#[inline]
pub(super) fn next_part(bytes: &[u8], at: usize) -> TagPart {
    let start = skip(bytes, at, SPACE | SLASH);
    match bytes.get(start) {
        None => return TagPart::CutOff,
        Some(b'>') => return TagPart::End { next: start + 1 },
        Some(_) => {}
    }
    // The first byte belongs to the name, even if it is `=`.
    let name_end = find(bytes, start + 1, SPACE | SLASH | EQUALS | CLOSE);
    let name = start..name_end;
    let equals = skip(bytes, name_end, SPACE);
    if bytes.get(equals) != Some(&b'=') {
        return TagPart::Attribute { name, value: None, next: equals };
    }
    let value = skip(bytes, equals + 1, SPACE);
    let Some(&quote @ (b'"' | b'\'')) = bytes.get(value) else {
        let end = find(bytes, value, SPACE | CLOSE);
        return TagPart::Attribute { name, value: Some(value..end), next: end };
    };
    let Some(length) = memchr(quote, &bytes[value + 1..]) else { return TagPart::CutOff };
    let end = value + 1 + length;
    TagPart::Attribute { name, value: Some(value + 1..end), next: end + 1 }
}

/// The end of a tag's name, searched from `at`, a position inside the name.
#[inline]
pub(super) fn tag_name_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, SPACE | SLASH | CLOSE)
}

/// Whether this byte ends a tag's name.
pub(super) fn ends_tag_name(byte: u8) -> bool {
    CLASS[usize::from(byte)] & (SPACE | SLASH | CLOSE) != 0
}

const SPACE: u8 = 1;
const SLASH: u8 = 2;
const EQUALS: u8 = 4;
const CLOSE: u8 = 8;

/// The classes of each byte, as a set of the bits above.
static CLASS: [u8; 256] = {
    let mut class = [0; 256];
    class[b'\t' as usize] = SPACE;
    class[b'\n' as usize] = SPACE;
    class[b'\x0c' as usize] = SPACE;
    class[b'\r' as usize] = SPACE;
    class[b' ' as usize] = SPACE;
    class[b'/' as usize] = SLASH;
    class[b'=' as usize] = EQUALS;
    class[b'>' as usize] = CLOSE;
    class
};

/// The first position from `at` with a byte of these classes, or the end.
#[inline]
fn find(bytes: &[u8], mut at: usize, classes: u8) -> usize {
    while at < bytes.len() && CLASS[usize::from(bytes[at])] & classes == 0 {
        at += 1;
    }
    at
}

/// The first position from `at` with a byte of none of these classes, or the end.
#[inline]
fn skip(bytes: &[u8], mut at: usize, classes: u8) -> usize {
    while at < bytes.len() && CLASS[usize::from(bytes[at])] & classes != 0 {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(inside: &str) -> Vec<(&str, Option<&str>)> {
        Attributes::new(inside, 0..inside.len()).map(|it| (it.name, it.value)).collect()
    }

    #[test]
    fn values_are_quoted_unquoted_or_missing() {
        assert_eq!(
            attributes(r#" a="1 2" B='3>"' c=4/5 d e = f>"#),
            [("a", Some("1 2")), ("B", Some("3>\"")), ("c", Some("4/5")), ("d", None), ("e", Some("f"))]
        );
    }

    #[test]
    fn a_name_may_begin_with_an_equals_sign() {
        assert_eq!(attributes(" =a=b = =c>"), [("=a", Some("b")), ("=", Some("c"))]);
    }

    #[test]
    fn a_slash_separates_attributes_except_in_an_unquoted_value() {
        assert_eq!(attributes("/a/b=c/d/ e/>"), [("a", None), ("b", Some("c/d/")), ("e", None)]);
    }

    #[test]
    fn a_value_may_be_missing_or_empty() {
        assert_eq!(attributes(" a= >"), [("a", Some(""))]);
        assert_eq!(attributes(" a=''b>"), [("a", Some("")), ("b", None)]);
    }

    #[test]
    fn a_tag_without_attributes_has_none() {
        assert_eq!(attributes(">"), []);
        assert_eq!(attributes(" / >"), []);
    }
}

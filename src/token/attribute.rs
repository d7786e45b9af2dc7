//! The inside of a tag: attributes, and where the tag ends.
//!
//! One `step` reads one attribute as the HTML standard does. [`html`](super::html) walks with it to a tag's end
//! and [`Attributes`] walks the same way later, only for the tags that somebody asks about; so the two cannot
//! disagree on which `>` stands in a value. Time is linear in the tag, and nothing is allocated.
//!
//! Source: WHATWG, "HTML Living Standard", 2024, sections 13.2.5.32 to 13.2.5.40 (before attribute name state to
//! self-closing start tag state).

use std::ops::Range;

use memchr::memchr;

/// An attribute as written: letters are not lowered and entities are not decoded.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Attribute<'a> {
    /// The name.
    pub name: &'a str,
    /// The value without its quotes; `None` where there is no `=`.
    pub value: Option<&'a str>,
}

/// The attributes of one tag, in order, repeated names included.
#[derive(Clone, Debug)]
pub struct Attributes<'a> {
    source: &'a str,
    rest: Range<usize>,
}

impl<'a> Attributes<'a> {
    /// The attributes in `inside`, which runs from the end of a tag's name to behind its `>`.
    pub(crate) fn new(source: &'a str, inside: Range<usize>) -> Self {
        Attributes { source, rest: inside }
    }
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    fn next(&mut self) -> Option<Attribute<'a>> {
        match step(&self.source.as_bytes()[..self.rest.end], self.rest.start) {
            Step::Attribute { name, value, next } => {
                self.rest.start = next;
                Some(Attribute { name: &self.source[name], value: value.map(|value| &self.source[value]) })
            }
            Step::End { .. } | Step::CutOff => {
                self.rest.start = self.rest.end;
                None
            }
        }
    }
}

/// What comes next inside a tag.
pub(super) enum Step {
    /// An attribute; `next` is the place to go on from.
    Attribute { name: Range<usize>, value: Option<Range<usize>>, next: usize },
    /// The tag's `>`; `next` is the byte behind it.
    End { next: usize },
    /// The end of the input, so that there is no tag after all.
    CutOff,
}

/// Reads one attribute, or the end of the tag, from `at` on.
#[inline]
pub(super) fn step(bytes: &[u8], at: usize) -> Step {
    let start = skip(bytes, at, SPACE | SLASH);
    match bytes.get(start) {
        None => return Step::CutOff,
        Some(b'>') => return Step::End { next: start + 1 },
        Some(_) => {}
    }
    // The first byte belongs to the name whatever it is, even `=`.
    let name_end = find(bytes, start + 1, SPACE | SLASH | EQUALS | CLOSE);
    let name = start..name_end;
    let equals = skip(bytes, name_end, SPACE);
    if bytes.get(equals) != Some(&b'=') {
        return Step::Attribute { name, value: None, next: equals };
    }
    let value = skip(bytes, equals + 1, SPACE);
    let Some(&quote @ (b'"' | b'\'')) = bytes.get(value) else {
        let end = find(bytes, value, SPACE | CLOSE);
        return Step::Attribute { name, value: Some(value..end), next: end };
    };
    let Some(length) = memchr(quote, &bytes[value + 1..]) else { return Step::CutOff };
    let end = value + 1 + length;
    Step::Attribute { name, value: Some(value + 1..end), next: end + 1 }
}

/// The end of a tag's name that starts before `at`.
#[inline]
pub(super) fn tag_name_end(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, SPACE | SLASH | CLOSE)
}

/// Whether a tag's name ends before this byte.
pub(super) fn ends_tag_name(byte: u8) -> bool {
    CLASS[usize::from(byte)] & (SPACE | SLASH | CLOSE) != 0
}

const SPACE: u8 = 1;
const SLASH: u8 = 2;
const EQUALS: u8 = 4;
const CLOSE: u8 = 8;

/// What each byte can end, as a set of the bits above.
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

/// The first place from `at` on with a byte of these classes, or the end.
#[inline]
fn find(bytes: &[u8], mut at: usize, classes: u8) -> usize {
    while at < bytes.len() && CLASS[usize::from(bytes[at])] & classes == 0 {
        at += 1;
    }
    at
}

/// The first place from `at` on with a byte of none of these classes, or the end.
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
    fn values_come_quoted_bare_or_not_at_all() {
        assert_eq!(
            attributes(r#" a="1 2" B='3>"' c=4/5 d e = f>"#),
            [("a", Some("1 2")), ("B", Some("3>\"")), ("c", Some("4/5")), ("d", None), ("e", Some("f"))]
        );
    }

    #[test]
    fn an_equals_sign_can_begin_a_name() {
        assert_eq!(attributes(" =a=b = =c>"), [("=a", Some("b")), ("=", Some("c"))]);
    }

    #[test]
    fn a_slash_parts_attributes_but_not_inside_a_bare_value() {
        assert_eq!(attributes("/a/b=c/d/ e/>"), [("a", None), ("b", Some("c/d/")), ("e", None)]);
    }

    #[test]
    fn a_value_can_be_missing_or_empty() {
        assert_eq!(attributes(" a= >"), [("a", Some(""))]);
        assert_eq!(attributes(" a=''b>"), [("a", Some("")), ("b", None)]);
    }

    #[test]
    fn a_tag_without_attributes_has_none() {
        assert_eq!(attributes(">"), []);
        assert_eq!(attributes(" / >"), []);
    }
}

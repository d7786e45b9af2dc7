//! Determines which parts of a tag count when two tags are compared.
//!
//! In: a tag. Out: its canonical spelling; tags with equal spelling become one symbol.
//!
//! | resolution | `<TD Class=" b  a" width=5>` | `<br/>` | `</TD >` |
//! |---|---|---|---|
//! | tag | as written | as written | as written |
//! | attr | `<td class width>` | `<br>` | `</td>` |
//! | class | `<td class="b a">` | `<br>` | `</td>` |
//! | name | `<td>` | `<br>` | `</td>` |
//!
//! Most tags are already written in canonical form and are returned as a slice of the page; the others are written
//! into a buffer that the caller reuses, so that no tag needs an allocation.

use super::{Span, Token, TokenKind};

/// The unit of text that one symbol represents.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Resolution {
    /// A byte of the page.
    Byte,
    /// A Unicode character of the page.
    Char,
    /// A tag with all its bytes.
    #[default]
    Tag,
    /// A tag's name and the names of its attributes in order.
    Attr,
    /// A tag's name and its class, with white space between classes collapsed; an empty class is the same as none.
    Class,
    /// A tag's name.
    Name,
}

/// The number of bytes around the name in a tag that has nothing else: `<` and `>`.
const BRACKETS: u32 = 2;

/// The canonical spelling of a tag: a slice of the page if the page has this spelling, else the content of the buffer.
///
/// At the resolutions byte and char it is the tag as written.
pub(super) fn spell<'a>(
    tag: Token,
    source: &'a str,
    resolution: Resolution,
    buffer: &'a mut String,
) -> &'a str {
    let written = tag.text(source);
    match resolution {
        Resolution::Byte | Resolution::Char | Resolution::Tag => return written,
        Resolution::Attr | Resolution::Class | Resolution::Name => {}
    }
    let slash = u32::from(tag.kind == TokenKind::EndTag);
    if length(tag.span) == length(tag.name) + BRACKETS + slash && is_lower(tag.name(source)) {
        return written;
    }
    buffer.clear();
    buffer.push_str(if slash == 1 { "</" } else { "<" });
    push_lower(buffer, tag.name(source));
    if tag.kind == TokenKind::StartTag {
        match resolution {
            Resolution::Attr => push_attribute_names(buffer, tag, source),
            Resolution::Class => push_class(buffer, tag, source),
            _ => {}
        }
    }
    buffer.push('>');
    buffer
}

fn length(span: Span) -> u32 {
    span.end - span.start
}

fn is_lower(name: &str) -> bool {
    !name.bytes().any(|byte| byte.is_ascii_uppercase())
}

fn push_lower(buffer: &mut String, name: &str) {
    let start = buffer.len();
    buffer.push_str(name);
    buffer[start..].make_ascii_lowercase();
}

fn push_attribute_names(buffer: &mut String, tag: Token, source: &str) {
    for attribute in tag.attributes(source) {
        buffer.push(' ');
        push_lower(buffer, attribute.name);
    }
}

fn push_class(buffer: &mut String, tag: Token, source: &str) {
    let class = tag.attributes(source).find(|attribute| attribute.name.eq_ignore_ascii_case("class"));
    let mut classes = class.and_then(|class| class.value).unwrap_or_default().split_ascii_whitespace();
    if let Some(first) = classes.next() {
        buffer.push_str(" class=\"");
        buffer.push_str(first);
        for class in classes {
            buffer.push(' ');
            buffer.push_str(class);
        }
        buffer.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::html::tokens;

    fn spelled(source: &str, resolution: Resolution) -> String {
        let tag = tokens(source).next().expect("one tag");
        spell(tag, source, resolution, &mut String::from("rest of the last tag")).to_owned()
    }

    fn spelled_at_all(source: &str) -> [String; 4] {
        [Resolution::Tag, Resolution::Attr, Resolution::Class, Resolution::Name]
            .map(|resolution| spelled(source, resolution))
    }

    #[test]
    fn each_resolution_keeps_less_of_a_start_tag_than_the_one_before() {
        let tag = "<TD Class=\" b \n a\" width=5>";
        assert_eq!(spelled_at_all(tag), [tag, "<td class width>", "<td class=\"b a\">", "<td>"]);
    }

    #[test]
    fn only_the_whole_tag_keeps_a_self_closing_slash() {
        assert_eq!(spelled_at_all("<br/>"), ["<br/>", "<br>", "<br>", "<br>"]);
        assert_eq!(spelled_at_all("<br />"), ["<br />", "<br>", "<br>", "<br>"]);
    }

    #[test]
    fn an_end_tag_is_reduced_to_its_name() {
        assert_eq!(spelled_at_all("</TD class=a>"), ["</TD class=a>", "</td>", "</td>", "</td>"]);
        assert_eq!(spelled_at_all("</td>"), ["</td>"; 4]);
    }

    #[test]
    fn the_first_of_two_classes_counts_and_an_empty_one_does_not() {
        assert_eq!(spelled("<a class=x CLASS=y>", Resolution::Class), "<a class=\"x\">");
        assert_eq!(spelled("<a class=' '>", Resolution::Class), "<a>");
        assert_eq!(spelled("<a class>", Resolution::Class), "<a>");
    }

    #[test]
    fn letters_outside_ascii_are_not_converted_to_lower_case() {
        assert_eq!(spelled("<AÄ Ö>", Resolution::Attr), "<aÄ Ö>");
    }
}

//! Reads the data that a page holds for programs: scripts of JSON-LD, and the `meta` elements of its head.
//!
//! In: a page as a tree. Out: each data script as a JSON value and each `meta` element by its attributes, in document
//! order.
//!
//! ```text
//! <script type="application/ld+json">{"@type": "Recipe", "name": "Soup"}</script>     a value
//! <meta property="og:title" content="Soup">                                          "property", "content"
//! ```
//!
//! Time is linear in the part of the page that is not shown. Sources: W3C, "JSON-LD 1.1", section 7; HTML Standard,
//! section 4.2.5.

use super::Tree;
use crate::token::html::tokens;
use crate::token::{Token, TokenKind};
use serde_json::Value;

/// One item of data.
pub(crate) enum Datum<'a> {
    /// The content of a data script.
    Linked(Value),
    /// A `meta` element: its tag, and the text that the tag's positions refer to.
    Meta(Token, &'a str),
}

/// Returns the language that the `html` element states, as written.
pub(crate) fn root_language(source: &str) -> Option<String> {
    // The tree has an artificial root in place of the element, so its attributes are read from the source.
    let first = tokens(source).find(|token| token.kind == TokenKind::StartTag)?;
    let root = Some(first).filter(|tag| tag.name(source).eq_ignore_ascii_case("html"))?;
    attribute(root, source, "lang").or_else(|| attribute(root, source, "xml:lang"))
}

/// Calls `each` for all data that a page holds apart from its visible text.
pub(crate) fn data<'a>(tree: &Tree<'a>, mut each: impl FnMut(Datum<'a>)) {
    for out in tree.left_out() {
        let part = &tree.source[out.range()];
        let mut is_data = false;
        for token in tokens(part) {
            if token.kind == TokenKind::StartTag {
                is_data = token.name(part).eq_ignore_ascii_case("script")
                    && attribute(token, part, "type")
                        .is_some_and(|kind| kind.to_ascii_lowercase().contains("ld+json"));
                if token.name(part).eq_ignore_ascii_case("meta") {
                    each(Datum::Meta(token, part));
                }
            } else if token.kind == TokenKind::RawText
                && is_data
                && let Some(value) = linked(token.text(part))
            {
                each(Datum::Linked(value));
            }
        }
    }
}

/// Values nested deeper are skipped. This bounds the time, since a value that is nested in many levels of a page's
/// data is read once for each level.
pub(crate) const DEPTH: usize = 8;

/// The JSON value of a script; `None` if it is not valid JSON.
pub(crate) fn linked(script: &str) -> Option<Value> {
    let script =
        script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim().trim_end_matches(';');
    // Line breaks in strings are common although JSON forbids them.
    let flat: String = script.chars().map(|char| if char.is_control() { ' ' } else { char }).collect();
    serde_json::from_str(&flat).ok()
}

/// The value of an attribute of a tag.
pub(crate) fn attribute(token: Token, source: &str, name: &str) -> Option<String> {
    let found = token.attributes(source).find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
    Some(htmlize::unescape_attribute(found.value.unwrap_or_default()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_meta_elements_are_data() {
        let page = "<head><meta name=author content='Ann &amp; Bo'><script type=application/ld+json>{\"a\": 1}</script>\
                    <script>{\"b\": 2}</script></head><p>text<script type='application/ld+json'><!-- {\"c\":\n3}; --></script>";
        let tree = Tree::whole(page);
        let mut found = Vec::new();
        data(&tree, |datum| {
            found.push(match datum {
                Datum::Linked(value) => value.to_string(),
                Datum::Meta(tag, part) => attribute(tag, part, "content").unwrap_or_default(),
            });
        });
        assert_eq!(found, ["Ann & Bo", "{\"a\":1}", "{\"c\":3}"]);
        assert_eq!(linked(&"[".repeat(1 << 10)), None);
    }
}

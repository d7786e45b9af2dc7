//! What a page says to programs alone: data in its scripts (JSON-LD), and `meta` elements of its head.
//!
//! In: a page as a tree. Out: each script of data as a JSON value, each `meta` by its attributes, in document order.
//!
//! ```text
//! <script type="application/ld+json">{"@type": "Recipe", "name": "Soup"}</script>     a value
//! <meta property="og:title" content="Soup">                                          "property", "content"
//! ```
//!
//! Time is linear in what the page does not show. Sources: W3C, "JSON-LD 1.1", section 7; HTML Standard, section 4.2.5.

use super::Tree;
use crate::token::html::tokens;
use crate::token::{Token, TokenKind};
use serde_json::Value;

/// A piece of data.
pub(crate) enum Datum<'a> {
    /// What a script holds.
    Linked(Value),
    /// A `meta` element: its tag, and the text that this is of.
    Meta(Token, &'a str),
}

/// The data that a page holds beside what it shows.
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

/// Values that nest deeper are passed over: a budget, for what stands in many levels of a page's data is read once for each of them.
pub(crate) const DEPTH: usize = 8;

/// What a script says; nothing if it cannot be read.
pub(crate) fn linked(script: &str) -> Option<Value> {
    let script =
        script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim().trim_end_matches(';');
    // Line breaks in strings, which JSON forbids, are common.
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

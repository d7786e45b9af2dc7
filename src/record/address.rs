//! Resolves the addresses of links and images to absolute addresses.

use crate::token::TokenKind;
use crate::token::html::tokens;
use iri_string::types::{IriAbsoluteString, IriReferenceStr};
use std::fmt::Write;

/// The base address of a page, against which relative addresses are resolved.
#[derive(Clone, Debug)]
pub struct Base(Option<IriAbsoluteString>);

impl Base {
    /// The base of a page: the address in its element `base`, else the address that the page was fetched from, if known.
    #[must_use]
    pub fn of(source: &str, url: Option<&str>) -> Self {
        let fetched = Base(url.and_then(absolute));
        match declared(source) {
            Some(base) => Base(absolute(&fetched.resolve(&base)).or(fetched.0)),
            None => fetched,
        }
    }

    /// The absolute address that a browser would request. An address is returned as written if the base is unknown, or if it is
    /// malformed.
    #[must_use]
    pub fn resolve(&self, address: &str) -> String {
        let written = escaped(address);
        let resolved = self.0.as_ref().and_then(|base| {
            let reference = IriReferenceStr::new(&written).ok()?;
            Some(reference.resolve_against(base).to_string())
        });
        resolved.unwrap_or_else(|| address.trim().to_owned())
    }
}

/// An absolute address without its fragment; `None` for a relative or malformed one.
fn absolute(address: &str) -> Option<IriAbsoluteString> {
    let address = escaped(address);
    let without_fragment = address.split('#').next().unwrap_or_default();
    IriAbsoluteString::try_from(without_fragment.to_owned()).ok()
}

/// The address of the first element `base` that has one.
fn declared(source: &str) -> Option<String> {
    let is_tag = |token: &crate::token::Token| token.kind == TokenKind::StartTag;
    let bases = tokens(source)
        .filter(is_tag)
        .take_while(|token| !token.name(source).eq_ignore_ascii_case("body"))
        .filter(|token| token.name(source).eq_ignore_ascii_case("base"));
    bases
        .flat_map(|token| token.attributes(source))
        .find(|attribute| attribute.name.eq_ignore_ascii_case("href"))
        .and_then(|attribute| attribute.value)
        .map(|value| htmlize::unescape_attribute(value).into_owned())
}

/// An address with invalid characters percent-encoded, and without the white space around it.
fn escaped(address: &str) -> String {
    let mut escaped = String::with_capacity(address.len());
    for char in address.trim().chars() {
        match char {
            '\t' | '\n' | '\r' => {}
            ' ' | '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}' => {
                write!(escaped, "%{:02X}", u32::from(char)).expect("writing to a string never fails");
            }
            _ => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_resolved_against_the_page() {
        let base = Base::of("<p>", Some("https://example.org/a/b.html?q=1#top"));
        for (written, whole) in [
            ("c.html", "https://example.org/a/c.html"),
            (" ../d e ", "https://example.org/d%20e"),
            ("//cdn.example/x.png", "https://cdn.example/x.png"),
            ("?q=2", "https://example.org/a/b.html?q=2"),
            ("mailto:ann@example.org", "mailto:ann@example.org"),
            ("50%", "50%"),
        ] {
            assert_eq!(base.resolve(written), whole);
        }
    }

    #[test]
    fn a_base_element_overrides_the_page_address_and_may_be_relative_to_it() {
        let page = "<head><BASE target=x><base href='/shop/?a&amp;b'></head><body><base href=/no/>";
        assert_eq!(Base::of(page, Some("http://a.example/x/y")).resolve("z"), "http://a.example/shop/z");
        assert_eq!(Base::of("<base href=http://b.example/c/>", None).resolve("z"), "http://b.example/c/z");
    }

    #[test]
    fn without_a_base_addresses_stay_as_written() {
        assert_eq!(Base::of("<p>", None).resolve(" a b "), "a b");
    }
}

//! Resolves the addresses of links and images to absolute addresses, and decides which of these may be links.
//!
//! In: an address as written in a page. Out: the address that a browser would request. What a browser strips is
//! stripped first, and the resolved address is judged, so that neither `java&#10;script:` nor a base element brings a
//! script back.
//!
//! ```text
//! base http://a.example/b/    c.html -> http://a.example/b/c.html    " java\tscript:f()" -> no link
//! ```
//!
//! Source: WHATWG, "URL Standard", 2024, section 4.4; RFC 3986, section 5.

use crate::token::TokenKind;
use crate::token::html::tokens;
use iri_string::types::{IriAbsoluteString, IriReferenceStr};
use std::borrow::Cow;
use std::fmt::Write;

/// The schemes of links that lead to a page, a file or a person. All other addresses run scripts, contain documents, or
/// open other programs.
const LINKS: [&str; 5] = ["http", "https", "ftp", "mailto", "tel"];

/// The schemes of addresses against which others can be resolved.
const BASES: [&str; 3] = ["http", "https", "ftp"];

/// The largest length of an address that is resolved or resolved against, in bytes, as in sitemaps (sitemaps.org,
/// "Protocol"). Without a limit the links of a page with a long base take the square of its size.
const LONGEST: usize = 2048;

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
    /// malformed or longer than 2,048 bytes.
    #[must_use]
    pub fn resolve(&self, address: &str) -> String {
        let base = self.0.as_ref().filter(|_| address.len() <= LONGEST);
        let resolved = base.and_then(|base| {
            let written = escaped(address);
            let reference = IriReferenceStr::new(&written).ok()?;
            Some(reference.resolve_against(base).to_string())
        });
        resolved.unwrap_or_else(|| address.trim().to_owned())
    }

    /// The address of a link or an image, [resolved](Base::resolve); `None` if it is empty, a script, an embedded document, or of
    /// any other scheme that does not lead to a page, a file or a person.
    #[must_use]
    pub fn link(&self, written: &str) -> Option<String> {
        let mut shown = Cow::Borrowed(written);
        if written.contains(char::is_control) {
            shown = written.chars().filter(|char| !char.is_control()).collect();
        }
        let resolved = Some(self.resolve(&shown)).filter(|_| !matches!(shown.trim(), "" | "#"));
        resolved.filter(|address| scheme(address).is_none_or(|scheme| is_among(scheme, &LINKS)))
    }
}

/// An absolute address without its fragment; `None` for a relative or malformed one.
fn absolute(address: &str) -> Option<IriAbsoluteString> {
    let address = escaped(address);
    let without_fragment = address.split('#').next().unwrap_or_default();
    let is_base = |scheme: &&str| is_among(scheme, &BASES) && without_fragment.len() <= LONGEST;
    scheme(without_fragment).filter(is_base)?;
    IriAbsoluteString::try_from(without_fragment.to_owned()).ok()
}

/// Whether an address is absolute and well-formed.
pub(crate) fn is_absolute(address: &str) -> bool {
    absolute(address).is_some()
}

/// The host of an address in lower case, without user and port; empty if the address has no host.
///
/// ```
/// use katagami::record::host;
///
/// assert_eq!(host("https://me@Www.Example.org:8080/a?b"), "www.example.org");
/// assert_eq!(host("a/b.html"), "");
/// ```
#[must_use]
pub fn host(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return String::new() };
    if scheme.contains([':', '/', '?', '#']) {
        return String::new();
    }
    bare_host(rest.split('/').next().unwrap_or_default())
}

/// A host in lower case, without user and port, and without a query that follows it.
pub(crate) fn bare_host(host: &str) -> String {
    let host = host.split(['?', '#']).next().unwrap_or_default();
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    let end = if host.starts_with('[') { host.find(']').map(|end| end + 1) } else { host.find(':') };
    host[..end.unwrap_or(host.len())].to_lowercase()
}

/// The scheme of an address; `None` for a relative one.
fn scheme(address: &str) -> Option<&str> {
    let scheme = address.split_once(':')?.0;
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    Some(scheme).filter(|scheme| scheme.bytes().all(is_sign))
}

/// Whether a scheme is one of these, in any case of letters.
fn is_among(scheme: &str, these: &[&str]) -> bool {
    these.iter().any(|one| scheme.eq_ignore_ascii_case(one))
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
    fn a_script_is_no_base() {
        for base in ["javascript:alert(1)//", "data:text/html,x/", "\u{1}javascript:x/", "urn:x"] {
            let page = format!("<base href='{base}'>");
            assert_eq!(
                Base::of(&page, Some("http://a.example/b")).resolve("c"),
                "http://a.example/c",
                "{base}"
            );
            assert_eq!(Base::of("<p>", Some(base)).resolve("c"), "c", "{base}");
        }
    }

    #[test]
    fn a_link_leads_to_a_page_a_file_or_a_person() {
        let base = Base::of("", Some("http://a.example/"));
        let links = [
            "b",
            "#b",
            "?b",
            "//c.example/",
            "HTTPS:b",
            "mailto:b@c.example",
            "tel:1",
            "ftp://c.example/d",
            "b/javascript:c",
        ];
        assert!(links.iter().all(|link| base.link(link).is_some()));
        let none = [
            "",
            " ",
            "#",
            " # ",
            "javascript:b",
            "\u{1f} JAVA\r\nscript\t:b",
            "vbscript:b",
            "data:,b",
            "blob:b",
            "feed:javascript:b",
            "jar:b",
            "view-source:b",
            "javascript:%",
            "\u{85}javascript:b",
            "\u{a0}javascript:b",
        ];
        assert_eq!(none.map(|link| base.link(link)), none.map(|_| None));
    }

    #[test]
    fn a_long_address_is_not_resolved() {
        let long = format!("http://a.example/{}/", "b".repeat(LONGEST));
        assert_eq!(Base::of("", Some(&long)).resolve("c"), "c");
        assert_eq!(Base::of("", Some("http://a.example/")).resolve(&long), long);
        assert_eq!(
            Base::of("", Some("http://a.example/")).resolve(&"../".repeat(LONGEST)),
            "../".repeat(LONGEST)
        );
    }

    #[test]
    fn without_a_base_addresses_stay_as_written() {
        assert_eq!(Base::of("<p>", None).resolve(" a b "), "a b");
    }
}

//! Reads the address that a page states as its own.
//!
//! In: a page. Out: the absolute address in the first `<link rel=canonical>` of its head, else in the first `og:url`. Time is linear in
//! the head or, if no tag ends it, in the page.
//!
//! Source: RFC 6596 (canonical); The Open Graph protocol.

use super::charset::{ByteAttribute, ByteAttributes, find_in_tags};
use bstr::ByteSlice;
use memchr::memmem;
use std::ops::ControlFlow;

/// The longest address that is read, as in sitemaps (sitemaps.org, "Protocol").
const LONGEST: usize = 2048;

/// The address that a page states.
pub(super) fn address(page: &str) -> Option<String> {
    let mut object = None;
    let link = find_in_tags(page.as_bytes(), |name, attributes| {
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        if is(b"body") {
            return ControlFlow::Break(None);
        }
        if is(b"link") {
            if let Some(address) = in_attributes(attributes) {
                return ControlFlow::Break(Some(address));
            }
        } else if is(b"meta") {
            object = object.take().or_else(|| in_attributes(attributes));
        } else if is(b"script") || is(b"style") {
            // What is in these has no tags.
            let end: &[u8] = if is(b"script") { b"</script" } else { b"</style" };
            let found = memmem::find(attributes.bytes, end).unwrap_or(attributes.bytes.len());
            attributes.bytes = &attributes.bytes[found..];
        }
        ControlFlow::Continue(())
    });
    link.flatten().or(object)
}

/// The absolute address in the attributes of a `link` of type `canonical`, or of a `meta` element with `og:url`.
fn in_attributes(attributes: &mut ByteAttributes) -> Option<String> {
    let (mut is_own, mut address) = (false, None);
    for ByteAttribute { name, value } in attributes {
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        if is(b"rel") {
            is_own |=
                value.split(u8::is_ascii_whitespace).any(|kind| kind.eq_ignore_ascii_case(b"canonical"));
        } else if is(b"property") || is(b"name") {
            is_own |= value.eq_ignore_ascii_case(b"og:url");
        } else if is(b"href") || is(b"content") {
            address = value.to_str().ok();
        }
    }
    let address = htmlize::unescape_attribute(address.filter(|_| is_own)?.trim()).into_owned();
    is_address(&address).then_some(address)
}

/// Whether this is the absolute address of a page.
pub(super) fn is_address(address: &str) -> bool {
    let is_absolute = ["http://", "https://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && address.len() > scheme.len()
    });
    let is_plain = !address.contains(|char: char| char.is_whitespace() || char.is_control());
    is_absolute && is_plain && address.len() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_link_comes_before_the_open_graph() {
        for (page, expected) in [
            ("<link rel='x Canonical' href=https://a.example/?a&amp;b>", Some("https://a.example/?a&b")),
            (
                "<meta property=og:url content='http://a.example/1'><link href='http://a.example/2' rel=canonical>",
                Some("http://a.example/2"),
            ),
            ("<meta property=og:url content=http://a.example/1><body>", Some("http://a.example/1")),
            ("<link rel=canonical href=/relative>", None),
            ("<link rel=next href=http://a.example/2>", None),
            ("<!-- <link rel=canonical href=http://a.example/> --><p>text", None),
            ("<script>'<link rel=canonical href=http://a.example/>'</script>", None),
            ("<body><link rel=canonical href=http://a.example/>", None),
            ("<link rel=canonical href='http://a.example/ b'>", None),
            ("<html data-x='<link rel=canonical href=http://a.example/>'><p>text", None),
        ] {
            assert_eq!(address(page).as_deref(), expected, "{page}");
        }
    }
}

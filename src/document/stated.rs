//! Reads the address that a page states as its own.
//!
//! In: a page. Out: the absolute address in the first `<link rel=canonical>` of its head, else in the first `og:url`. Time is linear in
//! the head or, if no tag ends it, in the page.
//!
//! Source: RFC 6596 (canonical); The Open Graph protocol.

use super::charset::{ByteAttribute, ByteAttributes, ends_name};
use bstr::ByteSlice;
use memchr::{memchr, memmem};

/// The longest address that is read, as in sitemaps (sitemaps.org, "Protocol").
const LONGEST: usize = 2048;

/// The address that a page states.
pub(super) fn address(page: &str) -> Option<String> {
    let bytes = page.as_bytes();
    let (mut at, mut object) = (0, None);
    while let Some(tag) = memchr(b'<', &bytes[at..]) {
        at += tag + 1;
        let rest = &bytes[at..];
        let name = &rest[..rest.iter().position(|byte| ends_name(*byte)).unwrap_or(rest.len())];
        let is = |known: &[u8]| name.eq_ignore_ascii_case(known);
        // What is in these has no tags.
        let end: Option<&[u8]> = match name {
            _ if rest.starts_with(b"!--") => Some(b"-->"),
            _ if is(b"script") => Some(b"</script"),
            _ if is(b"style") => Some(b"</style"),
            _ => None,
        };
        if let Some(end) = end {
            let Some(end) = memmem::find(rest, end) else { break };
            at += end;
        } else if is(b"body") {
            break;
        } else if is(b"link") || is(b"meta") {
            let mut attributes = ByteAttributes { bytes: &rest[name.len()..] };
            let found = in_attributes(&mut attributes);
            at = bytes.len() - attributes.bytes.len();
            match found {
                Some(address) if is(b"link") => return Some(address),
                found => object = object.or(found),
            }
        }
    }
    object
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
    let is_absolute = ["http://", "https://"].iter().any(|scheme| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && address.len() > scheme.len()
    });
    let is_plain = !address.contains(|char: char| char.is_whitespace() || char.is_control());
    (is_absolute && is_plain && address.len() <= LONGEST).then_some(address)
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
        ] {
            assert_eq!(address(page).as_deref(), expected, "{page}");
        }
    }
}

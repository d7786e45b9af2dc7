//! Elements whose inside is not markup, and the end of this inside.
//!
//! After the start tag of such an element the HTML standard reads in another state until the matching end tag. In a
//! browser the tree decides when that happens; like other tokenizers without a tree, we decide by the name alone.
//!
//! Source: WHATWG, "HTML Living Standard", 2024, sections 13.2.5.2 to 13.2.5.5 and 13.2.5.9 to 13.2.5.31.

use memchr::{memchr, memchr2};

use super::TokenKind;
use super::attribute::ends_tag_name;

/// An element whose inside is not markup.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum RawElement {
    /// Title and textarea: text with entities.
    Escapable(&'static str),
    /// Style and similar elements: text without entities.
    Raw(&'static str),
    /// Script, in which `<!--` and `<script>` can hide the end tag.
    Script,
    /// Plaintext, which never ends.
    Plaintext,
}

impl RawElement {
    /// The element that a start tag with this name opens, if its inside is not markup.
    ///
    /// Noscript is not one of them: we read pages as a program without scripting does.
    #[inline]
    pub(super) fn opened_by(name: &[u8]) -> Option<RawElement> {
        use RawElement::{Escapable, Plaintext, Raw, Script};
        let candidates: &[(&str, RawElement)] = match name.len() {
            3 => &[("xmp", Raw("xmp"))],
            5 => &[("title", Escapable("title")), ("style", Raw("style"))],
            6 => &[("script", Script), ("iframe", Raw("iframe"))],
            7 => &[("noembed", Raw("noembed"))],
            8 => &[("textarea", Escapable("textarea")), ("noframes", Raw("noframes"))],
            9 => &[("plaintext", Plaintext)],
            _ => &[],
        };
        let found = candidates.iter().find(|(candidate, _)| name.eq_ignore_ascii_case(candidate.as_bytes()));
        found.map(|&(_, element)| element)
    }

    /// The kind of the token for the inside.
    pub(super) fn kind(self) -> TokenKind {
        match self {
            RawElement::Escapable(_) => TokenKind::Text,
            _ => TokenKind::RawText,
        }
    }

    /// The position of the end tag's `<` from `at`, or the end of the input.
    pub(super) fn inside_end(self, bytes: &[u8], at: usize) -> usize {
        match self {
            RawElement::Escapable(name) | RawElement::Raw(name) => simple_end(bytes, at, name),
            RawElement::Script => script_end(bytes, at),
            RawElement::Plaintext => bytes.len(),
        }
    }
}

fn simple_end(bytes: &[u8], mut at: usize, name: &str) -> usize {
    while let Some(skipped) = memchr(b'<', &bytes[at..]) {
        at += skipped + 1;
        if bytes[at..].first() == Some(&b'/') && is_whole_name(&bytes[at + 1..], name) {
            return at - 1;
        }
    }
    bytes.len()
}

/// The position of the first end tag with this name from `at`, if there is one.
pub(super) fn next_end(bytes: &[u8], at: usize, name: &str) -> Option<usize> {
    Some(simple_end(bytes, at, name)).filter(|&end| end < bytes.len())
}

/// Whether these bytes start with this tag name, followed by a byte that ends a name.
fn is_whole_name(bytes: &[u8], name: &str) -> bool {
    bytes.get(name.len()).is_some_and(|&byte| ends_tag_name(byte))
        && bytes[..name.len()].eq_ignore_ascii_case(name.as_bytes())
}

/// The state inside a script: `<!--` changes it from `None` to `Comment`, `<script>` from there to `ScriptInComment`,
/// `</script>` back to `Comment`, and `-->` from any state to `None`.
#[derive(Clone, Copy, Eq, PartialEq)]
enum ScriptState {
    None,
    Comment,
    ScriptInComment,
}

fn script_end(bytes: &[u8], mut at: usize) -> usize {
    let mut escape = ScriptState::None;
    // The dashes of `<!--` may also be those of `-->`, but no earlier dashes may.
    let mut dashes_from = at;
    loop {
        let found = match escape {
            ScriptState::None => memchr(b'<', &bytes[at..]),
            _ => memchr2(b'<', b'>', &bytes[at..]),
        };
        let Some(skipped) = found else { return bytes.len() };
        at += skipped + 1;
        let rest = &bytes[at..];
        if bytes[at - 1] == b'>' {
            if bytes[dashes_from..at - 1].ends_with(b"--") {
                escape = ScriptState::None;
            }
        } else if rest.first() == Some(&b'/') && is_whole_name(&rest[1..], "script") {
            match escape {
                ScriptState::ScriptInComment => escape = ScriptState::Comment,
                _ => return at - 1,
            }
        } else if escape == ScriptState::None && rest.starts_with(b"!--") {
            escape = ScriptState::Comment;
            dashes_from = at + 1;
        } else if escape == ScriptState::Comment && is_whole_name(rest, "script") {
            escape = ScriptState::ScriptInComment;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn script(inside: &str) -> &str {
        &inside[..script_end(inside.as_bytes(), 0)]
    }

    #[test]
    fn a_script_ends_at_its_end_tag() {
        assert_eq!(script("a<b</scripty></SCRIPT >c"), "a<b</scripty>");
    }

    #[test]
    fn a_comment_without_a_script_does_not_hide_the_end_of_a_script() {
        assert_eq!(script("<!-- x </script> y --></script>"), "<!-- x ");
    }

    #[test]
    fn a_script_in_a_comment_hides_one_end_tag() {
        assert_eq!(script("<!--<script></script>x</script>"), "<!--<script></script>x");
        assert_eq!(script("<!--<script>--></script>x"), "<!--<script>-->");
    }

    #[test]
    fn a_comment_may_close_with_the_dashes_that_opened_it() {
        assert_eq!(script("<!--><script></script>x"), "<!--><script>");
        assert_eq!(script("<!---><script></script>x"), "<!---><script>");
    }

    #[test]
    fn a_script_without_an_end_tag_extends_to_the_end() {
        assert_eq!(script("a</script"), "a</script");
        assert_eq!(script(""), "");
    }

    #[test]
    fn the_next_end_tag_matches_whole_names_in_any_case() {
        let page = b"</xmp></XMP ></xmps></xm";
        assert_eq!([0, 1, 7].map(|at| next_end(page, at, "xmp")), [Some(0), Some(6), None]);
        assert_eq!(next_end(b"<xmp></xmp", 0, "xmp"), None);
    }

    #[test]
    fn raw_elements_match_whole_names_in_any_case() {
        assert_eq!(RawElement::opened_by(b"STYLE"), Some(RawElement::Raw("style")));
        assert_eq!(RawElement::opened_by(b"styles"), None);
        assert_eq!(RawElement::opened_by(b"noscript"), None);
    }
}

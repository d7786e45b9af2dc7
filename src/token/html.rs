//! Cuts a page into tags, text runs and comments.
//!
//! In: the text of a document. Out: contiguous tokens that cover it from the first byte to the last:
//!
//! ```text
//! <p class=x>a < b<!-- c --></p>      StartTag <p class=x>, Text a < b, Comment <!-- c -->, EndTag </p>
//! ```
//!
//! Every text is a valid page: there are no errors. Nothing is copied, decoded or converted to lower case, so the
//! bytes of a token are those of the page. Time is linear; memory is constant.
//!
//! Source: WHATWG, "HTML Living Standard", 2024, section 13.2.5 (tokenization). The standard consults the tree that is
//! built at the same time; we have no tree and use these rules instead. Scripting is off. The elements whose inside is
//! not markup are recognized by name, except that between `<svg>` or `<math>` and its end tag such an element that
//! closes itself (`<style/>`) has no inside. `<![CDATA[` is a bogus comment up to the next `>` everywhere, as it is in
//! the standard outside of svg and math. Where the standard makes no token of some bytes, we make one of kind
//! [`TokenKind::Dropped`].

use memchr::memchr;

use super::attribute::{TagPart, next_part, tag_name_end};
use super::raw::{self, RawElement};
use super::{Span, Token, TokenKind};

/// The tokens of a page, in order and contiguous.
///
/// ```
/// use katagami::token::html;
///
/// let page = "<B>bold</B>";
/// let texts: Vec<_> = html::tokens(page).map(|token| token.text(page)).collect();
/// assert_eq!(texts, ["<B>", "bold", "</B>"]);
/// ```
///
/// # Panics
///
/// The iterator panics if the page is 4 GiB long or longer.
#[must_use]
pub fn tokens(source: &str) -> Tokens<'_> {
    Tokens { source: source.as_bytes(), at: 0, inside: None, foreign_depth: 0 }
}

/// The tokens of a page; made by [`tokens`].
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    source: &'a [u8],
    at: usize,
    /// The element that the last token opened, if its inside is not markup.
    inside: Option<RawElement>,
    /// The number of open svg and math elements, counted by their tags.
    foreign_depth: u32,
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        if let Some(element) = self.inside.take() {
            let end = element.inside_end(self.source, self.at);
            if end > self.at {
                return Some(self.take(element.kind(), end));
            }
        }
        match self.source.get(self.at)? {
            b'<' => Some(self.markup()),
            _ => Some(self.text(self.at + 1)),
        }
    }
}

impl Tokens<'_> {
    /// Reads the following input as markup, although the last token opened an element whose inside is not markup.
    pub(crate) fn read_markup(&mut self) {
        self.inside = None;
    }

    /// Reads the token that `<` begins.
    fn markup(&mut self) -> Token {
        let after = self.at + 1;
        match self.source.get(after) {
            Some(byte) if byte.is_ascii_alphabetic() => self.tag(TokenKind::StartTag, after),
            Some(b'/') => match self.source.get(after + 1) {
                Some(byte) if byte.is_ascii_alphabetic() => self.tag(TokenKind::EndTag, after + 1),
                Some(b'>') => self.take(TokenKind::Dropped, after + 2),
                Some(_) => self.bogus_comment(after + 1),
                None => self.text(after),
            },
            Some(b'!') => self.declaration(after + 1),
            Some(b'?') => self.bogus_comment(after),
            _ => self.text(after),
        }
    }

    fn tag(&mut self, kind: TokenKind, name_start: usize) -> Token {
        let name_end = tag_name_end(self.source, name_start + 1);
        let mut at = name_end;
        let end = loop {
            match next_part(self.source, at) {
                TagPart::Attribute { next, .. } => at = next,
                TagPart::End { next } => break next,
                TagPart::CutOff => return self.take(TokenKind::Dropped, self.source.len()),
            }
        };
        let name = &self.source[name_start..name_end];
        let closes_itself = at < end - 1 && self.source[end - 2] == b'/';
        if kind == TokenKind::EndTag {
            self.foreign_depth = self.foreign_depth.saturating_sub(u32::from(is_foreign(name)));
        } else if !closes_itself {
            self.foreign_depth += u32::from(is_foreign(name));
            self.inside = RawElement::opened_by(name);
        } else if self.foreign_depth == 0 {
            self.inside = RawElement::opened_by(name);
        }
        Token { name: Span::between(name_start, name_end), ..self.take(kind, end) }
    }

    /// Reads the token that `<!` begins; `at` is the position after it.
    fn declaration(&mut self, at: usize) -> Token {
        let rest = &self.source[at..];
        if rest.starts_with(b"--") {
            let end = comment_end(self.source, at + 2);
            self.take(TokenKind::Comment, end)
        } else if rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype")) {
            // Quotes need no attention: a `>` inside them ends the doctype as well.
            let end = past_next_close(self.source, at);
            self.take(TokenKind::Doctype, end)
        } else {
            self.bogus_comment(at)
        }
    }

    fn bogus_comment(&mut self, at: usize) -> Token {
        let end = past_next_close(self.source, at);
        self.take(TokenKind::Comment, end)
    }

    /// Reads the text run up to the next `<` from `at` that begins markup.
    fn text(&mut self, mut at: usize) -> Token {
        let end = loop {
            let Some(skipped) = memchr(b'<', &self.source[at..]) else { break self.source.len() };
            at += skipped;
            if begins_markup(&self.source[at + 1..]) {
                break at;
            }
            at += 1;
        };
        self.take(TokenKind::Text, end)
    }

    /// Makes a token without a name, from the current position to `end`.
    fn take(&mut self, kind: TokenKind, end: usize) -> Token {
        let span = Span::between(self.at, end);
        self.at = end;
        Token { kind, span, name: Span { start: span.start, end: span.start } }
    }
}

/// The position of the first end tag with this name at or after a byte of a page, if there is one.
pub(crate) fn next_end_tag(source: &str, from: usize, name: &str) -> Option<usize> {
    raw::next_end(source.as_bytes(), from, name)
}

/// Whether an element with this name contains elements of a language other than HTML, where a slash closes a tag.
fn is_foreign(name: &[u8]) -> bool {
    name.eq_ignore_ascii_case(b"svg") || name.eq_ignore_ascii_case(b"math")
}

/// Whether a `<` before these bytes begins markup and is not a plain character.
fn begins_markup(after: &[u8]) -> bool {
    match after.first() {
        Some(b'!' | b'?') => true,
        Some(b'/') => after.len() > 1,
        Some(byte) => byte.is_ascii_alphabetic(),
        None => false,
    }
}

/// The position after the next `>` from `at`, or the end of the input.
fn past_next_close(bytes: &[u8], at: usize) -> usize {
    memchr(b'>', &bytes[at..]).map_or(bytes.len(), |skipped| at + skipped + 1)
}

/// The position after a comment whose `<!--` ends at `inside`.
fn comment_end(bytes: &[u8], inside: usize) -> usize {
    let mut at = inside;
    while let Some(skipped) = memchr(b'>', &bytes[at..]) {
        at += skipped;
        // The dashes of `<!--` may also be those of `-->`, as in `<!-->`, but not those of `--!>`.
        if bytes[inside - 2..at].ends_with(b"--") || bytes[inside..at].ends_with(b"--!") {
            return at + 1;
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::TokenKind::{Comment, Doctype, Dropped, EndTag, RawText, StartTag, Text};
    use super::*;

    fn cut(source: &str) -> Vec<(TokenKind, &str)> {
        tokens(source).map(|token| (token.kind, token.text(source))).collect()
    }

    #[test]
    fn an_empty_page_has_no_tokens() {
        assert_eq!(cut(""), []);
    }

    #[test]
    fn tags_and_texts_are_contiguous() {
        assert_eq!(
            cut("x<A b='>'>y</a c>z"),
            [(Text, "x"), (StartTag, "<A b='>'>"), (Text, "y"), (EndTag, "</a c>"), (Text, "z")]
        );
    }

    #[test]
    fn a_less_than_sign_without_a_tag_is_text() {
        assert_eq!(cut("a < b <3 << <"), [(Text, "a < b <3 << <")]);
        assert_eq!(cut("<"), [(Text, "<")]);
        assert_eq!(cut("a</"), [(Text, "a</")]);
        assert_eq!(cut("<<p>"), [(Text, "<"), (StartTag, "<p>")]);
    }

    #[test]
    fn comments_close_early_late_or_never() {
        assert_eq!(cut("<!-->a"), [(Comment, "<!-->"), (Text, "a")]);
        assert_eq!(cut("<!--->a"), [(Comment, "<!--->"), (Text, "a")]);
        assert_eq!(cut("<!----!>a"), [(Comment, "<!----!>"), (Text, "a")]);
        assert_eq!(cut("<!--!>a-->b"), [(Comment, "<!--!>a-->"), (Text, "b")]);
        assert_eq!(cut("<!-- <b> --"), [(Comment, "<!-- <b> --")]);
    }

    #[test]
    fn other_declarations_are_bogus_comments() {
        for comment in ["<!x>", "<!>", "<!->", "<?php a>", "</3>", "</ p>", "<![CDATA[a>"] {
            assert_eq!(cut(&format!("{comment}b")), [(Comment, comment), (Text, "b")]);
        }
        assert_eq!(cut("<!DocType a '>b"), [(Doctype, "<!DocType a '>"), (Text, "b")]);
    }

    #[test]
    fn bytes_without_a_standard_token_become_dropped_tokens() {
        assert_eq!(cut("a</>b"), [(Text, "a"), (Dropped, "</>"), (Text, "b")]);
        assert_eq!(cut("a<b c='"), [(Text, "a"), (Dropped, "<b c='")]);
    }

    #[test]
    fn tags_in_a_title_are_text_and_in_a_style_raw_text() {
        assert_eq!(cut("<title><b></title>"), [(StartTag, "<title>"), (Text, "<b>"), (EndTag, "</title>")]);
        assert_eq!(cut("<style><b></b>"), [(StartTag, "<style>"), (RawText, "<b></b>")]);
        assert_eq!(cut("<style></style>"), [(StartTag, "<style>"), (EndTag, "</style>")]);
        assert_eq!(cut("</style><b>"), [(EndTag, "</style>"), (StartTag, "<b>")]);
    }
    #[test]
    fn a_self_closing_tag_has_no_inside_only_in_svg() {
        assert_eq!(cut("<title/><b>"), [(StartTag, "<title/>"), (Text, "<b>")]);
        assert_eq!(cut("<svg><title/><b>")[2], (StartTag, "<b>"));
        assert_eq!(cut("<svg><title x=a/><b>")[2], (Text, "<b>"));
        assert_eq!(cut("<svg><svg></svg><title/><b>")[4], (StartTag, "<b>"));
        assert_eq!(cut("<svg></svg><title/><b>")[3], (Text, "<b>"));
        assert_eq!(cut("<svg/><title/><b>")[2], (Text, "<b>"));
    }
}

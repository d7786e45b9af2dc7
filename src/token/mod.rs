//! Tags and text runs as found in a page, each with the bytes that it covers.

pub mod html;

/// A half-open range of bytes of a document's text.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The bytes as a range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TokenKind {
    /// `<a href=x>`, also `<br/>`.
    StartTag,
    /// `</a>`.
    EndTag,
    /// Character data, entities as written.
    Text,
    /// The inside of script, style and the other elements whose content the HTML standard reads as raw text.
    RawText,
    /// `<!-- -->`, and what the standard calls a bogus comment.
    Comment,
    /// `<!DOCTYPE html>`.
    Doctype,
}

/// A tag, text run or comment as found, with the bytes that it covers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// All of its bytes.
    pub span: Span,
    /// The bytes of a tag's name as written; empty for other tokens.
    pub name: Span,
}

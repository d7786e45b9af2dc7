//! Tags and text runs as found in a page, and the symbols that represent them.
//!
//! [`html::tokens`] cuts the text of a document into contiguous [`Token`]s that lose nothing; [`Attributes`] reads the
//! inside of a tag. [`Resolution`] determines which parts of a tag count when two tags are compared, [`Alphabet`]
//! gives each resulting spelling a [`Symbol`], and [`Tokenizer`] does all of this for a document:
//!
//! ```
//! use katagami::token::{Alphabet, Resolution, Tokenizer};
//!
//! let mut alphabet = Alphabet::new();
//! let mut spellings = Vec::new();
//! let page = r#"<ul><li class="odd  first">one<li class=odd>two</ul>"#;
//! Tokenizer::new(Resolution::Class).tokenize(page, &mut alphabet, |symbol, _| spellings.push(symbol));
//! let spellings: Vec<_> = spellings.iter().map(|&symbol| alphabet.spelling(symbol)).collect();
//! assert_eq!(spellings, ["<ul>", r#"<li class="odd first">"#, r#"<li class="odd">"#, "</ul>"]);
//! ```

mod alphabet;
mod attribute;
pub mod html;
mod raw;
mod resolution;
mod sequence;

pub use alphabet::{Alphabet, Symbol};
pub use attribute::{Attribute, Attributes};
pub use resolution::Resolution;
pub use sequence::{TextRuns, Tokenizer};
use serde::{Deserialize, Serialize};

/// A half-open range of bytes of a document's text.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; [`html::tokens`] has checked that both fit.
    fn between(start: usize, end: usize) -> Self {
        let place = |at| u32::try_from(at).expect("a document is shorter than 4 GiB");
        Span { start: place(start), end: place(end) }
    }

    /// The bytes as a range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TokenKind {
    /// `<a href=x>`, also `<br/>`.
    StartTag,
    /// `</a>`.
    EndTag,
    /// Character data, entities as written; also the inside of title and textarea, where tags are plain text.
    Text,
    /// The inside of script, style and the other elements whose content the HTML standard reads as raw text.
    RawText,
    /// `<!-- -->`, and what the standard calls a bogus comment.
    Comment,
    /// `<!DOCTYPE html>`.
    Doctype,
    /// Bytes that the standard reads without making a token of them: `</>`, and a tag in which the input ends.
    Dropped,
}

/// A tag, text run or comment as found, with the bytes it covers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Token {
    /// The kind.
    pub kind: TokenKind,
    /// All bytes of the token; never empty.
    pub span: Span,
    /// The bytes of a tag's name as written; empty for other tokens.
    pub name: Span,
}

impl Token {
    /// The text of the token in the `source` in which it was found.
    #[must_use]
    pub fn text(self, source: &str) -> &str {
        &source[self.span.range()]
    }

    /// A tag's name as written; empty for other tokens.
    #[must_use]
    pub fn name(self, source: &str) -> &str {
        &source[self.name.range()]
    }

    /// The attributes of a tag as written, in order, read one by one; none for other tokens.
    ///
    /// End tags can have attributes too. If a name is repeated, the standard uses only the first one.
    #[must_use]
    pub fn attributes(self, source: &str) -> Attributes<'_> {
        match self.kind {
            TokenKind::StartTag | TokenKind::EndTag => {
                Attributes::new(source, self.name.end as usize..self.span.end as usize)
            }
            _ => Attributes::new(source, 0..0),
        }
    }
}

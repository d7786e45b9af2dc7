//! Converts a page to a sequence of symbols.
//!
//! In: the text of a document and an [`Alphabet`]. Out: for each tag and, if requested, each text run its symbol and
//! the bytes it covers. Comments, doctypes, scripts and styles are left out, so that the tags of the template remain.
//! At the resolutions byte and char every byte or character of the page is a symbol, whether markup or not. Time is
//! linear; memory is one buffer in addition to the alphabet.

use super::html::tokens;
use super::resolution::spell;
use super::{Alphabet, Resolution, Span, Symbol, TokenKind};

/// How the text between tags is represented.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum TextRuns {
    /// Each run is a symbol, spelled with its white space collapsed; runs of only white space are left out.
    AsSymbols,
    /// Only tags are symbols.
    #[default]
    LeftOut,
}

/// Settings for converting pages to symbols.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Tokenizer {
    resolution: Resolution,
    text_runs: TextRuns,
}

impl Tokenizer {
    /// A tokenizer at this resolution that leaves text runs out.
    #[must_use]
    pub fn new(resolution: Resolution) -> Self {
        Tokenizer { resolution, text_runs: TextRuns::LeftOut }
    }

    /// Sets how text runs are represented; no effect at the resolutions byte and char.
    #[must_use]
    pub fn text_runs(mut self, text_runs: TextRuns) -> Self {
        self.text_runs = text_runs;
        self
    }

    /// Passes each symbol of a page to `push`, in order, with the bytes that it covers.
    ///
    /// # Panics
    ///
    /// If the page is 4 GiB long or longer.
    pub fn tokenize(self, source: &str, alphabet: &mut Alphabet, push: impl FnMut(Symbol, Span)) {
        match self.resolution {
            Resolution::Byte => push_bytes(source, alphabet, push),
            Resolution::Char => push_chars(source, alphabet, push),
            _ => self.push_tokens(source, alphabet, push),
        }
    }

    fn push_tokens(self, source: &str, alphabet: &mut Alphabet, mut push: impl FnMut(Symbol, Span)) {
        let mut buffer = String::new();
        for token in tokens(source) {
            let spelling = match token.kind {
                TokenKind::StartTag | TokenKind::EndTag => spell(token, source, self.resolution, &mut buffer),
                TokenKind::Text if self.text_runs == TextRuns::AsSymbols => {
                    match spell_text(token.text(source), &mut buffer) {
                        "" => continue,
                        text => text,
                    }
                }
                _ => continue,
            };
            push(alphabet.intern(spelling), token.span);
        }
    }
}

/// Spells a text run with its white space collapsed.
///
/// In a title `<b>` is text. The `<` is then spelled as an entity, so that the run differs from the tag.
fn spell_text<'a>(text: &'a str, buffer: &'a mut String) -> &'a str {
    let text = text.trim_ascii();
    if !text.starts_with('<') && is_collapsed(text) {
        return text;
    }
    buffer.clear();
    for word in text.split_ascii_whitespace() {
        if !buffer.is_empty() {
            buffer.push(' ');
        }
        buffer.push_str(word);
    }
    if buffer.starts_with('<') {
        buffer.replace_range(..1, "&lt;");
    }
    buffer
}

/// Whether all white space in a trimmed text is single spaces.
fn is_collapsed(text: &str) -> bool {
    let mut last = b' ';
    text.bytes().all(|byte| {
        let single = if byte == b' ' { last != b' ' } else { !byte.is_ascii_whitespace() };
        last = byte;
        single
    })
}

/// A cache of the symbols of small numbers, so that the alphabet is asked only once for each.
struct SymbolCache<const N: usize>([Option<Symbol>; N]);

impl<const N: usize> SymbolCache<N> {
    fn get_or(&mut self, number: usize, intern: impl FnOnce() -> Symbol) -> Symbol {
        match self.0.get_mut(number) {
            Some(known) => *known.get_or_insert_with(intern),
            None => intern(),
        }
    }
}

/// Makes a symbol of each byte. Bytes outside ASCII are not characters by themselves and are spelled `\xe9`.
fn push_bytes(source: &str, alphabet: &mut Alphabet, mut push: impl FnMut(Symbol, Span)) {
    let mut known = SymbolCache([None; 256]);
    for (at, byte) in source.bytes().enumerate() {
        let symbol = known.get_or(usize::from(byte), || {
            if byte.is_ascii() {
                alphabet.intern(char::from(byte).encode_utf8(&mut [0; 4]))
            } else {
                alphabet.intern(&format!("\\x{byte:02x}"))
            }
        });
        push(symbol, Span::between(at, at + 1));
    }
}

fn push_chars(source: &str, alphabet: &mut Alphabet, mut push: impl FnMut(Symbol, Span)) {
    let mut known = SymbolCache([None; 128]);
    for (at, char) in source.char_indices() {
        let symbol = known.get_or(char as usize, || alphabet.intern(char.encode_utf8(&mut [0; 4])));
        push(symbol, Span::between(at, at + char.len_utf8()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spellings(tokenizer: Tokenizer, source: &str) -> Vec<String> {
        let mut alphabet = Alphabet::new();
        let mut symbols = Vec::new();
        tokenizer.tokenize(source, &mut alphabet, |symbol, _| symbols.push(symbol));
        symbols.iter().map(|&symbol| alphabet.spelling(symbol).to_owned()).collect()
    }

    fn with_text(source: &str) -> Vec<String> {
        spellings(Tokenizer::new(Resolution::Name).text_runs(TextRuns::AsSymbols), source)
    }

    #[test]
    fn only_tags_are_symbols_unless_text_is_requested() {
        let page = "<!doctype html><P>a<!-- b --><script>c</script></P></>";
        let tokenizer = Tokenizer::new(Resolution::Name);
        assert_eq!(spellings(tokenizer, page), ["<p>", "<script>", "</script>", "</p>"]);
        assert_eq!(with_text(page), ["<p>", "a", "<script>", "</script>", "</p>"]);
    }

    #[test]
    fn white_space_is_collapsed_and_is_no_symbol_of_its_own() {
        assert_eq!(with_text("<p> \n a \t b  c\r\n</p> \n "), ["<p>", "a b c", "</p>"]);
        assert_eq!(with_text("a b"), ["a b"]);
        assert_eq!(with_text(" a\nb "), ["a b"]);
    }

    #[test]
    fn text_that_looks_like_a_tag_is_not_spelled_as_one() {
        assert_eq!(with_text("<title> <b></title>"), ["<title>", "&lt;b>", "</title>"]);
    }

    #[test]
    fn spans_are_those_of_the_tokens() {
        let mut spans = Vec::new();
        let mut alphabet = Alphabet::new();
        Tokenizer::default().tokenize("ab<p>c</p>", &mut alphabet, |_, span| spans.push(span));
        assert_eq!(spans, [Span { start: 2, end: 5 }, Span { start: 6, end: 10 }]);
    }

    #[test]
    fn bytes_and_characters_are_all_symbols() {
        let page = "<\\é<";
        assert_eq!(spellings(Tokenizer::new(Resolution::Byte), page), ["<", "\\", "\\xc3", "\\xa9", "<"]);
        assert_eq!(spellings(Tokenizer::new(Resolution::Char), page), ["<", "\\", "é", "<"]);
    }
}

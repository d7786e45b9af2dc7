//! The symbols of all documents with BREAK after each, and the mapping from symbols back to the bytes of the pages.

use super::Pos;
use super::stretches::Stretches;
use crate::document::{Corpus, Document};
use crate::error::{Error, ErrorKind, Result};
use crate::token::{Alphabet, Resolution, Span, Symbol, TextRuns, Tokenizer};
use rayon::prelude::*;
use std::ops::Range;

/// Settings for converting documents to symbols.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct TextReader {
    resolution: Resolution,
    text_runs: TextRuns,
    line_breaks: LineBreaks,
}

impl TextReader {
    /// One symbol for each unit of this resolution; text runs and line breaks are left out.
    #[must_use]
    pub fn new(resolution: Resolution) -> Self {
        TextReader { resolution, ..TextReader::default() }
    }

    /// Sets how the text between tags is represented, if tags are symbols.
    #[must_use]
    pub fn text_runs(self, text_runs: TextRuns) -> Self {
        TextReader { text_runs, ..self }
    }

    /// Sets whether line breaks are included, if bytes or characters are symbols.
    #[must_use]
    pub fn line_breaks(self, line_breaks: LineBreaks) -> Self {
        TextReader { line_breaks, ..self }
    }

    /// Reads a page set. O(n) time, in parallel over documents; the numbers of the symbols do not depend on the
    /// threads.
    ///
    /// # Errors
    /// If there are more than [`Text::MAX_LEN`] symbols.
    pub fn read(self, corpus: &Corpus) -> Result<Text> {
        let documents = corpus.documents();
        if self.resolution == Resolution::Byte {
            return Text::from_bytes(documents.iter().map(Document::bytes), self.line_breaks);
        }
        let chunks: Vec<TokenizedChunk> =
            documents.par_chunks(CHUNK).map(|chunk| self.read_chunk(chunk)).collect();
        Text::check_len(chunks.iter().map(|chunk| chunk.symbols.len()).sum())?;
        let mut alphabet = Alphabet::new();
        let (mut symbols, mut spans, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for chunk in chunks {
            let numbers = alphabet.merge(&chunk.alphabet);
            let base = symbols.len();
            symbols.extend(chunk.symbols.iter().map(|symbol| numbers[symbol.number() as usize].number()));
            spans.extend(chunk.spans);
            starts.extend(chunk.ends.iter().map(|end| pos(base + end)));
        }
        Ok(Text::new(
            Symbols::Wide(symbols),
            starts,
            SymbolSpans::Spans { spans, solid: self.resolution == Resolution::Char },
            alphabet,
        ))
    }

    fn read_chunk(self, documents: &[Document]) -> TokenizedChunk {
        let tokenizer = Tokenizer::new(self.resolution).text_runs(self.text_runs);
        let mut chunk = TokenizedChunk {
            alphabet: Alphabet::new(),
            symbols: Vec::new(),
            spans: Vec::new(),
            ends: Vec::new(),
        };
        for document in documents {
            let text = document.text();
            let left_out = |span: Span| {
                self.resolution == Resolution::Char
                    && self.line_breaks == LineBreaks::Removed
                    && matches!(text.as_bytes()[span.start as usize], b'\r' | b'\n')
            };
            tokenizer.tokenize(text, &mut chunk.alphabet, |symbol, span| {
                if !left_out(span) {
                    chunk.symbols.push(symbol);
                    chunk.spans.push(span);
                }
            });
            chunk.symbols.push(Symbol::BREAK);
            let end = u32::try_from(text.len()).expect("a document has less than 4 GiB");
            chunk.spans.push(Span { start: end, end });
            chunk.ends.push(chunk.symbols.len());
        }
        chunk
    }
}

/// Documents in a chunk: enough that the cost of a separate alphabet does not outweigh the gain.
const CHUNK: usize = 64;

/// Some documents as symbols of an alphabet of their own.
struct TokenizedChunk {
    alphabet: Alphabet,
    symbols: Vec<Symbol>,
    spans: Vec<Span>,
    /// The positions after the BREAK of each document.
    ends: Vec<usize>,
}

/// The symbols of all documents, each document followed by BREAK (symbol 0).
#[derive(Clone, Debug)]
pub struct Text {
    symbols: Symbols,
    documents: Stretches,
    symbol_spans: SymbolSpans,
    /// The spellings of the symbols, if they are wide.
    alphabet: Alphabet,
}

/// Narrow symbols take one byte each, wide ones four.
#[derive(Clone, Debug)]
pub(super) enum Symbols {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

/// The bytes of its document that each symbol covers.
#[derive(Clone, Debug)]
enum SymbolSpans {
    /// Each symbol is one byte or one number, in order, except the bytes left out: their offsets for each document.
    Units { left_out: Vec<Vec<u32>> },
    /// A span for each symbol, including BREAK. In a solid text there are at most line breaks between adjacent
    /// symbols; between tags there is the text of the page.
    Spans { spans: Vec<Span>, solid: bool },
}

impl Text {
    /// The largest number of symbols, including BREAK: the suffix sorter has 31 bits.
    pub const MAX_LEN: usize = i32::MAX as usize;

    /// A text of bytes, each represented by its value plus one. It takes one byte of memory for each, but four if there is a
    /// byte 0xFF, which UTF-8 does not use.
    ///
    /// # Errors
    /// If the documents together exceed [`Text::MAX_LEN`].
    pub fn from_bytes<T: AsRef<[u8]>>(
        documents: impl IntoIterator<Item = T> + Clone,
        line_breaks: LineBreaks,
    ) -> Result<Self> {
        let size: usize = documents.clone().into_iter().map(|text| text.as_ref().len() + 1).sum();
        Text::check_len(size)?;
        let is_wide =
            documents.clone().into_iter().any(|text| memchr::memchr(u8::MAX, text.as_ref()).is_some());
        let (symbols, starts, left_out) = if is_wide {
            let (symbols, starts, left_out) =
                of_bytes(documents, size, line_breaks, |&byte| u32::from(byte) + 1);
            (Symbols::Wide(symbols), starts, left_out)
        } else {
            let (symbols, starts, left_out) = of_bytes(documents, size, line_breaks, |&byte| byte + 1);
            (Symbols::Narrow(symbols), starts, left_out)
        };
        Ok(Text::new(symbols, starts, SymbolSpans::Units { left_out }, Alphabet::new()))
    }

    /// A text of numbered symbols, each of which covers the bytes from its position in the document to the next.
    /// Numbers begin at 1 and should be consecutive: time and memory grow with the largest.
    ///
    /// # Errors
    /// If the documents together exceed [`Text::MAX_LEN`].
    ///
    /// # Panics
    /// If a symbol is 0.
    pub fn from_numbers(documents: &[Vec<u32>]) -> Result<Self> {
        Text::check_len(documents.iter().map(|document| document.len() + 1).sum())?;
        let (mut symbols, mut starts) = (Vec::new(), vec![0]);
        for document in documents {
            assert!(!document.contains(&0), "symbol 0 is BREAK");
            symbols.extend(document.iter().copied().chain([0]));
            starts.push(pos(symbols.len()));
        }
        let left_out = vec![Vec::new(); documents.len()];
        Ok(Text::new(Symbols::Wide(symbols), starts, SymbolSpans::Units { left_out }, Alphabet::new()))
    }

    /// A text of ranges of this one, one document for each range, in the order given. Symbols are renumbered if that
    /// makes the numbers consecutive; the order of symbols is kept.
    ///
    /// # Panics
    /// If a range leaves its document.
    #[must_use]
    pub fn stretches(&self, stretches: &[Range<u32>]) -> Text {
        let symbols = match &self.symbols {
            Symbols::Narrow(symbols) => Symbols::Narrow(join(symbols, stretches, |&symbol| symbol)),
            Symbols::Wide(symbols) => {
                let mut used = join(symbols, stretches, |&symbol| symbol);
                used.sort_unstable();
                used.dedup();
                let dense = |symbol: &u32| pos(used.binary_search(symbol).expect("a symbol that is used"));
                Symbols::Wide(join(symbols, stretches, dense))
            }
        };
        Text::of_stretches(symbols, stretches)
    }

    /// As [`stretches`](Text::stretches), if these hold all symbols of the text: the numbers stay as they are.
    pub(super) fn all_stretches(&self, stretches: &[Range<u32>]) -> Text {
        let symbols = match &self.symbols {
            Symbols::Narrow(symbols) => Symbols::Narrow(join(symbols, stretches, |&symbol| symbol)),
            Symbols::Wide(symbols) => Symbols::Wide(join(symbols, stretches, |&symbol| symbol)),
        };
        Text::of_stretches(symbols, stretches)
    }

    fn of_stretches(symbols: Symbols, stretches: &[Range<u32>]) -> Text {
        let mut starts = vec![0];
        for range in stretches {
            starts.push(starts[starts.len() - 1] + pos(range.len() + 1));
        }
        let left_out = vec![Vec::new(); stretches.len()];
        Text::new(symbols, starts, SymbolSpans::Units { left_out }, Alphabet::new())
    }

    fn new(symbols: Symbols, starts: Vec<u32>, symbol_spans: SymbolSpans, alphabet: Alphabet) -> Self {
        Text { symbols, documents: Stretches::new(starts), symbol_spans, alphabet }
    }

    pub(super) fn check_len(len: usize) -> Result<()> {
        if len <= Text::MAX_LEN {
            return Ok(());
        }
        let most = Text::MAX_LEN;
        let advice =
            format!("{len} symbols are more than {most}; give fewer pages, or count tags instead of bytes");
        Err(Error::new(ErrorKind::TooLarge(advice)))
    }

    pub(super) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The number of symbols, including BREAK.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a text always has an end")]
    pub fn len(&self) -> u32 {
        *self.documents.starts().last().expect("the end of the text")
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of documents.
    #[must_use]
    pub fn documents(&self) -> u32 {
        pos(self.documents.starts().len() - 1)
    }

    /// The positions of a document's symbols, without BREAK.
    ///
    /// # Panics
    /// If there is no such document.
    #[must_use]
    pub fn range(&self, document: u32) -> Range<u32> {
        let (i, starts) = (document as usize, self.documents.starts());
        starts[i]..starts[i + 1] - 1
    }

    /// The number of symbols of a document, without BREAK.
    ///
    /// # Panics
    /// If there is no such document.
    #[must_use]
    pub fn document_len(&self, document: u32) -> u32 {
        let range = self.range(document);
        range.end - range.start
    }

    /// The document at a position; BREAK belongs to the document before it.
    ///
    /// # Panics
    /// If the text ends before the position.
    #[inline]
    #[must_use]
    pub fn document(&self, place: Pos) -> u32 {
        self.documents.at(place.0)
    }

    /// The symbol at a position: 0 for BREAK, a byte's value plus one, or a number of the alphabet.
    ///
    /// # Panics
    /// If the text ends before the position.
    #[must_use]
    pub fn symbol(&self, place: Pos) -> u32 {
        match &self.symbols {
            Symbols::Narrow(symbols) => u32::from(symbols[place.0 as usize]),
            Symbols::Wide(symbols) => symbols[place.0 as usize],
        }
    }

    /// The spellings of the symbols; empty for bytes, which need none.
    #[must_use]
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// Whether the symbols at a position and before it belong to one word or one character: both are ASCII letters or
    /// digits, or the position is inside a character of several bytes. Never true for tags, nor for numbers without
    /// spellings.
    #[must_use]
    pub fn is_joined(&self, place: Pos) -> bool {
        let Some(before) = place.0.checked_sub(1) else { return false };
        match &self.symbols {
            Symbols::Narrow(symbols) => {
                // Bytes are stored as their value plus one. BREAK becomes 0xFF, which is no byte of UTF-8.
                let [before, here] = [before, place.0].map(|place| symbols[place as usize].wrapping_sub(1));
                (before.is_ascii_alphanumeric() && here.is_ascii_alphanumeric()) || here & 0xC0 == 0x80
            }
            // Numbers without spellings have no letters.
            Symbols::Wide(_) if self.alphabet.size() <= 1 => false,
            Symbols::Wide(_) => [before, place.0].into_iter().all(|place| {
                let spelling = self.spelling(Pos(place)).as_bytes();
                spelling.len() == 1 && spelling[0].is_ascii_alphanumeric()
            }),
        }
    }

    /// The spelling of the symbol at a position; empty for BREAK.
    ///
    /// # Panics
    /// If the text ends before the position, or is a text of bytes.
    #[must_use]
    pub fn spelling(&self, place: Pos) -> &str {
        self.alphabet.spelling(Symbol::new(self.symbol(place)))
    }

    /// The bytes that a run of symbols covers, without the text between tags.
    ///
    /// # Panics
    /// If the run is empty or leaves the document.
    pub fn spans(&self, place: Pos, len: u32) -> impl Iterator<Item = Span> {
        let (runs, of_run) = match &self.symbol_spans {
            SymbolSpans::Spans { solid: false, .. } => (len, 1),
            SymbolSpans::Units { .. } | SymbolSpans::Spans { solid: true, .. } => (1, len),
        };
        (0..runs).map(move |run| self.span(Pos(place.0 + run), of_run))
    }

    /// The bytes of its document that a run of symbols covers, including the bytes left out between them.
    ///
    /// # Panics
    /// If the run is empty or leaves the document.
    #[must_use]
    pub fn span(&self, place: Pos, len: u32) -> Span {
        let last = place.0 + len.checked_sub(1).expect("a run has symbols");
        let document = self.document(place);
        assert!(last < self.range(document).end, "a run stays in its document");
        match &self.symbol_spans {
            SymbolSpans::Units { left_out } => {
                let first = self.range(document).start;
                let byte = |place: u32| byte_offset(place - first, &left_out[document as usize]);
                Span { start: byte(place.0), end: byte(last) + 1 }
            }
            SymbolSpans::Spans { spans, .. } => {
                Span { start: spans[place.0 as usize].start, end: spans[last as usize].end }
            }
        }
    }
}

/// Whether a text of bytes includes the line breaks (CR and LF).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum LineBreaks {
    /// Left out, as in the source (section 5).
    #[default]
    Removed,
    /// Included as symbols.
    Kept,
}

/// Concatenates ranges of symbols, with BREAK after each.
fn join<L: Copy + Default>(symbols: &[L], stretches: &[Range<u32>], number: impl Fn(&L) -> L) -> Vec<L> {
    let mut joined = Vec::new();
    for range in stretches {
        joined.extend(symbols[range.start as usize..range.end as usize].iter().map(&number));
        joined.push(L::default());
    }
    joined
}

/// The symbols of documents of bytes with BREAK after each, the positions at which they begin, and what is left out of each.
fn of_bytes<T: AsRef<[u8]>, S: Default>(
    documents: impl IntoIterator<Item = T>,
    size: usize,
    line_breaks: LineBreaks,
    symbol: impl Fn(&u8) -> S + Copy,
) -> (Vec<S>, Vec<u32>, Vec<Vec<u32>>) {
    let mut symbols = Vec::with_capacity(size);
    let (mut starts, mut left_out) = (vec![0], Vec::new());
    for text in documents {
        left_out.push(push_bytes(text.as_ref(), line_breaks, symbol, &mut symbols));
        // BREAK is 0.
        symbols.push(S::default());
        starts.push(pos(symbols.len()));
    }
    (symbols, starts, left_out)
}

/// Adds the symbols of bytes, and returns the offsets of the line breaks that are left out.
fn push_bytes<S>(
    bytes: &[u8],
    line_breaks: LineBreaks,
    symbol: impl Fn(&u8) -> S + Copy,
    symbols: &mut Vec<S>,
) -> Vec<u32> {
    if line_breaks == LineBreaks::Kept {
        symbols.extend(bytes.iter().map(symbol));
        return Vec::new();
    }
    let mut left_out = Vec::new();
    let mut start = 0;
    for at in memchr::memchr2_iter(b'\r', b'\n', bytes) {
        symbols.extend(bytes[start..at].iter().map(symbol));
        left_out.push(pos(at));
        start = at + 1;
    }
    symbols.extend(bytes[start..].iter().map(symbol));
    left_out.shrink_to_fit();
    left_out
}

/// The offset of the i-th byte that was not left out.
fn byte_offset(i: u32, left_out: &[u32]) -> u32 {
    // Before the k-th offset left out there are left_out[k] - k kept bytes.
    let (mut low, mut high) = (0, left_out.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if left_out[middle] - pos(middle) <= i { low = middle + 1 } else { high = middle }
    }
    i + pos(low)
}

/// A length or position that [`Text::check_len`] has accepted.
fn pos(len: usize) -> u32 {
    u32::try_from(len).expect("a text has at most 2^31 - 1 symbols")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_map_to_bytes_when_line_breaks_are_left_out() {
        let text = Text::from_bytes(["a\r\nbc\n", "", "\n\nd"], LineBreaks::Removed).unwrap();
        assert_eq!(text.len(), 7);
        assert_eq!(text.span(Pos(0), 1), Span { start: 0, end: 1 });
        assert_eq!(text.span(Pos(0), 2), Span { start: 0, end: 4 });
        assert_eq!(text.span(Pos(2), 1), Span { start: 4, end: 5 });
        assert_eq!(text.span(Pos(5), 1), Span { start: 2, end: 3 });
        assert_eq!((0..7).map(|place| text.document(Pos(place))).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 2, 2]);
    }

    #[test]
    fn every_byte_value_is_a_symbol_of_its_own() {
        let bytes: Vec<u8> = (0..=u8::MAX).collect();
        let text = Text::from_bytes([&bytes], LineBreaks::Kept).unwrap();
        let symbols: Vec<u32> = (0..256).map(|at| text.symbol(Pos(at))).collect();
        assert_eq!(symbols, (1..=256).collect::<Vec<u32>>());
        assert_eq!(text.span(Pos(255), 1), Span { start: 255, end: 256 });
    }

    #[test]
    fn documents_are_found_whatever_their_lengths() {
        let lengths = [0_usize, 0, 1, 500, 0, 3, 70, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
        let documents: Vec<String> = lengths.iter().map(|&len| "x".repeat(len)).collect();
        let text = Text::from_bytes(documents.iter().map(String::as_str), LineBreaks::Kept).unwrap();
        let mut place = 0;
        for (document, &len) in (0..).zip(&lengths) {
            for _ in 0..=len {
                assert_eq!(text.document(Pos(place)), document);
                place += 1;
            }
        }
    }
}

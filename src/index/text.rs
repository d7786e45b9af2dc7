//! The symbols of all documents with BREAK behind each, and the way back to the pages.

use super::Pos;
use crate::error::{Error, ErrorKind, Result};
use crate::token::Span;
use std::ops::Range;

/// The symbols of all documents, each document followed by BREAK (symbol 0).
#[derive(Clone, Debug)]
pub struct Text {
    symbols: Symbols,
    /// Where each document begins, and the end of the text.
    starts: Vec<u32>,
    /// The document at every 2^`block_bits`-th place: a document is found by a search among few.
    blocks: Vec<u32>,
    block_bits: u32,
    places: Places,
}

/// Narrow symbols take one byte each, wide ones four.
#[derive(Clone, Debug)]
pub(super) enum Symbols {
    Narrow(Vec<u8>),
    Wide(Vec<u32>),
}

/// Which bytes of its document each symbol covers.
#[derive(Clone, Debug)]
enum Places {
    /// One byte a symbol, in order, but for the bytes left out: their offsets, for each document.
    Bytes { left_out: Vec<Vec<u32>> },
    /// A span for each symbol, BREAK included.
    Spans(Vec<Span>),
}

impl Text {
    /// The largest number of symbols, BREAK included: what fits the 31 bits of the suffix sorter.
    pub const MAX_LEN: usize = i32::MAX as usize;

    /// A text of bytes, each its value plus one. Bytes 0xFF, which no UTF-8 holds, are not possible.
    ///
    /// # Errors
    /// If the documents together exceed [`Text::MAX_LEN`].
    pub fn from_bytes<'a>(documents: impl IntoIterator<Item = &'a str> + Clone, line_breaks: LineBreaks) -> Result<Self> {
        let size: usize = documents.clone().into_iter().map(|text| text.len() + 1).sum();
        check_len(size)?;
        let mut symbols = Vec::with_capacity(size);
        let (mut starts, mut left_out) = (vec![0], Vec::new());
        for text in documents {
            left_out.push(push_bytes(text.as_bytes(), line_breaks, &mut symbols));
            symbols.push(BREAK);
            starts.push(pos(symbols.len()));
        }
        Ok(Text::new(Symbols::Narrow(symbols), starts, Places::Bytes { left_out }))
    }

    /// A text of numbered symbols with the bytes that each covers. Numbers begin at 1 and should be dense: time and
    /// memory grow with the largest.
    ///
    /// # Errors
    /// If the documents together exceed [`Text::MAX_LEN`].
    ///
    /// # Panics
    /// If a symbol is 0.
    pub fn from_symbols<D>(documents: impl IntoIterator<Item = D>) -> Result<Self>
    where
        D: IntoIterator<Item = (u32, Span)>,
    {
        let (mut symbols, mut spans, mut starts) = (Vec::new(), Vec::new(), vec![0]);
        for document in documents {
            for (symbol, span) in document {
                assert!(symbol != 0, "symbol 0 is BREAK");
                symbols.push(symbol);
                spans.push(span);
            }
            let end = spans.last().filter(|_| symbols.len() > *starts.last().expect("a start") as usize).map_or(0, |span| span.end);
            symbols.push(0);
            spans.push(Span { start: end, end });
            check_len(symbols.len())?;
            starts.push(pos(symbols.len()));
        }
        Ok(Text::new(Symbols::Wide(symbols), starts, Places::Spans(spans)))
    }

    fn new(symbols: Symbols, starts: Vec<u32>, places: Places) -> Self {
        let len = *starts.last().expect("the end of the text");
        let documents = pos(starts.len() - 1);
        // About one document begins in a block, so that a search among a block's documents is short.
        let block_bits = (len / documents.max(1)).max(64).ilog2();
        let mut blocks = Vec::with_capacity((len >> block_bits) as usize + 2);
        let mut document = 0;
        for place in (0..=len).step_by(1 << block_bits) {
            while document + 1 < documents && starts[document as usize + 1] <= place {
                document += 1;
            }
            blocks.push(document);
        }
        blocks.push(documents.saturating_sub(1));
        Text { symbols, starts, blocks, block_bits, places }
    }

    pub(super) fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// How many symbols there are, BREAK included.
    #[must_use]
    pub fn len(&self) -> u32 {
        *self.starts.last().expect("the end of the text")
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many documents there are.
    #[must_use]
    pub fn documents(&self) -> u32 {
        pos(self.starts.len() - 1)
    }

    /// The places of a document's symbols, BREAK left out.
    ///
    /// # Panics
    /// If there is no such document.
    #[must_use]
    pub fn range(&self, document: u32) -> Range<u32> {
        let i = document as usize;
        self.starts[i]..self.starts[i + 1] - 1
    }

    /// How many symbols a document has, BREAK left out.
    ///
    /// # Panics
    /// If there is no such document.
    #[must_use]
    pub fn document_len(&self, document: u32) -> u32 {
        let range = self.range(document);
        range.end - range.start
    }

    /// The document that holds a place; BREAK belongs to the document before it.
    ///
    /// # Panics
    /// If the text ends before the place.
    #[must_use]
    pub fn document(&self, place: Pos) -> u32 {
        let block = (place.0 >> self.block_bits) as usize;
        let (low, high) = (self.blocks[block], self.blocks[block + 1]);
        let later = &self.starts[low as usize + 1..=high as usize];
        if later.len() < 8 {
            low + later.iter().map(|&start| u32::from(start <= place.0)).sum::<u32>()
        } else {
            low + pos(later.partition_point(|&start| start <= place.0))
        }
    }

    /// The symbol at a place: 0 for BREAK, a byte's value plus one, or a number of the alphabet.
    ///
    /// # Panics
    /// If the text ends before the place.
    #[must_use]
    pub fn symbol(&self, place: Pos) -> u32 {
        match &self.symbols {
            Symbols::Narrow(symbols) => u32::from(symbols[place.0 as usize]),
            Symbols::Wide(symbols) => symbols[place.0 as usize],
        }
    }

    /// The bytes of its document that a run of symbols covers, what was left out between them included.
    ///
    /// # Panics
    /// If the run is empty or leaves the document.
    #[must_use]
    pub fn span(&self, place: Pos, len: u32) -> Span {
        let last = place.0 + len.checked_sub(1).expect("a run has symbols");
        let document = self.document(place);
        assert!(last < self.range(document).end, "a run stays in its document");
        match &self.places {
            Places::Bytes { left_out } => {
                let first = self.range(document).start;
                let byte = |place: u32| byte_offset(place - first, &left_out[document as usize]);
                Span { start: byte(place.0), end: byte(last) + 1 }
            }
            Places::Spans(spans) => Span { start: spans[place.0 as usize].start, end: spans[last as usize].end },
        }
    }
}

const BREAK: u8 = 0;

/// Whether a text of bytes holds the line breaks (CR and LF).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum LineBreaks {
    /// Left out, as the source does (section 5).
    #[default]
    Removed,
    /// Symbols like all others.
    Kept,
}

fn push_bytes(bytes: &[u8], line_breaks: LineBreaks, symbols: &mut Vec<u8>) -> Vec<u32> {
    // No byte of UTF-8 is above 0xF4.
    let symbol = |&byte: &u8| byte.wrapping_add(1);
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
    // The k-th offset left out has left_out[k] - k kept bytes before it.
    let (mut low, mut high) = (0, left_out.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        if left_out[middle] - pos(middle) <= i { low = middle + 1 } else { high = middle }
    }
    i + pos(low)
}

fn check_len(len: usize) -> Result<()> {
    if len <= Text::MAX_LEN {
        return Ok(());
    }
    let advice = format!("{len} symbols are more than {}; give fewer pages, or count tags instead of bytes", Text::MAX_LEN);
    Err(Error::new(ErrorKind::TooLarge(advice)))
}

/// A length or place that [`check_len`] has let through.
fn pos(len: usize) -> u32 {
    u32::try_from(len).expect("a text has at most 2^31 - 1 symbols")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_without_line_breaks_knows_its_byte() {
        let text = Text::from_bytes(["a\r\nbc\n", "", "\n\nd"], LineBreaks::Removed).unwrap();
        assert_eq!(text.len(), 7);
        assert_eq!(text.span(Pos(0), 1), Span { start: 0, end: 1 });
        assert_eq!(text.span(Pos(0), 2), Span { start: 0, end: 4 });
        assert_eq!(text.span(Pos(2), 1), Span { start: 4, end: 5 });
        assert_eq!(text.span(Pos(5), 1), Span { start: 2, end: 3 });
        assert_eq!((0..7).map(|place| text.document(Pos(place))).collect::<Vec<_>>(), [0, 0, 0, 0, 1, 2, 2]);
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

//! A reader that can return to a position that was marked.
//!
//! In: any reader. Everything read after the mark is kept until the mark is removed, or until more bytes than a limit
//! have been read. Memory: the bytes since the mark.

use std::io::{self, BufRead, Read};

pub(super) struct Rewind<R> {
    source: R,
    /// Bytes already read from the source: those after the mark, or those still to be read again.
    kept: Vec<u8>,
    /// The next position to read in `kept`; at its end reading continues in the source.
    at: usize,
    /// The position of the mark in `kept`.
    mark: Option<usize>,
    /// Maximum number of bytes kept; beyond it the mark is removed.
    most: usize,
}

impl<R: BufRead> Rewind<R> {
    /// A reader whose mark is removed once more than `most` bytes have been read after it.
    pub(super) fn new(source: R, most: usize) -> Self {
        Rewind { source, kept: Vec::new(), at: 0, mark: None, most }
    }

    /// Marks the current position.
    pub(super) fn mark(&mut self) {
        // Removed in large pieces, so that many marks within the kept bytes cost no more than one.
        if self.at > self.kept.len() / 2 {
            self.kept.drain(..self.at);
            self.at = 0;
        }
        self.mark = Some(self.at);
    }

    /// Removes the mark.
    pub(super) fn unmark(&mut self) {
        self.mark = None;
    }

    /// Discards the kept bytes that are still to be read.
    pub(super) fn forget(&mut self) {
        (self.mark, self.at) = (None, self.kept.len());
    }

    /// Returns to the mark and removes it; without a mark, does nothing.
    pub(super) fn rewind(&mut self) {
        if let Some(mark) = self.mark.take() {
            self.at = mark;
        }
    }

    /// The bytes read since the mark; empty without a mark.
    pub(super) fn since_mark(&self) -> &[u8] {
        self.mark.map_or(&[], |mark| &self.kept[mark..self.at])
    }

    /// Returns to a byte after the mark, which is kept.
    pub(super) fn return_to(&mut self, byte: usize) {
        if let Some(mark) = self.mark {
            self.at = (mark + byte).min(self.kept.len());
        }
    }

    /// Whether these bytes come next. They remain to be read.
    pub(super) fn goes_on_with(&mut self, bytes: &[u8]) -> io::Result<bool> {
        Ok(self.next_bytes(bytes.len())? == bytes)
    }

    /// The next bytes, at most this many. They remain to be read.
    pub(super) fn next_bytes(&mut self, most: usize) -> io::Result<Vec<u8>> {
        let before = self.mark;
        if before.is_none() {
            self.mark();
        }
        let at = self.at;
        let mut found = Vec::with_capacity(most);
        let length = u64::try_from(most).expect("a length fits");
        let read = self.by_ref().take(length).read_to_end(&mut found);
        self.at = at;
        self.mark = before;
        read.map(|_| found)
    }
}

impl<R: BufRead> Read for Rewind<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let length = bytes.len().min(buffer.len());
        buffer[..length].copy_from_slice(&bytes[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Rewind<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at < self.kept.len() {
            return Ok(&self.kept[self.at..]);
        }
        if self.mark.is_none() {
            self.kept.clear();
            self.at = 0;
        }
        self.source.fill_buf()
    }

    fn consume(&mut self, length: usize) {
        if self.at < self.kept.len() {
            self.at += length;
            return;
        }
        if self.mark.is_some_and(|mark| self.kept.len() - mark > self.most) {
            self.mark = None;
        }
        if self.mark.is_some() && length > 0 {
            let bytes = self.source.fill_buf().expect("what is consumed was there before");
            self.kept.extend_from_slice(&bytes[..length]);
            self.at = self.kept.len();
        }
        self.source.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_after_a_mark_are_read_again() {
        let mut reader = Rewind::new(io::BufReader::with_capacity(2, &b"abcdefgh"[..]), 100);
        let next = |reader: &mut Rewind<_>, count| {
            let mut text = String::new();
            Read::take(reader, count).read_to_string(&mut text).unwrap();
            text
        };
        assert_eq!(next(&mut reader, 2), "ab");
        reader.mark();
        assert_eq!(next(&mut reader, 3), "cde");
        assert!(reader.goes_on_with(b"fg").unwrap());
        assert!(!reader.goes_on_with(b"x").unwrap());
        reader.rewind();
        assert_eq!(next(&mut reader, 1), "c");
        assert!(reader.goes_on_with(b"def").unwrap());
        reader.mark();
        assert_eq!(next(&mut reader, 4), "defg");
        reader.unmark();
        assert!(!reader.goes_on_with(b"hi").unwrap());
        assert_eq!(next(&mut reader, 9), "h");
    }
    #[test]
    fn a_mark_is_removed_beyond_the_limit() {
        let mut reader = Rewind::new(io::BufReader::with_capacity(2, &b"abcdefgh"[..]), 3);
        reader.mark();
        let mut text = [0; 7];
        reader.read_exact(&mut text).unwrap();
        reader.rewind();
        assert!(reader.goes_on_with(b"h").unwrap());
    }
}

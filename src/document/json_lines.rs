//! Pages in JSON Lines: one object a line, with the page in `html` and perhaps its address in `url`.
//!
//! Other keys are passed over, and so are blank lines. A line that is not such an object is an error of its
//! own, and so is one that is longer than a page may be; the lines behind it are still read. A JSON array is none of it. Lines are only cut here; they are parsed when they are loaded,
//! so on all threads. Memory: one line.

use super::Document;
use super::limits::Limits;
use super::raw::RawPage;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use serde::Deserialize;
use std::io::{BufRead, Read};

/// A page in JSON has at most three bytes for each of its own: a character of two bytes is `\u00e9` if it is not written
/// as it is. And something stands around it.
const BYTES_IN_JSON: u64 = 3;
const AROUND_PAGE: u64 = 1 << 20;

/// The pages of a JSON Lines file, one after another.
pub(super) struct Pages {
    reader: Box<dyn BufRead + Send>,
    packing: Option<Packing>,
    name: String,
    limits: Limits,
    lines: usize,
    found: usize,
    ended: bool,
}

impl Pages {
    /// The pages within these limits in the file of this name.
    pub(super) fn new(name: String, file: Stream, limits: Limits) -> Self {
        let Stream { reader, packing, .. } = file;
        Pages { reader, packing, name, limits, lines: 0, found: 0, ended: false }
    }

    /// The next line with something in it.
    fn line(&mut self) -> Result<Option<Vec<u8>>> {
        let limit = self.limits.page.saturating_mul(BYTES_IN_JSON).saturating_add(AROUND_PAGE);
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut line);
            if let Err(error) = read {
                self.ended = true;
                return Err(Stream::fault(self.packing, error));
            }
            if line.is_empty() {
                return Ok(None);
            }
            self.lines += 1;
            if self.lines == 1 && line.starts_with(b"\xEF\xBB\xBF") {
                line.drain(..3);
            }
            if line.last() != Some(&b'\n') && u64::try_from(line.len()).is_ok_and(|length| length >= limit) {
                self.reader.skip_until(b'\n').map_err(|error| Stream::fault(self.packing, error))?;
                return Err(Error::new(too_large(self.limits.page)));
            }
            if self.lines == 1 && line.trim_ascii_start().starts_with(b"[") {
                self.ended = true;
                let why =
                    "a JSON array is no JSON Lines file; write one object a line, as `jq -c '.[]'` does";
                return Err(Error::new(ErrorKind::Container(why.to_owned())));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for Pages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        if self.ended {
            return None;
        }
        let line = self.line();
        self.ended |= matches!(line, Ok(None));
        self.found += 1;
        let name = format!("{}#{}", self.name, self.found);
        match line {
            Ok(line) => line.map(|line| Ok(RawPage::Json { name, line, number: self.lines })),
            Err(error) => Some(Err(error.at(name))),
        }
    }
}

/// One line, parsed.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    html: Option<String>,
}

impl Line {
    /// Parses the line of this number, which is 1 for the first.
    pub(super) fn parse(line: &[u8], number: usize) -> Result<Line> {
        let message = || format!("line {number} is no JSON object with the page in \"html\" as a string");
        if !line.trim_ascii_start().starts_with(b"{") {
            // An array of the same members would be read as well.
            return Err(Error::new(ErrorKind::Container(message())));
        }
        let why = |error: serde_json::Error| {
            if error.is_eof() {
                return "the line ends before the object does".to_owned();
            }
            // The line that the parser tells is that of the object itself.
            error.to_string().replace(" at line 1 column", " at column")
        };
        // The line break is no part of what it ends.
        serde_json::from_slice(line.trim_ascii_end())
            .map_err(|error| Error::new(ErrorKind::Container(message())).because(why(error)))
    }

    /// The page of this name, which line `number` must have.
    pub(super) fn into_page(self, name: &str, number: usize) -> Result<Document> {
        let missing = || ErrorKind::Container(format!("line {number} has no \"html\"; put the page there"));
        let html = self.html.ok_or_else(|| Error::new(missing()))?;
        Ok(Document { url: self.url, ..Document::new(name, html) })
    }
}

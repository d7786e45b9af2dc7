//! Pages in JSON Lines: one object on each line, with the page in `html` and optionally its
//! address in `url` and the time at which it was fetched in `retrieved`.
//!
//! Other keys and blank lines are skipped. A line that is not such an object gives an error of its own, and so does a
//! line that is longer than a page may be; the lines after it are still read. A JSON array is not accepted. This
//! module only cuts the file into lines; they are parsed when the pages are loaded, on all threads. Memory: one line.

use super::Document;
use super::limits::Limits;
use super::raw::RawPage;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use serde::Deserialize;
use std::io::{BufRead, Read};

/// A page in JSON takes at most three times its own bytes, since a character of two bytes may be written as `\u00e9`;
/// and there are other bytes around the page.
const BYTES_IN_JSON: u64 = 3;
const AROUND_PAGE: u64 = 1 << 20;

/// The pages of a JSON Lines file, one after another.
pub(super) struct LinePages {
    reader: Box<dyn BufRead + Send>,
    packing: Option<Packing>,
    name: String,
    limits: Limits,
    lines: usize,
    found: usize,
    ended: bool,
}

impl LinePages {
    /// The pages within these limits in the file of this name.
    pub(super) fn new(name: String, file: Stream, limits: Limits) -> Self {
        let Stream { reader, packing, .. } = file;
        LinePages { reader, packing, name, limits, lines: 0, found: 0, ended: false }
    }

    /// The next line that is not blank.
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
                let why = "this is a JSON array, not a JSON Lines file; write one object per line, for example with `jq -c '.[]'`";
                return Err(Error::new(ErrorKind::Container(why.to_owned())));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }
}

impl Iterator for LinePages {
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

/// The object on one line.
#[derive(Debug, Deserialize)]
pub(super) struct PageObject {
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    html: Option<String>,
    #[serde(default)]
    retrieved: Option<String>,
}

impl PageObject {
    /// Parses the line with this number; the first line is 1.
    pub(super) fn parse(line: &[u8], number: usize) -> Result<PageObject> {
        let message = || format!("line {number} is not a JSON object with the page as a string in \"html\"");
        if !line.trim_ascii_start().starts_with(b"{") {
            // Without this check, the parser would also accept an array of the same members.
            return Err(Error::new(ErrorKind::Container(message())));
        }
        let why = |error: serde_json::Error| {
            if error.is_eof() {
                return "the line ends before the object does".to_owned();
            }
            // The parser counts lines within the object, which has only one.
            error.to_string().replace(" at line 1 column", " at column")
        };
        // The object does not include the line break.
        serde_json::from_slice(line.trim_ascii_end())
            .map_err(|error| Error::new(ErrorKind::Container(message())).because(why(error)))
    }

    /// The page, which line `number` must have, with this name.
    pub(super) fn into_page(self, name: &str, number: usize) -> Result<Document> {
        let missing = || ErrorKind::Container(format!("line {number} has no \"html\"; put the page there"));
        let html = self.html.ok_or_else(|| Error::new(missing()))?;
        let retrieved = self.retrieved.as_deref().and_then(super::time);
        Ok(Document { url: self.url, retrieved, ..Document::new(name, html) })
    }
}

//! Pages in a web archive.
//!
//! In goes a WARC file, unpacked; out come the bodies of its successful HTML responses (status 2xx, type
//! `text/html` or `application/xhtml+xml`, or no type and the looks of a page) and its `resource` records
//! of these types. Redirections and error pages are left out: they would be a template of their own in
//! every archive. Whatever else is archived is passed over without being kept.
//!
//! Time linear in the archive, memory one record.
//!
//! The parser is ours because archives are sloppier than the crates there allow: `warc` 0.4 stops at the
//! first record without a valid date or without CR LF twice behind it, and `fastwarc` 2.0 needs a C compiler.
//!
//! Source: ISO 28500:2017, WARC 1.1.

use super::head::Head;
use super::http::{Content, Payload};
use super::source::RawPage;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use std::io::{self, BufRead, Read};

/// The pages of an archive, one after another.
pub(super) struct Pages {
    reader: Box<dyn BufRead + Send>,
    packing: Option<Packing>,
    name: String,
    limit: u64,
    records: usize,
    found: usize,
    ended: bool,
}

/// What one record is to us.
enum Record {
    Page(Payload, Option<String>),
    TooLarge,
    Other,
    End,
}

impl Pages {
    /// The pages, of at most `limit` bytes each, in the archive of this name.
    pub(super) fn new(name: String, archive: Stream, limit: u64) -> Self {
        let Stream { reader, packing, .. } = archive;
        Pages { reader, packing, name, limit, records: 0, found: 0, ended: false }
    }

    fn record(&mut self) -> Result<Record> {
        let packing = self.packing;
        let fault = |error| Stream::fault(packing, error);
        let Some(head) = Head::read(&mut self.reader).map_err(fault)? else { return Ok(Record::End) };
        self.records += 1;
        if !head.first.starts_with("WARC/") {
            return Err(self.broken("does not begin with WARC/"));
        }
        let Some(length) = head.get("Content-Length").and_then(|length| length.parse().ok()) else {
            return Err(self.broken("has no Content-Length"));
        };
        let mut block = self.reader.by_ref().take(length);
        let record = read_record(&head, &mut block, self.limit).map_err(fault)?;
        io::copy(&mut block, &mut io::sink()).map_err(fault)?;
        if block.limit() > 0 { Err(self.broken("breaks off")) } else { Ok(record) }
    }

    fn broken(&self, what: &str) -> Error {
        Error::new(ErrorKind::Container(format!(
            "record {} of the archive {what}; nothing behind it was read: repair the file or fetch it again",
            self.records
        )))
    }
}

impl Iterator for Pages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        while !self.ended {
            let record = self.record();
            self.ended = matches!(record, Ok(Record::End) | Err(_));
            if !matches!(record, Ok(Record::Other | Record::End)) {
                self.found += 1;
            }
            let name = || format!("{}#{}", self.name, self.found);
            return Some(match record {
                Ok(Record::Page(payload, url)) => Ok(RawPage::Archived { name: name(), payload, url }),
                Ok(Record::TooLarge) => Err(Error::new(too_large(self.limit)).at(name())),
                Ok(Record::Other | Record::End) => continue,
                Err(error) => Err(error.at(self.name.as_str())),
            });
        }
        None
    }
}

/// Reads what is needed of the record below this head.
fn read_record(head: &Head, block: &mut io::Take<impl BufRead>, limit: u64) -> io::Result<Record> {
    let media_type = head.get("Content-Type");
    let (content, http) = match head.get("WARC-Type").map(str::to_ascii_lowercase).as_deref() {
        Some("response")
            if media_type.is_none_or(|media_type| media_type.starts_with("application/http")) =>
        {
            let Some(http) = Head::read(&mut *block)? else { return Ok(Record::Other) };
            if !is_success(&http.first) {
                return Ok(Record::Other);
            }
            (Content::of(http.get("Content-Type")), Some(http))
        }
        Some("resource") => (Content::of(media_type), None),
        _ => return Ok(Record::Other),
    };
    if content == Content::Other {
        return Ok(Record::Other);
    }
    if block.limit() > limit {
        return Ok(if content == Content::Page { Record::TooLarge } else { Record::Other });
    }
    let mut body = Vec::new();
    block.read_to_end(&mut body)?;
    let mut payload = match &http {
        Some(http) => Payload::below(http, body),
        None => Payload::plain(body, media_type),
    };
    if content == Content::Unknown && !payload.looks_like_page() {
        return Ok(Record::Other);
    }
    payload.cut = head.get("WARC-Truncated").is_some();
    // Some writers put the address in angle brackets.
    let url = head.get("WARC-Target-URI").map(|url| url.trim_matches(['<', '>']).to_owned());
    Ok(Record::Page(payload, url))
}

/// Whether a status line speaks of success: `HTTP/1.1 200 OK`.
fn is_success(status_line: &str) -> bool {
    let status = status_line.split_ascii_whitespace().nth(1).unwrap_or_default();
    status_line.starts_with("HTTP/") && status.len() == 3 && status.starts_with('2')
}

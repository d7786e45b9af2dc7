//! Reads the pages of a web archive.
//!
//! In: a WARC file, decompressed. Out: the bodies of its successful HTML responses (status 2xx, type `text/html` or
//! `application/xhtml+xml`, or no type and the beginning of a page) and its `resource` records of these types.
//! Redirections and error pages are left out, since they would form a template of their own in every archive. All
//! other records are skipped without being stored.
//!
//! A broken record, whose head is cut off, whose length is missing or wrong or whose compression is damaged, gives an
//! error in its place, and reading continues at the next version line, `WARC/1.0`. Except in Zstandard data, this line
//! may begin in the middle of another one, because a record may be cut off anywhere. A length is right if it is followed
//! by two line breaks, the next record, or the end of the archive. If there is a version line in between, only the next
//! record and the end count, and what begins with that line must not be a whole record. A record of up to the page limit
//! is kept in memory until this has been checked, and only then read.
//!
//! Time is linear in the archive. Memory: one record.
//!
//! The parser is ours because archives are less regular than the existing crates allow: `warc` 0.4 stops at the first
//! record without a valid date or without CR LF twice after it, and `fastwarc` 2.0 needs a C compiler.
//!
//! Source: ISO 28500:2017, WARC 1.1.

use super::gzip::{WRONG, pass};
use super::head::{BEGINNING, Head, is_version};
use super::http::{BodyKind, Payload};
use super::limits::Wanted;
use super::raw::RawPage;
use super::rewind::Rewind;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use jiff::Timestamp;
use std::io::{self, BufRead, Read};
use std::ops::Range;

/// A version with its line break is shorter than this.
const VERSION: usize = 16;

/// At most this many bytes of line breaks are looked at behind a record, where the standard has four: false lengths in
/// front of a long run of them would take the square of its length.
const BLANK: usize = 64;

/// The pages of an archive, one after another.
pub(super) struct ArchivePages {
    reader: Rewind<Box<dyn BufRead + Send>>,
    packing: Option<Packing>,
    name: String,
    wanted: Wanted,
    records: usize,
    found: usize,
    state: Position,
}

/// The position of the reader in the archive.
enum Position {
    /// At the start of a record, or at the end of the archive.
    Between,
    /// After the first bytes of a record.
    Begun,
    /// After data that could not be decompressed.
    Behind(io::Error),
    /// Inside a broken record, or in data that is no record.
    Lost,
    End,
}

/// A record, by the way it is used.
enum ArchiveRecord {
    Page(Payload, Option<String>, Option<Timestamp>),
    TooLarge,
    /// A redirection or an error of the server, with its address and status.
    Response(Option<String>, u16),
    Other,
    End,
}

/// The reason why a record could not be read.
enum Fault {
    /// The data is not a valid record; the text says why.
    Record(&'static str),
    /// The data cannot be read.
    Reading(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Reading(error)
    }
}

impl ArchivePages {
    /// What is wanted of the archive with this name.
    pub(super) fn new(name: String, archive: Stream, wanted: Wanted) -> Self {
        let Stream { reader, packing, .. } = archive;
        let reader = Rewind::new(reader, usize::MAX);
        ArchivePages { reader, packing, name, wanted, records: 0, found: 0, state: Position::Between }
    }

    /// Reads the next record, or reports its fault; the next call continues after it.
    fn record(&mut self) -> Result<ArchiveRecord> {
        let read = match std::mem::replace(&mut self.state, Position::Between) {
            Position::End => return Ok(ArchiveRecord::End),
            Position::Between => self.next_record(),
            Position::Begun => self.whole_record(),
            Position::Lost => match self.find_next_record() {
                Ok(true) => self.whole_record(),
                Ok(false) => Ok(ArchiveRecord::End),
                Err(error) => Err(error.into()),
            },
            Position::Behind(error) => Err(error.into()),
        };
        let place = self.records.max(1);
        match read {
            Ok(record) => {
                self.reader.unmark();
                Ok(record)
            }
            Err(Fault::Record(what)) => {
                self.reader.rewind();
                self.state = Position::Lost;
                if self.records == 1 {
                    match self.find_next_record() {
                        Ok(true) => self.state = Position::Begun,
                        Ok(false) => {
                            let why = format!(
                                "this archive has no intact record: the first one {}; fetch the archive again",
                                what.trim_end_matches(',')
                            );
                            return Err(Error::new(ErrorKind::Container(why)));
                        }
                        Err(_) => {}
                    }
                }
                let why = format!(
                    "record {place} of the archive {what} and is lost; reading continues at the next record"
                );
                Err(Error::new(ErrorKind::Lost(why)))
            }
            Err(Fault::Reading(error)) if self.packing.is_some() => {
                // The next bytes after decompression may be the beginning of a record.
                self.reader.forget();
                self.state = Position::Lost;
                let why = format!(
                    "the compression is damaged near record {place}: the data there is lost, reading continues after it"
                );
                Err(Error::new(ErrorKind::Lost(why)).because(error))
            }
            Err(Fault::Reading(error)) => {
                self.state = Position::End;
                Err(Stream::fault(None, error))
            }
        }
    }

    /// Reads the record that begins here, if there is one.
    fn next_record(&mut self) -> Result<ArchiveRecord, Fault> {
        while self.reader.fill_buf()?.first().is_some_and(u8::is_ascii_whitespace) {
            self.reader.consume(1);
        }
        if self.reader.fill_buf()?.is_empty() {
            return Ok(ArchiveRecord::End);
        }
        if !self.reader.goes_on_with(BEGINNING)? {
            self.records += 1;
            return Err(Fault::Record("does not begin with WARC/"));
        }
        self.reader.consume(BEGINNING.len());
        self.whole_record()
    }

    /// Reads a record after its first bytes. A mark allows to return there if it turns out to be no record.
    fn whole_record(&mut self) -> Result<ArchiveRecord, Fault> {
        let limit = self.wanted.limits.page;
        self.records += 1;
        self.reader.mark();
        let head = Head::read(&mut self.reader)?.ok_or(Fault::Record("is incomplete"))?;
        if !head.is_whole || !is_version(head.first.trim_end().as_bytes()) {
            return Err(Fault::Record("is cut off in its head"));
        }
        let Some(length) = head.get("Content-Length").and_then(|length| length.parse().ok()) else {
            return Err(Fault::Record("has no Content-Length"));
        };
        let start = self.reader.since_mark().len();
        if length > limit {
            // Too large to be kept.
            let mut block = self.reader.by_ref().take(length);
            let record = read_record(&head, &mut block, limit)?;
            let left = block.limit();
            if find_version(&self.reader.since_mark()[start..]).is_some() {
                return Err(Fault::Record("has a wrong length"));
            }
            self.reader.unmark();
            self.skip(left, true)?;
            return self.ends_here(None).map(|()| record);
        }
        self.skip(length, false)?;
        let end = self.reader.since_mark().len();
        let inside = find_version(&self.reader.since_mark()[start..]).map(|at| start + at);
        self.ends_here(inside.map(|at| at..end))?;
        let behind = self.reader.since_mark().len();
        self.reader.return_to(start);
        let record = read_record(&head, &mut self.reader.by_ref().take(length), limit)?;
        self.reader.return_to(behind);
        Ok(record)
    }

    /// Checks that a record is followed by the end of the archive, another record, or two line breaks. `inside` is the
    /// part of it, counted from the mark, that follows a version line in it.
    fn ends_here(&mut self, inside: Option<Range<usize>>) -> Result<(), Fault> {
        let (mut lines, mut blank) = (0, 0);
        let next = loop {
            match self.reader.fill_buf() {
                Ok([sign @ (b'\r' | b'\n'), ..]) if blank < BLANK => {
                    lines += usize::from(*sign == b'\n');
                    blank += 1;
                    self.reader.consume(1);
                }
                Ok([]) => break Ok(lines >= 2 || inside.is_none()),
                // The two line breaks that end a record; whatever follows them is not a fault of this record.
                Ok(_) if lines >= 2 && inside.is_none() => return Ok(()),
                Ok(_) => break self.reader.goes_on_with(BEGINNING),
                Err(error) => break Err(error),
            }
        };
        let is_outer = inside.is_none_or(|inside| !is_record(&self.reader.since_mark()[inside]));
        match next {
            Ok(ends) if ends && is_outer => Ok(()),
            Ok(_) => Err(Fault::Record("has a wrong length")),
            Err(error) if error.kind() == WRONG => Err(error.into()),
            // Any other failure to read on is not a fault of this record.
            Err(error) => {
                self.state = Position::Behind(error);
                Ok(())
            }
        }
    }

    /// Skips the rest of a record. Inside a large record, which is not kept, no other record may begin: then its
    /// length is wrong.
    fn skip(&mut self, mut left: u64, is_large: bool) -> Result<(), Fault> {
        while left > 0 {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Err(Fault::Record("is incomplete or has a wrong length,"));
            }
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
            let first = if is_large { memchr::memchr(BEGINNING[0], &bytes[..most]) } else { None };
            if first == Some(0)
                && find_version(&self.reader.next_bytes(BEGINNING.len() + VERSION)?) == Some(BEGINNING.len())
            {
                return Err(Fault::Record("has a wrong length"));
            }
            let passed = first.map_or(most, |first| first.max(1));
            self.reader.consume(passed);
            left -= u64::try_from(passed).expect("a length fits");
        }
        Ok(())
    }

    /// Skips the first bytes of the next record, the `WARC/` of a version line. Returns whether there is one.
    fn find_next_record(&mut self) -> io::Result<bool> {
        if self.packing != Some(Packing::Zstandard) {
            while pass(&mut self.reader, BEGINNING)?.is_some() {
                if is_version(&self.reader.next_bytes(VERSION)?) {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        // Zstandard data may have no checksum, and what is decompressed wrongly can have records in the middle of a line
        // that are decompressed again afterwards.
        while !self.reader.goes_on_with(BEGINNING)? {
            if pass(&mut self.reader, b"\n")?.is_none() {
                return Ok(false);
            }
        }
        self.reader.consume(BEGINNING.len());
        Ok(true)
    }
}

/// The byte after the first `WARC/` of a version line.
fn find_version(bytes: &[u8]) -> Option<usize> {
    let after = memchr::memmem::find_iter(bytes, BEGINNING).map(|at| at + BEGINNING.len());
    let mut versions = after.filter(|&at| is_version(&bytes[at..]));
    versions.next()
}

/// Whether these bytes, which follow the `WARC/` of a version line, are a whole record, alone or before other records.
fn is_record(mut bytes: &[u8]) -> bool {
    let Ok(Some(head)) = Head::read(&mut bytes) else { return false };
    let length = head.get("Content-Length").and_then(|length| length.parse().ok());
    let behind = length.and_then(|length: usize| bytes.get(length..));
    behind.is_some_and(|behind| {
        let blank = behind.iter().take(BLANK).take_while(|byte| byte.is_ascii_whitespace()).count();
        let next = &behind[blank..];
        next.is_empty() || next.starts_with(BEGINNING)
    })
}

impl Iterator for ArchivePages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        loop {
            let record = self.record();
            let has_place = !matches!(
                record,
                Ok(ArchiveRecord::Other | ArchiveRecord::Response(..) | ArchiveRecord::End)
            );
            self.found += usize::from(has_place);
            let name = || format!("{}#{}", self.name, self.found);
            return match record {
                Ok(ArchiveRecord::Page(payload, url, retrieved)) => {
                    Some(Ok(RawPage::Archived { name: name(), payload, url, retrieved }))
                }
                Ok(ArchiveRecord::TooLarge) => {
                    Some(Err(Error::new(too_large(self.wanted.limits.page)).at(name())))
                }
                Ok(ArchiveRecord::Response(url, status)) if self.wanted.responses => {
                    let kind = ErrorKind::Response { status, url };
                    Some(Err(Error::new(kind).at(self.name.as_str())))
                }
                Ok(ArchiveRecord::Other | ArchiveRecord::Response(..)) => continue,
                Ok(ArchiveRecord::End) => {
                    self.state = Position::End;
                    None
                }
                Err(error) => Some(Err(error.at(self.name.as_str()))),
            };
        }
    }
}

/// Reads the needed parts of the record that follows this head.
fn read_record(head: &Head, block: &mut io::Take<impl BufRead>, limit: u64) -> io::Result<ArchiveRecord> {
    let media_type = head.get("Content-Type");
    let (content, http) = match head.get("WARC-Type").map(str::to_ascii_lowercase).as_deref() {
        Some("response")
            if media_type.is_none_or(|media_type| media_type.starts_with("application/http")) =>
        {
            let Some(http) = Head::read(&mut *block)? else { return Ok(ArchiveRecord::Other) };
            let content = BodyKind::of(http.get("Content-Type"));
            match status(&http.first) {
                Some(200..300) => (content, Some(http)),
                Some(status) if content != BodyKind::Other => {
                    return Ok(ArchiveRecord::Response(target(head), status));
                }
                _ => return Ok(ArchiveRecord::Other),
            }
        }
        Some("resource") => (BodyKind::of(media_type), None),
        _ => return Ok(ArchiveRecord::Other),
    };
    if content == BodyKind::Other {
        return Ok(ArchiveRecord::Other);
    }
    if block.limit() > limit {
        return Ok(if content == BodyKind::Page { ArchiveRecord::TooLarge } else { ArchiveRecord::Other });
    }
    let mut body = Vec::new();
    block.read_to_end(&mut body)?;
    let mut payload = match &http {
        Some(http) => Payload::below(http, body),
        None => Payload::plain(body, media_type),
    };
    if content == BodyKind::Unknown && !payload.looks_like_page() {
        return Ok(ArchiveRecord::Other);
    }
    payload.cut = head.get("WARC-Truncated").is_some();
    let server = || http.as_ref().and_then(|http| http.get("Date"));
    let retrieved = head.get("WARC-Date").or_else(server).and_then(super::time);
    Ok(ArchiveRecord::Page(payload, target(head), retrieved))
}

/// The address of a record, which some programs write in angle brackets.
fn target(head: &Head) -> Option<String> {
    head.get("WARC-Target-URI").map(|url| url.trim_matches(['<', '>']).to_owned())
}

/// The status in a status line such as `HTTP/1.1 200 OK`.
fn status(status_line: &str) -> Option<u16> {
    let status = status_line.split_ascii_whitespace().nth(1).filter(|status| status.len() == 3)?;
    status_line.starts_with("HTTP/").then(|| status.parse().ok())?
}

//! Pages in a web archive.
//!
//! In goes a WARC file, unpacked; out come the bodies of its successful HTML responses (status 2xx, type
//! `text/html` or `application/xhtml+xml`, or no type and the looks of a page) and its `resource` records
//! of these types. Redirections and error pages are left out: they would be a template of their own in
//! every archive. Whatever else is archived is passed over without being kept.
//!
//! A record that is broken, because its length is missing or wrong or its packing is damaged, is an error in its place, and
//! reading goes on at the next line that begins with `WARC/`. Whether a length is right shows in what stands behind the
//! record: two ends of lines, the next one, or the end. For that a record of up to the page limit is kept until this is known.
//!
//! Time linear in the archive, memory one record.
//!
//! The parser is ours because archives are sloppier than the crates there allow: `warc` 0.4 stops at the
//! first record without a valid date or without CR LF twice behind it, and `fastwarc` 2.0 needs a C compiler.
//!
//! Source: ISO 28500:2017, WARC 1.1.

use super::head::Head;
use super::http::{Content, Payload};
use super::limits::Limits;
use super::raw::RawPage;
use super::rewind::Rewind;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use std::io::{self, BufRead, Read};

/// What each record begins with.
const BEGINNING: &[u8] = b"WARC/";

/// The pages of an archive, one after another.
pub(super) struct Pages {
    reader: Rewind<Box<dyn BufRead + Send>>,
    packing: Option<Packing>,
    name: String,
    limits: Limits,
    records: usize,
    found: usize,
    state: State,
}

/// Where in an archive the reader stands.
enum State {
    /// Where a record begins, or the archive ends.
    Between,
    /// Behind what could not be unpacked.
    Behind(io::Error),
    /// Somewhere in a record, or what is none.
    Lost,
    End,
}

/// What one record is to us.
enum Record {
    Page(Payload, Option<String>),
    TooLarge,
    Other,
    End,
}

/// Why there is no record.
enum Fault {
    /// What is wrong with what stands there.
    Record(&'static str),
    /// It cannot be read.
    Reading(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Reading(error)
    }
}

impl Pages {
    /// The pages within these limits in the archive of this name.
    pub(super) fn new(name: String, archive: Stream, limits: Limits) -> Self {
        let Stream { reader, packing, .. } = archive;
        let reader = Rewind::new(reader, usize::MAX);
        Pages { reader, packing, name, limits, records: 0, found: 0, state: State::Between }
    }

    /// The next record, or what is wrong with it; reading goes on behind that.
    fn record(&mut self) -> Result<Record> {
        let read = match std::mem::replace(&mut self.state, State::Between) {
            State::End => return Ok(Record::End),
            State::Between => self.whole_record(),
            State::Lost => match self.find_next_record() {
                Ok(true) => self.whole_record(),
                Ok(false) => Ok(Record::End),
                Err(error) => Err(error.into()),
            },
            State::Behind(error) => Err(error.into()),
        };
        let place = self.records.max(1);
        match read {
            Ok(record) => {
                self.reader.unmark();
                Ok(record)
            }
            Err(Fault::Record(what)) => {
                self.reader.rewind();
                self.state = State::Lost;
                if self.records == 1 && matches!(self.find_next_record(), Ok(false)) {
                    let why = format!(
                        "no record begins in it as one does, or is whole: the first one {what}; fetch it again"
                    );
                    return Err(Error::new(ErrorKind::Container(why)));
                }
                let why = format!("record {place} of the archive {what} and is lost; the next one is read");
                Err(Error::new(ErrorKind::Lost(why)))
            }
            Err(Fault::Reading(error)) if self.packing.is_some() => {
                // What is unpacked next may be the beginning of a record.
                self.reader.forget();
                self.state = State::Lost;
                let why = format!(
                    "its packing is broken near record {place}: what stood there is lost, what is behind it is read"
                );
                Err(Error::new(ErrorKind::Lost(why)).because(error))
            }
            Err(Fault::Reading(error)) => {
                self.state = State::End;
                Err(Stream::fault(None, error))
            }
        }
    }

    /// Reads a record, with a mark behind its first byte for the case that it is none.
    fn whole_record(&mut self) -> Result<Record, Fault> {
        let limit = self.limits.page;
        while self.reader.fill_buf()?.first().is_some_and(u8::is_ascii_whitespace) {
            self.reader.consume(1);
        }
        if self.reader.fill_buf()?.is_empty() {
            return Ok(Record::End);
        }
        self.records += 1;
        if !self.reader.goes_on_with(BEGINNING)? {
            return Err(Fault::Record("does not begin with WARC/"));
        }
        self.reader.consume(BEGINNING.len());
        self.reader.mark();
        let head = Head::read(&mut self.reader)?.ok_or(Fault::Record("breaks off"))?;
        let Some(length) = head.get("Content-Length").and_then(|length| length.parse().ok()) else {
            return Err(Fault::Record("has no Content-Length"));
        };
        if length > limit {
            // Too much to be kept.
            self.reader.unmark();
        }
        let mut block = self.reader.by_ref().take(length);
        let record = read_record(&head, &mut block, limit)?;
        let left = block.limit();
        self.skip(left, length > limit)?;
        self.ends_here().map(|()| record)
    }

    /// Checks that behind a record is its end, another one, or nothing.
    fn ends_here(&mut self) -> Result<(), Fault> {
        let mut lines = 0;
        let next = loop {
            match self.reader.fill_buf() {
                Ok([sign @ (b'\r' | b'\n'), ..]) => {
                    lines += usize::from(*sign == b'\n');
                    self.reader.consume(1);
                }
                // The two ends of lines that belong behind a record; what then stands there is no fault of it.
                Ok([]) => return Ok(()),
                Ok(_) if lines >= 2 => return Ok(()),
                Ok(_) => break self.reader.goes_on_with(BEGINNING),
                Err(error) => break Err(error),
            }
        };
        match next {
            Ok(true) => Ok(()),
            Ok(false) => Err(Fault::Record("has a wrong length")),
            // That is not this record's fault.
            Err(error) => {
                self.state = State::Behind(error);
                Ok(())
            }
        }
    }

    /// Passes over what is left of a record. In one that is not kept another record must not begin: its length is wrong.
    fn skip(&mut self, mut left: u64, is_large: bool) -> Result<(), Fault> {
        while left > 0 {
            let bytes = self.reader.fill_buf()?;
            if bytes.is_empty() {
                return Err(Fault::Record("breaks off, or has a wrong length,"));
            }
            let most = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
            let line = if is_large { memchr::memchr(b'\n', &bytes[..most]) } else { None };
            let passed = line.map_or(most, |line| line + 1);
            self.reader.consume(passed);
            left -= u64::try_from(passed).expect("a length fits");
            if line.is_some() && left > 0 && self.reader.goes_on_with(BEGINNING)? {
                return Err(Fault::Record("has a wrong length"));
            }
        }
        Ok(())
    }

    /// Goes to the next line that begins a record; says whether there is one.
    fn find_next_record(&mut self) -> io::Result<bool> {
        loop {
            if self.reader.goes_on_with(BEGINNING)? {
                return Ok(true);
            }
            loop {
                let bytes = self.reader.fill_buf()?;
                if bytes.is_empty() {
                    return Ok(false);
                }
                let line = memchr::memchr(b'\n', bytes);
                let passed = line.map_or(bytes.len(), |line| line + 1);
                self.reader.consume(passed);
                if line.is_some() {
                    break;
                }
            }
        }
    }
}

impl Iterator for Pages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        loop {
            let record = self.record();
            if !matches!(record, Ok(Record::Other | Record::End)) {
                self.found += 1;
            }
            let name = || format!("{}#{}", self.name, self.found);
            return match record {
                Ok(Record::Page(payload, url)) => Some(Ok(RawPage::Archived { name: name(), payload, url })),
                Ok(Record::TooLarge) => Some(Err(Error::new(too_large(self.limits.page)).at(name()))),
                Ok(Record::Other) => continue,
                Ok(Record::End) => {
                    self.state = State::End;
                    None
                }
                Err(error) => Some(Err(error.at(self.name.as_str()))),
            };
        }
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

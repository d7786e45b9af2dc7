//! Pages in JSON: one object on each line, or an array of objects, with the page in `html` and optionally its
//! address in `url` and the time at which it was fetched in `retrieved`.
//!
//! The page may have another key: the one that is asked for, else the first of `html`, `raw_html`, `body` and `content` that is a text.
//! Other keys and blank lines are skipped. What is not such an object gives an error of its own, and so does an object
//! that is longer than a page may be; the objects after it are still read. This
//! module only cuts the file into objects; they are parsed when the pages are loaded, on all threads. Memory: one object.

use super::Document;
use super::limits::Limits;
use super::raw::{Position, RawPage};
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use bstr::ByteSlice;
use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::fmt;
use std::io::{BufRead, Read};

/// A page in JSON takes at most three times its own bytes, since a character of two bytes may be written as `\u00e9`;
/// and there are other bytes around the page.
const BYTES_IN_JSON: u64 = 3;
const AROUND_PAGE: u64 = 1 << 20;

/// The keys under which crawlers store pages; the first that an object has is taken.
const KEYS: [&str; 4] = ["html", "raw_html", "body", "content"];

const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The pages of a JSON Lines file or an array, one after another.
pub(super) struct ObjectPages {
    reader: Box<dyn BufRead + Send>,
    packing: Option<Packing>,
    name: String,
    limits: Limits,
    /// Whether the objects are in an array.
    is_array: bool,
    lines: usize,
    found: usize,
    ended: bool,
}

impl ObjectPages {
    /// The pages within these limits in the file of this name.
    pub(super) fn new(name: String, file: Stream, limits: Limits) -> Self {
        let Stream { reader, packing, head } = file;
        let head = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
        let is_array = head.trim_ascii_start().starts_with(b"[");
        ObjectPages { reader, packing, name, limits, is_array, lines: 0, found: 0, ended: false }
    }

    /// The most bytes that an object with a page may have.
    fn limit(&self) -> u64 {
        self.limits.page.saturating_mul(BYTES_IN_JSON).saturating_add(AROUND_PAGE)
    }

    fn fault(&mut self, error: std::io::Error) -> Error {
        self.ended = true;
        Stream::fault(self.packing, error)
    }

    /// The next line that is not blank.
    fn line(&mut self) -> Result<Option<Vec<u8>>> {
        let limit = self.limit();
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut line);
            read.map_err(|error| self.fault(error))?;
            if line.is_empty() {
                return Ok(None);
            }
            self.lines += 1;
            if self.lines == 1 && line.starts_with(BYTE_ORDER_MARK) {
                line.drain(..BYTE_ORDER_MARK.len());
            }
            if line.last() != Some(&b'\n') && u64::try_from(line.len()).is_ok_and(|length| length >= limit) {
                self.reader.skip_until(b'\n').map_err(|error| Stream::fault(self.packing, error))?;
                return Err(Error::new(too_large(self.limits.page)));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    /// The next object of an array.
    fn object(&mut self) -> Result<Option<Vec<u8>>> {
        let limit = usize::try_from(self.limit()).unwrap_or(usize::MAX);
        let (mut object, mut is_long) = (Vec::new(), false);
        // What is open: objects and arrays, and a text with perhaps a backslash before the next byte.
        let (mut depth, mut is_text, mut is_escaped) = (0_usize, false, false);
        loop {
            let bytes = match self.reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) => return Err(self.fault(error)),
            };
            if bytes.is_empty() {
                return Err(self.broken("ends before it is closed"));
            }
            let mut read = 0;
            let mut outside = None;
            for &byte in bytes {
                read += 1;
                match byte {
                    _ if is_escaped => is_escaped = false,
                    b'\\' if is_text => is_escaped = true,
                    b'"' if depth > 0 => is_text = !is_text,
                    _ if is_text => {}
                    b'{' => depth += 1,
                    b'[' if depth > 0 => depth += 1,
                    b'}' | b']' if depth > 0 => depth -= 1,
                    _ => {}
                }
                if depth == 0 && byte != b'}' {
                    outside = Some(byte).filter(|byte| !is_between(*byte));
                    if outside.is_some() {
                        break;
                    }
                    continue;
                }
                is_long |= object.len() >= limit;
                if !is_long {
                    object.push(byte);
                }
                if depth == 0 {
                    break;
                }
            }
            self.reader.consume(read);
            match outside {
                Some(b']') => return Ok(None),
                Some(_) => return Err(self.broken("has something else than objects")),
                None if depth > 0 || object.is_empty() && !is_long => {}
                None if is_long => return Err(Error::new(too_large(self.limits.page))),
                None => return Ok(Some(object)),
            }
        }
    }

    fn broken(&mut self, what: &str) -> Error {
        self.ended = true;
        let why = format!("this JSON array {what}, after {} objects; write it again", self.found);
        Error::new(ErrorKind::Container(why))
    }

    /// Skips what precedes the first object of an array.
    fn open(&mut self) -> Result<()> {
        self.reader.skip_until(b'[').map(drop).map_err(|error| self.fault(error))
    }
}

/// Whether a byte may be between the objects of an array.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

impl Iterator for ObjectPages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        if self.ended {
            return None;
        }
        let object = if self.is_array {
            let opened = if self.found == 0 { self.open() } else { Ok(()) };
            opened.and_then(|()| self.object())
        } else {
            self.line()
        };
        self.ended |= matches!(object, Ok(None));
        self.found += 1;
        let position = if self.is_array { Position::Object(self.found) } else { Position::Line(self.lines) };
        let name = format!("{}#{}", self.name, self.found);
        match object {
            Ok(object) => object.map(|object| Ok(RawPage::Json { name, object, position })),
            Err(error) => Some(Err(error.at(name))),
        }
    }
}

/// The members of an object that concern a page.
#[derive(Debug, Default)]
pub(super) struct PageObject {
    url: Option<String>,
    html: Option<String>,
    retrieved: Option<String>,
}

impl PageObject {
    /// Parses the object at this position, whose page is under this key, or under one of [`KEYS`]. The object must have a page.
    pub(super) fn parse(object: &[u8], position: Position, key: Option<&str>) -> Result<PageObject> {
        let shown = key.unwrap_or(KEYS[0]);
        let message = || format!("{position} is not a JSON object with the page as a string in {shown:?}");
        if !object.trim_ascii_start().starts_with(b"{") {
            return Err(Error::new(ErrorKind::Container(message())));
        }
        let why = |error: serde_json::Error| {
            if error.is_eof() {
                return "the line ends before the object does".to_owned();
            }
            match position {
                // The parser counts lines within the object, which has only one.
                Position::Line(_) => error.to_string().replace(" at line 1 column", " at column"),
                Position::Object(_) => error.to_string(),
            }
        };
        // The object does not include the line break.
        let mut parser = serde_json::Deserializer::from_slice(object.trim_ascii_end());
        let parsed = parser.deserialize_map(Members { key }).and_then(|found| parser.end().map(|()| found));
        let parsed =
            parsed.map_err(|error| Error::new(ErrorKind::Container(message())).because(why(error)))?;
        if parsed.html.is_none() {
            let hint = if key.is_some() { "" } else { ", or name its key with --html-key" };
            let why = format!("{position} has no {shown:?}; put the page there{hint}");
            return Err(Error::new(ErrorKind::Container(why)));
        }
        Ok(parsed)
    }

    /// The page with this name.
    pub(super) fn into_page(self, name: &str) -> Document {
        let retrieved = self.retrieved.as_deref().and_then(super::time);
        Document { url: self.url, retrieved, ..Document::new(name, self.html.unwrap_or_default()) }
    }
}

/// Reads the members of an object.
struct Members<'a> {
    key: Option<&'a str>,
}

/// A value under a key that may hold a page, an address or a time: without these a page is still one.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Text(String),
    Other(IgnoredAny),
}

impl Text {
    fn text(self) -> Option<String> {
        match self {
            Text::Text(text) => Some(text),
            Text::Other(_) => None,
        }
    }
}

/// A page. What is no character in it, such as half of a pair of surrogates that a crawler has cut, is U+FFFD.
struct Lossy(String);

impl Lossy {
    fn text(self) -> String {
        self.0
    }
}

impl<'de> Deserialize<'de> for Lossy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Characters;
        impl Visitor<'_> for Characters {
            type Value = Lossy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<Lossy, E> {
                Ok(Lossy(bytes.to_str_lossy().into_owned()))
            }
        }
        // As bytes, in which the parser allows halves of pairs.
        deserializer.deserialize_bytes(Characters)
    }
}

impl<'de> Visitor<'de> for Members<'_> {
    type Value = PageObject;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<PageObject, M::Error> {
        let mut found = PageObject::default();
        let mut place = KEYS.len();
        while let Some(key) = map.next_key::<String>()? {
            let known = KEYS.iter().position(|known| *known == key);
            match (key.as_str(), self.key) {
                (key, Some(wanted)) if key == wanted => {
                    found.html = map.next_value::<Option<Lossy>>()?.map(Lossy::text);
                }
                ("html", None) => {
                    if let Some(Lossy(html)) = map.next_value()? {
                        (found.html, place) = (Some(html), 0);
                    }
                }
                (_, None) if known.is_some_and(|known| known < place) => {
                    if let Some(text) = map.next_value::<Text>()?.text() {
                        found.html = Some(text);
                        place = known.unwrap_or(place);
                    }
                }
                ("url", _) => found.url = map.next_value::<Text>()?.text(),
                ("retrieved", _) => found.retrieved = map.next_value::<Text>()?.text(),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(found)
    }
}

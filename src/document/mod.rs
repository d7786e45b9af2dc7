//! Reads the input: pages as decoded text, each with a name, in a fixed order.
//!
//! In: [`Input`]s, which are files, folders, `-`, `@list`, JSON Lines, WARC files, zip and tar archives, plain or compressed with gzip or
//! Zstandard. Out: one [`Document`] for each page, in the order of the inputs, within a folder in path order, within a
//! container in its own order. A fault in one page is an error in its place; the pages after it are still read.
//!
//! ```text
//! shop/ a.html, b.html, logo.png        shop/a.html   shop/b.html
//! crawl.warc.gz, 2 pages, 30 images     crawl.warc.gz#1   crawl.warc.gz#2
//! ```
//!
//! [`Reader`] finds the pages one after another and loads them on all threads, a batch at a time, so that a container
//! of any size takes the memory of one batch. The result does not depend on the number of threads.

mod archive;
mod charset;
mod decode;
mod folder;
mod foreign;
mod gzip;
mod head;
mod http;
mod input;
mod json_lines;
mod kind;
mod limits;
mod lines;
mod load;
mod mhtml;
mod raw;
mod reader;
mod rewind;
mod source;
mod stated;
mod tarball;
mod unpack;
mod unread;
mod warc;
mod zip;
mod zipped;
mod zstd;

use bstr::{BStr, BString, ByteSlice};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::fmt::rfc2822;
use jiff::tz::Offset;
use std::sync::Arc;
use std::time::SystemTime;

pub use input::Input;
pub use limits::Limits;
pub use lines::Line;
pub use reader::Reader;
#[doc(hidden)]
pub use reader::no_page;
pub use unread::Unread;

/// One page, decoded unless its reader leaves it [raw](Reader::raw).
///
/// All positions in a page that later stages report are byte offsets into [`text`](Document::text).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Document {
    name: String,
    text: String,
    /// The page as it is stored, if it is not decoded.
    raw: Option<BString>,
    url: Option<String>,
    /// The address that the page states, if it is not known.
    stated: Option<String>,
    /// The base of links, if neither is known.
    base: Option<Arc<str>>,
    retrieved: Option<Timestamp>,
    encoding: &'static str,
}

impl Document {
    /// A page with this name (a path, an address) and this text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Document {
            name: name.into(),
            text: text.into(),
            raw: None,
            url: None,
            stated: None,
            base: None,
            retrieved: None,
            encoding: "UTF-8",
        }
    }

    /// Sets the address from which the page was fetched.
    #[must_use]
    pub fn with_url(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }

    /// Sets the time at which the page was fetched, from which ages such as `2 hours ago` are counted. A time that no calendar
    /// has is ignored.
    #[must_use]
    pub fn with_retrieved(mut self, time: SystemTime) -> Self {
        self.retrieved = Timestamp::try_from(time).ok();
        self
    }

    /// Reads the address that the page states, unless it is known; `base` is for a page that has neither.
    fn with_stated(mut self, base: Option<&Arc<str>>) -> Self {
        if self.url.is_none() {
            self.stated = stated::address(&self.text);
            self.base = base.filter(|_| self.stated.is_none()).cloned();
        }
        self
    }

    /// A page that was read before.
    pub(crate) fn again(
        name: &str,
        text: &str,
        url: Option<&str>,
        base: Option<&Arc<str>>,
        retrieved: Option<Timestamp>,
    ) -> Self {
        let url = url.map(str::to_owned);
        Document { url, retrieved, ..Document::new(name, text) }.with_stated(base)
    }

    /// Where relative links start if the page has no address ([`Reader::with_base_url`]).
    pub(crate) fn base(&self) -> Option<&str> {
        self.base.as_deref()
    }

    /// The time at which the page was fetched, if the container gives it.
    pub(crate) fn retrieved(&self) -> Option<Timestamp> {
        self.retrieved
    }

    /// The name: the input's path as given, followed by `#n` for the n-th page of a container file.
    ///
    /// In a file name that is not Unicode, each invalid byte is written as `\xff`, or as another number.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text as Unicode, without the byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the page: those of its text or, from a reader of [raw](Reader::raw) pages, those that are stored.
    #[must_use]
    pub fn bytes(&self) -> &BStr {
        self.raw.as_ref().map_or_else(|| self.text.as_bytes().as_bstr(), |raw| raw.as_bstr())
    }

    /// The address from which the page was fetched, if the container gives it.
    #[must_use]
    pub fn url(&self) -> Option<&str> {
        self.url.as_deref()
    }

    /// The address of the page: the one from which it was [fetched](Document::url), else the one that the page states as its own, in a
    /// link of type `canonical` or as `og:url`.
    ///
    /// Pages that were not [read](Reader) have only the first.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        self.url.as_deref().or(self.stated.as_deref())
    }

    /// The [address](Document::address) or, without one, the name.
    #[must_use]
    pub fn address_or_name(&self) -> &str {
        self.address().unwrap_or(self.name())
    }

    /// The address that relative links of the page start from, unless its element `base` gives another: its
    /// [address](Document::address), else that of [`Reader::with_base_url`].
    #[must_use]
    pub fn base_url(&self) -> Option<&str> {
        self.address().or(self.base.as_deref())
    }

    /// The encoding from which the page was decoded, by its name in the Encoding Standard; `unknown-8bit` (RFC 1428) for a page
    /// that is not decoded.
    ///
    /// `UTF-8` for a page of plain ASCII, whatever it declares, and for a page that was given as text.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }
}

#[doc(hidden)]
/// Bytes as text: those that are not UTF-8 are written as `\xff`, so that different bytes are different texts.
#[must_use]
pub fn escaped(bytes: &BStr) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    text
}

/// Parses a time as archives and servers write it: `2020-05-03T10:30:00Z`, `Sun, 03 May 2020 10:30:00 GMT`, `2020-05-03`.
pub(crate) fn time(written: &str) -> Option<Timestamp> {
    let day =
        || written.parse::<Date>().ok().and_then(|day| Offset::UTC.to_timestamp(day.at(0, 0, 0, 0)).ok());
    let server = || rfc2822::parse(written).ok().map(|time| time.timestamp());
    written.parse().ok().or_else(server).or_else(day)
}

/// The texts of some pages.
pub(crate) fn texts_of<'d>(documents: impl IntoIterator<Item = &'d Document>) -> Vec<&'d str> {
    documents.into_iter().map(Document::text).collect()
}

/// An ordered list of documents, and what of their input could not be read.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Corpus {
    documents: Vec<Document>,
    unread: Vec<Unread>,
}

impl Corpus {
    /// The documents in order.
    #[must_use]
    pub fn documents(&self) -> &[Document] {
        &self.documents
    }

    /// The documents in order, and what could not be read.
    pub(crate) fn into_parts(self) -> (Vec<Document>, Vec<Unread>) {
        (self.documents, self.unread)
    }

    /// Sets what could not be read.
    #[must_use]
    pub fn with_unread(mut self, unread: Vec<Unread>) -> Self {
        self.unread = unread;
        self
    }

    /// What could not be read, in order, if the corpus was told.
    #[must_use]
    pub fn unread(&self) -> &[Unread] {
        &self.unread
    }

    /// How many documents there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }
}

impl FromIterator<Document> for Corpus {
    fn from_iter<I: IntoIterator<Item = Document>>(documents: I) -> Self {
        Corpus { documents: documents.into_iter().collect(), unread: Vec::new() }
    }
}

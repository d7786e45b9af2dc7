//! Reads documents from inputs: loads them on all threads and returns them in order.
//!
//! Pages are found one after another and loaded in batches: up to 1,024 pages or 16 MiB, whichever is reached first,
//! and at least one page; one page for each thread where compressed pages turn out to be large. Loading runs on
//! rayon's current pool; a whole batch is returned before the next is begun. Memory: one batch, compressed and
//! decoded.

use super::decode::{self, CharsetHints, Decoded};
use super::foreign;
use super::limits::Wanted;
use super::raw::{RawPage, RawPages};
use super::source;
use super::stated;
use super::{Document, Input, Limits};
use crate::error::{Error, ErrorKind, Result};
use bstr::BString;
use encoding_rs::Encoding;
use iri_string::types::IriStr;
use jiff::Timestamp;
use rayon::prelude::*;
use std::sync::Arc;
use std::vec;

/// 1,024: enough pages of usual size to keep many threads busy.
pub(super) const BATCH_PAGES: usize = 1024;

/// The name of a charset that is not known, RFC 1428, section 3.
const RAW: &str = "unknown-8bit";

/// 16 MiB: small compared with what later stages need for the same pages.
pub(super) const BATCH_BYTES: u64 = 16 << 20;

/// Reads inputs as documents.
///
/// ```
/// use katagami::document::{Corpus, Input, Reader};
///
/// # let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("b.html"), "<p>second")?;
/// std::fs::write(folder.path().join("a.html"), "<p>first")?;
/// let corpus: Corpus = Reader::new().read(&[Input::path(folder.path())]).collect::<Result<_, _>>()?;
/// let texts: Vec<&str> = corpus.documents().iter().map(|document| document.text()).collect();
/// assert_eq!(texts, ["<p>first", "<p>second"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    encoding: Option<&'static Encoding>,
    is_raw: bool,
    wanted: Wanted,
    retrieved: Option<Timestamp>,
    html_key: Option<Box<str>>,
    base: Option<Arc<str>>,
}

impl Reader {
    /// A reader that determines the encoding of each page and refuses pages beyond the default [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Reader::default()
    }

    /// Decodes all pages from this encoding, given by any of its labels in the Encoding Standard (`sjis`, `euc-jp`,
    /// `latin1`). Pages in JSON Lines are text already and are not affected.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Setting`] if there is no such label.
    pub fn encoding(mut self, label: &str) -> Result<Self> {
        let unknown = || {
            format!("no encoding is called {label:?}; use a label of the Encoding Standard, such as utf-8")
        };
        let encoding = Encoding::for_label_no_replacement(label.as_bytes());
        self.encoding = Some(encoding.ok_or_else(|| Error::new(ErrorKind::Setting(unknown())))?);
        Ok(self)
    }

    /// Leaves pages as they are stored: only [`Document::bytes`] has them. Compression is still undone. Pages in JSON Lines are
    /// text already and are not affected.
    #[must_use]
    pub fn raw(mut self) -> Self {
        self.is_raw = true;
        self
    }

    /// Refuses pages beyond these limits; decompression stops at the limit.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.wanted.limits = limits;
        self
    }

    /// Also gives the redirections and errors of servers that a web archive holds, as [`ErrorKind::Response`]; else they are left out.
    #[must_use]
    pub fn with_responses(mut self) -> Self {
        self.wanted.responses = true;
        self
    }

    /// Takes the page of an object in JSON from this key. Without it the page is in `html`, else in `raw_html`, `body` or `content`.
    #[must_use]
    pub fn with_html_key(mut self, key: &str) -> Self {
        self.html_key = Some(key.into());
        self
    }

    /// Sets the address that relative links start from on pages whose address neither the input nor the page gives.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Setting`] if it is no absolute address.
    pub fn with_base_url(mut self, url: &str) -> Result<Self> {
        let wrong = || {
            format!("{url:?} is no base of links; give an absolute address such as https://example.org/shop/")
        };
        let is_base = stated::is_address(url) && IriStr::new(url).is_ok();
        self.base = Some(is_base.then(|| url.into()).ok_or_else(|| Error::new(ErrorKind::Setting(wrong())))?);
        Ok(self)
    }

    /// Sets the time at which pages were fetched of which the input does not give it: `2020-05-03T10:30:00Z`, `2020-05-03`, or as in
    /// HTTP headers. Ages such as `2 hours ago` are counted from it.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Setting`] if it is no such time.
    pub fn with_retrieved(mut self, time: &str) -> Result<Self> {
        let wrong = || format!("{time:?} is no time; write it as 2020-05-03T10:30:00Z or 2020-05-03");
        self.retrieved = Some(super::time(time).ok_or_else(|| Error::new(ErrorKind::Setting(wrong())))?);
        Ok(self)
    }

    /// The documents of these inputs, in order, each loaded shortly before it is asked for.
    ///
    /// # Errors
    ///
    /// A page that cannot be used is an `Err` in its place, and the pages after it follow: [`ErrorKind::NoInput`] if
    /// there is no such file, no page in a folder or container, or nothing in the page; [`ErrorKind::Read`] if the
    /// system refuses to read; [`ErrorKind::Container`] for broken compression, JSON lines and archives (where reading
    /// the container cannot continue, this is its last item); [`ErrorKind::Lost`] for a damaged record of an archive;
    /// [`ErrorKind::Response`] if [asked for](Reader::with_responses);
    /// [`ErrorKind::Decode`] for data that is not text; [`ErrorKind::TooLarge`] beyond the limits.
    pub fn read(&self, inputs: &[Input]) -> impl Iterator<Item = Result<Document>> + Send + use<> {
        self.read_behind(inputs, 0, &mut |_| ())
    }

    /// As [`read`](Reader::read), but skips the first `items` items, pages and failures. These are found and their
    /// names passed to `passed`, but they are not loaded.
    pub fn read_behind(
        &self,
        inputs: &[Input],
        items: u64,
        passed: &mut dyn FnMut(&str),
    ) -> impl Iterator<Item = Result<Document>> + Send + use<> {
        let wanted = self.wanted;
        let inputs = inputs.to_vec();
        let mut pages: RawPages =
            Box::new(inputs.into_iter().flat_map(move |input| source::pages(input, wanted)));
        for _ in 0..items {
            match pages.next() {
                Some(Ok(page)) => passed(&page.name()),
                Some(Err(error)) => passed(error.place().unwrap_or_default()),
                None => break,
            }
        }
        Documents {
            reader: self.clone(),
            pages,
            width: 2 * rayon::current_num_threads(),
            loaded: Vec::new().into_iter(),
        }
    }

    /// Makes one document from the bytes of a page that is in no container and not compressed.
    ///
    /// # Errors
    ///
    /// The same as those of [`read`](Reader::read) for one page.
    pub fn decode(&self, name: impl Into<String>, bytes: Vec<u8>) -> Result<Document> {
        RawPage::Bytes { name: name.into(), bytes }.load(self)
    }

    /// Makes one document from text.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoInput`] if it is empty, [`ErrorKind::TooLarge`] above the page limit.
    pub fn text(&self, name: impl Into<String>, text: impl Into<String>) -> Result<Document> {
        let document = Document { retrieved: self.retrieved, ..Document::new(name, text) };
        let name = document.name().to_owned();
        self.usable(document).map(|page| page.with_stated(self.base())).map_err(|error| error.at(name))
    }

    /// The time at which pages were fetched.
    pub(super) fn retrieved(&self) -> Option<Timestamp> {
        self.retrieved
    }

    /// The key of the page in objects.
    pub(super) fn html_key(&self) -> Option<&str> {
        self.html_key.as_deref()
    }

    /// The base of links of pages without an address.
    pub(super) fn base(&self) -> Option<&Arc<str>> {
        self.base.as_ref()
    }

    /// Whether pages are left as they are stored.
    pub(super) fn is_raw(&self) -> bool {
        self.is_raw
    }

    /// The limits of a page.
    pub(super) fn limits(&self) -> Limits {
        self.wanted.limits
    }

    /// Decodes a page. The error does not yet name the page.
    pub(super) fn document(
        &self,
        name: &str,
        bytes: Vec<u8>,
        http: Option<&'static Encoding>,
    ) -> Result<Document> {
        if self.is_raw {
            let raw = Some(BString::from(bytes));
            return self.usable(Document { raw, encoding: RAW, ..Document::new(name, "") });
        }
        foreign::refuse(&bytes).map_err(Error::new)?;
        let hints = CharsetHints { forced: self.encoding, http };
        let Decoded { text, encoding } = decode::decode(bytes, hints).map_err(Error::new)?;
        self.usable(Document { encoding: encoding.name(), ..Document::new(name, text) })
    }

    /// Returns the document if it is not empty and within the limits.
    pub(super) fn usable(&self, document: Document) -> Result<Document> {
        if document.bytes().is_empty() {
            let message = "the page is empty; leave it out or fetch it again";
            return Err(Error::new(ErrorKind::NoInput(message.to_owned())));
        }
        self.limits().pass(document)
    }
}

/// The error that no page was found in any input, where `skipped` files were not pages.
#[must_use]
pub fn no_page(skipped: usize) -> Error {
    let what = match skipped {
        0 => "there is no page in it".to_owned(),
        _ => format!("no page could be read ({skipped} skipped)"),
    };
    Error::new(ErrorKind::NoInput(format!("{what}; give HTML files or folders that hold them")))
}

/// The documents of inputs.
struct Documents {
    reader: Reader,
    pages: RawPages,
    /// Maximum number of pages that are loaded at once.
    width: usize,
    loaded: vec::IntoIter<Result<Document>>,
}

impl Documents {
    /// The next pages to load at once; empty at the end.
    fn batch(&mut self) -> Vec<Result<RawPage>> {
        let mut bytes = 0;
        let mut batch = Vec::new();
        while batch.len() < self.width && bytes < BATCH_BYTES {
            let Some(page) = self.pages.next() else { break };
            bytes += page.as_ref().map_or(0, RawPage::bytes);
            batch.push(page);
        }
        batch
    }
}

impl Iterator for Documents {
    type Item = Result<Document>;

    fn next(&mut self) -> Option<Result<Document>> {
        if let Some(document) = self.loaded.next() {
            return Some(document);
        }
        let batch = self.batch();
        let load = |page: Result<RawPage>| page.and_then(|page| page.load(&self.reader));
        let loaded: Vec<Result<Document>> = batch.into_par_iter().map(load).collect();
        // Decompressed, a page may be a thousand times as large as its file.
        let bytes: usize = loaded.iter().flatten().map(|document| document.text.len()).sum();
        let is_much = u64::try_from(bytes).is_ok_and(|bytes| bytes > 4 * BATCH_BYTES);
        self.width = if is_much { rayon::current_num_threads() } else { (2 * self.width).min(BATCH_PAGES) };
        self.loaded = loaded.into_iter();
        self.loaded.next()
    }
}

//! Documents from inputs, loaded on all threads and handed out in order.
//!
//! Pages are found one after another and loaded in batches: up to 1,024 pages or 16 MiB, whichever is
//! reached first, and at least one page; one a thread where packed pages turn out to be large. Memory: one batch,
//! packed and decoded. Loading runs on rayon's
//! current pool; a batch is handed out whole before the next is begun.

use super::decode::{self, Decoded, Known};
use super::raw::RawPage;
use super::source::{self, Pages};
use super::{Document, Input, Limits};
use crate::error::{Error, ErrorKind, Result};
use encoding_rs::Encoding;
use rayon::prelude::*;
use std::vec;

/// Enough pages of usual size to keep many threads busy.
pub(super) const BATCH_PAGES: usize = 1024;

/// Small beside what later stages need for the same pages.
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Reader {
    encoding: Option<&'static Encoding>,
    limits: Limits,
}

impl Reader {
    /// Finds out the encoding of each page, and refuses pages beyond the usual [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Reader::default()
    }

    /// Decodes all pages from this encoding, by any of its labels in the Encoding Standard (`sjis`,
    /// `euc-jp`, `latin1`). Pages in JSON Lines are text already and stay as they are.
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

    /// Refuses pages beyond these limits, packed ones before they are unpacked any further.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The documents in these inputs, in order, each loaded shortly before it is asked for.
    ///
    /// # Errors
    ///
    /// A page that cannot be used is an `Err` in its place, and the pages behind it follow:
    /// [`ErrorKind::NoInput`] if there is no such file, no page in a folder or container, or nothing in the
    /// page; [`ErrorKind::Read`] if the system refuses; [`ErrorKind::Container`] for broken packing, JSON
    /// lines and archives (where the container cannot be read on, this is the last item of it);
    /// [`ErrorKind::Lost`] for a damaged record of an archive; [`ErrorKind::Decode`] for what is no
    /// text; [`ErrorKind::TooLarge`] beyond the limits.
    pub fn read(&self, inputs: &[Input]) -> impl Iterator<Item = Result<Document>> + Send + use<> {
        self.read_behind(inputs, 0, &mut |_| ())
    }

    /// As [`read`](Reader::read) behind the first `items` of what it gives, pages and failures: these are found and named
    /// to `passed`, and not loaded.
    pub fn read_behind(
        &self,
        inputs: &[Input],
        items: u64,
        passed: &mut dyn FnMut(&str),
    ) -> impl Iterator<Item = Result<Document>> + Send + use<> {
        let limits = self.limits;
        let inputs = inputs.to_vec();
        let mut pages: Pages =
            Box::new(inputs.into_iter().flat_map(move |input| source::pages(input, limits)));
        for _ in 0..items {
            match pages.next() {
                Some(Ok(page)) => passed(&page.name()),
                Some(Err(error)) => passed(error.place().unwrap_or_default()),
                None => break,
            }
        }
        Documents {
            reader: *self,
            pages,
            width: 2 * rayon::current_num_threads(),
            loaded: Vec::new().into_iter(),
        }
    }

    /// One document from its bytes, with no container or packing around them.
    ///
    /// # Errors
    ///
    /// As those of [`read`](Reader::read) for one page.
    pub fn decode(&self, name: impl Into<String>, bytes: Vec<u8>) -> Result<Document> {
        RawPage::Bytes { name: name.into(), bytes }.load(self)
    }

    /// One document from what is text already.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::NoInput`] if it is empty, [`ErrorKind::TooLarge`] above the page limit.
    pub fn text(&self, name: impl Into<String>, text: impl Into<String>) -> Result<Document> {
        let document = Document::new(name, text);
        let name = document.name().to_owned();
        self.usable(document).map_err(|error| error.at(name))
    }

    /// How much a page may have.
    pub(super) fn limits(&self) -> Limits {
        self.limits
    }

    /// Decodes a page; the error does not yet say where.
    pub(super) fn document(
        &self,
        name: &str,
        bytes: Vec<u8>,
        http: Option<&'static Encoding>,
    ) -> Result<Document> {
        let known = Known { forced: self.encoding, http };
        let Decoded { text, encoding } = decode::decode(bytes, known).map_err(Error::new)?;
        self.usable(Document { encoding: encoding.name(), ..Document::new(name, text) })
    }

    /// Lets a document pass that has something in it, and not too much.
    pub(super) fn usable(&self, document: Document) -> Result<Document> {
        if document.text.is_empty() {
            let message = "the page is empty; leave it out or fetch it again";
            return Err(Error::new(ErrorKind::NoInput(message.to_owned())));
        }
        self.limits.pass(document)
    }
}

/// The failure to find a page in any input, so many that are there being no pages.
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
    pages: Pages,
    /// How many pages are loaded at once.
    width: usize,
    loaded: vec::IntoIter<Result<Document>>,
}

impl Documents {
    /// The next pages to load at once; none at the end.
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
        // Packed pages may be a thousand times as large as they were found.
        let bytes: usize = loaded.iter().flatten().map(|document| document.text.len()).sum();
        let is_much = u64::try_from(bytes).is_ok_and(|bytes| bytes > 4 * BATCH_BYTES);
        self.width = if is_much { rayon::current_num_threads() } else { (2 * self.width).min(BATCH_PAGES) };
        self.loaded = loaded.into_iter();
        self.loaded.next()
    }
}

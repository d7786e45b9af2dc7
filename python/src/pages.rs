//! Pages from what Python code has: text, bytes, paths, and iterables of these or of `(url, html)`.
//!
//! A text never opens a file, since it may come from anywhere: files are path objects, or texts that are given to `katagami.pages`.
//!
//! Objects are turned into owned values first, with the interpreter; the pages are read, decoded and put into their order
//! without it.

use crate::errors::{exception, setting};
use crate::work::{Call, How};
use katagami::document::{Corpus, Document, Input, Limits, Reader, Unread, no_page};
use katagami::error::{Chain, ErrorKind, Result};
use katagami::report::notice::Plain;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyString, PyTuple};
use rayon::prelude::*;
use std::path::PathBuf;

/// What pages are read from, in order.
pub(crate) struct Pages {
    sources: Vec<Source>,
    reader: Reader,
    is_strict: bool,
    /// Whether a text without a tag names a file.
    has_names: bool,
    /// How many pages without a name there are so far.
    unnamed: usize,
}

/// Neighbours of one kind.
enum Source {
    /// Files, folders and lists, as on a command line.
    Inputs(Vec<Input>),
    /// Pages that are at hand.
    Pages(Vec<Page>),
}

struct Page {
    name: String,
    url: Option<String>,
    html: Html,
}

enum Html {
    Text(String),
    Bytes(Vec<u8>),
}

impl Pages {
    pub(crate) fn new(pages: &Bound<'_, PyAny>, how: How) -> PyResult<Self> {
        Pages::none(pages.py(), how)?.with(pages)
    }

    /// As [`Pages::new`], but a text without a tag is the name of a file, a folder, a list or a container.
    pub(crate) fn named(pages: &Bound<'_, PyAny>, how: How) -> PyResult<Self> {
        Pages { has_names: true, ..Pages::none(pages.py(), how)? }.with(pages)
    }

    /// With these pages.
    fn with(self, pages: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut found = self;
        if found.add(pages)? {
            return Ok(found);
        }
        let items = match pages.cast::<PyDict>() {
            Ok(by_url) => by_url.items().try_iter()?,
            Err(_) => pages.try_iter().map_err(|_| wrong(pages))?,
        };
        for item in items {
            let item = item?;
            if !found.add(&item)? && !found.add_pair(&item)? {
                return Err(wrong(&item));
            }
        }
        Ok(found)
    }

    /// One page, which is markup whatever it looks like.
    pub(crate) fn one(page: &Bound<'_, PyAny>, url: Option<&str>, how: How) -> PyResult<Self> {
        let mut found = Pages::none(page.py(), How { strict: true, ..how })?;
        let Some(html) = html(page) else { return Err(wrong(page)) };
        found.page(Page { name: "#1".to_owned(), url: url.map(str::to_owned), html });
        Ok(found)
    }

    fn none(py: Python<'_>, how: How) -> PyResult<Self> {
        let How { encoding, retrieved, html_key, base_url, strict, max_page, max_nodes, .. } = how;
        let limits = Limits::default();
        let limits = max_page.iter().fold(limits, |limits, most| limits.with_page(most.0));
        let limits = max_nodes.iter().fold(limits, |limits, most| limits.with_tags(most.0));
        let reader = Reader::new().with_limits(limits);
        let reader = html_key.iter().fold(reader, |reader, key| reader.with_html_key(key));
        let reader = encoding.iter().try_fold(reader, |reader, label| reader.encoding(label));
        let reader = reader
            .and_then(|reader| base_url.iter().try_fold(reader, |reader, url| reader.with_base_url(url)))
            .and_then(|reader| retrieved.iter().try_fold(reader, |reader, time| reader.with_retrieved(time)));
        let reader = reader.map_err(|error| exception(py, &error))?;
        Ok(Pages { sources: Vec::new(), reader, is_strict: strict, has_names: false, unnamed: 0 })
    }

    /// Adds an object that is a page, or a place of pages, by itself; says whether it is.
    fn add(&mut self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(text) = object.cast::<PyString>()
            && !is_page(&text.to_string_lossy())
        {
            if !self.has_names {
                return Err(no_page_in(text));
            }
            self.input(Input::from(&*text.to_string_lossy()));
            return Ok(true);
        }
        if let Some(html) = html(object) {
            self.unnamed += 1;
            self.page(Page { name: format!("#{}", self.unnamed), url: None, html });
            return Ok(true);
        }
        if object.hasattr("__fspath__")? {
            self.input(Input::path(object.extract::<PathBuf>()?));
            return Ok(true);
        }
        Ok(false)
    }

    /// Adds a page with its address; says whether the object is one.
    fn add_pair(&mut self, object: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(pair) = object.cast::<PyTuple>() else { return Ok(false) };
        if pair.len() != 2 {
            return Ok(false);
        }
        let Some(html) = html(&pair.get_item(1)?) else { return Ok(false) };
        let Ok(url) = pair.get_item(0)?.extract::<Option<String>>() else { return Ok(false) };
        self.unnamed += usize::from(url.is_none());
        let name = url.clone().unwrap_or_else(|| format!("#{}", self.unnamed));
        self.page(Page { name, url, html });
        Ok(true)
    }

    fn input(&mut self, input: Input) {
        match self.sources.last_mut() {
            Some(Source::Inputs(inputs)) => inputs.push(input),
            _ => self.sources.push(Source::Inputs(vec![input])),
        }
    }

    fn page(&mut self, page: Page) {
        match self.sources.last_mut() {
            Some(Source::Pages(pages)) => pages.push(page),
            _ => self.sources.push(Source::Pages(vec![page])),
        }
    }

    /// The pages one after another, files each loaded shortly before it is asked for.
    pub(crate) fn documents(self) -> impl Iterator<Item = Result<Document>> + Send {
        let Pages { sources, reader, .. } = self;
        sources.into_iter().flat_map(move |source| -> Box<dyn Iterator<Item = _> + Send> {
            match source {
                Source::Inputs(inputs) => Box::new(reader.read(&inputs)),
                Source::Pages(pages) => {
                    let read = pages.into_par_iter().map(|page| page.read(&reader));
                    Box::new(read.collect::<Vec<_>>().into_iter())
                }
            }
        })
    }

    /// Reads all of them. A page that cannot be read is left out with a warning, or ends it all if that is asked for.
    pub(crate) fn read(mut self, call: &Call) -> Result<Corpus> {
        self.reader = self.reader.with_responses();
        let (mut documents, mut unread) = (Vec::new(), Vec::new());
        let (mut skipped, mut first) = (0, None);
        let mut plain = Plain::default();
        let is_strict = self.is_strict;
        // Who gives a text without a tag as a page knows that it is one.
        let has_files = self.sources.iter().any(|source| matches!(source, Source::Inputs(_)));
        for document in self.documents() {
            call.check()?;
            unread.extend(document.as_ref().err().map(Unread::from));
            match document {
                Err(error) if matches!(error.kind(), ErrorKind::Response { .. }) => {}
                Ok(document) => {
                    plain.page(&document);
                    documents.push(document);
                }
                Err(error) if is_strict => return Err(error),
                Err(error) => {
                    call.warn([format!("skipped {}", Chain(&error))]);
                    skipped += 1;
                    first.get_or_insert(error);
                }
            }
        }
        call.warn(plain.said().filter(|_| has_files));
        match first {
            _ if !documents.is_empty() => Ok(documents.into_iter().collect::<Corpus>().with_unread(unread)),
            // Nobody warns of what was skipped, so the error says the reason.
            Some(only) if skipped == 1 => Err(only),
            Some(first) => Err(no_page(skipped).because(first)),
            None => Err(no_page(0)),
        }
    }
}

impl Page {
    fn read(self, reader: &Reader) -> Result<Document> {
        let document = match self.html {
            Html::Text(text) => reader.text(self.name, text),
            Html::Bytes(bytes) => reader.decode(self.name, bytes),
        };
        Ok(match self.url {
            Some(url) => document?.with_url(url),
            None => document?,
        })
    }
}

/// What is a page: nobody calls a file so, and a page without a tag is none.
fn is_page(text: &str) -> bool {
    text.contains('<')
}

/// The error for a text that is no page, and must not be taken for the name of a file.
fn no_page_in(text: &Bound<'_, PyString>) -> PyErr {
    let begin: String = text.to_string_lossy().chars().take(40).collect();
    let why = format!(
        "the text {begin:?} has no tag, so it is no page: give pathlib.Path for a file or a folder, katagami.pages(..) for a list, or \
         (None, text) for a page of plain text"
    );
    setting(text.py(), why)
}

/// The markup in an object, if it is text or bytes.
fn html(object: &Bound<'_, PyAny>) -> Option<Html> {
    if let Ok(text) = object.cast::<PyString>() {
        return Some(Html::Text(text.to_string_lossy().into_owned()));
    }
    if let Ok(bytes) = object.cast::<PyBytes>() {
        return Some(Html::Bytes(bytes.as_bytes().to_vec()));
    }
    object.cast::<PyByteArray>().ok().map(|bytes| Html::Bytes(bytes.to_vec()))
}

fn wrong(object: &Bound<'_, PyAny>) -> PyErr {
    let kind = object.get_type();
    let kind = kind.name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!(
        "pages are str, bytes, paths, or an iterable of these or of (url, html), not {kind}"
    ))
}

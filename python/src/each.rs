//! Pages one after another, as the other calls read them.

use crate::errors::exception;
use crate::pages::Pages;
use crate::work::{Count, How, Size, run, warn};
use katagami::document::{Document, no_page};
use katagami::error::{Chain, Result};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use std::sync::{Mutex, PoisonError};
use std::vec;

/// So many pages are taken at once that the way to the threads and back is nothing beside reading them.
const TAKEN: usize = 64;

/// The pages that a call would read, one after another: `(url, html)`, decoded. Where no address is known, the page's name stands for
/// it: its path, with `#n` behind it for the n-th page of a container.
///
/// Files are read shortly before they are asked for, so an archive may be larger than memory.
///
/// >>> with open("crawl.jsonl", "w") as file:
/// ...     _ = file.write('{"url": "https://example.org/a", "html": "<p>Rain</p>"}\n{"html": "<p>Wind</p>"}\n')
/// >>> list(katagami.pages("crawl.jsonl"))
/// [('https://example.org/a', '<p>Rain</p>'), ('crawl.jsonl#2', '<p>Wind</p>')]
#[pyfunction]
#[pyo3(signature = (pages, *, encoding=None, html_key=None, strict=false, threads=None, max_page=None, max_nodes=None))]
pub(crate) fn pages(
    pages: &Bound<'_, PyAny>,
    encoding: Option<String>,
    html_key: Option<String>,
    strict: bool,
    threads: Option<usize>,
    max_page: Option<Size>,
    max_nodes: Option<Count>,
) -> PyResult<PageIterator> {
    let pages =
        Pages::named(pages, How { encoding, html_key, strict, max_page, max_nodes, ..How::default() })?;
    let state = State {
        coming: Some(Box::new(pages.documents())),
        taken: Vec::new().into_iter(),
        given: 0,
        skipped: 0,
    };
    Ok(PageIterator { state: Mutex::new(state), is_strict: strict, threads })
}

type Coming = Box<dyn Iterator<Item = Result<Document>> + Send>;

/// Pages that are still to come. Several threads may take them; each page is given once.
#[pyclass(module = "katagami", frozen)]
pub(crate) struct PageIterator {
    state: Mutex<State>,
    is_strict: bool,
    threads: Option<usize>,
}

struct State {
    /// What is not taken yet; none behind the last page, and after a failure or a signal.
    coming: Option<Coming>,
    taken: vec::IntoIter<Result<Document>>,
    given: usize,
    skipped: usize,
}

#[pymethods]
impl PageIterator {
    fn __iter__(pages: PyRef<'_, Self>) -> PyRef<'_, Self> {
        pages
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<(String, String)>> {
        loop {
            let mut guard = self.state.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
            let state = &mut *guard;
            match state.taken.next() {
                Some(Ok(page)) => {
                    state.given += 1;
                    return Ok(Some((page.url().unwrap_or(page.name()).to_owned(), page.text().to_owned())));
                }
                Some(Err(error)) if self.is_strict => {
                    state.coming = None;
                    state.taken = Vec::new().into_iter();
                    return Err(exception(py, &error));
                }
                Some(Err(error)) => {
                    state.skipped += 1;
                    // What is called for a warning may take pages.
                    drop(guard);
                    warn(py, &format!("skipped {}", Chain(&error)))?;
                }
                None => {
                    let Some(coming) = state.coming.take() else { return Ok(None) };
                    let (coming, taken) = run(py, self.threads, move |_| Ok(take(coming)))?;
                    if taken.is_empty() && state.given == 0 {
                        return Err(exception(py, &no_page(state.skipped)));
                    }
                    state.coming = Some(coming).filter(|_| !taken.is_empty());
                    state.taken = taken.into_iter();
                }
            }
        }
    }
}

/// The next pages, and those behind them.
fn take(mut coming: Coming) -> (Coming, Vec<Result<Document>>) {
    let taken = coming.by_ref().take(TAKEN).collect();
    (coming, taken)
}

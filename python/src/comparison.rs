//! The steps of `similar` one by one, for who spreads the pages over machines: reading, choosing pairs, comparing.
//!
//! Between the steps stand tables: keys are counted and joined by whoever holds them, such as Spark (`lib/katagami/spark.py`).
//! What decides is the library's, as when one machine does it all.

use crate::errors::setting;
use crate::similar::{PairTable, settings};
use crate::table::{Kind, Table, TableBuilder};
use crate::work::{Call, ask, run};
use katagami::error::{Error, ErrorKind, Result};
use katagami::report::PairRow;
use katagami::similar::{self as library, Facts, Options, Pair, Shared, Show};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use rayon::prelude::*;

/// A key that two pages share: the key, how many pages have it, and the share of either page.
type SharedKey = (i64, u32, u32, u32);

/// The steps of `similar`, for who spreads the pages over machines, as `katagami.spark.similar` does.
///
/// `read` gives the keys of pages, `max_pages` says which of them make pairs, `are_candidates` which pairs are worth comparing, and
/// `pairs` compares.
#[pyclass(frozen, module = "katagami")]
pub(crate) struct Comparison {
    options: Options,
    show: Show,
}

#[pymethods]
impl Comparison {
    #[new]
    #[pyo3(signature = (*, least=0.5, min_chars=20, max_pages=10, explain=false, compare="text"))]
    fn new(
        py: Python<'_>,
        least: f64,
        min_chars: u32,
        max_pages: u32,
        explain: bool,
        compare: &str,
    ) -> PyResult<Self> {
        let (options, show) = settings(py, least, min_chars, max_pages, explain, compare)?;
        Ok(Comparison { options, show })
    }

    /// Pages of one site, read together, in their order: `url`; `facts`, what a comparison needs of the page, as bytes; the `keys` by
    /// which pages with something in common find each other, and for which share of the page each stands, of 2^32 - 1.
    ///
    /// >>> comparison = katagami.Comparison()
    /// >>> page, = comparison.read([("https://example.org/", "<p>The river rose all night, and the bridge was gone.</p>")])
    /// >>> len(page["keys"]) == len(page["shares"]) > 1
    /// True
    #[pyo3(signature = (pages, **how))]
    #[pyo3(
        text_signature = "($self, pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
    )]
    fn read(&self, pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
        let options = self.options.clone();
        ask(pages, how, move |corpus, _| {
            let columns = [
                ("url", Kind::Text),
                ("facts", Kind::Bytes),
                ("keys", Kind::Wholes),
                ("shares", Kind::Wholes),
            ];
            let mut table = TableBuilder::new(columns);
            let read = library::read(corpus.documents(), &options)
                .into_par_iter()
                .map(|page| (page.to_bytes(), page));
            for (bytes, page) in read.collect::<Vec<_>>() {
                let keys = page.keys();
                let cells = &mut table.row();
                cells.text(page.url.as_deref().unwrap_or(&page.name)).bytes(&bytes);
                cells.wholes(keys.iter().map(|key| key.key.cast_signed()));
                cells.wholes(keys.iter().map(|key| i64::from(key.share)));
            }
            Ok(table.finish())
        })
    }

    /// The most pages that a key may be on to make pairs: of a sentence, of a part of a text, of a whole text; which of these a key is,
    /// its two highest bits say (0, 1, 2). Of more pages with one whole text the first makes a pair with each page after it; of more pages with one sentence
    /// so many of the first do that there are at most as many pairs as the square of the limit, and at least one. Two pages
    /// make a pair for a key unless its share is 0 on both.
    #[getter]
    fn max_pages(&self) -> (u32, u32, u32) {
        let of = |kind| self.options.max_pages_of(kind);
        (of(library::Kind::Sentence), of(library::Kind::Fragment), of(library::Kind::Page))
    }

    /// Which pairs of pages are worth comparing. Each has the keys that both share: the key, how many pages have it, and its shares.
    fn are_candidates(&self, py: Python<'_>, shared: Vec<Vec<SharedKey>>) -> Vec<bool> {
        py.detach(|| shared.into_iter().map(|keys| self.options.is_candidate(&of_pair(keys))).collect())
    }

    /// Compares pairs of pages, of which the first one stands first in the collection, and gives a row for each that is related, as
    /// `similar` does, but for the class collage, which depends on all pairs of a page. `first` and `second` are the facts of the pages, `shared` is as for `are_candidates`.
    #[pyo3(signature = (first, second, shared, *, threads=None))]
    fn pairs(
        &self,
        py: Python<'_>,
        first: Vec<PyBackedBytes>,
        second: Vec<PyBackedBytes>,
        shared: Vec<Vec<SharedKey>>,
        threads: Option<usize>,
    ) -> PyResult<Table> {
        if first.len() != second.len() || first.len() != shared.len() {
            return Err(setting(
                py,
                "give a first page, a second page and shared keys for each pair".to_owned(),
            ));
        }
        let (options, show) = (self.options.clone(), self.show);
        run(py, threads, move |call| {
            let pairs: Vec<_> = first.into_iter().zip(second).zip(shared).collect();
            let related = |((first, second), shared): ((PyBackedBytes, PyBackedBytes), _)| {
                related([&first, &second], &of_pair(shared), &options, show, call)
            };
            let found: Vec<_> = pairs.into_par_iter().map(related).collect::<Result<_>>()?;
            let mut table = PairTable::new();
            for ([a, b], pair) in found.iter().flatten() {
                table.add(&PairRow::of([&a.name, &b.name], [a.url.as_deref(), b.url.as_deref()], pair));
            }
            Ok(table.finish())
        })
    }
}

/// The host in an address, by which pages are taken together; empty if there is none.
#[pyfunction]
pub(crate) fn host(url: &str) -> String {
    library::url::host(url)
}

/// The keys of a pair, in their order.
fn of_pair(keys: Vec<SharedKey>) -> Vec<Shared> {
    let shared = |(key, pages, first, second): SharedKey| Shared {
        key: key.cast_unsigned(),
        pages,
        shares: [first, second],
    };
    let mut shared: Vec<Shared> = keys.into_iter().map(shared).collect();
    shared.sort_unstable();
    shared
}

/// Two pages and what they have in common, if they are related.
fn related(
    pages: [&[u8]; 2],
    shared: &[Shared],
    options: &Options,
    show: Show,
    call: &Call,
) -> Result<Option<([Facts; 2], Pair)>> {
    call.check()?;
    let facts = |bytes: &[u8]| {
        let why =
            "facts of a page are what Comparison.read of the same version gave; these are something else";
        Facts::from_bytes(bytes).ok_or_else(|| Error::new(ErrorKind::Setting(why.to_owned())))
    };
    let pages = [facts(pages[0])?, facts(pages[1])?];
    let pair = library::compare([&pages[0], &pages[1]], shared, options, show);
    Ok(pair.map(|pair| (pages, pair)))
}

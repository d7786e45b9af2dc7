//! Pages that are copies of one another, or share a part.

use crate::ask::{share, word};
use crate::errors::setting;
use crate::table::{Kind, Table, TableBuilder, whole};
use crate::work::{Call, ask};
use arrow_array::{Array, ListArray};
use arrow_buffer::OffsetBuffer;
use arrow_schema::Field;
use katagami::document::Corpus;
use katagami::error::Result;
use katagami::report::{EvidenceRow, PairRow};
use katagami::similar::budget::Budget;
use katagami::similar::candidate::Rule;
use katagami::similar::index::{Index, Matches, Progress, Ready, Unfinished};
use katagami::similar::{Compare, Facts, Options, Show, Window, by_host, read};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::io;
use std::sync::Arc;

/// Sentences of a pair that are shown where not all are asked for, as in the program.
const SHOWN: usize = 3;

/// Pages that are copies of one another, that contain one another or share a part: mirrors, copies, edited copies,
/// quotations, with the sentences that show it.
///
/// `least` is the least share of the shorter page's text that a pair has in common; `explain` gives all common sentences
/// instead of the three longest; `memory` is what may be used, the rest lies in temporary files. `compare` says what of a page is
/// compared: "text", what it is about, or "frame", all that it shows. What it is about is told by the pages that come with it;
/// with `by_host` by pages of its host alone, and the pages are taken in the order of hosts and addresses, each address once, so
/// that the answer does not depend on the order they come in; it is that of `katagami.spark.similar`.
///
/// >>> said = "The river rose all night, and in the morning the bridge was gone. Nobody had heard it fall."
/// >>> pages = {"a": f"<p>{said}</p>", "b": f"<h1>Copied</h1><p>{said}</p>", "c": "<p>Here it did not rain at all this year, says the miller.</p>"}
/// >>> pairs = katagami.similar(pages)
/// >>> [(pair["a"], pair["b"]) for pair in pairs]
/// [('a', 'b')]
#[pyfunction]
#[pyo3(signature = (pages, *, least=0.5, min_chars=20, max_pages=10, compare="text", by_host=false, explain=false, memory="1G", **how))]
#[pyo3(
    text_signature = "(pages, *, least=0.5, min_chars=20, max_pages=10, compare='text', by_host=False, explain=False, memory='1G', encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn similar(
    pages: &Bound<'_, PyAny>,
    least: f64,
    min_chars: u32,
    max_pages: u32,
    compare: &str,
    by_host: bool,
    explain: bool,
    memory: &str,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Table> {
    let py = pages.py();
    let (options, show) = settings(py, least, min_chars, max_pages, explain, compare)?;
    let memory: Budget = memory.parse().map_err(|why| setting(py, format!("memory: {why}")))?;
    ask(pages, how, move |corpus, call| pairs(corpus, &options, show, memory, by_host, call))
}

/// What counts as evidence, and how much of it is shown.
pub(crate) fn settings(
    py: Python<'_>,
    least: f64,
    min_chars: u32,
    max_pages: u32,
    explain: bool,
    compare: &str,
) -> PyResult<(Options, Show)> {
    share(py, "least", least)?;
    let compare = word(py, "compare", compare, &[("text", Compare::Text), ("frame", Compare::Frame)])?;
    let options = Options::new().with_least(least).with_min_chars(min_chars).with_max_pages(max_pages);
    let show = if explain { Show::All } else { Show::Longest(SHOWN) };
    Ok((options.with_compare(compare), show))
}

/// The related pairs as the program finds them.
fn pairs(
    corpus: &Corpus,
    options: &Options,
    show: Show,
    memory: Budget,
    is_by_host: bool,
    call: &Call,
) -> Result<Table> {
    let mut index = Index::temporary(memory.buffers(0), memory.held())?;
    let begun = index.begin(&[], Unfinished::Refuse)?;
    let mut add = |pages: Vec<Facts>| {
        let ready: Vec<Ready> = pages.into_par_iter().map(Ready::new).collect();
        let mut is_time = false;
        for page in &ready {
            is_time |= index.add(page)?;
        }
        if is_time { index.commit(begun) } else { Ok(()) }
    };
    if is_by_host {
        for pages in by_host(corpus.documents()) {
            call.check()?;
            add(read(&pages, options))?;
        }
    } else {
        let mut window = Window::new(options);
        let mut batches = corpus.documents().chunks(64).peekable();
        while let Some(batch) = batches.next() {
            call.check()?;
            window.add(batch);
            if window.is_full() || batches.peek().is_none() {
                add(window.read())?;
            }
        }
    }
    index.commit(Progress { is_all: true, ..begun })?;
    index.release();
    let buffers = memory.buffers(index.held());
    let repeated = index.repeated(buffers / 4)?;
    let (paired, is_out) = (|kind, pages| options.paired(kind, pages), |page| repeated.has(page));
    let rule = Rule { paired: &paired, new: index.first_new(), is_out: &is_out };
    let (candidates, _) = index.candidates(&rule, buffers, |_| call.check().map_err(io::Error::other))?;
    let mut rows = PairTable::new();
    let collages =
        index.collages(options, &is_out, buffers / 2, || call.check().map_err(io::Error::other))?;
    for found in Matches::new(&index, options, candidates, show, buffers / 8).with_collages(collages) {
        call.check()?;
        rows.add(&PairRow::new(&found?));
    }
    Ok(rows.finish())
}

/// A table of pairs, each with a list of sentences.
pub(crate) struct PairTable {
    pairs: TableBuilder,
    sentences: TableBuilder,
    lengths: Vec<usize>,
}

impl PairTable {
    pub(crate) fn new() -> Self {
        let pairs = [
            ("a", Kind::Text),
            ("b", Kind::Text),
            ("relation", Kind::Text),
            ("class", Kind::Text),
            ("overlap", Kind::Number),
            ("containment", Kind::Number),
            ("a_url", Kind::Text),
            ("b_url", Kind::Text),
            ("address", Kind::Number),
            ("links", Kind::Text),
            ("original", Kind::Text),
            ("sentences", Kind::Whole),
        ];
        let sentences = [
            ("text", Kind::Listed),
            ("edited", Kind::Listed),
            ("a_start", Kind::Whole),
            ("a_end", Kind::Whole),
            ("b_start", Kind::Whole),
            ("b_end", Kind::Whole),
            ("pages", Kind::Whole),
        ];
        PairTable {
            pairs: TableBuilder::new(pairs),
            sentences: TableBuilder::new(sentences),
            lengths: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, pair: &PairRow<'_>) {
        let cells = &mut self.pairs.row();
        cells.text(pair.a).text(pair.b).text(pair.relation).text(pair.class);
        cells.number(pair.overlap).number(pair.containment).text(pair.a_url).text(pair.b_url);
        cells.number(pair.address).text(pair.links).text(pair.original).whole(whole(pair.sentences));
        for EvidenceRow { text, edited, a, b, pages } in &pair.evidence {
            let cells = &mut self.sentences.row();
            cells.text(*text).text(*edited);
            for place in [a[0], a[1], b[0], b[1]] {
                cells.whole(i64::from(place));
            }
            cells.whole(pages.map(i64::from));
        }
        self.lengths.push(pair.evidence.len());
    }

    pub(crate) fn finish(self) -> Table {
        let sentences = self.sentences.finish_struct();
        let item = Arc::new(Field::new("item", sentences.data_type().clone(), true));
        let lists = ListArray::new(item, OffsetBuffer::from_lengths(self.lengths), Arc::new(sentences), None);
        self.pairs.with("evidence", Arc::new(lists)).finish()
    }
}

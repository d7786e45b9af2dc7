//! What kinds of pages there are.

use crate::table::{Kind, Table, TableBuilder, whole};
use crate::work::ask;
use katagami::ask::{self, PageKind};
use katagami::report::rounded;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The kinds of pages among these, those with most pages first: what to call for which.
///
/// `kind` is "list" (call `records`), "thread" (`forum`), "article" (`content`, or `blog` if `comments`), "detail" (`learn`) or "other", and
/// `probability` how probable this is. `mean` is the mean number of records, posts or words on a page, `path` an example, `title`
/// and `url` its title and address, `paths` all of them; `found` has up to five records, posts or titles; `other_kind` is a second kind that they may be.
///
/// >>> hits = "".join(f"<li><a href=/{name}>{name}</a> <i>{year}</i></li>" for name, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
/// >>> [(row["pages"], row["kind"], row["mean"]) for row in katagami.overview(f"<ol>{hits}</ol>")]
/// [(1, 'list', 3.0)]
#[pyfunction]
#[pyo3(signature = (pages, **how))]
#[pyo3(
    text_signature = "(pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn overview(pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Table> {
    ask(pages, how, |corpus, _| {
        let columns = [
            ("pages", Kind::Whole),
            ("kind", Kind::Text),
            ("probability", Kind::Number),
            ("mean", Kind::Number),
            ("comments", Kind::Truth),
            ("path", Kind::Text),
            ("title", Kind::Text),
            ("url", Kind::Text),
            ("found", Kind::Texts),
            ("other_kind", Kind::Text),
            ("paths", Kind::Texts),
        ];
        let mut table = TableBuilder::new(columns);
        for kind in ask::overview(corpus) {
            let paths = kind.of.pages.iter().map(|&page| corpus.documents()[page].name().to_owned());
            let paths: Vec<String> = paths.collect();
            let cells = &mut table.row();
            cells.whole(whole(kind.of.pages.len())).text(kind.of.kind.name());
            cells.number(rounded(kind.of.probability())).number(kind.rounded_mean());
            let example = &corpus.documents()[kind.of.example];
            cells.truth(kind.has_comments).text(Some(example.name()));
            let url = example.url();
            cells.text(kind.title.as_deref()).text(url).texts(Some(&kind.found));
            cells.text(kind.of.other.map(PageKind::name)).texts(Some(&paths));
        }
        Ok(table.finish())
    })
}

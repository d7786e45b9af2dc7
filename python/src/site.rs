//! A crawl as tables.

use crate::table::{Kind, Table, TableBuilder};
use crate::work::ask;
use katagami::database::{self, Options, database_with};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The tables of a crawl, by name: `pages` and `kinds`, the records of lists, the fields of detail pages, `articles`, `comments`, `posts`,
/// `stated`, `links` from rows to pages, and what could not be read as `unread`. With `merge` pages of several hosts that have the same
/// fields are in one table, with the column `host`. Nothing has to be sorted or named before; see `katagami site --help`.
///
/// >>> def page(name, town, trade):
/// ...     return (f"<title>{name}</title><h1>{name}</h1><table><tr><th>Town<td>{town}<tr><th>Trade<td>{trade}"
/// ...             f"<tr><th>Fee<td>£{len(name) * 9}.50<tr><th>Phone<td>555-01{len(town)}{len(trade)}</table>")
/// >>> people = [("Ann Lee", "Bonn", "baker"), ("Bob Hill", "Lyon", "smith"), ("Cy Marsh", "Turin", "joiner"),
/// ...           ("Dee Quist", "Graz", "tailor")]
/// >>> tables = katagami.site([(f"people/{name}.html", page(name, *of)) for name, *of in people])
/// >>> list(tables)
/// ['kinds', 'pages', 'details', 'stated']
/// >>> [(row["town"], row["fee_amount"]) for row in tables["details"]]
/// [('Bonn', 63.5), ('Lyon', 72.5), ('Turin', 72.5), ('Graz', 81.5)]
#[pyfunction]
#[pyo3(signature = (pages, *, merge=false, **how))]
#[pyo3(
    text_signature = "(pages, *, merge=False, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn site<'py>(
    pages: &Bound<'py, PyAny>,
    merge: bool,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = pages.py();
    let tables = ask(pages, how, move |corpus, _| {
        let tables = database_with(corpus, Options { merge, ..Options::default() }).tables;
        Ok(tables.iter().map(|table| (table.name.clone(), of(table))).collect::<Vec<_>>())
    })?;
    let all = PyDict::new(py);
    for (name, table) in tables {
        all.set_item(name, Py::new(py, table)?)?;
    }
    Ok(all)
}

fn of(table: &database::Table) -> Table {
    let columns = table.columns.iter().map(|column| (column.name.clone(), Kind::of(column.shape)));
    let mut written = TableBuilder::new(columns);
    for row in &table.rows {
        let mut cells = written.row();
        for (column, cell) in table.columns.iter().zip(row) {
            cells.cell(column.shape, cell);
        }
    }
    written.finish()
}

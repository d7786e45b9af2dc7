//! A crawl as tables.

use crate::table::{Kind, Table, TableBuilder};
use crate::work::{How, ask};
use katagami::database::{self, database};
use katagami::report::{Cell, Shape};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The tables of a crawl, by name: `pages` and `kinds`, the records of lists, the fields of detail pages, `articles`, `comments`, `posts`,
/// `stated`, and `links` from rows to pages. Nothing has to be sorted or named before; see `katagami site --help`.
///
/// >>> def page(name, town):
/// ...     return f"<h1 class=name>{name}</h1><table><tr><th>Town<td>{town}<tr><th>Born<td>{len(name)} May 1990</table>"
/// >>> people = [("Ann Lee", "Bonn"), ("Bob Hill", "Lyon"), ("Cy Marsh", "Turin"), ("Dee Quist", "Graz")]
/// >>> tables = katagami.site([(f"people/{name}.html", page(name, town)) for name, town in people])
/// >>> list(tables)
/// ['kinds', 'pages', 'details']
/// >>> [row["town"] for row in tables["details"]]
/// ['Bonn', 'Lyon', 'Turin', 'Graz']
#[pyfunction]
#[pyo3(signature = (pages, *, encoding=None, strict=false, threads=None))]
pub(crate) fn site<'py>(
    pages: &Bound<'py, PyAny>,
    encoding: Option<&str>,
    strict: bool,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = pages.py();
    let tables = ask(pages, How { encoding, strict, threads }, |corpus, _| {
        let tables = database(corpus).tables;
        Ok(tables.iter().map(|table| (table.name.clone(), of(table))).collect::<Vec<_>>())
    })?;
    let all = PyDict::new(py);
    for (name, table) in tables {
        all.set_item(name, Py::new(py, table)?)?;
    }
    Ok(all)
}

fn of(table: &database::Table) -> Table {
    let kind = |shape: Shape| match shape {
        Shape::One => Kind::Text,
        Shape::Many => Kind::Texts,
        Shape::Integer => Kind::Whole,
        Shape::Number => Kind::Number,
    };
    let columns = table.columns.iter().map(|column| (column.name.clone(), kind(column.shape)));
    let mut written = TableBuilder::new(columns);
    for row in &table.rows {
        let mut cells = written.row();
        for (column, cell) in table.columns.iter().zip(row) {
            match (kind(column.shape), cell) {
                (Kind::Text, Cell::Text(text)) => cells.text(text.as_str()),
                (Kind::Text, Cell::List(texts)) => {
                    cells.text(&*serde_json::to_string(texts).expect("texts are plain data"))
                }
                (Kind::Text, _) => cells.text(None),
                (Kind::Texts, Cell::List(texts)) => cells.texts(Some(texts)),
                (Kind::Texts, Cell::Text(text)) => cells.texts(Some(std::slice::from_ref(text))),
                (Kind::Texts, _) => cells.texts(None),
                #[expect(clippy::cast_possible_truncation, reason = "it is a count")]
                (Kind::Whole, Cell::Number(number)) => cells.whole(*number as i64),
                (Kind::Whole, _) => cells.whole(None),
                (_, Cell::Number(number)) => cells.number(*number),
                (_, _) => cells.number(None),
            };
        }
    }
    written.finish()
}

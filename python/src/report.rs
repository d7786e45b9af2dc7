//! What was found, as one HTML file that a notebook displays.

use crate::work::{ask, write_file};
use katagami::viewer::{self, Arguments, Viewer, shown_database};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// What was found on pages, as HTML that shows it; `str` gives the whole file.
#[pyclass(frozen, module = "katagami")]
pub(crate) struct Report(String);

#[pymethods]
impl Report {
    /// Writes the file.
    #[expect(clippy::needless_pass_by_value, reason = "it is made of a Python object")]
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        write_file(py, &path, &self.0)
    }

    fn __str__(&self) -> &str {
        &self.0
    }

    fn __repr__(&self) -> String {
        format!("<katagami.Report: {} kB>", self.0.len() / 1000)
    }

    /// In a notebook: the file in a frame of its own, which can reach nothing of the notebook.
    fn _repr_html_(&self) -> String {
        let file = self.0.replace('&', "&amp;").replace('"', "&quot;");
        format!(
            "<iframe sandbox=\"allow-scripts allow-downloads allow-popups\" width=\"100%\" height=\"800\" srcdoc=\"{file}\"></iframe>"
        )
    }
}

/// What was found on pages and why, to look at in a notebook or, written to a file, in a browser; see `katagami report --help`.
///
/// >>> pages = [f"<h1>Trees</h1><ol>{''.join(f'<li><b>{tree} {page}</b> <i>{page + len(tree)} m</i>' for tree in ['Oak', 'Elder', 'Fir'])}</ol>"
/// ...          for page in range(3)]
/// >>> report = katagami.report(pages)
/// >>> report.write("report.html")
/// >>> str(report).startswith("<!DOCTYPE html>")
/// True
#[pyfunction]
#[pyo3(signature = (pages, **how))]
#[pyo3(
    text_signature = "(pages, *, encoding=None, retrieved=None, html_key=None, base_url=None, strict=False, threads=None, max_page=None, max_nodes=None)"
)]
pub(crate) fn report(pages: &Bound<'_, PyAny>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Report> {
    ask(pages, how, |corpus, _| {
        let found = shown_database(corpus);
        let viewer = Viewer::new(corpus, &found, |_| Arguments::default());
        let mut file = Vec::new();
        viewer::write(&viewer, "katagami", &mut file)?;
        Ok(Report(String::from_utf8(file).expect("it is written as text")))
    })
}

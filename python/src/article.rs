//! One page, its text and what it says of itself, as those who come from trafilatura know it.

use crate::ask::{paragraphs, title_of};
use crate::pages::{Pages, Read};
use crate::work::run;
use katagami::content::{Content, contents};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The text of one page with its title, as a dict; None if the page has no text. See `content` for many pages of a site,
/// which is surer.
///
/// >>> found = katagami.extract("<title>Rain</title><p>The river rose all night, and in the morning the bridge was gone.")
/// >>> found["title"], found["text"]
/// ('Rain', 'The river rose all night, and in the morning the bridge was gone.')
#[pyfunction]
#[pyo3(signature = (html, *, url=None, encoding=None))]
pub(crate) fn extract<'py>(
    html: &Bound<'py, PyAny>,
    url: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let py = html.py();
    let pages = Pages::one(html, encoding)?;
    let (content, title) = run(py, None, move |stop| {
        let Read { corpus, .. } = pages.read(stop)?;
        let content: Content = contents(corpus.documents()).remove(0);
        let title = title_of(&corpus.documents()[0], &content);
        Ok((content, title))
    })?;
    let text = paragraphs(&content.with_posts().text);
    if text.is_empty() {
        return Ok(None);
    }
    let dict = PyDict::new(py);
    dict.set_item("title", title)?;
    dict.set_item("url", url)?;
    dict.set_item("text", text)?;
    Ok(Some(dict))
}

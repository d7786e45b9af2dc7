//! One page, its text and what it says of itself, as those who come from trafilatura know it.

use crate::ask::read;
use crate::pages::Pages;
use crate::work::{How, run};
use katagami::content::{Lean, paragraphs};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The text of one page and what is known of it, as a dict with the names of trafilatura's `bare_extraction`; None if the page has
/// no text. Beside these names there is `modified`. `tags` and `categories` are lists. See `content` for many pages of a site, which is surer.
///
/// >>> page = ("<html lang=en><title>Rain - The Daily</title><h1>Rain</h1><p>By Ann Lee</p><p>3 May 2020</p>"
/// ...         "<p>The river rose by a foot all night, and in the morning the old bridge was gone.</p>")
/// >>> found = katagami.extract(page, url="https://www.example.org/rain")
/// >>> found["title"], found["author"], found["date"], found["sitename"], found["hostname"]
/// ('Rain', 'Ann Lee', '2020-05-03', 'The Daily', 'example.org')
#[pyfunction]
#[pyo3(signature = (html, *, url=None, encoding=None, retrieved=None))]
pub(crate) fn extract<'py>(
    html: &Bound<'py, PyAny>,
    url: Option<&str>,
    encoding: Option<String>,
    retrieved: Option<String>,
) -> PyResult<Option<Bound<'py, PyDict>>> {
    let py = html.py();
    let pages = Pages::one(html, url, How { encoding, retrieved, ..How::default() })?;
    let (known, content) = run(py, None, move |call| {
        let corpus = pages.read(call)?;
        let (known, content) = read(corpus.documents(), Lean::Even).remove(0);
        Ok((known, content.with_posts()))
    })?;
    let text = paragraphs(&content.text);
    if text.is_empty() {
        return Ok(None);
    }
    let part = |name: &str| known.facts().find(|(of, _)| *of == name).map(|(_, fact)| fact.text.as_str());
    let list = |name: &str| part(name).map_or_else(Vec::new, |parts| parts.split(", ").collect());
    let comments: Vec<String> = content.comments.iter().map(|comment| paragraphs(&comment.text)).collect();
    let dict = PyDict::new(py);
    dict.set_item("title", part("title"))?;
    dict.set_item("author", part("author"))?;
    dict.set_item("url", url)?;
    dict.set_item("hostname", url.map(|url| host(py, url)).transpose()?.flatten())?;
    dict.set_item("description", part("description"))?;
    dict.set_item("sitename", part("site"))?;
    // The day or the time, for that is what they have.
    dict.set_item("date", known.iso_date.as_deref())?;
    dict.set_item("modified", part("modified"))?;
    dict.set_item("categories", list("categories"))?;
    dict.set_item("tags", list("tags"))?;
    dict.set_item("license", part("license"))?;
    dict.set_item("text", text)?;
    dict.set_item("comments", Some(comments.join("\n\n")).filter(|comments| !comments.is_empty()))?;
    dict.set_item("language", part("language"))?;
    dict.set_item("image", part("image"))?;
    dict.set_item("pagetype", part("kind"))?;
    Ok(Some(dict))
}

/// The host in an address, without `www.`.
fn host(py: Python<'_>, url: &str) -> PyResult<Option<String>> {
    let parts = py.import("urllib.parse")?.call_method1("urlsplit", (url,))?;
    let host: Option<String> = parts.getattr("hostname")?.extract()?;
    Ok(host.map(|host| host.strip_prefix("www.").map_or(host.clone(), str::to_owned)))
}

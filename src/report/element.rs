//! The elements of templates, as rows.

use crate::document::Corpus;
use crate::index::{Pos, Text};
use crate::template::{Template, TemplateElement};
use serde::Serialize;

/// An element of a template, as programs read it.
#[derive(Debug, Serialize)]
pub struct ElementRow<'a> {
    /// The number of its template, from 1.
    pub group: usize,
    /// Its number in the template, from 1.
    pub element: usize,
    /// On how many pages it is.
    pub frequency: usize,
    /// Its length.
    pub symbols: u32,
    /// What it says.
    pub text: String,
    /// Where it stands first: the page, and the bytes in it.
    pub path: &'a str,
    /// Its first byte.
    pub start: u32,
    /// The byte behind it.
    pub end: u32,
}

/// The elements of templates, in page order.
pub fn element_rows<'a>(
    corpus: &'a Corpus,
    text: &'a Text,
    templates: &'a [Template],
) -> impl Iterator<Item = ElementRow<'a>> {
    let elements = (1..).zip(templates).flat_map(|(group, template)| {
        (1..).zip(&template.elements).map(move |(number, element)| (group, number, element))
    });
    elements.map(|(group, element, found)| {
        let place = found.places[0];
        let (document, span) = (text.document(place), text.span(place, found.len));
        ElementRow {
            group,
            element,
            frequency: found.frequency(),
            symbols: found.len,
            text: spelling(corpus, text, found),
            path: corpus.documents()[document as usize].name(),
            start: span.start,
            end: span.end,
        }
    })
}

/// The element as it is written on the page where it stands first; at coarser resolutions, its symbols.
#[must_use]
pub fn spelling(corpus: &Corpus, text: &Text, element: &TemplateElement) -> String {
    let place = element.places[0];
    if text.alphabet().size() <= 1 {
        let span = text.span(place, element.len);
        let page = corpus.documents()[text.document(place) as usize].text().as_bytes();
        return String::from_utf8_lossy(&page[span.range()]).into_owned();
    }
    (place.0..place.0 + element.len).map(|place| text.spelling(Pos(place))).collect()
}

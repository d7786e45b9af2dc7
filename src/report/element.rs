//! The elements of templates as rows.

use crate::document::{Corpus, escaped};
use crate::index::{Pos, Text};
use crate::template::{Template, TemplateElement};
use bstr::ByteSlice;
use serde::Serialize;

/// The row of a template element.
#[derive(Debug, Serialize)]
pub struct ElementRow<'a> {
    /// The number of its template, from 1.
    pub group: usize,
    /// Its number in the template, from 1.
    pub element: usize,
    /// How many pages have it.
    pub frequency: usize,
    /// Its length in symbols.
    pub symbols: u32,
    /// The element as it is written, see [`spelling`].
    pub text: String,
    /// The page of its first occurrence.
    pub path: &'a str,
    /// The first byte of that occurrence.
    pub start: u32,
    /// The byte after that occurrence.
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

/// The element as it is written at its first occurrence, bytes that are not UTF-8 as `\xff`; at coarser resolutions, its symbols.
#[must_use]
pub fn spelling(corpus: &Corpus, text: &Text, element: &TemplateElement) -> String {
    let place = element.places[0];
    if text.alphabet().size() <= 1 {
        let span = text.span(place, element.len);
        let page = corpus.documents()[text.document(place) as usize].bytes();
        return escaped(page[span.range()].as_bstr());
    }
    (place.0..place.0 + element.len).map(|place| text.spelling(Pos(place))).collect()
}

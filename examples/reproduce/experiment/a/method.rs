//! Both methods on one set of pages, through the library.

use super::super::Result;
use katagami::document::{Corpus, Document, Reader};
use katagami::index::{Index, LineBreaks, Memory, Text};
use katagami::site::clusters;
use katagami::spectrum::{Frequency, Lengths, Spectrum, peak};
use katagami::template::{Agreement, Aligner, Mask, Template, masks, paper, templates};
use katagami::token::Span;
use site::Page;

/// What a method finds in a set.
pub struct Found {
    /// How many pages each template has; the published method's peak.
    pub counts: Vec<u32>,
    /// The templates.
    pub templates: Vec<Template>,
}

/// The pages as a reader of their files gets them.
///
/// # Errors
/// If a page cannot be decoded.
pub fn corpus(pages: &[Page]) -> Result<Corpus> {
    let reader = Reader::new();
    let documents: Vec<Document> = pages
        .iter()
        .map(|page| reader.decode(&*page.name, page.bytes()))
        .collect::<katagami::error::Result<_>>()?;
    Ok(documents.into_iter().collect())
}

/// The bytes of all pages, line breaks removed, in the order of their suffixes.
///
/// # Errors
/// If there are more bytes than a text may have.
pub fn index(corpus: &Corpus) -> Result<Index> {
    let texts = corpus.documents().iter().map(Document::text);
    Ok(Index::new(Text::from_bytes(texts, LineBreaks::Removed)?, Memory::Fast))
}

/// How the published method puts the strings of the peak's frequency together: see [`paper`].
pub type Reconstruct = fn(&Index, u32) -> Template;

/// All of them.
pub const MAXIMAL: Reconstruct = paper::maximal;
/// Those of 1 to 10 symbols.
pub const GRAMS: Reconstruct = |index, peak| paper::merged(index, peak, Lengths::DISCOVERY);

/// The peak of F(f) and the strings of that frequency.
#[must_use]
pub fn published(index: &Index, reconstruct: Reconstruct) -> Found {
    let spectrum = Spectrum::count(index, Lengths::DISCOVERY, Frequency::Occurrences);
    let peak = peak::paper::peak(&spectrum).map(|row| row.frequency);
    Found {
        counts: peak.into_iter().collect(),
        templates: peak.into_iter().map(|peak| reconstruct(index, peak)).collect(),
    }
}

/// The groups of pages that share a template, and the template of each.
#[must_use]
pub fn ours(index: &Index, corpus: &Corpus) -> Found {
    let templates = templates(index, &clusters(corpus.documents()), Aligner::new());
    let count = |pages: &[u32]| u32::try_from(pages.len()).expect("no more pages than documents");
    Found { counts: templates.iter().map(|template| count(&template.documents)).collect(), templates }
}

/// How well the templates say which bytes of the pages are template.
#[must_use]
pub fn agreement(index: &Index, found: &Found, pages: &[Page]) -> Agreement {
    let mut agreement = Agreement::default();
    for (mask, page) in masks(index.text(), &found.templates).iter().zip(pages) {
        agreement.add(mask, &known(page));
    }
    agreement
}

fn known(page: &Page) -> Mask {
    let place = |at| u32::try_from(at).expect("a small page");
    Mask::new(
        page.fixed.iter().map(|range| Span { start: place(range.start), end: place(range.end) }).collect(),
    )
}

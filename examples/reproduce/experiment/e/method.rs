//! The published method and ours on pages, and both with a part left out or a thing told, to see what that is worth.

use super::judge::Judged;
use katagami::document::Document;
use katagami::similar::{Facts, NumberedPair, Options, Paragraphs, pairs, pairs_of, read};
use rayon::prelude::*;
use site::collection::{Collection, WebPage};

/// What ours asks for by itself: half of the shorter page in common.
pub(super) const HALF: f64 = 0.5;

/// Pages that are known, as they are and without their frames.
pub(super) struct Known {
    pub(super) collection: Collection,
    pub(super) documents: Vec<Document>,
}

impl Known {
    pub(super) fn new(collection: Collection) -> Self {
        let documents = documents(&collection, |page| &page.html);
        Known { collection, documents }
    }

    /// What was found, held against what is known.
    pub(super) fn judge(&self, found: &[NumberedPair]) -> Judged {
        Judged::new(&self.collection, found)
    }

    /// As published.
    pub(super) fn published(&self) -> Vec<NumberedPair> {
        pairs(&self.documents, &Options::paper())
    }

    /// As published, but that all of a page is taken for its content region.
    pub(super) fn published_without_region(&self) -> Vec<NumberedPair> {
        without_region(&self.documents, &Options::paper())
    }

    /// As published, on what stands between the frames of pages.
    pub(super) fn published_without_frames(&self) -> Vec<NumberedPair> {
        pairs(&self.contents(), &Options::paper())
    }

    /// Ours, with pairs that have at least so much of the shorter page in common.
    pub(super) fn ours(&self, least: f64) -> Vec<NumberedPair> {
        pairs(&self.documents, &Options::new().with_least(least))
    }

    /// Ours by whole sentences alone.
    pub(super) fn ours_without_fragments(&self, least: f64) -> Vec<NumberedPair> {
        without_fragments(&self.documents, least)
    }

    /// Ours, but that all of a page is taken for its content region.
    pub(super) fn ours_without_region(&self, least: f64) -> Vec<NumberedPair> {
        without_region(&self.documents, &Options::new().with_least(least))
    }

    /// Ours on what stands between the frames of pages.
    pub(super) fn ours_without_frames(&self, least: f64) -> Vec<NumberedPair> {
        pairs(&self.contents(), &Options::new().with_least(least))
    }

    fn contents(&self) -> Vec<Document> {
        documents(&self.collection, |page| &page.html[page.content.clone()])
    }
}

fn without_region(documents: &[Document], options: &Options) -> Vec<NumberedPair> {
    let read = |document: &Document| {
        let mut facts = Facts::of(&Paragraphs::of_page(document.text()), options);
        let region = Facts::read(document, options);
        (facts.url, facts.links, facts.address) = (region.url, region.links, region.address);
        facts
    };
    let facts: Vec<Facts> = documents.par_iter().map(read).collect();
    pairs_of(&facts, options)
}

/// Ours by whole sentences alone: no fragments, so that copies are found and compared by nothing else.
pub(super) fn without_fragments(documents: &[Document], least: f64) -> Vec<NumberedPair> {
    let options = Options::new().with_least(least);
    let facts: Vec<Facts> = read(documents, &options).into_iter().map(Facts::without_fragments).collect();
    pairs_of(&facts, &options)
}

fn documents(collection: &Collection, source: fn(&WebPage) -> &str) -> Vec<Document> {
    let document = |(number, page): (usize, &WebPage)| {
        Document::new(number.to_string(), source(page)).with_url(page.url.clone())
    };
    collection.pages.iter().enumerate().map(document).collect()
}

//! Link texts in a row: one sentence, or one for each.
//!
//! The source joins link texts that follow one another if the compound that they make is on enough pages of the whole web, and takes
//! them for sentences of their own otherwise. The threshold is not printed. The published method here joins all of them; this is what
//! cutting all of them would change.

use super::judge::{Judged, Part};
use super::method::Known;
use katagami::document::Document;
use katagami::similar::{NumberedPair, Options, pairs, read};

/// As published, with a paragraph's end between link texts in a row.
pub(super) fn pairs_cut(documents: &[Document]) -> Vec<NumberedPair> {
    pairs(&cut(documents), &Options::paper())
}

/// What is said about it: long sentences of the content regions, pairs, F1.
pub(super) fn text(known: &Known, joined: &Judged) -> String {
    let found = known.judge(&pairs_cut(&known.documents));
    let sentences = |documents: &[Document]| {
        let options = Options::paper();
        let pages = read(documents, &options);
        let long = |page: &katagami::similar::Facts| {
            page.sentences.iter().filter(|sentence| sentence.chars >= options.min_chars()).count()
        };
        pages.iter().map(long).sum::<usize>()
    };
    let [whole, passage] = [Part::Whole, Part::Passage].map(|part| [joined.f1(part), found.f1(part)]);
    format!(
        "The source joins link texts in a row to one sentence if that is on enough pages of the whole web, and cuts them otherwise; the threshold \
         is not printed. Here all are joined. If all were cut, the content regions would have {} long sentences instead of {}, F1 would be \
         {:.3} instead of {:.3} for whole pages and {:.3} instead of {:.3} for passages. Items of lists are cut anyway. \
         The table of real pages has a row with all cut.",
        sentences(&cut(&known.documents)),
        sentences(&known.documents),
        whole[1],
        whole[0],
        passage[1],
        passage[0],
    )
}

/// The same pages with two line breaks between links in a row.
fn cut(documents: &[Document]) -> Vec<Document> {
    let cut = |document: &Document| {
        let mut parts = document.text().split("</a>");
        let mut html = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let next = part.trim_start();
            let is_link = next.starts_with("<a ");
            html.push_str(if is_link { "</a><br><br>" } else { "</a>" });
            html.push_str(part);
        }
        let document_cut = Document::new(document.name(), html);
        match document.url() {
            Some(url) => document_cut.with_url(url),
            None => document_cut,
        }
    };
    documents.iter().map(cut).collect()
}

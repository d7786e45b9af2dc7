//! Where strings occur in the pages, for many strings at once: the query side of the crate `suffix` on our suffix order.
//!
//! Sorting costs O(n) once; a query of m bytes then takes O(m log n). For a few strings, scanning the pages is faster.

use super::{Text, sort};
use crate::document::Corpus;
use crate::error::Result;
use suffix::SuffixTable;

/// A place in a page.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Occurrence {
    /// The number of the document.
    pub document: u32,
    /// The first byte in the document's text.
    pub start: u32,
}

/// All documents, ready for queries.
pub struct Search {
    table: SuffixTable<'static, 'static>,
    /// Where each document begins, and the end of the text.
    starts: Vec<u32>,
}

impl Search {
    /// Sorts the suffixes of all documents. O(n) time, five bytes a byte of memory.
    ///
    /// # Errors
    /// If there are more than [`Text::MAX_LEN`] bytes.
    #[expect(clippy::missing_panics_doc, reason = "the length is checked first")]
    pub fn new(corpus: &Corpus) -> Result<Self> {
        // NUL behind each document is as good a BREAK as any: no query may hold one.
        let mut joined = String::new();
        let mut starts = vec![0];
        for document in corpus.documents() {
            joined.push_str(document.text());
            joined.push('\0');
            Text::check_len(joined.len())?;
            starts.push(u32::try_from(joined.len()).expect("a length that was checked"));
        }
        let order = sort::suffix_order_of_bytes(joined.as_bytes());
        Ok(Search { table: SuffixTable::from_parts(joined, order), starts })
    }

    /// Where a string occurs, in page order. A string that is empty or holds a NUL occurs nowhere.
    #[must_use]
    pub fn find(&self, string: &str) -> Vec<Occurrence> {
        if string.contains('\0') {
            return Vec::new();
        }
        let mut places = self.table.positions(string).to_vec();
        places.sort_unstable();
        places.into_iter().map(|place| self.occurrence(place)).collect()
    }

    fn occurrence(&self, place: u32) -> Occurrence {
        let document = self.starts.partition_point(|&start| start <= place) - 1;
        Occurrence {
            document: u32::try_from(document).expect("fewer documents than bytes"),
            start: place - self.starts[document],
        }
    }
}

/// Where a string occurs, in page order, by a scan of all pages: O(n) time, no memory. Occurrences may overlap.
#[expect(clippy::missing_panics_doc, reason = "no document has 4 GiB")]
pub fn scan<'a>(corpus: &'a Corpus, string: &'a str) -> impl Iterator<Item = Occurrence> + 'a {
    let finder = memchr::memmem::Finder::new(string).into_owned();
    (0..).zip(corpus.documents()).flat_map(move |(document, page)| {
        let (text, finder) = (page.text().as_bytes(), finder.clone());
        let mut from = 0;
        std::iter::from_fn(move || {
            if finder.needle().is_empty() {
                return None;
            }
            let at = from + finder.find(&text[from..])?;
            from = at + 1;
            Some(Occurrence { document, start: u32::try_from(at).expect("a document has less than 4 GiB") })
        })
    })
}

//! Finds the occurrences of strings in pages, for many strings at once: queries of the crate `suffix` on our suffix
//! order.
//!
//! Sorting takes O(n) once; then a query of m bytes takes O(m log n). For a few strings, scanning the pages is faster.

use super::{Text, sort};
use crate::document::Corpus;
use crate::error::Result;
use suffix::SuffixTable;

/// An occurrence in a page.
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
    /// The positions at which the documents begin, and the end of the text.
    starts: Vec<u32>,
}

impl Search {
    /// Sorts the suffixes of all documents. O(n) time; memory: five bytes for each byte.
    ///
    /// # Errors
    /// If there are more than [`Text::MAX_LEN`] bytes.
    pub fn new(corpus: &Corpus) -> Result<Self> {
        // NUL after each document serves as BREAK: no query may contain one.
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

    /// The occurrences of a string, in page order. A string that is empty or contains a NUL occurs nowhere.
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

/// The occurrences of a string, in page order, found by a scan of all pages: O(n) time, no memory. Occurrences may
/// overlap.
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

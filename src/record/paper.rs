//! The number of records of a page as in the source: the frequency at the peak of the spectrum of its tags.
//!
//! In: a page. Out: a count. One tag with its attributes is one symbol, text is ignored, and substrings have lengths 1 to 10. The
//! count is the frequency f >= 3 with the largest F(f). Known failures: off by one where records touch, half on zebra rows, wrong
//! on nested lists and on few records.
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, section 6.2.

use crate::document::Document;
use crate::error::Result;
use crate::index::{Index, Memory, TextReader};
use crate::spectrum::{Frequency, Lengths, Spectrum, peak};

/// The number of records on a page, with the symbols that the reader makes; 0 if nothing occurs three times.
///
/// # Errors
/// If the page has more symbols than the limit for a text.
pub fn count(page: &Document, reader: TextReader) -> Result<u32> {
    let index = Index::new(reader.read(&std::iter::once(page.clone()).collect())?, Memory::Fast);
    let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, Frequency::Occurrences);
    Ok(peak::paper::peak(&spectrum).map_or(0, |row| row.frequency))
}

//! The number of records as published: the peak of the tags of one page.
//!
//! One tag, attributes included, is one symbol, text is left out, lengths are 1 to 10, and the frequency of the
//! largest F(f) of f >= 3 is the number. Known to fail by one where records touch, by half on zebra rows, and on nested
//! lists and few records.
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, section 6.2.

use crate::document::Document;
use crate::error::Result;
use crate::index::{Index, Memory, TextReader};
use crate::spectrum::{Frequency, Lengths, Spectrum, peak};

/// How many records a page holds, each symbol being what the reader makes it; 0 if nothing occurs three times.
///
/// # Errors
/// If the page has more symbols than a text may have.
pub fn count(page: &Document, reader: TextReader) -> Result<u32> {
    let index = Index::new(reader.read(&std::iter::once(page.clone()).collect())?, Memory::Fast);
    let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, Frequency::Occurrences);
    Ok(peak::paper::peak(&spectrum).map_or(0, |row| row.frequency))
}

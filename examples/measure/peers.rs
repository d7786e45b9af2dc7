//! What others do with the same text.

use hashbrown::HashMap;
use katagami::spectrum::{Row, Spectrum};
use libsais::SuffixArrayConstruction;
use std::ops::RangeInclusive;
use suffix::SuffixTable;

/// The bytes that our index sorts: each its value plus one, and 0 behind each page.
pub fn symbols(pages: &[String]) -> Vec<u8> {
    pages.iter().flat_map(|page| page.bytes().map(|byte| byte + 1).chain([0])).collect()
}

/// The pages as one string for those who take no bytes, U+0000 behind each page.
pub fn joined(pages: &[String]) -> String {
    pages.iter().flat_map(|page| [page.as_str(), "\0"]).collect()
}

/// The suffix order by libsais on one thread, as our index asks for it.
pub fn libsais(symbols: &[u8]) -> Vec<i32> {
    let sorted = SuffixArrayConstruction::for_text(symbols).in_owned_buffer32().single_threaded().run();
    sorted.expect("libsais sorts every text of at most 2^31 - 1 bytes").into_vec()
}

/// The suffix order by the crate `suffix`.
pub fn suffix_table(joined: &str) -> SuffixTable<'_, '_> {
    SuffixTable::new(joined)
}

/// All repeated substrings with their frequencies by the crate esaxx-rs: the sum of the frequencies.
///
/// It takes characters and knows no documents, so that substrings that span two pages are among them.
pub fn esaxx(joined: &str) -> u64 {
    let repeats = esaxx_rs::suffix(joined).expect("esaxx sorts every text of less than 2^31 characters");
    repeats.iter().map(|(_, frequency)| u64::from(frequency)).sum()
}

/// V(f) of the substrings of these lengths, each of them counted in a hash map: one pass a length, so that no more
/// than the substrings of one length are in memory, and nothing is copied.
pub fn naive(pages: &[String], lengths: RangeInclusive<usize>) -> Spectrum {
    let mut distinct: HashMap<u32, u64> = HashMap::new();
    for length in lengths {
        let mut frequencies: HashMap<&[u8], u32> = HashMap::new();
        for substring in pages.iter().flat_map(|page| page.as_bytes().windows(length)) {
            *frequencies.entry(substring).or_default() += 1;
        }
        for frequency in frequencies.into_values() {
            *distinct.entry(frequency).or_default() += 1;
        }
    }
    Spectrum::from_rows(distinct.into_iter().map(|(frequency, distinct)| Row { frequency, distinct }))
}

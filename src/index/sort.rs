//! The suffixes of a text in lexicographic order. The only file that knows libsais.

use super::text::{Symbols, Text};

/// The places of all suffixes in lexicographic order. O(n) time.
#[cfg(feature = "libsais")]
pub(super) fn suffix_order(text: &Text) -> Vec<u32> {
    use libsais::SuffixArrayConstruction;
    let order: Vec<i32> = match text.symbols() {
        Symbols::Narrow(symbols) => SuffixArrayConstruction::for_text(symbols)
            .in_owned_buffer32()
            .single_threaded()
            .run()
            .expect("libsais sorts every text of at most 2^31 - 1 bytes")
            .into_vec(),
        Symbols::Wide(symbols) => {
            // libsais marks symbols while it works and restores them; the text itself stays shared.
            let mut symbols: Vec<i32> = bytemuck::cast_slice(symbols).to_vec();
            SuffixArrayConstruction::for_text_mut(&mut symbols)
                .in_owned_buffer32()
                .single_threaded()
                .run()
                .expect("libsais sorts every text of at most 2^31 - 1 symbols from 0 up")
                .into_vec()
        }
    };
    bytemuck::cast_vec(order)
}

/// The places of all suffixes in lexicographic order. O(n) time.
#[cfg(not(feature = "libsais"))]
pub(super) fn suffix_order(text: &Text) -> Vec<u32> {
    match text.symbols() {
        Symbols::Narrow(symbols) => super::sais::suffix_order(symbols),
        Symbols::Wide(symbols) => super::sais::suffix_order(symbols),
    }
}

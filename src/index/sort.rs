//! Sorts the suffixes of a text. The only file that uses libsais.

use super::text::{Symbols, Text};

/// The positions of all suffixes in lexicographic order. O(n) time.
pub(super) fn suffix_order(text: &Text) -> Vec<u32> {
    match text.symbols() {
        Symbols::Narrow(symbols) => suffix_order_of_bytes(symbols),
        Symbols::Wide(symbols) => suffix_order_of_numbers(symbols),
    }
}

#[cfg(feature = "libsais")]
pub(super) use with_libsais::{suffix_order_of_bytes, suffix_order_of_numbers};

#[cfg(not(feature = "libsais"))]
pub(super) use super::sais::{
    suffix_order as suffix_order_of_bytes, suffix_order as suffix_order_of_numbers,
};

#[cfg(feature = "libsais")]
mod with_libsais {
    use libsais::SuffixArrayConstruction;

    /// At most `Text::MAX_LEN` bytes.
    pub(in crate::index) fn suffix_order_of_bytes(bytes: &[u8]) -> Vec<u32> {
        let sorted = SuffixArrayConstruction::for_text(bytes).in_owned_buffer32().single_threaded().run();
        bytemuck::cast_vec(sorted.expect("libsais sorts every text of at most 2^31 - 1 bytes").into_vec())
    }

    /// At most `Text::MAX_LEN` symbols.
    pub(in crate::index) fn suffix_order_of_numbers(symbols: &[u32]) -> Vec<u32> {
        // libsais marks symbols while it works and restores them; the text itself stays shared.
        let mut symbols: Vec<i32> = bytemuck::cast_slice(symbols).to_vec();
        let sorted =
            SuffixArrayConstruction::for_text_mut(&mut symbols).in_owned_buffer32().single_threaded().run();
        bytemuck::cast_vec(
            sorted.expect("libsais sorts every text of at most 2^31 - 1 symbols from 0 up").into_vec(),
        )
    }
}

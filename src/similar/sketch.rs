//! Sketches of sentences: sets of least hashes, of which similar sentences have many in common.
//!
//! In: the text of a sentence. Out: 64 bits, four hashes of 16 bits each. Every string of eight bytes that begins where a word
//! begins is hashed; the two highest bits of a hash choose one of four slots, and each slot keeps its least hash. Two sentences
//! with most of their strings in common agree in most slots. O(text).
//!
//! Source: Broder, "On the Resemblance and Containment of Documents", 1997; Li, Owen, Zhang, "One Permutation Hashing", 2012.

/// The length of a hashed string in bytes.
pub(super) const GRAM: usize = 8;

/// A sentence that the other page does not have as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnmatchedSentence {
    /// Its number on the page.
    pub(super) at: u32,
    pub(super) sketch: u64,
}

/// The sketch of a text that is too short to have a string.
pub(super) const NOTHING: u64 = u64::MAX;

/// The number of hashes in a sketch.
pub(super) const SLOTS: usize = 4;

/// The sketch of a text: for each slot the 16 highest bits of its least hash, without the bits that choose the slot.
pub(super) fn sketch(text: &str) -> u64 {
    let mut least = [u64::MAX; SLOTS];
    let text = text.as_bytes();
    let mut is_in_word = false;
    for (number, bytes) in text.chunks(WORD).enumerate() {
        let mut begins = beginnings(bytes, &mut is_in_word);
        while begins != 0 {
            let at = number * WORD + begins.trailing_zeros() as usize;
            let Some(gram) = text.get(at..at + GRAM) else { break };
            let gram = u64::from_le_bytes(gram.try_into().expect("eight bytes"));
            let hash = (gram ^ (gram >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let slot = &mut least[(hash >> 62) as usize];
            *slot = (*slot).min(hash << 2);
            begins &= begins - 1;
        }
    }
    least.iter().fold(0, |sketch, least| sketch << 16 | least >> 48)
}

/// Bytes that are examined at once: one for each bit of a number.
const WORD: usize = 64;

/// A bit for each byte that begins a word. A letter or digit of ASCII begins one unless it follows another; every character beyond
/// ASCII begins one, since many scripts have no spaces.
fn beginnings(bytes: &[u8], is_in_word: &mut bool) -> u64 {
    let (mut of_word, mut wide) = ([0; WORD], [0; WORD]);
    for ((&byte, of_word), wide) in bytes.iter().zip(&mut of_word).zip(&mut wide) {
        *of_word = u8::from(byte.is_ascii_alphanumeric());
        *wide = u8::from(byte >= 0xc0);
    }
    let (of_word, wide) = (bits(&of_word), bits(&wide));
    let begins = of_word & !(of_word << 1 | u64::from(*is_in_word)) | wide;
    *is_in_word = of_word >> (WORD - 1) == 1;
    begins
}

/// Packs bytes that are 0 or 1 into bits; the first byte gives the lowest bit.
fn bits(bytes: &[u8; WORD]) -> u64 {
    let eight = |some: &[u8]| {
        // The product moves the bit of each byte to its position among the eight highest.
        u64::from_le_bytes(some.try_into().expect("eight bytes")).wrapping_mul(0x0102_0408_1020_4080) >> 56
    };
    (0..).zip(bytes.chunks(8)).fold(0, |bits, (at, some)| bits | eight(some) << (8 * at))
}

/// The hashes of a sketch, each with the number of its slot in the higher bits. Slots that no string fell into are left out.
pub(super) fn numbers(sketch: u64) -> impl Iterator<Item = u64> {
    let number = move |slot: u64| slot << 16 | (sketch >> (16 * slot)) & 0xffff;
    (0..).take(SLOTS).map(number).filter(|number| number & 0xffff != 0xffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_begin_after_a_byte_that_is_no_letter_or_digit(text in "[a1Z .あé-]{0,200}") {
            let text = text.as_bytes();
            let mut is_in_word = false;
            let begins: Vec<u64> = text.chunks(WORD).map(|bytes| beginnings(bytes, &mut is_in_word)).collect();
            for (at, &byte) in text.iter().enumerate() {
                let is_behind = at == 0 || !text[at - 1].is_ascii_alphanumeric();
                let expected = byte.is_ascii_alphanumeric() && is_behind || byte >= 0xc0;
                prop_assert_eq!(begins[at / WORD] >> (at % WORD) & 1 == 1, expected, "{}", at);
            }
        }
    }
}

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

/// The sketch of a text: for each slot the 16 highest bits of its least hash, without the bits that choose the slot. A letter or digit
/// of ASCII begins a word unless it follows another; every character beyond ASCII begins one, since many scripts have no spaces.
pub(super) fn sketch(text: &str) -> u64 {
    let mut least = [u64::MAX; SLOTS];
    let text = text.as_bytes();
    let mut is_in_word = false;
    for gram in text.windows(GRAM) {
        let is_of_word = gram[0].is_ascii_alphanumeric();
        if is_of_word && !is_in_word || gram[0] >= 0xc0 {
            let gram = u64::from_le_bytes(gram.try_into().expect("eight bytes"));
            let hash = (gram ^ (gram >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let slot = &mut least[(hash >> 62) as usize];
            *slot = (*slot).min(hash << 2);
        }
        is_in_word = is_of_word;
    }
    least.iter().fold(0, |sketch, least| sketch << 16 | least >> 48)
}

/// The hashes of a sketch, each with the number of its slot in the higher bits. Slots that no string fell into are left out.
pub(super) fn numbers(sketch: u64) -> impl Iterator<Item = u64> {
    let number = move |slot: u64| slot << 16 | (sketch >> (16 * slot)) & 0xffff;
    (0..).take(SLOTS).map(number).filter(|number| number & 0xffff != 0xffff)
}

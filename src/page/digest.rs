//! Hashes of texts that are the same on every machine and in every run: FNV-1a, and a function that spreads the bits.

/// The initial value of a hash.
pub(crate) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

/// Adds a character or a [spread](spread) hash to a hash.
pub(crate) fn mix(hash: u64, value: u64) -> u64 {
    (hash ^ value).wrapping_mul(0x0100_0000_01b3)
}

/// 2^64 divided by the golden ratio, odd: the multiplier of Fibonacci hashing (Knuth, "The Art of Computer
/// Programming", volume 3, section 6.4).
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Spreads the bits of a hash, so that it can be mixed into another hash.
pub(crate) fn spread(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(GOLDEN);
    hash ^ (hash >> 29)
}

/// The hash of a text.
pub(crate) fn text(text: &str) -> u64 {
    spread(text.bytes().fold(BASIS, |hash, byte| mix(hash, u64::from(byte))))
}

/// The hash of an ASCII text converted to lower case.
pub(crate) fn ascii_lower(text: &str) -> u64 {
    let lower = text.bytes().map(|byte| u64::from(byte.to_ascii_lowercase()));
    spread(lower.fold(BASIS, mix))
}

//! Numbers of short strings of a text, a sample of them that another text with the same strings samples too.
//!
//! In: a text. Out: the hashes of some of its strings of [`LENGTH`] characters: those whose hash is the least of
//! [`WINDOW`] that follow one another. Two texts that share a stretch of `LENGTH + WINDOW - 1` characters are sure to share
//! a number; shorter ones do by chance. So a text is found again in which every sentence was changed a little.
//!
//! Source: Schleimer, Wilkerson, Aiken, "Winnowing: Local Algorithms for Document Fingerprinting", 2003. O(text).

/// How many characters a fragment has.
pub const LENGTH: usize = 24;

/// Of how many fragments one is taken, about half as many in fact.
pub const WINDOW: usize = 64;

/// Odd, with bits all over: the multiplier of a rolling hash modulo 2^64.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Adds the fragments of a text, each as often as it is taken.
pub fn fragments(text: &str, into: &mut Vec<u64>) {
    let chars: Vec<u32> = text.chars().map(u32::from).collect();
    if chars.len() < LENGTH {
        return;
    }
    let first = (1..LENGTH).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let add = |hash: u64, char: u32| hash.wrapping_mul(BASE).wrapping_add(u64::from(char) + 1);
    let mut hash = chars[..LENGTH - 1].iter().fold(0, |hash, &char| add(hash, char));
    let mut hashes = Vec::with_capacity(chars.len() - LENGTH + 1);
    for at in LENGTH - 1..chars.len() {
        hash = add(hash, chars[at]);
        hashes.push(spread(hash));
        hash = hash.wrapping_sub((u64::from(chars[at + 1 - LENGTH]) + 1).wrapping_mul(first));
    }
    let mut taken = usize::MAX;
    for start in 0..=hashes.len().saturating_sub(WINDOW) {
        let window = &hashes[start..hashes.len().min(start + WINDOW)];
        if (start..start + window.len()).contains(&taken) && hashes[start + window.len() - 1] >= hashes[taken]
        {
            continue;
        }
        let least = window.iter().enumerate().min_by_key(|&(_, hash)| hash).map_or(0, |(at, _)| at) + start;
        if least != taken {
            taken = least;
            into.push(hashes[least]);
        }
    }
}

/// Spreads a hash over all bits.
fn spread(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

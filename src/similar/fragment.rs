//! Hashes of sampled short strings of a text, chosen so that two texts that share a string both sample it.
//!
//! In: a text. Out: the hashes of some of its strings of [`LENGTH`] bytes: those that begin with an *anchor*, which one string in
//! [`RATE`] does, but at least [`LEAST`] of them. Whether a string begins with an anchor depends on the string alone, so a text of
//! which every sentence was edited still has many of its fragments.
//!
//! Source: Manber, "Finding Similar Files in a Large File System", 1994 (anchors), and Broder, "On the Resemblance and
//! Containment of Documents", 1997 (the least hashes of a document). O(text).

use twox_hash::XxHash3_64;

/// How many bytes a fragment has: 24 letters, 8 ideographs.
pub const LENGTH: usize = 24;

/// One string in this many begins with an anchor. Tried: 32 and 48, which find as much (docs/lab/similar.md) with more keys.
pub const RATE: u64 = 64;

/// The length of an anchor in bytes, that of a 64-bit number.
const ANCHOR: usize = 8;

/// The number of fragments that are taken of a short text: if there are fewer anchors, the least hashes are added.
pub const LEAST: usize = 8;

/// The fragments of a text, in ascending order, each once.
#[must_use]
pub fn fragments(text: &str) -> Vec<u64> {
    let text = text.as_bytes();
    let mut taken = Vec::new();
    for (at, bytes) in text.windows(ANCHOR).enumerate() {
        if is_anchor(bytes)
            && let Some(string) = text.get(at..at + LENGTH)
        {
            taken.push(hash(string));
        }
    }
    sort(&mut taken);
    if taken.len() < LEAST {
        let mut others: Vec<u64> = text.windows(LENGTH).map(hash).collect();
        sort(&mut others);
        others.retain(|hash| taken.binary_search(hash).is_err());
        taken.extend(others.iter().take(LEAST - taken.len()));
        taken.sort_unstable();
    }
    taken
}

/// Sorts hashes and removes duplicates.
fn sort(hashes: &mut Vec<u64>) {
    hashes.sort_unstable();
    hashes.dedup();
}

/// Whether eight bytes are an anchor.
fn is_anchor(bytes: &[u8]) -> bool {
    let number = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    // The factor is odd and has bits set throughout, so the highest bits of the product depend on all bits of the number.
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15) <= u64::MAX / RATE
}

fn hash(string: &[u8]) -> u64 {
    XxHash3_64::oneshot(string)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random words.
    fn words(count: u64, seed: u64) -> String {
        let word = |number: u64| format!("{:x}", hash(&[number, seed].map(u64::to_le_bytes).concat()));
        (0..count).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn fragments_of_a_text_are_also_fragments_of_a_text_around_it() {
        let text = words(200, 1);
        let around = format!("{} {text} {}", words(50, 2), words(50, 3));
        let (alone, within) = (fragments(&text), fragments(&around));
        assert!(alone.len() > 25, "{}", alone.len());
        assert!(alone.iter().all(|fragment| within.binary_search(fragment).is_ok()));
    }

    #[test]
    fn a_short_text_has_fragments_too() {
        assert_eq!(fragments("less than a fragment").len(), 0);
        assert_eq!(fragments("twenty-four letters here").len(), 1);
        assert_eq!(fragments(&words(3, 1)).len(), LEAST);
    }
}

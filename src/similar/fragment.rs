//! Numbers of short strings of a text, a sample of them that another text with the same strings samples too.
//!
//! In: a text. Out: the hashes of some of its strings of [`LENGTH`] bytes: those that begin with an *anchor*, as one in [`RATE`]
//! does, but at least [`LEAST`] of them. Which strings are taken depends on nothing but themselves, so a text in which
//! every sentence was changed a little has many of its fragments still.
//!
//! Source: Manber, "Finding Similar Files in a Large File System", 1994 (anchors), and Broder, "On the Resemblance and
//! Containment of Documents", 1997 (the least of a document). O(text).

use twox_hash::XxHash3_64;

/// How many bytes a fragment has: 24 letters, 8 ideographs.
pub const LENGTH: usize = 24;

/// Of how many strings one is an anchor. Tried: 32 and 48, which find as much (docs/SIMILAR.md) with more keys.
pub const RATE: u64 = 64;

/// How many bytes an anchor has, as many as a number.
const ANCHOR: usize = 8;

/// How many are taken of a short text.
pub const LEAST: usize = 8;

/// The fragments of a text, in order, each once.
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

/// In order, each once.
fn sort(hashes: &mut Vec<u64>) {
    hashes.sort_unstable();
    hashes.dedup();
}

/// Whether eight bytes are an anchor.
fn is_anchor(bytes: &[u8]) -> bool {
    let number = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    // Odd, with bits all over: the highest depend on all.
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15) <= u64::MAX / RATE
}

fn hash(string: &[u8]) -> u64 {
    XxHash3_64::oneshot(string)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that no rule foresees.
    fn words(count: u64, seed: u64) -> String {
        let word = |number: u64| format!("{:x}", hash(&[number, seed].map(u64::to_le_bytes).concat()));
        (0..count).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_string_is_taken_wherever_it_stands() {
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

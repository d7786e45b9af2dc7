//! Numbers of short strings of a text, a sample of them that another text with the same strings samples too.
//!
//! In: a text. Out: the hashes of some of its strings of [`LENGTH`] bytes, those that are less than one in [`RATE`] is, but
//! at least the [`LEAST`] least of them. Which strings are taken depends on nothing but themselves, so a text in which every
//! sentence was changed a little has many of its fragments still.
//!
//! Source: Manber, "Finding Similar Files in a Large File System", 1994 (hashes below a bound), and Broder, "On the
//! Resemblance and Containment of Documents", 1997 (the least of a document). O(text).

/// How many bytes a fragment has: 24 letters, 8 ideographs.
pub const LENGTH: usize = 24;

/// Of how many fragments one is taken.
pub const RATE: u64 = 32;

/// How many are taken of a short text.
pub const LEAST: usize = 8;

/// Odd, with bits all over: the multiplier of a rolling hash modulo 2^64.
const BASE: u64 = 0x9e37_79b9_7f4a_7c15;

/// The fragments of a text, in order, each once.
#[must_use]
pub fn fragments(text: &str) -> Vec<u64> {
    let mut taken = less(text, u64::MAX / RATE);
    if taken.len() < LEAST {
        taken = less(text, u64::MAX);
        taken.truncate(LEAST);
    }
    taken
}

/// Places of a text that are worked at by turns: one hash waits for the one before it, so several are under way.
const LANES: usize = 4;

/// What a byte takes off the hash when it is left behind.
const LEFT: [u64; 256] = {
    let (mut out, mut at) = (1_u64, 0);
    while at < LENGTH {
        out = out.wrapping_mul(BASE);
        at += 1;
    }
    let (mut left, mut byte) = ([0; 256], 0);
    while byte < 256 {
        left[byte] = (byte as u64 + 1).wrapping_mul(out);
        byte += 1;
    }
    left
};

/// The fragments that are not greater than a bound, in order, each once.
fn less(text: &str, bound: u64) -> Vec<u64> {
    let text = text.as_bytes();
    let mut taken = Vec::new();
    let Some(steps) = text.len().checked_sub(LENGTH) else { return taken };
    let mut take = |hash: u64| {
        let hash = spread(hash);
        if hash <= bound {
            taken.push(hash);
        }
    };
    // Each lane begins with a fragment and makes so many steps; the last one goes on to the end.
    let len = steps / LANES;
    let lanes: [usize; LANES] = std::array::from_fn(|lane| lane * len);
    let mut hashes = lanes.map(|start| text[start..start + LENGTH].iter().fold(0, |hash, &byte| add(hash, byte)));
    let old = lanes.map(|start| &text[start..start + len]);
    let new = lanes.map(|start| &text[start + LENGTH..start + LENGTH + len]);
    for at in 0..len {
        for lane in 0..LANES {
            take(hashes[lane]);
            hashes[lane] = add(hashes[lane], new[lane][at]).wrapping_sub(LEFT[usize::from(old[lane][at])]);
        }
    }
    let (mut hash, start) = (hashes[LANES - 1], LANES * len);
    for (&old, &new) in text[start..].iter().zip(&text[start + LENGTH..]) {
        take(hash);
        hash = add(hash, new).wrapping_sub(LEFT[usize::from(old)]);
    }
    take(hash);
    taken.sort_unstable();
    taken.dedup();
    taken
}

fn add(hash: u64, byte: u8) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(u64::from(byte) + 1)
}

/// Spreads a hash over all bits.
fn spread(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that no rule foresees.
    fn words(count: u64, seed: u64) -> String {
        let word = |number: u64| format!("{:x}", spread(number.wrapping_mul(BASE) ^ seed));
        (0..count).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_string_is_taken_wherever_it_stands() {
        let text = words(200, 1);
        let around = format!("{} {text} {}", words(50, 2), words(50, 3));
        let (alone, within) = (fragments(&text), fragments(&around));
        assert!(alone.len() > 50, "{}", alone.len());
        assert!(alone.iter().all(|fragment| within.binary_search(fragment).is_ok()));
    }

    #[test]
    fn a_short_text_has_fragments_too() {
        assert_eq!(fragments("less than a fragment").len(), 0);
        assert_eq!(fragments("twenty-four letters here").len(), 1);
        assert_eq!(fragments(&words(3, 1)).len(), LEAST);
    }
}

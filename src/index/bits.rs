//! A bit vector that counts the ones before a position.

/// Bits, with the number of ones before each word of them. Memory: 1.5 bits for each bit.
#[derive(Debug)]
pub(super) struct Bits {
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Bits {
    /// From words of 64 bits, the lowest bit first.
    pub(super) fn new(words: Vec<u64>) -> Self {
        let mut ones = 0;
        let before = words
            .iter()
            .map(|word| {
                let before = ones;
                ones += word.count_ones();
                before
            })
            .collect();
        Bits { words, before }
    }

    /// Whether the bit at a position is one.
    #[inline]
    pub(super) fn at(&self, place: u32) -> bool {
        self.words[place as usize / 64] >> (place % 64) & 1 == 1
    }

    /// The number of ones up to and including a position.
    #[inline]
    pub(super) fn ones_through(&self, place: u32) -> u32 {
        let word = place as usize / 64;
        self.before[word] + (self.words[word] << (63 - place % 64)).count_ones()
    }

    /// The number of ones.
    pub(super) fn ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ones_are_counted_up_to_every_position() {
        let words: Vec<u64> =
            (0..40_u64).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(7) ^ i).collect();
        let bits = Bits::new(words);
        let mut ones = 0;
        for place in 0..40 * 64 {
            ones += u32::from(bits.at(place));
            assert_eq!(bits.ones_through(place), ones);
        }
        assert_eq!(bits.ones(), ones);
    }
}

//! Numbered stretches of positions, one after the other: documents, for example.

/// Where stretches begin, and which of them has a position.
#[derive(Clone, Debug)]
pub(super) struct Stretches {
    /// The positions at which the stretches begin, and the end of the last.
    starts: Vec<u32>,
    /// The stretch at every 2^`block_bits`-th position, so that one is found by a search among few.
    blocks: Vec<u32>,
    block_bits: u32,
}

impl Stretches {
    /// From where each begins, and the end of the last. Memory: at most as many numbers as there are positions / 8, and the
    /// starts.
    pub(super) fn new(starts: Vec<u32>) -> Self {
        let len = *starts.last().expect("the end of the last");
        let count = u32::try_from(starts.len() - 1).expect("fewer stretches than positions");
        // A stretch begins in about every eighth block; in the others there is nothing to search.
        let block_bits = (len / count.max(1) / 8).max(8).ilog2();
        let mut blocks = Vec::with_capacity((len >> block_bits) as usize + 2);
        let mut stretch = 0;
        for place in (0..=len).step_by(1 << block_bits) {
            while stretch + 1 < count && starts[stretch as usize + 1] <= place {
                stretch += 1;
            }
            blocks.push(stretch);
        }
        blocks.push(count.saturating_sub(1));
        Stretches { starts, blocks, block_bits }
    }

    /// The positions at which the stretches begin, and the end of the last.
    #[inline]
    pub(super) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The stretch that has a position before the end of the last.
    #[inline]
    pub(super) fn at(&self, place: u32) -> u32 {
        let block = (place >> self.block_bits) as usize;
        let (low, high) = (self.blocks[block], self.blocks[block + 1]);
        if high - low <= 1 {
            // The usual case. A branch on whether a stretch begins in the block would often be mispredicted.
            return low + ((high - low) & u32::from(self.starts[high as usize] <= place));
        }
        let later = &self.starts[low as usize + 1..=high as usize];
        low + u32::try_from(later.partition_point(|&start| start <= place)).expect("a stretch")
    }
}

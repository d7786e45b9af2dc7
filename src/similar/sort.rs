//! External merge sort: sorts more records than fit in memory.
//!
//! In: records of a fixed size, in any order. They fill a buffer; a full buffer is sorted on all threads and appended to a file as
//! a *run*. Out: all records in order, merged from the runs in one pass, or straight from the buffer if all of them fit in it. Time
//! O(n log n); memory is the buffer; disk space is that of the records, twice if there are more runs than can be merged at once.
//!
//! ```text
//! 5 2 | 4 1 | 3      runs of two: 2 5 | 1 4 | 3      merged: 1 2 3 4 5
//! ```
//!
//! Source: Knuth, "The Art of Computer Programming" 3, 1998, section 5.4.

use super::spool::{Spool, bytes};
use rayon::slice::ParallelSliceMut;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, Write};
use std::ops::Range;

/// A record that can be sorted.
pub trait Record: bytemuck::Pod + Ord + Send + Sync {
    /// The number that records are sorted by; records with the same number are equal.
    fn order(&self) -> u128;
}

/// Sorted by the first four numbers, which determine the others.
impl<const N: usize> Record for [u32; N]
where
    [u32; N]: bytemuck::Pod,
{
    fn order(&self) -> u128 {
        self.iter().take(4).fold(0, |order, &number| order << 32 | u128::from(number))
    }
}

/// Sorted by the first two numbers, which determine the others; comparing two is faster than comparing four.
impl<const N: usize> Record for [u64; N]
where
    [u64; N]: bytemuck::Pod,
{
    fn order(&self) -> u128 {
        self.iter().take(2).fold(0, |order, &number| order << 64 | u128::from(number))
    }
}

/// Two numbers as one that sorts in the same order.
#[must_use]
pub fn joined([high, low]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// The two numbers of a [`joined`] one.
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "both halves are kept")]
pub fn parted(number: u64) -> [u32; 2] {
    [(number >> 32) as u32, number as u32]
}

/// The least number of bytes that are read of a run at once: with less, the access costs more than the reading.
const CHUNK: usize = 1 << 16;

/// Sorts records and appends them to a spool, where these bytes are their *run*.
///
/// # Errors
/// If they cannot be written.
pub fn write_run<R: Record>(records: &mut [R], spool: &mut Spool) -> io::Result<Range<u64>> {
    records.par_sort_unstable_by_key(R::order);
    let start = spool.len();
    for some in records.chunks(CHUNK) {
        spool.write_all(bytemuck::cast_slice(some))?;
    }
    Ok(start..spool.len())
}

/// Collects records to be sorted.
#[derive(Debug)]
pub struct Sorter<R> {
    spool: Spool,
    runs: Vec<Range<u64>>,
    buffer: Vec<R>,
    limit: usize,
}

impl<R: Record> Sorter<R> {
    /// Sorts within `memory` bytes, with a spool for the records that do not fit.
    #[must_use]
    pub fn new(spool: Spool, memory: usize) -> Self {
        Sorter { spool, runs: Vec::new(), buffer: Vec::new(), limit: (memory / size_of::<R>()).max(2) }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If the spool cannot be written.
    pub fn push(&mut self, record: R) -> io::Result<()> {
        if self.buffer.len() == self.limit {
            self.spill()?;
        }
        if self.buffer.len() == self.buffer.capacity() {
            // Doubled, but not beyond the limit.
            self.buffer.reserve_exact((self.buffer.len().max(CHUNK)).min(self.limit - self.buffer.len()));
        }
        self.buffer.push(record);
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        self.runs.push(write_run(&mut self.buffer, &mut self.spool)?);
        self.buffer.clear();
        Ok(())
    }

    /// How many bytes are on disk.
    #[must_use]
    pub fn spilled(&self) -> u64 {
        self.spool.len()
    }

    /// All records in order; runs are read with `memory` bytes of buffers.
    ///
    /// # Errors
    /// If the spool cannot be written or read.
    pub fn sorted(mut self, memory: usize) -> io::Result<Sorted<R>> {
        if self.runs.is_empty() {
            self.buffer.par_sort_unstable_by_key(R::order);
            return Ok(Sorted::Held(self.buffer.into_iter()));
        }
        self.spill()?;
        self.buffer = Vec::new();
        Sorted::merged(self.spool, self.runs, memory)
    }
}

/// Records in order.
#[derive(Debug)]
pub enum Sorted<R> {
    /// All records are in memory.
    Held(std::vec::IntoIter<R>),
    /// The records are merged from a spool.
    Merged(Spool, Merge<R>),
}

impl<R: Record> Sorted<R> {
    /// Merges runs of a spool. If memory does not allow merging all at once, some are merged into one run first.
    fn merged(mut spool: Spool, mut runs: Vec<Range<u64>>, memory: usize) -> io::Result<Self> {
        let at_once = (memory / CHUNK).max(2);
        while runs.len() > at_once {
            let some: Vec<Range<u64>> = runs.drain(..at_once.min(runs.len())).collect();
            let mut merge: Merge<R> = Merge::new(&spool, some, memory)?;
            let start = spool.len();
            while let Some(record) = merge.next(&spool)? {
                spool.write_all(bytemuck::bytes_of(&record))?;
            }
            runs.push(start..spool.len());
        }
        let merge = Merge::new(&spool, runs, memory)?;
        Ok(Sorted::Merged(spool, merge))
    }

    /// How many records remain.
    #[must_use]
    pub fn left(&self) -> u64 {
        match self {
            Sorted::Held(records) => bytes(records.len()),
            Sorted::Merged(_, merge) => merge.left(),
        }
    }

    fn take(&mut self) -> io::Result<Option<R>> {
        match self {
            Sorted::Held(records) => Ok(records.next()),
            Sorted::Merged(spool, merge) => merge.next(spool),
        }
    }
}

impl<R: Record> Iterator for Sorted<R> {
    type Item = io::Result<R>;

    fn next(&mut self) -> Option<io::Result<R>> {
        self.take().transpose()
    }
}

/// Several runs of one spool, merged into one order.
#[derive(Debug)]
pub struct Merge<R> {
    runs: Vec<RunReader<R>>,
    /// The next record of each run that has one: its order, the number of the run, and the record.
    heads: BinaryHeap<Reverse<(u128, usize, R)>>,
}

impl<R: Record> Merge<R> {
    /// Merges with `memory` bytes of buffers.
    ///
    /// # Errors
    /// If the spool cannot be read.
    pub fn new(spool: &Spool, runs: Vec<Range<u64>>, memory: usize) -> io::Result<Self> {
        let limit = (memory / runs.len().max(1)).max(CHUNK / 16) / size_of::<R>();
        let reading = |left| RunReader { left, limit: limit.max(1), held: Vec::new(), at: 0 };
        let mut runs: Vec<RunReader<R>> = runs.into_iter().map(reading).collect();
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (number, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next(spool)?.map(|record| Reverse((record.order(), number, record))));
        }
        Ok(Merge { runs, heads })
    }

    /// How many records remain.
    #[must_use]
    pub fn left(&self) -> u64 {
        let left = |run: &RunReader<R>| {
            (run.left.end - run.left.start) / bytes(size_of::<R>()) + bytes(run.held.len() - run.at)
        };
        self.runs.iter().map(left).sum::<u64>() + bytes(self.heads.len())
    }

    /// The next record.
    ///
    /// # Errors
    /// If the spool cannot be read.
    pub fn next(&mut self, spool: &Spool) -> io::Result<Option<R>> {
        let Some(mut head) = self.heads.peek_mut() else { return Ok(None) };
        let Reverse((_, run, record)) = *head;
        match self.runs[run].next(spool)? {
            Some(next) => *head = Reverse((next.order(), run, next)),
            None => drop(PeekMut::pop(head)),
        }
        Ok(Some(record))
    }
}

/// Reads a run from its beginning, a buffer at a time.
#[derive(Debug)]
struct RunReader<R> {
    /// The bytes that are still to be read.
    left: Range<u64>,
    /// The largest number of records in the buffer.
    limit: usize,
    held: Vec<R>,
    /// The index of the next record in the buffer.
    at: usize,
}

impl<R: Record> RunReader<R> {
    fn next(&mut self, spool: &Spool) -> io::Result<Option<R>> {
        if self.at == self.held.len() {
            let left = usize::try_from((self.left.end - self.left.start) / bytes(size_of::<R>()));
            let count = left.unwrap_or(usize::MAX).min(self.limit);
            if count == 0 {
                return Ok(None);
            }
            self.held.resize(count, R::zeroed());
            spool.read_at(bytemuck::cast_slice_mut(&mut self.held), self.left.start)?;
            self.left.start += bytes(count * size_of::<R>());
            self.at = 0;
        }
        self.at += 1;
        Ok(Some(self.held[self.at - 1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spool() -> Spool {
        Spool::new(tempfile::tempfile().unwrap(), 0).unwrap()
    }

    fn sorted<R: Record>(records: &[R], memory: usize, merging: usize) -> Vec<R> {
        let mut sorter = Sorter::new(spool(), memory);
        for &record in records {
            sorter.push(record).unwrap();
        }
        sorter.sorted(merging).unwrap().map(Result::unwrap).collect()
    }

    proptest! {
        #[test]
        fn records_are_in_order_whatever_the_memory(
            records in prop::collection::vec(prop::array::uniform2(0_u64..50), 0..600),
            memory in 1_usize..8000,
            merging in 1_usize..400_000,
        ) {
            let mut expected = records.clone();
            expected.sort_unstable();
            prop_assert_eq!(sorted(&records, memory, merging), expected);
        }
    }

    #[test]
    fn records_that_fit_in_memory_never_go_to_disk() {
        let mut sorter = Sorter::new(spool(), 800);
        (0..100).for_each(|n: u64| sorter.push([n]).unwrap());
        assert_eq!(sorter.spilled(), 0);
        sorter.push([100_u64]).unwrap();
        assert_eq!(sorter.spilled(), 800);
    }

    #[test]
    fn many_runs_are_merged_in_several_passes() {
        let records: Vec<[u64; 1]> =
            (0..10_000).map(|n: u64| [n.wrapping_mul(0x9e37_79b9_7f4a_7c15)]).collect();
        let mut expected = records.clone();
        expected.sort_unstable();
        // Runs of two records, two of them at once.
        assert_eq!(sorted(&records, 16, 1), expected);
    }
}

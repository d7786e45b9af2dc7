//! The spectrum V(f): the number of distinct substrings that occur exactly f times; and F(f) = f V(f), the total
//! number of their occurrences.
//!
//! In: an [`Index`], or a [`BoundedIndex`] for substrings up to a largest length. Out: a [`Spectrum`], exact for every f. Each interval of the suffix order represents `depth -
//! parent_depth` substrings whose frequency is the width of the interval, so no substring is visited. Time: O(n).
//! Memory: proportional to the number of different frequencies, which is small unless the text is one symbol n times,
//! which has n frequencies. The number of substrings that occur once is the total n(n+1)/2 minus all occurrences of
//! repeated substrings.
//!
//! ```text
//! text  a b a b      aba, bab, abab, ba once; a, b, ab twice
//! V     1:4  2:3     F  1:4  2:6   (sum 10 = 4*5/2)
//! ```
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, sections 4 and 5. We differ: substring lengths are limited to any range or not at all, and frequencies may
//! count documents as well as occurrences.

mod documents;
mod fit;
mod page_sets;
#[doc(hidden)]
pub mod peak;

#[doc(hidden)]
pub use documents::DocumentTally;
pub use fit::PowerLaw;
#[doc(hidden)]
pub use page_sets::{PageSet, page_sets};
pub(crate) use page_sets::{PageSetCounts, PageSetTally};
#[doc(inline)]
pub use peak::{Peak, PeakFinder};

use crate::index::{BoundedIndex, Index, Interval, Memory, SuffixOrder, Text};
use crate::progress::Counted;
use rayon::prelude::*;

/// The unit in which the frequency of a substring is counted.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Frequency {
    /// Its occurrences.
    #[default]
    Occurrences,
    /// The documents that it occurs in.
    Documents,
}

impl Frequency {
    /// The default: documents if there are three or more, else occurrences.
    #[must_use]
    pub fn of(text: &Text) -> Self {
        if text.documents() >= 3 { Frequency::Documents } else { Frequency::Occurrences }
    }
}

/// A range of substring lengths in symbols, both ends included.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Lengths {
    min: u32,
    max: Option<u32>,
}

impl Lengths {
    /// All lengths from 1 up.
    pub const ALL: Lengths = Lengths { min: 1, max: None };
    /// 1 to 10: the lengths with which the source discovers templates (section 5).
    pub const DISCOVERY: Lengths = Lengths { min: 1, max: Some(10) };
    /// 1 to 30: the lengths with which the source shows the power law (section 4). This range separates templates:
    /// substrings of length 30 are amplified more, so that two small templates around long texts of one language are
    /// not taken for one.
    pub const LONG: Lengths = Lengths { min: 1, max: Some(30) };

    /// Lengths from `min` to `max`, or without an upper limit. `None` if there is no such length.
    #[must_use]
    pub fn new(min: u32, max: Option<u32>) -> Option<Self> {
        (min >= 1 && max.is_none_or(|max| min <= max)).then_some(Lengths { min, max })
    }

    /// The largest length, or the largest `u32` if there is no upper limit.
    #[must_use]
    pub fn max(self) -> u32 {
        self.max.unwrap_or(u32::MAX)
    }

    /// The number of substrings of an interval that have such a length.
    #[must_use]
    pub fn of<T>(self, interval: &Interval<T>) -> u64 {
        u64::from(interval.depth.min(self.max()).saturating_sub(interval.parent_depth.max(self.min - 1)))
    }

    /// The number of substrings of such lengths in a document of `len` symbols, where equal ones are counted each
    /// time.
    fn of_document(self, len: u32) -> u64 {
        let longest = u64::from(len.min(self.max()));
        let min = u64::from(self.min);
        // There are len - l + 1 substrings of length l.
        let lengths = (longest + 1).saturating_sub(min);
        if lengths == 0 { 0 } else { lengths * (u64::from(len) + 1) - (min + longest) * lengths / 2 }
    }
}

impl std::fmt::Display for Lengths {
    /// `A..B`, or `A..` without an upper limit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..", self.min)?;
        self.max.map_or(Ok(()), |max| write!(f, "{max}"))
    }
}

/// One frequency of a [`Spectrum`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Row {
    /// f.
    pub frequency: u32,
    /// V(f), never 0.
    pub distinct: u64,
}

impl Row {
    /// F(f) = f V(f).
    #[must_use]
    pub fn total(self) -> u64 {
        u64::from(self.frequency) * self.distinct
    }

    /// `F_a(f)` = f^a V(f).
    #[must_use]
    pub fn amplified(self, exponent: f64) -> f64 {
        f64::from(self.frequency).powf(exponent) * exact(self.distinct)
    }
}

/// V(f) for every f for which it is not 0.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spectrum {
    rows: Vec<Row>,
}

impl Spectrum {
    /// Counts the substrings of these lengths. O(n) time; counting documents takes about a fifth more.
    #[must_use]
    pub fn count(index: &impl SuffixOrder, lengths: Lengths, frequency: Frequency) -> Self {
        let counts = index
            .parts(4 * rayon::current_num_threads())
            .into_par_iter()
            .counted()
            .map(|ranks| {
                let intervals = index.intervals_of(ranks).up_to(lengths.max());
                let mut counts = FrequencyCounts::default();
                match frequency {
                    Frequency::Occurrences => {
                        intervals
                            .for_each(|interval| counts.add(interval.frequency(), lengths.of(&interval)));
                    }
                    Frequency::Documents => {
                        let mut repeated = 0;
                        intervals.tally(DocumentTally::new(index.text())).for_each(|interval| {
                            let distinct = lengths.of(&interval);
                            repeated += u64::from(interval.frequency()) * distinct;
                            counts.add(interval.frequency() - interval.tally, distinct);
                        });
                        counts.repeated = Some(repeated);
                    }
                }
                counts
            })
            .reduce(FrequencyCounts::default, FrequencyCounts::merge);
        counts.finish(index.text(), lengths)
    }

    /// Counts the substrings of a text with the index that takes less time: a [`BoundedIndex`] if their lengths are up to
    /// [`BoundedIndex::MAX_LEN`], else an [`Index`].
    #[must_use]
    pub fn of(text: Text, lengths: Lengths, frequency: Frequency) -> Self {
        if lengths.max() <= BoundedIndex::MAX_LEN {
            Spectrum::count(&BoundedIndex::new(&text, lengths.max()), lengths, frequency)
        } else {
            Spectrum::count(&Index::new(text, Memory::Fast), lengths, frequency)
        }
    }

    /// Makes a spectrum from rows in any order; rows of equal frequency are added.
    #[must_use]
    pub fn from_rows(rows: impl IntoIterator<Item = Row>) -> Self {
        let mut rows: Vec<Row> = rows.into_iter().filter(|row| row.distinct > 0).collect();
        rows.sort_by_key(|row| row.frequency);
        rows.dedup_by(|next, row| {
            let same = next.frequency == row.frequency;
            if same {
                row.distinct += next.distinct;
            }
            same
        });
        Spectrum { rows }
    }

    /// The rows by ascending frequency.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// V(f).
    #[must_use]
    pub fn distinct(&self, frequency: u32) -> u64 {
        self.rows.binary_search_by_key(&frequency, |row| row.frequency).map_or(0, |i| self.rows[i].distinct)
    }

    /// The sum of F(f). If occurrences are counted, this is the number of all substrings, with repetitions.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.rows.iter().copied().map(Row::total).sum()
    }
}

/// V(f) during the count, in blocks of frequencies that are allocated when first needed: most substrings have small
/// frequencies, few have a large one.
#[derive(Default)]
struct FrequencyCounts {
    blocks: Vec<Option<Box<[u64]>>>,
    /// The number of occurrences of repeated substrings, if it does not follow from the frequencies.
    repeated: Option<u64>,
}

/// Frequencies in a block: as many as fit into the first-level cache.
const BLOCK: usize = 1 << 12;

impl FrequencyCounts {
    #[inline]
    fn add(&mut self, frequency: u32, distinct: u64) {
        let (block, slot) = (frequency as usize / BLOCK, frequency as usize % BLOCK);
        if block >= self.blocks.len() {
            self.blocks.resize_with(block + 1, || None);
        }
        self.blocks[block].get_or_insert_with(|| vec![0; BLOCK].into_boxed_slice())[slot] += distinct;
    }

    fn merge(mut self, mut other: FrequencyCounts) -> FrequencyCounts {
        if self.blocks.len() < other.blocks.len() {
            std::mem::swap(&mut self.blocks, &mut other.blocks);
        }
        for (block, others) in self.blocks.iter_mut().zip(other.blocks) {
            match (block, others) {
                (Some(block), Some(others)) => block.iter_mut().zip(others.iter()).for_each(|(a, b)| *a += b),
                (block @ None, others) => *block = others,
                (Some(_), None) => {}
            }
        }
        self.repeated = self.repeated.map_or(other.repeated, |a| Some(a + other.repeated.unwrap_or(0)));
        self
    }

    /// Adds the substrings that occur once, which are in no interval.
    fn finish(self, text: &Text, lengths: Lengths) -> Spectrum {
        let all: u64 =
            (0..text.documents()).map(|document| lengths.of_document(text.document_len(document))).sum();
        let rows = || {
            (0_u32..).step_by(BLOCK).zip(&self.blocks).flat_map(|(start, block)| {
                let counts = block.iter().flat_map(|block| block.iter());
                (start..).zip(counts).map(|(frequency, &distinct)| Row { frequency, distinct })
            })
        };
        let repeated = self.repeated.unwrap_or_else(|| rows().map(Row::total).sum());
        Spectrum::from_rows([Row { frequency: 1, distinct: all - repeated }].into_iter().chain(rows()))
    }
}

/// A count as a floating-point number: exact up to 2^53, which is enough for logarithms and figures.
#[expect(clippy::cast_precision_loss, reason = "a relative error of 2^-53 does not show in logarithms")]
#[doc(hidden)]
#[must_use]
#[inline]
pub fn exact(count: u64) -> f64 {
    count as f64
}

/// The size of something as a floating-point number.
pub(crate) fn size(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

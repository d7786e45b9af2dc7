//! Lengths of the common prefixes of neighbouring suffixes, stored in text order.
//!
//! Let the neighbour of a position be the position just before it in the suffix order, and PLCP the length of the
//! prefix that their suffixes share. If a position and its neighbour are preceded by the same symbol, the positions
//! before them are neighbours too, so PLCP is one less than at the position before, and nothing has to be compared.
//! Symbols are compared only at the other positions, called irreducible. There are as many of these as runs in the
//! Burrows-Wheeler transform, and page sets have few.
//!
//! Nothing is shared beyond BREAK. A position after BREAK counts as irreducible. Elsewhere the rule also holds for
//! lengths that are cut at BREAK, since the distances of a position and of its neighbour to the next BREAK also
//! decrease by one.
//!
//! Time: two random accesses for each symbol, and O(n log n) comparisons in all (Kärkkäinen, Manzini, Puglisi,
//! "Permuted longest-common-prefix array", 2009, theorem 1), eight bytes at a time.

use super::Memory;
use super::bits::Bits;
use super::text::{Symbols, Text};
use rayon::prelude::*;
use std::hint::black_box;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// PLCP for every position.
#[derive(Debug)]
pub(super) enum SharedLengths {
    /// One value for each position.
    Every(Vec<u32>),
    /// PLCP(i) + i is constant from one irreducible position up to the next, so one value is stored for each of these.
    Runs { irreducible: Bits, sums: Vec<u32> },
}

impl SharedLengths {
    pub(super) fn new(text: &Text, order: &[u32], memory: Memory) -> Self {
        match (text.symbols(), memory) {
            (Symbols::Narrow(symbols), Memory::Fast) => every(symbols, order),
            (Symbols::Wide(symbols), Memory::Fast) => every(symbols, order),
            (Symbols::Narrow(symbols), Memory::Low) => runs(symbols, order),
            (Symbols::Wide(symbols), Memory::Low) => runs(symbols, order),
        }
    }

    /// PLCP at a position.
    #[inline]
    pub(super) fn at(&self, place: u32) -> u32 {
        match self {
            SharedLengths::Every(lengths) => lengths[place as usize],
            SharedLengths::Runs { irreducible, sums } => {
                sums[irreducible.ones_through(place) as usize - 1] - place
            }
        }
    }
}

impl SharedLengths {
    /// What is made of PLCP at many positions.
    pub(super) fn fetch<T>(&self, places: &[u32], into: &mut Vec<T>, of: impl Fn(u32) -> T) {
        match self {
            SharedLengths::Every(lengths) => {
                into.extend(places.iter().map(|&place| of(lengths[place as usize])));
            }
            SharedLengths::Runs { .. } => into.extend(places.iter().map(|&place| of(self.at(place)))),
        }
    }
}

/// A symbol in its stored form.
pub(super) trait StoredSymbol: Copy + Eq + Send + Sync + Into<u32> {
    const BREAK: Self;
    /// The number of symbols that two suffixes share before BREAK.
    fn shared(a: &[Self], b: &[Self]) -> usize;
}

impl StoredSymbol for u32 {
    const BREAK: u32 = 0;
    #[inline]
    fn shared(a: &[u32], b: &[u32]) -> usize {
        a.iter().zip(b).take_while(|(a, b)| a == b && **a != Self::BREAK).count()
    }
}

impl StoredSymbol for u8 {
    const BREAK: u8 = 0;
    #[inline]
    fn shared(a: &[u8], b: &[u8]) -> usize {
        let (a_words, a_rest) = a.as_chunks::<8>();
        let (b_words, b_rest) = b.as_chunks::<8>();
        for (i, (a, b)) in a_words.iter().zip(b_words).enumerate() {
            let (a, b) = (u64::from_le_bytes(*a), u64::from_le_bytes(*b));
            // The lowest set bit is in the first byte that differs or is BREAK (0).
            let stop = (a ^ b) | (a.wrapping_sub(0x0101_0101_0101_0101) & !a & 0x8080_8080_8080_8080);
            if stop != 0 {
                return i * 8 + stop.trailing_zeros() as usize / 8;
            }
        }
        let words = a_words.len().min(b_words.len()) * 8;
        let (a, b) =
            if a_words.len() == b_words.len() { (a_rest, b_rest) } else { (&a[words..], &b[words..]) };
        words + a.iter().zip(b).take_while(|(a, b)| a == b && **a != Self::BREAK).count()
    }
}

/// Positions processed together: each is a cache miss, and the processor handles many of these at a time only if there
/// are no mispredicted branches in between. As many as fit into the first-level cache with the other data.
const TOGETHER: usize = 1024;

/// Calls `visit(place, shared length)` for the irreducible positions of one range of the suffix order.
fn each_irreducible<L: StoredSymbol>(
    symbols: &[L],
    order: &[u32],
    ranks: Range<usize>,
    mut visit: impl FnMut(u32, u32),
) {
    let left = |place: u32| if place == 0 { L::BREAK } else { symbols[place as usize - 1] };
    // The very first suffix begins with BREAK and shares nothing with any other; it may serve as its own neighbour.
    let mut neighbour = order[ranks.start.saturating_sub(1)];
    let mut neighbour_left = if ranks.start == 0 { None } else { Some(left(neighbour)) };
    let (mut lefts, mut pairs) = (Vec::with_capacity(TOGETHER), Vec::with_capacity(TOGETHER));
    for places in order[ranks].chunks(TOGETHER) {
        lefts.clear();
        lefts.extend(places.iter().map(|&place| left(place)));
        pairs.clear();
        for (&place, &place_left) in places.iter().zip(&lefts) {
            if Some(place_left) != neighbour_left || place_left == L::BREAK {
                pairs.push([place, neighbour]);
            }
            (neighbour, neighbour_left) = (place, Some(place_left));
        }
        // Load everything that will be compared, so that the cache misses overlap.
        black_box(pairs.as_flattened().iter().filter(|&&place| symbols[place as usize] == L::BREAK).count());
        for &[place, neighbour] in &pairs {
            visit(place, shared_length(symbols, place, neighbour));
        }
    }
}

fn shared_length<L: StoredSymbol>(symbols: &[L], a: u32, b: u32) -> u32 {
    let shared = L::shared(&symbols[a as usize..], &symbols[b as usize..]);
    u32::try_from(shared).expect("a text has at most 2^31 - 1 symbols")
}

/// Cuts 0..len into one range for each thread.
fn stretches(len: usize) -> Vec<Range<usize>> {
    let step = len.div_ceil(rayon::current_num_threads()).max(1 << 16);
    (0..len).step_by(step).map(|start| start..(start + step).min(len)).collect()
}

fn every<L: StoredSymbol>(symbols: &[L], order: &[u32]) -> SharedLengths {
    // During the computation: the length plus one at irreducible positions, 0 at all others.
    let lengths: Vec<AtomicU32> = (0..order.len()).map(|_| AtomicU32::new(0)).collect();
    stretches(order.len()).into_par_iter().for_each(|ranks| {
        each_irreducible(symbols, order, ranks, |place, shared| {
            lengths[place as usize].store(shared + 1, Relaxed);
        });
    });
    let irreducible_from = |start: usize| {
        let reducible = lengths[start..].iter().take_while(|length| length.load(Relaxed) == 0);
        start + reducible.count()
    };
    let stretches: Vec<Range<usize>> = stretches(order.len())
        .iter()
        .map(|part| irreducible_from(part.start)..irreducible_from(part.end))
        .collect();
    stretches.into_par_iter().for_each(|places| {
        let mut length = 0;
        for slot in &lengths[places] {
            length = slot.load(Relaxed).checked_sub(1).unwrap_or_else(|| length - 1);
            slot.store(length, Relaxed);
        }
    });
    SharedLengths::Every(lengths.into_iter().map(AtomicU32::into_inner).collect())
}

fn runs<L: StoredSymbol>(symbols: &[L], order: &[u32]) -> SharedLengths {
    let words: Vec<AtomicU64> = (0..order.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let parts = stretches(order.len());
    let in_order: Vec<Vec<u32>> = parts
        .par_iter()
        .map(|ranks| {
            let mut shared = Vec::new();
            each_irreducible(symbols, order, ranks.clone(), |place, length| {
                words[place as usize / 64].fetch_or(1 << (place % 64), Relaxed);
                shared.push(length);
            });
            shared
        })
        .collect();
    let irreducible = Bits::new(words.into_iter().map(AtomicU64::into_inner).collect());
    // Reorder the values from suffix order to text order.
    let sums: Vec<AtomicU32> = (0..irreducible.ones()).map(|_| AtomicU32::new(0)).collect();
    parts.into_par_iter().zip(in_order).for_each(|(ranks, shared)| {
        let places = order[ranks].iter().filter(|&&place| irreducible.at(place));
        for (&place, shared) in places.zip(shared) {
            sums[irreducible.ones_through(place) as usize - 1].store(shared + place, Relaxed);
        }
    });
    SharedLengths::Runs { irreducible, sums: sums.into_iter().map(AtomicU32::into_inner).collect() }
}

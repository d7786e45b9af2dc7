//! Finds candidate pairs: the pairs of pages that share rare keys.
//!
//! In: a record for each key of each page, sorted by key. Out: [`Candidates`], one for each pair of pages with all keys that it
//! shares, and the page frequencies of sentences.
//!
//! ```text
//! keys    k1: p1 p3     k2: p1 p2 p3     k3: p2 and a thousand more
//! pairs   p1 p2: k2     p1 p3: k1 k2     p2 p3: k2
//! ```
//!
//! First each key that few pages have becomes a record for each two of these pages ([`pairs`]). These records, sorted by page, are
//! then grouped into candidates. A key of n pages makes n (n - 1) / 2 records, so the limit on n bounds the records of a key. If
//! too many pages have the same sentence or whole text, only the first of them are paired with the others.
//!
//! It matters how many fragments two pages share, not which. So fragments that are on exactly the same pages make one record for
//! each two of these pages, with the sum of their shares. Copies have most fragments on the same pages: on the documentation of
//! docs/lab/similar.md this leaves a third of the records.
//!
//! Time is linear in the records of both kinds, each of which is sorted before; memory is the pages of one key, one candidate, and
//! the waiting fragments.
//!
//! Source: Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009,
//! sections 4.2 and 4.3.

use super::sort::{Sorted, joined, parted};
use super::spool::bytes;
use super::{Key, Kind, Shared};
use hashbrown::HashMap;
use std::collections::BTreeMap;
use std::io;

/// The sorted form of a key of a page: the key; the page and the key's share of it.
pub type KeyRecord = [u64; 2];

/// The sorted form of a key that two pages share: both pages; the key; how many pages have it; both shares.
pub type PairRecord = [u64; 4];

/// The record of a key of a page.
#[must_use]
pub fn key_record(key: Key, page: u32) -> KeyRecord {
    [key.key, joined([page, key.share])]
}

/// Two pages, the lower number first, and the keys that they share, in order; fragments on the same pages count as one key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Candidate {
    /// The pages.
    pub pages: [u32; 2],
    /// The keys that both and few other pages have.
    pub shared: Vec<Shared>,
}

/// For each number of pages, how many sentences are on that many pages.
pub type Frequencies = BTreeMap<u32, u64>;

/// Decides which keys make pairs, and of which pages.
pub struct Rule<'a> {
    /// How many of the pages with a key of a kind make pairs with those after them.
    pub paired: &'a dyn Fn(Kind, u32) -> u32,
    /// At least one page of each pair has this number or a higher one.
    pub new: u32,
    /// Whether a page is left out.
    pub is_out: &'a dyn Fn(u32) -> bool,
}

/// A page that has a key, and the key's share of it: 0 if the key is outside its main text.
type Holder = [u32; 2];

/// Passes the records of all pairs to `pair`, and returns the page frequencies of sentences.
///
/// # Errors
/// Those of the records and of what takes the pairs.
pub fn pairs(
    keys: impl Iterator<Item = io::Result<KeyRecord>>,
    rule: &Rule<'_>,
    mut pair: impl FnMut(PairRecord) -> io::Result<()>,
) -> io::Result<Frequencies> {
    let mut frequencies = Frequencies::new();
    let mut fragments = FragmentsByPages::default();
    let (mut key, mut pages): (Option<u64>, Vec<Holder>) = (None, Vec::new());
    let mut close = |key: u64, pages: &[Holder], fragments: &mut FragmentsByPages| {
        let (count, kind) = (u32::try_from(pages.len()).expect("pages have 32-bit numbers"), Kind::of(key));
        if kind == Kind::Sentence && count > 0 {
            *frequencies.entry(count).or_default() += 1;
        }
        let firsts = (rule.paired)(kind, count) as usize;
        if firsts == 0 {
            return Ok(());
        }
        if kind != Kind::Fragment {
            return emit_pairs(key, pages, firsts, rule, &mut pair);
        }
        if count > 1 && pages.iter().any(|&[page, _]| page >= rule.new) {
            fragments.add(key, pages);
        }
        if fragments.holders < MAX_WAITING { Ok(()) } else { fragments.emit_pairs(rule, &mut pair) }
    };
    for record in keys {
        let [next, holder] = record?;
        let [page, share] = parted(holder);
        if let Some(before) = key.replace(next).filter(|&before| before != next) {
            close(before, &pages, &mut fragments)?;
            pages.clear();
        }
        if pages.last().is_none_or(|&[last, _]| last != page) && !(rule.is_out)(page) {
            pages.push([page, share]);
        }
    }
    if let Some(last) = key {
        close(last, &pages, &mut fragments)?;
    }
    fragments.emit_pairs(rule, &mut pair)?;
    Ok(frequencies)
}

/// Passes the pairs of a key to `pair`. Only the first `firsts` pages are paired with the pages after them.
fn emit_pairs(
    key: u64,
    pages: &[Holder],
    firsts: usize,
    rule: &Rule<'_>,
    pair: &mut impl FnMut(PairRecord) -> io::Result<()>,
) -> io::Result<()> {
    let count = bytes(pages.len());
    for (place, &[b, of_b]) in pages.iter().enumerate().filter(|page| page.1[0] >= rule.new) {
        let before = &pages[..place.min(firsts)];
        let record = |&[a, of_a]: &Holder| [joined([a, b]), key, count, joined([of_a, of_b])];
        let before = before.iter().filter(|&&[_, of_a]| of_a != 0 || of_b != 0);
        before.map(record).try_for_each(&mut *pair)?;
    }
    Ok(())
}

/// Fragments wait until their lists have this many pages in total: 16 MiB with the overhead of the table.
const MAX_WAITING: usize = 1 << 20;

/// Fragments grouped by the list of pages that have them.
#[derive(Default)]
struct FragmentsByPages {
    /// For each list of pages one of its fragments, and their number.
    lists: HashMap<Box<[Holder]>, (u64, u32)>,
    /// How many pages all lists have in total.
    holders: usize,
}

impl FragmentsByPages {
    fn add(&mut self, key: u64, pages: &[Holder]) {
        if let Some((_, count)) = self.lists.get_mut(pages) {
            *count += 1;
        } else {
            self.lists.insert(pages.into(), (key, 1));
            self.holders += pages.len();
        }
    }

    /// Passes their pairs to `pair` and removes them. The records are sorted later, so the order of the table does not matter.
    fn emit_pairs(
        &mut self,
        rule: &Rule<'_>,
        pair: &mut impl FnMut(PairRecord) -> io::Result<()>,
    ) -> io::Result<()> {
        self.holders = 0;
        for (mut pages, (key, count)) in self.lists.drain() {
            for [_, share] in &mut pages {
                // The shares of all fragments of a page sum up to at most the whole.
                *share = share.saturating_mul(count);
            }
            emit_pairs(key, &pages, pages.len(), rule, pair)?;
        }
        Ok(())
    }
}

/// Candidates from sorted pair records.
#[derive(Debug)]
pub struct Candidates<I> {
    records: I,
    ahead: Option<PairRecord>,
    /// How many records have been read.
    read: u64,
}

impl Candidates<Sorted<PairRecord>> {
    /// How many records remain.
    #[must_use]
    pub fn left(&self) -> u64 {
        self.records.left()
    }
}

impl<I: Iterator<Item = io::Result<PairRecord>>> Candidates<I> {
    /// Groups sorted records.
    pub fn new(records: I) -> Self {
        Candidates { records, ahead: None, read: 0 }
    }

    /// How many records have been read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.read
    }

    fn record(&mut self) -> io::Result<Option<PairRecord>> {
        let record = self.records.next().transpose()?;
        self.read += u64::from(record.is_some());
        Ok(record)
    }

    fn take(&mut self) -> io::Result<Option<Candidate>> {
        let first = match self.ahead.take() {
            Some(first) => Some(first),
            None => self.record()?,
        };
        let Some([both, ..]) = first else { return Ok(None) };
        let mut candidate = Candidate { pages: parted(both), shared: Vec::new() };
        let mut record = first;
        while let Some([_, key, pages, shares]) = record.filter(|record| record[0] == both) {
            let [_, pages] = parted(pages);
            candidate.shared.push(Shared { key, pages, shares: parted(shares) });
            record = self.record()?;
        }
        self.ahead = record;
        Ok(Some(candidate))
    }
}

impl<I: Iterator<Item = io::Result<PairRecord>>> Iterator for Candidates<I> {
    type Item = io::Result<Candidate>;

    fn next(&mut self) -> Option<io::Result<Candidate>> {
        self.take().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::similar::Options;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// The candidates by definition: for each two pages the keys that both have.
    fn naive(pages: &[BTreeSet<u64>], most: u32, new: u32, out: &[bool]) -> (Vec<Candidate>, Frequencies) {
        let has = |page: usize, key: u64| !out[page] && pages[page].contains(&key);
        let frequency = |key: u64| (0..pages.len()).filter(|&page| has(page, key)).count();
        let keys: BTreeSet<u64> = pages.iter().flatten().copied().collect();
        let mut candidates = Vec::new();
        for a in 0..pages.len() {
            for b in a + 1..pages.len() {
                let [first, second] = [a, b].map(|page| u32::try_from(page).unwrap());
                let common = |&key: &u64| {
                    let pages = u32::try_from(frequency(key)).unwrap();
                    let before = (0..a).filter(|&page| has(page, key)).count();
                    let firsts = match Kind::of(key) {
                        _ if pages <= most => pages,
                        Kind::Page => 1,
                        Kind::Sentence => (most * most / pages).max(1),
                        Kind::Fragment => 0,
                    };
                    let is_evidence = before < firsts as usize;
                    (has(a, key) && has(b, key) && is_evidence).then_some(Shared {
                        key,
                        pages,
                        shares: [first, second],
                    })
                };
                let shared: Vec<Shared> = keys.iter().filter_map(common).collect();
                if !shared.is_empty() && second >= new {
                    candidates.push(Candidate { pages: [first, second], shared });
                }
            }
        }
        let mut frequencies = Frequencies::new();
        for key in keys {
            let pages = frequency(key);
            if pages > 0 && Kind::of(key) == Kind::Sentence {
                *frequencies.entry(u32::try_from(pages).unwrap()).or_default() += 1;
            }
        }
        (candidates, frequencies)
    }

    fn found(pages: &[BTreeSet<u64>], most: u32, new: u32, out: &[bool]) -> (Vec<Candidate>, Frequencies) {
        let mut records: Vec<KeyRecord> = Vec::new();
        for (number, keys) in pages.iter().enumerate() {
            // Twice, as a page may have a key at two positions.
            let page = u32::try_from(number).unwrap();
            records.extend(keys.iter().chain(keys).map(|&key| key_record(Key { key, share: page }, page)));
        }
        records.sort_unstable();
        let is_out = |page: u32| out[page as usize];
        let options = Options::new().with_max_pages(most);
        let paired = |kind, pages| match kind {
            // The limits of the kinds are the same here.
            Kind::Fragment if pages <= most => pages,
            Kind::Fragment => 0,
            _ => options.paired(kind, pages),
        };
        let rule = Rule { paired: &paired, new, is_out: &is_out };
        let mut pairs_found = Vec::new();
        let frequencies = pairs(records.into_iter().map(Ok), &rule, |pair| {
            pairs_found.push(pair);
            Ok(())
        });
        pairs_found.sort_unstable();
        let candidates = Candidates::new(pairs_found.into_iter().map(Ok)).map(Result::unwrap).collect();
        (candidates, frequencies.unwrap())
    }

    /// Replaces the fragments of each candidate by one for each number of pages, since their keys do not matter.
    fn with_summed_fragments(
        (mut candidates, frequencies): (Vec<Candidate>, Frequencies),
    ) -> (Vec<Candidate>, Frequencies) {
        for Candidate { shared, .. } in &mut candidates {
            let (mut fragments, mut sums) = (Vec::new(), BTreeMap::<u32, [u32; 2]>::new());
            shared.retain(|one| {
                let is_fragment = Kind::of(one.key) == Kind::Fragment;
                fragments.extend(is_fragment.then_some(*one));
                !is_fragment
            });
            for Shared { pages, shares, .. } in fragments {
                let sums = sums.entry(pages).or_default();
                *sums = [sums[0] + shares[0], sums[1] + shares[1]];
            }
            let key = Kind::Fragment.key(0);
            shared.extend(sums.into_iter().map(|(pages, shares)| Shared { key, pages, shares }));
        }
        (candidates, frequencies)
    }

    proptest! {
        #[test]
        fn candidates_follow_the_definition(
            pages in prop::collection::vec(prop::collection::btree_set(0_u64..30, 0..12), 0..14),
            out in prop::collection::vec(prop::bool::weighted(0.2), 14),
            most in 1_u32..8,
            new in 0_u32..10,
        ) {
            // Keys of all kinds, some of which differ only in one half.
            let spread = |key: &u64| (key % 3) << 62 | (key % 5) << 33 | (key / 5);
            let pages: Vec<BTreeSet<u64>> = pages.iter().map(|keys| keys.iter().map(spread).collect()).collect();
            let naive = naive(&pages, most, new, &out);
            prop_assert_eq!(with_summed_fragments(found(&pages, most, new, &out)), with_summed_fragments(naive));
        }
    }
}

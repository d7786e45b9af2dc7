//! Compares the pages of candidates: from candidates to related pairs.
//!
//! In: candidates in the order of their pages. Out: the related pairs among them, in the same order, whatever the number of threads.
//! A batch of candidates at a time is compared on all threads. The outlines of both pages are read first; their other facts are
//! read only if the outlines do not rule the pair out. Memory: one batch, which is bounded by the number of candidates and by the
//! bytes of their pages, and a cache of pages.

use super::Index;
use crate::error::Result;
use crate::similar::candidate::{Candidate, Candidates, PairRecord};
use crate::similar::collage::Collages;
use crate::similar::sort::Sorted;
use crate::similar::spool::bytes;
use crate::similar::{Common, Facts, Options, Outline, Pair, Reading, Show};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use rayon::prelude::*;
use std::sync::Arc;
use std::vec;

/// Two related pages.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Their numbers, the lower first.
    pub pages: [u32; 2],
    /// Their names.
    pub names: [String; 2],
    /// Their addresses, if these are known.
    pub urls: [Option<String>; 2],
    /// Their relation and common text.
    pub pair: Pair,
}

/// The largest number of candidates in a batch: enough to keep many threads busy.
const BATCH: usize = 2048;

/// The largest number of bytes of pages in a batch, since all of their text may become evidence: as many as a reader loads at once.
const BATCH_BYTES: u64 = 16 << 20;

/// The least size of the cache of outlines, and of that of facts, in bytes.
const LEAST: u64 = 16 << 20;

/// The initial capacity of each cache, in pages.
const CACHED: usize = 1024;

/// An iterator over the related pairs of an index.
pub struct Matches<'a> {
    index: &'a Index,
    pages: PageCache<'a>,
    options: &'a Options,
    show: Show,
    collages: Collages,
    candidates: Candidates<Sorted<PairRecord>>,
    found: vec::IntoIter<Match>,
    compared: u64,
}

impl<'a> Matches<'a> {
    /// Compares candidates of an index, with as much evidence as `show` asks for. Pages are cached in `memory` bytes.
    #[must_use]
    pub fn new(
        index: &'a Index,
        options: &'a Options,
        candidates: Candidates<Sorted<PairRecord>>,
        show: Show,
        memory: usize,
    ) -> Self {
        Matches {
            index,
            pages: PageCache::new(index, memory),
            options,
            show,
            collages: Collages::default(),
            candidates,
            found: Vec::new().into_iter(),
            compared: 0,
        }
    }

    /// Gives pairs with one of these pages their class.
    #[must_use]
    pub fn with_collages(self, collages: Collages) -> Self {
        Matches { collages, ..self }
    }

    /// How many pair records have been read.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.candidates.read()
    }

    /// How many candidates were compared.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// The next candidates worth comparing; at the end an empty batch.
    fn batch(&mut self) -> Result<Vec<Candidate>> {
        let mut batch: Vec<Candidate> = Vec::new();
        let mut size = 0;
        while batch.len() < BATCH && size < BATCH_BYTES {
            let Some(candidate) = self.candidates.next() else { break };
            let candidate = candidate.map_err(|error| self.index.failed(error))?;
            if self.options.is_candidate(&candidate.shared) {
                // Candidates with the same first page are consecutive, so that page is fetched once.
                if batch.last().is_none_or(|last| last.pages[0] != candidate.pages[0]) {
                    size += self.index.size(candidate.pages[0])?;
                }
                size += self.index.size(candidate.pages[1])?;
                batch.push(candidate);
            }
        }
        Ok(batch)
    }

    fn take(&mut self) -> Result<Option<Match>> {
        loop {
            if let Some(mut found) = self.found.next() {
                self.collages.mark(found.pages, &mut found.pair);
                return Ok(Some(found));
            }
            let before = self.read();
            let batch = self.batch()?;
            if batch.is_empty() && self.read() == before {
                return Ok(None);
            }
            self.compared += batch.len() as u64;
            let (pages, options, show) = (&self.pages, self.options, self.show);
            let groups: Vec<&[Candidate]> = batch.chunk_by(|a, b| a.pages[0] == b.pages[0]).collect();
            let found = groups.into_par_iter().map(|group| pages.related(options, show, group));
            let found: Vec<Vec<Match>> = found.collect::<Result<_>>()?;
            self.found = found.into_iter().flatten().collect::<Vec<_>>().into_iter();
        }
    }
}

impl Iterator for Matches<'_> {
    type Item = Result<Match>;

    fn next(&mut self) -> Option<Result<Match>> {
        self.take().transpose()
    }
}

/// A cache of the pages that were read. A page that many pages are compared with, such as a list of all, is read once.
struct PageCache<'a> {
    index: &'a Index,
    outlines: Cache<u32, Arc<Outline>, ByBytes>,
    facts: Cache<u32, Arc<Facts>, ByBytes>,
}

/// Weighs cached values by their bytes.
#[derive(Clone)]
struct ByBytes;

impl Weighter<u32, Arc<Outline>> for ByBytes {
    fn weight(&self, _: &u32, outline: &Arc<Outline>) -> u64 {
        outline.bytes()
    }
}

impl Weighter<u32, Arc<Facts>> for ByBytes {
    fn weight(&self, _: &u32, facts: &Arc<Facts>) -> u64 {
        facts.bytes()
    }
}

impl<'a> PageCache<'a> {
    fn new(index: &'a Index, memory: usize) -> Self {
        let half = bytes(memory / 2).max(LEAST);
        PageCache {
            index,
            outlines: Cache::with_weighter(CACHED, half, ByBytes),
            facts: Cache::with_weighter(CACHED, half, ByBytes),
        }
    }

    fn outline(&self, page: u32) -> Result<Arc<Outline>> {
        self.outlines.get_or_insert_with(&page, || self.index.outline(page).map(Arc::new))
    }

    fn facts(&self, page: u32, outline: &Arc<Outline>) -> Result<Arc<Facts>> {
        self.facts.get_or_insert_with(&page, || {
            self.index.facts_with_outline(page, Arc::clone(outline)).map(Arc::new)
        })
    }

    /// The related pairs among candidates with the same first page.
    fn related(&self, options: &Options, show: Show, group: &[Candidate]) -> Result<Vec<Match>> {
        let Some(&Candidate { pages: [page, _], .. }) = group.first() else { return Ok(Vec::new()) };
        let outline = self.outline(page)?;
        let mut found = Vec::new();
        for Candidate { pages, shared } in group {
            let other = self.outline(pages[1])?;
            for reading in Reading::ALL {
                let Some(common) = Common::of(&outline, &other, reading, shared, options) else { continue };
                let [first, second] = [self.facts(page, &outline)?, self.facts(pages[1], &other)?];
                if let Some(pair) = common.pair(&first, &second, show) {
                    let names = [first.name.clone(), second.name.clone()];
                    let urls = [first.url.clone(), second.url.clone()];
                    found.push(Match { pages: *pages, names, urls, pair });
                    break;
                }
            }
        }
        Ok(found)
    }
}

//! From candidates to related pairs: both pages are fetched and compared, a batch of candidates at a time on all threads.
//!
//! The pairs come in the order of their pages, whatever the number of threads. Memory: one batch, which ends with so many
//! candidates, or so many bytes of pages that are to be fetched.

use super::Index;
use crate::error::Result;
use crate::similar::candidate::{Candidate, Candidates, PairRecord};
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
    /// Their numbers, the lesser first.
    pub pages: [u32; 2],
    /// Their names.
    pub names: [String; 2],
    /// Their addresses, where these are known.
    pub urls: [Option<String>; 2],
    /// How they are related.
    pub pair: Pair,
}

/// Enough to keep many threads busy.
const BATCH: usize = 2048;

/// Bytes of pages in a batch, as all that they say may be evidence: as many as a reader loads at once.
const BATCH_BYTES: u64 = 16 << 20;

/// Bytes of outlines, and as many of pages, that are kept at hand whatever the memory.
const LEAST: u64 = 16 << 20;

/// Pages for which there is room in a table, to begin with.
const CACHED: usize = 1024;

/// Related pairs of an index.
pub struct Matches<'a> {
    index: &'a Index,
    pages: Pages<'a>,
    options: &'a Options,
    show: Show,
    candidates: Candidates<Sorted<PairRecord>>,
    found: vec::IntoIter<Match>,
    seen: u64,
}

impl<'a> Matches<'a> {
    /// Compares these candidates of an index, and shows so much of what their pages have in common. Pages are kept at hand
    /// in so many bytes of memory.
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
            pages: Pages::new(index, memory),
            options,
            show,
            candidates,
            found: Vec::new().into_iter(),
            seen: 0,
        }
    }

    /// How many pairs of keys have been looked at.
    #[must_use]
    pub fn read(&self) -> u64 {
        self.candidates.read()
    }

    /// How many candidates were compared.
    #[must_use]
    pub fn compared(&self) -> u64 {
        self.seen
    }

    /// The next candidates worth comparing; none at the end.
    fn batch(&mut self) -> Result<Vec<Candidate>> {
        let mut batch: Vec<Candidate> = Vec::new();
        let mut size = 0;
        while batch.len() < BATCH && size < BATCH_BYTES {
            let Some(candidate) = self.candidates.next() else { break };
            let candidate = candidate.map_err(|error| self.index.failed(error))?;
            if self.options.is_candidate(&candidate.shared) {
                // Candidates of one first page stand together: it is fetched once.
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
            if let Some(found) = self.found.next() {
                return Ok(Some(found));
            }
            let before = self.read();
            let batch = self.batch()?;
            if batch.is_empty() && self.read() == before {
                return Ok(None);
            }
            self.seen += batch.len() as u64;
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

/// Pages that were read, as long as there is room for them. What many pages are held against, such as a list of all, is
/// read once.
struct Pages<'a> {
    index: &'a Index,
    outlines: Cache<u32, Arc<Outline>, Weight>,
    facts: Cache<u32, Arc<Facts>, Weight>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<u32, Arc<Outline>> for Weight {
    fn weight(&self, _: &u32, outline: &Arc<Outline>) -> u64 {
        outline.bytes()
    }
}

impl Weighter<u32, Arc<Facts>> for Weight {
    fn weight(&self, _: &u32, facts: &Arc<Facts>) -> u64 {
        facts.bytes()
    }
}

impl<'a> Pages<'a> {
    fn new(index: &'a Index, memory: usize) -> Self {
        let half = bytes(memory / 2).max(LEAST);
        Pages {
            index,
            outlines: Cache::with_weighter(CACHED, half, Weight),
            facts: Cache::with_weighter(CACHED, half, Weight),
        }
    }

    fn outline(&self, page: u32) -> Result<Arc<Outline>> {
        self.outlines.get_or_insert_with(&page, || self.index.outline(page).map(Arc::new))
    }

    fn facts(&self, page: u32, outline: &Arc<Outline>) -> Result<Arc<Facts>> {
        self.facts.get_or_insert_with(&page, || self.index.outlined(page, Arc::clone(outline)).map(Arc::new))
    }

    /// The related ones among candidates of one first page.
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

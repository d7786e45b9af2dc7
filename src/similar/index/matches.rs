//! From candidates to related pairs: both pages are fetched and compared, a batch of candidates at a time on all threads.
//!
//! The pairs come in the order of their pages, whatever the number of threads. Memory: one batch, which ends with so many
//! candidates, or so many bytes of pages that are to be fetched.

use super::Index;
use crate::error::Result;
use crate::similar::candidate::{Candidate, Candidates, PairRecord};
use crate::similar::sort::Sorted;
use crate::similar::{Common, Options, Pair, Show};
use rayon::prelude::*;
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

/// Related pairs of an index.
pub struct Matches<'a> {
    index: &'a Index,
    options: &'a Options,
    show: Show,
    candidates: Candidates<Sorted<PairRecord>>,
    found: vec::IntoIter<Match>,
    seen: u64,
}

impl<'a> Matches<'a> {
    /// Compares these candidates of an index, and shows so much of what their pages have in common.
    #[must_use]
    pub fn new(
        index: &'a Index,
        options: &'a Options,
        candidates: Candidates<Sorted<PairRecord>>,
        show: Show,
    ) -> Self {
        Matches { index, options, show, candidates, found: Vec::new().into_iter(), seen: 0 }
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
        let mut batch = Vec::new();
        let mut bytes = 0;
        while batch.len() < BATCH && bytes < BATCH_BYTES {
            let Some(candidate) = self.candidates.next() else { break };
            let candidate = candidate.map_err(|error| self.index.failed(error))?;
            if self.options.is_candidate(&candidate.shared) {
                bytes += self.index.size(candidate.pages[0])? + self.index.size(candidate.pages[1])?;
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
            let (index, options, show) = (self.index, self.options, self.show);
            // Candidates of one first page stand together: it is fetched once.
            let groups: Vec<&[Candidate]> = batch.chunk_by(|a, b| a.pages[0] == b.pages[0]).collect();
            let found = groups.into_par_iter().map(|group| related(index, options, show, group));
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

/// The related ones among candidates of one first page.
fn related(index: &Index, options: &Options, show: Show, group: &[Candidate]) -> Result<Vec<Match>> {
    let Some(&Candidate { pages: [page, _], .. }) = group.first() else { return Ok(Vec::new()) };
    let outline = index.outline(page)?;
    let mut alike = Vec::new();
    for Candidate { pages, shared } in group {
        let other = index.outline(pages[1])?;
        if let Some(common) = Common::of(&outline, &other, shared, options) {
            alike.push((*pages, other, common));
        }
    }
    if alike.is_empty() {
        return Ok(Vec::new());
    }
    let first = index.outlined(page, outline)?;
    let mut found = Vec::new();
    for (pages, outline, common) in alike {
        let second = index.outlined(pages[1], outline)?;
        if let Some(pair) = common.pair(&first, &second, show) {
            let names = [first.name.clone(), second.name];
            found.push(Match { pages, names, urls: [first.url.clone(), second.url], pair });
        }
    }
    Ok(found)
}

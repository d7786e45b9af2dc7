//! Features that distinguish comments from posts and from other lists on a page.
//!
//! In: a candidate, and the pages. Out: further features in its [`Evidence`]: marks of its records (dates, numbered
//! ids, short lines), their texts, and how much text precedes them. Cost: linear in the blocks of the records.

use super::{SAID_ON, blocks};
use crate::content::piece::{Page, TextBlock};
use crate::features::flag;
use crate::measure::TEXT;
use crate::repeat::thread::{Candidate, Part};
use crate::repeat::{Border, Evidence};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// Value before the records from which `following` is 1, in words. 15 gives the same figures; with more, comments on
/// short posts are missed.
const BEFORE: f64 = 30.0;

/// Records are early if less than this share of the value up to their end precedes them. They are then probably parts
/// of an article and not comments on it. Not swept.
const EARLY: f64 = 0.3;

/// Adds the features of comments to those of a candidate.
pub(super) fn add(evidence: &mut Evidence, pages: &[&Page], candidate: &Candidate) {
    let all = CandidateRecords::new(pages, &candidate.parts);
    evidence.some = 1.0;
    evidence.lone = flag(pages.len() == 1);
    evidence.foot = flag(candidate.key.border == Border::Foot);
    evidence.many = (count(all.parts.len()) / count(all.of_pages.len())).ln();
    evidence.numbered = all.share(|part| flag(all.is_numbered(part)));
    evidence.marked = all.share(|part| flag(all.is_marked(part)));
    evidence.following = all.share(|part| flag(all.is_marked(part)) * (all.before(part) / BEFORE).min(1.0));
    evidence.single = all.share(|part| flag(part.record.leaves.len() == 1));
    evidence.heading = all.share(|part| flag(all.said(part).iter().any(|block| block.is_heading)));
    evidence.signed = all.share(|part| flag(is_signed(all.said(part))));
    evidence.frame = all.share(|part| flag(all.is_aside(part)));
    evidence.said = all.share(|part| own(all.said(part)).ln_1p());
    let is_mute = |part: &Part| !says(all.said(part));
    evidence.mute = all.mean(|parts| flag(is_mute(&parts[0]) || is_mute(&parts[parts.len() - 1])));
    evidence.early = all.mean(|parts| all.early(parts));
}

/// Whether a record of a candidate has a date or an id with a digit.
pub(super) fn has_marks(pages: &[&Page], candidate: &Candidate) -> bool {
    let is_marked = |part: &Part| {
        let page = pages[part.page];
        page.blocks[blocks(&part.record)].iter().any(TextBlock::is_dated)
            || head(part).and_then(|head| page.elements[head].id).is_some_and(|id| id.has_digit)
    };
    candidate.parts.iter().any(is_marked)
}

/// The records of a candidate, with what is counted over all of them.
struct CandidateRecords<'a> {
    pages: &'a [&'a Page],
    parts: &'a [Part],
    /// The records by page, for pages with records.
    of_pages: Vec<&'a [Part]>,
    /// For each page with records the first block of these.
    firsts: HashMap<usize, usize>,
    /// Number of records with each id.
    ids: HashMap<u64, u32>,
}

impl<'a> CandidateRecords<'a> {
    fn new(pages: &'a [&'a Page], parts: &'a [Part]) -> Self {
        let of_pages: Vec<&[Part]> = parts.chunk_by(|one, other| one.page == other.page).collect();
        let first = |parts: &&[Part]| (parts[0].page, blocks(&parts[0].record).start);
        let firsts = of_pages.iter().map(first).collect();
        let mut all = CandidateRecords { pages, parts, of_pages, firsts, ids: HashMap::new() };
        for part in parts {
            if let Some(id) = all.id(part) {
                *all.ids.entry(id).or_default() += 1;
            }
        }
        all
    }

    /// Mean over the records.
    fn share(&self, of: impl Fn(&Part) -> f64) -> f64 {
        self.parts.iter().map(of).sum::<f64>() / count(self.parts.len())
    }

    /// Mean over the pages with records.
    fn mean(&self, of: impl Fn(&[Part]) -> f64) -> f64 {
        self.of_pages.iter().map(|parts| of(parts)).sum::<f64>() / count(self.of_pages.len())
    }

    /// The blocks of a record.
    fn said(&self, part: &Part) -> &[TextBlock] {
        &self.pages[part.page].blocks[blocks(&part.record)]
    }

    /// The value before the first record on the page of a record.
    fn before(&self, part: &Part) -> f64 {
        self.pages[part.page].value_of(&(0..self.firsts[&part.page]))
    }

    /// Hash of the id of a record's first element, if the id contains a digit.
    fn id(&self, part: &Part) -> Option<u64> {
        let id = self.pages[part.page].elements[head(part)?].id?;
        id.has_digit.then_some(id.key)
    }

    /// Whether a record has an id with a digit that no other record of the cluster has. Sections of an article are
    /// numbered, too, but each page repeats the numbers.
    fn is_numbered(&self, part: &Part) -> bool {
        self.of_pages.len() > 1 && self.id(part).is_some_and(|id| self.ids[&id] == 1)
    }

    /// Whether a record has a short line with a date, or a number of its own.
    fn is_marked(&self, part: &Part) -> bool {
        self.is_numbered(part) || self.said(part).iter().any(TextBlock::is_dated)
    }

    /// Whether a record is in an element for content beside the main text, such as `aside`.
    fn is_aside(&self, part: &Part) -> bool {
        let elements = &self.pages[part.page].elements;
        std::iter::successors(head(part), |&at| elements[at].parent).any(|at| elements[at].is_aside)
    }

    /// How far the share of value before the records of a page is below [`EARLY`].
    fn early(&self, parts: &[Part]) -> f64 {
        let of_part = |part: &Part| self.pages[part.page].value_of(&blocks(&part.record));
        let (before, within) = (self.before(&parts[0]), parts.iter().map(of_part).sum::<f64>());
        (EARLY - before / (before + within).max(1.0)).max(0.0)
    }
}

/// Returns the index of a record's first element on its page. The outline has a root before the elements of the page.
fn head(part: &Part) -> Option<usize> {
    part.record.head.index().checked_sub(1)
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// Returns the number of unlinked words in unique blocks.
fn own(said: &[TextBlock]) -> f64 {
    said.iter().filter(|block| block.unique).map(TextBlock::unlinked).sum()
}

/// Whether a record has unique unlinked text besides dates.
fn says(said: &[TextBlock]) -> bool {
    said.iter().any(|block| block.unique && block.unlinked() > 0.0 && !block.is_dated())
}

/// Whether a record has a short line, such as a name, and a longer text.
fn is_signed(said: &[TextBlock]) -> bool {
    let is_line =
        |block: &TextBlock| block.words <= f64::from(TEXT) && !block.is_heading && block.pages <= SAID_ON;
    let undated = || said.iter().filter(|block| !block.is_dated());
    undated().any(is_line) && undated().any(|block| block.words > f64::from(TEXT))
}

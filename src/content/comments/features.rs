//! Features that distinguish comments from posts and from other lists on a page.
//!
//! In: a candidate, and the pages. Out: further features in its [`Evidence`]: marks of its records (dates, numbered
//! ids, short lines), their texts, and how much text precedes them. Cost: linear in the blocks of the records.

use super::blocks;
use crate::content::dates::at_edge;
use crate::content::piece::{Page, TextBlock};
use crate::content::words::parted;
use crate::features::{flag, share};
use crate::measure::are_nearly_all;
use crate::page::SlotId;
use crate::repeat::thread::{Candidate, Part};
use crate::repeat::{Border, Evidence};
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};

/// Value before the records from which `following` is 1, in words. 15 gives the same figures; with more, comments on
/// short posts are missed.
const BEFORE: f64 = 30.0;

/// Records are early if less than this share of the value up to their end precedes them. They are then probably parts
/// of an article and not comments on it. Not swept.
const EARLY: f64 = 0.3;

/// The number of comments is in one of this many texts before them: beside a heading and a link to the form. Not swept.
const LEAD: usize = 3;

/// Names have on average at most this many words: first, middle and last name.
const NAME: f64 = 3.0;

/// Adds the features of comments to those of a candidate. `with_lines` tells whether records may begin with a line.
pub(super) fn add(evidence: &mut Evidence, pages: &[&Page], candidate: &Candidate, with_lines: bool) {
    let all = CandidateRecords::new(pages, &candidate.parts, with_lines);
    evidence.some = 1.0;
    evidence.lone = flag(pages.len() == 1);
    evidence.foot = flag(candidate.key.border == Border::Foot);
    evidence.numbered = all.share(|part| flag(all.is_numbered(part)));
    evidence.following = all.share(|part| flag(all.is_marked(part)) * (all.before(part) / BEFORE).min(1.0));
    evidence.heading = all.share(|part| flag(all.said(part).iter().any(|block| block.is_heading)));
    evidence.frame = all.share(|part| flag(all.is_aside(part)));
    let is_mute = |part: &Part| !says(all.said(part));
    evidence.mute = all.mean(|parts| flag(is_mute(&parts[0]) || is_mute(&parts[parts.len() - 1])));
    evidence.early = all.mean(|parts| all.early(parts));
    evidence.opening = all.mean(|parts| all.opening(parts));
    evidence.closing = all.mean(|parts| all.closing(parts));
    evidence.labelled = all.mean(|parts| flag(is_labelled(pages, &parts[0])));
    evidence.titled = all.mean(|parts| flag(all.lead(parts).last().is_some_and(is_title)));
    evidence.apart = all.apart();
    if evidence.is_bare() {
        evidence.bare = 1.0;
        evidence.bare_titled = all.mean(|parts| {
            // One of several headings is that of a section: `Ingredients`, `Directions`.
            let elements = &pages[parts[0].page].elements;
            let is_only =
                |block: &TextBlock| is_title(block) && block.pages > 1 && elements[block.element].alike == 1;
            flag(all.lead(parts).last().is_some_and(is_only))
        });
    }
    evidence.only = flag(all.parts.len() == 1);
    evidence.beside = all.share(|part| all.beside(part));
    evidence.counted = all.mean(|parts| {
        let is_count =
            |block: &TextBlock| block.dates.number.is_some_and(|number| number as usize == parts.len());
        flag(all.lead(parts).iter().any(is_count))
    });
}

/// The records of a candidate, with what is counted over all of them.
struct CandidateRecords<'a> {
    pages: &'a [&'a Page],
    parts: &'a [Part],
    with_lines: bool,
    /// The records by page, for pages with records.
    of_pages: Vec<&'a [Part]>,
    /// For each page with records the first block of these.
    firsts: HashMap<usize, usize>,
    /// Number of records with each id.
    ids: HashMap<u64, u32>,
}

impl<'a> CandidateRecords<'a> {
    fn new(pages: &'a [&'a Page], parts: &'a [Part], with_lines: bool) -> Self {
        let of_pages: Vec<&[Part]> = parts.chunk_by(|one, other| one.page == other.page).collect();
        let first = |parts: &&[Part]| (parts[0].page, blocks(&parts[0].record).start);
        let firsts = of_pages.iter().map(first).collect();
        let mut all = CandidateRecords { pages, parts, with_lines, of_pages, firsts, ids: HashMap::new() };
        for part in parts {
            if let Some(id) = all.id(part) {
                *all.ids.entry(id).or_default() += 1;
            }
        }
        all
    }

    /// Mean over the records.
    fn share(&self, of: impl Fn(&Part) -> f64) -> f64 {
        self.parts.iter().map(of).sum::<f64>() / size(self.parts.len())
    }

    /// Mean over the pages with records.
    fn mean(&self, of: impl Fn(&[Part]) -> f64) -> f64 {
        self.of_pages.iter().map(|parts| of(parts)).sum::<f64>() / size(self.of_pages.len())
    }

    /// The blocks of a record.
    fn said(&self, part: &Part) -> &[TextBlock] {
        &self.pages[part.page].blocks[blocks(&part.record)]
    }

    /// The value before the first record on the page of a record.
    fn before(&self, part: &Part) -> f64 {
        self.pages[part.page].value_of(&(0..self.firsts[&part.page]))
    }

    /// The index of a record's first element on its page; none of a line. The outline has a root before the elements of the page.
    fn head(&self, part: &Part) -> Option<usize> {
        part.record.head.index().checked_sub(1).filter(|_| !self.with_lines)
    }

    /// Hash of the id of a record's first element, if the id contains a digit.
    fn id(&self, part: &Part) -> Option<u64> {
        let id = self.pages[part.page].elements[self.head(part)?].id?;
        id.has_digit.then_some(id.key)
    }

    /// Whether a record has an id with a digit that no other record of the cluster has. Sections of an article are
    /// numbered, too, but each page repeats the numbers.
    fn is_numbered(&self, part: &Part) -> bool {
        self.of_pages.len() > 1 && self.id(part).is_some_and(|id| self.ids[&id] == 1)
    }

    /// Whether a record has a text that begins or ends with a date.
    fn is_dated(&self, part: &Part) -> bool {
        self.said(part).iter().any(|block| block.dates.at_edge)
    }

    /// ln (1 + the fewest words before or after a date of its texts); 0 without a date.
    fn beside(&self, part: &Part) -> f64 {
        let dated = self.said(part).iter().filter(|block| block.dates.at_edge);
        dated.map(|block| f64::from(block.dates.beside)).reduce(f64::min).unwrap_or_default().ln_1p()
    }

    /// Whether a record has a date or a number of its own.
    fn is_marked(&self, part: &Part) -> bool {
        self.is_numbered(part) || self.is_dated(part)
    }

    /// Whether a record is in an element for content beside the main text, such as `aside`.
    fn is_aside(&self, part: &Part) -> bool {
        let page = self.pages[part.page];
        let first = || page.blocks[blocks(&part.record).start].element;
        page.inclusive_ancestors(self.head(part).unwrap_or_else(first)).any(|at| page.elements[at].is_aside)
    }

    /// The texts right before the first record.
    fn lead(&self, parts: &[Part]) -> &[TextBlock] {
        let first = blocks(&parts[0].record).start;
        &self.pages[parts[0].page].blocks[first.saturating_sub(LEAD)..first]
    }

    /// The share of the page's own value before the records, over all pages, that is in other slots than the own texts of the records.
    fn apart(&self) -> f64 {
        let said = self.parts.iter().flat_map(|part| self.said(part));
        let slots: HashSet<SlotId> =
            said.filter(|block| block.is_own_text()).map(|block| block.slot).collect();
        let before = self.of_pages.iter().flat_map(|parts| {
            let Part { page, .. } = parts[0];
            &self.pages[page].blocks[..self.firsts[&page]]
        });
        let (all, alike) = before.fold((0.0, 0.0), |(all, alike), block| {
            let gain = block.gain();
            (all + gain, alike + if slots.contains(&block.slot) { gain } else { 0.0 })
        });
        share(all - alike, all)
    }

    /// The share of the own words before the first record, of these and those of a record.
    fn opening(&self, parts: &[Part]) -> f64 {
        let within: f64 = parts.iter().map(|part| own(self.said(part))).sum();
        let before = self.before(&parts[0]);
        share(before, before + within / size(parts.len()))
    }

    /// The share of the own text behind the last record, of this and that of the records.
    fn closing(&self, parts: &[Part]) -> f64 {
        let page = self.pages[parts[0].page];
        let within: f64 = parts.iter().map(|part| own(self.said(part))).sum();
        let behind = page.value_of(&(blocks(&parts[parts.len() - 1].record).end..page.blocks.len()));
        share(behind, behind + within)
    }

    /// How far the share of value before the records of a page is below [`EARLY`].
    fn early(&self, parts: &[Part]) -> f64 {
        let of_part = |part: &Part| self.pages[part.page].value_of(&blocks(&part.record));
        let (before, within) = (self.before(&parts[0]), parts.iter().map(of_part).sum::<f64>());
        (EARLY - before / (before + within).max(1.0)).max(0.0)
    }
}

/// Whether a label is right before a record.
pub(super) fn is_labelled(pages: &[&Page], part: &Part) -> bool {
    let before = &pages[part.page].blocks[..blocks(&part.record).start];
    before.last().is_some_and(is_label)
}

/// Whether records are summaries of other pages: a link with the title of one begins nearly all, or is right before them. Comments begin with
/// links to their authors, too.
pub(super) fn are_teasers(pages: &[&Page], parts: &[Part]) -> bool {
    let title = |part: &Part| {
        let page = pages[part.page];
        let words = |block: usize| {
            let text = &page.texts[page.blocks[block].leaves.start as usize];
            let is_title = text.is_away && !at_edge(std::iter::once(text.text.as_str()));
            is_title.then(|| parted(&text.text))
        };
        let start = blocks(&part.record).start;
        words(start).or_else(|| start.checked_sub(1).and_then(words))
    };
    let titles: Vec<f64> = parts.iter().filter_map(title).collect();
    are_nearly_all(titles.len(), parts.len()) && titles.iter().sum::<f64>() > NAME * size(titles.len())
}

/// Whether a text may be the label of comments.
fn is_label(block: &TextBlock) -> bool {
    (block.is_heading || block.pages > 1) && block.linked == 0.0
}

/// Whether a text is a heading that other pages have, or one that may state the number of comments.
fn is_title(block: &TextBlock) -> bool {
    block.is_heading && block.linked == 0.0 && (block.pages > 1 || block.dates.number.is_some())
}

/// Returns the number of unlinked words in unique blocks.
fn own(said: &[TextBlock]) -> f64 {
    said.iter().filter(|block| block.unique).map(TextBlock::unlinked).sum()
}

/// Whether a record has unique unlinked text besides dates. A record of one text says something even if a date is part of it.
fn says(said: &[TextBlock]) -> bool {
    let is_one = said.len() == 1;
    said.iter().any(|block| block.unique && block.dates.speaks && (is_one || !block.is_dated()))
}

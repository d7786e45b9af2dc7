//! What tells comments from posts and from whatever else repeats on a page.
//!
//! In: a candidate, with the pages. Out: its [`Evidence`], completed: what marks its records (dates, numbered ids, short
//! lines), what they say, and how they stand to the text before them. Cost: linear in the pieces of the records.

use super::{SAID_ON, pieces};
use crate::content::piece::{Page, Piece};
use crate::features::flag;
use crate::measure::TEXT;
use crate::repeat::thread::{Candidate, Part};
use crate::repeat::{Border, Evidence};
use crate::spectrum::exact;
use hashbrown::HashMap;

/// 30 words of value stand before comments; 15 do as well, more misses comments on short posts.
const BEFORE: f64 = 30.0;

/// Comments are early where less than 0.3 of the value until their end stands before them: an article and what repeats in it,
/// rather than comments on it. Not swept.
const EARLY: f64 = 0.3;

/// Adds the features of comments.
pub(super) fn add(evidence: &mut Evidence, pages: &[&Page], candidate: &Candidate) {
    let all = Records::new(pages, &candidate.parts);
    evidence.some = 1.0;
    evidence.lone = flag(pages.len() == 1);
    evidence.foot = flag(candidate.key.border == Border::Foot);
    evidence.many = (count(all.parts.len()) / count(all.of_pages.len())).ln();
    evidence.numbered = all.share(|part| flag(all.is_numbered(part)));
    evidence.marked = all.share(|part| flag(all.is_marked(part)));
    evidence.following = all.share(|part| flag(all.is_marked(part)) * (all.before(part) / BEFORE).min(1.0));
    evidence.single = all.share(|part| flag(part.record.leaves.len() == 1));
    evidence.heading = all.share(|part| flag(all.said(part).iter().any(|piece| piece.is_heading)));
    evidence.signed = all.share(|part| flag(is_signed(all.said(part))));
    evidence.frame = all.share(|part| flag(all.is_aside(part)));
    evidence.said = all.share(|part| own(all.said(part)).ln_1p());
    let is_mute = |part: &Part| !says(all.said(part));
    evidence.mute = all.mean(|parts| flag(is_mute(&parts[0]) || is_mute(&parts[parts.len() - 1])));
    evidence.early = all.mean(|parts| all.early(parts));
}

/// Whether a date or a number may mark one of its records.
pub(super) fn has_marks(pages: &[&Page], candidate: &Candidate) -> bool {
    let is_marked = |part: &Part| {
        let page = pages[part.page];
        page.pieces[pieces(&part.record)].iter().any(Piece::is_dated)
            || head(part).and_then(|head| page.places[head].id).is_some_and(|id| id.has_digit)
    };
    candidate.parts.iter().any(is_marked)
}

/// The records of a candidate.
struct Records<'a> {
    pages: &'a [&'a Page],
    parts: &'a [Part],
    /// Those of each page that has some.
    of_pages: Vec<&'a [Part]>,
    /// For each page with records the number of its first piece of them.
    firsts: HashMap<usize, usize>,
    /// How many records have each id.
    ids: HashMap<u64, u32>,
}

impl<'a> Records<'a> {
    fn new(pages: &'a [&'a Page], parts: &'a [Part]) -> Self {
        let of_pages: Vec<&[Part]> = parts.chunk_by(|one, other| one.page == other.page).collect();
        let first = |parts: &&[Part]| (parts[0].page, pieces(&parts[0].record).start);
        let firsts = of_pages.iter().map(first).collect();
        let mut all = Records { pages, parts, of_pages, firsts, ids: HashMap::new() };
        for part in parts {
            if let Some(id) = all.id(part) {
                *all.ids.entry(id).or_default() += 1;
            }
        }
        all
    }

    /// The mean over the records.
    fn share(&self, of: impl Fn(&Part) -> f64) -> f64 {
        self.parts.iter().map(of).sum::<f64>() / count(self.parts.len())
    }

    /// The mean over the pages with records.
    fn mean(&self, of: impl Fn(&[Part]) -> f64) -> f64 {
        self.of_pages.iter().map(|parts| of(parts)).sum::<f64>() / count(self.of_pages.len())
    }

    /// What a record says.
    fn said(&self, part: &Part) -> &[Piece] {
        &self.pages[part.page].pieces[pieces(&part.record)]
    }

    /// The value before the first record of the page.
    fn before(&self, part: &Part) -> f64 {
        self.pages[part.page].value_of(&(0..self.firsts[&part.page]))
    }

    /// The id that a record begins with, if there is a number in it.
    fn id(&self, part: &Part) -> Option<u64> {
        let id = self.pages[part.page].places[head(part)?].id?;
        id.has_digit.then_some(id.key)
    }

    /// Whether a record has a number of its own in the set: sections of an article are numbered too, on each page again.
    fn is_numbered(&self, part: &Part) -> bool {
        self.of_pages.len() > 1 && self.id(part).is_some_and(|id| self.ids[&id] == 1)
    }

    /// Whether a date or a number marks a record.
    fn is_marked(&self, part: &Part) -> bool {
        self.is_numbered(part) || self.said(part).iter().any(Piece::is_dated)
    }

    /// Whether a record stands in an element that stands beside the text by its name.
    fn is_aside(&self, part: &Part) -> bool {
        let places = &self.pages[part.page].places;
        std::iter::successors(head(part), |&at| places[at].parent).any(|at| places[at].is_aside)
    }

    /// How early the records of a page are.
    fn early(&self, parts: &[Part]) -> f64 {
        let of_part = |part: &Part| self.pages[part.page].value_of(&pieces(&part.record));
        let (before, within) = (self.before(&parts[0]), parts.iter().map(of_part).sum::<f64>());
        (EARLY - before / (before + within).max(1.0)).max(0.0)
    }
}

/// The place that a record begins with; the root of the outline is no place.
fn head(part: &Part) -> Option<usize> {
    part.record.head.index().checked_sub(1)
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// The unlinked words that are their page's alone.
fn own(said: &[Piece]) -> f64 {
    said.iter().filter(|piece| piece.unique).map(Piece::unlinked).sum()
}

/// Whether there is something beside dates that is the page's own.
fn says(said: &[Piece]) -> bool {
    said.iter().any(|piece| piece.unique && piece.unlinked() > 0.0 && !piece.is_dated())
}

/// Whether there is a short line beside a longer one.
fn is_signed(said: &[Piece]) -> bool {
    let is_line =
        |piece: &Piece| piece.words <= f64::from(TEXT) && !piece.is_heading && piece.pages <= SAID_ON;
    let undated = || said.iter().filter(|piece| !piece.is_dated());
    undated().any(is_line) && undated().any(|piece| piece.words > f64::from(TEXT))
}

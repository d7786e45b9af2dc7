//! Lists of other threads: teasers that look like posts of two lines.
//!
//! A teaser begins with a link to elsewhere, and says little. Records of which nearly all have a link of their own at one
//! place, once, and none of which is long, are teasers; what they say does not count.

use super::page::Page;
use crate::repeat::thread::{Candidate, Part, Text, below};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

/// The share of the records that begin with links. Real boards are the same with 0.8: tools/sweep.py src/forum/teaser.rs MOST 0.8
/// -- boards forum. Of generated ones 0.6 costs a fifth of the posts of short threads beside teasers, 0.8 an eighth.
const MOST: f64 = 0.7;

/// The words of the longest teaser; the same up to 100, at 40 teasers are not found.
const BRIEF: f64 = 60.0;

/// The words of a headline that a page has for itself. With 1 boards-alone loses 0.08: tools/sweep.py src/forum/teaser.rs
/// OWN_HEADLINE 1.0 -- boards-alone.
const OWN_HEADLINE: f64 = 3.0;

/// Makes the texts of teasers weigh nothing.
pub(super) fn silence_teasers(pages: &mut [Page], candidates: &[Candidate]) {
    let mut teasers: Vec<Vec<Range<u32>>> = vec![Vec::new(); pages.len()];
    for candidate in candidates.iter().filter(|candidate| is_list(pages, candidate)) {
        let headed = headed(pages, &candidate.parts);
        if is_most(headed.len(), candidate.parts.len()) {
            for part in headed.into_iter().map(|part| &candidate.parts[part]) {
                teasers[part.page].push(part.record.leaves.clone());
            }
        }
    }
    for (page, teasers) in pages.iter_mut().zip(teasers).filter(|(_, teasers)| !teasers.is_empty()) {
        page.outline.silence(&teasers);
    }
}

fn is_most(count: usize, all: usize) -> bool {
    exact(count as u64) >= MOST * exact(all as u64) // usize has at most 64 bits
}

/// Whether the records of a candidate are short, most of them with a linked text of their own.
fn is_list(pages: &[Page], candidate: &Candidate) -> bool {
    let parts = &candidate.parts;
    let is_own = |text: &Text| text.is_own && text.is_linked && text.words >= OWN_HEADLINE;
    let has_own = |part: &&Part| part.of(pages).texts_of(&part.record.leaves).iter().any(is_own);
    parts.iter().all(|part| part.words(pages) <= BRIEF)
        && is_most(parts.iter().filter(has_own).count(), parts.len())
}

/// The records that have a linked text at the place where most have one, once.
fn headed(pages: &[Page], parts: &[Part]) -> Vec<usize> {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let page = part.of(pages);
        let ways = page.descend(&part.record, |above, id| match id {
            // The way begins below the head.
            head if head == part.record.head => below(None, 0),
            id => below(above, page.steps[id.index()]),
        });
        let mut times: Vec<(u64, u32)> = Vec::new();
        let leaves = part.record.leaves(&page.tree).iter().zip(page.texts_of(&part.record.leaves));
        for (leaf, _) in leaves.filter(|(_, text)| text.is_linked) {
            let way = ways.get(leaf.parent).unwrap_or_default();
            match times.iter_mut().find(|(known, _)| *known == way) {
                Some((_, times)) => *times += 1,
                None => times.push((way, 1)),
            }
        }
        for (way, _) in times.into_iter().filter(|&(_, times)| times == 1) {
            let place = *numbers.entry(way).or_insert_with(|| {
                places.push(Vec::new());
                places.len() - 1
            });
            places[place].push(number);
        }
    }
    places.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

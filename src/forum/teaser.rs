//! Lists of other threads, whose teasers look like posts of two lines.
//!
//! In: the candidates for posts. Effect: the texts of teasers get weight 0. The records of a candidate are teasers if
//! none of them is long, and most of them have a linked text that only their page has, and a linked text at the same
//! relative position, exactly once. Cost: linear in the texts of all candidates.

use super::page::Page;
use crate::repeat::thread::{Candidate, Part, Text, below};
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

/// Share of the records that must have such links. Real boards are the same with 0.8: eval/sweep.py
/// src/forum/teaser.rs MOST 0.8 -- boards forum. Of generated ones 0.6 costs a fifth of the posts of short threads
/// beside teasers, 0.8 an eighth.
const MOST: f64 = 0.7;

/// Largest number of words of a teaser. Values up to 100 give the same figures; with 40 teasers are not found.
const BRIEF: f64 = 60.0;

/// Smallest number of words of a linked text that only its page has. With 1 boards-alone loses 0.08: eval/sweep.py
/// src/forum/teaser.rs OWN_HEADLINE 1.0 -- boards-alone.
const OWN_HEADLINE: f64 = 3.0;

/// Sets the weight of the texts of teasers to 0.
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

/// Whether the records of a candidate are short, and most of them have a linked text that only their page has.
fn is_list(pages: &[Page], candidate: &Candidate) -> bool {
    let parts = &candidate.parts;
    let is_own = |text: &Text| text.is_own && text.is_linked && text.words >= OWN_HEADLINE;
    let has_own = |part: &&Part| part.of(pages).texts_of(&part.record.leaves).iter().any(is_own);
    parts.iter().all(|part| part.words(pages) <= BRIEF)
        && is_most(parts.iter().filter(has_own).count(), parts.len())
}

/// Returns the records with exactly one linked text at the position where most records have exactly one.
fn headed(pages: &[Page], parts: &[Part]) -> Vec<usize> {
    let mut numbers: HashMap<u64, usize> = HashMap::new();
    let mut places: Vec<Vec<usize>> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let page = part.of(pages);
        let paths = page.descend(&part.record, |above, id| match id {
            // The path begins below the head.
            head if head == part.record.head => below(None, 0),
            id => below(above, page.steps[id.index()]),
        });
        let mut times: Vec<(u64, u32)> = Vec::new();
        let leaves = part.record.leaves(&page.tree).iter().zip(page.texts_of(&part.record.leaves));
        for (leaf, _) in leaves.filter(|(_, text)| text.is_linked) {
            let path = paths.get(leaf.parent).unwrap_or_default();
            match times.iter_mut().find(|(known, _)| *known == path) {
                Some((_, times)) => *times += 1,
                None => times.push((path, 1)),
            }
        }
        for (path, _) in times.into_iter().filter(|&(_, times)| times == 1) {
            let place = *numbers.entry(path).or_insert_with(|| {
                places.push(Vec::new());
                places.len() - 1
            });
            places[place].push(number);
        }
    }
    places.into_iter().rev().max_by_key(Vec::len).unwrap_or_default()
}

//! Whether the records of a candidate begin in the middle of posts: with the signature below a text, or with each half of a post.
//!
//! In: the best candidate. Out: the candidate whose records begin [earlier](super::lead), or are two of its records each.
//!
//! ```text
//! <tr>text <tr>Ann, 3 May <tr>text <tr>Bob, 4 May              each second one has a date: two are one post
//! ```
//!
//! Decided after the choice, since records that begin with any sibling would be candidates for all kinds of pages. Linear in the records.

use super::super::record::Border;
use super::candidate::Candidate;
use super::lead::Lead;
use super::outline::Outline;
use super::part::Part;
use crate::measure::are_most;
use std::ops::Deref;

impl Candidate {
    /// Lets the records begin and end with the posts, if they are out of phase with them.
    pub(crate) fn set_in_phase(&mut self, pages: &[impl Deref<Target = Outline>]) {
        let of_pages: Vec<&[Part]> = self.parts.chunk_by(|one, other| one.page == other.page).collect();
        let are = |is: &dyn Fn(&Outline, &[Part]) -> bool| {
            are_most(of_pages.iter().filter(|parts| is(&pages[parts[0].page], parts)).count(), of_pages.len())
        };
        let mut key = self.key.clone();
        match key.border {
            Border::Run => {
                // Only several records show where they begin.
                let several = of_pages.iter().filter(|parts| parts.len() > 1);
                let leads: Vec<Lead> = several.map(|parts| Lead::new(&pages[parts[0].page], parts)).collect();
                let count = |lead: &Lead| leads.iter().filter(|other| *other == lead).count();
                let Some(most) = leads.iter().max_by_key(|lead| (count(lead), **lead)) else { return };
                if *most == Lead::default() || !are_most(count(most), leads.len()) {
                    return;
                }
                key.before = *most;
            }
            Border::Element if are(&are_halves) => {
                (key.border, key.dated) = (Border::Run, true);
                let are_behind = are(&|page, parts| !is_dated(page, &parts[0]));
                key.before = Lead::of_siblings(are_behind.into());
            }
            _ => return,
        }
        let is_head = |part: &&Part| key.border == self.key.border || is_dated(&pages[part.page], part);
        let parts = key.parts(pages, self.parts.iter().filter(is_head).map(Part::head).collect());
        if !parts.is_empty() {
            *self = Candidate { key, parts };
        }
    }
}

fn is_dated(page: &Outline, part: &Part) -> bool {
    page.is_dated(&part.record.leaves)
}

/// Whether exactly one of each two records has a date, the same one of all, and the other one says something.
fn are_halves(page: &Outline, parts: &[Part]) -> bool {
    let dated: Vec<bool> = parts.iter().map(|part| is_dated(page, part)).collect();
    let says = |part: &Part| page.texts_of(&part.record.leaves).iter().any(|text| text.says);
    let is_silent = |(part, is_dated): (&Part, &bool)| !is_dated && !says(part);
    let is_beside = |pair: &[Part]| page.node(pair[0].record.head).end == pair[1].record.head;
    parts.len() >= 4
        && parts.len().is_multiple_of(2)
        && dated.windows(2).all(|pair| pair[0] != pair[1])
        && parts.windows(2).all(is_beside)
        && !parts.iter().zip(&dated).any(is_silent)
}

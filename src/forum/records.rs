//! The records of the posts of a candidate, with the first posts that are not among its records.
//!
//! In: a candidate. Out: the records, and the leaves of each that are its text. A first post apart from the records is its body: the
//! candidate tells it by the form of its date, or it has a body like the others ([`first`]), or it is signed like them ([`opening`]).

use super::page::Page;
use super::{body, first, opening, sign};
use crate::record::role::sign::Unit;
use crate::repeat::thread::{Candidate, Part};
use std::ops::Range;

/// The records of a candidate, and then first posts apart from them.
pub(super) struct PostRecords {
    pub(super) records: Vec<Part>,
    /// How many of the records are no such first posts.
    pub(super) answers: usize,
    /// The leaves of each record that are its text.
    pub(super) texts: Vec<Range<u32>>,
}

impl PostRecords {
    pub(super) fn new(pages: &[Page], candidate: &Candidate) -> Self {
        let (mut records, apart) = candidate.answers_and_firsts(pages);
        let answers = records.len();
        let mut texts = body::bodies(pages, &records);
        if !apart.is_empty() {
            let bodies = apart.iter().map(|first| opening::body(pages, first));
            records.extend(bodies);
            texts.extend(records[answers..].iter().map(|body| body.record.leaves.clone()));
            return PostRecords { records, answers, texts }.without_signatures(pages);
        }
        let mut first = first::first_posts(pages, &records, &texts);
        if first.is_empty() {
            first = opening::opening_posts(pages, &records, &texts);
        }
        if !first.is_empty() {
            records.extend(first);
            texts = body::bodies(pages, &records);
        }
        PostRecords { records, answers, texts }.without_signatures(pages)
    }

    /// The first posts apart from the others have their signatures elsewhere: dates before and behind their texts are none of these.
    fn without_signatures(mut self, pages: &[Page]) -> Self {
        for (part, text) in self.records.iter().zip(&mut self.texts).skip(self.answers) {
            *text = opening::unsigned(part.of(pages), text);
        }
        self
    }

    /// What author and date of each record are chosen from.
    pub(super) fn units(&self, pages: &[Page]) -> Vec<Unit> {
        sign::units(pages, &self.records, self.answers, &self.texts)
    }
}

//! The records of the posts of a candidate, with the first posts that are not among its records.
//!
//! In: a candidate. Out: the records, and the leaves of each that are its text. A first post apart from the records is its body: the
//! candidate tells it by the form of its date, or it has a body like the others ([`first`]), or it is signed like them ([`opening`]).

use super::motto::texts_of_authors;
use super::page::Page;
use super::{body, first, opening, sign};
use crate::record::role::Convention;
use crate::record::role::sign::{Signature, Signer, Unit};
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
        let mut texts = body::bodies(pages, &records, |_, _| false);
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
            texts = body::bodies(pages, &records, |_, _| false);
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

    /// Cuts what is of the authors off the ends of the texts of the posts: mottos, and signatures where a text is nothing else. Whether there
    /// were any.
    pub(super) fn cut_mottos(
        &mut self,
        pages: &[Page],
        signatures: &[Signature],
        is_signature: impl Fn(usize, &str) -> bool,
    ) -> bool {
        let authors = signatures.iter().map(|of| of.author.as_ref().map(|(_, author)| author.as_str()));
        let mut own = texts_of_authors(pages, &self.records, &authors.collect::<Vec<_>>());
        self.add_signatures(pages, &mut own, is_signature);
        self.cut(pages, &own)
    }

    /// Adds to the texts of the authors the signatures of the records whose text is nothing but these, although others say something.
    fn add_signatures(
        &self,
        pages: &[Page],
        own: &mut [Vec<bool>],
        is_signature: impl Fn(usize, &str) -> bool,
    ) {
        for (record, own) in own.iter_mut().enumerate().take(self.answers) {
            let part = &self.records[record];
            let (page, leaves) = (part.of(pages), part.record.leaves.clone());
            let is_signed = |leaf: u32| is_signature(record, &page.tree.leaves()[leaf as usize].text);
            let says = |leaf: u32| page.texts[leaf as usize].says && !own[(leaf - leaves.start) as usize];
            if self.texts[record].clone().all(is_signed)
                && leaves.clone().any(|leaf| says(leaf) && !is_signed(leaf))
            {
                own.iter_mut().zip(leaves.map(is_signed)).for_each(|(own, is_signed)| *own |= is_signed);
            }
        }
    }

    /// Cuts texts of the records off the ends of their texts; where nothing is left, another text is chosen. Whether there were any.
    fn cut(&mut self, pages: &[Page], is_out: &[Vec<bool>]) -> bool {
        let is_in = |record: usize, leaf: u32| {
            !is_out[record][(leaf - self.records[record].record.leaves.start) as usize]
        };
        let cut = |(record, text): (usize, &Range<u32>)| {
            let start = text.clone().find(|leaf| is_in(record, *leaf)).unwrap_or(text.end);
            let end = text.clone().rev().find(|leaf| is_in(record, *leaf)).map_or(start, |last| last + 1);
            start..end
        };
        let mut texts: Vec<Range<u32>> = self.texts[..self.answers].iter().enumerate().map(cut).collect();
        if texts == self.texts[..self.answers] {
            return false;
        }
        if texts.iter().any(Range::is_empty) {
            let others = body::bodies(pages, &self.records, |record, at| is_out[record][at]);
            let empty = texts.iter_mut().zip(others).filter(|(text, _)| text.start == text.end);
            empty.for_each(|(text, other)| *text = other);
        }
        self.texts.splice(..self.answers, texts);
        true
    }

    /// What signs each record.
    pub(super) fn signed(&self, pages: &[Page], conventions: &[Convention]) -> (Vec<Unit>, Vec<Signature>) {
        let units = self.units(pages);
        let signer = Signer::learn(&units[..self.answers], conventions);
        let signatures = units.iter().map(|unit| signer.read(unit, &conventions[unit.page])).collect();
        (units, signatures)
    }

    /// What author and date of each record are chosen from.
    pub(super) fn units(&self, pages: &[Page]) -> Vec<Unit> {
        sign::units(pages, &self.records, self.answers, &self.texts)
    }
}

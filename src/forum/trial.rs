//! What each candidate for posts, each text and each column of authors and dates would give. The weights are fitted on these.
//!
//! In: pages. Out: for each set of pages of one template what its candidates give. Cost: that of cutting the pages once for each candidate.

use super::body::{self, BodyEvidence};
use super::page::Page;
use super::records::PostRecords;
use super::sets::each_unsorted_set;
use super::{Post, choices_of, conventions, posts};
use crate::document::Document;
use crate::record::role::sign::{SignTrial, Signer};
use crate::repeat::Evidence;
use crate::repeat::thread::{Candidate, Choice, Part};
use std::ops::Range;

/// A candidate with the posts that it would give.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// Its features.
    pub evidence: Evidence,
    /// The posts of each page of the cluster.
    pub posts: Vec<Vec<Post>>,
    /// The columns from which their authors and dates are chosen, for the best candidates.
    pub signs: Option<SignTrial>,
}

/// Returns for each cluster the indices of its pages, and the posts that each candidate would give, with the columns of their authors
/// and dates for the best `signed` candidates. The weights are fitted on these.
#[must_use]
pub fn trials(documents: &[Document], signed: usize) -> Vec<(Vec<usize>, Vec<Trial>)> {
    each_unsorted_set(documents, |read| {
        let (pages, choices) = choices_of(read);
        let trial = |(at, Choice { candidate, evidence, .. }): (usize, Choice)| Trial {
            evidence,
            posts: posts(&pages, &candidate),
            signs: (at < signed).then(|| sign_trial(&pages, &candidate)),
        };
        choices.into_iter().enumerate().map(trial).collect()
    })
}

/// The columns from which authors and dates of the posts of a candidate are chosen.
fn sign_trial(pages: &[Page], candidate: &Candidate) -> SignTrial {
    let of_candidate = PostRecords::new(pages, candidate);
    let text = |(part, leaves): (&Part, &Range<u32>)| (part.page, part.of(pages).text(leaves));
    let units = of_candidate.records.iter().zip(&of_candidate.texts).map(text).collect();
    SignTrial { units, ..Signer::trial(&of_candidate.units(pages), &conventions(pages)) }
}

/// The texts of a post with their features.
pub type PostTexts = Vec<(String, BodyEvidence)>;

/// Returns for each cluster the indices of its pages, and the texts of the posts of each page. The weights are fitted on
/// these.
#[must_use]
pub fn texts(documents: &[Document]) -> Vec<(Vec<usize>, Vec<Vec<PostTexts>>)> {
    each_unsorted_set(documents, |read| {
        let (pages, choices) = choices_of(read);
        let mut found = vec![Vec::new(); pages.len()];
        let records = choices
            .first()
            .map(|choice| PostRecords::new(&pages, &choice.candidate).records)
            .unwrap_or_default();
        for (part, evidence) in records.iter().zip(body::evidence(&pages, &records)) {
            let leaves = part.record.leaves(&part.of(&pages).tree);
            found[part.page].push(leaves.iter().map(|leaf| leaf.text.to_string()).zip(evidence).collect());
        }
        found
    })
}

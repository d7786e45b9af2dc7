//! A group of similar elements of a page, with the evidence for it.

use super::rounded;
use crate::page::Tree;
use crate::repeat::{Evidence, Ranked, Resolution, Weights};
use serde::Serialize;

/// A group of similar elements of a page, as programs read it.
#[derive(Clone, Debug, Serialize)]
pub struct GroupRow {
    /// The element path of its elements.
    pub path: String,
    /// How its elements are alike; comments and posts are alike by their path.
    pub alike: Option<Resolution>,
    /// The number of its elements, before some are removed and others added because of their content.
    pub frequency: usize,
    /// The number of pages that have such elements.
    pub documents: u32,
    /// Its probability among the groups of the page.
    pub probability: f64,
    /// The features that contribute most to its advantage over the next group, with the contribution of each to the
    /// logarithm of the odds.
    pub reasons: Vec<(&'static str, f64)>,
}

/// The maximum number of features that are shown for a choice.
const REASONS: usize = 6;

/// The features that contribute most to the advantage of one candidate over another, with their part in the logarithm of the odds.
#[must_use]
pub fn top_reasons(weights: &Weights, one: &Evidence, other: &Evidence) -> Vec<(&'static str, f64)> {
    let reasons = weights.reasons(one, other).into_iter().take(REASONS);
    reasons.map(|(name, part)| (name, rounded(part))).collect()
}

impl GroupRow {
    /// The row of a group of a page, compared with another one if there is one.
    #[must_use]
    pub fn new(tree: &Tree, ranked: &Ranked, against: Option<&Ranked>) -> Self {
        let other = against.map(|other| other.evidence).unwrap_or_default();
        GroupRow {
            path: ranked.candidate.steps(tree).to_string(),
            alike: Some(ranked.candidate.resolution()),
            frequency: ranked.candidate.records.len(),
            documents: ranked.documents,
            probability: rounded(ranked.probability),
            reasons: top_reasons(Weights::records(), &ranked.evidence, &other),
        }
    }
}

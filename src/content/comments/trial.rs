//! What each candidate would be, if it were the comments: what weights are fitted on.

use super::outline::Labels;
use super::{Comments, Said, candidates_of, outlines};
use crate::content::piece::Page;
use crate::content::set::weighed;
use crate::content::weigh::Own;
use crate::document::Document;
use crate::repeat::Evidence;
use crate::repeat::thread::{Choice, Finder};
use crate::site::{cluster, members};
use rayon::prelude::*;

/// The comments that a candidate would be.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What speaks for it.
    pub evidence: Evidence,
    /// The comments of each page of the set.
    pub comments: Vec<Vec<String>>,
}

/// The pages of each set by their numbers, and its candidates, the best first.
#[must_use]
pub fn trials(documents: &[Document]) -> Vec<(Vec<usize>, Vec<Trial>)> {
    let mut read: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    let sets = members(&cluster(&read.iter().map(|page| &page.signature).collect::<Vec<_>>()));
    let of_set = |set: Vec<usize>| {
        let pages = set.iter().map(|&number| std::mem::take(&mut read[number])).collect();
        let sources: Vec<&str> = set.iter().map(|&number| documents[number].text()).collect();
        (set, of_pages(pages, &sources))
    };
    sets.into_iter().map(of_set).collect()
}

fn of_pages(mut pages: Vec<Page>, sources: &[&str]) -> Vec<Trial> {
    let (slots, _) = weighed(&mut pages.iter_mut().collect::<Vec<_>>(), Own::Alone);
    let shared: Vec<&Page> = pages.iter().collect();
    let labels = Labels::learn(&shared);
    let outlines = outlines(&shared, &slots, &labels);
    let choices = candidates_of(&shared, &outlines);
    let outlines: Vec<_> = outlines.iter().collect();
    let trial = |Choice { candidate, evidence, .. }: Choice| {
        let finder = Some(Finder::new(&outlines, &candidate));
        let comments = Comments { labels: labels.clone(), finder };
        let of_page = |(page, source): (&mut Page, &&str)| {
            let comments = comments.read(page, &slots).into_iter();
            let text = |Said { pieces, .. }: Said| {
                let texts = pieces.into_iter().map(|at| page.text(source, at).text);
                texts.collect::<Vec<_>>().join("\n")
            };
            comments.map(text).collect()
        };
        Trial { evidence, comments: pages.iter_mut().zip(sources).map(of_page).collect() }
    };
    choices.into_iter().map(trial).collect()
}

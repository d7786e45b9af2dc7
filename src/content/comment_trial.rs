//! The comments that each candidate would give. The weights are fitted on these.

use super::comments::{CommentBlocks, Comments, Labels, candidates_of, outlines};
use super::piece::Page;
use super::set::weighed;
use super::signed;
use super::weigh::OwnTextRule;
use crate::document::Document;
use crate::record::role::sign::SignTrial;
use crate::repeat::Evidence;
use crate::repeat::thread::{Choice, Finder};
use crate::site::{cluster, members};
use rayon::prelude::*;

/// A candidate with the comments that it would give.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Its features.
    pub evidence: Evidence,
    /// The comments of each page of the cluster.
    pub comments: Vec<Vec<String>>,
    /// The columns from which their authors and dates are chosen, for the best candidates.
    pub signs: Option<SignTrial>,
}

/// Returns for each page cluster the indices of its pages, and its candidates, best first, with the columns of authors and dates for
/// the best `most` of them.
#[must_use]
pub fn trials(documents: &[Document], most: usize) -> Vec<(Vec<usize>, Vec<Trial>)> {
    let mut read: Vec<Page> = documents.par_iter().map(|document| Page::new(document.text())).collect();
    let sets = members(&cluster(&read.iter().map(|page| &page.signature).collect::<Vec<_>>()));
    let of_set = |set: Vec<usize>| {
        let pages = set.iter().map(|&number| std::mem::take(&mut read[number])).collect();
        let sources: Vec<&str> = set.iter().map(|&number| documents[number].text()).collect();
        (set, of_pages(pages, &sources, most))
    };
    sets.into_iter().map(of_set).collect()
}

fn of_pages(mut pages: Vec<Page>, sources: &[&str], most: usize) -> Vec<Trial> {
    let (slots, _) = weighed(&mut pages.iter_mut().collect::<Vec<_>>(), OwnTextRule::OnePage);
    let shared: Vec<&Page> = pages.iter().collect();
    let labels = Labels::learn(&shared);
    let outlines = outlines(&shared, &slots, &labels, false);
    let choices = candidates_of(&shared, &outlines.iter().collect::<Vec<_>>(), false);
    let outlines: Vec<_> = outlines.iter().collect();
    let trial = |(at, Choice { candidate, evidence, .. }): (usize, Choice)| {
        let finder = Some(Finder::new(&outlines, &candidate));
        let comments =
            Comments { with_lines: false, are_teasers: false, labels: labels.clone(), finder, basis: None };
        let found: Vec<Vec<CommentBlocks>> =
            pages.iter_mut().map(|page| comments.read(page, &slots)).collect();
        let of_page = |((page, source), found): ((&Page, &&str), &Vec<CommentBlocks>)| {
            let text = |CommentBlocks { blocks, .. }: &CommentBlocks| {
                let texts = blocks.iter().map(|&at| page.text(source, at).text);
                texts.collect::<Vec<_>>().join("\n")
            };
            found.iter().map(text).collect()
        };
        let texts: Vec<Vec<String>> = pages.iter().zip(sources).zip(&found).map(of_page).collect();
        let signs = (at < most).then(|| {
            let numbered = texts.iter().enumerate();
            let units = numbered.flat_map(|(page, texts)| texts.iter().map(move |text| (page, text.clone())));
            let signs = signed::trial(&pages.iter_mut().collect::<Vec<_>>(), &slots, &found);
            SignTrial { units: units.collect(), ..signs }
        });
        Trial { evidence, comments: texts, signs }
    };
    choices.into_iter().enumerate().map(trial).collect()
}

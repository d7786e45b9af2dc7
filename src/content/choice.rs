//! Which blocks of a page are content, by the fitted weights.
//!
//! In: the article that the rules have found, and the evidence of each block. Out: the article as it is given back. Comments
//! are none of it; the headline, and lines about an article, its date and who wrote it, stay where the rules keep them.

use super::TextKind;
use super::article::{Article, Frame};
use super::comments::Said;
use super::context::context;
use super::evidence::{Evidence, evidence};
use super::piece::Page;
use super::weights::Weights;

/// The more pages of a template are known, the more the rules are right: by so much for each e-fold of pages the odds of what
/// they keep on an article rise, and those of the rest fall. 0.2 to 0.85 do as well; without it posts of blogs lose 0.002.
const KNOWN: f64 = 0.5;

impl Frame<'_> {
    /// The article of a page.
    pub(super) fn chosen(&self, page: &Page, comments: &[Said]) -> Article {
        let rules = self.article(page);
        let weights = Weights::fitted();
        let evidence = evidence(page, self, &rules);
        let no_article = evidence.first().map_or(0.0, |evidence| weights.is_no_article(evidence));
        let scores: Vec<f64> = evidence.iter().map(|evidence| weights.score(evidence, no_article)).collect();
        let context = context(page, &scores);
        let is_other = no_article >= 0.5;
        let is_chosen = |at: usize| {
            let is_line = || !is_other && self.is_added(page, &rules, at);
            let Evidence { page_known, kept, .. } = evidence[at];
            let trust = (1.0 - no_article) * KNOWN * page_known * (2.0 * kept - 1.0);
            let piece = &page.pieces[at];
            // Where the rules find nothing, what stands often on its page is a label.
            let is_label = rules.pieces.is_empty() && !piece.unique && !piece.in_form;
            let score = || weights.score_in_context(&evidence[at], &context[at], no_article) + trust;
            let is_likely = !piece.comment && !is_label && score() > 0.0;
            is_likely || rules.headline == Some(at) || is_line()
        };
        let pieces: Vec<usize> = (0..page.pieces.len()).filter(|&at| is_chosen(at)).collect();
        let pieces = page.with_labels(pieces);
        let own = page.unlinked(pieces.iter().copied());
        let said = page.unlinked(comments.iter().flat_map(|said| said.pieces.iter().copied()));
        // A page is a thread the rather the more its readers say, and the less it is an article.
        let is_thread = no_article * said > (1.0 - no_article) * own;
        if !is_other {
            return self.with_kinds(page, &Article { pieces, is_thread, ..rules });
        }
        let kinds = vec![TextKind::Body; pieces.len()];
        Article { pieces, kinds, is_thread, is_other: true, ..rules }
    }
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::{WORDS, sentence};
    use crate::document::Document;

    #[test]
    fn a_page_that_says_something_in_two_places_keeps_both() {
        let about = (0..6).map(|at| format!("<p>{}", sentence(at))).collect::<Vec<_>>().concat();
        let parts =
            (0..6).map(|at| format!("<li>{}: part {at} of it", WORDS[at])).collect::<Vec<_>>().concat();
        let page = format!(
            "<title>Copper kettle</title><nav><ul><li><a href=/>Home</a><li><a href=/pans>Pans</a></ul></nav><main>\
             <h1>Copper kettle</h1><section class=about><h2>About</h2>{about}</section><section class=more><h2>Parts\
             </h2><ul>{parts}</ul></section></main><footer><p>All rights reserved by the shop and its owners, who may \
             be reached by telephone.<ul><li><a href=/terms>Terms</a></ul></footer>"
        );
        let content = &contents(&[Document::new("page", page)])[0];
        let said: Vec<&str> = content.text.iter().map(|text| text.text.as_str()).collect();
        assert_eq!(content.headline.as_ref().map(|headline| headline.text.as_str()), Some("Copper kettle"));
        assert!(said.contains(&"window: part 3 of it") && said.contains(&&*sentence(5)), "{said:?}");
        assert!(!said.iter().any(|text| text.starts_with("All rights") || *text == "Home"), "{said:?}");
    }
}

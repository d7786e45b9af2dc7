//! The final choice of the blocks that are content, by fitted weights.
//!
//! In: a page, and the article that the rules find on it. Out: the article as it is returned. The weights decide on
//! every block, with these exceptions: comments are never part of the article; the headline, and on articles the lines
//! with date or author, are kept if the rules keep them; a table keeps its header row, which other pages may have, too.

use super::TextKind;
use super::article::{Article, ArticleFinder};
use super::comments::CommentBlocks;
use super::context::context;
use super::evidence::{Evidence, evidence};
use super::lean::Lean;
use super::piece::Page;
use super::weights::Weights;
use crate::measure::are_most;
use crate::page::counts_before;
use std::ops::Range;

/// Trust in the rules on an article: for each factor e of known pages, this much is added to the score of a block that
/// the rules keep, and subtracted from that of any other, since rules are more often right the more pages are known.
/// 0.2 to 0.85 give the same figures; without it posts of blogs lose 0.002.
const KNOWN: f64 = 0.5;

impl ArticleFinder<'_> {
    /// Returns the article of a page.
    pub(super) fn chosen(&self, page: &Page, comments: &[CommentBlocks]) -> Article {
        let rules = self.article(page);
        let weights = Weights::fitted();
        let evidence = evidence(page, self, &rules);
        let no_article = evidence.first().map_or(0.0, |evidence| weights.is_no_article(evidence));
        let scores: Vec<f64> = evidence.iter().map(|evidence| weights.score(evidence, no_article)).collect();
        let context = context(page, &scores);
        let is_other = no_article >= 0.5;
        let is_chosen = |at: usize, least: f64| {
            let is_line = || !is_other && self.is_added(page, &rules, at);
            let Evidence { page_known, kept, .. } = evidence[at];
            let trust = (1.0 - no_article) * KNOWN * page_known * (2.0 * kept - 1.0);
            let block = &page.blocks[at];
            // If the rules find nothing, a text that occurs often on its page is a label.
            let is_label = rules.blocks.is_empty() && !block.unique && !block.in_form;
            let score = || weights.score_in_context(&evidence[at], &context[at], no_article) + trust;
            let is_likely = !block.comment && !is_label && score() > least;
            is_likely || rules.headline == Some(at) || is_line()
        };
        let chosen = |lean: Lean| {
            let mut is_kept: Vec<bool> =
                (0..page.blocks.len()).map(|at| is_chosen(at, lean.least())).collect();
            self.keep_header_rows(page, &mut is_kept);
            (0..page.blocks.len()).filter(|&at| is_kept[at]).collect::<Vec<usize>>()
        };
        // Whether the page is a thread is no matter of precision or recall.
        let even = chosen(Lean::Even);
        let own = page.unlinked(even.iter().copied());
        let blocks = if self.lean == Lean::Even { even } else { chosen(self.lean) };
        let comment_words = page.unlinked(comments.iter().flat_map(|comment| comment.blocks.iter().copied()));
        // The more its readers write and the less the page resembles an article, the more likely it is a thread.
        let is_thread = no_article * comment_words > (1.0 - no_article) * own;
        if !is_other {
            return self.with_kinds(page, &Article { blocks, is_thread, ..rules });
        }
        let kinds = vec![TextKind::Body; blocks.len()];
        Article { blocks, kinds, is_thread, is_other: true, ..rules }
    }

    /// Keeps the rows of `th` cells of tables most of whose other texts are kept. Linear in the elements and blocks, times the depth.
    fn keep_header_rows(&self, page: &Page, is_kept: &mut [bool]) {
        let is = |at: usize, name: &str| &*self.slots.slot(page.elements[at].slot).name == name;
        let before = counts_before(is_kept.iter().copied());
        let kept = |blocks: &Range<usize>| (before[blocks.end] - before[blocks.start]) as usize;
        for (at, row) in page.elements.iter().enumerate().filter(|&(at, _)| is(at, "tr")) {
            let Some(table) = page.inclusive_ancestors(at).find(|&at| is(at, "table")) else { continue };
            let is_header = |block: usize| {
                let mut inside =
                    page.inclusive_ancestors(page.blocks[block].element).take_while(|&of| of != at);
                inside.any(|of| is(of, "th"))
            };
            let cells = || row.blocks.clone().filter(|&block| !page.blocks[block].comment);
            let all = &page.elements[table].blocks;
            let others = all.len() - row.blocks.len();
            if others > 0 && cells().all(is_header) && are_most(kept(all) - kept(&row.blocks), others) {
                cells().for_each(|block| is_kept[block] = true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::{WORDS, sentence};
    use crate::document::Document;

    #[test]
    fn content_in_two_separate_sections_is_kept() {
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

    #[test]
    fn a_table_keeps_the_header_row_that_all_pages_share() {
        let page = |number: usize| {
            let row = |at: usize| format!("<tr><td>{}-{number}<td>{}", WORDS[at], sentence(9 * number + at));
            let rows: String = (0..4).map(row).collect();
            let page = format!(
                "<title>Part {number}</title><ul><li><a href=/>Home</a></ul><h1>Part {number}</h1><p>{}<table><tr><th>Parameter\
                 <th>Description{rows}</table><footer><table><tr><th>Contact<td>Write to us</table></footer>",
                sentence(9 * number + 4)
            );
            Document::new(number.to_string(), page)
        };
        for content in contents(&(0..5).map(page).collect::<Vec<_>>()) {
            let said: Vec<&str> = content.text.iter().map(|text| text.text.as_str()).collect();
            assert!(["Parameter", "Description"].iter().all(|text| said.contains(text)), "{said:?}");
            assert!(!said.contains(&"Contact"), "{said:?}");
        }
    }

    /// The markup inside a page by its number, and the texts that all pages share.
    type Case<'a> = (&'a dyn Fn(usize) -> String, &'a [&'a str]);

    #[test]
    fn words_inside_the_article_that_other_pages_have_are_kept() {
        let page = |(number, inside): (usize, String)| {
            let [before, after] = [0, 1].map(|at| sentence(4 * number + at));
            let page = format!(
                "<title>Day {number}</title><ul><li><a href=/>Home</a><li><a href=/all>All days</a></ul><h1>Day {number}\
                 </h1><p>{before}{inside}<p>{after}<footer>Written by hand</footer>"
            );
            Document::new(number.to_string(), page)
        };
        let item = |number: usize| format!("<ul><li>{} loaves<li>Water<li>{number} eggs</ul>", number + 2);
        let name = |_| "<p>Copper kettle".to_owned();
        let headings = |number: usize| {
            let [good, bad] = [2, 3].map(|at| sentence(4 * number + at));
            format!("<h2>Pros</h2><ul><li>{good}</ul><h2>Cons</h2><ul><li>{bad}</ul>")
        };
        let cases: [Case; 3] =
            [(&item, &["Water"]), (&name, &["Copper kettle"]), (&headings, &["Pros", "Cons"])];
        for (inside, shared) in cases {
            for pages in 1..=8 {
                let documents: Vec<Document> =
                    (0..pages).map(|number| page((number, inside(number)))).collect();
                for content in contents(&documents) {
                    let said: Vec<&str> = content.text.iter().map(|text| text.text.as_str()).collect();
                    assert!(shared.iter().all(|text| said.contains(text)), "{pages} pages: {said:?}");
                    assert!(!said.iter().any(|text| ["Home", "Written by hand"].contains(text)), "{said:?}");
                }
            }
        }
    }
}

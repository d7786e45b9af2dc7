//! For each block of a page whether it is content, and why.
//!
//! In: a page, its comments and its article. Out: a [`Verdict`] for each block, in page order, with its bytes in the
//! page. Cost: linear in the blocks.

use super::article::{Article, ArticleFinder};
use super::comments::CommentBlocks;
use super::piece::{Page, times};
use crate::token::Span;
use hashbrown::HashSet;
use std::fmt;

/// A block of a page with the decision on it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// Its position in the page.
    pub span: Span,
    /// The text, with line breaks.
    pub text: String,
    /// Its position in the template: the path of elements with the ids and classes that the pages share.
    pub place: String,
    /// Number of pages with the same text at this position.
    pub pages: u32,
    /// The decision.
    pub fate: Fate,
}

/// The decision on a block, with the first reason that applies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fate {
    /// Content: the headline.
    Headline,
    /// Content: only this page has it, in a slot that holds text.
    Text,
    /// Content: a line about the article next to its headline.
    Line,
    /// Content: other pages have it, too, but the texts in its slot mostly differ.
    Shared,
    /// Content: the fitted weights choose it, although the rules do not.
    Likely,
    /// Part of the comment with this number, counted from 1.
    Comment(usize),
    /// Inside the records of the comments, but part of no comment.
    AmongComments,
    /// In a form.
    Form,
    /// Other pages have it in the same slot.
    Elsewhere,
    /// Outside the container of the articles.
    Outside,
    /// Occurs too often on its page.
    Often,
    /// Its slot holds more links than text, over all pages.
    Links,
    /// Before the headline.
    Early,
    /// In a box with a picture and few words, or in an element for content beside the main text.
    Beside,
    /// After the end of the article.
    Late,
    /// Marked by the page as the date or the author of the article.
    Marked,
    /// The fitted weights reject it, although the rules keep it.
    Unlikely,
}

impl Fate {
    /// Whether the block is part of the article.
    #[must_use]
    pub fn is_content(self) -> bool {
        matches!(self, Fate::Headline | Fate::Text | Fate::Line | Fate::Shared | Fate::Likely)
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Fate::Headline => "headline",
            Fate::Text => "text",
            Fate::Line => "line beside the headline",
            Fate::Shared => "text that others have too",
            Fate::Likely => "likely text",
            Fate::Comment(_) => "comment",
            Fate::AmongComments => "among comments",
            Fate::Form => "in a form",
            Fate::Outside => "outside of the articles' place",
            Fate::Elsewhere => "on other pages too",
            Fate::Often => "too often on the page",
            Fate::Links => "in a place of links",
            Fate::Early => "before the headline",
            Fate::Beside => "beside the text",
            Fate::Late => "behind the article",
            Fate::Marked => "marked as date or author",
            Fate::Unlikely => "unlikely text",
        })
    }
}

/// Returns the verdicts on all blocks of a page, in page order.
pub(super) fn verdicts(
    source: &str,
    page: &Page,
    comments: &[CommentBlocks],
    finder: &ArticleFinder<'_>,
    article: &Article,
) -> Vec<Verdict> {
    let kept: HashSet<usize> = article.blocks.iter().copied().collect();
    let by_rules: HashSet<usize> = finder.article(page).blocks.into_iter().collect();
    let mut comment_of = vec![None; page.blocks.len()];
    for (number, CommentBlocks { blocks, .. }) in (1..).zip(comments) {
        for &block in blocks {
            comment_of[block] = Some(number);
        }
    }
    let mut in_box = vec![false; page.blocks.len()];
    for blocks in finder.boxes(page, article.headline) {
        in_box[blocks].fill(true);
    }
    let times = times(page);
    let is_early = |at: usize| article.headline.is_some_and(|headline| at < headline);
    let fate = |at: usize| {
        let block = &page.blocks[at];
        let in_parts = finder.parts.contains(&block.slot);
        match comment_of[at] {
            _ if article.headline == Some(at) => Fate::Headline,
            _ if kept.contains(&at) && block.unique && in_parts && !is_early(at) => Fate::Text,
            _ if kept.contains(&at) && in_parts && finder.slot_scores.is_varied(block.slot) => Fate::Shared,
            _ if kept.contains(&at) && by_rules.contains(&at) => Fate::Line,
            _ if kept.contains(&at) => Fate::Likely,
            Some(number) => Fate::Comment(number),
            None if block.comment => Fate::AmongComments,
            None if by_rules.contains(&at) && block.is_marked && finder.is_about(page, article, at) => {
                Fate::Marked
            }
            None if by_rules.contains(&at) => Fate::Unlikely,
            None if block.in_form => Fate::Form,
            None if block.pages > 1 => Fate::Elsewhere,
            None if !finder.slots.is_within(block.slot, finder.container) => Fate::Outside,
            None if !block.unique && times[&block.key] > 1 => Fate::Often,
            None if !in_parts => Fate::Links,
            None if is_early(at) => Fate::Early,
            None if in_box[at] => Fate::Beside,
            None => Fate::Late,
        }
    };
    let verdict = |at: usize| {
        let text = page.text(source, at);
        let block = &page.blocks[at];
        let place = finder.slots.label(block.slot);
        Verdict { span: text.span, text: text.text, place, pages: block.pages, fate: fate(at) }
    };
    (0..page.blocks.len()).map(verdict).collect()
}

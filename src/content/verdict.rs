//! What became of each block of a page, and why: the mask of the page by source bytes.

use super::article::{Article, Frame};
use super::comments::Said;
use super::piece::{Page, times};
use crate::token::Span;
use hashbrown::HashSet;
use std::fmt;

/// A block of a page with what became of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Verdict {
    /// Where it stands.
    pub span: Span,
    /// What it says; lines are kept.
    pub text: String,
    /// Where that is in the template: the elements around it with the ids and classes that the pages share.
    pub place: String,
    /// On how many pages the same text stands in this place.
    pub pages: u32,
    /// What became of it.
    pub fate: Fate,
}

/// What became of a block, with the first reason that decides it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fate {
    /// Content: the headline.
    Headline,
    /// Content: this page alone has it, in a place that holds text.
    Text,
    /// Content: a line about the article, beside its headline.
    Line,
    /// Content: other pages have it too, in a place where texts are mostly of one page.
    Shared,
    /// Content: most that is known of it speaks for that.
    Likely,
    /// Said by a reader, in the comment of this number, from 1.
    Comment(usize),
    /// Stands among comments and is of none.
    AmongComments,
    /// Stands in a form.
    Form,
    /// Other pages have it in the same place.
    Elsewhere,
    /// Stands outside of the place that holds the articles.
    Outside,
    /// Stands in an element that no other page has.
    Stray,
    /// Stands too often on its page.
    Often,
    /// Its place brings more links than text, over all pages.
    Links,
    /// Stands before the headline.
    Early,
    /// Stands in a box with a picture and few words, or in an element beside the text.
    Beside,
    /// Stands behind what closes the article.
    Late,
    /// The page marks it as the date or the author of the article.
    Marked,
    /// Most that is known of it speaks against it.
    Unlikely,
}

impl Fate {
    /// Whether the block is of the article.
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
            Fate::Stray => "in an element of its own",
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

/// The verdicts on all blocks of a page, in order.
pub(super) fn verdicts(
    source: &str,
    page: &Page,
    comments: &[Said],
    frame: &Frame<'_>,
    article: &Article,
) -> Vec<Verdict> {
    let kept: HashSet<usize> = article.pieces.iter().copied().collect();
    let by_rules: HashSet<usize> = frame.article(page).pieces.into_iter().collect();
    let mut comment_of = vec![None; page.pieces.len()];
    for (number, Said { pieces, .. }) in (1..).zip(comments) {
        for &piece in pieces {
            comment_of[piece] = Some(number);
        }
    }
    let mut in_box = vec![false; page.pieces.len()];
    for pieces in frame.boxes(page, article.headline) {
        in_box[pieces].fill(true);
    }
    let times = times(page);
    let is_early = |at: usize| article.headline.is_some_and(|headline| at < headline);
    let fate = |at: usize| {
        let piece = &page.pieces[at];
        let in_parts = frame.parts.contains(&piece.slot);
        match comment_of[at] {
            _ if article.headline == Some(at) => Fate::Headline,
            _ if kept.contains(&at) && piece.unique && in_parts && !is_early(at) => Fate::Text,
            _ if kept.contains(&at) && in_parts && frame.worth.is_varied(piece.slot) => Fate::Shared,
            _ if kept.contains(&at) && by_rules.contains(&at) => Fate::Line,
            _ if kept.contains(&at) => Fate::Likely,
            Some(number) => Fate::Comment(number),
            None if piece.comment => Fate::AmongComments,
            None if by_rules.contains(&at) && piece.is_marked && frame.is_about(page, article, at) => {
                Fate::Marked
            }
            None if by_rules.contains(&at) => Fate::Unlikely,
            None if piece.in_form => Fate::Form,
            None if piece.pages > 1 => Fate::Elsewhere,
            None if !frame.slots.is_within(piece.slot, frame.container) => Fate::Outside,
            None if !piece.unique && times[&piece.key] > 1 => Fate::Often,
            None if piece.is_stray => Fate::Stray,
            None if !in_parts => Fate::Links,
            None if is_early(at) => Fate::Early,
            None if in_box[at] => Fate::Beside,
            None => Fate::Late,
        }
    };
    let verdict = |at: usize| {
        let text = page.text(source, at);
        let piece = &page.pieces[at];
        let place = frame.slots.label(piece.slot);
        Verdict { span: text.span, text: text.text, place, pages: piece.pages, fate: fate(at) }
    };
    (0..page.pieces.len()).map(verdict).collect()
}

//! What each block of an article is to it: its text, a caption, or a line about it.
//!
//! In: the blocks of a page that are content. Out: the [`TextKind`] of each, without the lines that the page marks as date or
//! author by `time` or schema.org: what a page says is metadata is metadata, and stands in `date` and `author`.
//!
//! ```text
//! Rain                              the headline, Body
//! <time>3 May 2020</time>           left out
//! 3 May 2020, by Ann Lee            Line
//! The river rose by a foot ..       Body
//! <figcaption> The old bridge       Caption
//! ```

use super::TextKind;
use super::article::{Article, Frame};
use super::piece::Page;
use crate::page::Landmark;

/// Words of a text that says something. The same number as for metadata, where lines with names and dates have fewer.
pub(super) const SAYS: f64 = 20.0;

impl Frame<'_> {
    /// The article with the kinds of its blocks, without what is marked as its date or author.
    pub(super) fn with_kinds(&self, page: &Page, article: &Article) -> Article {
        let kinds = self.kinds(page, article);
        let each = article.pieces.iter().copied().zip(kinds);
        let is_in = |&(at, kind): &(usize, TextKind)| kind != TextKind::Line || !page.pieces[at].is_marked;
        let (pieces, kinds) = each.filter(is_in).unzip();
        Article { pieces, kinds, ..*article }
    }

    /// Whether a block is a line about the article, if it stands beside its text.
    pub(super) fn is_about(&self, page: &Page, article: &Article, at: usize) -> bool {
        let piece = &page.pieces[at];
        article.headline != Some(at)
            && (self.is_added(page, article, at) || piece.is_dated() && !piece.is_heading)
    }

    fn kinds(&self, page: &Page, article: &Article) -> Vec<TextKind> {
        let pieces = || article.pieces.iter().copied();
        let says = |&at: &usize| article.headline != Some(at) && page.pieces[at].words >= SAYS;
        let (first, last) = (pieces().find(says), pieces().rfind(says));
        let is_beside = |at: usize| first.is_none_or(|first| at < first) || last < Some(at);
        let kind = |(at, is_caption): (usize, bool)| {
            if is_caption && article.headline != Some(at) {
                TextKind::Caption
            } else if is_beside(at) && self.is_about(page, article, at) {
                TextKind::Line
            } else {
                TextKind::Body
            }
        };
        pieces().zip(captions(page, &article.pieces)).map(kind).collect()
    }
}

/// Which of the blocks of an article stand in figures; none if these hold half of it.
fn captions(page: &Page, pieces: &[usize]) -> Vec<bool> {
    let is_caption = |at: usize| {
        let landmarks = page.places[page.pieces[at].place].landmarks;
        landmarks.has(Landmark::Figure) || landmarks.has(Landmark::Caption)
    };
    let words = |is: &dyn Fn(usize) -> bool| page.unlinked(pieces.iter().copied().filter(|&at| is(at)));
    let are_few = 2.0 * words(&is_caption) < words(&|_| true);
    pieces.iter().map(|&at| are_few && is_caption(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Content, Text};
    use crate::token::Span;

    #[test]
    fn content_without_a_kind_keeps_its_headline() {
        let text = |start, kind| Text { span: Span { start, end: start + 1 }, kind, ..Text::default() };
        let kinds = [TextKind::Line, TextKind::Body, TextKind::Caption, TextKind::Line];
        let texts: Vec<Text> = (0..).zip(kinds).map(|(start, kind)| text(start, kind)).collect();
        let content = Content { headline: Some(texts[0].clone()), text: texts.clone(), ..Content::default() };
        assert_eq!(content.clone().without(TextKind::Caption).text.len(), 3);
        assert_eq!(content.without(TextKind::Line).text, texts[..3]);
    }

    #[test]
    fn what_stands_in_a_figure_is_a_caption_unless_it_is_most_of_the_article() {
        let page = Page::new("<h1>a</h1><p>b c d e<figure><p>f g</figure>");
        assert_eq!(captions(&page, &[1, 2]), [false, true]);
        assert_eq!(captions(&page, &[2]), [false]);
    }
}

//! The role of each block of an article: text, caption, or line about the article.
//!
//! In: the blocks of a page that are content. Out: the [`TextKind`] of each. Lines that the page marks as date or
//! author, by `time` or schema.org, are removed: they are metadata, and are reported as `date` and `author`.
//!
//! ```text
//! Rain                              the headline, Body
//! <time>3 May 2020</time>           left out
//! 3 May 2020, by Ann Lee            Line
//! The river rose by a foot ..       Body
//! <figcaption> The old bridge       Caption
//! ```

use super::TextKind;
use super::article::{Article, ArticleFinder};
use super::piece::Page;
use crate::page::Landmark;

/// Number of words from which a block is running text and not a line with a name or a date. The metadata use the same
/// number.
pub(super) const SAYS: f64 = 20.0;

impl ArticleFinder<'_> {
    /// Sets the kinds of the blocks of an article, and removes lines that are marked as its date or author.
    pub(super) fn with_kinds(&self, page: &Page, article: &Article) -> Article {
        let kinds = self.kinds(page, article);
        let each = article.blocks.iter().copied().zip(kinds);
        let is_in = |&(at, kind): &(usize, TextKind)| kind != TextKind::Line || !page.blocks[at].is_marked;
        let (blocks, kinds) = each.filter(is_in).unzip();
        Article { blocks, kinds, ..*article }
    }

    /// Whether a block would be a line about the article if it precedes or follows the running text.
    pub(super) fn is_about(&self, page: &Page, article: &Article, at: usize) -> bool {
        let block = &page.blocks[at];
        article.headline != Some(at)
            && (self.is_added(page, article, at) || block.is_dated() && !block.is_heading)
    }

    fn kinds(&self, page: &Page, article: &Article) -> Vec<TextKind> {
        let blocks = || article.blocks.iter().copied();
        let says = |&at: &usize| article.headline != Some(at) && page.blocks[at].words >= SAYS;
        let (first, last) = (blocks().find(says), blocks().rfind(says));
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
        blocks().zip(captions(page, &article.blocks)).map(kind).collect()
    }
}

/// Returns for each block of an article whether it is in a figure. If figures hold half of the article, none is a
/// caption.
fn captions(page: &Page, blocks: &[usize]) -> Vec<bool> {
    let is_caption = |at: usize| {
        let landmarks = page.elements[page.blocks[at].element].landmarks;
        landmarks.has(Landmark::Figure) || landmarks.has(Landmark::Caption)
    };
    let words = |is: &dyn Fn(usize) -> bool| page.unlinked(blocks.iter().copied().filter(|&at| is(at)));
    let are_few = 2.0 * words(&is_caption) < words(&|_| true);
    blocks.iter().map(|&at| are_few && is_caption(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::{Content, Text};
    use crate::token::Span;

    #[test]
    fn removing_a_kind_keeps_the_headline() {
        let text = |start, kind| Text { span: Span { start, end: start + 1 }, kind, ..Text::default() };
        let kinds = [TextKind::Line, TextKind::Body, TextKind::Caption, TextKind::Line];
        let texts: Vec<Text> = (0..).zip(kinds).map(|(start, kind)| text(start, kind)).collect();
        let content = Content { headline: Some(texts[0].clone()), text: texts.clone(), ..Content::default() };
        assert_eq!(content.clone().without(TextKind::Caption).text.len(), 3);
        assert_eq!(content.without(TextKind::Line).text, texts[..3]);
    }

    #[test]
    fn text_in_a_figure_is_a_caption_unless_it_is_most_of_the_article() {
        let page = Page::new("<h1>a</h1><p>b c d e<figure><p>f g</figure>");
        assert_eq!(captions(&page, &[1, 2]), [false, true]);
        assert_eq!(captions(&page, &[2]), [false]);
    }
}

//! The article of a page, by rules.
//!
//! In: a weighed page with its container. Out: the [`Article`]: its headline, and its blocks in page order.
//!
//! 1. Take the unique blocks in the parts of the container, without comments.
//! 2. Choose the headline. Drop the blocks before it; add the lines between it and the first text, and a date just
//!    above it.
//! 3. Drop boxes with a picture, and asides.
//! 4. From the first block of positive value on, add texts that other pages have, too, if they are in slots whose texts
//!    mostly differ. After the last such block, the first block of the container that other pages have ends the
//!    article: only unlinked text is kept after it.
//! 5. Add a date just below the last text. Drop headings at the end.
//!
//! Cost: linear in the blocks and elements, times the logarithm of the blocks.

use super::TextKind;
use super::comments::CommentBasis;
use super::container::SlotScores;
use super::lean::Lean;
use super::piece::{BlockElement, Page, TextBlock};
use super::weigh::best;
use crate::page::{SlotId, Slots};
use crate::record::role::sign::Signer;
use crate::spectrum::exact;
use hashbrown::HashSet;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// Share of the article's value that may precede the headline. 0.1 to 0.5 give the same figures, no limit costs 0.005.
const LEAD: f64 = 0.25;

/// Largest number of blocks between the headline and the text in which lines are searched. 8 to 30 give the same
/// figures.
const LINES: usize = 15;

/// Share of the pages that may have the same line below the headline, since one author may have written many of them.
/// 0.4 and 1 cost little.
const LINE_PAGES: f64 = 0.7;

/// Number of blocks above the headline in which its date is searched. 1 to 6 give the same figures, 0 costs 0.0015.
const ABOVE: usize = 3;

/// A box with a picture and at most 80 words is a caption, or about the author. 60 to 100 give the same figures.
const PICTURE: f64 = 80.0;

/// The container of a page, and what is needed to find the article in it.
pub(super) struct ArticleFinder<'a> {
    pub(super) slots: &'a Slots,
    pub(super) slot_scores: &'a SlotScores,
    pub(super) container: SlotId,
    /// The container of most pages of the cluster.
    pub(super) common: SlotId,
    /// The slots in the container that are parts of the article.
    pub(super) parts: &'a HashSet<SlotId>,
    /// Whether the dates of the template have the month before the day.
    pub(super) month_first: Option<bool>,
    /// Where the authors and dates of comments are.
    pub(super) signer: &'a Signer,
    /// Why the comments are these.
    pub(super) basis: Option<&'a Arc<CommentBasis>>,
    pub(super) lean: Lean,
    /// Number of known pages of the template, including this one.
    pub(super) pages: usize,
}

/// An article as indices of blocks.
#[derive(Clone, Debug, Default)]
pub(super) struct Article {
    pub(super) headline: Option<usize>,
    /// Its blocks, in page order, including the headline.
    pub(super) blocks: Vec<usize>,
    /// The role of each block; empty until [`ArticleFinder::chosen`] sets it.
    pub(super) kinds: Vec<TextKind>,
    /// Whether the page has next to no text beside the comments.
    pub(super) is_thread: bool,
    /// Whether the page is not an article but a page of another kind: a product, a manual, a list.
    pub(super) is_other: bool,
}

impl ArticleFinder<'_> {
    /// Finds the article of a page by rules.
    pub(super) fn article(&self, page: &Page) -> Article {
        let is_part = |block: &TextBlock| block.unique && !block.comment && self.parts.contains(&block.slot);
        let mut out: BTreeSet<usize> =
            (0..page.blocks.len()).filter(|&at| is_part(&page.blocks[at])).collect();
        let headline = headline(page, &out);
        if let Some(headline) = headline {
            self.begin(page, headline, &mut out);
        }
        self.drop_boxes(page, headline, &mut out);
        let valued = |out: &BTreeSet<usize>| -> Vec<usize> {
            out.iter().copied().filter(|&at| page.blocks[at].value > 0.0).collect()
        };
        if let [first, .., last] | [first @ last] = valued(&out)[..] {
            out.extend((first..page.blocks.len()).filter(|&at| self.belongs(&page.blocks[at])));
            let closes =
                |block: &TextBlock| block.pages > 1 && self.slots.is_within(block.slot, self.container);
            if let Some(end) = (last + 1..page.blocks.len()).find(|&at| closes(&page.blocks[at])) {
                out.retain(|&at| at <= end || page.blocks[at].is_text());
            }
        }
        self.end(page, &mut out);
        // A heading at the end has no text below it, so it belongs to what follows the article.
        while let Some(&last) =
            out.last().filter(|&&last| page.blocks[last].is_heading && Some(last) != headline)
        {
            if out.len() == 1 {
                break;
            }
            out.remove(&last);
        }
        Article {
            headline: headline.filter(|at| out.contains(at)),
            blocks: out.into_iter().collect(),
            kinds: Vec::new(),
            is_thread: false,
            is_other: false,
        }
    }

    /// Makes the article begin with its headline: drops the blocks before it, adds lines below it and a date just
    /// above.
    fn begin(&self, page: &Page, headline: usize, out: &mut BTreeSet<usize>) {
        out.retain(|&at| at >= headline);
        out.insert(headline);
        let text = out.iter().copied().find(|&at| at > headline && page.blocks[at].value > 0.0);
        let text = text.unwrap_or(headline + 3).min(page.blocks.len());
        if text - headline <= LINES {
            out.extend((headline + 1..text).filter(|&at| self.is_line(&page.blocks[at])));
        }
        let above = headline.saturating_sub(ABOVE)..headline;
        let is_date = |block: &TextBlock| {
            block.dates.any && self.is_line(block) && block.slot != page.blocks[headline].slot
        };
        out.extend(above.filter(|&at| is_date(&page.blocks[at])));
    }

    /// Adds a date just below the last text, as [`begin`](Self::begin) does above the headline.
    fn end(&self, page: &Page, out: &mut BTreeSet<usize>) {
        let Some(below) = out.last().map(|last| last + 1).filter(|&at| at < page.blocks.len()) else {
            return;
        };
        let block = &page.blocks[below];
        if block.is_dated() && block.unique && block.linked == 0.0 && self.is_line(block) {
            out.insert(below);
        }
    }

    /// Whether the rules keep a block only as a line about the article: it is not the headline, and its slot and
    /// uniqueness alone would not make it text.
    pub(super) fn is_added(&self, page: &Page, article: &Article, at: usize) -> bool {
        let block = &page.blocks[at];
        let is_early = article.headline.is_some_and(|headline| at < headline);
        let in_parts = self.parts.contains(&block.slot);
        let is_text = in_parts && (block.unique && !is_early || self.slot_scores.is_varied(block.slot));
        article.headline != Some(at) && article.blocks.binary_search(&at).is_ok() && !is_text
    }

    /// Whether a block is unlinked text in the container of this page or of most pages. Other pages may have it, too.
    pub(super) fn is_in_place(&self, block: &TextBlock) -> bool {
        let is_within = |outer| self.slots.is_within(block.slot, outer);
        !block.in_form && block.is_text() && (is_within(self.container) || is_within(self.common))
    }

    /// Whether a block may be a line about the article: not on too many pages, not a comment, not mostly links.
    fn is_line(&self, block: &TextBlock) -> bool {
        let pages = (LINE_PAGES * exact(self.pages as u64)).max(1.0);
        f64::from(block.pages) <= pages && !block.comment && 2.0 * block.linked < block.words
    }

    /// Drops boxes with a picture, and elements for content beside the main text, unless they hold half of the text.
    fn drop_boxes(&self, page: &Page, headline: Option<usize>, out: &mut BTreeSet<usize>) {
        let text = |blocks: &BTreeSet<usize>| {
            page.unlinked(blocks.iter().copied().filter(|&at| Some(at) != headline))
        };
        let cards: BTreeSet<usize> =
            self.pictures(page, headline).flatten().filter(|at| out.contains(at)).collect();
        if 2.0 * text(&cards) < text(out) {
            out.retain(|at| !cards.contains(at));
        }
        let mut all = text(out);
        for aside in asides(page, headline) {
            let inside: BTreeSet<usize> = out.range(aside).copied().collect();
            let words = text(&inside);
            if 2.0 * words < all {
                for at in &inside {
                    out.remove(at);
                }
                all -= words;
            }
        }
    }

    /// Returns the block ranges of boxes with a picture, and of elements for content beside the main text.
    pub(super) fn boxes(&self, page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
        self.pictures(page, headline).chain(asides(page, headline))
    }

    /// Returns the block ranges of elements in the container that have a picture, few words, and an id or class.
    fn pictures(&self, page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
        let is_box = move |element: &&BlockElement| {
            let slot = self.slots.slot(element.slot);
            element.has_picture
                && element.slot != self.container
                && !slot.identifiers.is_empty()
                && !element.kind.is_text()
                && self.slots.is_within(element.slot, self.container)
                && !headline.is_some_and(|headline| element.blocks.contains(&headline))
        };
        let words = |blocks: &Range<usize>| -> f64 {
            page.blocks[blocks.clone()].iter().map(|block| block.words).sum()
        };
        let boxes = page.elements.iter().filter(is_box).map(|element| element.blocks.clone());
        boxes.filter(move |blocks| words(blocks) <= PICTURE)
    }

    /// Whether a block is a text of the article that other pages have, too, such as the name of a news agency or a
    /// refrain: its slot holds mostly texts of single pages.
    fn belongs(&self, block: &TextBlock) -> bool {
        !block.unique
            && !block.comment
            && !block.in_form
            && block.is_text()
            && self.parts.contains(&block.slot)
            && self.slot_scores.is_varied(block.slot)
    }
}

/// Returns the block ranges of elements for content beside the main text.
fn asides(page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_aside = move |element: &&BlockElement| {
        element.is_aside && !headline.is_some_and(|headline| element.blocks.contains(&headline))
    };
    page.elements.iter().filter(is_aside).map(|element| element.blocks.clone())
}

/// Returns the candidate with the largest weight among those that at most [`LEAD`] of the article's value precedes.
fn headline(page: &Page, out: &BTreeSet<usize>) -> Option<usize> {
    let mut all = 0.0;
    // The value before each block of the article.
    let before: Vec<(usize, f64)> = out
        .iter()
        .map(|&at| {
            let before = (at, all);
            all += page.blocks[at].gain();
            before
        })
        .collect();
    let value = |until: usize| {
        let next = before.get(before.partition_point(|&(at, _)| at < until));
        next.map_or(all, |&(_, value)| value)
    };
    let most = LEAD * all;
    best(page.headlines.iter().copied().filter(|&(_, at)| value(at) <= most))
}

#[cfg(test)]
mod tests {
    use crate::content::sentences::sentence;
    use crate::content::{Content, TextKind, contents};
    use crate::document::Document;

    /// Pages with a date below the element of the text.
    fn dated(below: impl Fn(usize) -> String) -> Vec<Content> {
        let page = |number: usize| {
            let said: String = (0..4)
                .flat_map(|at| ["<p>".to_owned(), sentence(4 * number + at), "</p>".to_owned()])
                .collect();
            let page = format!("<div><h1>Rain {number}</h1><div id=text>{said}</div>{}</div>", below(number));
            Document::new(number.to_string(), page)
        };
        contents(&(1..6).map(page).collect::<Vec<_>>())
    }

    #[test]
    fn a_date_just_below_the_element_of_the_text_belongs_to_it() {
        let end = |content: &Content| content.text.last().map(|text| (text.text.clone(), text.kind));
        let found = dated(|day| format!("<p>{day} May 2020</p><p>All rights reserved"));
        assert_eq!(end(&found[2]), Some(("3 May 2020".to_owned(), TextKind::Line)));
        let found =
            dated(|day| format!("<p><a href=/{day}>Snow, {day} May 2020</a></p><p>All rights reserved"));
        assert_eq!(end(&found[2]), Some((sentence(15), TextKind::Body)), "a link");
        let found = dated(|_| "<p>Printed on 9 May 2020</p>".to_owned());
        assert_eq!(end(&found[2]), Some((sentence(15), TextKind::Body)), "on all pages");
    }
}

//! The blocks of the article of a page.

use super::TextKind;
use super::container::Worth;
use super::piece::{Page, Piece, Place};
use super::weigh::best;
use crate::page::{SlotId, Slots};
use crate::spectrum::exact;
use hashbrown::HashSet;
use std::collections::BTreeSet;
use std::ops::Range;

/// The headline has at most a quarter of the article's value before it; 0.1 to 0.5 do as well, no limit costs 0.005.
const LEAD: f64 = 0.25;

/// Lines between headline and text are looked for in 15 blocks; 8 to 30 do as well.
const LINES: usize = 15;

/// A line below the headline may stand on 0.7 of the pages: one author writes many of them. 0.4 and 1 cost little.
const LINE_PAGES: f64 = 0.7;

/// A date may stand among the three blocks above the headline; one to six do as well, none costs 0.0015.
const ABOVE: usize = 3;

/// Boxes with a picture and at most 80 words are captions, or about the author; 60 to 100 do as well.
const PICTURE: f64 = 80.0;

/// The container of a page and what is known about it.
pub(super) struct Frame<'a> {
    pub(super) slots: &'a Slots,
    pub(super) worth: &'a Worth,
    pub(super) container: SlotId,
    /// Where the pages of the set have their articles, most of them.
    pub(super) common: SlotId,
    pub(super) parts: &'a HashSet<SlotId>,
    /// How many pages the set has.
    pub(super) pages: usize,
}

/// An article.
#[derive(Clone, Debug, Default)]
pub(super) struct Article {
    pub(super) headline: Option<usize>,
    /// Its pieces, in order, the headline among them.
    pub(super) pieces: Vec<usize>,
    /// What each of them is to it, once that is known.
    pub(super) kinds: Vec<TextKind>,
    /// Whether the page says next to nothing beside what its readers say.
    pub(super) is_thread: bool,
    /// Whether the page is no article but of another kind: a product, a manual, a list.
    pub(super) is_other: bool,
}

impl Frame<'_> {
    /// The article of a page, as the rules find it.
    pub(super) fn article(&self, page: &Page) -> Article {
        let is_part = |piece: &Piece| {
            piece.unique && !piece.comment && !piece.is_stray && self.parts.contains(&piece.slot)
        };
        let mut out: BTreeSet<usize> =
            (0..page.pieces.len()).filter(|&at| is_part(&page.pieces[at])).collect();
        let headline = headline(page, &out);
        if let Some(headline) = headline {
            self.begin(page, headline, &mut out);
        }
        self.drop_boxes(page, headline, &mut out);
        let valued = |out: &BTreeSet<usize>| -> Vec<usize> {
            out.iter().copied().filter(|&at| page.pieces[at].value > 0.0).collect()
        };
        if let [first, .., last] | [first @ last] = valued(&out)[..] {
            out.extend((first..page.pieces.len()).filter(|&at| self.belongs(&page.pieces[at])));
            let closes = |piece: &Piece| piece.pages > 1 && self.slots.is_within(piece.slot, self.container);
            if let Some(end) = (last + 1..page.pieces.len()).find(|&at| closes(&page.pieces[at])) {
                out.retain(|&at| at <= end || page.pieces[at].is_text());
            }
        }
        // A heading with nothing below it is that of something else.
        while let Some(&last) =
            out.last().filter(|&&last| page.pieces[last].is_heading && Some(last) != headline)
        {
            if out.len() == 1 {
                break;
            }
            out.remove(&last);
        }
        Article {
            headline: headline.filter(|at| out.contains(at)),
            pieces: out.into_iter().collect(),
            kinds: Vec::new(),
            is_thread: false,
            is_other: false,
        }
    }

    /// The article begins with its headline; lines about it stand below, and its date just above.
    fn begin(&self, page: &Page, headline: usize, out: &mut BTreeSet<usize>) {
        out.retain(|&at| at >= headline);
        out.insert(headline);
        let text = out.iter().copied().find(|&at| at > headline && page.pieces[at].value > 0.0);
        let text = text.unwrap_or(headline + 3).min(page.pieces.len());
        if text - headline <= LINES {
            out.extend((headline + 1..text).filter(|&at| self.is_line(&page.pieces[at])));
        }
        let above = headline.saturating_sub(ABOVE)..headline;
        let is_date =
            |piece: &Piece| piece.has_date && self.is_line(piece) && piece.slot != page.pieces[headline].slot;
        out.extend(above.filter(|&at| is_date(&page.pieces[at])));
    }

    /// Whether a block is of the article as a line about it, in a place that says more of others than of it.
    pub(super) fn is_added(&self, page: &Page, article: &Article, at: usize) -> bool {
        let piece = &page.pieces[at];
        let is_early = article.headline.is_some_and(|headline| at < headline);
        let in_parts = self.parts.contains(&piece.slot);
        let is_text = in_parts && (piece.unique && !is_early || self.worth.is_varied(piece.slot));
        article.headline != Some(at) && article.pieces.binary_search(&at).is_ok() && !is_text
    }

    /// Whether a block is text in the place of the main text, be it this page's or that of most pages, whichever pages have it.
    pub(super) fn is_in_place(&self, piece: &Piece) -> bool {
        let is_within = |outer| self.slots.is_within(piece.slot, outer);
        !piece.in_form && piece.is_text() && (is_within(self.container) || is_within(self.common))
    }

    fn is_line(&self, piece: &Piece) -> bool {
        let pages = (LINE_PAGES * exact(self.pages as u64)).max(1.0);
        f64::from(piece.pages) <= pages && !piece.comment && 2.0 * piece.linked < piece.words
    }

    /// Boxes with a picture are no part of the text, nor are elements that say of themselves that they stand beside it,
    /// unless these hold half of it.
    fn drop_boxes(&self, page: &Page, headline: Option<usize>, out: &mut BTreeSet<usize>) {
        let text = |pieces: &BTreeSet<usize>| {
            page.unlinked(pieces.iter().copied().filter(|&at| Some(at) != headline))
        };
        let cards: BTreeSet<usize> =
            self.pictures(page, headline).flatten().filter(|at| out.contains(at)).collect();
        if 2.0 * text(&cards) < text(out) {
            out.retain(|at| !cards.contains(at));
        }
        for aside in asides(page, headline) {
            let inside: BTreeSet<usize> = out.range(aside).copied().collect();
            if 2.0 * text(&inside) < text(out) {
                out.retain(|at| !inside.contains(at));
            }
        }
    }

    /// What may be beside the text: boxes with a picture, and elements with such a name.
    pub(super) fn boxes(&self, page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
        self.pictures(page, headline).chain(asides(page, headline))
    }

    /// Named boxes of a picture with few words.
    fn pictures(&self, page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
        let is_box = move |place: &&Place| {
            let slot = self.slots.slot(place.slot);
            place.has_picture
                && place.slot != self.container
                && !slot.identifiers.is_empty()
                && !place.kind.is_text()
                && self.slots.is_within(place.slot, self.container)
                && !headline.is_some_and(|headline| place.pieces.contains(&headline))
        };
        let words = |pieces: &Range<usize>| -> f64 {
            page.pieces[pieces.clone()].iter().map(|piece| piece.words).sum()
        };
        let boxes = page.places.iter().filter(is_box).map(|place| place.pieces.clone());
        boxes.filter(move |pieces| words(pieces) <= PICTURE)
    }

    /// A text that other pages have too, in a place where texts are mostly of one page: a notice of the source, a refrain.
    fn belongs(&self, piece: &Piece) -> bool {
        !piece.unique
            && !piece.comment
            && !piece.in_form
            && !piece.is_stray
            && piece.is_text()
            && self.parts.contains(&piece.slot)
            && self.worth.is_varied(piece.slot)
    }
}

/// Elements that stand beside the text by their names.
fn asides(page: &Page, headline: Option<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_aside = move |place: &&Place| {
        place.is_aside && !headline.is_some_and(|headline| place.pieces.contains(&headline))
    };
    page.places.iter().filter(is_aside).map(|place| place.pieces.clone())
}

/// The heaviest headline that the article does not begin long before.
fn headline(page: &Page, out: &BTreeSet<usize>) -> Option<usize> {
    let value = |until: usize| -> f64 { out.range(..until).map(|&at| page.pieces[at].gain()).sum() };
    let most = LEAD * value(page.pieces.len());
    best(page.headlines.iter().copied().filter(|&(_, at)| value(at) <= most))
}

//! What speaks for a block being content: a plain struct of named features.
//!
//! In: a page that was weighed, and the article that the rules have found on it. Out: for each block its [`Evidence`], which the
//! fitted [weights](super::weights) turn into one number. The features are shares from 0 to 1 and logarithms of how many: what
//! the block is, what the elements around it say they are, where it stands to the headline and to what the rules keep, what
//! the three nearest elements around it hold, what stands beside it, and what page it is on. None is about a word of a
//! language or the name of a class.
//!
//! ```text
//! <main> <h1>Trees</h1> <p>Oaks are tall.</p> </main> <p><a>Home</a></p>
//! "Oaks are tall."   words ln 4, linked 0, in_main 1, before_heading 0, previous_heading 1
//! "Home"             words ln 2, linked 1, in_main 0
//! ```
//!
//! Cost: linear in the blocks, for sums over elements are differences of sums over what stands before.

use super::article::{Article, Frame};
use super::piece::{Page, Piece, Place};
use crate::features::{features, flag, share};
use crate::measure::TEXT;
use crate::page::Landmark;
use crate::spectrum::exact;
use hashbrown::HashMap;
use std::ops::Range;

features! {
    /// The features of a block.
    pub struct Evidence {
        /// Always 1.
        constant,
        /// ln (1 + words).
        words,
        /// Share of the words in links.
        linked,
        /// Share of the site's pages that have it in this place, 0 where no other page is known.
        pages,
        /// 1 if no other page has it in this place.
        own,
        /// 1 for a heading.
        heading,
        /// 1 if its words stand in the page's title.
        in_title,
        /// 1 if a date may be in it.
        date,
        /// 1 in a form that does not wrap the page.
        form,
        /// 1 inside of such an element, by its name or role.
        in_main,
        /// As above.
        in_article,
        /// As above.
        in_aside,
        /// As above.
        in_navigation,
        /// As above.
        in_header,
        /// As above.
        in_footer,
        /// As above.
        in_figure,
        /// As above.
        in_caption,
        /// As above.
        in_form,
        /// As above.
        in_item,
        /// As above.
        in_dialog,
        /// 1 inside of what says by its `itemprop` that it is the text.
        in_body,
        /// 1 inside of preformatted text.
        in_preformatted,
        /// Share of its words that are in the text that the page states in its data, see `stated_text`.
        stated,
        /// Share of its words that are not, times the words on the page that are, of those that the rules keep, 1 at most.
        unstated,
        /// 1 if the rules keep it.
        kept,
        /// 1 inside of the rules' container.
        contained,
        /// 1 if it is of a part of the container that is worth something.
        part,
        /// Share of the page's blocks before it.
        blocks_before,
        /// Share of the page's words before it.
        words_before,
        /// Share of the page's words from it to the first block that the rules keep.
        before_kept,
        /// Share of the page's words from the last block that the rules keep to it.
        after_kept,
        /// 1 between these two.
        within_kept,
        /// Share of the page's words between the first heading of the first rank and it, negative before that.
        from_heading,
        /// 1 before that heading.
        before_heading,
        /// Share of the page's words between the headline and it, negative before that.
        from_headline,
        /// 1 before the headline.
        before_headline,
        /// ln (1 + words) of the element that it stands in.
        words_0,
        /// Share of the linked words there.
        linked_0,
        /// Share of the words there in blocks of eight unlinked words or more.
        long_0,
        /// ln (1 + how many elements of that name stand beside it, itself among them).
        alike_0,
        /// Share of the other words there that the rules keep, -1 if there are none.
        kept_0,
        /// Share of the page's own unlinked words that stand there.
        own_0,
        /// The same of the element around that.
        words_1,
        /// As above.
        linked_1,
        /// As above.
        long_1,
        /// As above.
        alike_1,
        /// As above.
        kept_1,
        /// As above.
        own_1,
        /// The same of the element around that.
        words_2,
        /// As above.
        linked_2,
        /// As above.
        long_2,
        /// As above.
        alike_2,
        /// As above.
        kept_2,
        /// As above.
        own_2,
        /// ln (1 + words) of the block before.
        previous_words,
        /// Share of its words in links; 1 if there is none.
        previous_linked,
        /// 1 if the rules keep it, -1 if there is none.
        previous_kept,
        /// 1 if it is a heading.
        previous_heading,
        /// 1 if it stands in the same place of the template.
        previous_alike,
        /// 1 if no other page has it.
        previous_own,
        /// The same of the block behind.
        next_words,
        /// As above.
        next_linked,
        /// As above.
        next_kept,
        /// As above.
        next_heading,
        /// As above.
        next_alike,
        /// As above.
        next_own,
        /// ln (1 + own unlinked words) of the page.
        page_words,
        /// Share of the page's words in links.
        page_linked,
        /// Share of its own unlinked words that the rules keep.
        page_kept,
        /// ln (1 + blocks) of the page.
        page_blocks,
        /// Share of its words in blocks of eight unlinked words or more.
        page_long,
        /// ln of how many pages of the template are known.
        page_known,
        /// 1 if there is a headline.
        page_headline,
        /// ln (1 + own unlinked words a block).
        page_density,
        /// ln (1 + blocks that the rules keep).
        kept_blocks,
        /// ln (1 + words a block of these).
        kept_density,
        /// Share of their words in blocks of eight unlinked words or more.
        kept_long,
        /// Share of the page's words that no other page has.
        page_own,
        /// Share of the blocks that are headings.
        page_headings,
        /// Share of the words that stand in items of lists themselves.
        page_items,
        /// 1 if the page has a main part.
        page_main,
        /// ln (1 + short lines with a date).
        page_dates,
        /// Share of the words in comments.
        page_comments,
        /// Share of the words in forms.
        page_forms,
        /// 1 if a line with a date is among what the rules keep.
        kept_dated,
        /// 1 if it is one of the first five of these.
        kept_dated_first,
        /// The largest share of the kept words whose elements stand in one and the same.
        kept_together,
        /// Share of the kept words in articles.
        kept_article,
        /// Share of the kept words in main parts.
        kept_main,
        /// Share of the kept blocks that are headings.
        kept_headings,
        /// Share of the kept words in items of lists.
        kept_items,
        /// Share of the kept words in links.
        kept_linked,
        /// Share of the page's words before the first kept block; 1 without any.
        kept_from,
        /// Share of the page's words from there to the last one.
        kept_span,
    }
}

/// What is summed over the blocks before each one.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    words: f64,
    linked: f64,
    long: f64,
    /// Unlinked words that no other page has.
    own: f64,
    kept: f64,
}

impl Sums {
    fn over(before: &[Sums], pieces: &Range<usize>) -> Sums {
        let (from, to) = (before[pieces.start], before[pieces.end]);
        Sums {
            words: to.words - from.words,
            linked: to.linked - from.linked,
            long: to.long - from.long,
            own: to.own - from.own,
            kept: to.kept - from.kept,
        }
    }
}

/// A page, and what is summed over it.
struct Measured<'a> {
    page: &'a Page,
    frame: &'a Frame<'a>,
    article: &'a Article,
    kept: Vec<bool>,
    before: Vec<Sums>,
    /// From the first to behind the last kept block.
    extent: Option<Range<usize>>,
    /// The first heading of the first rank.
    first_heading: Option<usize>,
    /// How much of the article the page states in its data.
    stated: f64,
}

/// The evidence of each block of a page.
pub(super) fn evidence(page: &Page, frame: &Frame<'_>, article: &Article) -> Vec<Evidence> {
    let measured = Measured::new(page, frame, article);
    let of_page = measured.of_page();
    (0..page.pieces.len()).map(|at| measured.of_block(at, &of_page)).collect()
}

fn is_own(piece: &Piece) -> bool {
    piece.pages == 1
}

impl<'a> Measured<'a> {
    fn new(page: &'a Page, frame: &'a Frame<'a>, article: &'a Article) -> Self {
        let mut kept = vec![false; page.pieces.len()];
        for &at in &article.pieces {
            kept[at] = true;
        }
        let mut before = vec![Sums::default()];
        for (piece, &kept) in page.pieces.iter().zip(&kept) {
            let last = before[before.len() - 1];
            let unlinked = piece.unlinked();
            before.push(Sums {
                words: last.words + piece.words,
                linked: last.linked + piece.linked,
                long: last.long + if unlinked >= f64::from(TEXT) { unlinked } else { 0.0 },
                own: last.own + if is_own(piece) { unlinked } else { 0.0 },
                kept: last.kept + if kept { piece.words } else { 0.0 },
            });
        }
        let extent = article.pieces.first().zip(article.pieces.last()).map(|(&first, &last)| first..last + 1);
        let first_heading = page.pieces.iter().position(|piece| piece.is_first_heading);
        let stated = page.pieces.iter().filter_map(|piece| Some(piece.words * piece.stated?)).sum();
        let stated = share(stated, before[page.pieces.len()].kept).min(1.0);
        Measured { page, frame, article, kept, before, extent, first_heading, stated }
    }

    fn all(&self) -> Sums {
        self.before[self.page.pieces.len()]
    }

    fn words_until(&self, at: usize) -> f64 {
        self.before[at].words
    }

    /// Sums over all blocks, and over those that the rules keep.
    fn sum(&self, of: impl Fn(&Piece) -> f64) -> (f64, f64) {
        let each = self.page.pieces.iter().zip(&self.kept);
        each.fold((0.0, 0.0), |(all, kept), (piece, &is_kept)| {
            let value = of(piece);
            (all + value, kept + if is_kept { value } else { 0.0 })
        })
    }

    fn of_page(&self) -> Evidence {
        let page = self.page;
        let place = |piece: &Piece| &page.places[piece.place];
        let words_if = |is: bool, piece: &Piece| if is { piece.words } else { 0.0 };
        let within =
            |landmark: Landmark| move |piece: &Piece| words_if(place(piece).landmarks.has(landmark), piece);
        let is_long = |piece: &Piece| piece.unlinked() >= f64::from(TEXT);
        let all = self.all();
        let blocks = exact(page.pieces.len() as u64);
        let kept_blocks = exact(self.article.pieces.len() as u64);
        let (own_blocks, _) = self.sum(|piece| flag(is_own(piece)));
        let (_, kept_own) = self.sum(|piece| if is_own(piece) { piece.unlinked() } else { 0.0 });
        let (_, kept_long) = self.sum(|piece| if is_long(piece) { piece.unlinked() } else { 0.0 });
        let (headings, kept_headings) = self.sum(|piece| flag(piece.is_heading));
        let (dates, kept_dates) = self.sum(|piece| flag(piece.is_dated()));
        let first = self.article.pieces.iter().take(5);
        let extent = self.extent.clone();
        let from = extent.as_ref().map_or(all.words, |extent| self.words_until(extent.start));
        Evidence {
            constant: 1.0,
            page_words: all.own.ln_1p(),
            page_linked: share(all.linked, all.words),
            page_kept: share(kept_own, all.own),
            page_blocks: blocks.ln_1p(),
            page_long: share(all.long, all.words),
            page_known: exact(self.frame.pages as u64).max(1.0).ln(),
            page_headline: flag(self.article.headline.is_some()),
            page_density: share(all.own, own_blocks).ln_1p(),
            kept_blocks: kept_blocks.ln_1p(),
            kept_density: share(all.kept, kept_blocks).ln_1p(),
            kept_long: share(kept_long, all.kept),
            page_own: share(self.sum(|piece| words_if(is_own(piece), piece)).0, all.words),
            page_headings: share(headings, blocks),
            page_items: share(self.sum(|piece| words_if(place(piece).is_item, piece)).0, all.words),
            page_main: flag(page.places.iter().any(|place| place.landmarks.has(Landmark::Main))),
            page_dates: dates.ln_1p(),
            page_comments: share(self.sum(|piece| words_if(piece.comment, piece)).0, all.words),
            page_forms: share(self.sum(|piece| words_if(piece.in_form, piece)).0, all.words),
            kept_dated: flag(kept_dates > 0.0),
            kept_dated_first: flag(first.clone().any(|&at| page.pieces[at].is_dated())),
            kept_together: share(self.most_together(), all.kept),
            kept_article: share(self.sum(within(Landmark::Article)).1, all.kept),
            kept_main: share(self.sum(within(Landmark::Main)).1, all.kept),
            kept_headings: share(kept_headings, kept_blocks),
            kept_items: share(self.sum(within(Landmark::Item)).1, all.kept),
            kept_linked: share(self.sum(|piece| piece.linked).1, all.kept),
            kept_from: share(from, all.words),
            kept_span: extent.map_or(0.0, |extent| share(Sums::over(&self.before, &extent).words, all.words)),
            ..Evidence::default()
        }
    }

    /// The most kept words whose elements stand in one and the same element.
    fn most_together(&self) -> f64 {
        let mut words: HashMap<Option<usize>, f64> = HashMap::new();
        for &at in &self.article.pieces {
            let piece = &self.page.pieces[at];
            *words.entry(self.page.places[piece.place].parent).or_default() += piece.words;
        }
        words.into_values().fold(0.0, f64::max)
    }

    fn of_block(&self, at: usize, of_page: &Evidence) -> Evidence {
        let piece = &self.page.pieces[at];
        let place = &self.page.places[piece.place];
        let is_in = |landmark| flag(place.landmarks.has(landmark));
        let all = self.all().words;
        let pages =
            if self.frame.pages > 1 { f64::from(piece.pages) / exact(self.frame.pages as u64) } else { 0.0 };
        let mut evidence = Evidence {
            words: piece.words.ln_1p(),
            linked: share(piece.linked, piece.words),
            pages,
            own: flag(is_own(piece)),
            heading: flag(piece.is_heading),
            in_title: flag(piece.in_title),
            date: flag(piece.has_date),
            form: flag(piece.in_form),
            in_main: is_in(Landmark::Main),
            in_article: is_in(Landmark::Article),
            in_aside: is_in(Landmark::Aside),
            in_navigation: is_in(Landmark::Navigation),
            in_header: is_in(Landmark::Header),
            in_footer: is_in(Landmark::Footer),
            in_figure: is_in(Landmark::Figure),
            in_caption: is_in(Landmark::Caption),
            in_form: is_in(Landmark::Form),
            in_item: is_in(Landmark::Item),
            in_dialog: is_in(Landmark::Dialog),
            in_body: is_in(Landmark::Body),
            in_preformatted: is_in(Landmark::Preformatted),
            stated: piece.stated.unwrap_or_default(),
            unstated: piece.stated.map_or(0.0, |stated| (1.0 - stated) * self.stated),
            kept: flag(self.kept[at]),
            contained: flag(self.frame.slots.is_within(piece.slot, self.frame.container)),
            part: flag(self.frame.parts.contains(&piece.slot)),
            blocks_before: share(exact(at as u64), exact(self.page.pieces.len() as u64)),
            words_before: share(self.words_until(at), all),
            ..*of_page
        };
        self.add_extent(at, &mut evidence);
        self.add_elements(at, &mut evidence);
        self.add_neighbours(at, &mut evidence);
        evidence
    }

    /// Where a block stands to the headings and to what the rules keep.
    fn add_extent(&self, at: usize, evidence: &mut Evidence) {
        let all = self.all().words;
        let from = |other: usize| share(self.words_until(at) - self.words_until(other), all);
        if let Some(extent) = &self.extent {
            evidence.before_kept = if at < extent.start { -from(extent.start) } else { 0.0 };
            evidence.after_kept = if at >= extent.end { from(extent.end) } else { 0.0 };
            evidence.within_kept = flag(extent.contains(&at));
        }
        if let Some(heading) = self.first_heading {
            evidence.from_heading = from(heading);
            evidence.before_heading = flag(at < heading);
        }
        if let Some(headline) = self.article.headline {
            evidence.from_headline = from(headline);
            evidence.before_headline = flag(at < headline);
        }
    }

    /// What the three nearest elements around a block hold; the outermost again where there are fewer.
    fn add_elements(&self, at: usize, evidence: &mut Evidence) {
        let places = &self.page.places;
        let piece = &self.page.pieces[at];
        let around = |place: usize| places[place].parent.unwrap_or(place);
        let of = |place: &Place| {
            let sums = Sums::over(&self.before, &place.pieces);
            let own = if self.kept[at] { piece.words } else { 0.0 };
            let others = sums.words - piece.words;
            let kept = if others > 0.0 { (sums.kept - own) / others } else { -1.0 };
            let linked = share(sums.linked, sums.words);
            let own = share(sums.own, self.all().own);
            [
                sums.words.ln_1p(),
                linked,
                share(sums.long, sums.words),
                f64::from(place.alike).ln_1p(),
                kept,
                own,
            ]
        };
        let (first, second) = (piece.place, around(piece.place));
        let third = around(second);
        let e = evidence;
        [e.words_0, e.linked_0, e.long_0, e.alike_0, e.kept_0, e.own_0] = of(&places[first]);
        [e.words_1, e.linked_1, e.long_1, e.alike_1, e.kept_1, e.own_1] = of(&places[second]);
        [e.words_2, e.linked_2, e.long_2, e.alike_2, e.kept_2, e.own_2] = of(&places[third]);
    }

    /// The blocks beside it.
    fn add_neighbours(&self, at: usize, evidence: &mut Evidence) {
        let of = |other: Option<usize>| {
            let Some((other, piece)) = other.and_then(|at| Some((at, self.page.pieces.get(at)?))) else {
                return [0.0, 1.0, -1.0, 0.0, 0.0, 0.0];
            };
            let is_alike = piece.slot == self.page.pieces[at].slot;
            [
                piece.words.ln_1p(),
                share(piece.linked, piece.words),
                flag(self.kept[other]),
                flag(piece.is_heading),
                flag(is_alike),
                flag(is_own(piece)),
            ]
        };
        let e = evidence;
        [
            e.previous_words,
            e.previous_linked,
            e.previous_kept,
            e.previous_heading,
            e.previous_alike,
            e.previous_own,
        ] = of(at.checked_sub(1));
        [e.next_words, e.next_linked, e.next_kept, e.next_heading, e.next_alike, e.next_own] =
            of(Some(at + 1));
    }
}

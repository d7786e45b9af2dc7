//! The features of a block from which fitted weights decide whether it is content.
//!
//! In: a page that was weighed, and the article that the rules found on it. Out: for each block its [`Evidence`], a
//! plain struct of named features, from which the fitted [weights](super::weights) compute a score. Features are shares
//! from 0 to 1 and logarithms of counts. They describe the block, the landmarks around it, its position relative to the
//! headline and to the blocks that the rules keep, the text of its three innermost elements, its neighbours, and its
//! page. No feature depends on a word of a language or on the name of a class.
//!
//! ```text
//! <main> <h1>Trees</h1> <p>Oaks are tall.</p> </main> <p><a>Home</a></p>
//! "Oaks are tall."   words ln 4, linked 0, in_main 1, before_heading 0, previous_heading 1
//! "Home"             words ln 2, linked 1, in_main 0
//! ```
//!
//! Cost: linear in the blocks; sums over elements are differences of prefix sums.

use super::article::{Article, ArticleFinder};
use super::piece::{BlockElement, Page, TextBlock};
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
        /// Share of the pages of the template that have it in this slot, 0 if no other page is known.
        pages,
        /// 1 if no other page has it in this slot.
        own,
        /// 1 for a heading.
        heading,
        /// 1 if the page's `<title>` contains its words.
        in_title,
        /// 1 if it seems to contain a date.
        date,
        /// 1 in a form that does not wrap the whole page.
        form,
        /// 1 inside an element with this landmark, by its tag or role.
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
        /// 1 inside an element whose `itemprop` declares it to be the main text.
        in_body,
        /// 1 inside preformatted text.
        in_preformatted,
        /// Share of its words that are in the `articleBody` of the page's data, see `stated_text`.
        stated,
        /// Share of its words that are not in it, times the ratio, at most 1, of the words on the page that are in it
        /// to the words that the rules keep.
        unstated,
        /// 1 if the rules keep it.
        kept,
        /// 1 inside the container that the rules found.
        contained,
        /// 1 if its slot is a part of the container, see `container`.
        part,
        /// Share of the page's blocks before it.
        blocks_before,
        /// Share of the page's words before it.
        words_before,
        /// Share of the page's words from it to the first block that the rules keep, 0 from there on.
        before_kept,
        /// Share of the page's words between the last block that the rules keep and it, 0 before.
        after_kept,
        /// 1 from the first to the last block that the rules keep.
        within_kept,
        /// Share of the page's words between the first `h1` and it, negative before the `h1`.
        from_heading,
        /// 1 before the first `h1`.
        before_heading,
        /// Share of the page's words between the headline and it, negative before the headline.
        from_headline,
        /// 1 before the headline.
        before_headline,
        /// ln (1 + words) of its innermost block-level element.
        words_0,
        /// Share of linked words in that element.
        linked_0,
        /// Share of the words in that element that are in blocks of eight unlinked words or more.
        long_0,
        /// ln (1 + siblings of that element with text and the same tag, including itself).
        alike_0,
        /// Share of the other words in that element that the rules keep, -1 if there are no others.
        kept_0,
        /// Share of the page's own unlinked words that are in that element.
        own_0,
        /// The same for the next element outwards.
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
        /// The same for the next element outwards.
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
        /// 1 if it is in the same slot.
        previous_alike,
        /// 1 if no other page has it.
        previous_own,
        /// The same for the block after it.
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
        /// ln of the number of known pages of the template.
        page_known,
        /// 1 if there is a headline.
        page_headline,
        /// ln (1 + own unlinked words per own block).
        page_density,
        /// ln (1 + blocks that the rules keep).
        kept_blocks,
        /// ln (1 + words per block that the rules keep).
        kept_density,
        /// Share of the kept words in blocks of eight unlinked words or more.
        kept_long,
        /// Share of the page's words that no other page has.
        page_own,
        /// Share of the blocks that are headings.
        page_headings,
        /// Share of the words whose innermost block-level element is an `li`.
        page_items,
        /// 1 if the page has an element with the landmark `main`.
        page_main,
        /// ln (1 + short lines with a date).
        page_dates,
        /// Share of the words in comments.
        page_comments,
        /// Share of the words in forms.
        page_forms,
        /// 1 if the rules keep a line with a date.
        kept_dated,
        /// 1 if such a line is among the first five kept blocks.
        kept_dated_first,
        /// Largest share of the kept words whose innermost elements have the same parent.
        kept_together,
        /// Share of the kept words inside the landmark `article`.
        kept_article,
        /// Share of the kept words inside the landmark `main`.
        kept_main,
        /// Share of the kept blocks that are headings.
        kept_headings,
        /// Share of the kept words inside list items.
        kept_items,
        /// Share of the kept words in links.
        kept_linked,
        /// Share of the page's words before the first kept block; 1 if no block is kept.
        kept_from,
        /// Share of the page's words from the first to the last kept block.
        kept_span,
    }
}

/// Sums of words over a range of blocks.
#[derive(Clone, Copy, Debug, Default)]
struct WordSums {
    words: f64,
    linked: f64,
    /// Unlinked words in blocks with at least eight of them.
    long: f64,
    /// Unlinked words that no other page has.
    own: f64,
    /// Words that the rules keep.
    kept: f64,
}

impl WordSums {
    /// Subtracts the prefix sums at the ends of a range.
    fn over(before: &[WordSums], blocks: &Range<usize>) -> WordSums {
        let (from, to) = (before[blocks.start], before[blocks.end]);
        WordSums {
            words: to.words - from.words,
            linked: to.linked - from.linked,
            long: to.long - from.long,
            own: to.own - from.own,
            kept: to.kept - from.kept,
        }
    }
}

/// A page with the sums from which features are computed.
struct MeasuredPage<'a> {
    page: &'a Page,
    finder: &'a ArticleFinder<'a>,
    article: &'a Article,
    /// For each block whether the rules keep it.
    kept: Vec<bool>,
    /// Prefix sums over the blocks.
    before: Vec<WordSums>,
    /// From the first kept block to the last.
    extent: Option<Range<usize>>,
    /// The first block in an `h1`.
    first_heading: Option<usize>,
    /// Ratio, at most 1, of the words that are in the `articleBody` of the page to the words that the rules keep.
    stated: f64,
}

/// Returns the features of each block of a page.
pub(super) fn evidence(page: &Page, finder: &ArticleFinder<'_>, article: &Article) -> Vec<Evidence> {
    let measured = MeasuredPage::new(page, finder, article);
    let of_page = measured.of_page();
    (0..page.blocks.len()).map(|at| measured.of_block(at, &of_page)).collect()
}

fn is_own(block: &TextBlock) -> bool {
    block.pages == 1
}

impl<'a> MeasuredPage<'a> {
    fn new(page: &'a Page, finder: &'a ArticleFinder<'a>, article: &'a Article) -> Self {
        let mut kept = vec![false; page.blocks.len()];
        for &at in &article.blocks {
            kept[at] = true;
        }
        let mut before = vec![WordSums::default()];
        for (block, &kept) in page.blocks.iter().zip(&kept) {
            let last = before[before.len() - 1];
            let unlinked = block.unlinked();
            before.push(WordSums {
                words: last.words + block.words,
                linked: last.linked + block.linked,
                long: last.long + if unlinked >= f64::from(TEXT) { unlinked } else { 0.0 },
                own: last.own + if is_own(block) { unlinked } else { 0.0 },
                kept: last.kept + if kept { block.words } else { 0.0 },
            });
        }
        let extent = article.blocks.first().zip(article.blocks.last()).map(|(&first, &last)| first..last + 1);
        let first_heading = page.blocks.iter().position(|block| block.is_first_heading);
        let stated = page.blocks.iter().filter_map(|block| Some(block.words * block.stated?)).sum();
        let stated = share(stated, before[page.blocks.len()].kept).min(1.0);
        MeasuredPage { page, finder, article, kept, before, extent, first_heading, stated }
    }

    fn all(&self) -> WordSums {
        self.before[self.page.blocks.len()]
    }

    fn words_until(&self, at: usize) -> f64 {
        self.before[at].words
    }

    /// Sums a number over all blocks, and over those that the rules keep.
    fn sum(&self, of: impl Fn(&TextBlock) -> f64) -> (f64, f64) {
        let each = self.page.blocks.iter().zip(&self.kept);
        each.fold((0.0, 0.0), |(all, kept), (block, &is_kept)| {
            let value = of(block);
            (all + value, kept + if is_kept { value } else { 0.0 })
        })
    }

    fn of_page(&self) -> Evidence {
        let page = self.page;
        let element = |block: &TextBlock| &page.elements[block.element];
        let words_if = |is: bool, block: &TextBlock| if is { block.words } else { 0.0 };
        let within = |landmark: Landmark| {
            move |block: &TextBlock| words_if(element(block).landmarks.has(landmark), block)
        };
        let is_long = |block: &TextBlock| block.unlinked() >= f64::from(TEXT);
        let all = self.all();
        let blocks = exact(page.blocks.len() as u64);
        let kept_blocks = exact(self.article.blocks.len() as u64);
        let (own_blocks, _) = self.sum(|block| flag(is_own(block)));
        let (_, kept_own) = self.sum(|block| if is_own(block) { block.unlinked() } else { 0.0 });
        let (_, kept_long) = self.sum(|block| if is_long(block) { block.unlinked() } else { 0.0 });
        let (headings, kept_headings) = self.sum(|block| flag(block.is_heading));
        let (dates, kept_dates) = self.sum(|block| flag(block.is_dated()));
        let first = self.article.blocks.iter().take(5);
        let extent = self.extent.clone();
        let from = extent.as_ref().map_or(all.words, |extent| self.words_until(extent.start));
        Evidence {
            constant: 1.0,
            page_words: all.own.ln_1p(),
            page_linked: share(all.linked, all.words),
            page_kept: share(kept_own, all.own),
            page_blocks: blocks.ln_1p(),
            page_long: share(all.long, all.words),
            page_known: exact(self.finder.pages as u64).max(1.0).ln(),
            page_headline: flag(self.article.headline.is_some()),
            page_density: share(all.own, own_blocks).ln_1p(),
            kept_blocks: kept_blocks.ln_1p(),
            kept_density: share(all.kept, kept_blocks).ln_1p(),
            kept_long: share(kept_long, all.kept),
            page_own: share(self.sum(|block| words_if(is_own(block), block)).0, all.words),
            page_headings: share(headings, blocks),
            page_items: share(self.sum(|block| words_if(element(block).is_item, block)).0, all.words),
            page_main: flag(page.elements.iter().any(|element| element.landmarks.has(Landmark::Main))),
            page_dates: dates.ln_1p(),
            page_comments: share(self.sum(|block| words_if(block.comment, block)).0, all.words),
            page_forms: share(self.sum(|block| words_if(block.in_form, block)).0, all.words),
            kept_dated: flag(kept_dates > 0.0),
            kept_dated_first: flag(first.clone().any(|&at| page.blocks[at].is_dated())),
            kept_together: share(self.most_together(), all.kept),
            kept_article: share(self.sum(within(Landmark::Article)).1, all.kept),
            kept_main: share(self.sum(within(Landmark::Main)).1, all.kept),
            kept_headings: share(kept_headings, kept_blocks),
            kept_items: share(self.sum(within(Landmark::Item)).1, all.kept),
            kept_linked: share(self.sum(|block| block.linked).1, all.kept),
            kept_from: share(from, all.words),
            kept_span: extent
                .map_or(0.0, |extent| share(WordSums::over(&self.before, &extent).words, all.words)),
            ..Evidence::default()
        }
    }

    /// Largest number of kept words whose innermost elements have the same parent.
    fn most_together(&self) -> f64 {
        let mut words: HashMap<Option<usize>, f64> = HashMap::new();
        for &at in &self.article.blocks {
            let block = &self.page.blocks[at];
            *words.entry(self.page.elements[block.element].parent).or_default() += block.words;
        }
        words.into_values().fold(0.0, f64::max)
    }

    fn of_block(&self, at: usize, of_page: &Evidence) -> Evidence {
        let block = &self.page.blocks[at];
        let element = &self.page.elements[block.element];
        let is_in = |landmark| flag(element.landmarks.has(landmark));
        let all = self.all().words;
        let pages = if self.finder.pages > 1 {
            f64::from(block.pages) / exact(self.finder.pages as u64)
        } else {
            0.0
        };
        let mut evidence = Evidence {
            words: block.words.ln_1p(),
            linked: share(block.linked, block.words),
            pages,
            own: flag(is_own(block)),
            heading: flag(block.is_heading),
            in_title: flag(block.in_title),
            date: flag(block.dates.any),
            form: flag(block.in_form),
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
            stated: block.stated.unwrap_or_default(),
            unstated: block.stated.map_or(0.0, |stated| (1.0 - stated) * self.stated),
            kept: flag(self.kept[at]),
            contained: flag(self.finder.slots.is_within(block.slot, self.finder.container)),
            part: flag(self.finder.parts.contains(&block.slot)),
            blocks_before: share(exact(at as u64), exact(self.page.blocks.len() as u64)),
            words_before: share(self.words_until(at), all),
            ..*of_page
        };
        self.add_extent(at, &mut evidence);
        self.add_elements(at, &mut evidence);
        self.add_neighbours(at, &mut evidence);
        evidence
    }

    /// Adds the position of a block relative to the headings and to the blocks that the rules keep.
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

    /// Adds the features of the three innermost elements around a block. If there are fewer, the outermost is repeated.
    fn add_elements(&self, at: usize, evidence: &mut Evidence) {
        let elements = &self.page.elements;
        let block = &self.page.blocks[at];
        let around = |element: usize| elements[element].parent.unwrap_or(element);
        let of = |element: &BlockElement| {
            let sums = WordSums::over(&self.before, &element.blocks);
            let own = if self.kept[at] { block.words } else { 0.0 };
            let others = sums.words - block.words;
            let kept = if others > 0.0 { (sums.kept - own) / others } else { -1.0 };
            let linked = share(sums.linked, sums.words);
            let own = share(sums.own, self.all().own);
            [
                sums.words.ln_1p(),
                linked,
                share(sums.long, sums.words),
                f64::from(element.alike).ln_1p(),
                kept,
                own,
            ]
        };
        let (first, second) = (block.element, around(block.element));
        let third = around(second);
        let e = evidence;
        [e.words_0, e.linked_0, e.long_0, e.alike_0, e.kept_0, e.own_0] = of(&elements[first]);
        [e.words_1, e.linked_1, e.long_1, e.alike_1, e.kept_1, e.own_1] = of(&elements[second]);
        [e.words_2, e.linked_2, e.long_2, e.alike_2, e.kept_2, e.own_2] = of(&elements[third]);
    }

    /// Adds the features of the previous and the next block.
    fn add_neighbours(&self, at: usize, evidence: &mut Evidence) {
        let of = |other: Option<usize>| {
            let Some((other, block)) = other.and_then(|at| Some((at, self.page.blocks.get(at)?))) else {
                return [0.0, 1.0, -1.0, 0.0, 0.0, 0.0];
            };
            let is_alike = block.slot == self.page.blocks[at].slot;
            [
                block.words.ln_1p(),
                share(block.linked, block.words),
                flag(self.kept[other]),
                flag(block.is_heading),
                flag(is_alike),
                flag(is_own(block)),
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

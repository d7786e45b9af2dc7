//! Which texts belong to one page and not to the template, and the value of each block.
//!
//! In: the pages of a cluster, whose blocks have slots. Out: for each block the number of pages with the same text in
//! the same slot (its document frequency), whether the text is unique to its page, and its value; for each page the
//! candidates for its headline.
//!
//! The value of a unique block is the number of its unlinked words, less a penalty for its linked words. Blocks that
//! are not unique have value 0.
//!
//! ```text
//! 20 words, 2 of them linked     18 - 1.5 * 2 = 15
//! 4 words, all linked            -0.5 * 4     = -2
//! ```
//!
//! Cost: linear in the blocks, plus sorting the pages.

use super::piece::{Page, TextBlock, times};
use crate::features::flag;
use crate::measure::{LEAST, TEXT, a_few};
use crate::page::SlotId;
use crate::site::copies::Copies;
use hashbrown::{HashMap, HashSet};

/// Which texts count as unique to their page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OwnTextRule {
    /// Texts that only one page of the template has.
    OnePage,
    /// Texts that few pages of the template have.
    FewPages,
}

/// Document frequency of texts: the number of pages that have a text in a slot. Copies of a page count as one page.
#[derive(Clone, Debug)]
pub(super) struct TextFrequency {
    on: HashMap<(SlotId, u64), PageCount>,
    copies: Copies,
    /// Largest number of pages that may have a unique text.
    few: u32,
}

#[derive(Clone, Copy, Debug)]
struct PageCount {
    /// The copy group of the last page that has the text.
    last: usize,
    pages: u32,
}

/// Returns the texts of a page as hashes, each with its number of unlinked words.
pub(super) fn texts(page: &Page) -> impl Iterator<Item = (u64, f64)> {
    page.blocks.iter().map(|block| (block.key, block.unlinked()))
}

/// Groups pages that are copies of one another.
pub(super) fn copies<'p>(pages: impl Iterator<Item = &'p Page>) -> Copies {
    Copies::learn(pages.map(|page| (page.identity, texts(page))))
}

impl TextFrequency {
    /// Counts the texts of pages whose slots are assigned.
    pub(super) fn learn(pages: &[&mut Page], own: OwnTextRule) -> Self {
        let copies = copies(pages.iter().map(|page| &**page));
        // A page that shows whole articles makes them no part of the template.
        let mut order: Vec<usize> = (0..pages.len()).filter(|&page| !copies.compilations[page]).collect();
        order.sort_by_key(|&page| copies.groups[page]);
        let mut on: HashMap<(SlotId, u64), PageCount> = HashMap::new();
        for page in order {
            let group = copies.groups[page];
            for block in &pages[page].blocks {
                let on =
                    on.entry((block.slot, block.key)).or_insert(PageCount { last: usize::MAX, pages: 0 });
                if on.last != group {
                    *on = PageCount { last: group, pages: on.pages + 1 };
                }
            }
        }
        let distinct: HashSet<usize> = copies.groups.iter().copied().collect();
        let few = match own {
            OwnTextRule::OnePage => 1,
            // With two pages, a text that both have may be template or copied. A third page shows which.
            OwnTextRule::FewPages if distinct.len() < LEAST => 1,
            OwnTextRule::FewPages => u32::try_from(a_few(distinct.len())).unwrap_or(u32::MAX),
        };
        TextFrequency { on, copies, few }
    }

    /// Sets frequency, uniqueness and value of all blocks of a page, and finds the candidates for its headline.
    pub(super) fn weigh(&self, page: &mut Page) {
        let group = self.copies.of(page.identity, texts(page));
        page.is_learned = group.is_some();
        let times = times(page);
        page.before = Vec::with_capacity(page.blocks.len() + 1);
        let mut before = 0.0;
        for block in &mut page.blocks {
            // The page itself counts too, even if it is not among those that were counted.
            block.pages = match (self.on.get(&(block.slot, block.key)), group) {
                (None, _) => 1,
                (Some(on), Some(group)) => on.pages + u32::from(on.pages == 1 && on.last != group),
                (Some(on), None) => on.pages + 1,
            };
            block.unique = block.pages <= self.few && times[&block.key] <= TIMES && !block.in_form;
            block.value = if block.unique { value(block.words, block.linked) } else { 0.0 };
            page.before.push(before);
            before += block.gain();
        }
        page.before.push(before);
        find_headlines(page);
    }
}

/// A text that occurs more than three times on its page is a label. 2 and 5 give the same figures; without the rule
/// posts lose 0.002.
const TIMES: u32 = 3;

/// A linked word cancels the value of one and a half unlinked words. 1 and 2 give the same figures.
const LINK: f64 = 1.5;

/// Value lost for each linked word of a short text, in words. 1 gives the same figures, 0 costs 0.002.
const SHORT_LINK: f64 = 0.5;

/// Returns the value of a unique text.
fn value(words: f64, linked: f64) -> f64 {
    let unlinked = words - linked;
    if unlinked >= f64::from(TEXT) { unlinked - LINK * linked } else { -SHORT_LINK * linked }
}

/// Finds the candidates for the headline: unique blocks whose words are in the `<title>`, and a lone `h1`.
fn find_headlines(page: &mut Page) {
    let fits = |words: f64, is_heading: bool| words >= 2.0 || is_heading || page.title_words <= 2;
    let blocks = page.blocks.iter().enumerate();
    let found =
        blocks.filter(|(_, block)| block.unique && block.in_title && fits(block.words, block.is_heading));
    // Prefers the real headline to a link to the page itself, and a heading to a breadcrumb.
    let weight = |block: &TextBlock| block.unlinked() + flag(block.is_heading);
    page.headlines = found.map(|(at, block)| (weight(block), at)).collect();
    if !page.headlines.iter().any(|&(_, at)| page.blocks[at].is_heading) {
        page.headlines.extend(first_heading(page));
    }
    page.headline = best(page.headlines.iter().copied());
}

/// Returns the `h1` of a page if it has only one, for pages whose `<title>` differs from the headline.
fn first_heading(page: &Page) -> Option<(f64, usize)> {
    let is_one = |block: &TextBlock| {
        block.is_first_heading && block.pages == 1 && !block.in_form && block.words >= 2.0
    };
    let mut headings = page.blocks.iter().enumerate().filter(|(_, block)| is_one(block));
    let (at, first) = headings.next()?;
    headings.all(|(_, other)| other.key == first.key).then_some((first.words, at))
}

/// Returns the item with the largest weight; of equal ones the first.
pub(super) fn best<T>(weighed: impl Iterator<Item = (f64, T)>) -> Option<T> {
    let heavier = |best: Option<(f64, T)>, next: (f64, T)| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    };
    weighed.fold(None, heavier).map(|best| best.1)
}

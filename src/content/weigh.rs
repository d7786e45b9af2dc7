//! What the set tells about each block: whether it is its page's alone, and how much it speaks for being content.

use super::piece::{Page, times};
use crate::page::SlotId;
use hashbrown::HashMap;

/// Weighs all pieces of all pages, and finds the headlines.
pub(super) fn weigh(pages: &mut [Page]) {
    let copies = copies(pages);
    let on = on_pages(pages, &copies);
    for page in pages.iter_mut() {
        let times = times(page);
        page.before = Vec::with_capacity(page.pieces.len() + 1);
        let mut before = 0.0;
        for piece in &mut page.pieces {
            piece.pages = on[&(piece.slot, piece.key)].pages;
            piece.unique = piece.pages == 1 && times[&piece.key] <= TIMES && !piece.in_form;
            piece.value = if piece.unique { value(piece.words, piece.linked) } else { 0.0 };
            page.before.push(before);
            before += piece.gain();
        }
        page.before.push(before);
        find_headlines(page);
    }
}

/// A text that stands more often than three times on its page is a label. Two or five do as well; without the rule posts
/// lose 0.002.
const TIMES: u32 = 3;

/// 8 unlinked words make a text; 6 to 12 do as well.
const TEXT: f64 = 8.0;

/// A linked word takes away what one and a half others bring; one or two do as well.
const LINK: f64 = 1.5;

/// A short text that is mostly link speaks against its place with half a word for each; the whole does as well, nothing
/// costs 0.002.
const SHORT_LINK: f64 = 0.5;

fn value(words: f64, linked: f64) -> f64 {
    let unlinked = words - linked;
    if unlinked >= TEXT {
        unlinked - LINK * linked
    } else if linked > 0.5 * words {
        -SHORT_LINK * linked
    } else {
        0.0
    }
}

fn find_headlines(page: &mut Page) {
    let fits = |words: f64, is_heading: bool| words >= 2.0 || is_heading || page.title_words <= 2;
    let pieces = page.pieces.iter().enumerate();
    let found =
        pieces.filter(|(_, piece)| piece.unique && piece.in_title && fits(piece.words, piece.is_heading));
    // The real headline rather than a link to the page itself, and a heading rather than a line of a trail.
    let weight =
        |words: f64, linked: f64, is_heading| words - 0.1 * linked + if is_heading { 3.0 } else { 0.0 };
    page.headlines =
        found.map(|(at, piece)| (weight(piece.words, piece.linked, piece.is_heading), at)).collect();
    page.headline = best(page.headlines.iter().copied());
}

/// The heaviest, the first of equals.
pub(super) fn best<T>(weighed: impl Iterator<Item = (f64, T)>) -> Option<T> {
    let heavier = |best: Option<(f64, T)>, next: (f64, T)| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    };
    weighed.fold(None, heavier).map(|best| best.1)
}

#[derive(Clone, Copy, Debug)]
struct On {
    last: usize,
    pages: u32,
}

/// On how many pages each text stands in each slot. Copies of one page count as one.
fn on_pages(pages: &[Page], copies: &[usize]) -> HashMap<(SlotId, u64), On> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by_key(|&page| copies[page]);
    let mut on: HashMap<(SlotId, u64), On> = HashMap::new();
    for page in order {
        for piece in &pages[page].pieces {
            let on = on.entry((piece.slot, piece.key)).or_insert(On { last: usize::MAX, pages: 0 });
            if on.last != copies[page] {
                *on = On { last: copies[page], pages: on.pages + 1 };
            }
        }
    }
    on
}

/// 20 unlinked words: a text that two pages do not have by chance.
const LONG: f64 = 20.0;

/// 0.7 of the long texts of the longer page; 0.5 does as well, 0.9 costs 0.002.
const COPY: f64 = 0.7;

/// A text on more pages tells nothing about copies: an article stands under few addresses. Keeps the pairs few.
const MOST_COPIES: usize = 10;

/// For every page a number that copies share: the same article under another address.
fn copies(pages: &[Page]) -> Vec<usize> {
    let mut own = vec![0.0; pages.len()];
    let mut holders: HashMap<u64, Vec<usize>> = HashMap::new();
    let mut texts = Vec::new();
    for (number, page) in pages.iter().enumerate() {
        for piece in page.pieces.iter().filter(|piece| piece.unlinked() >= LONG) {
            let on = holders.entry(piece.key).or_default();
            if on.last() != Some(&number) {
                own[number] += piece.unlinked();
                if on.is_empty() {
                    texts.push((piece.key, piece.unlinked()));
                }
                on.push(number);
            }
        }
    }
    let most = (pages.len() / 3).clamp(2, MOST_COPIES);
    let mut shared: HashMap<(usize, usize), f64> = HashMap::new();
    for (key, words) in texts {
        let on = &holders[&key];
        if on.len() <= most {
            for (place, &first) in on.iter().enumerate() {
                for &second in &on[place + 1..] {
                    *shared.entry((first, second)).or_default() += words;
                }
            }
        }
    }
    let mut copies: Vec<usize> = (0..pages.len()).collect();
    let mut alike: Vec<(usize, usize)> = shared
        .into_iter()
        .filter_map(|((first, second), words)| {
            (words > COPY * own[first].max(own[second])).then_some((first, second))
        })
        .collect();
    alike.sort_unstable();
    for (first, second) in alike {
        let (first, second) = (root(&copies, first), root(&copies, second));
        copies[first.max(second)] = first.min(second);
    }
    (0..pages.len()).map(|page| root(&copies, page)).collect()
}

fn root(copies: &[usize], mut page: usize) -> usize {
    while copies[page] != page {
        page = copies[page];
    }
    page
}

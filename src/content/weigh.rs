//! What the set tells about each block: whether it is its page's alone, and how much it speaks for being content.

use super::piece::{Page, Piece, times};
use crate::features::flag;
use crate::measure::{LEAST, TEXT, a_few};
use crate::page::SlotId;
use crate::site::copies::Copies;
use hashbrown::{HashMap, HashSet};

/// Which texts are a page's own.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Own {
    /// Those that it alone has.
    Alone,
    /// Those that few pages of its template have.
    Few,
}

/// On how many pages each text stands in each slot. Copies of one page count as one.
#[derive(Clone, Debug)]
pub(super) struct Texts {
    on: HashMap<(SlotId, u64), On>,
    copies: Copies,
    /// On how many pages a text may be that is a page's own.
    few: u32,
}

#[derive(Clone, Copy, Debug)]
struct On {
    /// The last page that has it, by the number of its copies.
    last: usize,
    pages: u32,
}

/// The texts of a page, with their words that are not linked.
fn texts(page: &Page) -> impl Iterator<Item = (u64, f64)> {
    page.pieces.iter().map(|piece| (piece.key, piece.unlinked()))
}

/// Which pages are copies of which.
pub(super) fn copies<'p>(pages: impl Iterator<Item = &'p Page>) -> Copies {
    Copies::learn(pages.map(|page| (page.identity, texts(page))))
}

impl Texts {
    /// Counts the texts of pages whose slots are known.
    pub(super) fn learn(pages: &[&mut Page], own: Own) -> Self {
        let copies = copies(pages.iter().map(|page| &**page));
        let mut order: Vec<usize> = (0..pages.len()).collect();
        order.sort_by_key(|&page| copies.groups[page]);
        let mut on: HashMap<(SlotId, u64), On> = HashMap::new();
        for page in order {
            let group = copies.groups[page];
            for piece in &pages[page].pieces {
                let on = on.entry((piece.slot, piece.key)).or_insert(On { last: usize::MAX, pages: 0 });
                if on.last != group {
                    *on = On { last: group, pages: on.pages + 1 };
                }
            }
        }
        let distinct: HashSet<usize> = copies.groups.iter().copied().collect();
        let few = match own {
            Own::Alone => 1,
            // Of two pages nobody knows whether what both have is template or copy; of three, the third is a witness.
            Own::Few if distinct.len() < LEAST => 1,
            Own::Few => u32::try_from(a_few(distinct.len())).unwrap_or(u32::MAX),
        };
        Texts { on, copies, few }
    }

    /// Weighs all pieces of a page, and finds its headlines.
    pub(super) fn weigh(&self, page: &mut Page) {
        let group = self.copies.of(page.identity, texts(page));
        page.is_learned = group.is_some();
        let times = times(page);
        page.before = Vec::with_capacity(page.pieces.len() + 1);
        let mut before = 0.0;
        for piece in &mut page.pieces {
            // On this page it stands as well.
            piece.pages = match (self.on.get(&(piece.slot, piece.key)), group) {
                (None, _) => 1,
                (Some(on), Some(group)) => on.pages + u32::from(on.pages == 1 && on.last != group),
                (Some(on), None) => on.pages + 1,
            };
            piece.unique = piece.pages <= self.few && times[&piece.key] <= TIMES && !piece.in_form;
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

/// A linked word takes away what one and a half others bring; one or two do as well.
const LINK: f64 = 1.5;

/// The links of a short text speak against its place with half a word for each; the whole does as well, nothing
/// costs 0.002.
const SHORT_LINK: f64 = 0.5;

fn value(words: f64, linked: f64) -> f64 {
    let unlinked = words - linked;
    if unlinked >= f64::from(TEXT) { unlinked - LINK * linked } else { -SHORT_LINK * linked }
}

fn find_headlines(page: &mut Page) {
    let fits = |words: f64, is_heading: bool| words >= 2.0 || is_heading || page.title_words <= 2;
    let pieces = page.pieces.iter().enumerate();
    let found =
        pieces.filter(|(_, piece)| piece.unique && piece.in_title && fits(piece.words, piece.is_heading));
    // The real headline rather than a link to the page itself, and a heading rather than a line of a trail.
    let weight = |piece: &Piece| piece.unlinked() + flag(piece.is_heading);
    page.headlines = found.map(|(at, piece)| (weight(piece), at)).collect();
    if !page.headlines.iter().any(|&(_, at)| page.pieces[at].is_heading) {
        page.headlines.extend(first_heading(page));
    }
    page.headline = best(page.headlines.iter().copied());
}

/// The page's heading of the first rank, if it has but one: titles may say something else.
fn first_heading(page: &Page) -> Option<(f64, usize)> {
    let is_one =
        |piece: &Piece| piece.is_first_heading && piece.pages == 1 && !piece.in_form && piece.words >= 2.0;
    let mut headings = page.pieces.iter().enumerate().filter(|(_, piece)| is_one(piece));
    let (at, first) = headings.next()?;
    headings.all(|(_, other)| other.key == first.key).then_some((first.words, at))
}

/// The heaviest, the first of equals.
pub(super) fn best<T>(weighed: impl Iterator<Item = (f64, T)>) -> Option<T> {
    let heavier = |best: Option<(f64, T)>, next: (f64, T)| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    };
    weighed.fold(None, heavier).map(|best| best.1)
}

//! What the scores of the blocks around a block say of it.
//!
//! In: a page, and what the fitted weights say of each of its blocks by itself. Out: for each block its [`Context`], by which,
//! and by the [`Evidence`](super::evidence::Evidence), it is weighed once more: what stands among content is content, the more
//! so inside of the element that has most of it.
//!
//! ```text
//! <div> <p>3 <p>4 <p>-1 <p>2 </div> <div> <p>1 <p>-4 </div>      scores
//! "-1"    previous 4, next 2, likely_0 nearly 1, within_best 1
//! "1"     previous 2, next -4, likely_0 nearly 0, within_best 0
//! ```
//!
//! Cost: linear in the blocks and elements, for sums over elements are differences of sums over what stands before. Source:
//! Tu, "Auto-context and Its Application to High-level Vision Tasks", 2008: a second classifier over the first one's answers.

use super::piece::{Page, Place};
use crate::features::{features, flag, probability, share};
use crate::page::SlotId;
use hashbrown::HashMap;
use std::ops::Range;

features! {
    /// The features of a block by the scores of others and its own. Words count as likely by the probability of their block.
    pub struct Context {
        /// Its own score.
        score,
        /// The same, from -3 to 3.
        score_clipped,
        /// The score of the block before, from -4 to 4; -3 if there is none.
        previous_score,
        /// The score of the block behind.
        next_score,
        /// Share of likely words among the others of the element that it stands in; its own probability if there are none.
        likely_0,
        /// The same of the element around that.
        likely_1,
        /// The same of the element around that.
        likely_2,
        /// The same of the blocks in the same place of the template.
        likely_alike,
        /// ln (1 + likely words of the page).
        page_likely,
        /// Share of the page's words that are likely.
        page_likely_share,
        /// 1 in the element in which the likely words exceed the others most.
        within_best,
        /// Share of the likely words that stand there.
        best_share,
    }
}

/// Sums of words and likely words.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    words: f64,
    likely: f64,
}

impl Sums {
    fn over(before: &[Sums], pieces: &Range<usize>) -> Sums {
        let (from, to) = (before[pieces.start], before[pieces.end]);
        Sums { words: to.words - from.words, likely: to.likely - from.likely }
    }

    fn excess(self) -> f64 {
        2.0 * self.likely - self.words
    }

    /// The share of likely words without those of a block; `else_` if there are no others.
    fn likely_without(self, own: Sums, else_: f64) -> f64 {
        let words = self.words - own.words;
        if words > NOTHING { (self.likely - own.likely) / words } else { else_ }
    }
}

/// Differences of sums are not exactly zero.
const NOTHING: f64 = 1e-6;

/// The context of each block of a page, by their scores.
pub(super) fn context(page: &Page, scores: &[f64]) -> Vec<Context> {
    let own = |at: usize| {
        let words = page.pieces[at].words;
        Sums { words, likely: words * probability(scores[at]) }
    };
    let mut before = vec![Sums::default()];
    let mut slots: HashMap<SlotId, Sums> = HashMap::new();
    for (at, piece) in page.pieces.iter().enumerate() {
        let (last, own) = (before[at], own(at));
        before.push(Sums { words: last.words + own.words, likely: last.likely + own.likely });
        let slot = slots.entry(piece.slot).or_default();
        *slot = Sums { words: slot.words + own.words, likely: slot.likely + own.likely };
    }
    let all = before[page.pieces.len()];
    let of = |place: &Place| Sums::over(&before, &place.pieces);
    // Of several the first, which is the outermost.
    let best = page.places.iter().rev().max_by(|one, other| of(one).excess().total_cmp(&of(other).excess()));
    let score =
        |at: Option<usize>| at.and_then(|at| scores.get(at)).map_or(-3.0, |score| score.clamp(-4.0, 4.0));
    let of_block = |at: usize| {
        let piece = &page.pieces[at];
        let likely = |sums: Sums| sums.likely_without(own(at), probability(scores[at]));
        let around = |place: usize| page.places[place].parent.unwrap_or(place);
        let (first, second) = (piece.place, around(piece.place));
        Context {
            score: scores[at],
            score_clipped: scores[at].clamp(-3.0, 3.0),
            previous_score: score(at.checked_sub(1)),
            next_score: score(Some(at + 1)),
            likely_0: likely(of(&page.places[first])),
            likely_1: likely(of(&page.places[second])),
            likely_2: likely(of(&page.places[around(second)])),
            likely_alike: likely(slots[&piece.slot]),
            page_likely: all.likely.ln_1p(),
            page_likely_share: share(all.likely, all.words),
            within_best: best.map_or(0.0, |best| flag(best.pieces.contains(&at))),
            best_share: best.map_or(0.0, |best| share(of(best).likely, all.likely)),
        }
    };
    (0..page.pieces.len()).map(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_among_content_is_told_by_what_is_around_it() {
        let source = "<div><p>one two<p>three four<p>five</div><div><p>six<p>seven eight</div>";
        let page = Page::new(source);
        let found = context(&page, &[3.0, 4.0, -1.0, 1.0, -9.0]);
        assert!((found[2].previous_score - 4.0).abs() < 1e-9 && (found[2].next_score - 1.0).abs() < 1e-9);
        assert!(found[2].likely_1 > 0.9 && found[3].likely_1 < 0.1, "{found:?}");
        let best: Vec<f64> = found.iter().map(|context| context.within_best).collect();
        assert_eq!(best.iter().sum::<f64>().to_bits(), 3f64.to_bits(), "{best:?}");
        assert!(context(&Page::new(""), &[]).is_empty());
    }
}

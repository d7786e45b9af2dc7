//! Features of a block from the scores of the blocks around it.
//!
//! In: a page, and the score of each of its blocks without context. Out: for each block its [`Context`]. Together with
//! the [`Evidence`](super::evidence::Evidence) it gives a second, final score: a block among content is probably
//! content, too, above all inside the element that has most of it.
//!
//! ```text
//! <div> <p>3 <p>4 <p>-1 <p>2 </div> <div> <p>1 <p>-4 </div>      scores
//! "-1"    previous 4, next 2, likely_0 nearly 1, within_best 1
//! "1"     previous 2, next -4, likely_0 nearly 0, within_best 0
//! ```
//!
//! Cost: linear in the blocks and elements; sums over elements are differences of prefix sums. Source: Tu,
//! "Auto-context and Its Application to High-level Vision Tasks", 2008: a second classifier over the first one's
//! answers.

use super::piece::{BlockElement, Page};
use crate::features::{features, flag, probability, share};
use crate::page::SlotId;
use hashbrown::HashMap;
use std::ops::Range;

features! {
    /// The features of a block from its own score and those of other blocks. A block with n words and probability p of
    /// being content has n p likely words.
    pub struct Context {
        /// Its own score.
        score,
        /// Its own score, clipped to -3 to 3.
        score_clipped,
        /// Score of the previous block, clipped to -4 to 4; -3 if there is none.
        previous_score,
        /// The same for the next block.
        next_score,
        /// Share of likely words among the other words of its innermost block-level element; its own probability if
        /// there are no others.
        likely_0,
        /// The same for the next element outwards.
        likely_1,
        /// The same for the next element outwards.
        likely_2,
        /// The same for the other blocks of the page in its slot.
        likely_alike,
        /// ln (1 + likely words of the page).
        page_likely,
        /// Share of the page's words that are likely.
        page_likely_share,
        /// 1 inside the best element: the one in which likely words exceed the others most.
        within_best,
        /// Share of the page's likely words that are in the best element.
        best_share,
    }
}

/// Sums of words and likely words.
#[derive(Clone, Copy, Debug, Default)]
struct LikelySums {
    words: f64,
    likely: f64,
}

impl LikelySums {
    /// Subtracts the prefix sums at the ends of a range.
    fn over(before: &[LikelySums], blocks: &Range<usize>) -> LikelySums {
        let (from, to) = (before[blocks.start], before[blocks.end]);
        LikelySums { words: to.words - from.words, likely: to.likely - from.likely }
    }

    /// Likely words minus the others.
    fn excess(self) -> f64 {
        2.0 * self.likely - self.words
    }

    /// Share of likely words among the words outside a block; `else_` if there are none.
    fn likely_without(self, own: LikelySums, else_: f64) -> f64 {
        let words = self.words - own.words;
        if words > NOTHING { (self.likely - own.likely) / words } else { else_ }
    }
}

/// Fewer words are none: differences of floating-point sums are not exactly zero.
const NOTHING: f64 = 1e-6;

/// Returns the context of each block of a page. `scores` are the scores of all blocks.
pub(super) fn context(page: &Page, scores: &[f64]) -> Vec<Context> {
    let own = |at: usize| {
        let words = page.blocks[at].words;
        LikelySums { words, likely: words * probability(scores[at]) }
    };
    let mut before = vec![LikelySums::default()];
    let mut slots: HashMap<SlotId, LikelySums> = HashMap::new();
    for (at, block) in page.blocks.iter().enumerate() {
        let (last, own) = (before[at], own(at));
        before.push(LikelySums { words: last.words + own.words, likely: last.likely + own.likely });
        let slot = slots.entry(block.slot).or_default();
        *slot = LikelySums { words: slot.words + own.words, likely: slot.likely + own.likely };
    }
    let all = before[page.blocks.len()];
    let of = |element: &BlockElement| LikelySums::over(&before, &element.blocks);
    // Of equally good elements the first, which is the outermost.
    let best =
        page.elements.iter().rev().max_by(|one, other| of(one).excess().total_cmp(&of(other).excess()));
    let score =
        |at: Option<usize>| at.and_then(|at| scores.get(at)).map_or(-3.0, |score| score.clamp(-4.0, 4.0));
    let of_block = |at: usize| {
        let block = &page.blocks[at];
        let likely = |sums: LikelySums| sums.likely_without(own(at), probability(scores[at]));
        let around = |element: usize| page.elements[element].parent.unwrap_or(element);
        let (first, second) = (block.element, around(block.element));
        Context {
            score: scores[at],
            score_clipped: scores[at].clamp(-3.0, 3.0),
            previous_score: score(at.checked_sub(1)),
            next_score: score(Some(at + 1)),
            likely_0: likely(of(&page.elements[first])),
            likely_1: likely(of(&page.elements[second])),
            likely_2: likely(of(&page.elements[around(second)])),
            likely_alike: likely(slots[&block.slot]),
            page_likely: all.likely.ln_1p(),
            page_likely_share: share(all.likely, all.words),
            within_best: best.map_or(0.0, |best| flag(best.blocks.contains(&at))),
            best_share: best.map_or(0.0, |best| share(of(best).likely, all.likely)),
        }
    };
    (0..page.blocks.len()).map(of_block).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_context_of_a_block_is_computed_from_the_blocks_around_it() {
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

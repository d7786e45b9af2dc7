//! What the dates and numbers of a text block tell: whether it has a date, begins or ends with one, or states a number.
//!
//! In: the texts of a block, and the number of its words. Cost: linear in the texts.

use super::words::Words;
use crate::measure::TEXT;
use crate::record::role::{Convention, date};

/// A line with a date has at most 15 words. With 25, sections of articles and teasers are taken for comments.
pub(super) const DATED: u8 = 15;

/// The dates and numbers of a text block.
#[derive(Clone, Debug)]
pub(super) struct BlockDates {
    /// Whether it seems to contain a date.
    pub(super) any: bool,
    /// Whether it begins or ends with a date: among its first or last words.
    pub(super) at_edge: bool,
    /// If so, the fewest words of a text before or after a date.
    pub(super) beside: u32,
    /// Whether its unlinked texts have letters besides their dates.
    pub(super) speaks: bool,
    /// The number in a short text with a single one.
    pub(super) number: Option<u32>,
}

impl BlockDates {
    /// `unlinked` are the texts that are not in links.
    pub(super) fn new<'t>(
        texts: impl Iterator<Item = &'t str> + Clone,
        mut unlinked: impl Iterator<Item = &'t str>,
        words: &Words,
    ) -> Self {
        let is_count = words.numbers == 1 && words.all <= f64::from(TEXT);
        let at_edge = at_edge(texts.clone());
        BlockDates {
            any: (words.numbers > 1 || words.numbers > 0 && words.all <= f64::from(DATED))
                && date::is_in(texts.clone()),
            at_edge,
            beside: if at_edge {
                texts.clone().filter_map(beside).min().unwrap_or(u32::from(DATED))
            } else {
                0
            },
            speaks: words.all > words.linked && unlinked.any(speaks),
            number: if is_count { number(texts) } else { None },
        }
    }
}

/// Whether a text has a letter besides its dates.
pub(crate) fn speaks(text: &str) -> bool {
    let dates = date::dates(text, &Convention::default());
    let is_beside = |at: usize| !dates.iter().any(|date| date.span.contains(&at));
    text.char_indices().any(|(at, char)| char.is_alphabetic() && is_beside(at))
}

/// Whether a date is among the first or last words of a text, which may be in several pieces.
pub(crate) fn at_edge<'t>(texts: impl Iterator<Item = &'t str> + Clone) -> bool {
    if !texts.clone().any(|text| text.contains(char::is_numeric)) {
        return false;
    }
    let words: Vec<&str> = texts.flat_map(str::split_whitespace).collect();
    let is_dated = |words: &[&str]| date::is_in(std::iter::once(&*words.join(" ")));
    let edge = words.len().min(DATED.into());
    // The first words of a short text are the last ones as well.
    is_dated(&words[..edge]) || words.len() > edge && is_dated(&words[words.len() - edge..])
}

/// The fewest words before or after a date of a text.
fn beside(text: &str) -> Option<u32> {
    if !text.contains(char::is_numeric) {
        return None;
    }
    let words = |text: &str| u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
    let dates = date::dates(text, &Convention::default());
    let (first, last) = (dates.first()?, dates.last()?);
    Some(words(&text[..first.span.start]).min(words(&text[last.span.end..])))
}

/// The digits of a text as a number.
fn number<'t>(texts: impl Iterator<Item = &'t str>) -> Option<u32> {
    let digits: String = texts.flat_map(str::chars).filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

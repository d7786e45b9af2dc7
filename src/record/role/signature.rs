//! Finds author and date of records among the short texts that most records have.
//!
//! In: the short texts of the records, grouped by [`Place`]: texts at the same path in their records. Out: which place holds the
//! authors and which the dates.
//!
//! ```text
//! place   texts                                     distinct  dated
//! 1       Ann, Bob, Cy                              1.0       0      author: few digits, differs, near the top
//! 2       2 May 2020, 3 May 2020, 7 June 2020       1.0       1      date: whole days
//! 3       12 posts, 3 posts, 40 posts               1.0       0
//! ```
//!
//! A text is a date if [`date`](super::date) recognizes one in it, or if it has a number beside words that vary from record to
//! record: `3 hours ago`. Authors have few digits, vary, and are often linked. Time is linear in the texts.

use super::date;
use crate::repeat::fold_digits;
use crate::spectrum::exact;
use hashbrown::{HashMap, HashSet};

/// The least share of the records that have a place.
const MOST: f64 = 0.6;

/// The most characters, on average, of authors or dates.
const LONG: f64 = 60.0;

/// The most characters, on average, of authors.
const NAME: f64 = 30.0;

/// The least share of dates among the texts of a place of dates.
const DATED: f64 = 0.6;

/// The most digits per character in names.
const DIGITS: f64 = 0.3;

/// The number of digits of a complete date.
const WHOLE: f64 = 8.0;

/// How much the score of dates decreases with each text before them in the record; that of names decreases half as much.
const FAR: f64 = 0.1;

/// The texts at one path of some records, one per record.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place<'a> {
    /// The texts in the order of their records.
    pub(crate) texts: Vec<&'a str>,
    /// The number of texts that are links.
    pub(crate) linked: usize,
    /// The sum over the texts of the number of texts before them in their records.
    pub(crate) before: usize,
    /// The sum of the words of the texts; a text without words counts as one.
    pub(crate) words: f64,
}

/// The places of author and date.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Signature {
    pub(crate) author: Option<usize>,
    pub(crate) date: Option<usize>,
}

/// Finds the places of author and date; of places with the same score, the first.
pub(crate) fn signature(places: &[Place], records: usize) -> Signature {
    let mut author = (0.0, None);
    let mut date = (0.0, None);
    let are_most = |place: &Place| count(place.texts.len()) >= MOST * count(records);
    for (number, place) in places.iter().enumerate().filter(|(_, place)| are_most(place)) {
        let Some(texts) = TextStatistics::new(place) else { continue };
        let presence = texts.count / count(records);
        let far = count(place.before) / texts.count;
        let (best, score) = if texts.dated >= DATED {
            let worth = texts.distinct.powf(0.25) * texts.shape * (texts.digits / WHOLE).min(1.0);
            (&mut date, worth * presence / (1.0 + FAR * far))
        } else if texts.digits < DIGITS * texts.length && texts.differ && texts.length <= NAME {
            let linked = if 2 * place.linked > place.texts.len() { 1.5 } else { 1.0 };
            (&mut author, texts.distinct * linked * presence / (1.0 + FAR / 2.0 * far) / texts.words.sqrt())
        } else {
            continue;
        };
        if score > best.0 {
            *best = (score, Some(number));
        }
    }
    Signature { author: author.1, date: date.1 }
}

fn count(len: usize) -> f64 {
    exact(len as u64) // usize has at most 64 bits
}

/// Statistics of the texts of a place; all but `count` and the shares are means per text.
struct TextStatistics {
    count: f64,
    /// The number of distinct texts over the number of texts.
    distinct: f64,
    /// Whether two texts differ, or there is only one.
    differ: bool,
    /// Characters.
    length: f64,
    digits: f64,
    words: f64,
    /// The share of the texts with the most frequent shape, see [`shape`].
    shape: f64,
    /// The share of the texts that are dates.
    dated: f64,
}

impl TextStatistics {
    /// `None` if there are no texts, or if they are too long for names and dates.
    fn new(place: &Place) -> Option<Self> {
        let texts = &place.texts;
        let all = count(texts.len());
        let mean = |of: &dyn Fn(&str) -> usize| count(texts.iter().map(|text| of(text)).sum()) / all;
        let length = mean(&|text| text.chars().count());
        if texts.is_empty() || length > LONG {
            return None;
        }
        let distinct: HashSet<&str> = texts.iter().copied().collect();
        let mut shapes: HashMap<String, usize> = HashMap::new();
        for text in texts {
            *shapes.entry(shape(text)).or_default() += 1;
        }
        let letters: HashSet<String> = texts.iter().map(|text| letters(text)).collect();
        let is_dated = |text: &str| {
            let counts =
                letters.len() > 1 && text.contains(char::is_numeric) && text.contains(char::is_alphabetic);
            counts || date::is_in([text].into_iter())
        };
        Some(TextStatistics {
            count: all,
            distinct: count(distinct.len()) / all,
            differ: distinct.len() > 1 || texts.len() == 1,
            length,
            digits: mean(&|text| text.chars().filter(|char| char.is_numeric()).count()),
            words: place.words / all,
            shape: count(shapes.into_values().max().unwrap_or_default()) / all,
            dated: mean(&|text| usize::from(is_dated(text))),
        })
    }
}

/// The runs of letters of a text, joined by spaces.
fn letters(text: &str) -> String {
    text.split(|char: char| !char.is_alphabetic()).filter(|run| !run.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A text with every run of letters as `a` and every run of digits as `0`.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for char in fold_digits(text).chars() {
        if !char.is_alphabetic() {
            shape.push(char);
        } else if !shape.ends_with('a') {
            shape.push('a');
        }
    }
    shape
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place<'a>(texts: &[&'a str]) -> Place<'a> {
        Place { texts: texts.to_vec(), words: count(texts.len()), ..Place::default() }
    }

    #[test]
    fn authors_vary_and_dates_are_recognized() {
        let places = [
            place(&["member", "member", "member"]),
            place(&["Ann", "Bob", "Cy"]),
            place(&["12 posts", "3 posts", "40 posts"]),
            place(&["2 May 2020", "3 May 2020", "7 June 2020"]),
        ];
        assert_eq!(signature(&places, 3), Signature { author: Some(1), date: Some(3) });
        assert_eq!(signature(&places, 6), Signature::default(), "no place is in most records");
    }

    #[test]
    fn ages_are_dates_too() {
        let places = [place(&["Ann", "Bob"]), place(&["3 hours ago", "2 days ago"])];
        assert_eq!(signature(&places, 2).date, Some(1));
    }

    #[test]
    fn a_shape_folds_letters_and_digits_and_letters_omit_the_rest() {
        assert_eq!(shape("Thu, Jun 23 '05, 3:37 PM"), "a, a 0 '0, 0:0 a");
        assert_eq!(letters("23 April 2020 09:16 Uhr"), "April Uhr");
    }
}

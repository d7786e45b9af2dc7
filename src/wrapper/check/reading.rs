//! What a value reads as, where its characters alone do not tell: a date, an amount of money, a number, an address, a few words.
//!
//! In: some of the learned values, and a value. Out: whether the value is of another kind than all of these.
//!
//! ```text
//! learned                         value           of another kind
//! 578, 96, 1024                   9788462581787   yes: no number of the learned ones has about so many digits
//! 20 March 2002, 1 May 1999       12 x 20 cm      yes: no date
//! Dawson & Co., Larkin, 12        https://a.b/c   yes: none of the learned ones is an address
//! Paperback, Cloth boards         a sentence      yes: none of the learned ones has about so many words
//! ```

use super::MIN_LIKENESS;
use crate::record::role::money::is_amount;
use crate::record::role::{Convention, date};
use crate::spectrum::exact;
use crate::wrapper::update::length_likeness;

/// What all learned values of a field read as.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reading {
    Amount,
    /// A number, with the numbers of digits.
    Number(Vec<usize>),
    Date,
    Address,
    /// Words, at most so many.
    Words(usize),
}

impl Reading {
    /// What all of these values read as, if they agree. They are the beginnings of values, with at most this number of characters each.
    pub(super) fn of_all(values: &[String], longest: usize) -> Option<Self> {
        if values.is_empty() {
            return None;
        }
        let all = |reads: fn(&str) -> bool| values.iter().all(|value| reads(value));
        if all(is_amount) {
            return Some(Reading::Amount);
        }
        let digits: Option<Vec<usize>> = values.iter().map(|value| digits(value)).collect();
        let is_short = |value: &String| !has_address(value) && value.chars().count() < longest;
        digits
            .map(Reading::Number)
            .or_else(|| all(is_date).then_some(Reading::Date))
            .or_else(|| all(has_address).then_some(Reading::Address))
            .or_else(|| {
                let most = values.iter().map(|value| words(value)).max().unwrap_or_default();
                values.iter().all(is_short).then_some(Reading::Words(most))
            })
    }

    /// Whether a value reads as these do, a number as one of about as many digits.
    pub(super) fn fits(&self, value: &str) -> bool {
        match self {
            Reading::Amount => is_amount(value),
            Reading::Date => is_date(value),
            Reading::Number(known) => digits(value).is_some_and(|own| {
                let likeness = |other: &usize| length_likeness(exact(*other as u64), exact(own as u64));
                known.iter().any(|other| likeness(other) >= MIN_LIKENESS)
            }),
            Reading::Address => has_address(value),
            Reading::Words(most) => {
                let own = words(value);
                let is_long =
                    own > *most && length_likeness(exact(*most as u64), exact(own as u64)) < MIN_LIKENESS;
                !has_address(value) && !is_long
            }
        }
    }
}

/// The number of digits of a text that is one number, with signs between thousands and before decimals.
fn digits(text: &str) -> Option<usize> {
    let text = text.trim();
    let is_in_number =
        |char: char| char.is_numeric() || char.is_whitespace() || matches!(char, '.' | ',' | '\'' | '’');
    let is_one = text.starts_with(char::is_numeric)
        && text.ends_with(char::is_numeric)
        && text.chars().all(is_in_number);
    is_one.then(|| text.chars().filter(|char| char.is_numeric()).count())
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn has_address(text: &str) -> bool {
    text.contains("://")
}

/// Whether most of a text is a date.
fn is_date(text: &str) -> bool {
    let found = date::first(text, &Convention::default());
    found.is_some_and(|date| 2 * date.span.len() > text.trim().len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(learned: &[&str], value: &str) -> Option<bool> {
        let learned: Vec<String> = learned.iter().map(|&value| value.to_owned()).collect();
        Reading::of_all(&learned, 80).map(|reading| reading.fits(value))
    }

    #[test]
    fn a_value_fits_if_it_reads_as_all_learned_ones_do() {
        let pages = &["578", "96", "312"];
        assert_eq!(fits(pages, "1024"), Some(true));
        assert_eq!(fits(pages, "9788462581787"), Some(false));
        assert_eq!(fits(pages, "xii, 300"), Some(false));
        let dates = &["20 March 2002", "Friday, 1 May 1999", "2001-05-03"];
        assert_eq!(fits(dates, "May 2003"), Some(true));
        assert_eq!(fits(dates, "12 x 20 cm"), Some(false));
        assert_eq!(fits(dates, "12.5 x 20.3 cm"), Some(false));
        let prices = &["£46.75", "£5"];
        assert_eq!((fits(prices, "£1,250.00"), fits(prices, "46.75")), (Some(true), Some(false)));
        assert_eq!(fits(&["Ann", "12"], "12 x 20 cm"), Some(true));
        let names = &["Dawson & Co.", "Larkin of Ashanstow"];
        assert_eq!(fits(names, "Underwood Press of Ashanstow"), Some(true));
        assert_eq!(fits(names, "https://larkin.example/"), Some(false));
        assert_eq!(
            fits(names, "The river rose all night and in the morning the bridge was gone"),
            Some(false)
        );
        assert_eq!(fits(&["https://a.example/", "http://b.example/c"], "Larkin"), Some(false));
        assert_eq!(fits(&[&"word ".repeat(16), "word"], "https://larkin.example/"), None);
    }
}

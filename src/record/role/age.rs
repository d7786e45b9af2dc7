//! Ages of dates: `3 hours ago`, `vor 3 Tagen`, `yesterday`.
//!
//! In: a text and the place of a word or a number in it. Out: the bytes of the age that is written there, and the [`Age`], which
//! is subtracted from the time at which the page was retrieved. Only letters count, so that `2 hrs. ago` is `#hrsago`. If the
//! language of the page is not known, numbers are compared with the forms of all languages; words are not, since they mean
//! other things elsewhere. Time is that of comparing with the forms that begin with the same letter, some dozens.
//!
//! Source: Unicode CLDR, date fields, written into `ages.txt` by `tools/months.py`.

use super::month::Language;
use hashbrown::HashMap;
use jiff::civil::Date as Day;
use jiff::tz::Offset;
use jiff::{Span, Timestamp};
use std::ops::Range;
use std::sync::OnceLock;

/// How long ago something was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Age {
    number: i64,
    /// s m h d w M y.
    unit: char,
}

/// A form of a language: its letters before and after the number, with the unit; a word for a day has none before, and no number.
struct Form {
    language: &'static str,
    before: &'static str,
    after: &'static str,
    /// The unit of the number, or the number of days.
    unit: char,
}

/// Returns the age at a number or a word.
pub(super) fn at(
    text: &str,
    token: Range<usize>,
    number: Option<u32>,
    language: &Language,
) -> Option<(Range<usize>, Age)> {
    let from = if number.is_some() { token.end } else { token.start };
    let first = text[from..].chars().find(|char| !is_between(*char))?.to_lowercase().next()?;
    let (code, may_be_any) = (language.code(), !language.is_known() && number.is_some());
    let is_of_language = |form: &&Form| form.language == code || may_be_any;
    let found = forms().get(&(first, number.is_some()))?.iter().filter(is_of_language).filter_map(|form| {
        let age = match number {
            Some(number) => Age { number: number.into(), unit: form.unit },
            None => Age { number: form.unit.to_digit(10)?.into(), unit: 'd' },
        };
        let end = from + matched(text[from..].chars(), form.after.chars())?;
        let start = token.start - matched(text[..token.start].chars().rev(), form.before.chars().rev())?;
        Some((start..end, age))
    });
    // The longest: `mins ago` begins with `m`.
    found.max_by_key(|(span, _)| span.len())
}

/// The number of bytes in which a text has these letters, if no other letter of an alphabet follows.
fn matched(text: impl Iterator<Item = char>, letters: impl Iterator<Item = char>) -> Option<usize> {
    let mut text = text.peekable();
    let (mut bytes, mut last) = (0, None);
    for letter in letters {
        while let Some(sign) = text.next_if(|&char| is_between(char)) {
            bytes += sign.len_utf8();
        }
        let is_letter = |char: &char| {
            if char.is_ascii() {
                char.to_ascii_lowercase() == letter
            } else {
                char.to_lowercase().eq([letter])
            }
        };
        let char = text.next().filter(is_letter)?;
        bytes += char.len_utf8();
        last = Some(char);
    }
    let is_cased = |char: &char| char.is_lowercase() || char.is_uppercase();
    let goes_on =
        last.is_some_and(|last| is_cased(&last)) && text.peek().is_some_and(|next| next.is_alphabetic());
    (!goes_on).then_some(bytes)
}

/// Whether a character may be between the letters: white space, points of abbreviations, apostrophes, hyphens.
fn is_between(char: char) -> bool {
    char.is_whitespace() || matches!(char, '.' | '\'' | '’' | '-')
}

/// The forms by their first letter, or their first one after the number, and by whether they have a number.
fn forms() -> &'static HashMap<(char, bool), Vec<Form>> {
    static FORMS: OnceLock<HashMap<(char, bool), Vec<Form>>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut forms: HashMap<(char, bool), Vec<Form>> = HashMap::new();
        for (language, written) in include_str!("ages.txt").lines().filter_map(|line| line.split_once(' ')) {
            for written in written.split(' ') {
                let (unit, letters) = written.split_at(1);
                let (before, after) = letters.split_once('#').unwrap_or(("", letters));
                if let (Some(unit), Some(first)) = (unit.chars().next(), after.chars().next()) {
                    let has_number = !unit.is_ascii_digit();
                    forms.entry((first, has_number)).or_default().push(Form {
                        language,
                        before,
                        after,
                        unit,
                    });
                }
            }
        }
        forms
    })
}

impl Age {
    /// The day that was so long before a time, in universal time.
    pub(super) fn before(self, now: Timestamp) -> Option<Day> {
        let number = self.number;
        let span = match self.unit {
            's' => Span::new().try_seconds(number),
            'm' => Span::new().try_minutes(number),
            'h' => Span::new().try_hours(number),
            'd' => Span::new().try_days(number),
            'w' => Span::new().try_weeks(number),
            'M' => Span::new().try_months(number),
            _ => Span::new().try_years(number),
        }
        .ok()?;
        Offset::UTC.to_datetime(now).checked_sub(span).ok().map(jiff::civil::DateTime::date)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::role::Convention;
    use crate::record::role::date::first;

    #[test]
    fn ages_are_days_if_the_time_of_retrieval_is_known() {
        let of = |text: &str, language: &str, retrieved: Option<&str>| {
            let retrieved = retrieved.map(|time| time.parse().unwrap());
            let convention = Convention { language: Language::of(language), retrieved, month_first: None };
            first(text, &convention).map(|date| (text[date.span.clone()].to_owned(), date.iso()))
        };
        for (text, language, shown, iso) in [
            ("Ann, 2 hours ago", "en", "2 hours ago", "2020-03-01"),
            ("20 hrs. ago by Ann", "en-GB", "20 hrs. ago", "2020-02-29"),
            ("yesterday, 10:12", "en", "yesterday, 10:12", "2020-02-29"),
            ("Today at 10:12 am", "en", "Today at 10:12 am", "2020-03-01"),
            ("1 month ago", "en", "1 month ago", "2020-02-01"),
            ("vor 3 Tagen von Ann", "de", "vor 3 Tagen", "2020-02-27"),
            ("il y a 2 semaines", "fr", "il y a 2 semaines", "2020-02-16"),
            ("Avant-hier", "fr", "Avant-hier", "2020-02-28"),
            ("3日前", "ja", "3日前", "2020-02-27"),
            ("昨日 10:12", "ja", "昨日 10:12", "2020-02-29"),
        ] {
            let found = of(text, language, Some("2020-03-01T12:30:00Z"));
            assert_eq!(found, Some((shown.to_owned(), Some(iso.to_owned()))), "{text}");
        }
        assert_eq!(of("2 hours ago", "en", None), Some(("2 hours ago".to_owned(), None)));
        assert_eq!(of("2 hours agog", "en", Some("2020-03-01T12:30:00Z")), None);
        assert_eq!(of("yesterday", "en", None), None, "no digit, and no day to count from");
    }
}

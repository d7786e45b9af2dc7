//! Dates in texts: whether there is one, which bytes it covers, and which day it is.
//!
//! ```
//! use katagami::record::role::{Convention, Language, date};
//!
//! let iso = |text: &str, language: &str| date::first(text, &Language::of(language).into()).and_then(|date| date.iso());
//! assert_eq!(iso("Written on 3. Mai 2020, 10:30 Uhr", "de").as_deref(), Some("2020-05-03"));
//! assert_eq!(iso("2020年5月3日", "ja").as_deref(), Some("2020-05-03"));
//! assert_eq!(iso("5/3/20", "en-US").as_deref(), Some("2020-05-03"));
//! assert_eq!(iso("5/3/20", "en-GB").as_deref(), Some("2020-03-05"));
//! assert_eq!(iso("3 May, 10:30", "en"), None, "no year");
//! ```
//!
//! A date is a year, a time, a day and a month as numbers joined by a sign, or the name of a month beside a number. The names
//! of months are those of all official languages, from Unicode CLDR (`tools/months.py`). Which of two numbers is the day follows
//! from their size, else from the other dates of the site, else from the language and region, of which CLDR knows the
//! usual order. If nothing decides between `1/7` and `7/1`, the day is not known. An age is a date as well, and
//! its day is known if the time is at which the page was retrieved. Time is linear in the text.

use super::age;
use super::convention::{Convention, ShownOrder};
use super::month::{Language, Months};
use super::token::{DateToken, between, has_digit, is_near, tokens, touch};
use crate::measure::is_brief;
use jiff::civil::Date as Day;
use std::ops::Range;

/// A date in a text, with the parts of it that are known.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Date {
    /// The bytes of the text that it covers, including its time.
    pub span: Range<usize>,
    year: Option<u32>,
    month: Option<u32>,
    day: Option<u32>,
    /// Which of day and month is first, if the date shows it.
    pub(super) order: Option<ShownOrder>,
    /// Whether it has a day and a month, of which nothing tells which is which.
    is_open: bool,
}

/// Years of two digits from this one on are in the last century: POSIX, `strptime`.
const CENTURY: u32 = 69;

/// The first date of a text whose day is known, else the first with a month, a time or a year.
#[must_use]
pub fn first(text: &str, convention: &Convention) -> Option<Date> {
    let dates = dates(text, convention);
    let whole = dates.iter().position(|date| date.iso().is_some()).unwrap_or_default();
    dates.into_iter().nth(whole)
}

/// The dates of a text in order.
#[must_use]
pub fn dates(text: &str, convention: &Convention) -> Vec<Date> {
    if !has_digit(text) && convention.retrieved.is_none() {
        return Vec::new();
    }
    let tokens = tokens(text, &convention.language);
    let mut dates = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match starting(text, &tokens[at..], convention) {
            Some((date, length)) => {
                at += length;
                dates.push(date);
            }
            None => at += 1,
        }
    }
    dates
}

/// Whether consecutive texts may contain a date: a number beside the name of a month, or two numbers of which one is a year or
/// which are together a time or a day and a month.
pub(crate) fn is_in<'a>(texts: impl Iterator<Item = &'a str>) -> bool {
    let text = texts.flat_map(|text| [text, " "]).collect::<String>();
    if !has_digit(&text) {
        return false;
    }
    let tokens = tokens(&text, &Language::default());
    let are_two = tokens.iter().filter(|token| token.number.is_some()).nth(1).is_some();
    let convention = Convention::default();
    let mut found = (0..tokens.len()).filter_map(|at| starting(&text, &tokens[at..], &convention));
    found.any(|(date, _)| are_two || date.month.is_some())
}

impl Date {
    /// The day in ISO 8601 format, if year, month and day are known.
    #[must_use]
    pub fn iso(&self) -> Option<String> {
        let day =
            Day::new(self.year?.try_into().ok()?, self.month?.try_into().ok()?, self.day?.try_into().ok()?);
        day.ok().map(|day| day.to_string())
    }

    /// The bytes of the date and of the name of its weekday before it, or in brackets behind it: `Wed, 18 Apr 2012`, `2012-04-18 (Wed)`.
    pub(crate) fn with_weekday(&self, text: &str, language: &Language) -> Range<usize> {
        let Range { mut start, mut end } = self.span;
        let is_sign = |char: char| !char.is_alphanumeric();
        let before = text[..start].trim_end_matches(is_sign);
        let word = before.rsplit(is_sign).next().unwrap_or_default();
        if is_near(&text[before.len()..start]) && is_weekday(word, language) {
            start = before.len() - word.len();
        }
        if let Some(behind) = text[end..].trim_start().strip_prefix(['(', '（', '['])
            && let Some((word, behind)) = behind.split_once([')', '）', ']'])
            && is_weekday(word.trim_matches(is_sign), language)
        {
            end = text.len() - behind.len();
        }
        start..end
    }

    pub(super) fn of_day(span: Range<usize>, day: Option<Day>) -> Self {
        let number = |number: i8| u32::try_from(number).ok();
        Date {
            span,
            year: day.and_then(|day| u32::try_from(day.year()).ok()),
            month: day.and_then(|day| number(day.month())),
            day: day.and_then(|day| number(day.day())),
            order: None,
            is_open: false,
        }
    }

    /// Whether it is a day, even if nothing tells which of its numbers is the month.
    pub(crate) fn is_day(&self) -> bool {
        self.is_open || self.iso().is_some()
    }
}

/// Whether a word is the name of a month.
pub(crate) fn is_month(word: &str, language: &Language) -> bool {
    Months::get().month(word, language).is_some()
}

/// Whether a word is the name of a weekday.
pub(crate) fn is_weekday(word: &str, language: &Language) -> bool {
    Months::get().is_weekday(word, language)
}

/// The date that begins with the first of these tokens, and its number of tokens.
fn starting(text: &str, tokens: &[DateToken], convention: &Convention) -> Option<(Date, usize)> {
    // `2 days ago` first: `ago` is August in some languages.
    let (mut date, length) = aged(text, tokens, convention)
        .or_else(|| named(text, tokens, convention))
        .or_else(|| numbered(text, tokens, convention))?;
    let start = if date.span.is_empty() { tokens[0].span.start } else { date.span.start };
    date.span = start..tokens[length - 1].span.end;
    // A time after the date belongs to it, even with a word between: `3 May 2020 at 10:30`.
    for skipped in 0..2 {
        if let [before, hour, ..] = &tokens[(length - 1 + skipped).min(tokens.len())..]
            && tokens.iter().skip(length).take(skipped).all(|token| token.number.is_none())
            && touch(text, before, hour)
            && let Some(time) = time(text, &tokens[length + skipped..])
        {
            let length = length + skipped + time;
            date.span.end = tokens[length - 1].span.end;
            return Some((date, length));
        }
    }
    Some((date, length))
}

/// An age: `3 hours ago`, `yesterday`.
fn aged(text: &str, tokens: &[DateToken], convention: &Convention) -> Option<(Date, usize)> {
    let number = tokens[0].number.map(|(number, _)| number);
    let (span, age) = age::at(text, tokens[0].span.clone(), number, &convention.language)?;
    let length = tokens.iter().take_while(|token| token.span.start < span.end).count();
    let day = convention.retrieved.and_then(|now| age.before(now));
    Some((Date::of_day(span, day), length))
}

/// The number of tokens of the time that begins with the first of these: `10:30`, `10:30:15`, `10:30 PM`, `10h30`.
fn time(text: &str, tokens: &[DateToken]) -> Option<usize> {
    let [hour, minute, ..] = tokens else { return None };
    let is_one = |at: usize, names: &[&str]| {
        tokens.get(at).is_some_and(|token| names.contains(&&text[token.span.clone()]))
    };
    let is_minute = |token: &DateToken| token.number(2..3, 0..60).is_some();
    if hour.number(1..3, 0..25).is_some() && is_one(1, &HOURS) && tokens.get(2).is_some_and(is_minute) {
        return Some(3 + usize::from(is_one(3, &MINUTES)));
    }
    if !is_time(text, hour, minute) {
        return None;
    }
    let has_seconds = tokens.get(2).is_some_and(|second| is_sixtieth(text, minute, second));
    let length = 2 + usize::from(has_seconds);
    let has_half = tokens.get(length).is_some_and(|half| {
        let is_half = DAY_HALVES.iter().any(|name| text[half.span.clone()].eq_ignore_ascii_case(name));
        is_half && between(text, &tokens[length - 1], half).trim().is_empty()
    });
    Some(length + usize::from(has_half))
}

/// What is written behind hours and minutes: Unicode CLDR, `timeFormats` of Canadian French, Japanese, Chinese and Korean.
const HOURS: [&str; 4] = ["h", "時", "时", "시"];
const MINUTES: [&str; 2] = ["分", "분"];

/// The halves of the day on clocks with twelve hours: Unicode CLDR, root, `dayPeriods`.
const DAY_HALVES: [&str; 2] = ["AM", "PM"];

fn is_time(text: &str, hour: &DateToken, minute: &DateToken) -> bool {
    hour.number(1..3, 0..25).is_some() && is_sixtieth(text, hour, minute)
}

/// Whether a number is the minutes after an hour, or the seconds after a minute.
fn is_sixtieth(text: &str, before: &DateToken, token: &DateToken) -> bool {
    matches!(between(text, before, token), ":" | "：") && token.number(2..3, 0..60).is_some()
}

/// A date with the name of a month: `3 May 2020`, `May 3rd, 2020`, `May 3, '20`, `2020. május 3.`, `3 de mayo de 2020`, `May 2020`,
/// `3 May`, `May 3 10:30:00 UTC 2020`.
fn named(text: &str, tokens: &[DateToken], convention: &Convention) -> Option<(Date, usize)> {
    // At most one short word or ordinal ending may be between two tokens: `3rd May`, but not the word in `Reply 3 on: May 5`.
    let next = |at: usize| -> Option<usize> {
        let near = |to: usize| tokens.get(to).is_some_and(|token| touch(text, &tokens[to - 1], token));
        if !near(at + 1) {
            return None;
        }
        let is_small = tokens[at + 1].number.is_none()
            && tokens[at + 1].month.is_none()
            && tokens[at + 1].span.len() <= 6;
        if !is_small {
            return Some(at + 1);
        }
        let is_joined = || matches!(between(text, &tokens[at + 1], &tokens[at + 2]).trim(), "" | ".");
        let is_ending = tokens[at].span.end == tokens[at + 1].span.start;
        (near(at + 2) && (is_ending || is_joined())).then_some(at + 2)
    };
    let first = &tokens[0];
    let second = next(0);
    let third = second.and_then(next);
    let token = |at: Option<usize>| at.map(|at| &tokens[at]);
    let day = |at: Option<usize>| token(at).and_then(DateToken::day);
    let year = |at: Option<usize>| {
        token(at).and_then(|token| token.year().or_else(|| token.number(2..3, 0..100).map(century)))
    };
    let is_shortened = |token: &DateToken| text[..token.span.start].ends_with(['\'', '’']);
    let short = |token: &DateToken| token.number(2..3, 0..100).filter(|_| is_shortened(token)).map(century);
    let whole = |at: Option<usize>| token(at).and_then(|token| token.year().or_else(|| short(token)));
    let order = ShownOrder { month_first: first.month.is_some(), numbers: false };
    let date = |year: Option<u32>, month, day: Option<u32>, last: usize| {
        // A year before the month shows no order.
        let order = (day.is_some() && first.year().is_none()).then_some(order);
        Some((Date { span: 0..0, year, month: Some(month), day, order, is_open: false }, last + 1))
    };
    if let Some(month) = first.month {
        // A whole date of numbers after it: the word is a name, or a month elsewhere.
        let is_day_itself =
            |at| numbered(text, &tokens[at..], convention).is_some_and(|(date, _)| date.is_day());
        if second.is_some_and(is_day_itself) {
            return None;
        }
        let year_after = whole(third).zip(third).or_else(|| year_after_time(text, tokens, second?));
        return match (day(second), year_after, whole(second)) {
            (Some(day), Some((year, last)), _) => date(Some(year), month, Some(day), last),
            (_, _, Some(year)) => date(Some(year), month, None, second?),
            // The day is that of the next month: the name of a day of the week may be that of a month elsewhere.
            _ if token(third).is_some_and(|token| token.month.is_some()) => None,
            (Some(day), ..) => date(None, month, Some(day), second?),
            _ => None,
        };
    }
    let month = token(second)?.month?;
    // `2 Mar 18 May 2012`: the date begins with the next number.
    let is_of_next = |third: usize| {
        let next = tokens.get(third + 1).filter(|next| touch(text, &tokens[third], next));
        next.is_some_and(|next| next.month.is_some() || next.year().is_some())
    };
    if third.is_some_and(|third| whole(Some(third)).is_none() && is_of_next(third)) {
        return None;
    }
    if let Some(day) = first.day() {
        return match year(third) {
            // `3 May 10:30`
            Some(year)
                if whole(third).is_some()
                    || !tokens
                        .get(third? + 1)
                        .is_some_and(|minute| is_time(text, &tokens[third.unwrap_or_default()], minute)) =>
            {
                date(Some(year), month, Some(day), third?)
            }
            _ => date(None, month, Some(day), second?),
        };
    }
    let year = first.year()?;
    match day(third) {
        Some(day) => date(Some(year), month, Some(day), third?),
        None => date(Some(year), month, None, second?),
    }
}

/// The year after the time that follows a token, and its index. The time zone may be between (POSIX, `date`, `asctime`).
fn year_after_time(text: &str, tokens: &[DateToken], day: usize) -> Option<(u32, usize)> {
    let end = day + 1 + time(text, &tokens[day + 1..])?;
    let year = |at: usize| {
        let year = tokens.get(at)?.year()?;
        touch(text, &tokens[at - 1], &tokens[at]).then_some((year, at))
    };
    year(end).or_else(|| year(end + 1))
}

fn century(year: u32) -> u32 {
    if year < CENTURY { 2000 + year } else { 1900 + year }
}

/// A date of numbers only: `2020-05-03`, `2020年5月3日`, `3.5.20`, `5/3`, `10:30`, `2020`.
fn numbered(text: &str, tokens: &[DateToken], convention: &Convention) -> Option<(Date, usize)> {
    // The sign between two numbers: punctuation, or a character for year or month in scripts without spaces.
    let joins = |at: usize| -> Option<(&str, usize)> {
        let next = tokens.get(at + 1)?;
        if next.number.is_some() {
            return Some((between(text, &tokens[at], next).trim(), at + 1));
        }
        let after = tokens.get(at + 2).filter(|token| token.number.is_some())?;
        let sign = &text[next.span.clone()];
        let touches = tokens[at].span.end == next.span.start && touch(text, next, after);
        (touches && sign.chars().count() == 1 && !sign.is_ascii()).then_some(("年", at + 2))
    };
    let is_sign = |sign: &str| matches!(sign, "." | "/" | "-" | "年");
    let first = &tokens[0];
    first.number?;
    let second = joins(0);
    let third = second.and_then(|(_, at)| joins(at));
    if let (Some((sign, two)), Some((other, three))) = (second, third)
        && is_sign(sign)
        && sign == other
    {
        let (second, third) = (&tokens[two], &tokens[three]);
        let year = third.year().or_else(|| third.number(2..3, 0..100).map(century));
        let month = |token: &DateToken| token.number(1..3, 1..13);
        let found = if let Some(year) = first.year() {
            month(second).zip(third.day()).map(|(month, day)| (year, Some((day, month)), None))
        } else if sign == "年" {
            None
        } else {
            let day_first = first.day().zip(month(second));
            let month_first = month(first).zip(second.day()).map(|(month, day)| (day, month));
            let shown = |month_first| Some(ShownOrder { month_first, numbers: true });
            match (day_first, month_first) {
                (Some(one), Some(other)) if one != other => Some((
                    is_month_first(sign, convention)
                        .map(|is_month_first| if is_month_first { other } else { one }),
                    None,
                )),
                (Some(both), Some(_)) => Some((Some(both), None)),
                (Some(one), None) => Some((Some(one), shown(false))),
                (None, Some(other)) => Some((Some(other), shown(true))),
                (None, None) => None,
            }
            .zip(year)
            .map(|((day_and_month, order), year)| (year, day_and_month, order))
        };
        if let Some((year, day_and_month, order)) = found {
            let (day, month) = day_and_month.unzip();
            let date = Date { span: 0..0, year: Some(year), month, day, order, is_open: day.is_none() };
            // The character for day belongs to the date.
            let length = three
                + 1
                + usize::from(
                    sign == "年"
                        && tokens.get(three + 1).is_some_and(|last| last.span.start == third.span.end),
                );
            return Some((date, length));
        }
    }
    if let Some(second) = tokens.get(1) {
        let sign = between(text, first, second);
        let is_pair = first.number(1..3, 0..100).is_some()
            && second.number(1..3, 0..100).is_some()
            && matches!(sign, "." | "/" | "-");
        if is_pair {
            return Some((Date::default(), 2));
        }
        if let Some(length) = time(text, tokens) {
            return Some((Date::default(), length));
        }
    }
    first.year().map(|year| (Date { year: Some(year), ..Date::default() }, 1))
}

/// Whether the first of two numbers that are joined by this sign is the month. No language of CLDR writes the month first
/// with points or hyphens, so that with points the day is first, and with hyphens unless the site shows otherwise.
fn is_month_first(sign: &str, convention: &Convention) -> Option<bool> {
    let language = || match sign {
        "/" => convention.language.is_known().then(|| Months::get().is_first(&convention.language)),
        _ => Some(false),
    };
    if sign == "." { Some(false) } else { convention.month_first.or_else(language) }
}

/// Whether a text is a day and nothing else; a number alone may be a year or anything.
pub(crate) fn is_date(text: &str) -> bool {
    if !is_brief(text) {
        return false;
    }
    let all = dates(text, &Convention::default());
    let [date] = &all[..] else { return false };
    date.iso().is_some()
        && !text[..date.span.start].contains(char::is_alphanumeric)
        && !text[date.span.end..].contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iso(text: &str, language: &str) -> Option<String> {
        first(text, &Language::of(language).into()).and_then(|date| date.iso())
    }

    #[test]
    fn the_time_behind_a_day_is_of_the_date() {
        for text in
            ["29/07/2004, 19h46", "3 May 2020 10:30 PM", "2020年5月3日 12時30分", "3 May 2020 at 10:30:15"]
        {
            let found = dates(text, &Convention::default());
            assert!(found.len() == 1 && found[0].span == (0..text.len()), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_date_has_a_year_a_time_or_a_day_with_its_month() {
        for text in
            ["1 May 2020", "2020\u{5e74}5\u{6708}", "at 9:05", "3/5", "03.05.21", "Jun 3", "le 1er août"]
        {
            assert!(is_in([text].into_iter()), "{text}");
        }
        for text in ["3 of 12", "9:5", "12345 and 6", "4 .5", "", "May", "since 2020"] {
            assert!(!is_in([text].into_iter()), "{text}");
        }
        assert!(!is_in(["3", ".5"].into_iter()));
    }

    #[test]
    fn days_are_read_in_all_languages() {
        for (text, language) in [
            ("3 May 2020", "en"),
            ("May 3rd, 2020 at 10:30", "en"),
            ("Sun., May 3, 2020", ""),
            ("3. Mai 2020", "de"),
            ("3 de mayo de 2020", "es"),
            ("2020. május 3.", "hu"),
            ("3 мая 2020 г.", "ru"),
            ("2020-05-03T23:10:00Z", ""),
            ("03.05.2020", "de"),
            ("03/05/2020", "fr"),
            ("05/03/2020", "en-US"),
            ("2020年5月3日（日）", "ja"),
            ("2020년 5월 3일", "ko"),
            ("٣ مايو ٢٠٢٠", "ar"),
            ("3 พ.ค. 2020", "th"),
            ("3 พฤษภาคม 2563", ""),
            ("๓/๕/๒๕๖๓", "th"),
            ("3 May '20", "en"),
            ("Sun, May 3 '20, 10:24 AM", "en"),
            ("Mar 3 Mai 2020 14:05", "fr"),
            ("12:20pm May 3, 2020", ""),
            ("Sun May  3 10:30:00 2020", ""),
            ("Sun May  3 10:30:00 CEST 2020", ""),
            ("Sun May  3 10:30:00 +0000 2020", "en"),
        ] {
            assert_eq!(iso(text, language).as_deref(), Some("2020-05-03"), "{text}");
        }
        assert_eq!(iso("31/5/2020", "en").as_deref(), Some("2020-05-31"));
        assert_eq!(iso("listopad 3, 2020", "hr").as_deref(), Some("2020-10-03"));
        assert_eq!(iso("listopad 3, 2020", "pl").as_deref(), Some("2020-11-03"));
        assert_eq!(iso("Jan. 3, 2020 7:47 am", "").as_deref(), Some("2020-01-03"));
        assert_eq!(iso("3 listopad 2020", ""), None, "the name means different months in two languages");
        assert_eq!((iso("3 May 10:30", "en"), iso("May 3 10:30", "en")), (None, None));
    }

    #[test]
    fn a_name_that_is_a_month_elsewhere_is_no_part_of_a_date() {
        // `Ian` is January in Romanian, `Leo` September in Sesotho.
        for text in ["By Ian Finch, 2020-05-03", "By Leo Hale, 03.05.2020", "Leo Hale 2020年5月3日"] {
            assert_eq!(iso(text, "en").as_deref(), Some("2020-05-03"), "{text}");
        }
        assert_eq!(iso("Ian 3, 2020", "ro").as_deref(), Some("2020-01-03"));
        // `Van` is February in Swati.
        assert_eq!(
            (iso("12 van 2004", "nl"), iso("12 van 2004", "ss")),
            (None, Some("2004-02-12".to_owned()))
        );
        let (open, shown) = ("Leo Hale, 3/5/2020", |date: Date| date.span);
        assert_eq!(first(open, &Convention::default()).map(shown), Some(10..18));
    }

    #[test]
    fn a_number_before_a_date_is_no_part_of_it() {
        for text in [
            "Reply 3 on: May 3, 2020",
            "Reply 3 on May 3, 2020",
            "5. Ian Hart, 3 May 2020",
            "Ian 5: 3 May 2020",
        ] {
            assert_eq!(iso(text, "").as_deref(), Some("2020-05-03"), "{text}");
        }
    }

    #[test]
    fn the_weekday_before_a_date_or_in_brackets_behind_it_is_of_the_date() {
        let around = |text: &str, language: &str| {
            let language = Language::of(language);
            let date = first(text, &language.clone().into()).expect("there is a date");
            let span = date.with_weekday(text, &language);
            format!("{}|{}", &text[..span.start], &text[span.end..])
        };
        for (text, language, rest) in [
            ("On Sun, 3 May 2020, Ann wrote", "en", "On |, Ann wrote"),
            ("Ann (Sun., 3 May 2020)", "", "Ann (|)"),
            ("Ann, So. 3. Mai 2020", "de", "Ann, |"),
            ("2020-05-03 (Sun) Ann", "en", "| Ann"),
            ("2020/05/03（日）名前", "ja", "|名前"),
            ("Jo, 3 May 2020 (Sam Lee)", "", "Jo, | (Sam Lee)"),
            ("Ana (Sun, 03 May 2020)", "es", "Ana (|)"),
        ] {
            assert_eq!(around(text, language), rest, "{text}");
        }
    }

    #[test]
    fn a_date_includes_its_time() {
        let shown = |text: &'static str| first(text, &Convention::default()).map(|date| &text[date.span]);
        assert_eq!(shown("Posted on 3 May 2020 at 10:30 by Ann, 12 comments"), Some("3 May 2020 at 10:30"));
        assert_eq!(shown("by Ann in 2019, updated May 3rd, 2020."), Some("May 3rd, 2020"));
        assert_eq!(shown("2020年5月3日 10:30 更新"), Some("2020年5月3日 10:30"));
        assert_eq!(shown("3 May 2020 10:30:15, edited"), Some("3 May 2020 10:30:15"));
        assert_eq!(shown("May 3, 2020 1:55PM | reply"), Some("May 3, 2020 1:55PM"));
        assert_eq!(shown("May 3, 2020 at 1:55 pm by Ann"), Some("May 3, 2020 at 1:55 pm"));
        assert_eq!(shown("May 3, 2020 1:55 amazing"), Some("May 3, 2020 1:55"));
    }
}

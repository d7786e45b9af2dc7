//! The day on which a page says that it was published.
//!
//! In: a page. Out: the day of `<meta property="article:published_time">` or of another `meta` or `time` element with
//! `datePublished`, else that of the first `<time datetime>`, as a number of days. The day on which a page was fetched (`WARC-Date`)
//! is no such day: it says when the crawler came.

use crate::token::TokenKind;
use crate::token::html::tokens;
use jiff::civil::Date;
use memchr::memchr2_iter;

/// The names under which a `meta` element states the day: Open Graph, and schema.org as microdata.
const NAMES: [&str; 2] = ["article:published_time", "datepublished"];

/// The day on which a page says that it was published.
#[must_use]
pub(super) fn published(source: &str) -> Option<u32> {
    // Most pages say no day; they are not read as tags.
    if !["datetime", "published"].iter().any(|word| is_in(source.as_bytes(), word.as_bytes())) {
        return None;
    }
    let mut first = None;
    for tag in tokens(source).filter(|token| token.kind == TokenKind::StartTag) {
        let name = tag.name(source);
        let [is_meta, is_time] = ["meta", "time"].map(|wanted| name.eq_ignore_ascii_case(wanted));
        if !is_meta && !is_time {
            continue;
        }
        let value = |names: &[&str]| {
            let is_of = |name: &str| names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted));
            let attribute = tag.attributes(source).find(|attribute| is_of(attribute.name))?;
            Some(htmlize::unescape_attribute(attribute.value?))
        };
        let is_named = value(&["property", "name", "itemprop"])
            .is_some_and(|name| NAMES.iter().any(|wanted| name.trim().eq_ignore_ascii_case(wanted)));
        let day = value(&["content", "datetime"]).and_then(|value| day(&value));
        if is_named && day.is_some() {
            return day;
        }
        if is_time {
            first = first.or(day);
        }
    }
    first
}

/// Whether a page has a word of letters, small or capital.
fn is_in(source: &[u8], word: &[u8]) -> bool {
    let mut at = memchr2_iter(word[0], word[0].to_ascii_uppercase(), source);
    at.any(|at| source[at..].get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word)))
}

/// The date in ISO 8601 that a text begins with, as a number of days from the first of January of the year 1.
fn day(text: &str) -> Option<u32> {
    let date: Date = text.trim().get(.."0000-00-00".len())?.parse().ok()?;
    u32::try_from(date.since(Date::constant(1, 1, 1)).ok()?.get_days()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_follow_one_another() {
        for (one, next) in [
            ("2024-02-28", "2024-02-29"),
            ("2024-02-29", "2024-03-01T10:00:00Z"),
            ("2023-02-28", "2023-03-01"),
            ("2023-12-31", "2024-01-01"),
            ("1999-08-31", " 1999-09-01 "),
        ] {
            assert_eq!(day(one).map(|day| day + 1), day(next), "{one}");
        }
        for wrong in [
            "",
            "2024",
            "yesterday",
            "2024-13-01",
            "2024-00-01",
            "2024-01-32",
            "2024/01/01",
            "20240101",
            "あいうえお",
        ] {
            assert_eq!(day(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_a_page_states_goes_before_the_first_time_that_it_shows() {
        let shown =
            "<time>today</time><time datetime='2020-01-01'>then</time><time datetime=2021-01-01>later</time>";
        assert_eq!(published(shown), day("2020-01-01"));
        let stated = format!("{shown}<META itemprop=datePublished content='2022-05-05T01:02:03+09:00'>");
        assert_eq!(published(&stated), day("2022-05-05"));
        assert_eq!(published("<p datetime=2020-01-01>published</p>"), None);
        assert_eq!(
            published("<META ITEMPROP=DATEPUBLISHED CONTENT='2022&#45;05&#45;05'>"),
            day("2022-05-05")
        );
    }
}

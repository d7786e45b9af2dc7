//! Newspapers: pages of one article each, between menus, teasers and notices; the article's parts are records.

use crate::language::Language::{self, English, Japanese};
use crate::page::Encoding;
use crate::page::Encoding::{ShiftJis, Utf8};
use crate::set::{Family, Plan, SEED, Set};

const fn plan(
    name: &'static str,
    about: &'static str,
    template: &'static str,
    language: Language,
    encoding: Encoding,
) -> Plan {
    Plan { name, about, template, language, encoding, count: 8, peaks: &[] }
}

/// Menu, teasers, related links, share counts, a byline, dates, notices of the source; one article has two addresses.
pub const DAILY: Plan = plan(
    "a-daily",
    "bylines, dates and source notices within, teasers and related links around; the 8th page is the 3rd under another address",
    include_str!("../templates/press/daily.html"),
    English,
    Utf8,
);

/// Tables hold the page together, line breaks part paragraphs.
pub const OLD: Plan = plan(
    "b-old",
    "markup of the 1990s: tables for columns, line breaks for paragraphs",
    include_str!("../templates/press/old.html"),
    English,
    Utf8,
);

/// A Japanese newspaper.
pub const JAPANESE: Plan = plan(
    "c-japanese",
    "Japanese in Shift_JIS",
    include_str!("../templates/press/japanese.html"),
    Japanese,
    ShiftJis,
);

/// What the article of [`DAILY`] is made of, optional and repeated parts with it.
const ARTICLE: [&str; 14] = [
    "title", "day", "hour", "minute", "author", "image", "shown", "body", "link", "linked", "heading",
    "source", "?", "*",
];

/// The sets under `data/press`.
#[must_use]
pub fn sets() -> Vec<Set> {
    let daily = DAILY.site().copied(7, 2, &ARTICLE).pages(SEED, DAILY.count);
    let daily = Set { family: Family::Press, name: DAILY.name, about: DAILY.about, peaks: &[], pages: daily };
    vec![daily, OLD.set(Family::Press), JAPANESE.set(Family::Press)]
}

//! Newspapers: pages of one article each, between menus, teasers and notices; the article's parts are records.
//!
//! [`sets`] are small and are in `data/press`. [`papers`] are as large as those of a published experiment: Yoshida,
//! Yamamoto, "Primary Content Extraction from News Pages without Training Data", 2009, tables 1 and 2. They have its
//! numbers of pages and of articles under two addresses, about its numbers of blocks, and the difficulties it describes: dates
//! without a time, notices of the source, bylines of few authors, lists of related articles, pages of several templates.
//! Their limits: markup is well formed, texts are random sentences of a small grammar, and the share of articles with a
//! notice or a date without a time is our guess.

use crate::language::Language::{self, English, Japanese};
use crate::page::Encoding::{self, ShiftJis, Utf8};
use crate::page::Page;
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
    "bylines, dates and source notices in the text, teasers and related links around it; the 8th page is the 3rd under another address",
    include_str!("../templates/press/daily.html"),
    English,
    Utf8,
);

/// Tables for layout, line breaks between paragraphs.
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

/// 179 pages: most articles have a date with its time, few a notice of the source.
pub const MORNING: Plan = paper(
    "morning",
    "few blocks around; a date with its time on most pages",
    include_str!("../templates/press/morning.html"),
    Japanese,
    179,
);

/// 180 pages, 18 of them under two addresses; lists of related articles that few pages share.
pub const EVENING: Plan = paper(
    "evening",
    "18 articles under two addresses, lists of related articles that few pages share",
    include_str!("../templates/press/evening.html"),
    Japanese,
    180,
);

/// 176 pages: tables for layout, and a quarter of the dates have no time.
pub const GAZETTE: Plan =
    paper("gazette", "dates without a time", include_str!("../templates/press/gazette.html"), Japanese, 176);

/// 175 pages of three templates, 14 of them under two addresses; bylines, highlights, notices.
pub const WIRE: Plan = paper(
    "wire",
    "three templates, 14 articles under two addresses, bylines of few authors, notices of the source",
    include_str!("../templates/press/wire.html"),
    English,
    175,
);

const fn paper(
    name: &'static str,
    about: &'static str,
    template: &'static str,
    language: Language,
    count: usize,
) -> Plan {
    Plan { name, about, template, language, encoding: Utf8, count, peaks: &[] }
}

/// A newspaper of the published experiment's size.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Paper {
    /// Its name.
    pub name: &'static str,
    /// Its pages.
    pub pages: Vec<Page>,
    /// For each of its last pages the number of the page with the same article.
    pub copies: Vec<usize>,
}

/// The four newspapers, three in Japanese and one in English, with one of `part` pages; 1 for all.
///
/// # Panics
///
/// If `part` is 0.
#[must_use]
pub fn papers(part: usize) -> [Paper; 4] {
    [(MORNING, 0), (EVENING, 18), (GAZETTE, 0), (WIRE, 14)].map(|(plan, copies)| {
        let (pages, copies) = (plan.count / part, copies / part);
        // At a distance of a multiple of three, so that a page and its copy have the same of three alternating templates.
        let originals: Vec<usize> =
            (0..copies).map(|copy| pages - copies + copy - 3 * (copies + copy)).collect();
        let site = originals.iter().enumerate().fold(plan.site(), |site, (copy, &from)| {
            site.copied(pages - copies + copy, from, &ARTICLE_OF_PAPERS)
        });
        Paper { name: plan.name, pages: site.pages(SEED, pages), copies: originals }
    })
}

/// The parts of the articles of [`papers`].
const ARTICLE_OF_PAPERS: [&str; 25] = [
    "title",
    "day",
    "date",
    "hour",
    "minute",
    "later",
    "last",
    "half",
    "author",
    "image",
    "shown",
    "caption",
    "body",
    "point",
    "place",
    "agency",
    "source",
    "paper",
    "?",
    "*",
    "number",
    "link",
    "linked",
    "heading",
    "signature",
];

/// The parts of the article of [`DAILY`], including optional and repeated ones.
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

#[cfg(test)]
mod tests {
    use super::papers;

    #[test]
    fn papers_have_the_pages_of_the_experiment_and_copies_the_text_of_their_originals() {
        let papers = papers(1);
        assert_eq!(papers.each_ref().map(|paper| paper.pages.len()), [179, 180, 176, 175]);
        assert_eq!(papers.each_ref().map(|paper| paper.copies.len()), [0, 18, 0, 14]);
        for paper in &papers {
            let article = |page: usize| {
                let page = &paper.pages[page];
                page.records.iter().map(|record| page.text_of(record)).collect::<Vec<_>>()
            };
            for (copy, &from) in paper.copies.iter().enumerate() {
                let copy = paper.pages.len() - paper.copies.len() + copy;
                assert_eq!(article(copy), article(from), "{}: {from} and {copy}", paper.name);
                assert_ne!(paper.pages[copy].html, paper.pages[from].html);
            }
        }
    }
}

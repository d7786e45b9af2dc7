//! All that is measured on artificial pages: one page of each format, with the others beside it.

use super::judge::{Counts, Main, judge};
use super::method::{Found, ours, published};
use super::page::Known;
use katagami::forum::paper::{Cutter, Reading};
use rayon::prelude::*;
use site::threads::{Artificial, Kind};

/// The kinds in the order of the source's columns.
pub(super) const KINDS: [Kind; 2] = [Kind::Lines, Kind::Rich];

/// The readings of the repeated pattern beside the default, and how the table names them.
pub(super) const READINGS: [(Reading, &str); 3] = [
    (Reading::Phrase, "phrase that occurs most often"),
    (Reading::Code, "code that is written most often"),
    (Reading::Longest, "longest phrase that occurs twice"),
];

/// What a method is given, and what it made of the pages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Given<T> {
    /// The page alone.
    pub(super) body: T,
    /// It and others of its format.
    pub(super) pages: T,
    /// The true main content alone.
    pub(super) main: T,
}

/// What a method made of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) posts: Given<Counts>,
    /// The main content, found in pages of the format.
    pub(super) main: Main,
    /// What the posts say, from pages of the format.
    pub(super) texts: Counts,
}

/// What both made of it.
#[derive(Clone, Debug)]
pub(super) struct Measured {
    pub(super) kind: Kind,
    pub(super) published: Answer,
    /// The posts on the true main content with other readings.
    pub(super) readings: Vec<Counts>,
    pub(super) ours: Answer,
}

/// The first page of each of the first formats of both kinds, with `alpha` pages of a format; with these readings too.
pub(super) fn measure(
    of_kind: impl Fn(Kind) -> Artificial + Sync,
    formats: usize,
    alpha: usize,
    readings: &[(Reading, &str)],
) -> Vec<Measured> {
    let all: Vec<(Kind, usize)> =
        KINDS.into_iter().flat_map(|kind| (0..formats).map(move |format| (kind, format))).collect();
    let one = |&(kind, format): &(Kind, usize)| {
        let pages: Vec<Known> = of_kind(kind).pages(format, alpha).iter().map(Known::new).collect();
        let cutter = Cutter::new();
        let main = pages[0].main_alone();
        let with = |&(reading, _): &(Reading, &str)| {
            judge(&main, &main.posts, &published(cutter.reading(reading), &[&main.html]).posts)
        };
        Measured {
            kind,
            readings: readings.iter().map(with).collect(),
            published: answer(&pages, |pages| published(cutter, pages)),
            ours: answer(&pages, ours),
        }
    };
    all.par_iter().map(one).collect()
}

fn answer(pages: &[Known], method: impl Fn(&[&str]) -> Found) -> Answer {
    let page = &pages[0];
    let main = page.main_alone();
    let together = method(&pages.iter().map(|page| page.html.as_str()).collect::<Vec<_>>());
    let posts = |page: &Known, found: &Found| judge(page, &page.posts, &found.posts);
    Answer {
        posts: Given {
            body: posts(page, &method(&[&page.html])),
            pages: posts(page, &together),
            main: posts(&main, &method(&[&main.html])),
        },
        main: Main::new(page, &together.main),
        texts: judge(page, &page.texts, &together.texts),
    }
}

/// The shares of formats whose main content is right, by tolerance.
pub(super) fn mains(found: &[Main], tolerances: &[f64]) -> Vec<f64> {
    let right = |&tolerance: &f64| {
        let right = found.iter().filter(|main| main.is_right(tolerance)).count();
        super::judge::share(right, found.len())
    };
    tolerances.iter().map(right).collect()
}

//! How often sentences stand on pages, and how long they are: figures 9 and 10.

use super::super::{Section, Table};
use super::method::Known;
use katagami::document::Document;
use katagami::plot::{Axis, Chart, Figure, Point, Series, thousands};
use katagami::similar::{Facts, Options, Paragraphs};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Sentences by how many pages have them and by their characters.
pub(super) struct Sentences {
    pages: u32,
    /// All sentences, as often as they stand there.
    pub(super) all: u32,
    /// How many different sentences are on so many pages.
    frequencies: BTreeMap<u32, u32>,
    /// How many sentences have so many characters.
    lengths: BTreeMap<u32, u32>,
    /// How many different ones are long and on two to ten pages.
    pub(super) evidence: u32,
    /// How many different ones are long and on one page to ten.
    pub(super) rare: u32,
}

impl Sentences {
    /// Those of the content regions.
    pub(super) fn of_regions(known: &Known) -> Self {
        Sentences::new(known, Facts::read)
    }

    /// Those of whole pages.
    pub(super) fn of_pages(known: &Known) -> Self {
        Sentences::new(known, |document, options| Facts::of(&Paragraphs::of_page(document.text()), options))
    }

    fn new(known: &Known, read: fn(&Document, &Options) -> Facts) -> Self {
        let options = Options::paper();
        let facts: Vec<Facts> = known.documents.par_iter().map(|document| read(document, &options)).collect();
        let mut lengths = BTreeMap::new();
        let mut holders: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
        let mut all = 0;
        for page in &facts {
            let mut keys = Vec::new();
            for (key, chars) in page.outline.sentences() {
                all += 1;
                *lengths.entry(chars).or_default() += 1;
                keys.push((key, chars));
            }
            keys.dedup();
            for (key, chars) in keys {
                holders.entry(key).or_insert((0, chars)).0 += 1;
            }
        }
        let mut frequencies = BTreeMap::new();
        let (mut evidence, mut rare) = (0, 0);
        for &(pages, chars) in holders.values() {
            *frequencies.entry(pages).or_default() += 1;
            let is_rare = chars >= options.min_chars() && pages <= options.max_pages();
            rare += u32::from(is_rare);
            evidence += u32::from(is_rare && pages > 1);
        }
        let pages = u32::try_from(facts.len()).expect("few pages");
        Sentences { pages, all, frequencies, lengths, evidence, rare }
    }

    /// A number, of each page.
    pub(super) fn a_page(&self, count: u32) -> f64 {
        f64::from(count) / f64::from(self.pages)
    }

    fn points(counts: &BTreeMap<u32, u32>) -> Vec<Point> {
        counts.iter().map(|(&x, &y)| Point { x: x.into(), y: y.into() }).collect()
    }

    /// The share of different sentences that so many pages have.
    fn on(&self, pages: impl Fn(u32) -> bool) -> f64 {
        let of =
            |all: &mut dyn Iterator<Item = (&u32, &u32)>| f64::from(all.map(|(_, count)| count).sum::<u32>());
        let some = of(&mut self.frequencies.iter().filter(|&(&on, _)| pages(on)));
        100.0 * some / of(&mut self.frequencies.iter())
    }

    /// The share of sentences with so many characters.
    fn with(&self, chars: impl Fn(u32) -> bool) -> f64 {
        let some: u32 = self.lengths.iter().filter(|&(&with, _)| chars(with)).map(|(_, count)| count).sum();
        100.0 * f64::from(some) / f64::from(self.all)
    }

    /// How many characters half of all sentences have at most.
    fn median(&self) -> u32 {
        let mut before = 0;
        let half = |&(_, &count): &(&u32, &u32)| {
            before += count;
            2 * before >= self.all
        };
        self.lengths.iter().find(half).map_or(0, |(&chars, _)| chars)
    }
}

/// Adds both figures, and their numbers.
pub(super) fn add(section: Section, published: &Sentences, ours: &Sentences) -> Section {
    let sizes = format!("{} generated pages", thousands(published.pages.into()));
    let figure = |title: &str,
                  [x, y]: [&str; 2],
                  border: (&str, f64),
                  counts: fn(&Sentences) -> &BTreeMap<u32, u32>| {
        let points = |sentences: &Sentences| Sentences::points(counts(sentences));
        let most = points(ours).iter().map(|point| point.y).fold(1.0, f64::max);
        let border = Series::line(border.0, [1.0, most].map(|y| Point { x: border.1, y }));
        let chart = Chart::new(Axis::log(x), Axis::log(y))
            .series(Series::points("the content region", points(published)))
            .series(Series::points("the whole page", points(ours)))
            .series(border);
        Figure::new(title, &sizes).chart(chart)
    };
    section
        .figure(
            "e-figure-9",
            "Figure 9: how many different sentences stand on how many pages. What is on more than ten is no \
             evidence.",
            figure(
                "How often sentences occur",
                ["frequency (pages)", "different sentences (number)"],
                ("ten pages: no more for evidence", 10.0),
                |all| &all.frequencies,
            ),
        )
        .figure(
            "e-figure-10",
            "Figure 10: how many sentences have how many characters. Those with fewer than twenty are no evidence.",
            figure(
                "How long sentences are",
                ["length (characters)", "sentences (number)"],
                ("twenty characters: no fewer for evidence", 20.0),
                |all| &all.lengths,
            ),
        )
        .table(numbers(published, ours))
        .text(
            "Both methods cut sentences in the same way, and look at those of the content region. Printed are pictures \
             alone, with no numbers in the text, and examples (table 1): from sentences of five characters on 81,200 \
             pages to sentences of a hundred on two.",
        )
}

fn numbers(published: &Sentences, ours: &Sentences) -> Table {
    let both = |name: &str, of: &dyn Fn(&Sentences) -> String| [name.to_owned(), of(published), of(ours)];
    let percent = |share: f64| format!("{share:.1}");
    Table::new("Figures 9 and 10 in numbers", &["sentences", "content region", "the whole page"])
        .row(both("on one page, % of the different ones", &|all| percent(all.on(|pages| pages == 1))))
        .row(both("on 2 to 10 pages", &|all| percent(all.on(|pages| (2..=10).contains(&pages)))))
        .row(both("on more", &|all| percent(all.on(|pages| pages > 10))))
        .row(both("the most pages that one is on", &|all| {
            all.frequencies.keys().next_back().map_or_else(String::new, u32::to_string)
        }))
        .row(both("characters, median", &|all| all.median().to_string()))
        .row(both("with 20 characters or more, % of all", &|all| percent(all.with(|chars| chars >= 20))))
}

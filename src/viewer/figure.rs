//! The spectrum of pages, and the strings at its peaks.

use crate::database::FoundKind;
use crate::document::{Corpus, Document};
use crate::index::{Index, Memory, TextReader};
use crate::report::{SpectrumRow, spectrum_rows, spelling};
use crate::spectrum::{Frequency, Lengths, PeakFinder, PowerLaw, Spectrum};
use crate::template::{Aligner, Mask, TemplateElement, element_masks, masks, maximal_strings, templates};
use crate::token::Resolution;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most strings of a peak that are tinted in pages, and the most frequencies, peaks, strings of a peak, pages of a peak, and characters
/// of a string that are shown: limits on the size of the file and on the time, no thresholds.
const TINTED: usize = 400;
const FREQUENCIES: usize = 4000;
const PEAKS: usize = 8;
const STRINGS: usize = 40;
const PAGES: usize = 200;
const CHARS: usize = 400;

/// A spectrum.
#[derive(Debug, Serialize)]
pub(super) struct Figure {
    /// The number of pages that it is of.
    pages: usize,
    symbols: u32,
    /// `pages` or `occurrences`.
    unit: &'static str,
    rows: Vec<SpectrumRow>,
    /// The exponent of the power law, and R².
    law: Option<(f64, f64)>,
    peaks: Vec<ShownPeak>,
}

/// A peak with its strings, and its group: the pages that have most of their text in common.
#[derive(Debug, Serialize)]
struct ShownPeak {
    frequency: u32,
    strings: Vec<String>,
    /// The numbers and names of the pages.
    pages: Vec<(usize, String)>,
    /// How many strings and pages there are.
    of: (usize, usize),
}

/// What is tinted on a page.
#[derive(Debug, Default)]
pub(super) struct Tints {
    pub(super) template: Mask,
    /// The strings of each peak.
    pub(super) peaks: Vec<Mask>,
}

/// The spectrum of pages, and the tints of those that it is of, by their numbers. If the pages are too large, those that are
/// shown and some of the others count.
pub(super) fn of(
    corpus: &Corpus,
    kinds: &[FoundKind],
    shown: &[(usize, usize)],
) -> (Option<Figure>, BTreeMap<usize, Tints>) {
    let documents = corpus.documents();
    let numbers = sample(documents, shown);
    let some: Corpus;
    let corpus = if numbers.len() == documents.len() {
        corpus
    } else {
        some = part(documents, &numbers);
        &some
    };
    let Some(index) = indexed(corpus) else { return (None, BTreeMap::new()) };
    let unit = Frequency::of(index.text());
    let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, unit);
    let line = PowerLaw::fit(&spectrum);
    let peaks = PeakFinder::counting(unit).find(&spectrum);
    let rows = spectrum_rows(&spectrum, line, &peaks, None).enumerate();
    let rows = rows.filter(|(at, row)| *at < FREQUENCIES || row.peak.is_some()).map(|(_, row)| row);
    let frequencies: Vec<u32> = peaks.iter().take(PEAKS).map(|peak| peak.row.frequency).collect();
    let found = maximal_strings(&index, unit, &frequencies, TINTED);
    // Strings that are shorter than the longest of the spectrum, such as `the `, are on as many pages by chance.
    let is_long = |string: &&TemplateElement| string.len >= Lengths::DISCOVERY.max();
    let peak_masks: Vec<Vec<Mask>> = found
        .iter()
        .map(|(strings, _)| strings.iter().filter(is_long))
        .map(|strings| element_masks(index.text(), strings))
        .collect();
    let peaks = frequencies.into_iter().zip(found);
    let figure = Figure {
        pages: numbers.len(),
        symbols: index.text().len() - index.text().documents(),
        unit: if unit == Frequency::Documents { "pages" } else { "occurrences" },
        rows: rows.collect(),
        law: line.map(|line| (line.exponent, line.fit)),
        peaks: peaks.map(|peak| ShownPeak::new(corpus, &index, &numbers, peak)).collect(),
    };
    let tint = |template| Tints { template, ..Tints::default() };
    let mut tints: BTreeMap<usize, Tints> =
        numbers.iter().copied().zip(template_masks(&index).into_iter().map(tint)).collect();
    for masks in peak_masks {
        numbers.iter().zip(masks).for_each(|(page, mask)| tints.entry(*page).or_default().peaks.push(mask));
    }
    // A page alone of its kind shares only what all pages have.
    for kind in kinds.iter().filter(|_| kinds.len() > 1) {
        let own: Vec<usize> = kind.pages.iter().copied().filter(|page| tints.contains_key(page)).collect();
        if own.len() < 2 {
            continue;
        }
        let Some(index) = indexed(&part(documents, &own)) else { continue };
        for (page, template) in own.into_iter().zip(template_masks(&index)) {
            tints.entry(page).or_default().template = template;
        }
    }
    (Some(figure), tints)
}

/// The pages of these numbers.
fn part(documents: &[Document], numbers: &[usize]) -> Corpus {
    numbers.iter().map(|&page| documents[page].clone()).collect()
}

/// The index of the bytes of pages, if there are any.
fn indexed(corpus: &Corpus) -> Option<Index> {
    let text = TextReader::new(Resolution::Byte).read(corpus).ok()?;
    Some(Index::new(text, Memory::Fast))
}

/// What of each page is template.
fn template_masks(index: &Index) -> Vec<Mask> {
    // The pages are of one kind, which has one cluster.
    let clusters = vec![0; index.text().documents() as usize];
    masks(index.text(), &templates(index, &clusters, Aligner::new()))
}

/// The pages whose substrings are counted: those that are shown, then others, evenly spaced, as many as their number of bytes allows.
fn sample(documents: &[Document], shown: &[(usize, usize)]) -> Vec<usize> {
    let bytes = |page: usize| documents[page].text().len();
    let total: usize = (0..documents.len()).map(bytes).sum();
    if total <= super::INDEXED {
        return (0..documents.len()).collect();
    }
    let mut left = super::INDEXED;
    let mut taken = vec![false; documents.len()];
    let step = total.div_ceil(super::INDEXED);
    for page in shown.iter().map(|(_, page)| *page).chain((0..documents.len()).step_by(step)) {
        if !taken[page] && bytes(page) <= left {
            taken[page] = true;
            left -= bytes(page);
        }
    }
    (0..documents.len()).filter(|&page| taken[page]).collect()
}

impl ShownPeak {
    /// A peak of a corpus whose pages have these numbers, by its frequency, strings and their count.
    fn new(
        corpus: &Corpus,
        index: &Index,
        numbers: &[usize],
        (frequency, (strings, count)): (u32, (Vec<TemplateElement>, usize)),
    ) -> Self {
        let mut sets: BTreeMap<Vec<u32>, u64> = BTreeMap::new();
        for string in &strings {
            let mut pages: Vec<u32> =
                string.places.iter().map(|&place| index.text().document(place)).collect();
            pages.dedup();
            *sets.entry(pages).or_default() += u64::from(string.len);
        }
        let group = sets.into_iter().max_by_key(|(_, symbols)| *symbols).map(|(pages, _)| pages);
        let group = group.unwrap_or_default();
        let text = |element| spelling(corpus, index.text(), element).chars().take(CHARS).collect();
        let page = |&page: &u32| {
            let page = page as usize;
            (numbers[page], corpus.documents()[page].name().to_owned())
        };
        ShownPeak {
            frequency,
            of: (count, group.len()),
            strings: strings.iter().take(STRINGS).map(text).collect(),
            pages: group.iter().take(PAGES).map(page).collect(),
        }
    }
}

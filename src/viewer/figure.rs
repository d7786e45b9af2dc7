//! The spectrum of pages, and the strings at its peaks.

use crate::document::{Corpus, Document};
use crate::index::{Index, Memory, TextReader};
use crate::report::{SpectrumRow, spectrum_rows, spelling};
use crate::spectrum::{Frequency, Lengths, Peak, PeakFinder, PowerLaw, Spectrum};
use crate::template::{Aligner, Mask, masks, maximal_strings, templates};
use crate::token::Resolution;
use serde::Serialize;
use std::collections::BTreeMap;

/// The most frequencies, peaks, strings of a peak, pages of a peak, and characters of a string that are shown.
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

/// A peak with its strings, and the names of the pages that have the longest one.
#[derive(Debug, Serialize)]
struct ShownPeak {
    frequency: u32,
    strings: Vec<String>,
    pages: Vec<String>,
    /// How many strings and pages there are.
    of: (usize, usize),
}

/// The spectrum of pages, and the template of those that are shown, by their numbers. If the pages are too large, those that are
/// shown and some of the others count.
pub(super) fn of(corpus: &Corpus, shown: &[(usize, usize)]) -> (Option<Figure>, BTreeMap<usize, Mask>) {
    let documents = corpus.documents();
    let numbers = sample(documents, shown);
    let some: Corpus;
    let corpus = if numbers.len() == documents.len() {
        corpus
    } else {
        some = numbers.iter().map(|&page| documents[page].clone()).collect();
        &some
    };
    let Ok(text) = TextReader::new(Resolution::Byte).read(corpus) else { return (None, BTreeMap::new()) };
    let index = Index::new(text, Memory::Fast);
    let unit = Frequency::of(&index);
    let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, unit);
    let line = PowerLaw::fit(&spectrum);
    let peaks = PeakFinder::counting(unit).find(&spectrum);
    let rows = spectrum_rows(&spectrum, line, &peaks, None).enumerate();
    let rows = rows.filter(|(at, row)| *at < FREQUENCIES || row.peak.is_some()).map(|(_, row)| row);
    let figure = Figure {
        pages: numbers.len(),
        symbols: index.text().len() - index.text().documents(),
        unit: if unit == Frequency::Documents { "pages" } else { "occurrences" },
        rows: rows.collect(),
        law: line.map(|line| (line.exponent, line.fit)),
        peaks: shown_peaks(corpus, &index, unit, &peaks),
    };
    let found = masks(index.text(), &templates(&index, Aligner::new()));
    (Some(figure), numbers.into_iter().zip(found).collect())
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

/// The highest peaks with their longest strings.
fn shown_peaks(corpus: &Corpus, index: &Index, unit: Frequency, peaks: &[Peak]) -> Vec<ShownPeak> {
    let frequencies: Vec<u32> = peaks.iter().take(PEAKS).map(|peak| peak.row.frequency).collect();
    let found = maximal_strings(index, unit, &frequencies, STRINGS);
    let peak = |(frequency, (strings, count)): (u32, (Vec<crate::template::TemplateElement>, usize))| {
        let text = |element| {
            let text: String = spelling(corpus, index.text(), element).chars().take(CHARS).collect();
            text
        };
        let places = strings.first().map(|string| &*string.places).unwrap_or_default();
        let mut pages: Vec<u32> = places.iter().map(|&place| index.text().document(place)).collect();
        pages.dedup();
        let name = |&page: &u32| corpus.documents()[page as usize].name().to_owned();
        ShownPeak {
            frequency,
            of: (count, pages.len()),
            strings: strings.iter().map(text).collect(),
            pages: pages.iter().take(PAGES).map(name).collect(),
        }
    };
    frequencies.iter().copied().zip(found).map(peak).collect()
}

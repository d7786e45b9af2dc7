//! `katagami spectrum`: the frequencies of the substrings of pages, and the peaks among them.

use super::args::{InputArgs, Method, SymbolArgs, finite, lengths, pages};
#[cfg(feature = "plot")]
use super::figure::{Curve, FigureArgs};
use super::output::{OutputArgs, ProgramFormat};
use super::screen::message;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_rows};
use clap::{Args, ValueEnum};
use katagami::error::Result;
use katagami::index::{BoundedIndex, Index, SuffixOrder, Text};
use katagami::report::{SpectrumRow, spectrum_rows};
use katagami::spectrum::{Frequency, Lengths, Peak, PeakFinder, PowerLaw, Row, peak};
use katagami::token::Resolution;
use std::io::Write;

/// The number of pages or records that share a template: the peaks among the frequencies of the substrings of pages.
///
/// V(f) is the number of distinct substrings that occur f times, F(f) = f V(f). A template's substrings all occur on
/// as many pages as the template does: F has a peak there.
///
/// Example: katagami spectrum data/syllabus/a-13
#[derive(Args, Debug)]
pub(super) struct Spectrum {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    symbols: SymbolArgs,
    /// Lengths of substrings in symbols, A..B or A.. for no limit [default: 1..10]
    #[arg(long, value_name = "A..B", value_parser = lengths, allow_hyphen_values = true)]
    length: Option<Lengths>,
    /// What is counted [default: documents if there are three or more, else occurrences; paper: occurrences]
    #[arg(long, value_enum)]
    frequency: Option<Counted>,
    /// Ours: all peaks above the power law. Paper: the largest F(f) with f >= 3
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// The exponent a of F_a(f) = f^a V(f), the column `amplified` [default: that of the fitted line]
    #[arg(long, value_name = "A", value_parser = finite, allow_hyphen_values = true)]
    exponent: Option<f64>,
    /// Say how many of the symbols were sorted
    #[arg(long)]
    explain: bool,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    figure: FigureArgs,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Counted {
    /// The occurrences of a substring
    Occurrences,
    /// The pages that it occurs on
    Documents,
}

impl Verb for Spectrum {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        #[cfg(feature = "plot")]
        self.output.apart_from(self.figure.path(), "the figure")?;
        let corpus = self.symbols.corpus(&self.input)?;
        let text = self.symbols.reader(Resolution::Byte).read(&corpus)?;
        let longest = self.lengths().max();
        if longest <= BoundedIndex::MAX_LEN {
            let index = self.input.sorting(&corpus, || BoundedIndex::new(&text, longest));
            if self.explain && !self.input.is_quiet() {
                let (sorted, all) = (index.sorted(), text.len());
                let why = if sorted < all { "equal parts of pages once" } else { "pages repeat too little" };
                message!("sorted {sorted} of {all} symbols: {why}");
            }
            return self.count(&index, out);
        }
        if self.explain && !self.input.is_quiet() {
            message!(
                "sorted all {} symbols: substrings are longer than {}",
                text.len(),
                BoundedIndex::MAX_LEN
            );
        }
        let index = self.input.sorting(&corpus, || Index::new(text, self.symbols.memory()));
        self.count(&index, out)
    }
}

impl Spectrum {
    fn lengths(&self) -> Lengths {
        self.length.unwrap_or(Lengths::DISCOVERY)
    }

    /// Counts the substrings of an index, and writes what is found.
    fn count(&self, index: &impl SuffixOrder, out: &mut dyn Write) -> Result<Outcome> {
        let (text, frequency) = (index.text(), self.frequency(index.text()));
        let count = || katagami::spectrum::Spectrum::count(index, self.lengths(), frequency);
        let spectrum = self.input.doing("counting", count);
        let found = Found {
            line: PowerLaw::fit(&spectrum),
            peaks: self.peaks(&spectrum, frequency),
            spectrum,
            frequency,
        };
        let rows: Vec<SpectrumRow> =
            spectrum_rows(&found.spectrum, found.line, &found.peaks, self.exponent).collect();
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, &rows, out),
            None => found.describe(text, out).map_err(unwritten),
        })?;
        #[cfg(feature = "plot")]
        self.figure.write(|curves| self.draw(curves, &rows, &found, text))?;
        Ok(if found.peaks.is_empty() { Outcome::Nothing } else { Outcome::Found })
    }

    #[cfg(feature = "plot")]
    fn draw(
        &self,
        curves: &[Curve],
        rows: &[SpectrumRow],
        found: &Found,
        text: &Text,
    ) -> katagami::plot::Figure {
        use katagami::plot::{Figure, distinct, thousands, total};
        let lengths = self.lengths();
        let (pages, symbols) = (text.documents(), text.len() - text.documents());
        let unit = if pages == 1 { "page" } else { "pages" };
        let sizes =
            format!("{pages} {unit}, {} symbols, substrings of length {lengths}", thousands(symbols.into()));
        curves.iter().fold(Figure::new(&self.input.title(), &sizes), |figure, curve| {
            figure.chart(match curve {
                Curve::Distinct => distinct(rows, found.frequency, found.line.as_ref()),
                Curve::Total => total(rows, found.frequency),
            })
        })
    }

    fn frequency(&self, text: &Text) -> Frequency {
        match (self.frequency, self.method) {
            (Some(Counted::Documents), _) => Frequency::Documents,
            (None, Method::Ours) => Frequency::of(text),
            (Some(Counted::Occurrences), _) | (None, Method::Paper) => Frequency::Occurrences,
        }
    }

    fn peaks(&self, spectrum: &katagami::spectrum::Spectrum, frequency: Frequency) -> Vec<Peak> {
        match self.method {
            Method::Ours => PeakFinder::counting(frequency).find(spectrum),
            Method::Paper => {
                peak::paper::peak(spectrum).map(|row| Peak { row, prominence: None }).into_iter().collect()
            }
        }
    }
}

struct Found {
    spectrum: katagami::spectrum::Spectrum,
    frequency: Frequency,
    line: Option<PowerLaw>,
    peaks: Vec<Peak>,
}

/// The maximum number of peaks that are listed for people; the rows for programs have all.
const LISTED: usize = 8;

impl Found {
    fn describe(&self, text: &Text, out: &mut dyn Write) -> std::io::Result<()> {
        let symbols = text.len() - text.documents();
        let s = if symbols == 1 { "" } else { "s" };
        writeln!(out, "{}, {symbols} symbol{s}", pages(text.documents() as usize))?;
        if let Some(line) = self.line {
            writeln!(out, "V(f) ~ f^{:.2}, R2 {:.2}", -line.exponent, line.fit)?;
        }
        let Some(highest) = self.peaks.first() else {
            return writeln!(out, "no peak: strings are shared no more often than in natural text");
        };
        let unit = match self.frequency {
            Frequency::Documents => "pages",
            Frequency::Occurrences => "occurrences",
        };
        writeln!(out, "peak {} {unit}\n", highest.row.frequency)?;
        writeln!(out, "{:>12} {:>14} {:>16}  {:>13}", "f", "V(f)", "F(f)", "over the line")?;
        for peak in self.peaks.iter().take(LISTED) {
            let Row { frequency, distinct } = peak.row;
            let over = peak.prominence.map_or_else(String::new, |over| format!("{over:.1}x"));
            writeln!(out, "{frequency:>12} {distinct:>14} {:>16}  {over:>13}", peak.row.total())?;
        }
        if let Some(more) = self.peaks.len().checked_sub(LISTED).filter(|&more| more > 0) {
            writeln!(out, "and {more} lower ones")?;
        }
        Ok(())
    }
}

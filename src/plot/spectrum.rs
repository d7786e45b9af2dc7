//! The two charts of a spectrum: V(f) and F(f).
//!
//! Source: Noguchi, Yamada, Ikeda, Hirokawa, "Template Extraction from Web Documents using Substring Amplification",
//! 2004, figures 3 and 4.

use super::axis::{Axis, thousands};
use super::chart::{Chart, Point, Series};
use crate::report::SpectrumRow;
use crate::spectrum::{Frequency, PowerLaw, exact};

/// The largest number of peaks that are marked: the highest ones.
const MARKED: usize = 12;

/// F(f) is shown up to this multiple of the highest peak's frequency: strings of the template that occur twice, three times and so
/// on on a page appear at the multiples.
const MULTIPLES: f64 = 8.0;

/// V(f) on logarithmic axes with the fitted line and the peaks (figures 3a and 3b). Natural text follows the line; a template
/// deviates from it.
#[must_use]
pub fn distinct(rows: &[SpectrumRow], counted: Frequency, line: Option<&PowerLaw>) -> Chart {
    let mut chart = Chart::new(Axis::log(frequency(counted)), Axis::log("distinct substrings V(f)"))
        .series(Series::points("V(f)", rows.iter().map(distinct_point)));
    if let Some(law) = line {
        let name = format!("power law, a = {:.2}, R² = {:.2}", law.exponent, law.fit);
        let ends = [rows.first(), rows.last()].into_iter().flatten();
        chart = chart.series(Series::line(
            name,
            ends.filter_map(|row| Some(Point { x: row.frequency.into(), y: row.line? })),
        ));
    }
    with_peaks(chart, rows, distinct_point)
}

/// F(f) with its peaks (figure 4), up to a multiple of the highest one's frequency.
#[must_use]
pub fn total(rows: &[SpectrumRow], counted: Frequency) -> Chart {
    let highest = rows.iter().find(|row| row.peak == Some(1));
    let shown = highest.map_or(rows.len(), |peak| {
        rows.partition_point(|row| f64::from(row.frequency) <= MULTIPLES * f64::from(peak.frequency))
    });
    let rows = &rows[..shown];
    let x = if highest.is_some() { Axis::linear(frequency(counted)) } else { Axis::log(frequency(counted)) };
    let chart = Chart::new(x, Axis::log("total frequency F(f) = f V(f)"))
        .series(Series::stems("F(f)", rows.iter().map(total_point)));
    with_peaks(chart, rows, total_point)
}

fn with_peaks(chart: Chart, rows: &[SpectrumRow], point: fn(&SpectrumRow) -> Point) -> Chart {
    let mut peaks: Vec<&SpectrumRow> = rows.iter().filter(|row| row.peak.is_some()).collect();
    peaks.sort_by_key(|row| row.peak);
    peaks.truncate(MARKED);
    let name = match peaks.len() {
        0 => return chart,
        1 => "peak",
        _ => "peaks",
    };
    let chart = chart.series(Series::peaks(name, peaks.iter().map(|row| point(row))));
    peaks.iter().fold(chart, |chart, row| chart.note(point(row), thousands(row.frequency.into())))
}

fn distinct_point(row: &SpectrumRow) -> Point {
    Point { x: row.frequency.into(), y: exact(row.distinct) }
}

fn total_point(row: &SpectrumRow) -> Point {
    Point { x: row.frequency.into(), y: exact(row.total) }
}

fn frequency(counted: Frequency) -> &'static str {
    match counted {
        Frequency::Documents => "frequency f (pages)",
        Frequency::Occurrences => "frequency f (occurrences)",
    }
}

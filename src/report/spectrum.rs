//! A spectrum as rows, for both tables and figures.

use crate::spectrum::{Peak, PowerLaw, Spectrum};
use serde::Serialize;

/// A frequency of a spectrum, with its counts, the fitted line and its rank as a peak.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SpectrumRow {
    /// f.
    pub frequency: u32,
    /// V(f).
    pub distinct: u64,
    /// F(f) = f V(f).
    pub total: u64,
    /// `F_a(f)` = f^a V(f).
    pub amplified: f64,
    /// V(f) on the fitted line, if there is one.
    pub line: Option<f64>,
    /// 1 for the highest peak, 2 for the next; `None` if the frequency is no peak.
    pub peak: Option<usize>,
}

/// The rows of a spectrum, the smallest frequency first. If `exponent` is not given, that of the fitted line is used to amplify.
pub fn spectrum_rows(
    spectrum: &Spectrum,
    line: Option<PowerLaw>,
    peaks: &[Peak],
    exponent: Option<f64>,
) -> impl Iterator<Item = SpectrumRow> {
    let exponent = exponent.or(line.map(|line| line.exponent)).unwrap_or(1.0);
    spectrum.rows().iter().map(move |&row| SpectrumRow {
        frequency: row.frequency,
        distinct: row.distinct,
        total: row.total(),
        amplified: row.amplified(exponent),
        line: line.map(|line| line.distinct(row.frequency)),
        peak: peaks.iter().position(|peak| peak.row == row).map(|i| i + 1),
    })
}

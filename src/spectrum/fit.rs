//! Fits the power law that natural text follows: log V(f) = b - a log f.
//!
//! Frequencies are grouped into bins of equal width on the logarithmic axis, including frequencies with V(f) = 0, so
//! that the long tail of V(f) = 1 does not dominate. The slope is the median of the slopes between all pairs of bins
//! (Theil, 1950; Sen, 1968), which a peak in fewer than 29% of the bins cannot change much.

use super::{Spectrum, exact};

/// The line log V(f) = b - a log f through a [`Spectrum`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PowerLaw {
    /// a: how fast V(f) falls.
    pub exponent: f64,
    /// b: the natural logarithm of V(1) on the line.
    pub intercept: f64,
    /// R^2 over the bins: 1 if all lie on the line, 0 or less if a constant does as well.
    pub fit: f64,
}

/// Bins for each doubling of the frequency: enough points for small inputs, while a bin at f = 100 still has 12
/// values.
const BINS_A_DOUBLING: f64 = 4.0;

impl PowerLaw {
    /// Fits the line to all frequencies from 1 up to the first empty bin. `None` if there are fewer than four bins:
    /// with three, an outlier cannot be distinguished from the other points.
    #[must_use]
    pub fn fit(spectrum: &Spectrum) -> Option<Self> {
        let bins = bins(spectrum);
        if bins.len() < 4 {
            return None;
        }
        let slopes = bins
            .iter()
            .enumerate()
            .flat_map(|(i, a)| bins[i + 1..].iter().map(move |b| (b.1 - a.1) / (b.0 - a.0)));
        let slope = median(slopes.collect());
        let intercept = median(bins.iter().map(|(x, y)| y - slope * x).collect());
        let mean = bins.iter().map(|bin| bin.1).sum::<f64>() / exact(bins.len() as u64);
        let around_mean: f64 = bins.iter().map(|(_, y)| (y - mean).powi(2)).sum();
        let around_line: f64 = bins.iter().map(|(x, y)| (y - intercept - slope * x).powi(2)).sum();
        let fit = if around_mean > 0.0 { 1.0 - around_line / around_mean } else { 1.0 };
        Some(PowerLaw { exponent: -slope, intercept, fit })
    }

    /// V(f) on the line.
    #[must_use]
    pub fn distinct(&self, frequency: u32) -> f64 {
        (self.intercept - self.exponent * f64::from(frequency).ln()).exp()
    }
}

/// The pair (log f, log of the mean V(f)) for each bin.
fn bins(spectrum: &Spectrum) -> Vec<(f64, f64)> {
    let mut bins = Vec::new();
    let mut rows = spectrum.rows().iter().peekable();
    let mut low = 1_u32;
    while rows.peek().is_some() {
        let high = ((f64::from(low)) * 2_f64.powf(1.0 / BINS_A_DOUBLING)).ceil();
        let mut distinct = 0;
        while let Some(row) = rows.next_if(|row| f64::from(row.frequency) < high) {
            distinct += row.distinct;
        }
        let width = high - f64::from(low);
        if distinct == 0 {
            break;
        }
        let middle = f64::midpoint(f64::from(low).ln(), (high - 1.0).ln());
        bins.push((middle, (exact(distinct) / width).ln()));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number just above a frequency"
        )]
        {
            low = high.min(f64::from(u32::MAX)) as u32;
        }
    }
    bins
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { f64::midpoint(values[middle - 1], values[middle]) }
}

#[cfg(test)]
mod tests {
    use super::super::Row;
    use super::*;

    #[test]
    fn a_power_law_is_recovered_despite_a_peak() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rounded positive numbers"
        )]
        let law = (1..2000_u32).map(|frequency| Row {
            frequency,
            distinct: (1e9 * f64::from(frequency).powf(-2.2)).round() as u64,
        });
        let spectrum = Spectrum::from_rows(law.chain([Row { frequency: 40, distinct: 90_000_000 }]));
        let line = PowerLaw::fit(&spectrum).unwrap();
        assert!((line.exponent - 2.2).abs() < 0.03, "{line:?}");
        assert!((line.distinct(40) / 1e9 / 40_f64.powf(-2.2)).ln().abs() < 0.1, "{line:?}");
    }
}

//! Finds the peaks of a spectrum: the frequencies that show how many pages or records share a template.
//!
//! All n(n+1)/2 substrings of a shared string of n symbols occur as often as the string does, so F(f) rises at that
//! frequency. A frequency is a peak when its V is at least twice the value of the power law fitted to the whole
//! spectrum, and its F is at least a tenth of each neighbour's. The highest peak comes first.

use super::{Frequency, PowerLaw, Row, Spectrum, exact};

/// The rule as published: the largest F(f), without the frequencies 1 and 2 (section 5).
pub mod paper {
    use super::{Row, Spectrum};

    /// The row with the largest F(f); among several, the one with the smallest frequency. `None` if nothing occurs
    /// three times.
    #[must_use]
    pub fn peak(spectrum: &Spectrum) -> Option<Row> {
        let rows = spectrum.rows().iter().filter(|row| row.frequency >= 3);
        rows.copied().max_by_key(|row| (row.total(), std::cmp::Reverse(row.frequency)))
    }
}

/// A frequency at which F is exceptionally large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// The frequency, with its V and F.
    pub row: Row,
    /// V divided by its value on the fitted line, or by 1 if that is larger, since one string can always occur by
    /// chance. `None` if there are too few frequencies for a line.
    pub prominence: Option<f64>,
}

/// A neighbour of a peak may be at most this many times as high. Two templates of 12 and 13 pages are two peaks, while
/// the parts that 12 of 13 pages have are on the slope of one peak.
const SLOPE: u64 = 10;

/// Finds peaks.
#[derive(Clone, Copy, Debug)]
pub struct PeakFinder {
    least: u32,
    prominence: f64,
    share: f64,
}

impl Default for PeakFinder {
    fn default() -> Self {
        // 3: below that, pairs of copied passages win (section 5). 2: by documents, V of natural text deviates from
        // the line by less than that.
        PeakFinder { least: 3, prominence: 2.0, share: 0.0 }
    }
}

impl PeakFinder {
    /// Finds peaks from frequency 3 with at least twice the V of the line.
    #[must_use]
    pub fn new() -> Self {
        PeakFinder::default()
    }

    /// The defaults for this unit of frequency. If occurrences are counted, a peak must also have 1% of all
    /// occurrences of repeated substrings: a single phrase of natural text makes a small peak of its own, the largest
    /// with 0.84% (`data/natural`).
    #[must_use]
    pub fn counting(frequency: Frequency) -> Self {
        match frequency {
            Frequency::Documents => PeakFinder::new(),
            Frequency::Occurrences => PeakFinder::new().min_share(0.01),
        }
    }

    /// Sets the smallest frequency that may be a peak.
    #[must_use]
    pub fn min_frequency(self, frequency: u32) -> Self {
        PeakFinder { least: frequency, ..self }
    }

    /// Sets the smallest ratio of V to the line that a peak must have.
    #[must_use]
    pub fn min_prominence(self, prominence: f64) -> Self {
        PeakFinder { prominence, ..self }
    }

    /// Sets the smallest share of the total F, without frequency 1, that a peak must have: between 0 and 1.
    #[must_use]
    pub fn min_share(self, share: f64) -> Self {
        PeakFinder { share, ..self }
    }

    /// The peaks, the largest F first.
    #[must_use]
    pub fn find(self, spectrum: &Spectrum) -> Vec<Peak> {
        let line = PowerLaw::fit(spectrum);
        let total = |frequency| u64::from(frequency) * spectrum.distinct(frequency);
        let least = self.share * exact(spectrum.total() - total(1));
        let mut peaks: Vec<Peak> = spectrum
            .rows()
            .iter()
            .filter(|row| row.frequency >= self.least && exact(row.total()) >= least)
            .filter(|row| {
                // Copied pages make a slope down from frequency 2, and are no peak themselves.
                let slope = if row.frequency == self.least { 1 } else { SLOPE };
                let (before, after) = (total(row.frequency - 1), total(row.frequency.saturating_add(1)));
                row.total() >= (before / slope).max(after / SLOPE)
            })
            .map(|&row| Peak {
                row,
                prominence: line.map(|line| exact(row.distinct) / line.distinct(row.frequency).max(1.0)),
            })
            .filter(|peak| peak.prominence.is_none_or(|prominence| prominence >= self.prominence))
            .collect();
        peaks.sort_by_key(|peak| (std::cmp::Reverse(peak.row.total()), peak.row.frequency));
        // Without a line, the lower peaks cannot be distinguished from chance.
        peaks.truncate(if line.is_some() { peaks.len() } else { 1 });
        peaks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spectrum(distinct: &[(u32, u64)]) -> Spectrum {
        Spectrum::from_rows(distinct.iter().map(|&(frequency, distinct)| Row { frequency, distinct }))
    }

    #[test]
    fn the_published_peak_ignores_pairs() {
        let spectrum = spectrum(&[(1, 9000), (2, 4000), (3, 20), (7, 90), (14, 45)]);
        assert_eq!(paper::peak(&spectrum), Some(Row { frequency: 7, distinct: 90 }));
        assert_eq!(paper::peak(&Spectrum::from_rows([Row { frequency: 2, distinct: 5 }])), None);
    }

    #[test]
    fn peaks_are_above_the_line() {
        let law = (1..=40_u32).map(|frequency| (frequency, 1_000_000 / u64::from(frequency).pow(2)));
        let spectrum = spectrum(&law.chain([(13, 400_000), (26, 30_000)]).collect::<Vec<_>>());
        let peaks: Vec<u32> =
            PeakFinder::new().find(&spectrum).iter().map(|peak| peak.row.frequency).collect();
        assert_eq!(peaks, [13, 26]);
    }
}

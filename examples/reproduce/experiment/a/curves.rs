//! Figures 3a, 3b and 4: V(f) of natural text and of pages with a template, and F(f).

use super::super::{Result, Section};
use super::method::{corpus, index};
use katagami::index::Index;
use katagami::plot::{Chart, Figure, distinct, thousands, total};
use katagami::report::{SpectrumRow, spectrum_rows};
use katagami::spectrum::{Frequency, Lengths, Peak, PeakFinder, PowerLaw, Spectrum};
use site::set::SEED;

/// Adds the figures.
///
/// # Errors
/// If a page cannot be read.
pub fn add(section: Section) -> Result<Section> {
    let natural = site::natural::ENGLISH;
    let natural = Spectra::new(index(&corpus(&natural.site().pages(SEED, natural.count))?)?);
    let set = site::faculty::ALL[0];
    let template = Spectra::new(index(&corpus(&set.pages())?)?);
    let of_template = format!("{} pages of one template", set.most());
    let many = template.of(Lengths::LONG, Frequency::Occurrences);
    let plain = natural.of(Lengths::LONG, Frequency::Occurrences);
    let by = |frequency| template.of(Lengths::DISCOVERY, frequency);
    let (occurrences, documents) = (by(Frequency::Occurrences), by(Frequency::Documents));
    let figure = |spectra: &Spectra, title: &str| Figure::new(title, &spectra.sizes);
    Ok(section
        .figure(
            "a-figure-3a",
            format!(
                "Figure 3a: V(f) of natural text on logarithmic axes; lengths 1 to {}. {} {}",
                Lengths::LONG.max(),
                plain.line(),
                plain.peaks()
            ),
            figure(&natural, "Natural text").chart(plain.distinct()),
        )
        .figure(
            "a-figure-3b",
            format!(
                "Figure 3b: V(f) of {} pages with one template (set {}). {} {}",
                set.most(),
                set.id,
                many.line(),
                many.peaks()
            ),
            figure(&template, &of_template).chart(many.distinct()),
        )
        .figure(
            "a-figure-4",
            format!(
                "Figure 4: F(f) = f V(f) of the same pages. Above, by occurrences as published: a string that stands twice on \
                 each page counts twice the number of files. {} Below, ours, by pages: no string has more pages than there are. {}",
                occurrences.peaks(),
                documents.peaks()
            ),
            figure(&template, &of_template).chart(occurrences.total()).chart(documents.total()),
        ))
}

/// Pages whose spectra are drawn.
struct Spectra {
    index: Index,
    sizes: String,
}

impl Spectra {
    fn new(index: Index) -> Self {
        let (pages, bytes) = (index.text().documents(), index.text().len() - index.text().documents());
        Spectra { index, sizes: format!("{pages} pages, {} bytes", thousands(bytes.into())) }
    }

    fn of(&self, lengths: Lengths, frequency: Frequency) -> Curve {
        let spectrum = Spectrum::count(&self.index, lengths, frequency);
        let law = PowerLaw::fit(&spectrum);
        let peaks: Vec<Peak> = PeakFinder::counting(frequency).find(&spectrum);
        let rows = spectrum_rows(&spectrum, law, &peaks, None).collect();
        let highest = peaks.iter().map(|peak| peak.row.frequency).take(3).collect();
        Curve { frequency, rows, law, highest }
    }
}

struct Curve {
    frequency: Frequency,
    rows: Vec<SpectrumRow>,
    law: Option<PowerLaw>,
    /// The frequencies of the highest peaks, three at most.
    highest: Vec<u32>,
}

impl Curve {
    fn peaks(&self) -> String {
        match &self.highest[..] {
            [] => "There is no peak.".to_owned(),
            peaks => {
                let peaks: Vec<String> = peaks.iter().map(u32::to_string).collect();
                format!("The highest peaks of F(f) are at f = {}.", peaks.join(", "))
            }
        }
    }

    fn distinct(&self) -> Chart {
        distinct(&self.rows, self.frequency, self.law.as_ref())
    }

    fn total(&self) -> Chart {
        total(&self.rows, self.frequency)
    }

    fn line(&self) -> String {
        self.law.map_or_else(String::new, |law| {
            format!("The fitted line falls with f to the power of {:.2} (R² = {:.2}).", law.exponent, law.fit)
        })
    }
}

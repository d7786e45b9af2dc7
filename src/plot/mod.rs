//! Figures: V(f) and F(f) of a spectrum, how time grows with input, and other curves over two axes.
//!
//! In: rows or points as plain values, and a title. Out: SVG, or PNG drawn from it with the feature `png`. This module draws only; it
//! computes no statistics. Colours, fonts and sizes are in `style`. The size of a figure is bounded by its pixels, not by the number
//! of points.
//!
//! ```
//! use katagami::plot::{Figure, Point, Series, growth};
//!
//! let sorting = Series::curve("SA-IS", [(1.0, 0.1), (16.0, 1.7), (256.0, 28.0)].map(|(x, y)| Point { x, y }));
//! let figure = Figure::new("Time to sort", "random bytes").chart(growth("time (s)", [sorting]));
//! assert!(figure.svg().contains("input (MB)"));
//! ```

mod axis;
mod chart;
mod draw;
mod place;
#[cfg(feature = "png")]
mod png;
mod spectrum;
mod style;

pub use axis::{Axis, thousands};
pub use chart::{Chart, Point, Series};
#[cfg(feature = "png")]
pub use png::Picture;
pub use spectrum::{distinct, total};

/// A title, and charts one below the other.
#[derive(Clone, Debug)]
pub struct Figure {
    title: String,
    subtitle: String,
    charts: Vec<Chart>,
}

impl Figure {
    /// A figure without charts. A title that is too long is cut at its beginning, since paths differ at their ends.
    #[must_use]
    pub fn new(title: &str, subtitle: &str) -> Self {
        Figure { title: fit(title, style::TITLE), subtitle: fit(subtitle, style::LABEL), charts: Vec::new() }
    }

    /// Adds a chart below the others.
    #[must_use]
    pub fn chart(mut self, chart: Chart) -> Self {
        self.charts.push(chart);
        self
    }

    /// The figure as an SVG document: the same bytes for the same figure. Texts use the reader's sans-serif font.
    #[must_use]
    pub fn svg(&self) -> String {
        draw::svg(self)
    }

    /// The figure as PNG, two pixels for each unit of the SVG.
    #[cfg(feature = "png")]
    #[must_use]
    pub fn picture(&self) -> Picture {
        png::picture(&self.svg(), self.size())
    }

    fn size(&self) -> (u32, u32) {
        let charts = u32::try_from(self.charts.len()).expect("a figure has few charts");
        (style::WIDTH, style::HEAD_HEIGHT + charts * style::CHART_HEIGHT)
    }
}

/// A chart of seconds, or of nanoseconds per byte, against the size of the input in MB, both on logarithmic axes.
#[must_use]
pub fn growth(label: &str, series: impl IntoIterator<Item = Series>) -> Chart {
    let chart = Chart::new(Axis::log("input (MB)"), Axis::log(label));
    series.into_iter().fold(chart, Chart::series)
}

/// A text without characters that XML forbids, cut at its beginning to the width of a figure.
fn fit(text: &str, size: u32) -> String {
    let clean = |char: char| {
        if char.is_control() || matches!(char, '\u{FFFE}' | '\u{FFFF}') { '\u{FFFD}' } else { char }
    };
    let text: String = text.chars().map(clean).collect();
    let room = style::WIDTH - 2 * style::MARGIN;
    if style::width(&text, size) <= room {
        return text;
    }
    let mut starts = text.char_indices().map(|(start, _)| &text[start..]);
    let end = starts.find(|end| style::width(end, size) + style::width("…", size) <= room);
    format!("…{}", end.unwrap_or_default())
}

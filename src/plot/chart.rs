//! Charts as plain values: series of points over two axes.

use super::axis::Axis;

/// A point in a chart, in the units of its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The value on the horizontal axis.
    pub x: f64,
    /// The value on the vertical axis.
    pub y: f64,
}

/// How the points of a [`Series`] are drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mark {
    /// Each point as a mark.
    Points,
    /// A line through the points, without marks.
    Line,
    /// A line through the points, and each point as a mark.
    Curve,
    /// Each point as a mark on a vertical line from the horizontal axis.
    Stems,
    /// Each point as a mark, in the style of peaks.
    Peaks,
}

/// Points that are drawn and named together.
#[derive(Clone, Debug)]
pub struct Series {
    pub(super) name: String,
    pub(super) mark: Mark,
    pub(super) points: Vec<Point>,
}

impl Series {
    fn new(mark: Mark, name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Series { name: name.into(), mark, points: points.into_iter().collect() }
    }

    /// Points, each as a mark.
    #[must_use]
    pub fn points(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Points, name, points)
    }

    /// A line. It does not extend the axes and is clipped at their ends.
    #[must_use]
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Line, name, points)
    }

    /// Points as marks, and a line through them in this order.
    #[must_use]
    pub fn curve(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Curve, name, points)
    }

    /// Points as marks, each on a vertical line from the horizontal axis: for discrete values.
    #[must_use]
    pub fn stems(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Stems, name, points)
    }

    /// Highlighted points.
    #[must_use]
    pub fn peaks(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Peaks, name, points)
    }
}

/// A text at a point.
#[derive(Clone, Debug)]
pub(super) struct Note {
    pub(super) at: Point,
    pub(super) text: String,
}

/// Series over two axes, with a legend if there is more than one.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) series: Vec<Series>,
    pub(super) notes: Vec<Note>,
}

impl Chart {
    /// An empty chart over these axes, the horizontal one first.
    #[must_use]
    pub fn new(x: Axis, y: Axis) -> Self {
        Chart { x, y, series: Vec::new(), notes: Vec::new() }
    }

    /// Adds a series. Later ones are drawn over earlier ones.
    #[must_use]
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    /// Adds a text next to a point. A text that would cover an earlier one is left out, so add the most important first.
    #[must_use]
    pub fn note(mut self, at: Point, text: impl Into<String>) -> Self {
        self.notes.push(Note { at, text: text.into() });
        self
    }
}

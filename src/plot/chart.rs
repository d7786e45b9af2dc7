//! What a figure shows, as plain values: series of points over two axes.

use super::axis::Axis;

/// A place in a chart, in the units of its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Along the horizontal axis.
    pub x: f64,
    /// Along the vertical axis.
    pub y: f64,
}

/// How the points of a [`Series`] are drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mark {
    /// Each by itself.
    Points,
    /// A line through them, without marks.
    Line,
    /// A line through them, and each of them.
    Curve,
    /// Each on a line up from the horizontal axis.
    Stems,
    /// Each by itself, in the look of peaks.
    Peaks,
}

/// Points that belong together.
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

    /// Points, each by itself.
    #[must_use]
    pub fn points(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Points, name, points)
    }

    /// A line; it does not widen the axes and is cut where they end.
    #[must_use]
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Line, name, points)
    }

    /// Points, and a line through them in this order.
    #[must_use]
    pub fn curve(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Curve, name, points)
    }

    /// Points, each on a line up from the horizontal axis: for values between which there are none.
    #[must_use]
    pub fn stems(name: impl Into<String>, points: impl IntoIterator<Item = Point>) -> Self {
        Self::new(Mark::Stems, name, points)
    }

    /// Points that the eye is to find first.
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
    /// Nothing yet over these axes, the horizontal one first.
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

    /// Adds a text beside a point, the most important first: one that would cover an earlier one is left out.
    #[must_use]
    pub fn note(mut self, at: Point, text: impl Into<String>) -> Self {
        self.notes.push(Note { at, text: text.into() });
        self
    }
}

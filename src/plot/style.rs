//! Sizes, fonts, colours and shapes of all figures.
//!
//! A figure is 1200 units wide, so that if it is printed 16 cm wide, 22 units are the height of 8-point type. Colours are
//! those of Okabe and Ito, "Color Universal Design", 2008, in an order in which neighbours also differ in grey. Each colour
//! has its own shape of mark.

/// The width of a figure.
pub(super) const WIDTH: u32 = 1200;
/// The height of one chart.
pub(super) const CHART_HEIGHT: u32 = 640;
/// The height of title and subtitle together.
pub(super) const HEAD_HEIGHT: u32 = 88;
/// The margin around a figure.
pub(super) const MARGIN: u32 = 16;
/// The room for the numbers and the label of an axis: below, and at the left.
pub(super) const AXIS_ROOM: [u32; 2] = [76, 136];
/// The room at the right, for half of the number at the end of an axis.
pub(super) const RIGHT_MARGIN: u32 = 44;

/// The reader's sans-serif font; PNG pictures use our own font.
pub(super) const FONT: &str = "sans-serif";
pub(super) const TITLE: u32 = 28;
pub(super) const AXIS_LABEL: u32 = 24;
pub(super) const LABEL: u32 = 22;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

pub(super) const INK: Colour = [0, 0, 0];
pub(super) const FAINT_INK: Colour = [80, 80, 80];
pub(super) const GRID: Colour = [200, 200, 200];
pub(super) const FINE_GRID: Colour = [236, 236, 236];

/// The radius of a mark.
pub(super) const RADIUS: i32 = 5;
/// The radius of a peak's mark.
pub(super) const PEAK_RADIUS: i32 = 11;
pub(super) const STROKE: u32 = 2;

/// The shape of a mark.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MarkShape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
}

/// The colour and the marks of a series.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeriesStyle {
    pub(super) colour: Colour,
    pub(super) shape: MarkShape,
}

/// The style of peaks: a vermilion diamond, which is the most visible mark.
pub(super) const PEAK: SeriesStyle = SeriesStyle { colour: [213, 94, 0], shape: MarkShape::Diamond };

const STYLES: [SeriesStyle; 5] = [
    SeriesStyle { colour: [0, 114, 178], shape: MarkShape::Circle },
    SeriesStyle { colour: [0, 0, 0], shape: MarkShape::Triangle },
    SeriesStyle { colour: [230, 159, 0], shape: MarkShape::Square },
    SeriesStyle { colour: [86, 180, 233], shape: MarkShape::Diamond },
    SeriesStyle { colour: [0, 158, 115], shape: MarkShape::Cross },
];

/// The style of the n-th series; from the sixth on, colours are combined with other shapes.
pub(super) fn of_series(n: usize) -> SeriesStyle {
    let colour = STYLES[n % STYLES.len()].colour;
    let shape = STYLES[(n + n / STYLES.len()) % STYLES.len()].shape;
    SeriesStyle { colour, shape }
}

/// The approximate width of a text of this size; fonts differ.
pub(super) fn width(text: &str, size: u32) -> u32 {
    let tenths = |char| match char {
        ' ' | '!' | '\'' | '(' | ')' | ',' | '.' | '/' | ':' | ';' | 'f' | 'i' | 'j' | 'l' | 'r' | 't'
        | '|' => 4,
        '%' | '@' | 'M' | 'W' | 'm' | 'w' => 9,
        '\u{2E80}'.. => 10,
        _ => 6,
    };
    text.chars().map(tenths).sum::<u32>() * size / 10
}

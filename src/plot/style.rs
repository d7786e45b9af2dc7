//! Sizes, fonts, colours and shapes of all figures.
//!
//! A figure is 1200 wide, so that on a page with 16 cm of text 22 units are the height of 8-point type. Colours are
//! those of Okabe and Ito, "Color Universal Design", 2008, in an order in which neighbours differ in grey as well; and
//! each comes with a shape of its own.

/// Width of a figure.
pub(super) const WIDTH: u32 = 1200;
/// Height of one chart.
pub(super) const CHART_HEIGHT: u32 = 640;
/// Height of title and subtitle.
pub(super) const HEAD_HEIGHT: u32 = 88;
/// Around everything.
pub(super) const MARGIN: u32 = 16;
/// For the numbers and the label of an axis: below, and at the left.
pub(super) const AXIS_ROOM: [u32; 2] = [76, 136];
/// At the right, for the half of a number that stands below the end of an axis.
pub(super) const RIGHT_MARGIN: u32 = 44;

/// Any; what a reader's machine has. Pictures in PNG use the font that comes along.
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

/// Radius of a mark.
pub(super) const RADIUS: i32 = 5;
/// Radius of a peak's mark.
pub(super) const PEAK_RADIUS: i32 = 11;
pub(super) const STROKE: u32 = 2;

/// The outline of a mark.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Cross,
}

/// What tells a series from others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) colour: Colour,
    pub(super) shape: Shape,
}

/// Vermilion, a diamond: what the eye is to find first.
pub(super) const PEAK: Look = Look { colour: [213, 94, 0], shape: Shape::Diamond };

const LOOKS: [Look; 5] = [
    Look { colour: [0, 114, 178], shape: Shape::Circle },
    Look { colour: [0, 0, 0], shape: Shape::Triangle },
    Look { colour: [230, 159, 0], shape: Shape::Square },
    Look { colour: [86, 180, 233], shape: Shape::Diamond },
    Look { colour: [0, 158, 115], shape: Shape::Cross },
];

/// The look of the n-th series; from the sixth on, colours and shapes are combined anew.
pub(super) fn look(n: usize) -> Look {
    let colour = LOOKS[n % LOOKS.len()].colour;
    let shape = LOOKS[(n + n / LOOKS.len()) % LOOKS.len()].shape;
    Look { colour, shape }
}

/// About how wide a text of this size is: fonts differ.
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

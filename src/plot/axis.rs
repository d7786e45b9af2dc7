//! Axes: their range, their grid lines, and how numbers are written.
//!
//! In: the values of all points along an axis. Out: an [`AxisRange`], which maps a value to a position from 0 to 1 and lists the grid
//! lines ([`Tick`]).

/// How values are mapped to positions on an axis.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; values of 0 and below have no position.
    Log,
}

/// An axis without its range, which follows from the values.
#[derive(Clone, Debug)]
pub struct Axis {
    pub(super) label: String,
    scale: Scale,
}

impl Axis {
    /// A logarithmic axis. The label says what it shows, and the unit in parentheses.
    #[must_use]
    pub fn log(label: impl Into<String>) -> Self {
        Axis { label: label.into(), scale: Scale::Log }
    }

    /// A linear axis, which begins at 0 if no value is below. The label says what it shows, and the unit in parentheses.
    #[must_use]
    pub fn linear(label: impl Into<String>) -> Self {
        Axis { label: label.into(), scale: Scale::Linear }
    }

    /// The range that covers these values.
    pub(super) fn range_of(&self, values: impl Iterator<Item = f64>) -> AxisRange {
        let mut whole = true;
        let mut seen: Option<[f64; 2]> = None;
        for value in values.filter(|&value| self.can_show(value)) {
            whole &= value.fract() == 0.0;
            seen = Some(seen.map_or([value; 2], |[low, high]| [low.min(value), high.max(value)]));
        }
        let [low, high] = seen.unwrap_or([1.0, 10.0]);
        let [low, high] = match self.scale {
            Scale::Linear => {
                let low = low.min(0.0);
                [low, if high > low { high + (high - low) * EDGE } else { low + 1.0 }]
            }
            Scale::Log => {
                let ratio = if high > low { (high / low).powf(EDGE) } else { 2.0 };
                [low / ratio, high * ratio]
            }
        };
        AxisRange { scale: self.scale, low, high, whole }
    }

    fn can_show(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }
}

/// The share of an axis that is left free at an end, so that marks are not on the frame.
const EDGE: f64 = 0.04;

/// The range of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisRange {
    scale: Scale,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Whether all values are whole numbers, so that there are no grid lines between whole numbers.
    whole: bool,
}

/// A grid line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tick {
    pub(super) value: f64,
    /// Whether its number is written at the axis.
    pub(super) numbered: bool,
}

/// The largest number of numbered grid lines on a linear axis.
const NUMBERS: f64 = 10.0;

impl AxisRange {
    /// The position of a value: 0 at the low end, 1 at the high end; `None` for a value without a position on such an axis.
    pub(super) fn position(&self, value: f64) -> Option<f64> {
        match self.scale {
            _ if !value.is_finite() => None,
            Scale::Linear => Some((value - self.low) / (self.high - self.low)),
            Scale::Log if value <= 0.0 => None,
            Scale::Log => Some((value / self.low).ln() / (self.high / self.low).ln()),
        }
    }

    /// The grid lines.
    pub(super) fn ticks(&self) -> Vec<Tick> {
        let mut ticks = match self.scale {
            Scale::Linear => self.even_ticks(),
            Scale::Log => self.log_ticks(),
        };
        ticks.retain(|tick| (self.low..=self.high).contains(&tick.value));
        ticks
    }

    fn even_ticks(&self) -> Vec<Tick> {
        let least = (self.high - self.low) / NUMBERS;
        let power = 10_f64.powf(least.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|&step| step >= least * 0.999);
        let step = step.unwrap_or(10.0 * power);
        let step = if self.whole { step.max(1.0) } else { step };
        let first = (self.low / step).ceil();
        let ticks = std::iter::successors(Some(first), |n| Some(n + 1.0))
            .map(|n| Tick { value: n * step, numbered: true });
        ticks.take_while(|tick| tick.value <= self.high).collect()
    }

    fn log_ticks(&self) -> Vec<Tick> {
        let decades = (self.high / self.low).log10();
        let numbered = |digit: u32, decade: i32| match decades {
            ..2.2 => matches!(digit, 1 | 2 | 5),
            ..10.0 => digit == 1,
            _ => digit == 1 && decade % 3 == 0,
        };
        let digits = if decades < 10.0 { 1..=9 } else { 1..=1 };
        #[expect(clippy::cast_possible_truncation, reason = "exponents of f64 are small")]
        let powers = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let ticks = powers.flat_map(|decade| {
            digits.clone().map(move |digit| {
                // Below 1, the quotient is the float nearest to the decimal fraction; the product is not.
                let power = 10_f64.powi(decade.abs());
                let value = if decade < 0 { f64::from(digit) / power } else { f64::from(digit) * power };
                Tick { value, numbered: numbered(digit, decade) }
            })
        });
        let ticks: Vec<Tick> = ticks.filter(|tick| (self.low..=self.high).contains(&tick.value)).collect();
        let numbers = ticks.iter().filter(|tick| tick.numbered).count();
        if numbers < 2 && decades < 2.2 { self.even_ticks() } else { ticks }
    }

    /// The text of a number on the axis: with commas between thousands, or as a power of ten if the axis has very large or very small numbers.
    pub(super) fn number(&self, value: f64) -> String {
        let exponent = value.abs().log10();
        let power_of_ten = exponent.is_finite() && (exponent - exponent.round()).abs() < 1e-9;
        if self.scale == Scale::Log && power_of_ten && (self.high >= 1e6 || self.low < 1e-3) {
            return format!("10{}", superscript(exponent.round()));
        }
        if value.abs() >= 1e6 {
            let exponent = exponent.floor();
            return format!("{} × 10{}", thousands(value / 10_f64.powf(exponent)), superscript(exponent));
        }
        thousands(value)
    }
}

/// The number with commas between thousands and at most four decimals.
#[must_use]
pub fn thousands(value: f64) -> String {
    let digits = format!("{value:.4}");
    let digits = digits.trim_end_matches('0').trim_end_matches('.');
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let (sign, whole) = whole.strip_prefix('-').map_or(("", whole), |whole| ("-", whole));
    let mut text = sign.to_owned();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

fn superscript(exponent: f64) -> String {
    let digit = |char: char| char.to_digit(10).and_then(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit as usize));
    let raise = |char| digit(char).unwrap_or('⁻');
    format!("{exponent:.0}").chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(axis: &Axis, values: &[f64]) -> Vec<String> {
        let range = axis.range_of(values.iter().copied());
        range.ticks().iter().filter(|tick| tick.numbered).map(|tick| range.number(tick.value)).collect()
    }

    #[test]
    fn log_axes_number_powers_of_ten_or_the_values_between() {
        assert_eq!(numbers(&Axis::log("f"), &[1.0, 13.0]), ["1", "2", "5", "10"]);
        assert_eq!(
            numbers(&Axis::log("f"), &[1.0, 86_293.0]),
            ["1", "10", "100", "1,000", "10,000", "100,000"]
        );
        assert_eq!(numbers(&Axis::log("f"), &[1.0, 2e6]), ["10⁰", "10¹", "10²", "10³", "10⁴", "10⁵", "10⁶"]);
        assert_eq!(numbers(&Axis::log("s"), &[0.02, 0.3]), ["0.02", "0.05", "0.1", "0.2"]);
        assert_eq!(numbers(&Axis::log("f"), &[12.0, 15.0]), ["12", "13", "14", "15"]);
    }

    #[test]
    fn linear_axes_number_even_steps() {
        assert_eq!(numbers(&Axis::linear("f"), &[1.0, 3.0]), ["0", "1", "2", "3"]);
        assert_eq!(
            numbers(&Axis::linear("s"), &[0.1, 0.7]),
            ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"]
        );
        assert_eq!(numbers(&Axis::linear("f"), &[0.0, 4_000_000.0]).last().unwrap(), "4 × 10⁶");
    }

    #[test]
    fn the_range_of_one_value_or_none_is_not_empty() {
        for axis in [Axis::log("f"), Axis::linear("f")] {
            for values in [&[][..], &[7.0], &[0.0], &[f64::NAN], &[-1.0]] {
                let range = axis.range_of(values.iter().copied());
                assert!(range.low < range.high, "{range:?}");
                assert!(!range.ticks().is_empty(), "{range:?}");
            }
        }
    }
}

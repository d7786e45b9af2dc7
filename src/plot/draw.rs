//! Draws figures as SVG. This is the only file that uses plotters.
//!
//! In: a [`Figure`]. Out: an SVG document. Points that would cover each other are thinned: one is drawn in each square of four by four
//! units, and a line has at most four points in a column. So the size of a figure does not grow with its input.

use super::Figure;
use super::axis::AxisRange;
use super::chart::{Chart, Mark, Point, Series};
use super::place::{Area, AreaAllocator};
use super::style::{self, Colour, MarkShape, SeriesStyle};
use hashbrown::HashSet;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::collections::BTreeMap;
use std::ops::Range;

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Pixel = (i32, i32);
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// The figure as an SVG document.
pub(super) fn svg(figure: &Figure) -> String {
    let mut svg = String::new();
    let root = SVGBackend::with_string(&mut svg, figure.size()).into_drawing_area();
    draw(figure, &root).expect("writing to a string cannot fail");
    drop(root);
    svg
}

fn draw(figure: &Figure, root: &Canvas) -> Drawn {
    root.fill(&WHITE)?;
    let inset = pixels(style::MARGIN);
    let title = text_style(style::TITLE, style::INK, HPos::Left, VPos::Top);
    root.draw(&Text::new(figure.title.as_str(), (inset, inset), title))?;
    let subtitle = text_style(style::LABEL, style::FAINT_INK, HPos::Left, VPos::Bottom);
    root.draw(&Text::new(figure.subtitle.as_str(), (inset, pixels(style::HEAD_HEIGHT)), subtitle))?;
    let (_, body) = root.split_vertically(style::HEAD_HEIGHT);
    for (area, chart) in body.split_evenly((figure.charts.len(), 1)).iter().zip(&figure.charts) {
        draw_chart(chart, root, area)?;
    }
    root.present()
}

fn draw_chart(chart: &Chart, root: &Canvas, area: &Canvas) -> Drawn {
    // Lines do not extend the axes, unless there is nothing else.
    let has_only_lines = chart.series.iter().all(|series| series.mark == Mark::Line);
    let reached = chart.series.iter().filter(|series| has_only_lines || series.mark != Mark::Line);
    let points: Vec<Point> = reached.flat_map(|series| &series.points).copied().collect();
    let x = chart.x.range_of(points.iter().map(|point| point.x));
    let y = chart.y.range_of(points.iter().map(|point| point.y));

    let [below, left] = style::AXIS_ROOM;
    let mut context = ChartBuilder::on(area)
        .margin(style::MARGIN)
        .margin_right(style::RIGHT_MARGIN)
        .x_label_area_size(below)
        .y_label_area_size(left)
        .build_cartesian_2d(x, y)?;
    let label = text_style(style::LABEL, style::INK, HPos::Center, VPos::Center);
    context
        .configure_mesh()
        .bold_line_style(colour(style::GRID))
        .light_line_style(colour(style::FINE_GRID))
        .axis_style(colour(style::INK).stroke_width(style::STROKE))
        .x_label_formatter(&|value| x.number(*value))
        .y_label_formatter(&|value| y.number(*value))
        .label_style(label)
        .axis_desc_style((style::FONT, style::AXIS_LABEL))
        .x_desc(chart.x.label.as_str())
        .y_desc(chart.y.label.as_str())
        .draw()?;

    let frame = ChartFrame::new(x, y, context.plotting_area().get_pixel_range());
    let mut styles = chart.series.iter().scan(0, |n, series| Some(next_style(n, series.mark)));
    let styles: Vec<SeriesStyle> = styles.by_ref().collect();
    for (series, &style) in chart.series.iter().zip(&styles) {
        draw_series(series, style, &frame, root)?;
    }

    let mut areas = AreaAllocator::new(frame.area);
    let (mut marks, mut lines) = (Vec::new(), Vec::new());
    for series in &chart.series {
        let points: Vec<Pixel> = series.points.iter().filter_map(|&point| frame.pixel(point)).collect();
        if series.mark == Mark::Peaks {
            for &at in &points {
                areas.take(around(at, style::PEAK_RADIUS));
            }
        }
        if matches!(series.mark, Mark::Line | Mark::Curve) {
            lines.extend(points.windows(2).flat_map(|ends| between(ends[0], ends[1])));
        }
        marks.extend(points);
    }
    lines.extend(&marks);
    draw_legend(chart, &styles, &mut areas, &lines, root)?;
    draw_notes(chart, &frame, &mut areas, &marks, root)
}

/// Points on the line from one point to another, closer together than a legend is high.
fn between(from: Pixel, to: Pixel) -> impl Iterator<Item = Pixel> {
    const STEPS: i32 = 32;
    (1..STEPS)
        .map(move |step| (from.0 + (to.0 - from.0) * step / STEPS, from.1 + (to.1 - from.1) * step / STEPS))
}

/// The style of the next series. Peaks look the same in all figures; other series get different styles.
fn next_style(n: &mut usize, mark: Mark) -> SeriesStyle {
    if mark == Mark::Peaks {
        return style::PEAK;
    }
    *n += 1;
    style::of_series(*n - 1)
}

/// The area of a chart inside its axes, with their ranges.
struct ChartFrame {
    x: AxisRange,
    y: AxisRange,
    area: Area,
}

impl ChartFrame {
    fn new(x: AxisRange, y: AxisRange, (across, down): (Range<i32>, Range<i32>)) -> Self {
        let area = Area {
            x: across.start,
            y: down.start,
            width: across.end - across.start,
            height: down.end - down.start,
        };
        ChartFrame { x, y, area }
    }

    /// The position of a point, from 0 to 1 on each axis.
    fn position(&self, point: Point) -> Option<[f64; 2]> {
        Some([self.x.position(point.x)?, self.y.position(point.y)?])
    }

    /// The pixel of a point, if it lies inside the frame.
    fn pixel(&self, point: Point) -> Option<Pixel> {
        let position = self.position(point)?;
        position.iter().all(|share| (0.0..=1.0).contains(share)).then(|| self.pixel_at(position))
    }

    fn pixel_at(&self, [x, y]: [f64; 2]) -> Pixel {
        let Area { x: left, y: top, width, height } = self.area;
        (left + scaled(x, width), top + height - scaled(y, height))
    }
}

fn draw_series(series: &Series, style: SeriesStyle, frame: &ChartFrame, root: &Canvas) -> Drawn {
    if matches!(series.mark, Mark::Line | Mark::Curve) {
        let stroke = colour(style.colour).stroke_width(style::STROKE);
        let positions: Vec<[f64; 2]> =
            series.points.iter().filter_map(|&point| frame.position(point)).collect();
        for line in clip(&positions) {
            let line = thin_line(line.into_iter().map(|position| frame.pixel_at(position)));
            root.draw(&PathElement::new(line, stroke))?;
        }
    }
    if series.mark == Mark::Stems {
        let stroke = colour(style.colour).mix(0.5).stroke_width(1);
        let foot = frame.area.y + frame.area.height;
        let mut highest = BTreeMap::new();
        for (x, y) in series.points.iter().filter_map(|&point| frame.pixel(point)) {
            let top = highest.entry(x).or_insert(y);
            *top = y.min(*top);
        }
        for (x, y) in highest {
            root.draw(&PathElement::new([(x, foot), (x, y)], stroke))?;
        }
    }
    if series.mark != Mark::Line {
        let mut seen = HashSet::new();
        let points = series.points.iter().filter_map(|&point| frame.pixel(point));
        for at in points.filter(|(x, y)| seen.insert((x / THIN, y / THIN))) {
            draw_mark(series.mark, style, at, root)?;
        }
    }
    Ok(())
}

/// One point is drawn in each square of this side, which is less than half of a mark.
const THIN: i32 = 4;

/// The parts of a line that lie inside the unit square.
fn clip(positions: &[[f64; 2]]) -> Vec<Vec<[f64; 2]>> {
    let mut lines: Vec<Vec<[f64; 2]>> = Vec::new();
    for pair in positions.windows(2) {
        let [a, b] = [pair[0], pair[1]];
        // The part of the segment a..b inside, as shares of its length (Liang and Barsky, 1984).
        let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let delta = b[axis] - a[axis];
            if delta == 0.0 && !(0.0..=1.0).contains(&a[axis]) {
                leave = -1.0;
            } else if delta != 0.0 {
                let [at_low, at_high] = [-a[axis] / delta, (1.0 - a[axis]) / delta];
                enter = enter.max(at_low.min(at_high));
                leave = leave.min(at_low.max(at_high));
            }
        }
        if enter > leave {
            continue;
        }
        let [from, to] = [enter, leave].map(|share| [0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis])));
        match lines.last_mut() {
            Some(line) if line.last() == Some(&from) => line.push(to),
            _ => lines.push(vec![from, to]),
        }
    }
    lines
}

/// The line with only the first, the lowest, the highest and the last point of each column of pixels.
fn thin_line(line: impl Iterator<Item = Pixel>) -> Vec<Pixel> {
    let line: Vec<Pixel> = line.collect();
    let mut thinned: Vec<Pixel> = Vec::new();
    for column in line.chunk_by(|a, b| a.0 == b.0) {
        let low = column.iter().map(|at| at.1).min();
        let high = column.iter().map(|at| at.1).max();
        let x = column[0].0;
        let [first, last] = [column[0].1, column[column.len() - 1].1];
        thinned.extend([Some(first), low, high, Some(last)].into_iter().flatten().map(|y| (x, y)));
    }
    thinned.dedup();
    thinned
}

fn draw_mark(mark: Mark, style: SeriesStyle, at: Pixel, root: &Canvas) -> Drawn {
    let radius = if mark == Mark::Peaks { style::PEAK_RADIUS } else { style::RADIUS };
    let corners = |offsets: &[Pixel]| -> Vec<Pixel> {
        offsets.iter().map(|(x, y)| (at.0 + x * radius / 5, at.1 + y * radius / 5)).collect()
    };
    let fill = colour(style.colour).filled();
    match style.shape {
        // Open, so that points close together are seen as several.
        MarkShape::Circle => {
            root.draw(&Circle::new(at, radius, colour(style.colour).stroke_width(style::STROKE)))
        }
        MarkShape::Square => root.draw(&Polygon::new(corners(&[(-5, -5), (5, -5), (5, 5), (-5, 5)]), fill)),
        MarkShape::Triangle => root.draw(&Polygon::new(corners(&[(0, -6), (6, 5), (-6, 5)]), fill)),
        MarkShape::Diamond => root.draw(&Polygon::new(corners(&[(0, -6), (6, 0), (0, 6), (-6, 0)]), fill)),
        MarkShape::Cross => {
            root.draw(&Cross::new(at, radius, colour(style.colour).stroke_width(style::STROKE)))
        }
    }
}

/// Draws the legend in the corner where it covers the fewest points; none for a single series.
fn draw_legend(
    chart: &Chart,
    styles: &[SeriesStyle],
    areas: &mut AreaAllocator,
    marks: &[Pixel],
    root: &Canvas,
) -> Drawn {
    const SAMPLE: i32 = 44;
    const PADDING: i32 = 12;
    const LEADING: i32 = 32;
    let Some(longest) = chart.series.iter().map(|series| style::width(&series.name, style::LABEL)).max()
    else {
        return Ok(());
    };
    if chart.series.len() == 1 {
        return Ok(());
    }
    let (width, height) =
        (3 * PADDING + SAMPLE + pixels(longest), PADDING + LEADING * count(chart.series.len()));
    let area = areas.corner([width, height], marks);
    draw_box(area, Some(style::GRID), root)?;
    for ((series, &style), line) in chart.series.iter().zip(styles).zip(0..) {
        let (x, y) = (area.x + PADDING, area.y + PADDING / 2 + LEADING * line + LEADING / 2);
        if matches!(series.mark, Mark::Line | Mark::Curve) {
            let stroke = colour(style.colour).stroke_width(style::STROKE);
            root.draw(&PathElement::new([(x, y), (x + SAMPLE, y)], stroke))?;
        }
        if series.mark != Mark::Line {
            draw_mark(series.mark, style, (x + SAMPLE / 2, y), root)?;
        }
        let text = text_style(style::LABEL, style::INK, HPos::Left, VPos::Center);
        root.draw(&Text::new(series.name.as_str(), (x + SAMPLE + PADDING, y), text))?;
    }
    Ok(())
}

/// Draws texts next to their points, if there is room.
fn draw_notes(
    chart: &Chart,
    frame: &ChartFrame,
    areas: &mut AreaAllocator,
    marks: &[Pixel],
    root: &Canvas,
) -> Drawn {
    const PADDING: i32 = 4;
    for note in &chart.notes {
        let Some(at) = frame.pixel(note.at) else { continue };
        let mark = around(at, style::PEAK_RADIUS);
        let (width, height) =
            (pixels(style::width(&note.text, style::LABEL)) + 2 * PADDING, pixels(style::LABEL));
        let Some(area) = areas.next_to(mark, [width, height], marks) else { continue };
        draw_box(area, None, root)?;
        let middle = (area.x + area.width / 2, area.y + area.height / 2);
        let text = text_style(style::LABEL, style::INK, HPos::Center, VPos::Center);
        root.draw(&Text::new(note.text.as_str(), middle, text))?;
    }
    Ok(())
}

/// Draws a background for text, which is slightly transparent.
fn draw_box(area: Area, border: Option<Colour>, root: &Canvas) -> Drawn {
    let corners = [(area.x, area.y), (area.x + area.width, area.y + area.height)];
    root.draw(&Rectangle::new(corners, WHITE.mix(0.8).filled()))?;
    border.map_or(Ok(()), |border| root.draw(&Rectangle::new(corners, colour(border))))
}

/// The area that a mark of this radius covers; the corners of some shapes extend a fifth farther.
fn around((x, y): Pixel, radius: i32) -> Area {
    let reach = radius + radius / 5;
    Area { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }
}

fn colour([red, green, blue]: Colour) -> RGBColor {
    RGBColor(red, green, blue)
}

fn text_style(size: u32, ink: Colour, across: HPos, down: VPos) -> TextStyle<'static> {
    // plotters writes a smaller font size into SVG than it is given.
    const WRITTEN: f64 = 1.24;
    (style::FONT, f64::from(size) * WRITTEN)
        .with_color(colour(ink))
        .with_anchor::<RGBColor>(Pos::new(across, down))
        .into_text_style(&(0, 0))
}

/// A length as a coordinate of plotters.
fn pixels(length: u32) -> i32 {
    i32::try_from(length).expect("figures are small")
}

fn count(items: usize) -> i32 {
    i32::try_from(items).expect("a chart has few series")
}

/// A share, from 0 to 1, of a length.
#[expect(clippy::cast_possible_truncation, reason = "not more than the length")]
fn scaled(share: f64, length: i32) -> i32 {
    (share * f64::from(length)).round() as i32
}

impl Ranged for AxisRange {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        // Called for ticks only, and these have a position.
        start + scaled(self.position(*value).unwrap_or(0.0), end - start)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let fine = hint.weight().allow_light_points();
        self.ticks().iter().filter(|tick| fine || tick.numbered).map(|tick| tick.value).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for AxisRange {
    fn format_ext(&self, value: &f64) -> String {
        self.number(*value)
    }
}

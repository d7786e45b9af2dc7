//! Draws the time and the memory for each page against the number of pages: the rows that `benches/content.py` and
//! `benches/similar-growth.py` print.
//!
//! ```text
//! cargo run --release --example content -- benches/content.csv benches/content.svg
//! ```

use katagami::plot::{Axis, Chart, Figure, Point, Series};
use std::error::Error;

#[derive(serde::Deserialize)]
struct Row {
    job: String,
    pages: f64,
    microseconds_a_page: f64,
    mebibytes: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next();
    let (csv, figure) = next().zip(next()).ok_or("give ROWS.csv FIGURE.svg and perhaps TITLE SUBTITLE")?;
    let title = next().unwrap_or_else(|| "Content of sites of any size".to_owned());
    let subtitle = next().unwrap_or_else(|| "one thread; generated pages of 6 kB".to_owned());
    let mut rows: Vec<Row> = csv::Reader::from_path(csv)?.deserialize().collect::<Result<_, _>>()?;
    rows.sort_by(|a, b| a.job.cmp(&b.job));
    let chart = |values: Axis, value: fn(&Row) -> f64| {
        let chart = Chart::new(Axis::log("pages"), values);
        let series = rows.chunk_by(|a, b| a.job == b.job).map(|rows| {
            Series::curve(&*rows[0].job, rows.iter().map(|row| Point { x: row.pages, y: value(row) }))
        });
        series.fold(chart, Chart::series)
    };
    let drawn = Figure::new(&title, &subtitle)
        .chart(chart(Axis::linear("microseconds a page"), |row| row.microseconds_a_page))
        .chart(chart(Axis::log("MiB at most"), |row| row.mebibytes));
    std::fs::write(figure, drawn.svg())?;
    Ok(())
}

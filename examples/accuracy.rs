//! Draws how right the answers are against the number of pages: the rows that `benches/accuracy.py` prints.
//!
//! ```text
//! cargo run --release --example accuracy -- benches/accuracy.csv benches/accuracy.svg
//! ```

use katagami::plot::{Axis, Chart, Figure, Point, Series};
use std::error::Error;

#[derive(serde::Deserialize)]
struct Row {
    what: String,
    pages: f64,
    f1: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let [csv, figure] =
        std::env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "give ROWS.csv FIGURE.svg")?;
    let rows: Vec<Row> = csv::Reader::from_path(csv)?.deserialize().collect::<Result<_, _>>()?;
    let chart = Chart::new(Axis::log("pages given at once"), Axis::linear("F1"));
    let series = rows
        .chunk_by(|a, b| a.what == b.what)
        .map(|rows| Series::curve(&*rows[0].what, rows.iter().map(|row| Point { x: row.pages, y: row.f1 })));
    let drawn = Figure::new(
        "How many pages are enough?",
        "records: pages of one site at once; fields: pages learned from",
    )
    .chart(series.fold(chart, Chart::series));
    std::fs::write(figure, drawn.svg())?;
    Ok(())
}

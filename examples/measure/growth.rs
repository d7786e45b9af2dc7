//! Time a byte against the size of the text: flat if the engine is linear.

use super::pages::{MEGABYTE, PageArgs, Pages};
use super::paired::{Summary, float};
use super::stage::Stage;
use super::texts::{Kind, cut};
use katagami::plot::{Figure, Point, Series, growth};
use std::error::Error;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// A text that can be had in any size up to a largest.
struct Source {
    name: String,
    pages: Box<dyn Fn(usize) -> Vec<String>>,
    most: usize,
}

/// Draws nanoseconds a byte from the rows that [`grow`] wrote.
///
/// # Errors
/// If a file cannot be read or written, or a row has no number where one should be.
pub fn draw(csv: &Path, figure: &Path) -> Result<(), Box<dyn Error>> {
    let mut curves: Vec<(String, Vec<Point>)> = Vec::new();
    for row in csv::Reader::from_path(csv)?.into_deserialize() {
        let (text, x, _seconds, y): (String, f64, f64, f64) = row?;
        match curves.last_mut() {
            Some((name, points)) if *name == text => points.push(Point { x, y }),
            _ => curves.push((text, vec![Point { x, y }])),
        }
    }
    let curves = curves.into_iter().map(|(name, points)| Series::curve(name, points));
    let figure_of = Figure::new("Time a byte against the size of the text", "bytes, all lengths, one thread");
    std::fs::write(figure, figure_of.chart(growth("time (ns a byte)", curves)).svg())?;
    Ok(())
}

/// Writes a row for each text and size: 1, 2, 4, ... million bytes.
///
/// # Errors
/// If the file cannot be written.
pub fn grow(args: &PageArgs, runs: usize, csv: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let out: Box<dyn Write> = match csv {
        Some(path) => Box::new(File::create(path)?),
        None => Box::new(io::stdout()),
    };
    let mut out = csv::Writer::from_writer(out);
    out.write_record(["text", "megabytes", "seconds", "ns_per_byte"])?;
    for source in sources(args) {
        let sizes = std::iter::successors(Some(1), |size| Some(size * 2));
        for megabytes in sizes.take_while(|size| size * MEGABYTE <= source.most) {
            let pages = Pages::from((source.pages)(megabytes * MEGABYTE));
            let times = (0..runs).map(|_| Ok(Stage::Fast.run(&pages)?.seconds));
            let times: Vec<f64> = times.collect::<Result<_, Box<dyn Error>>>()?;
            let seconds = Summary::of(times.into_iter()).median;
            let nanoseconds = seconds * 1e9 / float(pages.bytes())?;
            let (seconds, nanoseconds) = (format!("{seconds:.4}"), format!("{nanoseconds:.2}"));
            out.write_record([&source.name, &megabytes.to_string(), &seconds, &nanoseconds])?;
            out.flush()?;
        }
    }
    Ok(())
}

fn sources(args: &PageArgs) -> Vec<Source> {
    let most = args.megabytes * MEGABYTE;
    let generated =
        |kind: Kind| Source { name: kind.to_string(), pages: Box::new(move |bytes| kind.pages(bytes)), most };
    let mut sources: Vec<Source> = [Kind::Random, Kind::Periodic, Kind::AllEqual].map(generated).into();
    if args.inputs.is_empty() {
        sources.push(generated(Kind::Syllabus));
    } else {
        let pages = args.read();
        let most = pages.bytes();
        sources.push(Source {
            name: "pages".to_owned(),
            pages: Box::new(move |bytes| cut(pages.texts.iter().cloned(), bytes)),
            most,
        });
    }
    sources
}

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
use std::rc::Rc;

/// A text that can be had in any size up to a largest, and what is timed with it.
pub struct Source {
    name: String,
    stage: Stage,
    pages: Rc<dyn Fn(usize) -> Vec<String>>,
    most: usize,
}

/// What a row says.
struct Measured {
    name: String,
    megabytes: f64,
    seconds: f64,
    nanoseconds: f64,
}

/// Draws nanoseconds a byte from the rows that [`grow`] wrote.
///
/// # Errors
/// If a file cannot be read or written, or a row has no number where one should be.
pub fn draw(csv: &Path, figure: &Path) -> Result<(), Box<dyn Error>> {
    let head = ("Time a byte against the size of the text", "bytes, all lengths, one thread");
    draw_curves(csv, figure, head, "time (ns a byte)", |row| row.nanoseconds)
}

/// Draws seconds from the rows that [`grow`] wrote of [`peers`].
///
/// # Errors
/// As [`draw`].
pub fn draw_peers(csv: &Path, figure: &Path) -> Result<(), Box<dyn Error>> {
    let head =
        ("Counting the substrings of pages", "bytes, one thread; katagami and the hash map: lengths 1 to 10");
    draw_curves(csv, figure, head, "time (s)", |row| row.seconds)
}

fn draw_curves(
    csv: &Path,
    figure: &Path,
    (title, subtitle): (&str, &str),
    label: &str,
    y: impl Fn(&Measured) -> f64,
) -> Result<(), Box<dyn Error>> {
    let mut curves: Vec<(String, Vec<Point>)> = Vec::new();
    for row in csv::Reader::from_path(csv)?.into_deserialize() {
        let (name, megabytes, seconds, nanoseconds): (String, f64, f64, f64) = row?;
        let row = Measured { name, megabytes, seconds, nanoseconds };
        let point = Point { x: row.megabytes, y: y(&row) };
        match curves.last_mut() {
            Some((name, points)) if *name == row.name => points.push(point),
            _ => curves.push((row.name, vec![point])),
        }
    }
    let curves = curves.into_iter().map(|(name, points)| Series::curve(name, points));
    std::fs::write(figure, Figure::new(title, subtitle).chart(growth(label, curves)).svg())?;
    Ok(())
}

/// Writes a row for each source and size: 1, 2, 4, ... million bytes.
///
/// # Errors
/// If the file cannot be written.
pub fn grow(sources: &[Source], runs: usize, csv: Option<&Path>) -> Result<(), Box<dyn Error>> {
    let out: Box<dyn Write> = match csv {
        Some(path) => Box::new(File::create(path)?),
        None => Box::new(io::stdout()),
    };
    let mut out = csv::Writer::from_writer(out);
    out.write_record(["text", "megabytes", "seconds", "ns_per_byte"])?;
    for source in sources {
        let sizes = std::iter::successors(Some(1), |size| Some(size * 2));
        for megabytes in sizes.take_while(|size| size * MEGABYTE <= source.most) {
            let pages = Pages::from((source.pages)(megabytes * MEGABYTE));
            let times = (0..runs).map(|_| Ok(source.stage.run(&pages)?.seconds));
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

/// Three generated texts, and pages, with all lengths.
pub fn texts(args: &PageArgs) -> Vec<Source> {
    let generated = |kind: Kind| Source {
        name: kind.to_string(),
        stage: Stage::Fast,
        pages: Rc::new(move |bytes| kind.pages(bytes)),
        most: args.megabytes * MEGABYTE,
    };
    let mut sources: Vec<Source> = [Kind::Random, Kind::Periodic, Kind::AllEqual].map(generated).into();
    if args.inputs.is_empty() {
        sources.push(generated(Kind::Syllabus));
    } else {
        sources.push(of_pages(args));
    }
    sources
}

/// The same pages for our default and for its peers.
pub fn peers(args: &PageArgs) -> Vec<Source> {
    let pages = of_pages(args);
    let stages = [
        ("katagami", Stage::Default),
        ("libsais, the order alone", Stage::Libsais),
        ("esaxx-rs, all lengths", Stage::Esaxx),
        ("hash map", Stage::Naive),
    ];
    let source = |(name, stage): (&str, Stage)| Source {
        name: name.to_owned(),
        stage,
        pages: Rc::clone(&pages.pages),
        most: pages.most,
    };
    stages.map(source).into()
}

fn of_pages(args: &PageArgs) -> Source {
    let pages = args.read();
    let most = pages.bytes();
    Source {
        name: "pages".to_owned(),
        stage: Stage::Fast,
        pages: Rc::new(move |bytes| cut(pages.texts.iter().cloned(), bytes)),
        most,
    }
}

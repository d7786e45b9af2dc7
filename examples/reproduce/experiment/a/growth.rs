//! Figure 8: processor time against the number of files.
//!
//! [`measure`] writes the rows, which differ from run to run; [`add`] draws what stands in the file.

use super::super::{Result, Scale, Section};
use super::method::{MAXIMAL, index, ours, published};
use katagami::document::{Corpus, Document};
use katagami::index::Index;
use katagami::plot::{Axis, Chart, Figure, Point, Series};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::PathBuf;

/// A measurement.
#[derive(Debug, Deserialize, Serialize)]
struct Row {
    method: String,
    megabytes: u32,
    files: u32,
    /// The number of files that share a template, by that method: what the time was spent on.
    found: u32,
    seconds: f64,
}

/// Adds the figure of the rows that were measured.
///
/// # Errors
/// If the rows cannot be read.
pub fn add(section: Section) -> Result<Section> {
    let rows: Vec<Row> =
        csv::Reader::from_path(file())?.deserialize().collect::<std::result::Result<_, _>>()?;
    let curves = |value: fn(&Row) -> f64| {
        rows.chunk_by(|a, b| a.method == b.method).map(move |rows| {
            let points = rows.iter().map(|row| Point { x: f64::from(row.files), y: value(row) });
            Series::curve(&*rows[0].method, points.collect::<Vec<_>>())
        })
    };
    let chart = |label: &str, value: fn(&Row) -> f64| {
        curves(value).fold(Chart::new(Axis::log("files"), Axis::log(label)), Chart::series)
    };
    let figure =
        Figure::new("Time against the number of files", "pages of set 2; processor time of all threads")
            .chart(chart("processor time (s)", |row| row.seconds))
            .chart(chart("time (ms a MB)", |row| row.seconds * 1e3 / f64::from(row.megabytes)));
    let text = rows.chunk_by(|a, b| a.method == b.method).map(told).collect::<Vec<_>>().join("; ");
    let caption = format!(
        "Figure 8: processor time against the number of files of set 2, from {} to {} MB of text, sorting, counting and the \
         template included; the source had 10 MB at most. {text}. {WHY} The rows are in `benches/reproduction-time.csv`, \
         measured by `--timed`, and are the only numbers here that differ from run to run.",
        rows.iter().map(|row| row.megabytes).min().unwrap_or_default(),
        rows.iter().map(|row| row.megabytes).max().unwrap_or_default()
    );
    Ok(section.figure("a-figure-8", caption, figure))
}

const WHY: &str = "Suffixes are read in no order of their places, so the less of the text fits the caches, the more of these reads \
                   wait for memory. Ours puts the gaps between anchors in order again, one level of the nesting after the other.";

/// How a method's time grew, in words.
fn told(rows: &[Row]) -> String {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return String::new() };
    format!(
        "{}: {:.0} times the text takes {:.0} times the time, and {} of {} files are found to share a template",
        first.method,
        f64::from(last.megabytes) / f64::from(first.megabytes),
        last.seconds / first.seconds,
        last.found,
        last.files
    )
}

fn file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/benches/reproduction-time.csv"))
}

/// Measures both methods for 4, 8, 16, ... MB and writes the rows.
///
/// # Errors
/// If the rows cannot be written.
pub fn measure(scale: Scale) -> Result<()> {
    let most = scale.of(256, 8);
    let mut rows = Vec::new();
    let sizes = || std::iter::successors(Some(4_u32), |size| Some(size * 2)).take_while(|&size| size <= most);
    let largest = pages(most);
    for (name, method) in METHODS {
        for megabytes in sizes() {
            let pages = first(&largest, megabytes);
            let before = processor_seconds()?;
            let found = method(&index(&pages)?, &pages);
            let seconds = ((processor_seconds()? - before) * 100.0).round() / 100.0;
            let files = u32::try_from(pages.len()).expect("a set has fewer pages");
            eprintln!("{name}: {megabytes} MB, {found} of {files} files in {seconds} s");
            rows.push(Row { method: (*name).to_owned(), megabytes, files, found, seconds });
        }
    }
    let mut out = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| out.serialize(row))?;
    Ok(fs::write(file(), out.into_inner()?)?)
}

/// What this process has used of the processors so far, in all threads: the same whatever else the machine does, but for
/// what others do to its caches. Linux only; hundredths of a second.
fn processor_seconds() -> Result<f64> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    // The second field is a name in parentheses; 12 and 13 behind it are the time in the program and in the system.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    let ticks: f64 = fields.map(str::parse::<f64>).sum::<std::result::Result<_, _>>()?;
    Ok(ticks / 100.0)
}

/// A method by its name; it tells how many files share a template.
type Method = (&'static str, fn(&Index, &Corpus) -> u32);

const METHODS: &[Method] = &[
    ("published", |index, _| published(index, MAXIMAL).counts.first().copied().unwrap_or_default()),
    ("ours", |index, corpus| ours(index, corpus).counts.first().copied().unwrap_or_default()),
];

const MEGABYTE: usize = 1_000_000;

/// Pages of at least so many megabytes.
fn pages(megabytes: u32) -> Vec<Document> {
    let (site, mut bytes) = (site::faculty::SECOND.plan.site(), 0);
    let wanted = megabytes as usize * MEGABYTE;
    // A page has a byte at least.
    (0..wanted)
        .map(|number| site.page(site::set::SEED, number))
        .map(|page| Document::new(page.name, page.html))
        .take_while(|page| {
            let before = bytes;
            bytes += page.text().len();
            before < wanted
        })
        .collect()
}

/// The first pages of so many megabytes.
fn first(pages: &[Document], megabytes: u32) -> Corpus {
    let mut bytes = 0;
    let is_wanted = |page: &&Document| {
        let before = bytes;
        bytes += page.text().len();
        before < megabytes as usize * MEGABYTE
    };
    pages.iter().take_while(is_wanted).cloned().collect()
}

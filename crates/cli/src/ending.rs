//! Chooses the format and the compression of a result by the ending of its file.
//!
//! ```text
//! rows.tsv          tab-separated values        rows.ndjson.gz    JSON Lines, compressed with gzip
//! article.html      HTML                        table.csv.zst     CSV, compressed with Zstandard
//! ```

use crate::writer::unwritten;
use clap::ValueEnum;
use flate2::Compression;
use flate2::write::GzEncoder;
use katagami::error::Result;
use ruzstd::encoding::{CompressionLevel, FrameCompressor};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

/// The compression of a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Packing {
    Gzip,
    Zstandard,
}

/// Endings that are not the name of their format. `py` is for `export --as parsel`.
const OTHER_NAMES: [(&str, &str); 6] = [
    ("ndjson", "jsonl"),
    ("markdown", "md"),
    ("htm", "html"),
    ("xml", "tei"),
    ("txt", "text"),
    ("py", "text"),
];

/// The ending of a file in lower case, without that of the compression, and the compression.
pub(super) fn of(file: &Path) -> (Option<String>, Option<Packing>) {
    let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let (name, packing) = match (name.strip_suffix(".gz"), name.strip_suffix(".zst")) {
        (Some(name), _) => (name, Some(Packing::Gzip)),
        (_, Some(name)) => (name, Some(Packing::Zstandard)),
        _ => (name.as_str(), None),
    };
    // A dot at the beginning marks a hidden file, not an ending.
    let ending = name.rsplit_once('.').filter(|(before, _)| !before.is_empty());
    (ending.map(|(_, ending)| ending.to_owned()), packing)
}

/// Whether a file is named as an SQLite file.
pub(super) fn is_sqlite(file: &Path) -> bool {
    let ending = file.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    matches!(ending.as_deref(), Some("sqlite" | "sqlite3" | "db"))
}

/// Why a program without a feature can do nothing with a file, and what to do.
pub(super) fn without(what: &str, feature: &str, other: &str) -> String {
    format!("this program was built without {what}; build it with `--features {feature}`, or {other}")
}

/// The format that has this ending, if it is one of `F`.
pub(super) fn format<F: ValueEnum>(ending: &str) -> Option<F> {
    let name = OTHER_NAMES.iter().find(|(other, _)| *other == ending).map_or(ending, |(_, name)| name);
    F::from_str(name, true).ok()
}

/// The endings of a format, its own name first.
pub(super) fn endings(format: &str) -> Vec<String> {
    let others = OTHER_NAMES.iter().filter(|(other, name)| *name == format && *other != "py");
    let others = others.map(|(other, _)| *other);
    let tabs = (format == "csv").then_some("tsv");
    let own = Some(format).filter(|format| *format != "text");
    own.into_iter().chain(tabs).chain(others).map(|ending| format!(".{ending}")).collect()
}

/// Compresses everything that `write` writes.
pub(super) fn pack(
    packing: Option<Packing>,
    out: &mut dyn Write,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
) -> Result<()> {
    match packing {
        None => write(out),
        Some(Packing::Gzip) => {
            let mut packed = GzEncoder::new(out, Compression::default());
            write(&mut packed)?;
            packed.finish().map(|_| ()).map_err(unwritten)
        }
        Some(Packing::Zstandard) => {
            // The encoder reads its input, so the input is written to an unnamed temporary file first.
            let mut whole = BufWriter::new(tempfile::tempfile().map_err(unwritten)?);
            write(&mut whole)?;
            let mut whole = whole.into_inner().map_err(|error| unwritten(error.into_error()))?;
            whole.rewind().map_err(unwritten)?;
            let mut encoder = FrameCompressor::new(CompressionLevel::Fastest);
            encoder.set_source(whole);
            encoder.set_drain(Drain { out, failed: None });
            encoder.compress();
            encoder.take_drain().and_then(|drain| drain.failed).map_or(Ok(()), |error| Err(unwritten(error)))
        }
    }
}

/// The output of the encoder. It keeps the first error, as the encoder returns none.
struct Drain<'a> {
    out: &'a mut dyn Write,
    failed: Option<io::Error>,
}

impl Write for Drain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_none() {
            self.failed = self.out.write_all(bytes).err();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_comes_before_that_of_the_compression() {
        let of = |name: &str| of(Path::new(name));
        assert_eq!(of("a/b.CSV.gz"), (Some("csv".to_owned()), Some(Packing::Gzip)));
        assert_eq!(of("b.jsonl.zst"), (Some("jsonl".to_owned()), Some(Packing::Zstandard)));
        assert_eq!(of("b.tsv"), (Some("tsv".to_owned()), None));
        assert_eq!(of("answer"), (None, None));
        assert_eq!(of(".gz"), (None, Some(Packing::Gzip)));
        assert_eq!(of(".csv"), (None, None));
    }
}

//! What the ending of a file says: in which form an answer is written, and how it is packed.
//!
//! ```text
//! rows.tsv          tab-separated values        rows.ndjson.gz    JSON Lines, packed with gzip
//! article.html      HTML                        table.csv.zst     CSV, packed with Zstandard
//! ```

use crate::error::Result;
use crate::report::unwritten;
use clap::ValueEnum;
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, FrameCompressor};
use std::io::{self, BufWriter, Seek, Write};
use std::path::Path;

/// How a file is packed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Packing {
    Gzip,
    Zstandard,
}

/// Endings that mean a form under another name.
/// `py` is what `export --as parsel` writes.
const OTHER_NAMES: [(&str, &str); 5] =
    [("ndjson", "jsonl"), ("markdown", "md"), ("htm", "html"), ("txt", "text"), ("py", "text")];

/// The ending of a file, in small letters, and the packing behind it. None if there is nothing to tell the form by.
pub(super) fn of(file: &Path) -> (Option<String>, Option<Packing>) {
    let name = file.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let (name, packing) = match (name.strip_suffix(".gz"), name.strip_suffix(".zst")) {
        (Some(name), _) => (name, Some(Packing::Gzip)),
        (_, Some(name)) => (name, Some(Packing::Zstandard)),
        _ => (name.as_str(), None),
    };
    // A dot at the beginning is no ending's.
    let ending = name.rsplit_once('.').filter(|(before, _)| !before.is_empty());
    (ending.map(|(_, ending)| ending.to_owned()), packing)
}

/// The form that an ending means, if it is one of these.
pub(super) fn form<F: ValueEnum>(ending: &str) -> Option<F> {
    let name = OTHER_NAMES.iter().find(|(other, _)| *other == ending).map_or(ending, |(_, name)| name);
    F::from_str(name, true).ok()
}

/// The endings that mean a form, its own name first.
pub(super) fn endings(form: &str) -> Vec<String> {
    let others = OTHER_NAMES.iter().filter(|(other, name)| *name == form && *other != "py");
    let others = others.map(|(other, _)| *other);
    let tabs = (form == "csv").then_some("tsv");
    let own = Some(form).filter(|form| *form != "text");
    own.into_iter().chain(tabs).chain(others).map(|ending| format!(".{ending}")).collect()
}

/// Packs what is written.
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
            // The packer reads, so what it reads is written first, to a file without a name.
            let mut whole = BufWriter::new(tempfile::tempfile().map_err(unwritten)?);
            write(&mut whole)?;
            let mut whole = whole.into_inner().map_err(|error| unwritten(error.into_error()))?;
            whole.rewind().map_err(unwritten)?;
            let mut packer = FrameCompressor::new(CompressionLevel::Fastest);
            packer.set_source(whole);
            packer.set_drain(Drain { out, failed: None });
            packer.compress();
            packer.take_drain().and_then(|drain| drain.failed).map_or(Ok(()), |error| Err(unwritten(error)))
        }
    }
}

/// Takes all that the packer writes, which knows no failure, and keeps the first one.
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
    fn the_ending_stands_before_the_packing() {
        let of = |name: &str| of(Path::new(name));
        assert_eq!(of("a/b.CSV.gz"), (Some("csv".to_owned()), Some(Packing::Gzip)));
        assert_eq!(of("b.jsonl.zst"), (Some("jsonl".to_owned()), Some(Packing::Zstandard)));
        assert_eq!(of("b.tsv"), (Some("tsv".to_owned()), None));
        assert_eq!(of("answer"), (None, None));
        assert_eq!(of(".gz"), (None, Some(Packing::Gzip)));
        assert_eq!(of(".csv"), (None, None));
    }
}

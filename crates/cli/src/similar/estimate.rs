//! Estimates what a run will need, from its first pages.

use super::SimilarArgs;
use super::place::temporary;
use crate::args::{InputArgs, pages};
use crate::output::ProgramFormat;
use crate::writer::{unwritten, write_rows};
use indicatif::ProgressBar;
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::{Budget, size};
use katagami::similar::index::{Ready, Unfinished};
use katagami::similar::{self, Options};
use katagami::spectrum::exact;
use rayon::prelude::*;
use serde::Serialize;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The number of pages that are read for the estimate, which takes a few seconds.
const SAMPLE: usize = 2000;

/// The assumed ratio of compression: crawls compressed with gzip shrink to a fourth to a sixth.
const UNPACKED: u64 = 5;

/// The factor by which finding and comparing pairs increases the time of reading, and the disk: see docs/lab/similar.md.
const PAIRS: f64 = 1.5;

/// The number of seconds from which on a run's needs are printed.
const LONG: u64 = 60;

/// What a run needs, as programs read it.
#[derive(Serialize)]
pub(super) struct NeedRow {
    pages: u64,
    disk_bytes: u64,
    memory_bytes: u64,
    seconds: u64,
}

/// The first pages of a run, from which the estimate is made.
pub(super) struct Sample {
    begun: Instant,
    pages: usize,
    /// Bytes of these pages.
    bytes: u64,
}

impl Sample {
    pub(super) fn new() -> Self {
        Sample { begun: Instant::now(), pages: 0, bytes: 0 }
    }

    pub(super) fn add(&mut self, page: &Document) {
        self.pages += 1;
        self.bytes += page.text().len() as u64;
    }

    /// Whether there are enough of them.
    pub(super) fn is_full(&self) -> bool {
        self.pages >= SAMPLE
    }

    /// What all pages, `total` bytes, will need if these took `disk` bytes of disk.
    pub(super) fn need(&self, total: u64, disk: u64, memory: Budget) -> NeedRow {
        let scale = if self.is_full() { (exact(total) / exact(self.bytes.max(1))).max(1.0) } else { 1.0 };
        let scaled = |number: f64| whole(number * scale);
        NeedRow {
            pages: scaled(exact(self.pages as u64)),
            disk_bytes: scaled(exact(disk) * PAIRS),
            memory_bytes: memory.bytes(),
            seconds: scaled(self.begun.elapsed().as_secs_f64() * PAIRS).max(1),
        }
    }
}

impl NeedRow {
    pub(super) fn pages(&self) -> u64 {
        self.pages
    }

    pub(super) fn is_long(&self) -> bool {
        self.seconds >= LONG
    }

    /// In words, with the free space of the disk of the folder.
    pub(super) fn describe(&self, folder: &Path) -> String {
        let count = pages(usize::try_from(self.pages).unwrap_or(usize::MAX));
        let NeedRow { disk_bytes, memory_bytes, seconds, .. } = *self;
        let time = match seconds {
            1 => "1 second".to_owned(),
            0..120 => format!("{seconds} seconds"),
            120..7200 => format!("{} minutes", seconds / 60),
            _ => format!("{} hours", seconds / 3600),
        };
        let free = fs4::available_space(folder).ok();
        let free = free.map_or(String::new(), |free| format!(", where {} are free", size(free)));
        format!(
            "about {count}: {} of disk in {}{free}, at most {} of memory, {time}",
            size(disk_bytes),
            folder.display(),
            size(memory_bytes)
        )
    }
}

impl SimilarArgs {
    /// Reads the first pages and writes what all pages will need.
    pub(super) fn estimate(&self, options: &Options, out: &mut dyn Write) -> Result<()> {
        let total = bytes_of_all(&self.input)?;
        let mut sample = Sample::new();
        let mut index = temporary(self.memory())?;
        let mut documents: Vec<Document> = Vec::new();
        let mut skipped = 0;
        for item in self.input.items(&self.input.inputs(), 0, &mut |_| ())? {
            match self.input.or_skipped(item, &ProgressBar::hidden())? {
                Some(document) => {
                    sample.add(&document);
                    documents.push(document);
                }
                None => skipped += 1,
            }
            if sample.is_full() {
                break;
            }
        }
        if documents.is_empty() {
            return self.input.print_counts(0, skipped);
        }
        let ready = similar::read(&documents, options).into_par_iter().map(Ready::new);
        for page in ready.collect::<Vec<Ready>>() {
            index.add(&page)?;
        }
        let progress = index.begin(&[], Unfinished::Refuse)?;
        index.commit(progress)?;
        let need = sample.need(total, index.bytes(), self.memory());
        self.output.write(out, |out| match self.output.format().rows() {
            Some(format) => write_rows(format, [need], out),
            None => writeln!(out, "{}", need.describe(&self.folder())).map_err(unwritten),
        })
    }

    /// The folder whose disk is used. That of an index need not exist yet.
    pub(super) fn folder(&self) -> PathBuf {
        self.index.clone().unwrap_or_else(std::env::temp_dir)
    }
}

/// The number of bytes of pages in the inputs.
pub(super) fn bytes_of_all(input: &InputArgs) -> Result<u64> {
    input.arguments().iter().map(|input| bytes_of(input)).sum()
}

/// The number of bytes of pages in an input.
fn bytes_of(argument: &OsStr) -> Result<u64> {
    let name = argument.to_string_lossy();
    if name == "-" || name == "@-" {
        let why = "the size of input from a pipe is not known; save it to a file first".to_owned();
        return Err(Error::new(ErrorKind::Setting(why)).at(name));
    }
    let failed = |error: std::io::Error| Error::new(ErrorKind::Read).at(name.as_ref()).because(error);
    if let Some(list) = name.strip_prefix('@') {
        let lines = std::fs::read_to_string(list).map_err(failed)?;
        let paths = lines.lines().filter(|line| !line.is_empty());
        return paths.map(|path| bytes_below(Path::new(path)).map_err(failed)).sum();
    }
    bytes_below(Path::new(argument)).map_err(failed)
}

fn bytes_below(path: &Path) -> std::io::Result<u64> {
    let mut bytes = 0;
    for entry in walkdir::WalkDir::new(path).follow_links(true) {
        let entry = match entry {
            // A broken link is not a page.
            Err(error) if error.depth() > 0 => continue,
            entry => entry?,
        };
        if entry.file_type().is_file() {
            let ending = entry.path().extension().and_then(OsStr::to_str).unwrap_or_default();
            let is_packed = ["gz", "zst"].contains(&ending);
            bytes += entry.metadata()?.len() * if is_packed { UNPACKED } else { 1 };
        }
    }
    Ok(bytes)
}

/// A number without its fraction.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no run needs 2^64 of anything")]
fn whole(number: f64) -> u64 {
    number as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_needs_of_all_pages_are_estimated_from_the_first() {
        let begun = Instant::now().checked_sub(Duration::from_secs(10)).expect("the machine runs that long");
        let few = Sample { begun, pages: 10, bytes: 1 << 20 };
        let need = few.need(1 << 30, 4 << 20, Budget::default());
        assert_eq!((need.pages, need.disk_bytes, need.is_long()), (10, 6 << 20, false));
        let many = Sample { pages: SAMPLE, ..few };
        let need = many.need(1 << 30, 4 << 20, Budget::default());
        assert_eq!((need.pages, need.disk_bytes, need.is_long()), (2_048_000, 6 << 30, true));
        let said = need.describe(Path::new("nowhere"));
        assert!(said.starts_with("about 2048000 pages: 6.4 GB of disk in nowhere, at most 1.0 GB"), "{said}");
        assert!(said.ends_with(" 4 hours"), "{said}");
    }
}

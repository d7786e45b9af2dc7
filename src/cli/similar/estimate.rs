//! What a run will need, from its first pages.

use super::SimilarArgs;
use crate::cli::args::pages;
use crate::document::Document;
use crate::error::{Error, ErrorKind, Result};
use crate::report::{unwritten, write_rows};
use crate::similar::budget::size;
use crate::similar::index::{Index, Ready, Unfinished};
use crate::similar::{Facts, Options};
use crate::spectrum::exact;
use indicatif::ProgressBar;
use rayon::prelude::*;
use serde::Serialize;
use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Pages that are read for it: some seconds.
const SAMPLE: usize = 2000;

/// How many bytes one of a packed file stands for: crawls packed with gzip shrink to a fourth to a sixth.
const UNPACKED: u64 = 5;

/// What finding and comparing pairs adds to the time of reading, and to the disk: see docs/SIMILAR.md.
const PAIRS: f64 = 1.5;

/// The need of a run, as programs read it.
#[derive(Serialize)]
struct NeedRow {
    pages: u64,
    disk_bytes: u64,
    memory_bytes: u64,
    seconds: u64,
}

impl SimilarArgs {
    /// Reads the first pages and says what all of them will need.
    pub(super) fn estimate(&self, options: &Options, out: &mut dyn Write) -> Result<()> {
        let total = self.input.arguments().iter().map(|input| bytes_of(input)).sum::<Result<u64>>()?;
        let begun = Instant::now();
        let mut index = Index::temporary(self.memory.buffers(0))?;
        let mut documents: Vec<Document> = Vec::new();
        let mut is_all = true;
        for item in self.input.items(&self.input.inputs(), 0, &mut |_| ())? {
            if documents.len() == SAMPLE {
                is_all = false;
                break;
            }
            documents.extend(self.input.or_skipped(item, &ProgressBar::hidden())?);
        }
        let read: u64 = documents.iter().map(|document| document.text().len() as u64).sum();
        if read == 0 {
            return self.input.say_how_many(documents.len(), 0);
        }
        let ready = documents.par_iter().map(|document| Ready::new(&Facts::read(document, options), options));
        for page in ready.collect::<Vec<Ready>>() {
            index.add(&page)?;
        }
        let progress = index.begin(&[], Unfinished::Refuse)?;
        index.commit(progress)?;
        let scale = if is_all { 1.0 } else { (exact(total) / exact(read)).max(1.0) };
        let scaled = |number: f64| whole(number * scale);
        let need = NeedRow {
            pages: scaled(exact(documents.len() as u64)),
            disk_bytes: scaled(exact(index.bytes()) * PAIRS),
            memory_bytes: self.memory.bytes(),
            seconds: scaled(begun.elapsed().as_secs_f64() * PAIRS).max(1),
        };
        self.output.write(out, |out| match super::rows::rows(&self.output) {
            Some(format) => write_rows(format, [need], out),
            None => self.describe_need(&need, out).map_err(unwritten),
        })
    }

    fn describe_need(&self, need: &NeedRow, out: &mut dyn Write) -> std::io::Result<()> {
        let place = match &self.index {
            Some(folder) => folder.display().to_string(),
            None => std::env::temp_dir().display().to_string(),
        };
        let count = pages(usize::try_from(need.pages).unwrap_or(usize::MAX));
        let NeedRow { disk_bytes, memory_bytes, seconds, .. } = *need;
        let time = match seconds {
            0..120 => format!("{seconds} seconds"),
            120..7200 => format!("{} minutes", seconds / 60),
            _ => format!("{} hours", seconds / 3600),
        };
        writeln!(
            out,
            "about {count}: {} of disk in {place}, at most {} of memory, {time}",
            size(disk_bytes),
            size(memory_bytes)
        )
    }
}

/// How many bytes of pages are in an input.
fn bytes_of(argument: &OsStr) -> Result<u64> {
    let name = argument.to_string_lossy();
    if name == "-" || name == "@-" {
        let why = "how much comes through a pipe cannot be known; put it in a file".to_owned();
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
            // A link that leads nowhere is no page.
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

//! The manifest of an index folder: one JSON file that records how many bytes of the other files are valid, and how far the last
//! run has come.
//!
//! In: the folder. Out: the [`Manifest`], or an error if it is damaged or of another format. It is replaced as a whole, by renaming
//! a new file. Bytes of the other files beyond the recorded sizes were written by a run that was killed; they are cut off when
//! the folder is opened. The manifest contains a checksum of itself and one of the keys of each segment; pages and names are
//! stored with their own checksums.

use crate::error::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use twox_hash::XxHash3_64;

/// The name of the manifest file.
pub(super) const NAME: &str = "similar.json";

/// The version of the format of all files. A folder with another version is refused.
const FORMAT: u32 = 9;

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Manifest {
    /// The version of the format.
    format: u32,
    /// Whether numbers in the files have their lowest byte first.
    little_endian: bool,
    /// The options that pages are read with, the same for all pages of a folder.
    pub(super) settings: String,
    /// The number of valid bytes of each file.
    pub(super) sizes: Sizes,
    pub(super) segments: Vec<Segment>,
    /// The number of pages that earlier runs have compared with each other.
    pub(super) settled: u32,
    pub(super) run: RunState,
    /// Pairs of a number of characters and how many sentences have it.
    pub(super) lengths: Vec<(u32, u64)>,
    /// The checksum of the manifest with 0 in this field.
    check: u64,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Sizes {
    pub(super) pages: [u64; 2],
    pub(super) names: [u64; 2],
    pub(super) keys: u64,
}

/// Pages that were committed together, with their sorted keys.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Segment {
    /// The range of their keys, in bytes.
    pub(super) keys: Range<u64>,
    /// The range of the sorted hashes of their names, in bytes of the same file.
    pub(super) names: Range<u64>,
    /// The checksum of both ranges.
    pub(super) check: u64,
}

/// The state of the last run over inputs.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct RunState {
    /// The inputs as given.
    pub(super) inputs: Vec<String>,
    /// How many items of the inputs have been read: pages and failures.
    pub(super) items: u64,
    /// A hash of the names of these items.
    pub(super) passed: u64,
    /// Failures among them.
    pub(super) skipped: u64,
    /// The stage that it has reached.
    pub(super) stage: Stage,
}

/// The stage of a run.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// Pages are being read.
    Reading,
    /// All pages have been read, but not all pairs have been written.
    Read,
    /// The run is finished.
    #[default]
    Done,
}

impl Manifest {
    pub(super) fn new(settings: &str) -> Self {
        Manifest {
            format: FORMAT,
            little_endian: cfg!(target_endian = "little"),
            settings: settings.to_owned(),
            sizes: Sizes::default(),
            segments: Vec::new(),
            settled: 0,
            run: RunState::default(),
            lengths: Vec::new(),
            check: 0,
        }
    }

    /// The bytes of the file, with the checksum.
    fn encoded(&self) -> io::Result<Vec<u8>> {
        let mut manifest = Manifest { check: 0, ..self.clone() };
        manifest.check = XxHash3_64::oneshot(&serde_json::to_vec(&manifest)?);
        Ok(serde_json::to_vec(&manifest)?)
    }

    /// Reads the manifest of a folder, if it has one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| at(&path, ErrorKind::Read).because(error))?,
        };
        let unusable = |what: &str| {
            let why =
                format!("no index of similar pages that this version can read ({what}); make a new one");
            at(&path, ErrorKind::Container(why))
        };
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(|error| unusable("it cannot be read").because(error))?;
        if manifest.format != FORMAT {
            return Err(unusable("it has another format"));
        }
        if manifest.little_endian != cfg!(target_endian = "little") {
            return Err(unusable("it was made on a machine with another byte order"));
        }
        if manifest.encoded().ok().as_deref() != Some(text.trim_ascii_end()) {
            return Err(unusable(
                "its checksum is wrong: the disk is damaged, or another program has written to the file",
            ));
        }
        Ok(Some(Manifest { check: 0, ..manifest }))
    }

    /// Replaces the manifest of the folder, as a whole or not at all.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let path = folder.join(NAME);
        let failed = |error: io::Error| at(&path, ErrorKind::Write).because(error);
        let new = folder.join("similar.json.new");
        let write = || {
            let mut file = File::create(&new)?;
            file.write_all(&self.encoded()?)?;
            file.write_all(b"\n")?;
            file.sync_data()?;
            fs::rename(&new, &path)?;
            sync_folder(folder)
        };
        write().map_err(failed)
    }
}

/// The error for an index with a damaged file.
pub(super) fn damaged(folder: &Path, file: &str) -> Error {
    let why = "the index is damaged: this file was changed by a disk error or another program; \
               make a new index of the same inputs, in another folder";
    at(&folder.join(file), ErrorKind::Container(why.to_owned()))
}

/// Waits until the renamed file is safe on disk, on systems where a folder can be synchronized.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn at(path: &Path, kind: ErrorKind) -> Error {
    Error::new(kind).at(path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_back_and_other_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), None);
        let mut manifest = Manifest::new("ours");
        manifest.segments.push(Segment { keys: 0..24, names: 24..36, check: 7 });
        manifest.run.inputs.push("a.warc".to_owned());
        manifest.write(folder.path()).unwrap();
        assert_eq!(Manifest::read(folder.path()).unwrap(), Some(manifest.clone()));
        let changed = fs::read_to_string(folder.path().join(NAME)).unwrap().replace(":36", ":37");
        manifest.format += 1;
        manifest.write(folder.path()).unwrap();
        for text in [None, Some(changed.as_str()), Some("{}"), Some("")] {
            if let Some(text) = text {
                fs::write(folder.path().join(NAME), text).unwrap();
            }
            let error = Manifest::read(folder.path()).unwrap_err();
            assert!(error.to_string().contains("make a new one"), "{error}");
        }
    }
}

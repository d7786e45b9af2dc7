//! What an index folder holds and how far it is: one JSON file, replaced as a whole.
//!
//! Everything else in the folder counts as far as this file says. What was written behind that, by a run that was killed,
//! is cut off when the folder is opened. It has a checksum of itself and one of the keys of each segment; pages and names
//! have theirs where they stand.

use crate::error::{Error, ErrorKind, Result};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use twox_hash::XxHash3_64;

/// The name of the file.
pub(super) const NAME: &str = "similar.json";

/// What the files look like. A folder of another number is refused.
const FORMAT: u32 = 6;

#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Manifest {
    /// The version of this format.
    format: u32,
    /// Whether numbers have their lowest byte first in this folder's files.
    little_endian: bool,
    /// How pages are read: those of one folder all alike.
    pub(super) settings: String,
    /// Bytes of each file that count.
    pub(super) sizes: Sizes,
    pub(super) segments: Vec<Segment>,
    /// Pages that earlier runs have matched with each other.
    pub(super) settled: u32,
    pub(super) run: Run,
    /// How many sentences have so many characters.
    pub(super) lengths: Vec<(u32, u64)>,
    /// The checksum of all this, with 0 here.
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
    /// The bytes of their keys.
    pub(super) keys: Range<u64>,
    /// The bytes of the numbers of their names, in order too.
    pub(super) names: Range<u64>,
    /// The checksum of all these bytes.
    pub(super) check: u64,
}

/// The last run over inputs.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Run {
    /// The inputs as given.
    pub(super) inputs: Vec<String>,
    /// What has been read of them, pages and failures.
    pub(super) items: u64,
    /// A number that the names of these items make.
    pub(super) passed: u64,
    /// Failures among them.
    pub(super) skipped: u64,
    /// How far it is.
    pub(super) stage: Stage,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Stage {
    /// Not all pages are read.
    Reading,
    /// All pages are read, not all pairs are written.
    Read,
    /// All is done.
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
            run: Run::default(),
            lengths: Vec::new(),
            check: 0,
        }
    }

    /// As bytes, with their checksum.
    fn encoded(&self) -> io::Result<Vec<u8>> {
        let mut manifest = Manifest { check: 0, ..self.clone() };
        manifest.check = XxHash3_64::oneshot(&serde_json::to_vec(&manifest)?);
        Ok(serde_json::to_vec(&manifest)?)
    }

    /// The manifest in a folder, if it has one.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(NAME);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text.map_err(|error| at(&path, ErrorKind::Read).because(error))?,
        };
        let unusable = |what: &str| {
            let why = format!("no index of similar pages that this version can use ({what}); make a new one");
            at(&path, ErrorKind::Container(why))
        };
        let manifest: Manifest =
            serde_json::from_slice(&text).map_err(|error| unusable("it cannot be read").because(error))?;
        if manifest.format != FORMAT {
            return Err(unusable("its format is another one"));
        }
        if manifest.little_endian != cfg!(target_endian = "little") {
            return Err(unusable("it comes from a machine with another order of bytes"));
        }
        if manifest.encoded().ok().as_deref() != Some(text.trim_ascii_end()) {
            return Err(unusable(
                "its checksum is wrong: the disk is damaged, or something else has written there",
            ));
        }
        Ok(Some(Manifest { check: 0, ..manifest }))
    }

    /// Puts it in the place of the one before, as a whole or not at all.
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

/// What is wrong with an index of which a file is not what was written.
pub(super) fn damaged(folder: &Path, file: &str) -> Error {
    let why = "the index is damaged: this file is not what was written, because of the disk or another program; \
               make a new index of the same inputs, in another folder";
    at(&folder.join(file), ErrorKind::Container(why.to_owned()))
}

/// Waits until the new name is on the disk, on systems where a folder can be waited for.
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
    fn what_is_written_is_read_and_what_is_no_manifest_is_refused() {
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

//! Pages that were found and are still to be loaded.

use super::escaped;
use super::http::Payload;
use super::zipped::Zipped;
use crate::error::Result;
use bstr::ByteSlice;
use jiff::Timestamp;
use std::fmt;
use std::path::{Path, PathBuf};

/// Pages in order, with an error in the place of each page that failed.
pub(super) type RawPages = Box<dyn Iterator<Item = Result<RawPage>> + Send>;

/// A page that was found and is not loaded yet.
pub(super) enum RawPage {
    /// A file of its own, still to be read.
    File { path: PathBuf, bytes: u64 },
    /// A page that was read from a pipe or a tar archive.
    Bytes { name: String, bytes: Vec<u8> },
    /// A record of a web archive.
    Archived { name: String, payload: Payload, url: Option<String>, retrieved: Option<Timestamp> },
    /// A file of a zip file, still to be read.
    Zipped { name: String, file: Zipped },
    /// An object in a JSON file.
    Json { name: String, object: Vec<u8>, position: Position },
}

impl RawPage {
    /// The size of the page in bytes as found, which may be compressed.
    pub(super) fn bytes(&self) -> u64 {
        let held = match self {
            RawPage::File { bytes, .. } => return *bytes,
            RawPage::Bytes { bytes, .. } => bytes.len(),
            RawPage::Archived { payload, .. } => payload.body.len(),
            RawPage::Zipped { file, .. } => return file.bytes(),
            RawPage::Json { object, .. } => object.len(),
        };
        u64::try_from(held).unwrap_or(u64::MAX)
    }

    /// The name of the document that this page becomes.
    pub(super) fn name(&self) -> String {
        match self {
            RawPage::File { path, .. } => shown(path),
            RawPage::Bytes { name, .. }
            | RawPage::Archived { name, .. }
            | RawPage::Zipped { name, .. }
            | RawPage::Json { name, .. } => name.clone(),
        }
    }
}

/// Where an object is in its file; the first has the number 1.
#[derive(Clone, Copy, Debug)]
pub(super) enum Position {
    Line(usize),
    Object(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Line(number) => write!(f, "line {number}"),
            Position::Object(number) => write!(f, "object {number} of the array"),
        }
    }
}

/// A path as a name. Bytes that are not Unicode are written as `\xff`, and a backslash that is followed by `x` too, so that different
/// paths have different names. Where backslashes separate folders, they are left.
pub(super) fn shown(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    if std::path::MAIN_SEPARATOR == '\\' {
        return escaped(bytes.as_bstr());
    }
    escaped(bytes.replace(b"\\x", b"\\x5cx").as_bstr())
}

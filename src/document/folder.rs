//! The pages in a folder and the folders in it.
//!
//! In path order: names compare byte by byte, and what is in a folder comes where the folder's name stands.
//! Which files are pages is said at [`Input`](super::Input). Time: two system calls a file, two more for a
//! name that does not tell. Memory: the names in one folder a level, and where each folder really is.

use super::kind::{Kind, Told, begins_as_page, by_name};
use super::raw::{RawPage, shown};
use super::unpack::Stream;
use crate::error::{Error, ErrorKind, Result};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The pages below this folder.
pub(super) fn pages(folder: &Path) -> impl Iterator<Item = Result<RawPage>> + Send + use<> {
    let mut walked = HashSet::new();
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(move |entry| is_walked(entry, &mut walked))
        .filter_map(|entry| match entry {
            Ok(entry) => page(entry),
            Err(error) => failure(error),
        })
}

/// Keeps hidden names out, and folders that were walked before under another name.
fn is_walked(entry: &DirEntry, walked: &mut HashSet<PathBuf>) -> bool {
    if entry.depth() > 0 && is_hidden(entry.file_name()) {
        return false;
    }
    !entry.file_type().is_dir() || entry.path().canonicalize().map_or(true, |folder| walked.insert(folder))
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn page(entry: DirEntry) -> Option<Result<RawPage>> {
    if !entry.file_type().is_file() {
        return None;
    }
    match by_name(entry.path()) {
        Told::Kind(Kind::Page) => {}
        Told::Nothing => match Stream::open(entry.path()) {
            Ok(file) if begins_as_page(&file.head) => {}
            Ok(_) => return None,
            Err(error) => return Some(Err(unreadable(entry.path(), error))),
        },
        Told::Kind(Kind::JsonLines | Kind::Warc) | Told::Other => return None,
    }
    // A length that cannot be had matters little: it only bounds a batch, and reading will tell.
    let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
    Some(Ok(RawPage::File { path: entry.into_path(), bytes }))
}

/// What a failure to walk on means: nothing for a link back to a folder above or to what is no page anyway.
fn failure(error: walkdir::Error) -> Option<Result<RawPage>> {
    let path = error.path().map(Path::to_owned).unwrap_or_default();
    let is_page = !matches!(by_name(&path), Told::Other | Told::Kind(Kind::JsonLines | Kind::Warc))
        && !path.file_name().is_some_and(is_hidden);
    let is_loop = error.loop_ancestor().is_some();
    let behind = error.into_io_error().filter(|_| is_page && !is_loop)?;
    Some(Err(unreadable(&path, behind)))
}

fn unreadable(path: &Path, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Read).at(shown(path)).because(error)
}

//! Finds the pages in a folder and its subfolders, and the archives of crawls. Other containers are read only if they are named: a zip file
//! may be anything that a site offers.
//!
//! Pages come in path order: names compare byte by byte, and the content of a subfolder comes at the position of its
//! name. [`Input`](super::Input) defines which files are pages. Time: two system calls for each file, and two more if
//! its name does not show whether it is a page. Memory: the names in one folder of each level, and the canonical path
//! of every folder visited.

use super::kind::{FileKind, KindByName, begins_as_page, by_name, is_web_archive};
use super::raw::{RawPage, shown};
use super::unpack::Stream;
use crate::error::{Error, ErrorKind, Result};
use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// What pages are read from.
pub(super) enum Found {
    Page(RawPage),
    /// A file with the pages of a crawl.
    Archive(PathBuf),
}

/// The pages and web archives below this folder.
pub(super) fn pages(folder: &Path) -> impl Iterator<Item = Result<Found>> + Send + use<> {
    let mut walked = HashSet::new();
    WalkDir::new(folder)
        .follow_links(true)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(move |entry| is_walked(entry, &mut walked))
        .filter_map(|entry| match entry {
            Ok(entry) => found(entry),
            Err(error) => failure(error),
        })
}

/// Excludes hidden names, and folders that were visited before under another name.
fn is_walked(entry: &DirEntry, walked: &mut HashSet<PathBuf>) -> bool {
    if entry.depth() > 0 && is_hidden(entry.file_name()) {
        return false;
    }
    !entry.file_type().is_dir() || entry.path().canonicalize().map_or(true, |folder| walked.insert(folder))
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn found(entry: DirEntry) -> Option<Result<Found>> {
    if !entry.file_type().is_file() {
        return None;
    }
    if is_web_archive(entry.path()) {
        return Some(Ok(Found::Archive(entry.into_path())));
    }
    match by_name(entry.path()) {
        KindByName::Known(FileKind::Page) => {}
        KindByName::Unknown => match Stream::open(entry.path()) {
            Ok(file) if begins_as_page(&file.head) => {}
            Ok(_) => return None,
            Err(error) => return Some(Err(unreadable(entry.path(), error))),
        },
        KindByName::Known(_) | KindByName::Unsupported => return None,
    }
    // If the length is not available, 0 will do: it only bounds a batch, and a real fault shows when the file is read.
    let bytes = entry.metadata().map_or(0, |metadata| metadata.len());
    Some(Ok(Found::Page(RawPage::File { path: entry.into_path(), bytes })))
}

/// The error that a failed directory entry stands for: none if it is a link back to a parent folder, or is no page
/// anyway.
fn failure(error: walkdir::Error) -> Option<Result<Found>> {
    let path = error.path().map(Path::to_owned).unwrap_or_default();
    let is_page = matches!(by_name(&path), KindByName::Unknown | KindByName::Known(FileKind::Page))
        && !path.file_name().is_some_and(is_hidden);
    let is_loop = error.loop_ancestor().is_some();
    let behind = error.into_io_error().filter(|_| is_page && !is_loop)?;
    Some(Err(unreadable(&path, behind)))
}

fn unreadable(path: &Path, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorKind::Read).at(shown(path)).because(error)
}

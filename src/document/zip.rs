//! The pages of a zip file, and of the web archives in it (WACZ).
//!
//! In: a file with a directory at its end. Out: its pages in path order, as if it were unpacked into a folder, and the pages of WARC
//! archives in it in their place. The directory is read first; pages are decompressed when they are loaded, on all threads.
//! Memory: the names of its files.
//!
//! Source: Webrecorder, "WACZ 1.1.1".

use super::archive::{Member, is_page};
use super::limits::Wanted;
use super::raw::{RawPage, RawPages};
use super::warc::ArchivePages;
use super::zipped::{Listed, listed};
use crate::error::Result;
use std::fs::File;

/// What is wanted of the zip file with this name.
pub(super) fn pages(name: String, file: File, wanted: Wanted) -> Result<RawPages> {
    let mut files = listed(file).map_err(|error| error.at(name.as_str()))?;
    files.sort_by(|one, other| one.path.split('/').cmp(other.path.split('/')));
    let pages = move |Listed { path, found }: Listed| -> RawPages {
        let name = format!("{name}/{path}");
        match found {
            Err(error) => Box::new(std::iter::once(Err(error.at(name)))),
            Ok((Member::Warc, file)) => match file.stream() {
                Ok(stream) => Box::new(ArchivePages::new(name, stream, wanted)),
                Err(error) => Box::new(std::iter::once(Err(error.at(name)))),
            },
            Ok((Member::Unknown, file)) if !file.content().is_ok_and(is_page) => Box::new(std::iter::empty()),
            Ok((_, file)) => Box::new(std::iter::once(Ok(RawPage::Zipped { name, file }))),
        }
    };
    Ok(Box::new(files.into_iter().flat_map(pages)))
}

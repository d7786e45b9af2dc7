//! The pages of a zip file, and of the web archives in it (WACZ).
//!
//! In: a file with a directory at its end. Out: its pages in path order, as if it were unpacked into a folder, and the pages of WARC
//! archives in it in their place. The directory is read first; pages are decompressed when they are loaded, on all threads, up to the
//! limit of a page. The sizes that the archive states are not believed, and the checksum of each page is compared. What a WARC archive
//! in it holds is not: it has checksums of its own. Memory: the names of its files.
//!
//! Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", 6.3.10; Webrecorder, "WACZ 1.1.1".

use super::archive::{Member, is_page, member};
use super::limits::Limits;
use super::raw::RawPage;
use super::source::RawPages;
use super::unpack::{Stream, within};
use super::warc::ArchivePages;
use crate::error::{Error, ErrorKind, Result};
use flate2::read::DeflateDecoder;
use rawzip::{
    CompressionMethod, FileReader, RECOMMENDED_BUFFER_SIZE, RangeReader, ReaderAt, ZipArchive,
    ZipArchiveEntryWayfinder,
};
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

/// A file of an archive that can be read.
#[derive(Clone)]
pub(super) struct Zipped {
    archive: Shared,
    entry: ZipArchiveEntryWayfinder,
    is_deflated: bool,
}

#[derive(Clone)]
struct Shared(Arc<ZipArchive<FileReader>>);

impl ReaderAt for Shared {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        self.0.get_ref().read_at(buffer, offset)
    }
}

/// A file of an archive in its directory: its path, and what it is unless it cannot be read.
struct Listed {
    path: String,
    found: Result<(Member, Zipped)>,
}

/// The pages within these limits in the zip file with this name.
pub(super) fn pages(name: String, file: File, limits: Limits) -> Result<RawPages> {
    let mut files = listed(file).map_err(|error| damaged(error).at(name.as_str()))?;
    files.sort_by(|one, other| one.path.split('/').cmp(other.path.split('/')));
    let pages = move |Listed { path, found }: Listed| -> RawPages {
        let name = format!("{name}/{path}");
        match found {
            Err(error) => Box::new(std::iter::once(Err(error.at(name)))),
            Ok((Member::Warc, file)) => match file.stream() {
                Ok(stream) => Box::new(ArchivePages::new(name, stream, limits)),
                Err(error) => Box::new(std::iter::once(Err(damaged(error).at(name)))),
            },
            Ok((Member::Unknown, file)) if !file.content().is_ok_and(is_page) => Box::new(std::iter::empty()),
            Ok((_, file)) => Box::new(std::iter::once(Ok(RawPage::Zipped { name, file }))),
        }
    };
    Ok(Box::new(files.into_iter().flat_map(pages)))
}

/// The files in the directory of an archive that may have pages.
fn listed(file: File) -> Result<Vec<Listed>, rawzip::Error> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = Shared(Arc::new(ZipArchive::from_file(file, &mut buffer)?));
    let mut entries = archive.0.entries(&mut buffer);
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry()? {
        let method = entry.compression_method();
        let refuse = |why: String| Err(Error::new(ErrorKind::Container(why)));
        let zipped = Zipped {
            archive: archive.clone(),
            entry: entry.wayfinder(),
            is_deflated: method == CompressionMethod::DEFLATE,
        };
        let written = entry.file_path();
        let (path, found) = match member(written.as_bytes()) {
            Ok(None) => continue,
            Err(error) => (String::new(), Err(error)),
            Ok(Some((path, _))) if entry.flags().is_encrypted() => {
                (path, refuse("it is encrypted; unpack the archive with its password first".to_owned()))
            }
            Ok(Some((path, _))) if !zipped.is_deflated && method != CompressionMethod::STORE => {
                let why =
                    format!("its compression {method:?} is not supported; pack the archive with deflate");
                (path, refuse(why))
            }
            Ok(Some((path, member))) => (path, Ok((member, zipped))),
        };
        files.push(Listed { path, found });
    }
    Ok(files)
}

impl Zipped {
    /// The content up to the limit of a page.
    pub(super) fn page(&self, limit: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let read = || -> Result<(), rawzip::Error> {
            let entry = self.archive.0.get_entry(self.entry)?;
            let content = entry.verifying_reader(inflated(entry.reader(), self.is_deflated));
            content.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
            Ok(())
        };
        let mut read = read;
        read().map_err(damaged)?;
        within(limit, bytes)
    }

    /// The size in the archive, as it states it.
    pub(super) fn bytes(&self) -> u64 {
        self.entry.compressed_size_hint()
    }

    /// The content as a reader of its own, which does not compare the checksum.
    fn content(&self) -> Result<Box<dyn Read + Send>, rawzip::Error> {
        let (start, end) = self.archive.0.get_entry(self.entry)?.compressed_data_range();
        Ok(inflated(RangeReader::new(self.archive.clone(), start..end), self.is_deflated))
    }

    fn stream(&self) -> Result<Stream, rawzip::Error> {
        self.content().map(Stream::new)
    }
}

fn inflated<'a>(stored: impl Read + Send + 'a, is_deflated: bool) -> Box<dyn Read + Send + 'a> {
    if is_deflated { Box::new(DeflateDecoder::new(stored)) } else { Box::new(stored) }
}

fn damaged(error: rawzip::Error) -> Error {
    let why = "this zip file is damaged or incomplete; fetch it again";
    Error::new(ErrorKind::Container(why.to_owned())).because(error)
}

//! The files of a zip file.
//!
//! In: a file with a directory at its end. Out: the files in it that may have pages, which can be read in any order and on all threads.
//! A page is read up to the limit of a page, whatever size the archive states, and its checksum is compared. That of a file that is
//! read as a stream is not: a WARC archive has checksums of its own.
//!
//! Source: PKWARE, "APPNOTE.TXT - .ZIP File Format Specification", 6.3.10.

use super::archive::{Member, member};
use super::unpack::{Stream, within};
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
pub(super) struct Listed {
    pub(super) path: String,
    pub(super) found: Result<(Member, Zipped)>,
}

/// The files in the directory of an archive that may have pages.
pub(super) fn listed(file: File) -> Result<Vec<Listed>> {
    let size = file.metadata().map_or(u64::MAX, |known| known.len());
    let (files, bytes) = directory(file).map_err(damaged)?;
    // A bomb has many names for the same bytes.
    if bytes > size {
        let why = "the files in this zip file overlap, so that each is read many times; pack it anew";
        return Err(Error::new(ErrorKind::Container(why.to_owned())));
    }
    Ok(files)
}

/// The files, and how many bytes they have in the archive.
fn directory(file: File) -> Result<(Vec<Listed>, u64), rawzip::Error> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let archive = Shared(Arc::new(ZipArchive::from_file(file, &mut buffer)?));
    let mut entries = archive.0.entries(&mut buffer);
    let (mut files, mut bytes) = (Vec::new(), 0_u64);
    while let Some(entry) = entries.next_entry()? {
        let method = entry.compression_method();
        bytes = bytes.saturating_add(entry.compressed_size_hint());
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
    Ok((files, bytes))
}

impl Zipped {
    /// The content up to the limit of a page.
    pub(super) fn page(&self, limit: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut read = || -> Result<(), rawzip::Error> {
            let entry = self.archive.0.get_entry(self.entry)?;
            let content = entry.verifying_reader(inflated(entry.reader(), self.is_deflated));
            content.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
            Ok(())
        };
        read().map_err(damaged)?;
        within(limit, bytes)
    }

    /// The size in the archive, as it states it.
    pub(super) fn bytes(&self) -> u64 {
        self.entry.compressed_size_hint()
    }

    /// The content as a reader of its own, which does not compare the checksum.
    pub(super) fn content(&self) -> Result<Box<dyn Read + Send>> {
        let (start, end) = self.archive.0.get_entry(self.entry).map_err(damaged)?.compressed_data_range();
        Ok(inflated(RangeReader::new(self.archive.clone(), start..end), self.is_deflated))
    }

    pub(super) fn stream(&self) -> Result<Stream> {
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

//! The pages of a tar archive, plain or compressed.
//!
//! In: a stream of files, each after a head of 512 bytes. Out: its pages in the order of the archive. Files that are no pages are
//! skipped without being stored, and a page beyond the limit is an error in its place. Reading ends at a damaged head, as nothing
//! says where the next one is. Memory: one page.
//!
//! Source: POSIX.1-2024, "pax Interchange Format"; GNU tar manual, "Basic Tar Format", for long names.

use super::archive::{Member, is_page, member};
use super::limits::Limits;
use super::raw::RawPage;
use super::unpack::{Packing, Stream, too_large};
use crate::error::{Error, ErrorKind, Result};
use std::io::{self, BufRead, Cursor, Read};
use tar::{EntryType, Header, PaxExtensions};

/// The bytes of a head, and the unit in which content is stored.
const BLOCK: usize = 512;

/// The bytes of the checksum in a head, which counts them as spaces.
const CHECKSUM: std::ops::Range<usize> = 148..156;

/// Limit for the length of what precedes the head of a file: a name has a few hundred bytes.
const LONGEST: u64 = 1 << 20;

/// The pages of a tar archive, one after another.
pub(super) struct TarPages {
    reader: Box<dyn BufRead + Send>,
    packing: Option<Packing>,
    name: String,
    limits: Limits,
    /// The name of the next file, if it does not fit into its head.
    long_name: Option<Vec<u8>>,
    /// The size of the next file, if it does not fit into its head.
    long_size: Option<u64>,
    files: usize,
    ended: bool,
}

impl TarPages {
    /// The pages within these limits in the archive with this name.
    pub(super) fn new(name: String, archive: Stream, limits: Limits) -> Self {
        let Stream { reader, packing, .. } = archive;
        TarPages { reader, packing, name, limits, long_name: None, long_size: None, files: 0, ended: false }
    }

    /// The head of the next file; `None` at the end of the archive.
    fn head(&mut self) -> Result<Option<Header>> {
        let mut head = Vec::with_capacity(BLOCK);
        self.read(BLOCK as u64, &mut head)?;
        if head.iter().all(|&byte| byte == 0) {
            return Ok(None);
        }
        if head.len() < BLOCK {
            return Err(self.damaged("is incomplete"));
        }
        let head = Header::from_byte_slice(&head).clone();
        let counted = |(at, &byte): (usize, &u8)| u32::from(if CHECKSUM.contains(&at) { b' ' } else { byte });
        let sum: u32 = head.as_bytes().iter().enumerate().map(counted).sum();
        if head.cksum().ok() != Some(sum) {
            return Err(self.damaged("has a wrong checksum"));
        }
        Ok(Some(head))
    }

    /// The next page; an error of one page has the name of the page.
    fn page(&mut self) -> Result<Option<RawPage>> {
        while let Some(head) = self.head()? {
            let Ok(size) = head.entry_size() else { return Err(self.damaged("has no size")) };
            match head.entry_type() {
                EntryType::GNULongName => {
                    let name = self.beside(size)?;
                    self.long_name =
                        Some(name.split(|&byte| byte == 0).next().unwrap_or_default().to_owned());
                    continue;
                }
                EntryType::XHeader => {
                    let fields = self.beside(size)?;
                    for field in PaxExtensions::new(&fields).flatten() {
                        match field.key_bytes() {
                            b"path" => self.long_name = Some(field.value_bytes().to_owned()),
                            b"size" => self.long_size = field.value().ok().and_then(|size| size.parse().ok()),
                            _ => {}
                        }
                    }
                    continue;
                }
                EntryType::XGlobalHeader | EntryType::GNULongLink => {
                    self.skip(padded(size))?;
                    continue;
                }
                EntryType::GNUSparse => self.skip_map(&head)?,
                _ => {}
            }
            self.files += 1;
            let written = self.long_name.take().unwrap_or_else(|| head.path_bytes().into_owned());
            let size = self.long_size.take().unwrap_or(size);
            let is_file = matches!(head.entry_type(), EntryType::Regular | EntryType::Continuous);
            let found = if is_file { member(&written) } else { Ok(None) };
            let found = match found {
                Ok(Some((path, found @ (Member::Page | Member::Unknown)))) => (path, found),
                Ok(_) => {
                    self.skip(padded(size))?;
                    continue;
                }
                Err(error) => {
                    self.skip(padded(size))?;
                    return Err(error.at(self.name.as_str()));
                }
            };
            let (name, found) = (format!("{}/{}", self.name, found.0), found.1);
            if size > self.limits.page {
                self.skip(padded(size))?;
                if found == Member::Unknown {
                    continue;
                }
                return Err(Error::new(too_large(self.limits.page)).at(name));
            }
            let mut bytes = Vec::new();
            self.read(size, &mut bytes)?;
            if (bytes.len() as u64) < size {
                return Err(self.damaged("is incomplete"));
            }
            self.skip(padded(size) - size)?;
            if found == Member::Page || is_page(Cursor::new(bytes.clone())) {
                return Ok(Some(RawPage::Bytes { name, bytes }));
            }
        }
        Ok(None)
    }

    /// Reads what precedes the head of a file.
    fn beside(&mut self, size: u64) -> Result<Vec<u8>> {
        if size > LONGEST {
            return Err(self.damaged("has a name of more than 1 MiB"));
        }
        let mut bytes = Vec::new();
        self.read(padded(size), &mut bytes)?;
        bytes.truncate(usize::try_from(size).expect("it is small"));
        Ok(bytes)
    }

    /// Skips the further blocks in which a sparse file says where its content is.
    fn skip_map(&mut self, head: &Header) -> Result<()> {
        /// Whether another block follows is said here.
        const FOLLOWS: usize = 504;
        let mut follows = head.as_gnu().is_some_and(tar::GnuHeader::is_extended);
        while follows {
            let mut block = Vec::with_capacity(BLOCK);
            self.read(BLOCK as u64, &mut block)?;
            follows = block.get(FOLLOWS) == Some(&1);
        }
        Ok(())
    }

    /// Reads as many of these bytes as there are.
    fn read(&mut self, size: u64, bytes: &mut Vec<u8>) -> Result<()> {
        let read = self.reader.by_ref().take(size).read_to_end(bytes);
        read.map(drop).map_err(|error| self.fault(error))
    }

    /// Skips bytes, of which the last may be missing: archives are cut where padding begins.
    fn skip(&mut self, size: u64) -> Result<()> {
        let skipped = io::copy(&mut self.reader.by_ref().take(size), &mut io::sink());
        match skipped {
            Ok(skipped) if skipped + (BLOCK as u64) > size => Ok(()),
            Ok(_) => Err(self.damaged("is incomplete")),
            Err(error) => Err(self.fault(error)),
        }
    }

    /// The error for a failure to read on, after which nothing is read.
    fn fault(&mut self, error: io::Error) -> Error {
        self.ended = true;
        if self.packing.is_some() && self.files > 0 {
            return self.damaged("cannot be decompressed").because(error);
        }
        Stream::fault(self.packing, error).at(self.name.as_str())
    }

    fn damaged(&mut self, what: &str) -> Error {
        self.ended = true;
        let why = format!(
            "file {} of this tar archive {what}, and what follows it is lost; fetch the archive again",
            self.files + 1
        );
        let kind = if self.files == 0 { ErrorKind::Container(why) } else { ErrorKind::Lost(why) };
        Error::new(kind).at(self.name.as_str())
    }
}

/// The bytes that content of this size takes.
fn padded(size: u64) -> u64 {
    size.checked_next_multiple_of(BLOCK as u64).unwrap_or(size)
}

impl Iterator for TarPages {
    type Item = Result<RawPage>;

    fn next(&mut self) -> Option<Result<RawPage>> {
        if self.ended {
            return None;
        }
        let page = self.page().transpose();
        self.ended |= page.is_none();
        page
    }
}

//! Opens files as streams of decompressed bytes.
//!
//! Whether a stream is compressed is determined by its first bytes and not by its name: no page begins with the magic
//! number of gzip or Zstandard, and servers and tools give wrong names in both directions.

use super::kind::HEAD_BYTES;
use super::{gzip, zstd};
use crate::error::{Error, ErrorKind};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

/// 64 KiB for each system call; larger reads are not faster.
const BUFFER_BYTES: usize = 64 << 10;

/// The compression of a stream.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Packing {
    Gzip,
    Zstandard,
}

impl Packing {
    fn of(head: &[u8]) -> Option<Self> {
        match head {
            // The others are a member that was cut off in its magic number, before a whole one.
            [0x1F, 0x8B, 0x08, ..] | [0x1F, 0x1F, 0x8B, 0x08, ..] | [0x1F, 0x8B, 0x1F, 0x8B, ..] => {
                Some(Packing::Gzip)
            }
            // The second pattern is a skippable frame, with which a compressed WARC file may begin.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Packing::Zstandard),
            _ => None,
        }
    }
}

/// A stream of decompressed bytes whose first bytes can be inspected.
pub(super) struct Stream {
    /// The whole content, from the first byte.
    pub reader: Box<dyn BufRead + Send>,
    /// The first bytes, up to [`HEAD_BYTES`].
    pub head: Vec<u8>,
    pub packing: Option<Packing>,
}

impl Stream {
    /// Opens a file.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        File::open(path).map(Stream::new)
    }

    /// Decompresses the bytes of this reader, if they are compressed.
    ///
    /// Damage at the very beginning is reported when the stream is read, not here.
    pub(super) fn new(source: impl Read + Send + 'static) -> Self {
        let (mut head, source) = peek(BufReader::with_capacity(BUFFER_BYTES, source));
        let packing = Packing::of(&head);
        let unpacked: Box<dyn Read + Send> = match packing {
            None => return Stream { reader: Box::new(source), head, packing },
            Some(Packing::Gzip) => Box::new(gzip::Unpacked::new(source)),
            Some(Packing::Zstandard) => Box::new(zstd::Unpacked::new(source)),
        };
        let reader;
        (head, reader) = peek(BufReader::with_capacity(BUFFER_BYTES, unpacked));
        Stream { reader: Box::new(reader), head, packing }
    }

    /// The error for a failure to read from this stream.
    pub(super) fn fault(packing: Option<Packing>, error: io::Error) -> Error {
        let kind = match packing {
            None => ErrorKind::Read,
            Some(Packing::Gzip) => broken("gzip"),
            Some(Packing::Zstandard) => broken("Zstandard"),
        };
        Error::new(kind).because(error)
    }

    /// Reads the whole content as one page of at most `limit` bytes.
    pub(super) fn into_page(self, limit: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = self.reader.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        read.map_err(|error| Stream::fault(self.packing, error))?;
        within(limit, bytes)
    }
}

fn broken(packing: &str) -> ErrorKind {
    ErrorKind::Container(format!("its {packing} data is damaged or incomplete; fetch the file again"))
}

/// Returns the first bytes of a reader, and a reader that still yields these bytes.
///
/// A failure is reported to the later reading, so that the bytes before it stay readable.
fn peek<R: BufRead>(mut reader: R) -> (Vec<u8>, impl BufRead + use<R>) {
    let mut head = Vec::with_capacity(HEAD_BYTES);
    let length = u64::try_from(HEAD_BYTES).expect("a small constant");
    let failure = reader.by_ref().take(length).read_to_end(&mut head).err();
    let start = Cursor::new(head.clone());
    (head, start.chain(Failing(failure)).chain(reader))
}

/// A reader without content that fails at most once.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Failing {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}

/// Reads a file that is one page of at most `limit` bytes. A device or a pipe states no length.
pub(super) fn read_page(path: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let fault = |error| Stream::fault(None, error);
    let file = File::open(path).map_err(fault)?;
    let length = file.metadata().map_err(fault)?.len();
    if length > limit {
        return Err(Error::new(too_large(limit)));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fault)?;
    unpack_page(within(limit, bytes)?, limit)
}

/// Decompresses a page of at most `limit` bytes, if it is compressed.
pub(super) fn unpack_page(bytes: Vec<u8>, limit: u64) -> Result<Vec<u8>, Error> {
    if Packing::of(&bytes).is_some() { Stream::new(Cursor::new(bytes)).into_page(limit) } else { Ok(bytes) }
}

/// Returns the page if it has at most `limit` bytes.
pub(super) fn within(limit: u64, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
    let fits = u64::try_from(bytes.len()).is_ok_and(|length| length <= limit);
    if fits { Ok(bytes) } else { Err(Error::new(too_large(limit))) }
}

/// The error for a page of more than `limit` bytes.
pub(super) fn too_large(limit: u64) -> ErrorKind {
    let limit = in_units(limit, 1024).unwrap_or_else(|| format!("{limit} bytes"));
    ErrorKind::TooLarge(format!("the page is larger than {limit}; raise --max-page to read it"))
}

/// A number as the options take it, in the largest of the units K, M and G in which it is whole, each `step` times the one before; none if it is in
/// none.
pub(super) fn in_units(number: u64, step: u64) -> Option<String> {
    let units = [(3, 'G'), (2, 'M'), (1, 'K')].map(|(power, sign)| (step.pow(power), sign));
    let (unit, sign) = units.into_iter().find(|(unit, _)| number > 0 && number.is_multiple_of(*unit))?;
    Some(format!("{}{sign}", number / unit))
}

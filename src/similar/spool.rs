//! A file that is appended to and read at any position: for sorted runs of records, or the texts of pages.
//!
//! In: an open file, with or without a name, and bytes to append. Out: the bytes of any range. A file without a name disappears when
//! the program ends, for whatever reason. One run of the program needs only a few such files, so the limit on open files does not
//! matter. The first bytes may be kept in memory; the others go to the file whenever a buffer is full. Reads work on all three.
//!
//! ```text
//! held in memory | in the file | buffer
//! 0            r   r + written   len
//! ```

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;

/// The size of the buffer that is written to the file when it is full.
const BUFFER: usize = 1 << 18;

/// A file that is appended to.
#[derive(Debug)]
pub struct Spool {
    /// The first bytes, which never go to the file.
    held: Vec<u8>,
    /// How many bytes may be held.
    limit: usize,
    file: File,
    /// How many bytes are in the file.
    written: u64,
    /// The bytes after those of the file.
    buffer: Vec<u8>,
}

impl Spool {
    /// Appends after the first `len` bytes of a file; the file is truncated to them.
    ///
    /// # Errors
    /// If the file cannot be truncated, or has fewer bytes.
    pub fn new(file: File, len: u64) -> io::Result<Self> {
        if file.metadata()?.len() < len {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file is shorter than it was"));
        }
        file.set_len(len)?;
        Ok(Spool { held: Vec::new(), limit: 0, file, written: len, buffer: Vec::new() })
    }

    /// Keeps the first bytes, up to this number, in memory and out of the file. For files without a name.
    #[must_use]
    pub fn held(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// How many bytes are held in memory.
    #[must_use]
    pub fn in_memory(&self) -> u64 {
        bytes(self.held.len())
    }

    /// How many bytes there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        bytes(self.held.len()) + self.written + bytes(self.buffer.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the buffer to the file.
    fn write_out(&mut self) -> io::Result<()> {
        write_at(&self.file, &self.buffer, self.written)?;
        self.written += bytes(self.buffer.len());
        self.buffer.clear();
        Ok(())
    }

    /// Writes the buffer to the file, and waits until the file is safe on disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.write_out()?;
        self.file.sync_data()
    }

    /// Fills `into` with the bytes from `start` on.
    ///
    /// # Errors
    /// If the file cannot be read, or there are fewer.
    pub fn read_at(&self, into: &mut [u8], start: u64) -> io::Result<()> {
        let (mut rest, mut at) = (into, start);
        let file = bytes(self.held.len());
        let ends = [file, file + self.written, self.len()];
        for (segment, end) in ends.into_iter().enumerate() {
            let len = usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX).min(rest.len());
            let (here, behind) = rest.split_at_mut(len);
            if segment == 1 && len > 0 {
                read_at(&self.file, here, at - file)?;
            } else if len > 0 {
                here.copy_from_slice(self.found(at..at + bytes(len)).ok_or_else(short)?);
            }
            (rest, at) = (behind, at + bytes(len));
        }
        if rest.is_empty() { Ok(()) } else { Err(short()) }
    }

    /// The bytes of a range, borrowed if they are in memory.
    ///
    /// # Errors
    /// As for [`read_at`](Spool::read_at).
    pub fn get(&self, range: Range<u64>) -> io::Result<Cow<'_, [u8]>> {
        if let Some(found) = self.found(range.clone()) {
            return Ok(Cow::Borrowed(found));
        }
        let len = range.end.checked_sub(range.start).filter(|_| range.end <= self.len());
        let mut found = vec![0; len.and_then(|len| usize::try_from(len).ok()).ok_or_else(short)?];
        self.read_at(&mut found, range.start)?;
        Ok(Cow::Owned(found))
    }

    /// The bytes of a range if all of it is in memory, in the held bytes or in the buffer.
    fn found(&self, range: Range<u64>) -> Option<&[u8]> {
        let behind = bytes(self.held.len()) + self.written;
        let (some, first) = if range.start < behind { (&self.held, 0) } else { (&self.buffer, behind) };
        let index = |at: u64| usize::try_from(at.checked_sub(first)?).ok();
        some.get(index(range.start)?..index(range.end)?)
    }
}

fn short() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "there are fewer bytes than expected")
}

impl Write for Spool {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        if self.written == 0 && self.buffer.is_empty() && self.held.len() + some.len() <= self.limit {
            if self.held.capacity() - self.held.len() < some.len() {
                // Doubled, but not beyond the limit.
                let more = self.held.len().max(BUFFER).min(self.limit - self.held.len());
                self.held.reserve_exact(more.max(some.len()));
            }
            self.held.extend_from_slice(some);
            return Ok(some.len());
        }
        self.buffer.extend_from_slice(some);
        if self.buffer.len() >= BUFFER {
            self.write_out()?;
        }
        Ok(some.len())
    }

    /// Does nothing: written bytes can be read at once.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A length in bytes.
pub(super) fn bytes(len: usize) -> u64 {
    u64::try_from(len).expect("memory is less than 2^64 bytes")
}

#[cfg(unix)]
fn read_at(file: &File, into: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, start)
}

#[cfg(unix)]
fn write_at(file: &File, from: &[u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, from, start)
}

#[cfg(windows)]
fn read_at(file: &File, mut into: &mut [u8], mut start: u64) -> io::Result<()> {
    while !into.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, into, start)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => (into, start) = (&mut into[read..], start + bytes(read)),
        }
    }
    Ok(())
}

#[cfg(windows)]
fn write_at(file: &File, mut from: &[u8], mut start: u64) -> io::Result<()> {
    while !from.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, from, start)?;
        (from, start) = (&from[written..], start + bytes(written));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_bytes_are_read_at_any_position() {
        let all: Vec<u8> = (0..BUFFER * 3 + 77).map(|n| u8::try_from(n % 251).unwrap()).collect();
        // In memory: none, some, all.
        for limit in [0, BUFFER / 2, BUFFER + 5000, BUFFER * 4] {
            let mut spool = Spool::new(tempfile::tempfile().unwrap(), 0).unwrap().held(limit);
            for some in all.chunks(999) {
                spool.write_all(some).unwrap();
                let last = spool.len() - bytes(some.len())..spool.len();
                assert_eq!(&*spool.get(last).unwrap(), some);
            }
            assert_eq!(spool.len(), bytes(all.len()));
            for start in (0..all.len() - 5000).step_by(1777) {
                let mut found = vec![0; 5000];
                spool.read_at(&mut found, bytes(start)).unwrap();
                assert_eq!(found, all[start..start + 5000]);
                assert_eq!(&*spool.get(bytes(start)..bytes(start + 5000)).unwrap(), found);
            }
            assert_eq!(spool.file.metadata().unwrap().len() == 0, limit == BUFFER * 4);
            let behind = spool.len() - 10..spool.len() + 10;
            assert!(spool.read_at(&mut [0; 20], behind.start).is_err());
            assert!(spool.get(behind).is_err());
        }
    }

    #[test]
    fn a_file_is_truncated_to_its_valid_bytes() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"kept, lost").unwrap();
        let open = || File::options().read(true).write(true).open(file.path()).unwrap();
        let mut spool = Spool::new(open(), 4).unwrap();
        spool.write_all(b"!").unwrap();
        spool.sync().unwrap();
        assert_eq!(std::fs::read(file.path()).unwrap(), b"kept!");
        assert!(Spool::new(open(), 6).is_err());
    }
}

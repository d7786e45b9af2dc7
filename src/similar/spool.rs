//! A file that is written at its end and read anywhere: sorted runs of records, texts of pages.
//!
//! In: an open file, with or without a name. A file without a name is gone with the program, however that ends, and all
//! that one run needs lies in a few files, so that it does not depend on how many files a program may have open.
//! What is written is kept until a buffer is full; what is to be read must have been flushed.

use std::fs::File;
use std::io::{self, Write};

/// Bytes that are kept before they are written.
const BUFFER: usize = 1 << 18;

/// A file that grows at its end.
#[derive(Debug)]
pub struct Spool {
    file: File,
    /// What has been written, without the buffer.
    written: u64,
    buffer: Vec<u8>,
}

impl Spool {
    /// Goes on behind the first `len` bytes of a file; what is behind them is cut off.
    ///
    /// # Errors
    /// If the file cannot be cut, or has fewer bytes.
    pub fn new(file: File, len: u64) -> io::Result<Self> {
        if file.metadata()?.len() < len {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the file is shorter than it was"));
        }
        file.set_len(len)?;
        Ok(Spool { file, written: len, buffer: Vec::new() })
    }

    /// How many bytes there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.written + bytes(self.buffer.len())
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes what is kept.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        write_at(&self.file, &self.buffer, self.written)?;
        self.written += bytes(self.buffer.len());
        self.buffer.clear();
        Ok(())
    }

    /// Writes what is kept and waits until the machine may lose its power.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        self.file.sync_data()
    }

    /// The bytes from here on that fill `into`.
    ///
    /// # Errors
    /// If the file cannot be read, or ends before that.
    pub fn read_at(&self, into: &mut [u8], start: u64) -> io::Result<()> {
        read_at(&self.file, into, start)
    }
}

impl Write for Spool {
    fn write(&mut self, some: &[u8]) -> io::Result<usize> {
        self.buffer.extend_from_slice(some);
        if self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Spool::flush(self)
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
    fn what_is_written_is_read_anywhere() {
        let mut spool = Spool::new(tempfile::tempfile().unwrap(), 0).unwrap();
        let all: Vec<u8> = (0..BUFFER * 2 + 77).map(|n| u8::try_from(n % 251).unwrap()).collect();
        for some in all.chunks(999) {
            spool.write_all(some).unwrap();
        }
        assert_eq!(spool.len(), bytes(all.len()));
        spool.flush().unwrap();
        let mut found = vec![0; 5000];
        spool.read_at(&mut found, 300_000).unwrap();
        assert_eq!(found, all[300_000..305_000]);
        assert!(spool.read_at(&mut found, spool.len() - 10).is_err());
    }

    #[test]
    fn a_file_goes_on_behind_what_counts() {
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

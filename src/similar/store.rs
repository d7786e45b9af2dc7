//! Pages on disk, by number.
//!
//! In: the bytes of one page after another. Out: the bytes of the page with any number, in any order, from any thread. There are two
//! spools: the bytes of all pages, and the end of each page in them, so that nothing is kept in memory for a page. Each page is
//! followed by a checksum of its number and bytes, so that damage on disk is detected.

use super::spool::{Spool, bytes};
use std::borrow::Cow;
use std::io::{self, Write};
use std::ops::Range;
use twox_hash::XxHash3_64;

/// The bytes of pages, by number.
#[derive(Debug)]
pub struct Store {
    pages: Spool,
    /// The end of each page in `pages`, as eight bytes.
    ends: Spool,
    end: u64,
}

/// The size of an end in bytes.
const END: u64 = 8;

/// The size of a checksum in bytes.
const CHECK: usize = 4;

/// The checksum of a page.
fn check(number: u64, page: &[u8]) -> [u8; CHECK] {
    let [first, second, third, fourth, ..] = XxHash3_64::oneshot_with_seed(number, page).to_le_bytes();
    [first, second, third, fourth]
}

impl Store {
    /// Appends to the pages that are in the spools.
    ///
    /// # Errors
    /// If they cannot be read, or do not belong together.
    pub fn new(pages: Spool, ends: Spool) -> io::Result<Self> {
        let mut store = Store { pages, ends, end: 0 };
        if let Some(last) = store.len().checked_sub(1) {
            store.end = store.end_of(last)?;
        }
        if store.end != store.pages.len() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the pages and their ends do not agree"));
        }
        Ok(store)
    }

    /// Keeps the first bytes, up to this number, in memory and out of the files. An eighth of them is for ends, as pages are much
    /// larger than their ends.
    #[must_use]
    pub fn held(self, bytes: usize) -> Self {
        Store { pages: self.pages.held(bytes / 8 * 7), ends: self.ends.held(bytes / 8), ..self }
    }

    /// How many bytes are held in memory.
    #[must_use]
    pub fn in_memory(&self) -> u64 {
        self.pages.in_memory() + self.ends.in_memory()
    }

    /// How many pages there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.ends.len() / END
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds a page; its number is the number of pages before it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, page: &[u8]) -> io::Result<()> {
        let check = check(self.len(), page);
        self.pages.write_all(page)?;
        self.pages.write_all(&check)?;
        self.end += bytes(page.len() + CHECK);
        self.ends.write_all(&self.end.to_le_bytes())
    }

    /// Writes all pages and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> io::Result<()> {
        self.pages.sync()?;
        self.ends.sync()
    }

    /// The bytes in the spools, of pages and of their ends.
    #[must_use]
    pub fn sizes(&self) -> [u64; 2] {
        [self.pages.len(), self.ends.len()]
    }

    /// The bytes of a page, by its number.
    ///
    /// # Errors
    /// If it cannot be read, or was damaged.
    pub fn get(&self, number: u64) -> io::Result<Cow<'_, [u8]>> {
        let damaged = || io::Error::new(io::ErrorKind::InvalidData, "its checksum is wrong");
        let mut found = self.pages.get(self.place(number)?)?;
        let (page, written) = found.split_last_chunk::<CHECK>().ok_or_else(damaged)?;
        if check(number, page) != *written {
            return Err(damaged());
        }
        let len = page.len();
        match &mut found {
            Cow::Borrowed(found) => *found = &found[..len],
            Cow::Owned(found) => found.truncate(len),
        }
        Ok(found)
    }

    /// The range of a page, with its checksum, in the bytes of all pages.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn place(&self, number: u64) -> io::Result<Range<u64>> {
        let Some(before) = number.checked_sub(1) else { return Ok(0..self.end_of(0)?) };
        let mut ends = [0_u64; 2];
        self.ends.read_at(bytemuck::cast_slice_mut(&mut ends), before * END)?;
        Ok(u64::from_le(ends[0])..u64::from_le(ends[1]))
    }

    fn end_of(&self, number: u64) -> io::Result<u64> {
        let mut end = [0; 8];
        self.ends.read_at(&mut end, number * END)?;
        Ok(u64::from_le_bytes(end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spool() -> Spool {
        Spool::new(tempfile::tempfile().unwrap(), 0).unwrap()
    }

    #[test]
    fn pages_are_read_back_by_number() {
        let mut store = Store::new(spool(), spool()).unwrap();
        let page = |number: u8| vec![number; usize::from(number) * 7 % 50];
        (0..200).for_each(|number| store.add(&page(number)).unwrap());
        for number in (0..200).rev() {
            assert_eq!(*store.get(number.into()).unwrap(), page(number));
        }
        assert_eq!(store.len(), 200);
        assert!(store.get(200).is_err());
    }
}

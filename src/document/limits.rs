//! The largest page that is read: one set of limits for all kinds of input.
//!
//! Time and memory of every question grow with the bytes and the tags of a page, so these two limits bound the cost of
//! a page, however it was compressed. The depth of nesting needs no limit of its own: elements that are nested too
//! deep are read as siblings.

use super::Document;
use super::unpack::{in_units, too_large};
use crate::error::{Error, ErrorKind, Result};

/// Offsets into a page are 32-bit.
const MOST_BYTES: u64 = u32::MAX as u64;

/// What of an input is given.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wanted {
    /// Pages within these limits.
    pub limits: Limits,
    /// Also responses of servers that are no page, as errors.
    pub responses: bool,
}

/// The limits of a page. A page beyond them gives an error in its place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    pub(super) page: u64,
    pub(super) tags: usize,
}

impl Default for Limits {
    /// 32 MiB and two million tags. The largest page of an archive has a few MiB, crawlers cut at one or ten, and the
    /// HTML standard on one page has 13 MiB with half a million tags.
    fn default() -> Self {
        Limits { page: 32 << 20, tags: 2_000_000 }
    }
}

impl Limits {
    /// Limits the number of bytes of a page, compressed or not; 4 GiB - 1 is the largest possible limit.
    #[must_use]
    pub fn with_page(mut self, bytes: u64) -> Self {
        self.page = bytes.min(MOST_BYTES);
        self
    }

    /// Limits the number of tags of a page. Every `<` counts as a tag, whatever follows it.
    #[must_use]
    pub fn with_tags(mut self, tags: usize) -> Self {
        self.tags = tags;
        self
    }

    /// Returns the document if it is within the limits.
    pub(super) fn pass(self, document: Document) -> Result<Document> {
        if u64::try_from(document.bytes().len()).is_ok_and(|length| length > self.page) {
            return Err(Error::new(too_large(self.page)));
        }
        // A tag has three bytes at least.
        if document.bytes().len() / 3 >= self.tags
            && memchr::memchr_iter(b'<', document.bytes()).count() > self.tags
        {
            let tags = in_units(self.tags as u64, 1000).unwrap_or_else(|| self.tags.to_string());
            let why = format!("the page has more than {tags} nodes (tags); raise --max-nodes to read it");
            return Err(Error::new(ErrorKind::TooLarge(why)));
        }
        Ok(document)
    }
}

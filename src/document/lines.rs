//! Reads the lines of JSON Lines files as written, each with the page in it.
//!
//! For programs that write back their input with something added. Lines are found one after another and parsed on all
//! threads, a batch at a time, as [`Reader::read`] does. Memory: one batch.

use super::Document;
use super::json_lines;
use super::raw::RawPage;
use super::reader::{BATCH_BYTES, BATCH_PAGES, Reader};
use super::unpack::Stream;
use crate::error::Result;
use rayon::prelude::*;
use std::io::Read;

/// A line of a JSON Lines file.
#[derive(Clone, Debug)]
pub struct Line {
    /// The page in it.
    pub document: Document,
    /// The object as written, from its first brace to its last.
    pub written: String,
}

impl Reader {
    /// The lines of a JSON Lines file, plain or compressed, read a batch at a time and in order. `name` is the name of
    /// the file.
    ///
    /// # Errors
    /// The same as those of [`read`](Reader::read). A page of no bytes is skipped.
    pub fn lines(
        &self,
        name: impl Into<String>,
        file: impl Read + Send + 'static,
    ) -> impl Iterator<Item = Vec<Result<Line>>> {
        let mut pages = json_lines::ObjectPages::new(name.into(), Stream::new(file), self.limits());
        let reader = self.clone();
        std::iter::from_fn(move || {
            let mut bytes = 0;
            let mut batch = Vec::new();
            while batch.len() < BATCH_PAGES && bytes < BATCH_BYTES {
                let Some(page) = pages.next() else { break };
                bytes += page.as_ref().map_or(0, RawPage::bytes);
                batch.push(page);
            }
            let load = |page: Result<RawPage>| page.and_then(|page| page.load_line(&reader));
            (!batch.is_empty()).then(|| batch.into_par_iter().map(load).collect())
        })
    }
}

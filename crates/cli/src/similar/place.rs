//! The folder of an index, and the folder of temporary files.

use super::SimilarArgs;
use crate::args::Method;
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::Budget;
use katagami::similar::index::Index;
use std::path::Path;

impl SimilarArgs {
    /// Opens the index to work with.
    pub(super) fn open(&self) -> Result<Index> {
        let Some(folder) = &self.index else { return temporary(self.memory()) };
        self.check(folder)?;
        Index::open(folder, &self.settings(), self.unfinished(), self.memory().buffers(0))
    }

    /// The settings by which pages are read. They must be the same for all pages in a folder; all other settings may differ
    /// between runs.
    fn settings(&self) -> String {
        let method = match self.method {
            Method::Ours => "ours",
            Method::Paper => "paper",
        };
        format!("--method {method} --compare {} --min-chars {}", self.compared().name(), self.min_chars)
    }

    /// Refuses a path that cannot be the folder of an index, before anything is created there.
    fn check(&self, folder: &Path) -> Result<()> {
        let refuse =
            |why: &str| Err(Error::new(ErrorKind::Setting(why.to_owned())).at(folder.display().to_string()));
        if folder.exists() && !folder.is_dir() {
            return refuse(
                "this is a file, but --index needs a folder; give one that is empty or does not exist yet",
            );
        }
        let is_empty = folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
        match (self.input.arguments().is_empty(), folder.exists()) {
            (true, false) => refuse("there is no such folder; give inputs to read, and it is created"),
            (true, true) if is_empty => refuse("the folder has no pages; give inputs to read"),
            _ => Ok(()),
        }
    }
}

/// An index that disappears when the program ends.
pub(super) fn temporary(memory: Budget) -> Result<Index> {
    Index::temporary(memory.buffers(0), memory.held()).map_err(|error| {
        let why = "no temporary file can be created; set TMPDIR to a folder that can be written, or give a folder with --index";
        Error::new(ErrorKind::Setting(why.to_owned())).at("TMPDIR").because(error)
    })
}

/// Finishes the index if the inputs had no page, so that a run with other inputs can follow.
pub(super) fn leave(index: &mut Index, error: Error) -> Result<()> {
    if matches!(error.kind(), ErrorKind::NoInput(_)) {
        index.finish()?;
    }
    Err(error)
}

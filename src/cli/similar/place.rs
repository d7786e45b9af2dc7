//! The folder of an index, and where temporary files lie.

use super::SimilarArgs;
use crate::cli::args::Method;
use crate::error::{Error, ErrorKind, Result};
use crate::similar::budget::Budget;
use crate::similar::index::Index;
use std::path::Path;

impl SimilarArgs {
    /// Opens the index to work with.
    pub(super) fn open(&self) -> Result<Index> {
        let Some(folder) = &self.index else { return temporary(self.memory()) };
        self.check(folder)?;
        Index::open(folder, &self.settings(), self.unfinished(), self.memory().buffers(0))
    }

    /// What decides how a page is read. Pages of one folder are all read alike; anything else may change from run to run.
    fn settings(&self) -> String {
        let method = match self.method {
            Method::Ours => "ours",
            Method::Paper => "paper",
        };
        format!("--method {method} --compare {} --min-chars {}", self.compared().name(), self.min_chars)
    }

    /// Refuses what is no folder of an index, before anything is made there.
    fn check(&self, folder: &Path) -> Result<()> {
        let refuse =
            |why: &str| Err(Error::new(ErrorKind::Setting(why.to_owned())).at(folder.display().to_string()));
        if folder.exists() && !folder.is_dir() {
            return refuse(
                "it is a file, and --index needs a folder; give one that is empty or does not exist",
            );
        }
        let is_empty = folder.read_dir().is_ok_and(|mut entries| entries.next().is_none());
        match (self.input.arguments().is_empty(), folder.exists()) {
            (true, false) => refuse("there is no such folder; give inputs to read, and it will be made"),
            (true, true) if is_empty => refuse("the folder holds no page; give inputs to read"),
            _ => Ok(()),
        }
    }
}

/// An index that is gone with the program.
pub(super) fn temporary(memory: Budget) -> Result<Index> {
    Index::temporary(memory.buffers(0), memory.held()).map_err(|error| {
        let why = "no temporary file can be made; name a folder for them that can be written, or one to keep with --index";
        Error::new(ErrorKind::Setting(why.to_owned())).at("TMPDIR").because(error)
    })
}

/// Leaves a folder as a finished run does if the inputs held no page, so that right ones can follow.
pub(super) fn leave(index: &mut Index, error: Error) -> Result<()> {
    if matches!(error.kind(), ErrorKind::NoInput(_)) {
        index.finish()?;
    }
    Err(error)
}

//! The pages of earlier crawls, beside the database that was made of them.
//!
//! They are in `OUT/crawls.jsonl.gz`, or in `shop.crawls.jsonl.gz` for `shop.sqlite`. That file is written last: a run that is killed before
//! finds the pages of the crawls before it, and writes the same database when it is repeated.

use super::Target;
use crate::file::write_file;
use crate::writer::unwritten;
use katagami::database::Crawls;
use katagami::error::{Error, ErrorKind, Result};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

/// The name of the file in a folder, and what `.sqlite` becomes.
const NAME: &str = "crawls.jsonl.gz";

/// The pages of earlier crawls.
pub(super) struct Kept {
    file: PathBuf,
    pub(super) crawls: Crawls,
}

impl Kept {
    /// Those beside a database, if it is to be updated.
    pub(super) fn of(target: &Target, is_update: bool) -> Result<Option<Self>> {
        let (file, is_there) = match target {
            Target::Nowhere => return Ok(None),
            Target::Folder(folder) => {
                let has_pages = |ending| folder.join("pages").with_extension(ending).exists();
                (folder.join(NAME), has_pages("parquet") || has_pages("csv"))
            }
            Target::File(file) => (file.with_extension(NAME), file.exists()),
        };
        let refuse =
            |why: &str| Err(Error::new(ErrorKind::Setting(why.to_owned())).at(file.display().to_string()));
        match (is_update, file.exists()) {
            (false, false) => Ok(None),
            (false, true) => refuse(
                "the pages of earlier crawls are here, and their database would be lost; add --update, or remove this file first",
            ),
            (true, false) if is_there => refuse(
                "the database beside was made without --update, so its pages are not here; give another name, or remove it and make it \
                 with --update of all its pages",
            ),
            (true, false) => Ok(Some(Kept { file, crawls: Crawls::default() })),
            (true, true) => {
                let opened = File::open(&file).map_err(|error| {
                    Error::new(ErrorKind::Read).at(file.display().to_string()).because(error)
                })?;
                let crawls = Crawls::read(BufReader::new(opened))
                    .map_err(|error| error.at(file.display().to_string()))?;
                Ok(Some(Kept { file, crawls }))
            }
        }
    }

    /// Removes the files of tables that are no more, and writes the file.
    pub(super) fn write(&self, target: &Target, files: &[String]) -> Result<()> {
        if let Target::Folder(folder) = target {
            // Only what is in the folder, whatever the file says.
            let is_own = |name: &&String| Path::new(name).file_name().is_some_and(|file| file == &***name);
            for name in self.crawls.files().iter().filter(|name| !files.contains(name)).filter(is_own) {
                let file = folder.join(name);
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(Error::new(ErrorKind::Write)
                            .at(file.display().to_string())
                            .because(error));
                    }
                    _ => {}
                }
            }
        }
        write_file(&self.file, |out| self.crawls.write(files, out).map_err(unwritten))
    }
}

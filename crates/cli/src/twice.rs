//! Files that are read twice. Input from a pipe is kept in an unnamed temporary file.

use katagami::error::{Error, ErrorKind};
use std::fs::File;
use std::io::{self, Read, Seek};

/// A file that can be read twice.
pub(super) struct Twice {
    pub(super) name: String,
    file: File,
    /// Its length when it was opened. What is appended later is not read.
    length: u64,
}

impl Twice {
    pub(super) fn open(argument: &std::ffi::OsString) -> Result<Self, Error> {
        let name = argument.to_string_lossy().into_owned();
        let failed = |error: io::Error| Error::new(ErrorKind::Read).at(name.as_str()).because(error);
        let file = if argument == "-" {
            spool(&mut io::stdin()).map_err(failed)?
        } else {
            let metadata = std::fs::metadata(argument).map_err(failed)?;
            if metadata.is_dir() {
                let why =
                    "this is a folder, not a JSON Lines file; give files, or - for standard input".to_owned();
                return Err(Error::new(ErrorKind::Setting(why)).at(name));
            }
            let mut file = File::open(argument).map_err(failed)?;
            if !metadata.is_file() {
                file = spool(&mut file).map_err(failed)?;
            }
            if begins_with_markup(&file).map_err(failed)? {
                let why = "this is a page, not a JSON Lines file; to read pages, leave out --filter";
                return Err(Error::new(ErrorKind::Setting(why.to_owned())).at(name));
            }
            file
        };
        let length = file.metadata().map_err(failed)?.len();
        Ok(Twice { name, file, length })
    }

    /// Opens the file at its beginning.
    pub(super) fn begin(&self) -> io::Result<io::Take<File>> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(file.take(self.length))
    }
}

/// Whether the first character that is not white space begins a tag.
fn begins_with_markup(mut file: &File) -> io::Result<bool> {
    let mut head = Vec::new();
    file.rewind()?;
    file.take(HEAD).read_to_end(&mut head)?;
    Ok(head.trim_ascii_start().starts_with(b"<"))
}

/// The number of bytes examined at the beginning of a file. No real file begins with so much white space.
const HEAD: u64 = 1024;

/// An unnamed temporary file with everything that the reader gives.
pub(super) fn spool(source: &mut dyn Read) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(source, &mut file)?;
    Ok(file)
}

//! Writes files atomically: a file is complete, or does not appear at all.
//!
//! If the system has unnamed files, a file is written without a name and gets its name when it is complete. A program that
//! is killed before that, by any signal, leaves nothing behind. On other systems the file is written to the same folder under
//! a temporary name. Devices and pipes are written to directly, and a link remains a link.

use super::screen::Screen;
use katagami::error::{Error, ErrorKind, Result};
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The maximum number of links that are followed, more than any system follows.
const LINKS: usize = 40;

/// Writes a file.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    Complete::write(path, write)?.keep()
}

/// A file that is written, but does not have its name yet.
pub(super) struct Complete {
    path: PathBuf,
    file: Unnamed,
}

enum Unnamed {
    /// A device or pipe, which has been written to.
    Device,
    /// A file without a name, to be named through its folder.
    Nameless(File, PathBuf),
    /// A file with a temporary name.
    Temporary(TempPath),
}

impl Complete {
    /// Writes several files, each with its path, all before the first one has its name: files of two runs are never beside each other.
    pub(super) fn write_all<W: FnOnce(&mut dyn Write) -> Result<()>>(
        files: impl Iterator<Item = (PathBuf, W)>,
    ) -> Result<()> {
        nameless::allow_many();
        let written: Result<Vec<Self>> = files.map(|(path, write)| Complete::write(&path, write)).collect();
        written?.into_iter().try_for_each(Complete::keep)
    }

    /// Writes what a file is to hold. Whatever has the name of the file stays as it is.
    fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<Self> {
        let failed = |error| unwritten_at(path, error);
        if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Err(failed(io::Error::other(
                "this names a folder, but the result is one file; give a file name",
            )));
        }
        let write = |out: &mut dyn Write| {
            write(out).map_err(|error| match (error.kind(), error.place()) {
                (ErrorKind::Write, None) => error.at(path.display().to_string()),
                _ => error,
            })
        };
        // A link to a pipe has no canonical path; /dev/stdout may be such a link.
        let path = if path.exists() {
            path.canonicalize().unwrap_or_else(|_| path.to_owned())
        } else {
            behind_links(path)
        };
        let file = match fs::metadata(&path) {
            Ok(there) if there.is_dir() => {
                return Err(failed(io::Error::other("this is a folder; give a file name")));
            }
            Ok(there) if !there.is_file() => {
                let device = fs::OpenOptions::new().write(true).open(&path).map_err(failed)?;
                let mut out = BufWriter::new(Screen::new(device));
                write(&mut out)?;
                out.flush().map_err(failed)?;
                Unnamed::Device
            }
            there => Unnamed::write(&path, there.ok().map(|there| there.permissions()), write, failed)?,
        };
        Ok(Complete { path, file })
    }

    /// Gives the file its name, in the place of one that has it.
    fn keep(self) -> Result<()> {
        let failed = |error| unwritten_at(&self.path, error);
        match self.file {
            Unnamed::Device => Ok(()),
            Unnamed::Nameless(file, folder) => {
                nameless::name(&file, &folder, &self.path).map_err(|error| failed(plain(&error)))
            }
            Unnamed::Temporary(file) => {
                file.persist(&self.path).map(drop).map_err(|error| failed(error.error))
            }
        }
    }
}

fn unwritten_at(path: &Path, error: io::Error) -> Error {
    Error::new(ErrorKind::Write).at(path.display().to_string()).because(error)
}

/// The target of a path that may be a chain of links to a file that does not exist yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

impl Unnamed {
    /// Writes a file to the folder of a path. It has these permissions, if they are given.
    fn write(
        path: &Path,
        permissions: Option<Permissions>,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
        failed: impl Fn(io::Error) -> Error,
    ) -> Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            let why = format!("the folder {} does not exist; create it first", folder.display());
            return Err(failed(io::Error::other(why)));
        }
        let complete = |file: File| -> Result<File> {
            if let Some(permissions) = permissions {
                file.set_permissions(permissions).map_err(|error| failed(plain(&error)))?;
            }
            let mut out = BufWriter::new(file);
            write(&mut out)?;
            out.into_inner().map_err(|error| failed(error.into_error()))
        };
        if let Some(file) = nameless::create(folder) {
            return Ok(Unnamed::Nameless(complete(file)?, folder.to_owned()));
        }
        let mut named = tempfile::Builder::new();
        #[cfg(unix)]
        named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask, as for any new file
        let named = named.prefix(PREFIX).tempfile_in(folder).map_err(|error| failed(plain(&error)))?;
        complete(named.as_file().try_clone().map_err(|error| failed(plain(&error)))?)?;
        Ok(Unnamed::Temporary(named.into_temp_path()))
    }
}

/// The beginning of the names of unfinished files.
const PREFIX: &str = ".katagami-";

/// An error of the system without the name of the unfinished file, which means nothing to the user.
fn plain(error: &io::Error) -> io::Error {
    error.kind().into()
}

/// Unnamed files, on systems and disks that have them.
#[cfg(target_os = "linux")]
mod nameless {
    use super::PREFIX;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    /// Creates a file that can get a name in this folder.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)?;
        // The file can only be named through this folder.
        Path::new("/proc/self/fd").is_dir().then_some(file)
    }

    /// Allows as many open files as the system grants: each file without a name is one. Where that is not allowed, or they are more, the one
    /// that cannot be created is an error.
    pub(super) fn allow_many() {
        let limit = getrlimit(Resource::Nofile);
        _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
    }

    /// Gives the file its name, and replaces a file that has it.
    pub(super) fn name(file: &File, folder: &Path, path: &Path) -> io::Result<()> {
        let nameless = format!("/proc/self/fd/{}", file.as_raw_fd());
        let link = |name: &Path| linkat(CWD, &*nameless, CWD, name, AtFlags::SYMLINK_FOLLOW);
        match link(path) {
            Err(rustix::io::Errno::EXIST) => {
                // Linking cannot replace a file, but renaming can.
                let named =
                    tempfile::Builder::new().prefix(PREFIX).make_in(folder, |name| Ok(link(name)?))?;
                named.persist(path).map_err(|error| error.error)
            }
            linked => Ok(linked?),
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod nameless {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) fn create(_: &Path) -> Option<File> {
        None
    }

    pub(super) fn allow_many() {}

    pub(super) fn name(_: &File, _: &Path, _: &Path) -> io::Result<()> {
        unreachable!("there is no such file")
    }
}

//! Files for answers: whole, or not there at all.
//!
//! A file is written without a name, where the system has such files, and gets its name when it is complete: a program that
//! is ended before, by whatever signal, leaves nothing behind. Elsewhere it is written beside its place under a name of its
//! own. Devices and pipes are written to as they are, and a link stays a link.

use crate::error::{Error, ErrorKind, Result};
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// More links from one to the next than any system follows.
const LINKS: usize = 40;

/// Writes a file.
pub(super) fn write_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let failed =
        |error: io::Error| Error::new(ErrorKind::Write).at(path.display().to_string()).because(error);
    if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
        return Err(failed(io::Error::other(
            "it names a folder, and the answer is one file; give a file name",
        )));
    }
    // A link to a pipe, as /dev/stdout may be one, leads to no path.
    let path = if path.exists() {
        path.canonicalize().unwrap_or_else(|_| path.to_owned())
    } else {
        behind_links(path)
    };
    match fs::metadata(&path) {
        Ok(there) if there.is_dir() => Err(failed(io::Error::other("it is a folder; give a file name"))),
        Ok(there) if !there.is_file() => {
            let mut out = BufWriter::new(fs::OpenOptions::new().write(true).open(&path).map_err(failed)?);
            write(&mut out)?;
            out.flush().map_err(failed)
        }
        there => replace(&path, there.ok().map(|there| there.permissions()), write, failed),
    }
}

/// Where a path leads where nothing is there yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

/// Puts a new file in the place of one that is or is not there, with its permissions if it is.
fn replace(
    path: &Path,
    permissions: Option<Permissions>,
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
    failed: impl Fn(io::Error) -> Error,
) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let why = format!("there is no folder {}; make it first", folder.display());
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
        let file = complete(file)?;
        return nameless::name(&file, folder, path).map_err(|error| failed(plain(&error)));
    }
    let mut named = tempfile::Builder::new();
    #[cfg(unix)]
    named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the umask, as for any new file
    let named = named.prefix(PREFIX).tempfile_in(folder).map_err(|error| failed(plain(&error)))?;
    complete(named.as_file().try_clone().map_err(|error| failed(plain(&error)))?)?;
    named.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

/// What the names of files on the way begin with.
const PREFIX: &str = ".katagami-";

/// An error of the system without the name of the file on the way, which means nothing to the user.
fn plain(error: &io::Error) -> io::Error {
    error.kind().into()
}

/// Files without a name, on systems and disks that have them.
#[cfg(target_os = "linux")]
mod nameless {
    use super::PREFIX;
    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    /// One that can get a name in this folder.
    pub(super) fn create(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file = open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)?;
        // Without it there is no way to give the file its name.
        Path::new("/proc/self/fd").is_dir().then_some(file)
    }

    /// Gives the file its name, whatever has it.
    pub(super) fn name(file: &File, folder: &Path, path: &Path) -> io::Result<()> {
        let nameless = format!("/proc/self/fd/{}", file.as_raw_fd());
        let link = |name: &Path| linkat(CWD, &*nameless, CWD, name, AtFlags::SYMLINK_FOLLOW);
        match link(path) {
            Err(rustix::io::Errno::EXIST) => {
                // Only a move takes the place of what is there.
                let beside =
                    tempfile::Builder::new().prefix(PREFIX).make_in(folder, |name| Ok(link(name)?))?;
                beside.persist(path).map_err(|error| error.error)
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

    pub(super) fn name(_: &File, _: &Path, _: &Path) -> io::Result<()> {
        unreachable!("there is no such file")
    }
}

//! Inputs in the form in which they are given on a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One input: a file, a folder, the standard input, or a list of files and folders.
///
/// An input can be made from an argument; the file system is not accessed yet:
///
/// | argument | input |
/// |---|---|
/// | `-` | the standard input: one page or a container |
/// | `@list` | the files and folders that the file `list` names, one a line; `@-` takes the lines from the standard input |
/// | anything else | a file or a folder |
///
/// In a list each line is a path, even one that starts with `@`. Relative paths start from the current folder; blank
/// lines are skipped.
///
/// A file is read whatever its name is: `.jsonl` and `.ndjson` as JSON Lines (objects with `html` and optionally
/// `url`; an array of such objects too), `.warc` as a WARC archive, `.zip`, `.wacz` (a zip file with WARC archives), `.tar` and
/// `.tgz` as archives of pages, `.html` and the like as one page, `.mhtml` and `.mht` as a page that a browser saved with its
/// images; a file with any other name according to its first bytes. Data compressed with gzip or Zstandard is decompressed, whether or not the name ends in `.gz` or
/// `.zst`.
///
/// In a folder or an archive, pages are the files named `.html`, `.htm`, `.xhtml`, `.shtml`, `.mhtml` or `.mht`, optionally
/// followed by `.gz` or `.zst`, and those files whose name gives no file type (`index`, `view.php`, `thread.php?id=7`)
/// but whose content begins as HTML pages do. A folder's `.warc` and `.wacz` files are read, too. Everything else is skipped, and so is every
/// name that begins with a dot.
/// Links are followed; a folder is read once, however many links lead to it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Input(pub(super) Location);

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Location {
    Stdin,
    Path(PathBuf),
    /// The paths on the lines of a file, or of the standard input.
    List(Option<PathBuf>),
}

impl Input {
    /// A file or folder, even if its name is `-` or starts with `@`.
    #[must_use]
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Input(Location::Path(path.into()))
    }
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            return Input(Location::Stdin);
        }
        match list_name(&argument) {
            Some(list) if list == Path::new("-") => Input(Location::List(None)),
            Some(list) => Input(Location::List(Some(list))),
            None => Input::path(argument),
        }
    }
}

impl From<&str> for Input {
    fn from(argument: &str) -> Self {
        Input::from(OsString::from(argument))
    }
}

/// The name after the `@`.
#[cfg(unix)]
fn list_name(argument: &OsString) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let list = argument.as_bytes().strip_prefix(b"@")?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(list)))
}

/// The name after the `@`; an argument that is not Unicode is taken for a path.
#[cfg(not(unix))]
fn list_name(argument: &OsString) -> Option<PathBuf> {
    argument.to_str()?.strip_prefix('@').map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_the_standard_input_and_an_at_sign_a_list() {
        assert_eq!(Input::from("-"), Input(Location::Stdin));
        assert_eq!(Input::from("@pages.txt"), Input(Location::List(Some("pages.txt".into()))));
        assert_eq!(Input::from("@-"), Input(Location::List(None)));
    }

    #[test]
    fn input_path_takes_any_name_as_a_path() {
        assert_eq!(Input::path("@pages"), Input(Location::Path("@pages".into())));
        assert_eq!(Input::from("./-"), Input(Location::Path("./-".into())));
    }
}

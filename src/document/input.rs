//! Inputs as they stand on a command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// One input: a file, a folder, the standard input, or a list of files and folders.
///
/// Made from an argument, nothing is looked up yet:
///
/// | argument | input |
/// |---|---|
/// | `-` | what comes on the standard input: one page or a container |
/// | `@list` | the files and folders that the file `list` names, one a line; `@-` takes the lines from the standard input |
/// | else | a file or a folder |
///
/// In a list each line is a path, even one that starts with `@`; relative paths start from the current
/// folder, blank lines are passed over.
///
/// A file is read whatever it is called: `.jsonl` and `.ndjson` as JSON Lines (objects with `html` and
/// perhaps `url`), `.warc` as a WARC archive, `.html` and the like as one page; any other name by its first
/// bytes. Packed with gzip or Zstandard it is unpacked, whether or not the name says `.gz` or `.zst`.
///
/// In a folder, and the folders in it, pages are the files named `.html`, `.htm`, `.xhtml` or `.shtml`, also
/// with `.gz` or `.zst` behind, and those that begin as HTML pages do under a name that does not tell
/// (`index`, `view.php`, `thread.php?id=7`). Everything else is passed over, and so is every name that
/// begins with a dot. Links are followed; a folder is walked once, however many links lead to it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Input(pub(super) Place);

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Place {
    Stdin,
    Path(PathBuf),
    /// The lines of a file, or of the standard input.
    List(Option<PathBuf>),
}

impl Input {
    /// A file or folder, even if its name is `-` or starts with `@`.
    #[must_use]
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Input(Place::Path(path.into()))
    }
}

impl From<OsString> for Input {
    fn from(argument: OsString) -> Self {
        if argument == "-" {
            return Input(Place::Stdin);
        }
        match list_name(&argument) {
            Some(list) if list == Path::new("-") => Input(Place::List(None)),
            Some(list) => Input(Place::List(Some(list))),
            None => Input::path(argument),
        }
    }
}

impl From<&str> for Input {
    fn from(argument: &str) -> Self {
        Input::from(OsString::from(argument))
    }
}

/// What stands behind the `@`.
#[cfg(unix)]
fn list_name(argument: &OsString) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let list = argument.as_bytes().strip_prefix(b"@")?;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(list)))
}

/// What stands behind the `@`; a name that is not Unicode is taken for a path.
#[cfg(not(unix))]
fn list_name(argument: &OsString) -> Option<PathBuf> {
    argument.to_str()?.strip_prefix('@').map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dash_is_the_standard_input_and_an_at_sign_a_list() {
        assert_eq!(Input::from("-"), Input(Place::Stdin));
        assert_eq!(Input::from("@pages.txt"), Input(Place::List(Some("pages.txt".into()))));
        assert_eq!(Input::from("@-"), Input(Place::List(None)));
    }

    #[test]
    fn a_path_may_look_like_anything_when_it_is_called_a_path() {
        assert_eq!(Input::path("@pages"), Input(Place::Path("@pages".into())));
        assert_eq!(Input::from("./-"), Input(Place::Path("./-".into())));
    }
}

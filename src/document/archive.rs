//! Which files of an archive are pages, by the rules for folders.
//!
//! In: the name of a file as an archive stores it. Out: its path below the archive, with `/` between folders, and what kind of file
//! it is. Nothing is ever written under these names. A name that leads out of the archive is an error: whoever unpacks the archive
//! should know of it.

use super::escaped;
use super::kind::{FileKind, KindByName, begins_as_page, by_name};
use super::unpack::Stream;
use crate::error::{Error, ErrorKind, Result};
use bstr::ByteSlice;
use std::io::Read;
use std::path::Path;

/// What a file of an archive is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Member {
    Page,
    /// A page if it begins as one.
    Unknown,
    Warc,
}

/// The file with this name in an archive, and its path; `None` for files that are skipped in folders too.
pub(super) fn member(written: &[u8]) -> Result<Option<(String, Member)>> {
    let is_separator = |byte: &u8| matches!(byte, b'/' | b'\\');
    let parts = || written.split(is_separator).filter(|part| !matches!(part, [] | [b'.']));
    if parts().any(|part| part == b"..") {
        let why = format!(
            "the name {} leads out of the archive, so the file is not read; pack it under a name without `..`",
            escaped(written.as_bstr())
        );
        return Err(Error::new(ErrorKind::Container(why)));
    }
    if parts().any(|part| part.starts_with(b".")) || written.last().is_some_and(is_separator) {
        return Ok(None);
    }
    let path = parts().map(|part| escaped(part.as_bstr())).collect::<Vec<_>>().join("/");
    let member = match by_name(Path::new(&path)) {
        KindByName::Known(FileKind::Page) => Member::Page,
        KindByName::Known(FileKind::Warc) => Member::Warc,
        KindByName::Unknown => Member::Unknown,
        KindByName::Known(FileKind::JsonLines | FileKind::Zip | FileKind::Tar) | KindByName::Unsupported => {
            return Ok(None);
        }
    };
    Ok(Some((path, member)))
}

/// Whether a file begins as a page, decompressed if it is compressed.
pub(super) fn is_page(file: impl Read + Send + 'static) -> bool {
    begins_as_page(&Stream::new(file).head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_chosen_as_the_files_of_a_folder() {
        let of = |name: &str| member(name.as_bytes()).expect("it is in the archive");
        let page = |path: &str| Some((path.to_owned(), Member::Page));
        assert_eq!(of("./a/b.html"), page("a/b.html"));
        assert_eq!(of("/etc/b.html"), page("etc/b.html"));
        assert_eq!(of("C:\\b.htm.gz"), page("C:/b.htm.gz"));
        assert_eq!(of("b.mht"), page("b.mht"));
        assert_eq!(of("a/view"), Some(("a/view".to_owned(), Member::Unknown)));
        assert_eq!(of("archive/d.warc.gz"), Some(("archive/d.warc.gz".to_owned(), Member::Warc)));
        for skipped in ["a.html/", "__MACOSX/._a.html", ".git/a.html", "a.css", "inner.zip"] {
            assert_eq!(of(skipped), None, "{skipped}");
        }
    }

    #[test]
    fn a_name_that_leads_out_is_an_error() {
        for name in ["../a.html", "a/../../b.html", "..\\a.html", "/../a.html"] {
            let error = member(name.as_bytes()).expect_err("it leads out");
            assert!(error.to_string().contains(name), "{error}");
        }
    }
}

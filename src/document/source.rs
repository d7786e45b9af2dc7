//! Finds the pages of an input, without loading them.
//!
//! In: one input. Out: its pages one after another, not yet decoded and, if they are files of their own, not yet read.
//! This part runs on one thread and determines the order; [`RawPage::load`] does the work and runs on all threads.
//! Wherever a page should be and cannot be found, there is an error in its place.

use super::folder::Found;
use super::input::{Input, Location};
use super::kind::{FileKind, KindByName, by_content, by_name};
use super::limits::Wanted;
use super::raw::{RawPage, RawPages, shown};
use super::unpack::Stream;
use super::{folder, foreign, json_lines, tarball, warc, zip};
use crate::error::{Error, ErrorKind, Result};
use std::fs::{self, File};
use std::io::{self, BufRead};
use std::iter;
use std::path::{Path, PathBuf};

/// What is wanted of one input.
pub(super) fn pages(input: Input, wanted: Wanted) -> RawPages {
    match input.0 {
        Location::Stdin => {
            stream("-".to_owned(), KindByName::Unknown, Stream::new(io::stdin()), None, wanted)
        }
        Location::Path(path) => path_pages(path, wanted),
        Location::List(list) => list_pages(list.as_deref(), wanted),
    }
}

fn path_pages(path: PathBuf, wanted: Wanted) -> RawPages {
    let name = shown(&path);
    let found = match fs::metadata(&path) {
        Ok(found) => found,
        Err(error) => return fail(missing(error, &name)),
    };
    if found.is_dir() {
        let none = "no HTML page in this folder: searched for .html, .htm, .xhtml, .shtml and .mhtml, also with .gz or .zst \
                    added, for .warc and .wacz, and for files that begin like a page and whose ending does not say what they hold";
        let pages = folder::pages(&path).flat_map(move |found| -> RawPages {
            match found {
                Ok(Found::Page(page)) => Box::new(iter::once(Ok(page))),
                Ok(Found::Archive(path)) => path_pages(path, wanted),
                Err(error) => fail(error),
            }
        });
        return or_else(pages, Error::new(ErrorKind::NoInput(none.to_owned())).at(name));
    }
    let by_name_kind = by_name(&path);
    if by_name_kind == KindByName::Known(FileKind::Page) {
        return Box::new(iter::once(Ok(RawPage::File { path, bytes: found.len() })));
    }
    match Stream::open(&path) {
        Ok(file) => stream(name, by_name_kind, file, found.is_file().then_some(path.as_path()), wanted),
        Err(error) => fail(missing(error, &name)),
    }
}

/// The pages in a stream, which is a container if its name or its first bytes show that. `path` is the file that can be read from any
/// position, if there is one.
fn stream(
    name: String,
    by_name_kind: KindByName,
    stream: Stream,
    path: Option<&Path>,
    wanted: Wanted,
) -> RawPages {
    let kind = match by_name_kind {
        KindByName::Known(kind) => kind,
        KindByName::Unsupported | KindByName::Unknown => by_content(&stream.head),
    };
    let searched = match kind {
        FileKind::Page => {
            let page = stream.into_page(wanted.limits.page).map_err(|error| error.at(name.as_str()));
            return Box::new(iter::once(page.map(|bytes| RawPage::Bytes { name, bytes })));
        }
        FileKind::JsonLines => "objects with a page in \"html\", one per line or in an array",
        FileKind::Warc => "successful responses (status 2xx) of type text/html",
        FileKind::Zip => "files named as pages, such as .html, and WARC archives",
        FileKind::Tar => "files named as pages, such as .html",
    };
    let none = Error::new(ErrorKind::NoInput(format!("no page in this file: searched for {searched}")))
        .at(name.as_str());
    match kind {
        FileKind::JsonLines => or_else(json_lines::ObjectPages::new(name, stream, wanted.limits), none),
        FileKind::Tar => or_else(tarball::TarPages::new(name, stream, wanted.limits), none),
        FileKind::Zip => {
            let named = foreign::refuse(&stream.head).map_err(Error::new);
            let file = named.and_then(|()| seekable(stream, path)).map_err(|error| error.at(name.as_str()));
            match file.and_then(|file| zip::pages(name, file, wanted)) {
                Ok(pages) => or_else(pages, none),
                Err(error) => fail(error),
            }
        }
        FileKind::Warc | FileKind::Page => or_else(warc::ArchivePages::new(name, stream, wanted), none),
    }
}

/// A stream as a file that can be read from any position: the file itself, or a temporary one.
fn seekable(stream: Stream, path: Option<&Path>) -> Result<File> {
    let failed = |error: io::Error| Error::new(ErrorKind::Read).because(error);
    if stream.packing.is_some() {
        let why = "this is a compressed zip file; decompress it first";
        return Err(Error::new(ErrorKind::Container(why.to_owned())));
    }
    if let Some(path) = path {
        return File::open(path).map_err(failed);
    }
    let mut file = tempfile::tempfile().map_err(failed)?;
    let mut reader = stream.reader;
    io::copy(&mut reader, &mut file).map_err(failed)?;
    Ok(file)
}

/// The pages of the files and folders that are named on the lines of a file.
fn list_pages(list: Option<&Path>, wanted: Wanted) -> RawPages {
    let name = list.map_or_else(|| "@-".into(), |list| format!("@{}", list.display()));
    let list = match list.map_or_else(|| Ok(Stream::new(io::stdin())), Stream::open) {
        Ok(list) => list,
        Err(error) => return fail(missing(error, &name)),
    };
    let none = ErrorKind::NoInput("this list is empty; write one file or folder per line".to_owned());
    let none = Error::new(none).at(name.as_str());
    let packing = list.packing;
    let lines = list.reader.split(b'\n').enumerate();
    let pages = lines.flat_map(move |(n, line)| {
        let line = match line {
            Ok(line) => line,
            Err(error) => return fail(Stream::fault(packing, error).at(name.as_str())),
        };
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        let line = if n == 0 { line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line) } else { line };
        match path_of(line) {
            _ if line.is_empty() => Box::new(iter::empty()),
            Some(path) => path_pages(path, wanted),
            None => {
                let message = format!("line {} is not UTF-8; write the list in UTF-8", n + 1);
                fail(Error::new(ErrorKind::NoInput(message)).at(name.as_str()))
            }
        }
    });
    or_else(pages, none)
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not every line is a path")]
fn path_of(line: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(line)))
}

#[cfg(not(unix))]
fn path_of(line: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(line).ok().map(PathBuf::from)
}

fn missing(error: io::Error, name: &str) -> Error {
    let none = |why: &str| Error::new(ErrorKind::NoInput(why.to_owned())).at(name);
    if error.kind() == io::ErrorKind::NotADirectory {
        return none(
            "a part of this path is a file; unpack an archive to name some of its pages, or give the whole of it",
        );
    }
    if error.kind() != io::ErrorKind::NotFound {
        return Error::new(ErrorKind::Read).because(error).at(name);
    }
    match name.split_once("://") {
        Some(("http" | "https", _)) => none(
            "katagami reads only files, not addresses; save the page first, for example with `curl -o page.html`",
        ),
        Some(("file", _)) => none("addresses are not supported; give only the path, without file://"),
        _ if name.contains(['*', '?']) => {
            none("no such file or folder; leave out quotation marks, so that the shell expands * and ?")
        }
        _ => none("no such file or folder"),
    }
}

fn fail(error: Error) -> RawPages {
    Box::new(iter::once(Err(error)))
}

/// These pages, or the error if there are none.
fn or_else(pages: impl Iterator<Item = Result<RawPage>> + Send + 'static, none: Error) -> RawPages {
    let mut pages = pages.peekable();
    if pages.peek().is_some() { Box::new(pages) } else { fail(none) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Reader};

    fn texts(name: &str, bytes: &'static [u8]) -> Vec<(String, String)> {
        let pages = stream(name.to_owned(), KindByName::Unknown, Stream::new(bytes), None, Wanted::default());
        let load =
            |page: Result<RawPage>| page.and_then(|page| page.load(&Reader::new())).expect("it is a page");
        let of = |document: Document| (document.name().to_owned(), document.text().to_owned());
        pages.map(load).map(of).collect()
    }

    #[test]
    fn a_pipe_may_contain_a_page_or_a_container() {
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(texts("-", b"<p>text"), [pair("-", "<p>text")]);
        let lines = b"{\"html\": \"<p>1\"}\n{\"html\": \"<p>2\"}\n";
        assert_eq!(texts("-", lines), [pair("-#1", "<p>1"), pair("-#2", "<p>2")]);
        let archive = b"WARC/1.0\nWARC-Type: resource\nContent-Type: text/html\nContent-Length: 3\n\n<p>\n\n";
        assert_eq!(texts("-", archive), [pair("-#1", "<p>")]);
    }
}

//! Writes one file per page into a folder.
//!
//! In: pages and the text for each. Out: files, named after the addresses of the pages, or if these are unknown, after their
//! paths below the folder that all of them share.
//!
//! ```text
//! https://example.org/news/rain?id=3    example.org-news-rain-id-3.md
//! crawl/a/rain.html, crawl/b/rain.html  a-rain.md, b-rain.md
//! ```
//!
//! A name has only letters, digits and `.-_`, at most [`LONGEST`] bytes, and Unicode's form NFC; it is not one that Windows reserves
//! for a device. Names that differ only in upper and lower case or in the form of their characters get a number.
//! Therefore the names are the same in every run over the same pages, and safe on all file systems. If one of the files exists
//! with another content, which may come from another page, nothing is written.

use super::file::write_file;
use icu_normalizer::ComposingNormalizerBorrowed;
use katagami::distinct::DistinctNames;
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The maximum number of bytes of a name without its ending. File systems allow 255, some of them including an ending of
/// their own.
const LONGEST: usize = 200;

/// Writes a file for each page, with this ending; `write` gets the number of the page.
pub(super) fn write_pages(
    folder: &Path,
    ending: &str,
    documents: &[&Document],
    mut write: impl FnMut(usize, &mut dyn Write) -> Result<()>,
) -> Result<()> {
    make_folder(folder)?;
    let files = names(documents).into_iter().map(|name| folder.join(format!("{name}.{ending}")));
    let files: Vec<PathBuf> = files.collect();
    for (number, file) in files.iter().enumerate().filter(|(_, file)| file.exists()) {
        let mut written = Vec::new();
        write(number, &mut written)?;
        if fs::read(file).is_ok_and(|there| there != written) {
            let why = "this file exists with another content, perhaps from another page; nothing was written: give another folder, or \
                       remove the old files first";
            return Err(Error::new(ErrorKind::Setting(why.to_owned())).at(file.display().to_string()));
        }
    }
    for (number, file) in files.iter().enumerate() {
        write_file(file, |out| write(number, out))?;
    }
    Ok(())
}

/// Makes a folder for results, unless it is there.
pub(super) fn make_folder(folder: &Path) -> Result<()> {
    if folder.components().as_path().is_file() {
        let why =
            "this is a file, and a name that ends in a slash means a folder; give another name".to_owned();
        return Err(Error::new(ErrorKind::Setting(why)).at(folder.display().to_string()));
    }
    fs::create_dir_all(folder)
        .map_err(|error| Error::new(ErrorKind::Write).at(folder.display().to_string()).because(error))
}

/// A name for each page.
fn names(documents: &[&Document]) -> Vec<String> {
    let paths: Vec<&str> = documents
        .iter()
        .filter(|document| document.url().is_none())
        .map(|document| document.name())
        .collect();
    let common = common_folder(&paths);
    let name = |document: &&Document| match document.url() {
        Some(url) => safe(url.split_once("://").map_or(url, |(_, rest)| rest)),
        None => safe(&document.name()[common..]),
    };
    file_names(documents.iter().map(name)).collect()
}

/// The names, with a number for those that differ from an earlier one at most in upper and lower case.
pub(super) fn file_names(names: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let mut distinct = DistinctNames::new("-").by(folded);
    names.map(move |name| distinct.free(&name))
}

/// What is equal for names that some file system takes for the same: Unicode's full case folding, but for a few letters of dead
/// scripts.
fn folded(name: &str) -> String {
    ComposingNormalizerBorrowed::new_nfc().normalize(&name.to_uppercase().to_lowercase()).into_owned()
}

/// The length in bytes of the folder that all paths share.
fn common_folder(paths: &[&str]) -> usize {
    let Some((first, others)) = paths.split_first() else { return 0 };
    let folder = |path: &str, end: usize| path[..end].rfind('/').map_or(0, |at| at + 1);
    others.iter().fold(folder(first, first.len()), |end, path| {
        let same = first[..end].bytes().zip(path.bytes()).take_while(|(one, other)| one == other).count();
        first.as_bytes()[..same].iter().rposition(|&byte| byte == b'/').map_or(0, |at| at + 1)
    })
}

/// A name with only letters, digits and a few other characters, without the ending of an HTML file.
pub(super) fn safe(written: &str) -> String {
    let written =
        [".html", ".htm", ".xhtml"].iter().find_map(|ending| written.strip_suffix(ending)).unwrap_or(written);
    let written = ComposingNormalizerBorrowed::new_nfc().normalize(written);
    let mut name = String::new();
    for char in written.chars() {
        let is_safe = char.is_alphanumeric() || matches!(char, '.' | '_');
        if name.len() + char.len_utf8() > LONGEST {
            break;
        }
        if is_safe {
            name.push(char);
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    // Names with dots at the edges are folders or hidden files, or lose the dots on some systems.
    let name = name.trim_matches(['.', '-']);
    match name {
        "" => "page".to_owned(),
        _ if is_reserved(name) => format!("page-{name}"),
        _ => name.to_owned(),
    }
}

/// Whether Windows takes a name for a device, whatever follows its first full stop.
fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    match stem.strip_prefix("com").or(stem.strip_prefix("lpt")) {
        Some(number) => matches!(
            number,
            "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "0" | "\u{b9}" | "\u{b2}" | "\u{b3}"
        ),
        None => matches!(&*stem, "con" | "prn" | "aux" | "nul"),
    }
}

/// The names of the files of tables with an ending in a folder, in order; none if it holds no database: each has `kinds` and `pages`.
pub(super) fn table_files(folder: &Path, ending: &str) -> Result<Vec<OsString>> {
    if !["kinds", "pages"].iter().all(|name| folder.join(name).with_extension(ending).is_file()) {
        return Ok(Vec::new());
    }
    let unread = |error| Error::new(ErrorKind::Read).at(folder.display().to_string()).because(error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        let name = entry.map_err(unread)?.file_name();
        if Path::new(&name).extension().is_some_and(|of| of == ending) {
            files.push(name);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(pages: &[Document]) -> Vec<String> {
        names(&pages.iter().collect::<Vec<_>>())
    }

    #[test]
    fn pages_are_named_after_their_paths_and_no_two_alike() {
        let pages =
            ["crawl/a/Rain.html", "crawl/b/rain.html", "crawl/a/rain.htm", "crawl/../..", "crawl/ö ä?.html"];
        let pages = pages.map(|path| Document::new(path, ""));
        assert_eq!(named(&pages), ["a-Rain", "b-rain", "a-rain-2", "page", "ö-ä"]);
        assert_eq!(named(&[Document::new("deep/down/x.html", "")]), ["x"]);
        let alike =
            ["straße", "STRASSE", "con", "Con.a", "한", "\u{1112}\u{1161}\u{11ab}", "豈", "\u{f900}", "lpt1"];
        let alike = alike.map(|path| Document::new(path, ""));
        let expected =
            ["straße", "STRASSE-2", "page-con", "page-Con.a", "한", "한-2", "豈", "豈-2", "page-lpt1"];
        assert_eq!(named(&alike), expected);
        assert_eq!(
            file_names(["a", "a-2", "a", "A", "a-2"].map(str::to_owned).into_iter()).collect::<Vec<_>>(),
            ["a", "a-2", "a-3", "A-4", "a-2-2"]
        );
        let equal = file_names(std::iter::repeat_n("a".to_owned(), 200_000));
        assert_eq!(equal.last().as_deref(), Some("a-200000"));
        let long = Document::new("y".repeat(999), "");
        assert_eq!(named(&[long])[0].len(), LONGEST);
    }
}

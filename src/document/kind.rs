//! Determines what kind of file an input is: by its name, else by its first bytes.

use std::path::Path;

/// Number of bytes at the start of a page in which its kind and its charset declaration are looked for.
///
/// The HTML Standard ("prescan a byte stream to determine its encoding") asks for 1024. Real pages have scripts and
/// comments before their `<meta charset>`, so we search four times as many.
pub(super) const HEAD_BYTES: usize = 4096;

/// A kind of file that pages are read from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum FileKind {
    Page,
    JsonLines,
    Warc,
    /// A zip file, with pages or web archives in it.
    Zip,
    /// A tar archive.
    Tar,
}

/// What the name of a file shows about its kind.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum KindByName {
    /// The name ends as files of this kind do.
    Known(FileKind),
    /// The name belongs to a kind of file that we do not read.
    Unsupported,
    /// The name does not show the kind.
    Unknown,
}

/// File types of programs that generate pages: such a file is mostly a page saved under its address.
const PAGE_GENERATORS: [&str; 9] = ["asp", "aspx", "cfm", "cgi", "do", "jsp", "php", "phtml", "pl"];

/// Determines the kind by the name of the file, ignoring `.gz` or `.zst` at its end.
pub(super) fn by_name(path: &Path) -> KindByName {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let Some((_, extension)) = name.rsplit_once('.') else { return KindByName::Unknown };
    match extension {
        "html" | "htm" | "xhtml" | "shtml" | "mhtml" | "mht" => KindByName::Known(FileKind::Page),
        "jsonl" | "ndjson" => KindByName::Known(FileKind::JsonLines),
        "warc" => KindByName::Known(FileKind::Warc),
        "zip" | "wacz" => KindByName::Known(FileKind::Zip),
        "tar" | "tgz" => KindByName::Known(FileKind::Tar),
        generator if PAGE_GENERATORS.contains(&generator) => KindByName::Unknown,
        // In `thread.php?id=7`, `v1.2` and `a.b c` the dot does not begin a file type.
        other if !other.bytes().any(|byte| byte.is_ascii_alphabetic()) => KindByName::Unknown,
        other if other.contains(|letter: char| !letter.is_alphanumeric()) => KindByName::Unknown,
        _ => KindByName::Unsupported,
    }
}

/// Whether a file is named as one with the pages of a crawl: WARC or WACZ.
pub(super) fn is_web_archive(path: &Path) -> bool {
    let is_wacz = || path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wacz"));
    by_name(path) == KindByName::Known(FileKind::Warc) || is_wacz()
}

/// Determines the kind by the first bytes of a file: whatever is no container is a page.
pub(super) fn by_content(head: &[u8]) -> FileKind {
    if head.starts_with(b"WARC/") {
        return FileKind::Warc;
    }
    // The first file of a zip file, or the end of an empty one; a tar archive since POSIX.1-1988.
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return FileKind::Zip;
    }
    if head.get(257..262) == Some(b"ustar") {
        return FileKind::Tar;
    }
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let array = head.strip_prefix(b"[").map(<[u8]>::trim_ascii_start);
    let object = array.unwrap_or(head).strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
    // An array of texts is no page either, and its error says so.
    if [object, array].into_iter().flatten().any(|inside| inside.starts_with(b"\"")) {
        FileKind::JsonLines
    } else {
        FileKind::Page
    }
}

/// Whether these first bytes are those of an HTML page.
///
/// This is stricter than the sniffing of browsers, for which `<p>` is enough: readme files often begin with that.
pub(super) fn begins_as_page(head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let signs: [&[u8]; 5] = [b"<!doctype html", b"<html", b"<head", b"<body", b"<title"];
    head.starts_with(b"<")
        && memchr::memchr_iter(b'<', head).any(|tag| {
            signs
                .iter()
                .any(|sign| head[tag..].get(..sign.len()).is_some_and(|s| s.eq_ignore_ascii_case(sign)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_by_name_ignores_compression_suffixes() {
        for (name, expected) in [
            ("a.HTML", KindByName::Known(FileKind::Page)),
            ("a.htm.gz", KindByName::Known(FileKind::Page)),
            ("x/a.jsonl.zst", KindByName::Known(FileKind::JsonLines)),
            ("a.warc.gz", KindByName::Known(FileKind::Warc)),
            ("a.mht", KindByName::Known(FileKind::Page)),
            ("a.wacz", KindByName::Known(FileKind::Zip)),
            ("a.tar.zst", KindByName::Known(FileKind::Tar)),
            ("a.tgz", KindByName::Known(FileKind::Tar)),
            ("a.css", KindByName::Unsupported),
            ("a.html.bak", KindByName::Unsupported),
            ("index", KindByName::Unknown),
            ("index.gz", KindByName::Unknown),
            ("view.php", KindByName::Unknown),
            ("view.php?id=7&x=a", KindByName::Unknown),
            ("release-1.2", KindByName::Unknown),
        ] {
            assert_eq!(by_name(Path::new(name)), expected, "{name}");
        }
    }

    #[test]
    fn first_bytes_distinguish_containers_from_pages() {
        assert_eq!(by_content(b"WARC/1.0\r\n"), FileKind::Warc);
        assert_eq!(by_content(b"{\"url\": 1}"), FileKind::JsonLines);
        assert_eq!(by_content(b"\n{ \"html\""), FileKind::JsonLines);
        assert_eq!(by_content(b"[\n {\"html\""), FileKind::JsonLines);
        assert_eq!(by_content(b"[\"<p>one\", \"<p>two\"]"), FileKind::JsonLines);
        assert_eq!(by_content(b"[1] A note"), FileKind::Page);
        assert_eq!(by_content(b"{{template}} <p>"), FileKind::Page);
        assert_eq!(by_content(b""), FileKind::Page);
    }

    #[test]
    fn a_page_begins_with_markup_of_a_whole_page() {
        assert!(begins_as_page(b"\xEF\xBB\xBF \n<!DOCTYPE html>"));
        assert!(begins_as_page(b"<!-- saved --><HTML lang=ja>"));
        assert!(begins_as_page(b"<?xml version='1.0'?><html xmlns=''>"));
        assert!(!begins_as_page(b"<?xml version='1.0'?><svg>"));
        assert!(!begins_as_page(b"<p align=center>A readme"));
        assert!(!begins_as_page(b"About <html>"));
        assert!(!begins_as_page(b""));
    }
}

//! What a file is: by its name, else by its first bytes.

use std::path::Path;

/// How many bytes at the start of a page tell what it is and which charset it declares.
///
/// The HTML Standard ("prescan a byte stream to determine its encoding") asks for 1024; real pages put
/// scripts and comments before their `<meta charset>`, so we look four times as far.
pub(super) const HEAD_BYTES: usize = 4096;

/// A kind of file that pages are read from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Page,
    JsonLines,
    Warc,
}

/// What a name tells about a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Told {
    /// It is of this kind.
    Kind(Kind),
    /// It is something that we do not read.
    Other,
    /// Nothing.
    Nothing,
}

/// Names of programs that make pages: what such a file holds was mostly saved under its address.
const PAGE_MAKERS: [&str; 9] = ["asp", "aspx", "cfm", "cgi", "do", "jsp", "php", "phtml", "pl"];

/// What the name of the file tells, with `.gz` or `.zst` taken off.
pub(super) fn by_name(path: &Path) -> Told {
    let name = path.file_name().map(|name| name.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let Some((_, extension)) = name.rsplit_once('.') else { return Told::Nothing };
    match extension {
        "html" | "htm" | "xhtml" | "shtml" => Told::Kind(Kind::Page),
        "jsonl" | "ndjson" => Told::Kind(Kind::JsonLines),
        "warc" => Told::Kind(Kind::Warc),
        maker if PAGE_MAKERS.contains(&maker) => Told::Nothing,
        // `thread.php?id=7`, `v1.2`, `a.b c`: the dot does not begin a file type.
        other if !other.bytes().any(|byte| byte.is_ascii_alphabetic()) => Told::Nothing,
        other if other.contains(|letter: char| !letter.is_alphanumeric()) => Told::Nothing,
        _ => Told::Other,
    }
}

/// What the first bytes of a file tell: everything that is no container is a page.
pub(super) fn by_content(head: &[u8]) -> Kind {
    if head.starts_with(b"WARC/") {
        return Kind::Warc;
    }
    let head = head.trim_ascii_start();
    // An array of objects is no page either: what is wrong with it is said where lines are read.
    let object = head.strip_prefix(b"[").map_or(head, <[u8]>::trim_ascii_start);
    match object.strip_prefix(b"{") {
        Some(object) if object.trim_ascii_start().starts_with(b"\"") => Kind::JsonLines,
        _ => Kind::Page,
    }
}

/// Whether these first bytes are those of an HTML page.
///
/// Stricter than the sniffing of browsers, for which `<p>` is enough: a readme often begins with that.
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
    fn packed_names_tell_what_they_would_without() {
        for (name, told) in [
            ("a.HTML", Told::Kind(Kind::Page)),
            ("a.htm.gz", Told::Kind(Kind::Page)),
            ("x/a.jsonl.zst", Told::Kind(Kind::JsonLines)),
            ("a.warc.gz", Told::Kind(Kind::Warc)),
            ("a.css", Told::Other),
            ("a.html.bak", Told::Other),
            ("index", Told::Nothing),
            ("index.gz", Told::Nothing),
            ("view.php", Told::Nothing),
            ("view.php?id=7&x=a", Told::Nothing),
            ("release-1.2", Told::Nothing),
        ] {
            assert_eq!(by_name(Path::new(name)), told, "{name}");
        }
    }

    #[test]
    fn first_bytes_tell_containers_from_pages() {
        assert_eq!(by_content(b"WARC/1.0\r\n"), Kind::Warc);
        assert_eq!(by_content(b"{\"url\": 1}"), Kind::JsonLines);
        assert_eq!(by_content(b"\n{ \"html\""), Kind::JsonLines);
        assert_eq!(by_content(b"[\n {\"html\""), Kind::JsonLines);
        assert_eq!(by_content(b"{{template}} <p>"), Kind::Page);
        assert_eq!(by_content(b""), Kind::Page);
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

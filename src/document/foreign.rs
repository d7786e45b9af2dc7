//! Files that are no pages, recognized by their first bytes, so that messages can name them.
//!
//! Source: WHATWG, "MIME Sniffing", section 6, and the specifications of the other formats.

use crate::error::ErrorKind;

/// Formats by their first bytes.
const FORMATS: [(&[u8], &str); 17] = [
    (b"%PDF-", "a PDF file"),
    (b"%!PS-Adobe-", "a PostScript file"),
    (b"{\\rtf", "an RTF file"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office file"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"OggS\0", "an Ogg sound or video"),
    (b"\x1A\x45\xDF\xA3", "a Matroska video"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"PAR1\x15", "a Parquet file"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"\xFD7zXZ\0", "xz data"),
    (b"BZh91AY&SY", "bzip2 data"),
    (b"filedesc://", "a web archive in the old format ARC"),
];

/// The error for a file that is no page, by its first bytes.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ErrorKind> {
    let Some((_, format)) = FORMATS.iter().find(|(sign, _)| bytes.starts_with(sign)) else { return Ok(()) };
    let what = if format.ends_with("ARC") {
        "convert it to WARC first"
    } else if matches!(*format, "xz data" | "bzip2 data") || format.ends_with("archive") {
        "unpack it first"
    } else {
        "leave it out, or convert it to HTML first"
    };
    Err(ErrorKind::Decode(format!("{format}, not an HTML page; {what}")))
}

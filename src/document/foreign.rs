//! Files that are no pages, recognized by their first bytes or by their first element, so that messages can name them.
//!
//! Source: WHATWG, "MIME Sniffing", sections 6 and 7.3 (feeds), and the specifications of the other formats.

use crate::error::ErrorKind;
use bstr::ByteSlice;

/// Formats by bytes at a place near their beginning. The first file of a zip file has its name at 30: that of Office Open XML (ECMA-376, part 2)
/// and OpenDocument (part 2, 3.3), whose parts are no pages.
const FORMATS: [(usize, &[u8], &str); 26] = [
    (0, b"%PDF-", "a PDF file"),
    (0, b"%!PS-Adobe-", "a PostScript file"),
    (0, b"{\\rtf", "an RTF file"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Office file"),
    (30, b"[Content_Types].xml", "an Office file"),
    (30, b"_rels/.rels", "an Office file"),
    (30, b"docProps/", "an Office file"),
    (30, b"mimetypeapplication/vnd.oasis.opendocument", "an OpenDocument file"),
    (0, b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (0, b"\xFF\xD8\xFF", "a JPEG image"),
    (0, b"GIF87a", "a GIF image"),
    (0, b"GIF89a", "a GIF image"),
    (8, b"WEBPVP8", "a WebP image"),
    (8, b"WAVEfmt ", "a WAV sound"),
    (4, b"ftyp", "an image, sound or video in MPEG-4"),
    (0, b"OggS\0", "an Ogg sound or video"),
    (0, b"\x1A\x45\xDF\xA3", "a Matroska video"),
    (0, b"wOFF", "a font"),
    (0, b"wOF2", "a font"),
    (0, b"SQLite format 3\0", "an SQLite database"),
    (0, b"PAR1", "a Parquet file"),
    (0, b"Rar!\x1A\x07", "a RAR archive"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (0, b"\xFD7zXZ\0", "xz data"),
    (0, b"BZh91AY&SY", "bzip2 data"),
    (0, b"filedesc://", "a web archive in the old format ARC"),
];

/// Formats of XML by their first elements: RSS 2.0, RSS 1.0, Atom (RFC 4287), OPML 2.0 and the sitemaps protocol.
const VOCABULARIES: [(&[u8], &str); 6] = [
    (b"rss", "an RSS feed"),
    (b"rdf:RDF", "an RSS feed or other RDF"),
    (b"feed", "an Atom feed"),
    (b"opml", "an OPML list"),
    (b"urlset", "a sitemap"),
    (b"sitemapindex", "a list of sitemaps"),
];

/// The name of the first element, behind declarations and comments.
fn first_element(bytes: &[u8]) -> Option<&[u8]> {
    let mut rest = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    loop {
        let [b'<', name @ ..] = rest else { return None };
        let end = match name {
            [b'?', ..] => "?>",
            [b'!', b'-', b'-', ..] => "-->",
            [b'!', ..] => ">",
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
                return name.iter().position(is_end).map(|end| &name[..end]);
            }
        };
        rest = rest[rest.find(end)? + end.len()..].trim_ascii_start();
    }
}

/// The error for a file that is no page, by its first bytes or its first element.
pub(super) fn refuse(bytes: &[u8]) -> Result<(), ErrorKind> {
    let is_at =
        |&(at, sign, _): &(usize, &[u8], _)| bytes.get(at..).is_some_and(|rest| rest.starts_with(sign));
    let by_bytes = FORMATS.iter().copied().find(is_at).map(|(_, _, format)| format);
    let by_element = || {
        let name = first_element(bytes)?;
        VOCABULARIES.iter().find(|(of, _)| *of == name).map(|&(_, format)| format)
    };
    let Some(format) = by_bytes.or_else(by_element) else { return Ok(()) };
    let what = if format.ends_with("ARC") {
        "convert it to WARC first"
    } else if matches!(format, "xz data" | "bzip2 data") || format.ends_with("archive") {
        "unpack it first"
    } else {
        "leave it out, or convert it to HTML first"
    };
    Err(ErrorKind::Decode(format!("{format}, not an HTML page; {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_feed_is_known_by_its_first_element_and_a_page_by_none() {
        let named = |text: &str| refuse(text.as_bytes()).map_err(|error| error.to_string()).err();
        let feed =
            "\u{feff}<?xml version='1.0'?>\n<!-- made by hand -->\n<rss version='2.0'><channel/></rss>";
        assert!(
            named(feed).is_some_and(|said| said.contains("an RSS feed, not an HTML page")),
            "{:?}",
            named(feed)
        );
        assert!(named("<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'></feed>").is_some());
        assert!(named("<urlset><url/></urlset>").is_some());
        for page in [
            "<?xml version='1.0'?><!DOCTYPE html><html></html>",
            "<feedback>Rain</feedback>",
            "rss",
            "<!-- rss",
            "<p>Rain <rss>",
            "<",
            "",
        ] {
            assert_eq!(named(page), None, "{page}");
        }
    }
}

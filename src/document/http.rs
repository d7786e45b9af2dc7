//! Extracts the page from an HTTP response that an archive has stored.
//!
//! In: the head of the response and its body as sent. Out: the bytes of the page, with chunks joined and content
//! codings undone. Many archives store a head that announces chunks or compression together with a body from which
//! these were already removed; a body that does not begin as its head announces is therefore used unchanged.
//!
//! Source: RFC 9110, section 8.4 (content codings), and RFC 9112, section 7.1 (chunks).

use super::charset;
use super::head::Head;
use super::kind::begins_as_page;
use super::unpack::{Stream, within};
use crate::error::{Error, ErrorKind};
use encoding_rs::Encoding;
use flate2::read::{DeflateDecoder, ZlibDecoder};
use memchr::memchr;
use std::io::{Cursor, Read};

/// The kind of body that a media type announces.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum BodyKind {
    Page,
    Other,
    /// No media type is given; the body itself must show what it is.
    Unknown,
}

impl BodyKind {
    pub(super) fn of(media_type: Option<&str>) -> Self {
        let essence =
            media_type.and_then(|media_type| media_type.split(';').next()).unwrap_or_default().trim();
        match essence.to_ascii_lowercase().as_str() {
            "" => BodyKind::Unknown,
            "text/html" | "application/xhtml+xml" => BodyKind::Page,
            _ => BodyKind::Other,
        }
    }
}

/// A body, and the properties that its head gives.
#[derive(Debug)]
pub(super) struct Payload {
    pub body: Vec<u8>,
    pub charset: Option<&'static Encoding>,
    /// The archive states that it stored only a part of the body.
    pub cut: bool,
    chunked: bool,
    codings: Vec<String>,
}

impl Payload {
    /// A body that is neither chunked nor compressed.
    pub(super) fn plain(body: Vec<u8>, media_type: Option<&str>) -> Self {
        let charset = media_type.and_then(|media_type| charset::in_content_type(media_type.as_bytes()));
        Payload { body, charset, cut: false, chunked: false, codings: Vec::new() }
    }

    /// The body that follows this head.
    pub(super) fn below(head: &Head, body: Vec<u8>) -> Self {
        let list =
            |name| head.get(name).unwrap_or_default().split(',').map(|coding| coding.trim().to_lowercase());
        Payload {
            chunked: list("Transfer-Encoding").any(|coding| coding == "chunked"),
            codings: list("Content-Encoding").collect(),
            ..Payload::plain(body, head.get("Content-Type"))
        }
    }

    /// Whether the body begins like an HTML page; a compressed body does not.
    pub(super) fn looks_like_page(&self) -> bool {
        begins_as_page(&self.body)
    }

    /// The bytes of the page, at most `limit`.
    pub(super) fn into_page(self, limit: u64) -> Result<Vec<u8>, Error> {
        let mut body = if self.chunked { unchunk(self.body) } else { self.body };
        for coding in self.codings.iter().rev() {
            body = decode(coding, body, self.cut, limit)?;
        }
        within(limit, body)
    }
}

/// Joins the chunks; a body that does not begin with a chunk is returned unchanged.
///
/// Reading stops at the last chunk, or where the data is no longer a valid chunk.
fn unchunk(body: Vec<u8>) -> Vec<u8> {
    let mut next = first_chunk(&body);
    if next.is_none() {
        return body;
    }
    let mut whole = Vec::with_capacity(body.len());
    while let Some(Chunk { content, rest }) = next {
        whole.extend_from_slice(content);
        next = first_chunk(rest).filter(|_| !content.is_empty());
    }
    whole
}

/// The available bytes of one chunk, and the bytes after it.
struct Chunk<'a> {
    content: &'a [u8],
    rest: &'a [u8],
}

fn first_chunk(body: &[u8]) -> Option<Chunk<'_>> {
    let line = memchr(b'\n', body)?;
    let after_size = &body[line + 1..];
    let (content, rest) = after_size.split_at(chunk_size(&body[..line])?.min(after_size.len()));
    let rest = rest.strip_prefix(b"\r\n").or_else(|| rest.strip_prefix(b"\n")).unwrap_or(rest);
    Some(Chunk { content, rest })
}

/// The size in the line before a chunk: hexadecimal, optionally with an extension after a semicolon.
fn chunk_size(line: &[u8]) -> Option<usize> {
    let digits = std::str::from_utf8(line).ok()?.split(';').next()?.trim();
    usize::from_str_radix(digits, 16).ok()
}

/// Undoes one content coding.
fn decode(coding: &str, body: Vec<u8>, cut: bool, limit: u64) -> Result<Vec<u8>, Error> {
    let mut page = Vec::new();
    let length = limit.saturating_add(1);
    let read = match (coding, body.as_slice()) {
        ("gzip" | "x-gzip", [0x1F, 0x8B, ..]) | ("zstd", [0x28, 0xB5, 0x2F, 0xFD, ..]) => {
            Stream::new(Cursor::new(body)).reader.take(length).read_to_end(&mut page)
        }
        // RFC 9110 defines deflate as zlib data; some servers send raw deflate data.
        ("deflate", [first, second, ..])
            if first & 0x0F == 8 && (u32::from(*first) * 256 + u32::from(*second)) % 31 == 0 =>
        {
            ZlibDecoder::new(body.as_slice()).take(length).read_to_end(&mut page)
        }
        ("deflate", packed) if !begins_as_page(packed) => {
            DeflateDecoder::new(packed).take(length).read_to_end(&mut page)
        }
        ("br" | "compress" | "x-compress", packed) if !begins_as_page(packed) => {
            let message =
                format!("its content coding {coding} is none of gzip, deflate and zstd; leave it out");
            return Err(Error::new(ErrorKind::Container(message)));
        }
        _ => return Ok(body),
    };
    match read {
        Err(_) if cut && !page.is_empty() => Ok(page),
        Err(error) => {
            let message = format!("its {coding} content is damaged or incomplete; fetch the page again");
            Err(Error::new(ErrorKind::Container(message)).because(error))
        }
        Ok(_) => within(limit, page),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_joined() {
        assert_eq!(unchunk(b"3\r\nabc\r\n00a;x=y\r\n0123456789\r\n0\r\n\r\n".to_vec()), b"abc0123456789");
        assert_eq!(unchunk(b"5\r\nab".to_vec()), b"ab", "a cut body");
        assert_eq!(unchunk(b"0\r\n\r\n".to_vec()), b"", "an empty body");
    }

    #[test]
    fn a_body_without_chunks_is_unchanged() {
        assert_eq!(unchunk(b"<html>\n</html>".to_vec()), b"<html>\n</html>");
        assert_eq!(unchunk(b"<html>".to_vec()), b"<html>");
    }

    #[test]
    fn media_types_identify_pages() {
        assert_eq!(BodyKind::of(Some("Text/HTML; charset=x")), BodyKind::Page);
        assert_eq!(BodyKind::of(Some("image/png")), BodyKind::Other);
        assert_eq!(BodyKind::of(Some(" ")), BodyKind::Unknown);
        assert_eq!(BodyKind::of(None), BodyKind::Unknown);
    }
}

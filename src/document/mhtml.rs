//! Pages that a browser saved with their images in one file (MHTML).
//!
//! In: a MIME message of several related parts. Out: the page itself, which is the part that the message names or the first of type
//! HTML, with its address and the time at which it was saved. Images and frames are left out. A part that was cut off is read as far as
//! it goes. Time and memory are linear in the message.
//!
//! Source: RFC 2557 (MHTML), RFC 2045 sections 5 and 6 (types and encodings), RFC 2046 section 5.1 (boundaries).

use super::charset;
use super::head::Head;
use super::http::BodyKind;
use super::kind::HEAD_BYTES;
use crate::error::{Error, ErrorKind, Result};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use encoding_rs::Encoding;
use jiff::Timestamp;
use memchr::memmem;
use std::io::Read;

/// The page of a message.
pub(super) struct SavedPage {
    pub bytes: Vec<u8>,
    pub charset: Option<&'static Encoding>,
    pub url: Option<String>,
    pub retrieved: Option<Timestamp>,
}

/// Whether these first bytes are those of a message with related parts.
pub(super) fn begins_as_message(head: &[u8]) -> bool {
    let head = &head[..head.len().min(HEAD_BYTES)];
    let begins = head.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic);
    begins && {
        let head = head.to_ascii_lowercase();
        memmem::find(&head, b"mime-version:").is_some() && memmem::find(&head, b"multipart/related").is_some()
    }
}

/// The page in a message that [begins as one](begins_as_message).
pub(super) fn page(message: &[u8]) -> Result<SavedPage> {
    let none = || {
        let why = "this saved page has no part of type text/html; save the page again";
        Error::new(ErrorKind::Container(why.to_owned()))
    };
    let (head, content) = divided(message).ok_or_else(none)?;
    let content_type = head.get("Content-Type").unwrap_or_default();
    let boundary = parameter(content_type, "boundary").ok_or_else(none)?;
    let main = parameter(content_type, "start");
    let is_main = |head: &Head| match &main {
        Some(main) => head.get("Content-ID") == Some(main),
        None => BodyKind::of(head.get("Content-Type")) == BodyKind::Page,
    };
    let (part, body) =
        parts(content, &boundary).filter_map(divided).find(|(head, _)| is_main(head)).ok_or_else(none)?;
    let encoding = part.get("Content-Transfer-Encoding").unwrap_or_default().to_ascii_lowercase();
    let bytes = match encoding.as_str() {
        "quoted-printable" => unquoted(body),
        "base64" => {
            let engine = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
            let letters: Vec<u8> = body.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            GeneralPurpose::new(&STANDARD, engine).decode(letters).map_err(|error| {
                let why = "the base64 data of this saved page is damaged; save the page again";
                Error::new(ErrorKind::Container(why.to_owned())).because(error.to_string())
            })?
        }
        _ => body.to_vec(),
    };
    let address = part.get("Content-Location").or_else(|| head.get("Snapshot-Content-Location"));
    Ok(SavedPage {
        bytes,
        charset: part.get("Content-Type").and_then(|written| charset::in_content_type(written.as_bytes())),
        url: address.filter(|address| address.contains("://")).map(str::to_owned),
        retrieved: head.get("Date").and_then(super::time),
    })
}

/// The head of a message or of a part, and what follows it.
fn divided(part: &[u8]) -> Option<(Head, &[u8])> {
    // The first line of a head is no field; here it is.
    let mut reader = (&b"MIME\n"[..]).chain(part);
    let head = Head::read(&mut reader).ok()??;
    Some((head, reader.into_inner().1))
}

/// The parts between lines that begin with the boundary.
fn parts<'a>(content: &'a [u8], boundary: &str) -> impl Iterator<Item = &'a [u8]> {
    let delimiter = format!("--{boundary}").into_bytes();
    let begins_line = |at: &usize| *at == 0 || content[at - 1] == b'\n';
    let found = memmem::find_iter(content, &delimiter).filter(begins_line);
    let starts: Vec<usize> = found.chain([content.len()]).collect();
    let parts = (1..starts.len()).map(move |i| &content[starts[i - 1] + delimiter.len()..starts[i]]);
    let parts = parts.collect::<Vec<_>>().into_iter().take_while(|part| !part.starts_with(b"--"));
    parts.map(|part| {
        // The line of the boundary may end with white space.
        let part = part.iter().position(|&byte| byte == b'\n').map_or(part, |end| &part[end + 1..]);
        let part = part.strip_suffix(b"\n").unwrap_or(part);
        part.strip_suffix(b"\r").unwrap_or(part)
    })
}

/// The value of a parameter of a content type.
fn parameter(content_type: &str, name: &str) -> Option<String> {
    let of = |part: &str| {
        let (key, value) = part.split_once('=')?;
        let value = value.trim();
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        key.trim().eq_ignore_ascii_case(name).then(|| value.to_owned())
    };
    content_type.split(';').find_map(of)
}

/// Undoes the encoding quoted-printable. What is not encoded as it should be is kept as written.
fn unquoted(body: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(body.len());
    for line in body.split_inclusive(|&byte| byte == b'\n') {
        let written = line.trim_ascii_end();
        let (written, end) = match written.strip_suffix(b"=") {
            Some(written) => (written, &b""[..]),
            None => (written, if line.ends_with(b"\n") { &b"\n"[..] } else { b"" }),
        };
        let mut rest = written;
        while let Some((&byte, behind)) = rest.split_first() {
            let code = (byte == b'=').then(|| behind.get(..2)).flatten();
            let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
            text.push(code.unwrap_or(byte));
            rest = if code.is_some() { &behind[2..] } else { behind };
        }
        text.extend_from_slice(end);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_printable_is_undone() {
        assert_eq!(unquoted(b"a=3D=\r\nb =E5=9E=8B \r\n=zz=\n"), "a=b 型\n=zz".as_bytes());
    }

    #[test]
    fn parts_are_between_lines_with_the_boundary() {
        let content = b"preface\r\n--x\r\nA: 1\r\n\r\none\r\n--x\r\n\r\n--y--x\r\n--x--\r\nafter\r\n--x\r\n";
        let parts: Vec<&[u8]> = parts(content, "x").collect();
        assert_eq!(parts, [&b"A: 1\r\n\r\none"[..], b"\r\n--y--x"]);
    }
}

//! The head of a WARC record and of an HTTP response: a first line, then `Name: value` lines.
//!
//! Both have the same grammar, and archives contain whatever servers sent. So this is one lenient reader for both
//! instead of an HTTP parser: lines may end without CR, values need not be ASCII, and any protocol version is
//! accepted. The head of a record that was cut off runs on into the next record; the version line of that record is
//! then found at the end of a line, and the head ends there.
//!
//! Source: ISO 28500:2017 (WARC 1.1), section 4; RFC 9112, section 2.

use std::io::{self, BufRead};

/// Limit for the length of a head; browsers give up at a quarter of it.
const HEAD_LIMIT: u64 = 1 << 20;

/// The first line and the fields after it.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Head {
    pub first: String,
    fields: Vec<HeaderField>,
    /// Whether it ends with a blank line.
    pub is_whole: bool,
}

#[derive(Debug, Eq, PartialEq)]
struct HeaderField {
    name: String,
    value: String,
}

impl Head {
    /// Reads up to the blank line after the head, or up to the version line of another record; blank lines before the
    /// head are skipped.
    ///
    /// `None` if only blank lines remain.
    pub(super) fn read(reader: impl BufRead) -> io::Result<Option<Self>> {
        let mut reader = reader.take(HEAD_LIMIT);
        let mut lines = std::iter::from_fn(|| read_line(&mut reader).transpose());
        let is_blank = |line: &io::Result<String>| line.as_ref().is_ok_and(String::is_empty);
        let Some(first) = lines.find(|line| !is_blank(line)).transpose()? else { return Ok(None) };
        let mut fields: Vec<HeaderField> = Vec::new();
        let mut is_whole = false;
        let lines = lines.take_while(|_| !begins_record(&first));
        for line in lines {
            let line = line?;
            is_whole = line.is_empty();
            if is_whole || begins_record(&line) {
                break;
            }
            match (line.starts_with([' ', '\t']), fields.last_mut(), line.split_once(':')) {
                // A continuation of the value on the line above.
                (true, Some(field), _) => field.value.extend([" ", line.trim()]),
                (_, _, Some((name, value))) => {
                    fields.push(HeaderField { name: name.trim().to_owned(), value: value.trim().to_owned() });
                }
                _ => {}
            }
        }
        Ok(Some(Head { first, fields, is_whole }))
    }

    /// The value of the first field with this name, compared without regard to case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
        Some(&field.value)
    }
}

/// The first bytes of every record.
pub(super) const BEGINNING: &[u8] = b"WARC/";

/// Whether the version line of a record, without its line break, is at the end of this line.
fn begins_record(line: &str) -> bool {
    let number = line.trim_end().trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    number.as_bytes().ends_with(BEGINNING) && is_version(&line.as_bytes()[number.len()..])
}

/// Whether these bytes begin with a version, such as `1.0`, that ends the line.
pub(super) fn is_version(bytes: &[u8]) -> bool {
    let digits = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (major, behind) = bytes.split_at(digits(bytes));
    let Some(behind) = behind.strip_prefix(b".") else { return false };
    let (minor, behind) = behind.split_at(digits(behind));
    !major.is_empty()
        && !minor.is_empty()
        && matches!(behind, [] | [b'\r'] | [b'\n', ..] | [b'\r', b'\n', ..])
}

/// One line without its line break, `None` after the last one.
fn read_line(reader: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if reader.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_ends_at_the_blank_line() {
        let mut bytes = &b"\r\nHTTP/2 200 \r\ncontent-type: text/html;\r\n\tcharset=x\r\nA:b\n\nbody"[..];
        let head = Head::read(&mut bytes).expect("memory can be read").expect("there is a head");
        assert_eq!(head.first, "HTTP/2 200 ");
        assert_eq!(head.get("Content-Type"), Some("text/html; charset=x"));
        assert_eq!(head.get("a"), Some("b"));
        assert_eq!(head.get("b"), None);
        assert_eq!(bytes, b"body");
    }

    #[test]
    fn a_head_ends_at_the_version_line_of_another_record() {
        let read = |bytes: &str| Head::read(bytes.as_bytes()).expect("memory can be read").expect("a head");
        let cut = read("1.0\r\nA: b\r\nC: dWARC/1.1\r\nA: e\r\n\r\n");
        assert_eq!((cut.get("A"), cut.get("C"), cut.is_whole), (Some("b"), None, false));
        assert!(read("1.0\r\nA: WARC/1.x\r\nB: WARC/\r\nC: WARC/1.0 d\r\n\r\n").is_whole);
        assert!(!read("1.0\r\nA: b\r\n").is_whole);
        assert!(!read("1.0\rWARC/1.0\r\nA: b\r\n\r\n").is_whole);
    }

    #[test]
    fn blank_lines_alone_are_not_a_head() {
        assert_eq!(Head::read(&b"\r\n\r\n"[..]).expect("memory can be read"), None);
    }
}

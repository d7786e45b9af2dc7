//! The head of a WARC record and of an HTTP response: a first line, then `Name: value` lines.
//!
//! Both have the same grammar, and archives contain whatever servers sent. So this is one lenient reader for both
//! instead of an HTTP parser: lines may end without CR, values need not be ASCII, and any protocol version is
//! accepted.
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
}

#[derive(Debug, Eq, PartialEq)]
struct HeaderField {
    name: String,
    value: String,
}

impl Head {
    /// Reads up to the blank line after the head; blank lines before the head are skipped.
    ///
    /// `None` if only blank lines remain.
    pub(super) fn read(reader: impl BufRead) -> io::Result<Option<Self>> {
        let mut reader = reader.take(HEAD_LIMIT);
        let mut lines = std::iter::from_fn(|| read_line(&mut reader).transpose());
        let is_blank = |line: &io::Result<String>| line.as_ref().is_ok_and(String::is_empty);
        let Some(first) = lines.find(|line| !is_blank(line)).transpose()? else { return Ok(None) };
        let mut fields: Vec<HeaderField> = Vec::new();
        for line in lines {
            let line = line?;
            if line.is_empty() {
                break;
            }
            match (line.starts_with([' ', '\t']), fields.last_mut(), line.split_once(':')) {
                // A continuation of the value on the line above.
                (true, Some(field), _) => field.value = format!("{} {}", field.value, line.trim()),
                (_, _, Some((name, value))) => {
                    fields.push(HeaderField { name: name.trim().to_owned(), value: value.trim().to_owned() });
                }
                _ => {}
            }
        }
        Ok(Some(Head { first, fields }))
    }

    /// The value of the first field with this name, compared without regard to case.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().find(|field| field.name.eq_ignore_ascii_case(name))?;
        Some(&field.value)
    }
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
    fn blank_lines_alone_are_not_a_head() {
        assert_eq!(Head::read(&b"\r\n\r\n"[..]).expect("memory can be read"), None);
    }
}

//! CSV in another spelling: with tabs, or safe to open in a spreadsheet.
//!
//! In goes CSV as the writers of this folder make it, a piece at a time; out comes the same table with another separator, or
//! with a `'` before each value that a spreadsheet would run as a formula. So that no writer has to know of either.
//!
//! ```text
//! path,price           path   price
//! =1+2,-3.5      ->    '=1+2  -3.5      (a tab between them; a number is no formula)
//! ```
//!
//! Source: OWASP, "CSV Injection": what begins with `=`, `+`, `-`, `@`, tab or carriage return.

use std::io::{self, Write};

/// A spelling of CSV.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Dialect {
    /// What stands between two values.
    pub separator: u8,
    /// Whether values that begin as a formula get a `'` before them.
    pub is_safe: bool,
}

impl Default for Dialect {
    /// That of RFC 4180.
    fn default() -> Self {
        Dialect { separator: b',', is_safe: false }
    }
}

/// Writes CSV on in another spelling.
pub struct Respelled<'a> {
    dialect: Dialect,
    out: &'a mut dyn Write,
    /// The value that has begun, with its quotes.
    value: Vec<u8>,
    is_quoted: bool,
}

impl<'a> Respelled<'a> {
    /// What is written here goes on to `out`.
    pub fn new(dialect: Dialect, out: &'a mut dyn Write) -> Self {
        Respelled { dialect, out, value: Vec::new(), is_quoted: false }
    }

    /// Writes the value that has begun.
    fn end(&mut self) -> io::Result<()> {
        let has_quotes = self.value.first() == Some(&b'"');
        let bare = &self.value[usize::from(has_quotes)..];
        let mark: &[u8] = if self.dialect.is_safe && is_formula(bare) { b"'" } else { b"" };
        let needs_quotes = !has_quotes && self.value.contains(&self.dialect.separator);
        let quote: &[u8] = if has_quotes || needs_quotes { b"\"" } else { b"" };
        let end: &[u8] = if needs_quotes { b"\"" } else { b"" };
        for part in [quote, mark, bare, end] {
            self.out.write_all(part)?;
        }
        self.value.clear();
        Ok(())
    }
}

/// Whether a spreadsheet would take a value for a formula. Numbers are none.
fn is_formula(value: &[u8]) -> bool {
    let is_number = || {
        let text = value.strip_suffix(b"\"").unwrap_or(value);
        std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok())
    };
    matches!(value.first(), Some(b'=' | b'+' | b'-' | b'@' | b'\t' | b'\r')) && !is_number()
}

impl Write for Respelled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            // A quote within quotes is doubled, so that two changes make none.
            self.is_quoted ^= byte == b'"';
            match byte {
                b',' | b'\n' if !self.is_quoted => {
                    self.end()?;
                    self.out.write_all(&[if byte == b',' { self.dialect.separator } else { byte }])?;
                }
                _ => self.value.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn respelled(text: &str, separator: u8, is_safe: bool) -> String {
        let mut out = Vec::new();
        let mut writer = Respelled::new(Dialect { separator, is_safe }, &mut out);
        for byte in text.bytes() {
            writer.write_all(&[byte]).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tabs_part_what_commas_parted() {
        let text = "a,\"b,\"\"c\"\"\",,\"\"\n1,\"two\nlines\",a\tb,-\n";
        assert_eq!(respelled(text, b',', false), text);
        assert_eq!(
            respelled(text, b'\t', false),
            "a\t\"b,\"\"c\"\"\"\t\t\"\"\n1\t\"two\nlines\"\t\"a\tb\"\t-\n"
        );
    }

    #[test]
    fn what_begins_as_a_formula_is_text_in_a_safe_table() {
        let text = "=1+2,\"=a(\"\"b\"\")\",+x,-1.5,\"-2\",-x,@x,x=1,\"\"\n";
        let safe = "'=1+2,\"'=a(\"\"b\"\")\",'+x,-1.5,\"-2\",'-x,'@x,x=1,\"\"\n";
        assert_eq!(respelled(text, b',', true), safe);
    }
}

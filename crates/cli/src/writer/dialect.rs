//! Converts CSV to another dialect: with tabs, or safe to open in a spreadsheet.
//!
//! In: CSV as the writers of this folder make it, a piece at a time. Out: the same table with another separator, or with a `'`
//! before each value that a spreadsheet would evaluate as a formula. The writers themselves need not handle either.
//!
//! ```text
//! path,price           path   price
//! =1+2,-3.5      ->    '=1+2  -3.5      (separated by a tab; a number is no formula)
//! ```
//!
//! Source: OWASP, "CSV Injection": what begins with `=`, `+`, `-`, `@`, tab or carriage return.

use std::io::{self, Write};

/// A dialect of CSV.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Dialect {
    /// The separator of values.
    pub separator: u8,
    /// Whether a `'` is written before values that begin like a formula.
    pub is_safe: bool,
    /// Whether the table begins with a byte order mark.
    pub has_mark: bool,
}

impl Default for Dialect {
    /// The dialect of RFC 4180.
    fn default() -> Self {
        Dialect { separator: b',', is_safe: false, has_mark: false }
    }
}

impl Dialect {
    /// Calls `write` with a writer that converts what it gets to this dialect.
    pub fn spell<T>(self, out: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> T) -> T {
        if self == Dialect::default() { write(out) } else { write(&mut Respelled::new(self, out)) }
    }
}

/// A writer that converts CSV to another dialect and passes it on.
struct Respelled<'a> {
    dialect: Dialect,
    out: &'a mut dyn Write,
    /// The bytes of the current value so far, with its quotes.
    value: Vec<u8>,
    is_quoted: bool,
    /// Whether nothing was written yet.
    is_new: bool,
}

impl<'a> Respelled<'a> {
    /// A writer that passes its converted input on to `out`.
    fn new(dialect: Dialect, out: &'a mut dyn Write) -> Self {
        Respelled { dialect, out, value: Vec::new(), is_quoted: false, is_new: true }
    }

    /// Writes the current value, which has ended.
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

/// Whether a spreadsheet would take a value for a formula. A number is none.
fn is_formula(value: &[u8]) -> bool {
    let is_number = || {
        let text = value.strip_suffix(b"\"").unwrap_or(value);
        std::str::from_utf8(text).is_ok_and(|text| text.parse::<f64>().is_ok())
    };
    // Spreadsheets in Japanese read full-width signs as the narrow ones.
    let begins = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r"];
    begins.iter().any(|sign| value.starts_with(sign.as_bytes())) && !is_number()
}

impl Write for Respelled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if std::mem::take(&mut self.is_new) && self.dialect.has_mark {
            self.out.write_all("\u{FEFF}".as_bytes())?;
        }
        for &byte in bytes {
            // A quote within quotes is doubled, so it changes the state twice.
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
        let mut writer = Respelled::new(Dialect { separator, is_safe, has_mark: false }, &mut out);
        for byte in text.bytes() {
            writer.write_all(&[byte]).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn tabs_replace_the_commas_between_values() {
        let text = "a,\"b,\"\"c\"\"\",,\"\"\n1,\"two\nlines\",a\tb,-\n";
        assert_eq!(respelled(text, b',', false), text);
        assert_eq!(
            respelled(text, b'\t', false),
            "a\t\"b,\"\"c\"\"\"\t\t\"\"\n1\t\"two\nlines\"\t\"a\tb\"\t-\n"
        );
    }

    #[test]
    fn a_value_that_begins_like_a_formula_is_text_in_a_safe_table() {
        let text = "=1+2,\"=a(\"\"b\"\")\",+x,-1.5,\"-2\",-x,@x,x=1,\"\"\n";
        let safe = "'=1+2,\"'=a(\"\"b\"\")\",'+x,-1.5,\"-2\",'-x,'@x,x=1,\"\"\n";
        assert_eq!(respelled(text, b',', true), safe);
        assert_eq!(respelled("＝1+2,＋x,－x,\"＠x\",～x\n", b',', true), "'＝1+2,'＋x,'－x,\"'＠x\",～x\n");
    }
}

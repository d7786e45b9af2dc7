//! Reads the charset that a page declares.
//!
//! In: the first bytes of a page. Out: the encoding named in `<meta charset>`, in `<meta http-equiv content>` or in an
//! XML declaration. Nothing is decoded, since all three are written in ASCII. Time is linear in the bytes read; no
//! memory is allocated.
//!
//! Source: HTML Standard, "Parsing HTML documents", section 13.2.3.2, the prescan. We differ: the XML declaration is
//! used if no `<meta>` names a charset (old XHTML pages have no other declaration), and a label of an encoding that
//! the Encoding Standard refuses to decode is treated as no declaration.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use memchr::{memchr, memmem};
use std::ops::ControlFlow;

/// The encoding that a page declares in its first bytes.
pub(super) fn declared(head: &[u8]) -> Option<&'static Encoding> {
    in_meta(head).or_else(|| in_xml_declaration(head))
}

/// The encoding in a content type: `text/html; charset=euc-jp`.
pub(super) fn in_content_type(content: &[u8]) -> Option<&'static Encoding> {
    let content = content.to_ascii_lowercase();
    memmem::find_iter(&content, b"charset").find_map(|found| {
        let value = content[found + b"charset".len()..].trim_ascii_start().strip_prefix(b"=")?;
        let value = value.trim_ascii_start();
        let label = match value.first()? {
            quote @ (b'"' | b'\'') => value[1..].split(|byte| byte == quote).next()?,
            _ => value.split(|byte| byte.is_ascii_whitespace() || *byte == b';').next()?,
        };
        Encoding::for_label_no_replacement(label)
    })
}

fn in_meta(head: &[u8]) -> Option<&'static Encoding> {
    find_in_tags(head, |name, attributes| {
        let found = if name.eq_ignore_ascii_case(b"meta") { in_attributes(attributes) } else { None };
        found.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    })
}

/// Calls `each` with the name and the attributes of each tag, in order, until it returns a result. What `each` leaves of the attributes
/// is skipped.
pub(super) fn find_in_tags<T>(
    bytes: &[u8],
    mut each: impl FnMut(&[u8], &mut ByteAttributes) -> ControlFlow<T>,
) -> Option<T> {
    let mut at = 0;
    while let Some(tag) = memchr(b'<', &bytes[at..]) {
        at += tag + 1;
        let rest = &bytes[at..];
        if rest.starts_with(b"!--") {
            // `<!-->` is a whole comment: its dashes both open and close it.
            at += 1 + memmem::find(&rest[1..], b"-->")? + b"-->".len();
        } else if starts_with_letter(rest) || rest.strip_prefix(b"/").is_some_and(starts_with_letter) {
            let name = rest.iter().position(|byte| ends_name(*byte))?;
            let mut attributes = ByteAttributes { bytes: &rest[name..] };
            if let ControlFlow::Break(found) = each(&rest[..name], &mut attributes) {
                return Some(found);
            }
            attributes.by_ref().for_each(drop);
            at = bytes.len() - attributes.bytes.len();
        } else if rest.first().is_some_and(|byte| b"!/?".contains(byte)) {
            at += memchr(b'>', rest)?;
        }
    }
    None
}

/// The encoding in the attributes of one `<meta>`.
fn in_attributes(attributes: &mut ByteAttributes) -> Option<&'static Encoding> {
    let (mut is_content_type, mut by_charset, mut by_content) = (false, None, None);
    for ByteAttribute { name, value } in attributes {
        if name.eq_ignore_ascii_case(b"http-equiv") {
            is_content_type = value.eq_ignore_ascii_case(b"content-type");
        } else if name.eq_ignore_ascii_case(b"charset") {
            by_charset = by_charset.or(Encoding::for_label_no_replacement(value));
        } else if name.eq_ignore_ascii_case(b"content") {
            by_content = by_content.or(in_content_type(value));
        }
    }
    let encoding = by_charset.or(by_content.filter(|_| is_content_type))?;
    // The declaration was readable as ASCII, so the page cannot be UTF-16. The standard prescribes both replacements.
    Some(match encoding {
        utf16 if utf16 == UTF_16LE || utf16 == UTF_16BE => UTF_8,
        user if user == X_USER_DEFINED => WINDOWS_1252,
        encoding => encoding,
    })
}

fn in_xml_declaration(head: &[u8]) -> Option<&'static Encoding> {
    let declaration = head.strip_prefix(b"<?xml")?;
    let mut attributes = ByteAttributes { bytes: &declaration[..memchr(b'>', declaration)?] };
    let label = attributes.find(|attribute| attribute.name == b"encoding")?.value;
    Encoding::for_label_no_replacement(label).filter(|encoding| encoding.is_ascii_compatible())
}

fn starts_with_letter(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
}

fn ends_name(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b'/' || byte == b'>'
}

pub(super) struct ByteAttribute<'a> {
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
}

/// The attributes of one tag. After the last one, `bytes` begins at the `>`, or is empty if the tag has no end.
pub(super) struct ByteAttributes<'a> {
    pub(super) bytes: &'a [u8],
}

impl<'a> ByteAttributes<'a> {
    /// Takes the bytes before the first byte for which `end` is true.
    fn take_until(&mut self, end: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.bytes.iter().position(|byte| end(*byte)).unwrap_or(self.bytes.len());
        let (taken, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        taken
    }

    fn skip_whitespace(&mut self) {
        self.bytes = self.bytes.trim_ascii_start();
    }
}

impl<'a> Iterator for ByteAttributes<'a> {
    type Item = ByteAttribute<'a>;

    fn next(&mut self) -> Option<ByteAttribute<'a>> {
        self.take_until(|byte| !byte.is_ascii_whitespace() && byte != b'/');
        if self.bytes.first().is_none_or(|byte| *byte == b'>') {
            return None;
        }
        // A A leading `=` is part of the attribute name.
        let start = self.bytes;
        self.bytes = &self.bytes[1..];
        self.take_until(|byte| byte == b'=' || ends_name(byte));
        let name = &start[..start.len() - self.bytes.len()];
        self.skip_whitespace();
        let Some(rest) = self.bytes.strip_prefix(b"=") else {
            return Some(ByteAttribute { name, value: b"" });
        };
        self.bytes = rest;
        self.skip_whitespace();
        let value = match self.bytes.first() {
            Some(&quote @ (b'"' | b'\'')) => {
                self.bytes = &self.bytes[1..];
                let value = self.take_until(|byte| byte == quote);
                self.bytes = self.bytes.get(1..).unwrap_or_default();
                value
            }
            _ => self.take_until(|byte| byte.is_ascii_whitespace() || byte == b'>'),
        };
        Some(ByteAttribute { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, ISO_2022_JP, SHIFT_JIS};

    #[test]
    fn all_syntax_variants_of_a_declaration_are_read() {
        for (page, encoding) in [
            (&b"<meta charset=Shift_JIS>"[..], SHIFT_JIS),
            (b"<META CHARSET = 'x-sjis' />", SHIFT_JIS),
            (b"<html><meta\ncontent='text/html; charset=EUC-JP' http-equiv=Content-Type>", EUC_JP),
            (b"<meta http-equiv=content-type content=text/html;charset=\"iso-2022-jp\">", ISO_2022_JP),
            (b"<a title='<meta charset=euc-jp>'><meta charset=shift_jis>", SHIFT_JIS),
            (b"<!-- <meta charset=euc-jp> --><meta charset=shift_jis>", SHIFT_JIS),
            (b"<!--><meta charset=euc-jp>", EUC_JP),
            (b"<meta charset=no-such-thing><meta charset=euc-jp>", EUC_JP),
            (b"<meta charset=utf-16>", UTF_8),
            (b"<meta charset=x-user-defined>", WINDOWS_1252),
            (b"<?xml version=\"1.0\" encoding=\"EUC-JP\"?><html>", EUC_JP),
            (b"<?xml version=\"1.0\" encoding=\"EUC-JP\"?><meta charset=shift_jis>", SHIFT_JIS),
        ] {
            assert_eq!(declared(page), Some(encoding), "{}", String::from_utf8_lossy(page));
        }
    }

    #[test]
    fn lookalikes_of_a_declaration_are_ignored() {
        for page in [
            &b""[..],
            b"<",
            b"<meta",
            b"<meta charset",
            b"<meta charset=",
            b"<meta content='text/html; charset=euc-jp'>",
            b"<meta http-equiv=refresh content='text/html; charset=euc-jp'>",
            b"<!-- <meta charset=euc-jp>",
            b"<metadata charset=euc-jp>",
            b"</meta charset=euc-jp>",
            b"text charset=euc-jp",
        ] {
            assert_eq!(declared(page), None, "{}", String::from_utf8_lossy(page));
        }
    }

    #[test]
    fn a_page_may_be_cut_off_at_any_byte() {
        let page = b"<!-- c --><?xml?><!x><a b = 'c' d=\"e\"/f =g></a ><meta http-equiv=content-type \
                     content='a; charset = \"utf-16\"' =x / ><meta charset=euc-jp>";
        for start in 0..page.len() {
            for end in start..page.len() {
                let found = declared(&page[start..end]);
                assert!(
                    found.is_none_or(|encoding| encoding == UTF_8 || encoding == EUC_JP),
                    "{start}..{end}"
                );
            }
        }
    }

    #[test]
    fn the_second_charset_in_a_content_type_counts_if_the_first_is_no_assignment() {
        assert_eq!(in_content_type(b"text/html; charset charset=euc-jp"), Some(EUC_JP));
        assert_eq!(in_content_type(b"text/html; Charset=\"EUC-JP\"; x"), Some(EUC_JP));
        assert_eq!(in_content_type(b"text/html"), None);
    }
}

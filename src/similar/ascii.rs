//! Sentence boundaries of printable ASCII: the Unicode rules reduced to what applies there, so that most letters are skipped.
//!
//! In: a text of printable ASCII. Out: the ranges between its sentence boundaries. Only a full stop, a question mark or an
//! exclamation mark can end a sentence, so the rules are applied after these alone. O(text).
//!
//! Source: Unicode Standard Annex #29, section 5.1, rules SB6 to SB11; a test compares the results with icu_segmenter.

use memchr::memchr3_iter;
use std::ops::Range;

/// Bytes that are tested at once: the size of a vector register.
const TOGETHER: usize = 32;

/// Whether a text is printable ASCII.
pub(super) fn is_printable(text: &[u8]) -> bool {
    let all = |bytes: &[u8]| bytes.iter().fold(true, |all, byte| all & (b' '..=b'~').contains(byte));
    text.chunks(TOGETHER).all(all)
}

/// Appends the ranges of the sentences of a text, shifted by `at`.
pub(super) fn sentences(text: &[u8], at: usize, into: &mut Vec<Range<usize>>) {
    let mut start = 0;
    for mark in memchr3_iter(b'.', b'?', b'!', text) {
        if let Some(end) = end(text, mark) {
            into.push(at + start..at + end);
            start = end;
        }
    }
    if start < text.len() {
        into.push(at + start..at + text.len());
    }
}

/// The end of the sentence that the mark at this index ends, if it ends one.
fn end(text: &[u8], mark: usize) -> Option<usize> {
    let is_stop = text[mark] == b'.';
    let next = text.get(mark + 1)?;
    let before = mark.checked_sub(1).map(|before| text[before]);
    if is_stop
        && (next.is_ascii_digit()
            || next.is_ascii_uppercase() && before.is_some_and(|byte| byte.is_ascii_alphabetic()))
    {
        return None;
    }
    let skip =
        |from: usize, is: fn(u8) -> bool| from + text[from..].iter().take_while(|&&byte| is(byte)).count();
    let end = skip(skip(mark + 1, closes), |byte| byte == b' ');
    let next = *text.get(end)?;
    if is_mark(next) || goes_on(next) {
        return None;
    }
    if is_stop {
        let word = skip(end, |byte| !byte.is_ascii_alphabetic() && !is_mark(byte));
        if text.get(word).is_some_and(u8::is_ascii_lowercase) {
            return None;
        }
    }
    Some(end)
}

fn is_mark(byte: u8) -> bool {
    matches!(byte, b'.' | b'?' | b'!')
}

/// Sentence_Break=SContinue.
fn goes_on(byte: u8) -> bool {
    matches!(byte, b',' | b'-' | b':' | b';')
}

/// Sentence_Break=Close.
fn closes(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'(' | b')' | b'[' | b']' | b'{' | b'}')
}

#[cfg(test)]
mod tests {
    use super::super::sentence;
    use super::*;
    use proptest::prelude::*;

    fn by_the_standard(text: &str) -> Vec<Range<usize>> {
        let ends = sentence::by_the_standard(text).filter(|_| !text.is_empty());
        ends.scan(0, |start, end| Some(std::mem::replace(start, end)..end)).collect()
    }

    fn ours(text: &str) -> Vec<Range<usize>> {
        let mut ranges = Vec::new();
        sentences(text.as_bytes(), 0, &mut ranges);
        ranges
    }

    #[test]
    fn every_character_has_its_class_of_the_standard() {
        for byte in b' '..=b'~' {
            for around in
                [("A.", "a"), ("a!", "A"), ("a. ", " b"), ("1.", "1"), ("a.)", " B"), ("", ".A"), ("a? ", "")]
            {
                let text = format!("{}{}{}", around.0, char::from(byte), around.1);
                assert_eq!(ours(&text), by_the_standard(&text), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn sentences_are_those_of_the_standard(text in "[aB1 .?!,;:)(\"'/=-]{0,40}") {
            prop_assert_eq!(ours(&text), by_the_standard(&text));
        }

        #[test]
        fn sentences_are_those_of_the_standard_in_any_text(text in "[ -~]{0,60}") {
            prop_assert_eq!(ours(&text), by_the_standard(&text));
        }
    }
}

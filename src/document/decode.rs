//! Decodes the bytes of a page to text.
//!
//! In: the bytes, and the charset given by the user or by HTTP. Out: the text, and the encoding that it was decoded
//! from. The first rule that applies decides:
//!
//! 1. the encoding the user asks for;
//! 2. a byte order mark, or the byte pattern of UTF-16 without one;
//! 3. UTF-8, if the bytes are valid UTF-8 and not only ASCII, whatever the page declares: text in another charset is
//!    hardly ever well-formed UTF-8 by chance, while wrong declarations are common;
//! 4. the charset in the HTTP header, then the one declared in the page, unless the bytes contradict it;
//! 5. the guess of chardetng, Firefox's detector, with ISO-2022-JP allowed.
//!
//! Malformed sequences become U+FFFD as in browsers, and NULs are kept. Binary data is refused, and so is text with
//! more malformed than well-formed sequences.
//!
//! Time is linear. A UTF-8 page takes two fast passes and no copy. Any other page takes one pass to count its UTF-8
//! sequences, a trial decoding and the final decoding. Memory: the bytes and the text; twice that for pages that are
//! not UTF-8.
//!
//! Source: HTML Standard, "Parsing HTML documents", section 13.2.3.1, which trusts declarations. Rule 3 and the check
//! for contradictions in rule 4 are ours.

use super::charset;
use super::kind::HEAD_BYTES;
use crate::error::ErrorKind;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memmem};

/// Number of malformed sequences or control characters that are accepted in any page, however short it is.
const FEW: usize = 8;

/// A page is binary data if at least one in this many bytes is a control character.
///
/// In random or compressed data 1 byte in 9 is a control character that no page uses; in text there are almost none.
const BINARY_SHARE: usize = 32;

/// A declared encoding is accepted if decoding with it gives at least this many well-formed characters for each
/// malformed sequence.
///
/// A page in another charset gives about as many malformed sequences as well-formed characters; a page with a few
/// foreign bytes gives hundreds of well-formed characters for each malformed sequence.
const BELIEVED: usize = 10;

/// Number of bytes of a page given to the detector, from the first byte that is not plain ASCII.
///
/// The detector is several times slower than a decoder, and a few hundred characters are enough for it.
const SAMPLE_BYTES: usize = 256 << 10;

/// The charset of a page according to sources other than the page itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CharsetHints {
    /// Requested by the user.
    pub forced: Option<&'static Encoding>,
    /// Declared in the HTTP header.
    pub http: Option<&'static Encoding>,
}

/// A page as text.
#[derive(Debug, PartialEq)]
pub(super) struct Decoded {
    pub text: String,
    pub encoding: &'static Encoding,
}

/// Decodes one page.
pub(super) fn decode(mut bytes: Vec<u8>, hints: CharsetHints) -> Result<Decoded, ErrorKind> {
    let marked = Encoding::for_bom(&bytes);
    if let Some(encoding) = hints.forced.or(marked.map(|(encoding, _)| encoding)).or(utf16(&bytes, hints)) {
        if let Some((_, mark)) = marked.filter(|(marked, _)| *marked == encoding) {
            // Files that were joined or saved twice have several; they mean no more than one.
            let marks = bytes.chunks_exact(mark).take_while(|next| *next == &bytes[..mark]).count();
            bytes.drain(..mark * marks);
        }
        return decode_as(encoding, bytes);
    }
    let declared = hints.http.or_else(|| charset::declared(head(&bytes)));
    let declared = declared.filter(|encoding| encoding.is_ascii_compatible() || *encoding == ISO_2022_JP);
    match String::from_utf8(bytes) {
        Ok(text) if is_utf8(&text, declared) => {
            refuse_binary(text.as_bytes())?;
            Ok(Decoded { text, encoding: UTF_8 })
        }
        Ok(text) => decode_as(choose(text.as_bytes(), declared), text.into_bytes()),
        Err(error) => {
            let bytes = error.into_bytes();
            decode_as(choose(&bytes, declared), bytes)
        }
    }
}

/// The first byte of the shift sequences of ISO-2022-JP, the one encoding that consists of ASCII bytes but is not
/// ASCII.
const ESCAPE: u8 = 0x1B;

/// Detects UTF-16 without a byte order mark: by the bytes of its first `<`, or by NULs where HTTP declares UTF-16.
fn utf16(bytes: &[u8], hints: CharsetHints) -> Option<&'static Encoding> {
    let wide = |encoding: &'static Encoding| encoding == UTF_16LE || encoding == UTF_16BE;
    match bytes {
        [b'<', 0, second, 0, ..] if *second != 0 => Some(UTF_16LE),
        [0, b'<', 0, second, ..] if *second != 0 => Some(UTF_16BE),
        _ => hints.http.filter(|http| wide(http) && memchr(0, head(bytes)).is_some()),
    }
}

/// Whether to read well-formed UTF-8 as UTF-8, although the page declares this encoding.
fn is_utf8(text: &str, declared: Option<&'static Encoding>) -> bool {
    if text.is_ascii() {
        return memchr(ESCAPE, text.as_bytes()).is_none();
    }
    !declared.is_some_and(mixes_with_utf8) || text.bytes().any(|byte| byte >= LONG)
}

/// Whether text in this encoding can be well-formed UTF-8 by chance, as long as all its sequences have two bytes.
fn mixes_with_utf8(encoding: &'static Encoding) -> bool {
    encoding != UTF_8 && encoding != ISO_2022_JP && !encoding.is_single_byte()
}

/// The smallest first byte of a UTF-8 sequence of three or four bytes.
const LONG: u8 = 0xE0;

/// Chooses the encoding of a page that has no byte order mark and is not simply UTF-8.
fn choose(bytes: &[u8], declared: Option<&'static Encoding>) -> &'static Encoding {
    if !bytes.is_ascii() && Utf8Evidence::of(bytes).decide(declared) {
        return UTF_8;
    }
    match declared {
        Some(declared) if declared != UTF_8 && fits(declared, bytes) => declared,
        _ => detect(bytes),
    }
}

/// Counts of the byte sequences that are evidence for and against UTF-8.
#[derive(Debug, Default, PartialEq)]
struct Utf8Evidence {
    /// Well-formed sequences of two bytes. Some characters of EUC-JP and GBK have the same form.
    short: usize,
    /// Well-formed sequences of three and four bytes.
    long: usize,
    /// Malformed sequences, except one that is cut off by the end of the page.
    malformed: usize,
}

impl Utf8Evidence {
    fn of(bytes: &[u8]) -> Self {
        let mut signs = Utf8Evidence::default();
        let mut left = bytes.len();
        for chunk in bytes.utf8_chunks() {
            let well = chunk.valid().as_bytes();
            signs.long += count(well, |byte| byte >= LONG);
            signs.short += count(well, |byte| (0xC0..LONG).contains(&byte));
            left -= well.len() + chunk.invalid().len();
            let cut =
                left == 0 && std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            signs.malformed += usize::from(!chunk.invalid().is_empty() && !cut);
        }
        signs
    }

    /// Whether the page is UTF-8, although it declares this encoding.
    fn decide(&self, declared: Option<&'static Encoding>) -> bool {
        let sequences =
            if declared.is_some_and(mixes_with_utf8) { self.long } else { self.short + self.long };
        let needed = if declared == Some(UTF_8) { self.malformed } else { BELIEVED * self.malformed };
        sequences >= needed.max(1)
    }
}

/// Whether the bytes decode in this encoding with few errors.
fn fits(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    let damage = if damaged { SequenceCounts::of(&text) } else { SequenceCounts::default() };
    damage.well_formed >= BELIEVED * damage.malformed
}

/// Numbers of well-formed and malformed sequences in decoded text.
#[derive(Debug, Default, PartialEq)]
struct SequenceCounts {
    well_formed: usize,
    malformed: usize,
}

impl SequenceCounts {
    /// Counts the characters beyond ASCII. A last character that is cut off by the end is not malformed.
    fn of(text: &str) -> Self {
        let text = text.strip_suffix('\u{FFFD}').unwrap_or(text);
        let malformed = memmem::find_iter(text.as_bytes(), "\u{FFFD}").count();
        let beyond_ascii = count(text.as_bytes(), |byte| byte >= 0xC0);
        SequenceCounts { well_formed: beyond_ascii - malformed, malformed }
    }
}

/// Guesses the encoding with the detector.
fn detect(bytes: &[u8]) -> &'static Encoding {
    let is_informative = |byte: &u8| !byte.is_ascii() || *byte == ESCAPE;
    // The detector uses up to two letters before the first byte that is not plain ASCII.
    let start = bytes.iter().position(is_informative).unwrap_or_default().saturating_sub(2);
    let sample = &bytes[start..bytes.len().min(start.saturating_add(SAMPLE_BYTES))];
    let guess = |is_whole| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(sample, is_whole);
        detector.guess(None, Utf8Detection::Allow)
    };
    // If the sample were declared complete, a character cut off by its end would count against the right encoding.
    let encoding = guess(false);
    let is_cut = sample.last().is_some_and(|byte| !byte.is_ascii());
    if is_cut && SequenceCounts::of(&encoding.decode_without_bom_handling(sample).0).well_formed == 0 {
        return guess(true);
    }
    encoding
}

/// Decodes in exactly this encoding.
fn decode_as(encoding: &'static Encoding, bytes: Vec<u8>) -> Result<Decoded, ErrorKind> {
    let is_wide = encoding == UTF_16LE || encoding == UTF_16BE;
    if !is_wide {
        refuse_binary(&bytes)?;
    }
    let bytes = if encoding == UTF_8 {
        match String::from_utf8(bytes) {
            Ok(text) => return Ok(Decoded { text, encoding }),
            Err(error) => error.into_bytes(),
        }
    } else {
        bytes
    };
    let (text, damaged) = encoding.decode_without_bom_handling(&bytes);
    if is_wide {
        refuse_binary(text.as_bytes())?;
    }
    if damaged {
        let SequenceCounts { well_formed, malformed } = SequenceCounts::of(&text);
        if malformed > FEW && malformed > well_formed {
            return Err(ErrorKind::Decode(format!(
                "not text in {}: {malformed} malformed sequences, {well_formed} characters beyond ASCII; pass \
                 another --encoding or leave the page out",
                encoding.name()
            )));
        }
    }
    Ok(Decoded { text: text.into_owned(), encoding })
}

/// Refuses data with control characters that text does not use, NUL among them.
fn refuse_binary(bytes: &[u8]) -> Result<(), ErrorKind> {
    let head = head(bytes);
    let controls = count(head, |byte| matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1A | 0x1C..=0x1F));
    if controls > FEW && controls > head.len() / BINARY_SHARE {
        return Err(ErrorKind::Decode(format!(
            "binary data: {controls} of its first {} bytes are control characters; leave it out, or pass \
             --encoding utf-16le or utf-16be if it is UTF-16",
            head.len()
        )));
    }
    Ok(())
}

fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(HEAD_BYTES)]
}

fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    bytes.iter().filter(|byte| is_counted(**byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, SHIFT_JIS, WINDOWS_1252};

    fn decoded(bytes: impl Into<Vec<u8>>) -> Decoded {
        decode(bytes.into(), CharsetHints::default()).expect("it is a page")
    }

    fn forced(encoding: &'static Encoding, bytes: impl Into<Vec<u8>>) -> Result<Decoded, ErrorKind> {
        decode(bytes.into(), CharsetHints { forced: Some(encoding), http: None })
    }

    #[test]
    fn utf8_wins_over_a_wrong_declaration() {
        for label in ["iso-8859-1", "windows-1251", "shift_jis", "euc-jp", "gbk", "iso-2022-jp"] {
            let page = format!("<meta charset={label}><p>型紙は紙です。");
            assert_eq!(decoded(page.clone()), Decoded { text: page, encoding: UTF_8 }, "{label}");
        }
    }

    #[test]
    fn utf8_cut_off_in_a_character_stays_utf8() {
        let page = "<meta charset=iso-8859-1><p>型紙".as_bytes();
        let cut = decoded(&page[..page.len() - 1]);
        assert_eq!(cut.text, "<meta charset=iso-8859-1><p>型\u{FFFD}");
        assert_eq!(cut.encoding, UTF_8);
    }

    #[test]
    fn two_byte_sequences_do_not_overrule_a_declared_encoding() {
        // These two characters of EUC-JP are also well-formed UTF-8.
        let page = b"<meta charset=euc-jp><p>\xC4\xA3\xC4\xA5".to_vec();
        assert_eq!(std::str::from_utf8(&page).map(str::len), Ok(page.len()));
        assert_eq!(decoded(page).encoding, EUC_JP);
    }

    #[test]
    fn latin_1_declared_as_utf8_is_recognized() {
        let cafe = decoded(b"<meta charset=utf-8><p>caf\xE9 cr\xE8me".to_vec());
        assert_eq!(cafe.text, "<meta charset=utf-8><p>café crème");
        assert_eq!(cafe.encoding, WINDOWS_1252);
    }

    #[test]
    fn a_few_malformed_sequences_become_replacement_characters() {
        let text = decoded(b"<meta charset=utf-8>\xE5\x9E\x8B\xE7\xB4\x99 \xFF <p>".to_vec()).text;
        assert_eq!(text, "<meta charset=utf-8>型紙 \u{FFFD} <p>");
        assert_eq!(forced(UTF_8, b"a\xFFb".to_vec()).expect("one is few").text, "a\u{FFFD}b");
    }

    #[test]
    fn text_in_another_encoding_than_the_forced_one_is_refused() {
        let (page, _, _) = SHIFT_JIS.encode("いろはにほへとちりぬるをわかよたれそつねならむ");
        assert!(matches!(forced(UTF_8, page), Err(ErrorKind::Decode(_))));
    }

    #[test]
    fn binary_data_behind_a_mark_of_utf_16_is_refused() {
        let data =
            |controls: usize| [b"\xfe\xff".to_vec(), b"\0a".repeat(100), vec![0; 2 * controls]].concat();
        assert!(decode(data(3), CharsetHints::default()).is_ok());
        assert!(decode(data(30), CharsetHints::default()).is_err());
    }

    #[test]
    fn several_byte_order_marks_mean_no_more_than_one() {
        let page = |marks: usize| [b"\xfe\xff".repeat(marks), b"\0<\0p\0>\0a".to_vec()].concat();
        assert_eq!(decoded(page(3)), Decoded { text: "<p>a".to_owned(), encoding: UTF_16BE });
        assert_eq!(decoded("\u{feff}\u{feff}<p>a").text, "<p>a");
        assert_eq!(decoded(b"\xfe\xff".repeat(2)).text, "");
    }

    #[test]
    fn a_few_nuls_are_kept_and_many_are_refused_as_binary_data() {
        assert_eq!(decoded("<p>a\0b</p>").text, "<p>a\0b</p>");
        let hints = CharsetHints::default();
        assert!(matches!(decode(vec![0; 100], hints), Err(ErrorKind::Decode(_))));
        let png =
            [&b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x02\0\0\0"[..], &[0x90; 16]].concat();
        assert!(matches!(decode(png, hints), Err(ErrorKind::Decode(_))));
    }

    #[test]
    fn utf16_is_detected_without_a_byte_order_mark() {
        let little: Vec<u8> = "<p>型紙".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = "<p>型紙".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(decoded(little), Decoded { text: "<p>型紙".to_owned(), encoding: UTF_16LE });
        assert_eq!(decoded(big), Decoded { text: "<p>型紙".to_owned(), encoding: UTF_16BE });
    }

    #[test]
    fn the_http_header_overrides_the_declaration_of_the_page() {
        let (page, _, _) = EUC_JP.encode("<meta charset=shift_jis><p>いろはにほへと");
        let hints = CharsetHints { forced: None, http: Some(EUC_JP) };
        assert_eq!(decode(page.into_owned(), hints).expect("it is a page").encoding, EUC_JP);
    }

    #[test]
    fn a_sequence_cut_off_by_the_end_is_not_evidence_against_utf8() {
        let signs = Utf8Evidence::of(b"\xC3\xA9 \xE5\x9E\x8B \xFF \xE9a \xE5\x9E");
        assert_eq!(signs, Utf8Evidence { short: 1, long: 1, malformed: 2 });
    }

    #[test]
    fn plain_ascii_is_utf8_whatever_it_declares() {
        assert_eq!(decoded("<meta charset=shift_jis>").encoding, UTF_8);
        assert_eq!(decoded("\x1B[31mred\x1B[0m").text, "\x1B[31mred\x1B[0m");
    }
}

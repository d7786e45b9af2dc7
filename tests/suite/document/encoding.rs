//! Charsets: the one that a page declares, the one it has, and the one that the user gives.

use super::{Site, is_decode, read_one};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_1251,
    WINDOWS_1252,
};
use katagami::document::Reader;
use katagami::error::ErrorKind;

const JAPANESE: &str =
    "<p>型紙は、布を染めるための紙です。カタガミと読みます。</p><p>彫る人と染める人は別でした。</p>";

fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    let (bytes, _, unmappable) = encoding.encode(text);
    assert!(!unmappable, "{} has all these characters", encoding.name());
    bytes.into_owned()
}

/// Reads the page and compares the encoding and the text.
#[track_caller]
fn assert_read(bytes: impl AsRef<[u8]>, encoding: &'static Encoding, text: &str) {
    let document = read_one(&Site::new().write("a.html", bytes));
    assert_eq!((document.encoding(), document.text()), (encoding.name(), text));
}

#[test]
fn japanese_is_read_with_and_without_a_declaration() {
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
        let name = encoding.name();
        for head in [
            String::new(),
            format!("<meta charset={name}>"),
            format!("<meta http-equiv=\"Content-Type\" content=\"text/html; charset={name}\">"),
            format!("<?xml version=\"1.0\" encoding=\"{name}\"?>"),
            format!("<!--{}--><meta charset={name}>", "-".repeat(3000)),
        ] {
            let page = head + JAPANESE;
            assert_read(encode(encoding, &page), encoding, &page);
        }
    }
}

#[test]
fn a_page_truncated_inside_a_character_loses_only_that_one() {
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP, ISO_2022_JP] {
        for head in [String::new(), format!("<meta charset={}>", encoding.name())] {
            let page = head + JAPANESE + "型";
            let bytes = encode(encoding, &page);
            // ISO-2022-JP ends with three bytes that shift back to ASCII.
            let cut = if encoding == ISO_2022_JP { 4 } else { 1 };
            let whole = page.strip_suffix('型').expect("it was put there");
            assert_read(&bytes[..bytes.len() - cut], encoding, &format!("{whole}\u{FFFD}"));
        }
    }
}

#[test]
fn other_languages_are_read_with_and_without_a_declaration() {
    for (encoding, text) in [
        (WINDOWS_1252, "<p>Über den Färbern hängt die Größe der Schablone – “très fin”.</p>"),
        (WINDOWS_1251, "<p>Трафарет вырезают из бумаги и кладут на ткань, чтобы её окрасить.</p>"),
        (KOI8_R, "<p>Трафарет вырезают из бумаги и кладут на ткань, чтобы её окрасить.</p>"),
        (GB18030, "<p>型纸是染布用的纸，染匠把它铺在布上，然后涂上浆糊。</p>"),
        (BIG5, "<p>型紙是染布用的紙，染匠把它鋪在布上，然後塗上漿糊。</p>"),
        (EUC_KR, "<p>형지는 천을 염색하기 위한 종이이며 장인이 직접 오려서 만든다.</p>"),
    ] {
        let declared = format!("<meta charset={}>{text}", encoding.name());
        assert_read(encode(encoding, &declared), encoding, &declared);
        let document = read_one(&Site::new().write("a.html", encode(encoding, text)));
        assert_eq!(document.text(), text, "{} without a declaration", encoding.name());
    }
}

#[test]
fn a_byte_order_mark_overrides_a_declaration_and_is_no_text() {
    let page = format!("<meta charset=euc-jp>{JAPANESE}");
    let little = page.encode_utf16().flat_map(u16::to_le_bytes);
    let big = page.encode_utf16().flat_map(u16::to_be_bytes);
    assert_read([&b"\xEF\xBB\xBF"[..], page.as_bytes()].concat(), UTF_8, &page);
    assert_read([0xFF, 0xFE].into_iter().chain(little).collect::<Vec<_>>(), encoding_rs::UTF_16LE, &page);
    assert_read([0xFE, 0xFF].into_iter().chain(big).collect::<Vec<_>>(), encoding_rs::UTF_16BE, &page);
}

#[test]
fn utf8_wins_over_every_wrong_declaration() {
    for label in
        ["iso-8859-1", "shift_jis", "euc-jp", "iso-2022-jp", "gbk", "windows-1251", "utf-16", "nonsense"]
    {
        let page = format!("<meta charset={label}>{JAPANESE}");
        assert_read(&page, UTF_8, &page);
    }
}

#[test]
fn a_declaration_that_gives_no_text_is_ignored() {
    for (label, encoding) in
        [("utf-8", SHIFT_JIS), ("utf-8", EUC_JP), ("iso-2022-jp", SHIFT_JIS), ("euc-jp", SHIFT_JIS)]
    {
        let page = format!("<meta charset={label}>{JAPANESE}");
        assert_read(encode(encoding, &page), encoding, &page);
    }
}

#[test]
fn stray_bytes_become_replacement_characters() {
    for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
        let head = format!("<meta charset={}>{JAPANESE}", encoding.name());
        let bytes = [encode(encoding, &head), b"\xFF</p>".to_vec()].concat();
        assert_read(bytes, encoding, &format!("{head}\u{FFFD}</p>"));
    }
}

#[test]
fn the_encoding_given_by_the_user_overrides_all_others() {
    let site = Site::new();
    let input = site.write("a.html", "<meta charset=utf-8>café");
    let latin = Reader::new().encoding("latin1").expect("it is a label");
    let [document] = <[_; 1]>::try_from(latin.read(&[input]).collect::<Vec<_>>()).expect("it is one page");
    let document = document.expect("it is a page");
    assert_eq!((document.encoding(), document.text()), ("windows-1252", "<meta charset=utf-8>cafÃ©"));
}

#[test]
fn pages_that_are_no_text_in_the_given_encoding_are_errors() {
    let site = Site::new();
    let input = site.write("a.html", encode(SHIFT_JIS, JAPANESE));
    let reader = Reader::new().encoding("utf-8").expect("it is a label");
    let pages: Vec<_> = reader.read(&[input]).collect();
    assert!(pages[0].as_ref().is_err_and(is_decode), "{pages:?}");
}

#[test]
fn an_unknown_encoding_is_a_wrong_setting() {
    for label in ["utf-9", "", "iso-2022-kr"] {
        let error = Reader::new().encoding(label).expect_err("there is no such encoding");
        assert!(matches!(error.kind(), ErrorKind::Setting(_)), "{label}");
    }
}

//! Files that are one page, lists of them, and what does not exist.

use super::{
    Site, gzip, is_decode, is_no_input, is_too_large, read_all, read_error, read_one, texts, zstandard,
};
use katagami::document::{Corpus, Input, Limits, Reader};
use katagami::error::ErrorKind;
use std::fs::File;

#[test]
fn a_given_file_is_read_whatever_its_name() {
    let site = Site::new();
    for name in ["a.html", "b.txt", "c", "d.css", ".hidden", "e.php?id=7"] {
        let document = read_one(&site.write(name, "<p>text"));
        assert_eq!((site.name(&document).as_str(), document.text()), (name, "<p>text"));
    }
}

#[test]
fn compressed_pages_are_decompressed_whatever_their_names() {
    let site = Site::new();
    for name in ["a.html.gz", "a.html", "a.zst", "a"] {
        assert_eq!(read_one(&site.write(name, gzip("<p>text"))).text(), "<p>text");
        assert_eq!(read_one(&site.write(name, zstandard("<p>text"))).text(), "<p>text");
        assert_eq!(read_one(&site.write(name, "<p>text")).text(), "<p>text");
    }
    let members = [gzip("<p>one"), gzip("<p>two")].concat();
    assert_eq!(read_one(&site.write("members.html.gz", members)).text(), "<p>one<p>two");
}

#[test]
fn truncated_compressed_data_is_an_error() {
    let site = Site::new();
    for (name, packed) in
        [("a.html.gz", gzip("<p>text")), ("a", gzip("<p>text")), ("b.zst", zstandard("<p>text"))]
    {
        let error = read_error(&site.write(name, &packed[..packed.len() - 3]));
        assert!(matches!(error.kind(), ErrorKind::Container(_)), "{error:?}");
        assert_eq!(error.place(), site.path(name).to_str());
    }
}

#[test]
fn the_lines_of_a_list_are_files_and_folders() {
    let site = Site::new();
    site.write("pages/b.html", "b");
    site.write("pages/a.html", "a");
    site.write("@single", "single");
    let [pages, single] = [site.path("pages"), site.path("@single")].map(|path| path.display().to_string());
    site.write("list", format!("\u{FEFF}{single}\r\n\n{pages}\n{single}"));
    let list = Input::from(format!("@{}", site.path("list").display()).as_str());
    assert_eq!(texts(&read_all(&list)), ["single", "a", "b", "single"]);
}

#[test]
fn an_empty_list_and_a_missing_list_are_errors() {
    let site = Site::new();
    site.write("empty", "\n\r\n");
    for name in ["empty", "missing"] {
        let place = format!("@{}", site.path(name).display());
        let error = read_error(&Input::from(place.as_str()));
        assert!(is_no_input(&error), "{error:?}");
        assert_eq!(error.place(), Some(place.as_str()));
    }
}

#[test]
fn a_missing_file_is_an_error_and_the_next_input_follows() {
    let site = Site::new();
    let inputs = [Input::path(site.path("missing.html")), site.write("a.html", "a")];
    let [missing, found] =
        <[_; 2]>::try_from(Reader::new().read(&inputs).collect::<Vec<_>>()).expect("two inputs");
    let missing = missing.expect_err("there is no such file");
    assert_eq!(
        missing.to_string(),
        format!("{}: no such file or folder", site.path("missing.html").display())
    );
    assert_eq!(found.expect("it is a page").text(), "a");
}

#[test]
fn an_empty_page_is_an_error() {
    let site = Site::new();
    for (name, bytes) in
        [("a.html", vec![]), ("b", vec![]), ("c.html", b"\xEF\xBB\xBF".to_vec()), ("d.gz", gzip(""))]
    {
        let error = read_error(&site.write(name, bytes));
        assert!(is_no_input(&error) && error.to_string().contains("empty"), "{error}");
    }
}

#[test]
fn binary_data_is_an_error_and_nuls_in_a_page_are_text() {
    let site = Site::new();
    let noise: Vec<u8> =
        (0..5000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24).to_le_bytes()[0]).collect();
    assert!(is_decode(&read_error(&site.write("noise.html", noise))));
    assert!(is_decode(&read_error(&site.write("zeros.html", [0; 5000]))));
    assert_eq!(read_one(&site.write("a.html", "<p>\0text\0")).text(), "<p>\0text\0");
}

#[test]
fn a_page_above_the_limit_is_an_error() {
    let site = Site::new();
    let reader = Reader::new().with_limits(Limits::default().with_page(10));
    let inputs = [
        site.write("ten.html", "0123456789"),
        site.write("eleven.html", "01234567890"),
        site.write("eleven", "01234567890"),
        site.write("packed.html", gzip("0".repeat(1_000_000))),
        site.write("grows.html", b"\xA0".repeat(10)),
    ];
    let pages: Vec<_> = reader.read(&inputs).collect();
    assert!(pages[0].is_ok());
    assert!(pages[1..].iter().all(|page| page.as_ref().is_err_and(is_too_large)), "{pages:?}");
    assert_eq!(pages.len(), inputs.len());
}

#[test]
#[cfg(target_os = "linux")]
fn a_device_with_the_name_of_a_page_is_read_up_to_the_limit() {
    let site = Site::new();
    let input = site.write("b.html", "");
    std::os::unix::fs::symlink("/dev/zero", site.path("a.html")).expect("a link");
    let inputs = [Input::path(site.path("a.html")), input];
    let reader = Reader::new().with_limits(Limits::default().with_page(10));
    let pages: Vec<_> = reader.read(&inputs).collect();
    assert!(pages[0].as_ref().is_err_and(is_too_large), "{pages:?}");
}

#[test]
fn four_gigabytes_are_too_large() {
    let site = Site::new();
    let input = site.write("a.html", "");
    // A sparse file takes no space.
    File::create(site.path("a.html")).and_then(|file| file.set_len(1 << 32)).expect("files can have holes");
    assert!(is_too_large(&read_error(&input)));
}

#[test]
fn a_page_of_20_megabytes_is_read_in_any_encoding() {
    let site = Site::new();
    let text = "<p>型紙は、布を染めるための紙です。</p>\n".repeat(20 * 1024 * 1024 / 53);
    assert_eq!(read_one(&site.write("utf8.html", &text)).text(), text);
    let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&text);
    let document = read_one(&site.write("sjis.html", bytes));
    assert_eq!((document.encoding(), document.text() == text), ("Shift_JIS", true));
}

#[test]
fn inputs_stay_in_the_order_they_are_given_in() {
    let site = Site::new();
    let inputs = [
        site.write("b.html", "b"),
        site.write("a.html", "a"),
        site.write("c", "c"),
        site.write("b.html", "b"),
    ];
    let corpus: Corpus = Reader::new().read(&inputs).collect::<Result<_, _>>().expect("all are pages");
    assert_eq!(texts(corpus.documents()), ["b", "a", "c", "b"]);
}

#[test]
fn bytes_in_memory_are_decoded_under_a_name() {
    let document = Reader::new().decode("a page", b"<p>caf\xE9".to_vec()).expect("it is a page");
    assert_eq!((document.name(), document.text(), document.url()), ("a page", "<p>café", None));
    let error = Reader::new().decode("no page", Vec::new()).expect_err("it is empty");
    assert_eq!(error.place(), Some("no page"));
}

#[test]
fn a_folder_may_be_named_like_a_page() {
    let site = Site::new();
    site.write("folder.html/a.html", "a");
    assert_eq!(texts(&read_all(&Input::path(site.path("folder.html")))), ["a"]);
}

#[cfg(unix)]
#[test]
fn a_path_through_a_file_is_no_page_of_it() {
    let site = Site::new();
    site.write("a.html", "a");
    let error = read_error(&Input::path(site.path("a.html/b.html")));
    assert!(
        matches!(error.kind(), ErrorKind::NoInput(_))
            && error.to_string().contains("a part of this path is a file"),
        "{error}"
    );
}

//! Files with many pages: JSON Lines and web archives.

use super::{
    Site, gzip, is_container, is_decode, is_no_input, is_too_large, read, read_all, read_error, read_one,
    texts, zstandard,
};
use encoding_rs::{EUC_JP, SHIFT_JIS};
use katagami::document::{Document, Limits, Reader};
use katagami::error::{Error, ErrorKind};
use rayon::ThreadPoolBuilder;
use std::io::Write;

/// A record of a web archive.
fn record(kind: &str, fields: &str, block: impl AsRef<[u8]>) -> Vec<u8> {
    let block = block.as_ref();
    let head = format!("WARC/1.1\r\nWARC-Type: {kind}\r\nContent-Length: {}\r\n{fields}\r\n", block.len());
    [head.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// An archived response with this status, these header lines and this body.
fn response(status: &str, fields: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let http = [format!("HTTP/1.1 {status}\r\n{fields}\r\n").as_bytes(), body.as_ref()].concat();
    let fields =
        "WARC-Target-URI: http://example.org/\r\nContent-Type: application/http; msgtype=response\r\n";
    record("response", fields, http)
}

const HTML: &str = "Content-Type: text/html\r\n";

/// An archive with two pages among other records.
fn records() -> Vec<Vec<u8>> {
    vec![
        record("warcinfo", "Content-Type: application/warc-fields\r\n", "software: none\r\n"),
        record("request", "Content-Type: application/http; msgtype=request\r\n", "GET / HTTP/1.1\r\n\r\n"),
        response("200 OK", HTML, "<p>first"),
        response("200 OK", "Content-Type: image/png\r\n", b"\x89PNG"),
        response("301 Moved", HTML, "<p>moved"),
        response("404 Not Found", HTML, "<p>missing"),
        record("revisit", "Content-Type: application/http; msgtype=response\r\n", "HTTP/1.1 200 OK\r\n\r\n"),
        record("resource", "Content-Type: text/html\r\nWARC-Target-URI: <urn:x>\r\n", "<p>second"),
    ]
}

fn assert_two_pages(name: &str, archive: Vec<u8>) {
    let site = Site::new();
    let documents = read_all(&site.write(name, archive));
    assert_eq!(texts(&documents), ["<p>first", "<p>second"]);
    assert_eq!(site.names(&documents), [format!("{name}#1"), format!("{name}#2")]);
    assert_eq!(
        documents.iter().map(Document::url).collect::<Vec<_>>(),
        [Some("http://example.org/"), Some("urn:x")]
    );
}

#[test]
fn the_pages_of_an_archive_are_its_successful_html_responses_and_resources() {
    assert_two_pages("a.warc", records().concat());
    assert_two_pages("no-name-for-it", records().concat());
}

#[test]
fn the_archives_in_a_folder_are_read_in_the_order_of_their_names() {
    let site = Site::new();
    for (name, bytes) in [
        ("a/crawl.warc", records().concat()),
        ("b/page.html", b"<p>third".to_vec()),
        ("b/z.warc.gz", gzip(records().concat())),
        ("b/download.zip", b"PK\x03\x04".to_vec()),
    ] {
        site.write(name, bytes);
    }
    let documents = read_all(&site.input());
    assert_eq!(texts(&documents), ["<p>first", "<p>second", "<p>third", "<p>first", "<p>second"]);
    let names = ["a/crawl.warc#1", "a/crawl.warc#2", "b/page.html", "b/z.warc.gz#1", "b/z.warc.gz#2"];
    assert_eq!(site.names(&documents), names);
}

#[test]
fn archives_are_compressed_as_a_whole_or_record_by_record() {
    for name in ["a.warc.gz", "a.gz", "a"] {
        assert_two_pages(name, gzip(records().concat()));
        assert_two_pages(name, records().into_iter().flat_map(gzip).collect());
    }
    for name in ["a.warc.zst", "a"] {
        assert_two_pages(name, zstandard(records().concat()));
        assert_two_pages(name, records().into_iter().flat_map(zstandard).collect());
    }
}

/// The file was made with zstd 1.5: `--train --maxdict=512` on 399 records like its three, the dictionary
/// compressed with `-19` into a skippable frame of type 0x184D2A5D, and after it each record compressed with `-D`.
#[test]
fn an_archive_contains_the_dictionary_it_is_packed_with() {
    let packed = include_bytes!("dictionary.warc.zst");
    let documents = read_all(&Site::new().write("a.warc.zst", packed));
    let expected: Vec<_> = (1..=3)
        .map(|i| format!("<html><title>Page {i}</title><p>This is page number {i}.</html>\n"))
        .collect();
    assert_eq!(texts(&documents), expected);
}

#[test]
fn lines_of_an_archive_may_end_without_carriage_returns() {
    let archive = String::from_utf8(records()[2].clone()).expect("it is ASCII").replace("\r\n", "\n");
    // Three carriage returns fewer in the block.
    let archive = archive.replace("Content-Length: 52", "Content-Length: 49");
    assert_eq!(read_one(&Site::new().write("a.warc", archive)).text(), "<p>first");
}

#[test]
fn bodies_are_joined_and_decompressed() {
    let mut deflate = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    deflate.write_all(b"<p>text").and_then(|()| zlib.write_all(b"<p>text")).expect("memory can be written");
    let chunks = |bytes: &[u8]| {
        let chunks = bytes
            .chunks(5)
            .flat_map(|chunk| [format!("{:x}\r\n", chunk.len()).as_bytes(), chunk, b"\r\n"].concat());
        chunks.chain(*b"0\r\n\r\n").collect::<Vec<u8>>()
    };
    for (fields, body) in [
        ("Transfer-Encoding: chunked\r\n", chunks(b"<p>text")),
        ("Content-Encoding: gzip\r\n", gzip("<p>text")),
        ("content-encoding: x-gzip\r\ntransfer-encoding: chunked\r\n", chunks(&gzip("<p>text"))),
        ("Content-Encoding: deflate\r\n", deflate.finish().expect("memory can be written")),
        ("Content-Encoding: deflate\r\n", zlib.finish().expect("memory can be written")),
        ("Content-Encoding: zstd\r\n", zstandard("<p>text")),
        // The head was kept, the body was stored as the browser saw it.
        ("Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n", b"<p>text".to_vec()),
        ("Content-Encoding: br\r\n", b"<html><p>text".to_vec()),
    ] {
        let document =
            read_one(&Site::new().write("a.warc", response("200 OK", &(HTML.to_owned() + fields), body)));
        assert!(document.text().ends_with("<p>text"), "{fields}: {document:?}");
    }
}

#[test]
fn a_body_that_cannot_be_decompressed_is_an_error_and_the_next_page_follows() {
    let packed = gzip("<p>text");
    let gzipped = format!("{HTML}Content-Encoding: gzip\r\n");
    let archive = [
        response("200 OK", &gzipped, &packed[..packed.len() - 3]),
        response("200 OK", &format!("{HTML}Content-Encoding: br\r\n"), b"\x8B\x03\x80abc\x03"),
        response("200 OK", HTML, ""),
        response("200 OK", HTML, "<p>last"),
    ];
    let site = Site::new();
    let pages = read(&site.write("a.warc", archive.concat()));
    assert!(pages[0].as_ref().is_err_and(is_container) && pages[1].as_ref().is_err_and(is_container));
    assert!(pages[2].as_ref().is_err_and(is_no_input));
    assert_eq!(site.name(pages[3].as_ref().expect("it is a page")), "a.warc#4");
}

#[test]
fn a_body_truncated_by_the_archive_is_used() {
    let page = "<p>型紙".repeat(10_000);
    let packed = gzip(&page);
    let http = [
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n",
        &packed[..packed.len() - 12],
    ]
    .concat();
    let fields = "Content-Type: application/http\r\nWARC-Truncated: length\r\n";
    let document = read_one(&Site::new().write("a.warc", record("response", fields, http)));
    assert!(page.starts_with(document.text().trim_end_matches('\u{FFFD}')));
}

#[test]
fn the_charset_in_an_http_header_counts_unless_the_body_is_utf8() {
    let page = "<meta charset=shift_jis><p>型紙は紙です。";
    let (euc, _, _) = EUC_JP.encode(page);
    let fields = "Content-Type: text/html; charset=EUC-JP\r\n";
    let archive = [response("200 OK", fields, euc), response("200 OK", fields, page)].concat();
    let documents = read_all(&Site::new().write("a.warc", archive));
    assert_eq!(documents.iter().map(Document::encoding).collect::<Vec<_>>(), ["EUC-JP", "UTF-8"]);
    assert_eq!(texts(&documents), [page, page]);
}

#[test]
fn a_response_without_a_type_is_a_page_if_it_looks_like_one() {
    let archive = [response("200 OK", "", "<!DOCTYPE html><p>a"), response("200 OK", "", "GIF89a")].concat();
    assert_eq!(texts(&read_all(&Site::new().write("a.warc", archive))), ["<!DOCTYPE html><p>a"]);
}

#[test]
fn a_truncated_archive_gives_the_pages_before_its_end() {
    let site = Site::new();
    let whole = [response("200 OK", HTML, "<p>first"), response("200 OK", HTML, "<p>second")];
    let plain = whole.concat();
    let packed: Vec<u8> = whole.iter().flat_map(gzip).collect();
    for archive in
        [&plain[..plain.len() - 8], &packed[..packed.len() - 8], &[&plain[..], b"garbage\r\n"].concat()]
    {
        let mut pages = read(&site.write("a.warc", archive));
        let error = pages.pop().expect("there are items").expect_err("the archive breaks off");
        assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error:?}");
        assert_eq!(error.place(), site.path("a.warc").to_str());
        assert_eq!(pages[0].as_ref().expect("it is whole").text(), "<p>first");
    }
}

#[test]
fn an_archive_truncated_anywhere_gives_the_pages_before_and_one_error() {
    let site = Site::new();
    let packed = records().into_iter().flat_map(gzip).collect();
    for archive in [records().concat(), packed, zstandard(records().concat())] {
        for end in 1..archive.len() {
            let mut pages = read(&site.write("a.warc", &archive[..end]));
            if pages.last().is_some_and(Result::is_err) {
                pages.pop();
            }
            let pages: Vec<_> =
                pages.into_iter().map(|page| page.expect("only the last is an error")).collect();
            assert!(["<p>first", "<p>second"].starts_with(&texts(&pages)), "{end}: {pages:?}");
        }
    }
}

#[test]
fn files_named_like_archives_that_are_none_are_errors() {
    let site = Site::new();
    assert!(is_container(&read_error(&site.write("a.warc", "<p>a page"))));
    assert!(is_no_input(&read_error(&site.write("b.warc", ""))));
    assert!(is_no_input(&read_error(&site.write("c.warc", response("404 Not Found", HTML, "<p>")))));
}

#[test]
fn each_line_of_json_lines_is_a_page() {
    let site = Site::new();
    let lines = "\u{FEFF}{\"url\": \"http://example.org/1\", \"html\": \"<p>型紙\\u0000 \\ud83d\\udc58\", \"more\": [1]}\n\n{\"html\":\"<p>2\"}";
    for (name, bytes) in [
        ("a.jsonl", lines.as_bytes().to_vec()),
        ("a.ndjson", lines.replace('\n', "\r\n").into_bytes()),
        ("a.jsonl.gz", gzip(lines)),
        ("a.jsonl.zst", zstandard(lines)),
        ("a", zstandard(&lines[3..])),
    ] {
        let documents = read_all(&site.write(name, bytes));
        assert_eq!(texts(&documents), ["<p>型紙\0 👘", "<p>2"]);
        assert_eq!(site.names(&documents), [format!("{name}#1"), format!("{name}#2")]);
        assert_eq!(
            documents.iter().map(Document::url).collect::<Vec<_>>(),
            [Some("http://example.org/1"), None]
        );
    }
}

#[test]
fn a_line_that_cannot_be_used_is_an_error_with_its_number_and_the_next_follows() {
    let site = Site::new();
    let lines = "{\"html\": \"1\"}\n\nno json\n{\"url\": \"x\"}\n{\"html\": 7}\n[]\n{\"html\": \"\"}\n{\"html\": \"7\"}\n{\"html\": \"8";
    let pages = read(&site.write("a.jsonl", lines));
    let outcomes: Vec<_> =
        pages.iter().map(|page| page.as_ref().map(Document::text).map_err(Error::to_string)).collect();
    assert_eq!(outcomes.len(), 8);
    assert_eq!((&outcomes[0], &outcomes[6]), (&Ok("1"), &Ok("7")));
    for (i, line) in
        [(1, "line 3 "), (2, "line 4 has no \"html\""), (3, "line 5 "), (4, "line 6 "), (7, "line 9 ")]
    {
        let message = outcomes[i].as_ref().expect_err("the line cannot be used");
        assert!(message.contains(line) && message.contains(&format!("a.jsonl#{}: ", i + 1)), "{message}");
    }
    assert!(pages[5].as_ref().is_err_and(is_no_input));
}

#[test]
fn half_a_character_and_an_address_of_another_type_lose_no_page() {
    let site = Site::new();
    let lines = "{\"html\": \"<p>cut \\ud83d off\", \"url\": 5}\n{\"html\": \"<p>2\", \"url\": null, \"retrieved\": [1]}";
    let documents = read_all(&site.write("a.jsonl", lines));
    assert_eq!(texts(&documents), ["<p>cut \u{FFFD}\u{FFFD}\u{FFFD} off", "<p>2"]);
    assert!(documents.iter().all(|page| page.url().is_none()));
}

#[test]
fn json_lines_without_lines_are_an_error() {
    assert!(is_no_input(&read_error(&Site::new().write("a.jsonl", "\n\n"))));
}

#[test]
fn the_requested_encoding_applies_to_archives_and_not_to_json() {
    let site = Site::new();
    let (page, _, _) = SHIFT_JIS.encode("<p>型紙は紙です。");
    let inputs = [
        site.write("a.warc", response("200 OK", "Content-Type: text/html; charset=utf-8\r\n", page)),
        site.write("a.jsonl", "{\"html\": \"<p>型紙は紙です。\"}"),
    ];
    let reader = Reader::new().encoding("sjis").expect("it is a label");
    let documents: Vec<_> = reader.read(&inputs).map(|page| page.expect("it is a page")).collect();
    assert_eq!(texts(&documents), ["<p>型紙は紙です。"; 2]);
}

#[test]
fn pages_above_the_limit_are_errors_in_containers_too() {
    let site = Site::new();
    let gzipped = format!("{HTML}Content-Encoding: gzip\r\n");
    let archive = [
        response("200 OK", HTML, "x".repeat(2000)),
        response("200 OK", &gzipped, gzip("x".repeat(2000))),
        response("200 OK", HTML, "x".repeat(1000)),
    ];
    let reader = Reader::new().with_limits(Limits::default().with_page(1000));
    let inputs = [
        site.write("a.warc", archive.concat()),
        site.write("a.jsonl", format!("{{\"html\": \"{}\"}}", "x".repeat(1001))),
        site.write("b.jsonl", "x".repeat(2_000_000)),
    ];
    let pages: Vec<_> = reader.read(&inputs).map(|page| page.map_err(|error| is_too_large(&error))).collect();
    assert_eq!(
        pages.iter().map(|page| page.as_ref().err()).collect::<Vec<_>>(),
        [Some(&true), Some(&true), None, Some(&true), Some(&true)]
    );
}

#[test]
fn binary_data_under_a_text_type_is_an_error() {
    let page = read_error(&Site::new().write("a.warc", response("200 OK", HTML, [0; 1000])));
    assert!(is_decode(&page));
}

#[test]
fn containers_give_the_same_pages_on_any_number_of_threads() {
    let site = Site::new();
    let archive: Vec<u8> =
        (0..3000).flat_map(|i| gzip(response("200 OK", HTML, format!("<p>page {i}")))).collect();
    let input = site.write("a.warc.gz", archive);
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started");
        pool.install(|| read_all(&input))
    };
    let documents = on(1);
    assert_eq!((documents.len(), documents[2999].text()), (3000, "<p>page 2999"));
    assert!(documents == on(4));
}

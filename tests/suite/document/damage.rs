//! Damaged containers: lost pages are reported, the pages after them are read, and nothing takes more memory than a page may.

use super::{Site, gzip, is_too_large, read, zstandard};
use katagami::document::{Document, Limits, Reader};
use katagami::error::{Error, ErrorKind};

fn page(number: usize) -> String {
    format!("<title>Page {number}</title><p>This is the text of page {number}, and of no other one.")
}

/// An archived page with a wrong length.
fn record(number: usize, length: Option<&str>) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{}", page(number));
    let length = length.map_or_else(|| block.len().to_string(), str::to_owned);
    format!("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n").into_bytes()
}

/// Eight records.
fn records() -> Vec<Vec<u8>> {
    (0..8).map(|number| record(number, None)).collect()
}

/// The numbers of the pages that are read, and the errors.
fn read_numbers(name: &str, bytes: &[u8]) -> (Vec<usize>, Vec<Error>) {
    let site = Site::new();
    let (mut numbers, mut errors) = (Vec::new(), Vec::new());
    for item in read(&site.write(name, bytes)) {
        match item {
            Ok(document) => {
                numbers.extend((0..8).find(|&number| document.text() == page(number)));
            }
            Err(error) => errors.push(error),
        }
    }
    (numbers, errors)
}

fn is_lost(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::Lost(_))
}

const OTHERS: [usize; 7] = [0, 1, 2, 4, 5, 6, 7];

#[test]
fn the_record_after_one_with_a_wrong_length_is_read() {
    let missing =
        String::from_utf8(record(3, None)).unwrap().replace("Content-Length", "Length").into_bytes();
    let broken =
        ["20", "0", "200", "5000", "99999999999999", "-1", "x"].map(|length| record(3, Some(length)));
    for bad in broken.into_iter().chain([missing, b"\0\0\0 what is no record\n\n".to_vec()]) {
        let mut archive = records();
        archive[3] = bad;
        let (numbers, errors) = read_numbers("a.warc", &archive.concat());
        let shown = String::from_utf8_lossy(&archive[3]).into_owned();
        assert_eq!(numbers, OTHERS, "{shown}");
        assert!(matches!(&errors[..], [error] if is_lost(error)), "{shown}: {errors:?}");
    }
}

/// An archived page with its address.
fn addressed(number: usize, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a.test/{number}\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

#[test]
fn a_record_cut_off_anywhere_gives_nothing_of_the_next_ones_to_its_page() {
    let site = Site::new();
    // The first is longer than the next two together, so that these could pass for a part of it.
    let bodies = [format!("{}{}", page(0), "<p>words".repeat(99)), page(1), page(2)];
    let assert_others = |name: &str, whole: &[Vec<u8>], cut: usize| {
        for length in 0..whole[cut].len() {
            let mut archive = whole.to_vec();
            archive[cut].truncate(length);
            let archive = archive.concat();
            let archive = if name.starts_with("whole") { gzip(&archive) } else { archive };
            let items = read(&site.write(name, archive));
            let mut missing: Vec<String> =
                (0..whole.len()).map(|number| format!("http://a.test/{number}")).collect();
            for document in items.iter().flatten() {
                let url = document.url().expect("all have one");
                let number: usize = url[14..].parse().expect("a number");
                assert_eq!(document.text(), bodies[number], "{name} {cut} {length}: {url}");
                let at = missing.iter().position(|other| other == url);
                missing.remove(at.unwrap_or_else(|| panic!("{name} {cut} {length}: {url} twice")));
            }
            missing.retain(|url| {
                *url != format!("http://a.test/{cut}") || items.iter().all(Result::is_ok) && length > 0
            });
            assert!(missing.is_empty(), "{name} {cut} {length}: {missing:?} lost, {items:?}");
        }
    };
    for count in 2..=3 {
        let plain: Vec<Vec<u8>> = (0..count).map(|number| addressed(number, &bodies[number])).collect();
        let packed: Vec<Vec<u8>> = plain.iter().map(gzip).collect();
        for cut in 0..count {
            assert_others("a.warc", &plain, cut);
            assert_others("a.warc.gz", &packed, cut);
            assert_others("whole.warc.gz", &plain, cut);
        }
    }
}

#[test]
fn a_page_that_quotes_a_record_is_whole() {
    let quoted = String::from_utf8(addressed(1, "<p>")).expect("it is text");
    let body = format!("<title>WARC</title><pre>{quoted}</pre>");
    let archive = [addressed(0, &body), addressed(2, &page(2))].concat();
    let documents: Vec<Document> =
        read(&Site::new().write("a.warc", archive)).into_iter().flatten().collect();
    assert_eq!(documents.iter().map(Document::text).collect::<Vec<_>>(), [body, page(2)]);
}

/// Each took minutes when the search for the next record read everything again.
#[test]
fn archives_of_beginnings_are_read_in_one_pass() {
    let many = |part: &str| part.repeat(2_000_000 / part.len()).into_bytes();
    let length = |name: &str| format!("WARC/1.0\r\n{name}: 1500000\r\n\r\n");
    for archive in [
        many("WARC/1.0\n"),
        many("WARC/1.0\nA: WARC/1.0\n"),
        many(&length("Content-Length")),
        many(&length("Length")),
        [&b"WARC/1.0\nA: b"[..], &many("\n c")].concat(),
        many("WARC/W"),
        many("WARC/1.0\r"),
        [many(&length("Content-Length")), many("\n")].concat(),
    ] {
        let begun = std::time::Instant::now();
        assert!(read(&Site::new().write("a.warc", &archive)).iter().all(Result::is_err));
        assert!(begun.elapsed().as_secs() < 30, "{}", String::from_utf8_lossy(&archive[..40]));
    }
}

#[test]
fn a_record_above_the_page_limit_ends_at_the_next_record() {
    // The second one ends in the middle of a line.
    for cut in [0, 6] {
        let mut archive = records();
        archive[3] = record(3, Some("99999999"));
        let length = archive[3].len() - cut;
        archive[3].truncate(length);
        let site = Site::new();
        let input = site.write("a.warc", archive.concat());
        let reader = Reader::new().with_limits(Limits::default().with_page(500));
        let items: Vec<_> = reader.read(&[input]).collect();
        assert_eq!(items.iter().flatten().count(), 7, "{cut}");
        assert!(items.iter().any(|item| item.as_ref().is_err_and(is_lost)), "{cut}");
    }
}

#[test]
fn a_truncated_archive_loses_only_its_last_record() {
    let archive = records().concat();
    let (numbers, errors) = read_numbers("a.warc", &archive[..archive.len() - 20]);
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5, 6]);
    assert!(matches!(&errors[..], [error] if is_lost(error)), "{errors:?}");
}

#[test]
fn a_flipped_bit_in_a_compressed_record_loses_only_this_record() {
    for (name, pack) in [
        ("a.warc.gz", &(|bytes: Vec<u8>| gzip(bytes)) as &dyn Fn(Vec<u8>) -> Vec<u8>),
        ("a.warc.zst", &|bytes| zstandard(bytes)),
    ] {
        let packed: Vec<Vec<u8>> = records().into_iter().map(pack).collect();
        for at in 0..packed[3].len() {
            let mut damaged = packed.clone();
            damaged[3][at] ^= 0x10;
            let (numbers, errors) = read_numbers(name, &damaged.concat());
            let others: Vec<usize> = numbers.iter().copied().filter(|&number| number != 3).collect();
            assert_eq!(others, OTHERS, "{name}: byte {at}: {errors:?}");
            // Some bits of a header have no meaning, and a frame of Zstandard may have no checksum.
            let is_seen = numbers.len() == 8 || !errors.is_empty() || name.ends_with("zst");
            assert!(errors.len() <= 2 && is_seen, "{name}: byte {at}: {errors:?}");
        }
    }
}

#[test]
fn bytes_after_the_compressed_page_are_skipped() {
    for packed in [gzip(page(1)), zstandard(page(1))] {
        for behind in [&b"\0\0\0\0\0\0"[..], b"a signature"] {
            let (numbers, errors) = read_numbers("a.html", &[&packed, behind].concat());
            assert!(numbers == [1] && errors.is_empty(), "{errors:?}");
        }
    }
}

#[test]
fn a_decompression_bomb_is_refused_in_every_format() {
    let large = vec![b'a'; 40 << 20];
    let body = gzip(&large);
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n";
    let block = [head.as_bytes(), &body].concat();
    let inner =
        format!("WARC/1.0\r\nWARC-Type: response\r\nContent-Length: {}\r\n\r\n", block.len()).into_bytes();
    let line = [b"{\"html\":\"".as_slice(), &large, &large, &large, b"\"}\n"].concat();
    let behind = format!("{{\"html\":{}}}", serde_json::to_string(&page(1)).unwrap());
    for (name, bytes, others) in [
        ("a.html.gz", gzip(&large), 0),
        ("a.html.zst", zstandard(&large), 0),
        ("a.warc", [inner, block, b"\r\n\r\n".to_vec(), record(1, None)].concat(), 1),
        ("a.jsonl.gz", gzip([&line[..], behind.as_bytes()].concat()), 1),
    ] {
        let (numbers, errors) = read_numbers(name, &bytes);
        assert_eq!(numbers.len(), others, "{name}");
        assert!(matches!(&errors[..], [error] if is_too_large(error)), "{name}: {errors:?}");
    }
}

#[test]
fn a_page_of_more_tags_than_allowed_is_refused() {
    let site = Site::new();
    let input = site.write("a.html", "<p>".repeat(11));
    let read = |tags| -> Vec<Result<Document, Error>> {
        let reader = Reader::new().with_limits(Limits::default().with_tags(tags));
        reader.read(std::slice::from_ref(&input)).collect()
    };
    assert!(matches!(&read(10)[..], [Err(error)] if is_too_large(error)));
    assert!(matches!(&read(11)[..], [Ok(_)]));
}

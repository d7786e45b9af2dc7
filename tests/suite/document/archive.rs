//! Archives of files, pages that browsers saved, arrays of objects, and files that are no pages.

use super::{Site, gzip, is_container, is_decode, is_too_large, read, read_all, read_error, read_one, texts};
use katagami::document::{Document, Limits, Reader};
use katagami::error::{Error, ErrorKind};
use std::io::Write;

/// A zip file with these files, each compressed if it is larger than that.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = rawzip::ZipArchiveWriter::new(Vec::new());
    for (name, content) in files {
        let file = archive.new_file(rawzip::path::EntryPath::verbatim(name.as_bytes()));
        let method = if content.len() > 100 { 8 } else { 0 };
        let file = file.compression_method(rawzip::CompressionMethod::new(method));
        let (mut entry, config) = file.start().expect("memory can be written");
        let descriptor = if method == 0 {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(content).expect("memory can be written");
            writer.finish().expect("memory can be written").1
        } else {
            let deflate = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::fast());
            let mut writer = config.wrap(deflate);
            writer.write_all(content).expect("memory can be written");
            let (deflate, descriptor) = writer.finish().expect("memory can be written");
            deflate.finish().expect("memory can be written");
            descriptor
        };
        entry.finish(descriptor).expect("memory can be written");
    }
    archive.finish().expect("memory can be written")
}

/// A tar archive with these files.
fn tar(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    for (name, content) in files {
        let mut head = tar::Header::new_gnu();
        head.set_size(content.len() as u64);
        head.set_mode(0o644);
        if name.len() < 100 {
            // As written, where the crate would refuse `..`.
            head.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
            head.set_cksum();
            archive.append(&head, *content).expect("memory can be written");
        } else {
            archive.append_data(&mut head, name, *content).expect("memory can be written");
        }
    }
    archive.into_inner().expect("memory can be written")
}

const PAGE: &[u8] = b"<html><p>text";

/// What a folder has too: pages, a page without ending, and other files.
fn files() -> Vec<(&'static str, &'static [u8])> {
    vec![
        ("b/2.html", b"<p>second"),
        ("a.html", b"<p>first"),
        ("logo.png", b"\x89PNG"),
        ("view.php", PAGE),
        ("README", b"text"),
        ("__MACOSX/._a.html", b"\0\x05\x16\x07"),
    ]
}

#[test]
fn the_pages_of_an_archive_are_those_of_the_folder_that_was_packed() {
    let site = Site::new();
    let documents = read_all(&site.write("site.zip", zip(&files())));
    assert_eq!(site.names(&documents), ["site.zip/a.html", "site.zip/b/2.html", "site.zip/view.php"]);
    assert_eq!(texts(&documents), ["<p>first", "<p>second", "<html><p>text"]);
    for (name, bytes) in
        [("site.tar", tar(&files())), ("site.tgz", gzip(tar(&files()))), ("no-name-for-it", tar(&files()))]
    {
        let documents = read_all(&site.write(name, bytes));
        let names = ["b/2.html", "a.html", "view.php"].map(|path| format!("{name}/{path}"));
        assert_eq!(site.names(&documents), names);
    }
}

#[test]
fn names_longer_than_a_head_are_read() {
    let name = format!("{}/a.html", "long".repeat(60));
    let site = Site::new();
    let documents = read_all(&site.write("a.tar", tar(&[(&name, PAGE), ("b.html", PAGE)])));
    assert_eq!(site.names(&documents), [format!("a.tar/{name}"), "a.tar/b.html".to_owned()]);
}

#[test]
fn web_archives_in_a_zip_file_are_read() {
    let page = "<p>text ".repeat(50);
    let length = page.len();
    let record = format!(
        "WARC/1.1\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nWARC-Target-URI: http://example.org/\r\n\
         Content-Length: {length}\r\n\r\n{page}\r\n\r\n"
    );
    let files: [(&str, &[u8]); 3] = [
        ("datapackage.json", b"{\"profile\": \"data-package\"}"),
        ("archive/plain.warc", record.as_bytes()),
        ("archive/data.warc.gz", &gzip(&record)),
    ];
    let site = Site::new();
    let documents = read_all(&site.write("crawl.wacz", zip(&files)));
    let names = ["data.warc.gz", "plain.warc"].map(|name| format!("crawl.wacz/archive/{name}#1"));
    assert_eq!(site.names(&documents), names);
    assert_eq!(documents[0].url(), Some("http://example.org/"));
}

#[test]
fn a_name_that_leads_out_of_an_archive_is_an_error_in_its_place() {
    let files: [(&str, &[u8]); 2] = [("../../etc/a.html", PAGE), ("b.html", PAGE)];
    for (name, bytes) in [("a.zip", zip(&files)), ("a.tar", tar(&files))] {
        let pages = read(&Site::new().write(name, bytes));
        let [Err(error), Ok(page)] = &pages[..] else { panic!("{pages:?}") };
        assert!(is_container(error) && error.to_string().contains("../../etc/a.html"), "{error}");
        assert!(page.name().ends_with("b.html"));
    }
}

#[test]
fn a_bomb_in_an_archive_stops_at_the_limit_of_a_page() {
    let bomb = vec![b' '; 4 << 20];
    let twice = gzip(&bomb);
    let files: [(&str, &[u8]); 3] = [("a.html", &bomb), ("b.html.gz", &twice), ("c.html", PAGE)];
    let reader = Reader::new().with_limits(Limits::default().with_page(1 << 20));
    for (name, bytes) in [("a.zip", zip(&files)), ("a.tar.gz", gzip(tar(&files)))] {
        let pages: Vec<Result<Document, Error>> = reader.read(&[Site::new().write(name, bytes)]).collect();
        let [Err(page), Err(twice), Ok(_)] = &pages[..] else { panic!("{name}: {pages:?}") };
        assert!(is_too_large(page) && is_too_large(twice), "{page} {twice}");
    }
}

#[test]
fn names_for_the_same_bytes_are_refused() {
    let site = Site::new();
    let content = "<p>zeros</p>".repeat(20_000);
    let mut archive = zip(&[("1.html", content.as_bytes())]);
    // The directory: a head of 46 bytes, of which 28 and 29 are the length of the name, and the name.
    let end = archive.len() - 22;
    let directory = u32::from_le_bytes(archive[end + 16..end + 20].try_into().expect("four bytes")) as usize;
    let entry = archive[directory..end].to_vec();
    for number in 2..=9_u8 {
        let mut other = entry.clone();
        other[46] = b'0' + number;
        archive.splice(directory..directory, other);
    }
    let end = archive.len() - 22;
    archive[end + 8..end + 12].copy_from_slice(&[9, 0, 9, 0]);
    let length = u32::try_from(end - directory).expect("a small archive");
    archive[end + 12..end + 16].copy_from_slice(&length.to_le_bytes());
    let error = read_error(&site.write("a.zip", archive));
    assert!(error.to_string().contains("the files in this zip file overlap"), "{error}");
}

#[test]
fn archives_that_are_cut_off_or_damaged_say_so() {
    let site = Site::new();
    let whole = zip(&files());
    for length in [10, 60, whole.len() / 2, whole.len() - 1] {
        assert!(is_container(&read_error(&site.write("a.zip", &whole[..length]))), "{length}");
    }
    // The first byte of the content of the first file, which is stored.
    let mut wrong = whole.clone();
    let at = whole.windows(9).position(|bytes| bytes == b"<p>second").expect("it is stored");
    wrong[at + 3] = b'X';
    let pages = read(&site.write("a.zip", wrong));
    assert!(pages[0].is_ok() && pages[1].as_ref().is_err_and(is_container), "{pages:?}");
    let whole = tar(&files());
    assert!(is_container(&read_error(&site.write("a.tar", &whole[..100]))));
    for length in [1024 + 100, 1024 + 514] {
        let pages = read(&site.write("a.tar", &whole[..length]));
        let [Ok(_), Err(error)] = &pages[..] else { panic!("{pages:?}") };
        assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error}");
    }
    let noise: Vec<u8> = (0..4_u32 << 10).map(|at| at.wrapping_mul(2_654_435_761).to_be_bytes()[0]).collect();
    let packed = gzip(tar(&[("a.html", PAGE), ("b.html", &noise), ("c.html", PAGE)]));
    let pages = read(&site.write("a.tar.gz", &packed[..packed.len() / 2]));
    let [Ok(_), Err(error)] = &pages[..] else { panic!("{pages:?}") };
    assert!(matches!(error.kind(), ErrorKind::Lost(_)), "{error}");
    let mut wrong = whole;
    wrong[1024 + 3] ^= 1;
    assert!(read(&site.write("a.tar", wrong))[1].is_err());
}

#[test]
fn an_encrypted_file_is_an_error_that_says_what_to_do() {
    let mut archive = zip(&[("a.html", PAGE)]);
    // The flags of the entry, in the head of the file and in the directory.
    for (sign, flags) in [(&b"PK\x03\x04"[..], 6), (b"PK\x01\x02", 8)] {
        let at = archive.windows(4).position(|bytes| bytes == sign).expect("it is there");
        archive[at + flags] |= 1;
    }
    let error = read_error(&Site::new().write("a.zip", archive));
    assert!(is_container(&error) && error.to_string().contains("password"), "{error}");
}

fn message(encoding: &str, body: &str) -> String {
    format!(
        "From: <Saved by a browser>\r\nSnapshot-Content-Location: https://example.org/a\r\nDate: Sun, 3 May 2020 10:30:00 -0000\r\n\
         MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\ttype=\"text/html\";\r\n\tboundary=\"--x--\"\r\n\r\n\r\n\
         ----x--\r\nContent-Type: image/gif\r\nContent-Transfer-Encoding: base64\r\n\r\nR0lGODlh\r\n\
         ----x--\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\
         Content-Location: https://example.org/a\r\n\r\n{body}\r\n----x----\r\n"
    )
}

#[test]
fn the_page_of_a_saved_message_is_read_with_its_address() {
    let site = Site::new();
    for (encoding, body) in [
        ("quoted-printable", "<p>=E5=9E=8B=E7=B4=\r\n=99"),
        ("base64", "PHA+5Z6L\r\n57SZ"),
        ("binary", "<p>型紙"),
    ] {
        for name in ["a.mhtml", "a.mht", "folder/a.mhtml"] {
            let input = site.write(name, message(encoding, body));
            let document = read_one(&input);
            assert_eq!(
                (document.text(), document.url()),
                ("<p>型紙", Some("https://example.org/a")),
                "{encoding}"
            );
        }
    }
    let folder = katagami::document::Input::path(site.path("folder"));
    assert_eq!(read_one(&folder).text(), "<p>型紙");
    let error = read_error(&site.write("b.mhtml", message("7bit", "<p>").replace("text/html", "text/plain")));
    assert!(is_container(&error) && error.to_string().contains("text/html"), "{error}");
}

#[test]
fn an_array_of_objects_is_read_one_after_another() {
    let site = Site::new();
    let array = "\u{FEFF} [\n  {\"html\": \"<p>a ] } \\\" \\\\\", \"x\": [{}, \"[\"]},\n{\"html\": 1}, {\"html\": \"<p>b\"}\n]\n";
    for name in ["a.json", "a.jsonl", "a"] {
        let pages = read(&site.write(name, array));
        let [Ok(first), Err(error), Ok(last)] = &pages[..] else { panic!("{pages:?}") };
        assert_eq!((first.text(), last.text()), ("<p>a ] } \" \\", "<p>b"));
        assert!(
            last.name().ends_with("#3") && error.to_string().contains("object 2 of the array"),
            "{error}"
        );
    }
    for (broken, why) in
        [("[{\"html\": \"<p>a\"}", "ends before"), ("[{\"html\": \"<p>a\"}, 1]", "something else")]
    {
        let pages = read(&site.write("a.json", broken));
        let [Ok(_), Err(error)] = &pages[..] else { panic!("{pages:?}") };
        assert!(is_container(error) && error.to_string().contains(why), "{error}");
    }
    let reader = Reader::new().with_limits(Limits::default().with_page(10));
    let long = format!("[{{\"html\": \"{}\"}}, {{\"html\": \"<p>b\"}}]", "x".repeat(2 << 20));
    let pages: Vec<_> = reader.read(&[site.write("a.json", long)]).collect();
    let [Err(error), Ok(_)] = &pages[..] else { panic!("{pages:?}") };
    assert!(is_too_large(error), "{error}");
}

#[test]
fn the_page_of_an_object_may_have_another_key() {
    let site = Site::new();
    let lines = "{\"content\": \"text\", \"body\": \"<p>b\", \"html\": null}\n{\"body\": {\"a\": 1}, \"content\": \"<p>c\"}\n\
                 {\"raw_html\": \"<p>d\", \"html\": \"<p>e\"}\n{\"page\": \"<p>f\"}\n";
    let input = site.write("a.jsonl", lines);
    let pages = read(&input);
    let [Ok(b), Ok(c), Ok(e), Err(error)] = &pages[..] else { panic!("{pages:?}") };
    assert_eq!([b.text(), c.text(), e.text()], ["<p>b", "<p>c", "<p>e"]);
    assert!(error.to_string().contains("--html-key"), "{error}");
    let pages: Vec<_> = Reader::new().with_html_key("page").read(&[input]).collect();
    assert!(pages[..3].iter().all(Result::is_err));
    assert_eq!(pages[3].as_ref().expect("it is a page").text(), "<p>f");
}

#[test]
fn an_array_of_texts_is_no_page() {
    let error = read_error(&Site::new().write("a.json", b"[\"<p>one\", \"<p>two\"]"));
    assert!(error.to_string().contains("something else than objects"), "{error}");
}

#[test]
fn files_that_are_no_pages_are_named() {
    let site = Site::new();
    for (bytes, name) in [
        (&b"%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj"[..], "a PDF file"),
        (b"{\\rtf1\\ansi text}", "an RTF file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a PNG image"),
        (b"\xFD7zXZ\0\0\x04", "unpack it"),
        (b"RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0", "a WebP image"),
        (
            b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0\0\0\0\0\0\0\0\0\0\0\0\0\x13\0\0\0[Content_Types].xml",
            "an Office file",
        ),
    ] {
        for file in ["a.pdf", "a.html"] {
            let error = read_error(&site.write(file, bytes));
            assert!(is_decode(&error) && error.to_string().contains(name), "{error}");
        }
    }
}

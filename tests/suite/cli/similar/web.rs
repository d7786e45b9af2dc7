//! Pages whose texts are generated from a number.

use serde_json::json;
use std::fmt::Write as _;
use std::ops::Range;

/// This many words in an order that no other number gives.
pub(super) fn text(number: usize, words: usize) -> String {
    let mut state = number as u64 + 1;
    let mut text = String::new();
    for _ in 0..words {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut rest = state >> 33;
        text.push(' ');
        for _ in 0..2 + rest % 3 {
            text.push_str(["ba", "de", "fi", "go", "hu", "ka", "le", "mi"][(rest % 8) as usize]);
            rest /= 8;
        }
    }
    text.trim_start().to_owned() + "."
}

/// The paragraphs of a page, one sentence each.
pub(super) fn paragraphs(number: usize) -> Vec<String> {
    (0..12).map(|at| text(number * 100 + at, 12)).collect()
}

/// The same, long enough to distinguish a copy from another page of one template.
pub(super) fn long_paragraphs(number: usize) -> Vec<String> {
    (0..12).map(|at| text(number * 100 + at, 24)).collect()
}

/// A page with only its paragraphs.
pub(super) fn page(number: usize) -> String {
    "<body>".to_owned() + &marked(&paragraphs(number))
}

/// Texts as paragraphs of a page.
pub(super) fn marked(texts: &[String]) -> String {
    texts.iter().flat_map(|text| ["<p>", text.as_str(), "</p>"]).collect()
}

/// Pages as JSON Lines, one half of which are copies of the other half with one more paragraph.
pub(super) fn lines(numbers: Range<usize>) -> String {
    let mut lines = String::new();
    for number in numbers {
        let html = page(number / 2) + &format!("<p>{}</p>", text(1_000_000 + number, 8));
        writeln!(lines, "{}", json!({"html": html, "url": format!("https://{number}.example/")}))
            .expect("a string");
    }
    lines
}

/// Pages with their addresses as a web archive.
pub(in super::super) fn warc(pages: &[(String, String)]) -> Vec<u8> {
    let mut archive = b"WARC/1.1\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n".to_vec();
    for (url, html) in pages {
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{html}");
        let head = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http; \
             msgtype=response\r\nContent-Length: {}\r\n\r\n",
            http.len()
        );
        archive.extend([head.as_bytes(), http.as_bytes(), b"\r\n\r\n"].concat());
    }
    archive
}

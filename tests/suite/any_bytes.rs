//! Guarantees for any bytes, checked on mutated pages, wrappers and archives: the short run of the fuzz targets.

#[path = "../../fuzz/checks.rs"]
pub mod checks;

use katagami::document::{Corpus, Document};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::path::Path;

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end.max(1)
    }
}

/// The seeds of mutation.
fn seeds() -> Vec<Vec<u8>> {
    let data = Path::new(crate::ROOT).join("data");
    let mut seeds = Vec::new();
    for set in ["shop", "forum", "press", "blog", "results"] {
        let files = walkdir::WalkDir::new(data.join(set)).sort_by_file_name();
        let pages =
            files.into_iter().flatten().filter(|file| file.path().extension() == Some("html".as_ref()));
        seeds.extend(pages.step_by(7).take(3).map(|file| std::fs::read(file.path()).expect("it is there")));
    }
    let page = |number: &str| {
        let text =
            format!("<h1>Page {number}</h1><ul><li>a {number}<li>b</ul><p>{}", "words of a text ".repeat(9));
        Document::new(number, text)
    };
    let corpus: Corpus = ["1", "2", "3"].map(page).into_iter().collect();
    seeds.push(katagami::learn(&corpus).expect("there are pages").to_json().into_bytes());
    let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>a text\r\n\r\n";
    seeds.push(record.repeat(3).into_bytes());
    let pack = |level| ruzstd::encoding::compress_to_vec(record.as_bytes(), level);
    seeds.push(pack(ruzstd::encoding::CompressionLevel::Fastest).repeat(3));
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut packer, record.as_bytes()).expect("memory can be written");
    seeds.push(packer.finish().expect("memory can be written").repeat(3));
    seeds.push(b"{\"url\": \"http://a.b/c\", \"html\": \"<p>\\u00e9\"}\n".repeat(3));
    seeds.push(b"http://www.a.co.jp:80/b/c?d\nhttps://x/y".to_vec());
    seeds
}

/// Strings with a special meaning, to be inserted anywhere.
const MARKS: [&[u8]; 12] = [
    b"<",
    b"</",
    b"<!--",
    b"<![CDATA[",
    b"&#x",
    b"<table><td>",
    b"<script>",
    b"\xff\xfe",
    b"\0",
    b"\"",
    b"\r\n\r\n",
    b"WARC/1.0\r\n",
];

/// Bytes from one of the seeds by some mutations.
fn changed(seeds: &[Vec<u8>], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = seeds[numbers.below(seeds.len())].clone();
    for _ in 0..=numbers.below(6) {
        let (at, other) = (numbers.below(bytes.len()), &seeds[numbers.below(seeds.len())]);
        let end = at + numbers.below((bytes.len() - at).min(400));
        match numbers.below(6) {
            0 if !bytes.is_empty() => bytes[at] ^= 1 << numbers.below(8),
            1 => drop(bytes.drain(at..end)),
            2 => drop(bytes.splice(at..at, bytes[at..end].repeat(3))),
            3 => {
                let from = numbers.below(other.len());
                let to = from + numbers.below((other.len() - from).min(400));
                drop(bytes.splice(at..end, other[from..to].iter().copied()));
            }
            4 => drop(bytes.splice(at..at, MARKS[numbers.below(MARKS.len())].iter().copied())),
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// How often a check is made: as usual, or as $KATAGAMI_FUZZ says.
fn runs(usual: u32) -> u32 {
    std::env::var("KATAGAMI_FUZZ").ok().and_then(|runs| runs.parse().ok()).unwrap_or(usual)
}

/// Each is a set of pages, by the bytes of [`checks::page_set_of`]; the first made the answers for pages of other templates wrong.
#[test]
fn pages_without_text_are_read_among_pages_of_any_template() {
    let sets: [&[&str]; 3] = [
        &["<div><p>*</p></div>", "<p></p>", "<!DOCTYPE html><body><button>x</button><div></div>"],
        &[
            "<body><div id=root></div>",
            "<main><section><img src=x></section></main>",
            "<p>A text of some words.",
        ],
        &[
            "<frameset cols='1,2'><frame src=a><frame src=b></frameset>",
            "<body><div id=root></div>",
            "<table><tr><td></table>",
        ],
    ];
    for set in sets {
        let pages = set.iter().map(|page| Document::new("page", *page));
        let corpus: Corpus = pages.collect();
        let rows = katagami::content(&corpus);
        assert_eq!(rows.rows().len(), set.len());
        let _ = (
            katagami::similar::pairs(corpus.documents(), &katagami::similar::Options::new()),
            katagami::ask::overview(&corpus),
            katagami::content::described(corpus.documents()),
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: runs(500), rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_pages_makes_an_answer_fail(bytes in prop::collection::vec(any::<u8>(), 0..12)) {
        checks::page_sets(&bytes);
    }
}

#[test]
fn the_guarantees_are_true_for_any_bytes() {
    let (seeds, mut numbers) = (seeds(), Numbers(1));
    for run in 0..runs(60) {
        let bytes = changed(&seeds, &mut numbers);
        for (name, check) in checks::CHECKS {
            if std::panic::catch_unwind(|| check(&bytes)).is_err() {
                let file = std::env::temp_dir().join(format!("katagami-{name}-{run}"));
                std::fs::write(&file, &bytes).expect("files can be written");
                panic!("{name} does not hold for the bytes of {}", file.display());
            }
        }
    }
}

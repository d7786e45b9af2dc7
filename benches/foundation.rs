//! Times of every stage on generated texts, beside what others do with the same text. One thread.

#[path = "../examples/measure/peers.rs"]
mod peers;
#[path = "../examples/measure/texts.rs"]
mod texts;

use divan::counter::BytesCount;
use divan::{Bencher, Divan};
use katagami::document::{Corpus, Document};
use katagami::index::{Index, LineBreaks, Memory, Text, TextReader};
use katagami::spectrum::{self, Frequency, Lengths, Spectrum};
use katagami::template::Aligner;
use katagami::token::{Alphabet, Resolution, Tokenizer};
use std::time::Duration;
use texts::Kind;

fn main() {
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("no other pool was made before");
    Divan::default()
        .sample_size(1)
        .sample_count(10)
        .max_time(Duration::from_secs(5))
        .config_with_args()
        .main();
}

const RESOLUTIONS: [Resolution; 6] = [
    Resolution::Byte,
    Resolution::Char,
    Resolution::Tag,
    Resolution::Attr,
    Resolution::Class,
    Resolution::Name,
];
const ALL: [Kind; 5] = [Kind::Syllabus, Kind::Results, Kind::Random, Kind::Periodic, Kind::AllEqual];
/// Those with a template.
const PAGES: [Kind; 2] = [Kind::Syllabus, Kind::Results];

/// Million bytes.
const SMALL: usize = 1;
const MEDIUM: usize = 16;

fn pages<const MEGABYTES: usize>(kind: Kind) -> Vec<String> {
    kind.pages(MEGABYTES * 1_000_000)
}

fn text(pages: &[String]) -> Text {
    Text::from_bytes(pages.iter().map(String::as_str), LineBreaks::Kept).expect("a small text")
}

fn index<const MEGABYTES: usize>(kind: Kind) -> Index {
    Index::new(text(&pages::<MEGABYTES>(kind)), Memory::Fast)
}

fn bytes(megabytes: usize) -> BytesCount {
    BytesCount::new(megabytes * 1_000_000)
}

#[divan::bench(args = RESOLUTIONS, consts = [SMALL, MEDIUM])]
fn tokenize<const MEGABYTES: usize>(bencher: Bencher, resolution: Resolution) {
    let pages = pages::<MEGABYTES>(Kind::Results);
    bencher.counter(bytes(MEGABYTES)).bench(|| {
        let mut alphabet = Alphabet::new();
        let mut symbols = Vec::new();
        for page in &pages {
            let push = |symbol, span| symbols.push((symbol, span));
            Tokenizer::new(resolution).tokenize(page, &mut alphabet, push);
        }
        symbols
    });
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn text_of_bytes<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let pages = pages::<MEGABYTES>(kind);
    bencher.counter(bytes(MEGABYTES)).bench(|| text(&pages));
}

#[divan::bench(args = PAGES, consts = [SMALL, MEDIUM])]
fn text_of_tags<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let corpus: Corpus = pages::<MEGABYTES>(kind).into_iter().map(|page| Document::new("", page)).collect();
    bencher.counter(bytes(MEGABYTES)).bench(|| TextReader::new(Resolution::Tag).read(&corpus));
}

fn index_of(bencher: Bencher, megabytes: usize, text: &Text, memory: Memory) {
    let bencher = bencher.counter(bytes(megabytes)).with_inputs(|| text.clone());
    bencher.bench_values(|text| Index::new(text, memory));
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn index_fast<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    index_of(bencher, MEGABYTES, &text(&pages::<MEGABYTES>(kind)), Memory::Fast);
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn index_low<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    index_of(bencher, MEGABYTES, &text(&pages::<MEGABYTES>(kind)), Memory::Low);
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn spectrum_by_occurrences<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let index = index::<MEGABYTES>(kind);
    let count = || Spectrum::count(&index, Lengths::ALL, Frequency::Occurrences);
    bencher.counter(bytes(MEGABYTES)).bench(count);
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn spectrum_by_documents<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let index = index::<MEGABYTES>(kind);
    let count = || Spectrum::count(&index, Lengths::ALL, Frequency::Documents);
    bencher.counter(bytes(MEGABYTES)).bench(count);
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn spectrum_of_lengths_1_to_10<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let index = index::<MEGABYTES>(kind);
    let count = || Spectrum::count(&index, Lengths::DISCOVERY, Frequency::Occurrences);
    bencher.counter(bytes(MEGABYTES)).bench(count);
}

#[divan::bench(args = PAGES, consts = [SMALL, MEDIUM])]
fn page_sets<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let index = index::<MEGABYTES>(kind);
    bencher.counter(bytes(MEGABYTES)).bench(|| spectrum::page_sets(&index, Lengths::DISCOVERY, 256));
}

#[divan::bench(args = PAGES, consts = [SMALL, MEDIUM])]
fn align<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let text = text(&pages::<MEGABYTES>(kind));
    let documents: Vec<u32> = (0..text.documents()).collect();
    bencher.counter(bytes(MEGABYTES)).bench(|| Aligner::new().template(&text, &documents));
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn libsais<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let symbols = peers::symbols(&pages::<MEGABYTES>(kind));
    bencher.counter(bytes(MEGABYTES)).bench(|| peers::libsais(&symbols));
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn suffix_table<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let joined = peers::joined(&pages::<MEGABYTES>(kind));
    bencher.counter(bytes(MEGABYTES)).bench(|| peers::suffix_table(&joined).len());
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn esaxx<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let joined = peers::joined(&pages::<MEGABYTES>(kind));
    bencher.counter(bytes(MEGABYTES)).bench(|| peers::esaxx(&joined));
}

#[divan::bench(args = ALL, consts = [SMALL, MEDIUM])]
fn hash_map_of_lengths_1_to_10<const MEGABYTES: usize>(bencher: Bencher, kind: Kind) {
    let pages = pages::<MEGABYTES>(kind);
    bencher.counter(bytes(MEGABYTES)).bench(|| peers::naive(&pages, 1..=10));
}

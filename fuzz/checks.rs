//! What must hold for any bytes, a function each: none panics, and what is said of the result is true.
//!
//! The fuzz targets call these with what the fuzzer makes up, the test suite with what it makes of real pages.

use katagami::content::markup::{PageMarkup, RepeatedImages, html, markdown};
use katagami::document::{Corpus, Document, Input, Limits, Reader};
use katagami::index::naive::substrings;
use katagami::index::{Index, Memory, TextReader};
use katagami::page::Tree;
use katagami::record::Base;
use katagami::spectrum::{Frequency, Lengths, Spectrum};
use katagami::token::{Alphabet, Resolution, Span, TextRuns, Tokenizer, html as markup};
use katagami::wrapper::{Extractor, Wrapper};
use std::collections::BTreeMap;

/// What is tried on bytes.
pub type Check = fn(&[u8]);

/// All of them, by name.
pub const CHECKS: [(&str, Check); 9] = [
    ("tokens", tokens),
    ("charset", charset),
    ("pages", pages),
    ("spectrum", spectrum),
    ("wrapper", wrapper),
    ("learn", learn),
    ("containers", containers),
    ("address", address),
    ("writers", writers),
];

/// Bytes that take long for what they show are cut to so many.
const MOST: usize = 16 << 10;

/// The bytes as text, from any encoding.
fn text(bytes: &[u8]) -> Option<String> {
    let document = Reader::new().decode("a.html", bytes[..bytes.len().min(MOST)].to_vec()).ok()?;
    Some(document.text().to_owned())
}

/// Two pages of the bytes and the page between them.
fn corpus(bytes: &[u8]) -> Option<Corpus> {
    let text = text(bytes)?;
    let half = (text.len() / 2..=text.len()).find(|&at| text.is_char_boundary(at))?;
    let pages = [&text[..], &text[..half], &text[half..], &text[..]];
    let page = |(number, text): (usize, &&str)| Document::new(format!("{number}.html"), *text);
    Some(pages.iter().enumerate().filter(|(_, text)| !text.is_empty()).map(page).collect())
}

/// Any text is cut into tokens that lie end to end, and into symbols whose spellings can be found again.
pub fn tokens(bytes: &[u8]) {
    let source = &*String::from_utf8_lossy(bytes);
    let mut at = 0;
    for token in markup::tokens(source) {
        assert_eq!(token.span.start, at);
        assert!(token.span.end > at);
        at = token.span.end;
        for attribute in token.attributes(source) {
            assert!(!attribute.name.is_empty());
        }
    }
    assert_eq!(at as usize, source.len());

    let mut alphabet = Alphabet::new();
    for resolution in
        [Resolution::Char, Resolution::Tag, Resolution::Attr, Resolution::Class, Resolution::Name]
    {
        let tokenizer = Tokenizer::new(resolution).text_runs(TextRuns::AsSymbols);
        let mut symbols = Vec::new();
        tokenizer.tokenize(source, &mut alphabet, |symbol, _| symbols.push(symbol));
        for symbol in symbols {
            assert_eq!(alphabet.find(alphabet.spelling(symbol)), Some(symbol));
        }
    }
}

/// Bytes become text that decodes to itself.
pub fn charset(bytes: &[u8]) {
    if let Ok(page) = Reader::new().decode("a.html", bytes.to_vec()) {
        let again = Reader::new().encoding("utf-8").expect("it is known");
        let again = again.decode("a.html", page.text().as_bytes().to_vec()).expect("it is text");
        assert_eq!(page.text().trim_start_matches('\u{feff}'), again.text().trim_start_matches('\u{feff}'));
    }
}

/// Every question has an answer, the same one each time, whose places are in the page.
pub fn pages(bytes: &[u8]) {
    let Some(corpus) = corpus(bytes) else { return };
    let answers = || {
        let rows = [katagami::records(&corpus), katagami::posts(&corpus), katagami::content(&corpus)];
        format!("{rows:?}")
    };
    assert_eq!(answers(), answers());
}

/// The spectrum is that of counting substring by substring.
pub fn spectrum(bytes: &[u8]) {
    let source = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
    let half = (source.len() / 2..=source.len()).find(|&at| source.is_char_boundary(at)).unwrap_or(0);
    let page = |(number, text): (usize, &str)| Document::new(number.to_string(), text);
    let corpus: Corpus = [&source[..half], &source[half..]].into_iter().enumerate().map(page).collect();
    for resolution in [Resolution::Byte, Resolution::Char, Resolution::Name] {
        let Ok(text) = TextReader::new(resolution).read(&corpus) else { return };
        let mut counted: BTreeMap<u32, u64> = BTreeMap::new();
        for occurrences in substrings(&text, 1, 6).values() {
            *counted.entry(occurrences.frequency).or_default() += 1;
        }
        for memory in [Memory::Fast, Memory::Low] {
            let lengths = Lengths::new(1, Some(6)).expect("a range");
            let index = Index::new(TextReader::new(resolution).read(&corpus).expect("as before"), memory);
            let found = Spectrum::count(&index, lengths, Frequency::Occurrences);
            let found: BTreeMap<u32, u64> =
                found.rows().iter().map(|row| (row.frequency, row.distinct)).collect();
            assert_eq!(found, counted);
        }
    }
}

/// A page to read with a wrapper.
const PAGE: &str = "<html><head><title>A</title></head><body><h1>B</h1><ul><li>c<li>d</ul><p>e</body></html>";

/// Bytes are no wrapper, or one that reads a page and is written as it was read.
pub fn wrapper(bytes: &[u8]) {
    let Ok(wrapper) = Wrapper::from_json(&String::from_utf8_lossy(bytes)) else { return };
    let _ = Extractor::new(&wrapper).extract(PAGE);
    let again = Wrapper::from_json(&wrapper.to_json()).expect("what is written can be read");
    assert_eq!(again.to_json(), wrapper.to_json());
}

/// What is learned from pages is written, read and reads them.
pub fn learn(bytes: &[u8]) {
    let Some(corpus) = corpus(bytes) else { return };
    let Ok(wrapper) = katagami::learn(&corpus) else { return };
    let wrapper = Wrapper::from_json(&wrapper.to_json()).expect("what is written can be read");
    let extractor = Extractor::new(&wrapper);
    for document in corpus.documents() {
        let _ = extractor.extract(document.text());
    }
}

/// The least that a page may have here.
const PAGE_LIMIT: usize = 1 << 16;

/// Containers come to their end, with pages within the limit and failures.
pub fn containers(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let limit = u64::try_from(PAGE_LIMIT).expect("a small constant");
    let reader = Reader::new().with_limits(Limits::default().with_page(limit));
    for name in ["a.warc", "a.jsonl", "a"] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("files can be written");
        for (number, document) in reader.read(&[Input::path(path)]).enumerate() {
            assert!(number <= bytes.len());
            assert!(document.is_err() || document.is_ok_and(|page| page.text().len() <= PAGE_LIMIT));
        }
    }
}

/// Addresses are alike to a share, whichever comes first, and each is like itself.
pub fn address(bytes: &[u8]) {
    use katagami::similar::url::similarity;

    let text = String::from_utf8_lossy(bytes);
    let (one, other) = text.split_once('\n').unwrap_or((&text, ""));
    let share = similarity(one, other);
    assert!((0.0..=1.0).contains(&share));
    assert!((share - similarity(other, one)).abs() < 1e-9);
}

/// Articles are written without anything that runs.
pub fn writers(bytes: &[u8]) {
    let Some(source) = text(bytes) else { return };
    let document = Document::new("a.html", source);
    let images = RepeatedImages::of(&[&document]);
    let tree = Tree::whole(document.text());
    let page = PageMarkup::new(&tree, document.text(), Base::of(document.text(), None), &images);
    let whole = Span { start: 0, end: u32::try_from(document.text().len()).expect("it was cut") };
    let parts = page.parts(&[whole], None);
    let _ = markdown(&parts);
    let written = html(&parts).to_lowercase();
    for token in markup::tokens(&written) {
        for attribute in token.attributes(&written) {
            let name = attribute.name;
            assert!(!name.starts_with("on") && name != "style", "{name}");
        }
        let tag = &written[token.span.range()];
        for refused in ["<script", "<iframe", "<object", "<embed", "<style", "<form"] {
            assert!(!tag.starts_with(refused), "{tag}");
        }
        assert!(!tag.starts_with('<') || !tag.contains("=\"javascript:"), "{tag}");
    }
}

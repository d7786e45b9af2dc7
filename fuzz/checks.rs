//! Properties that must hold for any bytes, one function each. A check fails if it panics.
//!
//! The fuzz targets call these functions with the bytes of the fuzzer, the test suite with mutations of real pages.

use katagami::content::markup::{PageMarkup, RepeatedImages, html, markdown};
use katagami::document::{Corpus, Document, Input, Limits, Reader};
use katagami::index::naive::substrings;
use katagami::index::{Index, Memory, TextReader};
use katagami::page::{ElementId, Tree};
use katagami::record::Base;
use katagami::similar::candidate::Rule;
use katagami::similar::index::{Index as PageIndex, Matches, Progress, Ready, Unfinished};
use katagami::similar::{Facts, Options, Show};
use katagami::spectrum::{Frequency, Lengths, Spectrum};
use katagami::token::{Alphabet, Resolution, Span, TextRuns, Tokenizer, html as markup};
use katagami::wrapper::export::{parsel, schema, selectors_tried};
use katagami::wrapper::{Extractor, Wrapper, check};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

#[path = "../tests/support/standard_tree.rs"]
pub mod standard_tree;

/// A function that checks a property on some bytes.
pub type Check = fn(&[u8]);

/// All checks, by name.
pub const CHECKS: [(&str, Check); 12] = [
    ("tokens", tokens),
    ("charset", charset),
    ("tree", tree),
    ("pages", pages),
    ("page_sets", page_sets),
    ("spectrum", spectrum),
    ("wrapper", wrapper),
    ("learn", learn),
    ("containers", containers),
    ("index", index),
    ("address", address),
    ("writers", writers),
];

/// Longer inputs are cut to this many bytes, since they take more time and rarely find more.
const MOST: usize = 16 << 10;

/// The bytes as text, from any encoding.
fn text(bytes: &[u8]) -> Option<String> {
    let document = Reader::new().decode("a.html", bytes[..bytes.len().min(MOST)].to_vec()).ok()?;
    Some(document.text().to_owned())
}

/// Four pages of the bytes: the whole text twice, and its two halves.
fn corpus(bytes: &[u8]) -> Option<Corpus> {
    let text = text(bytes)?;
    let half = (text.len() / 2..=text.len()).find(|&at| text.is_char_boundary(at))?;
    let pages = [&text[..], &text[..half], &text[half..], &text[..]];
    let page = |(number, text): (usize, &&str)| Document::new(format!("{number}.html"), *text);
    Some(pages.iter().enumerate().filter(|(_, text)| !text.is_empty()).map(page).collect())
}

/// The tokens of any text are contiguous, and the spelling of each symbol maps back to it.
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

/// The spans of elements and texts are nested as the tree is, and a page without errors has the tree of the HTML standard.
pub fn tree(bytes: &[u8]) {
    let Some(source) = text(bytes) else { return };
    for tree in [Tree::new(&source), Tree::unscripted(&source), Tree::whole(&source)] {
        is_nested(&tree, &source);
    }
    for source in [source, page_of(bytes)] {
        let difference = standard_tree::first_difference(&source);
        assert!(difference.is_none(), "{source:?}: {difference:#?}");
    }
}

/// Checks that the spans, depths and leaf ranges of a tree are consistent.
fn is_nested(tree: &Tree, source: &str) {
    let elements = tree.elements();
    let mut behind = vec![0; elements.len()];
    for (element, number) in elements.iter().zip(0_u32..) {
        let Some(parent) = element.parent else {
            assert_eq!(number, 0);
            continue;
        };
        let around = tree.element(parent);
        assert!(parent < ElementId(number) && ElementId(number) < element.end && element.end <= around.end);
        assert!(element.depth == around.depth + 1 && element.depth <= 380);
        assert!(around.leaves.start <= element.leaves.start && element.leaves.end <= around.leaves.end);
        let (span, before) = (element.span, &mut behind[parent.0 as usize]);
        assert!(*before <= span.start && span.end <= around.span.end && element.tag.end <= span.end);
        assert!(source.get(span.range()).is_some() && source.get(element.tag.range()).is_some());
        *before = span.end;
    }
    let mut before = 0;
    for (leaf, number) in tree.leaves().iter().zip(0_u32..) {
        let around = tree.element(leaf.parent);
        assert!(around.leaves.contains(&number) && before <= leaf.span.start);
        assert!(around.span.start <= leaf.span.start && leaf.span.end <= around.span.end);
        assert!(source.get(leaf.span.range()).is_some());
        before = leaf.span.end;
    }
}

/// Elements whose end tag may be omitted or that have only phrasing content, with the children that they may have.
const WITHIN: [(&str, &str); 25] = [
    ("body", FLOW),
    ("div", FLOW),
    ("section", FLOW),
    ("blockquote", FLOW),
    ("li", FLOW),
    ("dt", PHRASING),
    ("dd", FLOW),
    ("td", FLOW),
    ("th", PHRASING),
    ("caption", PHRASING),
    ("ul", "li"),
    ("ol", "li"),
    ("dl", "dt dd"),
    ("table", "caption colgroup thead tbody tfoot tr"),
    ("thead", "tr"),
    ("tbody", "tr"),
    ("tfoot", "tr"),
    ("tr", "td th"),
    ("p", PHRASING),
    ("h1", PHRASING),
    ("a", WORDS),
    ("span", PHRASING),
    ("select", "option"),
    ("ruby", "t rt rp"),
    ("colgroup", "col"),
];
const FLOW: &str = "t p div ul ol dl table section blockquote h1 a span br img hr select ruby";
const PHRASING: &str = "t a span br img";
const WORDS: &str = "t br img";

/// A page whose elements are chosen by the bytes, among the elements that are allowed at each position; many have no end tag.
pub fn page_of(bytes: &[u8]) -> String {
    let mut page = "<!DOCTYPE html><title>A</title><body>".to_owned();
    let mut open = vec!["body"];
    for (&byte, number) in bytes.iter().zip(0..400) {
        let around = open.last().expect("the body stays open");
        let (_, within) = WITHIN.iter().find(|(name, _)| name == around).unwrap_or(&("", "t"));
        let names: Vec<&str> = within.split(' ').collect();
        let name = names[usize::from(byte >> 2) % names.len()];
        match byte % 4 {
            0 | 1 if name == "t" => page.extend(["t".to_owned(), number.to_string()]),
            0 | 1 => {
                page.extend(["<", name, ">"]);
                if !matches!(name, "br" | "img" | "hr" | "col") {
                    open.push(name);
                }
            }
            end if open.len() > 1 => {
                let name = open.pop().expect("more than one is open");
                if end == 2 {
                    page.extend(["</", name, ">"]);
                }
            }
            _ => {}
        }
    }
    page.extend(open.iter().skip(1).rev().flat_map(|name| ["</", *name, ">"]));
    page
}

/// Records, posts and content are found without a panic, and are the same each time.
pub fn pages(bytes: &[u8]) {
    let Some(corpus) = corpus(bytes) else { return };
    let answers = || {
        let rows = [katagami::records(&corpus), katagami::posts(&corpus), katagami::content(&corpus)];
        format!("{rows:?}")
    };
    assert_eq!(answers(), answers());
}

/// Pages without text, and pages of a word.
const SHELLS: [&str; 16] = [
    "",
    "...",
    "word",
    "<p></p>",
    "<p>---</p>",
    "<div><p>*</p></div>",
    "<body><div id=root></div>",
    "<body><app-root></app-root><script src=a.js></script>",
    "<title>App</title><body><noscript>Scripts are needed.</noscript><div id=root><div></div></div>",
    "<frameset cols='1,2'><frame src=a><frame src=b></frameset>",
    "<!DOCTYPE html><body><button>x</button><div></div>",
    "<body><form><input></form>",
    "<main><section><article><img src=a></article></section></main>",
    "<table><tr><td><img src=a><td><ul><li></ul></table>",
    "<svg><text>a</text>",
    "<body><a href=a></a><iframe src=b></iframe>",
];

/// A set of up to 12 pages of up to three sites, one for each byte: shells, and pages of four templates, some of them twice.
pub fn page_set_of(bytes: &[u8]) -> Corpus {
    let page = |&byte: &u8| {
        let number = byte / 8;
        let says = |from: u8| {
            format!(
                "Nobody knew {from} who had left letter {number}{from} on the table by window {from}{number}."
            )
        };
        let each = |end: u8, of: &dyn Fn(u8) -> String| (0..end).map(of).collect::<String>();
        match byte % 8 {
            0 => format!(
                "<title>Day {number}</title><ul id=menu><li>Home<li>About</ul><div><h1>Day {number}</h1><p>{}<p>{}</div>{}",
                says(1),
                says(2),
                each(number % 3, &|at| format!("<ol><li><b>Ann {at}</b> 1 May 2020<p>{}</ol>", says(at + 3)))
            ),
            1 => format!(
                "<table>{}</table>",
                each(number % 9, &|at| format!("<tr><td>Item {at}<td>{number}.{at}"))
            ),
            2 => each(number % 7, &|at| {
                format!("<div class=post><i>Ann{at}</i> <u>2 May 2020</u><p>{}</div>", says(at))
            }),
            3 => format!("<h1>Thing {number}</h1><dl><dt>Size<dd>{number}<dt>Price<dd>{}.5</dl>", number + 1),
            _ => SHELLS[usize::from(byte / 4) % SHELLS.len()].to_owned(),
        }
    };
    let pages = bytes.iter().take(12).map(page).enumerate();
    let document = |(number, text): (usize, String)| {
        let document = Document::new(format!("{number}.html"), text);
        // Some without an address.
        match bytes[number] % 5 {
            0 | 1 => document,
            site => document.with_url(format!("http://s{site}.example/{}", bytes[number] / 40)),
        }
    };
    pages.map(document).collect()
}

/// All questions are answered for any set of pages, whichever of them have no text.
pub fn page_sets(bytes: &[u8]) {
    let corpus = page_set_of(bytes);
    let documents = corpus.documents();
    let _ = (katagami::records(&corpus), katagami::posts(&corpus), katagami::content(&corpus));
    let _ = katagami::ask::overview(&corpus);
    let _ = katagami::content::described_and_explained(documents, katagami::content::Lean::Even, |_| true);
    let mut learner = katagami::content::Learner::new();
    learner.add(documents);
    let site = learner.site();
    for document in documents {
        let _ = site.read(document);
    }
    for options in [Options::new(), Options::paper()] {
        let _ = katagami::similar::pairs(documents, &options);
    }
    let half: Corpus = documents[..documents.len() / 2].iter().cloned().collect();
    for learned in [&corpus, &half] {
        let Ok(wrapper) = katagami::learn(learned) else { continue };
        let _ = katagami::extract(&wrapper, &corpus);
        let _ = check(&wrapper, &corpus, 0.0);
        if let Ok(later) = wrapper.learner().learn(&corpus) {
            let _ = later.updated_from(&wrapper);
        }
        let sources: Vec<&str> = documents.iter().map(Document::text).collect();
        for template in &wrapper.templates {
            let selectors = selectors_tried(template, &sources);
            let _ = (parsel(&selectors), schema(&selectors, "pages"));
        }
    }
}

/// The spectrum equals that of counting substring by substring.
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

/// Bytes are refused, or are a wrapper that reads a page and is written as it was read.
pub fn wrapper(bytes: &[u8]) {
    let Ok(wrapper) = Wrapper::from_json(&String::from_utf8_lossy(bytes)) else { return };
    let _ = Extractor::new(&wrapper).extract(PAGE);
    let again = Wrapper::from_json(&wrapper.to_json()).expect("what is written can be read");
    assert_eq!(again.to_json(), wrapper.to_json());
}

/// A learned wrapper can be written and read, and reads the pages.
pub fn learn(bytes: &[u8]) {
    let Some(corpus) = corpus(bytes) else { return };
    let Ok(wrapper) = katagami::learn(&corpus) else { return };
    let wrapper = Wrapper::from_json(&wrapper.to_json()).expect("what is written can be read");
    let extractor = Extractor::new(&wrapper);
    for document in corpus.documents() {
        let _ = extractor.extract(document.text());
    }
}

/// The page limit of this check, in bytes.
const PAGE_LIMIT: usize = 1 << 16;

/// Largest number of bytes that one compressed byte becomes: a block of Zstandard has at most 128 KiB, and takes at
/// least four bytes.
const MOST_UNPACKED: usize = 1 << 15;

/// Containers are read to their end; each item is an error or a page within the limit.
pub fn containers(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let limit = u64::try_from(PAGE_LIMIT).expect("a small constant");
    let reader = Reader::new().with_limits(Limits::default().with_page(limit));
    for name in ["a.warc", "a.jsonl", "a.json", "a.zip", "a.tar", "a.mht", "a"] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("files can be written");
        for (number, document) in reader.read(&[Input::path(path)]).enumerate() {
            // Each item takes at least one decompressed byte.
            assert!(number <= bytes.len() * MOST_UNPACKED);
            assert!(document.is_err() || document.is_ok_and(|page| page.text().len() <= PAGE_LIMIT));
        }
    }
}

/// An index of a few pages.
struct Indexed {
    /// The files of its folder, by name.
    files: Vec<(String, Vec<u8>)>,
    /// Its names and pairs, see [`told`].
    told: String,
}

impl Indexed {
    /// The index, which is made once.
    fn get() -> &'static Self {
        static INDEXED: OnceLock<Indexed> = OnceLock::new();
        INDEXED.get_or_init(|| {
            let folder = tempfile::tempdir().expect("a temporary folder can be made");
            let mut index = opened(folder.path()).expect("the folder is new");
            let progress = index.begin(&["pages".to_owned()], Unfinished::Refuse).expect("it begins");
            let words = |from: usize| {
                let words: Vec<_> = (from..from + 12).map(|word| format!("word{word} ")).collect();
                words.concat()
            };
            for number in 0..5 {
                let paragraphs = (number..number + 3).map(|from| format!("<p>{}.", words(from * 20)));
                let page = Document::new(format!("{number}.html"), paragraphs.collect::<Vec<_>>().concat());
                index.add(&Ready::new(Facts::read(&page, &Options::new()))).expect("it is added");
                if number == 2 {
                    index.commit(progress).expect("it is committed");
                }
            }
            index.commit(Progress { is_all: true, ..progress }).expect("it is committed");
            index.finish().expect("it is finished");
            let told = told(&index).expect("it is whole");
            drop(index);
            let mut files: Vec<_> = fs::read_dir(folder.path())
                .expect("it is there")
                .map(|file| file.expect("it is there"))
                .map(|file| (file.file_name().into_string().expect("a plain name"), fs::read(file.path())))
                .map(|(name, bytes)| (name, bytes.expect("it can be read")))
                .collect();
            files.sort();
            Indexed { files, told }
        })
    }
}

fn opened(folder: &Path) -> katagami::error::Result<PageIndex> {
    PageIndex::open(folder, "", Unfinished::Refuse, 1 << 16)
}

/// The names of the pages, and the pairs.
fn told(index: &PageIndex) -> katagami::error::Result<String> {
    let options = Options::new().with_least(0.0);
    let names = (0..index.len()).map(|page| index.name(page)).collect::<katagami::error::Result<Vec<_>>>()?;
    let paired = |kind, pages| options.paired(kind, pages);
    let rule = Rule { paired: &paired, new: 0, is_out: &|_| false };
    let (candidates, _) = index.candidates(&rule, 1 << 16, |_| Ok(()))?;
    let pairs = Matches::new(index, &options, candidates, Show::All, 1 << 16);
    let pairs =
        pairs.map(|found| Ok(format!("{:?}", found?.pair))).collect::<katagami::error::Result<Vec<_>>>()?;
    Ok(format!("{names:?} {pairs:?}"))
}

/// An index with a changed file is refused, or gives the same result. The first byte chooses the file, the second the change:
/// bytes are replaced, the end is cut off, bytes are appended, or the whole file is replaced.
pub fn index(bytes: &[u8]) {
    let [file, how, rest @ ..] = bytes else { return };
    let whole = Indexed::get();
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    for (number, (name, content)) in whole.files.iter().enumerate() {
        let mut content = content.clone();
        if number == usize::from(*file) % whole.files.len() {
            match how % 4 {
                0 if !content.is_empty() => {
                    for part in rest.chunks_exact(3) {
                        let at = usize::from(u16::from_le_bytes([part[0], part[1]])) % content.len();
                        content[at] ^= part[2];
                    }
                }
                1 => content.truncate(content.len().saturating_sub(rest.len())),
                2 => content.extend(rest),
                _ => content = rest.to_vec(),
            }
        }
        fs::write(folder.path().join(name), content).expect("files can be written");
    }
    if let Ok(told) = opened(folder.path()).and_then(|index| told(&index)) {
        assert!(told == whole.told || told == "[] []", "{told}");
    }
}

/// The similarity of two addresses is between 0 and 1, and is the same in either order.
pub fn address(bytes: &[u8]) {
    use katagami::similar::url::{published, similarity};

    let text = String::from_utf8_lossy(bytes);
    let (one, other) = text.split_once('\n').unwrap_or((&text, ""));
    for similarity in [similarity, published] {
        let share = similarity(one, other);
        assert!((0.0..=1.0).contains(&share));
        assert!((share - similarity(other, one)).abs() < 1e-9);
    }
}

/// Markdown and HTML contain nothing that runs.
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

//! The same methods on real pages: syllabi of a university in two years.

use super::super::{Result, Section, Table, Verdict};
use super::anchors;
use super::judge::share;
use super::method::{HALF, without_fragments};
use katagami::document::{Document, Input, Reader};
use katagami::similar::{NumberedPair, Options, pairs};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Pages to pairs of them.
type Method = fn(&[Document]) -> Vec<NumberedPair>;

/// Adds what was found on the pages in a folder, if there is one.
pub(super) fn add(section: Section, shared: Option<&Path>) -> Result<Section> {
    let Some(folder) = shared.map(|folder| folder.join("similar")).filter(|folder| folder.is_dir()) else {
        return Ok(section);
    };
    let mut sites: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    sites.sort();
    let methods: [(&str, Method); 6] = [
        ("published method", |pages| pairs(pages, &Options::paper())),
        ("published method, half of the shorter page at least", |pages| {
            pairs(pages, &Options::paper().with_least(HALF))
        }),
        ("ours", |pages| pairs(pages, &Options::new())),
        ("ours, whole sentences alone", |pages| without_fragments(pages, HALF)),
        ("ours, `--least 0`", |pages| pairs(pages, &Options::new().with_least(0.0))),
        ("published method, link texts in a row cut", anchors::pairs_cut),
    ];
    let mut figures = methods.each_ref().map(|_| Figures::default());
    let mut pages = 0;
    for site in &sites {
        let known = Pairs::read(&site.join("pairs.tsv"))?;
        let read = Reader::new().read(&[Input::path(site.clone())]);
        let mut documents: Vec<Document> = read.collect::<std::result::Result<_, _>>()?;
        documents.retain(|document| Path::new(document.name()).extension().is_some_and(|end| end == "html"));
        pages += documents.len();
        for ((_, method), figures) in methods.iter().zip(&mut figures) {
            figures.add(&known, &documents, &method(&documents));
        }
    }
    let mut table =
        Table::new("Pairs of real pages", &["answer", "pairs reported", "precision", "recall", "F1"]);
    for ((name, _), figures) in methods.iter().zip(&figures) {
        let numbers =
            [figures.precision(), figures.recall(), figures.f1()].map(|figure| format!("{figure:.3}"));
        table = table.row([(*name).to_owned(), figures.found.to_string()].into_iter().chain(numbers));
    }
    let [published, asked, ours, sentences, ..] = figures;
    let table = table.judged(Verdict::of(ours.f1(), published.f1(), 3), format!(
        "by F1. The published method reports every pair with a rare sentence in common; asked for half of \
         the shorter page, its precision goes from {:.3} to {:.3} and its recall from {:.3} to {:.3}. Ours asks \
         for half, and matches changed sentences: by whole sentences alone its recall would be {:.3}.",
        published.precision(), asked.precision(), published.recall(), asked.recall(), sentences.recall()
    ));
    let text = format!(
        "{pages} pages with {} pairs that are to be found: those that have more than half of their strings \
         in common, by a count apart from both methods. Pairs that have less, but some, count neither way.",
        published.known
    );
    Ok(section.on_real_pages().text(text).table(table))
}

/// Pairs by the names of their pages, the lesser first.
#[derive(Default)]
struct Pairs {
    alike: BTreeSet<[String; 2]>,
    free: BTreeSet<[String; 2]>,
}

impl Pairs {
    fn read(path: &Path) -> Result<Self> {
        let mut pairs = Pairs::default();
        for line in fs::read_to_string(path)?.lines().skip(1) {
            let [one, other, class, ..] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let into = if class == "1" { &mut pairs.alike } else { &mut pairs.free };
            into.insert(ordered(one, other));
        }
        Ok(pairs)
    }
}

fn ordered(one: &str, other: &str) -> [String; 2] {
    [one.min(other).to_owned(), one.max(other).to_owned()]
}

/// Pairs reported, right and known.
#[derive(Clone, Copy, Default)]
struct Figures {
    found: u32,
    right: u32,
    known: u32,
}

impl Figures {
    fn add(&mut self, known: &Pairs, documents: &[Document], found: &[NumberedPair]) {
        let name = |page: u32| documents[page as usize].name().rsplit('/').next().unwrap_or_default();
        for (one, other, _) in found {
            let pair = ordered(name(*one), name(*other));
            if !known.free.contains(&pair) {
                self.found += 1;
                self.right += u32::from(known.alike.contains(&pair));
            }
        }
        self.known += u32::try_from(known.alike.len()).expect("few pairs");
    }

    fn precision(self) -> f64 {
        share(self.right, self.found)
    }

    fn recall(self) -> f64 {
        share(self.right, self.known)
    }

    fn f1(self) -> f64 {
        share(2 * self.right, self.found + self.known)
    }
}

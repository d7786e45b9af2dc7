//! The pages of several crawls of the same sites, kept so that a later crawl adds to a database.
//!
//! In: the pages that are kept, and those of a new crawl. Out: the database of the pages that each address had last, as one run over them
//! gives it; for each page the crawls that it was seen in; and the pages to keep for the next crawl.
//!
//! ```text
//! crawl 1   /a  /b           page 1  /a, second text   first_seen 1   last_seen 2   last_changed 2
//! crawl 2   /a, changed  /c  page 2  /b                           1             1                1
//!                            page 3  /c                           2             2                2
//! ```
//!
//! A page is known by the address that it was fetched from, else by its name, so numbers of pages stay. Pages of one crawl with the same
//! address are several pages. The same crawl a second time is no new crawl.
//!
//! The file is JSON Lines in gzip: a head, and a line for each page with its text. Why it has pages and no wrappers is in
//! `docs/decisions/0020-pages-of-crawls.md`. Cost: that of a run over all pages; the file takes a fifth to a third of their bytes.

use super::{Database, Options, database_with, number};
use crate::document::{Corpus, Document, time};
use crate::error::{Error, ErrorKind, Result};
use crate::page::digest::{BASIS, mix, text};
use crate::report::Cell;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::sync::Arc;

/// The version of the file.
const VERSION: u32 = 1;

/// The pages of several crawls.
#[derive(Clone, Debug, Default)]
pub struct Crawls {
    head: Head,
    pages: Corpus,
    seen: Vec<Seen>,
}

/// The crawls that a page was seen in, counted from 1.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Seen {
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
    /// The one that its text is of.
    pub changed: u32,
}

/// How many pages of a crawl were known, and how many others are kept.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Added {
    /// The number of the crawl.
    pub crawl: u32,
    /// Pages with an address that was not known.
    pub new: usize,
    /// Pages with another text than before.
    pub changed: usize,
    /// Pages with the same text as before.
    pub same: usize,
    /// Pages of earlier crawls that this one has not.
    pub missed: usize,
}

/// The first line of the file.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
struct Head {
    /// The version of the format.
    katagami_crawls: u32,
    /// The number of crawls.
    crawls: u32,
    /// A hash of the last one, which tells it when it comes again.
    last: u64,
    /// The number of lines behind this one.
    pages: usize,
    /// The files of the database.
    files: Vec<String>,
}

/// The line of a page.
#[derive(Deserialize, Serialize)]
struct Line<'a> {
    name: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    base: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retrieved: Option<String>,
    seen: Seen,
    html: Cow<'a, str>,
}

/// What a page is known by.
fn address(document: &Document) -> &str {
    document.url().unwrap_or_else(|| document.name())
}

impl Crawls {
    /// Adds the pages of a crawl. A page that is known takes the place of the one before; what could not be read is that of this crawl.
    pub fn add(&mut self, crawl: Corpus) -> Added {
        let hash = |hash, document: &Document| mix(mix(hash, text(address(document))), text(document.text()));
        let hash = crawl.documents().iter().fold(BASIS, hash);
        if self.head.crawls == 0 || self.head.last != hash {
            (self.head.crawls, self.head.last) = (self.head.crawls + 1, hash);
        }
        let number = self.head.crawls;
        let (mut pages, _) = std::mem::take(&mut self.pages).into_parts();
        let mut known: HashMap<String, VecDeque<usize>> = HashMap::new();
        for (page, document) in pages.iter().enumerate() {
            known.entry(address(document).to_owned()).or_default().push_back(page);
        }
        let mut added = Added { crawl: number, missed: pages.len(), ..Added::default() };
        let (crawl, unread) = crawl.into_parts();
        for document in crawl {
            let Some(page) = known.get_mut(address(&document)).and_then(VecDeque::pop_front) else {
                self.seen.push(Seen { first: number, last: number, changed: number });
                pages.push(document);
                added.new += 1;
                continue;
            };
            added.missed -= 1;
            let seen = &mut self.seen[page];
            seen.last = number;
            if pages[page].text() == document.text() {
                added.same += 1;
            } else {
                seen.changed = number;
                added.changed += 1;
            }
            pages[page] = document;
        }
        self.pages = pages.into_iter().collect::<Corpus>().with_unread(unread);
        added
    }

    /// The database of all pages. Its table `pages` has the columns `first_seen`, `last_seen` and `last_changed` with numbers of crawls.
    #[must_use]
    pub fn database(&self, options: Options) -> Database {
        let mut found = database_with(&self.pages, options);
        if let Some(pages) = found.tables.iter_mut().find(|table| table.name == "pages") {
            pages.columns.extend(["first_seen", "last_seen", "last_changed"].map(number));
            for (row, seen) in pages.rows.iter_mut().zip(&self.seen) {
                row.extend([seen.first, seen.last, seen.changed].map(|crawl| Cell::Number(f64::from(crawl))));
            }
        }
        found
    }

    /// The files of the database when it was last written.
    #[must_use]
    pub fn files(&self) -> &[String] {
        &self.head.files
    }

    /// Writes the file, for a database with these files.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, files: &[String], out: &mut dyn Write) -> io::Result<()> {
        let mut packed = GzEncoder::new(out, Compression::default());
        let head = Head {
            katagami_crawls: VERSION,
            pages: self.seen.len(),
            files: files.to_vec(),
            ..self.head.clone()
        };
        serde_json::to_writer(&mut packed, &head)?;
        for (document, &seen) in self.pages.documents().iter().zip(&self.seen) {
            let line = Line {
                name: document.name().into(),
                url: document.url().map(Cow::from),
                base: document.base().map(Cow::from),
                retrieved: document.retrieved().map(|time| time.to_string()),
                seen,
                html: document.text().into(),
            };
            packed.write_all(b"\n")?;
            serde_json::to_writer(&mut packed, &line)?;
        }
        packed.finish().map(|_| ())
    }

    /// Reads the file.
    ///
    /// # Errors
    /// If it is damaged, or no such file.
    pub fn read(file: impl BufRead) -> Result<Self> {
        let damaged = |why: &str| {
            let why = format!(
                "{why}; restore this file, or remove it with its database and run over all pages again"
            );
            Error::new(ErrorKind::Container(why))
        };
        let mut lines = BufReader::new(GzDecoder::new(file)).lines();
        let mut next = || {
            let line = lines.next().transpose();
            line.map_err(|error| damaged("the pages of earlier crawls are damaged").because(error))
        };
        let head: Option<Head> = next()?.and_then(|line| serde_json::from_str(&line).ok());
        let head =
            head.ok_or_else(|| damaged("this is no file of crawls that `katagami site --update` wrote"))?;
        if head.katagami_crawls != VERSION {
            return Err(damaged("this file of crawls is of another version of katagami"));
        }
        let (mut pages, mut seen) = (Vec::new(), Vec::new());
        while let Some(line) = next()? {
            let line: Line = serde_json::from_str(&line)
                .map_err(|error| damaged("a page of an earlier crawl is damaged").because(error))?;
            let retrieved = line.retrieved.as_deref().and_then(time);
            let base = line.base.as_deref().map(Arc::from);
            let page = Document::again(&line.name, &line.html, line.url.as_deref(), base.as_ref(), retrieved);
            pages.push(page);
            seen.push(line.seen);
        }
        if pages.len() != head.pages {
            return Err(damaged("pages of earlier crawls are missing"));
        }
        Ok(Crawls { head, pages: pages.into_iter().collect(), seen })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crawl(pages: &[(&str, &str)]) -> Corpus {
        let page = |&(url, html): &(&str, &str)| Document::new(url.trim_matches('/'), html).with_url(url);
        pages.iter().map(page).collect()
    }

    fn again(crawls: &Crawls) -> Crawls {
        let mut file = Vec::new();
        crawls.write(&["a.csv".to_owned()], &mut file).expect("it is memory");
        Crawls::read(&*file).expect("it is whole")
    }

    #[test]
    fn a_page_has_the_crawls_that_it_was_seen_in_and_keeps_its_number() {
        let mut crawls = Crawls::default();
        let first = crawls.add(crawl(&[("/a", "<p>one"), ("/b", "<p>two"), ("/b", "<p>twin")]));
        assert_eq!(first, Added { crawl: 1, new: 3, ..Added::default() });
        let second = [("/c", "<p>three"), ("/b", "<p>two"), ("/a", "<p>uno")];
        for _ in 0..2 {
            crawls = again(&crawls);
            assert_eq!(crawls.files(), ["a.csv"]);
            let added = crawls.add(crawl(&second));
            assert_eq!((added.crawl, added.missed), (2, 1));
            let seen: Vec<_> = crawls.seen.iter().map(|seen| (seen.first, seen.last, seen.changed)).collect();
            assert_eq!(seen, [(1, 2, 2), (1, 2, 1), (1, 1, 1), (2, 2, 2)]);
            let texts: Vec<&str> = crawls.pages.documents().iter().map(Document::text).collect();
            assert_eq!(texts, ["<p>uno", "<p>two", "<p>twin", "<p>three"]);
        }
        assert_eq!(crawls.add(crawl(&[("/a", "<p>one")])).crawl, 3);
    }

    #[test]
    fn pages_are_kept_as_they_were_read() {
        let stated = "<link rel=canonical href='https://x.org/a'><p>\u{0}\r\n\u{2028}x";
        let base: Arc<str> = "https://x.org/".into();
        let page = Document::again("a.html", stated, None, Some(&base), time("2020-05-03T10:30:00Z"));
        let other = Document::again("b.html", "<p>", None, Some(&base), None);
        assert_eq!((page.address(), other.base_url()), (Some("https://x.org/a"), Some(&*base)));
        let mut crawls = Crawls::default();
        let pages = [page, other];
        crawls.add(pages.iter().cloned().collect());
        assert_eq!(again(&crawls).pages.documents(), pages);
    }

    #[test]
    fn what_is_damaged_is_an_error() {
        let mut crawls = Crawls::default();
        crawls.add(crawl(&[("/a", "<p>one"), ("/b", "<p>two")]));
        let mut file = Vec::new();
        crawls.write(&[], &mut file).expect("it is memory");
        for cut in [0, 9, file.len() / 2, file.len() - 1] {
            assert!(Crawls::read(&file[..cut]).is_err(), "{cut}");
        }
    }
}

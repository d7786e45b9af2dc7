//! What is known of a page once it is read: enough to compare it, without its source.
//!
//! In: a page. Out: [`Facts`]: its sentences with their texts, keys and places, its fragments, its address and links.
//! [`Facts::keys`] gives the numbers by which pages with something in common find each other; [`Facts::encode`] and
//! [`Facts::decode`] are the way to a file and back.

use super::fragment::fragments;
use super::link;
use super::paragraph::Paragraphs;
use super::sentence::{push_normal, sentences};
use super::{Options, region};
use crate::document::Document;
use crate::page::digest;
use crate::token::Span;
use hashbrown::HashSet;
use twox_hash::XxHash3_64;

/// A sentence of a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sentence {
    /// The same for the same text.
    pub key: u64,
    /// How many characters it has in the form that is compared.
    pub chars: u32,
    /// Where it stands in the source.
    pub span: Span,
    /// Where its text stands, see [`Facts::text`].
    place: Span,
}

/// What is known of a page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The name of the document.
    pub name: String,
    /// The address it was fetched from.
    pub url: Option<String>,
    /// In the order of the page.
    pub sentences: Vec<Sentence>,
    /// In order, each once.
    pub fragments: Vec<u64>,
    /// Numbers of its markup that tell its template, in order, each once.
    pub markup: Vec<u64>,
    /// Numbers of the addresses that it links to, in order, each once; none where its own address is not known.
    pub links: Vec<u64>,
    /// The number of its own address, that links to it have too.
    pub address: u64,
    texts: String,
}

/// What a key stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// A sentence.
    Sentence,
    /// A part of a text, which an edited copy may have too.
    Fragment,
    /// The text of a page as a whole.
    Page,
    /// Markup, by which pages of one template are counted; nothing that two pages have in common.
    Markup,
}

impl Kind {
    /// What a key stands for: its two highest bits tell.
    #[must_use]
    pub fn of(key: u64) -> Self {
        match key >> 62 {
            0 => Kind::Sentence,
            1 => Kind::Fragment,
            2 => Kind::Page,
            _ => Kind::Markup,
        }
    }

    fn key(self, hash: u64) -> u64 {
        let bits = match self {
            Kind::Sentence => 0,
            Kind::Fragment => 1,
            Kind::Page => 2,
            Kind::Markup => 3,
        };
        hash >> 2 | bits << 62
    }
}

/// A number by which pages with something in common find each other.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Key {
    /// The number; of which [`Kind`] it is, it tells itself.
    pub key: u64,
    /// For which share of the page's sentences, by characters, or of its fragments it stands: of 2^32 - 1. Markup stands
    /// for none.
    pub share: u32,
}

/// A key that two pages have in common.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Shared {
    /// The number.
    pub key: u64,
    /// How many pages have it.
    pub pages: u32,
    /// The [share](Key::share) of either page, in the order of the pages.
    pub shares: [u32; 2],
}

impl Facts {
    /// Reads a page.
    #[must_use]
    pub fn read(document: &Document, options: &Options) -> Self {
        let source = document.text();
        let paragraphs =
            if options.is_paper { region::paragraphs(source) } else { Paragraphs::of_page(source) };
        Facts {
            name: document.name().to_owned(),
            url: document.url().map(str::to_owned),
            links: document.url().map(|url| link::links(source, url)).unwrap_or_default(),
            address: document.url().map(link::own).unwrap_or_default(),
            ..Facts::of(&paragraphs, options)
        }
    }

    /// What paragraphs tell.
    #[must_use]
    pub fn of(paragraphs: &Paragraphs, options: &Options) -> Self {
        let mut facts = Facts { texts: String::with_capacity(paragraphs.text().len()), ..Facts::default() };
        let mut ranges = Vec::new();
        for paragraph in paragraphs.ranges() {
            ranges.clear();
            sentences(&paragraphs.text()[paragraph.clone()], paragraph.start, &mut ranges);
            for range in &ranges {
                let start = facts.texts.len();
                let chars = push_normal(&paragraphs.text()[range.clone()], &mut facts.texts);
                let place = Span { start: number(start), end: number(facts.texts.len()) };
                let key = Kind::Sentence.key(XxHash3_64::oneshot(&facts.texts.as_bytes()[start..]));
                facts.sentences.push(Sentence { key, chars, span: paragraphs.span(range), place });
            }
        }
        if options.is_paper {
            return facts;
        }
        facts.fragments = keys(Kind::Fragment, fragments(&facts.texts));
        facts.markup = keys(Kind::Markup, paragraphs.markup().to_vec());
        facts
    }

    /// The text of one of its sentences, as it is compared.
    #[must_use]
    pub fn text(&self, sentence: &Sentence) -> &str {
        &self.texts[sentence.place.range()]
    }

    /// The number of the text as a whole.
    #[must_use]
    pub fn page(&self) -> u64 {
        let mix = |hash, sentence: &Sentence| digest::spread(digest::mix(hash, sentence.key));
        Kind::Page.key(self.sentences.iter().fold(digest::BASIS, mix))
    }

    /// The numbers by which pages with something in common find each other, each once. As published, sentences alone.
    pub fn keys(&self, options: &Options) -> impl Iterator<Item = Key> {
        let mut seen = HashSet::with_capacity(self.sentences.len());
        let is_long = move |sentence: &&Sentence| sentence.chars >= options.min_chars();
        let sentences =
            self.sentences.iter().filter(is_long).filter(move |sentence| seen.insert(sentence.key));
        let chars = self.chars();
        let sentences =
            sentences.map(move |sentence| Key { key: sentence.key, share: share(sentence.chars, chars) });
        let all = number(self.fragments.len());
        let fragments = self.fragments.iter().map(move |&key| Key { key, share: share(1, all) });
        let has_whole = !options.is_paper && !self.sentences.is_empty();
        let page = has_whole.then(|| Key { key: self.page(), share: u32::MAX });
        let markup = self.markup.iter().map(|&key| Key { key, share: 0 });
        sentences.chain(fragments).chain(page).chain(markup)
    }

    /// The share of the fragments of the page with fewer that the other has too.
    #[must_use]
    pub fn fragments_shared(&self, other: &Facts) -> f64 {
        let [few, many] = if self.fragments.len() <= other.fragments.len() {
            [&self.fragments, &other.fragments]
        } else {
            [&other.fragments, &self.fragments]
        };
        let shared = few.iter().filter(|fragment| many.binary_search(fragment).is_ok()).count();
        f64::from(number(shared)) / f64::from(number(few.len()).max(1))
    }

    /// How many characters all sentences have.
    #[must_use]
    pub fn chars(&self) -> u32 {
        self.sentences.iter().map(|sentence| sentence.chars).sum()
    }

    /// Adds bytes that [`decode`](Facts::decode) reads.
    pub fn encode(&self, into: &mut Vec<u8>) {
        let string = |text: &str, into: &mut Vec<u8>| {
            into.extend(number(text.len()).to_le_bytes());
            into.extend(text.as_bytes());
        };
        let numbers = |numbers: &[u64], into: &mut Vec<u8>| {
            into.extend(number(numbers.len()).to_le_bytes());
            into.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        };
        string(&self.name, into);
        into.push(u8::from(self.url.is_some()));
        string(self.url.as_deref().unwrap_or_default(), into);
        into.extend(self.address.to_le_bytes());
        numbers(&self.fragments, into);
        numbers(&self.markup, into);
        numbers(&self.links, into);
        string(&self.texts, into);
        into.extend(number(self.sentences.len()).to_le_bytes());
        for sentence in &self.sentences {
            into.extend(sentence.key.to_le_bytes());
            let Sentence { chars, span, place, .. } = *sentence;
            for number in [chars, span.start, span.end, place.start, place.end] {
                into.extend(number.to_le_bytes());
            }
        }
    }

    /// Reads what [`encode`](Facts::encode) wrote; nothing if that is something else.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let name = bytes.string()?;
        let has_url = bytes.take::<1>()? != [0];
        let url = bytes.string()?;
        let address = u64::from_le_bytes(bytes.take()?);
        let fragments = bytes.numbers()?;
        let markup = bytes.numbers()?;
        let links = bytes.numbers()?;
        let texts = bytes.string()?;
        let sentences = bytes.number()?;
        let sentences = (0..sentences).map(|_| bytes.sentence()).collect::<Option<Vec<_>>>()?;
        Some(Facts { name, url: has_url.then_some(url), sentences, fragments, markup, links, address, texts })
    }
}

/// Bytes that are still to be read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn string(&mut self) -> Option<String> {
        let len = self.number()? as usize;
        let (taken, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(taken.to_vec()).ok()
    }

    fn numbers(&mut self) -> Option<Vec<u64>> {
        let len = self.number()? as usize;
        let (taken, rest) = self.0.split_at_checked(len.checked_mul(8)?)?;
        self.0 = rest;
        let number = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        Some(taken.chunks_exact(8).map(number).collect())
    }

    fn sentence(&mut self) -> Option<Sentence> {
        let key = u64::from_le_bytes(self.take()?);
        let chars = self.number()?;
        let span = Span { start: self.number()?, end: self.number()? };
        let place = Span { start: self.number()?, end: self.number()? };
        Some(Sentence { key, chars, span, place })
    }
}

/// Hashes in order as keys, which stay in order, for the bits that tell their kind are the highest.
fn keys(kind: Kind, mut hashes: Vec<u64>) -> Vec<u64> {
    for hash in &mut hashes {
        *hash = kind.key(*hash);
    }
    hashes.dedup();
    hashes
}

/// A part of a whole, of 2^32 - 1.
fn share(part: u32, whole: u32) -> u32 {
    let share = u64::from(part) * u64::from(u32::MAX) / u64::from(whole.max(1));
    u32::try_from(share).unwrap_or(u32::MAX)
}

fn number(len: usize) -> u32 {
    u32::try_from(len).expect("a page is shorter than 4 GiB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_from_their_bytes() {
        let page = Document::new("a", "<p>One sentence of this page. 二つ目の文。<p>Another one.")
            .with_url("http://a.example/");
        let facts = Facts::read(&page, &Options::new());
        let mut bytes = Vec::new();
        facts.encode(&mut bytes);
        assert_eq!(Facts::decode(&bytes), Some(facts));
        for len in 0..bytes.len() {
            assert_eq!(Facts::decode(&bytes[..len]), None);
        }
    }
}

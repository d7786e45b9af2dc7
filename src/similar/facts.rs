//! What is known of a page once it is read: enough to compare it, without its source.
//!
//! In: a page. Out: [`Facts`]: its sentences with their texts and places, their numbers and fragments ([`Outline`]), its
//! address and links. [`Facts::keys`] gives the numbers by which pages with something in common find each other; [`Facts::encode`] and
//! [`Facts::decode`] are the way to a file and back.

use super::bytes::Bytes;
use super::fragment::fragments;
use super::link;
use super::outline::Outline;
use super::paragraph::Paragraphs;
use super::sentence::{push_normal, sentences};
use super::sketch::sketch;
use super::spool::bytes;
use super::{Options, number, region};
use crate::document::Document;
use crate::page::digest;
use crate::token::Span;
use std::ops::Range;
use std::sync::Arc;
use twox_hash::XxHash3_64;

/// A sentence of a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sentence {
    /// How many characters it has in the form that is compared.
    pub chars: u32,
    /// Where it stands in the source.
    pub span: Span,
    /// A number of the place in the markup that it stands in, the same on pages of one template; 0 where none is known.
    pub(super) slot: u32,
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
    /// Those of the main text in the order of the page, then those beside it.
    pub sentences: Vec<Sentence>,
    /// What it is compared by first.
    pub outline: Arc<Outline>,
    /// Numbers of the addresses that it links to, in order, each once; none where its own address is not known.
    pub links: Vec<u64>,
    /// The number of its own address, that links to it have too.
    pub address: u64,
    /// As UTF-8.
    texts: Vec<u8>,
    /// Not kept on disk.
    keys: Vec<Key>,
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
}

impl Kind {
    /// What a key stands for: its two highest bits tell.
    #[must_use]
    pub fn of(key: u64) -> Self {
        match key >> 62 {
            0 => Kind::Sentence,
            1 => Kind::Fragment,
            _ => Kind::Page,
        }
    }

    /// Hashes in order as keys, which stay in order, for the bits that tell their kind are the highest.
    fn keys(self, mut hashes: Vec<u64>) -> Vec<u64> {
        for hash in &mut hashes {
            *hash = self.key(*hash);
        }
        hashes.dedup();
        hashes
    }

    pub(super) fn key(self, hash: u64) -> u64 {
        let bits = match self {
            Kind::Sentence => 0,
            Kind::Fragment => 1,
            Kind::Page => 2,
        };
        hash >> 2 | bits << 62
    }
}

/// A number by which pages with something in common find each other.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Key {
    /// The number; of which [`Kind`] it is, it tells itself.
    pub key: u64,
    /// For which share of the page's sentences, by characters, or of its fragments it stands: of 2^32 - 1.
    pub share: u32,
}

/// A key that two pages have in common, or several fragments on the same pages.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Shared {
    /// The number; of several fragments, that of one.
    pub key: u64,
    /// How many pages have it.
    pub pages: u32,
    /// The [share](Key::share) of either page, in the order of the pages; of several fragments, that of all.
    pub shares: [u32; 2],
}

impl Facts {
    /// Reads a page as if no other were known; [`read`](super::read) reads several by what they tell of each other.
    #[must_use]
    pub fn read(document: &Document, options: &Options) -> Self {
        region::read(std::slice::from_ref(document), options).remove(0)
    }

    /// What is known of a page beside its text.
    pub(super) fn without_text(document: &Document) -> Self {
        Facts {
            name: document.name().to_owned(),
            url: document.url().map(str::to_owned),
            links: document.url().map(|url| link::links(document.text(), url)).unwrap_or_default(),
            address: document.url().map(link::own).unwrap_or_default(),
            ..Facts::default()
        }
    }

    /// The same with what paragraphs tell.
    pub(super) fn with_text(self, paragraphs: &Paragraphs, options: &Options) -> Self {
        let Facts { name, url, links, address, .. } = self;
        Facts { name, url, links, address, ..Facts::of(paragraphs, options) }
    }

    /// What paragraphs tell.
    #[must_use]
    pub fn of(paragraphs: &Paragraphs, options: &Options) -> Self {
        let (mut facts, mut texts) = (Facts::default(), String::with_capacity(paragraphs.text().len()));
        let (mut outline, whole) = facts.add(paragraphs, paragraphs.ranges(), &mut texts, options);
        outline.template = paragraphs.template;
        facts.keys = sentence_keys(outline.sentences(), outline.chars(), options);
        if !options.is_paper {
            let one = share(1, number(outline.fragments.len()));
            facts.keys.extend(outline.fragments.iter().map(|&key| Key { key, share: one }));
            if !facts.sentences.is_empty() {
                facts.keys.push(Key { key: Kind::Page.key(whole), share: u32::MAX });
            }
            let (beside, _) = facts.add(paragraphs, paragraphs.beside(), &mut texts, options);
            facts.keys.extend(keys_beside(&outline, &beside, options));
            outline = outline.with_beside(beside);
        }
        facts.outline = Arc::new(outline);
        facts.texts = texts.into_bytes();
        facts
    }

    /// Adds the sentences of some paragraphs; their outline, and a number of them as a whole.
    fn add(
        &mut self,
        paragraphs: &Paragraphs,
        some: &[Range<usize>],
        texts: &mut String,
        options: &Options,
    ) -> (Outline, u64) {
        let (mut ranges, mut keys, mut sketches) = (Vec::new(), Vec::new(), Vec::new());
        let before = texts.len();
        for (number_of, paragraph) in some.iter().enumerate() {
            let slot = paragraphs.place(number_of).unwrap_or_default();
            ranges.clear();
            sentences(&paragraphs.text()[paragraph.clone()], paragraph.start, &mut ranges);
            for range in &ranges {
                let start = texts.len();
                let chars = push_normal(&paragraphs.text()[range.clone()], texts);
                let place = Span { start: number(start), end: number(texts.len()) };
                let text = &texts[start..];
                keys.push((Kind::Sentence.key(XxHash3_64::oneshot(text.as_bytes())), chars));
                if !options.is_paper {
                    sketches.push(sketch(text));
                }
                self.sentences.push(Sentence { chars, span: paragraphs.span(range), slot, place });
            }
        }
        let whole = keys.iter().fold(digest::BASIS, |hash, &(key, _)| digest::spread(digest::mix(hash, key)));
        let all =
            if options.is_paper { Vec::new() } else { Kind::Fragment.keys(fragments(&texts[before..])) };
        (Outline::new(&keys, &sketches, all), whole)
    }

    /// The same with sentences alone to be found and compared by, to see what fragments are worth.
    #[must_use]
    pub fn without_fragments(self) -> Self {
        let keys = self.keys.into_iter().filter(|key| Kind::of(key.key) != Kind::Fragment).collect();
        Facts { outline: Arc::new(self.outline.without_fragments()), keys, ..self }
    }

    /// The text of one of its sentences, as it is compared; nothing if the disk has damaged it.
    #[must_use]
    pub fn text(&self, sentence: &Sentence) -> &str {
        // Told when it is asked for: few texts of a page that was read back are.
        str::from_utf8(self.bytes_of(sentence)).unwrap_or_default()
    }

    /// The sentences that another page does not have as they are, in the order of the page, those of the main text first.
    #[must_use]
    pub fn lacking_in<'a>(&'a self, other: &Facts) -> Vec<&'a str> {
        let lacking = self.outline.lacking_in(&other.outline).into_iter();
        lacking.map(|at| self.text(&self.sentences[at as usize])).collect()
    }

    /// The same as bytes.
    pub(super) fn bytes_of(&self, sentence: &Sentence) -> &[u8] {
        self.texts.get(sentence.place.range()).unwrap_or_default()
    }

    /// The numbers by which pages with something in common find each other, each once: of sentences,
    /// fragments, and the text as a whole; as published, of sentences alone. They are not kept on disk.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The name and the keys alone.
    pub(super) fn into_keys(self) -> (String, Vec<Key>) {
        (self.name, self.keys)
    }

    /// How many bytes of memory it takes beside its outline, nearly.
    pub(super) fn bytes(&self) -> u64 {
        bytes(self.texts.len() + size_of_val(&self.sentences[..]) + size_of_val(&self.links[..]))
            + bytes(size_of::<Self>() + self.name.len() + self.url.as_ref().map_or(0, String::len))
    }

    /// Adds bytes that [`decode`](Facts::decode) reads: all but the outline.
    pub fn encode(&self, into: &mut Vec<u8>) {
        let string = |text: &str, into: &mut Vec<u8>| {
            into.extend(number(text.len()).to_le_bytes());
            into.extend(text.as_bytes());
        };
        into.reserve(usize::try_from(self.bytes()).unwrap_or_default());
        string(&self.name, into);
        into.push(u8::from(self.url.is_some()));
        string(self.url.as_deref().unwrap_or_default(), into);
        into.extend(self.address.to_le_bytes());
        into.extend(number(self.links.len()).to_le_bytes());
        into.extend_from_slice(bytemuck::cast_slice(&self.links));
        into.extend(number(self.sentences.len()).to_le_bytes());
        for &Sentence { chars, span, slot, place } in &self.sentences {
            let numbers: [u32; 6] = [chars, span.start, span.end, slot, place.start, place.end];
            into.extend_from_slice(bytemuck::cast_slice(&numbers));
        }
        into.extend_from_slice(&self.texts);
    }

    /// All of it but the keys, as bytes that [`from_bytes`](Facts::from_bytes) reads, on another machine with the same order of
    /// bytes too.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (mut outline, mut bytes) = (Vec::new(), Vec::new());
        self.outline.encode(&mut outline);
        bytes.extend(number(outline.len()).to_le_bytes());
        bytes.extend(outline);
        self.encode(&mut bytes);
        bytes
    }

    /// Reads what [`to_bytes`](Facts::to_bytes) gave; nothing if that is something else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let len = bytes.number()? as usize;
        let (outline, rest) = bytes.0.split_at_checked(len)?;
        Facts::decode(rest, Arc::new(Outline::decode(outline)?))
    }

    /// Reads what [`encode`](Facts::encode) wrote, with the outline of the page; nothing if that is something else.
    #[must_use]
    pub fn decode(bytes: &[u8], outline: Arc<Outline>) -> Option<Self> {
        let mut bytes = Bytes(bytes);
        let name = bytes.string()?;
        let has_url = bytes.take::<1>()? != [0];
        let url = bytes.string()?;
        let address = u64::from_le_bytes(bytes.take()?);
        let links = bytes.number()?;
        let links = bytes.records(links)?;
        let sentences = bytes.number()?;
        let sentence = |[chars, from, to, slot, start, end]: [u32; 6]| Sentence {
            chars,
            span: Span { start: from, end: to },
            slot,
            place: Span { start, end },
        };
        let sentences: Vec<Sentence> = bytes.each(sentences)?.map(sentence).collect();
        let texts = bytes.0;
        // All of it is there, as the last place says.
        if sentences.last().map_or(0, |last: &Sentence| last.place.end as usize) != texts.len() {
            return None;
        }
        Some(Facts {
            name,
            url: has_url.then_some(url),
            sentences,
            outline,
            links,
            address,
            texts: texts.to_vec(),
            keys: Vec::new(),
        })
    }
}

/// The keys of what stands beside the main text and not in it. They are no share of what is compared: two pages that have them
/// both beside their main texts do not find each other.
fn keys_beside(main: &Outline, beside: &Outline, options: &Options) -> Vec<Key> {
    let sentences = sentence_keys(beside.sentences(), beside.chars(), options).into_iter().map(|key| key.key);
    let keys = sentences.chain(beside.fragments.iter().copied());
    let is_new =
        |key: &u64| [&main.keys, &main.fragments].iter().all(|keys| keys.binary_search(key).is_err());
    keys.filter(is_new).map(|key| Key { key, share: 0 }).collect()
}

/// The keys of sentences that are long enough, each once, of sentences in the order of keys that have so many characters.
fn sentence_keys(sentences: impl Iterator<Item = (u64, u32)>, all: u32, options: &Options) -> Vec<Key> {
    let mut before = None;
    let once = sentences.filter(|&(key, _)| before.replace(key) != Some(key));
    let long = once.filter(|&(_, chars)| chars >= options.min_chars());
    long.map(|(key, chars)| Key { key, share: share(chars, all) }).collect()
}

/// A part of a whole, of 2^32 - 1.
fn share(part: u32, whole: u32) -> u32 {
    let share = u64::from(part) * u64::from(u32::MAX) / u64::from(whole.max(1));
    u32::try_from(share).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_from_their_bytes() {
        let page = Document::new("a", "<p>One sentence of this page. 二つ目の文。<p>Another one.")
            .with_url("http://a.example/");
        let facts = Facts::read(&page, &Options::new());
        let (mut outline, mut bytes) = (Vec::new(), Vec::new());
        facts.outline.encode(&mut outline);
        facts.encode(&mut bytes);
        for len in 0..outline.len() {
            assert_eq!(Outline::decode(&outline[..len]), None);
        }
        let outline = Arc::new(Outline::decode(&outline).unwrap());
        for len in 0..bytes.len() {
            assert_eq!(Facts::decode(&bytes[..len], outline.clone()), None);
        }
        let bytes_of_all = facts.to_bytes();
        let decoded = Some(Facts { keys: Vec::new(), ..facts });
        assert_eq!(Facts::decode(&bytes, outline), decoded);
        for len in 0..bytes_of_all.len() {
            assert_eq!(Facts::from_bytes(&bytes_of_all[..len]), None);
        }
        assert_eq!(Facts::from_bytes(&bytes_of_all), decoded);
    }
}

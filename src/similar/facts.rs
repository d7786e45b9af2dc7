//! The facts of a page: all that is needed to compare it, so that its source can be dropped.
//!
//! In: a page. Out: [`Facts`]: its sentences with their texts and positions, its sentences and fragments as numbers
//! ([`Outline`]), its address and links. [`Facts::keys`] are the numbers by which candidate pairs are found. [`Facts::to_bytes`]
//! and [`Facts::from_bytes`] write facts to bytes and read them back.
//!
//! ```text
//! <p>It rains. It snows.      sentences   "It rains." at 3..12, "It snows." at 13..22
//!                             keys        a hash of each sentence that is long enough, of sampled strings, of the whole text
//! ```

use super::date;
use super::fragment::fragments;
use super::link;
use super::outline::Outline;
use super::paragraph::Paragraphs;
use super::sentence::{push_normal, sentences};
use super::sketch::sketch;
use super::spool::bytes;
use super::{Options, encoded, region};
use crate::document::Document;
use crate::page::{digest, number};
use crate::token::Span;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::Arc;
use twox_hash::XxHash3_64;

/// A sentence of a page.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Sentence {
    /// The number of characters of its normalized text.
    pub chars: u32,
    /// Its bytes in the source.
    pub span: Span,
    /// A hash of the element path around it, which is the same on all pages of a template; 0 if it is not known.
    pub(super) slot: u32,
    /// The bytes of its normalized text in `texts`, see [`Facts::text`].
    text: Span,
}

/// All that is needed to compare a page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Facts {
    /// The name of the document.
    pub name: String,
    /// The address it was fetched from.
    pub url: Option<String>,
    /// The sentences of the main text in page order, then those of the other text that may be the page's own.
    pub sentences: Vec<Sentence>,
    /// Its sentences and fragments as numbers, which are compared first.
    #[serde(skip)]
    pub outline: Arc<Outline>,
    /// Hashes of the addresses that it links to, in ascending order, each once; none if its own address is not known.
    pub links: Vec<u64>,
    /// The hash of its own address, which equals that of a link to it.
    pub address: u64,
    /// The day on which it says that it was published, as a number of days.
    pub day: Option<u32>,
    /// The normalized texts of all sentences.
    texts: String,
    /// See [`Facts::keys`]; not written to disk.
    #[serde(skip)]
    keys: Vec<Key>,
}

/// What a key stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// A sentence.
    Sentence,
    /// A short string of the text, which an edited copy may have too.
    Fragment,
    /// The text of a page as a whole, if it is as long as a sentence that is evidence.
    Page,
}

impl Kind {
    /// The kind of a key, which is in its two highest bits.
    #[must_use]
    pub fn of(key: u64) -> Self {
        match key >> 62 {
            0 => Kind::Sentence,
            1 => Kind::Fragment,
            _ => Kind::Page,
        }
    }

    /// Keys of this kind from ascending hashes. They are ascending too, as the kind is in the highest bits.
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

/// A number that two pages share if they have a sentence, a short string or their whole text in common.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Key {
    /// The number, which contains its [`Kind`].
    pub key: u64,
    /// The share of the page that it stands for, in units of 1 / (2^32 - 1): by characters for a sentence, by number for a
    /// fragment; 0 for text outside the main text.
    pub share: u32,
}

/// A key that two pages have in common, or several fragments on the same pages.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Shared {
    /// The number of the key; of several fragments, that of one of them.
    pub key: u64,
    /// How many pages have it.
    pub pages: u32,
    /// The [share](Key::share) of the key on either page, in the order of the pages; of several fragments, their sum.
    pub shares: [u32; 2],
}

impl Facts {
    /// Reads a page alone. [`read`](super::read) reads several pages and uses all of them to find the main text of each.
    #[must_use]
    pub fn read(document: &Document, options: &Options) -> Self {
        region::read(std::slice::from_ref(document), options).remove(0)
    }

    /// The facts of a page without its text: name, address, links and day.
    pub(super) fn without_text(document: &Document) -> Self {
        Facts {
            name: document.name().to_owned(),
            url: document.url().map(str::to_owned),
            links: document.url().map(|url| link::links(document.text(), url)).unwrap_or_default(),
            address: document.url().map(link::own).unwrap_or_default(),
            day: date::published(document.text()),
            ..Facts::default()
        }
    }

    /// Adds the text of paragraphs.
    pub(super) fn with_text(self, paragraphs: &Paragraphs, options: &Options) -> Self {
        let Facts { name, url, links, address, day, .. } = self;
        Facts { name, url, links, address, day, ..Facts::of(paragraphs, options) }
    }

    /// The facts that follow from paragraphs alone: sentences, outline and keys.
    #[must_use]
    pub fn of(paragraphs: &Paragraphs, options: &Options) -> Self {
        let (mut facts, mut texts) = (Facts::default(), String::with_capacity(paragraphs.text().len()));
        let (mut outline, whole) = facts.add(paragraphs, paragraphs.ranges(), &mut texts, options);
        outline.template = paragraphs.template;
        facts.keys = sentence_keys(outline.sentences(), outline.chars(), options);
        if !options.is_paper {
            let one = share(1, number(outline.fragments.len()));
            facts.keys.extend(outline.fragments.iter().map(|&key| Key { key, share: one }));
            // A label that was left of a page, such as "Sections", is the same on pages that have nothing in common.
            if outline.chars() >= options.min_chars() {
                facts.keys.push(Key { key: Kind::Page.key(whole), share: u32::MAX });
            }
            let (outside, _) = facts.add(paragraphs, paragraphs.outside(), &mut texts, options);
            facts.keys.extend(keys_outside(&outline, &outside, options));
            outline = outline.with_outside(outside);
        }
        facts.outline = Arc::new(outline);
        facts.texts = texts;
        facts
    }

    /// Adds the sentences of some paragraphs. Returns their outline, and a hash of all of them.
    fn add(
        &mut self,
        paragraphs: &Paragraphs,
        some: &[Range<usize>],
        texts: &mut String,
        options: &Options,
    ) -> (Outline, u64) {
        let (mut ranges, mut keys, mut sketches) = (Vec::new(), Vec::new(), Vec::new());
        let before = texts.len();
        for (index, paragraph) in some.iter().enumerate() {
            let slot = paragraphs.slot(index).unwrap_or_default();
            ranges.clear();
            sentences(&paragraphs.text()[paragraph.clone()], paragraph.start, &mut ranges);
            for range in &ranges {
                let start = texts.len();
                let chars = push_normal(&paragraphs.text()[range.clone()], texts);
                let text = Span { start: number(start), end: number(texts.len()) };
                let written = &texts[start..];
                keys.push((Kind::Sentence.key(XxHash3_64::oneshot(written.as_bytes())), chars));
                if !options.is_paper {
                    sketches.push(sketch(written));
                }
                self.sentences.push(Sentence { chars, span: paragraphs.span(range), slot, text });
            }
        }
        let whole = keys.iter().fold(digest::BASIS, |hash, &(key, _)| digest::spread(digest::mix(hash, key)));
        let all =
            if options.is_paper { Vec::new() } else { Kind::Fragment.keys(fragments(&texts[before..])) };
        (Outline::new(&keys, &sketches, all), whole)
    }

    /// The same facts without fragments, to measure what fragments contribute.
    #[must_use]
    pub fn without_fragments(self) -> Self {
        let keys = self.keys.into_iter().filter(|key| Kind::of(key.key) != Kind::Fragment).collect();
        Facts { outline: Arc::new(self.outline.without_fragments()), keys, ..self }
    }

    /// The normalized text of one of its sentences; empty if the bytes were damaged on disk.
    #[must_use]
    pub fn text(&self, sentence: &Sentence) -> &str {
        // Checked here and not on reading, since few texts of a page that was read back are used.
        self.texts.get(sentence.text.range()).unwrap_or_default()
    }

    /// The sentences that another page does not have unedited, in page order, those of the main text first.
    #[must_use]
    pub fn lacking_in<'a>(&'a self, other: &Facts) -> Vec<&'a str> {
        let lacking = self.outline.lacking_in(&other.outline).into_iter();
        lacking.map(|at| self.text(&self.sentences[at as usize])).collect()
    }

    /// The normalized text of a sentence as bytes.
    pub(super) fn bytes_of(&self, sentence: &Sentence) -> &[u8] {
        self.text(sentence).as_bytes()
    }

    /// The keys by which candidate pairs are found, each once: those of sentences, of fragments and of the whole text; with
    /// [`Options::paper`] those of sentences alone. Facts that were read back from bytes have none.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Its name and keys; the rest is dropped.
    pub(super) fn into_keys(self) -> (String, Vec<Key>) {
        (self.name, self.keys)
    }

    /// About how many bytes of memory it takes without its outline.
    pub(super) fn bytes(&self) -> u64 {
        bytes(self.texts.len() + size_of_val(&self.sentences[..]) + size_of_val(&self.links[..]))
            + bytes(size_of::<Self>() + self.name.len() + self.url.as_ref().map_or(0, String::len))
    }

    /// All of it but the keys, as bytes that [`from_bytes`](Facts::from_bytes) reads on any machine.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        encoded(&(&*self.outline, self))
    }

    /// Reads what [`to_bytes`](Facts::to_bytes) wrote; `None` if the bytes are something else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (outline, facts): (Outline, Facts) = postcard::from_bytes(bytes).ok()?;
        outline.is_whole().then(|| Facts { outline: Arc::new(outline), ..facts })
    }

    /// Reads facts that were encoded without their outline and adds it; `None` if the bytes are something else.
    #[must_use]
    pub fn decode(bytes: &[u8], outline: Arc<Outline>) -> Option<Self> {
        Some(Facts { outline, ..postcard::from_bytes(bytes).ok()? })
    }
}

/// The keys of the text outside the main text, without those that the main text has too. Their share is 0, so two pages that have
/// such a key outside both main texts are no candidates.
fn keys_outside(main: &Outline, outside: &Outline, options: &Options) -> Vec<Key> {
    let sentences =
        sentence_keys(outside.sentences(), outside.chars(), options).into_iter().map(|key| key.key);
    let keys = sentences.chain(outside.fragments.iter().copied());
    let is_new =
        |key: &u64| [&main.keys, &main.fragments].iter().all(|keys| keys.binary_search(key).is_err());
    keys.filter(is_new).map(|key| Key { key, share: 0 }).collect()
}

/// The keys of sentences that are long enough, each once. The sentences come in the order of their keys, with their numbers of
/// characters; `all` is the number of characters of the whole text.
fn sentence_keys(sentences: impl Iterator<Item = (u64, u32)>, all: u32, options: &Options) -> Vec<Key> {
    let mut before = None;
    let once = sentences.filter(|&(key, _)| before.replace(key) != Some(key));
    let long = once.filter(|&(_, chars)| chars >= options.min_chars());
    long.map(|(key, chars)| Key { key, share: share(chars, all) }).collect()
}

/// A part of a whole, in units of 1 / (2^32 - 1).
fn share(part: u32, whole: u32) -> u32 {
    let share = u64::from(part) * u64::from(u32::MAX) / u64::from(whole.max(1));
    u32::try_from(share).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_back_from_their_bytes() {
        let page = Document::new(
            "a",
            "<time datetime=2024-01-02></time><p>One sentence of this page. 二つ目の文。<p>Another one.",
        )
        .with_url("http://a.example/");
        let facts = Facts::read(&page, &Options::new());
        let (outline, bytes) = (encoded(&*facts.outline), encoded(&facts));
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

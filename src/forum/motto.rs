//! Texts that belong to the authors of posts and not to the posts: mottos, and what a member's box says.
//!
//! In: the records, and the author of each. Out: for each record which of its texts are at a place that is of the authors: of those with
//! several posts, nearly all have the same text there in each, and nobody else has it.
//!
//! ```text
//! Ann  <p>The bridge is gone.  <small>Carpe diem
//! Bob  <p>Which one?           <small>To be or not      Carpe diem is Ann's; so the other texts in small are mottos, too
//! Ann  <p>That of the mill.    <small>Carpe diem
//! ```
//!
//! A text alone shows less: many close each of their posts with their name, or begin it with the same greeting.
//!
//! Cost: linear in the texts of the records.

use super::page::Page;
use crate::measure::{LEAST, are_nearly_all};
use crate::page::digest::{BASIS, mix};
use crate::repeat::thread::{Part, below};
use hashbrown::{HashMap, HashSet};

/// In which records a text is.
#[derive(Default)]
struct Seen<'a> {
    author: Option<&'a str>,
    records: usize,
    last: Option<usize>,
    is_of_several: bool,
}

/// Whether each text of each record is its author's. A record all of whose texts would be has none: it was posted twice.
pub(super) fn texts_of_authors(pages: &[Page], records: &[Part], authors: &[Option<&str>]) -> Vec<Vec<bool>> {
    let texts = |part: &Part| part.of(pages).texts_of(&part.record.leaves).iter();
    let mut posts: HashMap<&str, usize> = HashMap::new();
    let mut seen: HashMap<u64, Seen> = HashMap::new();
    let mut known = HashSet::new();
    for (number, (part, author)) in records.iter().zip(authors).enumerate() {
        // Boards repeat the first post on each page.
        if !known.insert(texts(part).fold(BASIS, |all, text| mix(all, text.key))) {
            continue;
        }
        if let Some(author) = author {
            *posts.entry(*author).or_default() += 1;
        }
        for text in texts(part) {
            let seen = seen.entry(text.key).or_default();
            seen.is_of_several |= author.is_none() || seen.author.is_some() && seen.author != *author;
            seen.author = *author;
            seen.records += usize::from(seen.last != Some(number));
            seen.last = Some(number);
        }
    }
    let number = |author: Option<&str>| author.and_then(|author| posts.get(author)).copied();
    // The texts at each place by authors with several posts, and those of these that are their author's.
    let mut places: HashMap<u64, [usize; 2]> = HashMap::new();
    let mut found: Vec<Vec<u64>> = Vec::with_capacity(records.len());
    for (part, &author) in records.iter().zip(authors) {
        let page = part.of(pages);
        let paths = page.descend(&part.record, |above, id| below(above, page.names[id.index()]));
        let place = |leaf: u32| paths.get(page.tree.leaves()[leaf as usize].parent).unwrap_or_default();
        let of_record: Vec<u64> = part.record.leaves.clone().map(place).collect();
        if let Some(posts) = number(author).filter(|posts| *posts > 1) {
            for (text, place) in texts(part).zip(&of_record) {
                let is_own =
                    seen.get(&text.key).is_some_and(|seen| !seen.is_of_several && seen.records == posts);
                let [own, all] = places.entry(*place).or_default();
                (*own, *all) = (*own + usize::from(is_own), *all + 1);
            }
        }
        found.push(of_record);
    }
    let is_of_authors =
        |place: &u64| places.get(place).is_some_and(|&[own, all]| all >= LEAST && are_nearly_all(own, all));
    let of_record = |(part, places): (&Part, Vec<u64>)| {
        let own: Vec<bool> = places.iter().map(is_of_authors).collect();
        let says = texts(part).zip(&own).any(|(text, is_own)| text.says && !is_own);
        if says { own } else { vec![false; own.len()] }
    };
    records.iter().zip(found).map(of_record).collect()
}

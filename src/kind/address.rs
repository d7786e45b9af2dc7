//! The addresses of pages: which continue others, and which links lead from one page to another.
//!
//! In: the pages of an input with their addresses, or else their paths. Out: an [`Address`] for each page. Addresses are compared by
//! their parts below the folder that all pages share; scheme, host and the names `index.html` do not count.
//!
//! ```text
//! blog/index.html          (no parts)
//! blog/page/2/index.html   page 2        continues it: a page of a list
//! blog/tag/index.html      tag           1 page is below it
//! blog/tag/rain.html       tag rain
//! ```
//!
//! In a folder without folders the names of files say nothing of their pages. Cost: linear in the addresses and links.

use super::texts::OwnPage;
use crate::document::Document;
use crate::features::share;
use crate::page::ElementId;
use crate::spectrum::size;
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What the address of a page says about it.
#[derive(Clone, Debug, Default)]
pub(super) struct Address {
    /// The number of its parts.
    pub(super) depth: usize,
    /// The number of pages whose addresses continue it.
    pub(super) below: usize,
    /// Whether it is the address of another page and one or two parts more, the last of them short and with a digit.
    pub(super) continues: bool,
    /// The share of the pages whose addresses are the same but for the last part.
    pub(super) beside: f64,
    /// The share of the characters of its last part that are digits.
    pub(super) digits: f64,
    /// The number of words of its last part.
    pub(super) words: usize,
    /// Whether its last part is a query.
    pub(super) is_query: bool,
}

/// The file names of pages end so: HTML, and the usual programs that write it.
const ENDINGS: [&str; 7] = ["html", "htm", "xhtml", "php", "asp", "aspx", "jsp"];

/// The most characters of a number of a page, a year or a day.
const SHORT: usize = 11;

/// The parts of an address, without those that do not lead to another page.
pub(crate) fn parts(address: &str) -> Vec<&str> {
    let address = address.split('#').next().unwrap_or_default();
    let path = match address.split_once("://") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address,
    };
    let (path, query) = path.split_once('?').map_or((path, None), |(path, query)| (path, Some(query)));
    let mut parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
    if let Some(last) = parts.last_mut() {
        let is_page =
            |(_, ending): &(&str, &str)| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known));
        *last = last.rsplit_once('.').filter(is_page).map_or(*last, |(stem, _)| stem);
        if *last == "index" {
            parts.pop();
        }
    }
    parts.extend(query);
    parts
}

/// What addresses have in common, with `*` for what differs: `/book/*.html`. Given the addresses of a kind; those with another number of parts
/// than most of them do not count. Linear in the addresses.
pub(crate) fn shape<'a>(addresses: impl Iterator<Item = &'a str>) -> String {
    let mut of_length: BTreeMap<usize, Vec<Vec<&str>>> = BTreeMap::new();
    for address in addresses {
        let parts: Vec<&str> = address.split('/').collect();
        of_length.entry(parts.len()).or_default().push(parts);
    }
    let most = of_length.into_iter().max_by_key(|(length, of)| (of.len(), Reverse(*length)));
    let (length, of) = most.unwrap_or_default();
    let part = |at: usize| common(of.iter().map(|parts| parts[at]));
    (0..length).map(part).collect::<Vec<_>>().join("/")
}

/// The beginning and the end that texts share, up to a sign that is neither letter nor digit, with `*` between them; or the text, if they are
/// equal.
fn common<'a>(mut texts: impl Iterator<Item = &'a str>) -> String {
    let first = texts.next().unwrap_or_default();
    let (mut before, mut after) = (first.len(), first.len());
    let mut are_equal = true;
    for text in texts {
        let alike = |one: &mut dyn Iterator<Item = char>, other: &mut dyn Iterator<Item = char>| -> usize {
            one.zip(other).take_while(|(one, other)| one == other).map(|(sign, _)| sign.len_utf8()).sum()
        };
        before = before.min(alike(&mut first.chars(), &mut text.chars()));
        after = after.min(alike(&mut first.chars().rev(), &mut text.chars().rev()));
        are_equal &= first == text;
    }
    if are_equal {
        return first.to_owned();
    }
    let before = first[..before].trim_end_matches(char::is_alphanumeric);
    let after = first[first.len() - after..].trim_start_matches(char::is_alphanumeric);
    // What both ends share belongs to one of them.
    let after = &after[after.len().saturating_sub(first.len() - before.len())..];
    format!("{before}*{after}")
}

/// The folder that the links of a page start from, given its address and the parts of it; it may be the page itself.
pub(crate) fn folder_of<'p, 'a>(written: &str, parts: &'p [&'a str]) -> &'p [&'a str] {
    let is_folder = written.ends_with('/') || written.contains("index.");
    &parts[..if is_folder { parts.len() } else { parts.len().saturating_sub(1) }]
}

/// The parts of a link's address, given the folder that it starts from.
fn linked<'a>(folder: &[&'a str], link: &'a str) -> Vec<&'a str> {
    if link.contains("://") || link.starts_with('/') {
        return parts(link);
    }
    from_folder(folder, parts(link))
}

/// The parts of an address that begins in a folder, where `..` leads to the folder around.
pub(crate) fn from_folder<'a>(folder: &[&'a str], link: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut all = folder.to_vec();
    for part in link {
        if part == ".." {
            all.pop();
        } else {
            all.push(part);
        }
    }
    all
}

/// The addresses of all pages.
pub(super) struct Addresses<'a> {
    /// As they are written.
    written: Vec<&'a str>,
    /// Their parts below the folder that all share.
    parts: Vec<Vec<&'a str>>,
    /// The page with these parts.
    known: HashMap<Vec<&'a str>, usize>,
    /// What they say about the pages.
    of: Vec<Address>,
}

impl<'a> Addresses<'a> {
    pub(super) fn new(documents: &[&'a Document]) -> Self {
        let written: Vec<&str> =
            documents.iter().map(|document| document.url().unwrap_or_else(|| document.name())).collect();
        let mut all: Vec<Vec<&str>> = written.iter().map(|address| parts(address)).collect();
        let shared = shared(&all);
        for parts in &mut all {
            parts.drain(..shared);
        }
        let known: HashMap<Vec<&str>, usize> = all.iter().cloned().zip(0..).collect();
        let mut of: Vec<Address> = vec![Address::default(); all.len()];
        let is_told =
            documents.iter().any(|page| page.url().is_some()) || all.iter().any(|parts| parts.len() > 1);
        if is_told {
            add_parts(&all, &known, &mut of);
        }
        Addresses { written, parts: all, known, of }
    }

    pub(super) fn len(&self) -> usize {
        self.of.len()
    }

    pub(super) fn of(&self, page: usize) -> &Address {
        &self.of[page]
    }

    /// The links among a page's own texts that lead to other pages of the input, and these pages.
    pub(super) fn links(&self, number: usize, page: &OwnPage) -> (HashSet<ElementId>, HashSet<usize>) {
        let tree = page.tree;
        let folder = folder_of(self.written[number], &self.parts[number]);
        let target = |id: &ElementId| {
            let link = tree.attribute(*id, "href")?;
            if link.starts_with('#') || link.contains(':') && !link.contains("://") {
                return None;
            }
            let &to = self.known.get(linked(folder, &link).as_slice())?;
            (to != number).then_some(to)
        };
        let is_own = |id: &ElementId| tree.is_link(*id) && page.of(*id).any(|leaf| !page.is_frame(leaf));
        tree.ids().filter(is_own).filter_map(|id| Some((id, target(&id)?))).unzip()
    }
}

/// The number of first parts that all addresses have in common.
pub(crate) fn shared<'a>(all: &[impl AsRef<[&'a str]>]) -> usize {
    let [first, others @ ..] = all else { return 0 };
    let common =
        |parts: &&[&str]| first.as_ref().iter().zip(*parts).take_while(|(one, other)| one == other).count();
    others.iter().map(AsRef::as_ref).map(|parts| common(&parts)).min().unwrap_or(0)
}

/// Adds what the parts of the addresses say.
fn add_parts(all: &[Vec<&str>], known: &HashMap<Vec<&str>, usize>, found: &mut [Address]) {
    let folder = |parts: &[&str]| parts.len().saturating_sub(1);
    let mut beside: HashMap<&[&str], usize> = HashMap::new();
    for (page, parts) in all.iter().enumerate() {
        for above in
            (0..parts.len()).filter_map(|end| known.get(&parts[..end])).filter(|&&above| above != page)
        {
            found[*above].below += 1;
        }
        *beside.entry(&parts[..folder(parts)]).or_default() += 1;
    }
    for (parts, address) in all.iter().zip(found) {
        let last = parts.last().copied().unwrap_or_default();
        let is_number = last.len() <= SHORT && last.bytes().any(|byte| byte.is_ascii_digit());
        let mut above = parts.len().saturating_sub(2)..parts.len();
        let digits = last.chars().filter(char::is_ascii_digit).count();
        address.depth = parts.len();
        address.continues = is_number && above.any(|end| known.contains_key(&parts[..end]));
        address.beside =
            if all.len() > 1 { share(size(beside[&parts[..folder(parts)]]), size(all.len())) } else { 0.0 };
        address.digits = share(size(digits), size(last.chars().count()));
        address.words =
            last.split(|char: char| !char.is_alphanumeric()).filter(|word| !word.is_empty()).count();
        address.is_query = last.contains('=');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Tree;
    use crate::site::own::weigh;

    #[test]
    fn a_shape_is_what_addresses_have_in_common() {
        let shape = |addresses: &[&str]| shape(addresses.iter().copied());
        assert_eq!(shape(&["/book/dune.html", "/book/emma.html", "/about.html"]), "/book/*.html");
        assert_eq!(shape(&["/page-1/", "/page-12/", "/page-111/"]), "/page-*/");
        assert_eq!(
            shape(&["http://a.test/?id=1&n=2", "http://a.test/?id=13&n=2"]),
            "http://a.test/?id=*&n=2"
        );
        assert_eq!(shape(&["/a.b", "/a.c.b", "/a.b.b"]), "/a.*b");
        assert_eq!(shape(&["/本/夏.html", "/本/冬.html"]), "/本/*.html");
        assert_eq!((shape(&["/login.html"]), shape(&["/a", "/a"])), ("/login.html".into(), "/a".into()));
        assert_eq!(shape(&[]), "");
    }

    /// For each page what its address says, how many of its links lead to others, and how many others have such a link to it.
    fn found(pages: &[(&str, &str)]) -> Vec<(Address, usize, usize)> {
        let documents: Vec<Document> = pages.iter().map(|&(name, page)| Document::new(name, page)).collect();
        let trees: Vec<Tree> = documents.iter().map(|page| Tree::new(page.text())).collect();
        let own = weigh(&trees.iter().collect::<Vec<_>>());
        let documents: Vec<&Document> = documents.iter().collect();
        let addresses = Addresses::new(&documents);
        let links = |(page, (tree, own))| addresses.links(page, &OwnPage::new(tree, own));
        let links: Vec<(HashSet<ElementId>, HashSet<usize>)> =
            trees.iter().zip(&own).enumerate().map(links).collect();
        let led_to = |page: usize| links.iter().filter(|(_, to)| to.contains(&page)).count();
        (0..links.len()).map(|page| (addresses.of(page).clone(), links[page].0.len(), led_to(page))).collect()
    }

    #[test]
    fn pages_continue_others_and_links_lead_to_them() {
        let pages = [
            (
                "blog/index.html",
                "<a href=2020/the-flood/>The flood</a><a href=/page/2>Older</a><a href=mailto:a@b>Ann",
            ),
            ("blog/page/2/index.html", "<p>Older pages<a href='../../2020/the-flood/index.html#end'>Floods"),
            ("blog/2020/the-flood/index.html", "<p>The river rose all night."),
        ];
        let [(first, ..), (second, ..), (third, ..)] = &found(&pages)[..] else { panic!("three pages") };
        assert_eq!((first.below, second.continues, third.continues), (2, true, false));
        assert_eq!(found(&pages).iter().map(|of| (of.1, of.2)).collect::<Vec<_>>(), [(2, 0), (1, 1), (0, 2)]);
        assert_eq!((third.words, third.depth), (2, 2));
    }

    #[test]
    fn names_of_files_in_one_folder_say_nothing() {
        let pages = [("a/001.html", "<p>One"), ("a/002.html", "<p>Two <a href=001.html>Three")];
        let (first, _, led_to) = &found(&pages)[0];
        assert_eq!((first.digits, first.depth, *led_to), (0.0, 0, 1));
    }
}

//! A collection of pages from many sites, some of which are copies of one another or share a part.
//!
//! Modelled on Kang, "Finding and Classifying Near-Duplicate Pages based on Identical Sentences Detection", 2009: a
//! hundred million Japanese pages of 60 sentences each. As described there are: pages in Japanese with about that many
//! sentences, including menus (a test gives the number); the kinds of pairs (section 3.1, figures 3 to 5 and 17 to 23), each a
//! [`Kind`] here; frames of menus, notices and counters that differ on two addresses of one page (figure 18); a frame and a
//! notice that all blogs of a service have (table 1); short stock phrases; addresses of copies as in
//! table 2: another host of one domain, the number of a host, a person's folder that became a site.
//!
//! Different are: the frequencies of the classes agree with table 3 within a factor of two, but the shares of the kinds in a class
//! are our guess. A quarter of the sites have their own sentences in the frame, and two fifths have a folder whose name other
//! sites have too. An eighth and a seventh were tried first; then the published method made a quarter of the errors that the
//! source reports, now it makes about half of them. Families of related pages are disjoint: no page is both a mirror and quoted.
//! Texts are random words of an open vocabulary, and no two sentences of twenty characters are equal by chance. Markup is well
//! formed and has four layouts, two of which name their parts.
//!
//! [`Collection::reworded`] has only copies with changed words, and unrelated pages.

mod family;
mod frame;
mod host;
mod text;

use self::family::Families;
use self::host::Host;
use crate::language::Language;
use crate::rng::Rng;
use std::ops::Range;

/// A page and the address it was fetched from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WebPage {
    /// Its address.
    pub url: String,
    /// Its source.
    pub html: String,
    /// The bytes inside the frame: the main content.
    pub content: Range<usize>,
}

/// Two related pages; the one that was made from the other comes second.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Pair {
    /// The numbers of both pages, the lower first.
    pub pages: [usize; 2],
    /// Their relation.
    pub kind: Kind,
}

/// How two pages are related.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Kind {
    /// One page under two addresses.
    Mirror,
    /// A page that a program generates on a few hosts.
    Standard,
    /// A page that a program generates on many hosts: the first with each of the others. Pairs among the others follow from these,
    /// so they count neither as right nor as wrong.
    Spread,
    /// A page that was copied without changes.
    Taken,
    /// A page that was copied with one or two words changed in one sentence of three, and one sentence in ten replaced.
    Rewritten,
    /// A blog's page of a month and that of one of its posts.
    Month,
    /// A list of links, and one on another site that has some of its entries and little else.
    Directory,
    /// Pages of one site with a passage in common.
    Passage,
    /// A page and one that quotes a few of its sentences, with a link.
    Quoted,
    /// A page, and a list of links that shows its beginning.
    Listed,
    /// A page, and one that was composed of sentences of many pages, with links to them.
    SpamLinked,
    /// The same without links.
    Spam,
    /// Pages of different sites that quote the same text, such as a law.
    Common,
    /// A page, and one that has a third of it, with a word changed in one sentence of three.
    Plagiarised,
}

impl Kind {
    /// All kinds, in the order of their classes.
    pub const ALL: [Kind; 14] = [
        Kind::Mirror,
        Kind::Standard,
        Kind::Spread,
        Kind::Taken,
        Kind::Rewritten,
        Kind::Month,
        Kind::Directory,
        Kind::Passage,
        Kind::Quoted,
        Kind::Listed,
        Kind::SpamLinked,
        Kind::Spam,
        Kind::Common,
        Kind::Plagiarised,
    ];

    /// A description of the kind.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Mirror => "mirror",
            Kind::Standard => "a program's page",
            Kind::Spread => "a program's page on many hosts",
            Kind::Taken => "page taken as it is",
            Kind::Rewritten => "page taken and rewritten",
            Kind::Month => "month and day of a blog",
            Kind::Directory => "list of links and its part",
            Kind::Passage => "passage of a site",
            Kind::Quoted => "citation",
            Kind::Listed => "list of links and its pages",
            Kind::SpamLinked => "spam collage with links",
            Kind::Spam => "spam collage",
            Kind::Common => "text that both quote",
            Kind::Plagiarised => "passage taken and changed",
        }
    }

    /// The class of such a pair, by its name in rows.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Kind::Mirror => "mirror",
            Kind::Standard | Kind::Spread | Kind::Taken | Kind::Rewritten => "copy",
            Kind::Month => "part",
            Kind::Directory => "list",
            Kind::Passage => "site",
            Kind::Quoted | Kind::Listed | Kind::SpamLinked => "citation",
            Kind::Spam | Kind::Common | Kind::Plagiarised => "shared",
        }
    }

    /// The relation of the two texts, by its name in rows.
    #[must_use]
    pub fn relation(self) -> &'static str {
        match self.class() {
            "mirror" | "copy" => "same",
            "part" | "list" => "contains",
            _ => "overlaps",
        }
    }
}

/// Pages with all related pairs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Collection {
    /// The pages.
    pub pages: Vec<WebPage>,
    /// The pairs, in order. All others but the free ones are unrelated.
    pub pairs: Vec<Pair>,
    /// Sets of pages in order. A pair of pages of one set counts neither as right nor as wrong.
    pub free: Vec<Range<usize>>,
}

/// The number of families of each kind, for the shares of pairs in table 3 of the source.
const FAMILIES: [(Kind, usize); 14] = [
    (Kind::Mirror, 350),
    (Kind::Standard, 8),
    (Kind::Spread, 2),
    (Kind::Taken, 20),
    (Kind::Rewritten, 30),
    (Kind::Month, 130),
    (Kind::Directory, 60),
    (Kind::Passage, 220),
    (Kind::Quoted, 200),
    (Kind::Listed, 30),
    (Kind::SpamLinked, 10),
    (Kind::Spam, 10),
    (Kind::Common, 70),
    (Kind::Plagiarised, 200),
];

/// Unrelated pages.
const ALONE: usize = 2500;

/// Sites some of whose pages have hardly any own text.
const EMPTY: usize = 25;

/// How many sites there are.
const SITES: usize = 1500;

/// The year of the source.
const SEED: u64 = 2009;

impl Collection {
    /// Whether a pair counts neither as right nor as wrong.
    #[must_use]
    pub fn is_free(&self, pages: [usize; 2]) -> bool {
        self.free.iter().any(|free| pages.iter().all(|page| free.contains(page)))
    }

    /// The collection with one of `part` families; 1 for all.
    ///
    /// # Panics
    ///
    /// If `part` is 0.
    #[must_use]
    pub fn new(part: usize) -> Self {
        let rng = Rng::new(SEED);
        let hosts = hosts(&rng, Language::Japanese, SITES / part);
        let mut families = Families::new(Language::Japanese, &hosts);
        for (kind, count) in FAMILIES {
            for number in 0..count.div_ceil(part) {
                families.add(kind, &mut rng.named(kind.name(), number));
            }
        }
        for number in 0..ALONE / part {
            families.alone(&mut rng.named("alone", number));
        }
        for number in 0..EMPTY.div_ceil(part) {
            families.empty(&mut rng.named("empty", number));
        }
        families.collection()
    }

    /// Pages, one copy of each on another site, in which each word is changed with this probability in thousandths, and twice as many
    /// unrelated pages.
    #[must_use]
    pub fn reworded(language: Language, permille: usize, copies: usize) -> Self {
        let rng = Rng::new(SEED).named("reworded", permille);
        let hosts = hosts(&rng, language, copies.max(10));
        let mut families = Families::new(language, &hosts);
        for number in 0..copies {
            families.reworded(permille, &mut rng.named("copy", number));
        }
        for number in 0..2 * copies {
            families.alone(&mut rng.named("alone", number));
        }
        families.collection()
    }
}

fn hosts(rng: &Rng, language: Language, count: usize) -> Vec<Host> {
    (0..count).map(|number| Host::new(rng, language, number)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Collection, Kind, Pair, WebPage};
    use crate::language::Language;
    use std::collections::{BTreeMap, BTreeSet};

    /// The sentences of a source, cut at tags and after punctuation marks.
    fn sentences(html: &str) -> Vec<String> {
        let texts = html.split('<').map(|tag| tag.split_once('>').map_or(tag, |(_, text)| text));
        let cut = texts.flat_map(|text| text.split_inclusive('。')).map(str::trim);
        cut.filter(|sentence| !sentence.is_empty()).map(str::to_owned).collect()
    }

    /// The sentences of a page's content that have twenty characters or more.
    fn long(page: &WebPage) -> BTreeSet<String> {
        let all = sentences(&page.html[page.content.clone()]);
        all.into_iter().filter(|sentence| sentence.chars().count() >= 20).collect()
    }

    /// The common shares of the longer and of the shorter content, by characters.
    fn shares(one: &BTreeSet<String>, other: &BTreeSet<String>) -> [f64; 2] {
        let chars = |set: &mut dyn Iterator<Item = &String>| {
            let chars: usize = set.map(|sentence| sentence.chars().count()).sum();
            f64::from(u32::try_from(chars).unwrap())
        };
        let common = chars(&mut one.intersection(other));
        let [one, other] = [one, other].map(|set| chars(&mut set.iter()));
        [common / one.max(other), common / one.min(other)]
    }

    #[test]
    fn pairs_have_the_relation_of_their_kind() {
        let collection = Collection::new(10);
        let long: Vec<_> = collection.pages.iter().map(long).collect();
        for &Pair { pages: [one, other], kind } in &collection.pairs {
            let [of_longer, of_shorter] = shares(&long[one], &long[other]);
            let is_so = match kind {
                // More than half of a rewritten page is unchanged, and most of the rest nearly.
                Kind::Rewritten => of_longer > 0.3,
                _ => match kind.relation() {
                    "same" => of_longer > 0.6,
                    "contains" => of_shorter > 0.6 && of_longer < 0.6,
                    _ => of_shorter > 0.0 && of_shorter < 0.5,
                },
            };
            assert!(is_so, "{kind:?} {one} {other}: {of_longer} {of_shorter}");
        }
    }

    #[test]
    fn no_others_have_a_long_sentence_of_their_contents_in_common() {
        let collection = Collection::new(10);
        let mut holders: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, page) in collection.pages.iter().enumerate() {
            for sentence in long(page) {
                holders.entry(sentence).or_default().push(number);
            }
        }
        // Stock phrases are on too many pages.
        holders.retain(|_, pages| pages.len() <= 10);
        let known: BTreeSet<[usize; 2]> = collection.pairs.iter().map(|pair| pair.pages).collect();
        for (sentence, pages) in holders {
            for (at, &other) in pages.iter().enumerate() {
                for &one in &pages[..at] {
                    let is_stock = super::text::is_stock(&sentence);
                    assert!(is_stock || known.contains(&[one, other]), "{one} {other}: {sentence}");
                }
            }
        }
    }

    #[test]
    fn pages_have_about_sixty_sentences() {
        let pages = Collection::new(10).pages;
        let sentences: usize = pages.iter().map(|page| sentences(&page.html).len()).sum();
        assert!((55..65).contains(&(sentences / pages.len())), "{} of {}", sentences, pages.len());
    }

    #[test]
    fn reworded_copies_have_that_share_of_their_words_changed() {
        for (language, part) in [(Language::Japanese, 50), (Language::English, 200)] {
            let collection = Collection::reworded(language, part, 10);
            assert_eq!((collection.pages.len(), collection.pairs.len()), (40, 10));
            let units = |page: usize| -> Vec<String> {
                let page = &collection.pages[page];
                let text: Vec<String> = sentences(&page.html[page.content.clone()]);
                let unit = |text: &str| match language {
                    Language::Japanese => text.chars().map(String::from).collect(),
                    Language::English => text.split(' ').map(str::to_owned).collect::<Vec<_>>(),
                };
                text.iter().flat_map(|text| unit(text)).collect()
            };
            let (mut changed, mut all) = (0, 0);
            for pair in &collection.pairs {
                let [one, other] = pair.pages.map(units);
                assert_eq!(one.len(), other.len());
                changed += one.iter().zip(&other).filter(|(one, other)| one != other).count();
                all += one.len();
            }
            assert!((1000 * changed / all).abs_diff(part) < part / 5, "{changed} of {all}");
        }
    }
}

//! Clusters pages by template.
//!
//! In: the [`Signature`] of each page. Out: a cluster for each page. The clusters do not depend on the order of the pages, and pages
//! of other sites may be among them.
//!
//! ```text
//!         labels                     paths
//! page a  Home Help Price Dune       body  body/ul#menu  body/ul#menu/li  body/div.hit  ..
//! page b  Home Help Price Emma       body  body/ul#menu  body/ul#menu/li  body/div.hit  ..      one cluster with a
//! page c  Start About Sort by        body  body/table  body/table/tr  ..                        another one
//! ```
//!
//! Two features identify a template. Its *labels* are short texts in menus, headings and footers: all pages of a site have them,
//! and other sites have different ones, even if they use the same markup. Its *paths* are the element paths of its pages: on a page
//! that is one long list most short texts are the page's own, but they are at the same few paths. For each feature the number that
//! two pages have in common is divided by the number of the page with fewer. Two pages are alike if either share is large, so a page
//! with a different wrapper around the same frame stays in its cluster, and so does a list of different things.
//!
//! Pages are added from the one with the fewest labels and paths on. A page joins the cluster to whose first pages it has the
//! highest mean likeness, or begins a new one. The mean separates clusters that one odd page resembles: with the maximum, 66 news
//! sites fell into few clusters (V-measure 0.68 instead of 0.99). With the richest pages first, or in another order, the V-measure
//! of boards is 0.955 instead of 0.979.
//!
//! O(labels and paths) time and memory for each page, which is compared with at most [`COMPARED`] pages of each of [`CANDIDATES`]
//! clusters.

use super::sketch::{Sketch, likeness};
use crate::document::{Document, texts_of};
use crate::page::digest::{BASIS, mix, spread};
use crate::page::{ElementId, Pages, Tree, path};
use crate::spectrum::exact;
use crate::token::Attribute;
use hashbrown::HashMap;
use std::borrow::Borrow;
use std::cmp::Reverse;

/// A text of at most this many characters is a label. V-measure by site of 134 sites of articles and F1 of their main text: 30
/// 0.977, 0.918; 60 0.972, 0.910; no limit 0.970.
const LABEL: usize = 30;

/// The largest number of pages of a cluster that others are compared with. Mean V-measure of eleven sets: 1 0.963, 4 0.974,
/// 16 and 64 0.975.
const COMPARED: usize = 16;

/// The largest number of clusters that a page is compared with: those that share most of its labels and paths.
const CANDIDATES: usize = 8;

/// A label or path that more clusters have is not used to find the cluster of a page.
const COMMON: usize = 256;

/// The labels and paths of a page, by which its template is identified.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Signature {
    /// Hashes of its short texts, letters in lower case, digits folded; each once, in ascending order.
    labels: Vec<u64>,
    /// Hashes of the paths of its elements: names, ids and first classes, digits folded; each once, in ascending order.
    paths: Vec<u64>,
}

impl Signature {
    /// The signature of a page.
    #[must_use]
    pub fn new(tree: &Tree) -> Self {
        Signature::of(tree, |element| {
            let (mut id, mut class) = (None, None);
            for Attribute { name, value } in tree.element(element).attributes(tree.source) {
                if name.eq_ignore_ascii_case("id") {
                    id = id.or(value);
                } else if name.eq_ignore_ascii_case("class") {
                    class = class.or(value);
                }
            }
            (id, class)
        })
    }

    /// The signature of a page, given a function that returns the `id` and `class` attributes of an element.
    pub(crate) fn of<'s>(
        tree: &Tree,
        named: impl Fn(ElementId) -> (Option<&'s str>, Option<&'s str>),
    ) -> Self {
        let mut paths: Vec<u64> = Vec::with_capacity(tree.elements().len());
        for (element, at) in tree.elements().iter().zip((0..).map(ElementId)) {
            // A page has one of each, and their classes often differ between the pages of a template.
            let is_root = matches!(&*element.name, "html" | "body");
            let (id, classes) = if is_root { (None, None) } else { named(at) };
            let first = classes.and_then(|classes| classes.split_ascii_whitespace().next());
            let around = element.parent.map(|parent| paths[parent.index()]);
            paths.push(path(around, &element.name, id, first));
        }
        let labels = tree.leaves().iter().filter_map(|leaf| label(&leaf.text));
        Signature { labels: distinct(labels.collect()), paths: distinct(paths) }
    }

    /// A sample of it with a fixed small size.
    #[must_use]
    pub fn sketch(&self) -> Sketch {
        Sketch::new(&self.labels, &self.paths)
    }

    /// The number of its labels and paths.
    fn len(&self) -> usize {
        self.labels.len() + self.paths.len()
    }

    fn each(&self) -> impl Iterator<Item = u64> {
        self.labels.iter().chain(&self.paths).copied()
    }

    /// A hash of it; pages with different ones may be in different clusters even if all their texts are the same.
    pub(crate) fn digest(&self) -> u64 {
        self.each().fold(BASIS, mix)
    }

    /// The least hash of its paths, which pages of one template usually have in common.
    pub(crate) fn shape(&self) -> u64 {
        self.paths.first().copied().unwrap_or_default()
    }

    /// The likeness of two pages: 1 or more for pages of one template.
    fn likeness(&self, other: &Signature) -> f64 {
        self.likeness_of(other, shared(&self.labels, &other.labels), shared(&self.paths, &other.paths))
    }

    /// The likeness of two pages, given the numbers of labels and paths that they have in common.
    fn likeness_of(&self, other: &Signature, labels: f64, paths: f64) -> f64 {
        let counts = |of: fn(&Signature) -> &Vec<u64>| [self, other].map(|page| exact(of(page).len() as u64));
        likeness((labels, counts(|page| &page.labels)), (paths, counts(|page| &page.paths)))
    }
}

/// The hash of a label, with letters in lower case and each run of digits as one character; `None` for a longer text.
fn label(text: &str) -> Option<u64> {
    let (mut hash, mut after_digit) = (BASIS, false);
    for (number, char) in text.chars().enumerate() {
        if number == LABEL {
            return None;
        }
        let is_digit = char.is_numeric();
        if char.is_ascii() && !is_digit {
            hash = mix(hash, u64::from(char.to_ascii_lowercase()));
        } else if !is_digit {
            hash = char.to_lowercase().map(u64::from).fold(hash, mix);
        } else if !after_digit {
            hash = mix(hash, u64::from('0'));
        }
        after_digit = is_digit;
    }
    Some(spread(hash))
}

fn distinct(mut hashes: Vec<u64>) -> Vec<u64> {
    hashes.sort_unstable();
    hashes.dedup();
    hashes.shrink_to_fit(); // the signatures of all pages are held at once
    hashes
}

/// The number of hashes that two ascending lists have in common.
fn shared(one: &[u64], other: &[u64]) -> f64 {
    let (mut count, mut at, mut other_at) = (0, 0, 0);
    while let (Some(hash), Some(other_hash)) = (one.get(at), other.get(other_at)) {
        count += u64::from(hash == other_hash);
        at += usize::from(hash <= other_hash);
        other_at += usize::from(other_hash <= hash);
    }
    exact(count)
}

/// The cluster of each page. Clusters are numbered in the order of their first pages.
#[must_use]
pub fn cluster<S: Borrow<Signature>>(pages: &[S]) -> Vec<usize> {
    let (_, clusters) = Clusters::learn(pages);
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let number = |cluster| {
        let next = numbers.len();
        *numbers.entry(cluster).or_insert(next)
    };
    clusters.into_iter().map(number).collect()
}

/// The cluster of each page of an input; see [`cluster`].
#[must_use]
pub fn clusters(documents: &[Document]) -> Vec<usize> {
    cluster(&Pages::Sources(&texts_of(documents)).map(|_, tree| Signature::new(tree)))
}

/// The pages of each cluster in ascending order, given the cluster of each page.
#[must_use]
pub fn members(clusters: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); clusters.iter().max().map_or(0, |last| last + 1)];
    for (page, &cluster) in clusters.iter().enumerate() {
        members[cluster].push(page);
    }
    members
}

/// Clusters that pages can be compared with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clusters {
    /// The first pages of each cluster.
    pages: Vec<Vec<Signature>>,
    /// The clusters that have a label or a path, in ascending order.
    clusters_with: HashMap<u64, Vec<usize>>,
}

impl Clusters {
    /// Clusters pages, and returns also the cluster of each page.
    pub(crate) fn learn<S: Borrow<Signature>>(pages: &[S]) -> (Self, Vec<usize>) {
        let pages: Vec<&Signature> = pages.iter().map(Borrow::borrow).collect();
        let mut order: Vec<usize> = (0..pages.len()).collect();
        order.sort_by_key(|&page| (pages[page].len(), pages[page]));
        let (mut clusters, mut of) = (Clusters::default(), vec![0; pages.len()]);
        for page in order {
            of[page] = clusters.add(pages[page]);
        }
        (clusters, of)
    }

    /// The cluster that a page belongs to, if any.
    pub(crate) fn of(&self, page: &Signature) -> Option<usize> {
        if page.len() == 0 {
            // Pages without an element and a label are the first cluster if there are any, since they were added first.
            return self.pages.first().filter(|pages| pages[0].len() == 0).map(|_| 0);
        }
        let mut shared: HashMap<usize, u32> = HashMap::new();
        let mut unseen = 0;
        for clusters in page.each().filter_map(|hash| self.clusters_with.get(&hash)) {
            if is_discriminative(clusters) {
                for &cluster in clusters {
                    *shared.entry(cluster).or_default() += 1;
                }
            } else {
                unseen += 1;
            }
        }
        let mut candidates: Vec<(Reverse<u32>, usize)> =
            shared.into_iter().map(|(cluster, shared)| (Reverse(shared), cluster)).collect();
        candidates.sort_unstable();
        let likeness = |cluster: usize| {
            let pages = &self.pages[cluster];
            pages.iter().map(|other| page.likeness(other)).sum::<f64>() / exact(pages.len() as u64)
        };
        // An upper bound of the likeness: no page of the cluster shares more with it than all of them together.
        let may_be_one = |&&(Reverse(shared), cluster): &&(Reverse<u32>, usize)| {
            let most = f64::from(shared + unseen);
            self.pages[cluster].iter().map(|other| page.likeness_of(other, most, most)).sum::<f64>()
                >= exact(self.pages[cluster].len() as u64)
        };
        let candidates = candidates.iter().take(CANDIDATES).filter(may_be_one);
        let compared = candidates.map(|&(_, cluster)| (likeness(cluster), cluster));
        let best = compared.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        best.filter(|best| best.0 >= 1.0).map(|best| best.1)
    }

    /// Adds a page to its cluster, or to a new one.
    fn add(&mut self, page: &Signature) -> usize {
        let cluster = self.of(page).unwrap_or_else(|| {
            self.pages.push(Vec::new());
            self.pages.len() - 1
        });
        let pages = &mut self.pages[cluster];
        if pages.len() < COMPARED {
            pages.push(page.clone());
            for hash in page.each() {
                let clusters = self.clusters_with.entry(hash).or_default();
                if is_discriminative(clusters) && !clusters.contains(&cluster) {
                    clusters.push(cluster);
                }
            }
        }
        cluster
    }
}

/// Whether a label or path that these clusters have is rare enough to be used.
fn is_discriminative(clusters: &[usize]) -> bool {
    clusters.len() <= COMMON
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clusters(sources: &[String]) -> Vec<usize> {
        cluster(&sources.iter().map(|source| Signature::new(&Tree::new(source))).collect::<Vec<_>>())
    }

    /// A page with a menu and some texts of its own, each in its element.
    fn page(menu: [&str; 4], own: &[&str], tag: &str) -> String {
        let menu = menu.map(|item| format!("<li>{item}</li>")).concat();
        let own = own.iter().map(|text| format!("<{tag}>{text}</{tag}>")).collect::<Vec<_>>().concat();
        format!("<ul>{menu}</ul>{own}")
    }

    const SHOP: [&str; 4] = ["Home", "Basket", "Help", "Imprint"];
    const BLOG: [&str; 4] = ["Start", "Archive", "About me", "Feed"];

    #[test]
    fn sites_with_the_same_markup_are_separated_by_their_labels() {
        let sentence = "Nobody knew who had left the letter on the table by the window, or why.";
        let shop = |tag| page(SHOP, &[sentence], tag);
        let blog = |tag| page(BLOG, &[sentence], tag);
        let far =
            |source: String| format!("<main><div><div>{source}<form><i>!</i></form></div></div></main>");
        assert_eq!(clusters(&[shop("p"), far(blog("b")), shop("h2"), far(blog("q"))]), [0, 1, 0, 1]);
    }

    #[test]
    fn lists_of_different_things_are_joined_by_their_paths() {
        let names = |word: &str| (0..30).map(|n| format!("{word} {}", "x".repeat(n))).collect::<Vec<_>>();
        let list = |word| page(SHOP, &names(word).iter().map(String::as_str).collect::<Vec<_>>(), "p");
        assert_eq!(clusters(&[list("Dune"), list("Emma")]), [0, 0]);
    }

    #[test]
    fn one_common_label_does_not_join_pages() {
        let alone = "<table><tr><td>Home".to_owned();
        assert_eq!(clusters(&[page(SHOP, &["a", "b"], "p"), alone, page(SHOP, &["c"], "b")]), [0, 1, 0]);
    }

    #[test]
    fn the_order_of_the_pages_changes_no_cluster() {
        let all: Vec<String> = (0..24)
            .map(|n| {
                let own: Vec<String> = (0..n).map(|k| "y".repeat(n * 7 + k)).collect();
                let menu = [SHOP, BLOG, ["A", "B", "C", "D"]][n % 3];
                page(
                    menu,
                    &own.iter().map(String::as_str).collect::<Vec<_>>(),
                    ["p", "h2", "b", "div"][n % 4],
                )
            })
            .collect();
        let expected = clusters(&all);
        for step in [5, 7, 11, 23] {
            let order: Vec<usize> = (0..24).map(|n| n * step % 24).collect();
            let reordered = clusters(&order.iter().map(|&n| all[n].clone()).collect::<Vec<_>>());
            for (one, &of_one) in order.iter().zip(&reordered) {
                for (other, &of_other) in order.iter().zip(&reordered) {
                    assert_eq!(expected[*one] == expected[*other], of_one == of_other);
                }
            }
        }
    }

    #[test]
    fn a_page_that_was_not_learned_from_finds_its_cluster() {
        let trees = [page(SHOP, &["a"], "p"), page(BLOG, &["b"], "table"), page(BLOG, &["c"], "table")];
        let pages: Vec<Signature> = trees.iter().map(|source| Signature::new(&Tree::new(source))).collect();
        let (clusters, of) = Clusters::learn(&pages);
        let new = |source: &str| clusters.of(&Signature::new(&Tree::new(source)));
        assert_eq!(new(&page(BLOG, &["d"], "h1")), Some(of[1]));
        assert_eq!(new("<dl><dt>x<dd>y"), None);
    }
}

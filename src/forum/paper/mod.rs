//! Threads cut into posts, as published.
//!
//! In: pages of one format. Out: for every page the elements that are its posts. The result of each step can be
//! inspected ([`Cut`]):
//!
//! 1. An [`Outline`] is the tree without `a`, `script`, `br`, `input` and `style`; a text beside elements is an element
//!    of its own (Algorithm 1). If all children of an element are texts, they are dropped.
//! 2. The *main element* is sought in α pages together: from the root down as long as more than β of the pages have the
//!    same number of elements on the next level; of the elements of the level reached, the one with the most words over
//!    all pages, the last of equals (Algorithm 2). At the bottom, or with one page, it is the root.
//! 3. The [`Pattern`] of each level below the main element is an LZW phrase of the sequence of its XPaths; of all levels
//!    the pattern with the most repetitions is taken (Algorithm 3). The source says in several ways which
//!    phrase that is, so there are several [`Reading`]s.
//! 4. Posts are the matches of the pattern among children of one parent or, if there are none, on the whole level
//!    (Algorithm 4).
//! 5. While the posts have several parents, and their number is a multiple of the number of parents, the parents become
//!    the posts (Algorithm 5).
//!
//! The listing of Algorithm 2 tests the share of distinct numbers against β; the prose means their agreement, which we
//! take as the share of the most frequent number. Time is quadratic in the elements of a level, since phrases are
//! counted one by one.
//!
//! Source: Yamamoto, Nakamura, Tanaka, Abiko, "A Web Page Segmentation Method for Extracting Individual Articles", 2014.
//! Named failures: an advertisement high in the tree ends the descent early; posts with a part that others lack break the
//! phrase; texts beside elements are taken for posts.

mod outline;
mod phrase;

pub use self::outline::{Node, Outline};
pub use self::phrase::Reading;

use self::phrase::occurrences;
use super::Post;
use crate::page::digest::{BASIS, mix, spread};
use crate::page::{Tree, lines};
use crate::spectrum::exact;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};

/// The settings of the method: α, β, and the reading of Algorithm 3.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutter {
    alpha: usize,
    beta: f64,
    reading: Reading,
}

impl Default for Cutter {
    fn default() -> Self {
        Cutter::new()
    }
}

impl Cutter {
    /// α = 4 pages, β = 0.6: section 4 of the source.
    #[must_use]
    pub fn new() -> Self {
        Cutter { alpha: 4, beta: 0.6, reading: Reading::default() }
    }

    /// Sets the number of pages that are compared with one another, at least one.
    #[must_use]
    pub fn alpha(self, alpha: usize) -> Self {
        Cutter { alpha: alpha.max(1), ..self }
    }

    /// Sets the share of the pages that must agree.
    #[must_use]
    pub fn beta(self, beta: f64) -> Self {
        Cutter { beta, ..self }
    }

    /// Sets which phrase of a level is its pattern.
    #[must_use]
    pub fn reading(self, reading: Reading) -> Self {
        Cutter { reading, ..self }
    }

    /// Cuts pages of one format into posts. Pages are compared α at a time; a last page alone is compared with those before it.
    #[must_use]
    pub fn cut(self, sources: &[&str], trees: &[Tree]) -> Vec<Cut> {
        let outlines: Vec<Outline> =
            sources.iter().zip(trees).map(|(source, tree)| Outline::new(source, tree)).collect();
        let is_alone = self.alpha > 1 && outlines.len() > 1 && outlines.len() % self.alpha == 1;
        let (groups, rest) = outlines.split_at(outlines.len() - if is_alone { self.alpha + 1 } else { 0 });
        let groups = groups.chunks(self.alpha).chain((!rest.is_empty()).then_some(rest));
        let mains: Vec<Node> = groups.flat_map(|group| self.mains(group)).collect();
        outlines.into_iter().zip(mains).map(|(outline, main)| Cut::new(outline, main, self.reading)).collect()
    }

    /// Returns the main elements of pages that are compared with one another.
    #[must_use]
    pub fn mains(self, outlines: &[Outline]) -> Vec<Node> {
        let levels: Vec<Vec<Vec<Node>>> =
            outlines.iter().map(|outline| outline.levels(Outline::ROOT)).collect();
        let len = |page: &[Vec<Node>], level: usize| page.get(level).map_or(0, Vec::len);
        let mut level = 0;
        loop {
            let lens: Vec<usize> = levels.iter().map(|page| len(page, level + 1)).collect();
            if lens.iter().all(|&len| len == 0) {
                level = 0;
                break;
            }
            if outlines.len() < 2 || agreement(&lens) < self.beta {
                break;
            }
            level += 1;
        }
        let of_page = |page: &Vec<Vec<Node>>| page.get(level).cloned().unwrap_or_else(|| vec![Outline::ROOT]);
        let candidates: Vec<Vec<Node>> = levels.iter().map(of_page).collect();
        let shortest = candidates.iter().map(Vec::len).min().unwrap_or(0);
        let words = |place: &usize| -> f64 {
            outlines.iter().zip(&candidates).map(|(outline, nodes)| outline.words(nodes[*place])).sum()
        };
        let best = (0..shortest).max_by(|one, other| words(one).total_cmp(&words(other)));
        candidates.iter().map(|nodes| nodes[best.expect("each page has a root")]).collect()
    }
}

/// Returns the share of the most frequent number.
fn agreement(numbers: &[usize]) -> f64 {
    let most = numbers.iter().map(|one| numbers.iter().filter(|other| *other == one).count()).max();
    exact(most.unwrap_or(0) as u64) / exact(numbers.len() as u64) // usize has at most 64 bits
}

/// A repeated phrase of XPaths.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pattern {
    /// The XPaths as numbers.
    pub phrase: Vec<u64>,
    /// Number of occurrences on its level, without overlaps.
    pub repetitions: usize,
    /// The elements of the level.
    pub level: Vec<Node>,
}

/// A page with its posts, and the results of the steps before.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The page as the method sees it.
    pub outline: Outline,
    /// The main element.
    pub main: Node,
    /// The pattern that repeats below it; `None` if nothing repeats.
    pub pattern: Option<Pattern>,
    /// The matches of the pattern.
    pub matches: Vec<Vec<Node>>,
    /// The posts, each of one element or more.
    pub posts: Vec<Vec<Node>>,
}

impl Cut {
    fn new(outline: Outline, main: Node, reading: Reading) -> Self {
        let levels = outline.levels(main);
        let paths = paths(&outline, main, &levels);
        let symbols = |nodes: &[Node]| -> Vec<u64> { nodes.iter().map(|node| paths[node]).collect() };
        let patterns = levels[1..].iter().map(|level| {
            let (phrase, repetitions) = reading.pattern(&symbols(level));
            Pattern { phrase, repetitions, level: level.clone() }
        });
        let pattern = patterns.rev().max_by_key(|pattern| pattern.repetitions);
        let pattern = pattern.filter(|pattern| pattern.repetitions >= 2);
        let matches = pattern.as_ref().map_or(Vec::new(), |pattern| matches(&outline, pattern, symbols));
        let posts = joined(&outline, main, matches.clone());
        Cut { outline, main, pattern, matches, posts }
    }

    /// Returns the posts with all their texts.
    #[must_use]
    pub fn texts(&self, source: &str, tree: &Tree) -> Vec<Post> {
        let post = |nodes: &Vec<Node>| {
            let leaves = self.outline.leaves(nodes);
            let spans: Vec<Span> = leaves.iter().map(|&leaf| tree.leaves()[leaf as usize].span).collect();
            let span = match (spans.first(), spans.last()) {
                (Some(first), Some(last)) => Span { start: first.start, end: last.end },
                _ => Span::default(),
            };
            Post {
                text: lines(source, &spans),
                author: None,
                date: None,
                iso_date: None,
                depth: 0,
                span,
                body: span,
            }
        };
        self.posts.iter().map(post).collect()
    }
}

/// Returns the XPath of each element below the main element, as a hash.
fn paths(outline: &Outline, main: Node, levels: &[Vec<Node>]) -> HashMap<Node, u64> {
    let mut paths = HashMap::from([(main, BASIS)]);
    for &node in levels.iter().flatten() {
        for &child in &outline.nodes[node].children {
            paths.insert(child, spread(mix(paths[&node], outline.nodes[child].name)));
        }
    }
    paths
}

/// Returns the matches of a pattern within one parent or, if there are none, on the whole level.
fn matches(outline: &Outline, pattern: &Pattern, symbols: impl Fn(&[Node]) -> Vec<u64>) -> Vec<Vec<Node>> {
    let Pattern { phrase, level, .. } = pattern;
    let found = |nodes: &[Node]| -> Vec<Vec<Node>> {
        let place = |at: usize| nodes[at..at + phrase.len()].to_vec();
        occurrences(&symbols(nodes), phrase).into_iter().map(place).collect()
    };
    // The children of one parent follow one another on a level.
    let of_parents = level.chunk_by(|&one, &other| outline.nodes[one].parent == outline.nodes[other].parent);
    let within: Vec<Vec<Node>> = of_parents.flat_map(found).collect();
    if within.is_empty() { found(level) } else { within }
}

/// Replaces posts by their parents as long as step 5 allows.
fn joined(outline: &Outline, main: Node, mut posts: Vec<Vec<Node>>) -> Vec<Vec<Node>> {
    loop {
        let mut seen = HashSet::new();
        let mut parents = Vec::new();
        for post in &posts {
            let Some(parent) = outline.nodes[post[0]].parent else { return posts };
            if seen.insert(parent) {
                parents.push(parent);
            }
        }
        let leaves_main = parents.len() == posts.len() && parents.contains(&main);
        if parents.len() < 2 || !posts.len().is_multiple_of(parents.len()) || leaves_main {
            return posts;
        }
        posts = parents.into_iter().map(|parent| vec![parent]).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(pages: &[&str]) -> Vec<Vec<String>> {
        let trees: Vec<Tree> = pages.iter().map(|page| Tree::unscripted(page)).collect();
        let cuts = Cutter::new().cut(pages, &trees);
        let post = |(cut, tree): (&Cut, &Tree)| -> Vec<String> {
            let text = |post: &Vec<Node>| {
                let leaves = cut.outline.leaves(post).into_iter();
                leaves.map(|leaf| tree.leaves()[leaf as usize].text.to_string()).collect::<Vec<_>>().join(" ")
            };
            cut.posts.iter().map(text).collect()
        };
        cuts.iter().zip(&trees).map(post).collect()
    }

    #[test]
    fn posts_separated_by_rules_are_the_texts_between_them() {
        let pages = ["<div>a<hr>b<hr>c<hr></div>", "<div>d<hr>e<hr></div>"];
        assert_eq!(cut(&pages), [vec!["a", "b", "c"], vec!["d", "e"]]);
    }

    #[test]
    fn parts_of_posts_are_joined_to_their_parents() {
        let post = |text: &str| format!("<li><b>{text}</b><p>{text}</p></li>");
        let list = |texts: &[&str]| {
            format!("<h1>x</h1><ul>{}</ul>", texts.iter().copied().map(post).collect::<String>())
        };
        let pages = [list(&["a", "b", "c"]), list(&["d", "e"])];
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        assert_eq!(cut(&pages), [vec!["a a", "b b", "c c"], vec!["d d", "e e"]]);
    }

    #[test]
    fn a_last_page_alone_is_compared_with_the_pages_before_it() {
        // The pages agree on the element that holds the posts, but not on their number.
        let pages: Vec<String> = (2..7).map(|posts| format!("<div>{}</div>", "<p>a".repeat(posts))).collect();
        let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
        let mains = |pages: &[&str]| -> Vec<Node> {
            let trees: Vec<Tree> = pages.iter().map(|page| Tree::unscripted(page)).collect();
            Cutter::new().cut(pages, &trees).iter().map(|cut| cut.main).collect()
        };
        assert_eq!(mains(&pages[4..]), [Outline::ROOT]);
        let five = mains(&pages);
        assert!(five[4] == five[0] && five[0] != Outline::ROOT, "{five:?}");
    }

    #[test]
    fn pages_without_repetition_have_no_posts() {
        assert_eq!(cut(&["", "a", "<p>a"]), [[""; 0]; 3]);
    }
}

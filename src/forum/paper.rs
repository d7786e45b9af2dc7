//! Threads cut into posts, as published.
//!
//! In: pages of one format. Out: for every page the elements that are its posts. Each step is a value:
//!
//! 1. An [`Outline`] is the tree without `a`, `script`, `br`, `input` and `style`; a text beside elements is an element of
//!    its own (Algorithm 1). Of children that are texts alone nothing is kept.
//! 2. The *main element* is sought in α pages together: from the root down as long as more than β of the pages have the
//!    same number of elements on the next level; of the elements of the level reached, the one with the most words over
//!    all pages, the last of equals (Algorithm 2). At the bottom, or with one page, it is the root.
//! 3. The [`Pattern`] is the LZW phrase with the most repetitions in the sequence of XPaths on a level below the main
//!    element, over all levels (Algorithm 3).
//! 4. Posts are what matches it within one parent; if there is none, whatever the parents (Algorithm 4).
//! 5. While the posts have several parents whose number divides theirs, the parents are the posts (Algorithm 5).
//!
//! The listing of Algorithm 2 tests the share of distinct numbers against β; the prose means their agreement, which we
//! take as the share of the commonest number. Time is quadratic in the elements of a level, as phrases are counted one by
//! one.
//!
//! Source: Yamamoto, Nakamura, Tanaka, Abiko, "A Web Page Segmentation Method for Extracting Individual Articles", 2014.
//! Named failures: an advertisement high in the tree ends the descent early; posts with a part that others lack break the
//! phrase; texts beside elements are taken for posts.

use super::Post;
use crate::content::words;
use crate::page::digest::{BASIS, mix, spread, text};
use crate::page::{ElementId, Tree, lines};
use crate::spectrum::exact;
use crate::token::Span;
use hashbrown::{HashMap, HashSet};

/// α and β.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cutter {
    alpha: usize,
    beta: f64,
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
        Cutter { alpha: 4, beta: 0.6 }
    }

    /// How many pages are compared with one another, one at least.
    #[must_use]
    pub fn alpha(self, alpha: usize) -> Self {
        Cutter { alpha: alpha.max(1), ..self }
    }

    /// The share of the pages that must agree.
    #[must_use]
    pub fn beta(self, beta: f64) -> Self {
        Cutter { beta, ..self }
    }

    /// The pages with their posts.
    #[must_use]
    pub fn cut(self, sources: &[&str], trees: &[Tree]) -> Vec<Cut> {
        let outlines: Vec<Outline> =
            sources.iter().zip(trees).map(|(source, tree)| Outline::new(source, tree)).collect();
        let mains: Vec<Node> = outlines.chunks(self.alpha).flat_map(|group| self.mains(group)).collect();
        outlines.into_iter().zip(mains).map(|(outline, main)| Cut::new(outline, main)).collect()
    }

    /// The main elements of pages that are compared with one another.
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
            if outlines.len() < 2 || agreement(&lens) <= self.beta {
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

/// The share of the commonest number.
fn agreement(numbers: &[usize]) -> f64 {
    let most = numbers.iter().map(|one| numbers.iter().filter(|other| *other == one).count()).max();
    exact(most.unwrap_or(0) as u64) / exact(numbers.len() as u64) // usize has at most 64 bits
}

/// An element of an [`Outline`], by its number.
pub type Node = usize;

/// The elements of a page with its texts, as the method sees them.
#[derive(Clone, Debug)]
pub struct Outline {
    nodes: Vec<OutlineNode>,
}

#[derive(Clone, Debug)]
struct OutlineNode {
    /// A hash of its name; texts have one of their own.
    name: u64,
    is_text: bool,
    parent: Option<Node>,
    children: Vec<Node>,
    /// The numbers of its leaves in the tree; for an element all that it holds, links too.
    leaves: Vec<u32>,
    words: f64,
}

impl Outline {
    /// The element that holds all others.
    pub const ROOT: Node = 0;

    /// The outline of a page.
    #[must_use]
    pub fn new(source: &str, tree: &Tree) -> Self {
        let words: Vec<f64> = tree
            .leaves()
            .iter()
            .map(|leaf| words::of_leaves(source, std::slice::from_ref(leaf), |_| false, 0).all)
            .collect();
        let mut outline = Outline { nodes: Vec::new() };
        // For each element the node that it is, or that is around it; none in links.
        let mut nodes: Vec<Option<Node>> = Vec::with_capacity(tree.elements().len());
        let mut leaf = 0;
        for (id, element) in (0..).map(ElementId).zip(tree.elements()) {
            outline.add_texts(tree, &nodes, &mut leaf, element.leaves.start, &words);
            let around = element.parent.map(|parent| nodes[parent.index()]);
            nodes.push(match (&*element.name, around) {
                ("a", _) | (_, Some(None)) => None,
                ("br" | "input" | "style" | "script", Some(around)) => around,
                (name, around) => {
                    let leaves: Vec<u32> = tree.element(id).leaves.clone().collect();
                    let words = leaves.iter().map(|&leaf| words[leaf as usize]).sum();
                    Some(outline.add(OutlineNode {
                        name: text(name),
                        is_text: false,
                        parent: around.flatten(),
                        children: Vec::new(),
                        leaves,
                        words,
                    }))
                }
            });
        }
        let end = u32::try_from(tree.leaves().len()).expect("a page is shorter than 4 GiB");
        outline.add_texts(tree, &nodes, &mut leaf, end, &words);
        for node in 0..outline.nodes.len() {
            if outline.nodes[node].children.iter().all(|&child| outline.nodes[child].is_text) {
                outline.nodes[node].children.clear();
            }
        }
        outline
    }

    fn add(&mut self, node: OutlineNode) -> Node {
        let number = self.nodes.len();
        if let Some(parent) = node.parent {
            self.nodes[parent].children.push(number);
        }
        self.nodes.push(node);
        number
    }

    /// Adds the leaves up to one, those that follow one another in one element as one text.
    fn add_texts(&mut self, tree: &Tree, nodes: &[Option<Node>], leaf: &mut u32, end: u32, words: &[f64]) {
        while *leaf < end {
            if let Some(parent) = nodes[tree.leaves()[*leaf as usize].parent.index()] {
                let last =
                    self.nodes[parent].children.last().copied().filter(|&last| self.nodes[last].is_text);
                let text = last.unwrap_or_else(|| {
                    self.add(OutlineNode {
                        name: BASIS,
                        is_text: true,
                        parent: Some(parent),
                        children: Vec::new(),
                        leaves: Vec::new(),
                        words: 0.0,
                    })
                });
                self.nodes[text].leaves.push(*leaf);
                self.nodes[text].words += words[*leaf as usize];
            }
            *leaf += 1;
        }
    }

    /// The elements below one, level by level; it alone is the first.
    #[must_use]
    pub fn levels(&self, from: Node) -> Vec<Vec<Node>> {
        let below = |level: &Vec<Node>| -> Option<Vec<Node>> {
            let below: Vec<Node> =
                level.iter().flat_map(|&node| &self.nodes[node].children).copied().collect();
            (!below.is_empty()).then_some(below)
        };
        std::iter::successors(Some(vec![from]), below).collect()
    }

    /// The words of all texts in an element.
    #[must_use]
    pub fn words(&self, node: Node) -> f64 {
        self.nodes[node].words
    }

    /// The numbers in the tree of the leaves in elements.
    #[must_use]
    pub fn leaves(&self, nodes: &[Node]) -> Vec<u32> {
        nodes.iter().flat_map(|&node| &self.nodes[node].leaves).copied().collect()
    }
}

/// A repeated phrase of XPaths.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pattern {
    /// The XPaths as numbers.
    pub phrase: Vec<u64>,
    /// How often it stands on its level, without overlaps.
    pub repetitions: usize,
    /// The elements of the level.
    pub level: Vec<Node>,
}

/// A page with all that was found on the way to its posts.
#[derive(Clone, Debug)]
pub struct Cut {
    /// The page as the method sees it.
    pub outline: Outline,
    /// The main element.
    pub main: Node,
    /// What repeats below it; `None` if nothing does.
    pub pattern: Option<Pattern>,
    /// What matches the pattern.
    pub matches: Vec<Vec<Node>>,
    /// The posts, each one element or several.
    pub posts: Vec<Vec<Node>>,
}

impl Cut {
    fn new(outline: Outline, main: Node) -> Self {
        let levels = outline.levels(main);
        let paths = paths(&outline, main, &levels);
        let symbols = |nodes: &[Node]| -> Vec<u64> { nodes.iter().map(|node| paths[node]).collect() };
        let patterns = levels[1..].iter().map(|level| {
            let (phrase, repetitions) = longest_run(&symbols(level));
            Pattern { phrase, repetitions, level: level.clone() }
        });
        let pattern = patterns.rev().max_by_key(|pattern| pattern.repetitions);
        let pattern = pattern.filter(|pattern| pattern.repetitions >= 2);
        let matches = pattern.as_ref().map_or(Vec::new(), |pattern| matches(&outline, pattern, symbols));
        let posts = joined(&outline, main, matches.clone());
        Cut { outline, main, pattern, matches, posts }
    }

    /// The posts with all their texts.
    #[must_use]
    pub fn texts(&self, source: &str, tree: &Tree) -> Vec<Post> {
        let post = |nodes: &Vec<Node>| {
            let leaves = self.outline.leaves(nodes);
            let spans: Vec<Span> = leaves.iter().map(|&leaf| tree.leaves()[leaf as usize].span).collect();
            let span = match (spans.first(), spans.last()) {
                (Some(first), Some(last)) => Span { start: first.start, end: last.end },
                _ => Span::default(),
            };
            Post { text: lines(source, &spans), author: None, date: None, depth: 0, span, body: span }
        };
        self.posts.iter().map(post).collect()
    }
}

/// The XPath of each element below another one, as a number.
fn paths(outline: &Outline, main: Node, levels: &[Vec<Node>]) -> HashMap<Node, u64> {
    let mut paths = HashMap::from([(main, BASIS)]);
    for &node in levels.iter().flatten() {
        for &child in &outline.nodes[node].children {
            paths.insert(child, spread(mix(paths[&node], outline.nodes[child].name)));
        }
    }
    paths
}

/// The LZW phrase with the most repetitions; of those the longest, and the first.
fn longest_run(symbols: &[u64]) -> (Vec<u64>, usize) {
    let phrases = phrases(symbols);
    let counted = phrases.into_iter().map(|phrase| (repetitions(symbols, phrase), phrase));
    let best = counted.rev().max_by_key(|&(repetitions, phrase)| (repetitions, phrase.len()));
    best.map_or((Vec::new(), 0), |(repetitions, phrase)| (phrase.to_vec(), repetitions))
}

/// The phrases that LZW writes, each once, in their order.
fn phrases(symbols: &[u64]) -> Vec<&[u64]> {
    let mut known: HashSet<&[u64]> = symbols.chunks(1).collect();
    let mut written = HashSet::new();
    let mut phrases = Vec::new();
    let mut start = 0;
    for end in 1..=symbols.len() {
        let is_last = end == symbols.len();
        if is_last || !known.contains(&symbols[start..=end]) {
            let phrase = &symbols[start..end];
            if written.insert(phrase) {
                phrases.push(phrase);
            }
            if !is_last {
                known.insert(&symbols[start..=end]);
            }
            start = end;
        }
    }
    phrases
}

/// How often a phrase stands in a sequence, from the left, without overlaps.
fn repetitions(symbols: &[u64], phrase: &[u64]) -> usize {
    places(symbols, phrase).len()
}

fn places(symbols: &[u64], phrase: &[u64]) -> Vec<usize> {
    let (mut places, mut at) = (Vec::new(), 0);
    while at + phrase.len() <= symbols.len() {
        if symbols[at..].starts_with(phrase) {
            places.push(at);
            at += phrase.len();
        } else {
            at += 1;
        }
    }
    places
}

/// The elements that match a pattern within one parent, or without regard to parents if none does.
fn matches(outline: &Outline, pattern: &Pattern, symbols: impl Fn(&[Node]) -> Vec<u64>) -> Vec<Vec<Node>> {
    let Pattern { phrase, level, .. } = pattern;
    let found = |nodes: &[Node]| -> Vec<Vec<Node>> {
        let place = |at: usize| nodes[at..at + phrase.len()].to_vec();
        places(&symbols(nodes), phrase).into_iter().map(place).collect()
    };
    // The children of one parent follow one another on a level.
    let of_parents = level.chunk_by(|&one, &other| outline.nodes[one].parent == outline.nodes[other].parent);
    let within: Vec<Vec<Node>> = of_parents.flat_map(found).collect();
    if within.is_empty() { found(level) } else { within }
}

/// Goes up from posts to their parents while these are fewer and divide them.
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
        if parents.len() < 2 || posts.len() % parents.len() != 0 || leaves_main {
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
    fn a_text_beside_elements_is_an_element_and_a_line_break_is_none() {
        let page = "<div>a<br>b <a>left out</a><hr>c</div><p>d</p>";
        let outline = Outline::new(page, &Tree::new(page));
        let lens: Vec<usize> = outline.levels(Outline::ROOT).iter().map(Vec::len).collect();
        // The root; div and p; text, hr, text: the text of p is all that p holds.
        assert_eq!(lens, [1, 2, 3]);
    }

    #[test]
    fn the_phrase_is_the_one_with_the_most_repetitions() {
        assert_eq!(longest_run(&[1, 2, 1, 2, 1, 2, 1, 2]), (vec![1, 2], 4));
        assert_eq!(longest_run(&[3, 1, 1, 1]), (vec![1], 3));
        assert_eq!(longest_run(&[]), (vec![], 0));
    }

    #[test]
    fn posts_parted_by_lines_are_the_texts_between() {
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
    fn pages_without_anything_have_no_posts() {
        assert_eq!(cut(&["", "a", "<p>a"]), [[""; 0]; 3]);
    }
}

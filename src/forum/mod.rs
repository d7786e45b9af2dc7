//! Threads cut into their posts: forums, boards, questions with answers, comments.
//!
//! In: the pages of one site, or of several; one page is enough, more of the site make it surer. Out: for every page its
//! [`Post`]s in order.
//!
//! * Pages that share a template are looked at together, each such set by itself.
//! * A text that one page alone has is what somebody wrote; short ones and links tell little (`text`), lists of other
//!   threads nothing (`teaser`).
//! * The posts are those like elements, or runs of siblings, that cover what was written and repeat one template around it;
//!   how much each figure counts is fitted (`repeat::thread`, `src/repeat/weights/posts.txt`).
//! * In a post the place that holds what was written and little else is its body (`body`); labels and dates at the edges
//!   of it that every post has are none of it (`trim`).
//! * What a thread begins with may stand apart from the answers, with a body like theirs (`first`) or signed as they are
//!   (`opening`).
//! * Author and date are texts beside the body that every post has (`sign`).
//!
//! No word of any language and no name of a site is known. Time is near linear in the pages: of all candidates a dozen are
//! looked at closely.
//!
//! The method as published is in [`paper`].

mod body;
mod first;
mod join;
mod opening;
mod page;
pub mod paper;
mod sign;
mod teaser;
mod text;
mod trim;

pub use self::join::{Turn, join};

use self::page::{Page, Read};
use crate::document::Document;
use crate::page::{ElementId, lines};
use crate::progress::{self, Counted};
use crate::repeat::thread::{Candidate, Choice, Part, candidates, choices, ranked};
use crate::repeat::{Border, Evidence, Weights};
use crate::token::Span;
use rayon::prelude::*;
use std::ops::Range;

/// A contribution to a thread.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Post {
    /// What it says; lines are kept.
    pub text: String,
    /// Who wrote it, where the structure tells it.
    pub author: Option<String>,
    /// When, as written, without the signs around it.
    pub date: Option<String>,
    /// How many posts it is nested in: 0 for a post that answers the thread.
    pub depth: u32,
    /// Where it stands, with all around it that belongs to it.
    pub span: Span,
    /// Where its text stands, with the markup around it that holds nothing else.
    pub body: Span,
}

/// The posts of pages, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Threads {
    /// Of each page, in document order.
    pub pages: Vec<Vec<Post>>,
    /// Which pages share a template; what they have in common was found for each set by itself.
    pub sets: Vec<Set>,
}

/// Pages that share a template.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    /// Their numbers.
    pub pages: Vec<usize>,
    /// The candidates that came into question, the best first: the posts are the first one's.
    pub candidates: Vec<Ranked>,
}

/// The posts that a candidate would be.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// What speaks for it.
    pub evidence: Evidence,
    /// Of each page of the set.
    pub posts: Vec<Vec<Post>>,
}

/// A candidate with what speaks for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The way to the head of its first record.
    pub way: String,
    /// Where its records end.
    pub border: Border,
    /// How many records it has on all pages.
    pub records: usize,
    /// What speaks for it.
    pub evidence: Evidence,
    /// The weighted sum of the evidence, higher is better.
    pub score: f64,
}

/// The posts of each page.
///
/// ```
/// use katagami::document::Document;
///
/// let post = |name, day, said| format!("<li><a href=u>{name}</a> <i>{day} May 2020, 10:0{day}</i><p>{said}</p></li>");
/// let page = ["<h1>Rain</h1><ol>".to_owned(),
///             post("Ann", 1, "The river rose all night, and in the morning the bridge was gone."),
///             post("Bob", 2, "Here nobody knew of it until the letter lay on the table."),
///             post("Cy", 3, "It is raining again while I write this down.")].concat();
/// let threads = katagami::forum::threads(&[Document::new("page", page)]);
/// let posts = &threads.pages[0];
/// assert_eq!(posts.len(), 3);
/// assert_eq!(posts[1].text, "Here nobody knew of it until the letter lay on the table.");
/// assert_eq!(posts[1].author.as_deref(), Some("Bob"));
/// assert_eq!(posts[1].date.as_deref(), Some("2 May 2020, 10:02"));
/// ```
#[must_use]
pub fn threads(documents: &[Document]) -> Threads {
    let mut threads = Threads { pages: vec![Vec::new(); documents.len()], sets: Vec::new() };
    for (set, (posts, candidates)) in each_set(documents, of_set) {
        for (&number, posts) in set.iter().zip(posts) {
            threads.pages[number] = posts;
        }
        threads.sets.push(Set { pages: set, candidates });
    }
    threads
}

/// What is found out about the pages of each set, by their numbers.
fn each_set<T: Send>(documents: &[Document], of_set: fn(Vec<Read>) -> T) -> Vec<(Vec<usize>, T)> {
    let read: Vec<Read> = documents.par_iter().counted().map(|document| Read::new(document.text())).collect();
    let sets = page::sets(&read);
    let mut read: Vec<Option<Read>> = read.into_iter().map(Some).collect();
    let mut take = |&number: &usize| read[number].take().expect("a page is of one set");
    let pages: Vec<Vec<Read>> = sets.iter().map(|set| set.iter().map(&mut take).collect()).collect();
    let found: Vec<T> = progress::each_set(pages, Vec::len, of_set);
    sets.into_iter().zip(found).collect()
}

/// Candidates that cover less than a quarter of what the best one covers are left: a dozen remain of hundreds.
const PRUNE: f64 = 0.25;

/// Pages that share a template, and what may be their posts, the best first.
fn choices_of(read: Vec<Read>) -> (Vec<Page>, Vec<Choice>) {
    let mut pages = Page::of_set(read);
    let candidates = candidates(&pages);
    teaser::silence_teasers(&mut pages, &candidates);
    let choices = ranked(choices(&pages, candidates, PRUNE), Weights::posts());
    (pages, choices)
}

/// The posts of pages that share a template, and what else came into question.
fn of_set(read: Vec<Read>) -> (Vec<Vec<Post>>, Vec<Ranked>) {
    let (pages, choices) = choices_of(read);
    let found = match choices.first() {
        Some(choice) => posts(&pages, &choice.candidate),
        None => vec![Vec::new(); pages.len()],
    };
    (found, choices.iter().map(|choice| describe(choice, &pages)).collect())
}

/// What each candidate of each set would be: what weights are fitted on.
#[must_use]
pub fn trials(documents: &[Document]) -> Vec<(Vec<usize>, Vec<Trial>)> {
    each_set(documents, |read| {
        let (pages, choices) = choices_of(read);
        let trial =
            |Choice { candidate, evidence, .. }: Choice| Trial { evidence, posts: posts(&pages, &candidate) };
        choices.into_iter().map(trial).collect()
    })
}

/// The posts that a candidate's records are.
fn posts(pages: &[Page], candidate: &Candidate) -> Vec<Vec<Post>> {
    let (mut records, mut bodies) = with_bodies(pages, &candidate.parts);
    let mut texts = trim::trim(pages, &bodies);
    let mut first = first::first_posts(pages, &candidate.parts, &bodies);
    if first.is_empty() {
        first = opening::opening_posts(pages, &records, &texts);
    }
    if !first.is_empty() {
        records.extend(first.iter().cloned());
        bodies.extend(first);
        texts = trim::trim(pages, &bodies);
    }
    // What is left out of a body of a few words may be all that it says; a record that is all body has a frame to leave out.
    for ((text, body), record) in texts.iter_mut().zip(&bodies).zip(&records) {
        let is_within = record.record.head != body.record.head;
        if is_within && body.of(pages).words(text) == 0.0 && body.weight(pages) > 0.0 {
            text.clone_from(&body.record.leaves);
        }
    }
    let signatures = sign::signatures(pages, &records, &texts);
    let depth = |part: &Part| part.of(pages).tree.element(part.record.head).depth;
    let mut depths: Vec<u32> = records.iter().map(depth).collect();
    depths.sort_unstable();
    depths.dedup();
    let mut posts: Vec<(usize, u32, Post)> = Vec::with_capacity(records.len());
    for (((part, body), leaves), signature) in records.iter().zip(&bodies).zip(texts).zip(signatures) {
        let page = part.of(pages);
        let line = |leaf: u32| page.tree.leaves()[leaf as usize].text.to_string();
        let level = depths.partition_point(|&other| other < depth(part));
        let post = Post {
            text: page.text(&leaves),
            author: signature.author.map(line),
            date: signature.date.map(line).map(|date| without_signs(&date).to_owned()),
            depth: u32::try_from(level).expect("a path is short"),
            span: page.span(part),
            body: page.span_of(body, &leaves),
        };
        posts.push((part.page, part.record.leaves.start, post));
    }
    posts.sort_by_key(|&(page, leaf, _)| (page, leaf));
    let mut by_page = vec![Vec::new(); pages.len()];
    for (page, _, post) in posts {
        by_page[page].push(post);
    }
    by_page
}

/// A text from its first letter or digit to its last: boards write `» 5 May 2020,` and `(5.5.2020)`.
fn without_signs(text: &str) -> &str {
    text.trim_matches(|char: char| !char.is_alphanumeric())
}

/// The records that are posts, and the body of each. A record without the place of the others' bodies is all body, or no
/// post if it says nothing of its own.
fn with_bodies(pages: &[Page], parts: &[Part]) -> (Vec<Part>, Vec<Part>) {
    let Some(found) = body::bodies(pages, parts) else { return (parts.to_vec(), parts.to_vec()) };
    let both = parts.iter().zip(found).filter_map(|(part, body)| match body {
        Some(at) => Some((part.clone(), Part::element(pages, at))),
        None => (part.weight(pages) > 0.0).then(|| (part.clone(), part.clone())),
    });
    both.unzip()
}

impl Page<'_> {
    fn text(&self, leaves: &Range<u32>) -> String {
        let spans: Vec<Span> = leaves.clone().map(|leaf| self.tree.leaves()[leaf as usize].span).collect();
        lines(self.source, &spans)
    }

    /// From the first of some leaves of a part to behind the last, with the elements of the part that hold no others.
    fn span_of(&self, part: &Part, leaves: &Range<u32>) -> Span {
        let outermost = |leaf: u32| {
            let leaf = &self.tree.leaves()[leaf as usize];
            let parent = |&id: &ElementId| self.tree.element(id).parent;
            let holds_these = |id: &ElementId| {
                let own = self.leaves(*id);
                part.record.holds(*id) && own.start >= leaves.start && own.end <= leaves.end
            };
            let around = std::iter::successors(Some(leaf.parent), parent).take_while(holds_these);
            around.last().map_or(leaf.span, |id| self.tree.element(id).span)
        };
        if leaves.is_empty() {
            return Span::default();
        }
        Span { start: outermost(leaves.start).start, end: outermost(leaves.end - 1).end }
    }

    /// The bytes of a record, and of the texts before its first element.
    fn span(&self, part: &Part) -> Span {
        let Span { start, end } = part.record.span(&self.tree);
        let first = part.record.leaves(&self.tree).first().map_or(start, |leaf| leaf.span.start);
        Span { start: start.min(first), end }
    }
}

fn describe(choice: &Choice, pages: &[Page]) -> Ranked {
    let Choice { candidate, evidence, score } = choice;
    let first = &candidate.parts[0];
    let tree = &first.of(pages).tree;
    let around = std::iter::successors(Some(first.record.head), |&id: &ElementId| tree.element(id).parent);
    let mut steps: Vec<String> = around.map(|id| tree.label(id)).collect();
    steps.reverse();
    Ranked {
        way: steps.join("/"),
        border: candidate.key.border,
        records: candidate.parts.len(),
        evidence: *evidence,
        score: *score,
    }
}

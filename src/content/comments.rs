//! Where the comments are, and where one ends and the next begins.
//!
//! In: the pages of a template, weighed. Out: what tells their comments, and for each page the pieces of each comment.
//!
//! ```text
//! <li>Ann, 1 May 10:12 <p>I agree</li> <li>..</li>        each element is a comment
//! <dt>Ann, 1 May 10:12 <dd>I agree  <dt>.. <dd>..         a comment goes on to the next head
//! <h2>Comments <p>I agree <p>Ann, 1 May 10:12 <p>..       or begins behind the foot of the one before
//! ```
//!
//! Comments are records as posts are ([`thread`](crate::repeat::thread)): like elements, or runs of siblings, that say what
//! one page alone has and repeat one template. Which candidate they are is told by [features](features) and weights of their
//! own; where none that dates or numbers mark scores above zero there are no comments. [Answers](reply) within them are
//! comments as well. Everything is computed over the pages of a template, so that a page with one comment or none is read like
//! the others.
//!
//! Cost: that of the candidates, near linear; pages are read in linear time.

mod features;
mod outline;
mod reply;
mod trial;

pub use self::trial::{Trial, trials};

use self::outline::{Labels, outline};
use self::reply::replies;
use super::piece::Page;
use crate::page::Slots;
use crate::progress::Counted;
use crate::repeat::thread::{Candidate, Choice, Finder, Outline, candidates, compare, covering, ranked};
use crate::repeat::{Record, Weights};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Where the comments of a set are.
#[derive(Clone, Debug)]
pub(super) struct Comments {
    labels: Labels,
    /// What tells them; none where the set has no comments.
    finder: Option<Finder>,
}

/// A candidate that covers less than 0.002 of what the best one covers is none: comments are short beside an article.
const LEAST: f64 = 0.002;

/// Half of the comments have a date, or a number of their own: the sessions of courses are as alike, and have none. Without
/// it pages lose 0.005, page-single gains 0.004, blogs are the same: tools/sweep.py src/content/comments.rs MARKED 0.0 -- pages
/// page-single blogs.
const MARKED: f64 = 0.5;

/// A text of a comment that more than two pages have is the template's.
const SAID_ON: u32 = 2;

/// A comment of a page.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub(super) pieces: Vec<usize>,
    /// How many comments it stands in.
    pub(super) depth: u32,
}

impl Comments {
    /// Finds out where they are, and marks their pieces.
    pub(super) fn learn(pages: &mut [&mut Page], slots: &Slots) -> Self {
        let shared: Vec<&Page> = pages.iter().map(|page| &**page).collect();
        let labels = Labels::learn(&shared);
        let outlines = outlines(&shared, slots, &labels);
        let best = best_of(&shared, &outlines);
        let finder = best.map(|choice| Finder::new(&outlines.iter().collect::<Vec<_>>(), &choice.candidate));
        let comments = Comments { labels, finder };
        for (page, outline) in pages.iter_mut().zip(&outlines) {
            comments.mark(page, outline);
        }
        comments
    }

    /// Marks the pieces of comments, and returns the comments.
    pub(super) fn read(&self, page: &mut Page, slots: &Slots) -> Vec<Said> {
        let outline = self.finder.as_ref().map(|_| outline(page, slots, &self.labels));
        self.mark(page, &outline.unwrap_or_default())
    }

    fn mark(&self, page: &mut Page, outline: &Outline) -> Vec<Said> {
        page.pieces.iter_mut().for_each(|piece| piece.comment = false);
        let Some(finder) = &self.finder else { return Vec::new() };
        let mut records = finder.records(outline);
        let replies: Vec<Record> = records.iter().flat_map(|record| replies(outline, record)).collect();
        records.extend(replies);
        let records: Vec<Range<usize>> =
            records.iter().map(pieces).filter(|of| !page.is_headed(of)).collect();
        for record in &records {
            page.pieces[record.clone()].iter_mut().for_each(|piece| piece.comment = true);
        }
        said(page, records)
    }
}

/// The pages as candidates are looked for in them.
fn outlines(pages: &[&Page], slots: &Slots, labels: &Labels) -> Vec<Outline> {
    pages.par_iter().counted().map(|page| outline(page, slots, labels)).collect()
}

/// The comments, if there are any. Comparison with the other candidates only lowers scores, so candidates without marks are measured only
/// if one with marks has a positive score by itself.
fn best_of(pages: &[&Page], outlines: &[Outline]) -> Option<Choice> {
    let shared: Vec<&Outline> = outlines.iter().collect();
    let choice = |(number, candidate)| Some((number, measured(&shared, pages, candidate)?));
    let covering = covering(&shared, candidates(&shared), LEAST).into_iter().enumerate();
    let (marked, others): (Vec<_>, Vec<_>) =
        covering.partition(|(_, candidate)| features::has_marks(pages, candidate));
    let mut found: Vec<(usize, Choice)> = marked.into_par_iter().counted().filter_map(choice).collect();
    let is_marked = |choice: &Choice| choice.evidence.marked >= MARKED;
    let score = |choice: &Choice| Weights::comments().score(&choice.evidence);
    if !found.iter().any(|(_, choice)| is_marked(choice) && score(choice) > 0.0) {
        return None;
    }
    found.par_extend(others.into_par_iter().counted().filter_map(choice));
    found.sort_by_key(|(number, _)| *number);
    let choices = found.into_iter().map(|(_, choice)| choice).collect();
    compared(choices).into_iter().find(|choice| choice.score > 0.0 && is_marked(choice))
}

/// The candidates, the best first.
fn candidates_of(pages: &[&Page], outlines: &[Outline]) -> Vec<Choice> {
    let shared: Vec<&Outline> = outlines.iter().collect();
    let covering = covering(&shared, candidates(&shared), LEAST);
    compared(covering.into_par_iter().filter_map(|candidate| measured(&shared, pages, candidate)).collect())
}

/// A candidate with the features that need no other one.
fn measured(outlines: &[&Outline], pages: &[&Page], candidate: Candidate) -> Option<Choice> {
    let mut choice = Choice::new(outlines, candidate)?;
    features::add(&mut choice.evidence, pages, &choice.candidate);
    Some(choice)
}

/// Candidates with the features that compare them, the best first.
fn compared(mut choices: Vec<Choice>) -> Vec<Choice> {
    compare(&mut choices);
    ranked(choices, Weights::comments())
}

/// The pieces of a record: they are the leaves of the outline.
fn pieces(record: &Record) -> Range<usize> {
    record.leaves.start as usize..record.leaves.end as usize
}

/// The comments. A piece is of the innermost one: replies stand in what they reply to.
fn said(page: &Page, mut records: Vec<Range<usize>>) -> Vec<Said> {
    records.sort_by_key(|record| (record.start, std::cmp::Reverse(record.end)));
    records.dedup();
    let mut owners: BTreeMap<usize, usize> = BTreeMap::new();
    for (owner, record) in records.iter().enumerate() {
        owners.extend(record.clone().map(|piece| (piece, owner)));
    }
    let mut comments = vec![Said::default(); records.len()];
    for (piece, owner) in owners {
        if page.pieces[piece].pages <= SAID_ON {
            comments[owner].pieces.push(piece);
        }
    }
    let speaks = |&piece: &usize| page.pieces[piece].unlinked() > 0.0 && !page.pieces[piece].is_dated();
    // The comments that are not over yet, by where they end.
    let mut around: Vec<usize> = Vec::new();
    let mut said = Vec::new();
    for (record, mut comment) in records.into_iter().zip(comments) {
        if comment.pieces.iter().any(speaks) {
            while around.last().is_some_and(|&end| end <= record.start) {
                around.pop();
            }
            comment.depth = u32::try_from(around.len()).expect("fewer comments than bytes");
            around.push(record.end);
            said.push(comment);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::sentence;
    use crate::document::Document;

    /// The comments of pages with one to four of them, in one element with the article, each as `comment` writes it.
    fn said(comment: impl Fn(usize) -> String) -> Vec<Vec<String>> {
        let page = |number: usize| {
            let article: String =
                (0..5).flat_map(|at| ["<p>".to_owned(), sentence(number * 5 + at)]).collect();
            let comments: String = (0..=number % 4).map(|at| comment(number * 10 + at)).collect();
            let page = format!(
                "<title>Day {number}</title><body><ul><li><a href=/>Home</a></ul><div><h1>Day {number} in town</h1>{article}\
                 <h2>Comments</h2>{comments}<h2>Write one</h2></div>"
            );
            Document::new(format!("{number}"), page)
        };
        let pages: Vec<Document> = (1..9).map(page).collect();
        let texts = |content: crate::content::Content| {
            let lines = |comment: crate::content::Comment| {
                comment.text.into_iter().map(|text| text.text).collect::<Vec<_>>().join("|")
            };
            content.comments.into_iter().map(lines).collect()
        };
        contents(&pages).into_iter().map(texts).collect()
    }

    #[test]
    fn comments_below_a_label_end_with_who_said_them() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let found = said(|number| format!("<p>{}<p>{}", sentence(100 + number), by(number)));
        let expected = |number: usize| format!("{}|{}", sentence(100 + number), by(number));
        assert_eq!(found[1], [20, 21, 22].map(expected));
        assert_eq!(found[3], [expected(40)]);
    }

    #[test]
    fn a_page_with_one_comment_of_two_rows_has_both() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let found = said(|number| format!("<dt>{}<dd>{}", by(number), sentence(100 + number)));
        let expected = |number: usize| format!("{}|{}", by(number), sentence(100 + number));
        assert_eq!(found[0], [10, 11].map(expected));
        assert_eq!(found[3], [expected(40)]);
    }

    #[test]
    fn an_answer_within_a_comment_is_a_comment_of_its_own() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let comment = |number: usize| format!("<div>{}</div><p>{}</p>", by(number), sentence(100 + number));
        let found = said(|number| {
            let answer = format!("<ul><li>{}</ul>", comment(500 + number));
            format!("<li>{}{}</li>", comment(number), if number % 2 == 0 { &answer } else { "" })
        });
        let expected = |number: usize| format!("{}|{}", by(number), sentence(100 + number));
        assert_eq!(found[1], [20, 520, 21, 22, 522].map(expected));
        assert_eq!(found[3], [40, 540].map(expected));
    }

    #[test]
    fn dated_news_beside_an_article_are_no_comments() {
        let found = said(|number| {
            format!("<h3>{number} May 2020</h3><ul><li><a href=/{number}>{}</a></ul>", sentence(100 + number))
        });
        assert!(found.iter().all(Vec::is_empty), "{found:?}");
    }
}

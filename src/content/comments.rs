//! Finding the comments of pages, and the boundaries between them.
//!
//! In: the weighed pages of a cluster. Out: the position of comments in the template ([`Comments`]), and for each page
//! the blocks of each comment.
//!
//! ```text
//! <li>Ann, 1 May 10:12 <p>I agree</li> <li>..</li>        each element is a comment
//! <dt>Ann, 1 May 10:12 <dd>I agree  <dt>.. <dd>..         a comment is a run of siblings up to the next head
//! <h2>Comments <p>I agree <p>Ann, 1 May 10:12 <p>..       or a run that ends with its foot
//! ```
//!
//! Comments are records like the posts of a [`thread`](crate::repeat::thread): similar elements, or runs of siblings,
//! with texts that only one page has, in markup that repeats. Each candidate gets [features](features), and the
//! comments are the candidate with the highest weighted sum. If it is not positive, the pages with the best
//! candidate that has dates and is not on all pages are asked by themselves; if it is not there either, the same with each line as an
//! element, for comments that only line breaks divide; then there are no comments.
//! [Replies](reply) inside a comment are comments as well. Candidates are computed per page cluster, so that a page with
//! one comment or none is read like the others.
//!
//! Cost: near linear for building and measuring the candidates, linear for reading a page.

mod features;
mod outline;
mod reply;

pub(super) use self::outline::Labels;
pub(super) use super::piece::CommentBlocks;

use self::outline::{has_dated_lines, outline};
use self::reply::replies;

use super::piece::{Page, TextBlock};
use crate::page::{Slots, number};
use crate::progress::Counted;
use crate::repeat::thread::{Choice, Finder, Outline, Part, candidates, covering, ranked};
use crate::repeat::{Evidence, Record, Weights};
use hashbrown::HashSet;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The position of the comments in a template.
#[derive(Clone, Debug)]
pub(super) struct Comments {
    pub(super) labels: Labels,
    /// Whether they have no elements of their own.
    pub(super) with_lines: bool,
    /// Whether what is found are summaries of other pages: no comments, but no main text either.
    pub(super) are_teasers: bool,
    /// Finds the comments on a page; `None` if the template has no comments.
    pub(super) finder: Option<Finder>,
    /// Why they are the comments, if they were chosen among others.
    pub(super) basis: Option<Arc<CommentBasis>>,
}

/// What the choice of the comments of a template rests on.
#[derive(Clone, Debug, PartialEq)]
pub struct CommentBasis {
    /// The path of the first text of the first of them, with the ids and classes that the pages share.
    pub path: String,
    /// Their number on the pages of the template, without answers inside them.
    pub comments: usize,
    /// The number of pages that have some.
    pub pages: usize,
    /// How probable they are, also against the answer that there are none.
    pub probability: f64,
    /// Their features.
    pub evidence: Evidence,
    /// The features of the next candidate.
    pub next: Option<Evidence>,
}

/// Candidates that cover less than this share of what the best one covers are dropped. The share is small because comments are short
/// compared with an article.
const LEAST: f64 = 0.002;

/// The score of the answer that there are no comments: it has no features.
const NONE: f64 = 0.0;

/// More than this share of a page's text is most of it.
const HALF: f64 = 0.5;

/// Largest number of pages that may have a text of a comment. A text on more pages belongs to the template.
const SAID_ON: u32 = 2;

impl Comments {
    /// Finds the position of the comments, and marks their blocks on the pages. Returns the comments of each page, too.
    pub(super) fn learn(pages: &mut [&mut Page], slots: &Slots) -> (Self, Vec<Vec<CommentBlocks>>) {
        let shared: Vec<&Page> = pages.iter().map(|page| &**page).collect();
        let labels = Labels::learn(&shared);
        let mut with_lines = false;
        let mut shapes = outlines(&shared, slots, &labels, with_lines);
        let mut chosen = Chosen::of(&shared, &shapes, with_lines);
        if chosen.is_none() && shared.iter().any(|page| has_dated_lines(page)) {
            let lined = outlines(&shared, slots, &labels, true);
            chosen = Chosen::of(&shared, &lined, true);
            if chosen.is_some() {
                (shapes, with_lines) = (lined, true);
            }
        }
        let are_teasers = chosen.as_ref().is_some_and(|chosen| chosen.are_teasers(&shared));
        // Summaries that are most of the text are what the pages are about: a list.
        let chosen = chosen.filter(|chosen| !are_teasers || chosen.choices[0].evidence.coverage < HALF.ln());
        let (finder, basis) = chosen.map(|chosen| chosen.read(&shared, &shapes, slots)).unzip();
        let basis = basis.filter(|_| !are_teasers);
        let comments = Comments { labels, with_lines, are_teasers, finder, basis };
        let found =
            pages.iter_mut().zip(&shapes).map(|(page, outline)| comments.mark(page, outline)).collect();
        (comments, found)
    }

    /// Marks the blocks of comments on a page, and returns the comments.
    pub(super) fn read(&self, page: &mut Page, slots: &Slots) -> Vec<CommentBlocks> {
        let outline = self.finder.as_ref().map(|_| outline(page, slots, &self.labels, self.with_lines));
        self.mark(page, &outline.unwrap_or_default())
    }

    fn mark(&self, page: &mut Page, outline: &Outline) -> Vec<CommentBlocks> {
        page.blocks.iter_mut().for_each(|block| block.comment = false);
        let Some(finder) = &self.finder else { return Vec::new() };
        let mut records = finder.records(outline);
        let replies: Vec<Record> = records.iter().flat_map(|record| replies(outline, record)).collect();
        records.extend(replies);
        let levels = records.iter().map(|record| outline.inclusive_ancestors(record.head).count());
        let mut records: Vec<(Range<usize>, usize)> = records.iter().map(blocks).zip(levels).collect();
        records.retain(|(of, _)| !page.is_headed(of));
        for (record, _) in &records {
            page.blocks[record.clone()].iter_mut().for_each(|block| block.comment = true);
        }
        if self.are_teasers { Vec::new() } else { comment_blocks(page, records) }
    }
}

/// The comments of some pages.
struct Chosen {
    /// The numbers of the pages that were asked.
    pages: Vec<usize>,
    /// The candidates, of which the first is chosen.
    choices: Vec<Choice>,
}

impl Chosen {
    /// None if no candidate is more probable than that there are none.
    fn of(pages: &[&Page], shapes: &[Outline], with_lines: bool) -> Option<Self> {
        let asked = |few: Vec<usize>, is_one: &dyn Fn(&Choice) -> bool| {
            let (pages, shapes): (Vec<&Page>, Vec<&Outline>) =
                few.iter().map(|&page| (pages[page], &shapes[page])).unzip();
            let mut choices = candidates_of(&pages, &shapes, with_lines);
            choices.retain(is_one);
            Chosen { pages: few, choices }
        };
        let is_found = |chosen: &Chosen| chosen.choices.first().is_some_and(|choice| choice.score > NONE);
        // Pages without comments are no evidence against those of a few pages. These must have dates: what few pages have below their
        // texts without a date is often a summary of another page. So must lines: any text has some.
        let is_dated = |choice: &Choice| choice.evidence.dated > 0.0;
        let all = asked((0..pages.len()).collect(), &|choice| !with_lines || is_dated(choice));
        if is_found(&all) {
            return Some(all);
        }
        let mut few = all.choices.iter().filter(|choice| is_dated(choice)).map(pages_of);
        let few = few.find(|few| few.len() < pages.len())?;
        Some(asked(few.into_iter().collect(), &is_dated)).filter(is_found)
    }

    fn are_teasers(&self, pages: &[&Page]) -> bool {
        let pages: Vec<&Page> = self.pages.iter().map(|&page| pages[page]).collect();
        features::are_teasers(&pages, &self.choices[0].candidate.parts)
    }

    fn read(&self, pages: &[&Page], shapes: &[Outline], slots: &Slots) -> (Finder, Arc<CommentBasis>) {
        let (pages, shapes): (Vec<&Page>, Vec<&Outline>) =
            self.pages.iter().map(|&page| (pages[page], &shapes[page])).unzip();
        let best = &self.choices[0];
        let basis = CommentBasis::new(best, self.choices.get(1), &pages, slots);
        (Finder::new(&shapes, &best.candidate), Arc::new(basis))
    }
}

impl CommentBasis {
    fn new(best: &Choice, next: Option<&Choice>, pages: &[&Page], slots: &Slots) -> Self {
        let parts = &best.candidate.parts;
        let block = &pages[parts[0].page].blocks[blocks(&parts[0].record).start];
        CommentBasis {
            path: slots.label(block.slot),
            comments: parts.len(),
            pages: pages_of(best).len(),
            probability: best.probability,
            evidence: best.evidence,
            next: next.map(|next| next.evidence),
        }
    }
}

/// The pages that have comments by a choice.
fn pages_of(choice: &Choice) -> BTreeSet<usize> {
    choice.candidate.parts.iter().map(|part| part.page).collect()
}

/// Returns the outlines of pages, in which candidates are searched.
pub(super) fn outlines(pages: &[&Page], slots: &Slots, labels: &Labels, with_lines: bool) -> Vec<Outline> {
    pages.par_iter().counted().map(|page| outline(page, slots, labels, with_lines)).collect()
}

/// Returns all candidates, best first.
pub(super) fn candidates_of(pages: &[&Page], outlines: &[&Outline], with_lines: bool) -> Vec<Choice> {
    let mut candidates = candidates(outlines, 1);
    // A date alone does not make a single text a comment: below articles are dates of many kinds.
    candidates
        .retain(|candidate| candidate.parts.len() > 1 || features::is_labelled(pages, &candidate.parts[0]));
    let mut choices = ranked(
        outlines,
        covering(outlines, candidates, LEAST),
        Weights::comments(),
        Some(NONE),
        |evidence, candidate| {
            features::add(evidence, pages, candidate, with_lines);
        },
    );
    // Halves of comments are known by what others are whole, so that these are as probable as their halves.
    if let Some(Choice { candidate, score, probability, .. }) = choices.first()
        && let Some(wholes) = joined(outlines, &candidate.parts)
        && let Some(at) = choices.iter().position(|choice| {
            let of_choice: HashSet<PageTexts> = page_texts(&choice.candidate.parts).collect();
            of_choice.len() == wholes.len() && wholes.iter().all(|whole| of_choice.contains(whole))
        })
    {
        let whole = Choice { score: *score, probability: *probability, ..choices[at].clone() };
        choices.remove(at);
        choices.insert(0, whole);
    }
    if let Some(best) = choices.first_mut() {
        best.candidate.set_in_phase(outlines);
    }
    choices
}

/// The number of a page, and some texts of it.
type PageTexts = (usize, Range<u32>);

/// The texts of each record.
fn page_texts(parts: &[Part]) -> impl Iterator<Item = PageTexts> {
    parts.iter().map(|part| (part.page, part.record.leaves.clone()))
}

/// The texts of each two of four records or more, if exactly one of them has a date: the signature of a comment, and what it says.
fn joined(outlines: &[&Outline], parts: &[Part]) -> Option<Vec<PageTexts>> {
    let is_dated = |part: &Part| part.of(outlines).is_dated(&part.record.leaves);
    let join = |pair: &[Part]| {
        let [one, other] = pair else { return None };
        let are_halves = one.page == other.page && is_dated(one) != is_dated(other);
        are_halves.then_some((one.page, one.record.leaves.start..other.record.leaves.end))
    };
    if parts.len() < 4 { None } else { parts.chunks(2).map(join).collect() }
}

/// Returns the blocks of a record: the leaves of the outline are the blocks of the page.
fn blocks(record: &Record) -> Range<usize> {
    record.leaves.start as usize..record.leaves.end as usize
}

/// Assigns blocks to comments, given with the number of elements around them. A block belongs to the innermost record around it, since
/// replies may be inside the comment that they reply to; a reply is in more elements than that comment. Records without unlinked text
/// besides dates are dropped.
fn comment_blocks(page: &Page, mut records: Vec<(Range<usize>, usize)>) -> Vec<CommentBlocks> {
    records.sort_by_key(|(record, level)| (record.start, std::cmp::Reverse(record.end), *level));
    records.dedup_by(|next, known| next.0 == known.0);
    let mut owners: BTreeMap<usize, usize> = BTreeMap::new();
    for (owner, (record, _)) in records.iter().enumerate() {
        owners.extend(record.clone().map(|block| (block, owner)));
    }
    let mut comments = vec![CommentBlocks::default(); records.len()];
    for (block, owner) in owners {
        comments[owner].all.push(block);
        if page.blocks[block].pages <= SAID_ON {
            comments[owner].blocks.push(block);
        }
    }
    // A record of one text says something even if a date is part of it.
    let speaks = |is_one: bool, block: &TextBlock| block.dates.speaks && (is_one || !block.is_dated());
    // The levels of the comments that the current one replies to.
    let mut above: Vec<usize> = Vec::new();
    let mut kept = Vec::new();
    for ((_, level), mut comment) in records.into_iter().zip(comments) {
        if comment.blocks.iter().any(|&block| speaks(comment.blocks.len() == 1, &page.blocks[block])) {
            while above.last().is_some_and(|&above| above >= level) {
                above.pop();
            }
            comment.depth = number(above.len());
            above.push(level);
            kept.push(comment);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use crate::content::contents;
    use crate::content::sentences::sentence;
    use crate::document::Document;

    /// The comments found on pages with one to four comments in the same element as the article. `comment` writes the
    /// markup of each.
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
    fn comments_may_end_with_their_author_line() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let found = said(|number| format!("<p>{}<p>{}", sentence(100 + number), by(number)));
        let expected = |number: usize| format!("{}|{}", sentence(100 + number), by(number));
        assert_eq!(found[1], [20, 21, 22].map(expected));
        assert_eq!(found[3], [expected(40)]);
    }

    #[test]
    fn comments_that_only_line_breaks_divide_begin_with_their_dates() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let found = said(|number| format!("{}<br>{}<br><br>", by(number), sentence(100 + number)));
        let expected = |number: usize| format!("{}\n{}", by(number), sentence(100 + number));
        assert_eq!(found[1], [20, 21, 22].map(expected));
    }

    #[test]
    fn summaries_of_other_pages_are_no_comments() {
        let title = |number: usize| {
            let title: Vec<String> = sentence(number).split(' ').take(5).map(str::to_owned).collect();
            format!("<a href=/{number}.html>{}</a>", title.join(" "))
        };
        let day = |number: usize| format!("{} May 2020", number % 28 + 1);
        let kinds: [&dyn Fn(usize) -> String; 2] = [
            &|number| format!("<p>{} {}<br>{}</p>", title(number), day(number), sentence(100 + number)),
            &|number| {
                let (title, day) = (title(number), day(number));
                format!("<div><h4>{title}</h4><small>{day}</small><p>{}</p></div>", sentence(100 + number))
            },
        ];
        for kind in kinds {
            assert!(said(kind).iter().all(Vec::is_empty));
        }
    }

    #[test]
    fn both_siblings_of_a_comment_are_found_on_a_page_with_one_comment() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let found = said(|number| format!("<dt>{}<dd>{}", by(number), sentence(100 + number)));
        let expected = |number: usize| format!("{}|{}", by(number), sentence(100 + number));
        assert_eq!(found[0], [10, 11].map(expected));
        assert_eq!(found[3], [expected(40)]);
    }

    #[test]
    fn a_reply_inside_a_comment_is_a_comment_of_its_own() {
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
    fn a_reply_in_a_list_behind_its_comment_is_one_level_deeper() {
        let by = |number: usize| format!("Reader {number}, {} May 2020, 10:{number}", number % 28 + 1);
        let comment = |number: usize, answers: &str| {
            let said = sentence(100 + number);
            format!("<li><article><p>{}<p>{said}</article>{answers}", by(number))
        };
        let page = |number: usize| {
            let article: String =
                (0..5).flat_map(|at| ["<p>".to_owned(), sentence(number * 5 + at)]).collect();
            let at = 10 * number;
            let answer = format!("<ul>{}</ul>", comment(at + 1, ""));
            let comments = [comment(at, &answer), comment(at + 2, ""), comment(at + 3, "")].concat();
            let page = format!(
                "<title>Day {number}</title><h1>Day {number} in town</h1>{article}<h2>Comments</h2><ol>{comments}</ol>"
            );
            Document::new(number.to_string(), page)
        };
        for content in contents(&(1..9).map(page).collect::<Vec<_>>()) {
            let depths: Vec<u32> = content.comments.iter().map(|comment| comment.depth).collect();
            assert_eq!(depths, [0, 1, 0, 0]);
        }
    }

    /// A page with an article of four paragraphs, and what is below it.
    fn day(number: usize, below: &str) -> Document {
        let article: String =
            (0..4).flat_map(|at| ["<p>".to_owned(), sentence(number * 5 + at), "</p>".to_owned()]).collect();
        let head = format!("<title>Day {number}</title><body><ul><li><a href=/>Home</a></ul>");
        let page = format!("{head}<div><h1>Day {number} in town</h1>{article}{below}</div>");
        Document::new(number.to_string(), page)
    }

    /// Checks that the comments of a blog with this many pages are found: those that `comments` gives for each page, each as its
    /// markup and its lines.
    fn check(pages: usize, comments: impl Fn(usize) -> Vec<(String, String)>) {
        let page = |number: usize| {
            let said: String = comments(number).into_iter().map(|(markup, _)| markup).collect();
            day(number, &if said.is_empty() { said } else { format!("<h3>Comments</h3>{said}") })
        };
        let documents: Vec<Document> = (0..pages).map(page).collect();
        for (number, content) in contents(&documents).into_iter().enumerate() {
            let lines = |comment: crate::content::Comment| {
                comment.text.into_iter().map(|text| text.text).collect::<Vec<_>>().join("|")
            };
            let found: Vec<String> = content.comments.into_iter().map(lines).collect();
            let expected: Vec<String> = comments(number).into_iter().map(|(_, lines)| lines).collect();
            assert_eq!(found, expected, "page {number}");
        }
    }

    /// This many comments on every n-th page, in an element with this tag, signed in a line of their own.
    fn every(nth: usize, count: usize, [open, close]: [&str; 2]) -> impl Fn(usize) -> Vec<(String, String)> {
        move |page| {
            let comment = |at: usize| {
                let (number, said) = (page * 10 + at, sentence(200 + page * 10 + at));
                let by = format!("Reader {number} @ 2024-01-{} 12:10", number % 28 + 1);
                (format!("{open}<p>{by}</p><p>{said}</p>{close}"), format!("{by}|{said}"))
            };
            if page.is_multiple_of(nth) { (0..count).map(comment).collect() } else { Vec::new() }
        }
    }

    #[test]
    fn two_comments_on_half_of_the_pages_are_found() {
        check(20, every(2, 2, ["<div class=comment>", "</div>"]));
        check(20, every(2, 2, ["<div>", "</div>"]));
        check(20, every(2, 2, ["<ol><li>", "</ol>"]));
    }

    #[test]
    fn two_comments_with_linked_names_and_links_to_reply_have_their_authors() {
        const FIRST: [&str; 5] = ["Ann", "Bo", "Cy", "Dee", "Eve"];
        const LAST: [&str; 4] = ["Lee", "Ray", "Oak", "Fir"];
        let author =
            |page: usize, at: usize| format!("{} {}", FIRST[(page + at) % 5], LAST[(page / 2 + at) % 4]);
        let page = |number: usize| {
            let comment = |at: usize| {
                let (by, said) = (author(number, at), sentence(200 + number * 10 + at));
                format!(
                    "<div class=comment><p><a href=/u/{number}{at}>{by}</a> @ 2024-01-{} 12:10</p><p>{said}</p>\
                     <p><a href=#r{number}{at}>Reply</a></p></div>",
                    number + 10 * at + 1
                )
            };
            let said: String = (0..if number.is_multiple_of(2) { 2 } else { 0 }).map(comment).collect();
            let article: String =
                (0..4).flat_map(|at| ["<p>".to_owned(), sentence(number * 5 + at)]).collect();
            let page = format!(
                "<title>Day {number}</title><h1>Day {number} in town</h1>{article}<h3>Comments</h3>{said}"
            );
            Document::new(number.to_string(), page)
        };
        for (number, content) in contents(&(0..20).map(page).collect::<Vec<_>>()).into_iter().enumerate() {
            let authors: Vec<Option<String>> =
                content.comments.into_iter().map(|comment| comment.author).collect();
            let known = if number.is_multiple_of(2) {
                vec![author(number, 0), author(number, 1)]
            } else {
                Vec::new()
            };
            assert_eq!(authors, known.into_iter().map(Some).collect::<Vec<_>>(), "page {number}");
        }
    }

    #[test]
    fn two_comments_on_a_tenth_of_the_pages_are_found() {
        check(20, every(10, 2, ["<div class=comment>", "</div>"]));
    }

    #[test]
    fn further_pages_without_comments_hide_none() {
        let said = |number: usize| {
            format!(
                "<blockquote>Reader {number} @ 2024-01-{:02}: {}</blockquote>",
                number % 28 + 1,
                sentence(500 + number)
            )
        };
        for (pages, count) in [(2, 12), (10, 2), (10, 12), (24, 6), (40, 12)] {
            let page = |number: usize| {
                let comments = if number == 1 { (0..count).map(said).collect() } else { String::new() };
                day(number, &comments)
            };
            let found = contents(&(0..pages).map(page).collect::<Vec<_>>());
            let found: Vec<usize> = found.iter().map(|content| content.comments.len()).collect();
            let known: Vec<usize> = (0..pages).map(|page| if page == 1 { count } else { 0 }).collect();
            assert_eq!(found, known, "{pages} pages");
        }
    }

    #[test]
    fn comments_with_neither_author_nor_date_are_found_below_their_heading() {
        let unsigned = |page: usize| {
            let comment = |at: usize| {
                let said = sentence(200 + page * 10 + at);
                (format!("<div>{said}</div>"), said)
            };
            if page.is_multiple_of(2) { (0..2 + page % 3).map(comment).collect() } else { Vec::new() }
        };
        check(20, unsigned);
    }

    #[test]
    fn one_comment_a_page_is_found() {
        check(20, every(2, 1, ["<div class=comment>", "</div>"]));
        check(20, every(1, 1, ["<div class=comment>", "</div>"]));
    }

    #[test]
    fn the_only_comment_of_a_blog_or_of_a_page_is_found() {
        check(20, every(20, 1, ["<div class=comment>", "</div>"]));
        check(1, every(1, 1, ["<div class=comment>", "</div>"]));
    }

    #[test]
    fn the_date_below_an_article_is_no_comment() {
        let article: String =
            (0..4).flat_map(|at| ["<p>".to_owned(), sentence(at), "</p>".to_owned()]).collect();
        let page =
            format!("<h1>A day in town</h1><div>{article}<p>Written by Ann Lee on 1 May 2020</p></div>");
        let content = contents(&[Document::new("1", page)]).remove(0);
        assert!(content.comments.is_empty(), "{:?}", content.comments);
    }

    #[test]
    fn comments_with_their_author_in_the_same_line_are_found() {
        check(20, |page| {
            let comment = |at: usize| {
                let text = format!("Ann @ 2024-01-{}: {}", page % 28 + 1, sentence(200 + page * 10 + at));
                (format!("<div class=comment><p>{text}</p></div>"), text)
            };
            if page % 2 == 0 { (0..2).map(comment).collect() } else { Vec::new() }
        });
    }

    #[test]
    fn dated_news_beside_an_article_are_not_comments() {
        let found = said(|number| {
            format!("<h3>{number} May 2020</h3><ul><li><a href=/{number}>{}</a></ul>", sentence(100 + number))
        });
        assert!(found.iter().all(Vec::is_empty), "{found:?}");
    }
}

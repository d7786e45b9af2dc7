//! Threads cut into their posts: forums, boards, questions with answers, comments.
//!
//! In: the pages of one site or of several. One page is enough; more pages of a site make the result more reliable.
//! Out: the [`Post`]s of every page, in page order.
//!
//! ```text
//! <ol> <li> <b>Ann</b> 1 May <p>The bridge is gone. <a>Reply</a> </li> <li> .. </li> </ol>
//! each li is a post     body "The bridge is gone."     author "Ann"     date "1 May"
//! ```
//!
//! 1. Pages are clustered by template; the steps below run on each cluster.
//! 2. Texts are weighed. A text that only one page has was probably written by a user and gets a weight by its number
//!    of words; links get less (`text`), and lists of other threads none (`teaser`).
//! 3. Candidates for the posts are sets of similar elements, or of runs of siblings. The candidate with the highest
//!    fitted score wins; its features include how much of the weight it covers and how much its markup repeats
//!    (`repeat::thread`, `src/repeat/weights/posts.txt`).
//! 4. The text of a post is a range of the texts of its record. A fitted table weighs for each text what it is, what
//!    the other posts have at its place, and where it is relative to the longest texts (`body`).
//! 5. The first post of a thread may be outside the list of answers. It is found by a body like theirs (`first`), or by
//!    being signed like them (`opening`).
//! 6. Author and date are short texts outside the body that most posts have (`sign`).
//!
//! No word of any language and no name of a site is built in. Time is near linear in the pages: all but about a dozen
//! candidates are dropped before the costly features are computed. Memory is that of the 1,024 pages that are cut together.
//!
//! The method as published is in [`paper`].

mod body;
mod depth;
mod first;
mod join;
mod markdown;
mod motto;
mod opening;
mod page;
pub mod paper;
mod records;
mod sets;
mod sign;
mod teaser;
mod text;
mod trial;

pub use self::body::BodyEvidence;
pub use self::join::{Turn, join};
pub use self::markdown::{MarkdownThread, markdown_threads};
pub use self::trial::{PostTexts, Trial, texts, trials};

use self::page::{Page, ParsedPage};
use self::records::PostRecords;
use self::sets::{THREADS, each_set};
use crate::document::{Document, texts_of};
use crate::kind::{PageKind, PageKinds};
use crate::page::data::root_language;
use crate::page::{ElementId, Pages, lines};
use crate::record::role::sign::SignatureLines;
use crate::record::role::{Convention, DayOrders, Language};
use crate::repeat::thread::{Candidate, Choice, Part, candidates, covering, ranked};
use crate::repeat::{Border, Evidence, Weights};
use crate::token::Span;
use std::ops::Range;

/// A contribution to a thread.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Post {
    /// The text, with line breaks.
    pub text: String,
    /// The author, if found.
    pub author: Option<String>,
    /// The date, as written, without what is around it.
    pub date: Option<String>,
    /// The day as ISO 8601, if the date has year, month and day. The language of the page decides how it is read.
    pub iso_date: Option<String>,
    /// Depth of nesting in replies: 0 for a post that answers the thread itself.
    pub depth: u32,
    /// Position of the whole post in the page, with author, date and buttons.
    pub span: Span,
    /// Position of its text, including elements that hold nothing else.
    pub body: Span,
}

/// The posts of pages, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Threads {
    /// The posts of each page, in document order.
    pub pages: Vec<Vec<Post>>,
    /// The page clusters, each with its candidates.
    pub sets: Vec<Set>,
    /// The kind of each page that is surely no thread, if others are threads.
    pub foreign: Vec<Option<PageKind>>,
    /// The likeliest kind of each page that is probably no thread; none of a page alone.
    pub unlikely: Vec<Option<PageKind>>,
}

/// Pages that share a template.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Set {
    /// Indices of the pages.
    pub pages: Vec<usize>,
    /// The candidates that were compared, best first. The posts are those of the first.
    pub candidates: Vec<Ranked>,
}

/// A candidate with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The element path to the head of its first record.
    pub way: String,
    /// The rule for the end of its records.
    pub border: Border,
    /// Number of records on all pages.
    pub records: usize,
    /// Its features.
    pub evidence: Evidence,
    /// Weighted sum of the features; higher is better.
    pub score: f64,
    /// How probable its records are.
    pub probability: f64,
}

impl Threads {
    /// Leaves out the posts of the foreign pages.
    #[must_use]
    pub fn without_foreign(mut self) -> Self {
        for (posts, foreign) in self.pages.iter_mut().zip(&self.foreign) {
            if foreign.is_some() {
                posts.clear();
            }
        }
        self
    }
}

/// Returns the posts of each page.
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
/// assert_eq!(posts[1].iso_date.as_deref(), Some("2020-05-02"));
/// ```
#[must_use]
pub fn threads(documents: &[Document]) -> Threads {
    // A page alone is a thread, or no page is.
    let kinds = if documents.len() > 1 {
        PageKinds::new(&documents.iter().collect::<Vec<_>>())
    } else {
        PageKinds::unsorted(Pages::Sources(&texts_of(documents)))
    };
    threads_of(documents, &kinds, |_| true)
}

/// As [`threads`], only for the clusters with a page whose number is wanted: other pages have no posts.
pub(crate) fn threads_of(
    documents: &[Document],
    kinds: &PageKinds,
    is_wanted: impl Fn(usize) -> bool,
) -> Threads {
    let mut foreign = kinds.foreign(THREADS);
    let mut unlikely = kinds.unlikely(THREADS);
    foreign.resize(documents.len(), None);
    unlikely.resize(documents.len(), None);
    let mut threads =
        Threads { pages: vec![Vec::new(); documents.len()], sets: Vec::new(), foreign, unlikely };
    for (set, (posts, candidates)) in each_set(documents, kinds, is_wanted, of_set) {
        for (&number, posts) in set.iter().zip(posts) {
            threads.pages[number] = posts;
        }
        threads.sets.push(Set { pages: set, candidates });
    }
    threads
}

/// Candidates that cover less than a quarter of what the best one covers are dropped. About a dozen of hundreds remain.
const PRUNE: f64 = 0.25;

/// Returns the pages of a cluster, and the candidates for their posts, best first.
fn choices_of(read: Vec<ParsedPage>) -> (Vec<Page>, Vec<Choice>) {
    let mut pages = Page::of_set(read);
    let candidates = candidates(&pages, 2);
    teaser::silence_teasers(&mut pages, &candidates);
    let mut choices = ranked(&pages, covering(&pages, candidates, PRUNE), Weights::posts(), None, |_, _| ());
    if let Some(best) = choices.first_mut() {
        best.candidate.set_in_phase(&pages);
    }
    (pages, choices)
}

/// Returns the posts of the pages of a cluster, and a description of all candidates.
fn of_set(read: Vec<ParsedPage>) -> (Vec<Vec<Post>>, Vec<Ranked>) {
    let (pages, choices) = choices_of(read);
    let found = match choices.first() {
        Some(choice) => posts(&pages, &choice.candidate),
        None => vec![Vec::new(); pages.len()],
    };
    (found, choices.iter().map(|choice| describe(choice, &pages)).collect())
}

/// Makes posts of the records of a candidate.
fn posts(pages: &[Page], candidate: &Candidate) -> Vec<Vec<Post>> {
    let mut of_candidate = PostRecords::new(pages, candidate);
    let conventions = conventions(pages);
    let (mut units, mut signatures) = of_candidate.signed(pages, &conventions);
    let mut lines = SignatureLines::learn(&units, &signatures, &conventions);
    if of_candidate.cut_mottos(pages, &signatures, |record, text| {
        lines.is_line(text, &signatures[record], &conventions[units[record].page])
    }) {
        (units, signatures) = of_candidate.signed(pages, &conventions);
        lines = SignatureLines::learn(&units, &signatures, &conventions);
    }
    let PostRecords { records, answers, texts } = of_candidate;
    let depths = depth::depths(pages, &records[..answers]);
    let mut posts: Vec<(usize, u32, Post)> = Vec::with_capacity(records.len());
    for (number, ((part, leaves), signature)) in records.iter().zip(texts).zip(signatures).enumerate() {
        let (page, convention) = (part.of(pages), &conventions[part.page]);
        let inside = signature.within(&units[number].body);
        let leaves = page.unsigned(leaves, |text| lines.is_line(text, &inside, convention));
        let (date, iso_date) = signature.date.map(|(_, date)| (date.written, date.iso)).unzip();
        let post = Post {
            text: lines.cut(&page.text(&leaves), &inside, convention).to_owned(),
            author: signature.author.map(|(_, author)| author),
            date,
            iso_date: iso_date.flatten(),
            // First posts outside the records answer nothing, wherever they are.
            depth: depths.get(number).copied().unwrap_or(0),
            span: page.span(part),
            body: page.span_of(part, &leaves),
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

/// What the dates of each page are read with.
fn conventions(pages: &[Page]) -> Vec<Convention> {
    let mut orders = DayOrders::default();
    pages.iter().flat_map(|page| page.tree.leaves()).for_each(|leaf| orders.add(&leaf.text));
    let convention = |page: &Page| Convention {
        language: Language::of(&root_language(page.source).unwrap_or_default()),
        month_first: orders.month_first(),
        retrieved: page.retrieved,
    };
    pages.iter().map(convention).collect()
}

impl Page<'_> {
    /// The leaves without the signatures at their ends.
    fn unsigned(&self, mut leaves: Range<u32>, is_signature: impl Fn(&str) -> bool) -> Range<u32> {
        let is_signed = |leaf: u32| is_signature(&self.tree.leaves()[leaf as usize].text);
        while leaves.len() > 1 && is_signed(leaves.start) {
            leaves.start += 1;
        }
        while leaves.len() > 1 && is_signed(leaves.end - 1) {
            leaves.end -= 1;
        }
        leaves
    }

    fn text(&self, leaves: &Range<u32>) -> String {
        let spans: Vec<Span> = leaves.clone().map(|leaf| self.tree.leaves()[leaf as usize].span).collect();
        lines(self.source, &spans)
    }

    /// Returns the span of some leaves of a record, including elements of the record that hold no other leaves.
    fn span_of(&self, part: &Part, leaves: &Range<u32>) -> Span {
        let outermost = |leaf: u32| {
            let leaf = &self.tree.leaves()[leaf as usize];
            let holds_these = |id: &ElementId| {
                let own = self.leaves(*id);
                part.record.holds(*id) && own.start >= leaves.start && own.end <= leaves.end
            };
            let around = self.tree.inclusive_ancestors(leaf.parent).take_while(holds_these);
            around.last().map_or(leaf.span, |id| self.tree.element(id).span)
        };
        if leaves.is_empty() {
            return Span::default();
        }
        Span { start: outermost(leaves.start).start, end: outermost(leaves.end - 1).end }
    }

    /// Returns the span of a record, including texts before its first element.
    fn span(&self, part: &Part) -> Span {
        let Span { start, end } = part.record.span(&self.tree);
        let first = part.record.leaves(&self.tree).first().map_or(start, |leaf| leaf.span.start);
        Span { start: start.min(first), end }
    }
}

/// Describes a candidate for the user.
fn describe(choice: &Choice, pages: &[Page]) -> Ranked {
    let Choice { candidate, evidence, score, probability } = choice;
    let first = &candidate.parts[0];
    let tree = &first.of(pages).tree;
    let around = tree.inclusive_ancestors(first.record.head);
    let mut steps: Vec<String> = around.map(|id| tree.label(id)).collect();
    steps.reverse();
    Ranked {
        way: steps.join("/"),
        border: candidate.key.border,
        records: candidate.parts.len(),
        evidence: *evidence,
        score: *score,
        probability: *probability,
    }
}

#[cfg(test)]
mod tests {
    use super::threads;
    use crate::document::Document;

    #[test]
    fn a_line_of_two_hyphens_begins_a_signature() {
        let post = |(name, day, said, sign)| {
            format!("<li><b>{name}</b> <i>2020-05-0{day}</i><p>{said}</p><p>--<br>{sign}</p></li>")
        };
        let posts = [
            ("Ann Hart", 1, "The river rose all night, and the bridge is gone.", "Read before you write."),
            (
                "Bob Cole",
                2,
                "Here nobody knew of it until the letter lay on the table.",
                "Made of wood from the valley.",
            ),
            ("Cy Dawson", 3, "It is raining again while I write this down.", "All is well that ends."),
        ];
        let page = format!("<h1>Rain</h1><ol>{}</ol>", posts.map(post).concat());
        let found = &threads(&[Document::new("page", page)]).pages[0];
        let texts: Vec<&str> = found.iter().map(|post| &*post.text).collect();
        assert_eq!(texts, posts.map(|post| post.2));
    }

    #[test]
    fn a_heading_signs_the_text_after_it_where_the_first_post_is_in_another_element() {
        let said = [
            "The river rose all night, and in the morning the bridge was gone, so that nobody could reach the market.",
            "The mill stands still.",
            "My boat went too.",
            "Nobody knew of it.",
            "So I was told.",
            "Come and see.",
        ];
        let names = ["Ann Hart", "Bob Cole", "Cy Dawson", "Dee Thorne", "Eve Marsh", "Flo Reed"];
        let sign = |at: usize| format!("<a href=/u{at}>{}</a>, {}.05.2010", names[at], at + 1);
        let answer = |at: usize| format!("<h3>{}</h3><div>{}</div>", sign(at), said[at]);
        let first = format!("<div><p>{}</p><p>{}</p></div>", said[0], sign(0));
        let page = format!("<h1>Rain</h1>{first}{}", (1..6).map(answer).collect::<String>());
        let found = &threads(&[Document::new("page", page)]).pages[0];
        let found: Vec<_> = found.iter().map(|post| (post.author.as_deref(), &*post.text)).collect();
        let expected: Vec<_> = (0..6).map(|at| (Some(names[at]), said[at])).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn what_is_nothing_but_a_signature_is_no_text_of_a_post() {
        let posts =
            [("Ann Hart", "Oak it is."), ("Bob Cole", "Ash!"), ("Cy Dawson", "Yew."), ("Dee Lee", "Fir.")];
        let post = |(at, (name, said)): (usize, &(&str, &str))| {
            format!("<p>{name} | Posts: {}0 | 2020-05-0{}</p><p>{said}</p><hr>", 12 + at, at + 1)
        };
        let page = format!("<h1>Which tree?</h1>{}", posts.iter().enumerate().map(post).collect::<String>());
        let found = &threads(&[Document::new("page", page)]).pages[0];
        let texts: Vec<&str> = found.iter().map(|post| &*post.text).collect();
        assert_eq!(texts, posts.map(|post| post.1));
    }

    #[test]
    fn posts_of_one_word_are_found_by_their_dates() {
        let post = |(name, day, said)| format!("<li><b>{name}</b> <i>2020-05-0{day}</i><p>{said}</p></li>");
        let posts = [
            ("Ann Hart", 1, "Oak."),
            ("Bob Cole", 2, "Ash!"),
            ("Cy Dawson", 3, "Yew."),
            ("Dee Thorne", 3, "Fir."),
        ];
        let page = format!("<h1>Which tree?</h1><ol>{}</ol>", posts.map(post).concat());
        assert_eq!(threads(&[Document::new("page", page)]).pages[0].len(), 4);
    }

    #[test]
    fn a_signature_in_the_element_of_the_text_is_no_part_of_it() {
        let said = [
            "The river rose all night, and in the morning the bridge was gone.",
            "Oak.",
            "Here nobody knew of it until the letter lay on the table.",
            "It is raining again while I write this down.",
            "Ash!",
            "My boat went too, and the mill stands still.",
        ];
        let names = ["Ann Hart", "Bob Cole", "Cy Dawson", "Ann Hart", "Eve Marsh", "Bob Cole"];
        let forms: [fn(&str, usize, &str) -> String; 2] = [
            |name, day, said| {
                format!("<div><div>2020-05-0{day}<br><b>{name}</b></div><div>{said}</div></div>")
            },
            |name, day, said| format!("<pre>{name} · 2020-05-0{day}\n\n{said}</pre><hr>"),
        ];
        for form in forms {
            let posts: String = (0..6).map(|at| form(names[at], at + 1, said[at])).collect();
            let found = &threads(&[Document::new("page", format!("<h1>Rain</h1>{posts}"))]).pages[0];
            let found: Vec<_> = found.iter().map(|post| (post.author.as_deref(), &*post.text)).collect();
            assert_eq!(found, (0..6).map(|at| (Some(names[at]), said[at])).collect::<Vec<_>>());
        }
    }

    const WORDS: [&str; 11] = [
        "river", "stone", "evening", "window", "market", "letter", "garden", "winter", "bridge", "paper",
        "silver",
    ];

    fn sentence(number: usize) -> String {
        let word = |place: usize| WORDS[(number * 7 + place * (number % 5 + 1)) % WORDS.len()];
        (0..9).map(word).collect::<Vec<_>>().join(" ") + &format!(" of {number}")
    }

    /// Checks that the posts of pages are found with author and date, each written by `post` from its text and its signature.
    fn check_signed(post: impl Fn(&str, &str) -> String) {
        let names = ["Ann Hart", "Bob Cole", "Cy Dawson", "Dee Thorne", "Eve Marsh", "Flo Reed", "Gus Lane"];
        let of = |page: usize, at: usize| (names[(3 * page + at) % 7], sentence(20 * page + at));
        let page = |page: usize| {
            let written = |at: usize| {
                let (name, said) = of(page, at);
                post(&said, &format!("{name}, 2020-0{}-0{}", page + 1, at + 1))
            };
            let posts: String = (0..5).map(written).collect();
            let page = format!("<h1>Rain</h1><table>{posts}</table>");
            let page =
                if posts.contains("<tr>") { page } else { format!("<h1>Rain</h1>{posts}<p>Copyright</p>") };
            Document::new("page", page)
        };
        let pages: Vec<Document> = (0..3).map(page).collect();
        for (page, found) in threads(&pages).pages.iter().enumerate() {
            let found: Vec<(String, String)> = found
                .iter()
                .map(|post| (post.author.clone().unwrap_or_default(), post.text.clone()))
                .collect();
            let expected: Vec<(String, String)> =
                (0..5).map(|at| of(page, at)).map(|(name, said)| (name.to_owned(), said)).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn posts_may_end_with_their_signature() {
        check_signed(|said, sign| format!("<p>{said}</p><p>{sign}</p>"));
        check_signed(|said, sign| format!("<p>{said}</p><p>{sign}</p><hr>"));
        check_signed(|said, sign| format!("<p>{said}</p><p>{sign}</p><p><a href=#r>Reply</a></p>"));
    }

    #[test]
    fn two_rows_may_be_a_post() {
        check_signed(|said, sign| format!("<tr><td>{said}</td></tr><tr><td align=right>{sign}</td></tr>"));
    }
}

//! Artificial threads: the frame of one board with a random number of posts of another.
//!
//! Modelled on the artificial data of Yamamoto, Nakamura, Tanaka, Abiko, "A Web Page Segmentation Method for Extracting
//! Individual Articles", 2014, section 6.2.2. There, 50 real pages for mobile phones, whose posts are separated only by `<hr>`
//! and `<br>`, and 50 for computers were divided by hand into header, footer, menus and main content. An artificial page is the
//! frame of a random page with the main content of another one of its kind, with a number of posts drawn from the real
//! numbers. 500 of each kind were made, and for each as many pages of the same format as the method needs.
//!
//! As described are: the two kinds; 50 frames and 50 main contents each, paired at random; the mean number of posts (40.6); the
//! shares of header, menus, footer and main content in the text (table 1: 8.8, 3.2, 9.1 and 78.8%; a test gives ours); posts
//! with parts that others of the page lack, links and emphasis in some texts (figure 17); texts next to posts that cannot be
//! distinguished from posts (figure 16); advertisements high in the tree on some pages of a format (section 6.3.3), and among
//! posts; in [`Posts::Drawn`], posts that occur several times.
//!
//! Different are: boards are generated and not taken from the web, in ten forms for computers and four for mobile phones with some
//! hundred variants; the distribution of the numbers of posts (figure 10 is a picture, and our numbers have only its mean); pages
//! have no visual design; answers are not nested. Markup is well formed.

mod frame;
mod look;

use self::look::Look;
use crate::generate::Site;
use crate::language::Language;
use crate::page::Page;
use crate::rng::Rng;
use crate::template::Template;

/// The devices that a board is made for.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Kind {
    /// Mobile phones: only lines and line breaks.
    Lines,
    /// Computers: markup of all kinds.
    Rich,
}

/// Where the posts of the pages of one format come from.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Posts {
    /// Every page has its own.
    New,
    /// All pages draw from the posts of one page, which may occur several times on a page, as in the source.
    Drawn,
}

/// A collection of boards to make pages from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Artificial {
    kind: Kind,
    posts: Posts,
    seed: u64,
}

/// How many real pages the source had of each kind.
const BOARDS: usize = 50;

/// The largest numbers of posts on a page of a board.
const LIMITS: [usize; 6] = [10, 20, 30, 50, 100, 100];

/// Pages of one kind under a seed.
#[must_use]
pub fn artificial(kind: Kind, seed: u64) -> Artificial {
    Artificial { kind, posts: Posts::New, seed }
}

impl Artificial {
    /// The same with another source of posts.
    #[must_use]
    pub fn posts(self, posts: Posts) -> Self {
        Artificial { posts, ..self }
    }

    /// The first `count` pages of a format. Records of the kind `main` are the main content, of the kind `post` the posts,
    /// whose fields are those of [`crate::forum`].
    ///
    /// # Panics
    ///
    /// If a frame or the markup of a board is not well formed. A test uses all of them.
    #[must_use]
    pub fn pages(self, format: usize, count: usize) -> Vec<Page> {
        let boards = Rng::new(self.seed).named(self.name(), 0);
        let mut rng = boards.named("format", format);
        let frame = rng.below(BOARDS);
        let content = (frame + 1 + rng.below(BOARDS - 1)) % BOARDS;
        let board = Board::new(self.kind, &boards, frame, content);
        let site = |numbers: &[usize]| {
            let template =
                Template::parse(&board.notation(numbers)).expect("frames and looks are well formed");
            Site::new(&format!("{}-{format:03}", self.name()), template, board.language)
        };
        let of_pool = number(&mut rng);
        let numbers: Vec<usize> = (0..count).map(|_| number(&mut rng)).collect();
        let pages = if count == 0 { Vec::new() } else { site(&numbers).pages(self.seed, count) };
        match self.posts {
            Posts::New => pages,
            Posts::Drawn => {
                let pool = site(&[of_pool]).page(self.seed ^ 1, 0);
                let draw = |(page, &number): (Page, &usize)| drawn(&page, &pool, number, &mut rng);
                pages.into_iter().zip(&numbers).map(draw).collect()
            }
        }
    }

    fn name(self) -> &'static str {
        match self.kind {
            Kind::Lines => "lines",
            Kind::Rich => "rich",
        }
    }
}

/// The frame of one board around the main content of another.
struct Board {
    language: Language,
    before: String,
    look: Look,
    after: String,
}

impl Board {
    fn new(kind: Kind, boards: &Rng, frame: usize, content: usize) -> Board {
        let language = language(&mut boards.named("language", frame));
        let (before, after) = frame::frame(kind, language, &boards.named("frame", frame));
        let look = look::look(kind, language, &boards.named("look", content));
        Board { language, before, look, after }
    }

    /// In the notation of [`crate::template`], with these numbers of posts on the pages in a cycle.
    fn notation(&self, numbers: &[usize]) -> String {
        let numbers = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        let Board { before, look: Look { open, post, close }, after, .. } = self;
        let posts = format!("{{{{#{numbers} post}}}}{post}{{{{/}}}}");
        format!("{before}{{{{#1 main}}}}{open}{posts}{close}{{{{/}}}}{after}")
    }
}

/// Half of the boards are Japanese.
fn language(rng: &mut Rng) -> Language {
    if rng.chance(50) { Language::Japanese } else { Language::English }
}

/// The number of posts of a page: the maximum of the board, or the rest on the last page of a thread.
fn number(rng: &mut Rng) -> usize {
    let limit = LIMITS[rng.below(LIMITS.len())];
    if rng.chance(60) { limit } else { rng.between(1, limit) }
}

/// The page with its posts replaced by those of another page of its format.
fn drawn(page: &Page, pool: &Page, number: usize, rng: &mut Rng) -> Page {
    let posts = |page: &Page| -> Vec<usize> {
        (0..page.records.len()).filter(|&record| page.records[record].kind == "post").collect()
    };
    let (own, others) = (posts(page), posts(pool));
    let start = page.records[own[0]].range.start;
    let end = page.records[own[own.len() - 1]].range.end;
    let mut new = Page { html: page.html[..start].to_owned(), records: Vec::new(), ..page.clone() };
    let mut left: Vec<usize> = Vec::new();
    new.records.push(page.records[0].clone());
    for _ in 0..number {
        if left.is_empty() {
            left.clone_from(&others);
        }
        let post = &pool.records[left.swap_remove(rng.below(left.len()))];
        let (from, to) = (post.range.start, new.html.len());
        let mut record = post.clone();
        record.range = to..to + post.range.len();
        record.fields.iter_mut().for_each(|field| field.start = field.start - from + to);
        new.html.push_str(&pool.html[post.range.clone()]);
        new.records.push(record);
    }
    let moved = new.html.len();
    new.html.push_str(&page.html[end..]);
    new.records[0].range.end = page.records[0].range.end - end + moved;
    // Fixed parts are known only for pages with their own posts.
    new.fixed.clear();
    new.fields.clear();
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forum;
    use std::collections::BTreeSet;

    const KINDS: [Kind; 2] = [Kind::Lines, Kind::Rich];

    /// The letters of markup that are shown.
    fn letters(html: &str) -> usize {
        crate::page::shown(html).chars().filter(|letter| !letter.is_whitespace()).count()
    }

    #[test]
    fn records_are_at_their_ranges() {
        for kind in KINDS {
            for posts in [Posts::New, Posts::Drawn] {
                for page in (0..8).flat_map(|format| artificial(kind, 3).posts(posts).pages(format, 3)) {
                    let main = &page.records[0];
                    assert_eq!(main.kind, "main");
                    for post in &page.records[1..] {
                        assert!(main.range.start <= post.range.start && post.range.end <= main.range.end);
                        for field in &post.fields {
                            assert!(page.html[field.start..].starts_with(&field.value), "{}", page.template);
                        }
                    }
                    assert!(
                        forum::posts(&page)
                            .iter()
                            .all(|post| !post.text.is_empty() && !post.author.is_empty())
                    );
                }
            }
        }
    }

    #[test]
    fn numbers_of_posts_and_shares_of_text_are_those_of_the_source() {
        for kind in KINDS {
            let pages: Vec<Page> = (0..200).flat_map(|format| artificial(kind, 1).pages(format, 1)).collect();
            let posts: usize = pages.iter().map(|page| page.records.len() - 1).sum();
            assert!((36 * 200..46 * 200).contains(&posts), "{kind:?}: {posts}");
            // Percents of pages: table 1 is a mean over pages.
            let percent =
                |page: &Page| 100 * letters(&page.html[page.records[0].range.clone()]) / letters(&page.html);
            let main = pages.iter().map(percent).sum::<usize>() / pages.len();
            assert!((72..86).contains(&main), "{kind:?}: {main}");
        }
    }

    #[test]
    fn posts_are_drawn_from_one_page_or_new_on_each() {
        let texts = |posts| -> Vec<BTreeSet<String>> {
            let pages = artificial(Kind::Rich, 5).posts(posts).pages(0, 4);
            pages.iter().map(|page| forum::posts(page).into_iter().map(|post| post.text).collect()).collect()
        };
        let shared = |pages: Vec<BTreeSet<String>>| pages[0].intersection(&pages[1]).count();
        assert_eq!(shared(texts(Posts::New)), 0);
        assert!(shared(texts(Posts::Drawn)) > 0);
    }
}

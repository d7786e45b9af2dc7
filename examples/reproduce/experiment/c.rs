//! C: posts apart from comments on the pages of blogs.

use super::b::joined;
use super::blocks::{Agreement, Class, Judged, Known, Ours, percent};
use super::words::{self, Words};
use super::{Result, Scale, Section, Table, Verdict};
use katagami::content::contents;
use katagami::content::paper_blog::{Page, Part, pages, pages_of_content, pages_without_extension};
use katagami::document::Document;
use katagami::page::{Tree, block_text};
use site::blog::nine;
use std::path::Path;

const SOURCE: &str = "\
Yoshida, Inui, Yamamoto, \"Automatic Extraction of Blog Posts and Comments from Blog Pages\", 2013 (thesis, sections 3.4.2 to 3.4.6).";

const PAGES: &str = "\
Nine blogs of the numbers of pages that the source has (`site::blog::nine`). Their markup differs: ids and classes that \
change from page to page, that only pages with comments have, or none around comments; refrains in posts; tags, sources, \
trackback addresses and links beside them.";

const MEASURE: &str = "\
Precision, recall, F and accuracy are those of the blocks of all pages together, blocks as the published method cuts them. A block counts \
as found by ours when half of its text is in the post or in a comment that ours gives.";

pub fn run(scale: Scale, shared: Option<&Path>) -> Result<Section> {
    let blogs: Vec<Blog> = nine()
        .iter()
        .map(|(plan, pages)| Blog::new(plan.name, &pages[..scale.of(pages.len(), pages.len().min(6))]))
        .collect();
    let section = Section::new("Posts and comments of blogs", SOURCE)
        .text(about(&blogs))
        .text(MEASURE)
        .table(all_blogs(&blogs))
        .table(by_blog(&blogs))
        .table(bound(&blogs));
    let section = blogs.iter().fold(section, |section, blog| {
        CLASSES[1..].iter().fold(section, |section, (class, is)| {
            let f = |method: usize| Agreement::of(&blog.blocks[method], is).f();
            section.input(blog.name, &format!("F of {class}s"), f(0), f(2))
        })
    });
    let section = CLASSES.iter().fold(section, |section, (class, is)| {
        let f = |method: usize| Agreement::of(blogs.iter().flat_map(|blog| &blog.blocks[method]), is).f();
        section.input("all blogs", &format!("F of {class}s"), f(0).max(f(1)), f(2))
    });
    match shared.map(|folder| folder.join("blog")).filter(|folder| folder.is_dir()) {
        Some(folder) => Ok(section.on_real_pages().text(REAL).table(real_pages(&folder)?)),
        None => Ok(section),
    }
}

/// The pages, and how many have comments.
fn about(blogs: &[Blog]) -> String {
    let count = |is: fn(&&Blog) -> bool| blogs.iter().filter(is).count();
    format!(
        "{PAGES} Pages with comments: {} of {}. Blogs where every page has some: {}; where none has: {}.",
        blogs.iter().map(|blog| blog.commented).sum::<usize>(),
        blogs.iter().map(|blog| blog.pages).sum::<usize>(),
        count(|blog| blog.commented == blog.pages),
        count(|blog| blog.commented == 0)
    )
}

/// A blog with the answers of three methods, block by block.
struct Blog {
    name: &'static str,
    pages: usize,
    /// How many of them have comments.
    commented: usize,
    blocks: [Vec<Judged>; 3],
    /// The published method and ours, given the true content.
    bounds: [Vec<Judged>; 2],
}

/// Their names, in the order of [`Blog::blocks`].
const ANSWERS: [&str; 3] = ["published method without extension", "published method", "ours"];

impl Blog {
    fn new(name: &'static str, pages_of: &[site::Page]) -> Self {
        let blog = Known::new(name, pages_of);
        let trees = blog.trees();
        let extended = pages(&blog.documents, &trees);
        let published = |pages: &[Page]| -> Vec<Judged> {
            let judge = |(number, page): (usize, &Page)| {
                blog.judge(number, &trees[number], &page.blocks.blocks, |block, _| class(page.parts[block]))
            };
            pages.iter().enumerate().flat_map(judge).collect()
        };
        let ours = Ours::new(&blog.documents);
        let judge = |(number, page): (usize, &Page)| {
            blog.judge(number, &trees[number], &page.blocks.blocks, |_, unit| ours.class(number, unit))
        };
        let known = |(number, page): (usize, &Page)| -> Vec<bool> {
            let known = blog.judge(number, &trees[number], &page.blocks.blocks, |_, _| Class::Template);
            known.iter().map(|block| block.known != Class::Template).collect()
        };
        let content = extended.iter().enumerate().map(known).collect();
        let given = published(&pages_of_content(&blog.documents, &trees, content));
        let blocks: [Vec<Judged>; 3] = [
            published(&pages_without_extension(&blog.documents, &trees)),
            published(&extended),
            extended.iter().enumerate().flat_map(judge).collect(),
        ];
        let given_ours = |block: &Judged| {
            let found = match (block.known, block.found) {
                (Class::Template, _) => Class::Template,
                (_, Class::Comment) => Class::Comment,
                _ => Class::Content,
            };
            Judged { found, ..*block }
        };
        let bounds = [given, blocks[2].iter().map(given_ours).collect()];
        let is_commented = |page: &&site::Page| page.records.iter().any(|record| record.kind == "comment");
        let commented = pages_of.iter().filter(is_commented).count();
        Blog { name, pages: pages_of.len(), commented, blocks, bounds }
    }
}

fn class(part: Option<Part>) -> Class {
    match part {
        None => Class::Template,
        Some(Part::Post) => Class::Content,
        Some(Part::Comment) => Class::Comment,
    }
}

/// Whether a block is of some class.
type Is = fn(Class) -> bool;

/// The classes of table 3.6.
const CLASSES: [(&str, Is); 3] = [
    ("content", |class| class != Class::Template),
    ("post", |class| class.is_content()),
    ("comment", |class| class == Class::Comment),
];

/// Table 3.6 for each class without and with extension: precision, recall, F, accuracy.
const PRINTED: [[[&str; 4]; 2]; 3] = [
    [["92.1", "88.2", "90.1", "97.8"], ["90.6", "92.2", "91.4", "98.1"]],
    [["90.7", "82.2", "86.2", "96.7"], ["90.4", "85.1", "87.7", "96.9"]],
    // One accuracy is printed for posts and comments together.
    [["77.7", "86.4", "81.8", ""], ["74.6", "93.2", "82.9", ""]],
];

fn all_blogs(blogs: &[Blog]) -> Table {
    let caption = "Table 3.6: content, posts and comments without and with extension, %";
    let mut table = Table::new(caption, &["class", "answer", "precision", "recall", "F", "accuracy"]);
    let mut f = [0.0; 3];
    for ((name, is), printed) in CLASSES.into_iter().zip(PRINTED) {
        for (answer, figures) in ["printed without extension", "printed"].into_iter().zip(printed) {
            table = table.row([name, answer].into_iter().chain(figures));
        }
        for (method, answer) in ANSWERS.into_iter().enumerate() {
            let of = Agreement::of(blogs.iter().flat_map(|blog| &blog.blocks[method]), is);
            let figures = [of.precision(), of.recall(), Some(of.f()), Some(of.accuracy())].map(percent);
            table = table.row([name.to_owned(), answer.to_owned()].into_iter().chain(figures));
            f[method] += of.f();
        }
    }
    table.judged(
        Verdict::of(f[2], f[1].max(f[0]), 3),
        "by F over the three classes. Comments are known by their own marks, records with a date that people's words stand in, not by what some \
         page lacks; and a place of the template is known by the path to it, not by ids and classes that every page must have.",
    )
}

/// Table 3.4: of posts and of comments how many blocks were found, precision and recall.
const BY_BLOG: [(&str, [&str; 6]); 9] = [
    ("100SHIKI", ["150", "88.7", "86.9", "17", "41.2", "58.3"]),
    ("Engadget Japanese", ["174", "90.8", "79.0", "63", "49.2", "86.1"]),
    ("Netafull", ["371", "91.9", "75.6", "99", "4.0", "100.0"]),
    ("404 Blog Not Found", ["832", "99.5", "82.1", "715", "95.1", "90.7"]),
    ("IDEA*IDEA", ["128", "87.5", "92.6", "11", "27.3", "50.0"]),
    ("TechCrunch Japan", ["158", "90.5", "78.6", "12", "50.0", "75.0"]),
    ("Life is beautiful", ["156", "75.6", "90.8", "120", "91.7", "99.1"]),
    ("My Life Between ...", ["233", "71.2", "100.0", "0", "-", "0.0"]),
    ("Going My Way", ["456", "90.1", "78.9", "46", "-", "-"]),
];

fn by_blog(blogs: &[Blog]) -> Table {
    let caption =
        "Table 3.4: each blog, blocks found and %; the published method without extension, as in the table";
    let header = [
        "blog",
        "answer",
        "pages",
        "posts found",
        "precision",
        "recall",
        "comments found",
        "precision",
        "recall",
    ];
    let mut table = Table::new(caption, &header);
    let (mut better, mut worse) = (0, Vec::new());
    for (blog, (name, figures)) in blogs.iter().zip(BY_BLOG) {
        table = table.row([name, "printed", ""].into_iter().chain(figures));
        for method in [0, 2] {
            let mut cells = vec![blog.name.to_owned(), ANSWERS[method].replace(" without extension", "")];
            cells.push(blog.pages.to_string());
            for (_, is) in &CLASSES[1..] {
                let of = Agreement::of(&blog.blocks[method], is);
                cells.extend([of.found.to_string(), percent(of.precision()), percent(of.recall())]);
            }
            table = table.row(cells);
        }
        let f = |method: usize| -> f64 {
            CLASSES[1..].iter().map(|(_, is)| Agreement::of(&blog.blocks[method], is).f()).sum()
        };
        if f(2) > f(0) {
            better += 1;
        } else {
            worse.push(blog.name);
        }
    }
    let sum = f64::from(better) - f64::from(u32::try_from(worse.len()).expect("nine blogs"));
    let but = if worse.is_empty() { String::new() } else { format!(" (not on {})", worse.join(", ")) };
    table.judged(
        Verdict::of(sum, 0.0, 0),
        format!(
            "by F of posts and comments on {better} of {} blogs{but}. The source says that the published method takes comments for posts \
             where every page has some, and links and tags for comments where none has.",
            blogs.len()
        ),
    )
}

/// Posts and comments, given which blocks are content.
fn bound(blogs: &[Blog]) -> Table {
    let caption = "The bound: posts and comments given the true content, so that nothing but telling them apart can fail, F in %";
    let mut table =
        Table::new(caption, &["blog", "published method: posts", "comments", "ours: posts", "comments"]);
    let f = |blogs: &[Blog], method: usize, is: Is| {
        Agreement::of(blogs.iter().flat_map(|blog| &blog.bounds[method]), is).f()
    };
    let figures =
        |blogs: &[Blog]| [0, 1].map(|method| [CLASSES[1].1, CLASSES[2].1].map(|is| f(blogs, method, is)));
    for blog in blogs {
        let cells = figures(std::slice::from_ref(blog)).into_iter().flatten().map(|f| percent(Some(f)));
        table = table.row(std::iter::once(blog.name.to_owned()).chain(cells));
    }
    let all = figures(blogs);
    let cells = all.into_iter().flatten().map(|f| percent(Some(f)));
    table = table.row(std::iter::once("all".to_owned()).chain(cells));
    let [published, ours] = all.map(|[posts, comments]| posts + comments);
    table.judged(
        Verdict::of(ours, published, 3),
        "by F over all blogs. A block of the content is a comment to ours if it is one in its answer, and of the post otherwise, so that posts \
         that are not found count as found here. What table 3.6 has less than this is lost with the content.",
    )
}

const REAL: &str = "\
Blogs of other research projects, with the post and the comments that people marked. Measured by words, as in B: \
runs of four words, precision and recall averaged over the pages, F of these. The source has no such table.";

fn real_pages(folder: &Path) -> Result<Table> {
    // Post and comments by the published method, then by ours.
    let mut figures = [Words::default(); 4];
    let mut blogs = 0;
    for blog in words::sites(folder)? {
        let (documents, answers): (Vec<Document>, Vec<words::Answer>) = blog.into_iter().unzip();
        let trees: Vec<Tree> = documents.iter().map(|document| Tree::whole(document.text())).collect();
        let pages = pages(&documents, &trees);
        for (number, (answer, content)) in answers.iter().zip(contents(&documents)).enumerate() {
            let published = |of: Part| -> String {
                let blocks = pages[number].blocks.blocks.iter().zip(&pages[number].parts);
                let of = blocks.filter(|(_, part)| **part == Some(of));
                let text = |block| block_text(&trees[number], documents[number].text(), block);
                of.map(|(block, _)| text(block)).collect::<Vec<_>>().join("\n")
            };
            let comments: Vec<String> =
                content.comments.iter().map(|comment| joined(&comment.text)).collect();
            let found =
                [published(Part::Post), published(Part::Comment), joined(&content.text), comments.join("\n")];
            for ((words, found), known) in
                figures.iter_mut().zip(&found).zip([&answer.post, &answer.comments].into_iter().cycle())
            {
                words.add(found, known, "");
            }
        }
        blogs += 1;
    }
    let header = ["class", "answer", "blogs", "pages", "precision", "recall", "F", "nearly perfect"];
    let mut table = Table::new("Posts and comments of real blogs, by words", &header);
    for (class, of) in ["post", "comments"].into_iter().enumerate() {
        for (answer, name) in [(0, "published method"), (2, "ours")] {
            let words = figures[class + answer];
            let counts = [of.to_owned(), name.to_owned(), blogs.to_string(), words.pages().to_string()];
            table = table.row(counts.into_iter().chain(words.figures().map(|figure| format!("{figure:.3}"))));
        }
    }
    let f = |at: usize| figures[at].figures()[2];
    Ok(table.judged(
        Verdict::of(f(2) + f(3), f(0) + f(1), 3),
        "by the F of both classes. The published method tells posts from comments by ids and classes that every page has exactly once.",
    ))
}

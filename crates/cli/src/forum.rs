//! `katagami forum`: the posts of threads.

mod markdown;

use super::args::{InputArgs, Method, Url, share, urls};
use super::content::LeftOutMarkup;
use super::foreign::{EveryPage, tell};
use super::output::{ProgramFormat, ThreadArgs, ThreadFormat, no_flat};
use super::screen::print_message;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_plain, write_rows};
use clap::Args;
use katagami::ask::PageKind;
use katagami::document::Document;
use katagami::error::{Error, ErrorKind, Result};
use katagami::forum::paper::{Cut, Cutter, Node, Reading};
use katagami::forum::{self, Post, Ranked, Threads};
use katagami::page::Tree;
use katagami::repeat::{Border, Evidence, Weights};
use katagami::report::notice::{Spelling, doubtful_posts};
use katagami::report::{Shape, rounded, top_reasons};
use katagami::similar::url::host;
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::io::Write;
use std::rc::Rc;

/// The posts of each page of a thread, with author and date if they are found: forums, boards, questions with answers, comments.
///
/// Give several pages of one site, of one thread or of several; text that they share is not part of a post. A single page works too
/// if it has at least two posts.
///
/// csv, parquet and jsonl --flat have a row for each post; json and jsonl have an object for each page. `date` is the date as written,
/// `iso_date` its ISO form. Markdown has the metadata of the
/// thread and its posts; a folder (-o threads/) gets one file per page, in Markdown.
///
/// Example: katagami forum my-forum/ --format jsonl
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Args, Debug)]
#[command(name = "forum")]
pub(super) struct ForumArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: records that cover most of the text that users wrote and share a template. Paper: the sequence of elements that is
    /// repeated most often below the main element
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// Number of pages that the published method compares with each other [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    alpha: Option<u32>,
    /// Share of these pages that must have the same number of elements on a level for the published method to go deeper [default: 0.6]
    #[arg(long, value_name = "SHARE", value_parser = share)]
    beta: Option<f64>,
    /// Which repeated phrase of elements is a post for the published method, whose text allows four readings [default: entry]
    #[arg(long, value_enum, value_name = "PHRASE")]
    reading: Option<ReadingArg>,
    /// Treat the pages, in the order given, as one thread, and write its posts as one list
    #[arg(long)]
    thread: bool,
    #[command(flatten)]
    every: EveryPage,
    /// Add the HTML of each post's text
    #[arg(long)]
    html: bool,
    /// In JSON Lines, write one line per post, instead of one line per page with its posts nested
    #[arg(long)]
    flat: bool,
    /// Show which elements are the posts, and the next best candidates
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    markup: LeftOutMarkup,
    #[command(flatten)]
    output: ThreadArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

/// [`Reading`] as an option.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ReadingArg {
    /// The entry of the LZW table, two elements or more, that occurs most often
    Entry,
    /// The phrase that occurs most often, also of one element
    Phrase,
    /// The phrase whose code is written most often
    Code,
    /// The longest phrase that occurs twice
    Longest,
}

impl From<ReadingArg> for Reading {
    fn from(reading: ReadingArg) -> Self {
        match reading {
            ReadingArg::Entry => Reading::Entry,
            ReadingArg::Phrase => Reading::Phrase,
            ReadingArg::Code => Reading::Code,
            ReadingArg::Longest => Reading::Longest,
        }
    }
}

/// A page of a thread, as programs read it.
#[derive(Serialize)]
struct ThreadRow<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Url<'a>>,
    /// The kind of a page that is left out for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out_as: Option<&'static str>,
    posts: Vec<PostRow<'a>>,
    /// The same for all pages that share a template.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "as_list")]
    candidates: Option<Rc<[Candidate]>>,
    /// What the published method found on the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Steps>,
}

/// The main element of a page and the pattern that repeats below it, as published.
#[derive(Serialize)]
struct Steps {
    /// The element path to the main element.
    main: String,
    /// The element paths of the pattern; none if nothing repeats.
    pattern: Vec<String>,
    /// The number of occurrences of the pattern on its level.
    repetitions: usize,
}

impl Steps {
    fn of(cut: &Cut, tree: &Tree) -> Self {
        let path = |&node: &Node| cut.outline.path(tree, node);
        let pattern = cut.matches.first().map_or(Vec::new(), |nodes| nodes.iter().map(path).collect());
        let repetitions = cut.pattern.as_ref().map_or(0, |pattern| pattern.repetitions);
        Steps { main: path(&cut.main), pattern, repetitions }
    }
}

#[expect(clippy::ref_option, reason = "serde calls it so")]
fn as_list<S: Serializer>(candidates: &Option<Rc<[Candidate]>>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(candidates.iter().flat_map(|candidates| candidates.iter()))
}

#[derive(Serialize)]
struct PostRow<'a> {
    /// Its page, if one row is for several pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
    text: String,
    author: Option<String>,
    date: Option<String>,
    /// The date as year, month and day, if all three are known.
    iso_date: Option<String>,
    /// The number of posts that it is nested in.
    depth: u32,
    /// The range of bytes of the page that it was cut from.
    start: u32,
    end: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<&'a str>,
    /// The address of its page.
    #[serde(skip)]
    url: Option<Url<'a>>,
}

/// A post, as a row of a table.
#[derive(Serialize)]
struct PostCells<'a> {
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<Url<'a>>,
    /// Its number on the page or in the thread, from 1.
    post: usize,
    depth: u32,
    author: Option<&'a str>,
    date: Option<&'a str>,
    iso_date: Option<&'a str>,
    text: &'a str,
    start: u32,
    end: u32,
    html: Option<&'a str>,
}

/// The columns of a table of these.
fn columns(documents: &[Document]) -> Vec<(&'static str, Shape)> {
    let url = documents.first().and_then(urls(documents)).map(|_| ("url", Shape::One));
    let numbers = [("post", Shape::Integer), ("depth", Shape::Integer)];
    let texts = ["author", "date", "iso_date", "text"].map(|name| (name, Shape::One));
    let bytes = [("start", Shape::Integer), ("end", Shape::Integer), ("html", Shape::One)];
    let path = std::iter::once(("path", Shape::One));
    path.chain(url).chain(numbers).chain(texts).chain(bytes).collect()
}

/// A group of records that may be the posts.
#[derive(Serialize)]
struct Candidate {
    way: String,
    border: &'static str,
    records: usize,
    score: f64,
    probability: f64,
    coverage: f64,
    template: f64,
    effective: f64,
    /// The features that contribute most to the difference of scores: of the first candidate against the next, of another one
    /// against the first.
    reasons: Vec<(&'static str, f64)>,
}

/// The maximum number of candidates that are shown.
const SHOWN: usize = 5;

impl Verb for ForumArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place()).or("no posts found on any page")
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        self.method.check_setting("--alpha", self.alpha.is_some())?;
        self.method.check_setting("--beta", self.beta.is_some())?;
        self.method.check_setting("--reading", self.reading.is_some())?;
        // A folder gets a file for each page, which text for people has no form for.
        let format = match self.output.format() {
            ThreadFormat::Text if self.output.folder().is_some() => ThreadFormat::Md,
            chosen => chosen,
        };
        if self.flat && format != ThreadFormat::Jsonl {
            return Err(no_flat());
        }
        let is_json = format.rows().is_some() && format.table().is_none();
        let has_lists = format == ThreadFormat::Text || is_json && !self.flat;
        if self.explain && !has_lists {
            let why = "--explain works only with --format text, json or jsonl, and without --flat".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)));
        }
        let omitted = self.markup.omitted(format == ThreadFormat::Md)?;
        let corpus = self.input.corpus()?;
        let (mut found, steps) = self.input.doing("looking for posts", || match self.method {
            Method::Ours => (forum::threads(corpus.documents()), Vec::new()),
            Method::Paper => self.published(corpus.documents()),
        });
        // Who says that all pages are one thread has looked at them.
        if self.every.every_page || self.thread {
            found.foreign.fill(None);
        }
        let found = found.without_foreign();
        tell(&self.input, &found.foreign);
        if !self.input.is_quiet() {
            print_message(doubtful_posts(corpus.documents(), &found, Spelling::CommandLine));
        }
        let nothing = found.pages.iter().all(Vec::is_empty);
        let outcome = if nothing { Outcome::Nothing } else { Outcome::Found };
        if format == ThreadFormat::Md {
            let threads = forum::markdown_threads(corpus.documents(), found.pages, self.thread, omitted);
            markdown::write(&threads, &self.output, out)?;
            return Ok(outcome);
        }
        let mut rows = self.rows(corpus.documents(), found);
        if self.explain {
            // One row for a whole thread shows the steps of its first page, as it does the candidates.
            rows.iter_mut().zip(steps).for_each(|(row, steps)| row.steps = Some(steps));
        }
        self.output.write(out, |out| match (format.table(), format.rows()) {
            (Some(table), _) => {
                let cells = rows.iter().flat_map(post_cells);
                write_plain(table, &columns(corpus.documents()), cells.map(Ok), out)
            }
            (_, Some(format)) if self.flat => write_rows(format, rows.iter().flat_map(post_cells), out),
            (_, Some(format)) => write_rows(format, &rows, out),
            (None, None) => describe(&rows, out).map_err(unwritten),
        })?;
        Ok(outcome)
    }
}

impl ForumArgs {
    /// A row for each page, or one for all.
    fn rows<'a>(&self, documents: &'a [Document], found: Threads) -> Vec<ThreadRow<'a>> {
        let mut explained: Vec<Option<Rc<[Candidate]>>> = vec![None; documents.len()];
        for set in found.sets.into_iter().filter(|_| self.explain) {
            let candidates = best_of(&set.candidates);
            set.pages.iter().for_each(|&page| explained[page] = Some(Rc::clone(&candidates)));
        }
        let left_out_as: Vec<_> = found.foreign.iter().map(|kind| kind.map(PageKind::name)).collect();
        let pages = found.pages;
        let url = urls(documents);
        let post = |document: &'a Document, post: Post| PostRow {
            page: self.thread.then(|| document.name()),
            html: self.html.then(|| &document.text()[post.body.range()]),
            text: post.text,
            author: post.author,
            date: post.date,
            iso_date: post.iso_date,
            depth: post.depth,
            start: post.span.start,
            end: post.span.end,
            url: url(document),
        };
        if self.thread {
            let turns = forum::join(pages).into_iter();
            let posts = turns.map(|turn| post(&documents[turn.page], turn.post)).collect();
            let (first, candidates) = (&documents[0], explained.swap_remove(0));
            let (path, url) = (first.name(), url(first));
            return vec![ThreadRow { path, url, left_out_as: None, posts, candidates, steps: None }];
        }
        let posts = documents
            .iter()
            .zip(pages)
            .map(|(document, posts)| posts.into_iter().map(|of_page| post(document, of_page)).collect());
        let rows = documents.iter().zip(posts).zip(explained.into_iter().zip(left_out_as));
        rows.map(|((document, posts), (candidates, left_out_as))| ThreadRow {
            path: document.name(),
            url: url(document),
            left_out_as,
            posts,
            candidates,
            steps: None,
        })
        .collect()
    }

    /// The posts that the published method finds, without author and date, and its steps for each page. Pages are compared with
    /// pages of the same site: of the same host or, without an address, of the same folder.
    fn published(&self, documents: &[Document]) -> (Threads, Vec<Steps>) {
        let mut cutter = Cutter::new().reading(self.reading.map(Reading::from).unwrap_or_default());
        if let Some(pages) = self.alpha {
            cutter = cutter.alpha(pages as usize);
        }
        if let Some(share) = self.beta {
            cutter = cutter.beta(share);
        }
        let mut sites: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, document) in documents.iter().enumerate() {
            sites.entry(site(document)).or_default().push(number);
        }
        let of_site = |numbers: &Vec<usize>| -> Vec<(usize, (Vec<Post>, Steps))> {
            let sources: Vec<&str> = numbers.iter().map(|&number| documents[number].text()).collect();
            let trees: Vec<Tree> = sources.par_iter().map(|source| Tree::unscripted(source)).collect();
            let cuts = cutter.cut(&sources, &trees);
            let pages = cuts.iter().zip(sources.iter().zip(&trees));
            let pages = pages.map(|(cut, (source, tree))| (cut.texts(source, tree), Steps::of(cut, tree)));
            numbers.iter().copied().zip(pages).collect()
        };
        let sites: Vec<Vec<usize>> = sites.into_values().collect();
        let mut pages: Vec<_> = sites.par_iter().flat_map_iter(of_site).collect();
        pages.sort_unstable_by_key(|&(number, _)| number);
        let (pages, steps) = pages.into_iter().map(|(_, page)| page).unzip();
        let none = vec![None; documents.len()];
        (Threads { pages, sets: Vec::new(), foreign: none.clone(), unlikely: none }, steps)
    }
}

/// What tells the site of a page: the host of its address or, without one, its folder or container.
fn site(document: &Document) -> String {
    let folder = || document.name().rsplit_once(['/', '#']).map_or("", |(folder, _)| folder).to_owned();
    document.url().map(host).filter(|host| !host.is_empty()).unwrap_or_else(folder)
}

/// The posts of a row as rows of a table.
fn post_cells<'a>(row: &'a ThreadRow<'_>) -> impl Iterator<Item = PostCells<'a>> {
    row.posts.iter().zip(1..).map(|(post, number)| PostCells {
        path: post.page.unwrap_or(row.path),
        url: post.url,
        post: number,
        depth: post.depth,
        author: post.author.as_deref(),
        date: post.date.as_deref(),
        iso_date: post.iso_date.as_deref(),
        text: &post.text,
        start: post.start,
        end: post.end,
        html: post.html,
    })
}

/// The best candidates, each compared with the best other one.
fn best_of(candidates: &[Ranked]) -> Rc<[Candidate]> {
    let against = |number: usize| candidates.get(usize::from(number == 0)).map(|other| other.evidence);
    let numbered = candidates.iter().take(SHOWN).enumerate();
    numbered.map(|(number, ranked)| Candidate::new(ranked, &against(number).unwrap_or_default())).collect()
}

impl Candidate {
    fn new(ranked: &Ranked, against: &Evidence) -> Self {
        let Ranked { way, border, records, evidence, score, probability } = ranked;
        Candidate {
            way: way.clone(),
            border: match border {
                Border::Element => "element",
                Border::Own => "own",
                Border::Run => "run",
                Border::Foot => "foot",
            },
            records: *records,
            score: *score,
            probability: rounded(*probability),
            coverage: evidence.coverage.exp(),
            template: evidence.template.exp() + 1.0,
            effective: 1.0 / (1.0 - evidence.repeats.exp()),
            reasons: top_reasons(Weights::posts(), evidence, against),
        }
    }
}

fn describe(rows: &[ThreadRow<'_>], out: &mut dyn Write) -> std::io::Result<()> {
    for row in rows {
        writeln!(out, "{}\n", row.path)?;
        for candidate in row.candidates.iter().flat_map(|candidates| candidates.iter()) {
            let Candidate {
                way,
                border,
                records,
                score,
                probability,
                coverage,
                template,
                effective,
                reasons,
            } = candidate;
            let coverage = 100.0 * coverage;
            writeln!(out, "  {score:6.3}  {way}")?;
            writeln!(
                out,
                "          {records} records ({border}), probability {probability:.2}; by length {effective:.1} a page; {coverage:.0}% \
                 of what was written; template {template:.1}"
            )?;
            let reasons: Vec<String> =
                reasons.iter().map(|(name, part)| format!("{name} {part:+.2}")).collect();
            writeln!(out, "          {}", reasons.join(", "))?;
        }
        if let Some(Steps { main, pattern, repetitions }) = &row.steps {
            writeln!(out, "  main element  {main}")?;
            writeln!(out, "  pattern       {repetitions}x  {}", pattern.join("  "))?;
        }
        if row.candidates.is_some() || row.steps.is_some() {
            writeln!(out)?;
        }
        for (number, post) in (1..).zip(&row.posts) {
            let indent = "    ".repeat(post.depth as usize);
            let signature: Vec<&str> =
                [&post.author, &post.date].into_iter().flatten().map(String::as_str).collect();
            let heading = format!("  {indent}{number}. {}", signature.join(", "));
            writeln!(out, "{}", heading.trim_end())?;
            for line in post.text.lines() {
                writeln!(out, "    {indent}{line}")?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

//! What `content` and `blog` do alike: options, formats, folders, comparison with known blocks.

use super::about::{describe_metadata, members, origins};
use super::explain::{describe_blocks, refuse};
use super::filter::Filter;
use super::found::{Found, Wanted};
use super::markup::{Extent, FrontMatter, PageWriter, Style, write_folder, write_markup};
use super::score::{write_blog_scores, write_scores};
use super::truth::Truth;
use super::{Leaning, LeftOut, LeftOutMarkup};
use crate::args::InputArgs;
use crate::output::{ArticleArgs, ArticleFormat, ProgramFormat};
use crate::verb::Outcome;
use crate::writer::{unwritten, write_plain, write_rows};
use clap::Args;
use katagami::content::{Comment, Content, Metadata, paragraphs};
use katagami::document::Document;
use katagami::error::Result;
use katagami::report::Shape;
use serde::Serialize;
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::PathBuf;

/// The options of both commands.
#[derive(Args, Debug)]
pub(crate) struct ArticleOptions {
    /// Show for each block its bytes, its element path, whether it belongs to the text or to a comment, and why
    #[arg(long, conflicts_with = "truth")]
    pub(crate) explain: bool,
    /// Compare the blocks with the known blocks of content and comments in FILE, and print precision, recall, F, and perfect matching or
    /// accuracy
    #[arg(long, value_name = "FILE")]
    pub(crate) truth: Option<PathBuf>,
    /// Read JSON Lines of {"url", "html"} (files, or - for standard input) and write the same objects with the text ("text"; of a blog
    /// "post", "comments" and "signed") and the metadata of the page ("title", "author", "date" ...) added; all other members are kept.
    /// --format md or html gives the text with its markup. Reads the input twice, first to learn from at most 4,096 pages, 1,024 of a
    /// kind: memory does not grow with the input, but text that only pages beyond these share is taken for content. Existing metadata is
    /// kept, existing texts are replaced
    #[arg(long, conflicts_with_all = ["method", "explain", "truth"])]
    filter: bool,
    /// Also say where the author and the date are from: shown to readers, or stated in which vocabulary
    #[arg(long, conflicts_with_all = ["filter", "truth"])]
    pub(crate) all_fields: bool,
    #[command(flatten)]
    pub(crate) leaning: Leaning,
    #[command(flatten)]
    pub(crate) left: LeftOut,
    #[command(flatten)]
    markup: LeftOutMarkup,
    #[command(flatten)]
    front: FrontMatter,
    #[command(flatten)]
    pub(crate) output: ArticleArgs,
}

/// What the two commands differ in.
pub(crate) trait Articles {
    /// What is written of a page.
    const EXTENT: Extent;

    /// Whether JSON Lines have the rows of a table.
    fn is_flat(&self) -> bool {
        false
    }

    /// What is found on each page.
    fn find<'a>(&self, documents: &'a [Document], wanted: Wanted) -> Vec<Found<'a>>;

    /// A page as programs read it.
    fn row(&self, page: &Found<'_>) -> impl Serialize;

    /// A page as rows of a table.
    fn table_rows(&self, page: &Found<'_>) -> impl Iterator<Item = impl Serialize>;

    /// The columns of a table.
    fn columns(&self) -> Vec<(&'static str, Shape)>;

    /// The members beside the metadata that `--filter` adds to the object of a page with this title.
    fn added(writer: &PageWriter<'_>, title: Option<&str>, content: Content) -> Vec<(&'static str, Value)>;
}

impl ArticleOptions {
    /// Where author and date are from, if that is asked for.
    pub(crate) fn origins(&self, metadata: &Metadata) -> Map<String, Value> {
        if self.all_fields { origins(metadata) } else { Map::new() }
    }

    /// Runs one of the commands.
    pub(crate) fn run<A: Articles>(
        &self,
        articles: &A,
        input: &InputArgs,
        out: &mut dyn Write,
    ) -> Result<Outcome> {
        let format = self.output.format();
        let omitted = self.markup.omitted(format.is_markup())?;
        if self.filter {
            let added = |writer: &PageWriter<'_>, metadata: &Metadata, content| {
                let [title, ..] = metadata.values();
                members(metadata).chain(A::added(writer, title, self.left.out_of(content))).collect()
            };
            let filter = Filter { added, kept: &Metadata::NAMES, omitted, lean: self.leaning.lean() };
            return filter.run(input, &self.output, out);
        }
        refuse(self.explain, self.truth.is_some(), format)?;
        let has_front = self.front.wanted(&self.output)?;
        let style = Style { extent: A::EXTENT, has_front, omitted };
        let truth = self.truth.as_deref().map(Truth::read).transpose()?;
        let corpus = input.corpus()?;
        let wanted = Wanted::new(self.explain, truth.is_some(), has_front, format);
        let mut found = articles.find(corpus.documents(), wanted);
        if self.output.folder().is_some() || format.rows().is_none() {
            found.retain(|page| page.left_out.is_none());
        }
        input.print_alone(found.iter().filter(|page| page.is_alone).count());
        if let Some(folder) = self.output.folder().filter(|_| truth.is_none()) {
            write_folder(&found, style, (folder, &self.output), |page| articles.row(page), text::<A>)?;
            return Ok(outcome::<A>(&found));
        }
        if !input.is_quiet() {
            self.output.advise(found.len());
        }
        self.output.write(out, |out| match (truth, format.table(), format.rows()) {
            (Some(truth), _, format) => match A::EXTENT {
                Extent::Article => write_scores(&truth, &found, format, out),
                Extent::WithComments => write_blog_scores(&truth, &found, format, out),
            },
            (None, Some(table), _) => {
                let rows = found.iter().flat_map(|page| articles.table_rows(page)).map(Ok);
                write_plain(table, &articles.columns(), rows, out)
            }
            (None, None, Some(format)) if articles.is_flat() => {
                write_rows(format, found.iter().flat_map(|page| articles.table_rows(page)), out)
            }
            (None, None, Some(format)) => {
                write_rows(format, found.iter().map(|page| articles.row(page)), out)
            }
            (None, None, None) if format == ArticleFormat::Text => {
                found.iter().try_for_each(|page| self.describe::<A>(page, out)).map_err(unwritten)
            }
            (None, None, None) => write_markup(&found, style, format, out).map_err(unwritten),
        })?;
        Ok(outcome::<A>(&found))
    }

    fn describe<A: Articles>(&self, page: &Found<'_>, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}\n", page.document.name())?;
        if self.explain {
            describe_metadata(&page.metadata, out)?;
            return describe_blocks(page, self.output.place().width(), out);
        }
        for line in paragraphs(&page.text).lines() {
            if line.is_empty() { writeln!(out)? } else { writeln!(out, "    {line}")? }
        }
        for comment in comments::<A>(page) {
            let indent = "    ".repeat(comment.depth as usize);
            let lines = comment.text.iter().flat_map(|text| text.text.lines());
            let lines: Vec<&str> = lines.collect();
            writeln!(out, "\n{indent}  > {}", lines.join(&format!("\n{indent}    ")))?;
        }
        writeln!(out)
    }
}

/// The comments that are written.
fn comments<'a, A: Articles>(page: &'a Found<'_>) -> &'a [Comment] {
    if A::EXTENT == Extent::WithComments { &page.comments } else { &[] }
}

/// The text of a page, with comments as quotations.
fn text<A: Articles>(page: &Found<'_>) -> String {
    let quoted = |comment: &Comment| format!("> {}", paragraphs(&comment.text).replace('\n', "\n> "));
    let parts = std::iter::once(paragraphs(&page.text)).chain(comments::<A>(page).iter().map(quoted));
    parts.collect::<Vec<_>>().join("\n\n")
}

fn outcome<A: Articles>(found: &[Found<'_>]) -> Outcome {
    let nothing = |page: &Found<'_>| page.text.is_empty() && comments::<A>(page).is_empty();
    if found.iter().all(nothing) { Outcome::Nothing } else { Outcome::Found }
}

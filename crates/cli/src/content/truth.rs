//! Reads the known blocks of pages from a file, for `--truth`.

use super::Found;
use super::found::{Judged, Part};
use hashbrown::HashMap;
use katagami::error::{Error, ErrorKind, Result};
use serde::Deserialize;
use std::path::Path;

/// The format of the file, for the help.
pub(crate) const FORM: &str = "\
The file of --truth has one JSON object per line, one for each page to be measured:
  {\"path\": \"site/a.html\", \"content\": [[1200, 1733], \"By Ann Hill\"], \"comments\": [[2100, 2320]]}
path is the path of the page as it is printed, or the end of it. A block is content if half of it is in one of the ranges,
which are in bytes of the page in UTF-8, or if it equals one of the texts. comments is for `katagami blog` and may be missing.";

/// A line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    path: String,
    content: Vec<Place>,
    #[serde(default)]
    comments: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a block is given as [START, END] or as its text")]
enum Place {
    Range(u32, u32),
    Text(String),
}

/// The known blocks of pages.
pub(crate) struct Truth {
    /// The name of the file.
    name: String,
    /// Its lines with their numbers.
    lines: Vec<(usize, Line)>,
}

impl Truth {
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::new(ErrorKind::Read).at(&name).because(error))?;
        let mut truth = Truth { name, lines: Vec::new() };
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let line: Line = serde_json::from_str(line).map_err(|error| {
                let form = "give {\"path\": .., \"content\": [[START, END] or \"text\", ..]}";
                truth.wrong(number, form).because(error)
            })?;
            if truth.lines.iter().any(|(_, other)| other.path == line.path) {
                return Err(
                    truth.wrong(number, &format!("an earlier line is for {} as well; remove one", line.path))
                );
            }
            truth.lines.push((number, line));
        }
        if truth.lines.is_empty() {
            let why = "the file is empty; give one JSON object per line, see --help".to_owned();
            return Err(Error::new(ErrorKind::Setting(why)).at(truth.name));
        }
        Ok(truth)
    }

    fn wrong(&self, line: usize, why: &str) -> Error {
        Error::new(ErrorKind::Setting(why.to_owned())).at(format!("{}:{line}", self.name))
    }

    /// The blocks of each page that the file has a line for.
    pub(super) fn judge<'a>(&self, found: &'a [Found<'_>]) -> Result<Vec<Page<'a>>> {
        let mut named: HashMap<&str, usize> = HashMap::new();
        let mut pages: Vec<Option<Page<'a>>> = found.iter().map(|_| None).collect();
        for (at, page) in found.iter().enumerate() {
            named.insert(page.document.name(), at);
        }
        for (number, line) in &self.lines {
            let at = match named.get(line.path.as_str()) {
                Some(&at) => at,
                None => self.by_end(*number, &line.path, found)?,
            };
            if pages[at].is_some() {
                let why = format!("an earlier line is for {} as well; remove one", found[at].document.name());
                return Err(self.wrong(*number, &why));
            }
            pages[at] = Some(self.page(*number, line, &found[at])?);
        }
        Ok(pages.into_iter().flatten().collect())
    }

    fn by_end(&self, number: usize, path: &str, found: &[Found<'_>]) -> Result<usize> {
        let ends = |page: &Found<'_>| {
            let before = page.document.name().strip_suffix(path);
            before.is_some_and(|before| before.ends_with(['/', '\\']))
        };
        let mut like = (0..found.len()).filter(|&at| ends(&found[at]));
        match (like.next(), like.next()) {
            (Some(at), None) => Ok(at),
            (Some(_), Some(_)) => {
                Err(self.wrong(number, &format!("several pages end in {path}; give more of the path")))
            }
            (None, _) => Err(self.wrong(number, &format!("no page that was read has the path {path}; correct the path, or add the page to the input"))),
        }
    }

    fn page<'a>(&self, number: usize, line: &Line, found: &'a Found<'_>) -> Result<Page<'a>> {
        let len = found.document.text().len();
        let ranges = line.content.iter().chain(&line.comments);
        for (start, end) in ranges.filter_map(Place::range) {
            if start >= end || end as usize > len {
                let why = format!(
                    "[{start}, {end}] is not a range of bytes of {}, which has {len} bytes",
                    found.document.name()
                );
                return Err(self.wrong(number, &why));
            }
        }
        let mut known = vec![Class::Template; found.blocks.len()];
        let mut missed = Vec::new();
        for (places, class) in [(&line.content, Class::Content), (&line.comments, Class::Comment)] {
            for (at, block) in found.blocks.iter().enumerate() {
                let covered: u32 =
                    places.iter().filter_map(Place::range).map(|range| covered(range, block)).sum();
                if 2 * covered >= block.span.end - block.span.start {
                    known[at] = class;
                }
            }
            for text in places.iter().filter_map(Place::text) {
                let is = |(at, block): &(usize, &Judged)| {
                    known[*at] == Class::Template && is_same(&block.text, text)
                };
                match found.blocks.iter().enumerate().find(is) {
                    Some((at, _)) => known[at] = class,
                    None => missed.push(class),
                }
            }
        }
        let judged = |(block, known): (&Judged, Class)| (known, Class::of(block.part));
        let blocks = found.blocks.iter().zip(known).map(judged);
        let missed = missed.into_iter().map(|class| (class, Class::Template));
        Ok(Page { path: found.document.name(), blocks: blocks.chain(missed).collect() })
    }
}

impl Place {
    fn range(&self) -> Option<(u32, u32)> {
        if let Place::Range(start, end) = *self { Some((start, end)) } else { None }
    }

    fn text(&self) -> Option<&str> {
        if let Place::Text(text) = self { Some(text) } else { None }
    }
}

/// The number of bytes of a block that are in a range.
fn covered((start, end): (u32, u32), block: &Judged) -> u32 {
    end.min(block.span.end).saturating_sub(start.max(block.span.start))
}

/// Whether two texts are equal except for white space.
fn is_same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Class {
    Template,
    Content,
    Comment,
}

impl Class {
    fn of(part: Option<Part>) -> Self {
        match part {
            None => Class::Template,
            Some(Part::Text) => Class::Content,
            Some(Part::Comment(_)) => Class::Comment,
        }
    }
}

/// A page with the known class and the found class of each block.
pub(super) struct Page<'a> {
    pub(super) path: &'a str,
    pub(super) blocks: Vec<(Class, Class)>,
}

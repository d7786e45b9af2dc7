//! Filter mode. In: JSON Lines of any size. Out: the same objects with members added.
//!
//! The input is read twice: first to learn its sites, then to read each page with what was learned. Input from a pipe is kept
//! in an unnamed temporary file, which disappears with the program in any case. A file that changes between the two is refused before
//! anything of a changed batch is written: the first reading keeps a digest of each batch of lines.

use super::PageWriter;
use crate::args::InputArgs;
use crate::output::{ArticleArgs, ArticleFormat};
use crate::twice::Twice;
use crate::verb::Outcome;
use crate::writer::unwritten;
use katagami::content::markup::Omit;
use katagami::content::{Content, Lean, Learner, Metadata, page_metadata};
use katagami::document::{Document, Line};
use katagami::error::{Error, ErrorKind};
use rayon::prelude::*;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;

/// Adds members to the objects of pages.
pub(crate) struct Filter<A> {
    /// Gives the members that are added for a page.
    pub(crate) added: A,
    /// Members that are not replaced if an object has them already.
    pub(crate) kept: &'static [&'static str],
    /// What is left out of the markup.
    pub(crate) omitted: Omit,
    pub(crate) lean: Lean,
}

impl<A: Fn(&PageWriter<'_>, &Metadata, Content) -> Vec<(&'static str, Value)> + Sync> Filter<A> {
    /// Reads the inputs twice and writes them once.
    pub(crate) fn run(
        &self,
        input: &InputArgs,
        output: &ArticleArgs,
        out: &mut dyn Write,
    ) -> Result<Outcome, Error> {
        let format = output.format();
        let is_for_texts = !format.is_for_programs() && format != ArticleFormat::Tei;
        if !is_for_texts && format != ArticleFormat::Jsonl {
            let why =
                "--filter always writes JSON Lines; give --format text, md or html for the texts in them";
            return Err(Error::new(ErrorKind::Setting(why.to_owned())));
        }
        let inputs = input.arguments().iter().map(Twice::open).collect::<Result<Vec<_>, Error>>()?;
        let learner = Learner::new().leaning(self.lean);
        let mut learner = if format.is_markup() { learner.with_images() } else { learner };
        let mut batches = Vec::new();
        input.lines(&inputs, |lines| {
            batches.push(digest(&lines));
            let documents: Vec<Document> = lines.into_iter().map(|line| line.document).collect();
            learner.add(&documents);
            Ok(())
        })?;
        let site = learner.site();
        let mut expected = batches.into_iter();
        let (mut found, mut alone) = (false, 0);
        output.write(out, |out| {
            input.lines_again(&inputs, |lines| {
                if expected.next() != Some(digest(&lines)) {
                    return Err(changed());
                }
                let read = |line: Line| {
                    let (content, tree) = site.read_with_tree(&line.document);
                    let (is_found, is_alone) = (!content.is_empty(), content.is_alone());
                    let metadata = page_metadata(&line.document, &tree, &content);
                    let writer = PageWriter::new(
                        &line.document,
                        &tree,
                        (format, self.omitted),
                        site.repeated_images(),
                    );
                    let added = (self.added)(&writer, &metadata, content);
                    (is_found, is_alone, self.line(&line.written, added))
                };
                let lines: Vec<(bool, bool, String)> = lines.into_par_iter().map(read).collect();
                for (is_found, is_alone, line) in lines {
                    found |= is_found;
                    alone += usize::from(is_alone);
                    writeln!(out, "{line}").map_err(unwritten)?;
                }
                Ok(())
            })?;
            if expected.next().is_some() { Err(changed()) } else { Ok(()) }
        })?;
        input.print_alone(alone);
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }

    /// An object with members added at its end. Its own members are kept as written, unless one of them is replaced.
    fn line(&self, written: &str, members: Vec<(&'static str, Value)>) -> String {
        let Names(own) = serde_json::from_str(written).unwrap_or_default();
        let is_kept = |name: &str| self.kept.contains(&name) && own.contains(name);
        let members: Vec<(&str, Value)> = members.into_iter().filter(|member| !is_kept(member.0)).collect();
        // If the object cannot be read, because a number is too large, the member is written a second time instead.
        if members.iter().any(|member| own.contains(member.0))
            && let Ok(mut object) = serde_json::from_str::<Map<String, Value>>(written)
        {
            object.extend(members.into_iter().map(|(name, value)| (name.to_owned(), value)));
            return Value::Object(object).to_string();
        }
        let mut line = written.strip_suffix('}').unwrap_or(written).trim_end().to_owned();
        for (name, value) in members {
            line.push(',');
            line.push_str(&Value::from(name).to_string());
            line.push(':');
            line.push_str(&value.to_string());
        }
        line.push('}');
        line
    }
}

/// A digest of a batch of lines, to compare it with another reading in the same run.
fn digest(lines: &[Line]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for line in lines {
        line.written.hash(&mut hasher);
    }
    hasher.finish()
}

fn changed() -> Error {
    let why = "the input changed while --filter read it, which it does twice; the result is not complete: run again when the files are complete, or \
               give them through a pipe";
    Error::new(ErrorKind::Setting(why.to_owned()))
}

/// The names of an object's members.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl<'de> Visitor<'de> for Visit {
            type Value = Names;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Names, A::Error> {
                let mut names = Names::default();
                while let Some((name, IgnoredAny)) = object.next_entry()? {
                    names.0.insert(name);
                }
                Ok(names)
            }
        }
        deserializer.deserialize_map(Visit)
    }
}

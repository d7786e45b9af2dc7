//! `katagami find`: where strings occur.

use super::args::InputArgs;
use super::output::{OutputArgs, ProgramFormat};
use super::verb::{Frame, Outcome, Verb};
use crate::writer::{unwritten, write_rows};
use clap::Args;
use katagami::document::Corpus;
use katagami::error::{Error, ErrorKind, Result};
use katagami::index::search::{Occurrence, Search, scan};
use serde::Serialize;
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// The occurrences of a string: how many, on how many pages, at which bytes.
///
/// The string is compared with the source of the pages. With --from, no string is given before the pages.
///
/// Example: katagami find '<h2>' data/syllabus/a-13
#[derive(Args, Debug)]
#[command(override_usage = "katagami find [OPTIONS] <STRING> <INPUT>...\n       \
                            katagami find [OPTIONS] --from <FILE> <INPUT>...")]
pub(super) struct Find {
    /// File with one string per line, instead of one string on the command line
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// List every occurrence in text too
    #[arg(long)]
    places: bool,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// An occurrence, as programs read it.
#[derive(Serialize)]
struct OccurrenceRow<'a> {
    string: &'a str,
    path: &'a str,
    start: u32,
    end: usize,
}

/// The number of strings from which on sorting once is faster than a scan for each string. On 78 MB a scan took 4 ms for a rare
/// string and longer for a common one, sorting 2 s.
const MANY: usize = 300;

impl Verb for Find {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let (strings, inputs) = self.strings()?;
        let corpus = self.input.corpus_of(inputs)?;
        let search = if strings.len() < MANY {
            None
        } else {
            Some(self.input.sorting(&corpus, || Search::new(&corpus))?)
        };
        let mut found = false;
        let results = strings.iter().map(|string| {
            let places = match &search {
                Some(search) => search.find(string),
                None => scan(&corpus, string).collect(),
            };
            found |= !places.is_empty();
            (string.as_str(), places)
        });
        self.output.write(out, |out| {
            if let Some(format) = self.output.format().rows() {
                return write_rows(
                    format,
                    results.flat_map(|(string, places)| rows(&corpus, string, places)),
                    out,
                );
            }
            let mut results = results;
            results
                .try_for_each(|(string, places)| self.describe(&corpus, string, &places, out))
                .map_err(unwritten)
        })?;
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}

impl Find {
    /// The strings and the pages to search. Without a file of strings, the first argument is the string.
    fn strings(&self) -> Result<(Vec<String>, &[OsString])> {
        let setting = |what: &str| Error::new(ErrorKind::Setting(what.to_owned()));
        let (strings, inputs) = match (&self.from, self.input.arguments()) {
            (Some(file), inputs) => {
                let failed =
                    |error| Error::new(ErrorKind::Read).at(file.display().to_string()).because(error);
                let lines = std::fs::read_to_string(file).map_err(failed)?;
                (lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect(), inputs)
            }
            (None, [string, inputs @ ..]) => {
                let string = string
                    .to_str()
                    .ok_or_else(|| setting("the string is not valid UTF-8; give a string in UTF-8"))?;
                (vec![string.to_owned()], inputs)
            }
            (None, []) => (Vec::new(), [].as_slice()),
        };
        if strings.iter().all(String::is_empty) {
            return Err(setting("there is no string to search for; give one of at least one character"));
        }
        if inputs.is_empty() {
            return Err(setting("there are no pages to search; give files or folders after the string"));
        }
        Ok((strings, inputs))
    }

    fn describe(
        &self,
        corpus: &Corpus,
        string: &str,
        places: &[Occurrence],
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let mut pages: Vec<u32> = places.iter().map(|place| place.document).collect();
        pages.dedup();
        writeln!(out, "{:>9} times on {} of {} pages  {string}", places.len(), pages.len(), corpus.len())?;
        if self.places {
            for row in rows(corpus, string, places.to_vec()) {
                writeln!(out, "{:>9}..{}  {}", row.start, row.end, row.path)?;
            }
        }
        Ok(())
    }
}

fn rows<'a>(
    corpus: &'a Corpus,
    string: &'a str,
    places: Vec<Occurrence>,
) -> impl Iterator<Item = OccurrenceRow<'a>> {
    places.into_iter().map(move |place| OccurrenceRow {
        string,
        path: corpus.documents()[place.document as usize].name(),
        start: place.start,
        end: place.start as usize + string.len(),
    })
}

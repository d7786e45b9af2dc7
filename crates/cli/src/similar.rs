//! `katagami similar`: pages that are copies of each other, or have a part in common.

mod estimate;
mod groups;
mod help;
mod messages;
mod place;
mod read;
mod rows;
mod statistics;
mod stop;

use self::messages::Counted;
use self::stop::Stop;
use super::args::{InputArgs, Method, share};
#[cfg(feature = "plot")]
use super::figure::{Target, target};
use super::output::TableArgs;
use super::truth::TruthArgs;
use super::verb::{Frame, Outcome, Verb};
use clap::{ArgGroup, Args, ValueEnum};
use katagami::document::Input;
use katagami::error::{Error, ErrorKind, Result};
use katagami::similar::budget::Budget;
use katagami::similar::candidate::{Candidates, Frequencies, PairRecord, Rule};
use katagami::similar::index::{Index, Matches, Repeated, Unfinished};
use katagami::similar::sort::Sorted;
use katagami::similar::{Compare, Options, Show};
use std::io::{self, Write};
use std::path::PathBuf;

/// Pages that are copies of each other, that contain each other or have a part in common: mirrors, copies, edited copies,
/// quotations, with the evidence.
///
/// The evidence are long sentences that few of all pages have, and fragments of them. Memory does not grow with the input:
/// the data are on disk, in unnamed files in the folder TMPDIR, or in the folder of --index.
///
/// Example: katagami similar crawl.warc.gz --format jsonl -o pairs.jsonl
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[command(group(ArgGroup::new("grouping").multiple(true)))]
#[command(mut_arg("inputs", |inputs| inputs.required(false).required_unless_present("index")))]
#[command(after_long_help = help::WORDS)]
pub(super) struct SimilarArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Ours: rare sentences and fragments, which also finds edited copies. Paper: equal rare sentences of the content region
    #[arg(long, value_enum, default_value_t)]
    method: Method,
    /// The part of a page that is compared: text, its main text; frame, all its text, or with --method paper its content
    /// region as published [default: text; paper: frame]
    #[arg(long, value_enum, value_name = "WHAT")]
    compare: Option<Compared>,
    /// Sentences with fewer characters are not evidence, in any language
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = chars, allow_negative_numbers = true)]
    min_chars: u32,
    /// Sentences that more pages have are not evidence
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=1000))]
    max_pages: u32,
    /// Minimum share of the shorter page's text that a pair has in common, such as 0.1 for quotations [default: 0.5; paper: 0]
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true)]
    least: Option<f64>,
    /// Keep the pages and their sentences in this folder, to add pages later or to resume a run that was killed
    #[arg(long, value_name = "DIR")]
    index: Option<PathBuf>,
    /// Resume a run over the same inputs that was killed or stopped
    #[arg(long, requires = "index")]
    resume: bool,
    /// Give groups of pages that are the same, each with the page to keep; in csv and parquet a row for each page to remove
    #[arg(long, group = "grouping", conflicts_with = "statistics")]
    groups: bool,
    /// Keep one of the pages that are the same, by this rule; without --groups, list all pages to keep [default with --groups: first]
    #[arg(long, group = "grouping", value_enum, value_name = "RULE", conflicts_with = "statistics")]
    keep: Option<Keep>,
    /// Minimum share of the text of a page that the page kept instead of it has [default: 0.9, and less than 30 words in a row missing;
    /// paper: 0, any pages that are the same]
    #[arg(long, value_name = "SHARE", value_parser = share, allow_negative_numbers = true, requires = "grouping")]
    same: Option<f64>,
    /// Give all common sentences with their positions, instead of the three longest; with --groups or --keep, show for pages that are
    /// the same but all kept which text would be lost
    #[arg(long, conflicts_with = "statistics")]
    explain: bool,
    /// Only estimate how much disk, memory and time the run will need, from its first pages
    #[arg(long, conflicts_with_all = ["groups", "keep", "statistics", "explain", "resume"], requires = "inputs")]
    estimate: bool,
    /// Count on how many pages sentences are, and how long they are, instead of finding pairs
    #[arg(long)]
    statistics: bool,
    #[cfg_attr(
        feature = "png",
        doc = "Draw on how many pages sentences are, and how long they are, into a file, .svg or .png"
    )]
    #[cfg_attr(
        not(feature = "png"),
        doc = "Draw on how many pages sentences are, and how long they are, into an .svg file"
    )]
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE", value_parser = target)]
    plot: Option<Target>,
    #[command(flatten)]
    output: TableArgs,
    // After the output, which reads the option too.
    #[command(flatten)]
    truth: TruthArgs,
}

/// The part of a page that is compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Compared {
    /// Its main text
    Text,
    /// All its text
    Frame,
}

/// The rule by which one of several pages that are the same is kept.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
enum Keep {
    /// The one whose path comes first in alphabetical order without its ending: 01.html before 01-copy.html
    First,
    /// The one with the most text
    Longest,
    /// The one with the shortest address, or path if it has none
    Shortest,
}

/// Reads a number of characters.
fn chars(argument: &str) -> Result<u32, String> {
    let chars = argument.parse().ok().filter(|&chars| chars > 0);
    chars.ok_or_else(|| "give a number of characters, 1 or more, such as 20".to_owned())
}

/// What the keys of all pages give.
struct Keyed<'a> {
    candidates: Candidates<Sorted<PairRecord>>,
    frequencies: Frequencies,
    repeated: &'a Repeated,
}

impl Verb for SimilarArgs {
    fn frame(&self) -> Frame<'_> {
        Frame::new(&self.input, self.output.place())
    }

    fn keeps_own_memory(&self) -> bool {
        true
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        #[cfg(feature = "plot")]
        self.output.apart_from(self.plot.as_ref().map(Target::path), "the figure")?;
        rows::check(&self.output, !(self.statistics || self.estimate))?;
        if self.estimate {
            self.estimate(&self.options(), out)?;
            return Ok(Outcome::Found);
        }
        let stop = Stop::watch()?;
        let options = self.options();
        let mut index = self.open()?;
        self.fill(&mut index, &options).or_else(|error| place::leave(&mut index, error))?;
        index.release();
        // Groups keep four bytes for each page.
        let kept = if self.groups || self.keep.is_some() { 4 * u64::from(index.len()) } else { 0 };
        let memory = self.memory().buffers(kept + index.held());
        let repeated = index.repeated(memory / 4)?;
        self.print_repeated(&index, &repeated);
        let pages = Counted::new(&index, &repeated);
        let stays = pages.new == 0 && self.has_result();
        let keyed = self.candidates(&index, &options, &repeated, memory, &stop)?;
        if self.output.file().is_some() {
            stop.begin_writing();
        }
        #[cfg(feature = "plot")]
        if let Some(plot) = &self.plot {
            plot.write(&statistics::figure(&self.title(&index), &index, &keyed.frequencies))?;
        }
        let found = if self.statistics {
            statistics::write(&index, &keyed.frequencies, &self.output, out)?
        } else if self.groups || self.keep.is_some() {
            self.write_groups(&index, &options, keyed, memory / 4, &stop, out)?
        } else if stays {
            false
        } else {
            self.write_pairs(&index, &options, keyed, memory, &stop, out)?
        };
        index.finish()?;
        if !found {
            self.print_why_nothing(&options, &pages, stays);
        }
        Ok(if found { Outcome::Found } else { Outcome::Nothing })
    }
}

impl SimilarArgs {
    /// The memory limit.
    fn memory(&self) -> Budget {
        self.input.memory().unwrap_or_default()
    }

    fn options(&self) -> Options {
        let options = match self.method {
            Method::Ours => Options::new(),
            Method::Paper => Options::paper(),
        };
        let options = options.with_min_chars(self.min_chars).with_max_pages(self.max_pages);
        let options = options.with_compare(self.compared());
        match self.least {
            Some(least) => options.with_least(least),
            None => options,
        }
    }

    /// The part of a page that is compared.
    fn compared(&self) -> Compare {
        match (self.compare, self.method) {
            (Some(Compared::Text), _) | (None, Method::Ours) => Compare::Text,
            (Some(Compared::Frame), _) | (None, Method::Paper) => Compare::Frame,
        }
    }

    fn unfinished(&self) -> Unfinished {
        if self.resume { Unfinished::Resume } else { Unfinished::Refuse }
    }

    /// Reads all input that the index does not have yet.
    fn fill(&self, index: &mut Index, options: &Options) -> Result<()> {
        let arguments = self.input.arguments();
        let mut names: Vec<String> =
            arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
        let mut inputs = self.input.inputs();
        if names.is_empty() && self.resume {
            names = index.inputs().to_vec();
            inputs = names.iter().map(|name| Input::from(name.as_str())).collect();
        }
        if names.is_empty() {
            self.input.set_threads()?;
            if index.is_empty() {
                let why = "the folder has no pages; give inputs to read".to_owned();
                return Err(Error::new(ErrorKind::NoInput(why)));
            }
            index.take_all();
            return Ok(());
        }
        let begun = index.begin(&names, self.unfinished())?;
        if begun.is_all {
            return self.input.set_threads();
        }
        self.read(index, &inputs, options, begun)
    }

    fn candidates<'a>(
        &self,
        index: &Index,
        options: &Options,
        repeated: &'a Repeated,
        memory: usize,
        stop: &Stop,
    ) -> Result<Keyed<'a>> {
        let is_out = |page| repeated.has(page);
        let wants_all = self.groups || self.keep.is_some();
        let new = if wants_all { 0 } else { index.first_new() };
        let paired = |kind, pages| if self.statistics { 0 } else { options.paired(kind, pages) };
        let rule = Rule { paired: &paired, new, is_out: &is_out };
        let progress = self.input.progress_of("comparing sentences", index.keys());
        let tick = |read| {
            progress.set_position(read);
            stop.check().map_err(io::Error::other)
        };
        let (candidates, frequencies) = index.candidates(&rule, memory, tick)?;
        progress.finish_and_clear();
        Ok(Keyed { candidates, frequencies, repeated })
    }

    fn write_pairs(
        &self,
        index: &Index,
        options: &Options,
        Keyed { candidates, repeated, .. }: Keyed<'_>,
        memory: usize,
        stop: &Stop,
        out: &mut dyn Write,
    ) -> Result<bool> {
        let tick = || stop.check().map_err(io::Error::other);
        let collages = index.collages(options, &|page| repeated.has(page), memory / 2, tick)?;
        let progress = self.input.progress_of("comparing pages", candidates.left());
        let show = if self.explain { Show::All } else { Show::Longest(rows::SHOWN) };
        let mut matches = Matches::new(index, options, candidates, show, memory / 8).with_collages(collages);
        let mut found = false;
        let pairs = std::iter::from_fn(|| {
            let next = stop.check().and_then(|()| matches.next().transpose());
            progress.set_position(matches.read());
            found |= matches!(next, Ok(Some(_)));
            next.transpose()
        });
        rows::write_pairs(&self.output, pairs, out)?;
        progress.finish_and_clear();
        Ok(found)
    }

    #[cfg(feature = "plot")]
    fn title(&self, index: &Index) -> String {
        let given = self.input.title();
        if given.is_empty() { index.inputs().join(", ") } else { given }
    }
}

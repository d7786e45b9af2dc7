//! The program: one file a verb, each a struct of its options and a `run` that reads like what the verb does.

mod args;
mod blog;
mod check;
mod content;
mod count;
mod ending;
mod export;
mod extract;
#[cfg(feature = "plot")]
mod figure;
mod file;
mod find;
mod folder;
mod forum;
mod learn;
mod left_out;
mod manual;
mod output;
mod overview;
mod page_table;
mod progress;
mod records;
mod screen;
mod similar;
mod spectrum;
mod template;
mod twice;
mod watch;

pub use screen::{Screen, complain};

use self::args::InputArgs;
use self::output::Place;
use self::screen::say;
use crate::error::Result;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Whether a verb has found what it looks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// There is an answer.
    Found,
    /// There is none: no template, no repeat, no place.
    Nothing,
    /// A part of the input was damaged, and what stood there is not in the answer.
    Lost,
}

/// Finds the template behind web pages, how often it was used, and which bytes were poured through it.
#[derive(Debug, Parser)]
#[command(name = "katagami", version, about, propagate_version = true)]
#[command(
    after_help = "Exit status: 0 found, 1 nothing found, 2 wrong usage or failure, 3 a part of an archive is damaged and not in the answer."
)]
pub struct Program {
    /// When there are colours: auto, on a terminal unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Overview(overview::OverviewArgs),
    Spectrum(spectrum::Spectrum),
    Template(template::Template),
    Count(count::Count),
    Records(records::Records),
    Learn(learn::Learn),
    Extract(extract::Extract),
    Check(check::Check),
    Export(export::Export),
    Content(content::ContentArgs),
    Blog(blog::BlogArgs),
    Forum(forum::ForumArgs),
    Similar(similar::SimilarArgs),
    Find(find::Find),
    Completions(manual::Completions),
    Man(manual::Man),
}

impl Program {
    /// What the command line asks for. A path without a verb asks for the overview of its pages.
    #[must_use]
    pub fn of_command_line() -> Self {
        let mut words: Vec<OsString> = std::env::args_os().collect();
        // An option of all verbs that read pages may stand before the verb.
        let quiet =
            words.get(1).is_some_and(|first| first == "-q" || first == "--quiet").then(|| words.remove(1));
        if words.get(1).is_some_and(|first| is_path(first)) {
            words.insert(1, "overview".into());
        }
        if let Some(quiet) = quiet {
            words.insert(words.len().min(2), quiet);
        }
        // `help` alone proposes no verb where one is misspelled.
        if let [_, help, verb] = &words[..]
            && help == "help"
        {
            let verb = verb.clone();
            words.splice(1.., [verb, "--help".into()]);
        }
        // What is wrong with the command line is said in colours, or not, too.
        let color = color_of(&words);
        let matches = Program::command().color(color).try_get_matches_from(words);
        let program = matches.and_then(|matches| Program::from_arg_matches(&matches));
        let program = program.unwrap_or_else(|error| told(error).exit());
        screen::choose(program.color);
        program
    }

    /// Does what the command line asks for; answers go to `out` unless a file is named, all else to standard error.
    ///
    /// # Errors
    /// What kept the verb from an answer.
    pub fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let input = self.verb.input();
        if let Some(input) = input {
            input.watch(!matches!(self.verb, Verb::Similar(_)))?;
        }
        let is_quiet =
            input.is_some_and(InputArgs::is_quiet) || matches!(&self.verb, Verb::Export(verb) if verb.quiet);
        let place = self.verb.place();
        if let Some(place) = place {
            place.refuse()?;
            place.doubt().filter(|_| !is_quiet).into_iter().for_each(|doubt| say!("{doubt}"));
        }
        let outcome = self.verb.run(out)?;
        if let Some(written) = place.and_then(Place::written)
            && !is_quiet
            && std::io::stderr().is_terminal()
        {
            say!("{written}");
        }
        if let (Outcome::Nothing, Some(why)) = (outcome, self.verb.nothing())
            && !is_quiet
        {
            say!("{why}");
        }
        Ok(if input.is_some_and(InputArgs::has_lost) { Outcome::Lost } else { outcome })
    }
}

/// The colours that a command line asks for, whatever else stands there.
fn color_of(words: &[OsString]) -> ColorChoice {
    let words = words.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    let behind = words.windows(2).filter_map(|words| (words[0] == "--color").then_some(&*words[1]));
    let within = words.iter().filter_map(|word| word.strip_prefix("--color="));
    behind.chain(within).find_map(|when| when.parse().ok()).unwrap_or_default()
}

/// An error of the command line, without the advice to take an option that is not there for a page.
fn told(mut error: clap::Error) -> clap::Error {
    let option = error.get(ContextKind::InvalidArg).map(ToString::to_string).unwrap_or_default();
    if error.kind() == clap::error::ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        if let Some(form) = option.strip_prefix("--").filter(|name| FORMS.contains(name)) {
            let advice =
                StyledStr::from(format!("give '--format {form}', or a file with -o that ends in .{form}"));
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![advice]));
        }
    }
    error
}

/// Forms that are endings too.
const FORMS: [&str; 6] = ["csv", "json", "jsonl", "parquet", "md", "html"];

/// Whether a word stands for pages rather than for a verb.
fn is_path(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let is_written_so =
        word == "-" || word.starts_with('@') || word.contains(['/', '.']) && !word.starts_with('-');
    // Few words are neither, so that the verbs are seldom listed here.
    (is_written_so || Path::new(&*word).exists()) && Program::command().find_subcommand(&*word).is_none()
}

impl Verb {
    /// What pages the verb reads, if any, and within which limits.
    fn input(&self) -> Option<&InputArgs> {
        Some(match self {
            Verb::Overview(verb) => &verb.input,
            Verb::Spectrum(verb) => &verb.input,
            Verb::Template(verb) => &verb.input,
            Verb::Count(verb) => &verb.input,
            Verb::Records(verb) => &verb.input,
            Verb::Learn(verb) => &verb.input,
            Verb::Extract(verb) => &verb.input,
            Verb::Check(verb) => &verb.input,
            Verb::Content(verb) => &verb.input,
            Verb::Blog(verb) => &verb.input,
            Verb::Forum(verb) => &verb.input,
            Verb::Similar(verb) => &verb.input,
            Verb::Find(verb) => &verb.input,
            Verb::Export(_) | Verb::Completions(_) | Verb::Man(_) => return None,
        })
    }

    /// Where the answer goes, if that is asked for as all verbs have it.
    fn place(&self) -> Option<&Place> {
        Some(match self {
            Verb::Overview(verb) => verb.output.place(),
            Verb::Spectrum(verb) => verb.output.place(),
            Verb::Template(verb) => verb.output.place(),
            Verb::Count(verb) => verb.output.place(),
            Verb::Records(verb) => verb.output.place(),
            Verb::Extract(verb) => verb.output.place(),
            Verb::Check(verb) => verb.output.place(),
            Verb::Export(verb) => verb.output.place(),
            Verb::Content(verb) => verb.output.place(),
            Verb::Blog(verb) => verb.output.place(),
            Verb::Forum(verb) => verb.output.place(),
            Verb::Similar(verb) => verb.output.place(),
            Verb::Find(verb) => verb.output.place(),
            Verb::Learn(_) | Verb::Completions(_) | Verb::Man(_) => return None,
        })
    }

    /// What is said where there is no answer.
    fn nothing(&self) -> Option<&'static str> {
        match self {
            Verb::Count(_) | Verb::Records(_) => Some(
                "no list found: nothing on these pages repeats and says something else each time; for pages of one thing each there is \
                 `katagami learn`",
            ),
            Verb::Content(_) | Verb::Blog(_) => Some("no main text found on any page"),
            Verb::Forum(_) => Some("no posts found on any page"),
            Verb::Export(_) => Some(
                "no field has a selector in this language, so there is nothing to export; as rows (--as xpath, --as css) each \
                 field says why",
            ),
            _ => None,
        }
    }

    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        match self {
            Verb::Overview(verb) => verb.run(out),
            Verb::Spectrum(verb) => verb.run(out),
            Verb::Template(verb) => verb.run(out),
            Verb::Count(verb) => verb.run(out),
            Verb::Records(verb) => verb.run(out),
            Verb::Learn(verb) => verb.run(out),
            Verb::Extract(verb) => verb.run(out),
            Verb::Check(verb) => verb.run(out),
            Verb::Export(verb) => verb.run(out),
            Verb::Content(verb) => verb.run(out),
            Verb::Blog(verb) => verb.run(out),
            Verb::Forum(verb) => verb.run(out),
            Verb::Similar(verb) => verb.run(out),
            Verb::Find(verb) => verb.run(out),
            Verb::Completions(verb) => verb.run(out),
            Verb::Man(verb) => verb.run(out),
        }
    }
}

//! The program: a file for each command, with a struct of the command's options and a function `run`.

mod args;
mod blog;
mod check;
mod choice;
mod content;
mod count;
mod edit;
mod ending;
mod export;
mod extract;
mod faults;
#[cfg(feature = "plot")]
mod figure;
mod file;
mod find;
mod folder;
mod foreign;
mod forum;
mod learn;
mod manual;
mod output;
mod overview;
mod page_table;
mod place;
mod progress;
mod records;
mod report;
mod screen;
mod similar;
mod site;
mod spectrum;
mod stated;
mod stored;
mod template;
mod truth;
mod twice;
mod verb;
mod watch;
mod writer;

pub use screen::{Screen, print_error};
pub use verb::Outcome;

use self::args::InputArgs;
use self::output::{ArticleFormat, Table};
use self::place::Place;
use self::screen::message;
use self::verb::{Frame, Verb};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use katagami::error::Result;
use std::ffi::{OsStr, OsString};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// Finds the template behind web pages, and extracts what was filled into it: records, fields, articles, posts.
#[derive(Debug, Parser)]
#[command(name = "katagami", version, about, propagate_version = true)]
#[command(
    override_usage = "katagami [OPTIONS] <COMMAND>\n       katagami <INPUT>...    the same as katagami overview <INPUT>...",
    after_help = "Exit status: 0 found, 1 nothing found, 2 wrong usage or failure, 3 a part of an archive is damaged and not in the result."
)]
pub struct Program {
    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    color: ColorChoice,
    #[command(subcommand)]
    command: Command,
}

/// The commands: for each its name as a type, and the struct of its options.
macro_rules! commands {
    ($($name:ident: $options:ty,)*) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($name($options),)*
        }

        impl Command {
            fn verb(&self) -> &dyn Verb {
                match self {
                    $(Command::$name(options) => options,)*
                }
            }
        }
    };
}

commands! {
    Overview: overview::OverviewArgs,
    Site: site::SiteArgs,
    Report: report::Report,
    Spectrum: spectrum::Spectrum,
    Template: template::Template,
    Count: count::Count,
    Records: records::Records,
    Learn: learn::Learn,
    Extract: extract::Extract,
    Check: check::Check,
    Edit: edit::EditArgs,
    Export: export::Export,
    Content: content::ContentArgs,
    Blog: blog::BlogArgs,
    Forum: forum::ForumArgs,
    Stated: stated::Stated,
    Similar: similar::SimilarArgs,
    Find: find::Find,
    Completions: manual::Completions,
    Man: manual::Man,
}

/// The options of the program itself, which come before a command.
const OF_PROGRAM: [&str; 5] = ["-h", "--help", "-V", "--version", "--color"];

impl Program {
    /// Reads the command line. A path without a command means `overview`.
    #[must_use]
    pub fn of_command_line() -> Self {
        let mut words: Vec<OsString> = std::env::args_os().collect();
        // `--quiet` is an option of all commands that read pages, so it is allowed before the command as well.
        let quiet =
            words.get(1).is_some_and(|first| first == "-q" || first == "--quiet").then(|| words.remove(1));
        let is_command = |word: &OsString| Program::command().find_subcommand(word).is_some();
        let is_option = |word: &OsString| {
            let word = word.to_string_lossy();
            word.len() > 1
                && word.starts_with('-')
                && !OF_PROGRAM.contains(&word.split('=').next().unwrap_or_default())
        };
        // `katagami --format json PAGES`
        let is_overview =
            |first: &OsString| is_path(first) || is_option(first) && !words.iter().any(is_command);
        if words.get(1).is_some_and(is_overview) {
            words.insert(1, "overview".into());
        }
        if let Some(quiet) = quiet {
            words.insert(words.len().min(2), quiet);
        }
        // clap suggests no command for a misspelled one after `help`, but does so before `--help`.
        if let [_, help, command] = &words[..]
            && help == "help"
        {
            let command = command.clone();
            words.splice(1.., [command, "--help".into()]);
        }
        // Errors of the command line are printed with or without colours as it asks.
        let color = color_of(&words);
        let matches = Program::command().color(color).try_get_matches_from(words);
        let program = matches.and_then(|matches| Program::from_arg_matches(&matches));
        let program = program.unwrap_or_else(|error| with_advice(error).exit());
        screen::choose(program.color);
        program
    }

    /// Runs the command. Its result goes to `out`, or to the file that is named; messages go to standard error.
    ///
    /// # Errors
    /// The reason why the command could not finish.
    pub fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let verb = self.command.verb();
        let Frame { input, place, nothing } = verb.frame();
        if let Some(input) = input {
            input.watch(!verb.keeps_own_memory())?;
        }
        let is_quiet = verb.is_quiet();
        if let Some(place) = place {
            place.refuse()?;
            place.refuse_inputs(input.map_or(&[], InputArgs::arguments))?;
            place.warning().filter(|_| !is_quiet).into_iter().for_each(|warning| message!("{warning}"));
        }
        let outcome = verb.run(out)?;
        if let Some(written) = place.and_then(Place::written)
            && !is_quiet
            && std::io::stderr().is_terminal()
        {
            message!("{written}");
        }
        if let (Outcome::Nothing, Some(why)) = (outcome, nothing)
            && !is_quiet
        {
            message!("{why}");
        }
        Ok(if input.is_some_and(InputArgs::has_lost) { Outcome::Lost } else { outcome })
    }
}

/// The choice of colours on a command line that may otherwise be wrong.
fn color_of(words: &[OsString]) -> ColorChoice {
    let words = words.iter().take_while(|word| *word != "--").map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    let next = words.windows(2).filter_map(|words| (words[0] == "--color").then_some(&*words[1]));
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    next.chain(joined).find_map(|when| when.parse().ok()).unwrap_or_default()
}

/// An error of the command line. For an unknown option clap's suggestion is removed, as it is to take the option for the
/// name of a page; an option such as `--csv` gets the advice to use `--format`.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let text = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    let (option, value) = (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue));
    let command = text(ContextKind::InvalidSubcommand);
    let mut advice = None;
    if !command.is_empty() {
        advice = Some(format!(
            "there is no file or folder '{command}' either; 'katagami --help' lists the commands"
        ));
    }
    if option.starts_with("--format") && value == "tsv" {
        advice = Some("give -o with a file name that ends in .tsv".to_owned());
    }
    if error.kind() == clap::error::ErrorKind::UnknownArgument {
        error.remove(ContextKind::Suggested);
        let format = option.strip_prefix("--").filter(|name| is_format(name));
        advice = format
            .map(|format| format!("give '--format {format}', or -o with a file name that ends in .{format}"));
        if matches!(&*option, "--links" | "--images") {
            advice = Some("give '--fields links' for the addresses of links and images".to_owned());
        }
    }
    if let Some(advice) = advice {
        let advice = vec![StyledStr::from(advice)];
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(advice));
    }
    error
}

/// Whether this is the name of a format that is the ending of files as well.
fn is_format(name: &str) -> bool {
    let is_one = ending::format::<Table>(name).is_some() || ending::format::<ArticleFormat>(name).is_some();
    is_one && name != "text"
}

/// Whether a word names pages rather than a command.
fn is_path(word: &OsStr) -> bool {
    let word = word.to_string_lossy();
    let looks_like_path =
        word == "-" || word.starts_with('@') || word.contains(['/', '.']) && !word.starts_with('-');
    // The last test builds all commands; it is reached only by words that look like paths or are.
    (looks_like_path || Path::new(&*word).exists()) && Program::command().find_subcommand(&*word).is_none()
}

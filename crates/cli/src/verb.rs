//! What the program needs to know of a command: what it reads, where its result goes, and how it runs.
//!
//! A command is a struct of its options that implements [`Verb`], in a file of its own, and a line in the table of commands
//! in the crate's root.

use crate::args::InputArgs;
use crate::place::Place;
use katagami::error::Result;
use std::io::Write;

/// Whether a command has found what it looks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// There is a result.
    Found,
    /// There is no result: no template, no list, no occurrence.
    Nothing,
    /// A part of the input is damaged, and its content is not in the result.
    Lost,
}

/// A command with its options.
pub(crate) trait Verb {
    /// The pages that the command reads and the limits for them, if it reads any.
    fn input(&self) -> Option<&InputArgs> {
        None
    }

    /// Where the result goes, for commands with the shared options for that.
    fn place(&self) -> Option<&Place> {
        None
    }

    /// Whether nothing is printed but the result and errors.
    fn is_quiet(&self) -> bool {
        self.input().is_some_and(InputArgs::is_quiet)
    }

    /// Whether the command itself keeps to the limit of memory, so that it is not ended above it.
    fn keeps_own_memory(&self) -> bool {
        false
    }

    /// The message if there is no result.
    fn nothing(&self) -> Option<&'static str> {
        None
    }

    /// Does the work. The result goes to `out`, or to the file that is named.
    fn run(&self, out: &mut dyn Write) -> Result<Outcome>;
}

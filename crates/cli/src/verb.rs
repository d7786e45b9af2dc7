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

/// What a command reads and writes.
#[derive(Default)]
pub(crate) struct Frame<'a> {
    /// The pages that it reads and the limits for them, if it reads any.
    pub(crate) input: Option<&'a InputArgs>,
    /// Where the result goes, for commands with the shared options for that.
    pub(crate) place: Option<&'a Place>,
    /// The message if there is no result.
    pub(crate) nothing: Option<&'static str>,
}

impl<'a> Frame<'a> {
    pub(crate) fn new(input: &'a InputArgs, place: &'a Place) -> Self {
        Frame { input: Some(input), place: Some(place), nothing: None }
    }

    /// The same with a message if there is no result.
    pub(crate) fn or(self, nothing: &'static str) -> Self {
        Frame { nothing: Some(nothing), ..self }
    }
}

/// A command with its options.
pub(crate) trait Verb {
    /// What it reads and writes.
    fn frame(&self) -> Frame<'_> {
        Frame::default()
    }

    /// Whether nothing is printed but the result and errors.
    fn is_quiet(&self) -> bool {
        self.frame().input.is_some_and(InputArgs::is_quiet)
    }

    /// Whether the command itself keeps to the limit of memory, so that it is not ended above it.
    fn keeps_own_memory(&self) -> bool {
        false
    }

    /// Does the work. The result goes to `out`, or to the file that is named.
    fn run(&self, out: &mut dyn Write) -> Result<Outcome>;
}

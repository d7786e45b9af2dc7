//! Shell completions and manual pages, generated from the definitions of the options.

use super::verb::Verb;
use super::{Outcome, Program};
use crate::writer::unwritten;
use clap::{Args, CommandFactory};
use katagami::error::{Error, ErrorKind, Result};
use std::io::Write;
use std::path::PathBuf;

/// Prints completions for a shell.
///
/// Example: katagami completions bash > /etc/bash_completion.d/katagami
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell.
    shell: clap_complete::Shell,
}

impl Verb for Completions {
    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        // The generator panics if its writer fails, for example on a closed pipe. It therefore writes to memory.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Program::command(), "katagami", &mut script);
        out.write_all(&script).map_err(unwritten)?;
        Ok(Outcome::Found)
    }
}

/// Writes the manual pages, one per command, into a folder.
///
/// Example: katagami man /usr/local/share/man/man1
#[derive(Args, Debug)]
pub(super) struct Man {
    /// The folder; it is created if it does not exist.
    folder: PathBuf,
}

impl Verb for Man {
    fn run(&self, out: &mut dyn Write) -> Result<Outcome> {
        let failed =
            |error| Error::new(ErrorKind::Write).at(self.folder.display().to_string()).because(error);
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        clap_mangen::generate_to(Program::command(), &self.folder).map_err(failed)?;
        writeln!(out, "manual pages are in {}", self.folder.display()).map_err(unwritten)?;
        Ok(Outcome::Found)
    }
}

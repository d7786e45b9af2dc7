//! Shell completions and manual pages, generated from the definitions of the options.

use super::verb::Verb;
use super::{Outcome, Program};
use crate::file::write_file;
use crate::folder::make_folder;
use crate::writer::unwritten;
use clap::{Args, CommandFactory};
use katagami::error::Result;
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
        make_folder(&self.folder)?;
        let mut program = Program::command().disable_help_subcommand(true);
        program.build();
        for command in program.get_subcommands().chain([&program]) {
            let page = clap_mangen::Man::new(command.clone());
            write_file(&self.folder.join(page.get_filename()), |out| page.render(out).map_err(unwritten))?;
        }
        writeln!(out, "manual pages are in {}", self.folder.display()).map_err(unwritten)?;
        Ok(Outcome::Found)
    }
}

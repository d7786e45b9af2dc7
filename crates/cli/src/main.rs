//! The program `katagami`.

use katagami::error::{Error, ErrorKind};
use katagami_cli::{Outcome, Program, Screen, print_error};
use std::error::Error as _;
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match Program::of_command_line().run(&mut Screen::stdout()) {
        Ok(Outcome::Found) => ExitCode::SUCCESS,
        Ok(Outcome::Nothing) => ExitCode::from(1),
        Ok(Outcome::Lost) => ExitCode::from(3),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&error);
            ExitCode::from(2)
        }
    }
}

/// Whether the output pipe was closed by its reader.
fn is_closed_pipe(error: &Error) -> bool {
    let cause = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    *error.kind() == ErrorKind::Write && cause.is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

//! Pages of another kind than the one that a command is for.

use super::args::InputArgs;
use super::overview::typed;
use super::screen::print_message;
use clap::Args;
use katagami::ask::PageKind;
use katagami::report::notice::{Spelling, other_kinds};

/// Which pages are asked.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct EveryPage {
    /// Ask every page. Without this, pages that are surely of another kind, such as articles beside lists, are left out
    #[arg(long)]
    pub(super) every_page: bool,
}

/// Says how many pages are left out, of which kinds.
pub(super) fn tell(input: &InputArgs, foreign: &[Option<PageKind>]) {
    let left_out = other_kinds(foreign, Spelling::CommandLine).filter(|_| !input.is_quiet());
    print_message(
        left_out.map(|said| format!("{said}; for a table of each kind:\n    katagami site {}", typed(input))),
    );
}

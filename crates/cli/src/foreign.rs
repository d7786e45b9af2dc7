//! Pages of another kind than the one that a command is for.

use super::args::InputArgs;
use super::overview::{counted, typed};
use super::screen::message;
use clap::Args;
use katagami::ask::PageKind;
use std::collections::BTreeMap;

/// Which pages are asked.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct EveryPage {
    /// Ask every page. Without this, pages that are surely of another kind, such as articles beside lists, are left out
    #[arg(long)]
    pub(super) every_page: bool,
}

/// Says how many pages are left out, of which kinds.
pub(super) fn tell(input: &InputArgs, foreign: &[Option<PageKind>]) {
    let mut kinds: BTreeMap<PageKind, usize> = BTreeMap::new();
    for &kind in foreign.iter().flatten() {
        *kinds.entry(kind).or_default() += 1;
    }
    let left_out: usize = kinds.values().sum();
    if left_out == 0 || input.is_quiet() {
        return;
    }
    let named = |(kind, count): (PageKind, usize)| match kind {
        PageKind::Detail => counted(count, "page of one thing"),
        PageKind::Other => format!("{count} of another kind"),
        _ => counted(count, kind.name()),
    };
    let named: Vec<String> = kinds.into_iter().map(named).collect();
    message!(
        "left out {left_out} of {} pages, which are of other kinds ({}); --every-page asks them too; for a table of each kind:\n    \
         katagami site {}",
        foreign.len(),
        named.join(", "),
        typed(input)
    );
}

//! The messages of a run, other than its result.

use super::SimilarArgs;
use crate::args::{Method, pages};
use crate::screen::message;
use katagami::similar::Options;
use katagami::similar::index::{Index, Repeated};

/// The numbers of pages, without those that have the name of an earlier page.
pub(super) struct Counted {
    pub(super) all: usize,
    /// The pages that the run has added.
    pub(super) new: usize,
}

impl Counted {
    pub(super) fn new(index: &Index, repeated: &Repeated) -> Self {
        let count = |first| (index.len() - first) as usize - repeated.count(first..index.len());
        Counted { all: count(0), new: count(index.first_new()) }
    }
}

/// The minimum share up to which no message proposes a smaller one.
const LITTLE: f64 = 0.1;

impl SimilarArgs {
    /// Prints how many pages are left out because earlier pages have their names.
    pub(super) fn print_repeated(&self, index: &Index, repeated: &Repeated) {
        let count = repeated.count(index.first_new()..index.len());
        if count > 0 && !self.input.arguments().is_empty() && !self.input.is_quiet() {
            message!(
                "{} left out: earlier pages have the same names and addresses; to add them, give their files other names",
                pages(count)
            );
        }
    }

    /// Whether the file has an earlier result, which is not replaced by an empty one.
    pub(super) fn has_result(&self) -> bool {
        self.output
            .file()
            .is_some_and(|file| file.metadata().is_ok_and(|file| file.is_file() && file.len() > 0))
    }

    /// Prints why there is no result and what to try, and whether an earlier result is kept.
    pub(super) fn print_why_nothing(&self, options: &Options, pages: &Counted, stays: bool) {
        if !self.input.is_quiet() {
            message!("{}", self.why_nothing(options, pages, stays));
        }
    }

    fn why_nothing(&self, options: &Options, &Counted { all, new }: &Counted, stays: bool) -> String {
        if self.statistics {
            return format!("{} read, no sentence is long enough; give a smaller --min-chars", pages(all));
        }
        if self.groups {
            return format!(
                "{} read, no page can be left out for another; leave out --groups for pairs that have less in common",
                pages(all)
            );
        }
        if new == 0 {
            let stays = self.output.file().filter(|_| stays);
            let stays = stays.map_or(String::new(), |file| format!("; {} is not changed", file.display()));
            return format!(
                "no page is new, so no pair is new; give no inputs for all pairs of the folder{stays}"
            );
        }
        let read = if new == all {
            pages(all) + " read"
        } else {
            format!("{} added to {}", pages(new), pages(all - new))
        };
        let none = match self.method {
            Method::Ours => format!(
                "no two pages have {} of the shorter one in common; the template of a site does not count",
                options.least()
            ),
            Method::Paper => "no two pages share a long sentence that few pages have".to_owned(),
        };
        let less =
            if options.least() > LITTLE { "; for pairs with less in common, give --least 0.1" } else { "" };
        format!("{read}, no pair: {none}{less}")
    }
}

//! What is said of a run beside its answer.

use super::SimilarArgs;
use crate::cli::args::{Method, pages};
use crate::cli::screen::say;
use crate::similar::Options;
use crate::similar::index::{Index, Repeated};

/// How many pages count, which have no earlier one's name.
pub(super) struct Counted {
    pub(super) all: usize,
    /// Those that the run has added, or all of them.
    pub(super) new: usize,
}

impl Counted {
    pub(super) fn new(index: &Index, repeated: &Repeated) -> Self {
        let count = |first| (index.len() - first) as usize - repeated.count(first..index.len());
        Counted { all: count(0), new: count(index.first_new()) }
    }
}

/// A least share at which no message says that there are lesser ones.
const LITTLE: f64 = 0.1;

impl SimilarArgs {
    /// Says how many pages are passed over as earlier ones have their names.
    pub(super) fn say_how_many_repeated(&self, index: &Index, repeated: &Repeated) {
        let count = repeated.count(index.first_new()..index.len());
        if count > 0 && !self.input.arguments().is_empty() && !self.input.is_quiet() {
            say!("{} left out: earlier ones have the same names", pages(count));
        }
    }

    /// Whether there is an earlier answer, which none takes the place of.
    pub(super) fn has_answer(&self) -> bool {
        self.output
            .file()
            .is_some_and(|file| file.metadata().is_ok_and(|file| file.is_file() && file.len() > 0))
    }

    /// Says why there is no answer and what to try, and whether an earlier answer stays.
    pub(super) fn say_why_nothing(&self, options: &Options, pages: &Counted, stays: bool) {
        if !self.input.is_quiet() {
            say!("{}", self.why_nothing(options, pages, stays));
        }
    }

    fn why_nothing(&self, options: &Options, &Counted { all, new }: &Counted, stays: bool) -> String {
        if self.statistics {
            return format!("{} read, no sentence that is long enough; see --min-chars", pages(all));
        }
        if self.groups {
            return format!(
                "{} read, none of which is enough for another; without --groups come pairs that have less in common",
                pages(all)
            );
        }
        if new == 0 {
            let stays = self.output.file().filter(|_| stays);
            let stays = stays.map_or(String::new(), |file| format!("; {} stays as it was", file.display()));
            return format!(
                "no page is new, so no pair is; without inputs come all pairs of the folder{stays}"
            );
        }
        let read = if new == all {
            pages(all) + " read"
        } else {
            format!("{} added to {}", pages(new), pages(all - new))
        };
        let none = match self.method {
            Method::Ours => format!(
                "no two have {} of the shorter one in common; the template of a site does not count",
                options.least()
            ),
            Method::Paper => "no two share a long sentence that few pages have".to_owned(),
        };
        let less = if options.least() > LITTLE { "; for pairs with less, try --least 0.1" } else { "" };
        format!("{read}, no pair: {none}{less}")
    }
}

//! Finds the pages of an index that are pasted together from others: one pass over all pairs before they are given.

use super::{Index, Matches};
use crate::error::Result;
use crate::similar::candidate::Rule;
use crate::similar::collage::{Collages, Pieces};
use crate::similar::{Options, Show};
use std::io;

impl Index {
    /// The pages that are pasted together from others, among all pages that are not left out. None are looked for unless pairs with
    /// less than half in common are wanted. `tick` is called now and then; if it fails, the search stops.
    ///
    /// # Errors
    /// As those of [`Index::candidates`] and of the pairs.
    pub fn collages(
        &self,
        options: &Options,
        is_out: &dyn Fn(u32) -> bool,
        memory: usize,
        mut tick: impl FnMut() -> io::Result<()>,
    ) -> Result<Collages> {
        let mut pieces = Pieces::default();
        if options.finds_pieces() {
            let paired = |kind, pages| options.paired(kind, pages);
            let rule = Rule { paired: &paired, new: 0, is_out };
            let (candidates, _) = self.candidates(&rule, memory, |_| tick())?;
            for found in Matches::new(self, options, candidates, Show::Longest(0), memory / 8) {
                tick().map_err(|error| self.failed(error))?;
                let found = found?;
                pieces.add(found.pages, &found.pair);
            }
        }
        Ok(pieces.collages())
    }
}

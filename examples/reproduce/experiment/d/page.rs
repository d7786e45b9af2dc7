//! A page whose posts are known to the letter.

use katagami::page::Tree;
use site::page::Page;
use std::ops::Range;

/// A page with the places of what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) html: String,
    /// The main content.
    pub(super) main: Range<usize>,
    /// The posts.
    pub(super) posts: Vec<Range<usize>>,
    /// What each says, without author, date and buttons.
    pub(super) texts: Vec<Range<usize>>,
}

impl Known {
    /// What is known of a generated page.
    pub(super) fn new(page: &Page) -> Self {
        let posts = page.records.iter().filter(|record| record.kind == "post");
        let is_said = |name: &str| name == "says" || name == "quote";
        let said = |record: &site::Record| {
            let fields = || record.fields.iter().filter(|field| is_said(&field.name));
            let start = fields().map(|field| field.start).min();
            let end = fields().map(|field| field.start + field.value.len()).max();
            start.unwrap_or(record.range.start)..end.unwrap_or(record.range.end)
        };
        Known {
            html: page.html.clone(),
            main: page.records[0].range.clone(),
            posts: posts.clone().map(|post| post.range.clone()).collect(),
            texts: posts.map(said).collect(),
        }
    }

    /// The main content as a page of its own.
    pub(super) fn main_alone(&self) -> Self {
        const OPEN: &str = "<html><body>";
        let moved = |range: &Range<usize>| {
            let by = |place: usize| place - self.main.start + OPEN.len();
            by(range.start)..by(range.end)
        };
        Known {
            html: format!("{OPEN}{}</body></html>", &self.html[self.main.clone()]),
            main: moved(&self.main),
            posts: self.posts.iter().map(moved).collect(),
            texts: self.texts.iter().map(moved).collect(),
        }
    }
}

/// The texts of a page with their lengths.
pub(super) struct Letters {
    /// Where each text stands, and how many letters it has.
    leaves: Vec<(Range<usize>, usize)>,
}

impl Letters {
    pub(super) fn new(tree: &Tree) -> Self {
        let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
        let leaves = tree.leaves().iter().map(|leaf| (leaf.span.range(), letters(&leaf.text)));
        Letters { leaves: leaves.collect() }
    }

    /// The numbers of the texts that begin in a range.
    pub(super) fn within(&self, range: &Range<usize>) -> Vec<u32> {
        let begins = |place: usize| self.leaves.partition_point(|(leaf, _)| leaf.start < place);
        let [start, end] =
            [range.start, range.end].map(|place| u32::try_from(begins(place)).expect("a page has few texts"));
        (start..end).collect()
    }

    /// The letters of some texts.
    pub(super) fn of(&self, leaves: &[u32]) -> usize {
        leaves.iter().map(|&leaf| self.leaves[leaf as usize].1).sum()
    }

    /// The letters of the texts that both have; each is in ascending order.
    pub(super) fn of_both(&self, one: &[u32], other: &[u32]) -> usize {
        let both = one.iter().copied().filter(|leaf| other.binary_search(leaf).is_ok());
        self.of(&both.collect::<Vec<_>>())
    }
}

//! Generated texts of any size: the same bytes on every machine.

use site::set::{Plan, SEED};
use site::{growth, results, syllabus};
use std::fmt::{self, Display, Formatter};

/// What a generated text is like.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Pages of one template with one record each.
    Syllabus,
    /// Pages of one template with ten records each.
    Results,
    /// One document without any structure.
    Random,
    /// One document of the same bytes over and over.
    Periodic,
    /// One document of one byte over and over.
    AllEqual,
}

/// Different bytes in random and periodic texts: about as many as pages have. All are ASCII.
const BYTES: u8 = 100;

impl Kind {
    /// Pages of so many bytes together.
    pub fn pages(self, bytes: usize) -> Vec<String> {
        match self {
            Kind::Syllabus => generated(&syllabus::PLAIN, bytes),
            Kind::Results => generated(&results::EDGES, bytes),
            Kind::Random => vec![ascii(growth::random(SEED, bytes, BYTES))],
            Kind::Periodic => vec![ascii(growth::periodic(bytes, usize::from(BYTES)))],
            Kind::AllEqual => vec![ascii(growth::all_equal(bytes))],
        }
    }
}

impl Display for Kind {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Kind::Syllabus => "syllabus",
            Kind::Results => "results",
            Kind::Random => "random",
            Kind::Periodic => "periodic",
            Kind::AllEqual => "all-equal",
        })
    }
}

fn generated(plan: &Plan, bytes: usize) -> Vec<String> {
    let site = plan.site();
    cut((0..).map(|number| site.page(SEED, number).html), bytes)
}

fn ascii(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("all bytes are ASCII")
}

/// The first pages, the last one cut, so that all together have so many bytes (but for a character that is cut in two).
pub fn cut(pages: impl IntoIterator<Item = String>, bytes: usize) -> Vec<String> {
    let mut left = bytes;
    let mut cut = Vec::new();
    for mut page in pages {
        let end = (0..=left.min(page.len())).rev().find(|&at| page.is_char_boundary(at)).unwrap_or_default();
        left -= page.len().min(left);
        page.truncate(end);
        cut.push(page);
        if left == 0 {
            break;
        }
    }
    cut
}

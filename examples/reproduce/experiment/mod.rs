//! The experiments, each a function from a [`Scale`] to a [`Section`] of the document.
//!
//! Each generates its pages, asks the published method and ours through the library alone, and puts what the source
//! printed beside what both answer. Where real pages are given, the same is told of them, apart from the rest.

mod a;
mod b;
mod behind;
mod blocks;
mod c;
mod d;
pub mod document;
mod e;
mod section;
mod words;

pub use behind::newly_behind;
pub use document::{differences, files};
pub use section::{Section, Table, Verdict};

use std::error::Error;
use std::path::Path;

/// What comes out, or why nothing does.
pub type Result<T> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// How much is run.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Scale {
    /// As much as the sources did, and more.
    Full,
    /// Enough to see that everything works, in seconds.
    Small,
}

impl Scale {
    /// One of two amounts.
    #[must_use]
    pub fn of<T>(self, full: T, small: T) -> T {
        match self {
            Scale::Full => full,
            Scale::Small => small,
        }
    }
}

/// An experiment of a source.
pub struct Experiment {
    /// The source's letter, by which the section is known.
    pub letter: &'static str,
    /// What is found out.
    pub about: &'static str,
    /// Runs it; the folder holds real pages with known answers.
    pub run: fn(Scale, Option<&Path>) -> Result<Section>,
}

/// All experiments in the order of the document.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment { letter: "A", about: "templates and records by substring amplification", run: a::run },
    Experiment { letter: "B", about: "the content of news pages by unique blocks", run: b::run },
    Experiment { letter: "C", about: "posts and comments of blogs", run: c::run },
    Experiment { letter: "D", about: "threads cut into posts", run: d::run },
    Experiment { letter: "E", about: "similar pages", run: e::run },
];

/// Measures what is not the same twice, for figures that are drawn from files.
///
/// # Errors
/// If a file cannot be written.
pub fn measure(scale: Scale) -> Result<()> {
    a::measure(scale)
}

/// Writes the pages of D for programs of others.
///
/// # Errors
/// If the file cannot be written.
pub fn write_pages(file: &Path) -> Result<()> {
    d::write_pages(file)
}

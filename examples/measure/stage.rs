//! What is timed: every stage takes the same pages and starts its clock when its own input is ready.

use super::pages::Pages;
use super::peers;
use clap::ValueEnum;
use katagami::error::Error;
use katagami::index::{BoundedIndex, Index, LineBreaks, Memory, TextReader};
use katagami::spectrum::{Frequency, Lengths, Spectrum};
use katagami::token::Resolution;
use rayon::ThreadPoolBuilder;
use std::time::Instant;

/// One way to go through the pages.
#[derive(Clone, Copy, Debug, Eq, PartialEq, ValueEnum)]
pub enum Stage {
    /// The suffix order of the bytes, by libsais.
    Libsais,
    /// From Text to Spectrum, all lengths, shared lengths in four bytes a symbol.
    Fast,
    /// The same with few bytes a symbol.
    Low,
    /// As Fast, on two threads.
    TwoThreads,
    /// As Fast, by documents.
    Documents,
    /// From files to Spectrum, a symbol a tag.
    Tags,
    /// As Fast, lengths 1 to 10.
    Plain,
    /// From Text to Spectrum, lengths 1 to 10, which are the default.
    Default,
    /// As Default, by documents.
    DefaultDocuments,
    /// As Default, on two threads.
    DefaultTwoThreads,
    /// V(f) of lengths 1 to 10 by hash maps.
    Naive,
    /// The suffix order by the crate suffix.
    Suffix,
    /// All repeated substrings by the crate esaxx-rs.
    Esaxx,
}

/// What a stage took and found.
#[derive(Debug)]
pub struct Outcome {
    /// The time from its input to its result; to free the result is no part of it.
    pub seconds: f64,
    /// V(f), if the stage counts.
    pub spectrum: Option<Spectrum>,
}

impl Stage {
    /// The words in tables.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Libsais => "libsais alone, 1 thread",
            Stage::Fast => "engine, all lengths, 1 thread",
            Stage::Low => "engine, all lengths, low memory, 1 thread",
            Stage::TwoThreads => "engine, all lengths, 2 threads",
            Stage::Documents => "engine, all lengths, by documents, 1 thread",
            Stage::Tags => "files to spectrum of tags, 1 thread",
            Stage::Plain => "all suffixes, lengths 1 to 10, 1 thread",
            Stage::Default => "engine, lengths 1 to 10, 1 thread",
            Stage::DefaultDocuments => "engine, lengths 1 to 10, by documents, 1 thread",
            Stage::DefaultTwoThreads => "engine, lengths 1 to 10, 2 threads",
            Stage::Naive => "hash map, lengths 1 to 10",
            Stage::Suffix => "suffix, the order alone",
            Stage::Esaxx => "esaxx-rs, order and repeats",
        }
    }

    /// Runs the stage once.
    ///
    /// # Errors
    /// If files have become unreadable.
    pub fn run(self, pages: &Pages) -> Result<Outcome, Error> {
        let engine = |threads, memory, lengths, frequency| {
            let text = pages.text();
            on_threads(threads, || {
                let (seconds, (_index, spectrum)) = timed(|| {
                    let index = Index::new(text, memory);
                    let spectrum = Spectrum::count(&index, lengths, frequency);
                    (index, spectrum)
                });
                Outcome { seconds, spectrum: Some(spectrum) }
            })
        };
        let bounded = |threads, frequency| {
            let text = pages.text();
            on_threads(threads, || {
                let (seconds, (_index, spectrum)) = timed(|| {
                    let index = BoundedIndex::new(&text, Lengths::DISCOVERY.max());
                    let spectrum = Spectrum::count(&index, Lengths::DISCOVERY, frequency);
                    (index, spectrum)
                });
                Outcome { seconds, spectrum: Some(spectrum) }
            })
        };
        Ok(match self {
            Stage::Libsais => {
                let symbols = peers::symbols(&pages.texts);
                uncounted(|| peers::libsais(&symbols))
            }
            Stage::Fast => engine(1, Memory::Fast, Lengths::ALL, Frequency::Occurrences),
            Stage::Low => engine(1, Memory::Low, Lengths::ALL, Frequency::Occurrences),
            Stage::TwoThreads => engine(2, Memory::Fast, Lengths::ALL, Frequency::Occurrences),
            Stage::Documents => engine(1, Memory::Fast, Lengths::ALL, Frequency::Documents),
            Stage::Plain => engine(1, Memory::Fast, Lengths::DISCOVERY, Frequency::Occurrences),
            Stage::Default => bounded(1, Frequency::Occurrences),
            Stage::DefaultDocuments => bounded(1, Frequency::Documents),
            Stage::DefaultTwoThreads => bounded(2, Frequency::Occurrences),
            Stage::Tags => on_threads(1, || tags(pages))?,
            Stage::Naive => {
                let (seconds, spectrum) = timed(|| peers::naive(&pages.texts, 1..=10));
                Outcome { seconds, spectrum: Some(spectrum) }
            }
            Stage::Suffix => {
                let joined = peers::joined(&pages.texts);
                uncounted(|| peers::suffix_table(&joined))
            }
            Stage::Esaxx => {
                let joined = peers::joined(&pages.texts);
                uncounted(|| peers::esaxx(&joined))
            }
        })
    }
}

fn tags(pages: &Pages) -> Result<Outcome, Error> {
    let (seconds, counted) = timed(|| {
        let corpus = pages.corpus()?;
        let text = TextReader::new(Resolution::Tag).line_breaks(LineBreaks::Kept).read(&corpus)?;
        let index = Index::new(text, Memory::Fast);
        let spectrum = Spectrum::count(&index, Lengths::ALL, Frequency::Occurrences);
        Ok::<_, Error>((corpus, index, spectrum))
    });
    let (_corpus, _index, spectrum) = counted?;
    Ok(Outcome { seconds, spectrum: Some(spectrum) })
}

fn uncounted<T>(work: impl FnOnce() -> T) -> Outcome {
    let (seconds, result) = timed(work);
    drop(std::hint::black_box(result));
    Outcome { seconds, spectrum: None }
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("the system gives two threads");
    pool.install(work)
}

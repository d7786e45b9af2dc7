//! Tests of the library and the program as a whole, with a file for each subject.

mod any_bytes;
mod cli;
mod content;
mod details;
mod document;
mod forum;
mod labels;
mod laws;
mod layers;
mod metadata;
mod passes;
#[cfg(feature = "plot")]
mod plot;
mod quality;
mod readme;
mod records;
mod redesign;
#[cfg(feature = "plot")]
mod reproduction;
mod similar_index;
mod similar_quality;
mod token;
mod tree;
mod wrapper;

/// The folder of the repository: paths in tests are below it.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

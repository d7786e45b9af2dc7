//! What the library and the program do as a whole, a file for each subject.

mod any_bytes;
mod cli;
mod content;
mod document;
mod forum;
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

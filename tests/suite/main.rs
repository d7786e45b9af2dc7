//! What the library and the program do as a whole, a file for each subject.

mod document;
#[cfg(feature = "plot")]
mod plot;
mod token;

//! What the library and the program do as a whole, a file for each subject.

mod cli;
mod document;
mod laws;
mod layers;
mod quality;
mod token;

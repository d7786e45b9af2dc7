//! The records of list pages and their fields.
//!
//! In: pages as trees, and which elements of each are records. Out: columns for all pages together, and for each record
//! its fields, a place in the page for each column that it has.
//!
//! * A *cell* is a text, or a line of text with marks inside: what a reader sees as one value.
//! * A *column* is what stands at like places in the records. Its place is the nearest element with a class, the tags
//!   below it, and the how-manieth of these in the record it is.

mod cell;
mod column;
pub mod paper;

pub use column::{Column, Field, Table, table};

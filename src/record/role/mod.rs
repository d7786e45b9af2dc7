//! Which parts of a record, a post, a comment or an article are its date and its author.
//!
//! [`date`] says what a date looks like, `signature` which of the short texts beside what records say are authors and dates.

pub mod date;
mod month;
mod signature;

pub use date::Date;
pub use month::Language;
pub(crate) use signature::{Place, signature};

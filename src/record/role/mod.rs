//! Finds the date and the author of a record, post, comment or article.
//!
//! [`date`] recognizes and reads dates in texts. `signature` finds which of the short texts of records are authors and dates.

pub mod date;
mod month;
mod signature;

pub use date::Date;
pub use month::Language;
pub(crate) use signature::{Place, signature};

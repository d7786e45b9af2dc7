//! Finds the date and the author of a record, post, comment or article, and prices.
//!
//! `money` recognizes amounts. [`date`] recognizes and reads dates in texts. [`sign`] finds which texts of posts and comments are their authors and dates.

mod age;
mod convention;
pub mod date;
pub(crate) mod money;
mod month;
mod order;
mod point;
pub mod sign;
mod token;

pub use convention::Convention;
pub use date::Date;
pub use month::Language;
pub(crate) use order::DayOrders;
pub(crate) use point::{are_near, stated};
pub(crate) use token::has_digit;

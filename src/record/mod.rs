//! The records of list pages.

pub mod paper;

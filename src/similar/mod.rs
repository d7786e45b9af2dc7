//! Similar pages.
pub mod candidate;
pub mod sort;
pub mod spool;
pub mod store;

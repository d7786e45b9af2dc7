//! What pages have in common.

mod page_groups;

pub use page_groups::{PageGroup, page_groups};

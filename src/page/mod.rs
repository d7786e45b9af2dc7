//! The tree side of a page: elements, and the text at its leaves.

mod build;
mod text;
mod tree;

pub(crate) use text::parts_lines;
pub use text::text;
pub use tree::{Element, ElementId, Leaf, Tree};

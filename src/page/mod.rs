//! The tree side of a page: elements, and the text at its leaves.

mod build;
mod tree;

pub use tree::{Element, ElementId, Leaf, Tree};

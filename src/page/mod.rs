//! Pages as trees: elements, the texts at the leaves, and the blocks into which a page is cut.

mod block;
mod build;
mod children;
pub(crate) mod data;
pub(crate) mod digest;
mod hidden;
mod identifier;
mod landmark;
mod lined;
mod name;
mod pages;
mod row;
mod selector;
mod slot;
pub(crate) mod statement;
mod text;
mod tree;
mod vector;

pub use block::{Block, Blocks, Cut, Holder};
pub(crate) use children::Child;
pub use data::title;
pub(crate) use hidden::hides;
pub(crate) use identifier::path;
pub(crate) use landmark::{Landmark, Landmarks};
pub(crate) use lined::LINE;
pub(crate) use name::is_heading;
pub use pages::Pages;
pub(crate) use row::Reaching;
pub use selector::Selector;
pub use slot::{Slot, SlotId, Slots, Standing, StepReader, Steps};
pub(crate) use text::{Gap, gap, lines};
pub(crate) use text::{LINE_ELEMENTS, is_inline, parts_lines};
pub use text::{block_text, text};
pub(crate) use text::{characters, collapsed, is_unseen, without_marks};
#[cfg(test)]
pub(crate) use tree::work;
pub use tree::{Element, ElementId, Leaf, Tree};
pub(crate) use tree::{counts_before, number};
pub use vector::{BlockVector, near};

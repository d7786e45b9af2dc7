//! A page as a list of nodes with symbols.

pub(in crate::wrapper) mod label_text;
pub(in crate::wrapper) mod node;
pub(in crate::wrapper) mod symbol;

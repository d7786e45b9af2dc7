//! A page as a list of nodes with symbols, and what is removed from it or divided in it before pages are compared.

pub(in crate::wrapper) mod extra_element;
pub(in crate::wrapper) mod label_text;
pub(in crate::wrapper) mod node;
pub(in crate::wrapper) mod path;
pub(in crate::wrapper) mod symbol;

//! The fields of a template: their names, the values that are divided, and which of them a table shows.

pub(in crate::wrapper) mod describe;
pub(in crate::wrapper) mod link;
pub(in crate::wrapper) mod shown;
pub(in crate::wrapper) mod stated;
pub(in crate::wrapper) mod subject;
pub(in crate::wrapper) mod surplus;
pub(in crate::wrapper) mod text_slot;

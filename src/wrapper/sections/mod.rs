//! Sections of pages: a label with its value. Finds them, and clusters those whose labels name the same thing into kinds.

pub(in crate::wrapper) mod classify;
pub(in crate::wrapper) mod cluster;
pub(in crate::wrapper) mod find;
pub(in crate::wrapper) mod label_likeness;
pub(in crate::wrapper) mod learn;
pub(in crate::wrapper) mod merge_gain;

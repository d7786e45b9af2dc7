//! Generates web sites whose template, slots and records are known.

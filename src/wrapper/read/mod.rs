//! Reads new pages with a template: prepares a page, aligns the template with it, and extracts the values of the fields.

pub(in crate::wrapper) mod extract;
pub(in crate::wrapper) mod fit;
pub(in crate::wrapper) mod plan;
pub(in crate::wrapper) mod prepare;
pub(in crate::wrapper) mod unknown_container;

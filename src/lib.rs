//! katagami finds the template behind web pages, how often it was used, and what was poured through it.

#[cfg(feature = "cli")]
pub mod cli;
pub mod document;
pub mod error;
pub mod group;
pub mod index;
pub mod page;
#[cfg(feature = "plot")]
pub mod plot;
pub mod record;
pub mod report;
pub mod spectrum;
pub mod template;
pub mod token;

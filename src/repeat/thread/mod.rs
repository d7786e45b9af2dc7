//! Posts and comments: the records that all pages of a template have in common, chosen once for all of them.
//!
//! In: the [outlines](Outline) of pages of one template, and [`Weights`](super::Weights). Out: the [candidates](Choice) with
//! their evidence, the best first; a [`Key`] finds the records of further pages.
//!
//! ```text
//! page 1   <div class=post>Ann: ..  <div class=post>Bob: ..     div.post, on both pages, covers what one page alone has
//! page 2   <div class=post>Cy: ..                               and repeats names: the posts, also where there is but one
//! ```
//!
//! Lists differ from page to page, and each page has its own choice ([`lists`](super::lists)); threads and comments stand in
//! one place of their template, and pages with one post or none are told by the others.

mod candidate;
mod choice;
mod outline;

pub(crate) use candidate::{At, Candidate, Part, candidates};
pub(crate) use choice::{Choice, Finder, choices, compare, covering, ranked};
pub(crate) use outline::{Node, Outline, Text, below};

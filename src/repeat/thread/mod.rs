//! Finds posts and comments: records that are at the same path on all pages of a template, chosen once for all of the pages.
//!
//! In: the [outlines](Outline) of pages of one template, and [`Weights`](super::Weights). Out: the [candidates](Choice) with
//! their evidence, best first; a [`Finder`] finds the records of further pages.
//!
//! ```text
//! page 1   <div class=post>Ann: ..  <div class=post>Bob: ..     div.post, on both pages, covers the text that is unique to a page
//! page 2   <div class=post>Cy: ..                               and repeats names: the posts, even where a page has only one
//! ```
//!
//! For lists, each page has its own choice ([`lists`](super::lists)), since lists differ from page to page. Posts and comments
//! have one path in their template, so that pages with one post or none are read correctly thanks to the other pages.

mod candidate;
mod choice;
mod lead;
mod outline;
mod part;
mod phase;
mod probable;
mod siblings;

pub(crate) use candidate::{Candidate, candidates, raised};
pub(crate) use choice::{Choice, Finder, covering, ranked};
pub(crate) use outline::{Descent, Divides, Node, Outline, Text, below};
pub(crate) use part::{At, Part};

//! Compares the pages of a set with one another: which pages share a template, which pages are copies, and which texts are on one
//! page alone.
//!
//! In: the trees or signatures of all pages. Out: a page cluster for each page (`cluster`), a compact sketch of its template
//! (`sketch`), a number that copies of one page share (`copies`), and weights of its text nodes by document frequency (`own`).

mod cluster;
pub(crate) mod copies;
mod frame;
pub(crate) mod own;
mod sketch;

pub(crate) use cluster::Clusters;
pub use cluster::{Signature, cluster, clusters, members};
pub(crate) use frame::Frame;
pub use sketch::Sketch;

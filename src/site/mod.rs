//! What the pages of a site tell about one another: which share a template, and which are copies.

mod cluster;
pub(crate) mod copies;
pub(crate) mod own;
mod sketch;

pub(crate) use cluster::Clusters;
pub use cluster::{Signature, cluster, cluster_trees, members};
pub use sketch::Sketch;

//! A page cut into tags, text runs and comments.

//! What of an input could not be read, for whoever keeps account of a crawl.

use crate::error::{Chain, Error, ErrorKind};
use std::error::Error as _;

/// A page, or a part of a container, that could not be read.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Unread {
    /// The name of the page, or of its container.
    pub name: String,
    /// The address that was asked for, if it is known.
    pub url: Option<String>,
    /// The status of the server's answer, RFC 9110, section 15, if that is the reason.
    pub status: Option<u16>,
    /// Why it could not be read.
    pub why: String,
}

impl From<&Error> for Unread {
    fn from(error: &Error) -> Self {
        let (status, url) = match error.kind() {
            ErrorKind::Response { status, url } => (Some(*status), url.clone()),
            _ => (None, None),
        };
        let why = match error.source() {
            Some(cause) => format!("{}: {}", error.kind(), Chain(cause)),
            None => error.kind().to_string(),
        };
        Unread { name: error.place().unwrap_or_default().to_owned(), url, status, why }
    }
}

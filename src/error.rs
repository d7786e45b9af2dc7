//! Errors: what failed, where, and what to do about it.

use std::fmt;

/// The result of everything in this crate that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error: what failed, where (a path, a document, an option), and the error that caused it.
///
/// It prints as `place: what failed; what to do`. The error that caused it is returned by
/// [`source`](std::error::Error::source).
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    place: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The kinds of errors.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A file, folder or stream could not be read.
    #[error("cannot be read")]
    Read,
    /// A file or stream could not be written.
    #[error("cannot be written")]
    Write,
    /// The bytes of a document are not text in the encoding that they should be in.
    #[error("{0}")]
    Decode(String),
    /// A container (JSON Lines, WARC, gzip, zstd) is damaged.
    #[error("{0}")]
    Container(String),
    /// A part of a container is damaged and its content is lost; reading continues after it.
    #[error("{0}")]
    Lost(String),
    /// A file is not a wrapper, or this version cannot use it.
    #[error("{0}")]
    Wrapper(String),
    /// An input does not exist, or has no page.
    #[error("{0}")]
    NoInput(String),
    /// A server did not answer with a page.
    #[error("the server answered {status}")]
    Response {
        /// The status, RFC 9110, section 15.
        status: u16,
        /// The address that was asked for.
        url: Option<String>,
    },
    /// The input is larger than the engine's 31-bit positions.
    #[error("{0}")]
    TooLarge(String),
    /// The user has asked to stop.
    #[error("{0}")]
    Stopped(String),
    /// A setting is invalid.
    #[error("{0}")]
    Setting(String),
}

impl Error {
    /// An error of this kind, without a place.
    #[must_use]
    pub fn new(kind: ErrorKind) -> Self {
        Error { kind, place: None, source: None }
    }

    /// Sets where it happened.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    /// Adds the error that caused this one.
    #[must_use]
    pub fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// The kind of the error.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Where it happened, if that is known.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.place.as_deref()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.kind),
            None => self.kind.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// An error with the chain of its causes, in one line.
pub struct Chain<'a>(pub &'a dyn std::error::Error);

impl fmt::Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        let mut cause = self.0.source();
        while let Some(error) = cause {
            write!(f, ": {error}")?;
            cause = error.source();
        }
        Ok(())
    }
}

//! Failures of the library as Python exceptions, with the words that the program prints.

use katagami::error::{Chain, Error, ErrorKind};
use pyo3::PyErr;
use pyo3::prelude::*;

mod classes {
    use pyo3::import_exception;

    import_exception!(katagami.errors, ContainerError);
    import_exception!(katagami.errors, DecodeError);
    import_exception!(katagami.errors, Error);
    import_exception!(katagami.errors, NoInputError);
    import_exception!(katagami.errors, PageWarning);
    import_exception!(katagami.errors, ReadError);
    import_exception!(katagami.errors, SettingError);
    import_exception!(katagami.errors, TooLargeError);
    import_exception!(katagami.errors, WrapperError);
    import_exception!(katagami.errors, WriteError);
}

pub(crate) use classes::PageWarning;

/// The exception for a failure; its attribute `place` says where it happened, if that is known.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    let said = Chain(error).to_string();
    let raised = match error.kind() {
        ErrorKind::Read => classes::ReadError::new_err(said),
        ErrorKind::Write => classes::WriteError::new_err(said),
        ErrorKind::Decode(_) => classes::DecodeError::new_err(said),
        ErrorKind::Container(_) => classes::ContainerError::new_err(said),
        ErrorKind::Wrapper(_) => classes::WrapperError::new_err(said),
        ErrorKind::NoInput(_) => classes::NoInputError::new_err(said),
        ErrorKind::TooLarge(_) => classes::TooLargeError::new_err(said),
        ErrorKind::Setting(_) => classes::SettingError::new_err(said),
        _ => classes::Error::new_err(said),
    };
    match raised.value(py).setattr("place", error.place()) {
        Ok(()) => raised,
        Err(failed) => failed,
    }
}

/// A setting that makes no sense.
pub(crate) fn setting(py: Python<'_>, why: impl Into<String>) -> PyErr {
    exception(py, &Error::new(ErrorKind::Setting(why.into())))
}

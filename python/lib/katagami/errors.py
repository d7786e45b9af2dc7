"""What can go wrong. The message is that of the program: where, what, and what to do about it."""


class Error(Exception):
    """A failure. `place` is the page, file or option that it happened in, if that is known."""

    place: str | None = None


class ReadError(Error, OSError):
    """A file, folder or stream cannot be read."""


class WriteError(Error, OSError):
    """A file cannot be written."""


class DecodeError(Error, ValueError):
    """The bytes of a page are not text in the encoding that they should be in."""


class ContainerError(Error, ValueError):
    """A container (JSON Lines, WARC, gzip, zstd) is broken."""


class WrapperError(Error, ValueError):
    """A file is no wrapper, or one that this version cannot use."""


class NoInputError(Error, ValueError):
    """There is no page, or nothing in it."""


class TooLargeError(Error, ValueError):
    """The input is too large."""


class SettingError(Error, ValueError):
    """A setting that makes no sense."""


class PageWarning(UserWarning):
    """What the program says on standard error beside a result: pages that are left out, doubtful lists, guesses."""

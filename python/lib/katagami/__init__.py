"""Records, fields, articles, comments and posts of web pages, without an example: by the template behind them.

Pages are str (markup), bytes, paths of files and folders (pathlib.Path), or an iterable of these or
of (url, html); a dict of urls and pages does as well. What comes back is a `Table`: a sequence of dicts, which polars,
pyarrow, pandas and DuckDB take without a copy of the values.

>>> page = "".join(f"<li><b class=title>{title}</b> <i class=year>{year}</i></li>"
...                for title, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
>>> [book["title"] for book in katagami.records(page)]
['Dune', 'Emma', 'Kim']

All calls take `encoding` (of all pages, instead of finding it out for each), `html_key` (of the page in objects of JSON), `base_url` (where
links start on pages without an address), `strict` (raise at the first page that cannot be read, instead of warning with `PageWarning`)
and `threads` (by default one for each processor).
"""

from ._katagami import (
    Check,
    Comparison,
    Report,
    Table,
    Wrapper,
    __version__,
    blog,
    content,
    count,
    explain,
    extract,
    forum,
    learn,
    overview,
    pages,
    records,
    report,
    similar,
    site,
    spectrum,
    stated,
    template,
)
from .errors import (
    ContainerError,
    DecodeError,
    Error,
    NoInputError,
    PageWarning,
    ReadError,
    SettingError,
    TooLargeError,
    WrapperError,
    WriteError,
)

__all__ = [
    "Check",
    "Comparison",
    "ContainerError",
    "DecodeError",
    "Error",
    "NoInputError",
    "PageWarning",
    "ReadError",
    "Report",
    "SettingError",
    "Table",
    "TooLargeError",
    "Wrapper",
    "WrapperError",
    "WriteError",
    "__version__",
    "blog",
    "content",
    "count",
    "explain",
    "extract",
    "forum",
    "learn",
    "overview",
    "pages",
    "records",
    "report",
    "similar",
    "site",
    "spectrum",
    "stated",
    "template",
]

"""Records, fields, articles, comments and posts of web pages, without an example: by the template behind them.

Pages are str (markup), bytes, paths of files and folders (pathlib.Path), or an iterable of these or
of (url, html); a dict of urls and pages does as well. What comes back is a `Table`: a sequence of dicts, which polars,
pyarrow, pandas and DuckDB take without a copy of the values.

>>> page = "".join(f"<li><b class=title>{title}</b> <i class=year>{year}</i></li>"
...                for title, year in [("Dune", 1965), ("Emma", 1815), ("Kim", 1901)])
>>> [book["title"] for book in katagami.records(page)]
['Dune', 'Emma', 'Kim']

All calls take `encoding` (of all pages, instead of finding it out for each), `retrieved` (when pages were fetched of which that is not
known, such as "2020-05-03": ages such as "2 hours ago" are counted from it), `html_key` (of the page in objects of JSON), `base_url` (where
links start on pages without an address), `strict` (raise at the first page that cannot be read, instead of warning with `PageWarning`),
`threads` (by default one for each processor), `max_page` and `max_nodes` (the largest page that is read, in bytes, 32 MiB by default, and
the most tags of it, 2 million by default; a number, or a text such as "8M").

Columns `date` have the date as the page writes it, "3 May 2020"; `iso_date` is the day, as YYYY-MM-DD, or the time, as RFC 3339, where it is
known. Only `katagami.extract` gives the ISO form as `date`, because trafilatura does.
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

"""The compiled part of the package, whose functions are described in `katagami`.

Dates: `date` is the date as the page writes it ("3 May 2020"), `iso_date` the day (YYYY-MM-DD) or, if it is known, the time
(RFC 3339). `katagami.extract` gives the ISO form as `date`, because trafilatura does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final, overload

__version__: str
HOST_PAGES: int

def host(url: str) -> str: ...

_Html: TypeAlias = str | bytes | bytearray
_Page: TypeAlias = _Html | PathLike[str]
_Pages: TypeAlias = _Page | Iterable[_Page | tuple[str | None, _Html]] | Mapping[str, _Html]
_SharedKey: TypeAlias = tuple[int, int, int, int]
# A number, or a text such as "8M".
_Size: TypeAlias = int | str
_Row: TypeAlias = dict[str, Any]
_Alphabet: TypeAlias = Literal["byte", "char", "tag", "attr", "class", "name"]

@final
class Table:
    @property
    def columns(self) -> list[str]: ...
    @property
    def nbytes(self) -> int: ...
    def to_dicts(self) -> list[_Row]: ...
    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def write_csv(self, path: str | PathLike[str], *, bom: bool = False) -> None: ...
    def write_parquet(self, path: str | PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_Row]: ...
    @overload
    def __getitem__(self, key: int, /) -> _Row: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[_Row]: ...
    @overload
    def __getitem__(self, key: str, /) -> list[Any]: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Check:
    @property
    def fits(self) -> bool: ...
    @property
    def pages(self) -> Table: ...
    @property
    def fields(self) -> Table: ...
    def __bool__(self) -> bool: ...

@final
class Report:
    def write(self, path: str | PathLike[str]) -> None: ...
    def _repr_html_(self) -> str: ...

@final
class Comparison:
    def __new__(
        cls,
        *,
        least: float = 0.5,
        min_chars: int = 20,
        max_pages: int = 10,
        explain: bool = False,
        compare: Literal["text", "frame"] = "text",
    ) -> Comparison: ...
    @property
    def max_pages(self) -> tuple[int, int, int]: ...
    def read(
        self, pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None
    ) -> Table: ...
    def are_candidates(self, shared: Sequence[Sequence[_SharedKey]]) -> list[bool]: ...
    def pairs(
        self,
        first: Sequence[bytes],
        second: Sequence[bytes],
        shared: Sequence[Sequence[_SharedKey]],
        *,
        threads: int | None = None,
    ) -> Table: ...

@final
class Wrapper:
    @property
    def fields(self) -> list[str]: ...
    @property
    def tables(self) -> list[str]: ...
    @property
    def templates(self) -> int: ...
    def extract(
        self,
        pages: _Pages,
        *,
        table: str | None = None,
        only: str | list[str] | None = None,
        rename: dict[str, str] | None = None,
        names: Literal["page", "sql"] = "page",
        fields: Literal["text", "links"] = "text",
        all_fields: bool = False,
        encoding: str | None = None,
        retrieved: str | None = None,
        html_key: str | None = None,
        base_url: str | None = None,
        strict: bool = False,
        threads: int | None = None,
        max_page: _Size | None = None,
        max_nodes: _Size | None = None,
    ) -> Table: ...
    def read(self, html: _Html, *, table: str | None = None, fields: Literal["text", "links"] = "text", all_fields: bool = False, encoding: str | None = None, base_url: str | None = None) -> list[dict[str, str | list[str] | list[dict[str, str]]]]: ...
    def check(
        self,
        pages: _Pages,
        *,
        tolerate: float = 0.1,
        encoding: str | None = None,
        retrieved: str | None = None,
        html_key: str | None = None,
        base_url: str | None = None,
        strict: bool = False,
        threads: int | None = None,
        max_page: _Size | None = None,
        max_nodes: _Size | None = None,
    ) -> Check: ...
    def edit(
        self,
        *,
        rename: dict[str, str] | None = None,
        names: Literal["page", "sql"] = "page",
        drop: str | list[str] | None = None,
        only: str | list[str] | None = None,
        order: str | list[str] | None = None,
    ) -> Wrapper: ...
    def to_css(self, pages: _Pages | None = None, *, template: int | None = None, all_fields: bool = False) -> Table: ...
    def to_xpath(self, pages: _Pages | None = None, *, template: int | None = None, all_fields: bool = False) -> Table: ...
    def to_parsel(self, pages: _Pages | None = None, *, template: int | None = None, all_fields: bool = False) -> str: ...
    def to_schema(
        self,
        pages: _Pages | None = None,
        *,
        template: int | None = None,
        all_fields: bool = False,
        name: str | None = None,
    ) -> dict[str, Any]: ...
    def save(self, path: str | PathLike[str]) -> None: ...
    @classmethod
    def load(cls, path: str | PathLike[str]) -> Wrapper: ...
    def to_json(self) -> str: ...
    @classmethod
    def from_json(cls, json: str) -> Wrapper: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    def __eq__(self, other: object, /) -> bool: ...

def pages(
    pages: _Pages, *, encoding: str | None = None, html_key: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None
) -> Iterator[tuple[str, str]]: ...
def spectrum(
    pages: _Pages,
    *,
    alphabet: _Alphabet = "byte",
    with_text: bool = False,
    keep_line_breaks: bool = False,
    length: tuple[int, int | None] | None = None,
    frequency: Literal["occurrences", "documents"] | None = None,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def template(
    pages: _Pages,
    *,
    alphabet: _Alphabet = "byte",
    with_text: bool = False,
    keep_line_breaks: bool = False,
    support: float = 0.3,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def count(pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> Table: ...
def records(
    pages: _Pages,
    *,
    like: str | list[str] | None = None,
    records: str | None = None,
    list: int | None = None,
    only: str | list[str] | None = None,
    rename: dict[str, str] | None = None,
    names: Literal["page", "sql"] = "page",
    fields: Literal["text", "links", "html"] = "text",
    all_fields: bool = False,
    all: bool = False,
    every_page: bool = False,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def learn(
    pages: _Pages,
    *,
    rows: Literal["auto", "pages", "records"] | None = None,
    like: str | list[str] | None = None,
    records: str | None = None,
    list: int | None = None,
    only: str | list[str] | None = None,
    rename: dict[str, str] | None = None,
    names: Literal["page", "sql"] = "page",
    update: Wrapper | None = None,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Wrapper: ...
def content(
    pages: _Pages,
    *,
    format: Literal["text", "markdown", "md", "html", "tei"] = "text",
    all_fields: bool = False,
    precision: bool = False,
    recall: bool = False,
    no_captions: bool = False,
    no_dates: bool = False,
    no_links: bool = False,
    no_images: bool = False,
    no_tables: bool = False,
    front_matter: bool = False,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def site(pages: _Pages, *, merge: bool = False, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> dict[str, Table]: ...
def overview(pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> Table: ...
def report(pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> Report: ...
def stated(pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> Table: ...
def explain(pages: _Pages, *, encoding: str | None = None, retrieved: str | None = None, html_key: str | None = None, base_url: str | None = None, strict: bool = False, threads: int | None = None, max_page: _Size | None = None, max_nodes: _Size | None = None) -> Table: ...
def blog(
    pages: _Pages,
    *,
    format: Literal["text", "markdown", "md", "html", "tei"] = "text",
    all_fields: bool = False,
    every_page: bool = False,
    precision: bool = False,
    recall: bool = False,
    no_captions: bool = False,
    no_dates: bool = False,
    no_links: bool = False,
    no_images: bool = False,
    no_tables: bool = False,
    front_matter: bool = False,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def forum(
    pages: _Pages,
    *,
    format: Literal["text", "markdown", "md"] = "text",
    thread: bool = False,
    html: bool = False,
    every_page: bool = False,
    no_links: bool = False,
    no_images: bool = False,
    no_tables: bool = False,
    front_matter: bool = False,
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def similar(
    pages: _Pages,
    *,
    least: float = 0.5,
    min_chars: int = 20,
    max_pages: int = 10,
    compare: Literal["text", "frame"] = "text",
    by_host: bool = False,
    explain: bool = False,
    memory: str = "1G",
    encoding: str | None = None,
    retrieved: str | None = None,
    html_key: str | None = None,
    base_url: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    max_page: _Size | None = None,
    max_nodes: _Size | None = None,
) -> Table: ...
def extract(html: _Html, *, url: str | None = None, encoding: str | None = None, retrieved: str | None = None) -> dict[str, Any] | None: ...

"""A crawl on Spark: a wrapper for each host, learned from some of its pages, reads all of them.

Pages are a DataFrame with the columns `url` and `html` (text or bytes). What is shuffled is small: the addresses, to choose the
pages to learn from, these pages, and the texts of `content`; `extract` moves no page. A host with most of the pages is no
bottleneck of `learn` and `extract`. Needs PySpark 4 and pyarrow, and this package on the workers.

    pages = spark.read.json("crawl.jsonl")
    wrappers = katagami.spark.learn(pages)
    katagami.spark.extract(pages, wrappers).write.parquet("rows")
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

import pyarrow  # type: ignore
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as sql

import katagami

__all__ = ["content", "extract", "learn"]

TEXT = "string", pyarrow.string()
NUMBER = "int", pyarrow.int32()
FIELDS = "map<string, array<string>>", pyarrow.map_(pyarrow.string(), pyarrow.list_(pyarrow.string()))

# Columns with their types, as Spark calls them and as Arrow does.
WRAPPERS = {"host": TEXT, "wrapper": TEXT, "pages": NUMBER}
ROWS = {"url": TEXT, "record": NUMBER, "fields": FIELDS}
TEXTS = {"url": TEXT, "title": TEXT, "text": TEXT}


def learn(pages: DataFrame, *, sample: int = 64) -> DataFrame:
    """A wrapper for each host, as the text of a wrapper file, with how many pages it was learned from.

    Kinds of pages within a host are told apart, each with a template of its own in the wrapper. Of a host with more than `sample`
    pages those are taken whose addresses have the least hashes: the same ones each time. A host whose pages share no template
    has no wrapper.
    """
    known = _with_host(pages)
    order = Window.partitionBy("host").orderBy(sql.xxhash64("url"), "url")
    chosen = known.select("host", "url").withColumn("place", sql.row_number().over(order))
    chosen = chosen.where(sql.col("place") <= sample).select("url")
    taken = known.join(sql.broadcast(chosen), "url", "left_semi").select("host", "url", "html")
    return taken.groupBy("host").applyInArrow(_learned, _said(WRAPPERS))


def extract(pages: DataFrame, wrappers: DataFrame) -> DataFrame:
    """What the wrappers read: a row a page, or a row a record, with its fields by name.

    A field has a list of texts, which is mostly of one; one that the page has no place for is left out. A page that no template
    of its host fits has no row.
    """
    by_host = {row["host"]: row["wrapper"] for row in wrappers.select("host", "wrapper").collect()}
    sent = pages.sparkSession.sparkContext.broadcast(by_host)
    return _with_host(pages).select("host", "url", "html").mapInArrow(functools.partial(_extracted, sent), _said(ROWS))


def content(pages: DataFrame) -> DataFrame:
    """The title and main text of each page. The pages of a host are read together, on one worker, so that what they share is
    known to be no article."""
    return _with_host(pages).select("host", "url", "html").groupBy("host").applyInArrow(_content, _said(TEXTS))


def _with_host(pages: DataFrame) -> DataFrame:
    host = sql.lower(sql.try_parse_url("url", sql.lit("HOST")))
    return pages.withColumn("host", sql.coalesce(host, sql.lit("")))


def _given(pages: pyarrow.Table | pyarrow.RecordBatch) -> list[tuple[str, str | bytes]]:
    """The pages in the order of their addresses, which is the same however they came here."""
    there = zip(pages["url"].to_pylist(), pages["html"].to_pylist())
    return sorted((url, html) for url, html in there if html)


def _learned(pages: pyarrow.Table) -> pyarrow.Table:
    given = _given(pages)
    try:
        wrapper = katagami.learn(given, threads=1)
    except katagami.NoInputError:
        return _table([], WRAPPERS)
    return _table([{"host": pages["host"][0].as_py(), "wrapper": wrapper.to_json(), "pages": len(given)}], WRAPPERS)


@functools.lru_cache(maxsize=256)
def _wrapper(json: str) -> katagami.Wrapper:
    return katagami.Wrapper.from_json(json)


def _extracted(sent, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in batches:
        by_host: dict[str, list[tuple[str, str | bytes]]] = {}
        for host, url, html in zip(*(batch[name].to_pylist() for name in ("host", "url", "html"))):
            if host in sent.value and html:
                by_host.setdefault(host, []).append((url, html))
        rows = []
        for host, given in by_host.items():
            wrapper = _wrapper(sent.value[host])
            table = wrapper.extract(given, threads=1)
            names = dict(zip(table.columns[2:], wrapper.fields))
            for row in table:
                fields = [(names[column], value if isinstance(value, list) else [value])
                          for column, value in row.items() if column in names and value is not None]
                rows.append({"url": row["path"], "record": row["record"], "fields": fields})
        yield from _table(rows, ROWS).to_batches()


def _content(pages: pyarrow.Table) -> pyarrow.Table:
    rows = katagami.content(_given(pages), threads=1)
    return _table([{"url": row["path"], "title": row["title"], "text": row["text"]} for row in rows], TEXTS)


def _said(columns: dict) -> str:
    """Columns as Spark is told of them."""
    return ", ".join(f"{name} {of_spark}" for name, (of_spark, _) in columns.items())


def _table(rows: list[dict], columns: dict) -> pyarrow.Table:
    return pyarrow.Table.from_pylist(rows, pyarrow.schema([(name, of_arrow) for name, (_, of_arrow) in columns.items()]))
